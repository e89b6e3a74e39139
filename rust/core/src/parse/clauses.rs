//! Clauses of one function become one unit.
//!
//! Takes the drafts of a file in order and joins a function with the one of its name right behind
//! it: the equations of Haskell with their signature, the clauses of Elixir. What has attributes of
//! its own (`@doc`, `@spec`) begins a new function. Only for languages whose row says
//! `merge_clauses`.

use super::drafts::Draft;
use super::nest::{Context, Head};
use super::tags::Tags;
use crate::records::UnitKind;

/// Joins the clauses in `sorted`, which is ordered by start, then by longer first.
pub(super) fn merge(
    context: &Context<'_>,
    sorted: Vec<(Draft, Head)>,
    tags: &Tags,
) -> Vec<(Draft, Head)> {
    let mut out: Vec<(Draft, Head)> = Vec::with_capacity(sorted.len());
    let mut open: Vec<usize> = Vec::new();
    for (draft, head) in sorted {
        let mut before = None;
        while let Some(&top) = open.last().filter(|&&top| out[top].0.range.end <= draft.range.start)
        {
            before = Some(top);
            open.pop();
        }
        let same = before.filter(|&index| is_clause(context, &out[index].0, &draft, &head, tags));
        if let Some(index) = same {
            let (first, first_head) = &mut out[index];
            first.range.end = draft.range.end;
            first_head.body = first_head.body.or(Some(draft.range.start));
            open.push(index);
        } else {
            open.push(out.len());
            out.push((draft, head));
        }
    }
    out
}

/// Whether `next` goes on where `first` ends, with nothing but comments in between.
fn is_clause(context: &Context<'_>, first: &Draft, next: &Draft, head: &Head, tags: &Tags) -> bool {
    let callable = |draft: &Draft| matches!(draft.kind, UnitKind::Function | UnitKind::Macro);
    callable(first)
        && first.kind == next.kind
        && head.start == next.range.start
        && context.slice(first.name.clone()) == context.slice(next.name.clone())
        && only_comments(context, first.range.end, next.range.start, tags)
}

fn only_comments(context: &Context<'_>, start: u32, end: u32, tags: &Tags) -> bool {
    let mut at = start;
    let from = tags.comments.partition_point(|comment| comment.start < start);
    for comment in tags.comments[from..].iter().take_while(|comment| comment.end <= end) {
        if !context.slice(at..comment.start).trim().is_empty() {
            return false;
        }
        at = comment.end;
    }
    context.slice(at..end).trim().is_empty()
}
