//! The few loops that are worth machine instructions: int8 dot products, weighted sums of int8
//! rows, and sign-bit counts.
//!
//! Takes and gives plain slices. Every function picks the widest instructions that the running
//! processor has and falls back to a plain loop; all of them give the same bits, since the dot
//! products and counts are exact integers and the sums keep one order of additions per column.
#![allow(unsafe_code)]
// Vector loads take raw pointers, and calling a function that is compiled for
// a detected processor feature is unsafe; both are confined to this file.
#![allow(clippy::inline_always)] // A plain loop is compiled anew for the features of its caller.

/// Dot products of `query` with the rows of `rows`, one into each place of `out`.
///
/// `rows` holds `out.len()` rows of `query.len()` values; what does not fill a row is left alone.
/// Exact for up to 65,536 columns.
pub(crate) fn dots(query: &[i16], rows: &[i8], out: &mut [i32]) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        return unsafe { avx2::dots(query, rows, out) };
    }
    #[cfg(target_arch = "aarch64")]
    if std::arch::is_aarch64_feature_detected!("neon") {
        // SAFETY: the processor has NEON.
        return unsafe { neon::dots(query, rows, out) };
    }
    dots_plain(query, rows, out);
}

/// The reference for [`dots`].
pub(crate) fn dots_plain(query: &[i16], rows: &[i8], out: &mut [i32]) {
    for (row, slot) in rows.chunks_exact(query.len().max(1)).zip(out) {
        *slot = dot_plain(query, row);
    }
}

#[inline(always)]
fn dot_plain(query: &[i16], row: &[i8]) -> i32 {
    query.iter().zip(row).map(|(&q, &r)| i32::from(q) * i32::from(r)).sum()
}

/// Columns that are summed at a time: eight registers of eight floats.
const BLOCK: usize = 64;

/// Sum of `weight * row` over `terms`, where a term is (row number, weight) and `table` holds rows
/// of `out.len()` int8 values as bytes. Rows outside the table add nothing.
pub(crate) fn weighted_sum(table: &[u8], terms: &[(u32, f32)], out: &mut [f32]) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        return unsafe { avx2::weighted_sum(table, terms, out) };
    }
    weighted_sum_plain(table, terms, out);
}

/// The reference for [`weighted_sum`]. Columns are taken in blocks so that the sums stay in
/// registers; within a column the order of additions is that of the terms.
#[inline(always)]
pub(crate) fn weighted_sum_plain(table: &[u8], terms: &[(u32, f32)], out: &mut [f32]) {
    let dimension = out.len();
    for (number, slots) in out.chunks_mut(BLOCK).enumerate() {
        let mut sums = [0.0_f32; BLOCK];
        let width = slots.len();
        for &(row, weight) in terms {
            let start = row as usize * dimension + number * BLOCK;
            let Some(values) = table.get(start..start + width) else { continue };
            add_scaled(values, weight, &mut sums);
        }
        slots.copy_from_slice(&sums[..width]);
    }
}

#[inline(always)]
fn add_scaled(values: &[u8], weight: f32, sums: &mut [f32; BLOCK]) {
    // The fixed length lets the compiler keep all of `sums` in registers.
    if let Ok(values) = <&[u8; BLOCK]>::try_from(values) {
        for (sum, &value) in sums.iter_mut().zip(values) {
            *sum += weight * f32::from(value.cast_signed());
        }
    } else {
        for (sum, &value) in sums.iter_mut().zip(values) {
            *sum += weight * f32::from(value.cast_signed());
        }
    }
}

/// For each row of sign bits: `sum over planes p of 2^p * ones(row & plane p)`, doubled, less
/// `(2^planes - 1) * ones(row)`.
///
/// `signs` holds `out.len()` rows of `planes[0].len()` words. See [`crate::scan`] for why this
/// stands for the dot product.
pub(crate) fn plane_scores(planes: &[Vec<u64>; 3], signs: &[u64], out: &mut [i32]) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("popcnt") {
        // SAFETY: the processor has POPCNT.
        return unsafe { popcnt::plane_scores(planes, signs, out) };
    }
    plane_scores_plain(planes, signs, out);
}

/// The reference for [`plane_scores`].
#[inline(always)]
pub(crate) fn plane_scores_plain(planes: &[Vec<u64>; 3], signs: &[u64], out: &mut [i32]) {
    let words = planes[0].len();
    let (low, middle, high) = (&planes[0][..], &planes[1][..words], &planes[2][..words]);
    for (row, slot) in signs.chunks_exact(words.max(1)).zip(out) {
        let (mut sum, mut ones) = (0, 0);
        for (index, &word) in row.iter().enumerate() {
            sum += (word & low[index]).count_ones()
                + 2 * (word & middle[index]).count_ones()
                + 4 * (word & high[index]).count_ones();
            ones += word.count_ones();
        }
        *slot = 2 * sum.cast_signed() - 7 * ones.cast_signed();
    }
}

#[cfg(target_arch = "x86_64")]
mod popcnt {
    #[target_feature(enable = "popcnt")]
    pub(super) fn plane_scores(planes: &[Vec<u64>; 3], signs: &[u64], out: &mut [i32]) {
        super::plane_scores_plain(planes, signs, out);
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{
        __m256i, _mm_loadu_si128, _mm256_add_epi32, _mm256_cvtepi8_epi16, _mm256_loadu_si256,
        _mm256_madd_epi16, _mm256_setzero_si256, _mm256_storeu_si256,
    };

    #[target_feature(enable = "avx2")]
    pub(super) fn dots(query: &[i16], rows: &[i8], out: &mut [i32]) {
        for (row, slot) in rows.chunks_exact(query.len().max(1)).zip(out) {
            *slot = dot(query, row);
        }
    }

    /// Widened to 16 bits, so that -128 is as exact as any other value; the pairs of products
    /// that `madd` adds fit 32 bits.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn dot(query: &[i16], row: &[i8]) -> i32 {
        let (mut even, mut odd) = (_mm256_setzero_si256(), _mm256_setzero_si256());
        let (mut queries, mut rows) = (query.chunks_exact(32), row.chunks_exact(32));
        for (q, r) in queries.by_ref().zip(rows.by_ref()) {
            let (first, second) = (products(&q[..16], &r[..16]), products(&q[16..], &r[16..]));
            even = _mm256_add_epi32(even, first);
            odd = _mm256_add_epi32(odd, second);
        }
        let mut lanes = [0_i32; 8];
        // SAFETY: `lanes` has the 32 bytes that are stored; no alignment is asked for.
        unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), _mm256_add_epi32(even, odd)) };
        lanes.iter().sum::<i32>() + super::dot_plain(queries.remainder(), rows.remainder())
    }

    /// Eight sums of two products each, of 16 values.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn products(query: &[i16], row: &[i8]) -> __m256i {
        debug_assert!(query.len() == 16 && row.len() == 16);
        // SAFETY: both slices hold 16 values; no alignment is asked for.
        let (q, r) = unsafe {
            (_mm256_loadu_si256(query.as_ptr().cast()), _mm_loadu_si128(row.as_ptr().cast()))
        };
        _mm256_madd_epi16(_mm256_cvtepi8_epi16(r), q)
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn weighted_sum(table: &[u8], terms: &[(u32, f32)], out: &mut [f32]) {
        super::weighted_sum_plain(table, terms, out);
    }
}

#[cfg(target_arch = "aarch64")]
mod neon {
    use std::arch::aarch64::{
        int32x4_t, vaddq_s32, vaddvq_s32, vdupq_n_s32, vget_low_s8, vget_low_s16, vld1q_s8,
        vld1q_s16, vmlal_high_s16, vmlal_s16, vmovl_high_s8, vmovl_s8,
    };

    #[target_feature(enable = "neon")]
    pub(super) fn dots(query: &[i16], rows: &[i8], out: &mut [i32]) {
        for (row, slot) in rows.chunks_exact(query.len().max(1)).zip(out) {
            *slot = dot(query, row);
        }
    }

    #[target_feature(enable = "neon")]
    #[inline]
    fn dot(query: &[i16], row: &[i8]) -> i32 {
        let (mut even, mut odd) = (vdupq_n_s32(0), vdupq_n_s32(0));
        let (mut queries, mut rows) = (query.chunks_exact(16), row.chunks_exact(16));
        for (q, r) in queries.by_ref().zip(rows.by_ref()) {
            (even, odd) = add_products(q, r, even, odd);
        }
        let rest = super::dot_plain(queries.remainder(), rows.remainder());
        vaddvq_s32(vaddq_s32(even, odd)) + rest
    }

    #[target_feature(enable = "neon")]
    #[inline]
    fn add_products(
        query: &[i16],
        row: &[i8],
        even: int32x4_t,
        odd: int32x4_t,
    ) -> (int32x4_t, int32x4_t) {
        debug_assert!(query.len() == 16 && row.len() == 16);
        // SAFETY: both slices hold 16 values; no alignment is asked for.
        let (low, high, values) = unsafe {
            (vld1q_s16(query.as_ptr()), vld1q_s16(query.as_ptr().add(8)), vld1q_s8(row.as_ptr()))
        };
        let (first, second) = (vmovl_s8(vget_low_s8(values)), vmovl_high_s8(values));
        let even = vmlal_s16(even, vget_low_s16(first), vget_low_s16(low));
        let odd = vmlal_high_s16(odd, first, low);
        let even = vmlal_s16(even, vget_low_s16(second), vget_low_s16(high));
        (even, vmlal_high_s16(odd, second, high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(seed: u64) -> impl FnMut() -> u64 {
        let mut state = seed | 1;
        move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        }
    }

    fn check_dots(query: &[i8], rows: &[i8]) {
        let wide: Vec<i16> = query.iter().map(|&v| i16::from(v)).collect();
        let count = rows.len() / query.len();
        let (mut fast, mut plain) = (vec![0; count], vec![0; count]);
        dots(&wide, rows, &mut fast);
        dots_plain(&wide, rows, &mut plain);
        assert_eq!(fast, plain);
    }

    #[test]
    fn dots_equal_the_reference_on_noise() {
        let mut next = noise(7);
        for dimension in [1, 7, 15, 16, 17, 31, 32, 33, 63, 64, 100, 256, 384, 1000] {
            let query: Vec<i8> = (0..dimension).map(|_| next() as i8).collect();
            let rows: Vec<i8> = (0..dimension * 9).map(|_| next() as i8).collect();
            check_dots(&query, &rows);
        }
    }

    #[test]
    fn dots_equal_the_reference_at_the_extremes() {
        for dimension in [16, 256, 384, 4096] {
            for value in [i8::MIN, -127, -1, 0, 1, 127] {
                for other in [i8::MIN, -127, 0, 127] {
                    check_dots(&vec![value; dimension], &vec![other; dimension * 2]);
                }
            }
        }
    }

    #[test]
    fn dots_of_no_columns_touch_nothing() {
        let mut out = [5, 5];
        dots(&[], &[], &mut out);
        assert_eq!(out, [5, 5]);
    }

    #[test]
    fn weighted_sums_are_the_same_bits_as_the_reference() {
        let mut next = noise(11);
        for dimension in [3, 64, 100, 256, 384] {
            let table: Vec<u8> = (0..dimension * 50).map(|_| next() as u8).collect();
            let terms: Vec<(u32, f32)> =
                (0..90).map(|_| ((next() % 55) as u32, next() as f32 / 1e18 - 7.0)).collect();
            let (mut fast, mut plain) = (vec![1.0; dimension], vec![2.0; dimension]);
            weighted_sum(&table, &terms, &mut fast);
            weighted_sum_plain(&table, &terms, &mut plain);
            let bits = |values: &[f32]| values.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&fast), bits(&plain));
        }
    }

    #[test]
    fn plane_scores_equal_the_reference() {
        let mut next = noise(3);
        for words in [1, 4, 6] {
            let planes = [0, 1, 2].map(|_| (0..words).map(|_| next()).collect::<Vec<_>>());
            let signs: Vec<u64> = (0..words * 40).map(|_| next()).collect();
            let (mut fast, mut plain) = (vec![0; 40], vec![0; 40]);
            plane_scores(&planes, &signs, &mut fast);
            plane_scores_plain(&planes, &signs, &mut plain);
            assert_eq!(fast, plain);
        }
    }
}
