//! Which files and units a search may return: globs, languages, roles and kinds.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use crate::catalog::{Catalog, FileEntry};
use crate::error::{Error, Result};
use crate::language::{self, Language};
use crate::records::{Roles, UnitKind};
use crate::understand::{Filter, Key};

/// Filters of a search; an empty list is no filter.
#[derive(Debug, Default)]
pub struct Scope {
    include: Option<GlobSet>,
    exclude: Option<GlobSet>,
    wanted: Traits,
    unwanted: Traits,
}

/// What files and units are asked to be.
#[derive(Debug, Default)]
struct Traits {
    languages: Vec<String>,
    /// With the dot.
    extensions: Vec<String>,
    roles: Vec<Option<Roles>>,
    kinds: Vec<UnitKind>,
}

/// The filters as they come from outside.
#[derive(Clone, Debug, Default)]
pub struct Filters {
    /// Globs of which one must match. One without a slash matches at any depth; a directory
    /// stands for all below it; `\` is read as `/`.
    pub include: Vec<String>,
    /// Globs of which none may match.
    pub exclude: Vec<String>,
    /// Language names.
    pub languages: Vec<String>,
    /// Role names, `impl` for files without a role.
    pub roles: Vec<String>,
    /// Unit kinds; a file without a unit of these is left out.
    pub kinds: Vec<String>,
    /// Filters in the text of the query: they join the lists, or turn one around.
    pub typed: Vec<Filter>,
}

impl Scope {
    /// Compiles the filters.
    ///
    /// # Errors
    /// [`Error::Invalid`] names the glob, language, role or kind that is none.
    pub fn new(filters: &Filters) -> Result<Scope> {
        let typed = |key: Key, negated: bool| {
            let fits = move |one: &&Filter| one.key == key && one.negated == negated;
            filters.typed.iter().filter(fits).map(|one| one.value.clone())
        };
        let joined = |list: &[String], key: Key, negated: bool| -> Vec<String> {
            list.iter().cloned().chain(typed(key, negated)).collect()
        };
        let wanted = |key: Key, list: &[String]| joined(list, key, false);
        let unwanted = |key: Key| joined(&[], key, true);
        Ok(Scope {
            include: globs(&wanted(Key::Path, &filters.include))?,
            exclude: globs(&joined(&filters.exclude, Key::Path, true))?,
            wanted: Traits::new(
                &wanted(Key::Language, &filters.languages),
                &wanted(Key::Extension, &[]),
                &wanted(Key::Role, &filters.roles),
                &wanted(Key::Kind, &filters.kinds),
            )?,
            unwanted: Traits::new(
                &unwanted(Key::Language),
                &unwanted(Key::Extension),
                &unwanted(Key::Role),
                &unwanted(Key::Kind),
            )?,
        })
    }

    /// Whether no filter is set.
    pub fn is_open(&self) -> bool {
        self.include.is_none()
            && self.exclude.is_none()
            && self.wanted.is_empty()
            && self.unwanted.is_empty()
    }

    /// Whether a unit of this kind may be returned.
    pub fn lets_kind(&self, kind: UnitKind) -> bool {
        let wanted = &self.wanted.kinds;
        (wanted.is_empty() || wanted.contains(&kind)) && !self.unwanted.kinds.contains(&kind)
    }

    /// For each file of the catalog whether it may be returned.
    pub fn files(&self, catalog: &Catalog) -> Vec<bool> {
        if self.is_open() {
            return vec![true; catalog.files().len()];
        }
        let lets = |file: &FileEntry| self.lets(file) && self.has_kind(catalog, file);
        catalog.files().iter().map(lets).collect()
    }

    /// Whether a file has anything to show: a filter by kind asks for units, not for files.
    fn has_kind(&self, catalog: &Catalog, file: &FileEntry) -> bool {
        let units = &catalog.units()[file.units.start as usize..file.units.end as usize];
        let none =
            self.wanted.kinds.is_empty() && (units.is_empty() || self.unwanted.kinds.is_empty());
        none || units.iter().any(|unit| self.lets_kind(unit.kind))
    }

    /// Whether a file that is not charted may hold an answer, by its path alone.
    pub fn lets_path(&self, path: &str) -> bool {
        self.include.as_ref().is_none_or(|set| set.is_match(path))
            && self.exclude.as_ref().is_none_or(|set| !set.is_match(path))
            && (self.wanted.extensions.is_empty() || self.wanted.has_extension(path))
            && !self.unwanted.has_extension(path)
    }

    fn lets(&self, file: &FileEntry) -> bool {
        let (wanted, unwanted) = (&self.wanted, &self.unwanted);
        self.lets_path(&file.path)
            && (wanted.languages.is_empty() || wanted.languages.contains(&file.language))
            && !unwanted.languages.contains(&file.language)
            && (wanted.roles.is_empty() || wanted.has_role(file))
            && !unwanted.has_role(file)
    }
}

impl Traits {
    fn new(
        languages: &[String],
        extensions: &[String],
        roles: &[String],
        kinds: &[String],
    ) -> Result<Traits> {
        Ok(Traits {
            languages: languages.iter().map(|name| known_language(name)).collect::<Result<_>>()?,
            extensions: extensions.iter().map(|end| format!(".{}", end.to_lowercase())).collect(),
            roles: roles.iter().map(|name| role(name)).collect::<Result<_>>()?,
            kinds: kinds.iter().map(|name| kind(name)).collect::<Result<_>>()?,
        })
    }

    fn is_empty(&self) -> bool {
        self.languages.is_empty()
            && self.extensions.is_empty()
            && self.roles.is_empty()
            && self.kinds.is_empty()
    }

    fn has_extension(&self, path: &str) -> bool {
        if self.extensions.is_empty() {
            return false;
        }
        let lower = path.to_lowercase();
        self.extensions.iter().any(|end| lower.ends_with(end))
    }

    fn has_role(&self, file: &FileEntry) -> bool {
        self.roles.iter().any(|role| has_role(file, *role))
    }
}

fn has_role(file: &FileEntry, role: Option<Roles>) -> bool {
    role.map_or(file.roles.0 == 0, |role| file.roles.has(role))
}

fn known_language(name: &str) -> Result<String> {
    let name = name.to_lowercase();
    let names: Vec<&str> = language::all().iter().map(Language::name).collect();
    if names.contains(&name.as_str()) { Ok(name) } else { Err(unknown("language", &name, &names)) }
}

fn role(name: &str) -> Result<Option<Roles>> {
    if name == "impl" {
        return Ok(None);
    }
    let known = Roles::NAMES.iter().find(|(_, known)| *known == name);
    known.map(|(role, _)| Some(*role)).ok_or_else(|| {
        let names = Roles::NAMES.iter().map(|(_, name)| *name);
        unknown("role", name, &std::iter::once("impl").chain(names).collect::<Vec<_>>())
    })
}

fn kind(name: &str) -> Result<UnitKind> {
    UnitKind::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = UnitKind::NAMES.iter().map(|(_, name)| *name).collect();
        unknown("kind", name, &names)
    })
}

fn unknown(what: &str, name: &str, names: &[&str]) -> Error {
    Error::Invalid {
        what: format!("{what} {name:?}"),
        reason: format!("no such {what}; one of {}", names.join(", ")),
    }
}

fn globs(patterns: &[String]) -> Result<Option<GlobSet>> {
    if patterns.is_empty() {
        return Ok(None);
    }
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        for glob in spellings(pattern) {
            let glob =
                GlobBuilder::new(&glob).literal_separator(true).build().map_err(|error| {
                    Error::Invalid {
                        what: format!("glob {pattern:?}"),
                        reason: error.kind().to_string(),
                    }
                })?;
            set.add(glob);
        }
    }
    let set = set
        .build()
        .map_err(|error| Error::Invalid { what: "globs".to_owned(), reason: error.to_string() })?;
    Ok(Some(set))
}

/// The globs that one pattern stands for: itself at its place, or at any depth without a slash,
/// and all below it.
fn spellings(pattern: &str) -> Vec<String> {
    let slashed = pattern.replace('\\', "/");
    let clean = slashed.trim_start_matches("./").trim_start_matches('/').trim_end_matches('/');
    if clean.is_empty() {
        return vec!["**".to_owned()];
    }
    let anchored = slashed.starts_with("./") || slashed.starts_with('/') || clean.contains('/');
    let base = if anchored { clean.to_owned() } else { format!("**/{clean}") };
    vec![base.clone(), format!("{base}/**")]
}
