//! The `@local` ranges around a place.

use std::ops::Range;

/// The `@local` ranges that are open where the drafts have come to.
#[derive(Default)]
pub(super) struct Locals {
    next: usize,
    open: Vec<Range<u32>>,
}

impl Locals {
    /// The innermost one around `range`; asked in the order of starts.
    pub(super) fn around(&mut self, all: &[Range<u32>], range: &Range<u32>) -> Option<Range<u32>> {
        while let Some(local) = all.get(self.next).filter(|local| local.start <= range.start) {
            self.open.push(local.clone());
            self.next += 1;
        }
        self.open.retain(|local| local.end > range.start);
        self.open.iter().rev().find(|local| local.end >= range.end).cloned()
    }
}
