//! What git's index says about the files of a work tree.
//!
//! Takes the index file, gives [`Tracked`]: which paths are tracked, and the blob of a file whose
//! stat proves that it is as git last saw it.

use std::fs::{self, Metadata};
use std::path::Path;

use bstr::ByteSlice;
use gix_index::entry::{Flags, Mode};
use gix_index::{Entry, State};

use crate::records::BlobId;

/// The entries of one index, sorted by path. An absent index tracks nothing.
#[derive(Debug)]
pub struct Tracked {
    state: State,
    /// Seconds and nanoseconds of the index file's last write.
    written: (i64, i64),
}

/// What the index knows about one file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// The stat is that of the entry: the content is this blob, through git's filters.
    Unchanged(BlobId),
    /// The size differs, or the entry is in conflict or has no content yet.
    Changed,
    /// The stat proves neither.
    Unsure,
}

impl Tracked {
    /// An index without entries.
    pub fn none() -> Tracked {
        Tracked { state: State::new(gix_hash::Kind::Sha1), written: (0, 0) }
    }

    /// Reads the index in `git_dir`; a repository without one tracks nothing. With SHA-256 ids it
    /// says what is tracked, and no file's blob.
    ///
    /// # Errors
    /// One clause when it is there and cannot be understood.
    pub fn read(git_dir: &Path, is_sha256: bool) -> Result<Tracked, String> {
        let path = git_dir.join("index");
        let Ok(meta) = fs::metadata(&path) else { return Ok(Tracked::none()) };
        if !meta.is_file() {
            return Err("the index is no regular file".to_owned());
        }
        let options = gix_index::decode::Options::default();
        let ids = if is_sha256 { gix_hash::Kind::Sha256 } else { gix_hash::Kind::Sha1 };
        let file = gix_index::File::at(path, ids, true, options)
            .map_err(|error| format!("the index of git cannot be read: {error}"))?;
        let (state, _) = file.into_parts();
        Ok(Tracked { state, written: modified(&meta) })
    }

    /// Whether a file of this path is tracked.
    pub fn has_file(&self, path: &[u8]) -> bool {
        self.entry(path).is_some_and(|entry| entry.mode != Mode::COMMIT)
    }

    /// Whether a submodule is recorded at this path.
    pub fn has_submodule(&self, path: &[u8]) -> bool {
        self.entry(path).is_some_and(|entry| entry.mode == Mode::COMMIT)
    }

    /// Whether anything is tracked below `directory`, which ends with a slash.
    pub fn has_below(&self, directory: &[u8]) -> bool {
        let entries = self.state.entries();
        let next = entries.get(self.first_from(directory));
        next.is_some_and(|entry| {
            entry.path(&self.state).starts_with(directory) && entry.mode != Mode::DIR
        })
    }

    /// What the index says about the content of a tracked file with this stat.
    pub fn standing(&self, path: &[u8], meta: &Metadata) -> Option<Standing> {
        let entry = self.entry(path)?;
        let unsettled = entry.stage_raw() != 0 || entry.flags.contains(Flags::INTENT_TO_ADD);
        if unsettled || u64::from(entry.stat.size) != meta.len() & 0xffff_ffff {
            return Some(Standing::Changed);
        }
        let vouched = !entry.flags.contains(Flags::ASSUME_VALID)
            && !is_racy(modified(meta), self.written)
            && same_stat(entry, meta);
        let blob = <[u8; 20]>::try_from(entry.id.as_bytes()).ok().filter(|_| vouched);
        Some(blob.map_or(Standing::Unsure, |id| Standing::Unchanged(BlobId(id))))
    }

    /// How many files should be on disk.
    pub fn expected(&self) -> usize {
        let on_disk = |entry: &&Entry| {
            matches!(entry.mode, Mode::FILE | Mode::FILE_EXECUTABLE)
                && !entry.flags.contains(Flags::SKIP_WORKTREE)
        };
        self.state.entries().iter().filter(on_disk).count()
    }

    /// Whether the tree of the whole index is known, as it is after a commit or a checkout and no
    /// longer once something is staged.
    pub fn is_committed(&self) -> bool {
        self.state.tree().is_some_and(|tree| tree.num_entries.is_some())
    }

    /// Whether an attribute file is tracked but left out by a sparse checkout; git then takes its
    /// rules from the index.
    pub fn hides_attributes(&self) -> bool {
        self.state.entries().iter().any(|entry| {
            entry.flags.contains(Flags::SKIP_WORKTREE)
                && entry.path(&self.state).ends_with(b".gitattributes")
        })
    }

    /// The first entry of this path, whatever its stage: a file in conflict has up to three.
    fn entry(&self, path: &[u8]) -> Option<&Entry> {
        let entry = self.state.entries().get(self.first_from(path))?;
        (entry.path(&self.state).as_bytes() == path).then_some(entry)
    }

    fn first_from(&self, path: &[u8]) -> usize {
        self.state.entries().partition_point(|entry| entry.path(&self.state).as_bytes() < path)
    }
}

/// A file that was written when the index was, or later, may have changed behind its stat.
fn is_racy(file: (i64, i64), index: (i64, i64)) -> bool {
    file >= index
}

#[cfg(unix)]
fn modified(meta: &Metadata) -> (i64, i64) {
    use std::os::unix::fs::MetadataExt;
    (meta.mtime(), meta.mtime_nsec())
}

#[cfg(not(unix))]
fn modified(_: &Metadata) -> (i64, i64) {
    (0, 0)
}

/// Stricter than git, which may be told to overlook some of these: a miss costs one hash.
#[cfg(unix)]
fn same_stat(entry: &Entry, meta: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    let stat = &entry.stat;
    let at = |secs: u32, nsecs: u32| (secs, i64::from(nsecs));
    at(stat.mtime.secs, stat.mtime.nsecs) == (meta.mtime() as u32, meta.mtime_nsec())
        && at(stat.ctime.secs, stat.ctime.nsecs) == (meta.ctime() as u32, meta.ctime_nsec())
        && stat.ino == meta.ino() as u32
}

/// Elsewhere the stat has no change time, so that it proves nothing.
#[cfg(not(unix))]
fn same_stat(_: &Entry, _: &Metadata) -> bool {
    false
}
