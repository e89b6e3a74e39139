//! What may become a term, and what looks like a secret.

use std::ops::Range;

/// Whether a word of a string or a comment may become a term.
pub fn may_be_term(_word: &str) -> bool {
    true
}

/// Whether an identifier of code that the file does not declare may become a term: as
/// [`may_be_term`], but single letters pass, and long ones made of ordinary parts.
pub fn may_be_identifier(_word: &str) -> bool {
    true
}

/// Byte ranges of `text` that look like secrets: sorted, disjoint.
pub fn scan(_text: &str) -> Vec<Range<usize>> {
    Vec::new()
}
