r"""Make untrusted text harmless for a terminal.

Takes any string (a path, a name, a line of code) and gives one that prints as plain characters.
File names and sources can hold escape sequences that move the cursor, set the window title or hide
text, and bidirectional controls that show code in another order than it runs. Each such character
becomes a visible escape (``\x1b``), so nothing vanishes and nothing acts.
"""

from __future__ import annotations

from itertools import chain

TAB_WIDTH = 4

# C0, DEL and C1; invisible and direction-changing format characters; line separators that are no
# line ends to an editor; lone surrogates, which no encoding can write.
_HARMFUL = chain(
    range(0x20),
    range(0x7F, 0xA0),
    (0xAD, 0x61C, 0x180E),
    range(0x200B, 0x2010),
    range(0x2028, 0x202F),
    range(0x2060, 0x2070),
    (0xFEFF,),
    range(0xFFF9, 0xFFFC),
)


def _escape(code: int) -> str:
    named = {0x09: "\\t", 0x0A: "\\n", 0x0D: "\\r"}
    return named.get(code) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")


_TABLE = {code: _escape(code) for code in _HARMFUL}


def clean(text: str) -> str:
    """One line of harmless text; line ends and tabs are escaped too."""
    # Nearly all text is printable as it is, and that test is a single fast pass.
    return text if text.isprintable() else _escaped(text)


def clean_line(line: str) -> str:
    """A line of code: as ``clean``, but tabs become spaces and a final CR is dropped."""
    return clean(line.removesuffix("\r").expandtabs(TAB_WIDTH))


def clean_lines(text: str) -> list[str]:
    """The lines of a snippet, split at LF only, so that they count as in the file."""
    return [clean_line(line) for line in text.split("\n")]


def valid(text: str) -> str:
    """Text that UTF-8 can encode: each lone surrogate becomes U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text)
    return text


def _escaped(text: str) -> str:
    escaped = text.translate(_TABLE)
    return "".join(map(_visible_surrogate, escaped)) if not escaped.isprintable() else escaped


def _visible_surrogate(char: str) -> str:
    # Also the tag characters (U+E0000…), which are invisible and can carry hidden text.
    code = ord(char)
    if 0xD800 <= code < 0xE000 or 0xE0000 <= code < 0xE0080:
        return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
    return char
