//! The live files and units of a chart, as arrays.
//!
//! Takes the columns of all segments and the dead files, gives dense indices: files sorted by
//! path, units by file and then in file order. What postings call by id, ranking calls by index.

use std::ops::Range;

use crate::error::Result;
use crate::postings::{FILE_FIELDS, UNIT_FIELDS};
use crate::records::{Roles, UnitKind};

/// A live file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileEntry {
    /// File id, as in the postings.
    pub id: u32,
    /// Path below the root.
    pub path: String,
    /// Index into [`Catalog::languages`].
    pub language: u16,
    /// Roles by path and content; old versions have [`Roles::COMPAT`] added.
    pub roles: Roles,
    /// [`FileEntry::PROBLEM`] and its neighbours.
    pub flags: u8,
    /// Its units, as dense indices.
    pub units: Range<u32>,
    /// Lengths in parts: stem, parent, directories, major names, minor names, signatures,
    /// documentation, bodies.
    pub parts: [u32; FILE_FIELDS],
    /// Number of lines.
    pub lines: u32,
}

impl FileEntry {
    /// Flag: the file has a problem.
    pub const PROBLEM: u8 = 1;
    /// Flag: charted by path only.
    pub const PATH_ONLY: u8 = 2;
    /// Flag: on disk in another encoding than UTF-8.
    pub const TRANSCODED: u8 = 4;
}

/// Facts of a live unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnitEntry {
    /// Unit id, as in the postings.
    pub id: u32,
    /// Dense index of its file.
    pub file: u32,
    /// What it is.
    pub kind: UnitKind,
    /// Visible outside its file or type.
    pub exported: bool,
    /// How many definitions enclose it (255: that or more).
    pub depth: u8,
    /// Number of different stemmed parts of its name.
    pub name_parts: u8,
    /// Lengths by unit field in parts, 65535 standing for that or more.
    pub lens: [u16; UNIT_FIELDS],
    /// First line of the definition.
    pub start_line: u32,
    /// Equal for units with the same words in signature and body, case and layout aside; 0 when
    /// there are too few words to tell.
    pub body_hash: u64,
}

/// All live files and units.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    files: Vec<FileEntry>,
    units: Vec<UnitEntry>,
    languages: Vec<String>,
    file_sums: [u64; FILE_FIELDS],
    unit_sums: [u64; UNIT_FIELDS],
}

impl Catalog {
    /// Loads the columns of all segments, without the files of `dead` (ids, any order).
    ///
    /// # Errors
    /// [`crate::Error::Damaged`] for bytes that are no columns, or ids that occur twice.
    pub fn new(_columns: &[&[u8]], _dead: &[u32]) -> Result<Catalog> {
        Ok(Catalog::default())
    }

    /// The live files, sorted by the bytes of their paths.
    pub fn files(&self) -> &[FileEntry] {
        &self.files
    }

    /// The live units, by file, then in the order of the file.
    pub fn units(&self) -> &[UnitEntry] {
        &self.units
    }

    /// Names that `FileEntry::language` counts in, sorted; the empty name is text without a
    /// grammar.
    pub fn languages(&self) -> &[String] {
        &self.languages
    }

    /// The language name of a file by dense index.
    pub fn language(&self, file: u32) -> &str {
        &self.languages[usize::from(self.files[file as usize].language)]
    }

    /// Dense index of a file id; `None` when it is dead or unknown.
    pub fn file_index(&self, _id: u32) -> Option<u32> {
        None
    }

    /// Dense index of a unit id; `None` when its file is dead or it is unknown.
    pub fn unit_index(&self, _id: u32) -> Option<u32> {
        None
    }

    /// Dense index of a path.
    pub fn find(&self, path: &str) -> Option<u32> {
        self.files.binary_search_by(|f| f.path.as_str().cmp(path)).ok().map(|i| i as u32)
    }

    /// Sums of `FileEntry::parts` over the live files.
    pub fn file_sums(&self) -> &[u64; FILE_FIELDS] {
        &self.file_sums
    }

    /// Sums of `UnitEntry::lens` over the live units.
    pub fn unit_sums(&self) -> &[u64; UNIT_FIELDS] {
        &self.unit_sums
    }
}
