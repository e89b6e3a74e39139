//! The walk: directories level by level, each level in parallel.
//!
//! Takes the root and its repository, gives files and problems in no particular order. Levels
//! rather than recursion, so that a deep tree costs no stack. A directory is listed once; only
//! names that belong to the tree are asked for their stat, and nothing is opened but rule files.

use std::ffi::OsString;
use std::fs::{self, DirEntry, FileType, Metadata};
use std::io;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

use super::Options;
use super::filter::Filter;
use super::ground::{self, Base, Ground};
use super::rules::{Rules, Verdict};
use super::stat::{escaped, refused, source_file, special};
use crate::error::{Error, Result};
use crate::git::index::Standing;
use crate::git::{self, PROJECT_FILE, Repository};
use crate::records::{BlobId, Problem, Reason, SourceFile};
use crate::stop::Stop;

/// The project's own ignore file.
const OWN_IGNORE: &str = ".columbusignore";

/// One walk and what it needs to know.
pub(crate) struct Walk<'a> {
    /// Canonical.
    pub(crate) root: &'a Path,
    pub(crate) options: &'a Options,
    pub(crate) filter: Filter<'a>,
}

/// What a directory, a level or a whole walk gave.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) files: Vec<SourceFile>,
    pub(crate) problems: Vec<Problem>,
    pub(crate) tally: Tally,
    folders: Vec<Folder>,
}

/// What the files say together about the state of the work tree.
#[derive(Default)]
pub(crate) struct Tally {
    /// Tracked files met, and how many there should be.
    tracked: usize,
    expected: usize,
    /// A file is untracked or surely changed.
    changed: bool,
    /// A stat proves nothing, or not all tracked files were looked at.
    unsure: bool,
}

impl Tally {
    /// See [`super::Discovery::dirty`].
    pub(crate) fn dirty(&self) -> Option<bool> {
        let missing = self.tracked < self.expected;
        match (self.changed, self.unsure) {
            (true, _) => Some(true),
            (false, true) => None,
            (false, false) => Some(missing),
        }
    }

    fn add(&mut self, other: &Tally) {
        self.tracked += other.tracked;
        self.expected += other.expected;
        self.changed |= other.changed;
        self.unsure |= other.unsure;
    }
}

/// How much of a directory belongs to the tree.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// All that no rule ignores.
    Open,
    /// Git ignores it: what is tracked, and what the project's own rules bring back.
    TrackedOnly,
    /// The project's own rules ignore it: what they bring back.
    NamedOnly,
}

/// How a directory came to be on the list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The root of the walk.
    Root,
    /// The index records a submodule here.
    Submodule,
    /// The project's own rules bring it back by name.
    Named,
    Plain,
}

/// A directory to visit, with the rules that hold for its entries but for its own rule files.
struct Folder {
    /// Below the root, with a slash at its end; empty for the root.
    path: String,
    kind: Kind,
    mode: Mode,
    ground: Arc<Ground>,
    /// Relative to the work tree of the ground.
    ignore: Rules,
    /// Relative to the root of the walk.
    own: Rules,
    /// Relative to the work tree of the ground.
    converting: Rules,
}

/// One entry of a listing.
struct Item {
    name: OsString,
    kind: FileType,
    entry: DirEntry,
}

impl Walk<'_> {
    /// Walks the tree whose root is in `repository`.
    pub(crate) fn run(&self, repository: Option<Repository>, stop: &Stop) -> Result<Found> {
        fs::read_dir(self.root)
            .map_err(|source| Error::Io { path: self.root.to_path_buf(), source })?;
        let mut all = Found::default();
        let base = match &repository {
            Some(found) => ground::of(found, &self.options.environment, self.root, ""),
            None => ground::outside_git(),
        };
        // Only a part of the index is walked then, so that the rest cannot be missed.
        all.tally.unsure = repository.is_some_and(|found| found.work_dir != self.root);
        let (mut ignore, mut converting) = (Rules::default(), Rules::default());
        let root = Folder {
            path: String::new(),
            kind: Kind::Root,
            mode: Mode::Open,
            ground: all.take(base, &mut ignore, &mut converting),
            ignore,
            own: Rules::default(),
            converting,
        };
        let mut level = vec![root];
        while !level.is_empty() {
            let parts: Vec<Found> =
                level.into_par_iter().map(|folder| self.visit(folder, stop)).collect();
            stop.check()?;
            level = parts.into_iter().flat_map(|part| all.absorb(part)).collect();
        }
        Ok(all)
    }

    fn visit(&self, mut folder: Folder, stop: &Stop) -> Found {
        let mut found = Found::default();
        if stop.is_set() {
            return found;
        }
        let at = self.root.join(&folder.path);
        let items = match listing(&at) {
            Ok(items) => items,
            Err(error) => {
                found.tally.unsure = true;
                found.problem(folder.path.trim_end_matches('/'), unreadable(&error), &error);
                return found;
            }
        };
        if !self.settle(&mut folder, &at, &items, &mut found) {
            return found;
        }
        folder.read_rules(&items, &mut found);
        for item in items {
            self.sort_in(&folder, &item, &mut found);
        }
        found
    }

    /// Puts a directory that is a repository of its own on its own ground; false when it is not to
    /// be entered.
    fn settle(&self, folder: &mut Folder, at: &Path, items: &[Item], found: &mut Found) -> bool {
        let has_git = items.iter().any(|item| item.name == ".git");
        match folder.kind {
            Kind::Root => return true,
            // Not checked out: git lists nothing below it either.
            Kind::Submodule if !has_git => return false,
            Kind::Submodule => {}
            _ if !has_git || !git::marks_work_tree(at) || folder.has_tracked() => return true,
            Kind::Named => {}
            Kind::Plain if folder.own.reach_below(&folder.path) => folder.mode = Mode::NamedOnly,
            Kind::Plain => {
                let path = folder.path.trim_end_matches('/');
                found.problem(path, Reason::NestedRepository, &"");
                return false;
            }
        }
        let base = match Repository::at(at) {
            Some(repository) => {
                ground::of(&repository, &self.options.environment, at, &folder.path)
            }
            None => return folder.kind != Kind::Submodule,
        };
        folder.ground = found.take(base, &mut folder.ignore, &mut folder.converting);
        true
    }

    /// Files go to the result, directories to the next level, the rest is named.
    fn sort_in(&self, folder: &Folder, item: &Item, found: &mut Found) {
        let Some(name) = item.name.to_str() else {
            return not_unicode(folder, item, found);
        };
        if name == ".git" {
            return;
        }
        let path = format!("{}{name}", folder.path);
        if item.kind.is_dir() {
            self.descend(folder, &path, found);
        } else if folder.keeps(&path, found) {
            self.take_in(folder, item, path, found);
        }
    }

    fn descend(&self, folder: &Folder, path: &str, found: &mut Found) {
        let mut child = folder.child(path);
        let inner = folder.ground.path(path);
        if folder.ground.tracked.has_submodule(inner.as_bytes()) {
            child.kind = Kind::Submodule;
        }
        child.mode = folder.mode_of(path, &inner, child.kind);
        let own = folder.own.verdict(path, true, folder.ground.case);
        if own == Some(Verdict::Included) && child.kind == Kind::Plain {
            child.kind = Kind::Named;
        }
        let is_tracked = child.kind == Kind::Submodule || child.has_tracked();
        let is_entered = match child.mode {
            Mode::Open => true,
            Mode::TrackedOnly => is_tracked || child.own.reach_below(&child.path),
            Mode::NamedOnly => child.own.reach_below(&child.path),
        };
        let is_excluded = is_entered && self.filter.excludes_all_of(path);
        if is_excluded {
            found.problem(path, Reason::Excluded, &"");
        }
        if is_entered && !is_excluded {
            found.folders.push(child);
        } else if is_tracked {
            found.tally.unsure = true;
        }
    }

    fn take_in(&self, folder: &Folder, item: &Item, path: String, found: &mut Found) {
        if item.kind.is_symlink() {
            return self.judge_link(&path, found);
        }
        if !item.kind.is_file() {
            return found.problem(&path, Reason::NotRegular, &special(item.kind));
        }
        if !self.filter.keeps(&path) {
            found.tally.unsure = true;
            return found.problem(&path, Reason::Excluded, &"");
        }
        let meta = match item.entry.metadata() {
            Ok(meta) if meta.is_file() => meta,
            Ok(meta) => {
                return found.problem(&path, Reason::NotRegular, &special(meta.file_type()));
            }
            Err(error) => return found.problem(&path, unreadable(&error), &error),
        };
        let blob = folder.standing(&path, &meta, &mut found.tally);
        if item.name == OWN_IGNORE || item.name == PROJECT_FILE {
            return found.problem(&path, Reason::OwnFile, &"");
        }
        if meta.len() > self.options.max_file_size {
            let size = format!("{} bytes", meta.len());
            return found.problem(&path, Reason::TooLarge, &size);
        }
        if let Some(error) = refused(&item.entry.path(), &meta) {
            return found.problem(&path, Reason::Unreadable, &error);
        }
        found.files.push(source_file(path, &meta, blob));
    }

    /// A link is never charted: what it leads to has its own path. One that leads nowhere or out
    /// is named, as a reader may wonder where it went.
    fn judge_link(&self, path: &str, found: &mut Found) {
        let detail = match fs::canonicalize(self.root.join(path)) {
            Err(_) => "a link that leads nowhere",
            Ok(target) if !target.starts_with(self.root) => "a link that leads out of the root",
            Ok(_) => return,
        };
        found.problem(path, Reason::NotRegular, &detail);
    }
}

impl Folder {
    /// A directory of this one; its kind and mode are still to be judged.
    fn child(&self, path: &str) -> Folder {
        Folder {
            path: format!("{path}/"),
            kind: Kind::Plain,
            mode: self.mode,
            ground: Arc::clone(&self.ground),
            ignore: self.ignore.clone(),
            own: self.own.clone(),
            converting: self.converting.clone(),
        }
    }

    fn has_tracked(&self) -> bool {
        self.ground.tracked.has_below(self.ground.path(&self.path).as_bytes())
    }

    fn mode_of(&self, path: &str, inner: &str, kind: Kind) -> Mode {
        match (self.own.verdict(path, true, self.ground.case), self.mode) {
            (Some(Verdict::Included), _) => Mode::Open,
            (Some(Verdict::Ignored), _) | (None, Mode::NamedOnly) => Mode::NamedOnly,
            (None, _) if kind == Kind::Submodule => Mode::Open,
            (None, Mode::TrackedOnly) => Mode::TrackedOnly,
            (None, Mode::Open) => match self.ignore.verdict(inner, true, self.ground.case) {
                Some(Verdict::Ignored) => Mode::TrackedOnly,
                _ => Mode::Open,
            },
        }
    }

    /// Whether a name that is no directory belongs to the tree.
    fn keeps(&self, path: &str, found: &mut Found) -> bool {
        let inner = self.ground.path(path);
        let is_tracked = || self.ground.tracked.has_file(inner.as_bytes());
        match (self.own.verdict(path, false, self.ground.case), self.mode) {
            (Some(Verdict::Included), _) => true,
            (Some(Verdict::Ignored), _) | (None, Mode::NamedOnly) => {
                found.tally.unsure |= is_tracked();
                false
            }
            (None, Mode::TrackedOnly) => is_tracked(),
            (None, Mode::Open) => {
                is_tracked()
                    || self.ignore.verdict(&inner, false, self.ground.case)
                        != Some(Verdict::Ignored)
            }
        }
    }

    /// The blob of the index, when the stat proves that the file on disk is it byte for byte.
    fn standing(&self, path: &str, meta: &Metadata, tally: &mut Tally) -> Option<BlobId> {
        let inner = self.ground.path(path);
        let standing = self.ground.tracked.standing(inner.as_bytes(), meta);
        let Some(standing) = standing else {
            tally.changed = true;
            return None;
        };
        tally.tracked += 1;
        match standing {
            Standing::Unchanged(blob) => {
                let is_converted = self.ground.converts_all
                    || self.converting.verdict(&inner, false, self.ground.case).is_some();
                Some(blob).filter(|_| !is_converted)
            }
            Standing::Changed => {
                tally.changed = true;
                None
            }
            Standing::Unsure => {
                tally.unsure = true;
                None
            }
        }
    }

    /// Adds the rule files of this directory, the regular ones only.
    fn read_rules(&mut self, items: &[Item], found: &mut Found) {
        let inner = self.ground.path(&self.path);
        let mut read = |name: &str| {
            let item = items.iter().find(|item| item.name == name && item.kind.is_file())?;
            let text = fs::read(item.entry.path());
            text.inspect_err(|error| {
                found.problem(&format!("{}{name}", self.path), unreadable(error), error);
            })
            .ok()
        };
        if let Some(text) = read(".gitignore") {
            self.ignore = self.ignore.with(&text, &inner);
        }
        if let Some(text) = read(".gitattributes") {
            self.converting = self.converting.with_converting(&text, &inner);
        }
        if let Some(text) = read(OWN_IGNORE) {
            self.own = self.own.with(&text, &self.path);
        }
    }
}

impl Found {
    fn problem(&mut self, path: &str, reason: Reason, detail: &dyn std::fmt::Display) {
        let detail = detail.to_string();
        self.problems.push(Problem { path: path.to_owned(), reason, detail });
    }

    /// Enters a new ground: its rules replace those given.
    fn take(&mut self, base: Base, ignore: &mut Rules, converting: &mut Rules) -> Arc<Ground> {
        self.tally.expected += base.ground.tracked.expected();
        self.tally.unsure |= !base.ground.tracked.is_committed();
        self.problems.extend(base.problem);
        *ignore = base.ignore;
        *converting = base.converting;
        Arc::new(base.ground)
    }

    /// Adds what a directory gave, and returns its directories.
    fn absorb(&mut self, part: Found) -> Vec<Folder> {
        self.files.extend(part.files);
        self.problems.extend(part.problems);
        self.tally.add(&part.tally);
        part.folders
    }
}

/// The entries of a directory.
fn listing(at: &Path) -> io::Result<Vec<Item>> {
    fs::read_dir(at)?
        .map(|entry| {
            let entry = entry?;
            Ok(Item { name: entry.file_name(), kind: entry.file_type()?, entry })
        })
        .collect()
}

/// The rest of the program has no way to say such a path, so that it is named and left.
fn not_unicode(folder: &Folder, item: &Item, found: &mut Found) {
    let rough = format!("{}{}", folder.path, item.name.to_string_lossy());
    let inner = folder.ground.path(&rough);
    let case = folder.ground.case;
    let ignored = folder.ignore.verdict(&inner, item.kind.is_dir(), case);
    if folder.mode == Mode::Open && ignored != Some(Verdict::Ignored) {
        found.tally.unsure = true;
        let path = format!("{}{}", folder.path, escaped(&item.name));
        found.problem(&path, Reason::NotUnicode, &"");
    }
}

fn unreadable(error: &io::Error) -> Reason {
    if error.kind() == io::ErrorKind::NotFound { Reason::Vanished } else { Reason::Unreadable }
}
