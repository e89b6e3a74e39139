//! What holds for any bytes: no panic, units in order, and every line owned once.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use columbus_core::parse::{self, Options};
use columbus_core::records::{ParsedFile, SourceFile, UnitText};
use proptest::prelude::*;

const EXTENSIONS: [&str; 26] = [
    "py", "js", "ts", "tsx", "go", "rs", "java", "c", "h", "cpp", "cs", "rb", "php", "swift", "kt",
    "scala", "ex", "hs", "lua", "zig", "sh", "md", "vue", "txt", "toml", "unknown",
];

fn parsed(path: &str, bytes: &[u8]) -> ParsedFile {
    let source = SourceFile { path: path.to_owned(), ..SourceFile::default() };
    parse::parse(&source, bytes, &Options::default()).expect("text of this size is charted")
}

fn check(file: &ParsedFile) {
    assert!(
        file.units.is_sorted_by_key(|unit| (unit.bytes.start, std::cmp::Reverse(unit.bytes.end)))
    );
    for (index, unit) in file.units.iter().enumerate() {
        assert!(file.text.get(unit.bytes.start as usize..unit.bytes.end as usize).is_some());
        assert!(
            file.text.get(unit.signature.start as usize..unit.signature.end as usize).is_some()
        );
        assert!(unit.lines.0 <= unit.lines.1);
        if let Some(parent) = unit.parent {
            let outer = &file.units[parent as usize].bytes;
            assert!((parent as usize) < index);
            assert!(outer.start <= unit.bytes.start && unit.bytes.end <= outer.end);
        }
    }
    for ranges in [&file.comments, &file.strings] {
        assert!(ranges.is_sorted_by(|a, b| a.end <= b.start));
    }
    assert_every_line_is_owned_once(file);
}

fn assert_every_line_is_owned_once(file: &ParsedFile) {
    let owned = parse::owners(file);
    assert_eq!(owned.len(), file.units.len());
    let fields =
        |text: &UnitText| [text.signature.clone(), text.doc.clone(), text.body.clone()].concat();
    let mut ranges: Vec<_> = owned.iter().flat_map(fields).collect();
    ranges.sort_by_key(|range| range.start);
    if file.text.trim().is_empty() {
        assert!(file.units.is_empty());
        return;
    }
    let mut at = 0;
    for range in ranges {
        assert_eq!(range.start, at, "a line is owned twice or by nobody");
        at = range.end;
    }
    assert_eq!(at as usize, file.text.len());
}

/// The corpus of all languages, read once.
fn corpus() -> &'static [(PathBuf, Vec<u8>)] {
    static CORPUS: OnceLock<Vec<(PathBuf, Vec<u8>)>> = OnceLock::new();
    CORPUS.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
        let mut files: Vec<_> = folders(&root).iter().flat_map(|folder| folders(folder)).collect();
        files.sort();
        let read = |path: PathBuf| std::fs::read(&path).ok().map(|bytes| (path, bytes));
        files.into_iter().filter_map(read).collect()
    })
}

fn folders(path: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(extension in 0..EXTENSIONS.len(), bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check(&parsed(&format!("a.{}", EXTENSIONS[extension]), &bytes));
    }

    #[test]
    fn any_tokens(
        extension in 0..EXTENSIONS.len(),
        words in prop::collection::vec(
            prop::sample::select(vec![
                "class ", "def ", "fn ", "function ", "x", "Y", "(", ")", "{", "}", "\n", "    ", ":", ";", "=", "\"", "'", "//",
                "/*", "*/", "#", "@", "<", ">", ",", "=>", "template", "struct ", "ä", "\u{2028}", "\r\n", "export ", "const ",
                "end\n", "do\n", "module ", "import ", "let ", "`", "${", "\t",
            ]),
            0..120,
        ),
    ) {
        check(&parsed(&format!("a.{}", EXTENSIONS[extension]), words.concat().as_bytes()));
    }

    #[test]
    fn a_spoiled_corpus_file(
        file in any::<prop::sample::Index>(),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3u8), 1..12),
    ) {
        let (path, bytes) = &corpus()[file.index(corpus().len())];
        let mut bytes = bytes.clone();
        for (at, byte, how) in cuts {
            if bytes.is_empty() {
                break;
            }
            let at = at.index(bytes.len());
            match how {
                0 => bytes[at] = byte,
                1 => bytes.truncate(at),
                _ => { bytes.remove(at); }
            }
        }
        check(&parsed(&path.to_string_lossy(), &bytes));
    }
}

#[test]
fn the_corpus_itself() {
    for (path, bytes) in corpus() {
        check(&parsed(&path.to_string_lossy(), bytes));
    }
}

#[test]
fn nesting_deeper_than_a_stack() {
    for (extension, open) in [
        ("js", "(["),
        ("py", "(["),
        ("c", "{("),
        ("rs", "{("),
        ("hs", "(("),
        ("md", "> "),
        ("cpp", "a<"),
        ("sh", "$("),
    ] {
        let text = open.repeat(100_000);
        check(&parsed(&format!("a.{extension}"), text.as_bytes()));
    }
    let functions = "def f():\n".to_owned()
        + &(1..400).map(|depth| " ".repeat(depth) + "def f():\n").collect::<String>();
    check(&parsed("a.py", functions.as_bytes()));
}

#[test]
fn blank_files_have_no_units() {
    for text in ["", "\n\n", "  \n\t", "\u{feff}"] {
        assert!(parsed("a.py", text.as_bytes()).units.is_empty());
        assert!(parsed("a.txt", text.as_bytes()).units.is_empty());
    }
}
