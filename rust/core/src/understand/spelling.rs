//! What a misspelt word may mean: words of the chart that are one slip of the hand away.
//!
//! One slip is a letter too much, too few, another one, or two neighbours the other way round
//! (Damerau 1964). The first letter is taken to be right.

use crate::recall::Candidates;
use crate::understand::{QueryTerm, TermKind, Understood};

/// Shorter words have too many neighbours.
const LETTERS: usize = 4;
/// Of words this short only those with the same letters are taken.
const SHORT: usize = 5;
/// So many words of the chart may stand for one.
const MOST: usize = 2;

impl Understood {
    /// Stemmed words of letters that nothing in the chart holds or begins with.
    pub fn nowhere(&self, found: &Candidates) -> Vec<&str> {
        let is_nowhere = |(term, files): (&QueryTerm, u32)| {
            let longer = term.prefixes.iter().any(|other| other.starts_with(&term.text));
            term.kind == TermKind::Part && files == 0 && !longer
        };
        let is_word = |text: &&str| text.chars().all(char::is_alphabetic);
        let files = found.terms.iter().map(|hits| hits.files_with);
        let nowhere = self.terms.iter().zip(files).filter(|pair| is_nowhere(*pair));
        nowhere.map(|(term, _)| term.text.as_str()).filter(is_word).collect()
    }

    /// The same with other spellings: (term, word of the chart), counted as abbreviations are, and
    /// names of the chart that count as if they were written in the query.
    #[must_use]
    pub fn with_spellings(mut self, pairs: &[(String, String)], names: &[String]) -> Self {
        for (of, other) in pairs {
            for term in self.terms.iter_mut().filter(|term| term.text == *of) {
                if !term.abbreviations.contains(other) {
                    term.abbreviations.push(other.clone());
                    term.abbreviations.sort_unstable();
                }
            }
        }
        for name in names.iter().filter(|name| !name.is_empty()) {
            if !self.identifiers.contains(name) {
                self.identifiers.push(name.clone());
            }
        }
        self
    }
}

/// The words of `known` (with the number of files that have each) that are one slip from `word`:
/// those in most files, ties by their bytes.
pub fn spellings<'a>(word: &str, known: &'a [(String, u32)]) -> Vec<&'a str> {
    let word: Vec<char> = word.chars().collect();
    if word.len() < LETTERS {
        return Vec::new();
    }
    let mut near: Vec<(u32, &str)> = known
        .iter()
        .filter(|(other, _)| is_one_slip(&word, &other.chars().collect::<Vec<_>>()))
        .map(|(other, files)| (*files, other.as_str()))
        .collect();
    near.sort_by(|(a, x), (b, y)| b.cmp(a).then(x.cmp(y)));
    near.truncate(MOST);
    near.into_iter().map(|(_, other)| other).collect()
}

fn is_one_slip(a: &[char], b: &[char]) -> bool {
    let same = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a, b, short) = (&a[same..], &b[same..], a.len() < SHORT || b.len() < SHORT);
    let swapped = a.len() == b.len()
        && a.len() > 1
        && (a[0], a[1]) == (b[1], b[0])
        && a[2..] == b[2..]
        && a[0] != a[1];
    if same == 0 || short {
        return same > 0 && swapped;
    }
    match a.len().cmp(&b.len()) {
        std::cmp::Ordering::Equal => swapped || !a.is_empty() && a[1..] == b[1..],
        std::cmp::Ordering::Greater => a[1..] == *b,
        std::cmp::Ordering::Less => *a == b[1..],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::TermHits;
    use crate::understand::understand;

    fn is_near(a: &str, b: &str) -> bool {
        let chars = |text: &str| text.chars().collect::<Vec<_>>();
        let (one, other) = (chars(a), chars(b));
        assert_eq!(is_one_slip(&one, &other), is_one_slip(&other, &one), "{a} {b}");
        is_one_slip(&one, &other)
    }

    #[test]
    fn one_slip_is_one_edit_behind_the_first_letter() {
        for (a, b) in [
            ("clinet", "client"),
            ("conect", "connect"),
            ("connectt", "connect"),
            ("handlar", "handler"),
            ("pasr", "pars"),
            ("größe", "größa"),
        ] {
            assert!(is_near(a, b), "{a} {b}");
        }
        for (a, b) in [
            ("client", "client"),
            ("clinte", "client"),
            ("xlient", "client"),
            ("part", "pars"),
            ("color", "colour2x"),
            ("", "a"),
        ] {
            assert!(!is_near(a, b), "{a} {b}");
        }
    }

    #[test]
    fn the_commonest_spelling_comes_first() {
        let known = [("clienx", 1), ("client", 9), ("clienz", 1), ("cli", 40)];
        let known: Vec<(String, u32)> =
            known.iter().map(|(word, files)| ((*word).to_owned(), *files)).collect();
        assert_eq!(spellings("clienq", &known), ["client", "clienx"]);
    }

    #[test]
    fn only_words_that_are_nowhere_are_misspelt() {
        let query = understand("http clinet conf").with_prefixes(&[
            ("conf".to_owned(), "configur".to_owned()),
            ("clinet".to_owned(), "clin".to_owned()),
        ]);
        let hits = |term: &QueryTerm| TermHits {
            files_with: u32::from(term.text == "http"),
            ..TermHits::default()
        };
        let found =
            Candidates { terms: query.terms.iter().map(hits).collect(), ..Candidates::default() };
        assert_eq!(query.nowhere(&found), ["clinet"]);
        let pair = ("clinet".to_owned(), "client".to_owned());
        let with = query.with_spellings(&[pair], &["ClientPool".to_owned()]);
        let term = with.terms.iter().find(|term| term.text == "clinet").unwrap();
        assert_eq!(term.abbreviations, ["client"]);
        assert!(with.identifiers.contains(&"ClientPool".to_owned()));
    }
}
