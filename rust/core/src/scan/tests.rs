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

fn bytes(values: &[i8]) -> Vec<u8> {
    values.iter().map(|value| value.cast_unsigned()).collect()
}

fn ids_of(ids: impl Iterator<Item = i64>) -> Vec<u8> {
    ids.flat_map(i64::to_le_bytes).collect()
}

/// All rows valid, in one chunk, with ids from 1.
fn vectors(dimension: usize, rows: &[i8], many: usize) -> Vectors {
    let count = rows.len() / dimension;
    let (ids, validity) = (ids_of(1..=count.try_into().unwrap()), vec![255; count.div_ceil(8)]);
    Vectors::with_limit(dimension, &[(&ids, &validity, &bytes(rows))], many).unwrap()
}

#[test]
fn invalid_rows_are_skipped_and_chunks_joined() {
    let (ids, more) = (ids_of([10, 0, 30].into_iter()), ids_of([-4].into_iter()));
    let rows = bytes(&[1, 0, 9, 9, 0, 1]);
    let chunks: [Chunk<'_>; 2] = [(&ids, &[0b101], &rows), (&more, &[1], &[128, 128])];
    let vectors = Vectors::from_chunks(2, &chunks).unwrap();
    assert_eq!(vectors.ids(), [10, 30, -4]);
    assert_eq!((vectors.len(), vectors.dimension(), vectors.is_empty()), (3, 2, false));
    let half = (0.5_f64.sqrt()) as f32;
    assert_eq!(vectors.cosines(&[1, 1]).unwrap(), [half, half, -1.0]);
}

#[test]
fn lengths_that_do_not_fit_are_named() {
    let ids = ids_of(0..9);
    let cases: [Chunk<'_>; 4] = [
        (&ids[..71], &[255, 1], &[0; 18]),
        (&ids, &[255], &[0; 18]),
        (&ids, &[255, 1, 0], &[0; 18]),
        (&ids, &[255, 1], &[0; 17]),
    ];
    for chunk in cases {
        assert!(matches!(Vectors::from_chunks(2, &[chunk]), Err(Error::Damaged { .. })));
    }
    assert!(matches!(Vectors::from_chunks(0, &[]), Err(Error::Invalid { .. })));
    let empty = Vectors::from_chunks(2, &[]).unwrap();
    assert!(empty.is_empty() && empty.nearest(&[1, 1], 3, None).unwrap().is_empty());
    assert!(matches!(empty.nearest(&[1], 3, None), Err(Error::Invalid { .. })));
    assert!(matches!(empty.cosines(&[1, 2, 3]), Err(Error::Invalid { .. })));
}

#[test]
fn the_nearest_come_first_and_ties_go_by_id() {
    let vectors = vectors(2, &[2, 0, 0, 5, 7, 0, 0, 0, -3, 0, 1, 0], 99);
    let all = vectors.nearest(&[9, 0], 9, None).unwrap();
    assert_eq!(all, [(1, 1.0), (3, 1.0), (6, 1.0), (2, 0.0), (5, -1.0)]);
    assert_eq!(vectors.nearest(&[9, 0], 2, None).unwrap(), all[..2]);
    assert!(vectors.nearest(&[9, 0], 0, None).unwrap().is_empty());
    assert!(vectors.nearest(&[0, 0], 5, None).unwrap().is_empty());
}

#[test]
fn the_filter_is_by_id() {
    let vectors = vectors(2, &[2, 0, 0, 5, 7, 0, 0, 0, -3, 0, 1, 0], 99);
    let even = |id: i64| id % 2 == 0;
    assert_eq!(vectors.nearest(&[9, 0], 2, Some(&even)).unwrap(), [(6, 1.0), (2, 0.0)]);
}

#[test]
fn many_blocks_give_the_order_of_a_plain_sort() {
    let mut next = noise(5);
    let dimension = 19;
    let rows: Vec<i8> = (0..dimension * (3 * BLOCK + 5)).map(|_| (next() % 7) as i8 - 3).collect();
    let vectors = vectors(dimension, &rows, usize::MAX);
    let query: Vec<i8> = (0..dimension).map(|_| next() as i8).collect();
    let cosines = vectors.cosines(&query).unwrap();
    let mut wanted: Vec<(i64, f32)> = vectors.ids().iter().copied().zip(cosines).collect();
    wanted.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let plain = |row: &[i8]| -> i32 {
        row.iter().zip(&query).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum()
    };
    let (first, row) = (wanted[0], &rows[(wanted[0].0 - 1) as usize * dimension..][..dimension]);
    let exact = f64::from(plain(row)) / (norm(row) * norm(&query));
    assert!((f64::from(first.1) - exact).abs() < 1e-6);
    assert_eq!(vectors.nearest(&query, 40, None).unwrap(), wanted[..40]);
}

/// Rows around centres, as vectors of code are.
fn clustered(count: usize, dimension: usize) -> Vec<i8> {
    let mut next = noise(23);
    let mut value = move || f64::from((next() >> 40) as u32) / f64::from(1 << 23) - 1.0;
    let centres: Vec<f64> = (0..dimension * 200).map(|_| value()).collect();
    let mut rows = Vec::with_capacity(count * dimension);
    for number in 0..count {
        let centre = &centres[number % 200 * dimension..][..dimension];
        rows.extend(centre.iter().map(|c| (60.0 * (c + value())) as i8));
    }
    rows
}

#[test]
fn sign_bits_find_what_the_full_scan_finds() {
    let dimension = 256;
    let rows = clustered(30_000, dimension);
    let (full, quick) = (vectors(dimension, &rows, usize::MAX), vectors(dimension, &rows, 1000));
    let mut found = 0;
    for query in rows.chunks(dimension).step_by(601).take(50) {
        let wanted = full.nearest(query, 10, None).unwrap();
        let have = quick.nearest(query, 10, None).unwrap();
        found += wanted.iter().filter(|hit| have.contains(hit)).count();
    }
    assert!(found >= 485, "{found} of 500");
}

#[test]
fn a_filter_or_a_large_k_takes_the_full_scan() {
    let dimension = 100;
    let rows = clustered(3_000, dimension);
    let (full, quick) = (vectors(dimension, &rows, usize::MAX), vectors(dimension, &rows, 10));
    let query = &rows[..dimension];
    let some = |id: i64| id % 3 == 0;
    assert_eq!(
        quick.nearest(query, 9, Some(&some)).unwrap(),
        full.nearest(query, 9, Some(&some)).unwrap()
    );
    assert_eq!(quick.nearest(query, 900, None).unwrap(), full.nearest(query, 900, None).unwrap());
}
