//! The vector scan: the nearest int8 rows to a query, by cosine.
//!
//! Takes chunks as sqlite-vec keeps them and gives (unit id, cosine), best first. Dot products of
//! int8 are exact integers, so the order is the same on every machine and with any number of
//! threads. A scan of all rows is limited by memory alone up to some hundred thousand rows; above
//! that, sign bits choose the rows that are looked at in full (see [`planes`]).

mod nearest;
mod planes;

use rayon::prelude::*;

use self::nearest::Nearest;
use self::planes::Signs;
use crate::error::{Error, Result};
use crate::simd;

/// One stored chunk: row ids as little-endian `i64`, validity bitmap (least bit first), int8 rows.
pub type Chunk<'a> = (&'a [u8], &'a [u8], &'a [u8]);

/// Rows that one task scans: 2 MB at 256 columns.
const BLOCK: usize = 8192;

/// Rows above which sign bits come first. Below it a scan of all rows takes a few milliseconds and
/// is exact.
const MANY_ROWS: usize = 200_000;

/// int8 rows with their ids.
#[derive(Debug)]
pub struct Vectors {
    dimension: usize,
    ids: Vec<i64>,
    rows: Vec<i8>,
    norms: Vec<f64>,
    signs: Option<Signs>,
}

impl Vectors {
    /// Copies the valid rows of `chunks`, in order.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a dimension of 0 or over 65,536, [`Error::Damaged`] when the parts of
    /// a chunk do not fit each other.
    pub fn from_chunks(dimension: usize, chunks: &[Chunk<'_>]) -> Result<Vectors> {
        Vectors::with_limit(dimension, chunks, MANY_ROWS)
    }

    fn with_limit(dimension: usize, chunks: &[Chunk<'_>], many: usize) -> Result<Vectors> {
        if dimension == 0 || dimension > 1 << 16 {
            let reason = format!("{dimension} is no number of columns");
            return Err(Error::Invalid { what: "dimension".into(), reason });
        }
        let (mut ids, mut rows) = (Vec::new(), Vec::new());
        for (number, chunk) in chunks.iter().enumerate() {
            check(dimension, number, chunk)?;
            take_valid(dimension, chunk, &mut ids, &mut rows);
        }
        let norms = rows.par_chunks(dimension).map(norm).collect();
        let signs = (ids.len() > many).then(|| Signs::new(dimension, &rows));
        Ok(Vectors { dimension, ids, rows, norms, signs })
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Values of a row.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// Ids of the rows, in the order of the chunks.
    pub fn ids(&self) -> &[i64] {
        &self.ids
    }

    /// Cosine of the query with every row, in the order of [`Vectors::ids`]; 0 where the row or the
    /// query is all zeros.
    ///
    /// # Errors
    /// [`Error::Invalid`] when the query has another dimension.
    pub fn cosines(&self, query: &[i8]) -> Result<Vec<f32>> {
        let query = self.query(query)?;
        let mut out = vec![0.0; self.len()];
        out.par_chunks_mut(BLOCK).enumerate().for_each(|(block, out)| {
            let start = block * BLOCK;
            let dots = self.dots(&query, start, out.len());
            for ((slot, dot), norm) in out.iter_mut().zip(dots).zip(&self.norms[start..]) {
                *slot = query.cosine(dot, *norm);
            }
        });
        Ok(out)
    }

    /// The `k` nearest rows that `allow` lets through (all without it) as (id, cosine): best
    /// first, ties by id. Rows of zeros say nothing and are left out; for a query of zeros there
    /// is no answer. Above 200,000 rows and without `allow` the answer is that of the 1,000 rows
    /// (or ten times `k`) that agree best with the signs of the query: the right ones but for a
    /// few in a hundred.
    ///
    /// # Errors
    /// [`Error::Invalid`] when the query has another dimension.
    pub fn nearest(
        &self,
        query: &[i8],
        k: usize,
        allow: Option<&(dyn Fn(i64) -> bool + Sync)>,
    ) -> Result<Vec<(i64, f32)>> {
        let wide = self.query(query)?;
        if k == 0 || wide.norm == 0.0 {
            return Ok(Vec::new());
        }
        match (&self.signs, allow) {
            (Some(signs), None) if k.saturating_mul(planes::KEEP_PER_HIT) < self.len() => {
                Ok(self.rescore(&wide, &signs.candidates(query, k), k))
            }
            _ => Ok(self.scan(&wide, k, allow)),
        }
    }

    /// All rows, block by block; the merge of the blocks is a total order, so it does not matter
    /// which block ends first.
    fn scan(
        &self,
        query: &Query,
        k: usize,
        allow: Option<&(dyn Fn(i64) -> bool + Sync)>,
    ) -> Vec<(i64, f32)> {
        let blocks = (0..self.len().div_ceil(BLOCK)).into_par_iter();
        let best = blocks.map(|block| {
            let start = block * BLOCK;
            let mut best = Nearest::new(k);
            for (offset, dot) in self.dots(query, start, BLOCK).into_iter().enumerate() {
                self.offer(query, start + offset, dot, &mut best, allow);
            }
            best
        });
        best.reduce(|| Nearest::new(k), Nearest::merge).into_sorted()
    }

    fn rescore(&self, query: &Query, candidates: &[usize], k: usize) -> Vec<(i64, f32)> {
        let mut best = Nearest::new(k);
        for &row in candidates {
            let dot = self.dots(query, row, 1)[0];
            self.offer(query, row, dot, &mut best, None);
        }
        best.into_sorted()
    }

    fn offer(
        &self,
        query: &Query,
        row: usize,
        dot: i32,
        best: &mut Nearest,
        allow: Option<&(dyn Fn(i64) -> bool + Sync)>,
    ) {
        let (id, norm) = (self.ids[row], self.norms[row]);
        let score = query.cosine(dot, norm);
        // The filter is asked last: few rows come so far.
        if norm > 0.0 && best.wants(score, id) && allow.is_none_or(|allow| allow(id)) {
            best.push(score, id);
        }
    }

    /// Dot products with up to `count` rows from `start`.
    fn dots(&self, query: &Query, start: usize, count: usize) -> Vec<i32> {
        let end = self.len().min(start + count);
        let mut out = vec![0; end - start];
        let rows = &self.rows[start * self.dimension..end * self.dimension];
        simd::dots(&query.values, rows, &mut out);
        out
    }

    fn query(&self, query: &[i8]) -> Result<Query> {
        if query.len() == self.dimension {
            let values = query.iter().map(|&value| i16::from(value)).collect();
            return Ok(Query { values, norm: norm(query) });
        }
        let reason = format!("has {} values, not {}", query.len(), self.dimension);
        Err(Error::Invalid { what: "query vector".into(), reason })
    }
}

/// A query as the scan wants it.
struct Query {
    values: Vec<i16>,
    norm: f64,
}

impl Query {
    /// In double precision and rounded once, so that it depends on nothing but the two rows.
    fn cosine(&self, dot: i32, norm: f64) -> f32 {
        let lengths = self.norm * norm;
        if lengths > 0.0 { (f64::from(dot) / lengths) as f32 } else { 0.0 }
    }
}

fn norm(row: &[i8]) -> f64 {
    let square = |value: &i8| i32::from(*value) * i32::from(*value);
    f64::from(row.iter().map(square).sum::<i32>()).sqrt()
}

fn check(dimension: usize, number: usize, chunk: &Chunk<'_>) -> Result<()> {
    let (ids, validity, rows) = chunk;
    let size = ids.len() / 8;
    let fits = ids.len() % 8 == 0 && validity.len() == size.div_ceil(8);
    if fits && Some(rows.len()) == size.checked_mul(dimension) {
        return Ok(());
    }
    let lengths = (ids.len(), validity.len(), rows.len());
    let reason = format!("ids, validity and rows of {lengths:?} bytes do not fit each other");
    Err(Error::Damaged { what: format!("vector chunk {number}"), reason })
}

fn take_valid(dimension: usize, chunk: &Chunk<'_>, ids: &mut Vec<i64>, rows: &mut Vec<i8>) {
    let (rowids, validity, vectors) = chunk;
    let (words, _) = rowids.as_chunks::<8>();
    for (place, (id, row)) in words.iter().zip(vectors.chunks_exact(dimension)).enumerate() {
        if validity[place / 8] >> (place % 8) & 1 == 1 {
            ids.push(i64::from_le_bytes(*id));
            rows.extend(row.iter().map(|value| value.cast_signed()));
        }
    }
}

#[cfg(test)]
mod tests;
