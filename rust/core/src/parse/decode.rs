//! Bytes to text.
//!
//! Takes the bytes of a file, gives UTF-8 and what was done to get it. Never fails: a legacy
//! encoding is read byte by byte, so that ASCII names are found and lines are right.

use std::borrow::Cow;

/// A file's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Decoded<'a> {
    /// Without a byte order mark.
    pub(crate) text: Cow<'a, str>,
    /// Bytes on disk before the first byte of `text`.
    pub(crate) shift: u32,
    /// The bytes on disk are not those of `text`.
    pub(crate) transcoded: bool,
}

/// How many bytes are looked at to tell UTF-16 without a mark.
const PROBE: usize = 1024;

/// Decodes UTF-8 (with or without mark), UTF-16 (with mark or by its NUL bytes), else Windows-1252.
pub(crate) fn decode(bytes: &[u8]) -> Decoded<'_> {
    match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => utf8_or_legacy(rest, 3),
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => match utf16_order(bytes) {
            Some(order) => utf16(bytes, order),
            None => utf8_or_legacy(bytes, 0),
        },
    }
}

fn utf8_or_legacy(bytes: &[u8], shift: u32) -> Decoded<'_> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Decoded { text: Cow::Borrowed(text), shift, transcoded: false };
    }
    let text = if mostly_utf8(bytes) {
        String::from_utf8_lossy(bytes).into_owned()
    } else {
        bytes.iter().map(|&byte| windows_1252(byte)).collect()
    };
    Decoded { text: Cow::Owned(text), shift, transcoded: true }
}

/// A torn sequence in a UTF-8 file must not turn all its other letters into two.
fn mostly_utf8(bytes: &[u8]) -> bool {
    let (mut whole, mut torn) = (0usize, 0usize);
    for chunk in bytes.utf8_chunks() {
        whole += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        torn += usize::from(!chunk.invalid().is_empty());
    }
    whole > torn
}

fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9F => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

type Order = fn([u8; 2]) -> u16;

fn utf16(bytes: &[u8], order: Order) -> Decoded<'_> {
    let units = bytes.chunks_exact(2).map(|pair| order([pair[0], pair[1]]));
    let text: String =
        char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    let text = text.trim_start_matches('\u{feff}').to_owned();
    Decoded { text: Cow::Owned(text), shift: 0, transcoded: true }
}

/// Source is mostly ASCII: in UTF-16 nearly every other byte is then zero.
fn utf16_order(bytes: &[u8]) -> Option<Order> {
    let head = &bytes[..bytes.len().min(PROBE)];
    if head.len() < 4 || memchr::memchr(0, head).is_none() {
        return None;
    }
    let zeros = |odd: usize| head.iter().skip(odd).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd, half) = (zeros(0), zeros(1), head.len() / 2);
    if odd * 10 >= half * 7 && even * 10 <= half {
        Some(u16::from_le_bytes)
    } else if even * 10 >= half * 7 && odd * 10 <= half {
        Some(u16::from_be_bytes)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16_bytes(text: &str, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(order).collect()
    }

    #[test]
    fn a_mark_shifts_the_offsets() {
        let decoded = decode(b"\xEF\xBB\xBFdef f(): pass");
        assert_eq!((decoded.text.as_ref(), decoded.shift), ("def f(): pass", 3));
        assert!(!decoded.transcoded);
    }

    #[test]
    fn utf16_with_and_without_mark() {
        for order in [u16::to_le_bytes as fn(u16) -> [u8; 2], u16::to_be_bytes] {
            assert_eq!(decode(&utf16_bytes("class Ä {}\n", order)).text, "class Ä {}\n");
            let bytes = utf16_bytes("\u{feff}class Ä {}\n", order);
            let marked = decode(&bytes);
            assert_eq!((marked.text.as_ref(), marked.transcoded), ("class Ä {}\n", true));
        }
    }

    #[test]
    fn latin_keeps_names_and_lines() {
        let decoded = decode(b"# \xFCber \x80\ndef f(): pass\n");
        assert_eq!(decoded.text, "# über €\ndef f(): pass\n");
        assert!(decoded.transcoded);
    }

    #[test]
    fn a_torn_letter_in_utf8_stays_one_place() {
        let mut bytes = "äöü\n".as_bytes().to_vec();
        bytes.extend(b"\xC3\ndef f()\n");
        assert_eq!(decode(&bytes).text, "äöü\n\u{FFFD}\ndef f()\n");
    }
}
