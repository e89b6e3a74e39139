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
    let (path, name) = (quoted(&file.source.path), quoted(&unit.name));
    let (parent, (start, end)) = (quoted(&unit.container), unit.lines);
    let more = if full { details(file, unit) } else { String::new() };
    format!(
        "{{\"path\":{path},\"name\":{name},\"kind\":\"{kind}\",\"start\":{start},\"end\":{end},\"parent\":{parent}{more}}}"
    )
}

fn details(file: &ParsedFile, unit: &Unit) -> String {
    let exported = unit.exported;
    let signature = &file.text[unit.signature.start as usize..unit.signature.end as usize];
    let (signature, parameters) = (quoted(signature), quoted(&unit.parameters.join(" ")));
    format!(",\"exported\":{exported},\"signature\":{signature},\"parameters\":{parameters}")
}

fn quoted(text: &str) -> String {
    let escaped = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c.is_control() => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    };
    format!("\"{}\"", text.chars().map(escaped).collect::<Vec<_>>().concat())
}

/// What there is of one language.
#[derive(Default)]
struct Count {
    files: usize,
    bytes: usize,
    problems: usize,
    kinds: BTreeMap<String, usize>,
}

fn stats(
    out: &mut impl Write,
    parsed: &[ParsedFile],
    failed: usize,
    seconds: f64,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    for file in parsed {
        let count = counts.entry(file.language).or_default();
        count.files += 1;
        count.bytes += file.text.len();
        count.problems += usize::from(file.problem.is_some());
        for unit in &file.units {
            *count.kinds.entry(format!("{:?}", unit.kind).to_lowercase()).or_default() += 1;
        }
    }
    let bytes: usize = parsed.iter().map(|file| file.text.len()).sum();
    for (language, count) in counts {
        let (megabytes, files) = (count.bytes as f64 / 1e6, count.files);
        writeln!(
            out,
            "{language:12} {files:6} files {megabytes:7.2} MB, {} problems",
            count.problems
        )?;
        let kinds: Vec<_> = count.kinds.iter().map(|(kind, n)| format!("{kind} {n}")).collect();
        writeln!(out, "             {}", kinds.join(", "))?;
    }
    let rate = bytes as f64 / 1e6 / seconds;
    writeln!(out, "{} files, {failed} failed, {seconds:.2} s, {rate:.1} MB/s", parsed.len())?;
    Ok(())
}
