//! Posting blocks, columns and segments come from a file that may be damaged: reading any bytes
//! gives an answer or an error, never a panic, and never more postings than the bytes can hold.

use columbus_core::catalog::Catalog;
use columbus_core::parse::{self, Options};
use columbus_core::postings::{self, Segment, Stored};
use columbus_core::records::SourceFile;
use columbus_core::terms;
use proptest::prelude::*;

const WORDS: [&str; 6] = ["pars", "config", "load", "app", "nothing", "retry"];

fn built() -> Segment {
    let text = "class Config:\n    def load(self, path):\n        return parse(path, retry=3)\n";
    let source = SourceFile { path: "src/app.py".to_owned(), ..SourceFile::default() };
    let file = parse::parse(&source, text.as_bytes(), &Options::default()).expect("parsed");
    let texts = parse::owners(&file);
    postings::build(&[(&file, &texts[..])], 1, 1)
}

/// Reads all that a block says of a key.
fn read(block: &[u8], hash: u64) {
    if let Some(found) = postings::find(block, hash) {
        assert!(found.units().count() <= block.len());
        assert!(found.paths().count() <= block.len());
    }
}

/// Bytes with the head of a block: a number of rows, rows of key and offset, postings.
fn shaped() -> impl Strategy<Value = (Vec<u8>, u64)> {
    let rows = prop::collection::vec((0u64..40, 0u32..120), 0..8);
    (any::<prop::sample::Index>(), rows, prop::collection::vec(any::<u8>(), 0..80), 0u32..20)
        .prop_map(|(pick, mut rows, payload, count)| {
            rows.sort_unstable();
            let mut block = count.to_le_bytes().to_vec();
            for (key, offset) in &rows {
                block.extend(&(key << 16).to_le_bytes()[2..]);
                block.extend(offset.to_le_bytes());
            }
            block.extend(payload);
            let hash = if rows.is_empty() { 0 } else { rows[pick.index(rows.len())].0 << 16 };
            (block, hash)
        })
}

/// What is done to a sound file: a byte set, a cut, a byte taken out.
type Damage = Vec<(prop::sample::Index, u8, u8)>;

fn damage() -> impl Strategy<Value = Damage> {
    prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4u8), 1..10)
}

fn spoil(bytes: &[u8], damage: &Damage) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for (at, byte, how) in damage {
        if bytes.is_empty() {
            break;
        }
        let at = at.index(bytes.len());
        match how {
            0 => bytes.truncate(at),
            1 => {
                bytes.remove(at);
            }
            _ => bytes[at] = *byte,
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_a_block(block in prop::collection::vec(any::<u8>(), 0..300), hash: u64) {
        read(&block, hash);
        read(&block, 0);
        let stored = [Stored { columns: &built().columns, blocks: vec![&block] }];
        let _ = postings::merge(&stored, &[]);
    }

    #[test]
    fn a_block_with_a_sound_head((block, hash) in shaped()) {
        read(&block, hash);
        let stored = [Stored { columns: &built().columns, blocks: vec![&block] }];
        let merged = postings::merge(&stored, &[]).expect("the columns are sound");
        for (_, block) in &merged.blocks {
            read(block, hash);
        }
    }

    #[test]
    fn a_spoiled_segment(damage in damage()) {
        let segment = built();
        let columns = spoil(&segment.columns, &damage);
        let blocks: Vec<Vec<u8>> =
            segment.blocks.iter().map(|(_, block)| spoil(block, &damage)).collect();
        for block in &blocks {
            for word in WORDS {
                read(block, terms::hash(word));
            }
        }
        let _ = Catalog::new(&[&columns], &[]);
        let stored = [Stored { columns: &columns, blocks: blocks.iter().map(Vec::as_slice).collect() }];
        let _ = postings::merge(&stored, &[1]);
    }

    #[test]
    fn any_bytes_are_columns(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = Catalog::new(&[&bytes], &[]);
        let marked = [b"CLC1".as_slice(), &bytes].concat();
        let _ = Catalog::new(&[&marked, &marked], &[]);
    }
}

#[test]
fn a_sound_block_is_found_whole() {
    let segment = built();
    let found = |word: &str| {
        segment.blocks.iter().filter_map(|(_, b)| postings::find(b, terms::hash(word))).count()
    };
    assert_eq!((found("config"), found("load"), found("nothing")), (1, 1, 0));
}
