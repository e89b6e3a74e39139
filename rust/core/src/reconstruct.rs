//! `reconstruct()`: places from the chart to what stands on disk now.
//!
//! Takes ranked places with the blob id of the file they were charted from. Each file is read once.
//! Where its bytes are those of the anchor, the stored range is exact; where they are not, the file
//! is parsed again and the place is found by identity, or is gone. Old lines are never given.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::error::{Error, Result};
use crate::git::blob_id;
use crate::parse::decode;
use crate::parse::read::open;
use crate::records::{BlobId, ParsedFile, Unit, UnitKind};
use crate::stop::Stop;

/// Characters of a line in a snippet, and of a signature.
const LINE_LIMIT: usize = 400;
const SIGNATURE_LIMIT: usize = 200;
/// Lines to show on both sides of a line that no definition encloses.
const AROUND: u32 = 20;
/// Lines that a signature may take.
const SIGNATURE_LINES: usize = 6;

/// A place to read again.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Path below the root.
    pub path: String,
    /// What the chart was made from.
    pub blob: BlobId,
    /// Identity of the unit: kind, name, container, ordinal.
    pub kind: UnitKind,
    /// Declared name, empty for a block.
    pub name: String,
    /// Its owner.
    pub container: String,
    /// Position among the units of the same identity.
    pub ordinal: u32,
    /// Hint: bytes in the decoded text.
    pub bytes: Range<u32>,
    /// Hint: lines.
    pub lines: (u32, u32),
    /// A line of the file as it is now that the place is about, 0 for none: in a file that changed
    /// the definition around it is the place.
    pub about: u32,
}

/// How a place was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// The file is the one that was charted.
    Exact,
    /// The file changed; the place was found in it.
    Moved,
    /// The file or the place is no longer there.
    Gone,
}

impl State {
    /// The name that crosses the border.
    pub fn name(self) -> &'static str {
        match self {
            State::Exact => "exact",
            State::Moved => "moved",
            State::Gone => "gone",
        }
    }
}

/// A place as it is on disk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excerpt {
    /// How it was found; the other fields hold only the identity when it is gone.
    pub state: State,
    /// Path below the root.
    pub path: String,
    /// What it is now.
    pub kind: UnitKind,
    /// Declared name.
    pub name: String,
    /// Its owner.
    pub container: String,
    /// Lines now.
    pub lines: (u32, u32),
    /// Blob id of the bytes that were read.
    pub file_hash: BlobId,
    /// The head of the definition, white space folded.
    pub signature: String,
    /// Its lines, when asked for.
    pub snippet: Option<String>,
    /// First line of the snippet.
    pub snippet_start_line: u32,
}

/// How much of a place to show.
#[derive(Clone, Copy, Debug, Default)]
pub struct Show {
    /// Lines of a snippet, 0 for none.
    pub snippet_lines: u32,
    /// Lines before and behind a place.
    pub context_lines: u32,
}

/// Parses bytes again; `None` when nothing can be made of them.
pub type Parse<'a> = dyn Fn(&str, &[u8]) -> Option<ParsedFile> + Sync + 'a;

/// Reads places again; one excerpt a place, in order.
///
/// # Errors
/// [`Error::Io`] when the root cannot be resolved, [`Error::Stopped`].
pub fn reconstruct(
    root: &Path,
    wanted: &[Wanted],
    show: Show,
    parse: &Parse<'_>,
    stop: &Stop,
) -> Result<Vec<Excerpt>> {
    let root =
        fs::canonicalize(root).map_err(|source| Error::Io { path: root.to_path_buf(), source })?;
    let mut by_path: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, place) in wanted.iter().enumerate() {
        by_path.entry(&place.path).or_default().push(index);
    }
    let files: Vec<(&str, Vec<usize>)> = by_path.into_iter().collect();
    let read: Vec<Vec<(usize, Excerpt)>> = files
        .par_iter()
        .map(|(path, places)| {
            stop.check()?;
            let mut file = LiveFile::read(&root, path);
            let found = places.iter().map(|index| {
                let place = &wanted[*index];
                let excerpt = file.as_mut().and_then(|file| file.excerpt(place, show, parse));
                (*index, excerpt.unwrap_or_else(|| gone(place)))
            });
            Ok(found.collect())
        })
        .collect::<Result<_>>()?;
    let mut all: Vec<(usize, Excerpt)> = read.into_iter().flatten().collect();
    all.sort_unstable_by_key(|(index, _)| *index);
    Ok(all.into_iter().map(|(_, excerpt)| excerpt).collect())
}

fn gone(place: &Wanted) -> Excerpt {
    Excerpt {
        state: State::Gone,
        path: place.path.clone(),
        kind: place.kind,
        name: place.name.clone(),
        container: place.container.clone(),
        lines: (0, 0),
        file_hash: BlobId::default(),
        signature: String::new(),
        snippet: None,
        snippet_start_line: 0,
    }
}

/// A file as it is now.
struct LiveFile {
    path: String,
    bytes: Vec<u8>,
    blob: BlobId,
    text: String,
    /// Byte offsets at which lines start.
    starts: Vec<usize>,
    parsed: Again,
}

/// A changed file is parsed at most once.
enum Again {
    NotYet,
    Nothing,
    Parsed(Box<ParsedFile>),
}

impl LiveFile {
    fn read(root: &Path, path: &str) -> Option<LiveFile> {
        let bytes = read_inside(root, path)?;
        let blob = blob_id(&bytes);
        let text = decode::decode(&bytes).text.into_owned();
        let breaks = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
        let starts = std::iter::once(0).chain(breaks).collect();
        Some(LiveFile { path: path.to_owned(), bytes, blob, text, starts, parsed: Again::NotYet })
    }

    fn excerpt(&mut self, place: &Wanted, show: Show, parse: &Parse<'_>) -> Option<Excerpt> {
        if self.blob == place.blob {
            return self.show(place, place.bytes.clone(), place.lines, State::Exact, show);
        }
        if matches!(self.parsed, Again::NotYet) {
            self.parsed = parse(&self.path, &self.bytes)
                .map_or(Again::Nothing, |parsed| Again::Parsed(Box::new(parsed)));
        }
        let Again::Parsed(parsed) = &self.parsed else { return None };
        let around = (place.about > 0).then(|| enclosing(&parsed.units, place.about)).flatten();
        let unit = around.or_else(|| find(&parsed.units, place).cloned())?;
        let place =
            Wanted { kind: unit.kind, name: unit.name, container: unit.container, ..place.clone() };
        self.show(&place, unit.bytes, unit.lines, State::Moved, show)
    }

    fn show(
        &self,
        place: &Wanted,
        bytes: Range<u32>,
        lines: (u32, u32),
        state: State,
        show: Show,
    ) -> Option<Excerpt> {
        let last = self.starts.len() as u32;
        if lines.0 == 0 || lines.1 < lines.0 || lines.1 > last {
            return None;
        }
        let body = self.text.get(bytes.start as usize..bytes.end as usize)?;
        let signature = if place.kind == UnitKind::Block { String::new() } else { signature(body) };
        let first = lines.0.saturating_sub(show.context_lines).max(1);
        let end = lines.1.saturating_add(show.context_lines).min(last);
        let end = end.min(first.saturating_add(show.snippet_lines.saturating_sub(1)));
        let snippet = (show.snippet_lines > 0).then(|| self.lines(first, end));
        Some(Excerpt {
            state,
            path: place.path.clone(),
            kind: place.kind,
            name: place.name.clone(),
            container: place.container.clone(),
            lines,
            file_hash: self.blob,
            signature,
            snippet,
            snippet_start_line: if show.snippet_lines > 0 { first } else { 0 },
        })
    }

    fn lines(&self, first: u32, last: u32) -> String {
        let start = self.starts[first as usize - 1];
        let end = self.starts.get(last as usize).copied().unwrap_or(self.text.len());
        let cut = |line: &str| line.chars().take(LINE_LIMIT).collect::<String>();
        let text = self.text[start..end].strip_suffix('\n').unwrap_or(&self.text[start..end]);
        text.split('\n')
            .map(|line| cut(line.strip_suffix('\r').unwrap_or(line)))
            .collect::<Vec<_>>()
            .join("\n")
    }
}

/// The innermost unit around a line, else the last one that begins before it. Of a block that is
/// the rest of a file the lines around, up to the definitions next to it.
fn enclosing(units: &[Unit], line: u32) -> Option<Unit> {
    let before = || units.iter().filter(|unit| unit.lines.0 <= line);
    let around = before().filter(|unit| unit.lines.1 >= line);
    let innermost = around.max_by_key(|unit| (unit.depth, unit.lines.0));
    let mut unit = innermost.or_else(|| before().next_back())?.clone();
    let inside = unit.lines.0 <= line && line <= unit.lines.1;
    if unit.kind == UnitKind::Block && inside && unit.lines.1 - unit.lines.0 > 2 * AROUND {
        let others = || units.iter().filter(|other| other.lines != unit.lines);
        let ends = others().map(|other| other.lines.1 + 1).filter(|next| *next <= line);
        let starts = others().map(|other| other.lines.0 - 1).filter(|last| *last >= line);
        let first = ends.max().unwrap_or(0).max(line.saturating_sub(AROUND));
        let last = starts.min().unwrap_or(u32::MAX).min(line + AROUND);
        unit.lines = (first.max(unit.lines.0), last.min(unit.lines.1));
    }
    Some(unit)
}

/// The unit that a place is now: the same identity; else the same name and owner under another
/// kind; for a block the one nearest to its old lines.
fn find<'a>(units: &'a [Unit], place: &Wanted) -> Option<&'a Unit> {
    if place.kind == UnitKind::Block {
        let blocks = units.iter().filter(|unit| unit.kind == UnitKind::Block);
        return blocks.min_by_key(|unit| (unit.lines.0.abs_diff(place.lines.0), unit.lines.0));
    }
    let named =
        || units.iter().filter(|unit| unit.name == place.name && unit.container == place.container);
    let same = || named().filter(|unit| unit.kind == place.kind);
    same()
        .find(|unit| unit.ordinal == place.ordinal)
        .or_else(|| same().next_back())
        .or_else(|| named().next())
}

/// The head of a definition without comments and decorators, up to where its body opens; `…` ends
/// one that goes on.
#[must_use]
pub fn signature(body: &str) -> String {
    let lines: Vec<&str> = body.lines().collect();
    let (mut out, mut inside, mut whole) = (String::new(), false, false);
    for line in lines.iter().skip(head_line(&lines)).take(SIGNATURE_LINES) {
        let code = without_comments(line, &mut inside);
        for word in code.split_whitespace() {
            // A list that was one line an item reads as one line.
            if word.starts_with(')') && out.ends_with(',') {
                out.pop();
            } else if !(out.is_empty() || out.ends_with('(') || word.starts_with(')')) {
                out.push(' ');
            }
            out.push_str(word);
        }
        whole = !out.is_empty() && !continues(&out);
        if whole {
            break;
        }
    }
    let head = out.trim_end_matches(['{', ' ']);
    let cut: String = head.chars().take(SIGNATURE_LIMIT).collect();
    let ended = cut.len() == head.len() && (whole || lines.len() <= SIGNATURE_LINES);
    if ended { cut } else { cut + "…" }
}

/// A line without its comments; `inside` says whether a block comment is open, before and behind.
/// A mark inside quotes is text.
fn without_comments(line: &str, inside: &mut bool) -> String {
    let (mut out, mut quote, mut at) = (String::new(), None, 0);
    while let Some(mark) = line[at..].chars().next() {
        let rest = &line[at..];
        if *inside {
            let end = rest.find("*/");
            *inside = end.is_none();
            at += end.map_or(rest.len(), |end| end + 2);
            continue;
        }
        let alone = out.is_empty() || out.ends_with(char::is_whitespace);
        let comment = rest.starts_with("//")
            || alone && ["# ", "#\t", "-- "].iter().any(|mark| rest.starts_with(mark));
        if quote.is_none() && comment {
            break;
        }
        if quote.is_none() && rest.starts_with("/*") {
            *inside = true;
            at += 2;
            continue;
        }
        if quote == Some(mark) {
            quote = None;
        } else if quote.is_none() && matches!(mark, '"' | '\'' | '`') {
            // A lifetime or a label opens nothing.
            quote = rest[1..].contains(mark).then_some(mark);
        }
        out.push(mark);
        at += mark.len_utf8();
    }
    out
}

/// The first line that is neither comment, attribute nor decorator; a decorator with an open
/// bracket reaches to the line that closes it. A definition of nothing else shows its first line.
fn head_line(lines: &[&str]) -> usize {
    let mut open = 0i32;
    for (index, line) in lines.iter().enumerate() {
        let line = line.trim();
        let decorator = line.starts_with('@') && !line.starts_with("@interface");
        let attribute = line.starts_with("#[") || line.starts_with('[') && line.ends_with(']');
        let comment = ["//", "/*", "*", "--", "# "].iter().any(|mark| line.starts_with(mark));
        if open <= 0 && !(line.is_empty() || decorator || attribute || comment) {
            return index;
        }
        if open > 0 || decorator {
            let count = |mark: char| line.matches(mark).count() as i32;
            open += count('(') - count(')');
        }
    }
    0
}

/// Whether a head is open: a bracket without its partner.
fn continues(head: &str) -> bool {
    let count = |mark: char| head.matches(mark).count();
    count('(') > count(')') || count('<') > count('>') || head.ends_with(',')
}

/// The bytes of a regular file that is really below the root.
fn read_inside(root: &Path, path: &str) -> Option<Vec<u8>> {
    let full: PathBuf = root.join(path);
    let parent = fs::canonicalize(full.parent()?).ok()?;
    if !parent.starts_with(root) || !fs::symlink_metadata(&full).ok()?.is_file() {
        return None;
    }
    let mut file = open(&full).ok()?;
    // Between the look and the opening the file may have become a pipe.
    if !file.metadata().ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;
    use crate::records::SourceFile;

    const BEFORE: &str = "import os\n\n\ndef alpha(x):\n    return x\n\n\ndef beta():\n    pass\n";

    fn again(path: &str, bytes: &[u8]) -> Option<ParsedFile> {
        let source = SourceFile { path: path.to_owned(), ..SourceFile::default() };
        parse::parse(&source, bytes, &parse::Options::default()).ok()
    }

    fn place(name: &str) -> Wanted {
        let parsed = again("a.py", BEFORE.as_bytes()).expect("parsed");
        let unit = parsed.units.iter().find(|unit| unit.name == name).expect("unit");
        Wanted {
            path: "a.py".to_owned(),
            blob: parsed.blob,
            kind: unit.kind,
            name: unit.name.clone(),
            container: unit.container.clone(),
            ordinal: unit.ordinal,
            bytes: unit.bytes.clone(),
            lines: unit.lines,
            about: 0,
        }
    }

    fn one(root: &Path, place: Wanted) -> Excerpt {
        let show = Show { snippet_lines: 10, context_lines: 0 };
        let mut all = reconstruct(root, &[place], show, &again, &Stop::default()).expect("read");
        all.remove(0)
    }

    fn tree(text: &str) -> tempfile::TempDir {
        let dir = tempfile::tempdir().expect("a directory");
        fs::write(dir.path().join("a.py"), text).expect("written");
        dir
    }

    #[test]
    fn an_unchanged_file_is_exact() {
        let dir = tree(BEFORE);
        let found = one(dir.path(), place("alpha"));
        assert_eq!((found.state, found.lines), (State::Exact, (4, 5)));
        assert_eq!(found.signature, "def alpha(x):");
        assert_eq!(found.snippet.as_deref(), Some("def alpha(x):\n    return x"));
        assert_eq!(found.file_hash, blob_id(BEFORE.as_bytes()));
    }

    #[test]
    fn a_moved_definition_has_its_new_lines() {
        let dir = tree(&format!("{}{BEFORE}", "# filler\n".repeat(40)));
        let found = one(dir.path(), place("beta"));
        assert_eq!((found.state, found.lines), (State::Moved, (48, 49)));
    }

    #[test]
    fn in_a_changed_file_the_definition_around_a_line_is_shown() {
        let dir = tree(&format!("{}{BEFORE}", "# filler\n".repeat(40)));
        let about = |line: u32| {
            let found = one(dir.path(), Wanted { about: line, ..place("alpha") });
            (found.state, found.name, found.lines)
        };
        assert_eq!(about(49), (State::Moved, "beta".to_owned(), (48, 49)));
        // The blank line behind a definition is nearest to it.
        assert_eq!(about(46), (State::Moved, "alpha".to_owned(), (44, 45)));
        let same = tree(BEFORE);
        let found = one(same.path(), Wanted { about: 8, ..place("alpha") });
        assert_eq!((found.state, found.lines), (State::Exact, (4, 5)));
    }

    #[test]
    fn what_was_renamed_or_deleted_is_gone() {
        let dir = tree(&BEFORE.replace("alpha", "gamma"));
        assert_eq!(one(dir.path(), place("alpha")).state, State::Gone);
        fs::remove_file(dir.path().join("a.py")).expect("removed");
        assert_eq!(one(dir.path(), place("beta")).state, State::Gone);
    }

    #[test]
    fn a_signature_begins_behind_its_decorators() {
        let python = "@command(\n    help=(\n        'x'\n    ),\n)\n@plain\ndef run(\n    a, b\n):\n    pass";
        assert_eq!(signature(python), "def run(a, b):");
        assert_eq!(signature("#[inline]\npub fn f(x: u8) -> u8 {"), "pub fn f(x: u8) -> u8");
    }

    #[test]
    fn a_signature_has_no_comments_and_says_that_it_goes_on() {
        let head = signature("func f(a int, // first\n  b /* the\n second */ int) { // opens\n}");
        assert_eq!(head, "func f(a int, b int)");
        assert_eq!(
            signature("def f(x=\"a // b\", y='# c'):  # why"),
            "def f(x=\"a // b\", y='# c'):"
        );
        assert_eq!(
            signature("fn f<'a>(x: &'a str) -> &'a str { // body"),
            "fn f<'a>(x: &'a str) -> &'a str"
        );
        let long = format!("void f({})", "int parameter, ".repeat(60));
        assert!(signature(&long).ends_with('…'));
        let open = format!("void f(\n{}int last)", "  int parameter,\n".repeat(40));
        assert!(signature(&open).ends_with('…'));
        assert_eq!(signature("## Redirects\ntext"), "## Redirects");
    }

    #[test]
    fn lines_end_with_line_feeds_only() {
        let dir = tree("x = '\u{2028}'\r\n\u{c}\r\ndef beta():\r\n    pass");
        let found = one(dir.path(), place("beta"));
        assert_eq!(found.lines, (3, 4));
        assert_eq!(found.snippet.as_deref(), Some("def beta():\n    pass"));
    }

    #[cfg(unix)]
    #[test]
    fn links_out_of_the_root_and_pipes_are_gone() {
        let outside = tree(BEFORE);
        let dir = tempfile::tempdir().expect("a directory");
        let link = dir.path().join("a.py");
        std::os::unix::fs::symlink(outside.path().join("a.py"), &link).expect("linked");
        assert_eq!(one(dir.path(), place("alpha")).state, State::Gone);
        let mut up = place("alpha");
        up.path = format!("../{}/a.py", outside.path().file_name().expect("name").display());
        assert_eq!(one(dir.path(), up).state, State::Gone);
    }
}
