//! What the stat of a file says, on each platform.
//!
//! Takes metadata as `lstat` gives it, gives records and words.

use std::ffi::OsStr;
use std::fs::{self, FileType, Metadata};
use std::io;
use std::path::Path;

use crate::records::{BlobId, SourceFile};

/// A name with `\xNN` for the bytes that are no UTF-8.
pub(super) fn escaped(name: &OsStr) -> String {
    let mut text = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    text
}

/// What a name is that is no file, directory or link.
#[cfg(unix)]
pub(super) fn special(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match kind {
        kind if kind.is_fifo() => "a pipe",
        kind if kind.is_socket() => "a socket",
        _ => "a device",
    }
}

#[cfg(not(unix))]
pub(super) fn special(_: FileType) -> &'static str {
    "no regular file"
}

/// Why a file may not be read. Only one that is not open to everybody is tried: an open of every
/// file would double the cost of the walk.
#[cfg(unix)]
pub(super) fn refused(path: &Path, meta: &Metadata) -> Option<io::Error> {
    use std::os::unix::fs::PermissionsExt;
    if meta.permissions().mode() & 0o004 != 0 {
        return None;
    }
    fs::File::open(path).err()
}

#[cfg(not(unix))]
pub(super) fn refused(_: &Path, _: &Metadata) -> Option<io::Error> {
    None
}

/// The record of a file.
#[cfg(unix)]
pub(super) fn source_file(path: String, meta: &Metadata, blob: Option<BlobId>) -> SourceFile {
    use std::os::unix::fs::MetadataExt;
    let nanoseconds = |secs: i64, nsecs: i64| secs.saturating_mul(1_000_000_000) + nsecs;
    SourceFile {
        path,
        size: meta.len(),
        mtime_ns: nanoseconds(meta.mtime(), meta.mtime_nsec()),
        ctime_ns: nanoseconds(meta.ctime(), meta.ctime_nsec()),
        inode: meta.ino(),
        blob,
    }
}

#[cfg(not(unix))]
pub(super) fn source_file(path: String, meta: &Metadata, blob: Option<BlobId>) -> SourceFile {
    let since = meta.modified().ok().and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok());
    let mtime_ns = since.map_or(0, |at| at.as_nanos() as i64);
    SourceFile { path, size: meta.len(), mtime_ns, ctime_ns: 0, inode: 0, blob }
}
