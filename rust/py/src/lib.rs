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

use pyo3::prelude::*;

#[pymodule(gil_used = false)]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::index::{
        PyBatch, PyParsedFile, PySegment, PyStaticEncoder, PyUnit, batch, merge, parse, post,
        resolve_imports,
    };
    #[pymodule_export]
    use crate::search::{
        PyCandidates, PyCatalog, PyExcerpt, PyRanked, PyScope, PyUnderstood, PyVectors, rank,
        recall, reconstruct, understand,
    };
    #[pymodule_export]
    use crate::tree::{
        PyDiscoverOptions, PyDiscovery, PyProblem, PySourceFile, PySweep, PyWorkspace, discover,
        languages, locate, sweep,
    };

    #[pyfunction]
    fn debug_build() -> bool {
        cfg!(debug_assertions)
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
