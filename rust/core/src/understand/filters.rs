//! Filters in the text of a query: the keys and what is a value of each.

use globset::GlobBuilder;

use crate::language;
use crate::records::{Roles, UnitKind};

/// What a filter looks at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Key {
    /// The language of a file.
    Language,
    /// Its path, by glob.
    Path,
    /// The kind of a unit.
    Kind,
    /// The role of a file.
    Role,
    /// The end of its name.
    Extension,
}

impl Key {
    /// The spellings; the first of a key is its name.
    const SPELLINGS: [(&'static str, Key); 6] = [
        ("lang", Key::Language),
        ("path", Key::Path),
        ("in", Key::Path),
        ("kind", Key::Kind),
        ("role", Key::Role),
        ("ext", Key::Extension),
    ];

    /// The name, as it crosses the border.
    pub fn name(self) -> &'static str {
        Self::SPELLINGS.iter().find(|(_, key)| *key == self).map_or("", |(name, _)| name)
    }

    /// The key of a name.
    pub fn from_name(name: &str) -> Option<Key> {
        Self::SPELLINGS.iter().find(|(known, _)| *known == name).map(|(_, key)| *key)
    }

    /// All values, for a key that has a list of them; empty otherwise.
    pub fn values(self) -> Vec<&'static str> {
        match self {
            Key::Language => language::all().iter().map(language::Language::name).collect(),
            Key::Kind => UnitKind::NAMES.iter().map(|(_, name)| *name).collect(),
            Key::Role => {
                let names = Roles::NAMES.iter().map(|(_, name)| *name);
                std::iter::once("impl").chain(names).collect()
            }
            Key::Path | Key::Extension => Vec::new(),
        }
    }

    /// The value as the scope takes it; `None` when it is none.
    fn usable(self, value: &str) -> Option<String> {
        let lower = value.to_lowercase();
        match self {
            Key::Language => language_of(&lower).map(str::to_owned),
            Key::Kind | Key::Role => self.values().contains(&lower.as_str()).then_some(lower),
            Key::Path => is_glob(value).then(|| value.to_owned()),
            Key::Extension => {
                let bare = lower.trim_start_matches('.');
                let fits = |c: char| c.is_alphanumeric() || "._+-".contains(c);
                (!bare.is_empty() && bare.chars().all(fits)).then(|| bare.to_owned())
            }
        }
    }
}

/// A filter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filter {
    /// What it looks at.
    pub key: Key,
    /// A value of the key: names in lower case, a glob as typed, an extension without dot.
    pub value: String,
    /// Only what does *not* fit.
    pub negated: bool,
}

/// A known key with a value that is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unusable {
    /// As typed.
    pub word: String,
    /// The key.
    pub key: Key,
    /// Its value, as typed.
    pub value: String,
}

/// What a word is.
pub(super) enum Reading {
    Filter(Filter),
    Unusable(Key, String),
    Words,
}

/// Reads one word, without quotes around the value.
pub(super) fn read(word: &str) -> Reading {
    let (negated, bare) = word.strip_prefix('-').map_or((false, word), |bare| (true, bare));
    let Some((name, value)) = bare.split_once(':') else { return Reading::Words };
    // `path::Path` is a name in code.
    let Some(key) = Key::from_name(name).filter(|_| !value.is_empty() && !value.starts_with(':'))
    else {
        return Reading::Words;
    };
    match key.usable(value) {
        Some(value) => Reading::Filter(Filter { key, value, negated }),
        None => Reading::Unusable(key, value.to_owned()),
    }
}

/// A language by its name or by an extension of its files: `rs`, `py`.
fn language_of(value: &str) -> Option<&'static str> {
    let named = format!("x.{value}");
    let by_extension = || {
        let is_extension = !value.contains(['.', '/']);
        is_extension.then(|| language::detect(&named, &[])).flatten()
    };
    language::by_name(value).or_else(by_extension).map(language::Language::name)
}

fn is_glob(value: &str) -> bool {
    GlobBuilder::new(&value.replace('\\', "/")).literal_separator(true).build().is_ok()
}
