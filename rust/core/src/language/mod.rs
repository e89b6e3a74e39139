//! The languages: what they are called, which files are theirs, their grammar and queries.
//!
//! Takes a path and the head of a file, gives a [`Language`]. All knowledge is data: the tables in
//! `languages.toml` and the folders in `queries/`; a line in `grammars` ties a name to a grammar.

mod detect;
mod grammars;
pub(crate) mod queries;
mod table;

use std::collections::BTreeMap;
use std::sync::OnceLock;

pub(crate) use detect::has_scripts;
pub use detect::{detect, name_by_path, text_kind};
use queries::{Compiled, QueryFile};
pub(crate) use table::Visibility;
use table::{Row, table};

use crate::error::{Error, Result};

/// A language with a grammar.
#[derive(Debug)]
pub struct Language {
    row: Row,
    grammar: tree_sitter::Language,
    query: OnceLock<std::result::Result<Compiled, String>>,
}

impl Language {
    /// Name in the language table: lower case, `cpp`, `csharp`.
    pub fn name(&self) -> &str {
        &self.row.name
    }

    /// File name extensions without dot.
    pub fn extensions(&self) -> &[String] {
        &self.row.extensions
    }

    /// Compiles each query file by itself, to find damage early and to name it well.
    ///
    /// # Errors
    /// [`Error::Damaged`], naming the file and the capture or the place.
    pub fn check(&self) -> Result<()> {
        for file in [QueryFile::Tags, QueryFile::Imports] {
            let source = joined_source(&self.row, file);
            queries::compile(self.name(), Some(file), &self.grammar, &source)?;
        }
        self.query().map(|_| ())
    }

    pub(crate) fn grammar(&self) -> &tree_sitter::Language {
        &self.grammar
    }

    pub(crate) fn row(&self) -> &Row {
        &self.row
    }

    /// Tags and imports as one query, compiled at the first use: one walk over a tree is cheaper than two.
    pub(crate) fn query(&self) -> Result<&Compiled> {
        let compiled = self.query.get_or_init(|| {
            let tags = joined_source(&self.row, QueryFile::Tags);
            let source = tags + &joined_source(&self.row, QueryFile::Imports);
            queries::compile(self.name(), None, &self.grammar, &source).map_err(|e| e.to_string())
        });
        compiled.as_ref().map_err(|reason| Error::Damaged {
            what: format!("language {}", self.name()),
            reason: reason.clone(),
        })
    }
}

/// All languages with a grammar, sorted by name.
pub fn all() -> &'static [Language] {
    static LANGUAGES: OnceLock<Vec<Language>> = OnceLock::new();
    LANGUAGES.get_or_init(|| table().language.iter().filter_map(with_grammar).collect())
}

/// The language of that name.
pub fn by_name(name: &str) -> Option<&'static Language> {
    let index = all().binary_search_by(|language| language.name().cmp(name)).ok()?;
    all().get(index)
}

/// Every word by which a language may be asked for, with its name: names, aliases, extensions.
/// Sorted; each word once.
pub fn names() -> Vec<(&'static str, &'static str)> {
    let mut known: BTreeMap<&str, &str> =
        all().iter().map(|language| (language.name(), language.name())).collect();
    for words in [|row: &'static Row| &row.aliases, |row: &'static Row| &row.extensions] {
        for language in all() {
            for word in words(&language.row) {
                known.entry(word).or_insert(language.name());
            }
        }
    }
    known.into_iter().collect()
}

fn with_grammar(row: &Row) -> Option<Language> {
    let make = grammars::find(&row.name)?.make?;
    Some(Language { row: row.clone(), grammar: make(), query: OnceLock::new() })
}

/// A language's own query, then its parent's, and so on: the earlier pattern wins.
fn joined_source(row: &Row, file: QueryFile) -> String {
    let mut source = String::new();
    let mut folder = Some(row.name.as_str());
    // A chain longer than this is a circle in the table.
    for _ in 0..8 {
        let Some(entry) = folder.and_then(grammars::find) else { break };
        source.push_str(match file {
            QueryFile::Tags => entry.tags,
            QueryFile::Imports => entry.imports,
        });
        source.push('\n');
        folder = table().parent_of(entry.name);
    }
    source
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_and_complete() {
        let names: Vec<_> = all().iter().map(Language::name).collect();
        let mut sorted = names.clone();
        sorted.sort_unstable();
        assert_eq!(names, sorted);
        assert_eq!(names.len(), 21);
    }

    #[test]
    fn a_language_is_known_by_name_alias_and_extension() {
        let names: BTreeMap<_, _> = names().into_iter().collect();
        for (word, name) in
            [("cpp", "cpp"), ("c++", "cpp"), ("c#", "csharp"), ("golang", "go"), ("py", "python")]
        {
            assert_eq!(names.get(word), Some(&name), "{word}");
        }
        assert!(!names.contains_key("cobol"));
    }

    #[test]
    fn every_grammar_has_a_row() {
        for grammar in grammars::GRAMMARS.iter().filter(|g| g.make.is_some()) {
            assert!(by_name(grammar.name).is_some(), "{} is not in languages.toml", grammar.name);
        }
    }
}
