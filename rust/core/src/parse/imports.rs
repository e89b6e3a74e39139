//! What a file imports.
//!
//! Takes the captures of `imports.scm`, gives the imports in the order of the text. Which
//! file an import means is not decided here.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use super::lines::Lines;
use super::names::unquoted;
use crate::language::Language;
use crate::language::queries::Capture;
use crate::records::Import;

/// A longer path or name is a broken parse.
const LIMIT: usize = 300;

/// What is captured within one `@import` node, by position.
#[derive(Debug, Default)]
pub(super) struct Statement {
    outer: Option<Range<u32>>,
    paths: BTreeMap<u32, Range<u32>>,
    names: BTreeMap<u32, Range<u32>>,
}

impl Statement {
    /// Takes one capture of a match.
    pub(super) fn take(&mut self, part: Capture, range: Range<u32>) {
        match part {
            Capture::Import => self.outer = Some(range),
            Capture::ImportPath => _ = self.paths.insert(range.start, range),
            Capture::ImportName => _ = self.names.insert(range.start, range),
            _ => {}
        }
    }
}

/// Statements by start, longer first, so that an outer one comes before its inner ones.
#[derive(Debug, Default)]
pub(super) struct Statements(BTreeMap<(u32, Reverse<u32>), Statement>);

impl Statements {
    /// Adds what a match says to what others say of the same `@import` node.
    pub(super) fn add(&mut self, more: Statement) {
        let Some(outer) = more.outer else { return };
        let known = self.0.entry((outer.start, Reverse(outer.end))).or_default();
        known.paths.extend(more.paths);
        known.names.extend(more.names);
    }

    /// Reads the imports of a file.
    pub(super) fn imports(self, language: &Language, text: &str, lines: &Lines) -> Vec<Import> {
        let mut out = Vec::new();
        let mut open: Vec<(u32, u32, String)> = Vec::new();
        for ((start, Reverse(end)), statement) in self.0 {
            while open.last().is_some_and(|(outer, _, _)| *outer < end) || ended(&open, start) {
                open.pop();
            }
            let (line, prefix) = match open.last() {
                Some((_, line, prefix)) => (*line, prefix.clone()),
                None => (lines.line_of(start), String::new()),
            };
            let reader = Reader { text, separator: &language.row().separator, prefix, line };
            let here = reader.read(&statement, &mut out);
            open.push((end, line, here));
        }
        out.retain(|import| !import.specifier.is_empty());
        out
    }
}

fn ended(open: &[(u32, u32, String)], start: u32) -> bool {
    open.last().is_some_and(|(end, _, _)| *end <= start)
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
