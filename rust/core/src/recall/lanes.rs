//! The lanes: one cheap score a file each, and the best of each are candidates.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalog::{Catalog, FileEntry};
use crate::literal::Found;
use crate::postings;
use crate::rank::weights::{Lanes, weights};
use crate::recall::named::{self, NamedFile};
use crate::recall::view::View;
use crate::recall::{FileFields, Given, LaneReport, LaneState, Scope, Space, Spaces};
use crate::terms;
use crate::understand::Understood;

/// Field weights of the quick BM25 of the posting lanes, in the order of [`FileFields`].
const ALL_FIELDS: FileFields = [5.0, 3.0, 1.0, 4.0, 2.0, 1.0, 1.0, 1.0];
const PATH_FIELDS: FileFields = [5.0, 3.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
const NAME_FIELDS: FileFields = [0.0, 0.0, 0.0, 3.0, 2.0, 1.0, 0.0, 0.0];
const CONTENT_FIELDS: FileFields = [0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0];
/// k1 of the quick BM25; its b is a half.
const K1: f32 = 1.2;

/// What the lanes chose.
pub(super) struct Votes {
    pub(super) lanes: Vec<LaneReport>,
    /// Dense file indexes, ascending, with the bits of the lanes that voted for each.
    pub(super) files: Vec<(u32, u32)>,
    pub(super) in_scope: usize,
    /// Files that the query names.
    pub(super) named: Vec<NamedFile>,
    /// By query term: files and units that hold it.
    pub(super) frequencies: Vec<(u32, u32)>,
}

/// Cosines with the query by unit; `None` where a unit has no vector, empty without any.
pub(super) struct Cosines {
    pub(super) table: Vec<Option<f32>>,
    pub(super) model: Vec<Option<f32>>,
}

impl Cosines {
    pub(super) fn new(catalog: &Catalog, spaces: Spaces<'_>) -> Self {
        Cosines { table: cosines(catalog, spaces.table), model: cosines(catalog, spaces.model) }
    }
}

fn cosines(catalog: &Catalog, space: Option<Space<'_>>) -> Vec<Option<f32>> {
    let Some((set, row)) = space.filter(|(set, _)| !set.is_empty()) else { return Vec::new() };
    // A row of another width (a model was changed meanwhile) says nothing here.
    let Ok(found) = set.cosines(row) else { return Vec::new() };
    let mut by_unit = vec![None; catalog.units().len()];
    for (id, cosine) in set.ids().iter().zip(found) {
        if let Some(unit) = u32::try_from(*id).ok().and_then(|id| catalog.unit_index(id)) {
            by_unit[unit as usize] = Some(cosine);
        }
    }
    by_unit
}

/// Runs the lanes and unites their votes.
pub(super) fn vote(
    query: &Understood,
    catalog: &Catalog,
    blocks: &[&[u8]],
    cosines: &Cosines,
    given: Given<'_>,
    view: &View<'_>,
) -> Votes {
    let limits = &weights().lanes;
    let mut scores = LaneScores::new(catalog.files().len());
    let mut pass = Pass::new(catalog, view);
    let open = view.files.as_slice();
    let frequencies: Vec<(u32, u32)> = query
        .terms
        .iter()
        .map(|term| {
            pass.run(blocks, &term.text, &term.abbreviations);
            scores.add(catalog, &mut pass)
        })
        .collect();
    let in_scope = open.iter().filter(|open| **open).count();
    let mut chosen = Chosen { open, files: BTreeMap::new(), lanes: Vec::new() };
    let named = named::named(query, catalog, open);
    chosen.scope(view.scope, in_scope);
    chosen.posting_lanes(&scores, limits, query.terms.is_empty(), &named);
    chosen.names(catalog, given.names);
    chosen.vectors("vectors", catalog, &cosines.table, limits.vectors);
    chosen.vectors("model", catalog, &cosines.model, limits.vectors);
    chosen.literal(catalog, given.literal, limits.literal);
    if in_scope <= limits.all_below {
        for (file, _) in (0u32..).zip(open).filter(|(_, open)| **open) {
            chosen.files.entry(file).or_default();
        }
    }
    Votes {
        lanes: chosen.lanes,
        files: chosen.files.into_iter().collect(),
        in_scope,
        named,
        frequencies,
    }
}

/// Field counts of one term over all files, reused from term to term.
struct Pass<'a> {
    catalog: &'a Catalog,
    view: &'a View<'a>,
    counts: Vec<FileFields>,
    touched: Vec<u32>,
    in_units: Vec<bool>,
    units: Vec<u32>,
}

impl<'a> Pass<'a> {
    fn new(catalog: &'a Catalog, view: &'a View<'a>) -> Self {
        Pass {
            catalog,
            view,
            counts: vec![[0.0; 8]; catalog.files().len()],
            touched: Vec::new(),
            in_units: vec![false; catalog.units().len()],
            units: Vec::new(),
        }
    }

    fn run(&mut self, blocks: &[&[u8]], term: &str, abbreviations: &[String]) {
        self.one(blocks, term, 1.0);
        for other in abbreviations {
            self.one(blocks, other, weights().variant.abbreviation);
        }
    }

    fn one(&mut self, blocks: &[&[u8]], term: &str, weight: f32) {
        let hash = terms::hash(term);
        for block in blocks {
            let Some(found) = postings::find(block, hash) else { continue };
            for (id, counts) in found.units() {
                self.unit(id, counts, weight);
            }
            for (id, counts) in found.paths() {
                let Some(file) = self.catalog.file_index(id) else { continue };
                self.touch(file);
                for (slot, count) in self.counts[file as usize].iter_mut().zip(counts) {
                    *slot += weight * f32::from(count);
                }
            }
        }
    }

    fn unit(&mut self, id: u32, counts: [u8; 5], weight: f32) {
        let Some(unit) = self.catalog.unit_index(id) else { return };
        let entry = &self.catalog.units()[unit as usize];
        if !self.view.shows(unit) {
            return;
        }
        if !std::mem::replace(&mut self.in_units[unit as usize], true) {
            self.units.push(unit);
        }
        self.touch(entry.file);
        let name = if postings::is_major(entry.kind, entry.exported, entry.depth) { 3 } else { 4 };
        let slots = &mut self.counts[entry.file as usize];
        slots[name] += weight * f32::from(counts[0]);
        for (field, count) in [(5, counts[2]), (6, counts[3]), (7, counts[4])] {
            slots[field] += weight * f32::from(count);
        }
    }

    fn touch(&mut self, file: u32) {
        if self.counts[file as usize].iter().all(|count| *count == 0.0) {
            self.touched.push(file);
        }
    }

    fn clear(&mut self) {
        for file in self.touched.drain(..) {
            self.counts[file as usize] = [0.0; 8];
        }
        for unit in self.units.drain(..) {
            self.in_units[unit as usize] = false;
        }
    }
}

struct LaneScores {
    fields: Vec<f32>,
    paths: Vec<f32>,
    names: Vec<f32>,
    content: Vec<f32>,
    coverage: Vec<f32>,
}

impl LaneScores {
    fn new(files: usize) -> Self {
        let zero = || vec![0.0; files];
        LaneScores {
            fields: zero(),
            paths: zero(),
            names: zero(),
            content: zero(),
            coverage: zero(),
        }
    }

    /// Adds the term that `pass` holds, empties `pass`, and returns the term's frequencies.
    fn add(&mut self, catalog: &Catalog, pass: &mut Pass<'_>) -> (u32, u32) {
        pass.touched.sort_unstable();
        pass.touched.dedup();
        let held = |file: &&u32| pass.counts[**file as usize].iter().any(|count| *count > 0.0);
        let with = pass.touched.iter().filter(held).count();
        let idf = inverse_frequency(catalog.files().len(), with);
        let average = mean_file_length(catalog).max(1.0);
        for file in &pass.touched {
            let at = *file as usize;
            let counts = &pass.counts[at];
            let norm = 0.5 + 0.5 * file_length(&catalog.files()[at]) as f32 / average;
            self.fields[at] += idf * saturated(counts, &ALL_FIELDS, norm);
            self.paths[at] += idf * saturated(counts, &PATH_FIELDS, norm);
            self.names[at] += idf * saturated(counts, &NAME_FIELDS, norm);
            self.content[at] += idf * saturated(counts, &CONTENT_FIELDS, norm);
            if counts.iter().any(|count| *count > 0.0) {
                self.coverage[at] += idf;
            }
        }
        let frequencies = (with as u32, pass.units.len() as u32);
        pass.clear();
        frequencies
    }
}

fn saturated(counts: &FileFields, fields: &FileFields, norm: f32) -> f32 {
    let weighted: f32 = counts.iter().zip(fields).map(|(count, weight)| count * weight).sum();
    weighted * (K1 + 1.0) / (weighted + K1 * norm)
}

/// Length of a file in parts: signatures, documentation, bodies.
pub(crate) fn file_length(file: &FileEntry) -> u32 {
    file.parts[5..].iter().sum()
}

/// Mean of [`file_length`] over the live files; 0 without files.
pub(crate) fn mean_file_length(catalog: &Catalog) -> f32 {
    let total: u64 = catalog.file_sums()[5..].iter().sum();
    total as f32 / catalog.files().len().max(1) as f32
}

/// `ln(1 + (n - df + .5) / (df + .5))`, the BM25 idf that is never negative.
pub(crate) fn inverse_frequency(total: usize, with: usize) -> f32 {
    let (total, with) = (total as f32, with as f32);
    (1.0 + (total - with + 0.5) / (with + 0.5)).ln()
}

struct Chosen<'a> {
    open: &'a [bool],
    files: BTreeMap<u32, u32>,
    lanes: Vec<LaneReport>,
}

impl Chosen<'_> {
    fn scope(&mut self, scope: &Scope, in_scope: usize) {
        let state = if scope.is_open() { LaneState::Skipped("no filter") } else { LaneState::Ran };
        let votes = if scope.is_open() { 0 } else { in_scope };
        self.lanes.push(LaneReport { name: "scope", state, votes });
    }

    fn posting_lanes(
        &mut self,
        scores: &LaneScores,
        limits: &Lanes,
        no_terms: bool,
        by_path: &[NamedFile],
    ) {
        let postings = [
            (&scores.fields, limits.fields),
            (&scores.content, limits.content),
            (&scores.coverage, limits.coverage),
        ];
        let mut voted: BTreeSet<u32> = BTreeSet::new();
        for (lane, limit) in postings {
            voted.extend(self.best(lane, limit));
        }
        let mut paths = self.best(&scores.paths, limits.paths);
        paths.extend(by_path.iter().map(|one| one.file));
        paths.sort_unstable();
        paths.dedup();
        let names = self.best(&scores.names, limits.names);
        let state = || if no_terms { LaneState::Skipped("no terms") } else { LaneState::Ran };
        self.report("paths", state(), paths);
        self.report("name_terms", state(), names);
        self.report("postings", state(), voted.into_iter().collect());
    }

    fn names(&mut self, catalog: &Catalog, named: &[u32]) {
        let known = named.iter().filter_map(|id| catalog.unit_index(*id));
        let files: BTreeSet<u32> = known
            .map(|unit| catalog.units()[unit as usize].file)
            .filter(|file| self.open[*file as usize])
            .collect();
        self.report("names", LaneState::Ran, files.into_iter().collect());
    }

    fn vectors(
        &mut self,
        name: &'static str,
        catalog: &Catalog,
        cosines: &[Option<f32>],
        limit: usize,
    ) {
        if cosines.is_empty() {
            let state = LaneState::Skipped("no vectors");
            self.report(name, state, Vec::new());
            return;
        }
        let mut best = vec![0.0f32; catalog.files().len()];
        for (unit, cosine) in catalog.units().iter().zip(cosines) {
            let slot = &mut best[unit.file as usize];
            *slot = slot.max(cosine.unwrap_or(0.0));
        }
        let files = self.best(&best, limit);
        self.report(name, LaneState::Ran, files);
    }

    /// The files with the largest share of the wanted texts; ties by path.
    fn literal(&mut self, catalog: &Catalog, found: Option<&Found>, limit: usize) {
        let Some(found) = found else {
            let state = LaneState::Skipped("no text to look for");
            return self.report("literal", state, Vec::new());
        };
        let mut scores = vec![0.0f32; catalog.files().len()];
        for file in &found.files {
            if let Some(index) = catalog.find(&file.path) {
                scores[index as usize] = file.share;
            }
        }
        let files = self.best(&scores, limit);
        self.report("literal", found.state.clone(), files);
    }

    fn report(&mut self, name: &'static str, state: LaneState, files: Vec<u32>) {
        let bit = 1 << self.lanes.len();
        self.lanes.push(LaneReport { name, state, votes: files.len() });
        for file in files {
            *self.files.entry(file).or_default() |= bit;
        }
    }

    /// The best open files with a positive score; ties by path.
    fn best(&self, scores: &[f32], limit: usize) -> Vec<u32> {
        let mut files: Vec<u32> = (0u32..)
            .zip(scores)
            .filter(|(file, score)| **score > 0.0 && self.open[*file as usize])
            .map(|(file, _)| file)
            .collect();
        let order =
            |a: &u32, b: &u32| scores[*b as usize].total_cmp(&scores[*a as usize]).then(a.cmp(b));
        if files.len() > limit {
            files.select_nth_unstable_by(limit, order);
            files.truncate(limit);
        }
        files
    }
}
