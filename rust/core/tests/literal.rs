//! The live scan over a tree on disk: what is read, in which order, and how much of it.

use std::fs;
use std::path::Path;
use std::time::Duration;

use columbus_core::Error;
use columbus_core::catalog::Catalog;
use columbus_core::literal::{Budget, FileMatch, Found, Pattern, Plan, scan};
use columbus_core::parse::{self, Options};
use columbus_core::postings;
use columbus_core::recall::{Filters, LaneState, Scope};
use columbus_core::records::SourceFile;
use columbus_core::stop::Stop;

const TREE: [(&str, &str); 4] = [
    ("docs/guide.md", "# Guide\n\nIt says could not connect when there is no server.\n"),
    ("src/a.py", "def dial():\n    raise OSError(\"Could not\\\n        connect\")\n"),
    ("src/b.py", "def other():\n    return \"could not\n    connect\"\n"),
    ("tests/test_a.py", "def test_dial():\n    assert 'could not connect' in dial()\n"),
];

struct Tree {
    dir: tempfile::TempDir,
    catalog: Catalog,
}

impl Tree {
    fn new(files: &[(&str, &[u8])]) -> Tree {
        let dir = tempfile::tempdir().expect("a directory");
        let mut parsed = Vec::new();
        for (path, bytes) in files {
            write(dir.path(), path, bytes);
            let source = SourceFile { path: (*path).to_owned(), ..SourceFile::default() };
            parsed.push(parse::parse(&source, bytes, &Options::default()).expect("parsed"));
        }
        let texts: Vec<_> = parsed.iter().map(parse::owners).collect();
        let pairs: Vec<_> =
            parsed.iter().zip(&texts).map(|(file, text)| (file, &text[..])).collect();
        let segment = postings::build(&pairs, 1, 1);
        let catalog = Catalog::new(&[&segment.columns], &[]).expect("a catalog");
        Tree { dir, catalog }
    }

    fn small() -> Tree {
        let files: Vec<(&str, &[u8])> =
            TREE.iter().map(|(path, text)| (*path, text.as_bytes())).collect();
        Tree::new(&files)
    }

    fn scan(&self, texts: &[&str], also: &[&str], budget: Budget, filters: &Filters) -> Found {
        let scope = Scope::new(filters).expect("a scope");
        let also: Vec<String> = also.iter().map(|path| (*path).to_owned()).collect();
        let plan = plan(texts);
        scan(self.dir.path(), &self.catalog, &scope, &also, &plan, budget, &Stop::default())
            .expect("scanned")
    }

    fn find(&self, texts: &[&str]) -> Vec<FileMatch> {
        self.scan(texts, &[], Budget::default(), &Filters::default()).files
    }
}

fn plan(texts: &[&str]) -> Plan {
    let pattern = |text: &&str| Pattern { text: (*text).to_owned(), whole: false };
    Plan { patterns: texts.iter().map(pattern).collect() }
}

fn write(root: &Path, path: &str, bytes: &[u8]) {
    let full = root.join(path);
    fs::create_dir_all(full.parent().expect("a parent")).expect("made");
    fs::write(full, bytes).expect("written");
}

fn paths(files: &[FileMatch]) -> Vec<&str> {
    files.iter().map(|file| file.path.as_str()).collect()
}

#[test]
fn files_with_the_text_are_found_with_its_lines() {
    let found = Tree::small().find(&["could not connect"]);
    assert_eq!(paths(&found), ["docs/guide.md", "src/b.py", "tests/test_a.py"]);
    assert_eq!(found[1].lines, [(0, 2)]);
    assert!(found.iter().all(|file| (file.share - 1.0).abs() < 1e-6));
}

#[test]
fn a_share_counts_the_texts_of_a_file() {
    let found = Tree::small().find(&["could not connect", "def other"]);
    let share = |path: &str| found.iter().find(|file| file.path == path).map(|file| file.share);
    assert_eq!((share("src/b.py"), share("docs/guide.md")), (Some(1.0), Some(0.5)));
}

#[test]
fn the_bytes_on_disk_count_not_those_that_were_charted() {
    let tree = Tree::small();
    write(tree.dir.path(), "src/a.py", b"# rewritten\nX = 'brand new text'\n");
    write(tree.dir.path(), "src/new.py", b"Y = 'brand new text'\n");
    fs::remove_file(tree.dir.path().join("src/b.py")).expect("removed");
    let found = tree.scan(
        &["brand new text"],
        &["src/new.py", "src/gone.py", "src/a.py"],
        Budget::default(),
        &Filters::default(),
    );
    assert_eq!(paths(&found.files), ["src/a.py", "src/new.py"]);
    assert_eq!((found.files[0].lines.as_slice(), found.state), (&[(0, 2)][..], LaneState::Ran));
}

#[test]
fn the_scope_counts_also_for_files_that_are_not_charted() {
    let tree = Tree::small();
    write(tree.dir.path(), "tests/new.py", b"could not connect");
    let filters = Filters { exclude: vec!["tests".to_owned()], ..Filters::default() };
    let found = tree.scan(&["could not connect"], &["tests/new.py"], Budget::default(), &filters);
    assert_eq!(paths(&found.files), ["docs/guide.md", "src/b.py"]);
}

#[test]
fn the_budget_is_one_of_bytes_in_a_fixed_order() {
    let tree = Tree::small();
    let implementation = (TREE[1].1.len() + TREE[2].1.len()) as u64;
    for bytes in [implementation, implementation + 5] {
        let budget = Budget { bytes, ..Budget::default() };
        let found = tree.scan(&["could not connect"], &[], budget, &Filters::default());
        // Implementation is read before documents and tests.
        assert_eq!(paths(&found.files), ["src/b.py"]);
        assert_eq!(found.state, LaneState::Partly("2 files beyond 0 MB".to_owned()));
        let again = tree.scan(&["could not connect"], &[], budget, &Filters::default());
        assert_eq!(again, found);
    }
}

#[test]
fn a_scan_that_takes_too_long_gives_nothing() {
    let budget = Budget { time: Duration::ZERO, ..Budget::default() };
    let found = Tree::small().scan(&["could not connect"], &[], budget, &Filters::default());
    assert_eq!(found, Found { files: Vec::new(), state: LaneState::Skipped("budget") });
}

#[test]
fn other_encodings_are_read_as_text() {
    let utf16: Vec<u8> =
        "\u{feff}# Größe des Wagens\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let tree = Tree::new(&[("wide.py", &utf16[..]), ("latin.py", b"# \xfcber alles hinaus\n")]);
    assert_eq!(paths(&tree.find(&["GRÖßE DES WAGENS"])), Vec::<&str>::new());
    assert_eq!(paths(&tree.find(&["gRöße des wagens"])), ["wide.py"]);
    assert_eq!(paths(&tree.find(&["über alles"])), ["latin.py"]);
}

#[cfg(unix)]
#[test]
fn nothing_is_read_through_links_and_pipes() {
    let outside = Tree::small();
    let tree = Tree::small();
    fs::remove_file(tree.dir.path().join("src/b.py")).expect("removed");
    fs::remove_dir_all(tree.dir.path().join("tests")).expect("removed");
    let link = |to: &str| {
        std::os::unix::fs::symlink(outside.dir.path().join(to), tree.dir.path().join(to))
    };
    link("src/b.py").expect("linked");
    link("tests").expect("linked");
    assert_eq!(paths(&tree.find(&["could not connect"])), ["docs/guide.md"]);
}

#[test]
fn a_set_flag_and_a_missing_root_are_errors() {
    let tree = Tree::small();
    let stop = Stop::default();
    stop.set();
    let (scope, budget) = (Scope::default(), Budget::default());
    let run = |root: &Path| scan(root, &tree.catalog, &scope, &[], &plan(&["x"]), budget, &stop);
    assert!(matches!(run(tree.dir.path()), Err(Error::Stopped)));
    assert!(matches!(run(Path::new("/nowhere/at/all")), Err(Error::Io { .. })));
}
