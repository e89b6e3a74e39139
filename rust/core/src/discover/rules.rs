//! Ignore rules: which names below a directory belong to the tree.
//!
//! Takes the text of ignore and attribute files, gives verdicts. Patterns are parsed and matched
//! by `gix-ignore`, which follows git's own matcher also where a pattern is malformed. Rules are
//! chained from a directory to its parents, so that the nearest one decides, and within a file
//! the last.

use std::sync::Arc;

use bstr::{BStr, BString, ByteSlice};
use gix_ignore::glob::pattern::{Case, Mode};
use gix_ignore::glob::search::pattern::{List, Mapping};
use gix_ignore::glob::{self, Pattern};
use gix_ignore::search::{Ignore, pattern_matching_relative_path};
use gix_ignore::{Kind, parse};

/// Attributes by which the bytes on disk may differ from the blob in the index.
const CONVERTING: [&[u8]; 6] =
    [b"text", b"eol", b"crlf", b"filter", b"ident", b"working-tree-encoding"];

/// What the rules say about one name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// A pattern leaves it out.
    Ignored,
    /// A negated pattern brings it back.
    Included,
}

/// The rules that hold in a directory; cheap to clone.
#[derive(Clone, Default, Debug)]
pub(crate) struct Rules(Option<Arc<Layer>>);

#[derive(Debug)]
struct Layer {
    list: List<Ignore>,
    parent: Rules,
}

impl Rules {
    /// These rules with those of an ignore file in `directory` (empty, or with a slash at its end)
    /// before them.
    pub(crate) fn with(&self, text: &[u8], directory: &str) -> Rules {
        // Git ends the last line itself, which takes a carriage return off it as off the others.
        let ended = [text, b"\n"].concat();
        let patterns =
            parse(&ended, false).map(|(pattern, line, kind)| mapping(pattern, line, kind));
        self.push(patterns.collect(), directory)
    }

    /// These rules with one pattern for every line of an attribute file by which content may be
    /// converted on its way to disk.
    pub(crate) fn with_converting(&self, text: &[u8], directory: &str) -> Rules {
        let patterns = text.lines().enumerate().filter_map(|(line, content)| {
            let pattern = converting_pattern(content.trim())?;
            Some(mapping(pattern, line, Kind::default()))
        });
        self.push(patterns.collect(), directory)
    }

    fn push(&self, patterns: Vec<Mapping<Kind>>, directory: &str) -> Rules {
        if patterns.is_empty() {
            return self.clone();
        }
        let base = Some(BString::from(directory)).filter(|base| !base.is_empty());
        let list = List { patterns, source: None, base };
        Rules(Some(Arc::new(Layer { list, parent: self.clone() })))
    }

    /// The nearest rule for `path`, which is relative to where the outermost rules hold.
    pub(crate) fn verdict(&self, path: &str, is_dir: bool, case: Case) -> Option<Verdict> {
        let path: &BStr = path.into();
        let name_at = path.rfind_byte(b'/').map(|at| at + 1);
        self.layers().find_map(|layer| {
            let found =
                pattern_matching_relative_path(&layer.list, path, name_at, Some(is_dir), case)?;
            Some(if found.pattern.is_negative() { Verdict::Included } else { Verdict::Ignored })
        })
    }

    /// Whether a negated pattern names something below `directory` (with a slash at its end), so
    /// that an ignored directory has to be entered for it.
    ///
    /// Only a pattern that spells out the way counts: `!/build/gen/` and `!/build/*/gen/` lead
    /// into `build`, `!gen/` and `!**/gen/` do not, or every ignored tree would be walked.
    pub(crate) fn reach_below(&self, directory: &str) -> bool {
        self.layers().any(|layer| {
            let base = layer.list.base.as_deref().map_or("".as_bytes(), |base| base.as_slice());
            layer.list.patterns.iter().any(|entry| leads_below(&entry.pattern, base, directory))
        })
    }

    fn layers(&self) -> impl Iterator<Item = &Layer> {
        std::iter::successors(self.0.as_deref(), |layer| layer.parent.0.as_deref())
    }
}

fn mapping(pattern: Pattern, line: usize, kind: Kind) -> Mapping<Kind> {
    Mapping { pattern, value: kind, sequence_number: line }
}

fn leads_below(pattern: &glob::Pattern, base: &[u8], directory: &str) -> bool {
    let anchored =
        pattern.mode.contains(Mode::ABSOLUTE) || !pattern.mode.contains(Mode::NO_SUB_DIR);
    if !pattern.is_negative() || !anchored {
        return false;
    }
    let literal = pattern.first_wildcard_pos.unwrap_or(pattern.text.len());
    let spelled = [base, &pattern.text[..literal]].concat();
    if spelled.starts_with(directory.as_bytes()) {
        return true;
    }
    let folders = spelled.rfind_byte(b'/').map_or(&b""[..], |at| &spelled[..=at]);
    let has_wildcard = pattern.first_wildcard_pos.is_some();
    has_wildcard && folders.len() > base.len() && directory.as_bytes().starts_with(folders)
}

fn converting_pattern(line: &[u8]) -> Option<Pattern> {
    if line.starts_with(b"#") {
        return None;
    }
    let at = line.find_byteset(b" \t")?;
    let (pattern, attributes) = line.split_at(at);
    let converts = attributes.fields().any(|field| {
        let name = field.split_str("=").next().unwrap_or(field);
        CONVERTING.contains(&name)
    });
    // What a macro stands for may be set anywhere, and a quoted pattern may hold blanks.
    let is_simple = !pattern.starts_with(b"[attr]") && !pattern.starts_with(b"\"");
    converts.then(|| {
        let pattern = if is_simple { pattern } else { b"*" };
        Pattern::from_bytes_without_negation(pattern)
    })?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(rules: &Rules, path: &str) -> Option<Verdict> {
        rules.verdict(path.trim_end_matches('/'), path.ends_with('/'), Case::Sensitive)
    }

    #[test]
    fn the_last_line_of_the_nearest_file_decides() {
        let outer = Rules::default().with(b"*.log\n!keep.log\n", "");
        let inner = outer.with(b"keep.log\n", "deep/");
        assert_eq!(verdict(&outer, "a.log"), Some(Verdict::Ignored));
        assert_eq!(verdict(&outer, "deep/keep.log"), Some(Verdict::Included));
        assert_eq!(verdict(&inner, "deep/keep.log"), Some(Verdict::Ignored));
        assert_eq!(verdict(&inner, "keep.log"), Some(Verdict::Included));
        assert_eq!(verdict(&inner, "deep/a.txt"), None);
    }

    #[test]
    fn a_carriage_return_is_no_part_of_a_pattern_even_without_a_last_newline() {
        let rules = Rules::default().with(b"one\r\ntwo\r", "");
        assert_eq!(verdict(&rules, "one"), Some(Verdict::Ignored));
        assert_eq!(verdict(&rules, "two"), Some(Verdict::Ignored));
    }

    #[test]
    fn only_patterns_that_spell_the_way_lead_into_ignored_directories() {
        let reaches = |pattern: &str, directory: &str| {
            Rules::default().with(pattern.as_bytes(), "").reach_below(directory)
        };
        assert!(reaches("!/build/gen/", "build/"));
        assert!(!reaches("!/build/gen/", "build/other/"));
        assert!(!reaches("!/build/gen/", "build/genuine/"));
        assert!(reaches("!build/*/gen/", "build/x/"));
        assert!(reaches("!/build/gen/**", "build/gen/"));
        assert!(!reaches("!gen/", "build/"));
        assert!(!reaches("!**/gen/", "build/"));
        assert!(!reaches("/build/gen/", "build/"), "not negated");
    }

    #[test]
    fn attribute_lines_that_convert_are_told_from_those_that_do_not() {
        let rules = Rules::default().with_converting(
            b"*.rb diff=ruby\n*.bat text eol=crlf\n*.png -text\n*.bin binary\n# * text\n",
            "",
        );
        assert!(verdict(&rules, "a.bat").is_some());
        for path in ["a.rb", "a.png", "a.bin", "a.txt"] {
            assert_eq!(verdict(&rules, path), None, "{path}");
        }
        let macros = Rules::default().with_converting(b"[attr]doc text\n*.md doc\n", "");
        assert!(verdict(&macros, "a.md").is_some());
    }
}
