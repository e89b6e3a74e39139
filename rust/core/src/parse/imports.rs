//! What a file imports.
//!
//! Takes a tree and the compiled `imports.scm`, gives the imports in the order of the text. Which
//! file an import means is not decided here.

use std::collections::BTreeMap;
use std::ops::Range;

use streaming_iterator::StreamingIterator;
use tree_sitter::{Node, QueryCursor, QueryCursorOptions};

use super::lines::Lines;
use super::names::unquoted;
use super::tags::range;
use super::tree::Deadline;
use crate::language::Language;
use crate::language::queries::{Capture, Compiled};
use crate::records::Import;

/// A longer path or name is a broken parse.
const LIMIT: usize = 300;

/// What is captured within one `@import` node, by position.
#[derive(Debug, Default)]
struct Statement {
    paths: BTreeMap<u32, Range<u32>>,
    names: BTreeMap<u32, Range<u32>>,
}

/// Statements by start, longer first, so that an outer one comes before its inner ones.
type Statements = BTreeMap<(u32, std::cmp::Reverse<u32>), Statement>;

/// Reads the imports of one file.
pub(super) fn imports(
    language: &Language,
    query: &Compiled,
    root: Node<'_>,
    text: &str,
    lines: &Lines,
    deadline: Deadline,
) -> Vec<Import> {
    let statements = collect(query, root, text, deadline);
    let mut out = Vec::new();
    let mut open: Vec<(u32, u32, String)> = Vec::new();
    for ((start, end), statement) in statements {
        while open.last().is_some_and(|(outer, _, _)| *outer < end.0) || ended(&open, start) {
            open.pop();
        }
        let (line, prefix) = match open.last() {
            Some((_, line, prefix)) => (*line, prefix.clone()),
            None => (lines.line_of(start), String::new()),
        };
        let reader = Reader { text, separator: &language.row().separator, prefix, line };
        let here = reader.read(&statement, &mut out);
        open.push((end.0, line, here));
    }
    out.retain(|import| !import.specifier.is_empty());
    out
}

fn ended(open: &[(u32, u32, String)], start: u32) -> bool {
    open.last().is_some_and(|(end, _, _)| *end <= start)
}

fn collect(query: &Compiled, root: Node<'_>, text: &str, deadline: Deadline) -> Statements {
    let mut statements = Statements::new();
    let mut progress = |_: &tree_sitter::QueryCursorState| deadline.check();
    let options = QueryCursorOptions::new().progress_callback(&mut progress);
    let mut cursor = QueryCursor::new();
    let mut matches = cursor.matches_with_options(&query.query, root, text.as_bytes(), options);
    while let Some(one) = matches.next() {
        let captures = || one.captures().iter();
        let outer = captures().find(|c| query.capture(c.index) == Some(Capture::Import));
        let Some(outer) = outer.map(|capture| range(capture.node)) else { continue };
        let key = (outer.start, std::cmp::Reverse(outer.end));
        let statement = statements.entry(key).or_default();
        for capture in captures() {
            let range = range(capture.node);
            match query.capture(capture.index) {
                Some(Capture::ImportPath) => statement.paths.insert(range.start, range),
                Some(Capture::ImportName) => statement.names.insert(range.start, range),
                _ => None,
            };
        }
    }
    statements
}

/// Reads one statement behind the path of those around it.
struct Reader<'a> {
    text: &'a str,
    separator: &'a str,
    prefix: String,
    line: u32,
}

impl Reader<'_> {
    /// Adds the imports and gives the path that inner statements continue.
    fn read(&self, statement: &Statement, out: &mut Vec<Import>) -> String {
        let first = out.len();
        let paths = self.paths(statement);
        for path in &paths {
            let specifier = self.joined(&self.clean(path));
            out.push(Import { specifier, names: Vec::new(), line: self.line });
        }
        if paths.is_empty() && !self.prefix.is_empty() {
            out.push(Import { specifier: self.prefix.clone(), names: Vec::new(), line: self.line });
        }
        for name in statement.names.values() {
            let before = paths.partition_point(|path| path.start < name.start).saturating_sub(1);
            let name = self.clean(name);
            if let Some(import) = out.get_mut(first + before).filter(|_| !name.is_empty()) {
                import.names.push(name);
            }
        }
        out.get(first).map_or_else(|| self.prefix.clone(), |import| import.specifier.clone())
    }

    /// The paths; parts that only the separator parts are one.
    fn paths(&self, statement: &Statement) -> Vec<Range<u32>> {
        let mut paths: Vec<Range<u32>> = Vec::new();
        for path in statement.paths.values() {
            match paths.last_mut().filter(|last| self.adjoin(last, path)) {
                Some(last) => last.end = path.end,
                None => paths.push(path.clone()),
            }
        }
        paths
    }

    fn adjoin(&self, before: &Range<u32>, path: &Range<u32>) -> bool {
        let between = self.text.get(before.end as usize..path.start as usize);
        between.is_some_and(|between| between.trim() == self.separator)
    }

    fn joined(&self, path: &str) -> String {
        match (self.prefix.is_empty(), path.is_empty()) {
            (true, _) => path.to_owned(),
            (_, true) => self.prefix.clone(),
            _ => format!("{}{}{path}", self.prefix, self.separator),
        }
    }

    fn clean(&self, range: &Range<u32>) -> String {
        let written = self.text.get(range.start as usize..range.end as usize).unwrap_or_default();
        let bare = unquoted(written.trim());
        let bare = bare.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).unwrap_or(bare);
        let whole: String = bare.split_whitespace().collect();
        if whole.len() > LIMIT { String::new() } else { whole }
    }
}
