//! The tables of `languages.toml` as records.

use std::sync::OnceLock;

use regex::Regex;
use serde::{Deserialize, Deserializer};

/// How a language says what is visible outside its file or type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Default)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Visibility {
    /// Everything is visible.
    #[default]
    All,
    /// A leading underscore hides, unless the name also ends in one (`__len__`).
    Underscore,
    /// A leading capital shows.
    Capital,
    /// Words in front of the name decide.
    Words,
    /// Only the captures `@exported` and `@private` decide.
    Marker,
}

/// Extensions that a language takes over from their default owner when the content matches.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Claims {
    pub(crate) extensions: Vec<String>,
    #[serde(deserialize_with = "regex")]
    pub(crate) pattern: Regex,
}

/// One language.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Row {
    pub(crate) name: String,
    /// What people call it besides its name and its extensions.
    #[serde(default)]
    pub(crate) aliases: Vec<String>,
    /// Query folder that is joined behind its own.
    #[serde(default)]
    pub(crate) parent: Option<String>,
    #[serde(default)]
    pub(crate) extensions: Vec<String>,
    #[serde(default)]
    pub(crate) files: Vec<String>,
    #[serde(default)]
    pub(crate) shebangs: Vec<String>,
    /// Between the parts of an import path.
    #[serde(default = "dot")]
    pub(crate) separator: String,
    #[serde(default)]
    pub(crate) visibility: Visibility,
    #[serde(default)]
    pub(crate) exported_words: Vec<String>,
    #[serde(default)]
    pub(crate) private_words: Vec<String>,
    /// Words that hide a definition from other files, but no member of a type (`static` in C++).
    #[serde(default)]
    pub(crate) file_private_words: Vec<String>,
    /// What holds for a definition at file level that nothing marks.
    #[serde(default = "yes")]
    pub(crate) exported_default: bool,
    /// The same for members of a type; like `exported_default` when absent.
    #[serde(default)]
    pub(crate) members_exported: Option<bool>,
    /// Words in a written owner that name nobody (`this`, `exports`).
    #[serde(default)]
    pub(crate) no_owners: Vec<String>,
    /// Names of functions in a type that construct it; `{type}` stands for the type's own.
    #[serde(default)]
    pub(crate) constructors: Vec<String>,
    /// Functions of one name in a row are clauses of one.
    #[serde(default)]
    pub(crate) merge_clauses: bool,
    #[serde(default)]
    pub(crate) claims: Option<Claims>,
    /// The head of a file with the extension that is not this language.
    #[serde(default, deserialize_with = "optional_regex")]
    pub(crate) unless: Option<Regex>,
}

/// Text without a grammar.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TextRow {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) extensions: Vec<String>,
    #[serde(default)]
    pub(crate) files: Vec<String>,
    /// Its `<script>` blocks are read as JavaScript or TypeScript.
    #[serde(default)]
    pub(crate) scripts: bool,
}

/// The whole file.
#[derive(Debug, Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    pub(crate) language: Vec<Row>,
    pub(crate) text: Vec<TextRow>,
}

impl Table {
    /// The query folder that the folder `name` inherits from.
    pub(crate) fn parent_of(&self, name: &str) -> Option<&str> {
        self.language.iter().find(|row| row.name == name)?.parent.as_deref()
    }
}

/// The table, read once. A damaged table gives no languages; a test makes sure that it is sound.
pub(crate) fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| toml::from_str(SOURCE).unwrap_or_default())
}

const SOURCE: &str = include_str!("../../languages.toml");

fn dot() -> String {
    ".".to_owned()
}

fn yes() -> bool {
    true
}

fn regex<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Regex, D::Error> {
    let pattern = String::deserialize(deserializer)?;
    Regex::new(&pattern).map_err(serde::de::Error::custom)
}

fn optional_regex<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Regex>, D::Error> {
    regex(deserializer).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sound() {
        let table: Table = toml::from_str(SOURCE).expect("languages.toml");
        assert!(table.language.is_sorted_by(|a, b| a.name < b.name));
    }

    #[test]
    fn no_alias_means_two_languages() {
        let rows = &table().language;
        let mut words: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        words.extend(rows.iter().flat_map(|row| row.aliases.iter().map(String::as_str)));
        let before = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(before, words.len());
    }

    #[test]
    fn no_two_rows_own_the_same_extension_or_file() {
        let table = table();
        let mut owned: Vec<&str> = Vec::new();
        for row in &table.language {
            let claimed = row.claims.as_ref().map_or(&[][..], |claims| &claims.extensions);
            owned
                .extend(row.extensions.iter().filter(|e| !claimed.contains(e)).map(String::as_str));
            owned.extend(row.files.iter().map(String::as_str));
        }
        for row in &table.text {
            owned.extend(row.extensions.iter().chain(&row.files).map(String::as_str));
        }
        let before = owned.len();
        owned.sort_unstable();
        owned.dedup();
        assert_eq!(before, owned.len());
    }
}
