//! Every file of `tests/corpus/<language>/` against a readable snapshot: its symbols, who owns which
//! lines, and what it imports.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use columbus_core::language;
use columbus_core::parse::{self, Options};
use columbus_core::records::{ParsedFile, SourceFile, Unit, UnitText};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus")
}

/// Every corpus file with the name of its folder and its own.
fn parsed() -> Vec<(String, String, ParsedFile)> {
    let mut out = Vec::new();
    for folder in list(&corpus()) {
        for file in list(&folder) {
            let name =
                |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
            let (language, name) = (name(&folder), name(&file));
            let path = format!("src/{name}");
            let source = SourceFile { path, ..SourceFile::default() };
            let bytes = std::fs::read(&file).expect("a corpus file");
            let parsed = parse::parse(&source, &bytes, &Options::default()).expect("parsed");
            out.push((language, name, parsed));
        }
    }
    out
}

fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

#[test]
fn every_language_has_a_folder() {
    let folders = list(&corpus()).into_iter().filter(|folder| folder.is_dir());
    let name = |path: PathBuf| path.file_name().map(|name| name.to_string_lossy().into_owned());
    let covered: BTreeSet<String> = folders.filter_map(name).collect();
    let known: BTreeSet<String> = language::all().iter().map(|l| l.name().to_owned()).collect();
    assert_eq!(covered, known);
}

#[test]
fn corpus_files_are_charted_as_before() {
    for (language, name, file) in parsed() {
        assert_eq!(file.language, language, "{name} is in the folder of another language");
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(format!("{language}__{name}"), outline(&file));
        });
    }
}

#[test]
fn nothing_in_the_corpus_is_beyond_its_grammar() {
    for (_, name, file) in parsed() {
        assert_eq!(file.problem, None, "{name}");
    }
}

#[test]
fn no_name_comes_out_of_a_string_or_a_comment() {
    let hidden = ["fake", "not_here", "nothere", "not_code", "notaclass", "not_a_method"];
    for (_, file_name, file) in parsed() {
        for unit in &file.units {
            let name = unit.name.to_lowercase();
            assert!(!hidden.contains(&name.as_str()), "{file_name}: {}", unit.name);
        }
    }
}

/// One unit a line: kind, name with owners, visibility, lines, whose lines, signature, parameters.
fn outline(parsed: &ParsedFile) -> String {
    let mut out = String::new();
    for (unit, text) in parsed.units.iter().zip(parse::owners(parsed)) {
        let indent = "  ".repeat(unit.depth as usize);
        let (first, last) = unit.lines;
        let _ = write!(out, "{indent}{}", title(unit));
        let _ = write!(out, "  {first}-{last}{}", fields(&parsed.text, &text));
        let signature = &parsed.text[unit.signature.start as usize..unit.signature.end as usize];
        if !signature.is_empty() {
            let _ = write!(out, "  `{}`", signature.replace('\n', "⏎").replace('\t', " "));
        }
        if !unit.parameters.is_empty() {
            let _ = write!(out, "  ({})", unit.parameters.join(", "));
        }
        out.push('\n');
    }
    for import in &parsed.imports {
        let names = import.names.join(", ");
        let _ = writeln!(out, "import {}  [{names}]  {}", import.specifier, import.line);
    }
    let _ = writeln!(out, "{} comments, {} strings", parsed.comments.len(), parsed.strings.len());
    if let Some(problem) = &parsed.problem {
        let _ = writeln!(out, "problem {:?} {}", problem.reason, problem.detail);
    }
    out
}

fn title(unit: &Unit) -> String {
    let kind = format!("{:?}", unit.kind).to_lowercase();
    let dot = if unit.container.is_empty() { "" } else { "." };
    let ordinal = if unit.ordinal > 0 { format!("#{}", unit.ordinal) } else { String::new() };
    let exported = if unit.exported { "" } else { " -" };
    format!("{kind} {}{dot}{}{ordinal}{exported}", unit.container, unit.name)
}

fn fields(text: &str, owned: &UnitText) -> String {
    let lines = |at: u32| text[..at as usize].matches('\n').count();
    let mut out = String::new();
    for (mark, ranges) in [("s", &owned.signature), ("d", &owned.doc), ("b", &owned.body)] {
        for range in ranges {
            let (first, last) = (lines(range.start) + 1, lines(range.end - 1) + 1);
            let span = if first == last { format!("{first}") } else { format!("{first}-{last}") };
            let _ = write!(out, " {mark}{span}");
        }
    }
    out
}
