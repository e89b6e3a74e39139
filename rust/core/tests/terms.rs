//! The terms of a fixed list of words, as the ranking prototype gives them.

use columbus_core::terms;

#[test]
fn terms_do_not_drift_from_the_prototype() {
    let lines = include_str!("data/terms.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for line in lines {
        let mut columns = line.split('\t');
        let word = columns.next().unwrap_or_default();
        let found = terms::terms_of(word);
        for got in [terms::split(word), found.parts, found.compounds] {
            assert_eq!(got.join(" "), columns.next().unwrap_or_default(), "{word}");
        }
        assert_eq!(terms::words(word).collect::<Vec<_>>(), [word]);
        count += 1;
    }
    assert!(count > 3000);
}
