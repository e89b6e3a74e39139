//! Texts of units for a model, packed into batches.
//!
//! Takes parsed files with the texts of their units and gives batches that cross file borders, in
//! the order of files and units. Padding is what a batch wastes, so a batch is also cut where its
//! longest text times its count would pass the token budget.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::records::{ParsedFile, Unit, UnitText};
use crate::static_embed::without_extension;
use crate::tokens;

/// Version of the text of a unit. It is part of every key: raise it when the text changes.
pub const RECIPE: u32 = 1;

/// Largest number of texts in a batch, whatever is asked for.
pub const MAX_SIZE: usize = 512;

/// Texts for one call of a model.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Batch {
    /// Positions of the units, counted over all files given.
    pub units: Vec<usize>,
    /// One text a unit.
    pub texts: Vec<String>,
    /// Hash of recipe and text, by which a vector is found again.
    pub keys: Vec<[u8; 16]>,
}

/// Packs the text of every unit that has one: in order, at most `size` (1..=512) texts a batch,
/// and no more than fit `token_budget` when all are padded to the longest. A text that is over the
/// budget by itself is a batch of one. `max_tokens` limits each text, by [`tokens::estimate`].
pub fn batch(
    files: &[(&ParsedFile, &[UnitText])],
    size: usize,
    token_budget: usize,
    max_tokens: usize,
) -> Vec<Batch> {
    let mut packer = Packer::new(size.clamp(1, MAX_SIZE), token_budget);
    let mut position = 0;
    for (parsed, texts) in files {
        for unit in 0..parsed.units.len() {
            if let Some(text) = unit_text(parsed, texts, unit, max_tokens) {
                packer.add(position, text);
            }
            position += 1;
        }
    }
    packer.batches
}

struct Packer {
    size: usize,
    budget: usize,
    longest: usize,
    batches: Vec<Batch>,
}

impl Packer {
    fn new(size: usize, budget: usize) -> Packer {
        Packer { size, budget, longest: 0, batches: Vec::new() }
    }

    fn add(&mut self, unit: usize, text: String) {
        let length = tokens::estimate(&text);
        let count = self.batches.last().map_or(self.size, |batch| batch.units.len());
        let longest = self.longest.max(length);
        if count >= self.size || longest.saturating_mul(count + 1) > self.budget {
            self.batches.push(Batch::default());
            self.longest = length;
        } else {
            self.longest = longest;
        }
        if let Some(batch) = self.batches.last_mut() {
            batch.units.push(unit);
            batch.keys.push(key(&text));
            batch.texts.push(text);
        }
    }
}

fn key(text: &str) -> [u8; 16] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&RECIPE.to_le_bytes()).update(text.as_bytes());
    let mut key = [0; 16];
    hasher.finalize_xof().fill(&mut key);
    key
}

/// The text of a unit: name, container, path, signature and documentation, one a line, identifiers
/// split into words. A unit without documentation ends in the words of its code instead; with it
/// they cost more than they tell. At most `max_tokens` by [`tokens::estimate`], cut from the end,
/// where the least telling part is. `None` when there is no such unit, when a block holds no word,
/// or when nothing fits.
pub fn unit_text(
    parsed: &ParsedFile,
    texts: &[UnitText],
    unit: usize,
    max_tokens: usize,
) -> Option<String> {
    let empty = UnitText::default();
    let (fields, unit) = (texts.get(unit).unwrap_or(&empty), parsed.units.get(unit)?);
    let signature = joined(parsed, &fields.signature);
    let doc = split(&joined(parsed, &fields.doc));
    let last = if has_word(&doc) { doc } else { code_words(parsed, fields) };
    if unit.name.is_empty() && !has_word(&signature) && !has_word(&last) {
        return None;
    }
    let mut text = Text::new(max_tokens);
    for line in head(parsed, unit).iter().chain([&split(&signature), &last]) {
        text.line(line);
    }
    has_word(&text.out).then_some(text.out)
}

/// Name, container and path words.
fn head(parsed: &ParsedFile, unit: &Unit) -> [String; 3] {
    let path = without_extension(&parsed.source.path).replace(['.', '-'], " ");
    [split(&unit.name), split(&unit.container.replace('.', " ")), split(&path)]
}

/// A text that grows word by word up to a number of tokens.
struct Text {
    out: String,
    /// Quarters of a token that are left; `None` once a word did not fit.
    left: Option<usize>,
}

impl Text {
    fn new(max_tokens: usize) -> Text {
        Text { out: String::new(), left: Some(max_tokens.saturating_mul(4)) }
    }

    fn line(&mut self, line: &str) {
        let mut gap = "\n";
        for word in line.split_ascii_whitespace() {
            self.left = self.left.and_then(|left| left.checked_sub(tokens::quarters(word)));
            if self.left.is_none() {
                return;
            }
            if !self.out.is_empty() {
                self.out.push_str(gap);
            }
            self.out.push_str(word);
            gap = " ";
        }
    }
}

fn joined(parsed: &ParsedFile, ranges: &[Range<u32>]) -> String {
    let pieces: Vec<&str> = ranges.iter().filter_map(|range| slice(parsed, range)).collect();
    pieces.join("\n")
}

fn slice<'a>(parsed: &'a ParsedFile, range: &Range<u32>) -> Option<&'a str> {
    parsed.text.get(range.start as usize..range.end as usize)
}

fn has_word(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// Identifiers split at camel case and underscores, and only the punctuation that the models were
/// trained with.
fn split(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let bytes = text.as_bytes();
    for (at, letter) in text.char_indices() {
        let before = at.checked_sub(1).map_or(0, |before| bytes[before]);
        let after = bytes.get(at + 1).copied().unwrap_or(0);
        let hump = before.is_ascii_lowercase() || before.is_ascii_digit();
        let tail = before.is_ascii_uppercase() && after.is_ascii_lowercase();
        if letter.is_ascii_uppercase() && (hump || tail) {
            out.push(' ');
        }
        out.push(if letter.is_alphanumeric() || ".,=<>+*/%-".contains(letter) {
            letter
        } else {
            ' '
        });
    }
    out
}

/// The words of the code, each once, without string literals: those are data, not meaning.
fn code_words(parsed: &ParsedFile, fields: &UnitText) -> String {
    let mut seen = BTreeSet::new();
    let mut out = String::new();
    for range in fields.body.iter().flat_map(|range| without(range, &parsed.strings)) {
        let text = split(slice(parsed, &range).unwrap_or_default());
        for word in text.split(|letter: char| !letter.is_alphabetic()) {
            if word.chars().nth(1).is_some() && seen.insert(word.to_lowercase()) {
                out.push_str(word);
                out.push(' ');
            }
        }
    }
    out
}

/// The parts of `range` outside `holes`, which are in order.
fn without(range: &Range<u32>, holes: &[Range<u32>]) -> Vec<Range<u32>> {
    let first = holes.partition_point(|hole| hole.end <= range.start);
    let mut out = Vec::new();
    let mut start = range.start;
    for hole in holes[first..].iter().take_while(|hole| hole.start < range.end) {
        if hole.start > start {
            out.push(start..hole.start);
        }
        start = start.max(hole.end);
    }
    if start < range.end {
        out.push(start..range.end);
    }
    out
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init)] // A list of one range is what is meant.
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::records::{BlobId, Roles, SourceFile, UnitKind};

    fn unit(name: &str, container: &str) -> Unit {
        Unit {
            kind: if name.is_empty() { UnitKind::Block } else { UnitKind::Function },
            name: name.into(),
            container: container.into(),
            ordinal: 0,
            exported: true,
            depth: 0,
            parent: None,
            bytes: 0..0,
            lines: (1, 1),
            signature: 0..0,
            parameters: Vec::new(),
        }
    }

    fn file(text: &str, units: Vec<Unit>) -> ParsedFile {
        let path = "src/http-kit/cookieJar.spec.ts".into();
        ParsedFile {
            source: SourceFile { path, ..SourceFile::default() },
            blob: BlobId::default(),
            language: "typescript",
            roles: Roles::default(),
            units,
            comments: Vec::new(),
            strings: Vec::new(),
            imports: Vec::new(),
            problem: None,
            text: text.into(),
            bytes_shift: 0,
            transcoded: false,
        }
    }

    /// One unit whose signature, documentation and body are the three parts.
    fn single(name: &str, parts: [&str; 3]) -> (ParsedFile, Vec<UnitText>) {
        let ends = parts.iter().scan(0, |end, part| {
            *end += part.len() as u32;
            Some(*end)
        });
        let ends: Vec<u32> = ends.collect();
        let ranges =
            |start: u32, end: u32| if start < end { Vec::from([start..end]) } else { vec![] };
        let text = UnitText {
            signature: ranges(0, ends[0]),
            doc: ranges(ends[0], ends[1]),
            body: ranges(ends[1], ends[2]),
        };
        (file(&parts.concat(), vec![unit(name, "Jar.Inner")]), vec![text])
    }

    #[test]
    fn documentation_stands_in_for_the_body() {
        let parts =
            ["parseHTTPHeader(raw_text: string)\n", "/** Reads a header. */\n", "return raw;"];
        let (parsed, texts) = single("parseHTTPHeader", parts);
        let wanted = "parse HTTP Header\nJar Inner\nsrc/http kit/cookie Jar spec\n\
                      parse HTTP Header raw text string\n/ * * Reads a header. */";
        let text = unit_text(&parsed, &texts, 0, 64).unwrap();
        assert_eq!(text.replace("/** ", "/ * * "), wanted);
    }

    #[test]
    fn without_documentation_the_code_speaks_but_not_its_strings() {
        let (mut parsed, texts) =
            single("f", ["f()\n", "/* */", "let rowCount = db.count(\"secret words\"); count(x)"]);
        let start = parsed.text.find("\"secret").unwrap() as u32;
        parsed.strings.push(start..start + 14);
        let text = unit_text(&parsed, &texts, 0, 64).unwrap();
        assert!(text.ends_with("\nlet row Count db"), "{text}");
    }

    #[test]
    fn blank_blocks_have_no_text() {
        let (mut parsed, texts) = single("", ["", "", "}\n---\n"]);
        assert_eq!(unit_text(&parsed, &texts, 0, 64), None);
        assert_eq!(unit_text(&parsed, &texts, 1, 64), None);
        parsed.units[0] = unit("named", "");
        assert!(unit_text(&parsed, &[], 0, 64).is_some());
        assert_eq!(unit_text(&parsed, &[], 0, 0), None);
    }

    #[test]
    fn keys_depend_on_the_text_alone() {
        let (parsed, texts) = single("f", ["f()\n", "", "x"]);
        let files = [(&parsed, &texts[..]), (&parsed, &texts[..])];
        let batches = batch(&files, 64, 9999, 64);
        assert_eq!(batches.len(), 1);
        assert_eq!(batches[0].units, [0, 1]);
        assert_eq!(batches[0].keys[0], batches[0].keys[1]);
        assert_ne!(batches[0].keys[0], key("other"));
    }

    #[test]
    fn holes_are_cut_out() {
        let holes = [0..2, 4..6, 8..20];
        assert_eq!(without(&(1..10), &holes), [2..4, 6..8]);
        assert_eq!(without(&(4..6), &holes), []);
        assert_eq!(without(&(2..4), &[]), Vec::from([2..4]));
    }

    type Sample = Vec<Vec<(String, String, String)>>;

    fn samples() -> impl Strategy<Value = Sample> {
        let unit = ("[a-zA-Z_]{0,12}", "[ -~äß日\n]{0,80}", "[ -~\n]{0,120}");
        prop::collection::vec(prop::collection::vec(unit, 0..7), 0..6)
    }

    fn files(sample: &Sample) -> Vec<(ParsedFile, Vec<UnitText>)> {
        sample.iter().map(|units| one_file(units)).collect()
    }

    fn one_file(units: &[(String, String, String)]) -> (ParsedFile, Vec<UnitText>) {
        let (mut text, mut texts) = (String::new(), Vec::new());
        for (_, doc, body) in units {
            let start = text.len() as u32;
            let (middle, end) = (start + doc.len() as u32, start + (doc.len() + body.len()) as u32);
            text.push_str(doc);
            text.push_str(body);
            let (doc, body) = (Vec::from([start..middle]), Vec::from([middle..end]));
            texts.push(UnitText { signature: Vec::new(), doc, body });
        }
        (file(&text, units.iter().map(|(name, ..)| unit(name, "")).collect()), texts)
    }

    proptest! {
        #[test]
        fn every_text_is_packed_once_in_order_within_the_limits(
            sample in samples(), size in 0_usize..9, budget in 0_usize..400, most in 1_usize..70,
        ) {
            let files = files(&sample);
            let given: Vec<(&ParsedFile, &[UnitText])> =
                files.iter().map(|(parsed, texts)| (parsed, &texts[..])).collect();
            let all: Vec<Option<String>> = given
                .iter()
                .flat_map(|(parsed, texts)| {
                    (0..parsed.units.len()).map(|unit| unit_text(parsed, texts, unit, most))
                })
                .collect();
            let batches = batch(&given, size, budget, most);
            let units: Vec<usize> = batches.iter().flat_map(|b| b.units.clone()).collect();
            let wanted: Vec<usize> = (0..all.len()).filter(|&unit| all[unit].is_some()).collect();
            prop_assert_eq!(units, wanted);
            for batch in &batches {
                let longest = batch.texts.iter().map(|t| tokens::estimate(t)).max().unwrap();
                prop_assert!(batch.units.len() <= size.max(1));
                prop_assert!(batch.units.len() == 1 || longest * batch.units.len() <= budget);
                prop_assert!(longest <= most);
                for (place, unit) in batch.units.iter().enumerate() {
                    prop_assert_eq!(Some(&batch.texts[place]), all[*unit].as_ref());
                    prop_assert_eq!(batch.keys[place], key(&batch.texts[place]));
                }
            }
        }
    }
}
