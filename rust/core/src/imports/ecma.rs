//! JavaScript and TypeScript: paths, aliases of the compiler's configuration, packages.
//!
//! What a package publishes is mostly built and therefore absent, so a published path is also
//! looked for among the sources.

use super::Wanted;
use super::packages::Packages;
use super::tree::{Tree, below, join, parent, upward};
use super::tsconfig::Projects;

/// What a specifier without an extension may stand for, in the order of the compiler.
const EXTENSIONS: [&str; 12] =
    ["ts", "tsx", "mts", "cts", "d.ts", "js", "jsx", "mjs", "cjs", "json", "vue", "svelte"];

/// What a file of a written extension may be on disk: TypeScript is imported by its output's name.
const SOURCES: [(&str, &[&str]); 5] = [
    (".js", &["ts", "tsx", "d.ts", "jsx"]),
    (".jsx", &["tsx", "d.ts"]),
    (".mjs", &["mts", "d.mts"]),
    (".cjs", &["cts", "d.cts"]),
    (".ts", &["d.ts"]),
];

/// Names of the files that a directory stands for, without extension.
const INDEX: &str = "index";

pub(super) struct Ecma<'t> {
    tree: &'t Tree<'t>,
    projects: Projects,
    packages: Packages,
}

impl<'t> Ecma<'t> {
    pub(super) fn new(
        tree: &'t Tree<'t>,
        manifests: &[(&str, &str)],
        configs: &[(&str, &str)],
    ) -> Self {
        Self { tree, projects: Projects::new(configs), packages: Packages::new(manifests) }
    }

    pub(super) fn resolve(&self, wanted: &Wanted<'_>) -> Vec<&'t str> {
        // Bundlers put a loader's options behind a question mark.
        let specifier = wanted.specifier.split('?').next().unwrap_or_default();
        self.target(wanted.importer, specifier).into_iter().collect()
    }

    fn target(&self, importer: &str, specifier: &str) -> Option<&'t str> {
        let dir = parent(importer);
        if specifier == "."
            || specifier == ".."
            || specifier.starts_with("./")
            || specifier.starts_with("../")
        {
            let base = join(dir, specifier)?;
            return self.file_or_dir(&base).or_else(|| self.source_of_built(dir, &base));
        }
        if specifier.is_empty() {
            return None;
        }
        self.inner(dir, specifier)
            .or_else(|| self.alias(dir, specifier))
            .or_else(|| self.package(importer, specifier))
            .or_else(|| self.below_package(dir, specifier))
    }

    /// A built file that is named by its path: its source.
    fn source_of_built(&self, dir: &str, base: &str) -> Option<&'t str> {
        let home = self.packages.around(dir).map_or("", |(home, _)| home);
        self.file(&join(home, &unbuilt(below(base, home)?)?)?)
    }

    /// `#name`: the `imports` of the package that the importer belongs to.
    fn inner(&self, dir: &str, specifier: &str) -> Option<&'t str> {
        if !specifier.starts_with('#') {
            return None;
        }
        let (home, package) = self.packages.around(dir)?;
        self.published(home, &package.inner(specifier))
    }

    /// `paths` and `baseUrl` of the projects around the importer, the nearest first.
    fn alias(&self, dir: &str, specifier: &str) -> Option<&'t str> {
        upward(dir)
            .filter_map(|dir| self.projects.at(dir))
            .flat_map(|project| project.candidates(specifier))
            .find_map(|base| self.file_or_dir(&base))
    }

    /// A package of the tree by its name, with a path inside it.
    fn package(&self, importer: &str, specifier: &str) -> Option<&'t str> {
        let (name, inside) = split_package(specifier);
        let (home, package) = self.packages.named(name, importer)?;
        self.published(home, &package.exported(inside)).or_else(|| {
            if inside.is_empty() {
                return self.index(&join(home, "src")?).or_else(|| self.index(home));
            }
            let plain = [join(home, inside), join(home, &format!("src/{inside}"))];
            plain.into_iter().flatten().find_map(|base| self.file_or_dir(&base))
        })
    }

    /// `/src/x`, as development servers read it: seen from the package's own directory.
    fn below_package(&self, dir: &str, specifier: &str) -> Option<&'t str> {
        let rest = specifier.strip_prefix('/')?;
        let home = self.packages.around(dir).map_or("", |(home, _)| home);
        self.file_or_dir(&join(home, rest)?)
    }

    /// The first of the published paths that is a file: as it stands, else among the sources.
    fn published(&self, home: &str, targets: &[String]) -> Option<&'t str> {
        let as_written = targets.iter().filter_map(|target| join(home, target));
        let among_sources = targets.iter().filter_map(|target| join(home, &unbuilt(target)?));
        as_written.chain(among_sources).find_map(|base| self.file_or_dir(&base))
    }

    fn file_or_dir(&self, base: &str) -> Option<&'t str> {
        self.file(base).or_else(|| self.dir(base))
    }

    fn file(&self, base: &str) -> Option<&'t str> {
        if base.is_empty() {
            return None;
        }
        self.tree.file(base).or_else(|| self.source_of(base)).or_else(|| self.with_extension(base))
    }

    fn with_extension(&self, base: &str) -> Option<&'t str> {
        EXTENSIONS.iter().find_map(|extension| self.tree.file(&format!("{base}.{extension}")))
    }

    fn source_of(&self, base: &str) -> Option<&'t str> {
        let (stem, sources) = SOURCES
            .iter()
            .find_map(|(written, sources)| Some((base.strip_suffix(written)?, sources)))?;
        sources.iter().find_map(|extension| self.tree.file(&format!("{stem}.{extension}")))
    }

    fn dir(&self, base: &str) -> Option<&'t str> {
        if !self.tree.has_dir(base) {
            return None;
        }
        self.packages
            .at(base)
            .and_then(|package| self.published_file(base, &package.exported("")))
            .or_else(|| self.index(base))
    }

    /// As `published`, but without a further look into directories, which could go in a circle.
    fn published_file(&self, home: &str, targets: &[String]) -> Option<&'t str> {
        let as_written = targets.iter().filter_map(|target| join(home, target));
        let among_sources = targets.iter().filter_map(|target| join(home, &unbuilt(target)?));
        as_written.chain(among_sources).find_map(|base| self.file(&base))
    }

    fn index(&self, dir: &str) -> Option<&'t str> {
        self.with_extension(&join(dir, INDEX)?)
    }
}

/// `@scope/name/inside` and `name/inside`, split behind the name.
fn split_package(specifier: &str) -> (&str, &str) {
    let scope =
        if specifier.starts_with('@') { specifier.find('/').map_or(0, |at| at + 1) } else { 0 };
    match specifier[scope..].find('/') {
        Some(at) => (&specifier[..scope + at], &specifier[scope + at + 1..]),
        None => (specifier, ""),
    }
}

/// The source that a built file comes from: `dist/esm/a.d.ts` is `src/a`. `None` when the path
/// does not start with a directory of built files.
fn unbuilt(target: &str) -> Option<String> {
    let parts: Vec<&str> = target.trim_start_matches("./").split('/').collect();
    let is_built = |part: &str| {
        matches!(part, "dist" | "build" | "lib" | "out" | "output" | "esm" | "cjs" | "es" | "types")
    };
    let built = parts.iter().take(parts.len() - 1).take_while(|part| is_built(part)).count();
    if built == 0 {
        return None;
    }
    let path = parts[built..].join("/");
    let path = path.strip_prefix("src/").unwrap_or(&path);
    let endings = [".d.ts", ".d.mts", ".d.cts", ".min.js", ".js", ".mjs", ".cjs"];
    let stem = endings.iter().find_map(|ending| path.strip_suffix(ending)).unwrap_or(path);
    Some(format!("src/{stem}"))
}
