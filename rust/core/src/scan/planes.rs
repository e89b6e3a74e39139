//! Which rows deserve a full look: sign bits of the rows against a query of three bit planes.
//!
//! With the signs `s` of a row as ±1 and the query rounded to `u` in 0..=7, the sum of
//! `s * (2u - 7)` grows with the dot product. Up to a constant of the query it is
//! `2 * (1*ones(s&p0) + 2*ones(s&p1) + 4*ones(s&p2)) - 7 * ones(s)`, where the planes `p` are the
//! bits of `u`: an eighth of the memory of int8 rows, and no multiplication.

use rayon::prelude::*;

use crate::simd;

/// Rows that are looked at in full for every row that is asked for, …
pub(super) const KEEP_PER_HIT: usize = 10;
/// … and at least. Recall at 10 is 0.98 with it, 0.97 with half of it.
const KEEP: usize = 1000;
/// Query values further than this many standard deviations from 0 round to the ends.
const CLIP: f64 = 3.0;
/// Largest value of three bits.
const TOP: f64 = 7.0;

/// Sign bits of all rows.
#[derive(Debug)]
pub(super) struct Signs {
    words: usize,
    /// Columns of a row.
    dimension: usize,
    bits: Vec<u64>,
}

impl Signs {
    pub(super) fn new(dimension: usize, rows: &[i8]) -> Signs {
        let words = dimension.div_ceil(64);
        let mut bits = vec![0; rows.len() / dimension * words];
        let pack = |(bits, row): (&mut [u64], &[i8])| {
            for (word, values) in bits.iter_mut().zip(row.chunks(64)) {
                *word = pack(values.iter().map(|&value| value > 0));
            }
        };
        bits.par_chunks_mut(words).zip(rows.par_chunks(dimension)).for_each(pack);
        Signs { words, dimension, bits }
    }

    /// The rows that agree best with the query, in order of row: enough for `k` nearest ones.
    pub(super) fn candidates(&self, query: &[i8], k: usize) -> Vec<usize> {
        let planes = planes(query);
        let mut scores = vec![0_i32; self.bits.len() / self.words];
        let block = super::BLOCK;
        scores
            .par_chunks_mut(block)
            .zip(self.bits.par_chunks(block * self.words))
            .for_each(|(scores, bits)| simd::plane_scores(&planes, bits, scores));
        self.best(&scores, k.saturating_mul(KEEP_PER_HIT).max(KEEP))
    }

    /// The `keep` best rows by counting how often each score occurs; of those that tie at the
    /// border the first ones.
    #[allow(clippy::cast_possible_wrap)] // Rows are a few thousand columns wide.
    fn best(&self, scores: &[i32], keep: usize) -> Vec<usize> {
        let bound = 7 * self.dimension as i32;
        let mut counts = vec![0_usize; 2 * bound as usize + 1];
        for score in scores {
            counts[(score + bound) as usize] += 1;
        }
        let mut above = 0;
        let border = (0..counts.len()).rev().find(|&score| {
            above += counts[score];
            above >= keep
        });
        let border = border.map_or(-bound, |score| score as i32 - bound);
        let mut ties = keep.saturating_sub(above - counts[(border + bound) as usize]);
        let mut rows = Vec::with_capacity(keep.min(scores.len()));
        for (row, &score) in scores.iter().enumerate() {
            if score == border && ties > 0 {
                ties -= 1;
                rows.push(row);
            } else if score > border {
                rows.push(row);
            }
        }
        rows
    }
}

/// The bits of the rounded query. Rounding is about 0: the same for a query of any length.
fn planes(query: &[i8]) -> [Vec<u64>; 3] {
    let squares: f64 = query.iter().map(|&value| f64::from(value).powi(2)).sum();
    let reach = CLIP * (squares / query.len() as f64).sqrt();
    let round = |&value: &i8| {
        let share = (f64::from(value) / reach).clamp(-1.0, 1.0);
        (f64::midpoint(share, 1.0) * TOP).round() as u8
    };
    let rounded: Vec<u8> = query.iter().map(round).collect();
    [0, 1, 2].map(|plane| {
        rounded.chunks(64).map(|values| pack(values.iter().map(|v| v >> plane & 1 == 1))).collect()
    })
}

fn pack(bits: impl Iterator<Item = bool>) -> u64 {
    bits.enumerate().fold(0, |word, (place, bit)| word | u64::from(bit) << place)
}
