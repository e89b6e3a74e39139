//! Python: dotted modules, looked for below the roots that the tree shows.
//!
//! There is no import path to read, so roots are inferred: the top of the tree, the parents of
//! top-level packages, and what manifests and the `src` habit say. Of several roots that hold a
//! module of the wanted name, the one nearest to the importer wins.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Wanted;
use super::tree::{Tree, below, distance, has_extension, join, name_of, parent, upward};

/// Directories below a project's own that hold its packages by habit.
const SOURCE_DIRS: [&str; 4] = ["", "src", "lib", "python"];

pub(super) struct Python<'t> {
    tree: &'t Tree<'t>,
    /// The roots that hold a module or package, by its name.
    roots: FxHashMap<&'t str, Vec<String>>,
}

impl<'t> Python<'t> {
    pub(super) fn new(tree: &'t Tree<'t>, configs: &[(&str, &str)]) -> Self {
        let roots = find_roots(tree, configs);
        Self { tree, roots: by_top_level_name(tree, &roots) }
    }

    pub(super) fn resolve(&self, wanted: &Wanted<'_>) -> Vec<&'t str> {
        let module = wanted.specifier.trim_start_matches('.');
        let dots = wanted.specifier.len() - module.len();
        if dots > 0 {
            return self.relative(wanted, dots, module);
        }
        self.absolute(wanted, module)
    }

    /// One dot is the importer's own package, each further one its parent.
    fn relative(&self, wanted: &Wanted<'_>, dots: usize, module: &str) -> Vec<&'t str> {
        let Some(package) = upward(parent(wanted.importer)).nth(dots - 1) else {
            return Vec::new();
        };
        self.module(package, module, wanted.names)
    }

    fn absolute(&self, wanted: &Wanted<'_>, module: &str) -> Vec<&'t str> {
        let own = parent(wanted.importer);
        // A script sees what lies beside it; a module of a package does not.
        if self.init(own).is_none() {
            let found = self.module(own, module, wanted.names);
            if !found.is_empty() {
                return found;
            }
        }
        let top = module.split('.').next().unwrap_or(module);
        let mut roots: Vec<&String> = self.roots.get(top).into_iter().flatten().collect();
        roots.sort_by_key(|root| distance(wanted.importer, root));
        roots
            .into_iter()
            .map(|root| self.module(root, module, wanted.names))
            .find(|found| !found.is_empty())
            .unwrap_or_default()
    }

    /// The files of `module` below `root`: submodules where the names are such, else the module or
    /// the package itself. A package goes before a module of the same name, as Python does it.
    fn module(&self, root: &str, module: &str, names: &[String]) -> Vec<&'t str> {
        let Some(base) = join(root, &module.replace('.', "/")) else { return Vec::new() };
        let init = self.init(&base);
        let plain = init.is_none() && !module.is_empty();
        if let Some(file) = self.leaf(&base).filter(|_| plain) {
            return vec![file];
        }
        let mut found: Vec<&str> =
            names.iter().filter_map(|name| self.package_or_leaf(&join(&base, name)?)).collect();
        if found.is_empty() || found.len() < names.len() {
            found.extend(init);
        }
        found
    }

    fn package_or_leaf(&self, base: &str) -> Option<&'t str> {
        self.init(base).or_else(|| self.leaf(base))
    }

    fn leaf(&self, base: &str) -> Option<&'t str> {
        self.tree.file(&format!("{base}.py")).or_else(|| self.tree.file(&format!("{base}.pyi")))
    }

    fn init(&self, dir: &str) -> Option<&'t str> {
        init(self.tree, dir)
    }
}

fn init<'t>(tree: &Tree<'t>, dir: &str) -> Option<&'t str> {
    let base = join(dir, "__init__.py")?;
    tree.file(&base).or_else(|| tree.file(&format!("{base}i")))
}

/// Every directory that could stand on the import path.
fn find_roots(tree: &Tree<'_>, configs: &[(&str, &str)]) -> FxHashSet<String> {
    let mut roots: FxHashSet<String> = SOURCE_DIRS.iter().map(|&dir| dir.to_owned()).collect();
    for path in tree.files() {
        let dir = parent(path);
        match name_of(path) {
            "__init__.py" | "__init__.pyi"
                if !dir.is_empty() && init(tree, parent(dir)).is_none() =>
            {
                roots.insert(parent(dir).to_owned());
            }
            "setup.py" | "setup.cfg" | "pyproject.toml" => {
                roots.extend(SOURCE_DIRS.iter().filter_map(|sub| join(dir, sub)));
            }
            _ => {}
        }
    }
    for (path, text) in configs {
        let declared =
            if has_extension(path, "toml") { from_pyproject(text) } else { from_cfg(text) };
        roots.extend(declared.iter().filter_map(|sub| join(parent(path), sub)));
    }
    roots
}

/// Where `pyproject.toml` says that packages lie: the tables of setuptools, poetry, hatch, maturin.
fn from_pyproject(text: &str) -> Vec<String> {
    let Ok(table) = text.parse::<toml::Table>() else { return Vec::new() };
    let tool = |path: &[&str]| dig(table.get("tool"), path);
    let mut found = strings(tool(&["setuptools", "packages", "find", "where"]));
    found.extend(strings(tool(&["maturin", "python-source"])));
    if let Some(dirs) = tool(&["setuptools", "package-dir"]).and_then(toml::Value::as_table) {
        // Only the entry of the empty name moves the root; the others name single packages.
        found.extend(strings(dirs.get("")));
    }
    if let Some(packages) = tool(&["poetry", "packages"]).and_then(toml::Value::as_array) {
        found.extend(packages.iter().flat_map(|package| strings(package.get("from"))));
    }
    let wheel = strings(tool(&["hatch", "build", "targets", "wheel", "packages"]));
    found.extend(wheel.iter().map(|package| parent(package).to_owned()));
    found
}

fn dig<'v>(value: Option<&'v toml::Value>, path: &[&str]) -> Option<&'v toml::Value> {
    path.iter().fold(value, |value, key| value?.get(key))
}

/// A string, or the strings of an array.
fn strings(value: Option<&toml::Value>) -> Vec<String> {
    match value {
        Some(toml::Value::String(text)) => vec![text.clone()],
        Some(toml::Value::Array(items)) => {
            items.iter().filter_map(|item| Some(item.as_str()?.to_owned())).collect()
        }
        _ => Vec::new(),
    }
}

/// Where `setup.cfg` says that packages lie: `package_dir` with an empty name, and `where`.
fn from_cfg(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut key = "";
    for line in text.lines() {
        let (name, value) = match line.split_once('=') {
            Some((name, value)) if !line.starts_with(char::is_whitespace) => {
                key = name.trim();
                ("", value.trim())
            }
            Some((name, value)) => (name.trim(), value.trim()),
            None => ("", line.trim()),
        };
        let value = value.trim_start_matches('=').trim();
        if matches!(key, "package_dir" | "where") && name.is_empty() && !value.is_empty() {
            found.push(value.to_owned());
        }
    }
    found
}

/// The roots that hold each top-level name, so that a lookup does not try them all.
fn by_top_level_name<'t>(
    tree: &Tree<'t>,
    roots: &FxHashSet<String>,
) -> FxHashMap<&'t str, Vec<String>> {
    let mut found: FxHashMap<&str, Vec<String>> = FxHashMap::default();
    let python =
        tree.files().iter().filter(|path| has_extension(path, "py") || has_extension(path, "pyi"));
    for path in python {
        for root in upward(parent(path)).filter(|dir| roots.contains(*dir)) {
            let Some(rest) = below(path, root) else { continue };
            let top = rest.split(['/', '.']).next().unwrap_or(rest);
            let known = found.entry(top).or_default();
            if known.last().is_none_or(|last| last != root) && !known.iter().any(|dir| dir == root)
            {
                known.push(root.to_owned());
            }
        }
    }
    found
}
