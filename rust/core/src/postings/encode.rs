//! The bytes of a block of postings, written and read.
//!
//! A block is the number of its terms (u32), then a row of (key, offset) a term, ascending by the
//! signed key, then the postings. A term has its units as (delta of the id, mask of fields,
//! counts), then its paths as (delta of the file id, mask, counts). Bit 7 of a mask says that all
//! counts are 1 and left out, which holds for most. Numbers are varints; counts are one byte.

use crate::postings::{PATH_FIELDS, UNIT_FIELDS};

/// A block is closed when it has so many bytes: a lookup reads one block a term and segment.
const BLOCK_BYTES: usize = 8 * 1024;
/// Bytes of a row of the table at the head of a block: 6 of the key (its other 2 are zero), 4 of
/// the offset.
const ROW: usize = 10;
const HEAD: usize = 4;
const ONES: u8 = 0x80;

/// Counts of one term in one unit or path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Posting {
    /// `hash as i64`.
    pub(super) key: i64,
    /// A path posting comes behind the unit postings of its term.
    pub(super) is_path: bool,
    /// Unit id or file id.
    pub(super) id: u32,
    /// Counts by field; a path uses the first three.
    pub(super) counts: [u8; UNIT_FIELDS],
}

/// Writes postings that are sorted by key, paths last, id.
pub(super) fn blocks(sorted: &[Posting]) -> Vec<(i64, Vec<u8>)> {
    let mut out = Vec::new();
    let mut open = Open::default();
    for term in sorted.chunk_by(|a, b| a.key == b.key) {
        open.add(term);
        if open.payload.len() >= BLOCK_BYTES {
            out.push(std::mem::take(&mut open).close());
        }
    }
    if !open.rows.is_empty() {
        out.push(open.close());
    }
    out
}

#[derive(Default)]
struct Open {
    rows: Vec<(i64, u32)>,
    payload: Vec<u8>,
}

impl Open {
    fn add(&mut self, term: &[Posting]) {
        self.rows.push((term[0].key, self.payload.len() as u32));
        let units = term.partition_point(|posting| !posting.is_path);
        varint(&mut self.payload, units as u32);
        varint(&mut self.payload, (term.len() - units) as u32);
        self.list(&term[..units], UNIT_FIELDS);
        self.list(&term[units..], PATH_FIELDS);
    }

    fn list(&mut self, postings: &[Posting], fields: usize) {
        let mut before = 0;
        for posting in postings {
            varint(&mut self.payload, posting.id - before);
            before = posting.id;
            let counts = &posting.counts[..fields];
            let set = counts.iter().enumerate().filter(|(_, count)| **count > 0);
            let mask = set.fold(0u8, |mask, (field, _)| mask | 1 << field);
            if counts.iter().all(|count| *count <= 1) {
                self.payload.push(mask | ONES);
            } else {
                self.payload.push(mask);
                self.payload.extend(counts.iter().filter(|count| **count > 0));
            }
        }
    }

    fn close(self) -> (i64, Vec<u8>) {
        let first = self.rows.first().map_or(0, |(key, _)| *key);
        let start = HEAD + ROW * self.rows.len();
        let mut out = Vec::with_capacity(start + self.payload.len());
        out.extend((self.rows.len() as u32).to_le_bytes());
        for (key, offset) in &self.rows {
            out.extend(&key.to_le_bytes()[2..]);
            out.extend((start as u32 + offset).to_le_bytes());
        }
        out.extend(self.payload);
        (first, out)
    }
}

fn varint(out: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// The rows at the head of a block: (key, offset); empty for bytes that are no block.
fn row(block: &[u8], index: usize) -> Option<(i64, usize)> {
    let at = HEAD + ROW * index;
    let bytes = block.get(at..at + ROW)?;
    let mut key = [0u8; 8];
    key[2..].copy_from_slice(&bytes[..6]);
    let offset = u32::from_le_bytes([bytes[6], bytes[7], bytes[8], bytes[9]]);
    Some((i64::from_le_bytes(key), offset as usize))
}

fn rows(block: &[u8]) -> usize {
    let head = block.get(..HEAD).map_or(0, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
    (head as usize).min(block.len() / ROW)
}

/// Finds a term in the block that may hold it. `None`: not there (or the block is damaged).
pub fn find(block: &[u8], hash: u64) -> Option<TermPostings<'_>> {
    let key = hash.cast_signed();
    let (mut low, mut high) = (0, rows(block));
    while low < high {
        let middle = low.midpoint(high);
        let (found, offset) = row(block, middle)?;
        match found.cmp(&key) {
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle,
            std::cmp::Ordering::Equal => return TermPostings::at(block, offset),
        }
    }
    None
}

/// Every term of a block as (key, postings).
pub(super) fn terms(block: &[u8]) -> impl Iterator<Item = (i64, TermPostings<'_>)> {
    (0..rows(block)).filter_map(|index| {
        let (key, offset) = row(block, index)?;
        Some((key, TermPostings::at(block, offset)?))
    })
}

/// The postings of one term in one segment.
#[derive(Clone, Copy, Debug)]
pub struct TermPostings<'a> {
    units: u32,
    paths: u32,
    bytes: &'a [u8],
}

impl<'a> TermPostings<'a> {
    fn at(block: &'a [u8], offset: usize) -> Option<Self> {
        let mut bytes = block.get(offset..)?;
        let units = take_varint(&mut bytes)?;
        let paths = take_varint(&mut bytes)?;
        Some(TermPostings { units, paths, bytes })
    }

    /// Unit ids, ascending, each with its counts by unit field.
    pub fn units(&self) -> Units<'a> {
        Units(List { left: self.units, id: 0, bytes: self.bytes })
    }

    /// File ids, ascending, each with its counts by path field.
    pub fn paths(&self) -> Paths<'a> {
        // The paths begin where the units end: reading those is the way there.
        let mut units = self.units();
        units.by_ref().for_each(drop);
        Paths(List { left: self.paths, id: 0, bytes: units.0.bytes })
    }
}

/// Iterator of [`TermPostings::units`].
#[derive(Clone, Debug)]
pub struct Units<'a>(List<'a>);

impl Iterator for Units<'_> {
    type Item = (u32, [u8; UNIT_FIELDS]);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next()
    }
}

/// Iterator of [`TermPostings::paths`].
#[derive(Clone, Debug)]
pub struct Paths<'a>(List<'a>);

impl Iterator for Paths<'_> {
    type Item = (u32, [u8; PATH_FIELDS]);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next()
    }
}

#[derive(Clone, Debug)]
struct List<'a> {
    left: u32,
    id: u32,
    bytes: &'a [u8],
}

impl List<'_> {
    /// The next posting; `None` at the end, and for bytes that end too early.
    fn next<const N: usize>(&mut self) -> Option<(u32, [u8; N])> {
        self.left = self.left.checked_sub(1)?;
        self.id = self.id.wrapping_add(take_varint(&mut self.bytes)?);
        let (mask, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        let mut counts = [0u8; N];
        for (field, count) in counts.iter_mut().enumerate() {
            if mask & 1 << field == 0 {
                continue;
            }
            *count = 1;
            if mask & ONES == 0 {
                let (first, rest) = self.bytes.split_first()?;
                (*count, self.bytes) = (*first, rest);
            }
        }
        Some((self.id, counts))
    }
}

fn take_varint(bytes: &mut &[u8]) -> Option<u32> {
    let mut value = 0u32;
    for shift in (0..35).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u32::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}
