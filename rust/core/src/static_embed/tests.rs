use std::path::PathBuf;

use serde_json::Value;

use super::*;
use crate::records::{BlobId, Roles, SourceFile, UnitKind};

fn project() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn encoder() -> StaticEncoder {
    StaticEncoder::open(&project().join("python/columbus/models/static-code-256")).unwrap()
}

fn golden() -> Value {
    let path = project().join("tests/data/static-code-256/golden.json");
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap()
}

fn floats(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect()
}

fn numbers(value: &Value) -> Vec<u32> {
    value.as_array().unwrap().iter().map(|v| v.as_u64().unwrap() as u32).collect()
}

fn length(values: &[f64]) -> f64 {
    values.iter().map(|v| v * v).sum::<f64>().sqrt()
}

fn cosine(row: &[i8], other: &[f64]) -> f64 {
    let row: Vec<f64> = row.iter().map(|&v| f64::from(v)).collect();
    let dot: f64 = row.iter().zip(other).map(|(a, b)| a * b).sum();
    dot / (length(&row) * length(other))
}

/// Every value within half a step of int8, and the direction kept.
fn assert_close(row: &[i8], wanted: &[f64]) {
    let largest = wanted.iter().fold(0.0_f64, |a, b| a.max(b.abs()));
    for (have, want) in row.iter().zip(wanted) {
        let want = want * 127.0 / largest;
        assert!((f64::from(*have) - want).abs() < 0.52, "{have} is not {want}");
    }
    assert!(cosine(row, wanted) > 0.9999);
}

fn symbol(value: &Value) -> UnitFields<'_> {
    let symbol = &value["symbol"];
    let container = text(symbol, "qual").rsplit_once('.').map_or("", |(container, _)| container);
    UnitFields {
        name: text(symbol, "name"),
        container,
        signature: vec![text(symbol, "sig")],
        path: without_extension(text(symbol, "path")),
        doc: vec![text(symbol, "usedoc")],
        body: vec![text(symbol, "body")],
    }
}

#[test]
fn queries_match_the_reference() {
    let (encoder, golden) = (encoder(), golden());
    for query in golden["queries"].as_array().unwrap() {
        let mut ids = Vec::new();
        encoder.vocabulary.ids(text(query, "text"), |id| ids.push(id));
        assert_eq!(ids, numbers(&query["ids"]), "{}", text(query, "text"));
        let (row, wanted) = (encoder.encode_query(text(query, "text")), floats(&query["vector"]));
        if wanted.iter().any(|&v| v != 0.0) {
            assert_close(&row, &wanted);
        } else {
            assert!(row.len() == 256 && row.iter().all(|&v| v == 0));
        }
    }
}

#[test]
fn units_match_the_reference() {
    let (encoder, golden) = (encoder(), golden());
    for wanted in golden["symbols"].as_array().unwrap() {
        let bag = encoder.bag().bag_of(&encoder.vocabulary, &symbol(wanted));
        let ids: Vec<u32> = bag.iter().map(|entry| entry.0).collect();
        let fields: Vec<u32> = bag.iter().map(|entry| entry.1 as u32).collect();
        assert_eq!((ids, fields), (numbers(&wanted["ids"]), numbers(&wanted["fields"])));
        for (entry, log) in bag.iter().zip(floats(&wanted["log_tf"])) {
            assert!((1.0 + f64::from(entry.2).ln() - log).abs() < 1e-4);
        }
        assert_close(&encoder.encode_units(&[symbol(wanted)]), &floats(&wanted["vector"]));
    }
}

#[test]
fn cosines_of_int8_rows_match_the_reference() {
    let (encoder, golden) = (encoder(), golden());
    let symbols: Vec<UnitFields<'_>> =
        golden["symbols"].as_array().unwrap().iter().map(symbol).collect();
    let rows = encoder.encode_units(&symbols);
    let queries = golden["queries"].as_array().unwrap();
    for (query, wanted) in queries.iter().zip(golden["cosines"].as_array().unwrap()) {
        let query = encoder.encode_query(text(query, "text"));
        if query.iter().all(|&v| v == 0) {
            continue;
        }
        for (row, want) in rows.chunks(256).zip(floats(wanted)) {
            let row: Vec<f64> = row.iter().map(|&v| f64::from(v)).collect();
            assert!((cosine(&query, &row) - want).abs() < 0.005);
        }
    }
}

fn unit(kind: UnitKind, name: &str, bytes: std::ops::Range<u32>) -> Unit {
    Unit {
        kind,
        name: name.into(),
        container: String::new(),
        ordinal: 0,
        exported: true,
        depth: 0,
        parent: None,
        bytes,
        lines: (1, 1),
        signature: 0..0,
        parameters: Vec::new(),
    }
}

fn file(path: &str, text: &str, units: Vec<Unit>) -> ParsedFile {
    let size = text.len() as u64;
    ParsedFile {
        source: SourceFile { path: path.into(), size, ..SourceFile::default() },
        blob: BlobId::default(),
        language: "",
        roles: Roles::default(),
        units,
        comments: Vec::new(),
        strings: Vec::new(),
        imports: Vec::new(),
        problem: None,
        text: text.into(),
        bytes_shift: 0,
        transcoded: false,
    }
}

#[test]
#[allow(clippy::single_range_in_vec_init)] // A list of one range is what is meant.
fn a_file_gives_one_row_a_unit_with_its_own_texts() {
    let encoder = encoder();
    let source = "# read the header\ndef parse(header):\n    return header\nx = 1\n";
    let units = vec![unit(UnitKind::Function, "parse", 0..54), unit(UnitKind::Block, "", 54..60)];
    let texts = [
        UnitText { signature: vec![18..37], doc: vec![0..18], body: vec![37..55] },
        UnitText { body: vec![55..61], ..UnitText::default() },
    ];
    let parsed = file("net/cookie.py", source, units);
    let rows = encoder.encode_file(&parsed, &texts);
    let function = UnitFields {
        name: "parse",
        signature: vec!["def parse(header):\n"],
        path: "net/cookie",
        doc: vec!["# read the header\n"],
        body: vec!["def parse(header):\n", "    return header\n"],
        ..UnitFields::default()
    };
    let block = UnitFields {
        name: "cookie",
        path: "net/cookie",
        body: vec!["x = 1\n"],
        ..UnitFields::default()
    };
    assert_eq!(rows, encoder.encode_units(&[function, block]));
    let all =
        encoder.encode_files(&[(&parsed, &texts[..]), (&parsed, &texts[..])], &Stop::default());
    assert_eq!(all.unwrap(), [rows.clone(), rows].concat());
}

#[test]
fn missing_and_broken_texts_are_no_panic() {
    let encoder = encoder();
    let units = vec![unit(UnitKind::Block, "", 0..2), unit(UnitKind::Block, "", 2..9)];
    let parsed = file("日本/ß", "ß", units);
    // Beyond the text, reversed, and inside a character.
    #[allow(clippy::reversed_empty_ranges)] // A damaged range is what is tried.
    let texts = [UnitText { body: vec![0..99, 2..1, 1..2], ..UnitText::default() }];
    let rows = encoder.encode_file(&parsed, &texts);
    assert_eq!(rows, vec![0; 2 * encoder.dimension()]);
}

#[test]
fn a_unit_takes_its_first_160_tokens() {
    let encoder = encoder();
    let lines =
        std::fs::read_to_string(project().join("python/columbus/models/static-code-256/vocab.txt"));
    let lines = lines.unwrap();
    let words: Vec<&str> =
        lines.lines().filter(|l| l.bytes().all(|b| b.is_ascii_lowercase())).collect();
    let many = words[..300].join(" ");
    let unit = UnitFields { doc: vec![&many], ..UnitFields::default() };
    let bag = encoder.bag().bag_of(&encoder.vocabulary, &unit);
    let first: Vec<&[u8]> = words[..160].iter().map(|w| w.as_bytes()).collect();
    let mut wanted = Vec::new();
    for word in first {
        encoder.vocabulary.ids(std::str::from_utf8(word).unwrap(), |id| wanted.push(id));
    }
    assert_eq!(bag.iter().map(|entry| entry.0).collect::<Vec<_>>(), wanted);
}

#[test]
fn extensions_end_at_the_last_component() {
    for (path, wanted) in [
        ("a.b/c", "a.b/c"),
        ("a/b.tar.gz", "a/b.tar"),
        ("a/.gitignore", "a/.gitignore"),
        ("a/..b", "a/..b"),
        ("x.py", "x"),
        ("", ""),
    ] {
        assert_eq!(without_extension(path), wanted);
    }
}

#[test]
fn a_folder_without_a_model_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(StaticEncoder::open(folder.path()), Err(Error::Io { .. })));
}

#[test]
fn a_vocabulary_of_another_size_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let model = project().join("python/columbus/models/static-code-256/model.safetensors");
    std::fs::copy(model, folder.path().join("model.safetensors")).unwrap();
    std::fs::write(folder.path().join("vocab.txt"), "#num\nthe\n").unwrap();
    assert!(matches!(StaticEncoder::open(folder.path()), Err(Error::Damaged { .. })));
}
