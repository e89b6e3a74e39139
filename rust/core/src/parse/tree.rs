//! Running a grammar over a text, within a time limit.
//!
//! Takes a language and a text, gives a tree, or nothing when the time is over. Parsers are costly
//! to make and not to be shared, so each thread keeps one.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use tree_sitter::{Node, ParseOptions, Parser, Point, Tree};

use crate::language::Language;

thread_local! {
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
}

/// When the work on one file must end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline(Instant);

impl Deadline {
    /// From now on.
    pub(super) fn after(limit: Duration) -> Self {
        let now = Instant::now();
        Self(now.checked_add(limit).unwrap_or(now))
    }

    /// Breaks when the time is over.
    pub(super) fn check(self) -> ControlFlow<()> {
        if Instant::now() > self.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The tree of the text, `None` when the time is over or the grammar is unusable.
///
/// With `places` only these are read, as if the rest were not there.
pub(super) fn grow(
    language: &Language,
    text: &str,
    places: &[tree_sitter::Range],
    deadline: Deadline,
) -> Option<Tree> {
    PARSER.with_borrow_mut(|parser| {
        parser.set_language(language.grammar()).ok()?;
        parser.set_included_ranges(places).ok()?;
        let bytes = text.as_bytes();
        let mut read = |at: usize, _: Point| bytes.get(at..).unwrap_or_default();
        let mut progress = |_: &tree_sitter::ParseState| deadline.check();
        let options = ParseOptions::new().progress_callback(&mut progress);
        let tree = parser.parse_with_options(&mut read, None, Some(options));
        // Without this the next call would go on with the text that was given up.
        parser.reset();
        tree
    })
}

/// Bytes that lie in error nodes, and the line of the first error (1-based).
pub(super) fn errors(root: Node<'_>) -> (usize, u32) {
    let (mut bytes, mut first) = (0, 0);
    let mut cursor = root.walk();
    loop {
        let node = cursor.node();
        let broken = node.is_error() || node.is_missing();
        if broken {
            bytes += node.end_byte() - node.start_byte();
            first = if first == 0 { node.start_position().row as u32 + 1 } else { first };
        }
        if !broken && node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return (bytes, first);
            }
        }
    }
}
