//! Which files and units a search may return: globs, languages, roles and kinds.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use crate::catalog::{Catalog, FileEntry};
use crate::error::{Error, Result};
use crate::records::{Roles, UnitKind};

/// Filters of a search; an empty list is no filter.
#[derive(Debug, Default)]
pub struct Scope {
    include: Option<GlobSet>,
    exclude: Option<GlobSet>,
    languages: Vec<String>,
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
}

impl Scope {
    /// Compiles the filters.
    ///
    /// # Errors
    /// [`Error::Invalid`] names the glob, role or kind that is none.
    pub fn new(filters: &Filters) -> Result<Scope> {
        let roles = filters.roles.iter().map(|name| role(name)).collect::<Result<_>>()?;
        let kinds = filters.kinds.iter().map(|name| kind(name)).collect::<Result<_>>()?;
        Ok(Scope {
            include: globs(&filters.include)?,
            exclude: globs(&filters.exclude)?,
            languages: filters.languages.iter().map(|name| name.to_lowercase()).collect(),
            roles,
            kinds,
        })
    }

    /// Whether any filter is set.
    pub fn is_open(&self) -> bool {
        self.include.is_none()
            && self.exclude.is_none()
            && self.languages.is_empty()
            && self.roles.is_empty()
            && self.kinds.is_empty()
    }

    /// Whether a unit of this kind may be returned.
    pub fn lets_kind(&self, kind: UnitKind) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
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
        self.kinds.is_empty() || units.iter().any(|unit| self.kinds.contains(&unit.kind))
    }

    fn lets(&self, file: &FileEntry) -> bool {
        self.include.as_ref().is_none_or(|set| set.is_match(&file.path))
            && self.exclude.as_ref().is_none_or(|set| !set.is_match(&file.path))
            && (self.languages.is_empty() || self.languages.contains(&file.language))
            && (self.roles.is_empty() || self.roles.iter().any(|role| has_role(file, *role)))
    }
}

fn has_role(file: &FileEntry, role: Option<Roles>) -> bool {
    role.map_or(file.roles.0 == 0, |role| file.roles.has(role))
}

fn role(name: &str) -> Result<Option<Roles>> {
    if name == "impl" {
        return Ok(None);
    }
    let known = Roles::NAMES.iter().find(|(_, known)| *known == name);
    known.map(|(role, _)| Some(*role)).ok_or_else(|| {
        let names: Vec<&str> = Roles::NAMES.iter().map(|(_, name)| *name).collect();
        unknown("role", name, &names)
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
        reason: format!("no such {what}; one of impl, {}", names.join(", "))
            .replace("impl, impl", "impl"),
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
