//! Which files of the tree an import means.
//!
//! Takes the paths of the tree, the imports as they are written and the manifests that name roots;
//! gives pairs of import and target file. The rules are those of each language's own resolver, as
//! far as they can be known without running it: what is installed, generated or computed at run
//! time has no file here and gives nothing. An edge that is missing costs a little rank; one that
//! is wrong misleads, so a guess is only made where a convention is strong.

mod ecma;
mod go;
mod packages;
mod python;
mod rust_lang;
mod tree;
mod tsconfig;

use rayon::prelude::*;

use tree::{Tree, name_of};

/// One import to resolve.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// Path of the importing file, below the root.
    pub importer: &'a str,
    /// Its name in the language table.
    pub language: &'a str,
    /// As written, without quotes: `./api`, `..models`, `crate::rank`, `net/http`.
    pub specifier: &'a str,
    /// Names taken from it, empty for a whole module.
    pub names: &'a [String],
}

/// Resolves `wanted` among `files`, the paths of the tree.
///
/// `configs` are (path, text) of the manifests that name roots: `go.mod`, `package.json`,
/// `tsconfig.json`, `jsconfig.json` and what they extend, `Cargo.toml`, `pyproject.toml`,
/// `setup.cfg`. One that cannot be read as its format says nothing and is passed over. Gives
/// (index into `wanted`, target path), sorted, without a file's import of itself; one import may
/// have several targets, one that leads out of the tree has none.
pub fn resolve(
    files: &[String],
    wanted: &[Wanted<'_>],
    configs: &[(String, String)],
) -> Vec<(usize, String)> {
    let tree = Tree::new(files);
    let resolvers = Resolvers::new(&tree, configs);
    wanted
        .par_iter()
        .enumerate()
        .flat_map_iter(|(index, wanted)| {
            resolvers.targets(wanted).into_iter().map(move |target| (index, target.to_owned()))
        })
        .collect()
}

/// The resolvers, each with what it learnt from the tree and the manifests.
struct Resolvers<'t> {
    python: python::Python<'t>,
    ecma: ecma::Ecma<'t>,
    go: go::Go<'t>,
    rust: rust_lang::Rust<'t>,
}

impl<'t> Resolvers<'t> {
    fn new(tree: &'t Tree<'t>, configs: &[(String, String)]) -> Self {
        let named = |names: &[&str]| -> Vec<(&str, &str)> {
            let mut found: Vec<(&str, &str)> = configs
                .iter()
                .filter(|(path, _)| names.contains(&name_of(path)))
                .map(|(path, text)| (path.as_str(), text.as_str()))
                .collect();
            found.sort_unstable();
            found
        };
        let all: Vec<(&str, &str)> =
            configs.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        Self {
            python: python::Python::new(tree, &named(&["pyproject.toml", "setup.cfg"])),
            ecma: ecma::Ecma::new(tree, &named(&["package.json"]), &all),
            go: go::Go::new(tree, &named(&["go.mod"])),
            rust: rust_lang::Rust::new(tree, &named(&["Cargo.toml"])),
        }
    }

    fn targets(&self, wanted: &Wanted<'_>) -> Vec<&'t str> {
        let mut targets = match wanted.language {
            "python" => self.python.resolve(wanted),
            "javascript" | "typescript" | "tsx" | "jsx" | "vue" | "svelte" => {
                self.ecma.resolve(wanted)
            }
            "go" => self.go.resolve(wanted),
            "rust" => self.rust.resolve(wanted),
            _ => Vec::new(),
        };
        targets.retain(|target| *target != wanted.importer);
        targets.sort_unstable();
        targets.dedup();
        targets
    }
}
