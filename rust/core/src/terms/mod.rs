//! Text to terms: what a word is, its parts, their stems, and the keys that postings use.
//!
//! Takes text or a word, gives terms. Index and query go through the same functions, so that
//! `user_name`, `userName` and `username` meet in one key.

/// The words of `text`, in order: a letter followed by letters, digits and inner underscores, or
/// a run of digits.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    spans(text).map(|(_, word)| word)
}

/// The words of `text` with their byte offsets.
pub fn spans(text: &str) -> Spans<'_> {
    Spans { text, at: 0 }
}

/// Iterator of [`spans`]: byte offset and word.
#[derive(Clone, Debug)]
pub struct Spans<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for Spans<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let _ = (self.text, self.at);
        None
    }
}

/// The lower-case parts of a word, not stemmed, at most 12: `HTTPServer2` → http, server, 2.
pub fn split(_word: &str) -> Vec<String> {
    Vec::new()
}

/// The stem of a lower-case part.
pub fn stem(part: &str) -> std::borrow::Cow<'_, str> {
    part.into()
}

/// The terms of one word.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Terms {
    /// Stemmed parts, in order; then the bigrams of runs of Han, kana or Hangul.
    pub parts: Vec<String>,
    /// Neighbouring parts glued (raw + stem), then the whole word if it has three parts or more.
    pub compounds: Vec<String>,
}

/// The terms of a word.
pub fn terms_of(_word: &str) -> Terms {
    Terms::default()
}

/// The key of a term in the postings: 48 significant bits, in the upper part of the number.
pub fn hash(_term: &str) -> u64 {
    0
}

/// The key of a whole declared name, as written.
pub fn name_hash(_name: &str) -> u64 {
    0
}

/// The key of a declared name by its [`squash`]ed form.
pub fn squashed_hash(_name: &str) -> u64 {
    0
}

/// Lower case, without `_` and other marks: `Foo_bar!` → foobar.
pub fn squash(name: &str) -> String {
    name.to_owned()
}

/// Stemmed terms that abbreviate `term` (a stemmed term) or that it abbreviates, sorted.
pub fn abbreviations(_term: &str) -> &'static [String] {
    &[]
}

/// Whether a lower-case word says nothing in a query (`the`, `how`, `using`).
pub fn is_stop(_word: &str) -> bool {
    false
}
