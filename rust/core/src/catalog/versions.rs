//! Old versions that stay in a tree beside their successors.
//!
//! A directory `v1` (or `1`) is old when a sibling has a higher number, or when at least half of
//! its files also exist at the same place without it.

use std::collections::BTreeMap;

use crate::catalog::FileEntry;
use crate::records::Roles;

/// Marks the files of old versions as [`Roles::COMPAT`].
pub(super) fn mark_old(files: &mut [FileEntry]) {
    let mut highest: BTreeMap<String, u64> = BTreeMap::new();
    let mut versions: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, file) in files.iter().enumerate() {
        for (slash, _) in file.path.match_indices('/') {
            let directory = &file.path[..slash];
            if let Some((parent, number)) = version(directory) {
                let top = highest.entry(parent.to_owned()).or_insert(number);
                *top = (*top).max(number);
                versions.entry(directory.to_owned()).or_default().push(index);
            }
        }
    }
    let old: Vec<usize> = versions
        .into_iter()
        .filter(|(directory, held)| is_old(files, directory, held, &highest))
        .flat_map(|(_, held)| held)
        .collect();
    for index in old {
        files[index].roles = files[index].roles.with(Roles::COMPAT);
    }
}

/// The parent (with its slash, empty at the root) and number of a version directory.
fn version(directory: &str) -> Option<(&str, u64)> {
    let start = directory.rfind('/').map_or(0, |slash| slash + 1);
    let name = &directory[start..];
    let digits = name.strip_prefix('v').unwrap_or(name);
    let number = digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok())??;
    Some((&directory[..start], number))
}

fn is_old(
    files: &[FileEntry],
    directory: &str,
    held: &[usize],
    highest: &BTreeMap<String, u64>,
) -> bool {
    let Some((parent, number)) = version(directory) else { return false };
    if highest.get(parent).is_some_and(|top| number < *top) {
        return true;
    }
    let twin = |index: &&usize| {
        let below = &files[**index].path[directory.len() + 1..];
        let path = format!("{parent}{below}");
        files.binary_search_by(|file| file.path.as_str().cmp(&path)).is_ok()
    };
    held.iter().filter(twin).count() * 2 >= held.len()
}
