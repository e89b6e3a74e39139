//! What may become a term, and what looks like a secret.
//!
//! The chart stores hashes of words, and a hash of a guessable word can be guessed. So what could
//! be a key, a password or an account number must not become a term at all. Two nets: words that
//! look random or are mostly digits ([`may_be_term`], [`may_be_identifier`]), and ranges of text
//! that follow a known pattern of secrets ([`scan`]).
//!
//! Names that a file declares pass the first net, since they are shown in answers anyway; the
//! second holds for them too.

mod patterns;

pub use patterns::scan;

use crate::terms::is_unspaced;

/// Longest word of a string or comment, and longest piece of an identifier, in characters.
const LONGEST_WORD: usize = 40;
/// Longest identifier, in characters: test names are sentences.
const LONGEST_IDENTIFIER: usize = 120;
/// From this length on the mix of letters and digits is judged.
const RANDOM_FROM: usize = 16;

/// Whether a word of a string or a comment may become a term: up to 40 characters (a run of a
/// script without spaces may be longer), a number of at most four digits, and nothing that looks
/// random.
pub fn may_be_term(word: &str) -> bool {
    if word.chars().next().is_some_and(is_unspaced) {
        return looks_natural(word);
    }
    word.chars().count() <= LONGEST_WORD && looks_natural(word)
}

/// Whether an identifier of code that its file does not declare may become a term: as
/// [`may_be_term`], but up to 120 characters in pieces of up to 40.
pub fn may_be_identifier(word: &str) -> bool {
    word.chars().count() <= LONGEST_IDENTIFIER
        && word
            .split('_')
            .all(|piece| piece.chars().count() <= LONGEST_WORD || piece.chars().all(is_unspaced))
        && looks_natural(word)
}

fn looks_natural(word: &str) -> bool {
    let digits = word.chars().filter(|c| c.is_numeric()).count();
    let mostly_digits = digits > 4 && digits * 2 > word.chars().count();
    !mostly_digits && word.split('_').all(|piece| !is_hexadecimal(piece) && !is_random(piece))
}

/// A hash or an id in hexadecimal: 8 digits of both kinds, or 16 of any; `x` is left of `0x`.
fn is_hexadecimal(piece: &str) -> bool {
    let number = piece.strip_prefix(['x', 'X']).unwrap_or(piece);
    if number.len() < 8 || !number.bytes().all(|b| b.is_ascii_hexdigit()) {
        return false;
    }
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    number.len() >= 16 || (digits >= 2 && digits < number.len())
}

/// A long piece that changes between cases and digits as no name does, or that nobody can say.
fn is_random(piece: &str) -> bool {
    if piece.len() < RANDOM_FROM || !piece.is_ascii() {
        return false;
    }
    let shape = Shape::of(piece.as_bytes());
    shape.is_jumpy() || shape.consonants >= 8
}

/// How a piece is put together.
#[derive(Default)]
struct Shape {
    /// Letters and digits.
    length: usize,
    /// Runs of one kind (digits, upper case, lower case with an upper-case initial).
    parts: usize,
    /// Runs of digits.
    numbers: usize,
    /// Longest run of lower-case consonants.
    consonants: usize,
}

impl Shape {
    fn of(piece: &[u8]) -> Shape {
        let mut shape = Shape::default();
        let (mut before, mut run) = (b' ', 0);
        for &byte in piece {
            let starts = kind(byte) != kind(before) && kind(byte) != 0;
            let initial = before.is_ascii_uppercase() && byte.is_ascii_lowercase();
            shape.length += usize::from(kind(byte) != 0);
            shape.parts += usize::from(starts && !initial);
            shape.numbers += usize::from(starts && byte.is_ascii_digit());
            run = if is_consonant(byte) { run + 1 } else { 0 };
            shape.consonants = shape.consonants.max(run);
            before = byte;
        }
        shape
    }

    /// Parts of names have three letters and more on average; random ones have about two.
    fn is_jumpy(&self) -> bool {
        let numbered = self.numbers >= 3 && self.length < self.parts * 3;
        self.length * 10 < self.parts * 24 || numbered
    }
}

fn kind(byte: u8) -> u8 {
    match byte {
        b'a'..=b'z' => 1,
        b'A'..=b'Z' => 2,
        b'0'..=b'9' => 3,
        _ => 0,
    }
}

fn is_consonant(byte: u8) -> bool {
    byte.is_ascii_lowercase() && !matches!(byte, b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_words_and_names_pass() {
        for word in [
            "ok",
            "parser",
            "2026",
            "x86_64",
            "utf8",
            "rfc7230",
            "sha256",
            "i18n",
            "base64url",
            "getURLFromX509Certificate",
            "HTTPServer2Config",
            "xdeadbeef",
            "strncasecmp",
            "DictionaryOfWordVectors",
            "internationalization",
            "größenänderung",
            "検",
            "検索機能",
            "AbstractSingletonProxyFactoryBean",
            "utf8mb4_unicode_520_ci",
            "sched_setscheduler",
        ] {
            assert!(may_be_term(word), "{word}");
            assert!(may_be_identifier(word), "{word}");
        }
    }

    #[test]
    fn numbers_and_random_words_do_not() {
        for word in [
            "12345",
            "4111111111111111",
            "a1234567",
            "550e8400",
            "d41d8cd98f00b204e9800998ecf8427e",
            "deadbeefdeadbeef",
            "x7f3a9c01",
            "AbC3dEf6GhI9jKlM",
            "k3j9x2mq7w1z8v5b",
            "xkcdqwrtzpsdfghjkl",
        ] {
            assert!(!may_be_term(word), "{word}");
            assert!(!may_be_identifier(word), "{word}");
        }
    }

    #[test]
    fn lengths_differ_between_text_and_code() {
        assert!(may_be_term("C") && may_be_identifier("i"));
        let sentence = "test_that_a_request_without_a_host_is_refused_early";
        assert!(!may_be_term(sentence) && may_be_identifier(sentence));
        assert!(!may_be_identifier(&"abcde_".repeat(30)));
        assert!(!may_be_identifier(&"verylong".repeat(6)));
    }
}
