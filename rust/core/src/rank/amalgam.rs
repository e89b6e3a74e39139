//! Files that are put together from others: single-header editions, bundles, concatenations.
//!
//! They hold every word of their parts at once and so would win against each of them, but nobody
//! edits them. They are told by the bodies of their definitions, not by their names.

use std::collections::BTreeMap;

use crate::catalog::Catalog;
use crate::recall::Candidates;

/// A file is an amalgamation from so many files on that it holds.
const PARTS: usize = 3;
/// Fewer bodies say nothing about a part.
const LEAST_BODIES: usize = 3;
/// A body in more files than this is boilerplate.
const MOST_COPIES: usize = 6;

/// By candidate, whether at least half of the bodies of at least [`PARTS`] other, smaller
/// candidates stand in it.
pub(super) fn amalgams(catalog: &Catalog, found: &Candidates) -> Vec<bool> {
    let mut bodies: Vec<(u64, usize)> = Vec::new();
    for (at, candidate) in found.files.iter().enumerate() {
        let range = &catalog.files()[candidate.file as usize].units;
        let units = &catalog.units()[range.start as usize..range.end as usize];
        bodies.extend(units.iter().map(|unit| (unit.body_hash, at)).filter(|(hash, _)| *hash != 0));
    }
    bodies.sort_unstable();
    bodies.dedup();
    let mut sizes = vec![0_usize; found.files.len()];
    for (_, at) in &bodies {
        sizes[*at] += 1;
    }
    let mut shared: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for same in bodies.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() <= MOST_COPIES) {
        for (_, whole) in same {
            for (_, part) in same.iter().filter(|(_, part)| sizes[*whole] > sizes[*part]) {
                *shared.entry((*whole, *part)).or_insert(0) += 1;
            }
        }
    }
    let mut parts = vec![0_usize; found.files.len()];
    for ((whole, part), count) in shared {
        let holds = sizes[part] >= LEAST_BODIES && count * 2 >= sizes[part];
        parts[whole] += usize::from(holds);
    }
    parts.into_iter().map(|parts| parts >= PARTS).collect()
}
