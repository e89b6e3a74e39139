//! How much of a project lives around each file.
//!
//! A prior for trees of several packages: of two like places, the one in the package where most of
//! the implementation is was more often meant (measured, see `docs/ranking.md`).

use std::collections::HashMap;

use crate::catalog::FileEntry;
use crate::records::Roles;

/// Directories that make a neighbourhood, from the root.
const LEVELS: usize = 2;

/// By file, the share (0 to 1) of the implementation files that are in the same directory of the
/// first two levels, or anywhere for a file above them.
///
/// Implementation is what has a grammar that defines code, and no role.
pub(super) fn shares(files: &[FileEntry]) -> Vec<f32> {
    // Only looked up, never walked: its order cannot matter.
    let mut counts: HashMap<&str, u32> = HashMap::new();
    for file in files.iter().filter(|file| is_implementation(file)) {
        for directory in directories(&file.path) {
            *counts.entry(directory).or_insert(0) += 1;
        }
    }
    let all = counts.get("").copied().unwrap_or(0).max(1) as f32;
    let count = |file: &FileEntry| {
        let around = directories(&file.path).last().unwrap_or("");
        counts.get(around).copied().unwrap_or(0)
    };
    files.iter().map(|file| count(file) as f32 / all).collect()
}

fn is_implementation(file: &FileEntry) -> bool {
    file.roles == Roles::default() && !matches!(file.language.as_str(), "" | "markdown")
}

/// The root and the directories above a file, down to [`LEVELS`].
fn directories(path: &str) -> impl Iterator<Item = &str> {
    let below = path.match_indices('/').take(LEVELS).map(|(slash, _)| &path[..slash]);
    std::iter::once("").chain(below)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(paths: &[&str]) -> Vec<FileEntry> {
        let entry = |path: &&str| FileEntry {
            id: 0,
            path: (*path).to_owned(),
            language: if path.contains(".py") { "python" } else { "" }.to_owned(),
            roles: if path.contains("test") { Roles::TEST } else { Roles::default() },
            flags: 0,
            units: 0..0,
            parts: Default::default(),
            lines: 1,
        };
        paths.iter().map(entry).collect()
    }

    #[test]
    fn a_share_is_that_of_the_two_upper_directories() {
        let paths = ["a/x/1.py", "a/x/deep/2.py", "a/y/3.py", "b/4.py", "a/x/test/5.py", "6.txt"];
        assert_eq!(shares(&files(&paths)), [0.5, 0.5, 0.25, 0.25, 0.5, 1.0]);
    }

    #[test]
    fn a_tree_without_implementation_has_shares_of_zero() {
        assert_eq!(shares(&files(&["docs/a.txt", "test/b.py"])), [0.0, 0.0]);
    }
}
