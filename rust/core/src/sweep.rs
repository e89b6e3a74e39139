//! The freshness sweep: what differs between a chart and the disk.
//!
//! Takes what the chart knows, gives what is to be charted again. Content decides; a stat only
//! selects suspects, and it does so on the side of caution: a file counts as unchanged without
//! being read when its whole stat is as charted *and* neither of its times comes near the moment
//! of charting. The change time is there for edits that keep the size and set the old
//! modification time, which tools do and coarse clocks feign.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::discover::{Discovery, Options, discover, limits};
use crate::error::Result;
use crate::git::blob_id;
use crate::records::{BlobId, Problem, Reason, SourceFile};
use crate::stop::Stop;

/// File systems with the coarsest clock in use count in steps of two seconds.
const RACY_NS: i64 = 2_000_000_000;

/// What a file is known by that was read and gave nothing to chart.
pub const NO_BLOB: BlobId = BlobId([0; 20]);

/// What the chart knows of one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// Path below the root.
    pub path: String,
    /// Size in bytes of the content that was charted.
    pub size: u64,
    /// Modification time when it was charted.
    pub mtime_ns: i64,
    /// Change time when it was charted, 0 when not known: then it is not compared.
    pub ctime_ns: i64,
    /// Inode when it was charted, 0 when not known: then it is not compared.
    pub inode: u64,
    /// Id of the content that was charted, or [`NO_BLOB`].
    pub blob: BlobId,
}

/// What differs. All lists are sorted by path, and no path is in two of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sweep {
    /// Other content than charted.
    pub changed: Vec<SourceFile>,
    /// Not in the chart.
    pub added: Vec<SourceFile>,
    /// The same content under another stat.
    pub touched: Vec<SourceFile>,
    /// In the chart and no longer in the tree, or no longer readable.
    pub removed: Vec<String>,
    /// What discovery left out, and files that could not be read for comparison.
    pub problems: Vec<Problem>,
    /// How many files the tree has.
    pub checked: usize,
    /// Files that had to be read to be compared.
    pub compared: usize,
    /// Id of the commit of HEAD.
    pub head: Option<String>,
}

/// Compares the tree at `root` with `known`, which was charted from bytes read at `charted_ns` or
/// later (nanoseconds since 1970, by the clock that stamps the files).
///
/// Files whose times are not safely before `charted_ns` are hashed again on every sweep. When the
/// caller has taken in the result, the time before this sweep is a valid next `charted_ns`.
///
/// # Errors
/// As [`discover`].
pub fn sweep(
    root: &Path,
    options: &Options,
    known: &[Known],
    charted_ns: i64,
    stop: &Stop,
) -> Result<Sweep> {
    let Discovery { files, problems, head, .. } = discover(root, options, stop)?;
    let charted: FxHashMap<&str, &Known> =
        known.iter().map(|file| (file.path.as_str(), file)).collect();
    let mut sweep = Sweep { problems, head, checked: files.len(), ..Sweep::default() };
    sweep.removed = left(known, &files);
    let compared = AtomicUsize::new(0);
    let judge = |file: SourceFile| {
        let verdict = match charted.get(file.path.as_str()) {
            None => Verdict::New,
            Some(_) if stop.is_set() => Verdict::Same,
            Some(known) => compare(root, &file, known, charted_ns, &compared),
        };
        (!matches!(verdict, Verdict::Same)).then_some((file, verdict))
    };
    let verdicts: Vec<(SourceFile, Verdict)> = files.into_par_iter().filter_map(judge).collect();
    stop.check()?;
    for (file, verdict) in verdicts {
        sweep.file_under(file, verdict);
    }
    sweep.compared = compared.into_inner();
    sweep.removed.sort_unstable();
    sweep.problems.sort_unstable();
    Ok(sweep)
}

enum Verdict {
    Same,
    New,
    Touched,
    Changed,
    Gone,
    Unreadable(String),
}

impl Sweep {
    fn file_under(&mut self, file: SourceFile, verdict: Verdict) {
        match verdict {
            Verdict::Same => {}
            Verdict::New => self.added.push(file),
            Verdict::Touched => self.touched.push(file),
            Verdict::Changed => self.changed.push(file),
            Verdict::Gone => self.removed.push(file.path),
            Verdict::Unreadable(detail) => {
                let path = file.path.clone();
                self.problems.push(Problem { path, reason: Reason::Unreadable, detail });
                self.removed.push(file.path);
            }
        }
    }
}

/// Known paths that the tree does not have.
fn left(known: &[Known], files: &[SourceFile]) -> Vec<String> {
    let listed: FxHashSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let gone = known.iter().filter(|file| !listed.contains(file.path.as_str()));
    gone.map(|file| file.path.clone()).collect()
}

fn compare(
    root: &Path,
    file: &SourceFile,
    known: &Known,
    charted_ns: i64,
    compared: &AtomicUsize,
) -> Verdict {
    let same_stat = is_as_charted(file, known);
    if same_stat && is_settled(file, charted_ns) {
        return Verdict::Same;
    }
    if file.size != known.size {
        return Verdict::Changed;
    }
    let blob = if let Some(blob) = file.blob {
        Ok(blob)
    } else {
        compared.fetch_add(1, Ordering::Relaxed);
        fs::read(root.join(&file.path)).map(|bytes| known_id(&file.path, &bytes, known))
    };
    match blob {
        Ok(blob) if blob != known.blob => Verdict::Changed,
        Ok(_) if same_stat => Verdict::Same,
        Ok(_) => Verdict::Touched,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Verdict::Gone,
        Err(error) => Verdict::Unreadable(error.to_string()),
    }
}

/// The id to compare: that of the bytes, but for a file that was binary when it was charted, and
/// so is known by no id, whether it still is.
fn known_id(path: &str, bytes: &[u8], known: &Known) -> BlobId {
    let is_binary = || limits::classify(path, bytes) == Some(Reason::Binary);
    if known.blob == NO_BLOB && is_binary() { NO_BLOB } else { blob_id(bytes) }
}

fn is_as_charted(file: &SourceFile, known: &Known) -> bool {
    let agrees = |now: i64, then: i64| then == 0 || now == 0 || now == then;
    file.size == known.size
        && file.mtime_ns == known.mtime_ns
        && agrees(file.ctime_ns, known.ctime_ns)
        && (known.inode == 0 || file.inode == known.inode)
}

/// Whether the last write was too long before the charting to have been missed by it.
fn is_settled(file: &SourceFile, charted_ns: i64) -> bool {
    file.mtime_ns.max(file.ctime_ns) < charted_ns.saturating_sub(RACY_NS)
}
