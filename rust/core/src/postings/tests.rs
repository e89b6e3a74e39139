use super::*;
use crate::catalog::Catalog;
use crate::records::{ParsedFile, SourceFile};
use crate::{parse, terms};

fn parsed(path: &str, text: &str) -> ParsedFile {
    let source = SourceFile { path: path.to_owned(), ..SourceFile::default() };
    parse::parse(&source, text.as_bytes(), &parse::Options::default()).expect("parsed")
}

fn segment(files: &[ParsedFile], first_file: u32, first_unit: u32) -> Segment {
    let texts: Vec<_> = files.iter().map(parse::owners).collect();
    let pairs: Vec<_> = files.iter().zip(&texts).map(|(file, text)| (file, &text[..])).collect();
    build(&pairs, first_file, first_unit)
}

/// (unit id, counts) of a word's term over all blocks.
fn units_of(segment: &Segment, term: &str) -> Vec<(u32, [u8; 5])> {
    let found = segment.blocks.iter().filter_map(|(_, block)| find(block, terms::hash(term)));
    found.flat_map(|term| term.units()).collect()
}

const APP: &str =
    "def load_config(path):\n    \"\"\"Read settings.\"\"\"\n    return parse(path)\n";
const LIB: &str = "class Config:\n    def load(self):\n        return 1\n";

#[test]
fn a_term_is_found_in_its_field_and_path() {
    let built = segment(&[parsed("src/app.py", APP), parsed("src/lib.py", LIB)], 7, 100);
    let [(unit, counts)] = units_of(&built, "pars")[..] else { panic!("one unit") };
    assert_eq!((unit, counts), (100, [0, 0, 0, 0, 1]));
    assert_eq!(units_of(&built, &terms::stem("settings"))[0].1[DOC], 1);
    let config = units_of(&built, "config");
    assert!(config.iter().any(|(id, counts)| *id == 100 && counts[NAME] == 1), "{config:?}");
    let hash = terms::hash("app");
    let paths = built.blocks.iter().find_map(|(_, block)| find(block, hash)).expect("path term");
    assert_eq!(paths.paths().collect::<Vec<_>>(), [(7, [1, 0, 0])]);
}

#[test]
fn merged_segments_hold_what_one_built_at_once_holds() {
    let (app, lib) = (parsed("src/app.py", APP), parsed("src/lib.py", LIB));
    let units = app.units.len() as u32;
    let whole = segment(&[app.clone(), lib.clone()], 1, 1);
    let (a, b) = (segment(&[app], 1, 1), segment(&[lib], 2, 1 + units));
    let stored = |segment: &Segment| -> (Vec<u8>, Vec<Vec<u8>>) {
        (segment.columns.clone(), segment.blocks.iter().map(|(_, block)| block.clone()).collect())
    };
    let parts = [stored(&b), stored(&a)];
    let parts: Vec<Stored<'_>> = parts
        .iter()
        .map(|(columns, blocks)| Stored {
            columns,
            blocks: blocks.iter().map(Vec::as_slice).collect(),
        })
        .collect();
    let merged = merge(&parts, &[]).expect("merged");
    assert_eq!((merged.columns, merged.blocks), (whole.columns, whole.blocks));
    let without = merge(&parts, &[1]).expect("merged");
    assert!(units_of(&without, "pars").is_empty());
    assert_eq!(without.files, 1);
}

#[test]
fn a_catalog_is_in_the_order_of_paths_and_knows_ids() {
    let late = segment(&[parsed("a.py", LIB)], 9, 50);
    let early = segment(&[parsed("b.py", APP)], 3, 10);
    let catalog = Catalog::new(&[&late.columns, &early.columns], &[]).expect("catalog");
    let paths: Vec<_> = catalog.files().iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["a.py", "b.py"]);
    assert_eq!(catalog.file_index(3), Some(1));
    let unit = catalog.unit_index(10).expect("known unit");
    assert_eq!(catalog.units()[unit as usize].file, 1);
    assert_eq!(catalog.unit_index(9), None);
    let dead = Catalog::new(&[&late.columns, &early.columns], &[9]).expect("catalog");
    assert_eq!((dead.files().len(), dead.unit_index(50)), (1, None));
}

#[test]
fn damaged_bytes_are_an_error_and_never_a_panic() {
    let built = segment(&[parsed("src/app.py", APP)], 1, 1);
    for cut in 0..built.columns.len() {
        assert!(Catalog::new(&[&built.columns[..cut]], &[]).is_err());
    }
    for (_, block) in &built.blocks {
        for cut in 0..block.len() {
            if let Some(term) = find(&block[..cut], terms::hash("config")) {
                assert!(term.units().count() < 100);
                assert!(term.paths().count() < 100);
            }
        }
    }
}

#[test]
fn planted_secrets_are_no_terms() {
    let key = "AKIAIOSFODNN7ABCDEFG";
    let text = format!("TOKEN = \"{key}\"\n# password: hunter2horse\nprint('hello')\n");
    let built = segment(&[parsed("conf.py", &text)], 1, 1);
    for part in terms::terms_of(key).parts {
        assert!(units_of(&built, &part).is_empty(), "{part}");
    }
    assert!(!units_of(&built, "hello").is_empty());
}

#[test]
fn old_versions_are_compatibility_layers() {
    let paths = ["lib/v1/a.py", "lib/v2/a.py", "pkg/x.py", "pkg/v1/x.py", "other/v1/y.py"];
    let files: Vec<_> = paths.iter().map(|path| parsed(path, LIB)).collect();
    let built = segment(&files, 1, 1);
    let catalog = Catalog::new(&[&built.columns], &[]).expect("catalog");
    let compat = |path: &str| {
        let at = catalog.find(path).expect("known path");
        catalog.files()[at as usize].roles.has(crate::records::Roles::COMPAT)
    };
    assert!(compat("lib/v1/a.py") && compat("pkg/v1/x.py"));
    assert!(!compat("lib/v2/a.py") && !compat("pkg/x.py") && !compat("other/v1/y.py"));
}
