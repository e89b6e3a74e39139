//! How far a heading reaches.
//!
//! Takes the drafts of a file and sets the end of each heading to the next one of its level or
//! above. Grammars know this for `#` headings only, and not where an underlined one ends them.

use super::drafts::Draft;
use super::nest::Context;
use crate::records::UnitKind;

/// Sets the ends of all headings that stand at the margin; one in a quotation keeps its own.
pub(super) fn reach(context: &Context<'_>, drafts: &mut [Draft]) {
    let mut headings: Vec<(usize, usize)> = drafts
        .iter()
        .enumerate()
        .filter(|(_, draft)| draft.kind == UnitKind::Heading)
        .filter_map(|(index, draft)| Some((index, level(context, draft)?)))
        .collect();
    headings.sort_by_key(|(index, _)| drafts[*index].range.start);
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (index, own) in headings {
        let start = drafts[index].range.start;
        while let Some((above, _)) = open.pop_if(|(_, level)| *level >= own) {
            drafts[above].range.end = start;
        }
        open.push((index, own));
    }
    for (index, _) in open {
        drafts[index].range.end = context.text.len() as u32;
    }
}

/// The level of a heading at the margin: its number of `#`, else by the line below its name.
fn level(context: &Context<'_>, draft: &Draft) -> Option<usize> {
    let line = context.lines.line_of(draft.name.start);
    let written = context.slice(context.lines.range(line)).trim_start();
    let marks = written.bytes().take_while(|byte| *byte == b'#').count();
    if marks > 0 {
        return Some(marks);
    }
    let last = context.lines.line_of(draft.name.end.saturating_sub(1)) + 1;
    match context.slice(context.lines.range(last)).trim_start().bytes().next() {
        Some(b'=') => Some(1),
        Some(b'-') => Some(2),
        _ => None,
    }
}
