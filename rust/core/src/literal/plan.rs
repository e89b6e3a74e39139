//! What to look for, and whether it is worth it.

use crate::recall::Candidates;
use crate::terms;
use crate::understand::{Intent, QueryTerm, TermKind, Understood, key_terms};

/// Bounds of one scan.
const PHRASES: usize = 8;
const WINDOWS: usize = 16;
const UNKNOWN: usize = 4;
/// A message is looked for by runs of so many words: the words around a value that was filled in
/// are those of the source.
const WINDOW: usize = 3;
/// A question with more unknown words than this is in another language than the tree.
const UNKNOWN_IN_QUESTION: usize = 2;

/// A text to look for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// Words with white space between.
    pub text: String,
    /// Letters and digits must end where the text ends.
    pub whole: bool,
}

/// What a scan looks for; nothing when it is not worth it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// The texts, each once.
    pub patterns: Vec<Pattern>,
}

/// Plans the scan of a query that was recalled once.
///
/// Texts between quotes; else the runs of words of a copied message, and words that no posting of
/// the chart holds. A question of known words gives nothing.
pub fn plan(query: &Understood, found: &Candidates) -> Plan {
    let mut plan = Plan::default();
    for phrase in query.phrases.iter().filter(|phrase| !is_place(query, phrase)) {
        plan.add(phrase, false, PHRASES);
    }
    if !plan.patterns.is_empty() {
        return plan;
    }
    if query.intent == Intent::Error {
        for window in windows(&query.plain) {
            plan.add(&window, false, WINDOWS);
        }
    }
    let most = plan.patterns.len() + UNKNOWN;
    for word in unknown(query, found) {
        plan.add(word, true, most);
    }
    plan
}

impl Plan {
    fn add(&mut self, text: &str, whole: bool, most: usize) {
        let pattern = Pattern { text: text.to_owned(), whole };
        if self.patterns.len() < most && !self.patterns.contains(&pattern) {
            self.patterns.push(pattern);
        }
    }
}

/// Whether a phrase is a file's name in a message, with its line behind.
fn is_place(query: &Understood, phrase: &str) -> bool {
    query.places.iter().any(|place| place.line.is_some() && phrase.ends_with(&place.path))
}

/// Three successive words of a message at a time, between what is not words: numbers, values in
/// quotes or brackets, and behind a colon.
fn windows(plain: &str) -> Vec<String> {
    let mut runs: Vec<Vec<&str>> = vec![Vec::new()];
    for word in plain.split_whitespace() {
        let bare = word.trim_end_matches([':', ';', '.', '!', ')']);
        let fits = |c: char| c.is_alphabetic() || "-_,'".contains(c);
        let is_word = bare.starts_with(char::is_alphabetic)
            && bare.chars().all(fits)
            && !bare.ends_with('\'');
        if is_word && let Some(run) = runs.last_mut() {
            run.push(bare);
        }
        if !is_word || bare.len() < word.len() {
            runs.push(Vec::new());
        }
    }
    // Of two words both must say something ("at port" is everywhere), of three one.
    let telling = |words: &&[&str]| {
        let says = |word: &&&str| word.len() > 3 && !terms::is_stop(&word.to_lowercase());
        words.iter().filter(says).count() > usize::from(words.len() == 2)
    };
    let several = runs.iter().filter(|run| run.len() > 1);
    several
        .flat_map(|run| run.windows(WINDOW.min(run.len())))
        .filter(telling)
        .map(|words| words.join(" "))
        .collect()
}

/// Words of the query that nothing in the chart holds.
fn unknown<'a>(query: &'a Understood, found: &Candidates) -> Vec<&'a str> {
    let is_known = |word: &str| key_terms(word).iter().all(|term| holds(query, found, term));
    let is_asked = |word: &&str| {
        word.chars().count() > 2 && !terms::is_stop(&word.to_lowercase()) && !is_known(word)
    };
    let words: Vec<&str> = terms::words(&query.plain).filter(is_asked).collect();
    let is_name = |word: &&str| query.identifiers.iter().any(|name| name.contains(*word));
    if query.intent == Intent::Natural && words.len() > UNKNOWN_IN_QUESTION {
        return words.into_iter().filter(is_name).collect();
    }
    words
}

/// Whether the chart holds a term; one that was not looked up counts as held.
fn holds(query: &Understood, found: &Candidates, text: &str) -> bool {
    let at = query.terms.iter().position(|term| term.text == text);
    let Some(at) = at else { return true };
    let begins_alike = |term: &QueryTerm| term.kind == TermKind::Part && !term.prefixes.is_empty();
    found.terms.get(at).is_none_or(|hits| hits.files_with > 0) || begins_alike(&query.terms[at])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::TermHits;
    use crate::understand::understand;

    /// The texts for a chart that holds these terms.
    fn texts(text: &str, held: &[&str]) -> Vec<String> {
        let query = understand(text);
        let hits = |term: &QueryTerm| TermHits {
            files_with: u32::from(held.contains(&term.text.as_str())),
            ..TermHits::default()
        };
        let found =
            Candidates { terms: query.terms.iter().map(hits).collect(), ..Candidates::default() };
        plan(&query, &found).patterns.into_iter().map(|pattern| pattern.text).collect()
    }

    #[test]
    fn a_question_of_known_words_is_no_reason_to_read_the_tree() {
        let held = ["retry", "policy", "read", "http", "client", "httpclient"];
        assert!(texts("where is the retry policy read", &held).is_empty());
        assert!(texts("HTTPClient retry", &held).is_empty());
        assert!(texts("", &[]).is_empty());
    }

    #[test]
    fn phrases_go_before_all_else() {
        assert_eq!(texts("\"could not connect\" frob", &[]), ["could not connect"]);
        assert_eq!(texts("\"a b\" \"c d\" \"a b\"", &[]), ["a b", "c d"]);
    }

    #[test]
    fn unknown_words_are_looked_for_as_typed() {
        assert_eq!(texts("frobnicate", &[]), ["frobnicate"]);
        assert_eq!(texts("http_client Ab12Cd", &["http", "client"]), ["http_client", "Ab12Cd"]);
        assert_eq!(texts("where is the frob read", &["read"]), ["frob"]);
    }

    #[test]
    fn a_question_in_another_language_is_looked_for_by_its_names_only() {
        assert!(texts("wo werden die verbindungen zur datenbank geschlossen", &[]).is_empty());
        assert_eq!(texts("wo wird fooBarBaz zur datenbank geschlossen", &[]), ["fooBarBaz"]);
    }

    #[test]
    fn messages_are_cut_at_what_was_filled_in() {
        assert_eq!(
            windows("ERROR 12:00:01 could not connect to 'db' at port 5432: connection refused"),
            ["could not connect", "not connect to", "connection refused"]
        );
        assert!(windows("ValueError: 12").is_empty());
        assert_eq!(
            texts("File \"app.py\", line 3: could not open socket", &["could"])[0],
            "could not open"
        );
    }
}
