//! Go: an import path is a module's path and a directory below the module.

use rustc_hash::FxHashMap;

use super::Wanted;
use super::tree::{Tree, distance, has_extension, join, parent};

pub(super) struct Go<'t> {
    /// Module path and directory, longest path first.
    modules: Vec<(String, String)>,
    /// The files of each package directory that are no tests, in order.
    packages: FxHashMap<&'t str, Vec<&'t str>>,
}

impl<'t> Go<'t> {
    pub(super) fn new(tree: &Tree<'t>, configs: &[(&str, &str)]) -> Self {
        let mut modules: Vec<(String, String)> =
            configs.iter().flat_map(|(path, text)| modules_of(parent(path), text)).collect();
        modules.sort_by(|a, b| b.0.len().cmp(&a.0.len()).then_with(|| a.cmp(b)));
        modules.dedup();
        let mut packages: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
        for path in tree.files() {
            if has_extension(path, "go") && !path.ends_with("_test.go") {
                packages.entry(parent(path)).or_default().push(path);
            }
        }
        Self { modules, packages }
    }

    pub(super) fn resolve(&self, wanted: &Wanted<'_>) -> Vec<&'t str> {
        if wanted.specifier.starts_with("./") || wanted.specifier.starts_with("../") {
            return join(parent(wanted.importer), wanted.specifier)
                .and_then(|dir| self.package(&dir))
                .unwrap_or_default();
        }
        let mut found: Vec<(usize, String)> = self
            .modules
            .iter()
            .filter_map(|(module, dir)| {
                Some((module.len(), join(dir, inside(wanted.specifier, module)?)?))
            })
            .filter(|(_, dir)| self.packages.contains_key(dir.as_str()))
            .collect();
        // The longest module path owns the package; copies of one module go by nearness.
        found.sort_by(|a, b| {
            let near = |dir: &str| {
                let (shared, depth, _) = distance(wanted.importer, dir);
                (shared, depth)
            };
            b.0.cmp(&a.0).then_with(|| near(&a.1).cmp(&near(&b.1))).then_with(|| a.1.cmp(&b.1))
        });
        found.first().and_then(|(_, dir)| self.package(dir)).unwrap_or_default()
    }

    fn package(&self, dir: &str) -> Option<Vec<&'t str>> {
        self.packages.get(dir).cloned()
    }
}

/// What of import path `path` lies inside `module`, empty for the module's own package.
fn inside<'p>(path: &'p str, module: &str) -> Option<&'p str> {
    let rest = path.strip_prefix(module)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}

/// The module that a `go.mod` in `dir` declares, and those that it replaces by directories.
fn modules_of(dir: &str, text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or(line).trim();
        let words: Vec<&str> = line.split_whitespace().map(unquoted).collect();
        if let ["module", path] = words[..] {
            found.push((path.to_owned(), dir.to_owned()));
        }
        let Some(arrow) = words.iter().position(|word| *word == "=>") else { continue };
        let name = words.iter().find(|word| **word != "replace");
        let target = words.get(arrow + 1).filter(|to| to.starts_with('.'));
        if let (Some(name), Some(target)) = (name, target.and_then(|to| join(dir, to))) {
            found.push(((*name).to_owned(), target));
        }
    }
    found
}

fn unquoted(word: &str) -> &str {
    word.trim_matches(['"', '`'])
}
