//! The files and units of a chart, decoded from the columns of its segments.
//!
//! Files are in the order of their paths and units in the order of their file, so that a dense
//! index is also a rank for tie-breaks, whatever ids the chart gave.

pub(crate) mod columns;
mod home;
mod versions;

use std::ops::Range;

use crate::error::{Error, Result};
use crate::postings::{FILE_FIELDS, UNIT_FIELDS};
use crate::records::{Roles, UnitKind};

/// A live file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileEntry {
    /// File id, as in the postings.
    pub id: u32,
    /// Path below the root.
    pub path: String,
    /// Name in the language table; empty for text without a grammar.
    pub language: String,
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
    /// Equal for units with the same words in signature and body, layout aside; 0 when there are
    /// too few words to tell.
    pub body_hash: u64,
}

/// A run of consecutive unit ids: first id, number, first dense index.
type Run = (u32, u32, u32);

/// All live files and units.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    files: Vec<FileEntry>,
    units: Vec<UnitEntry>,
    /// (id, dense index), by id.
    file_ids: Vec<(u32, u32)>,
    runs: Vec<Run>,
    file_sums: [u64; FILE_FIELDS],
    unit_sums: [u64; UNIT_FIELDS],
    home_shares: Vec<f32>,
}

impl Catalog {
    /// Loads the columns of all segments, without the files of `dead` (ids, any order).
    ///
    /// # Errors
    /// [`Error::Damaged`] for bytes that are no columns, or ids that occur twice.
    pub fn new(columns: &[&[u8]], dead: &[u32]) -> Result<Catalog> {
        let mut dead = dead.to_vec();
        dead.sort_unstable();
        let mut all = Vec::new();
        for bytes in columns {
            let live = columns::read(bytes)?.into_iter();
            all.extend(live.filter(|file| dead.binary_search(&file.file.id).is_err()));
        }
        all.sort_unstable_by(|a, b| a.file.path.cmp(&b.file.path));
        let mut catalog = Catalog::default();
        for (index, mut columns) in (0u32..).zip(all) {
            catalog.file_ids.push((columns.file.id, index));
            let start = catalog.units.len() as u32;
            let count = columns.units.len() as u32;
            catalog.runs.push((columns.first_unit, count, start));
            columns.file.units = start..start + count;
            catalog
                .units
                .extend(columns.units.into_iter().map(|unit| UnitEntry { file: index, ..unit }));
            catalog.files.push(columns.file);
        }
        catalog.finish()
    }

    fn finish(mut self) -> Result<Catalog> {
        self.file_ids.sort_unstable();
        self.runs.retain(|(_, count, _)| *count > 0);
        self.runs.sort_unstable();
        let twice = self.file_ids.windows(2).any(|pair| pair[0].0 == pair[1].0)
            || self.runs.windows(2).any(|pair| pair[0].0 + pair[0].1 > pair[1].0);
        if twice {
            let reason = "an id occurs twice".to_owned();
            return Err(Error::Damaged { what: "columns".to_owned(), reason });
        }
        for file in &self.files {
            for (sum, part) in self.file_sums.iter_mut().zip(file.parts) {
                *sum += u64::from(part);
            }
        }
        for unit in &self.units {
            for (sum, len) in self.unit_sums.iter_mut().zip(unit.lens) {
                *sum += u64::from(len);
            }
        }
        versions::mark_old(&mut self.files);
        self.home_shares = home::shares(&self.files);
        Ok(self)
    }

    /// The live files, sorted by the bytes of their paths.
    pub fn files(&self) -> &[FileEntry] {
        &self.files
    }

    /// The live units, by file, then in the order of the file.
    pub fn units(&self) -> &[UnitEntry] {
        &self.units
    }

    /// Share of the implementation that lives around a file, 0 to 1.
    pub fn home_share(&self, file: u32) -> f32 {
        self.home_shares[file as usize]
    }

    /// Dense index of a file id; `None` when it is dead or unknown.
    pub fn file_index(&self, id: u32) -> Option<u32> {
        let at = self.file_ids.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        Some(self.file_ids[at].1)
    }

    /// Dense index of a unit id; `None` when its file is dead or it is unknown.
    pub fn unit_index(&self, id: u32) -> Option<u32> {
        let after = self.runs.partition_point(|(first, _, _)| *first <= id);
        let (first, count, start) = *self.runs.get(after.checked_sub(1)?)?;
        (id - first < count).then(|| start + (id - first))
    }

    /// Dense index of a path.
    pub fn find(&self, path: &str) -> Option<u32> {
        let found = self.files.binary_search_by(|file| file.path.as_str().cmp(path));
        found.ok().map(|index| index as u32)
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
