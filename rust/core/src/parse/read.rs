//! Reading one listed file: regular files only, never through a link, never waiting for a pipe.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

use crate::records::{Problem, Reason, SourceFile};

/// Offsets are 32 bits wide.
const SIZE_LIMIT: u64 = u32::MAX as u64;

/// The bytes of a file below `root`.
pub(super) fn read(root: &Path, file: &SourceFile) -> Result<Vec<u8>, Problem> {
    let problem = |reason, detail: String| Problem { path: file.path.clone(), reason, detail };
    let path = root.join(&file.path);
    let mut handle =
        open(&path).map_err(|error| problem(reason_of(&path, &error), String::new()))?;
    let found = handle.metadata().map_err(|e| problem(Reason::Unreadable, e.kind().to_string()))?;
    if !found.is_file() {
        return Err(problem(Reason::NotRegular, String::new()));
    }
    if found.len() > SIZE_LIMIT {
        return Err(problem(Reason::TooLarge, String::new()));
    }
    let mut bytes = Vec::with_capacity(found.len() as usize);
    // A file that grows while it is read must not grow past the limit.
    let taken = (&mut handle).take(SIZE_LIMIT).read_to_end(&mut bytes);
    taken.map_err(|error| problem(Reason::Unreadable, error.kind().to_string()))?;
    Ok(bytes)
}

fn reason_of(path: &Path, error: &io::Error) -> Reason {
    match path.symlink_metadata() {
        _ if error.kind() == io::ErrorKind::NotFound => Reason::Vanished,
        // A link or a socket, refused by the open flags.
        Ok(found) if !found.is_file() => Reason::NotRegular,
        _ => Reason::Unreadable,
    }
}

/// Opens without following a link and without waiting for a pipe.
#[cfg(unix)]
pub(crate) fn open(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    OpenOptions::new().read(true).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK).open(path)
}

/// Opens for reading.
#[cfg(not(unix))]
pub(crate) fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(path: &str) -> SourceFile {
        SourceFile { path: path.to_owned(), ..SourceFile::default() }
    }

    #[cfg(unix)]
    #[test]
    fn links_folders_and_missing_files_are_problems() {
        let root = tempfile::tempdir().expect("a folder");
        std::fs::write(root.path().join("real.py"), "x = 1\n").expect("written");
        std::os::unix::fs::symlink("real.py", root.path().join("link.py")).expect("linked");
        std::fs::create_dir(root.path().join("folder")).expect("made");
        let reason = |path: &str| read(root.path(), &listed(path)).map_err(|p| p.reason);
        assert_eq!(reason("real.py"), Ok(b"x = 1\n".to_vec()));
        assert_eq!(reason("link.py"), Err(Reason::NotRegular));
        assert_eq!(reason("folder"), Err(Reason::NotRegular));
        assert_eq!(reason("gone.py"), Err(Reason::Vanished));
    }
}
