//! Scripts inside a document: the `<script>` blocks of single-file components.
//!
//! Takes a text, gives the language of its scripts and where they are. The grammar then reads only
//! these places, so that all offsets and lines stay those of the file.

use std::sync::OnceLock;

use regex::Regex;
use tree_sitter::{Point, Range};

use super::lines::Lines;
use crate::language::{self, Language};

/// What a script block looks like: its attributes, then its code.
const BLOCK: &str = r"(?is)<script\b((?:[^>\x22']|\x22[^\x22]*\x22|'[^']*')*)>(.*?)</script\s*>";
/// The attribute that says in which language it is.
const TYPED: &str = r"(?i)\blang\s*=\s*[\x22']?(?:ts|typescript)\b";

/// The scripts of a component; `None` when the text has none. One in TypeScript makes all so.
pub(super) fn scripts(text: &str, lines: &Lines) -> Option<(&'static Language, Vec<Range>)> {
    static PATTERNS: OnceLock<Option<(Regex, Regex)>> = OnceLock::new();
    let patterns = PATTERNS.get_or_init(|| Regex::new(BLOCK).ok().zip(Regex::new(TYPED).ok()));
    let (block, typed) = patterns.as_ref()?;
    let mut ranges = Vec::new();
    let mut name = "javascript";
    for found in block.captures_iter(text) {
        if found.get(1).is_some_and(|attributes| typed.is_match(attributes.as_str())) {
            name = "typescript";
        }
        ranges.extend(
            found.get(2).filter(|code| !code.is_empty()).map(|code| place(code.range(), lines)),
        );
    }
    let language = language::by_name(name)?;
    (!ranges.is_empty()).then_some((language, ranges))
}

fn place(bytes: std::ops::Range<usize>, lines: &Lines) -> Range {
    Range {
        start_byte: bytes.start,
        end_byte: bytes.end,
        start_point: point(bytes.start as u32, lines),
        end_point: point(bytes.end as u32, lines),
    }
}

fn point(byte: u32, lines: &Lines) -> Point {
    let line = lines.line_of(byte);
    Point { row: line as usize - 1, column: (byte - lines.range(line).start) as usize }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_blocks_are_found_and_one_decides_the_language() {
        let text = "<template a=\"x>y\"/>\n<script>\nlet a\n</script>\n<script setup lang=\"ts\">\nlet b\n</script>";
        let (language, ranges) = scripts(text, &Lines::new(text)).expect("scripts");
        assert_eq!(language.name(), "typescript");
        let codes: Vec<_> = ranges.iter().map(|r| &text[r.start_byte..r.end_byte]).collect();
        assert_eq!(codes, ["\nlet a\n", "\nlet b\n"]);
        assert_eq!(ranges[1].start_point.row, 4);
    }

    #[test]
    fn an_open_block_is_none() {
        assert!(scripts("<script>let a", &Lines::new("<script>let a")).is_none());
    }
}
