//! `scan()`: a bounded look for texts in the bytes of the working tree.
//!
//! The chart keeps neither text nor positions, words that look like keys not even hashed, and what
//! changed a moment ago may not be charted. So texts between quotes, copied messages and words
//! that the chart does not know are looked for in the files themselves. The budget is one of
//! bytes in a fixed order of files: two scans of the same tree find the same. Time only ends a
//! scan that has gone wrong, and then nothing of it is used.

mod matcher;
mod plan;

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::catalog::{Catalog, FileEntry};
use crate::error::{Error, Result};
use crate::literal::matcher::Matcher;
use crate::parse::decode;
use crate::parse::read::open;
use crate::recall::{LaneState, Scope};
use crate::records::Roles;
use crate::stop::Stop;

pub use plan::{Pattern, Plan, plan};

/// Files between two looks at the budget.
const CHUNK: usize = 256;
/// Longer files are not charted either, unless somebody asks for it.
const FILE_LIMIT: u64 = 16 * 1024 * 1024;

/// How much a scan may read, and how long it may take at most.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Bytes of files.
    pub bytes: u64,
    /// A scan that takes longer is given up.
    pub time: Duration,
}

impl Default for Budget {
    /// 64 MB are the text of any but the largest repositories, and below a tenth of a second.
    fn default() -> Self {
        Budget { bytes: 64 * 1024 * 1024, time: Duration::from_secs(2) }
    }
}

/// A file with some of the texts.
#[derive(Clone, PartialEq, Debug)]
pub struct FileMatch {
    /// Path below the root.
    pub path: String,
    /// Share of the texts that are in it, above 0, at most 1.
    pub share: f32,
    /// (number of the text, line where it begins), ascending; the first few of each text.
    pub lines: Vec<(u32, u32)>,
}

/// What a scan found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// By path.
    pub files: Vec<FileMatch>,
    /// Whether all was read.
    pub state: LaneState,
}

/// Looks for the texts of `plan` in the files that `scope` lets through: `also` (paths that are
/// not charted as they are now) first, then charted files without a role, then all others.
///
/// # Errors
/// [`Error::Io`] when the root cannot be resolved, [`Error::Stopped`], [`Error::Invalid`] for
/// texts that cannot be looked for.
pub fn scan(
    root: &Path,
    catalog: &Catalog,
    scope: &Scope,
    also: &[String],
    plan: &Plan,
    budget: Budget,
    stop: &Stop,
) -> Result<Found> {
    let began = Instant::now();
    let root =
        fs::canonicalize(root).map_err(|source| Error::Io { path: root.to_path_buf(), source })?;
    let matcher = Matcher::new(&plan.patterns)?;
    let targets = targets(catalog, scope, also);
    let inside = directories_inside(&root, &targets);
    let is_late = || began.elapsed() > budget.time;
    let (mut files, mut bytes, mut read) = (Vec::new(), 0u64, 0usize);
    'all: for chunk in targets.chunks(CHUNK) {
        let looked: Vec<(u64, Option<FileMatch>)> = chunk
            .par_iter()
            .map_init(Vec::new, |buffer, target| {
                let skip = is_late() || stop.is_set() || !inside.contains(parent(&target.path));
                if skip { (0, None) } else { look(&root, target, &matcher, buffer) }
            })
            .collect();
        stop.check()?;
        if is_late() {
            return Ok(Found { files: Vec::new(), state: LaneState::Skipped("budget") });
        }
        for (size, matched) in looked {
            if bytes + size > budget.bytes {
                break 'all;
            }
            bytes += size;
            read += 1;
            files.extend(matched);
        }
    }
    files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    let left = targets.len() - read;
    let state = if left == 0 {
        LaneState::Ran
    } else {
        LaneState::Partly(format!("{left} files beyond {} MB", budget.bytes >> 20))
    };
    Ok(Found { files, state })
}

/// A file to look into.
struct Target {
    path: String,
    /// Not in UTF-8, or not known to be.
    decode: bool,
}

fn targets(catalog: &Catalog, scope: &Scope, also: &[String]) -> Vec<Target> {
    let first: BTreeSet<&String> = also.iter().filter(|path| scope.lets_path(path)).collect();
    let mut targets: Vec<Target> =
        first.iter().map(|path| Target { path: (*path).clone(), decode: true }).collect();
    let open = scope.files(catalog);
    let charted = || {
        let files = catalog.files().iter().zip(&open).filter(|(_, open)| **open);
        files
            .map(|(file, _)| file)
            .filter(|file| file.flags & FileEntry::PATH_ONLY == 0 && !first.contains(&file.path))
    };
    let target = |file: &FileEntry| Target {
        path: file.path.clone(),
        decode: file.flags & FileEntry::TRANSCODED != 0,
    };
    let is_plain = |file: &&FileEntry| file.roles == Roles::default();
    targets.extend(charted().filter(is_plain).map(target));
    targets.extend(charted().filter(|file| !is_plain(file)).map(target));
    targets
}

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}

/// The directories of the targets that are really below the root: a path may lead out of it
/// through a link that was not there when it was charted.
fn directories_inside<'a>(root: &PathBuf, targets: &'a [Target]) -> BTreeSet<&'a str> {
    let all: BTreeSet<&str> = targets.iter().map(|target| parent(&target.path)).collect();
    let all: Vec<&str> = all.into_iter().collect();
    all.into_par_iter()
        .filter(|directory| {
            let real = fs::canonicalize(root.join(directory));
            real.is_ok_and(|real| real.starts_with(root))
        })
        .collect()
}

/// How many bytes were read, and what is in them. A file that cannot be read has nothing.
fn look(
    root: &Path,
    target: &Target,
    matcher: &Matcher,
    buffer: &mut Vec<u8>,
) -> (u64, Option<FileMatch>) {
    buffer.clear();
    if read(&root.join(&target.path), buffer).is_none() {
        return (0, None);
    }
    let lines = if target.decode {
        matcher.lines(decode::decode(buffer).text.as_bytes())
    } else {
        matcher.lines(buffer)
    };
    let share = matcher.share(&lines);
    let found = FileMatch { path: target.path.clone(), share, lines };
    (buffer.len() as u64, (share > 0.0).then_some(found))
}

fn read(path: &Path, buffer: &mut Vec<u8>) -> Option<()> {
    let file = open(path).ok()?;
    let found = file.metadata().ok()?;
    if !found.is_file() || found.len() > FILE_LIMIT {
        return None;
    }
    file.take(FILE_LIMIT).read_to_end(buffer).ok().map(|_| ())
}
