//! From a query to live excerpts: understand, recall, rank, reconstruct.

use std::path::PathBuf;

use columbus_core::catalog::Catalog;
use columbus_core::parse;
use columbus_core::rank::{self, Ranked};
use columbus_core::recall::{self, Candidates, Filters, LaneState, Scope, Space, Spaces};
use columbus_core::reconstruct::{self, Excerpt, Show, Wanted};
use columbus_core::records::{BlobId, SourceFile, UnitKind};
use columbus_core::scan::Vectors;
use columbus_core::understand::{self, Understood};
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
}

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
        self.0.terms.iter().map(|term| term.text.clone()).collect()
    }
    fn with_variants(&self, variants: Vec<(String, String)>) -> Self {
        Self(self.0.clone().with_prefixes(&variants))
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
    #[pyo3(signature = (*, include = vec![], exclude = vec![], languages = vec![], roles = vec![], kinds = vec![]))]
    fn new(
        py: Python<'_>,
        include: Vec<String>,
        exclude: Vec<String>,
        languages: Vec<String>,
        roles: Vec<String>,
        kinds: Vec<String>,
    ) -> PyResult<Self> {
        let filters = Filters { include, exclude, languages, roles, kinds };
        detached(py, |_| Scope::new(&filters)).map(Self)
    }
    #[getter]
    fn is_open(&self) -> bool {
        self.0.is_open()
    }
}

#[pyclass(frozen, name = "Candidates")]
pub(crate) struct PyCandidates(Candidates);

#[pymethods]
impl PyCandidates {
    #[getter]
    fn lanes(&self) -> Vec<(&'static str, &'static str, usize, &'static str)> {
        let row = |lane: &recall::LaneReport| match lane.state {
            LaneState::Ran => (lane.name, "ran", lane.votes, ""),
            LaneState::Skipped(why) => (lane.name, "skipped", lane.votes, why),
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
) -> PyResult<PyCandidates> {
    let (query, catalog, scope) = (&query.0, &catalog.0, &scope.0);
    let (table, model) = (table.as_ref().map(space), model.as_ref().map(space));
    detached(py, |_| {
        let blocks: Vec<&[u8]> = blocks.iter().map(Vec::as_slice).collect();
        let spaces = Spaces { table: borrowed(table.as_ref()), model: borrowed(model.as_ref()) };
        Ok(recall::recall(query, catalog, &blocks, spaces, &names, scope))
    })
    .map(PyCandidates)
}

fn space<'a>((set, row): &'a (PyRef<'_, PyVectors>, Vec<u8>)) -> (&'a Vectors, Vec<i8>) {
    (&set.0, signed(row))
}

fn borrowed<'a>(space: Option<&'a (&Vectors, Vec<i8>)>) -> Option<Space<'a>> {
    space.map(|(set, row)| (*set, row.as_slice()))
}

#[pyclass(frozen, get_all, name = "Ranked")]
pub(crate) struct PyRanked {
    path: String,
    file: u32,
    score: i64,
    reasons: Vec<(&'static str, f64)>,
    units: Vec<u32>,
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
    Ok(ranked.into_iter().map(|one| with_ids(one, catalog)).collect())
}

fn with_ids(ranked: Ranked, catalog: &Catalog) -> PyRanked {
    let file = &catalog.files()[ranked.file as usize];
    let id = |unit: &u32| catalog.units()[*unit as usize].id;
    PyRanked {
        path: file.path.clone(),
        file: file.id,
        score: ranked.score,
        reasons: ranked.reasons,
        units: ranked.units.iter().map(id).collect(),
    }
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
/// `end_line`)
type WantedRow = (String, String, String, String, String, u32, u32, u32, u32, u32);

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
    let (path, blob, kind, name, container, ordinal, start, end, first, last) = row;
    Wanted {
        path,
        blob: blob.parse().unwrap_or(BlobId([0; 20])),
        kind: UnitKind::from_name(&kind).unwrap_or(UnitKind::Block),
        name,
        container,
        ordinal,
        bytes: start..end,
        lines: (first, last),
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
