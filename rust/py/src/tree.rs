//! The working tree: where it is, what belongs to it, what changed.

use std::iter;
use std::path::PathBuf;

use columbus_core::discover::{self, Environment, Options};
use columbus_core::git;
use columbus_core::language;
use columbus_core::records::{Problem, Roles, SourceFile, UnitKind};
use columbus_core::sweep::{self, Known, NO_BLOB};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::detached::detached;

#[pyclass(frozen, name = "SourceFile")]
pub(crate) struct PySourceFile(pub(crate) SourceFile);

#[pymethods]
impl PySourceFile {
    /// A file that is not listed, to be read for itself.
    #[new]
    fn new(path: String) -> Self {
        Self(SourceFile { path, ..SourceFile::default() })
    }
    #[getter]
    fn path(&self) -> &str {
        &self.0.path
    }
    #[getter]
    fn size(&self) -> u64 {
        self.0.size
    }
    #[getter]
    fn mtime_ns(&self) -> i64 {
        self.0.mtime_ns
    }
    #[getter]
    fn ctime_ns(&self) -> i64 {
        self.0.ctime_ns
    }
    #[getter]
    fn inode(&self) -> u64 {
        self.0.inode
    }
    #[getter]
    fn blob(&self) -> Option<String> {
        self.0.blob.map(|blob| blob.to_string())
    }
}

#[pyclass(frozen, name = "Problem")]
pub(crate) struct PyProblem(pub(crate) Problem);

#[pymethods]
impl PyProblem {
    #[getter]
    fn path(&self) -> &str {
        &self.0.path
    }
    #[getter]
    fn reason(&self) -> &'static str {
        self.0.reason.name()
    }
    #[getter]
    fn detail(&self) -> &str {
        &self.0.detail
    }
}

#[pyclass(frozen, name = "DiscoverOptions")]
pub(crate) struct PyDiscoverOptions(Options);

#[pymethods]
impl PyDiscoverOptions {
    #[new]
    // One keyword each: a struct would only repeat the signature of the stub.
    #[allow(clippy::too_many_arguments)]
    #[pyo3(signature = (
        *, include = vec![], exclude = vec![], max_file_size = discover::DEFAULT_MAX_FILE_SIZE,
        languages = vec![], home = None, xdg_config = None, git_config_global = None,
        git_config_system = None
    ))]
    fn new(
        include: Vec<String>,
        exclude: Vec<String>,
        max_file_size: u64,
        languages: Vec<String>,
        home: Option<PathBuf>,
        xdg_config: Option<PathBuf>,
        git_config_global: Option<PathBuf>,
        git_config_system: Option<PathBuf>,
    ) -> Self {
        let environment = Environment { home, xdg_config, git_config_global, git_config_system };
        let detect = language::name_by_path;
        Self(Options { include, exclude, max_file_size, languages, detect, environment })
    }
}

#[pyclass(frozen, get_all, name = "Workspace")]
pub(crate) struct PyWorkspace {
    root: String,
    git_dir: Option<String>,
    common_dir: Option<String>,
    main_root: String,
    is_linked: bool,
}

#[pyfunction]
#[pyo3(signature = (start, home))]
pub(crate) fn locate(
    py: Python<'_>,
    start: PathBuf,
    home: Option<PathBuf>,
) -> PyResult<PyWorkspace> {
    let found = detached(py, |_| git::locate(&start, home.as_deref()))?;
    let text = |path: PathBuf| {
        path.into_os_string().into_string().map_err(|path| {
            PyValueError::new_err(format!("{}: the path is not Unicode", path.display()))
        })
    };
    Ok(PyWorkspace {
        root: text(found.root)?,
        git_dir: found.git_dir.map(text).transpose()?,
        common_dir: found.common_dir.map(text).transpose()?,
        main_root: text(found.main_root)?,
        is_linked: found.is_linked,
    })
}

#[pyfunction]
pub(crate) fn languages() -> Vec<&'static str> {
    language::all().iter().map(language::Language::name).collect()
}

#[pyfunction]
pub(crate) fn language_names() -> Vec<(&'static str, &'static str)> {
    language::names()
}

#[pyfunction]
pub(crate) fn kinds() -> Vec<&'static str> {
    UnitKind::NAMES.iter().map(|(_, name)| *name).collect()
}

#[pyfunction]
pub(crate) fn roles() -> Vec<&'static str> {
    iter::once("impl").chain(Roles::NAMES.iter().map(|(_, name)| *name)).collect()
}

#[pyclass(frozen, get_all, name = "Discovery")]
pub(crate) struct PyDiscovery {
    files: Vec<Py<PySourceFile>>,
    problems: Vec<Py<PyProblem>>,
    head: Option<String>,
    dirty: Option<bool>,
}

#[pyfunction]
#[pyo3(name = "discover")]
pub(crate) fn py_discover(
    py: Python<'_>,
    root: PathBuf,
    options: PyRef<'_, PyDiscoverOptions>,
) -> PyResult<PyDiscovery> {
    let options = options.0.clone();
    let found = detached(py, |stop| discover::discover(&root, &options, stop))?;
    Ok(PyDiscovery {
        files: sources(py, found.files)?,
        problems: problems(py, found.problems)?,
        head: found.head,
        dirty: found.dirty,
    })
}

#[pyclass(frozen, get_all, name = "Sweep")]
pub(crate) struct PySweep {
    changed: Vec<Py<PySourceFile>>,
    added: Vec<Py<PySourceFile>>,
    touched: Vec<Py<PySourceFile>>,
    removed: Vec<String>,
    problems: Vec<Py<PyProblem>>,
    checked: usize,
    compared: usize,
    head: Option<String>,
}

/// (path, size, `mtime_ns`, `ctime_ns`, inode, blob in hex)
type KnownRow = (String, u64, i64, i64, u64, String);

#[pyfunction]
#[pyo3(name = "sweep")]
pub(crate) fn py_sweep(
    py: Python<'_>,
    root: PathBuf,
    options: PyRef<'_, PyDiscoverOptions>,
    known: Vec<KnownRow>,
    charted_ns: i64,
) -> PyResult<PySweep> {
    let options = options.0.clone();
    let found = detached(py, |stop| {
        let known: Vec<Known> = known.into_iter().map(known_row).collect();
        sweep::sweep(&root, &options, &known, charted_ns, stop)
    })?;
    Ok(PySweep {
        changed: sources(py, found.changed)?,
        added: sources(py, found.added)?,
        touched: sources(py, found.touched)?,
        removed: found.removed,
        problems: problems(py, found.problems)?,
        checked: found.checked,
        compared: found.compared,
        head: found.head,
    })
}

fn known_row((path, size, mtime_ns, ctime_ns, inode, blob): KnownRow) -> Known {
    // An unreadable id is that of no text, so the file is charted again.
    let blob = blob.parse().unwrap_or(NO_BLOB);
    Known { path, size, mtime_ns, ctime_ns, inode, blob }
}

pub(crate) fn sources(py: Python<'_>, files: Vec<SourceFile>) -> PyResult<Vec<Py<PySourceFile>>> {
    files.into_iter().map(|file| Py::new(py, PySourceFile(file))).collect()
}

pub(crate) fn problems(py: Python<'_>, all: Vec<Problem>) -> PyResult<Vec<Py<PyProblem>>> {
    all.into_iter().map(|problem| Py::new(py, PyProblem(problem))).collect()
}
