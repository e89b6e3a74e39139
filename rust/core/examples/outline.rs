//! Prints the outline of files as JSON lines: path, name, kind, start, end, parent.
//!
//! `cargo run -p columbus-core --example outline -- FILE…`; with `--stats` first it prints counts and
//! speed instead; with `--full` each line also has signature, parameters and visibility.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use columbus_core::parse::{self, Options};
use columbus_core::records::{ParsedFile, SourceFile, Unit, UnitKind};
use columbus_core::stop::Stop;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let flag = arguments.first().filter(|first| first.starts_with("--")).cloned();
    if flag.is_some() {
        arguments.remove(0);
    }
    let mut files = Vec::new();
    for path in arguments {
        match path.strip_prefix('@') {
            Some(list) => files.extend(std::fs::read_to_string(list)?.lines().map(listed)),
            None => files.push(listed(&path)),
        }
    }
    let begun = Instant::now();
    let (parsed, problems) =
        parse::all(Path::new(""), &files, &Options::default(), &Stop::default())?;
    let mut out = std::io::stdout().lock();
    if flag.as_deref() == Some("--stats") {
        let seconds = begun.elapsed().as_secs_f64();
        return stats(&mut out, &parsed, problems.len(), seconds);
    }
    for file in &parsed {
        for unit in file.units.iter().filter(|unit| unit.kind != UnitKind::Block) {
            writeln!(out, "{}", line(file, unit, flag.as_deref() == Some("--full")))?;
        }
    }
    for problem in parsed.iter().filter_map(|file| file.problem.as_ref()).chain(&problems) {
        writeln!(out, "{{\"path\":{:?},\"problem\":\"{:?}\"}}", problem.path, problem.reason)?;
    }
    Ok(())
}

fn listed(path: &str) -> SourceFile {
    SourceFile { path: path.to_owned(), ..SourceFile::default() }
}

fn line(file: &ParsedFile, unit: &Unit, full: bool) -> String {
    let kind = format!("{:?}", unit.kind).to_lowercase();
    let (start, end) = unit.lines;
    let mut line = format!(
        "{{\"path\":{},\"name\":{},\"kind\":\"{kind}\",\"start\":{start},\"end\":{end},\"parent\":{}",
        quoted(&file.source.path),
        quoted(&unit.name),
        quoted(&unit.container),
    );
    if full {
        let signature = &file.text[unit.signature.start as usize..unit.signature.end as usize];
        let exported = unit.exported;
        line.extend([format!(",\"exported\":{exported},\"signature\":{}", quoted(signature))]);
        line.extend([format!(",\"parameters\":{}", quoted(&unit.parameters.join(" ")))]);
    }
    line + "}"
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.extend([format!("\\u{:04x}", u32::from(c))]),
            c => out.push(c),
        }
    }
    out + "\""
}

/// Files, bytes, problems, and units by kind.
type Counts = (usize, usize, usize, BTreeMap<String, usize>);

fn stats(
    out: &mut impl Write,
    parsed: &[ParsedFile],
    failed: usize,
    seconds: f64,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut counts: BTreeMap<&str, Counts> = BTreeMap::new();
    for file in parsed {
        let entry = counts.entry(file.language).or_default();
        entry.0 += 1;
        entry.1 += file.text.len();
        entry.2 += usize::from(file.problem.is_some());
        for unit in &file.units {
            *entry.3.entry(format!("{:?}", unit.kind).to_lowercase()).or_default() += 1;
        }
    }
    let bytes: usize = parsed.iter().map(|file| file.text.len()).sum();
    for (language, (files, bytes, problems, kinds)) in counts {
        writeln!(
            out,
            "{language:12} {files:6} files {:7.2} MB, {problems} problems",
            bytes as f64 / 1e6
        )?;
        let kinds: Vec<_> = kinds.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        writeln!(out, "             {}", kinds.join(", "))?;
    }
    let rate = bytes as f64 / 1e6 / seconds;
    writeln!(out, "{} files, {failed} failed, {seconds:.2} s, {rate:.1} MB/s", parsed.len())?;
    Ok(())
}
