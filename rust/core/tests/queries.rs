//! Every query compiles against its grammar and uses only the vocabulary of `queries/README.md`.

use columbus_core::language;

#[test]
fn every_query_compiles_and_keeps_to_the_vocabulary() {
    let broken: Vec<String> = language::all()
        .iter()
        .filter_map(|language| language.check().err())
        .map(|error| error.to_string())
        .collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_language_folder_has_the_same_files() {
    let queries = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("queries");
    for folder in std::fs::read_dir(queries).expect("the query folder").flatten() {
        if !folder.path().is_dir() {
            continue;
        }
        let mut names: Vec<_> = std::fs::read_dir(folder.path())
            .expect("a folder")
            .flatten()
            .map(|file| file.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        assert_eq!(names, ["imports.scm", "tags.scm"], "{}", folder.path().display());
    }
}
