//! `vocabulary()`: the terms that are kept as text, for query terms that begin alike.
//!
//! Takes paths and declared names as the chart has them, so that what a file brought in can be
//! told again from its rows when it leaves.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use crate::postings::path_fields;
use crate::terms;

/// Terms are at least so long, since shorter ones are no variants.
const LETTERS: usize = 4;

/// A file as the chart has it: its path and the names of its units, empty ones among them.
pub type Declared = (String, Vec<String>);

/// Stemmed all-letter parts of declared names and path words of 4 letters or more, sorted, with
/// the number of files that have each.
pub fn vocabulary(files: &[Declared]) -> Vec<(String, u32)> {
    let each: Vec<BTreeSet<String>> = files.par_iter().map(of_file).collect();
    let mut counts = BTreeMap::new();
    for term in each.into_iter().flatten() {
        *counts.entry(term).or_insert(0) += 1;
    }
    counts.into_iter().collect()
}

fn of_file((path, names): &Declared) -> BTreeSet<String> {
    let fields = path_fields(path);
    let texts = fields.iter().map(AsRef::as_ref).chain(names.iter().map(String::as_str));
    let words: BTreeSet<&str> = texts.flat_map(terms::words).collect();
    let parts = words.into_iter().flat_map(|word| terms::terms_of(word).parts);
    parts.filter(|part| is_kept(part)).collect()
}

fn is_kept(part: &str) -> bool {
    part.chars().count() >= LETTERS && part.chars().all(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_files_and_keeps_long_words_of_names_and_paths() {
        let file = |path: &str, names: &[&str]| {
            (path.to_owned(), names.iter().map(|name| (*name).to_owned()).collect())
        };
        let found = vocabulary(&[
            file("lib/paint.py", &["paintCanvas", "paint", "", "fn2"]),
            file("lib/canvas.py", &["run"]),
        ]);
        let expected = [("canva", 2), ("paint", 1)];
        let found: Vec<_> = found.iter().map(|(term, files)| (term.as_str(), *files)).collect();
        assert_eq!(found, expected);
    }
}
