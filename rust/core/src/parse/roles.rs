//! What part a file plays: test, example, vendored, documentation …
//!
//! Takes a path, a language name and a text, gives a set of roles. The conventions are data
//! (`roles.toml`); here is only how a convention is matched.

use std::sync::OnceLock;

use regex::Regex;
use serde::{Deserialize, Deserializer};

use crate::language::text_kind;
use crate::records::Roles;

/// Bytes and lines of the head in which a phrase may stand: a notice below them is about something else.
const HEAD_BYTES: usize = 1200;
const HEAD_LINES: usize = 12;

/// The roles of a file. `language` is its name in the language table, empty without a grammar.
pub fn roles(path: &str, language: &str, text: &str) -> Roles {
    let file = File::new(path, language, text);
    conventions()
        .iter()
        .filter(|convention| convention.fits(&file))
        .fold(Roles::default(), |roles, convention| roles.with(convention.role))
}

/// One table of `roles.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Convention {
    #[serde(deserialize_with = "role")]
    role: Roles,
    folders: Vec<String>,
    top_folders: Vec<String>,
    folder_words: Vec<String>,
    file_words: Vec<String>,
    first_words: Vec<String>,
    stems: Vec<String>,
    #[serde(deserialize_with = "pattern")]
    stem_pattern: Option<Regex>,
    infixes: Vec<String>,
    suffixes: Vec<String>,
    kinds: Vec<String>,
    heads: Vec<String>,
}

impl Default for Convention {
    fn default() -> Self {
        let none = Vec::new;
        Self {
            role: Roles::default(),
            folders: none(),
            top_folders: none(),
            folder_words: none(),
            file_words: none(),
            first_words: none(),
            stems: none(),
            stem_pattern: None,
            infixes: none(),
            suffixes: none(),
            kinds: none(),
            heads: none(),
        }
    }
}

#[derive(Debug, Deserialize, Default)]
struct Conventions {
    role: Vec<Convention>,
}

const SOURCE: &str = include_str!("../../roles.toml");

/// The conventions, read once; a test makes sure that the file is sound.
fn conventions() -> &'static [Convention] {
    static CONVENTIONS: OnceLock<Conventions> = OnceLock::new();
    &CONVENTIONS.get_or_init(|| toml::from_str(SOURCE).unwrap_or_default()).role
}

fn role<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Roles, D::Error> {
    let name = String::deserialize(deserializer)?;
    Ok(match name.as_str() {
        "test" => Roles::TEST,
        "example" => Roles::EXAMPLE,
        "compat" => Roles::COMPAT,
        "vendor" => Roles::VENDOR,
        "doc" => Roles::DOC,
        "declaration" => Roles::DECLARATION,
        "tooling" => Roles::TOOLING,
        "config" => Roles::CONFIG,
        _ => return Err(serde::de::Error::custom(format!("unknown role {name}"))),
    })
}

fn pattern<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Regex>, D::Error> {
    let pattern = String::deserialize(deserializer)?;
    Regex::new(&pattern).map(Some).map_err(serde::de::Error::custom)
}

/// A path taken apart, as the conventions look at it.
struct File<'a> {
    folders: Vec<String>,
    folder_words: Vec<String>,
    base: String,
    stem: &'a str,
    words: Vec<String>,
    kind: &'a str,
    head: String,
}

impl<'a> File<'a> {
    fn new(path: &'a str, language: &'a str, text: &str) -> Self {
        let (above, base) = path.rsplit_once('/').unwrap_or(("", path));
        let names = || above.split('/').filter(|folder| !folder.is_empty());
        let folders: Vec<String> = names().map(str::to_lowercase).collect();
        let folder_words = names().flat_map(words).chain(folders.iter().cloned()).collect();
        let kind = if language.is_empty() { text_kind(path).unwrap_or("") } else { language };
        Self {
            folders,
            folder_words,
            base: base.to_lowercase(),
            stem: stem(base),
            words: words(base),
            kind,
            head: head(text),
        }
    }
}

impl Convention {
    fn fits(&self, file: &File<'_>) -> bool {
        self.fits_folders(file) || self.fits_name(file) || self.fits_content(file)
    }

    fn fits_folders(&self, file: &File<'_>) -> bool {
        let top = file.folders.first();
        shares(&self.folders, &file.folders)
            || shares(&self.folder_words, &file.folder_words)
            || top.is_some_and(|top| self.top_folders.contains(top))
    }

    fn fits_name(&self, file: &File<'_>) -> bool {
        let first = file.words.first();
        shares(&self.file_words, &file.words)
            || first.is_some_and(|first| self.first_words.contains(first))
            || self.stems.contains(&file.stem.to_lowercase())
            || self.stem_pattern.as_ref().is_some_and(|pattern| pattern.is_match(file.stem))
            || self.infixes.iter().any(|infix| file.base.contains(infix.as_str()))
            || self.suffixes.iter().any(|suffix| file.base.ends_with(suffix.as_str()))
    }

    fn fits_content(&self, file: &File<'_>) -> bool {
        self.kinds.iter().any(|kind| kind == file.kind)
            || self.heads.iter().any(|phrase| file.head.contains(phrase.as_str()))
    }
}

fn shares(list: &[String], words: &[String]) -> bool {
    words.iter().any(|word| list.contains(word))
}

/// Up to the first dot; `.travis.yml` is its own stem.
fn stem(base: &str) -> &str {
    match base.find('.') {
        None | Some(0) => base,
        Some(dot) => &base[..dot],
    }
}

/// Lower-case words of a name: split at `.`, `_`, `-`, white space, and in front of a capital.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut small = false;
    for c in name.chars() {
        let splits = matches!(c, '.' | '_' | '-') || c.is_whitespace();
        if splits || (small && c.is_ascii_uppercase()) {
            words.push(String::new());
        }
        if let (false, Some(word)) = (splits, words.last_mut()) {
            word.extend(c.to_lowercase());
        }
        small = c.is_ascii_lowercase() || c.is_ascii_digit();
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The first lines in lower case.
fn head(text: &str) -> String {
    let mut end = text.len().min(HEAD_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let lines: Vec<&str> = text[..end].lines().take(HEAD_LINES).collect();
    lines.join("\n").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(path: &str) -> Roles {
        let language =
            crate::language::detect(path, b"").map_or("", crate::language::Language::name);
        roles(path, language, "")
    }

    #[test]
    fn the_file_is_sound() {
        let read: Conventions = toml::from_str(SOURCE).expect("roles.toml");
        assert_eq!(read.role.len(), 8);
    }

    #[test]
    fn tests_of_many_ecosystems() {
        for path in [
            "tests/a.py",
            "src/test_x.py",
            "pkg/x_test.go",
            "src/UserServiceTest.java",
            "a/b.spec.ts",
            "spec/models/user.rb",
            "src/__tests__/a.js",
            "src/androidTest/A.kt",
            "conftest.py",
            "x.bats",
            "acceptance-tests/a.rb",
            "lib/MockClock.java",
            "Foo.Tests/Bar.cs",
        ] {
            assert!(of(path).has(Roles::TEST), "{path}");
        }
        for path in ["src/latest.py", "src/contest.go", "src/protest/a.rs", "src/attestation.ts"] {
            assert!(!of(path).has(Roles::TEST), "{path}");
        }
    }

    #[test]
    fn the_other_roles() {
        assert!(of("examples/a.py").has(Roles::EXAMPLE));
        assert!(of("src/compat.py").has(Roles::COMPAT));
        assert!(of("a/vendor/b.go").has(Roles::VENDOR));
        assert!(of("docs/a.py").has(Roles::DOC));
        assert!(of("README").has(Roles::DOC));
        assert!(of("types/a.d.ts").has(Roles::DECLARATION));
        assert!(of(".github/workflows/a.yml").has(Roles::TOOLING.with(Roles::CONFIG)));
        assert!(of("vite.config.ts").has(Roles::CONFIG));
        assert_eq!(of("src/config.rs"), Roles::default());
        assert_eq!(of("CMakeLists.txt"), Roles::TOOLING);
    }

    #[test]
    fn a_notice_at_the_head_tells_generated_code() {
        let notice = "// Code generated by protoc. DO NOT EDIT.\npackage x\n";
        assert!(roles("x.go", "go", notice).has(Roles::VENDOR));
        let later = format!("package x\n{}// do not edit\n", "var a = 1\n".repeat(20));
        assert_eq!(roles("x.go", "go", &later), Roles::default());
    }
}
