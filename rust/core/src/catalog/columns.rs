//! The columns of a segment: facts of its files and units as compact bytes.

use crate::catalog::{FileEntry, UnitEntry};
use crate::error::{Error, Result};
use crate::postings::{FILE_FIELDS, UNIT_FIELDS};
use crate::records::{Roles, UnitKind};

/// Format and version.
const MAGIC: &[u8; 4] = b"CLC1";
const EXPORTED: u8 = 0x80;

/// A file with its units; `file.units` counts from 0 here and `unit.file` is 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FileColumns {
    pub(crate) file: FileEntry,
    pub(crate) units: Vec<UnitEntry>,
    pub(crate) first_unit: u32,
}

/// Writes the facts of files.
pub(crate) fn write(files: &[FileColumns]) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    number(&mut out, files.len() as u64);
    for columns in files {
        let file = &columns.file;
        number(&mut out, u64::from(file.id));
        text(&mut out, &file.path);
        text(&mut out, &file.language);
        number(&mut out, u64::from(file.roles.0));
        out.push(file.flags);
        number(&mut out, u64::from(file.lines));
        for part in file.parts {
            number(&mut out, u64::from(part));
        }
        number(&mut out, u64::from(columns.first_unit));
        number(&mut out, columns.units.len() as u64);
        for unit in &columns.units {
            write_unit(&mut out, unit);
        }
    }
    out
}

fn write_unit(out: &mut Vec<u8>, unit: &UnitEntry) {
    out.push(unit.kind as u8 | if unit.exported { EXPORTED } else { 0 });
    out.push(unit.depth);
    out.push(unit.name_parts);
    for len in unit.lens {
        number(out, u64::from(len));
    }
    number(out, u64::from(unit.start_line));
    out.extend(unit.body_hash.to_le_bytes());
}

fn number(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn text(out: &mut Vec<u8>, value: &str) {
    number(out, value.len() as u64);
    out.extend(value.as_bytes());
}

/// Reads what [`write`] wrote.
///
/// # Errors
/// [`Error::Damaged`] for anything else.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<FileColumns>> {
    let mut reader = Reader { bytes };
    let read = reader.files();
    read.ok_or_else(|| Error::Damaged {
        what: "columns".to_owned(),
        reason: "not in the format of this version".to_owned(),
    })
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn files(&mut self) -> Option<Vec<FileColumns>> {
        if self.take(MAGIC.len())? != MAGIC {
            return None;
        }
        let count = self.small()?;
        // No more memory than the bytes can fill, whatever a damaged count says.
        let mut files = Vec::with_capacity((count as usize).min(self.bytes.len()));
        for _ in 0..count {
            files.push(self.file()?);
        }
        self.bytes.is_empty().then_some(files)
    }

    fn file(&mut self) -> Option<FileColumns> {
        let id = self.small()?;
        let path = self.text()?;
        let language = self.text()?;
        let roles = Roles(u16::try_from(self.small()?).ok()?);
        let flags = self.byte()?;
        let lines = self.small()?;
        let mut parts = [0; FILE_FIELDS];
        for part in &mut parts {
            *part = self.small()?;
        }
        let first_unit = self.small()?;
        let count = self.small()?;
        first_unit.checked_add(count)?;
        let mut units = Vec::with_capacity((count as usize).min(self.bytes.len()));
        for index in 0..count {
            units.push(self.unit(first_unit + index)?);
        }
        let file = FileEntry { id, path, language, roles, flags, units: 0..count, parts, lines };
        Some(FileColumns { file, units, first_unit })
    }

    fn unit(&mut self, id: u32) -> Option<UnitEntry> {
        let kind = self.byte()?;
        let depth = self.byte()?;
        let name_parts = self.byte()?;
        let mut lens = [0; UNIT_FIELDS];
        for len in &mut lens {
            *len = u16::try_from(self.small()?).ok()?;
        }
        let start_line = self.small()?;
        let body_hash = u64::from_le_bytes(self.take(8)?.try_into().ok()?);
        let exported = kind & EXPORTED != 0;
        let kind = UnitKind::NAMES.get(usize::from(kind & !EXPORTED))?.0;
        Some(UnitEntry {
            id,
            file: 0,
            kind,
            exported,
            depth,
            name_parts,
            lens,
            start_line,
            body_hash,
        })
    }

    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(count)?;
        self.bytes = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|taken| taken[0])
    }

    fn small(&mut self) -> Option<u32> {
        let mut value = 0u64;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return u32::try_from(value).ok();
            }
        }
        None
    }

    fn text(&mut self) -> Option<String> {
        let length = self.small()? as usize;
        String::from_utf8(self.take(length)?.to_vec()).ok()
    }
}
