//! What a search may show: its scope, without what holds an excluded word.
//!
//! A unit that holds such a word, itself or in the path of its file, is not shown and lends
//! nothing to its file; a file is left out when its path holds the word or none of its units is
//! left.

use std::collections::BTreeMap;

use crate::catalog::Catalog;
use crate::postings;
use crate::recall::Scope;
use crate::terms;
use crate::understand::{Excluded, Understood};

/// Bits of the terms of one excluded word; more terms than this are not looked at.
const MOST_TERMS: usize = 64;

pub(super) struct View<'a> {
    catalog: &'a Catalog,
    pub(super) scope: &'a Scope,
    /// By file: whether it may be returned.
    pub(super) files: Vec<bool>,
    /// By unit: whether it holds an excluded word. Empty when there is none.
    hidden: Vec<bool>,
}

impl<'a> View<'a> {
    pub(super) fn new(
        query: &Understood,
        catalog: &'a Catalog,
        blocks: &[&[u8]],
        scope: &'a Scope,
    ) -> Self {
        let mut view = View { catalog, scope, files: scope.files(catalog), hidden: Vec::new() };
        for word in query.excluded.iter().filter(|word| !word.terms.is_empty()) {
            view.hidden.resize(catalog.units().len(), false);
            view.exclude(word, blocks);
        }
        if !view.hidden.is_empty() {
            view.leave_out_empty();
        }
        view
    }

    pub(super) fn is_hidden(&self, unit: u32) -> bool {
        self.hidden.get(unit as usize).copied().unwrap_or(false)
    }

    /// Whether a unit may be shown.
    pub(super) fn shows(&self, unit: u32) -> bool {
        !self.is_hidden(unit) && self.scope.lets_kind(self.catalog.units()[unit as usize].kind)
    }

    fn exclude(&mut self, word: &Excluded, blocks: &[&[u8]]) {
        let terms = &word.terms[..word.terms.len().min(MOST_TERMS)];
        let all = u64::MAX >> (MOST_TERMS - terms.len());
        let mut in_units: BTreeMap<u32, u64> = BTreeMap::new();
        let mut in_paths: BTreeMap<u32, u64> = BTreeMap::new();
        for (at, term) in terms.iter().enumerate() {
            let hash = terms::hash(term);
            for found in blocks.iter().filter_map(|block| postings::find(block, hash)) {
                let units = found.units().filter_map(|(id, _)| self.catalog.unit_index(id));
                units.for_each(|unit| *in_units.entry(unit).or_default() |= 1 << at);
                let files = found.paths().filter_map(|(id, _)| self.catalog.file_index(id));
                files.for_each(|file| *in_paths.entry(file).or_default() |= 1 << at);
            }
        }
        for (unit, bits) in in_units {
            let file = self.catalog.units()[unit as usize].file;
            let whole = bits | in_paths.get(&file).copied().unwrap_or(0);
            self.hidden[unit as usize] |= whole == all;
        }
        for file in in_paths.into_iter().filter(|(_, bits)| *bits == all).map(|(file, _)| file) {
            self.files[file as usize] = false;
        }
    }

    fn leave_out_empty(&mut self) {
        for (open, file) in self.files.iter_mut().zip(self.catalog.files()) {
            let mut units = file.units.clone();
            *open &= units.is_empty() || units.any(|unit| !self.hidden[unit as usize]);
        }
    }
}
