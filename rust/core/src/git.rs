//! Git facts, read from the files of git itself: where a tree and its repository are, what HEAD
//! is, what the index holds, which ignore file the settings name.
//!
//! Takes directories, gives records. Nothing is executed and nothing is written, since a search
//! may come many times a second and must leave no trace in the repository.

pub mod config;
pub mod index;

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sha1::{Digest, Sha1};

use crate::error::{Error, Result};
use crate::records::BlobId;

/// Name of the file that makes a directory a project of its own.
pub const PROJECT_FILE: &str = ".columbus.json";

/// HEAD may point to a reference that points on; git follows five steps.
const MAX_REF_DEPTH: usize = 5;

/// Where a directory belongs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Workspace {
    /// Canonical path of the tree to chart.
    pub root: PathBuf,
    /// Git directory of this work tree, `None` outside git.
    pub git_dir: Option<PathBuf>,
    /// Git directory that all work trees of the repository share.
    pub common_dir: Option<PathBuf>,
    /// The root in the main checkout: the same as `root` outside linked work trees.
    pub main_root: PathBuf,
    /// Whether `root` is in a linked work tree (`git worktree add`).
    pub is_linked: bool,
}

/// A work tree and its git directories, all canonical.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repository {
    /// The directory that holds `.git`.
    pub work_dir: PathBuf,
    /// What `.git` is or points to.
    pub git_dir: PathBuf,
    /// `git_dir`, or the shared directory for a linked work tree.
    pub common_dir: PathBuf,
}

impl Repository {
    /// The repository whose work tree has its root at `dir`, if there is one.
    ///
    /// A bare repository has no work tree. A `.git` file that leads nowhere gives `None` too: see
    /// [`marks_work_tree`].
    pub fn at(dir: &Path) -> Option<Repository> {
        let git_dir = fs::canonicalize(git_dir_of(dir)?).ok()?;
        let common_dir = common_dir_of(&git_dir)?;
        let usable = git_dir.join("HEAD").symlink_metadata().is_ok()
            && common_dir.join("objects").is_dir()
            && (git_dir != common_dir || !config::is_bare(&common_dir));
        usable.then(|| Repository { work_dir: dir.to_path_buf(), git_dir, common_dir })
    }

    /// The repository that `dir` is in: the nearest upward from `dir`.
    ///
    /// A repository in `home` itself (a tree of dotfiles) counts only when `dir` is `home`: what
    /// people keep below their home directory does not belong to it.
    pub fn around(dir: &Path, home: Option<&Path>) -> Option<Repository> {
        dir.ancestors().filter(|at| *at == dir || Some(*at) != home).find_map(Repository::at)
    }

    /// Whether this is a linked work tree.
    pub fn is_linked(&self) -> bool {
        self.git_dir != self.common_dir
    }

    /// The root of the main checkout, `None` for a bare repository.
    fn main_work_dir(&self) -> Option<PathBuf> {
        if !self.is_linked() {
            return Some(self.work_dir.clone());
        }
        let named = config::work_tree_of(&self.common_dir);
        let beside = || {
            let is_plain = self.common_dir.file_name().is_some_and(|name| name == ".git");
            self.common_dir.parent().filter(|_| is_plain).map(Path::to_path_buf)
        };
        fs::canonicalize(named.or_else(beside)?).ok()
    }
}

/// Whether `dir` looks like the root of a work tree: its `.git` is a git directory, or a file that
/// names one. The named one need not exist, as in a container that holds the work tree only.
pub fn marks_work_tree(dir: &Path) -> bool {
    let at = dir.join(".git");
    match fs::symlink_metadata(&at) {
        Ok(meta) if meta.is_file() => gix_discover::path::from_gitdir_file(&at).is_ok(),
        Ok(_) => Repository::at(dir).is_some(),
        Err(_) => false,
    }
}

/// What `.git` below `dir` is or points to. Anything but a directory and a regular file is not
/// opened: a pipe would block.
fn git_dir_of(dir: &Path) -> Option<PathBuf> {
    let at = dir.join(".git");
    let meta = fs::metadata(&at).ok()?;
    if meta.is_file() { gix_discover::path::from_gitdir_file(&at).ok() } else { Some(at) }
        .filter(|found| found.is_dir())
}

fn common_dir_of(git_dir: &Path) -> Option<PathBuf> {
    let link = git_dir.join("commondir");
    if !link.is_file() {
        return Some(git_dir.to_path_buf());
    }
    let named = gix_discover::path::from_plain_file_relative_to_file(&link)?.ok()?;
    fs::canonicalize(named).ok()
}

/// Finds the tree that `start` belongs to: the nearest directory upward, `start` included, that
/// holds [`PROJECT_FILE`] or is the root of a git work tree, else `start` itself.
///
/// `home` is the user's home directory. It, what is above it and the root of a file system are
/// refused unless they are projects on purpose.
///
/// So are bare repositories and what is in them.
///
/// # Errors
/// [`Error::Io`] when `start` does not exist, [`Error::Root`] when it is a file or refused.
pub fn locate(start: &Path, home: Option<&Path>) -> Result<Workspace> {
    let start = fs::canonicalize(start)
        .map_err(|source| Error::Io { path: start.to_path_buf(), source })?;
    if !start.is_dir() {
        return Err(refusal(&start, "this is a file; give its directory with --root"));
    }
    let home = home.and_then(|home| fs::canonicalize(home).ok());
    let marked = start.ancestors().find(|dir| is_root(dir, home.as_deref()));
    let root = marked.unwrap_or(&start).to_path_buf();
    if marked.is_none() {
        refuse_catch_alls(&root, home.as_deref())?;
        refuse_git_directory(&root)?;
    }
    Ok(workspace(root, home.as_deref()))
}

fn is_root(dir: &Path, home: Option<&Path>) -> bool {
    dir.join(PROJECT_FILE).is_file() || (Some(dir) != home && marks_work_tree(dir))
}

/// A server that an editor starts in such a place would read everything that a person owns.
fn refuse_catch_alls(root: &Path, home: Option<&Path>) -> Result<()> {
    if root.parent().is_none() {
        return Err(refusal(root, "this is the root of a file system; give a project with --root"));
    }
    if home == Some(root) {
        return Err(refusal(root, "this is the home directory; give a project with --root"));
    }
    if home.is_some_and(|home| home.starts_with(root)) {
        return Err(refusal(root, "this holds home directories; give a project with --root"));
    }
    Ok(())
}

/// A bare repository has no files of its own to search, and nothing may be written into it.
fn refuse_git_directory(root: &Path) -> Result<()> {
    let is_git = |dir: &&Path| {
        dir.join("HEAD").is_file() && dir.join("objects").is_dir() && dir.join("refs").is_dir()
    };
    root.ancestors().find(is_git).map_or(Ok(()), |_| {
        Err(refusal(root, "this is inside a git directory; give a work tree with --root"))
    })
}

fn refusal(path: &Path, reason: &str) -> Error {
    Error::Root { path: path.to_path_buf(), reason: reason.to_owned() }
}

fn workspace(root: PathBuf, home: Option<&Path>) -> Workspace {
    let Some(repository) = Repository::around(&root, home) else {
        return Workspace {
            main_root: root.clone(),
            root,
            git_dir: None,
            common_dir: None,
            is_linked: false,
        };
    };
    let is_linked = repository.is_linked();
    let inner = root.strip_prefix(&repository.work_dir).unwrap_or(Path::new(""));
    // A directory that this branch alone has is its own anchor.
    let main_root = repository
        .main_work_dir()
        .map(|main| if inner.as_os_str().is_empty() { main } else { main.join(inner) })
        .filter(|main| main.is_dir())
        .unwrap_or_else(|| root.clone());
    Workspace {
        root,
        git_dir: Some(repository.git_dir),
        common_dir: Some(repository.common_dir),
        main_root,
        is_linked,
    }
}

/// The id of the commit that HEAD stands for: 40 (or 64) hexadecimal digits. `None` outside git,
/// on a branch without a commit, and where references are not kept in files.
pub fn head(workspace: &Workspace) -> Option<String> {
    head_in(workspace.git_dir.as_deref()?, workspace.common_dir.as_deref()?)
}

/// [`head`] by the two git directories.
pub fn head_in(git_dir: &Path, common_dir: &Path) -> Option<String> {
    let mut content = read_small(&git_dir.join("HEAD"))?;
    for _ in 0..MAX_REF_DEPTH {
        let Some(name) = content.trim_end().strip_prefix("ref: ").map(str::to_owned) else {
            return Some(content.trim_end().to_owned()).filter(|id| is_object_id(id));
        };
        let loose = [git_dir, common_dir].iter().find_map(|dir| read_small(&dir.join(&name)));
        match loose {
            Some(next) => content = next,
            None => return packed_ref(common_dir, &name),
        }
    }
    None
}

fn packed_ref(common_dir: &Path, name: &str) -> Option<String> {
    let packed = read_regular(&common_dir.join("packed-refs"))?;
    let id = packed.split(|byte| *byte == b'\n').find_map(|line| {
        let line = std::str::from_utf8(line).ok()?;
        line.split_once(' ').filter(|(_, found)| found.trim_end() == name).map(|(id, _)| id)
    })?;
    Some(id.to_owned()).filter(|id| is_object_id(id))
}

fn is_object_id(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn read_small(path: &Path) -> Option<String> {
    String::from_utf8(read_regular(path)?).ok()
}

/// The bytes of a settings file, `None` unless it is a regular file (also behind a link).
pub(crate) fn read_regular(path: &Path) -> Option<Vec<u8>> {
    fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    fs::read(path).ok()
}

/// Git's blob id of `bytes` as they are: what `git hash-object --no-filters` prints.
pub fn blob_id(bytes: &[u8]) -> BlobId {
    let mut hasher = Sha1::new();
    hasher.update(format!("blob {}\0", bytes.len()));
    hasher.update(bytes);
    BlobId(hasher.finalize().into())
}

impl fmt::Display for BlobId {
    /// 40 hexadecimal digits in lower case.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(out, "{byte:02x}"))
    }
}

impl FromStr for BlobId {
    type Err = Error;

    /// # Errors
    /// [`Error::Invalid`] for anything but 40 hexadecimal digits.
    fn from_str(text: &str) -> Result<BlobId> {
        let invalid = || Error::Invalid {
            what: "blob id".to_owned(),
            reason: "not 40 hex digits".to_owned(),
        };
        if text.len() != 40 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(invalid());
        }
        let mut id = [0; 20];
        for (byte, at) in id.iter_mut().zip((0..40).step_by(2)) {
            *byte = u8::from_str_radix(&text[at..at + 2], 16).map_err(|_| invalid())?;
        }
        Ok(BlobId(id))
    }
}
