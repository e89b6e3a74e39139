//! Rust: module paths, walked from the importer, its crate or a crate of the workspace.
//!
//! A path names items as well as modules, so the longest prefix that has a file wins. A module's
//! children lie in one directory, which is what the walk carries along.

use rustc_hash::FxHashMap;

use super::Wanted;
use super::tree::{Tree, below, distance, join, name_of, parent, upward};

/// Directories of a package whose files are crates of their own.
const CRATE_DIRS: [&str; 4] = ["src/bin", "tests", "examples", "benches"];

pub(super) struct Rust<'t> {
    tree: &'t Tree<'t>,
    /// Packages by directory.
    packages: FxHashMap<String, Package>,
    /// Directories of the packages with a library, by the name that code imports.
    libraries: FxHashMap<String, Vec<String>>,
}

struct Package {
    /// Path of the library's root file, or of the program's when there is no library.
    root: String,
    /// In the first edition a path starts at the crate, not at the module.
    first_edition: bool,
}

/// A module: its file, and the directory of its children.
struct Module<'t> {
    file: Option<&'t str>,
    dir: String,
}

impl<'t> Rust<'t> {
    pub(super) fn new(tree: &'t Tree<'t>, configs: &[(&str, &str)]) -> Self {
        let mut packages = FxHashMap::default();
        let mut libraries: FxHashMap<String, Vec<String>> = FxHashMap::default();
        for (path, text) in configs {
            let dir = parent(path);
            let Some((name, package)) = package_of(tree, dir, text) else { continue };
            libraries.entry(name).or_default().push(dir.to_owned());
            packages.insert(dir.to_owned(), package);
        }
        Self { tree, packages, libraries }
    }

    pub(super) fn resolve(&self, wanted: &Wanted<'_>) -> Vec<&'t str> {
        let mut paths = expand(wanted.specifier);
        if !wanted.names.is_empty() {
            paths = paths.iter().flat_map(|path| extend(path, wanted.names)).collect();
        }
        paths.iter().filter_map(|path| self.path(wanted.importer, path)).collect()
    }

    fn path(&self, importer: &str, path: &str) -> Option<&'t str> {
        let path = path.trim_start_matches("::");
        let mut parts: Vec<&str> = path.split("::").map(str::trim).collect();
        parts.retain(|part| !part.is_empty() && *part != "*");
        let (first, rest) = parts.split_first()?;
        match *first {
            "crate" => self.walk(self.crate_of(importer)?, rest),
            "self" => self.walk(self.module_of(importer), rest),
            "super" => self.above(importer, rest),
            name => self.bare(importer, name, &parts),
        }
    }

    /// `super::…`. Inside an inline module `super` is the file itself, which cannot be seen from
    /// here: its children are tried too, and a bare `super::*`, the habit of inline test modules,
    /// counts in a file of tests only.
    fn above(&self, importer: &str, rest: &[&str]) -> Option<&'t str> {
        let further = rest.iter().take_while(|part| **part == "super").count();
        let names = &rest[further..];
        if names.is_empty() && !matches!(name_of(importer), "tests.rs" | "test.rs") {
            return None;
        }
        let own = self.module_of(importer);
        let up = self.module_at(upward(&own.dir).nth(further + 1)?);
        let child = |dir: &str| names.first().is_some_and(|name| self.child(dir, name).is_some());
        if !child(&up.dir) && child(&own.dir) {
            return self.walk(own, names);
        }
        self.walk(up, names)
    }

    /// A path that starts with a plain name: a child of the module, a crate of the workspace, or
    /// in the first edition a child of the crate. A name that is none of them is a foreign crate.
    fn bare(&self, importer: &str, name: &str, parts: &[&str]) -> Option<&'t str> {
        let own = self.module_of(importer);
        if self.child(&own.dir, name).is_some() {
            return self.walk(own, parts);
        }
        if let Some(dirs) = self.libraries.get(name) {
            let dir = dirs.iter().min_by_key(|dir| distance(importer, dir))?;
            let root = &self.packages.get(dir)?.root;
            let module = Module { file: self.tree.file(root), dir: parent(root).to_owned() };
            return self.walk(module, &parts[1..]);
        }
        let (_, package) = self.package_of(importer)?;
        let root = self.crate_of(importer)?;
        (package.first_edition && self.child(&root.dir, name).is_some())
            .then(|| self.walk(root, parts))
            .flatten()
    }

    /// Down from `module` as far as there are files.
    fn walk(&self, mut module: Module<'t>, parts: &[&str]) -> Option<&'t str> {
        for part in parts {
            let Some(file) = self.child(&module.dir, part) else { break };
            module = Module { file: Some(file), dir: join(&module.dir, part)? };
        }
        module.file
    }

    fn child(&self, dir: &str, name: &str) -> Option<&'t str> {
        let base = join(dir, name.trim_start_matches("r#"))?;
        self.tree.file(&format!("{base}.rs")).or_else(|| self.tree.file(&format!("{base}/mod.rs")))
    }

    /// The module of a file.
    fn module_of(&self, file: &str) -> Module<'t> {
        let dir = parent(file);
        let dir = if name_of(file) == "mod.rs" || self.is_root(file) {
            dir.to_owned()
        } else {
            file.strip_suffix(".rs").unwrap_or(file).to_owned()
        };
        Module { file: self.tree.file(file), dir }
    }

    /// The module whose children lie in `dir`.
    fn module_at(&self, dir: &str) -> Module<'t> {
        let declared = self.packages.values().map(|package| package.root.as_str());
        let beside = [format!("{dir}.rs"), format!("{dir}/mod.rs")];
        let inside = ["lib.rs", "main.rs"].map(|name| join(dir, name).unwrap_or_default());
        let file =
            beside.iter().chain(&inside).find_map(|path| self.tree.file(path)).or_else(|| {
                declared
                    .filter(|root| parent(root) == dir)
                    .min()
                    .and_then(|root| self.tree.file(root))
            });
        Module { file, dir: dir.to_owned() }
    }

    /// Whether `file` is the root of a crate, by its name, its place or the manifest.
    fn is_root(&self, file: &str) -> bool {
        if matches!(name_of(file), "lib.rs" | "main.rs" | "build.rs") {
            return true;
        }
        let Some((dir, package)) = self.package_of(file) else { return false };
        let place = below(parent(file), dir).unwrap_or("");
        package.root == file || CRATE_DIRS.contains(&place)
    }

    /// The root module of the crate that `file` belongs to.
    fn crate_of(&self, file: &str) -> Option<Module<'t>> {
        let Some((dir, package)) = self.package_of(file) else {
            let dir = upward(parent(file)).find(|dir| {
                ["lib.rs", "main.rs"]
                    .iter()
                    .any(|name| join(dir, name).is_some_and(|path| self.tree.file(&path).is_some()))
            })?;
            return Some(self.module_at(dir));
        };
        for crates in CRATE_DIRS.iter().filter_map(|sub| join(dir, sub)) {
            let Some(rest) = below(file, &crates) else { continue };
            if let Some((name, _)) = rest.split_once('/') {
                let own = join(&crates, name)?;
                if let Some(main) = self.tree.file(&format!("{own}/main.rs")) {
                    return Some(Module { file: Some(main), dir: own });
                }
            }
            // Shared modules beside several crates: only the directory is certain.
            let root = (!rest.contains('/')).then(|| self.tree.file(file)).flatten();
            return Some(Module { file: root, dir: crates });
        }
        Some(Module { file: self.tree.file(&package.root), dir: parent(&package.root).to_owned() })
    }

    fn package_of(&self, file: &str) -> Option<(&str, &Package)> {
        let (dir, package) =
            upward(parent(file)).find_map(|dir| self.packages.get_key_value(dir))?;
        Some((dir, package))
    }
}

/// The package that a manifest in `dir` declares, with the name of its library.
fn package_of(tree: &Tree<'_>, dir: &str, text: &str) -> Option<(String, Package)> {
    let manifest = text.parse::<toml::Table>().ok()?;
    let package = manifest.get("package")?;
    let library = manifest.get("lib");
    let of_library = |key: &str| library.and_then(|lib| lib.get(key)).and_then(toml::Value::as_str);
    let name = of_library("name").or_else(|| package.get("name")?.as_str())?.replace('-', "_");
    let declared = of_library("path").and_then(|path| join(dir, path));
    let usual = ["src/lib.rs", "src/main.rs"].iter().filter_map(|path| join(dir, path));
    let root = declared.into_iter().chain(usual).find(|path| tree.file(path).is_some());
    let edition = package.get("edition");
    let first_edition = edition.is_none_or(|edition| edition.as_str() == Some("2015"));
    Some((name, Package { root: root.or_else(|| join(dir, "src/lib.rs"))?, first_edition }))
}

/// The plain paths of a use tree: `a::{b, c::{d, self}}` gives `a::b`, `a::c::d` and `a::c`.
/// Renames are dropped.
fn expand(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some(open) = tree.find('{') else {
        let path = tree.split(" as ").next().unwrap_or(tree).trim();
        return vec![path.trim_end_matches("::self").to_owned()];
    };
    let inside = tree[open + 1..].trim_end().strip_suffix('}').unwrap_or(&tree[open + 1..]);
    let prefix = tree[..open].trim();
    split_top(inside)
        .into_iter()
        .filter(|part| !part.trim().is_empty())
        .flat_map(expand)
        .map(|part| match part.as_str() {
            "self" => prefix.trim_end_matches("::").to_owned(),
            part => format!("{prefix}{part}"),
        })
        .collect()
}

/// Splits at the commas that no brace encloses.
fn split_top(text: &str) -> Vec<&str> {
    let mut depth = 0_i32;
    text.split(|c| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    })
    .collect()
}

fn extend(path: &str, names: &[String]) -> Vec<String> {
    names
        .iter()
        .flat_map(|name| expand(name))
        .map(|name| if name == "self" { path.to_owned() } else { format!("{path}::{name}") })
        .collect()
}
