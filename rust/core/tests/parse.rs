//! What `parse` and `owners` promise beyond the corpus: encodings, limits, order, and whose a line is.

use std::path::Path;
use std::time::Duration;

use columbus_core::parse::{self, Options};
use columbus_core::records::{ParsedFile, Reason, SourceFile, UnitKind};
use columbus_core::stop::Stop;

fn listed(path: &str) -> SourceFile {
    SourceFile { path: path.to_owned(), ..SourceFile::default() }
}

fn parsed(path: &str, bytes: &[u8]) -> ParsedFile {
    parse::parse(&listed(path), bytes, &Options::default()).expect("a parsed file")
}

fn names(file: &ParsedFile) -> Vec<(&str, (u32, u32))> {
    let symbols = file.units.iter().filter(|unit| unit.kind != UnitKind::Block);
    symbols.map(|unit| (unit.name.as_str(), unit.lines)).collect()
}

/// The lines of a unit's fields, as text: signature, documentation, body.
fn fields(file: &ParsedFile, name: &str) -> [String; 3] {
    let owned = parse::owners(file);
    let index = file.units.iter().position(|unit| unit.name == name).expect("the unit");
    let text = &owned[index];
    [&text.signature, &text.doc, &text.body].map(|ranges| {
        let lines = ranges.iter().map(|r| &file.text[r.start as usize..r.end as usize]);
        lines.collect::<String>()
    })
}

#[test]
fn offsets_are_into_the_text_and_the_mark_is_the_shift() {
    let file = parsed("a.py", b"\xEF\xBB\xBFdef f():\n    pass\n");
    assert_eq!((file.bytes_shift, file.transcoded), (3, false));
    assert_eq!(file.units[0].bytes, 0..17);
}

#[test]
fn other_encodings_keep_names_and_lines() {
    let source = "# Größe\ndef size():\n    pass\n";
    let utf16: Vec<u8> = source.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let latin: Vec<u8> = source.chars().map(|c| c as u8).collect();
    for bytes in [utf16, latin] {
        let file = parsed("a.py", &bytes);
        assert!(file.transcoded);
        assert_eq!(names(&file), [("size", (2, 3))]);
        assert!(file.text.contains("Größe"));
    }
}

#[test]
fn a_file_that_takes_too_long_is_charted_as_text() {
    let options = Options { time_limit: Duration::ZERO, ..Options::default() };
    let text = "def f():\n    pass\n".repeat(2000);
    let file = parse::parse(&listed("a.py"), text.as_bytes(), &options).expect("a parsed file");
    assert_eq!(file.problem.map(|problem| problem.reason), Some(Reason::ParseTimeout));
    assert!(!file.units.is_empty());
    assert!(file.units.iter().all(|unit| unit.kind == UnitKind::Block));
    // The parser is not left in the middle of that text.
    assert_eq!(names(&parsed("b.py", b"def g(): pass\n")), [("g", (1, 1))]);
}

#[test]
fn broken_source_gives_what_can_be_made_out() {
    let file = parsed("a.py", b"def whole():\n    pass\n\n)))) ((( [[[\n????\n$$$ %%% +++ ===\n");
    assert_eq!(names(&file)[0].0, "whole");
    assert_eq!(file.problem.map(|problem| problem.reason), Some(Reason::ParsedPartly));
    assert_eq!(parsed("b.py", b"def f(:\n    pass\n\ndef g():\n    return 1\n").problem, None);
}

#[test]
fn classified_files_have_a_reason_and_no_units() {
    let with = |classify| Options { classify, ..Options::default() };
    let made = with(|_, _| Some(Reason::Generated));
    let file = parse::parse(&listed("a.py"), b"x = 1\n", &made).expect("a parsed file");
    assert!(file.units.is_empty());
    assert_eq!(file.problem.map(|problem| problem.reason), Some(Reason::Generated));
    let binary = with(|_, _| Some(Reason::Binary));
    let problem = parse::parse(&listed("a.py"), b"\0\0", &binary).expect_err("a problem");
    assert_eq!((problem.path.as_str(), problem.reason), ("a.py", Reason::Binary));
}

#[test]
fn all_keeps_the_order_and_names_what_failed() {
    let root = tempfile::tempdir().expect("a folder");
    let files: Vec<SourceFile> = (0..40).map(|n| listed(&format!("f{n:02}.py"))).collect();
    for file in files.iter().filter(|file| file.path != "f07.py") {
        std::fs::write(root.path().join(&file.path), "x = 1\n").expect("written");
    }
    let run = |stop: &Stop| parse::all(root.path(), &files, &Options::default(), stop);
    let (parsed, problems) = run(&Stop::default()).expect("parsed files");
    let paths: Vec<&str> = parsed.iter().map(|file| file.source.path.as_str()).collect();
    assert!(paths.is_sorted());
    assert_eq!((paths.len(), problems.len()), (39, 1));
    assert_eq!((problems[0].path.as_str(), problems[0].reason), ("f07.py", Reason::Vanished));

    let stop = Stop::default();
    stop.set();
    assert!(run(&stop).is_err());
    assert!(parse::all(Path::new("."), &[], &Options::default(), &Stop::default()).is_ok());
}

#[test]
fn comments_above_belong_to_the_definition_as_far_as_they_touch() {
    let text = "# far\n\n# near\n# nearer\n@deco\ndef f():  # here\n    \"\"\"Doc.\"\"\"\n    # inside\n    return 1\n";
    let file = parsed("a.py", text.as_bytes());
    let [signature, doc, body] = fields(&file, "f");
    assert_eq!(signature, "def f():  # here\n");
    assert_eq!(doc, "# near\n# nearer\n    \"\"\"Doc.\"\"\"\n    # inside\n");
    assert_eq!(body, "@deco\n    return 1\n");
    assert_eq!(fields(&file, "")[1], "# far\n");
}

#[test]
fn a_class_keeps_its_docstring_and_its_fields() {
    let text = "class A:\n    \"\"\"Doc.\"\"\"\n    def f(self): pass\n    x = 1\n    # about g\n    def g(self): pass\n";
    let file = parsed("a.py", text.as_bytes());
    let [_, doc, body] = fields(&file, "A");
    assert_eq!((doc.as_str(), body.as_str()), ("    \"\"\"Doc.\"\"\"\n", "    x = 1\n"));
    assert_eq!(fields(&file, "g")[1], "    # about g\n");
    assert_eq!(fields(&file, "x"), ["", "", ""]);
}

#[test]
fn at_most_forty_comment_lines_belong_to_a_definition() {
    let text = "// licence\n".repeat(60) + "function f() {}\n";
    let file = parsed("a.js", text.as_bytes());
    assert_eq!(fields(&file, "f")[1].lines().count(), 40);
    assert_eq!(file.units[0].lines, (1, 20));
}

#[test]
fn text_without_definitions_is_cut_into_blocks_of_fifty_lines() {
    let text = "word\n".repeat(120);
    let lines: Vec<_> =
        parsed("a.unknown", text.as_bytes()).units.iter().map(|unit| unit.lines).collect();
    assert_eq!(lines, [(1, 50), (51, 100), (101, 120)]);
}

#[test]
fn scripts_of_a_component_keep_the_lines_of_the_file() {
    let text = "<template>\n  <b/>\n</template>\n<script lang=\"ts\">\nexport function pick(id: number): number {\n  return id\n}\n</script>\n";
    let file = parsed("Card.vue", text.as_bytes());
    assert_eq!(names(&file), [("pick", (5, 7))]);
    assert_eq!(file.language, "");
}
