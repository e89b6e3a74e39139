//! From a query to live excerpts: understand, recall, rank, reconstruct.

use std::path::PathBuf;

use columbus_core::catalog::Catalog;
use columbus_core::literal::{self, Budget, Found, Plan};
use columbus_core::parse;
use columbus_core::rank::{self, Ranked};
use columbus_core::recall::{self, Candidates, Filters, Given, LaneState, Scope, Space, Spaces};
use columbus_core::reconstruct::{self, Excerpt, Show, Wanted};
use columbus_core::records::{BlobId, SourceFile, UnitKind};
use columbus_core::scan::Vectors;
use columbus_core::understand::{self, Filter, Key, TermKind, Understood};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::detached::detached;
use crate::index::parse_options;

#[pyclass(frozen, name = "Catalog")]
pub(crate) struct PyCatalog(Catalog);

#[pymethods]
impl PyCatalog {
    #[new]
    fn new(py: Python<'_>, columns: Vec<Vec<u8>>, dead: Vec<u32>) -> PyResult<Self> {
        detached(py, |_| {
            let columns: Vec<&[u8]> = columns.iter().map(Vec::as_slice).collect();
            Catalog::new(&columns, &dead)
        })
        .map(Self)
    }
    #[getter]
    fn files(&self) -> usize {
        self.0.files().len()
    }
    #[getter]
    fn units(&self) -> usize {
        self.0.units().len()
    }
    fn has(&self, path: &str) -> bool {
        self.0.find(path).is_some()
    }
}

/// (key, value, negated)
type FilterRow = (String, String, bool);

#[pyclass(frozen, name = "Understood")]
pub(crate) struct PyUnderstood(Understood);

#[pymethods]
impl PyUnderstood {
    #[getter]
    fn prefixes(&self) -> Vec<String> {
        self.0.prefix_terms().into_iter().map(str::to_owned).collect()
    }
    #[getter]
    fn terms(&self) -> Vec<String> {
        let parts = self.0.terms.iter().filter(|term| term.kind == TermKind::Part);
        parts.map(|term| term.text.clone()).collect()
    }
    #[getter]
    fn plain(&self) -> &str {
        &self.0.plain
    }
    #[getter]
    fn intent(&self) -> &'static str {
        self.0.intent.name()
    }
    #[getter]
    fn phrases(&self) -> Vec<String> {
        self.0.phrases.clone()
    }
    #[getter]
    fn excluded(&self) -> Vec<String> {
        self.0.excluded.iter().map(|one| one.text.clone()).collect()
    }
    #[getter]
    fn filters(&self) -> Vec<FilterRow> {
        let row = |one: &Filter| (one.key.name().to_owned(), one.value.clone(), one.negated);
        self.0.filters.iter().map(row).collect()
    }
    #[getter]
    fn unusable(&self) -> Vec<(String, &'static str, String, Vec<&'static str>)> {
        let all = self.0.unusable.iter();
        all.map(|one| (one.word.clone(), one.key.name(), one.value.clone(), one.key.values()))
            .collect()
    }
    fn with_variants(&self, variants: Vec<(String, String)>) -> Self {
        Self(self.0.clone().with_prefixes(&variants))
    }
    fn nowhere(&self, found: PyRef<'_, PyCandidates>) -> Vec<String> {
        self.0.nowhere(&found.0).into_iter().map(str::to_owned).collect()
    }
    fn with_spellings(&self, pairs: Vec<(String, String)>, names: Vec<String>) -> Self {
        Self(self.0.clone().with_spellings(&pairs, &names))
    }
    fn hashes(&self) -> Vec<i64> {
        self.0.hashes()
    }
    fn words(&self) -> Vec<String> {
        self.0.parts.iter().chain(&self.0.identifiers).cloned().collect()
    }
}

#[pyfunction]
#[pyo3(name = "understand")]
pub(crate) fn py_understand(text: &str) -> PyUnderstood {
    PyUnderstood(understand::understand(text))
}

#[pyfunction]
pub(crate) fn spellings(word: &str, known: Vec<(String, u32)>) -> Vec<String> {
    understand::spellings(word, &known).into_iter().map(str::to_owned).collect()
}

#[pyclass(frozen, name = "Vectors")]
pub(crate) struct PyVectors(Vectors);

/// (unit ids, validity bitmap, rows) of a chunk of sqlite-vec.
type ChunkRow = (Vec<u8>, Vec<u8>, Vec<u8>);

#[pymethods]
impl PyVectors {
    #[new]
    fn new(py: Python<'_>, dimension: usize, chunks: Vec<ChunkRow>) -> PyResult<Self> {
        detached(py, |_| {
            let chunks: Vec<(&[u8], &[u8], &[u8])> =
                chunks.iter().map(|(ids, valid, rows)| (&ids[..], &valid[..], &rows[..])).collect();
            Vectors::from_chunks(dimension, &chunks)
        })
        .map(Self)
    }
    #[getter]
    fn count(&self) -> usize {
        self.0.ids().len()
    }
    fn nearest(&self, py: Python<'_>, query: Vec<u8>, k: usize) -> PyResult<Vec<(i64, f32)>> {
        detached(py, |_| self.0.nearest(&signed(&query), k, None))
    }
}

fn signed(row: &[u8]) -> Vec<i8> {
    row.iter().map(|value| value.cast_signed()).collect()
}

#[pyclass(frozen, name = "Scope")]
pub(crate) struct PyScope(Scope);

#[pymethods]
impl PyScope {
    #[new]
    // One keyword each: a struct would only repeat the signature of the stub.
    #[allow(clippy::too_many_arguments)]
    #[pyo3(signature = (*, include = vec![], exclude = vec![], languages = vec![], roles = vec![], kinds = vec![], typed = vec![]))]
    fn new(
        py: Python<'_>,
        include: Vec<String>,
        exclude: Vec<String>,
        languages: Vec<String>,
        roles: Vec<String>,
        kinds: Vec<String>,
        typed: Vec<FilterRow>,
    ) -> PyResult<Self> {
        let typed = typed.into_iter().map(typed_row).collect::<PyResult<_>>()?;
        let filters = Filters { include, exclude, languages, roles, kinds, typed };
        detached(py, |_| Scope::new(&filters)).map(Self)
    }
    #[getter]
    fn is_open(&self) -> bool {
        self.0.is_open()
    }
}

fn typed_row((name, value, negated): FilterRow) -> PyResult<Filter> {
    let key = Key::from_name(&name);
    let key = key.ok_or_else(|| PyValueError::new_err(format!("{name:?} is no filter")))?;
    Ok(Filter { key, value, negated })
}

#[pyclass(frozen, name = "Candidates")]
pub(crate) struct PyCandidates(Candidates);

#[pymethods]
impl PyCandidates {
    #[getter]
    fn lanes(&self) -> Vec<(&'static str, &'static str, usize, String)> {
        let row = |lane: &recall::LaneReport| match &lane.state {
            LaneState::Ran => (lane.name, "ran", lane.votes, String::new()),
            LaneState::Partly(what) => (lane.name, "ran", lane.votes, what.clone()),
            LaneState::Skipped(why) => (lane.name, "skipped", lane.votes, (*why).to_owned()),
        };
        self.0.lanes.iter().map(row).collect()
    }
    #[getter]
    fn total(&self) -> usize {
        self.0.files.len()
    }
    #[getter]
    fn in_scope(&self) -> usize {
        self.0.in_scope
    }
    fn lets(&self, catalog: PyRef<'_, PyCatalog>, path: &str) -> bool {
        let file = catalog.0.find(path).map(|file| file as usize);
        file.and_then(|file| self.0.open.get(file)).copied().unwrap_or(false)
    }
    fn voters(&self, catalog: PyRef<'_, PyCatalog>, path: &str) -> Option<Vec<&'static str>> {
        let file = catalog.0.find(path)?;
        let at = self.0.files.binary_search_by_key(&file, |candidate| candidate.file).ok()?;
        let voted = self.0.files[at].voted;
        let lanes = self.0.lanes.iter().enumerate();
        Some(
            lanes.filter(|(lane, _)| voted & (1 << lane) != 0).map(|(_, lane)| lane.name).collect(),
        )
    }
}

#[pyfunction]
#[pyo3(name = "recall")]
#[allow(clippy::too_many_arguments)] // Python calls it with these; a class to hold them says no more.
pub(crate) fn py_recall(
    py: Python<'_>,
    query: PyRef<'_, PyUnderstood>,
    catalog: PyRef<'_, PyCatalog>,
    blocks: Vec<Vec<u8>>,
    table: Option<(PyRef<'_, PyVectors>, Vec<u8>)>,
    model: Option<(PyRef<'_, PyVectors>, Vec<u8>)>,
    names: Vec<u32>,
    scope: PyRef<'_, PyScope>,
    literal: Option<PyRef<'_, PyFound>>,
) -> PyResult<PyCandidates> {
    let (query, catalog, scope) = (&query.0, &catalog.0, &scope.0);
    let literal = literal.as_ref().map(|found| &found.0);
    let (table, model) = (table.as_ref().map(space), model.as_ref().map(space));
    detached(py, |_| {
        let blocks: Vec<&[u8]> = blocks.iter().map(Vec::as_slice).collect();
        let spaces = Spaces { table: borrowed(table.as_ref()), model: borrowed(model.as_ref()) };
        let given = Given { names: &names, literal };
        Ok(recall::recall(query, catalog, &blocks, spaces, given, scope))
    })
    .map(PyCandidates)
}

fn space<'a>((set, row): &'a (PyRef<'_, PyVectors>, Vec<u8>)) -> (&'a Vectors, Vec<i8>) {
    (&set.0, signed(row))
}

fn borrowed<'a>(space: Option<&'a (&Vectors, Vec<i8>)>) -> Option<Space<'a>> {
    space.map(|(set, row)| (*set, row.as_slice()))
}

#[pyclass(frozen, name = "Plan")]
pub(crate) struct PyPlan(Plan);

#[pymethods]
impl PyPlan {
    #[getter]
    fn texts(&self) -> Vec<String> {
        self.0.patterns.iter().map(|pattern| pattern.text.clone()).collect()
    }
}

#[pyfunction]
#[pyo3(name = "plan")]
pub(crate) fn py_plan(query: PyRef<'_, PyUnderstood>, found: PyRef<'_, PyCandidates>) -> PyPlan {
    PyPlan(literal::plan(&query.0, &found.0))
}

#[pyclass(frozen, name = "Found")]
pub(crate) struct PyFound(Found);

#[pymethods]
impl PyFound {
    #[getter]
    fn files(&self) -> Vec<(&str, f32)> {
        let mut files: Vec<_> = self.0.files.iter().map(|f| (f.path.as_str(), f.share)).collect();
        files.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        files
    }
}

#[pyfunction]
#[pyo3(name = "scan")]
pub(crate) fn py_scan(
    py: Python<'_>,
    root: PathBuf,
    plan: PyRef<'_, PyPlan>,
    catalog: PyRef<'_, PyCatalog>,
    scope: PyRef<'_, PyScope>,
    also: Vec<String>,
    budget: Option<u64>,
) -> PyResult<PyFound> {
    let (plan, catalog, scope) = (&plan.0, &catalog.0, &scope.0);
    let whole = Budget::default();
    let budget = Budget { bytes: budget.unwrap_or(whole.bytes), ..whole };
    detached(py, |stop| literal::scan(&root, catalog, scope, &also, plan, budget, stop))
        .map(PyFound)
}

#[pyclass(frozen, get_all, name = "Ranked")]
pub(crate) struct PyRanked {
    path: String,
    file: u32,
    score: i64,
    reasons: Vec<(&'static str, f64)>,
    units: Vec<u32>,
    lines: Vec<(u32, u32)>,
    hidden: Vec<u32>,
}

#[pyfunction]
#[pyo3(name = "rank")]
pub(crate) fn py_rank(
    py: Python<'_>,
    query: PyRef<'_, PyUnderstood>,
    catalog: PyRef<'_, PyCatalog>,
    candidates: PyRef<'_, PyCandidates>,
    limit: usize,
) -> PyResult<Vec<PyRanked>> {
    let (query, catalog, candidates) = (&query.0, &catalog.0, &candidates.0);
    let ranked = detached(py, |_| Ok(rank::rank(query, catalog, candidates, limit)))?;
    Ok(ranked.into_iter().map(|one| with_ids(one, catalog, candidates)).collect())
}

/// (unit id, shares of the features)
type UnitShares = (u32, Vec<(&'static str, f64)>);

#[pyfunction]
#[pyo3(name = "rank_units")]
pub(crate) fn py_rank_units(
    py: Python<'_>,
    query: PyRef<'_, PyUnderstood>,
    catalog: PyRef<'_, PyCatalog>,
    candidates: PyRef<'_, PyCandidates>,
    path: &str,
) -> PyResult<Vec<UnitShares>> {
    let (query, catalog, candidates) = (&query.0, &catalog.0, &candidates.0);
    let Some(file) = catalog.find(path) else { return Ok(Vec::new()) };
    let units = detached(py, |_| Ok(rank::rank_units(query, catalog, candidates, file)))?;
    let row = |one: rank::RankedUnit| (catalog.units()[one.unit as usize].id, one.shares.to_vec());
    Ok(units.into_iter().map(row).collect())
}

fn with_ids(ranked: Ranked, catalog: &Catalog, found: &Candidates) -> PyRanked {
    let file = &catalog.files()[ranked.file as usize];
    let id = |unit: &u32| catalog.units()[*unit as usize].id;
    let at = found.files.binary_search_by_key(&ranked.file, |file| file.file);
    let lines = at.map_or(Vec::new(), |at| found.files[at].lines.clone());
    let hidden = if lines.is_empty() { Vec::new() } else { hidden(found, at.unwrap_or(0)) };
    PyRanked {
        lines,
        hidden: hidden.iter().map(id).collect(),
        path: file.path.clone(),
        file: file.id,
        score: ranked.score,
        reasons: ranked.reasons,
        units: ranked.units.iter().map(id).collect(),
    }
}

/// The units of a candidate that may not be shown.
fn hidden(found: &Candidates, candidate: usize) -> Vec<u32> {
    let range = &found.files[candidate].units;
    let units = found.units[range.start as usize..range.end as usize].iter();
    units.filter(|unit| !unit.shown).map(|unit| unit.unit).collect()
}

#[pyclass(frozen, get_all, name = "Excerpt")]
pub(crate) struct PyExcerpt {
    state: &'static str,
    path: String,
    kind: &'static str,
    name: String,
    container: String,
    start_line: u32,
    end_line: u32,
    file_hash: String,
    signature: String,
    snippet: Option<String>,
    snippet_start_line: u32,
}

/// (path, blob, kind, name, container, ordinal, `start_byte`, `end_byte`, `start_line`,
/// `end_line`, line that it is about or 0)
type WantedRow = (String, String, String, String, String, u32, u32, u32, u32, u32, u32);

#[pyfunction]
#[pyo3(name = "reconstruct")]
pub(crate) fn py_reconstruct(
    py: Python<'_>,
    root: PathBuf,
    wanted: Vec<WantedRow>,
    snippet_lines: u32,
    context_lines: u32,
) -> PyResult<Vec<PyExcerpt>> {
    let excerpts = detached(py, |stop| {
        let wanted: Vec<Wanted> = wanted.into_iter().map(wanted_row).collect();
        let again = |path: &str, bytes: &[u8]| {
            let source = SourceFile { path: path.to_owned(), ..SourceFile::default() };
            parse::parse(&source, bytes, &parse_options()).ok()
        };
        reconstruct::reconstruct(
            &root,
            &wanted,
            Show { snippet_lines, context_lines },
            &again,
            stop,
        )
    })?;
    Ok(excerpts.into_iter().map(shown).collect())
}

fn wanted_row(row: WantedRow) -> Wanted {
    let (path, blob, kind, name, container, ordinal, start, end, first, last, about) = row;
    Wanted {
        path,
        blob: blob.parse().unwrap_or(BlobId([0; 20])),
        kind: UnitKind::from_name(&kind).unwrap_or(UnitKind::Block),
        name,
        container,
        ordinal,
        bytes: start..end,
        lines: (first, last),
        about,
    }
}

fn shown(excerpt: Excerpt) -> PyExcerpt {
    PyExcerpt {
        state: excerpt.state.name(),
        path: excerpt.path,
        kind: excerpt.kind.name(),
        name: excerpt.name,
        container: excerpt.container,
        start_line: excerpt.lines.0,
        end_line: excerpt.lines.1,
        file_hash: excerpt.file_hash.to_string(),
        signature: excerpt.signature,
        snippet: excerpt.snippet,
        snippet_start_line: excerpt.snippet_start_line,
    }
}
