//! Which unit owns which line, and as what.
//!
//! Takes a parsed file, gives the text ranges of each unit by field. A line belongs to the innermost
//! definition around it, but a one-line field or enum member leaves it to its type; comments directly
//! above a definition belong to it; what is left is the file's block. This is what is indexed and embedded, so that no line counts twice.

use std::ops::Range;

use rayon::prelude::*;

use super::lines::Lines;
use super::nest::{is_type, is_value};
use crate::records::{Charted, ParsedFile, Unit, UnitKind, UnitText};

/// How many comment lines above a definition belong to it: more is a licence or a chapter.
const ABOVE: u32 = 40;
/// Lines that a signature may take.
const SIGNATURE_LINES: u32 = 6;
/// No unit.
const NONE: u32 = u32::MAX;

/// The text of each unit of `parsed.units`, in the same order.
///
/// Every line of a file that is not blank is in exactly one range of exactly one unit. A definition
/// that shares its only line with an earlier one, or is a one-line field, has no text.
pub fn owners(parsed: &ParsedFile) -> Vec<UnitText> {
    let lines = Lines::new(&parsed.text);
    let comments = CommentLines::new(&parsed.text, &lines, &parsed.comments);
    let mut owner = defined(&parsed.text, &lines, &comments, &parsed.units);
    give_rest(&parsed.text, &lines, &parsed.units, &mut owner);
    let mut out = vec![UnitText::default(); parsed.units.len()];
    for line in 1..=lines.count() {
        let index = owner[line as usize - 1];
        if let (Some(unit), Some(text)) =
            (parsed.units.get(index as usize), out.get_mut(index as usize))
        {
            let field = if comments.whole(line) {
                &mut text.doc
            } else if in_signature(unit, &lines, line) {
                &mut text.signature
            } else {
                &mut text.body
            };
            append(field, lines.range(line));
        }
    }
    out
}

/// Lines that no definition owns and that are not blank.
pub(super) fn uncovered(
    text: &str,
    lines: &Lines,
    comments: &[Range<u32>],
    units: &[Unit],
) -> Vec<u32> {
    let comments = CommentLines::new(text, lines, comments);
    let owner = defined(text, lines, &comments, units);
    (1..=lines.count())
        .filter(|&line| owner[line as usize - 1] == NONE && !is_blank(text, lines, line))
        .collect()
}

fn append(ranges: &mut Vec<Range<u32>>, line: Range<u32>) {
    match ranges.last_mut() {
        Some(last) if last.end == line.start => last.end = line.end,
        _ => ranges.push(line),
    }
}

fn in_signature(unit: &Unit, lines: &Lines, line: u32) -> bool {
    let (first, last) = lines.span(&unit.signature);
    !unit.signature.is_empty() && line >= first && line <= last.min(first + SIGNATURE_LINES - 1)
}

pub(super) fn is_blank(text: &str, lines: &Lines, line: u32) -> bool {
    let range = lines.range(line);
    text.get(range.start as usize..range.end as usize).is_none_or(|line| line.trim().is_empty())
}

/// The owner of each line among the definitions, by index line - 1.
fn defined(text: &str, lines: &Lines, comments: &CommentLines, units: &[Unit]) -> Vec<u32> {
    let mut owner = vec![NONE; lines.count() as usize];
    let mut started = vec![false; owner.len()];
    for (index, unit) in units.iter().enumerate().filter(|(_, unit)| owns_lines(unit, units)) {
        let (first, last) = unit.lines;
        let Some(span) = owner.get_mut(first as usize - 1..last as usize) else { continue };
        // Of those that start on one line the outermost has it: a one-line enum is not its member.
        let taken = std::mem::replace(&mut started[first as usize - 1], true);
        span[usize::from(taken)..].fill(index as u32);
    }
    for (index, unit) in units.iter().enumerate() {
        if owner.get(unit.lines.0 as usize - 1) == Some(&(index as u32)) {
            take_comments_above(text, lines, comments, index, unit, &mut owner);
        }
    }
    owner
}

/// Blocks come later; a type without its fields and members would say little.
fn owns_lines(unit: &Unit, units: &[Unit]) -> bool {
    let parent = unit.parent.and_then(|index| units.get(index as usize));
    let field = unit.lines.0 == unit.lines.1
        && (is_value(unit.kind) || unit.kind == UnitKind::Member)
        && parent.is_some_and(|parent| is_type(parent.kind) || parent.kind == UnitKind::Member);
    unit.kind != UnitKind::Block && !field
}

fn take_comments_above(
    text: &str,
    lines: &Lines,
    comments: &CommentLines,
    index: usize,
    unit: &Unit,
    owner: &mut [u32],
) {
    let outer = unit.parent.unwrap_or(NONE);
    let lowest = unit.lines.0.saturating_sub(ABOVE).max(1);
    for line in (lowest..unit.lines.0).rev() {
        let slot = &mut owner[line as usize - 1];
        if *slot != outer || !comments.above(line) || is_blank(text, lines, line) {
            break;
        }
        *slot = index as u32;
    }
}

/// Gives the other lines to the blocks, and blank ones to whom the line before belongs.
fn give_rest(text: &str, lines: &Lines, units: &[Unit], owner: &mut [u32]) {
    let blocks: Vec<(u32, &Unit)> =
        (0..).zip(units).filter(|(_, u)| u.kind == UnitKind::Block).collect();
    for line in 1..=lines.count() {
        let slot = line as usize - 1;
        if owner[slot] == NONE && !is_blank(text, lines, line) {
            let after = blocks.partition_point(|(_, block)| block.lines.0 <= line);
            owner[slot] = blocks.get(after.saturating_sub(1)).map_or(NONE, |(index, _)| *index);
        }
    }
    let mut before = owner.iter().copied().find(|&index| index != NONE).unwrap_or(NONE);
    for slot in owner {
        if *slot == NONE {
            *slot = before;
        }
        before = *slot;
    }
}

/// Which lines hold nothing but comment.
struct CommentLines {
    /// By index line - 1.
    kinds: Vec<LineKind>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LineKind {
    /// Has code, or no comment.
    Code,
    /// Wholly comment.
    Comment,
    /// Wholly documentation that is a literal: it belongs to what it stands in.
    Docstring,
}

impl CommentLines {
    fn new(text: &str, lines: &Lines, comments: &[Range<u32>]) -> Self {
        let mut kinds = vec![LineKind::Code; lines.count() as usize];
        for comment in comments {
            let kind =
                if is_literal(text, comment) { LineKind::Docstring } else { LineKind::Comment };
            let (first, last) = lines.span(comment);
            for line in first..=last {
                if let Some(slot) = kinds.get_mut(line as usize - 1) {
                    *slot = kind;
                }
            }
        }
        let mut this = Self { kinds };
        this.clear_shared(text, lines, comments);
        this
    }

    /// A line with anything outside its comments is code.
    fn clear_shared(&mut self, text: &str, lines: &Lines, comments: &[Range<u32>]) {
        let edges = comments.iter().flat_map(|comment| <[u32; 2]>::from(lines.span(comment)));
        for line in edges {
            let range = lines.range(line);
            if has_code(text, range, comments) {
                self.kinds[line as usize - 1] = LineKind::Code;
            }
        }
    }

    fn whole(&self, line: u32) -> bool {
        self.kinds[line as usize - 1] != LineKind::Code
    }

    fn above(&self, line: u32) -> bool {
        self.kinds[line as usize - 1] == LineKind::Comment
    }
}

fn is_literal(text: &str, comment: &Range<u32>) -> bool {
    let written = text.get(comment.start as usize..comment.end as usize).unwrap_or_default();
    written.trim_start_matches(['r', 'R', 'u', 'U', 'b', 'B']).starts_with(['"', '\''])
}

/// Whether a line has more than white space outside its comments.
fn has_code(text: &str, line: Range<u32>, comments: &[Range<u32>]) -> bool {
    let mut at = line.start;
    let first = comments.partition_point(|comment| comment.end <= line.start);
    for comment in comments[first..].iter().take_while(|comment| comment.start < line.end) {
        if !gap_is_blank(text, at..comment.start.max(at)) {
            return true;
        }
        at = comment.end.max(at);
    }
    at < line.end && !gap_is_blank(text, at..line.end)
}

fn gap_is_blank(text: &str, gap: Range<u32>) -> bool {
    text.get(gap.start as usize..gap.end as usize).is_none_or(|gap| gap.trim().is_empty())
}

/// Files with the text of their units and its hashes, in parallel and in order.
pub fn own(parsed: Vec<ParsedFile>) -> Vec<Charted> {
    parsed.into_par_iter().map(own_one).collect()
}

fn own_one(file: ParsedFile) -> Charted {
    let texts = owners(&file);
    let hashes = texts.iter().map(|text| hash(&file.text, text)).collect();
    Charted { file, texts, hashes }
}

fn hash(text: &str, owned: &UnitText) -> [u8; 16] {
    let mut hasher = blake3::Hasher::new();
    for range in [&owned.signature, &owned.doc, &owned.body].into_iter().flatten() {
        let slice = text.as_bytes().get(range.start as usize..range.end as usize);
        hasher.update(slice.unwrap_or_default());
    }
    let mut out = [0; 16];
    out.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    out
}
