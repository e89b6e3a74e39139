//! Stop words and abbreviations: the data file `words.toml`, ready for look-up.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Deserialize;

use super::stem;

#[derive(Deserialize, Default)]
struct Raw {
    stop: Vec<String>,
    abbreviations: Vec<Vec<String>>,
}

struct Lexicon {
    stop: FxHashSet<String>,
    abbreviations: FxHashMap<String, Vec<String>>,
}

/// The file is part of the build and a test reads it, so the default never comes up.
static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let raw: Raw = toml::from_str(include_str!("../../data/words.toml")).unwrap_or_default();
    Lexicon { stop: raw.stop.into_iter().collect(), abbreviations: link(&raw.abbreviations) }
});

/// Links each short form with its long forms, both ways; stemmed.
fn link(groups: &[Vec<String>]) -> FxHashMap<String, Vec<String>> {
    let mut links: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for group in groups {
        let mut stems = group.iter().map(|word| stem(word).into_owned());
        let Some(short) = stems.next() else { continue };
        for long in stems.filter(|long| *long != short) {
            links.entry(short.clone()).or_default().insert(long.clone());
            links.entry(long).or_default().insert(short.clone());
        }
    }
    links.into_iter().map(|(term, others)| (term, others.into_iter().collect())).collect()
}

/// Stemmed terms that abbreviate `term` (a stemmed term) or that it abbreviates, sorted.
pub fn abbreviations(term: &str) -> &'static [String] {
    LEXICON.abbreviations.get(term).map_or(&[], Vec::as_slice)
}

/// Whether a lower-case word says nothing in a query (`the`, `how`, `using`).
pub fn is_stop(word: &str) -> bool {
    LEXICON.stop.contains(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_file_is_whole() {
        assert!(LEXICON.stop.len() >= 120);
        assert!(LEXICON.abbreviations.len() >= 200);
        assert!(LEXICON.stop.iter().all(|w| w.bytes().all(|b| matches!(b, b'a'..=b'z' | b'\''))));
    }

    #[test]
    fn links_go_both_ways_but_not_between_long_forms() {
        let short = abbreviations(&stem("ctx"));
        assert_eq!(short, ["context"]);
        assert_eq!(abbreviations(&stem("contexts")), ["ctx"]);
        let authentication = abbreviations(&stem("authentication"));
        assert_eq!(authentication, ["auth"]);
        assert!(abbreviations("nothing of the kind").is_empty());
    }

    #[test]
    fn stop_words_are_lower_case() {
        assert!(is_stop("the") && is_stop("using"));
        assert!(!is_stop("parser") && !is_stop("The"));
    }
}
