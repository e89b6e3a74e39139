//! Discovery: which files of a tree are charted.
//!
//! Takes the root and [`Options`], gives a [`Discovery`] sorted by path. What git would list as
//! tracked or as untracked and not ignored belongs to the tree, by git's own files and settings:
//!
//! * nested and negated `.gitignore` files up to the root of the work tree and none above it, the
//!   exclude file of the repository, `core.excludesFile`; tracked files whatever the rules say;
//! * the files of submodules, each ruled by its own repository; no other repository and no linked
//!   work tree inside this one;
//! * never `.git`, never what a link leads to, never anything but regular files;
//! * never the files that set Columbus itself up (`.columbus.json`, `.columbusignore`).
//!
//! `.columbusignore` has the syntax of `.gitignore`, may stand in any directory, and is asked
//! first, also about tracked files and inside submodules. A negated pattern in it brings back what
//! git ignores. Below an ignored directory it does so when it spells the way there: `!/build/gen/`
//! works with `/build` ignored, `!gen/` does not, since ignored trees are not searched for it.
//! What is in a directory that was brought back is again subject to the rules about its own name.
//! A pattern that brings back another repository's directory has it charted as part of the tree.
//!
//! Outside git the same files count, and [`OUTSIDE_GIT`] stands in for what a repository would
//! have ignored.

mod filter;
mod ground;
pub mod limits;
mod rules;
mod stat;
mod walk;

pub use ground::OUTSIDE_GIT;

use std::fs;
use std::path::Path;

use rayon::prelude::*;

pub use crate::git::config::Environment;

use crate::error::{Error, Result};
use crate::git::{self, Repository};
use crate::records::{Problem, SourceFile};
use crate::stop::Stop;

/// 1.5 MiB: more than any hand-written file, less than most data dumps.
pub const DEFAULT_MAX_FILE_SIZE: u64 = 1_572_864;

/// What narrows a tree down, and where the settings of the user are.
#[derive(Clone, Debug)]
pub struct Options {
    /// Globs of which a file must match one; empty for all files. See `indexing.include`.
    pub include: Vec<String>,
    /// Globs of which a file must match none.
    pub exclude: Vec<String>,
    /// Larger files are left out, in bytes.
    pub max_file_size: u64,
    /// Names of the languages to keep; empty for all files.
    pub languages: Vec<String>,
    /// The language of a path by its name, asked when `languages` is not empty.
    pub detect: fn(&str) -> Option<&'static str>,
    /// Where git's settings of the user and the machine are.
    pub environment: Environment,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            include: Vec::new(),
            exclude: Vec::new(),
            max_file_size: DEFAULT_MAX_FILE_SIZE,
            languages: Vec::new(),
            detect: |_| None,
            environment: Environment::default(),
        }
    }
}

/// What a walk found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Discovery {
    /// The files of the tree, by path.
    pub files: Vec<SourceFile>,
    /// What was left out and why, by path. An excluded or unreadable directory is one problem.
    pub problems: Vec<Problem>,
    /// Id of the commit of HEAD.
    pub head: Option<String>,
    /// Whether the work tree differs from git's index: `Some(true)` when files are untracked,
    /// changed or missing, `Some(false)` when every stat proves the contrary and nothing is
    /// staged, `None` outside git and when only reading the files would tell.
    pub dirty: Option<bool>,
}

/// Lists the files of the tree at `root`, which is the root of a work tree, a directory in one, or
/// a directory outside git.
///
/// # Errors
/// [`Error::Io`] when `root` cannot be read, [`Error::Invalid`] for a bad glob,
/// [`Error::Stopped`].
pub fn discover(root: &Path, options: &Options, stop: &Stop) -> Result<Discovery> {
    let io = |source| Error::Io { path: root.to_path_buf(), source };
    let root = &fs::canonicalize(root).map_err(io)?;
    let filter = filter::Filter::new(options)?;
    let home = options.environment.home.as_ref().and_then(|home| fs::canonicalize(home).ok());
    let repository = Repository::around(root, home.as_deref());
    let head =
        repository.as_ref().and_then(|found| git::head_in(&found.git_dir, &found.common_dir));
    let is_git = repository.is_some();
    let walk::Found { mut files, mut problems, tally, .. } =
        walk::Walk { root, options, filter }.run(repository, stop)?;
    files.par_sort_unstable_by(|a, b| a.path.cmp(&b.path));
    problems.sort_unstable();
    Ok(Discovery { files, problems, head, dirty: tally.dirty().filter(|_| is_git) })
}
