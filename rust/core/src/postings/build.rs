//! `build()`: files to a segment.

use std::collections::BTreeSet;
use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::FxHashSet;
use xxhash_rust::xxh3::Xxh3;

use crate::catalog::columns::{self, FileColumns};
use crate::catalog::{FileEntry, UnitEntry};
use crate::postings::encode::{self, Posting};
use crate::postings::{
    BODY, CONTAINER, DOC, FILE_FIELDS, NAME, PATH_FIELDS, SIGNATURE, Segment, UNIT_FIELDS,
    is_major, path_fields,
};
use crate::records::{ParsedFile, Reason, Unit, UnitKind, UnitText};
use crate::secrets;
use crate::terms::{self, Table, WordEntry};

/// Files that one thread takes at once; its table of words is warm within them.
const CHUNK: usize = 32;
/// Fewer words than this say too little to call two bodies equal.
const BODY_WORDS: u32 = 12;

/// Builds the segment of `files`. File i gets id `first_file + i`; units get consecutive ids from
/// `first_unit`, over the files in order, as in `ParsedFile::units`.
pub fn build(files: &[(&ParsedFile, &[UnitText])], first_file: u32, first_unit: u32) -> Segment {
    let mut next = first_unit;
    let numbered: Vec<(u32, u32, &ParsedFile, &[UnitText])> = (first_file..)
        .zip(files)
        .map(|(id, (file, texts))| {
            let first = next;
            next += file.units.len() as u32;
            (id, first, *file, *texts)
        })
        .collect();
    let parts: Vec<Part> = numbered
        .par_chunks(CHUNK)
        .map(|chunk| {
            let mut part = Part::default();
            for (id, first, file, texts) in chunk {
                part.file(*id, *first, file, texts);
            }
            part
        })
        .collect();
    join(parts)
}

fn join(parts: Vec<Part>) -> Segment {
    let mut files = Vec::new();
    let mut postings = Vec::new();
    for part in parts {
        files.extend(part.files);
        postings.extend(part.postings);
    }
    postings.par_sort_unstable();
    Segment {
        columns: columns::write(&files),
        blocks: encode::blocks(&postings),
        files: files.len() as u32,
        units: files.iter().map(|file| file.units.len() as u32).sum(),
    }
}

/// The postings of some files, by one thread.
#[derive(Default)]
struct Part {
    table: Table,
    counts: Counts,
    postings: Vec<Posting>,
    files: Vec<FileColumns>,
}

/// Counts by term number, emptied after each unit.
#[derive(Default)]
struct Counts {
    slots: Vec<[u8; UNIT_FIELDS]>,
    touched: Vec<u32>,
}

impl Counts {
    fn add(&mut self, number: u32, field: usize) {
        let at = number as usize;
        if at >= self.slots.len() {
            self.slots.resize(at + 1, [0; UNIT_FIELDS]);
        }
        if self.slots[at] == [0; UNIT_FIELDS] {
            self.touched.push(number);
        }
        let count = &mut self.slots[at][field];
        *count = count.saturating_add(1);
    }
}

impl Part {
    fn file(&mut self, id: u32, first_unit: u32, file: &ParsedFile, texts: &[UnitText]) {
        let mut parts = [0u32; FILE_FIELDS];
        for (field, text) in path_fields(&file.source.path).iter().enumerate() {
            for word in terms::words(text) {
                parts[field] += self.word(word, field);
            }
        }
        self.flush(id, true);
        let guard = Guard::new(file);
        let empty = UnitText::default();
        let mut units = Vec::with_capacity(file.units.len());
        for (index, unit) in file.units.iter().enumerate() {
            let text = texts.get(index).unwrap_or(&empty);
            let entry = self.unit(first_unit + index as u32, unit, file, text, &guard);
            let name = if is_major(entry.kind, entry.exported, entry.depth) { 3 } else { 4 };
            parts[name] += u32::from(entry.lens[NAME]);
            for (field, unit_field) in [(5, SIGNATURE), (6, DOC), (7, BODY)] {
                parts[field] += u32::from(entry.lens[unit_field]);
            }
            units.push(entry);
        }
        self.files.push(FileColumns { file: facts(id, file, parts), units, first_unit });
    }

    fn unit(
        &mut self,
        id: u32,
        unit: &Unit,
        file: &ParsedFile,
        text: &UnitText,
        guard: &Guard<'_>,
    ) -> UnitEntry {
        let mut lens = [0u32; UNIT_FIELDS];
        let mut distinct: BTreeSet<String> = BTreeSet::new();
        for word in terms::words(&unit.name) {
            lens[NAME] += self.word(word, NAME);
            distinct.extend(terms::terms_of(word).parts);
        }
        if unit.kind != UnitKind::Block && !unit.name.is_empty() {
            for hash in [terms::name_hash(&unit.name), terms::squashed_hash(&unit.name)] {
                let number = self.table.number(hash);
                self.counts.add(number, NAME);
            }
        }
        for word in terms::words(&unit.container) {
            lens[CONTAINER] += self.word(word, CONTAINER);
        }
        let mut body = Xxh3::new();
        let mut words = 0;
        let fields = [(SIGNATURE, &text.signature), (DOC, &text.doc), (BODY, &text.body)];
        for (field, ranges) in fields {
            for range in ranges {
                guard.words(&file.text, range, |word, is_quoted| {
                    let entry = self.table.entry(word);
                    let may_be = if is_quoted { entry.in_text } else { entry.in_code };
                    if !(may_be || !is_quoted && guard.declared.contains(word)) {
                        return;
                    }
                    lens[field] += self.count(entry, field);
                    if field != DOC {
                        body.update(&entry.fingerprint.to_le_bytes());
                        words += 1;
                    }
                });
            }
        }
        self.flush(id, false);
        UnitEntry {
            id,
            file: 0,
            kind: unit.kind,
            exported: unit.exported,
            depth: u8::try_from(unit.depth).unwrap_or(u8::MAX),
            name_parts: u8::try_from(distinct.len()).unwrap_or(u8::MAX),
            lens: lens.map(|len| u16::try_from(len).unwrap_or(u16::MAX)),
            start_line: unit.lines.0,
            body_hash: if words < BODY_WORDS { 0 } else { body.digest() },
        }
    }

    /// Counts the terms of a word; how many parts it has.
    fn word(&mut self, word: &str, field: usize) -> u32 {
        let entry = self.table.entry(word);
        self.count(entry, field)
    }

    fn count(&mut self, entry: WordEntry, field: usize) -> u32 {
        for number in self.table.numbers(entry) {
            self.counts.add(*number, field);
        }
        u32::from(entry.parts)
    }

    fn flush(&mut self, id: u32, is_path: bool) {
        for number in self.counts.touched.drain(..) {
            let slot = &mut self.counts.slots[number as usize];
            let key = self.table.hashes()[number as usize].cast_signed();
            self.postings.push(Posting { key, is_path, id, counts: *slot });
            *slot = [0; UNIT_FIELDS];
        }
    }
}

fn facts(id: u32, file: &ParsedFile, parts: [u32; FILE_FIELDS]) -> FileEntry {
    let reason = file.problem.as_ref().map(|problem| problem.reason);
    let path_only = matches!(reason, Some(Reason::Generated | Reason::Minified));
    let flag = |set: bool, flag: u8| if set { flag } else { 0 };
    FileEntry {
        id,
        path: file.source.path.clone(),
        language: file.language.to_owned(),
        roles: file.roles,
        flags: flag(reason.is_some(), FileEntry::PROBLEM)
            | flag(path_only, FileEntry::PATH_ONLY)
            | flag(file.transcoded, FileEntry::TRANSCODED),
        units: 0..file.units.len() as u32,
        parts,
        lines: file.text.bytes().filter(|byte| *byte == b'\n').count() as u32 + 1,
    }
}

/// What of a file's text may become a term.
struct Guard<'a> {
    /// Strings and comments, in order, not nested.
    quoted: Vec<Range<u32>>,
    /// Known patterns of secrets, in order.
    secret: Vec<Range<usize>>,
    declared: FxHashSet<&'a str>,
}

impl<'a> Guard<'a> {
    fn new(file: &'a ParsedFile) -> Self {
        let mut quoted: Vec<Range<u32>> =
            file.strings.iter().chain(&file.comments).cloned().collect();
        quoted.sort_unstable_by_key(|range| (range.start, range.end));
        let declared = file.units.iter().map(|unit| unit.name.as_str());
        Guard { quoted, secret: secrets::scan(&file.text), declared: declared.collect() }
    }

    /// Calls `take` with each word of `range` outside of secrets, and whether it is quoted.
    fn words(&self, text: &str, range: &Range<u32>, mut take: impl FnMut(&str, bool)) {
        let start = range.start as usize;
        let Some(slice) = text.get(start..range.end as usize) else { return };
        let mut quoted = self.quoted.partition_point(|other| other.end <= range.start);
        let mut secret = self.secret.partition_point(|other| other.end <= start);
        for (offset, word) in terms::spans(slice) {
            let at = start + offset;
            while self.quoted.get(quoted).is_some_and(|other| other.end as usize <= at) {
                quoted += 1;
            }
            while self.secret.get(secret).is_some_and(|other| other.end <= at) {
                secret += 1;
            }
            if self.secret.get(secret).is_some_and(|other| other.start < at + word.len()) {
                continue;
            }
            let is_quoted = self.quoted.get(quoted).is_some_and(|other| other.start as usize <= at);
            take(word, is_quoted);
        }
    }
}

const _: () = assert!(PATH_FIELDS <= UNIT_FIELDS);
