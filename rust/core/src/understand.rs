//! What a query asks for: `understand()` turns text into terms, identifiers and intents.
//!
//! Rules only, no model. Any text is a query: what is no letter or digit separates words.

use std::collections::BTreeSet;

use crate::terms;

/// The most query terms that are looked up; further ones are dropped, the first are kept.
const MAX_TERMS: usize = 48;

/// How a term came about, which decides its weight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TermKind {
    /// A stemmed part of a word that is no stop word.
    Part,
    /// Neighbouring parts of one identifier, written as one.
    Compound,
    /// Two successive words of the query, written as one.
    Glue,
}

/// One term to look up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueryTerm {
    /// Stemmed, lower case.
    pub text: String,
    /// How it came about.
    pub kind: TermKind,
    /// Abbreviations and long forms of it, stemmed, sorted.
    pub abbreviations: Vec<String>,
    /// Terms of the chart's vocabulary of which one begins with the other, sorted.
    pub prefixes: Vec<String>,
}

/// A query after understanding.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Understood {
    /// The text as typed.
    pub text: String,
    /// Terms in the order of the query, each once.
    pub terms: Vec<QueryTerm>,
    /// Words that look like identifiers, as written.
    pub identifiers: Vec<String>,
    /// The identifiers in lower case without marks.
    pub squashed: Vec<String>,
    /// All words that are no stop words, as one, in lower case without marks.
    pub squashed_whole: String,
    /// Parts of three letters or more in lower case, not stemmed, longest first, each once.
    pub parts: Vec<String>,
    /// All words in lower case, for the intents; sorted.
    pub words: BTreeSet<String>,
}

/// Understands a query.
///
/// Terms are, in the order of the words: the stemmed parts of a word; for an identifier of several
/// parts also its compounds; for two successive single words the two glued. A query of stop words
/// only keeps them all.
pub fn understand(text: &str) -> Understood {
    let plain = text.replace('\u{2019}', "'").replace("'s ", " ").replace("n't", " ");
    let words: Vec<&str> = terms::words(&plain).collect();
    let mut collected = Collector::default();
    collect_terms(&words, &mut collected);
    if collected.terms.is_empty() {
        // As written: "don't" is the words "don" and "t" in a text, too.
        for word in terms::words(text) {
            for part in &terms::terms_of(word).parts {
                collected.add(part, TermKind::Part);
            }
        }
    }
    let identifiers = identifiers(text);
    let squashed = identifiers.iter().map(|word| terms::squash(word)).collect();
    Understood {
        text: text.to_owned(),
        terms: collected.terms,
        squashed,
        identifiers,
        squashed_whole: squash_whole(&words),
        parts: long_parts(&words),
        words: lower_words(text),
    }
}

impl Understood {
    /// Terms of four letters or more, of which the vocabulary may hold longer or shorter forms.
    pub fn prefix_terms(&self) -> Vec<&str> {
        let long = |term: &&QueryTerm| {
            term.text.chars().count() >= 4 && term.text.chars().all(char::is_alphabetic)
        };
        self.terms.iter().filter(long).map(|term| term.text.as_str()).collect()
    }

    /// The same with pairs of (query term, vocabulary term) of which one begins with the other.
    #[must_use]
    pub fn with_prefixes(mut self, pairs: &[(String, String)]) -> Self {
        for term in &mut self.terms {
            let fits = |other: &String| *other != term.text && !term.abbreviations.contains(other);
            let found: BTreeSet<&String> = pairs
                .iter()
                .filter(|(of, other)| *of == term.text && fits(other))
                .map(|(_, other)| other)
                .collect();
            term.prefixes = found.into_iter().cloned().collect();
        }
        self
    }

    /// Hashes of all terms whose postings ranking reads, ascending as signed numbers.
    pub fn hashes(&self) -> Vec<i64> {
        let mut all: Vec<i64> = Vec::new();
        for term in &self.terms {
            let variants = term.abbreviations.iter().chain(&term.prefixes);
            all.extend(variants.chain([&term.text]).map(|text| terms::hash(text).cast_signed()));
        }
        let names = self.identifiers.iter().map(|name| terms::name_hash(name));
        let squashed = self.squashed.iter().map(|name| terms::squashed_hash(name));
        all.extend(names.chain(squashed).map(u64::cast_signed));
        all.sort_unstable();
        all.dedup();
        all
    }
}

#[derive(Default)]
struct Collector {
    terms: Vec<QueryTerm>,
    seen: BTreeSet<String>,
}

impl Collector {
    fn add(&mut self, text: &str, kind: TermKind) {
        if self.terms.len() >= MAX_TERMS || !self.seen.insert(text.to_owned()) {
            return;
        }
        self.terms.push(QueryTerm {
            text: text.to_owned(),
            kind,
            abbreviations: terms::abbreviations(text).to_vec(),
            prefixes: Vec::new(),
        });
    }
}

fn collect_terms(words: &[&str], into: &mut Collector) {
    let mut before: Option<String> = None;
    for word in words {
        let raw = terms::split(word);
        let found = terms::terms_of(word);
        if let [single] = raw.as_slice() {
            if terms::is_stop(single) {
                continue;
            }
            for part in &found.parts {
                into.add(part, TermKind::Part);
            }
            if let (Some(before), Some(part)) = (&before, found.parts.first()) {
                into.add(&format!("{before}{part}"), TermKind::Glue);
            }
            before = Some(single.clone());
        } else {
            for (part, raw) in found.parts.iter().zip(&raw) {
                if raw.chars().count() > 1 || raw.chars().all(char::is_numeric) {
                    into.add(part, TermKind::Part);
                }
            }
            for compound in &found.compounds {
                into.add(compound, TermKind::Compound);
            }
            before = None;
        }
    }
}

/// Words with an inner capital, an underscore or an acronym before a word; or the only word.
fn identifiers(text: &str) -> Vec<String> {
    let is_inner = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let words: Vec<&str> = text
        .split(|c: char| !(is_inner(c) || c == '!' || c == '?'))
        .map(|word| word.trim_start_matches(|c: char| c.is_numeric() || c == '!' || c == '?'))
        .filter(|word| !word.is_empty())
        .collect();
    let only = words.len() == 1;
    let mut found: Vec<String> = Vec::new();
    for word in words {
        let name = word.trim_matches('$').to_owned();
        if (only || looks_like_identifier(word)) && !name.is_empty() && !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

fn looks_like_identifier(word: &str) -> bool {
    let core: Vec<char> = word.trim_matches('_').chars().collect();
    let pair = |two: &[char]| {
        two[0] == '_' || (two[0].is_lowercase() || two[0].is_numeric()) && two[1].is_uppercase()
    };
    let acronym = |three: &[char]| {
        three[0].is_uppercase() && three[1].is_uppercase() && three[2].is_lowercase()
    };
    core.windows(2).any(pair) || core.windows(3).any(acronym)
}

fn squash_whole(words: &[&str]) -> String {
    let kept = words.iter().filter(|word| !terms::is_stop(&word.to_lowercase()));
    kept.map(|word| terms::squash(word)).collect()
}

fn long_parts(words: &[&str]) -> Vec<String> {
    let parts = words.iter().flat_map(|word| terms::split(word));
    let unique: BTreeSet<String> =
        parts.filter(|part| part.chars().count() > 2 && !terms::is_stop(part)).collect();
    let mut sorted: Vec<String> = unique.into_iter().collect();
    sorted.sort_by(|a, b| b.chars().count().cmp(&a.chars().count()).then(a.cmp(b)));
    sorted
}

fn lower_words(text: &str) -> BTreeSet<String> {
    let lower = text.to_lowercase();
    let spaced = lower.replace(['-', '_'], " ");
    let trim = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let mut words: BTreeSet<String> = spaced.split_whitespace().map(trim).collect();
    words.extend(lower.split_whitespace().map(trim));
    words
}

#[cfg(test)]
mod tests;
