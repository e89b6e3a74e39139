//! Postings: which term is in which unit and path, how often, and nothing else.
//!
//! Takes parsed files with the text ranges of their units, gives a [`Segment`] to be stored as it
//! is: blocks of postings keyed by term hash, and columns with the facts of files and units.
//! Positions are not kept, so that no text can be rebuilt. [`vocabulary`] tells the few terms that
//! are kept as text.

mod build;
mod encode;
mod fields;
mod merge;
mod vocabulary;

pub use build::build;
pub use encode::{Paths, TermPostings, Units, find};
pub use fields::{is_major, path_fields};
pub use merge::merge;
pub use vocabulary::{Declared, vocabulary};

/// Number of unit fields; see [`NAME`] … [`BODY`].
pub const UNIT_FIELDS: usize = 5;
/// Number of path fields; see [`STEM`] … [`DIRECTORIES`].
pub const PATH_FIELDS: usize = 3;
/// Number of file fields (`FileEntry::parts`): stem, parent, directories, major names, minor
/// names, signatures, documentation, bodies.
pub const FILE_FIELDS: usize = 8;

/// Unit field: declared name. Whole-name keys count here too.
pub const NAME: usize = 0;
/// Unit field: container.
pub const CONTAINER: usize = 1;
/// Unit field: lines of the signature.
pub const SIGNATURE: usize = 2;
/// Unit field: documentation and comments.
pub const DOC: usize = 3;
/// Unit field: everything else.
pub const BODY: usize = 4;

/// Path field: base name without its last extension.
pub const STEM: usize = 0;
/// Path field: parent directory.
pub const PARENT: usize = 1;
/// Path field: up to four further directories.
pub const DIRECTORIES: usize = 2;

/// Version of what [`build`] writes: another number means that a chart is to be made anew.
pub const RECIPE: u32 = 2;

/// The postings and columns of a group of files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Segment {
    /// Facts of every file and unit; read by [`crate::catalog::Catalog`].
    pub columns: Vec<u8>,
    /// Blocks of terms by first key (`hash as i64`), ascending.
    pub blocks: Vec<(i64, Vec<u8>)>,
    /// Number of files.
    pub files: u32,
    /// Number of units.
    pub units: u32,
}

/// A segment as read back from the store, for [`merge`].
#[derive(Clone, Debug)]
pub struct Stored<'a> {
    /// `Segment::columns`.
    pub columns: &'a [u8],
    /// The blocks, ascending by first key.
    pub blocks: Vec<&'a [u8]>,
}

#[cfg(test)]
mod tests;
