//! Finds texts in bytes: without regard to the case of ASCII letters, and any white space between
//! two words as good as any other.

use aho_corasick::{AhoCorasick, Input};

use crate::error::{Error, Result};
use crate::literal::Pattern;

/// So many places of one text in one file are noted.
const PLACES: usize = 8;

/// Looks for all texts at once.
pub(super) struct Matcher {
    texts: Vec<Text>,
    anchors: Vec<Anchor>,
}

struct Text {
    words: Vec<Vec<u8>>,
    whole: bool,
}

/// The longest word of one or more texts: it is looked for, and what stands around is compared.
struct Anchor {
    finder: AhoCorasick,
    length: usize,
    uses: Uses,
}

/// (number of the text, number of its word).
type Uses = Vec<(usize, usize)>;

impl Matcher {
    pub(super) fn new(patterns: &[Pattern]) -> Result<Matcher> {
        let text = |pattern: &Pattern| Text {
            words: pattern.text.split_ascii_whitespace().map(Into::into).collect(),
            whole: pattern.whole,
        };
        let texts: Vec<Text> = patterns.iter().map(text).collect();
        let mut words: Vec<(Vec<u8>, Uses)> = Vec::new();
        for (number, text) in texts.iter().enumerate() {
            let longest = (0..text.words.len()).rev().max_by_key(|at| text.words[*at].len());
            let Some(at) = longest else { continue };
            let word = text.words[at].to_ascii_lowercase();
            match words.iter_mut().find(|(known, _)| *known == word) {
                Some((_, uses)) => uses.push((number, at)),
                None => words.push((word, vec![(number, at)])),
            }
        }
        let anchor = |(word, uses): (Vec<u8>, Uses)| {
            let finder = AhoCorasick::builder().ascii_case_insensitive(true).build([&word]);
            let invalid = |error: aho_corasick::BuildError| Error::Invalid {
                what: "text to look for".to_owned(),
                reason: error.to_string(),
            };
            Ok(Anchor { finder: finder.map_err(invalid)?, length: word.len(), uses })
        };
        Ok(Matcher { anchors: words.into_iter().map(anchor).collect::<Result<_>>()?, texts })
    }

    /// (number of the text, line where it begins), ascending.
    pub(super) fn lines(&self, bytes: &[u8]) -> Vec<(u32, u32)> {
        let mut places: Vec<(usize, u32)> = Vec::new();
        for anchor in &self.anchors {
            self.find(anchor, bytes, &mut places);
        }
        places.sort_unstable();
        let (mut line, mut counted) = (1u32, 0usize);
        let mut lines: Vec<(u32, u32)> = Vec::with_capacity(places.len());
        for (at, number) in places {
            line += memchr::memchr_iter(b'\n', &bytes[counted..at]).count() as u32;
            counted = at;
            lines.push((number, line));
        }
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    /// Share of the texts that have a line.
    pub(super) fn share(&self, lines: &[(u32, u32)]) -> f32 {
        let mut numbers: Vec<u32> = lines.iter().map(|(number, _)| *number).collect();
        numbers.dedup();
        numbers.len() as f32 / self.texts.len().max(1) as f32
    }

    fn find(&self, anchor: &Anchor, bytes: &[u8], places: &mut Vec<(usize, u32)>) {
        let mut left: Vec<usize> = vec![PLACES; anchor.uses.len()];
        let mut from = 0;
        while let Some(found) = anchor.finder.find(Input::new(bytes).range(from..)) {
            let at = found.start();
            from = at + 1;
            for ((number, word), left) in anchor.uses.iter().zip(&mut left) {
                if *left == 0 {
                    continue;
                }
                if let Some(start) = self.texts[*number].around(bytes, at, anchor.length, *word) {
                    places.push((start, *number as u32));
                    *left -= 1;
                }
            }
            if left.iter().all(|left| *left == 0) {
                return;
            }
        }
    }
}

impl Text {
    /// Where the text begins whose word number `word` stands at `at`, if it does.
    fn around(&self, bytes: &[u8], at: usize, length: usize, word: usize) -> Option<usize> {
        let (mut start, mut end) = (at, at + length);
        for before in self.words[..word].iter().rev() {
            let gap = bytes[..start].iter().rev().take_while(|b| b.is_ascii_whitespace()).count();
            let from = start.checked_sub(gap + before.len()).filter(|_| gap > 0)?;
            same(&bytes[from..start - gap], before)?;
            start = from;
        }
        for behind in &self.words[word + 1..] {
            let gap = bytes[end..].iter().take_while(|b| b.is_ascii_whitespace()).count();
            let from = end + gap;
            same(bytes.get(from..from + behind.len()).filter(|_| gap > 0)?, behind)?;
            end = from + behind.len();
        }
        (!self.whole || is_border(bytes, start) && is_border(bytes, end)).then_some(start)
    }
}

fn same(bytes: &[u8], word: &[u8]) -> Option<()> {
    bytes.eq_ignore_ascii_case(word).then_some(())
}

/// Whether no two ASCII letters or digits meet at an offset.
fn is_border(bytes: &[u8], at: usize) -> bool {
    let is_word =
        |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_alphanumeric);
    !(is_word(at.checked_sub(1)) && is_word(Some(at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(texts: &[&str], whole: bool, bytes: &str) -> Vec<(u32, u32)> {
        let pattern = |text: &&str| Pattern { text: (*text).to_owned(), whole };
        let patterns: Vec<Pattern> = texts.iter().map(pattern).collect();
        Matcher::new(&patterns).expect("a matcher").lines(bytes.as_bytes())
    }

    #[test]
    fn case_and_kind_of_white_space_do_not_count() {
        let text = "a\nb = \"Could  NOT\r\n\tconnect\"\n";
        assert_eq!(lines(&["could not connect"], false, text), [(0, 2)]);
        assert!(lines(&["could notconnect"], false, text).is_empty());
        assert!(lines(&["could_not connect"], false, text).is_empty());
    }

    #[test]
    fn a_text_may_begin_and_end_inside_words() {
        assert_eq!(lines(&["uld not con"], false, "could not connect"), [(0, 1)]);
        assert!(lines(&["uld not con"], true, "could not connect").is_empty());
        assert_eq!(lines(&["x9_k"], true, "a\nmy_x9_k(1) x9_kk"), [(0, 2)]);
        assert_eq!(lines(&["größe"], true, "die größe"), [(0, 1)]);
    }

    #[test]
    fn what_only_begins_alike_does_not_hide_a_match() {
        assert_eq!(lines(&["bab c"], false, "babab c"), [(0, 1)]);
        assert_eq!(lines(&["a b a c"], false, "a b a b a c"), [(0, 1)]);
    }

    #[test]
    fn several_texts_and_few_places_of_each() {
        let text = "one two\n".repeat(20) + "two three\n";
        let found = lines(&["one two", "two three", "four"], false, &text);
        assert_eq!(found.iter().filter(|(number, _)| *number == 0).count(), PLACES);
        assert_eq!(found.last(), Some(&(1, 21)));
        let pattern = |text: &str| Pattern { text: text.to_owned(), whole: false };
        let matcher = Matcher::new(&["one two", "two three", "four"].map(pattern)).expect("made");
        assert!((matcher.share(&found) - 2.0 / 3.0).abs() < 1e-6);
    }

    #[test]
    fn edges_of_the_bytes() {
        assert!(lines(&["a b"], false, "a ").is_empty());
        assert!(lines(&["a b"], false, " b").is_empty());
        assert!(lines(&["a b"], false, "").is_empty());
        assert!(lines(&["  "], false, "a b").is_empty());
        assert_eq!(lines(&["a b"], false, "a b"), [(0, 1)]);
    }
}
