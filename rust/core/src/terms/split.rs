//! Splits a word where its writer did: at underscores, case changes and digits.

/// At most this many parts of a word count; longer words are data, not names.
const MOST_PARTS: usize = 12;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Case {
    Upper,
    Lower,
    Digit,
    /// A letter without case.
    Plain,
    None,
}

fn case(c: char) -> Case {
    match c {
        'a'..='z' => Case::Lower,
        'A'..='Z' => Case::Upper,
        '0'..='9' => Case::Digit,
        _ if c.is_ascii() => Case::None,
        _ if c.is_uppercase() => Case::Upper,
        _ if c.is_lowercase() => Case::Lower,
        _ if c.is_numeric() => Case::Digit,
        _ if c.is_alphabetic() => Case::Plain,
        _ => Case::None,
    }
}

/// The lower-case parts of a word, not stemmed, at most 12: `HTTPServer2` → http, server, 2.
pub fn split(word: &str) -> Vec<String> {
    if word.bytes().all(|b| b.is_ascii_lowercase()) {
        return if word.is_empty() { Vec::new() } else { vec![word.to_owned()] };
    }
    let mut parts = Vec::new();
    let mut rest = word;
    while parts.len() < MOST_PARTS {
        let Some(part) = next_part(&mut rest) else { break };
        parts.push(part.to_lowercase());
    }
    parts
}

/// Cuts the next part off `rest`; an upper-case run leaves its last letter to a lower-case run.
fn next_part<'a>(rest: &mut &'a str) -> Option<&'a str> {
    let start = rest.find(|c| case(c) != Case::None)?;
    let text = &rest[start..];
    let first = case(text.chars().next()?);
    let mut end = run_end(text, first);
    if first == Case::Upper {
        let lower = run_end(&text[end..], Case::Lower);
        let last = text[..end].chars().next_back().map_or(0, char::len_utf8);
        match lower {
            0 => {}
            _ if last == end => end += lower,
            _ => end -= last,
        }
    }
    let (part, after) = text.split_at(end);
    *rest = after;
    Some(part)
}

fn run_end(text: &str, class: Case) -> usize {
    text.find(|c| case(c) != class).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_at_case_digits_and_underscores() {
        assert_eq!(split("HTTPServer2"), ["http", "server", "2"]);
        assert_eq!(split("getURLFromX509Cert"), ["get", "url", "from", "x", "509", "cert"]);
        assert_eq!(split("foo__bar_BAZ"), ["foo", "bar", "baz"]);
        assert_eq!(split("utf8"), ["utf", "8"]);
        assert_eq!(split("ABc"), ["a", "bc"]);
        assert_eq!(split("42"), ["42"]);
        assert!(split("").is_empty());
    }

    #[test]
    fn keeps_twelve_parts() {
        assert_eq!(split("aBcDeFgHiJkLmNoPqRsT").len(), 11);
        assert_eq!(split(&"aB".repeat(20)).len(), 12);
    }

    #[test]
    fn case_of_other_alphabets() {
        assert_eq!(split("НашКласс"), ["наш", "класс"]);
        assert_eq!(split("École"), ["école"]);
        assert_eq!(split("検索Server"), ["検索", "server"]);
    }
}
