//! `merge()`: several segments to one, without dead files.

use rustc_hash::FxHashSet;

use crate::catalog::columns::{self, FileColumns};
use crate::error::Result;
use crate::postings::encode::{self, Posting};
use crate::postings::{Segment, Stored, UNIT_FIELDS};

/// Joins segments without the files of `dead` (ids). Ids are kept.
///
/// # Errors
/// [`crate::Error::Damaged`] for bytes that are no segment.
pub fn merge(segments: &[Stored<'_>], dead: &[u32]) -> Result<Segment> {
    let dead: FxHashSet<u32> = dead.iter().copied().collect();
    let mut files: Vec<FileColumns> = Vec::new();
    let mut postings: Vec<Posting> = Vec::new();
    for segment in segments {
        let all = columns::read(segment.columns)?;
        let mut gone = FxHashSet::default();
        for file in all {
            if dead.contains(&file.file.id) {
                let units = file.units.len() as u32;
                gone.extend(file.first_unit..file.first_unit + units);
            } else {
                files.push(file);
            }
        }
        for block in &segment.blocks {
            for (key, term) in encode::terms(block) {
                let units = term.units().filter(|(id, _)| !gone.contains(id));
                postings.extend(units.map(|(id, counts)| Posting {
                    key,
                    is_path: false,
                    id,
                    counts,
                }));
                let paths = term.paths().filter(|(id, _)| !dead.contains(id));
                postings.extend(paths.map(|(id, found)| {
                    let mut counts = [0; UNIT_FIELDS];
                    counts[..found.len()].copy_from_slice(&found);
                    Posting { key, is_path: true, id, counts }
                }));
            }
        }
    }
    files.sort_unstable_by_key(|file| file.file.id);
    postings.sort_unstable();
    Ok(Segment {
        columns: columns::write(&files),
        blocks: encode::blocks(&postings),
        files: files.len() as u32,
        units: files.iter().map(|file| file.units.len() as u32).sum(),
    })
}
