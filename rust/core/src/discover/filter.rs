//! The filters of a configuration: `indexing.include`, `indexing.exclude`, `indexing.languages`.
//!
//! Takes globs, gives yes or no for a path. A glob is relative to the root. `*` and `?` stop at a
//! slash, `**` does not; a glob without a slash means a name at any depth; a glob that names a
//! directory means everything below it, with or without a slash at its end.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use super::Options;
use crate::error::{Error, Result};

/// The filters of one run, compiled.
pub(crate) struct Filter<'a> {
    include: Option<GlobSet>,
    exclude: Option<GlobSet>,
    languages: &'a [String],
    detect: fn(&str) -> Option<&'static str>,
}

impl<'a> Filter<'a> {
    /// # Errors
    /// [`Error::Invalid`] for a glob that cannot be parsed, named with its key.
    pub(crate) fn new(options: &'a Options) -> Result<Filter<'a>> {
        Ok(Filter {
            include: compile(&options.include, "indexing.include")?,
            exclude: compile(&options.exclude, "indexing.exclude")?,
            languages: &options.languages,
            detect: options.detect,
        })
    }

    /// Whether a file passes.
    pub(crate) fn keeps(&self, path: &str) -> bool {
        self.include.as_ref().is_none_or(|set| set.is_match(path))
            && !self.exclude.as_ref().is_some_and(|set| set.is_match(path))
            && (self.languages.is_empty() || self.is_of_language(path))
    }

    /// Whether a whole directory is excluded, so that it need not be entered.
    pub(crate) fn excludes_all_of(&self, directory: &str) -> bool {
        self.exclude.as_ref().is_some_and(|set| set.is_match(directory))
    }

    fn is_of_language(&self, path: &str) -> bool {
        (self.detect)(path).is_some_and(|found| self.languages.iter().any(|name| name == found))
    }
}

/// `None` when there are no globs.
fn compile(globs: &[String], key: &str) -> Result<Option<GlobSet>> {
    if globs.is_empty() {
        return Ok(None);
    }
    let invalid =
        |error: &globset::Error| Error::Invalid { what: key.to_owned(), reason: error.to_string() };
    let mut set = GlobSetBuilder::new();
    for spelling in globs.iter().flat_map(|glob| spellings(glob)) {
        let glob = GlobBuilder::new(&spelling).literal_separator(true).build();
        set.add(glob.map_err(|error| invalid(&error))?);
    }
    set.build().map(Some).map_err(|error| invalid(&error))
}

/// A glob as one for the thing itself and one for what is below it.
fn spellings(glob: &str) -> Vec<String> {
    let glob = glob.strip_prefix("./").unwrap_or(glob);
    let is_anchored = glob.starts_with('/');
    let plain = glob.trim_start_matches('/');
    let plain = plain.strip_suffix("/**").unwrap_or(plain).trim_end_matches('/');
    let anywhere = !is_anchored && !plain.contains('/') && !plain.is_empty();
    let start = if anywhere && plain != "**" { "**/" } else { "" };
    if plain.is_empty() || plain == "**" {
        return vec!["**".to_owned()];
    }
    vec![format!("{start}{plain}"), format!("{start}{plain}/**")]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excludes(glob: &str, path: &str) -> bool {
        let options = Options { exclude: vec![glob.to_owned()], ..Options::default() };
        !Filter::new(&options).expect("a valid glob").keeps(path)
    }

    #[test]
    fn a_glob_means_a_name_anywhere_a_path_or_all_below_a_directory() {
        assert!(excludes("*.min.js", "a/b/c.min.js"));
        assert!(excludes("vendor", "a/vendor/x.py") && excludes("vendor/", "vendor/x/y.py"));
        assert!(excludes("src/gen/**", "src/gen/a/b.py") && excludes("src/gen", "src/gen/a.py"));
        assert!(!excludes("src/gen/", "lib/src/gen/a.py"));
        assert!(!excludes("src/*.py", "src/deep/a.py"));
        assert!(excludes("src/**/*.py", "src/a.py") && excludes("./src/*.py", "src/a.py"));
        assert!(excludes("/top.py", "top.py") && !excludes("/top.py", "a/top.py"));
        assert!(excludes("**", "a") && !excludes("vendored", "vendor/a.py"));
    }

    #[test]
    fn a_bad_glob_is_named_with_its_key() {
        let options = Options { include: vec!["src/[".to_owned()], ..Options::default() };
        let error = Filter::new(&options).err().expect("refused").to_string();
        assert!(error.starts_with("indexing.include: "), "{error}");
    }

    #[test]
    fn languages_are_asked_of_the_detector() {
        let options = Options {
            languages: vec!["python".to_owned()],
            detect: |path| path.strip_suffix(".py").map(|_| "python"),
            ..Options::default()
        };
        let filter = Filter::new(&options).expect("no globs");
        assert!(filter.keeps("a.py") && !filter.keeps("a.go"));
    }
}
