//! Running a language's query over a tree.
//!
//! Takes a tree and the compiled query, gives what the captures say: drafts of definitions, markers,
//! parameters, comments, import statements. How drafts belong together is decided in `nest`.

use std::ops::Range;

use streaming_iterator::StreamingIterator;
use tree_sitter::{Node, QueryCursor, QueryCursorOptions, QueryMatch};

use super::drafts::{Draft, Found, Marks, drafts};
use super::imports::{Statement, Statements};
use super::tree::Deadline;
use crate::language::queries::{Capture, Compiled};

/// Everything that the captures of one file say. All ranges are sorted.
#[derive(Debug, Default)]
pub(super) struct Tags {
    /// One a name node.
    pub(super) drafts: Vec<Draft>,
    pub(super) marks: Marks,
    pub(super) attributes: Vec<Range<u32>>,
    pub(super) parameters: Vec<Range<u32>>,
    pub(super) locals: Vec<Range<u32>>,
    /// Comments and documentation, merged.
    pub(super) comments: Vec<Range<u32>>,
    /// Literals that are no documentation, merged.
    pub(super) strings: Vec<Range<u32>>,
    /// The time was over before the last match.
    pub(super) cut: bool,
}

/// Runs the query over the tree; gives the tags and the imports.
pub(super) fn collect(
    query: &Compiled,
    root: Node<'_>,
    text: &str,
    deadline: Deadline,
) -> (Tags, Statements) {
    let mut pile = Pile::default();
    let mut cut = false;
    let mut progress = |_: &tree_sitter::QueryCursorState| {
        let verdict = deadline.check();
        cut |= verdict.is_break();
        verdict
    };
    let options = QueryCursorOptions::new().progress_callback(&mut progress);
    let mut cursor = QueryCursor::new();
    let mut matches = cursor.matches_with_options(&query.query, root, text.as_bytes(), options);
    while let Some(one) = matches.next() {
        pile.take(query, one);
    }
    drop(matches);
    pile.tags.cut = cut;
    pile.tags.settle(text, pile.docs);
    (pile.tags.drafts, pile.tags.marks) = drafts(text, pile.found);
    (pile.tags, pile.statements)
}

/// What the matches have said so far.
#[derive(Default)]
struct Pile {
    tags: Tags,
    docs: Vec<Range<u32>>,
    found: Vec<Found>,
    statements: Statements,
}

impl Pile {
    fn take(&mut self, query: &Compiled, one: &QueryMatch<'_, '_>) {
        let mut this = Found { pattern: one.pattern_index, ..Found::default() };
        let mut import = Statement::default();
        for capture in one.captures() {
            let range = range(capture.node);
            match query.capture(capture.index) {
                Some(Capture::Attribute) => self.tags.attributes.push(range),
                Some(Capture::Parameter) => self.tags.parameters.push(range),
                Some(Capture::Local) => self.tags.locals.push(range),
                Some(Capture::Comment) => self.tags.comments.push(range),
                Some(Capture::Doc) => self.docs.push(range),
                Some(Capture::Text) => self.tags.strings.push(range),
                Some(part) => {
                    this.take(part, &range);
                    import.take(part, range);
                }
                None => {}
            }
        }
        if this.says_something() {
            self.found.push(this);
        }
        self.statements.add(import);
    }
}

fn range(node: Node<'_>) -> Range<u32> {
    node.start_byte() as u32..node.end_byte() as u32
}

impl Found {
    fn take(&mut self, part: Capture, range: &Range<u32>) {
        let range = range.clone();
        match part {
            Capture::Definition(kind) => self.definition = Some((kind, range)),
            Capture::Name => self.name = Some(joined(self.name.take(), range)),
            Capture::Container => self.containers.push(range),
            Capture::Body => self.body = self.body.take().or(Some(range)),
            Capture::Decorated => self.decorated = Some(range),
            Capture::Exported => self.exported = Some(true),
            Capture::Private => self.exported = Some(false),
            _ => {}
        }
    }
}

/// Several parts of a name make one, from the first to the last.
fn joined(known: Option<Range<u32>>, more: Range<u32>) -> Range<u32> {
    known.map_or(more.clone(), |known| known.start.min(more.start)..known.end.max(more.end))
}

impl Tags {
    /// Sorts and merges the ranges; documentation is no literal.
    fn settle(&mut self, text: &str, mut docs: Vec<Range<u32>>) {
        docs.sort_unstable_by_key(|doc| doc.start);
        self.strings.retain(|string| !holds(&docs, string));
        self.comments.extend(docs);
        for comment in &mut self.comments {
            *comment = trimmed(text, comment.clone());
        }
        self.comments = merged(std::mem::take(&mut self.comments));
        self.strings = merged(std::mem::take(&mut self.strings));
        let sort = |ranges: &mut Vec<Range<u32>>| {
            ranges.sort_unstable_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
            ranges.dedup();
        };
        sort(&mut self.attributes);
        sort(&mut self.parameters);
        sort(&mut self.locals);
    }
}

/// Without white space at the end: some grammars count the line end to a comment.
pub(super) fn trimmed(text: &str, range: Range<u32>) -> Range<u32> {
    let kept = text.get(range.start as usize..range.end as usize).unwrap_or_default().trim_end();
    range.start..range.start + kept.len() as u32
}

/// Whether one of the sorted ranges covers `inner`.
fn holds(sorted: &[Range<u32>], inner: &Range<u32>) -> bool {
    let before = sorted.partition_point(|outer| outer.start <= inner.start);
    before.checked_sub(1).is_some_and(|last| sorted[last].end >= inner.end)
}

/// Sorted, without nesting and overlap.
fn merged(mut ranges: Vec<Range<u32>>) -> Vec<Range<u32>> {
    ranges.sort_unstable_by_key(|range| (range.start, range.end));
    let mut out: Vec<Range<u32>> = Vec::with_capacity(ranges.len());
    for range in ranges.into_iter().filter(|range| !range.is_empty()) {
        match out.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => out.push(range),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_merged_when_they_overlap_only() {
        assert_eq!(merged(vec![5..9, 0..3, 3..4, 6..7, 2..2]), vec![0..3, 3..4, 5..9]);
    }
}
