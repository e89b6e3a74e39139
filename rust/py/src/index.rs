//! From listed files to what the store keeps: parsed files, postings, vectors, batches.

use std::path::PathBuf;
use std::sync::Arc;

use columbus_core::batch;
use columbus_core::discover::limits;
use columbus_core::imports::{self, Wanted};
use columbus_core::parse;
use columbus_core::postings::{self, Declared, Segment, Stored};
use columbus_core::reconstruct::signature;
use columbus_core::records::{Charted, Unit, UnitKind, UnitText};
use columbus_core::static_embed::StaticEncoder;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::detached::detached;
use crate::tree::{PyProblem, PySourceFile, problems};

/// How files are parsed, at indexing and at answer time alike.
pub(crate) fn parse_options() -> parse::Options {
    parse::Options { classify: limits::classify, ..parse::Options::default() }
}

#[pyclass(frozen, name = "ParsedFile")]
pub(crate) struct PyParsedFile(Arc<Charted>);

#[pyclass(frozen, get_all, name = "Unit")]
pub(crate) struct PyUnit {
    kind: &'static str,
    name: String,
    container: String,
    ordinal: u32,
    exported: bool,
    depth: u32,
    parent: Option<u32>,
    start_byte: u32,
    end_byte: u32,
    start_line: u32,
    end_line: u32,
    parameters: Vec<String>,
    signature: String,
}

#[pymethods]
impl PyParsedFile {
    #[getter]
    fn path(&self) -> &str {
        &self.0.file.source.path
    }
    #[getter]
    fn size(&self) -> u64 {
        self.0.file.source.size
    }
    #[getter]
    fn mtime_ns(&self) -> i64 {
        self.0.file.source.mtime_ns
    }
    #[getter]
    fn ctime_ns(&self) -> i64 {
        self.0.file.source.ctime_ns
    }
    #[getter]
    fn inode(&self) -> u64 {
        self.0.file.source.inode
    }
    #[getter]
    fn blob(&self) -> String {
        self.0.file.blob.to_string()
    }
    #[getter]
    fn language(&self) -> &'static str {
        self.0.file.language
    }
    #[getter]
    fn roles(&self) -> Vec<&'static str> {
        self.0.file.roles.names()
    }
    #[getter]
    fn problem(&self) -> Option<PyProblem> {
        self.0.file.problem.clone().map(PyProblem)
    }
    #[getter]
    fn lines(&self) -> usize {
        self.0.file.text.lines().count()
    }
    #[getter]
    fn unit_count(&self) -> usize {
        self.0.file.units.len()
    }
    #[getter]
    fn units(&self) -> Vec<PyUnit> {
        self.0.file.units.iter().map(|unit| shown(unit, &self.0.file.text)).collect()
    }
    #[getter]
    fn imports(&self) -> Vec<(String, Vec<String>, u32)> {
        let all = self.0.file.imports.iter();
        all.map(|import| (import.specifier.clone(), import.names.clone(), import.line)).collect()
    }

    fn unit_rows<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        self.0
            .file
            .units
            .iter()
            .zip(&self.0.hashes)
            .map(|(unit, hash)| row(py, unit, hash))
            .collect()
    }
}

/// The columns of the store's table of units; `PyO3` converts no tuple as long as this.
fn row<'py>(py: Python<'py>, unit: &Unit, hash: &[u8; 16]) -> PyResult<Bound<'py, PyTuple>> {
    let parent = unit.parent.map_or(-1, i64::from);
    PyTuple::new(
        py,
        [
            unit.kind.name().into_py_any(py)?,
            (&unit.name).into_py_any(py)?,
            (&unit.container).into_py_any(py)?,
            unit.ordinal.into_py_any(py)?,
            u8::from(unit.exported).into_py_any(py)?,
            unit.depth.into_py_any(py)?,
            parent.into_py_any(py)?,
            unit.bytes.start.into_py_any(py)?,
            unit.bytes.end.into_py_any(py)?,
            unit.lines.0.into_py_any(py)?,
            unit.lines.1.into_py_any(py)?,
            PyBytes::new(py, hash).into_py_any(py)?,
            unit.parameters.join(" ").into_py_any(py)?,
        ],
    )
}

fn shown(unit: &Unit, text: &str) -> PyUnit {
    let head = text.get(unit.signature.start as usize..unit.bytes.end as usize);
    PyUnit {
        kind: unit.kind.name(),
        name: unit.name.clone(),
        container: unit.container.clone(),
        ordinal: unit.ordinal,
        exported: unit.exported,
        depth: unit.depth,
        parent: unit.parent,
        start_byte: unit.bytes.start,
        end_byte: unit.bytes.end,
        start_line: unit.lines.0,
        end_line: unit.lines.1,
        parameters: unit.parameters.clone(),
        // As in the hits of a search.
        signature: match unit.kind {
            UnitKind::Block => String::new(),
            _ => signature(head.unwrap_or_default()),
        },
    }
}

#[pyfunction]
#[pyo3(name = "parse")]
pub(crate) fn py_parse(
    py: Python<'_>,
    root: PathBuf,
    files: Vec<PyRef<'_, PySourceFile>>,
) -> PyResult<(Vec<PyParsedFile>, Vec<Py<PyProblem>>)> {
    let files: Vec<_> = files.iter().map(|file| file.0.clone()).collect();
    let (parsed, left) = detached(py, |stop| {
        let (parsed, left) = parse::all(&root, &files, &parse_options(), stop)?;
        Ok((parse::own(parsed), left))
    })?;
    let parsed = parsed.into_iter().map(|charted| PyParsedFile(Arc::new(charted))).collect();
    Ok((parsed, problems(py, left)?))
}

/// The shared files behind their wrappers, to be used without the lock.
fn unwrapped(files: &[PyRef<'_, PyParsedFile>]) -> Vec<Arc<Charted>> {
    files.iter().map(|file| Arc::clone(&file.0)).collect()
}

#[pyclass(frozen, name = "Segment")]
pub(crate) struct PySegment(Segment);

#[pymethods]
impl PySegment {
    #[getter]
    fn columns<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.columns)
    }
    #[getter]
    fn blocks<'py>(&self, py: Python<'py>) -> Vec<(i64, Bound<'py, PyBytes>)> {
        self.0.blocks.iter().map(|(first, block)| (*first, PyBytes::new(py, block))).collect()
    }
    #[getter]
    fn files(&self) -> u32 {
        self.0.files
    }
    #[getter]
    fn units(&self) -> u32 {
        self.0.units
    }
}

#[pyfunction]
pub(crate) fn post(
    py: Python<'_>,
    parsed: Vec<PyRef<'_, PyParsedFile>>,
    first_file: u32,
    first_unit: u32,
) -> PyResult<PySegment> {
    let files = unwrapped(&parsed);
    detached(py, |_| {
        let pairs: Vec<(&_, &[UnitText])> =
            files.iter().map(|charted| (&charted.file, charted.texts.as_slice())).collect();
        Ok(postings::build(&pairs, first_file, first_unit))
    })
    .map(PySegment)
}

#[pyfunction]
#[pyo3(name = "vocabulary")]
pub(crate) fn py_vocabulary(py: Python<'_>, files: Vec<Declared>) -> PyResult<Vec<(String, u32)>> {
    detached(py, |_| Ok(postings::vocabulary(&files)))
}

/// (columns, blocks) of one stored segment.
type StoredRow = (Vec<u8>, Vec<Vec<u8>>);

#[pyfunction]
pub(crate) fn merge(
    py: Python<'_>,
    segments: Vec<StoredRow>,
    dead: Vec<u32>,
) -> PyResult<PySegment> {
    detached(py, |_| {
        let stored: Vec<Stored<'_>> = segments
            .iter()
            .map(|(columns, blocks)| Stored {
                columns,
                blocks: blocks.iter().map(Vec::as_slice).collect(),
            })
            .collect();
        postings::merge(&stored, &dead)
    })
    .map(PySegment)
}

/// (path of the importer, language, specifier, names)
type ImportRow = (String, String, String, Vec<String>);

#[pyfunction]
pub(crate) fn resolve_imports(
    py: Python<'_>,
    files: Vec<String>,
    imports: Vec<ImportRow>,
    configs: Vec<(String, String)>,
) -> PyResult<Vec<(usize, String)>> {
    detached(py, |_| {
        let wanted: Vec<Wanted<'_>> = imports
            .iter()
            .map(|(importer, language, specifier, names)| Wanted {
                importer,
                language,
                specifier,
                names,
            })
            .collect();
        Ok(imports::resolve(&files, &wanted, &configs))
    })
}

#[pyclass(frozen, name = "StaticEncoder")]
pub(crate) struct PyStaticEncoder(StaticEncoder);

#[pymethods]
impl PyStaticEncoder {
    #[new]
    fn new(py: Python<'_>, folder: PathBuf) -> PyResult<Self> {
        detached(py, |_| StaticEncoder::open(&folder)).map(Self)
    }
    #[getter]
    fn dimension(&self) -> usize {
        self.0.dimension()
    }
    fn encode_query<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyBytes>> {
        let row = detached(py, |_| Ok(self.0.encode_query(text)))?;
        Ok(PyBytes::new(py, &as_bytes(&row)))
    }
    fn encode<'py>(
        &self,
        py: Python<'py>,
        parsed: Vec<PyRef<'_, PyParsedFile>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let files = unwrapped(&parsed);
        let rows = detached(py, |stop| {
            let pairs: Vec<(&_, &[UnitText])> =
                files.iter().map(|charted| (&charted.file, charted.texts.as_slice())).collect();
            self.0.encode_files(&pairs, stop).map(|rows| as_bytes(&rows))
        })?;
        Ok(PyBytes::new(py, &rows))
    }
}

fn as_bytes(row: &[i8]) -> Vec<u8> {
    row.iter().map(|value| value.cast_unsigned()).collect()
}

#[pyclass(frozen, name = "Batch")]
pub(crate) struct PyBatch(batch::Batch);

#[pymethods]
impl PyBatch {
    #[getter]
    fn units(&self) -> Vec<usize> {
        self.0.units.clone()
    }
    #[getter]
    fn texts(&self) -> Vec<String> {
        self.0.texts.clone()
    }
    #[getter]
    fn keys<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyBytes>> {
        self.0.keys.iter().map(|key| PyBytes::new(py, key)).collect()
    }
}

#[pyfunction]
#[pyo3(name = "batch")]
pub(crate) fn py_batch(
    py: Python<'_>,
    parsed: Vec<PyRef<'_, PyParsedFile>>,
    size: usize,
    token_budget: usize,
    max_tokens: usize,
) -> PyResult<Vec<PyBatch>> {
    let files = unwrapped(&parsed);
    let batches = detached(py, |_| {
        let pairs: Vec<(&_, &[UnitText])> =
            files.iter().map(|charted| (&charted.file, charted.texts.as_slice())).collect();
        Ok(batch::batch(&pairs, size, token_budget, max_tokens))
    })?;
    Ok(batches.into_iter().map(PyBatch).collect())
}
