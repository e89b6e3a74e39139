"""The file ``.columbus.json``: read strictly, written carefully.

Takes a path, gives a frozen ``Config`` with the warnings that reading raised. Unknown keys warn
and are kept when the file is written again, for a newer Columbus may have put them there. A value
of the wrong type or range is a ``UsageError`` (CONFIG_INVALID) that names the key path and what is
allowed.
"""

# pathlib costs 3 ms at every start; paths are plain str here.
# ruff: noqa: PTH101, PTH105, PTH108, PTH114, PTH116, PTH120
from __future__ import annotations

import json
import os
import re
import stat
from typing import TYPE_CHECKING, Literal

from columbus.errors import RunError, UsageError
from columbus.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

CONFIG_NAME = ".columbus.json"
# 1 and 2 have the same keys; files of both are found in the field.
CONFIG_VERSION = 2
DEFAULT_MAX_FILE_SIZE = 1_572_864
# Larger files are never source code, and offsets in the chart are 32 bits wide.
MAX_FILE_SIZE_LIMIT = 1 << 30
DEFAULT_MODEL = "minilm-l6-code-int8"
# A configuration is some hundred bytes; more is another file with this name.
MAX_CONFIG_BYTES = 1 << 20
# It becomes a folder name, so nothing else may pass.
_PROJECT_ID = re.compile(r"proj_[0-9a-f]{8,64}")
PROJECT_ID_RULE = "proj_ and 8 to 64 hex digits, as install makes it"

ColorChoice = Literal["auto", "always", "never"]
_COLORS: dict[object, ColorChoice] = {"auto": "auto", "always": "always", "never": "never"}


@dataclass(frozen=True, slots=True)
class Indexing:
    """What belongs to the chart; empty tuples mean no restriction, sizes are bytes."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    max_file_size: int = DEFAULT_MAX_FILE_SIZE
    languages: tuple[str, ...] = ()
    auto: bool = True


@dataclass(frozen=True, slots=True)
class Embedding:
    """Whether units get model vectors, and of which model."""

    enabled: bool = True
    model: str = DEFAULT_MODEL


@dataclass(frozen=True, slots=True)
class Output:
    """How answers look."""

    color: ColorChoice = "auto"


@dataclass(frozen=True, slots=True)
class Config:
    """The file's content with defaults filled in."""

    schema_version: int = CONFIG_VERSION
    project_id: str | None = None
    indexing: Indexing = Indexing()
    embedding: Embedding = Embedding()
    output: Output = Output()
    warnings: tuple[str, ...] = ()


def new_project_id() -> str:
    """Mint a project's identity: ``proj_`` and 16 hex digits, random."""
    return f"proj_{os.urandom(8).hex()}"


def is_project_id(text: str) -> bool:
    """Whether ``text`` can be a project's identity: ``PROJECT_ID_RULE``."""
    return _PROJECT_ID.fullmatch(text) is not None


def read(path: str) -> Config:
    """Read the file; one that does not exist gives the defaults.

    Raises ``UsageError`` (CONFIG_INVALID) for a file that cannot be used, ``RunError``
    (PERMISSION_DENIED) for one that may not be read.
    """
    raw = read_raw(path)
    return Config() if raw is None else _config(raw, path)


def read_raw(path: str) -> dict[str, object] | None:
    """The file as a plain object with all its keys, ``None`` when there is no file."""
    content = _read_bytes(path)
    if content is None:
        return None
    try:
        raw = decode(content, _refuse_constant)
    except ValueError as error:
        raise _invalid(path, str(error)) from None
    if not isinstance(raw, dict):
        raise _invalid(path, "must hold one JSON object")
    return raw


def decode(content: bytes, constant: Callable[[str], object] | None = None) -> object:
    """JSON that a person wrote; ``constant`` is called for NaN and the infinities.

    Raises ``ValueError`` that says what is wrong and where, in words that follow the file's name.
    """
    try:
        return json.loads(content.decode("utf-8-sig"), parse_constant=constant)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise ValueError(f"is not valid JSON: {error.msg} at {where}") from None
    except UnicodeDecodeError as error:
        raise ValueError(f"is not UTF-8 at byte {error.start}") from None
    except (ValueError, RecursionError) as error:
        raise ValueError(f"is not valid JSON: {error}") from None


def write(path: str, changes: Mapping[str, object]) -> None:
    """Set the keys of ``changes`` (nested objects are merged) and leave all others as they are.

    The file is replaced in one step. Raises ``UsageError`` when the present file is malformed or
    the new one would be; then nothing is written. ``OSError`` when the folder cannot be written.
    """
    target = os.path.realpath(path)
    merged = _merge(read_raw(target) or {}, changes)
    _config(merged, path)
    _replace(target, json.dumps(merged, indent=2, ensure_ascii=False) + "\n")


def _replace(target: str, text: str) -> None:
    import tempfile  # 5 ms that no search should pay

    folder = os.path.dirname(target)
    handle, temporary = tempfile.mkstemp(prefix=f"{CONFIG_NAME}.", suffix=".tmp", dir=folder)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _mode_of(target))
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def _mode_of(path: str) -> int:
    """The mode to keep, or what an ordinary new file would get."""
    try:
        return stat.S_IMODE(os.stat(path).st_mode)
    except OSError:
        return 0o644


def _merge(base: Mapping[str, object], changes: Mapping[str, object]) -> dict[str, object]:
    merged = dict(base)
    for key, value in changes.items():
        old = merged.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            merged[key] = _merge(old, value)
        else:
            merged[key] = value
    return merged


def _read_bytes(path: str) -> bytes | None:
    try:
        # Non-blocking, so that a named pipe without a writer does not hang the command.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        if os.path.islink(path):
            raise _invalid(path, "is a link that leads nowhere") from None
        return None
    except PermissionError:
        raise RunError(
            "PERMISSION_DENIED",
            f"{path} cannot be read: permission denied",
            "ask its owner for the right to read it, or name another project with --root",
        ) from None
    except OSError as error:
        raise _invalid(path, f"cannot be read: {error.strerror}") from None
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise _invalid(path, "is not a regular file")
        # One read is enough: a regular file this small comes whole.
        content = os.read(handle, MAX_CONFIG_BYTES + 1)
    finally:
        os.close(handle)
    if len(content) > MAX_CONFIG_BYTES:
        raise _invalid(path, f"is larger than {MAX_CONFIG_BYTES} bytes")
    return content


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON number")


def _invalid(path: str, what: str, hint: str = "") -> UsageError:
    hint = hint or "correct the file or remove it, then run `columbus install`"
    return UsageError("CONFIG_INVALID", f"{path} {what}", hint)


def unknown_word(path: str, key: str, word: str, known: Sequence[str]) -> UsageError:
    """The refusal of a value that is none of a list, with the nearest of it."""
    from columbus.suggest import did_you_mean

    what = f"has {key} = {json.dumps(word)[:60]}, which must be one of {', '.join(known)}"
    return _invalid(path, what, did_you_mean(word, known))


def _config(raw: dict[str, object], path: str) -> Config:
    top = _Section(raw, path)
    version = top.version()
    project_id = top.project_id()
    indexing = top.section("indexing")
    embedding = top.section("embedding")
    output = top.section("output")
    sections = (top, indexing, embedding, output)
    return Config(
        schema_version=version,
        project_id=project_id,
        indexing=Indexing(
            include=indexing.strings("include"),
            exclude=indexing.strings("exclude"),
            max_file_size=indexing.integer(
                "max_file_size", DEFAULT_MAX_FILE_SIZE, 1, MAX_FILE_SIZE_LIMIT
            ),
            languages=indexing.strings("languages"),
            auto=indexing.boolean("auto", True),
        ),
        embedding=Embedding(
            enabled=embedding.boolean("enabled", True),
            model=embedding.string("model", DEFAULT_MODEL),
        ),
        output=Output(color=output.color()),
        # Last, when every section has been asked for all that is known of it.
        warnings=tuple(warning for part in sections for warning in part.unknown()),
    )


class _Section:
    """One object of the file; remembers which keys were asked for, so the others are unknown."""

    def __init__(self, raw: dict[str, object], path: str, prefix: str = "") -> None:
        self.raw = raw
        self.path = path
        self.prefix = prefix
        self.known: list[str] = []

    def section(self, key: str) -> _Section:
        value = self._get(key)
        if value is not None and not isinstance(value, dict):
            raise self._wrong(key, value, "an object")
        return _Section(value or {}, self.path, f"{self.prefix}{key}.")

    def boolean(self, key: str, default: bool) -> bool:
        value = self._get(key)
        if value is not None and not isinstance(value, bool):
            raise self._wrong(key, value, "true or false")
        return default if value is None else value

    def integer(self, key: str, default: int, low: int, high: int) -> int:
        value = self._get(key)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self._wrong(key, value, f"a whole number from {low} to {high}")
        return value

    def string(self, key: str, default: str) -> str:
        value = self._get(key)
        if value is None:
            return default
        if not isinstance(value, str) or not value.strip():
            raise self._wrong(key, value, "a text that is not empty")
        return value.strip()

    def strings(self, key: str) -> tuple[str, ...]:
        value = self._get(key)
        # Files of version 2 may hold an empty object where a list is meant.
        if value is None or value == {}:
            return ()
        if not isinstance(value, list):
            raise self._wrong(key, value, "a list of texts")
        for position, item in enumerate(value):
            if not isinstance(item, str) or not item.strip():
                raise self._wrong(f"{key}[{position}]", item, "a text that is not empty")
        return tuple(value)

    def version(self) -> int:
        found = self.raw.get("schema_version")
        if type(found) is int and found > CONFIG_VERSION:
            known = f"this version of Columbus knows {CONFIG_VERSION}"
            # Nothing is wrong with the file, so it is not to be corrected or removed.
            hint = "use the newer version of Columbus, the file was left as it is"
            raise _invalid(self.path, f"has schema_version = {found}, {known}", hint)
        return self.integer("schema_version", CONFIG_VERSION, 1, CONFIG_VERSION)

    def project_id(self) -> str | None:
        value = self._get("project_id")
        if value is None:
            return None
        if not isinstance(value, str) or not is_project_id(value):
            raise self._wrong("project_id", value, PROJECT_ID_RULE)
        return value

    def color(self) -> ColorChoice:
        value = self._get("color")
        if value is None:
            return "auto"
        if isinstance(value, bool):
            return "always" if value else "never"
        if not isinstance(value, str) or value not in _COLORS:
            raise self._wrong("color", value, '"auto", "always", "never", true or false')
        return _COLORS[value]

    def unknown(self) -> list[str]:
        return [self._unknown(key) for key in sorted(self.raw) if key not in self.known]

    def _unknown(self, key: str) -> str:
        from columbus.suggest import closest

        guess = closest(key, self.known)
        meant = f"; did you mean {self.prefix}{guess[0]}?" if guess else ""
        return f"{CONFIG_NAME}: unknown key {self.prefix}{key}{meant}"

    def _get(self, key: str) -> object:
        self.known.append(key)
        value = self.raw.get(key)
        if value is None and key in self.raw:
            raise self._wrong(key, value, "a value, or to be left out")
        return value

    def _wrong(self, key: str, value: object, allowed: str) -> UsageError:
        shown = json.dumps(value)[:60]
        return _invalid(self.path, f"has {self.prefix}{key} = {shown}, which must be {allowed}")
