//! The second pass: term statistics of the candidates and their units.

use crate::catalog::Catalog;
use crate::literal::Found;
use crate::postings;
use crate::recall::lanes::{Cosines, Votes};
use crate::recall::named::NamedFile;
use crate::recall::view::View;
use crate::recall::{CandidateFile, CandidateUnit, Candidates, FileHit, TermHits, UnitHit};
use crate::terms;
use crate::understand::{QueryTerm, TermKind, Understood};

const NONE: u32 = u32::MAX;

/// Gathers the statistics of the files that the lanes voted for.
pub(super) fn gather(
    query: &Understood,
    catalog: &Catalog,
    blocks: &[&[u8]],
    cosines: &Cosines,
    view: &View<'_>,
    votes: Votes,
    literal: Option<&Found>,
) -> Candidates {
    let mut gatherer = Gatherer::new(catalog, blocks, view, &votes.files, cosines);
    let mut bits = NameBits::default();
    let mut all: Vec<TermHits> = Vec::with_capacity(query.terms.len());
    for (index, (term, (files_with, units_with))) in
        query.terms.iter().zip(votes.frequencies).enumerate()
    {
        let mut hits = gatherer.term(term, index, &mut bits);
        hits.files_with = files_with;
        hits.units_with = units_with;
        all.push(hits);
    }
    gatherer.identifiers(query);
    if let Some(found) = literal {
        gatherer.literal(found);
    }
    gatherer.named(&votes.named);
    Candidates {
        lanes: votes.lanes,
        in_scope: votes.in_scope,
        open: view.files.clone(),
        has_vectors: cosines.table.iter().any(Option::is_some),
        has_model: cosines.model.iter().any(Option::is_some),
        terms: all,
        files: gatherer.files,
        units: gatherer.units,
    }
}

/// Gives each distinct part term (or abbreviation of one) a bit, up to 64 of them.
#[derive(Default)]
struct NameBits(Vec<u64>);

impl NameBits {
    fn bit(&mut self, hash: u64) -> u64 {
        let at = self.0.iter().position(|known| *known == hash).unwrap_or_else(|| {
            self.0.push(hash);
            self.0.len() - 1
        });
        if at < 64 { 1 << at } else { 0 }
    }
}

#[derive(Clone, Copy)]
enum Variant {
    Exact,
    Abbreviation,
    Prefix,
}

struct Gatherer<'a> {
    catalog: &'a Catalog,
    blocks: &'a [&'a [u8]],
    view: &'a View<'a>,
    files: Vec<CandidateFile>,
    units: Vec<CandidateUnit>,
    /// Dense file index to candidate.
    candidate_of: Vec<u32>,
    file_slot: Vec<u32>,
    unit_slot: Vec<u32>,
}

impl<'a> Gatherer<'a> {
    fn new(
        catalog: &'a Catalog,
        blocks: &'a [&'a [u8]],
        view: &'a View<'a>,
        chosen: &[(u32, u32)],
        cosines: &Cosines,
    ) -> Self {
        let mut candidate_of = vec![NONE; catalog.files().len()];
        let mut files: Vec<CandidateFile> = Vec::with_capacity(chosen.len());
        let mut units: Vec<CandidateUnit> = Vec::new();
        for (candidate, (file, voted)) in (0u32..).zip(chosen) {
            candidate_of[*file as usize] = candidate;
            let start = units.len() as u32;
            for unit in catalog.files()[*file as usize].units.clone() {
                // What is hidden says nothing of its file either.
                let cosine = |all: &[Option<f32>]| {
                    all.get(unit as usize).copied().flatten().filter(|_| !view.is_hidden(unit))
                };
                units.push(CandidateUnit {
                    unit,
                    candidate,
                    name_terms: 0,
                    name_parts: 0,
                    exact: false,
                    squashed: false,
                    cosine: cosine(&cosines.table),
                    model: cosine(&cosines.model),
                    shown: view.shows(unit),
                });
            }
            files.push(CandidateFile {
                file: *file,
                units: start..units.len() as u32,
                voted: *voted,
                named: false,
                literal: 0.0,
                lines: Vec::new(),
            });
        }
        let (file_slot, unit_slot) = (vec![NONE; files.len()], vec![NONE; units.len()]);
        Gatherer { catalog, blocks, view, files, units, candidate_of, file_slot, unit_slot }
    }

    fn term(&mut self, term: &QueryTerm, index: usize, bits: &mut NameBits) -> TermHits {
        let mut hits = TermHits::default();
        let mut one = |text: &str, variant: Variant, gatherer: &mut Self| {
            let hash = terms::hash(text);
            let named = (term.kind == TermKind::Part && index < 64)
                .then(|| (1u64 << index, bits.bit(hash)));
            gatherer.variant(hash, variant, named, &mut hits);
        };
        one(&term.text, Variant::Exact, self);
        for other in &term.abbreviations {
            one(other, Variant::Abbreviation, self);
        }
        for other in &term.prefixes {
            one(other, Variant::Prefix, self);
        }
        for hit in &hits.files {
            self.file_slot[hit.candidate as usize] = NONE;
        }
        for hit in &hits.units {
            self.unit_slot[hit.unit as usize] = NONE;
        }
        hits.files.sort_unstable_by_key(|hit| hit.candidate);
        hits.units.sort_unstable_by_key(|hit| hit.unit);
        hits
    }

    fn variant(
        &mut self,
        hash: u64,
        variant: Variant,
        named: Option<(u64, u64)>,
        hits: &mut TermHits,
    ) {
        for block in self.blocks {
            let Some(found) = postings::find(block, hash) else { continue };
            for (id, counts) in found.units() {
                self.unit(id, counts, variant, named, hits);
            }
            for (id, counts) in found.paths() {
                let Some(file) = self.catalog.file_index(id) else { continue };
                let candidate = self.candidate_of[file as usize];
                if candidate == NONE {
                    continue;
                }
                let hit = self.file_hit(candidate, hits);
                for (field, count) in counts.into_iter().enumerate() {
                    add(hit, field, f32::from(count), variant);
                }
            }
        }
    }

    fn unit(
        &mut self,
        id: u32,
        counts: [u8; 5],
        variant: Variant,
        named: Option<(u64, u64)>,
        hits: &mut TermHits,
    ) {
        let Some((local, major)) = self.local(id) else { return };
        let unit = &mut self.units[local as usize];
        if !unit.shown {
            return;
        }
        let candidate = unit.candidate;
        if let (Some((term, part)), true) = (named, counts[0] > 0)
            && !matches!(variant, Variant::Prefix)
        {
            unit.name_terms |= term;
            unit.name_parts |= part;
        }
        let hit = self.file_hit(candidate, hits);
        add(hit, if major { 3 } else { 4 }, f32::from(counts[0]), variant);
        if matches!(variant, Variant::Prefix) {
            return;
        }
        for (field, count) in [(5, counts[2]), (6, counts[3]), (7, counts[4])] {
            add(hit, field, f32::from(count), variant);
        }
        let hit = self.unit_hit(local, hits);
        let exact = matches!(variant, Variant::Exact);
        let slots = if exact { &mut hit.exact } else { &mut hit.abbreviated };
        for (slot, count) in slots.iter_mut().zip(counts) {
            *slot += f32::from(count);
        }
    }

    /// The candidate unit with this id, and whether its name is a major one.
    fn local(&self, id: u32) -> Option<(u32, bool)> {
        let unit = self.catalog.unit_index(id)?;
        let entry = &self.catalog.units()[unit as usize];
        let candidate = self.candidate_of[entry.file as usize];
        if candidate == NONE {
            return None;
        }
        let first = self.catalog.files()[entry.file as usize].units.start;
        let local = self.files[candidate as usize].units.start + (unit - first);
        Some((local, postings::is_major(entry.kind, entry.exported, entry.depth)))
    }

    fn file_hit<'h>(&mut self, candidate: u32, hits: &'h mut TermHits) -> &'h mut FileHit {
        let slot = &mut self.file_slot[candidate as usize];
        if *slot == NONE {
            *slot = hits.files.len() as u32;
            hits.files.push(FileHit {
                candidate,
                exact: [0.0; 8],
                abbreviated: [0.0; 8],
                prefixed: [0.0; 5],
            });
        }
        &mut hits.files[*slot as usize]
    }

    fn unit_hit<'h>(&mut self, unit: u32, hits: &'h mut TermHits) -> &'h mut UnitHit {
        let slot = &mut self.unit_slot[unit as usize];
        if *slot == NONE {
            *slot = hits.units.len() as u32;
            hits.units.push(UnitHit { unit, exact: [0.0; 5], abbreviated: [0.0; 5] });
        }
        &mut hits.units[*slot as usize]
    }

    /// Marks the units whose name is an identifier of the query.
    fn identifiers(&mut self, query: &Understood) {
        for name in &query.identifiers {
            self.mark(terms::name_hash(name), |unit| unit.exact = true);
        }
        for name in &query.squashed {
            self.mark(terms::squashed_hash(name), |unit| unit.squashed = true);
        }
    }

    fn mark(&mut self, hash: u64, set: impl Fn(&mut CandidateUnit)) {
        for block in self.blocks {
            let Some(found) = postings::find(block, hash) else { continue };
            for (id, _) in found.units() {
                let hidden = |local: u32| self.view.is_hidden(self.units[local as usize].unit);
                if let Some((local, _)) = self.local(id).filter(|(local, _)| !hidden(*local)) {
                    set(&mut self.units[local as usize]);
                }
            }
        }
    }

    /// Notes the share and the places of the wanted texts in the candidates.
    fn literal(&mut self, found: &Found) {
        for matched in &found.files {
            if let Some(file) = self.candidate(self.catalog.find(&matched.path)) {
                file.literal = matched.share;
                file.lines.clone_from(&matched.lines);
            }
        }
    }

    fn named(&mut self, all: &[NamedFile]) {
        for named in all {
            if let Some(file) = self.candidate(Some(named.file)) {
                file.named = true;
                if let Some(line) = named.line {
                    file.lines = vec![(0, line)];
                }
            }
        }
    }

    fn candidate(&mut self, file: Option<u32>) -> Option<&mut CandidateFile> {
        let candidate = self.candidate_of[file? as usize];
        self.files.get_mut(candidate as usize)
    }
}

fn add(hit: &mut FileHit, field: usize, count: f32, variant: Variant) {
    match variant {
        Variant::Exact => hit.exact[field] += count,
        Variant::Abbreviation => hit.abbreviated[field] += count,
        Variant::Prefix if field < 5 => hit.prefixed[field] += count,
        Variant::Prefix => {}
    }
}
