//! Drafts to units: who encloses whom, what is called what, what belongs to the signature.
//!
//! Takes the drafts and loose captures of one file, gives its symbols in order. The rules are those
//! of `queries/README.md`. Everything is done with stacks: source can nest deeper than a thread's.

use std::cmp::Reverse;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::lines::Lines;
use super::names::{NAME_LIMIT, bare, clip, joined, owner, qualified, spaced};
use super::tags::{Draft, Tags, trimmed};
use super::{clauses, headings};
use crate::language::{Language, Visibility};
use crate::records::{Unit, UnitKind};

/// What a signature may take, so that a table of a thousand rows has none.
const SIGNATURE_LINES: u32 = 6;
const SIGNATURE_BYTES: usize = 400;
/// Attributes and comments that are looked through above a definition.
const ABOVE_LIMIT: usize = 64;

/// What the rules need to know about the file.
pub(super) struct Context<'a> {
    pub(super) language: &'a Language,
    pub(super) text: &'a str,
    pub(super) lines: &'a Lines,
}

/// The symbols of a file, ordered by start, then by longer first.
pub(super) fn symbols(context: &Context<'_>, tags: &mut Tags) -> Vec<Unit> {
    let mut drafts = std::mem::take(&mut tags.drafts);
    headings::reach(context, &mut drafts);
    unwrap_shared(&mut drafts);
    let widened = drafts.into_iter().map(|draft| context.widen(draft, tags));
    let mut sorted: Vec<(Draft, Head)> = widened.collect();
    sorted
        .sort_by_key(|(draft, _)| (draft.range.start, Reverse(draft.range.end), draft.name.start));
    if context.language.row().merge_clauses {
        sorted = clauses::merge(context, sorted, tags);
    }
    let mut nest = Nest::new(context, tags);
    for (draft, head) in sorted {
        nest.add(&draft, &head);
    }
    let (mut units, bodies) = (nest.units, nest.bodies);
    number(&mut units);
    name_parameters(context, &mut units, &bodies, &tags.parameters);
    export_by_name(context, &mut units, tags);
    units
}

/// Where a definition itself starts, behind its attributes.
pub(super) struct Head {
    pub(super) start: u32,
    /// Attributes stand in front on the definition's own node.
    skipped: bool,
    pub(super) body: Option<u32>,
}

/// Of several definitions in one wrapper (`export const a = 1, b = 2`) only the first is widened;
/// else the second would enclose the first.
fn unwrap_shared(drafts: &mut [Draft]) {
    let mut first: FxHashMap<u32, u32> = FxHashMap::default();
    for draft in drafts.iter() {
        if let Some(outer) = draft.decorated {
            let known = first.entry(outer).or_insert(draft.range.start);
            *known = (*known).min(draft.range.start);
        }
    }
    for draft in drafts {
        draft.decorated =
            draft.decorated.filter(|outer| first.get(outer) == Some(&draft.range.start));
    }
}

impl Context<'_> {
    pub(super) fn slice(&self, range: Range<u32>) -> &str {
        self.text.get(range.start as usize..range.end as usize).unwrap_or_default()
    }

    /// Skips attributes at the head of the definition's node.
    fn head(&self, draft: &Draft, tags: &Tags) -> Head {
        let mut start = draft.range.start;
        for _ in 0..ABOVE_LIMIT {
            let next = start + blank(self.slice(start..draft.name.start));
            let attribute = starting_at(&tags.attributes, next);
            let comment = starting_at(&tags.comments, next).filter(|_| start != draft.range.start);
            match attribute.or(comment) {
                Some(skip) if skip.end <= draft.name.start => start = skip.end,
                _ => break,
            }
        }
        let skipped = start != draft.range.start;
        let blank = if skipped { blank(self.slice(start..draft.name.start)) } else { 0 };
        Head { start: start + blank, skipped, body: draft.body }
    }

    /// Takes the wrapper and the attributes above into the range.
    fn widen(&self, mut draft: Draft, tags: &Tags) -> (Draft, Head) {
        draft.range.start = draft.decorated.unwrap_or(u32::MAX).min(draft.range.start);
        let head = self.head(&draft, tags);
        draft.range.start = self.above(draft.range.start, tags);
        draft.range = trimmed(self.text, draft.range);
        (draft, head)
    }

    /// Where the attributes directly above `start` begin; comments between them are passed over.
    fn above(&self, start: u32, tags: &Tags) -> u32 {
        let (mut first, mut at) = (start, start);
        for _ in 0..ABOVE_LIMIT {
            let end = self.slice(0..at).trim_end().len() as u32;
            if let Some(attribute) = ending_at(&tags.attributes, end) {
                (first, at) = (attribute.start, attribute.start);
            } else if let Some(comment) = ending_at(&tags.comments, end) {
                at = comment.start;
            } else {
                break;
            }
        }
        first
    }

    fn signature(&self, draft: &Draft, head: &Head, kind: UnitKind) -> Range<u32> {
        let start = if head.skipped { head.start } else { self.line_start(head.start) };
        let end = match head.body.filter(|body| *body > head.start) {
            Some(body) => body,
            None if is_callable(kind) => draft.range.end,
            None => self.lines.range(self.lines.line_of(draft.name.start)).end.min(draft.range.end),
        };
        let last = self.lines.line_of(start) + SIGNATURE_LINES - 1;
        let end = end.min(self.lines.range(last).end).max(start);
        let cut = clip(self.slice(start..end), SIGNATURE_BYTES).trim_end();
        start..start + cut.len() as u32
    }

    /// A declarator's line starts with what declares it (`const`), unless another one is there.
    fn line_start(&self, start: u32) -> u32 {
        let line = self.lines.range(self.lines.line_of(start)).start;
        let before = self.slice(line..start);
        let shared = before.contains(['{', '}', ';', '=']);
        if shared { start } else { line + blank(before) }
    }

    /// A name as it is kept: without quotes, on one line, within the limit.
    fn clean(&self, name: &Range<u32>) -> Option<String> {
        let bare = bare(self.slice(name.clone()).trim());
        let fits = !bare.is_empty() && bare.len() <= NAME_LIMIT && !bare.contains('\n');
        fits.then(|| spaced(bare))
    }

    /// A heading is prose: its spaces stay.
    fn clean_as(&self, kind: UnitKind, name: &Range<u32>) -> Option<String> {
        if kind != UnitKind::Heading {
            return self.clean(name);
        }
        let words: Vec<&str> = bare(self.slice(name.clone()).trim()).split_whitespace().collect();
        let heading = words.join(" ");
        let fits = !heading.is_empty() && heading.len() <= NAME_LIMIT;
        fits.then_some(heading)
    }
}

/// How many bytes of white space `text` starts with.
fn blank(text: &str) -> u32 {
    (text.len() - text.trim_start().len()) as u32
}

fn starting_at(sorted: &[Range<u32>], start: u32) -> Option<&Range<u32>> {
    let index = sorted.partition_point(|range| range.start < start);
    sorted.get(index).filter(|range| range.start == start)
}

/// The outermost of the sorted ranges that ends at `end`; few nest, so a short look back is enough.
fn ending_at(sorted: &[Range<u32>], end: u32) -> Option<&Range<u32>> {
    let index = sorted.partition_point(|range| range.start < end);
    sorted[index.saturating_sub(8)..index].iter().find(|range| range.end == end)
}

/// A function in any form.
fn is_callable(kind: UnitKind) -> bool {
    matches!(kind, UnitKind::Function | UnitKind::Method | UnitKind::Constructor | UnitKind::Macro)
}

/// A definition whose functions are methods.
pub(super) fn is_type(kind: UnitKind) -> bool {
    matches!(
        kind,
        UnitKind::Class
            | UnitKind::Struct
            | UnitKind::Interface
            | UnitKind::Trait
            | UnitKind::Enum
            | UnitKind::Union
            | UnitKind::Impl
    )
}

/// What is inside it is local to it.
fn hides(kind: UnitKind) -> bool {
    is_callable(kind) || kind == UnitKind::Property
}

/// A definition that is local inside a function.
pub(super) fn is_value(kind: UnitKind) -> bool {
    matches!(kind, UnitKind::Constant | UnitKind::Variable | UnitKind::Property)
}

/// The `@local` ranges that are open where the drafts have come to.
#[derive(Default)]
struct Locals {
    next: usize,
    open: Vec<Range<u32>>,
}

impl Locals {
    /// The innermost one around `range`; asked in the order of starts.
    fn around(&mut self, all: &[Range<u32>], range: &Range<u32>) -> Option<Range<u32>> {
        while let Some(local) = all.get(self.next).filter(|local| local.start <= range.start) {
            self.open.push(local.clone());
            self.next += 1;
        }
        self.open.retain(|local| local.end > range.start);
        self.open.iter().rev().find(|local| local.end >= range.end).cloned()
    }
}

/// The units so far, and which of them are open.
struct Nest<'a> {
    context: &'a Context<'a>,
    tags: &'a Tags,
    units: Vec<Unit>,
    /// Where the body of each unit starts; past the end of all text without one.
    bodies: Vec<u32>,
    open: Vec<u32>,
    locals: Locals,
}

impl<'a> Nest<'a> {
    fn new(context: &'a Context<'a>, tags: &'a Tags) -> Self {
        let (units, bodies, open) = (Vec::new(), Vec::new(), Vec::new());
        Self { context, tags, units, bodies, open, locals: Locals::default() }
    }

    fn add(&mut self, draft: &Draft, head: &Head) {
        self.close(&draft.range);
        let parent = self.open.last().copied();
        let local = self.locals.around(&self.tags.locals, &draft.range);
        let enclosing = parent.map(|index| &self.units[index as usize]);
        if is_value(draft.kind) && is_local(enclosing, local) || is_declaration(enclosing, draft) {
            return;
        }
        let Some(name) = self.context.clean_as(draft.kind, &draft.name) else { return };
        let unit = self.unit(draft, head, name, enclosing, parent);
        self.open.push(self.units.len() as u32);
        self.units.push(unit);
        self.bodies.push(head.body.unwrap_or(u32::MAX));
    }

    /// Closes what does not enclose `range`. Equal ranges stand side by side.
    fn close(&mut self, range: &Range<u32>) {
        while let Some(&top) = self.open.last() {
            let outer = &self.units[top as usize].bytes;
            if outer.end >= range.end && outer.start <= range.start && outer != range {
                break;
            }
            self.open.pop();
        }
    }

    fn unit(
        &self,
        draft: &Draft,
        head: &Head,
        name: String,
        enclosing: Option<&Unit>,
        parent: Option<u32>,
    ) -> Unit {
        let explicit = self.explicit_container(draft);
        let kind = self.kind(draft.kind, &name, enclosing, !explicit.is_empty());
        let lexical = enclosing.map_or_else(String::new, qualified);
        Unit {
            kind,
            container: joined(&lexical, &explicit),
            ordinal: 0,
            exported: self.exported(draft, &name, enclosing),
            depth: enclosing.map_or(0, |unit| unit.depth + 1),
            parent,
            bytes: draft.range.clone(),
            lines: self.context.lines.span(&draft.range),
            signature: self.context.signature(draft, head, kind),
            parameters: Vec::new(),
            name,
        }
    }

    fn explicit_container(&self, draft: &Draft) -> String {
        let parts = draft.containers.iter().map(|range| owner(self.context.slice(range.clone())));
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(".")
    }

    fn kind(&self, kind: UnitKind, name: &str, enclosing: Option<&Unit>, owned: bool) -> UnitKind {
        let member = owned || enclosing.is_some_and(|unit| is_type(unit.kind));
        match kind {
            UnitKind::Function | UnitKind::Method if member && self.constructs(name) => {
                UnitKind::Constructor
            }
            UnitKind::Function if member => UnitKind::Method,
            other => other,
        }
    }

    fn constructs(&self, name: &str) -> bool {
        self.context.language.row().constructors.iter().any(|own| own == name)
    }

    fn exported(&self, draft: &Draft, name: &str, enclosing: Option<&Unit>) -> bool {
        let mut up = enclosing;
        while let Some(unit) = up {
            if hides(unit.kind) {
                return false;
            }
            up = unit.parent.map(|index| &self.units[index as usize]);
        }
        draft.exported.unwrap_or_else(|| self.exported_by_rule(draft, name, enclosing))
    }

    fn exported_by_rule(&self, draft: &Draft, name: &str, enclosing: Option<&Unit>) -> bool {
        let row = self.context.language.row();
        let default = match enclosing.map(|unit| unit.kind) {
            Some(UnitKind::Interface | UnitKind::Trait) => true,
            Some(kind) if is_type(kind) => row.members_exported.unwrap_or(row.exported_default),
            _ => row.exported_default,
        };
        match row.visibility {
            Visibility::All => true,
            Visibility::Underscore => !name.starts_with('_') || name.ends_with("__"),
            Visibility::Capital => name.chars().next().is_some_and(char::is_uppercase),
            Visibility::Words => self.word_verdict(draft, enclosing).unwrap_or(default),
            Visibility::Marker => default,
        }
    }

    /// What the first telling word in front of the name says.
    fn word_verdict(&self, draft: &Draft, enclosing: Option<&Unit>) -> Option<bool> {
        let row = self.context.language.row();
        let member = enclosing.is_some_and(|unit| is_type(unit.kind));
        let start = self.context.line_start(draft.range.start);
        let front = self.context.slice(start..draft.name.start);
        let mut words = front.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.find_map(|word| {
            let among = |list: &[String]| list.iter().any(|own| own == word);
            let hidden = among(&row.private_words) || (!member && among(&row.file_private_words));
            among(&row.exported_words).then_some(true).or(hidden.then_some(false))
        })
    }
}

fn is_local(enclosing: Option<&Unit>, local: Option<Range<u32>>) -> bool {
    match (enclosing, local) {
        (Some(unit), _) if hides(unit.kind) => true,
        (Some(unit), Some(local)) => unit.bytes.start <= local.start && local.end <= unit.bytes.end,
        (None, local) => local.is_some(),
        (Some(_), None) => false,
    }
}

/// A function without a body inside another one only announces a function, or is no function at all
/// (`Lock lock(mutex);`).
fn is_declaration(enclosing: Option<&Unit>, draft: &Draft) -> bool {
    draft.kind == UnitKind::Function
        && draft.body.is_none()
        && enclosing.is_some_and(|unit| hides(unit.kind))
}

/// Counts the units of equal container, name and kind.
fn number(units: &mut [Unit]) {
    let mut seen: FxHashMap<(String, String, UnitKind), u32> = FxHashMap::default();
    for unit in units {
        let key = (unit.container.clone(), unit.name.clone(), unit.kind);
        let next = seen.entry(key).or_insert(0);
        unit.ordinal = *next;
        *next += 1;
    }
}

/// Gives each parameter to the innermost unit around it, if it stands in front of its body.
fn name_parameters(
    context: &Context<'_>,
    units: &mut [Unit],
    bodies: &[u32],
    parameters: &[Range<u32>],
) {
    let mut open: Vec<usize> = Vec::new();
    let mut next = 0;
    for parameter in parameters {
        while let Some(unit) = units.get(next).filter(|unit| unit.bytes.start <= parameter.start) {
            while open.last().is_some_and(|&top| units[top].bytes.end <= unit.bytes.start) {
                open.pop();
            }
            open.push(next);
            next += 1;
        }
        while open.last().is_some_and(|&top| units[top].bytes.end < parameter.end) {
            open.pop();
        }
        let Some(&top) = open.last().filter(|&&top| parameter.start < bodies[top]) else {
            continue;
        };
        let name = context.clean(parameter).filter(|_| has_parameters(units[top].kind));
        units[top].parameters.extend(name);
    }
}

/// A value's or a namespace's text holds the parameters of nameless functions only.
fn has_parameters(kind: UnitKind) -> bool {
    !is_value(kind) && kind != UnitKind::Module
}

/// Export lists: a marked name that is no definition's own shows those of the same text.
fn export_by_name(context: &Context<'_>, units: &mut [Unit], tags: &Tags) {
    for (range, verdict) in &tags.marks {
        let Some(name) = context.clean(range) else { continue };
        for unit in units.iter_mut().filter(|unit| unit.depth == 0 && unit.name == name) {
            unit.exported = *verdict;
        }
    }
}
