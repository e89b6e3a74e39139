//! Text to token ids.
//!
//! Takes text, gives the ids of its words by the rules of the model card: runs of ASCII letters
//! split at camel case and lower-cased, digits by themselves, unknown words in greedy pieces. The
//! file is mapped and found through a table of 8-byte slots, since a search in a fresh process
//! opens it for a single query: no string is copied.

use std::path::Path;

use memmap2::Mmap;

use super::map;
use crate::error::{Error, Result};
use crate::tokens::part_length;

/// The token that stands for every number of more than two digits.
const NUMBER: &[u8] = b"#num";
/// What marks a token that continues a word.
const PIECE: &[u8] = b"##";
/// A longer word that is not in the vocabulary gives no token.
const MAX_WORD: usize = 40;
/// Longest digit run that is looked up as it is.
const MAX_DIGITS: usize = 2;

/// Where a word is looked up: as a word or its beginning, or as a continuation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Start,
    Inside,
}

/// A token in the hash table; `line` is its id plus one, 0 marks a free slot.
#[derive(Clone, Copy, Default)]
struct Slot {
    tag: u32,
    line: u32,
}

/// The tokens of a model, by text.
pub(super) struct Vocabulary {
    text: Mmap,
    /// Byte after each line's end, so that line `n` starts where line `n - 1` ended.
    ends: Vec<u32>,
    slots: Vec<Slot>,
    number: u32,
}

impl Vocabulary {
    /// Maps `path`: one token a line, the line number being its id.
    pub(super) fn open(path: &Path) -> Result<Vocabulary> {
        let text = map(path)?;
        let damaged = |reason: &str| Error::Damaged {
            what: path.display().to_string(),
            reason: reason.into(),
        };
        if text.len() >= u32::MAX as usize || text.last() != Some(&b'\n') {
            return Err(damaged("is empty, too long or does not end in a line feed"));
        }
        let ends: Vec<u32> = memchr::memchr_iter(b'\n', &text).map(|at| at as u32 + 1).collect();
        let size = (ends.len() * 2).next_power_of_two();
        let mut vocabulary =
            Vocabulary { text, ends, slots: vec![Slot::default(); size], number: 0 };
        for id in 0..vocabulary.ends.len() as u32 {
            if !vocabulary.insert(id) {
                return Err(damaged(&format!("line {} is empty or a duplicate", id + 1)));
            }
        }
        vocabulary.number = vocabulary
            .find(NUMBER, hash(NUMBER, Place::Start), Place::Start)
            .ok_or_else(|| damaged("lacks the token for numbers"))?;
        Ok(vocabulary)
    }

    /// Number of tokens.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Calls `take` with the ids of the words of `text`, in order.
    pub(super) fn ids(&self, text: &str, mut take: impl FnMut(u32)) {
        let bytes = text.as_bytes();
        let mut lower = Vec::with_capacity(MAX_WORD);
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            let start = at;
            if byte.is_ascii_digit() {
                at += run(&bytes[at..], u8::is_ascii_digit);
                self.number(&bytes[start..at], &mut take);
            } else if byte.is_ascii_alphabetic() {
                at += part_length(&bytes[at..]);
                lower.clear();
                lower.extend(bytes[start..at].iter().map(u8::to_ascii_lowercase));
                self.word(&lower, &mut take);
            } else {
                at += 1;
            }
        }
    }

    fn number(&self, digits: &[u8], take: &mut impl FnMut(u32)) {
        if digits.len() <= MAX_DIGITS { self.word(digits, take) } else { take(self.number) }
    }

    fn word(&self, word: &[u8], take: &mut impl FnMut(u32)) {
        if let Some(id) = self.find(word, hash(word, Place::Start), Place::Start) {
            take(id);
        } else if word.len() <= MAX_WORD {
            self.pieces(word, take);
        }
    }

    fn pieces(&self, word: &[u8], take: &mut impl FnMut(u32)) {
        let mut at = 0;
        while at < word.len() {
            let place = if at == 0 { Place::Start } else { Place::Inside };
            if let Some((id, length)) = self.longest(&word[at..], place) {
                take(id);
                at += length;
            } else {
                at += 1;
            }
        }
    }

    /// The longest prefix of `rest` that is a token, with its length.
    fn longest(&self, rest: &[u8], place: Place) -> Option<(u32, usize)> {
        let mut hashes = [0_u64; MAX_WORD];
        let mut state = place.seed();
        for (slot, &byte) in hashes.iter_mut().zip(rest) {
            state = step(state, byte);
            *slot = state;
        }
        let longest = rest.len().min(MAX_WORD);
        (1..=longest).rev().find_map(|length| {
            let id = self.find(&rest[..length], finish(hashes[length - 1]), place)?;
            Some((id, length))
        })
    }

    fn line(&self, id: u32) -> &[u8] {
        let start = if id == 0 { 0 } else { self.ends[id as usize - 1] };
        &self.text[start as usize..self.ends[id as usize] as usize - 1]
    }

    /// Whether the token of line `id` is `word` at `place`.
    fn is(&self, id: u32, word: &[u8], place: Place) -> bool {
        spelled(self.line(id)) == (word, place)
    }

    fn find(&self, word: &[u8], hash: u64, place: Place) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            let id = slot.line.checked_sub(1)?;
            if slot.tag == tag(hash) && self.is(id, word, place) {
                return Some(id);
            }
            at = (at + 1) & mask;
        }
    }

    /// Enters a line; false when it is empty or there already.
    fn insert(&mut self, id: u32) -> bool {
        let (word, place) = spelled(self.line(id));
        let hash = hash(word, place);
        if word.is_empty() || self.find(word, hash, place).is_some() {
            return false;
        }
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at].line != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = Slot { tag: tag(hash), line: id + 1 };
        true
    }
}

impl Place {
    /// Different for the two places, so that no text has to be joined for a look-up.
    fn seed(self) -> u64 {
        match self {
            Place::Start => 0xcbf2_9ce4_8422_2325,
            Place::Inside => 0x9ae1_6a3b_2f90_404f,
        }
    }
}

/// A line of the file as the text and place that it stands for.
fn spelled(line: &[u8]) -> (&[u8], Place) {
    match line.strip_prefix(PIECE) {
        Some(rest) => (rest, Place::Inside),
        None => (line, Place::Start),
    }
}

/// Byte by byte, so that one pass hashes every prefix of a word.
fn step(state: u64, byte: u8) -> u64 {
    (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
}

/// Spreads the upper bits into the lower ones that choose the slot.
fn finish(state: u64) -> u64 {
    (state ^ (state >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ (state >> 32)
}

fn hash(word: &[u8], place: Place) -> u64 {
    finish(word.iter().fold(place.seed(), |state, &byte| step(state, byte)))
}

fn tag(hash: u64) -> u32 {
    (hash >> 32) as u32
}

fn run(bytes: &[u8], belongs: impl Fn(&u8) -> bool) -> usize {
    bytes.iter().take_while(|byte| belongs(byte)).count()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn vocabulary(lines: &str) -> Result<Vocabulary> {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(lines.as_bytes()).unwrap();
        Vocabulary::open(file.path())
    }

    fn tokens(vocabulary: &Vocabulary, text: &str) -> Vec<String> {
        let mut out = Vec::new();
        vocabulary.ids(text, |id| {
            out.push(String::from_utf8(vocabulary.line(id).to_vec()).unwrap());
        });
        out
    }

    #[test]
    fn words_are_split_at_camel_case_and_digits() {
        let lines = "#num\nget\nuser\nby\nid\nhttp\nresponse\nv\n2\nxx\n";
        let vocabulary = vocabulary(lines).unwrap();
        assert_eq!(tokens(&vocabulary, "getUserByID"), ["get", "user", "by", "id"]);
        assert_eq!(tokens(&vocabulary, "HTTPResponse2xx"), ["http", "response", "2", "xx"]);
        assert_eq!(tokens(&vocabulary, "USER_ID v123"), ["user", "id", "v", "#num"]);
        assert_eq!(tokens(&vocabulary, "é user\u{2028}id"), ["user", "id"]);
        assert!(tokens(&vocabulary, "").is_empty());
    }

    #[test]
    fn unknown_words_become_greedy_pieces() {
        let vocabulary = vocabulary("#num\nback\nbackup\n##off\n##o\n##f\n").unwrap();
        assert_eq!(tokens(&vocabulary, "backoff"), ["back", "##off"]);
        assert_eq!(tokens(&vocabulary, "backfo"), ["back", "##f", "##o"]);
        // A letter that matches nothing is skipped; what follows is still a continuation.
        assert_eq!(tokens(&vocabulary, "zoff"), ["##off"]);
        assert_eq!(tokens(&vocabulary, "backzzf"), ["back", "##f"]);
    }

    #[test]
    fn a_word_over_forty_letters_is_dropped_unless_known() {
        let long = "a".repeat(41);
        let known = vocabulary(&format!("#num\na\n##a\n{long}\n")).unwrap();
        assert_eq!(tokens(&known, &long), std::slice::from_ref(&long));
        let unknown = vocabulary("#num\na\n##a\n").unwrap();
        assert!(tokens(&unknown, &long).is_empty());
        assert_eq!(tokens(&unknown, &"a".repeat(40)).len(), 40);
    }

    #[test]
    fn damaged_files_are_refused() {
        for lines in ["", "#num", "#num\n\n", "#num\nx\nx\n", "a\nb\n", "#num\r\n"] {
            assert!(matches!(vocabulary(lines), Err(Error::Damaged { .. })), "{lines:?}");
        }
    }
}
