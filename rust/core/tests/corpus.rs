//! Every source of `tests/corpus` against a readable snapshot of what is charted of it.
//!
//! `INSTA_UPDATE=always cargo test --test corpus` rewrites the snapshots; read them after that.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use columbus_core::parse::{self, Options};
use columbus_core::records::{Import, ParsedFile, SourceFile, Unit, UnitKind};
use columbus_core::stop::Stop;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus")
}

/// Paths below the corpus, sorted.
fn sources() -> Vec<SourceFile> {
    let mut paths = Vec::new();
    for language in fs::read_dir(corpus()).expect("tests/corpus") {
        for file in fs::read_dir(language.expect("entry").path()).expect("language folder") {
            let path = file.expect("entry").path();
            let below = path.strip_prefix(corpus()).expect("below the corpus");
            paths.push(below.to_string_lossy().replace('\\', "/"));
        }
    }
    paths.sort();
    let listed = |path| SourceFile { path, size: 0, mtime_ns: 0, inode: 0, blob: None };
    paths.into_iter().map(listed).collect()
}

fn parsed() -> Vec<ParsedFile> {
    let (parsed, problems) =
        parse::all(&corpus(), &sources(), &Options::default(), &Stop::default()).expect("parsed");
    assert_eq!(problems, []);
    parsed
}

#[test]
fn outlines() {
    for file in parsed() {
        let (language, name) = file.source.path.split_once('/').expect("language folder");
        assert_eq!(file.language, language, "{name} is taken for {}", file.language);
        let snapshot = format!("{language}__{}", name.replace('.', "_"));
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(snapshot, outline(&file));
        });
    }
}

#[test]
fn nothing_in_the_corpus_is_beyond_its_grammar() {
    for file in parsed() {
        assert_eq!(file.problem, None, "{}", file.source.path);
    }
}

#[test]
fn no_name_comes_out_of_a_string_or_a_comment() {
    for file in parsed() {
        for unit in &file.units {
            let name = unit.name.to_lowercase();
            let hidden = ["fake", "not_here", "nothere", "not_code", "notaclass", "not_a_method"];
            assert!(!hidden.contains(&name.as_str()), "{}: {}", file.source.path, unit.name);
        }
    }
}

fn outline(file: &ParsedFile) -> String {
    let mut out = String::new();
    for import in &file.imports {
        writeln!(out, "{}", import_line(import)).expect("written");
    }
    for unit in file.units.iter().filter(|unit| unit.kind != UnitKind::Block) {
        writeln!(out, "{}", unit_line(file, unit)).expect("written");
    }
    writeln!(out, "comments on lines {}", lines(file, &file.comments)).expect("written");
    writeln!(out, "strings on lines {}", lines(file, &file.strings)).expect("written");
    out
}

fn import_line(import: &Import) -> String {
    let names = import.names.join(", ");
    let names = if names.is_empty() { names } else { format!(" ({names})") };
    format!("{:>3} import {}{names}", import.line, import.specifier)
}

fn unit_line(file: &ParsedFile, unit: &Unit) -> String {
    let (first, last) = unit.lines;
    let signature = &file.text[unit.signature.start as usize..unit.signature.end as usize];
    let signature = signature.split_whitespace().collect::<Vec<_>>().join(" ");
    let owner =
        if unit.container.is_empty() { String::new() } else { format!("{}: ", unit.container) };
    let mut notes = String::new();
    if unit.ordinal > 0 {
        write!(notes, " #{}", unit.ordinal).expect("written");
    }
    if !unit.parameters.is_empty() {
        write!(notes, " ({})", unit.parameters.join(", ")).expect("written");
    }
    if !unit.exported {
        notes.push_str(" private");
    }
    let kind = format!("{:?}", unit.kind).to_lowercase();
    let indent = "  ".repeat(unit.depth as usize);
    format!("{first:>3}-{last:<3} {indent}{kind} {owner}{}{notes} | {signature}", unit.name)
}

/// The lines that ranges touch, runs as `from-to`.
fn lines(file: &ParsedFile, ranges: &[std::ops::Range<u32>]) -> String {
    let line = |at: u32| 1 + file.text[..at as usize].matches('\n').count();
    let span = |range: &std::ops::Range<u32>| (line(range.start), line(range.end.max(1) - 1));
    let mut out: Vec<String> = ranges
        .iter()
        .map(|range| match span(range) {
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first}-{last}"),
        })
        .collect();
    out.dedup();
    out.join(" ")
}
