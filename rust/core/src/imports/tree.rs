//! The paths of the tree, and arithmetic on paths below its root.
//!
//! A directory is written without a slash at its end; the root is the empty string.

use rustc_hash::FxHashSet;

/// All paths, for questions about single ones and about directories.
pub(super) struct Tree<'t> {
    sorted: Vec<&'t str>,
    set: FxHashSet<&'t str>,
}

impl<'t> Tree<'t> {
    pub(super) fn new(files: &'t [String]) -> Self {
        let mut sorted: Vec<&str> = files.iter().map(String::as_str).collect();
        sorted.sort_unstable();
        let set = sorted.iter().copied().collect();
        Self { sorted, set }
    }

    /// All paths, in order.
    pub(super) fn files(&self) -> &[&'t str] {
        &self.sorted
    }

    /// The tree's own copy of `path`, if there is such a file.
    pub(super) fn file(&self, path: &str) -> Option<&'t str> {
        self.set.get(path).copied()
    }

    /// Whether any file lies below `dir`.
    pub(super) fn has_dir(&self, dir: &str) -> bool {
        if dir.is_empty() {
            return !self.sorted.is_empty();
        }
        let inside = format!("{dir}/");
        let at = self.sorted.partition_point(|path| *path < inside.as_str());
        self.sorted.get(at).is_some_and(|path| path.starts_with(&inside))
    }
}

/// The directory of `path`.
pub(super) fn parent(path: &str) -> &str {
    path.rfind('/').map_or("", |slash| &path[..slash])
}

/// The last component of `path`.
pub(super) fn name_of(path: &str) -> &str {
    path.rfind('/').map_or(path, |slash| &path[slash + 1..])
}

/// Whether the name of `path` ends with a dot and `extension`.
pub(super) fn has_extension(path: &str, extension: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, ending)| ending == extension)
}

/// `dir` and its ancestors, the root last.
pub(super) fn upward(dir: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(dir), |dir| (!dir.is_empty()).then(|| parent(dir)))
}

/// What of `path` lies below `dir`; `None` when it does not lie there.
pub(super) fn below<'a>(path: &'a str, dir: &str) -> Option<&'a str> {
    if dir.is_empty() {
        return Some(path);
    }
    path.strip_prefix(dir)?.strip_prefix('/')
}

/// `relative` seen from `dir`, with `.` and `..` resolved; `None` when it leaves the root.
pub(super) fn join(dir: &str, relative: &str) -> Option<String> {
    let mut parts: Vec<&str> = dir.split('/').filter(|part| !part.is_empty()).collect();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// How near `dir` is to `importer`: sorts the nearest first. Ties go to the shallower directory
/// and then by name, so that the order is total.
pub(super) fn distance<'a>(importer: &str, dir: &'a str) -> (usize, usize, &'a str) {
    let depth = dir.split('/').filter(|part| !part.is_empty()).count();
    let shared = dir
        .split('/')
        .zip(parent(importer).split('/'))
        .take_while(|(a, b)| a == b && !a.is_empty())
        .count();
    (usize::MAX - shared, depth, dir)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_and_refuses_to_leave_the_root() {
        assert_eq!(join("a/b", "../c/./d").as_deref(), Some("a/c/d"));
        assert_eq!(join("", "x").as_deref(), Some("x"));
        assert_eq!(join("a", "..").as_deref(), Some(""));
        assert_eq!(join("a", "../.."), None);
    }

    #[test]
    fn a_directory_is_not_a_prefix_of_a_name() {
        let files = ["src-old/a.py".to_owned(), "src.py".to_owned()];
        let tree = Tree::new(&files);
        assert!(!tree.has_dir("src"));
        assert!(tree.has_dir("src-old"));
        assert_eq!(below("src-old/a.py", "src"), None);
    }

    #[test]
    fn the_nearest_directory_comes_first() {
        let mut dirs = vec!["", "b", "a/x", "a"];
        dirs.sort_by_key(|dir| distance("a/y/m.py", dir));
        assert_eq!(dirs, ["a", "a/x", "", "b"]);
    }
}
