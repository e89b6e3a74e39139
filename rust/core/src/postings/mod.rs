//! Term postings: which unit and which path holds which term, how often, in which field.
//!
//! Takes parsed files with their unit texts, gives a [`Segment`]: immutable blobs that the store
//! keeps as rows and that [`find`] and [`crate::catalog::Catalog`] read.

use crate::error::Result;
use crate::records::{ParsedFile, UnitKind, UnitText};

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

/// The postings and columns of a batch of files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Segment {
    /// Facts of every file and unit; read by [`crate::catalog::Catalog`].
    pub columns: Vec<u8>,
    /// Blocks of terms by first key (`hash as i64`), ascending.
    pub blocks: Vec<(i64, Vec<u8>)>,
    /// Stemmed all-letter parts of declared names and path words of 4 letters or more; sorted.
    pub vocabulary: Vec<String>,
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
    /// `Segment::vocabulary`.
    pub vocabulary: Vec<&'a str>,
}

/// Builds the segment of `files`. File i gets id `first_file + i`; units get consecutive ids from
/// `first_unit`, over the files in order, as in `ParsedFile::units`.
pub fn build(
    _files: &[(ParsedFile, Vec<UnitText>)],
    _first_file: u32,
    _first_unit: u32,
) -> Segment {
    Segment::default()
}

/// Joins segments without the files of `dead` (ids). Ids are kept.
///
/// # Errors
/// [`crate::Error::Damaged`] for bytes that are no segment.
pub fn merge(_segments: &[Stored<'_>], _dead: &[u32]) -> Result<Segment> {
    Ok(Segment::default())
}

/// Finds a term in the block that may hold it. `None`: not there (or the block is damaged).
pub fn find(_block: &[u8], _hash: u64) -> Option<TermPostings<'_>> {
    None
}

/// The postings of one term in one segment.
#[derive(Clone, Copy, Debug)]
pub struct TermPostings<'a> {
    bytes: &'a [u8],
}

impl<'a> TermPostings<'a> {
    /// Number of units that hold the term.
    pub fn unit_count(&self) -> u32 {
        0
    }

    /// Number of files whose path holds the term.
    pub fn path_count(&self) -> u32 {
        0
    }

    /// Unit ids, ascending, each with its counts by unit field.
    pub fn units(&self) -> Units<'a> {
        Units { bytes: self.bytes }
    }

    /// File ids, ascending, each with its counts by path field.
    pub fn paths(&self) -> Paths<'a> {
        Paths { bytes: self.bytes }
    }
}

/// Iterator of [`TermPostings::units`].
#[derive(Clone, Debug)]
pub struct Units<'a> {
    bytes: &'a [u8],
}

impl Iterator for Units<'_> {
    type Item = (u32, [u8; UNIT_FIELDS]);

    fn next(&mut self) -> Option<Self::Item> {
        let _ = self.bytes;
        None
    }
}

/// Iterator of [`TermPostings::paths`].
#[derive(Clone, Debug)]
pub struct Paths<'a> {
    bytes: &'a [u8],
}

impl Iterator for Paths<'_> {
    type Item = (u32, [u8; PATH_FIELDS]);

    fn next(&mut self) -> Option<Self::Item> {
        let _ = self.bytes;
        None
    }
}

/// Whether a unit's name counts as a *major* name of its file (else as a minor one): exported,
/// and a type anywhere, or a function, macro, module or impl at file level.
pub fn is_major(_kind: UnitKind, _exported: bool, _depth: u8) -> bool {
    false
}

/// The three path fields of a path, as text: stem, parent directory, further directories.
pub fn path_fields(_path: &str) -> [String; PATH_FIELDS] {
    Default::default()
}
