//! Words seen while a batch is built, each worked out once: its term numbers, whether it may be a
//! term, and a fingerprint for comparing bodies.

use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::xxh3_64;

use super::{hash, terms_of};
use crate::secrets::{may_be_identifier, may_be_term};

/// What the table knows of a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WordEntry {
    /// Where its term numbers start in the table's list.
    first: u32,
    /// Number of its terms.
    terms: u16,
    /// How many of them, from the first, are parts; also its length in parts.
    pub(crate) parts: u16,
    /// Whether it may be a term where it stands in a string or a comment.
    pub(crate) in_text: bool,
    /// Whether it may be a term where it stands in code.
    pub(crate) in_code: bool,
    /// Hash of its lower-case form.
    pub(crate) fingerprint: u64,
}

/// Numbers terms 0, 1, … in the order of their first sight; the numbers hold in one table only.
#[derive(Default)]
pub(crate) struct Table {
    words: FxHashMap<Box<str>, u32>,
    entries: Vec<WordEntry>,
    numbers: Vec<u32>,
    keys: FxHashMap<u64, u32>,
    hashes: Vec<u64>,
}

impl Table {
    /// The entry of a word, made at its first sight.
    pub(crate) fn entry(&mut self, word: &str) -> WordEntry {
        if let Some(&index) = self.words.get(word) {
            return self.entries[index as usize];
        }
        let entry = self.work_out(word);
        self.words.insert(word.into(), self.entries.len() as u32);
        self.entries.push(entry);
        entry
    }

    fn work_out(&mut self, word: &str) -> WordEntry {
        let terms = terms_of(word);
        let first = self.numbers.len() as u32;
        for term in terms.parts.iter().chain(&terms.compounds) {
            let number = self.number(hash(term));
            self.numbers.push(number);
        }
        WordEntry {
            first,
            terms: (self.numbers.len() as u32 - first) as u16,
            parts: terms.parts.len() as u16,
            in_text: may_be_term(word),
            in_code: may_be_identifier(word),
            fingerprint: xxh3_64(word.to_lowercase().as_bytes()),
        }
    }

    /// The number of a key.
    pub(crate) fn number(&mut self, key: u64) -> u32 {
        let next = self.hashes.len() as u32;
        let number = *self.keys.entry(key).or_insert(next);
        if number == next {
            self.hashes.push(key);
        }
        number
    }

    /// The term numbers of a word: parts first, then compounds.
    pub(crate) fn numbers(&self, entry: WordEntry) -> &[u32] {
        let first = entry.first as usize;
        &self.numbers[first..first + usize::from(entry.terms)]
    }

    /// Keys by term number.
    pub(crate) fn hashes(&self) -> &[u64] {
        &self.hashes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_worked_out_once_and_terms_are_shared() {
        let mut table = Table::default();
        let glued = table.entry("username");
        let split = table.entry("user_name");
        assert_eq!((glued.parts, split.parts), (1, 2));
        assert_eq!(table.numbers(split)[2], table.numbers(glued)[0]);
        let before = table.hashes().len();
        table.entry("user_name");
        assert_eq!(table.hashes().len(), before);
        assert_eq!(table.hashes()[table.numbers(split)[0] as usize], hash("user"));
    }

    #[test]
    fn fingerprints_ignore_case() {
        let mut table = Table::default();
        assert_eq!(table.entry("Foo").fingerprint, table.entry("foo").fingerprint);
        assert_ne!(table.entry("Foo").fingerprint, table.entry("bar").fingerprint);
    }
}
