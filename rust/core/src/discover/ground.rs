//! The ground a directory stands on: the repository whose rules and index hold there, or none.

use std::fs;
use std::path::Path;

use gix_ignore::glob::pattern::Case;

use super::rules::Rules;
use crate::git::config::{self, Environment, Settings};
use crate::git::index::Tracked;
use crate::git::{Repository, read_regular};
use crate::records::{Problem, Reason};

/// What is left out outside git, in the syntax of `.gitignore`: dependencies, build results and
/// caches of the common tools, and the data of other version control systems. A repository says
/// this itself. `.gitignore` and `.columbusignore` can bring each back.
pub const OUTSIDE_GIT: &str = "\
.bzr/
.hg/
.jj/
.svn/
CVS/
.DS_Store
node_modules/
bower_components/
jspm_packages/
.pnpm-store/
.yarn/
.next/
.nuxt/
.parcel-cache/
.svelte-kit/
.turbo/
.venv/
venv/
__pycache__/
*.pyc
*.egg-info/
.eggs/
.ipynb_checkpoints/
.mypy_cache/
.nox/
.pytest_cache/
.ruff_cache/
.tox/
htmlcov/
site-packages/
target/
build/
dist/
out/
coverage/
.cache/
.gradle/
.idea/
.vs/
.terraform/
.bundle/
vendor/bundle/
Pods/
DerivedData/
.build/
.dart_tool/
.stack-work/
dist-newstyle/
_build/
.elixir_ls/
.zig-cache/
zig-out/
";

/// The rules, the index and the place of one repository, or of a tree outside git.
#[derive(Debug)]
pub(crate) struct Ground {
    /// What git tracks here.
    pub(crate) tracked: Tracked,
    /// How names are compared with patterns.
    pub(crate) case: Case,
    /// Content on disk may differ from the blob for any file.
    pub(crate) converts_all: bool,
    /// Path of the walk's root in the work tree, with a slash at its end; empty mostly.
    above: String,
    /// Length of the path of the work tree below the walk's root, for submodules.
    below: usize,
}

/// What holds in the first directory of a ground.
pub(crate) struct Base {
    /// The ground itself.
    pub(crate) ground: Ground,
    /// Ignore rules that do not come from the directory or what is below it.
    pub(crate) ignore: Rules,
    /// Attribute rules of the same kind.
    pub(crate) converting: Rules,
    /// A git fact that could not be had.
    pub(crate) problem: Option<Problem>,
}

impl Ground {
    /// The path in the work tree of a path below the walk's root.
    pub(crate) fn path(&self, path: &str) -> String {
        let inner = path.get(self.below..).unwrap_or_default();
        [self.above.as_str(), inner].concat()
    }
}

/// The ground of a tree outside git.
pub(crate) fn outside_git() -> Base {
    let ground = Ground {
        tracked: Tracked::none(),
        case: Case::Sensitive,
        converts_all: true,
        above: String::new(),
        below: 0,
    };
    let ignore = Rules::default().with(OUTSIDE_GIT.as_bytes(), "");
    Base { ground, ignore, converting: Rules::default(), problem: None }
}

/// The ground of `repository` for a walk that enters it at `entry`, which is its work tree or a
/// directory in it and lies at `path` below the walk's root (empty, or with a slash at its end).
pub(crate) fn of(
    repository: &Repository,
    environment: &Environment,
    entry: &Path,
    path: &str,
) -> Base {
    let settings = config::settings(repository, environment);
    let (tracked, problem) = tracked(repository, &settings, path);
    let inner = entry.strip_prefix(&repository.work_dir).unwrap_or(Path::new(""));
    let above = slashed(inner);
    let (ignore, converting) = inherited(repository, &settings, inner);
    let ground = Ground {
        case: if settings.ignore_case { Case::Fold } else { Case::Sensitive },
        converts_all: settings.converts_lines || tracked.hides_attributes(),
        tracked,
        above,
        below: path.len(),
    };
    Base { ground, ignore, converting, problem }
}

fn tracked(repository: &Repository, settings: &Settings, path: &str) -> (Tracked, Option<Problem>) {
    match Tracked::read(&repository.git_dir, settings.is_sha256) {
        Ok(tracked) => (tracked, None),
        Err(detail) => {
            let path = format!("{path}.git/index");
            (Tracked::none(), Some(Problem { path, reason: Reason::Unreadable, detail }))
        }
    }
}

/// The rules of the user and the repository, and those between its work tree and the entry.
fn inherited(repository: &Repository, settings: &Settings, inner: &Path) -> (Rules, Rules) {
    let info = repository.common_dir.join("info");
    let mut ignore = Rules::default();
    for file in settings.excludes_file.iter().chain([&info.join("exclude")]) {
        ignore = ignore.with(&read_regular(file).unwrap_or_default(), "");
    }
    let mut converting = Rules::default();
    for file in settings.attribute_files.iter().chain([&info.join("attributes")]) {
        converting = converting.with_converting(&read_regular(file).unwrap_or_default(), "");
    }
    let mut outer: Vec<&Path> = inner.ancestors().skip(1).collect();
    outer.reverse();
    for folder in outer {
        let at = repository.work_dir.join(folder);
        let base = slashed(folder);
        ignore = ignore.with(&read_own(&at.join(".gitignore")), &base);
        converting = converting.with_converting(&read_own(&at.join(".gitattributes")), &base);
    }
    (ignore, converting)
}

/// A rule file of the work tree; git does not follow a link there, and a pipe would block.
fn read_own(path: &Path) -> Vec<u8> {
    let is_plain = fs::symlink_metadata(path).is_ok_and(|meta| meta.is_file());
    if is_plain { fs::read(path).unwrap_or_default() } else { Vec::new() }
}

/// `a/b/` for a relative path, empty for an empty one.
fn slashed(path: &Path) -> String {
    path.iter().fold(String::new(), |path, part| path + &part.to_string_lossy() + "/")
}
