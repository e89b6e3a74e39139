//! `recall()`: lanes vote files in, and the statistics of the voted are gathered for ranking.
//!
//! No lane decides the order; each is bounded and reports what it did. Two passes over the same
//! postings: the first scores every file just well enough to choose candidates, the second gathers
//! term statistics of the candidates only, so that memory follows the candidates and not the tree.

mod gather;
mod lanes;
mod named;
mod scope;
mod view;

pub(crate) use lanes::{file_length, inverse_frequency, mean_file_length};
pub use scope::{Filters, Scope};

use crate::catalog::Catalog;
use crate::literal::Found;
use crate::scan::Vectors;
use crate::understand::Understood;

/// Field counts of a term in a file: stem, parent, directories, major, minor, signature, doc, body.
pub type FileFields = [f32; 8];
/// Field counts of a term in a unit: name, container, signature, doc, body.
pub type UnitFields = [f32; 5];

/// What a lane did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LaneState {
    /// It ran.
    Ran,
    /// It ran and left something out, and what.
    Partly(String),
    /// It had nothing to do, and why.
    Skipped(&'static str),
}

/// One lane's report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LaneReport {
    /// Its name.
    pub name: &'static str,
    /// What it did.
    pub state: LaneState,
    /// How many files it voted for.
    pub votes: usize,
}

/// Counts of one query term in one candidate.
#[derive(Clone, Copy, Debug)]
pub struct FileHit {
    /// Index into `Candidates::files`.
    pub candidate: u32,
    /// The term itself.
    pub exact: FileFields,
    /// Its abbreviations and long forms.
    pub abbreviated: FileFields,
    /// Vocabulary terms that share its beginning; path and name fields only.
    pub prefixed: [f32; 5],
}

/// Counts of one query term in one unit of a candidate.
#[derive(Clone, Copy, Debug)]
pub struct UnitHit {
    /// Index into `Candidates::units`.
    pub unit: u32,
    /// The term itself.
    pub exact: UnitFields,
    /// Its abbreviations and long forms.
    pub abbreviated: UnitFields,
}

/// Statistics of one query term.
#[derive(Clone, Debug, Default)]
pub struct TermHits {
    /// Files of the chart that hold it or an abbreviation.
    pub files_with: u32,
    /// Units that do.
    pub units_with: u32,
    /// Hits in candidates, by candidate.
    pub files: Vec<FileHit>,
    /// Hits in units of candidates, by unit.
    pub units: Vec<UnitHit>,
}

/// A unit of a candidate.
#[derive(Clone, Copy, Debug)]
pub struct CandidateUnit {
    /// Dense index in the catalog.
    pub unit: u32,
    /// Index into `Candidates::files`.
    pub candidate: u32,
    /// Bits of the query terms (kind part) that its name holds, also as an abbreviation.
    pub name_terms: u64,
    /// Bits of the distinct parts of its name that are query terms or their abbreviations.
    pub name_parts: u64,
    /// Its name equals an identifier of the query.
    pub exact: bool,
    /// The same in lower case without marks.
    pub squashed: bool,
    /// Cosine of its vector of the token table; `None` without one.
    pub cosine: Option<f32>,
    /// Cosine of its vector of the sentence model; `None` without one, or when it was not asked.
    pub model: Option<f32>,
    /// Whether the scope lets it be shown.
    pub shown: bool,
}

/// A candidate file: its units are `units.start .. units.end` of `Candidates::units`.
#[derive(Clone, Debug)]
pub struct CandidateFile {
    /// Dense index in the catalog, which is the order of paths.
    pub file: u32,
    /// Its units.
    pub units: std::ops::Range<u32>,
    /// Bits of the lanes that voted for it, in the order of `Candidates::lanes`.
    pub voted: u32,
    /// Whether the query names it by path.
    pub named: bool,
    /// Share of the texts to look for that are in it, 0 to 1.
    pub literal: f32,
    /// Lines to show first: (number of the text, line) where it was found, or the line that the
    /// query names.
    pub lines: Vec<(u32, u32)>,
}

/// What the lanes voted in, with the statistics that ranking needs.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    /// Reports of the lanes, in a fixed order.
    pub lanes: Vec<LaneReport>,
    /// Files that the scope lets through.
    pub in_scope: usize,
    /// By file of the catalog, whether the scope lets it through.
    pub open: Vec<bool>,
    /// Whether any unit has a vector of the token table.
    pub has_vectors: bool,
    /// Whether any unit has a vector of the sentence model.
    pub has_model: bool,
    /// By query term.
    pub terms: Vec<TermHits>,
    /// In the order of paths.
    pub files: Vec<CandidateFile>,
    /// Grouped by file.
    pub units: Vec<CandidateUnit>,
}

/// A set of vectors and the query's int8 row in its space.
pub type Space<'a> = (&'a Vectors, &'a [i8]);

/// The vectors of a chart that are asked.
#[derive(Clone, Copy, Default)]
pub struct Spaces<'a> {
    /// Of the token table.
    pub table: Option<Space<'a>>,
    /// Of the sentence model.
    pub model: Option<Space<'a>>,
}

/// Votes that are made elsewhere.
#[derive(Clone, Copy, Default)]
pub struct Given<'a> {
    /// Unit ids of the full-text index of names.
    pub names: &'a [u32],
    /// What the live scan found, when it was asked.
    pub literal: Option<&'a Found>,
}

/// Votes candidates in.
///
/// `blocks` are the posting blocks that may hold the terms of `query`, in any order.
pub fn recall(
    query: &Understood,
    catalog: &Catalog,
    blocks: &[&[u8]],
    spaces: Spaces<'_>,
    given: Given<'_>,
    scope: &Scope,
) -> Candidates {
    let view = view::View::new(query, catalog, blocks, scope);
    let cosines = lanes::Cosines::new(catalog, spaces);
    let votes = lanes::vote(query, catalog, blocks, &cosines, given, &view);
    gather::gather(query, catalog, blocks, &cosines, &view, votes, given.literal)
}
