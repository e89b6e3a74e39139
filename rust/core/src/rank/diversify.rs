//! What to show of a ranked file, and keeping copies of one body from filling the list.

use std::collections::BTreeMap;

use crate::catalog::{Catalog, UnitEntry};
use crate::rank::features::Scored;
use crate::rank::unit_score;
use crate::rank::weights::weights;
use crate::recall::Candidates;

/// So many files whose best unit has the same body stay in their place; further ones go behind
/// the other files, so that a vendored or copied function does not fill the list.
const COPIES: usize = 3;

/// A file in its place: score, candidate, and the units to show of it, see [`ranges`].
pub(super) struct Placed {
    pub(super) score: i64,
    pub(super) candidate: usize,
    pub(super) units: Vec<u32>,
}

/// Moves the fourth and later file with the same best body behind all others.
pub(super) fn keep_copies_apart(
    order: Vec<(i64, usize)>,
    catalog: &Catalog,
    found: &Candidates,
    scored: &Scored,
    limit: usize,
) -> Vec<Placed> {
    let mut seen: BTreeMap<u64, usize> = BTreeMap::new();
    let (mut kept, mut later) = (Vec::new(), Vec::new());
    // Beyond a few times the limit nothing can come back into view.
    for (score, candidate) in order.into_iter().take(limit.saturating_mul(4).max(64)) {
        let units = ranges(catalog, found, scored, candidate);
        let body = units.first().map_or(0, |unit| catalog.units()[*unit as usize].body_hash);
        let count = seen.entry(body).or_insert(0);
        *count += 1;
        let list = if body != 0 && *count > COPIES { &mut later } else { &mut kept };
        list.push(Placed { score, candidate, units });
    }
    kept.append(&mut later);
    kept
}

/// Dense indices of the units of a candidate to show, best first.
///
/// A unit that encloses a better one is dropped (the better one is more exact), and so is the
/// same body twice.
fn ranges(catalog: &Catalog, found: &Candidates, scored: &Scored, candidate: usize) -> Vec<u32> {
    let range = found.files[candidate].units.clone();
    let mut order: Vec<(f64, usize)> = (range.start as usize..range.end as usize)
        .filter(|unit| found.units[*unit].shown)
        .map(|unit| (unit_score(catalog, scored, found, unit), unit))
        .collect();
    order.sort_by(|(a, i), (b, j)| b.total_cmp(a).then(i.cmp(j)));
    let mut chosen: Vec<u32> = Vec::new();
    for (_, unit) in order {
        if chosen.len() == weights().ranges.limit {
            break;
        }
        let dense = found.units[unit].unit;
        if !repeats(catalog, &chosen, dense) {
            chosen.push(dense);
        }
    }
    chosen
}

fn repeats(catalog: &Catalog, chosen: &[u32], unit: u32) -> bool {
    let entry = &catalog.units()[unit as usize];
    chosen.iter().any(|other| {
        let other_entry = &catalog.units()[*other as usize];
        same_body(entry, other_entry) || encloses(catalog, unit, *other)
    })
}

fn same_body(a: &UnitEntry, b: &UnitEntry) -> bool {
    a.body_hash != 0 && a.body_hash == b.body_hash
}

/// Whether `outer` is a definition around `inner`: units are in the order of the file, and the
/// members of a definition follow it, deeper, up to the next one at its own depth.
fn encloses(catalog: &Catalog, outer: u32, inner: u32) -> bool {
    let units = catalog.units();
    let depth = units[outer as usize].depth;
    inner > outer
        && units[outer as usize + 1..=inner as usize].iter().all(|unit| unit.depth > depth)
}
