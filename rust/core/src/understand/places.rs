//! Files that a query names: `src/foo/bar.py`, `bar.py:120`, `File "bar.py", line 120`.

use crate::language;

/// A file as a query names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// With `/`, without `./` in front and `/` at the end; case as typed.
    pub path: String,
    /// The line, when one is named; 1-based.
    pub line: Option<u32>,
}

/// A word of the query that may name a file.
pub(super) struct Named {
    pub(super) place: Place,
    /// The end of the name is one that files have, so that it is no alternative (`and/or`).
    pub(super) sure: bool,
}

/// What stands around a path in a text, and is no part of it.
const AROUND: &str = "\"'`<>()[]{},;:.!?";

/// Files that the words of `text` may name, in order, and whether there is nothing else in it.
pub(super) fn named(text: &str) -> (Vec<Named>, bool) {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut found: Vec<Named> = Vec::new();
    let mut only = !words.is_empty();
    let mut at = 0;
    while at < words.len() {
        let one = read(words[at]);
        at += 1;
        only &= one.is_some();
        let Some(mut one) = one else { continue };
        if one.place.line.is_none() {
            let (line, taken) = line_behind(&words[at..]);
            one.place.line = line;
            at += taken;
        }
        found.push(one);
    }
    (found, only)
}

/// `line 12` or `, line 12,` behind a path, and how many words that takes.
fn line_behind(words: &[&str]) -> (Option<u32>, usize) {
    let comma = usize::from(words.first() == Some(&","));
    let Some(["line" | "Line", number, ..]) = words.get(comma..) else { return (None, 0) };
    let line = number.trim_end_matches([',', ':', '.', ')']).parse().ok().filter(|line| *line > 0);
    (line, if line.is_some() { comma + 2 } else { 0 })
}

fn read(word: &str) -> Option<Named> {
    if word.contains("://") || word.contains("::") {
        return None;
    }
    let word = word.trim_start_matches(|c| c != '.' && c != '[' && AROUND.contains(c));
    let (path, line) = split_line(word);
    let slashed = path.replace('\\', "/");
    let clean = slashed.trim_start_matches("./").trim_end_matches('/');
    let base = clean.rsplit('/').next()?;
    let fits = |c: char| c.is_alphanumeric() || "_-.+@~/$[]#".contains(c);
    if !clean.chars().all(fits) || !clean.contains(char::is_alphanumeric) || clean.contains("//") {
        return None;
    }
    let has_slash = clean.trim_start_matches('/').contains('/');
    // The language table is not asked about every word of a question.
    let may_be = has_slash || base.contains('.') || base.to_lowercase().ends_with("file");
    let sure = may_be && is_file_name(base);
    // "5/6" and "w/" are no paths.
    let is_path = has_slash
        && clean.split('/').any(|part| part.chars().count() > 1)
        && clean.contains(char::is_alphabetic);
    let place = Place { path: clean.to_owned(), line };
    (sure || is_path).then_some(Named { place, sure })
}

/// `a.py:12`, `a.py:12:5`, `a.py:12-20`, `a.py#L12`, `a.py(12,5)`: the path and the line.
fn split_line(word: &str) -> (&str, Option<u32>) {
    let word = word.trim_end_matches(|c| c != ')' && c != ']' && AROUND.contains(c));
    for mark in [":", "#L", "("] {
        let Some((path, rest)) = word.split_once(mark) else { continue };
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let fits = |c: char| c.is_ascii_digit() || ":-,L#)".contains(c);
        if digits > 0 && rest.chars().all(fits) && !path.is_empty() {
            return (path, rest[..digits].parse().ok().filter(|line| *line > 0));
        }
    }
    (word.trim_end_matches([')', ']']), None)
}

/// Whether files are called so: by an extension of the language table, or by their whole name.
fn is_file_name(base: &str) -> bool {
    let bytes = base.as_bytes();
    // A number behind a dot is a version, not a page of a manual.
    let version = bytes.last().is_some_and(u8::is_ascii_digit);
    !version && base.len() > 2 && language::name_by_path(base).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str) -> Vec<(String, Option<u32>, bool)> {
        let found = named(text).0.into_iter();
        found.map(|one| (one.place.path, one.place.line, one.sure)).collect()
    }

    fn one(text: &str) -> (String, Option<u32>, bool) {
        places(text).pop().expect("a place")
    }

    #[test]
    fn paths_and_lines_in_their_spellings() {
        let line = |text: &str| one(text).1;
        assert_eq!(one("src/foo/bar.py"), ("src/foo/bar.py".to_owned(), None, true));
        assert_eq!(one("./src\\foo\\bar.py:7"), ("src/foo/bar.py".to_owned(), Some(7), true));
        for text in ["bar.py:120", "bar.py:120:5", "bar.py:120-130", "bar.py#L120", "bar.py(120,5)"]
        {
            assert_eq!(one(text), ("bar.py".to_owned(), Some(120), true), "{text}");
        }
        assert_eq!(line("File \"/a/bar.py\", line 12, in run"), Some(12));
        assert_eq!(line("File  bar.py , line 12, in run"), Some(12));
        assert_eq!(line("(bar.py:12)"), Some(12));
        assert_eq!(line("bar.py:"), None);
        assert_eq!(one("Makefile").0, "Makefile");
        assert_eq!(one("app/[id]/page.tsx").0, "app/[id]/page.tsx");
        assert_eq!(one("shop/pricing"), ("shop/pricing".to_owned(), None, false));
    }

    #[test]
    fn what_looks_alike_is_none() {
        for text in "std::vector http://x/y.py a.b Basket.add_item 5/6 v1.2 3.14 e.g. x 1/2 w/ // \
            . / foo a=b/c.py"
            .split(' ')
        {
            assert!(places(text).is_empty(), "{text}");
        }
        assert!(!one("and/or").2);
    }

    #[test]
    fn nothing_else_means_every_word() {
        assert!(named("a.py b/c.rs:4").1);
        assert!(named("a.py line 12").1);
        assert!(!named("README.md checkout").1);
        assert!(!named("").1);
    }
}
