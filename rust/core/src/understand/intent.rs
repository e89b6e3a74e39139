//! What kind of question a query is, by rules.

use std::sync::OnceLock;

use regex::bytes::Regex;

use crate::understand::looks_like_identifier;

/// The kind of a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Intent {
    /// A name: one word, or words that all look like identifiers.
    Symbol,
    /// Nothing but names of files.
    Path,
    /// A message: in quotes, or copied from a log or a terminal.
    Error,
    /// Anything else.
    #[default]
    Natural,
}

impl Intent {
    /// The name, as it crosses the border.
    pub fn name(self) -> &'static str {
        match self {
            Intent::Symbol => "symbol",
            Intent::Path => "path",
            Intent::Error => "error",
            Intent::Natural => "natural",
        }
    }
}

/// Tells the kind of a query that is more than names of files.
pub(super) fn intent(plain: &str, phrases: &[String]) -> Intent {
    let sentence = phrases.iter().any(|phrase| phrase.contains(char::is_whitespace));
    if sentence || is_message(plain) {
        Intent::Error
    } else if is_name(plain) {
        Intent::Symbol
    } else {
        Intent::Natural
    }
}

/// Each of these alone makes a message.
const STRONG: &str = r"(?x-u)
    \b[\w.]*(?:Error|Exception|Panic|Fault)\b\s*[:(]          # ValueError: …
  | (?:^|[\s\[(])(?i:error|fatal|panic|warning|exception)(?:\[\w+\])?:\s   # error[E0277]: …
  | ^\W*(?:ERROR|FATAL|WARN|WARNING|CRITICAL|PANIC)\b       # levels of logs
  | \bTraceback\ \(most\ recent | \bFile\s+\S+\s*,\s+line\ \d | \bpanicked\ at\b | ^\s*Caused\ by: | \bException\ in\ thread
  | \b\d{2}:\d{2}:\d{2}\b                                   # a time of day
";
/// Two of these make one.
const WEAK: &str = r"(?x-u)
    \b0x[0-9a-fA-F]{2,}\b
  | \b\d{3,}\b
  | \w:\s+\S
  | '[^']+'
  | \[[^\]]*\d[^\]]*\]
  | \b(?:errno|exit\ code|status\ code|code)\s+-?\d+
";

fn is_message(plain: &str) -> bool {
    static RULES: OnceLock<Option<[Regex; 2]>> = OnceLock::new();
    // Without a mark or a digit no rule fits, and most queries have neither.
    let may = |c: char| c.is_ascii_digit() || ":'([".contains(c);
    let loud = |word: &str| word.len() > 3 && word.chars().all(|c| c.is_ascii_uppercase());
    if !plain.contains(may) && !plain.split_whitespace().any(loud) && !plain.contains("panicked") {
        return false;
    }
    let make = || Some([Regex::new(STRONG).ok()?, Regex::new(WEAK).ok()?]);
    // A test makes sure that both compile.
    let Some([strong, weak]) = RULES.get_or_init(make) else { return false };
    let words = plain.split_whitespace().count();
    words > 1
        && (strong.is_match(plain.as_bytes())
            || words > 2 && weak.find_iter(plain.as_bytes()).nth(1).is_some())
}

fn is_name(plain: &str) -> bool {
    let words: Vec<&str> = plain.split_whitespace().collect();
    match words.as_slice() {
        [] => false,
        [word] => word.contains(char::is_alphanumeric),
        several => several.iter().all(|word| looks_like_identifier(word)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_compile() {
        assert!(Regex::new(STRONG).is_ok() && Regex::new(WEAK).is_ok());
    }

    #[test]
    fn messages() {
        for text in [
            "ValueError: could not convert string to float",
            "java.lang.NullPointerException: x",
            "error[E0277]: the trait bound is not satisfied",
            "thread 'main' panicked at src/main.rs:4",
            "2026-01-02 10:11:12 worker stopped",
            "ERROR could not connect",
            "segfault at 0x7ffe03 in block 512",
            "Traceback (most recent call last)",
            "File  app.py , line 3, in run",
            "connection to '10.0.0.1' failed: timed out",
            "dial tcp: lookup failed with code 113",
        ] {
            assert_eq!(intent(text, &[]), Intent::Error, "{text}");
        }
        assert_eq!(intent("could not connect", &["could not connect".to_owned()]), Intent::Error);
    }

    #[test]
    fn names_and_questions() {
        for text in ["HTTPClient", "router", "Basket.add_item", "std::vector", "open_file readAll"]
        {
            assert_eq!(intent(text, &[]), Intent::Symbol, "{text}");
        }
        for text in [
            "how does the router handle HTTP 404 responses",
            "where is the error handled",
            "what does HTTPClient do",
            "IO ERROR handling",
            "how it's done",
            "convert f64 to u32 (lossy)",
            "",
        ] {
            assert_eq!(intent(text, &[]), Intent::Natural, "{text}");
        }
        assert_eq!(intent("router", &["router".to_owned()]), Intent::Symbol);
    }
}
