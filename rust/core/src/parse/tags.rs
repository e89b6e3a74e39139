//! Query matches to drafts of definitions.
//!
//! Takes a tree and the compiled `tags.scm`, gives what the captures say, each by itself: drafts,
//! markers, parameters, comments. How they belong together is decided in `nest`.

use std::ops::Range;

use streaming_iterator::StreamingIterator;
use tree_sitter::{Node, QueryCursor, QueryCursorOptions, QueryMatch};

use super::tree::Deadline;
use crate::language::queries::{Capture, Compiled};
use crate::records::UnitKind;

/// A definition as one or several matches describe it.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) kind: UnitKind,
    pub(super) range: Range<u32>,
    pub(super) name: Range<u32>,
    pub(super) containers: Vec<Range<u32>>,
    pub(super) body: Option<u32>,
    pub(super) decorated: Option<u32>,
    pub(super) exported: Option<bool>,
}

/// Everything that the captures of one file say. All ranges are sorted.
#[derive(Debug, Default)]
pub(super) struct Tags {
    /// One a name node.
    pub(super) drafts: Vec<Draft>,
    /// Names that a marker without a definition shows or hides, with the verdict.
    pub(super) marks: Vec<(Range<u32>, bool)>,
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

/// What one match says about a name.
#[derive(Clone, Debug, Default)]
struct Found {
    pattern: usize,
    definition: Option<(UnitKind, Range<u32>)>,
    name: Option<Range<u32>>,
    containers: Vec<Range<u32>>,
    body: Option<u32>,
    decorated: Option<Range<u32>>,
    exported: Option<bool>,
}

/// Runs the query over the tree.
pub(super) fn collect(query: &Compiled, root: Node<'_>, text: &str, deadline: Deadline) -> Tags {
    let mut tags = Tags::default();
    let mut found = Vec::new();
    let mut docs = Vec::new();
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
        read_match(query, one, &mut tags, &mut docs, &mut found);
    }
    drop(matches);
    tags.cut = cut;
    tags.settle(text, docs);
    merge(found, &mut tags);
    tags
}

fn read_match(
    query: &Compiled,
    one: &QueryMatch<'_, '_>,
    tags: &mut Tags,
    docs: &mut Vec<Range<u32>>,
    found: &mut Vec<Found>,
) {
    let mut this = Found { pattern: one.pattern_index, ..Found::default() };
    for capture in one.captures() {
        let range = range(capture.node);
        match query.capture(capture.index) {
            Some(Capture::Attribute) => tags.attributes.push(range),
            Some(Capture::Parameter) => tags.parameters.push(range),
            Some(Capture::Local) => tags.locals.push(range),
            Some(Capture::Comment) => tags.comments.push(range),
            Some(Capture::Doc) => docs.push(range),
            Some(Capture::Text) => tags.strings.push(range),
            Some(part) => this.take(part, range),
            None => {}
        }
    }
    if this.name.is_some() {
        found.push(this);
    }
}

pub(super) fn range(node: Node<'_>) -> Range<u32> {
    node.start_byte() as u32..node.end_byte() as u32
}

impl Found {
    fn take(&mut self, part: Capture, range: Range<u32>) {
        match part {
            Capture::Definition(kind) => self.definition = Some((kind, range)),
            Capture::Name => self.name = Some(joined(self.name.take(), range)),
            Capture::Container => self.containers.push(range),
            Capture::Body => self.body = self.body.or(Some(range.start)),
            Capture::Decorated => self.decorated = Some(range),
            Capture::Exported => self.exported = Some(true),
            Capture::Private => self.exported = Some(false),
            _ => {}
        }
    }

    /// A definition of its own, if its name lies inside it and is not empty.
    fn draft(&self) -> Option<Draft> {
        let (kind, range) = self.definition.clone()?;
        let name = self.name.clone()?;
        let inside = range.start <= name.start && name.end <= range.end && !name.is_empty();
        inside.then(|| Draft {
            kind,
            range,
            name,
            containers: Vec::new(),
            body: None,
            decorated: None,
            exported: None,
        })
    }
}

/// Several parts of a name make one, from the first to the last.
fn joined(known: Option<Range<u32>>, more: Range<u32>) -> Range<u32> {
    known.map_or(more.clone(), |known| known.start.min(more.start)..known.end.max(more.end))
}

/// Joins the matches of one name node: the earliest pattern decides, later ones add.
fn merge(mut found: Vec<Found>, tags: &mut Tags) {
    found.sort_by_key(|this| {
        let name = this.name.clone().unwrap_or_default();
        let start = this.definition.as_ref().map_or(0, |(_, range)| range.start);
        (name.start, name.end, this.definition.is_none(), this.pattern, start)
    });
    for same in found.chunk_by(|a, b| a.name == b.name) {
        match same.iter().find_map(Found::draft) {
            Some(mut draft) => {
                for this in same {
                    draft.learn(this);
                }
                tags.drafts.push(draft);
            }
            None => tags.marks.extend(same.iter().filter_map(mark)),
        }
    }
}

fn mark(found: &Found) -> Option<(Range<u32>, bool)> {
    Some((found.name.clone()?, found.exported?))
}

impl Draft {
    fn learn(&mut self, found: &Found) {
        let own = found.definition.as_ref().is_none_or(|(kind, _)| *kind == self.kind);
        self.body = self.body.or(found.body.filter(|_| own));
        self.exported = self.exported.or(found.exported);
        if self.containers.is_empty() {
            self.containers.clone_from(&found.containers);
        }
        if let Some(outer) = &found.decorated {
            let start = self.decorated.map_or(outer.start, |known| known.min(outer.start));
            self.decorated = Some(start);
        }
    }
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
