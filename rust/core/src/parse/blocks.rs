//! Blocks: units for the lines that no definition covers.
//!
//! Takes the symbols of a file, gives them with the blocks put in order. A file with definitions
//! has at most one block, however scattered its lines are; a file without is cut evenly.

use std::ops::Range;

use super::lines::Lines;
use super::owners::{is_blank, uncovered};
use crate::records::{Unit, UnitKind};

/// Lines of a block in a file without definitions.
const BLOCK_LINES: u32 = 50;

/// Adds the blocks to the symbols. A blank text has none.
pub(super) fn with_blocks(
    text: &str,
    lines: &Lines,
    comments: &[Range<u32>],
    mut units: Vec<Unit>,
) -> Vec<Unit> {
    if units.is_empty() {
        return cut(text, lines);
    }
    let rest = uncovered(text, lines, comments, &units);
    if let (Some(&first), Some(&last)) = (rest.first(), rest.last()) {
        insert(&mut units, block(text, lines, first, last, 0));
    }
    units
}

fn block(text: &str, lines: &Lines, first: u32, last: u32, ordinal: u32) -> Unit {
    let start = lines.range(first).start;
    let end = lines.range(last).end;
    let kept = text.get(start as usize..end as usize).unwrap_or_default().trim_end();
    Unit {
        kind: UnitKind::Block,
        name: String::new(),
        container: String::new(),
        ordinal,
        exported: false,
        depth: 0,
        parent: None,
        bytes: start..start + kept.len() as u32,
        lines: (first, last),
        signature: start..start,
        parameters: Vec::new(),
    }
}

/// Puts the block where it belongs and moves the parents behind it.
fn insert(units: &mut Vec<Unit>, block: Unit) {
    let key = |unit: &Unit| (unit.bytes.start, std::cmp::Reverse(unit.bytes.end));
    let at = units.partition_point(|unit| key(unit) < key(&block));
    for parent in units.iter_mut().filter_map(|unit| unit.parent.as_mut()) {
        *parent += u32::from(*parent as usize >= at);
    }
    units.insert(at, block);
}

fn cut(text: &str, lines: &Lines) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    let mut first = 1;
    while first <= lines.count() {
        let last = (first + BLOCK_LINES - 1).min(lines.count());
        let filled = |line: &u32| !is_blank(text, lines, *line);
        let ends = (first..=last).find(filled).zip((first..=last).rev().find(filled));
        if let Some((from, to)) = ends {
            units.push(block(text, lines, from, to, units.len() as u32));
        }
        first = last + 1;
    }
    units
}
