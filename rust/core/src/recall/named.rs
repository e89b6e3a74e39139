//! Files that the query names by path.

use crate::catalog::Catalog;
use crate::understand::{Place, Understood};

/// So many files may go by one name (`index.js`); of more the ones nearest to the root count.
const MOST: usize = 60;

/// A named file, with the line that was named.
pub(super) struct NamedFile {
    pub(super) file: u32,
    pub(super) line: Option<u32>,
}

/// The open files whose path ends with a path of the query, by file, each once.
pub(super) fn named(query: &Understood, catalog: &Catalog, open: &[bool]) -> Vec<NamedFile> {
    let mut all: Vec<NamedFile> = Vec::new();
    for place in &query.places {
        let files = files_of(place, catalog, open);
        all.extend(files.into_iter().map(|file| NamedFile { file, line: place.line }));
    }
    // The first line that is named of a file counts.
    all.sort_by_key(|named| named.file);
    all.dedup_by_key(|named| named.file);
    all
}

fn files_of(place: &Place, catalog: &Catalog, open: &[bool]) -> Vec<u32> {
    let wanted = place.path.to_lowercase();
    let wanted = wanted.trim_start_matches('/');
    let with_directory = wanted.contains('/');
    let paths = || {
        let files = (0u32..).zip(catalog.files()).filter(|(file, _)| open[*file as usize]);
        files.map(|(file, entry)| (file, entry.path.to_lowercase()))
    };
    let fits = |path: &str| {
        let bare = path
            .rsplit_once('.')
            .map_or(path, |(bare, end)| if end.contains('/') { path } else { bare });
        ends_with(path, wanted) || with_directory && ends_with(bare, wanted)
    };
    let mut found: Vec<(usize, u32)> =
        paths().filter(|(_, path)| fits(path)).map(|(file, path)| (path.len(), file)).collect();
    if found.is_empty() && with_directory {
        // A path from another place: from the root of the disk, or of a build.
        let inner = paths().filter(|(_, path)| path.contains('/') && ends_with(wanted, path));
        let longest = inner.max_by_key(|(file, path)| (path.len(), u32::MAX - file));
        found.extend(longest.map(|(file, path)| (path.len(), file)));
    }
    found.sort_unstable();
    found.truncate(MOST);
    found.into_iter().map(|(_, file)| file).collect()
}

/// Whether the last components of `path` are those of `end`.
fn ends_with(path: &str, end: &str) -> bool {
    let before = path.strip_suffix(end);
    before.is_some_and(|before| before.is_empty() || before.ends_with('/'))
}
