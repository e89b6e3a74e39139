//! The static encoder: text to int8 vectors by a table of token vectors, without a neural runtime.
//!
//! Takes text or the fields of units and gives rows of int8; what a row means is said in the model
//! card beside the table. It exists because a search must have meaning-based recall within
//! milliseconds of a process's start: files are mapped, not read, and nothing is warmed up.

mod encode;
mod table;
mod vocabulary;

use std::fs::File;
use std::path::Path;

use memmap2::Mmap;
use rayon::prelude::*;

use self::encode::Bag;
pub use self::encode::UnitFields;
use self::table::Table;
use self::vocabulary::Vocabulary;
use crate::error::{Error, Result};
use crate::records::{ParsedFile, Unit, UnitText};
use crate::stop::Stop;

/// An opened model, shared by all threads.
pub struct StaticEncoder {
    vocabulary: Vocabulary,
    table: Table,
}

impl StaticEncoder {
    /// Opens the model in `folder` (`model.safetensors`, `vocab.txt`).
    ///
    /// # Errors
    /// [`Error::Io`] when a file cannot be opened, [`Error::Damaged`] when one is not what the
    /// format demands or the two do not belong together.
    pub fn open(folder: &Path) -> Result<StaticEncoder> {
        let table = Table::open(&folder.join("model.safetensors"))?;
        let path = folder.join("vocab.txt");
        let vocabulary = Vocabulary::open(&path)?;
        if vocabulary.len() == table.tokens {
            return Ok(StaticEncoder { vocabulary, table });
        }
        let reason = format!("{} lines for {} rows", vocabulary.len(), table.tokens);
        Err(Error::Damaged { what: path.display().to_string(), reason })
    }

    /// Values of a row.
    pub fn dimension(&self) -> usize {
        self.table.dimension
    }

    /// The row of a query; zeros when no word of it is known.
    pub fn encode_query(&self, text: &str) -> Vec<i8> {
        let mut row = Vec::with_capacity(self.dimension());
        self.bag().query(&self.vocabulary, &self.table, text, &mut row);
        row
    }

    /// One row a unit, in order; zeros for a unit without a known token.
    pub fn encode_units(&self, units: &[UnitFields<'_>]) -> Vec<i8> {
        let mut rows = Vec::with_capacity(units.len() * self.dimension());
        let mut bag = self.bag();
        for unit in units {
            bag.unit(&self.vocabulary, &self.table, unit, &mut rows);
        }
        rows
    }

    /// One row for every unit of a file, in order. `texts` are the texts of its units; a unit that
    /// lacks one is encoded by its name and path alone.
    pub fn encode_file(&self, parsed: &ParsedFile, texts: &[UnitText]) -> Vec<i8> {
        let mut rows = Vec::with_capacity(parsed.units.len() * self.dimension());
        let (mut bag, empty) = (self.bag(), UnitText::default());
        for (index, unit) in parsed.units.iter().enumerate() {
            let fields = fields(parsed, unit, texts.get(index).unwrap_or(&empty));
            bag.unit(&self.vocabulary, &self.table, &fields, &mut rows);
        }
        rows
    }

    /// The rows of several files, one after the other; files are encoded on all cores.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn encode_files(
        &self,
        files: &[(&ParsedFile, &[UnitText])],
        stop: &Stop,
    ) -> Result<Vec<i8>> {
        let encode = |&(parsed, texts): &(&ParsedFile, &[UnitText])| {
            stop.check().map(|()| self.encode_file(parsed, texts))
        };
        let rows: Vec<Vec<i8>> = files.par_iter().map(encode).collect::<Result<_>>()?;
        Ok(rows.concat())
    }

    fn bag(&self) -> Bag {
        Bag::new(self.dimension())
    }
}

/// The fields of a unit. The body begins with the signature, so that its words count twice: the
/// table was trained and its weights chosen on units of that form.
fn fields<'a>(parsed: &'a ParsedFile, unit: &'a Unit, texts: &UnitText) -> UnitFields<'a> {
    let slice = |ranges: &[std::ops::Range<u32>]| -> Vec<&'a str> {
        let bounds = |range: &std::ops::Range<u32>| range.start as usize..range.end as usize;
        ranges.iter().filter_map(|range| parsed.text.get(bounds(range))).collect()
    };
    let path = without_extension(&parsed.source.path);
    let signature = slice(&texts.signature);
    let mut body = signature.clone();
    body.extend(slice(&texts.body));
    UnitFields {
        name: if unit.name.is_empty() { last_component(path) } else { &unit.name },
        container: &unit.container,
        signature,
        path,
        doc: slice(&texts.doc),
        body,
    }
}

/// The path up to the last dot of its last component; a leading dot begins no extension.
pub(crate) fn without_extension(path: &str) -> &str {
    let name = last_component(path);
    let start = path.len() - name.len();
    match name.rfind('.') {
        Some(dot) if name[..dot].bytes().any(|byte| byte != b'.') => &path[..start + dot],
        _ => path,
    }
}

fn last_component(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Maps a file of the package for reading.
#[allow(unsafe_code)] // A map is unsafe because another process could cut the file short under it.
// These are files of an installed package, replaced as a whole and never edited in place.
fn map(path: &Path) -> Result<Mmap> {
    let io = |source| Error::Io { path: path.to_owned(), source };
    let file = File::open(path).map_err(io)?;
    // SAFETY: see above; the bytes are only read, and checked before they are used as indexes.
    unsafe { Mmap::map(&file) }.map_err(io)
}

#[cfg(test)]
mod tests;
