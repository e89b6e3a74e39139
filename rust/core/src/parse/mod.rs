//! Parse: listed files to parsed files.
//!
//! Takes the bytes of a file, gives its units, comments, literals and imports. [`parse`] is a pure
//! function of its arguments but for the time limit; [`all`] reads the files for it. A file that
//! cannot be handled is a [`Problem`], never a panic: grammars run on threads with big stacks,
//! nothing here recurses, and broken source yields what can be made out.

mod blocks;
mod clauses;
pub(crate) mod decode;
mod headings;
mod imports;
mod lines;
mod names;
mod nest;
mod owners;
pub(crate) mod read;
pub mod roles;
mod scripts;
mod tags;
mod tree;

use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use lines::Lines;
pub use owners::{own, owners};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tags::Tags;
use tree::Deadline;

use crate::error::Result;
use crate::language::{self, Language};
use crate::records::{Import, ParsedFile, Problem, Reason, SourceFile, Unit};
use crate::stop::Stop;

/// Some external scanners recurse with the nesting of the source and overflow 2 MiB.
const STACK: usize = 32 << 20;
/// Below this share of broken bytes a file counts as parsed: macros and new syntax are everywhere.
const BROKEN_SHARE: f64 = 0.2;

/// What a caller may choose.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// For one file; when it is over, the file is charted as plain text.
    pub time_limit: Duration,
    /// Tells minified and generated files, which get no units, from source.
    pub classify: fn(&str, &[u8]) -> Option<Reason>,
}

impl Default for Options {
    /// Two seconds a file; nothing is minified.
    fn default() -> Self {
        Self { time_limit: Duration::from_secs(2), classify: |_, _| None }
    }
}

/// Parses one file.
///
/// # Errors
/// A [`Problem`] when nothing can be charted (too large for 32-bit offsets, or whatever
/// `options.classify` says that is neither generated nor minified).
pub fn parse(
    source: &SourceFile,
    bytes: &[u8],
    options: &Options,
) -> std::result::Result<ParsedFile, Problem> {
    match pool() {
        Some(pool) => pool.install(|| parse_here(source, bytes, options)),
        None => parse_here(source, bytes, options),
    }
}

/// Reads and parses files in parallel; both lists are in the order of `files`.
///
/// A parsed file's own problem (time limit, broken syntax, generated) stays with it; the second
/// list has the files that gave nothing.
///
/// # Errors
/// [`crate::Error::Stopped`] when the flag was set.
pub fn all(
    root: &Path,
    files: &[SourceFile],
    options: &Options,
    stop: &Stop,
) -> Result<(Vec<ParsedFile>, Vec<Problem>)> {
    let one = |file: &SourceFile| {
        stop.check()?;
        Ok(read::read(root, file).and_then(|bytes| parse_here(file, &bytes, options)))
    };
    let work = || files.par_iter().map(one).collect::<Result<Vec<_>>>();
    let results = pool().map_or_else(work, |pool| pool.install(work))?;
    let mut parsed = Vec::with_capacity(results.len());
    let mut problems = Vec::new();
    for result in results {
        match result {
            Ok(file) => parsed.push(file),
            Err(problem) => problems.push(problem),
        }
    }
    Ok((parsed, problems))
}

/// The pool with big stacks; `None` where threads cannot be started.
fn pool() -> Option<&'static ThreadPool> {
    static POOL: OnceLock<Option<ThreadPool>> = OnceLock::new();
    POOL.get_or_init(|| {
        let name = |index| format!("parse-{index}");
        ThreadPoolBuilder::new().stack_size(STACK).thread_name(name).build().ok()
    })
    .as_ref()
}

fn parse_here(
    source: &SourceFile,
    bytes: &[u8],
    options: &Options,
) -> std::result::Result<ParsedFile, Problem> {
    let reason = too_large(bytes).or_else(|| (options.classify)(&source.path, bytes));
    let unread = matches!(reason, Some(Reason::Generated | Reason::Minified));
    match reason {
        Some(reason) if !unread => Err(problem(source, reason, String::new())),
        _ => Ok(chart(source, bytes, options, reason)),
    }
}

fn too_large(bytes: &[u8]) -> Option<Reason> {
    // Decoding may treble the size.
    (bytes.len() >= u32::MAX as usize / 3).then_some(Reason::TooLarge)
}

fn problem(source: &SourceFile, reason: Reason, detail: String) -> Problem {
    Problem { path: source.path.clone(), reason, detail }
}

fn chart(
    source: &SourceFile,
    bytes: &[u8],
    options: &Options,
    unread: Option<Reason>,
) -> ParsedFile {
    let decoded = decode::decode(bytes);
    let language = language::detect(&source.path, decoded.text.as_bytes());
    let lines = Lines::new(&decoded.text);
    let read = match (unread, language) {
        (Some(reason), _) => Read { trouble: Some((reason, String::new())), ..Read::default() },
        (None, Some(language)) => read_tree(language, &decoded.text, &lines, &[], options),
        (None, None) => read_scripts(&source.path, &decoded.text, &lines, options),
    };
    let units = match unread {
        Some(_) => Vec::new(),
        None => blocks::with_blocks(&decoded.text, &lines, &read.tags.comments, read.units),
    };
    let name = language.map_or("", Language::name);
    ParsedFile {
        source: source.clone(),
        blob: crate::git::blob_id(bytes),
        language: name,
        roles: roles::roles(&source.path, name, &decoded.text),
        units,
        comments: read.tags.comments,
        strings: read.tags.strings,
        imports: read.imports,
        problem: read.trouble.map(|(reason, detail)| problem(source, reason, detail)),
        bytes_shift: decoded.shift,
        transcoded: decoded.transcoded,
        text: decoded.text.into_owned(),
    }
}

/// What a grammar makes out of a text.
#[derive(Default)]
struct Read {
    units: Vec<Unit>,
    tags: Tags,
    imports: Vec<Import>,
    trouble: Option<(Reason, String)>,
}

fn read_scripts(path: &str, text: &str, lines: &Lines, options: &Options) -> Read {
    let found = language::has_scripts(path).then(|| scripts::scripts(text, lines)).flatten();
    found.map_or_else(Read::default, |(language, places)| {
        read_tree(language, text, lines, &places, options)
    })
}

fn read_tree(
    language: &Language,
    text: &str,
    lines: &Lines,
    places: &[tree_sitter::Range],
    options: &Options,
) -> Read {
    let deadline = Deadline::after(options.time_limit);
    let timeout = || Some((Reason::ParseTimeout, String::new()));
    let Some(tree) = tree::grow(language, text, places, deadline) else {
        return Read { trouble: timeout(), ..Read::default() };
    };
    let root = tree.root_node();
    let Ok(query) = language.tags() else { return Read::default() };
    let mut tags = tags::collect(query, root, text, deadline);
    let context = nest::Context { language, text, lines };
    let units = nest::symbols(&context, &mut tags);
    let imports = language
        .imports()
        .map(|query| imports::imports(language, query, root, text, lines, deadline))
        .unwrap_or_default();
    let trouble = if tags.cut { timeout() } else { broken(root, text) };
    Read { units, tags, imports, trouble }
}

fn broken(root: tree_sitter::Node<'_>, text: &str) -> Option<(Reason, String)> {
    if !root.has_error() {
        return None;
    }
    let (bytes, line) = tree::errors(root);
    let much = bytes as f64 > text.len() as f64 * BROKEN_SHARE;
    much.then(|| (Reason::ParsedPartly, format!("syntax not understood from line {line}")))
}
