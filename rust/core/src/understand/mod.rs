//! What a query asks for: `understand()` turns text into terms, identifiers and intents.
//!
//! Rules only, no model. Any text is a query: operators are taken out first ([`syntax`]), and of
//! the rest what is no letter or digit separates words.

mod filters;
mod intent;
mod places;
mod spelling;
mod syntax;

use std::collections::BTreeSet;

pub use filters::{Filter, Key, Unusable};
pub use intent::Intent;
pub use places::Place;
pub use spelling::spellings;

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
    /// The text without operators: the words and what stands between quotes.
    pub plain: String,
    /// What kind of question it is.
    pub intent: Intent,
    /// Quoted texts, as typed.
    pub phrases: Vec<String>,
    /// Words that must not be there.
    pub excluded: Vec<Excluded>,
    /// Filters in the text.
    pub filters: Vec<Filter>,
    /// Filters that are none, and stayed words.
    pub unusable: Vec<Unusable>,
    /// Files that it names and that come first: all of a query of kind path, those with a line of
    /// any other.
    pub places: Vec<Place>,
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

/// A word that must not be there, or several that must not be there together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excluded {
    /// As typed.
    pub text: String,
    /// The terms that a unit with it holds, all of them.
    pub terms: Vec<String>,
}

/// Understands a query.
///
/// Terms are, in the order of the words: the stemmed parts of a word; for an identifier of several
/// parts also its compounds; for two successive single words the two glued. A query of stop words
/// only keeps them all.
pub fn understand(text: &str) -> Understood {
    let read = syntax::read(text);
    let (intent, places) = classify(&read);
    let without_endings =
        read.plain.replace('\u{2019}', "'").replace("'s ", " ").replace("n't", " ");
    let words: Vec<&str> = terms::words(&without_endings).collect();
    let mut collected = Collector::default();
    collect_terms(&words, &mut collected);
    if collected.terms.is_empty() {
        // As written: "don't" is the words "don" and "t" in a text, too.
        for word in terms::words(&read.plain) {
            for part in &terms::terms_of(word).parts {
                collected.add(part, TermKind::Part);
            }
        }
    }
    let identifiers = identifiers(&read.plain);
    let squashed = identifiers.iter().map(|word| terms::squash(word)).collect();
    Understood {
        text: text.to_owned(),
        terms: collected.terms,
        squashed,
        identifiers,
        squashed_whole: squash_whole(&words),
        parts: long_parts(&words),
        words: lower_words(&read.plain),
        intent,
        places,
        excluded: read.excluded.into_iter().map(excluded).collect(),
        phrases: read.phrases,
        filters: read.filters,
        unusable: read.unusable,
        plain: read.plain,
    }
}

fn classify(read: &syntax::Syntax) -> (Intent, Vec<Place>) {
    let (named, only) = places::named(&read.plain);
    let intent = if only { Intent::Path } else { intent::intent(&read.plain, &read.phrases) };
    let counts = |one: &places::Named| only || one.sure && one.place.line.is_some();
    (intent, named.into_iter().filter(counts).map(|one| one.place).collect())
}

fn excluded(text: String) -> Excluded {
    let mut held: Vec<String> = terms::words(&text).flat_map(key_terms).collect();
    held.sort_unstable();
    held.dedup();
    Excluded { text, terms: held }
}

/// The terms that stand for a whole word: an identifier as one, its stem, or its pairs of letters
/// in a script without blanks.
pub(crate) fn key_terms(word: &str) -> Vec<String> {
    let found = terms::terms_of(word);
    if let Some(whole) = found.compounds.last() {
        return vec![whole.clone()];
    }
    let pairs = word.chars().next().is_some_and(terms::is_unspaced) && found.parts.len() > 1;
    let is_pair = |part: &String| !pairs || part.chars().count() == 2;
    found.parts.into_iter().filter(is_pair).collect()
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
        let excluded = self.excluded.iter().flat_map(|one| &one.terms);
        all.extend(excluded.map(|text| terms::hash(text).cast_signed()));
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
    for word in words.into_iter().flat_map(with_scripts_apart) {
        let name = word.trim_matches('$').to_owned();
        if (only || looks_like_identifier(word)) && !name.is_empty() && !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

/// The word, and what it has of letters between others of a script without blanks: in a sentence
/// of Han a name stands without blanks around it.
fn with_scripts_apart(word: &str) -> Vec<&str> {
    let mut all = vec![word];
    if word.contains(terms::is_unspaced) {
        all.extend(word.split(terms::is_unspaced).filter(|part| !part.is_empty()));
    }
    all
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
