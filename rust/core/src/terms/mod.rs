//! Text to terms: what a word is, its parts, their stems, and the keys that postings use.
//!
//! Takes text or a word, gives terms. Index and query go through the same functions, so that
//! `user_name`, `userName` and `username` meet in one key: neighbouring parts are also glued, the
//! last one stemmed, and a written-together word has that same stem.

mod abbreviations;
mod spans;
mod split;
mod stem;
mod table;

pub use abbreviations::{abbreviations, is_stop};
pub use spans::{Spans, spans, words};
pub use split::split;
pub use stem::stem;
pub(crate) use table::{Table, WordEntry};

use xxhash_rust::xxh3::xxh3_64;

/// A run of Han, kana or Hangul longer than this is found by its bigrams only: as a whole it is
/// a sentence rather than a word.
const LONGEST_RUN: usize = 8;
/// At most this many bigrams of one run.
const MOST_BIGRAMS: usize = 64;
/// The bits of a hash that count. 48 bits keep two of a million terms apart with odds of 500 to
/// one, and make a term's entry in a block two bytes shorter.
const HASH_MASK: u64 = !0xffff;

/// The terms of one word.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Terms {
    /// Stemmed parts in order; a run of Han, kana or Hangul is followed by its bigrams.
    pub parts: Vec<String>,
    /// Neighbouring parts glued (raw + stem), then the whole word if it has three parts or more.
    pub compounds: Vec<String>,
}

/// The terms of a word: `parseHTTPRequests` → parts pars, http, request; compounds parsehttp,
/// httprequest, parsehttprequest.
pub fn terms_of(word: &str) -> Terms {
    let raw = split(word);
    let mut terms = Terms::default();
    for part in &raw {
        push_part(part, &mut terms.parts);
    }
    for pair in raw.windows(2) {
        terms.compounds.push(format!("{}{}", pair[0], stem(&pair[1])));
    }
    if let [first @ .., last] = raw.as_slice()
        && raw.len() > 2
    {
        terms.compounds.push(format!("{}{}", first.concat(), stem(last)));
    }
    terms
}

fn push_part(part: &str, out: &mut Vec<String>) {
    if !part.chars().next().is_some_and(is_unspaced) {
        out.push(stem(part).into_owned());
        return;
    }
    let letters: Vec<char> = part.chars().collect();
    if letters.len() <= LONGEST_RUN {
        out.push(part.to_owned());
    }
    if letters.len() > 2 {
        out.extend(letters.windows(2).take(MOST_BIGRAMS).map(|pair| pair.iter().collect()));
    }
}

/// Whether `c` is of a script that is written without spaces between words (Han, kana, and
/// Hangul, whose words take endings): such runs are searched by bigrams.
pub(crate) fn is_unspaced(c: char) -> bool {
    matches!(u32::from(c),
        0x1100..=0x11ff | 0x3005..=0x3007 | 0x3040..=0x30ff | 0x3130..=0x318f | 0x31f0..=0x31ff
        | 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xac00..=0xd7a3 | 0xf900..=0xfaff
        | 0xff66..=0xffdc | 0x20000..=0x3ffff)
}

/// The key of a term in the postings: 48 significant bits, in the upper part of the number.
/// Stable over versions and platforms, since it is stored.
pub fn hash(term: &str) -> u64 {
    xxh3_64(term.as_bytes()) & HASH_MASK
}

/// The key of a whole declared name, as written.
pub fn name_hash(name: &str) -> u64 {
    marked(1, name)
}

/// The key of a declared name without regard to case and marks; takes the name in any spelling.
pub fn squashed_hash(name: &str) -> u64 {
    marked(2, &squash(name))
}

/// No word holds a control character, so a marked key meets no term.
fn marked(mark: u8, text: &str) -> u64 {
    let mut bytes = Vec::with_capacity(text.len() + 1);
    bytes.push(mark);
    bytes.extend_from_slice(text.as_bytes());
    xxh3_64(&bytes) & HASH_MASK
}

/// Lower case, letters and digits only: `Foo_bar!` → foobar.
pub fn squash(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(words: &[&str]) -> Vec<String> {
        words.iter().map(|&w| w.to_owned()).collect()
    }

    #[test]
    fn one_key_for_all_spellings_of_a_compound() {
        let glued = terms_of("username").parts;
        assert_eq!(terms_of("user_name").compounds, glued);
        assert_eq!(terms_of("userName").compounds, glued);
        assert_eq!(terms_of("UserNames").compounds, glued);
    }

    #[test]
    fn three_parts_also_give_the_whole() {
        let terms = terms_of("parseHTTPRequests");
        assert_eq!(terms.parts, strings(&["pars", "http", "request"]));
        assert_eq!(terms.compounds, strings(&["parsehttp", "httprequest", "parsehttprequest"]));
    }

    #[test]
    fn unspaced_scripts_give_bigrams() {
        assert_eq!(terms_of("検索機能").parts, strings(&["検索機能", "検索", "索機", "機能"]));
        assert_eq!(terms_of("検索").parts, strings(&["検索"]));
        assert_eq!(terms_of("검색하다").parts, strings(&["검색하다", "검색", "색하", "하다"]));
        let long = "単語".repeat(50);
        let parts = terms_of(&long).parts;
        assert_eq!(parts.len(), MOST_BIGRAMS);
        assert!(parts.iter().all(|p| p.chars().count() == 2));
    }

    #[test]
    fn keys_are_stable() {
        assert_eq!(hash(""), 0x2d06_8005_38d3_0000);
        assert_eq!(hash("parser") & 0xffff, 0);
        assert_ne!(name_hash("parser"), hash("parser"));
        assert_ne!(name_hash("parser"), squashed_hash("parser"));
        assert_eq!(squashed_hash("Foo_Bar!"), squashed_hash("fooBar"));
    }

    #[test]
    fn squash_drops_marks_and_case() {
        assert_eq!(squash("_Foo-bar2!"), "foobar2");
        assert_eq!(squash("ÉCOLE_x"), "écolex");
    }
}
