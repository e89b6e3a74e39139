//! Matches to drafts: what several matches say about one definition is joined.
//!
//! Takes what each match says by itself, gives one draft a name node. Names and bodies that stand
//! alone find their definitions here, so that queries need not spell out all that lies between
//! (a C name hides below any number of declarators, a JavaScript body behind any of three functions).

use std::ops::Range;

use crate::records::UnitKind;

use super::nest::{is_callable, is_type};

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

/// What one match says.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    pub(super) pattern: usize,
    pub(super) definition: Option<(UnitKind, Range<u32>)>,
    pub(super) name: Option<Range<u32>>,
    pub(super) containers: Vec<Range<u32>>,
    pub(super) body: Option<Range<u32>>,
    pub(super) decorated: Option<Range<u32>>,
    pub(super) exported: Option<bool>,
}

/// Names that a marker without a definition shows or hides, with the verdict.
pub(super) type Marks = Vec<(Range<u32>, bool)>;

/// Joins the matches of one name node: the earliest pattern decides, later ones add.
pub(super) fn drafts(text: &str, mut found: Vec<Found>) -> (Vec<Draft>, Marks) {
    let bodies = lone_bodies(&found);
    name_unnamed(&mut found);
    found.retain(|this| this.name.is_some());
    found.sort_by_key(|this| {
        let name = this.name.clone().unwrap_or_default();
        let start = this.definition.as_ref().map_or(0, |(_, range)| range.start);
        (name.start, name.end, this.definition.is_none(), this.pattern, start)
    });
    let (mut drafts, mut marks) = (Vec::new(), Vec::new());
    for same in found.chunk_by(|a, b| a.name == b.name) {
        match same.iter().find_map(Found::draft) {
            Some(mut draft) => {
                for this in same {
                    draft.learn(this);
                }
                draft.find_body(text, &bodies);
                drafts.push(draft);
            }
            None => marks.extend(same.iter().filter_map(Found::mark)),
        }
    }
    (drafts, marks)
}

/// Definitions without a name take the first lone name inside them and in front of their body.
fn name_unnamed(found: &mut [Found]) {
    let mut names: Vec<Range<u32>> = found.iter().filter_map(Found::lone_name).collect();
    names.sort_unstable_by_key(|name| (name.start, name.end));
    for this in found.iter_mut().filter(|this| this.name.is_none()) {
        let Some((_, range)) = &this.definition else { continue };
        let end = this.body.as_ref().map_or(range.end, |body| body.start);
        let first = names.partition_point(|name| name.start < range.start);
        this.name = names.get(first).filter(|name| name.end <= end).cloned();
    }
}

/// Bodies that stand alone, by end, the outermost of one end first.
fn lone_bodies(found: &[Found]) -> Vec<Range<u32>> {
    let alone = |this: &&Found| this.definition.is_none() && this.name.is_none();
    let mut bodies: Vec<_> =
        found.iter().filter(alone).filter_map(|this| this.body.clone()).collect();
    bodies.sort_unstable_by_key(|body| (body.end, body.start));
    bodies
}

impl Found {
    /// Whether it says anything about a definition.
    pub(super) fn says_something(&self) -> bool {
        self.definition.is_some() || self.name.is_some() || self.body.is_some()
    }

    fn lone_name(&self) -> Option<Range<u32>> {
        let marked =
            self.definition.is_some() || self.exported.is_some() || self.decorated.is_some();
        self.name.clone().filter(|_| !marked)
    }

    fn mark(&self) -> Option<(Range<u32>, bool)> {
        Some((self.name.clone()?, self.exported?))
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

impl Draft {
    fn learn(&mut self, found: &Found) {
        let own = found.definition.as_ref().is_none_or(|(kind, _)| *kind == self.kind);
        let body = found.body.as_ref().filter(|_| own).map(|body| body.start);
        self.body = self.body.or(body);
        self.exported = self.exported.or(found.exported);
        if self.containers.is_empty() {
            self.containers.clone_from(&found.containers);
        }
        if let Some(outer) = &found.decorated {
            let start = self.decorated.map_or(outer.start, |known| known.min(outer.start));
            self.decorated = Some(start);
        }
    }

    /// Takes the lone body that ends where the definition ends.
    fn find_body(&mut self, text: &str, bodies: &[Range<u32>]) {
        let may_have = is_callable(self.kind) || is_type(self.kind);
        if self.body.is_some() || !(may_have || self.kind == UnitKind::Property) {
            return;
        }
        let whole =
            text.get(self.range.start as usize..self.range.end as usize).unwrap_or_default();
        let kept = whole.trim_end_matches(|c: char| c == ';' || c.is_whitespace()).len() as u32;
        let end = self.range.start + kept;
        let first = bodies.partition_point(|body| (body.end, body.start) < (end, self.name.end));
        self.body = bodies.get(first).filter(|body| body.end == end).map(|body| body.start);
    }
}
