//! `columbus._native`: the binding of `columbus-core` to Python. The module list, nothing else.
//!
//! What each class and function means stands in `python/columbus/_native.pyi`.
// The stub is the documentation of this side; a second copy here would drift.
#![allow(missing_docs)]
// PyO3 takes what crosses the border by value.
#![allow(clippy::needless_pass_by_value)]

mod detached;
mod errors;
mod index;
mod search;
mod tree;

#[pyo3::pymodule(gil_used = false)]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::index::{
        PyBatch, PyParsedFile, PySegment, PyStaticEncoder, PyUnit, merge, post, py_batch, py_parse,
        py_vocabulary, resolve_imports,
    };
    #[pymodule_export]
    use crate::search::{
        PyCandidates, PyCatalog, PyExcerpt, PyFound, PyPlan, PyRanked, PyScope, PyUnderstood,
        PyVectors, py_plan, py_rank, py_rank_units, py_recall, py_reconstruct, py_scan,
        py_understand, spellings,
    };
    #[pymodule_export]
    use crate::tree::{
        PyDiscoverOptions, PyDiscovery, PyProblem, PySourceFile, PySweep, PyWorkspace, kinds,
        language_names, languages, locate, py_discover, py_sweep, roles,
    };

    #[pyfunction]
    fn debug_build() -> bool {
        cfg!(debug_assertions)
    }

    /// Names the versions of all that stored blobs depend on.
    #[pyfunction]
    fn recipe() -> String {
        let (postings, text) = (columbus_core::postings::RECIPE, columbus_core::batch::RECIPE);
        format!("postings {postings}, text {text}")
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
