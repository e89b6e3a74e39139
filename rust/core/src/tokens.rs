//! The one estimate of how many model tokens a text has.
//!
//! Takes text, gives a count without any tokenizer, so that batching, excerpts and context packing
//! share one measure of length. The costs are the mean number of `WordPiece` tokens (BERT's lower-case
//! vocabulary) of a part of that length, in quarters of a token, from source files in 14 languages.

/// Quarters of a token.
const QUARTERS: usize = 4;

/// Estimated tokens of `text`: 0 only when it is empty. White space costs nothing by itself.
pub fn estimate(text: &str) -> usize {
    quarters(text).div_ceil(QUARTERS).max(usize::from(!text.is_empty()))
}

/// The estimate in quarters of a token: sums over the words of a text, 0 for white space.
pub(crate) fn quarters(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut sum) = (0, 0);
    while let Some(byte) = bytes.get(at) {
        let rest = &bytes[at..];
        let length = match byte {
            b'0'..=b'9' => run(rest, u8::is_ascii_digit),
            byte if byte.is_ascii_alphabetic() => part_length(rest),
            _ => 1,
        };
        sum += match byte {
            b'0'..=b'9' => digits(length),
            byte if byte.is_ascii_alphabetic() => letters(length),
            byte => other(*byte),
        };
        at += length;
    }
    sum
}

/// A part of a word; rare long ones fall into pieces of about two letters.
fn letters(length: usize) -> usize {
    match length {
        0..=2 => 4,
        3..=8 => 5,
        9..=11 => 6,
        12..=14 => 8,
        _ => 2 * length,
    }
}

fn digits(length: usize) -> usize {
    if length <= 3 { QUARTERS } else { 2 * length }
}

/// Punctuation and symbols are a token each. A letter beyond ASCII counts once, at its first byte.
fn other(byte: u8) -> usize {
    let continues = (0x80..0xc0).contains(&byte);
    if continues || byte.is_ascii_whitespace() || byte.is_ascii_control() { 0 } else { QUARTERS }
}

fn run(bytes: &[u8], belongs: impl Fn(&u8) -> bool) -> usize {
    bytes.iter().take_while(|byte| belongs(byte)).count()
}

/// Length of the first part of the ASCII letters that `bytes` starts with, split at camel case:
/// `getUser` -> 3, `HTTPResponse` -> 4, `Response` -> 8, `URL` -> 3.
pub(crate) fn part_length(bytes: &[u8]) -> usize {
    let capitals = run(bytes, u8::is_ascii_uppercase);
    let small = run(&bytes[capitals..], u8::is_ascii_lowercase);
    match (capitals, small) {
        (0 | 1, _) => capitals + small,
        (_, 0) => capitals,
        // The last capital begins the next part.
        _ => capitals - 1,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_are_counted_by_part_and_length() {
        for (text, wanted) in [
            ("", 0),
            (" ", 1),
            ("\n\t", 1),
            ("a", 1),
            ("get", 2),
            ("getUserByID", 5),
            ("a.b(c)", 6),
            ("42", 1),
            ("20240131", 4),
            ("日本", 2),
            ("internationalisation", 10),
        ] {
            assert_eq!(estimate(text), wanted, "{text:?}");
        }
    }

    #[test]
    fn parts_end_at_camel_case() {
        for (word, wanted) in [("getUser", 3), ("HTTPResponse", 4), ("Response", 8), ("URL", 3)] {
            assert_eq!(part_length(word.as_bytes()), wanted);
        }
    }

    proptest! {
        #[test]
        fn nothing_but_the_empty_text_is_free(text in ".{1,60}") {
            prop_assert!(estimate(&text) >= 1);
        }

        #[test]
        fn words_add_up(words in prop::collection::vec("[ -~äß日]{1,12}", 1..8)) {
            let sum: usize = words.iter().map(|word| quarters(word)).sum();
            prop_assert_eq!(quarters(&words.join(" ")), sum);
        }
    }
}
