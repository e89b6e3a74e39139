//! Token ids to one int8 row: the bag of a unit, its weighted sum, and the rounding.

use super::table::{FIELDS, Table};
use super::vocabulary::Vocabulary;
use crate::simd;

/// Tokens of a unit that count; what comes later in the text is left out.
const MAX_TOKENS: usize = 160;
/// Characters of a unit's body that are read.
const BODY_CHARACTERS: usize = 2500;
/// Slots to find a token in the bag: more than three for each token keeps the probes short.
const SLOTS: usize = 512;

/// The texts of a unit by field. A field may come in several pieces.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnitFields<'a> {
    /// Declared name, or the file's stem for a block.
    pub name: &'a str,
    /// Name of the owner, empty at file level.
    pub container: &'a str,
    /// Text of the signature.
    pub signature: Vec<&'a str>,
    /// Path below the root, without its extension.
    pub path: &'a str,
    /// Comments and documentation.
    pub doc: Vec<&'a str>,
    /// The code; 2,500 characters of it are read.
    pub body: Vec<&'a str>,
}

/// A token of a unit: it belongs to the first field that has it and counts over all fields.
struct Entry {
    token: u32,
    field: usize,
    count: u32,
}

/// Unique tokens in order of appearance. Kept between units to save its memory.
pub(super) struct Bag {
    entries: Vec<Entry>,
    /// Place of a token in `entries` plus one, 0 where free; found by the token's hash.
    slots: [u8; SLOTS],
    terms: Vec<(u32, f32)>,
    sums: Vec<f32>,
}

impl Bag {
    pub(super) fn new(dimension: usize) -> Bag {
        let (entries, terms) = (Vec::with_capacity(MAX_TOKENS), Vec::with_capacity(MAX_TOKENS));
        Bag { entries, slots: [0; SLOTS], terms, sums: vec![0.0; dimension] }
    }

    fn add(&mut self, token: u32, field: usize) {
        let mut at = (token.wrapping_mul(0x9e37_79b1) >> 23) as usize;
        while let Some(place) = self.slots[at].checked_sub(1) {
            let entry = &mut self.entries[usize::from(place)];
            if entry.token == token {
                entry.count += 1;
                return;
            }
            at = (at + 1) % SLOTS;
        }
        if self.entries.len() < MAX_TOKENS {
            self.entries.push(Entry { token, field, count: 1 });
            self.slots[at] = self.entries.len() as u8;
        }
    }

    /// Fills the bag with the tokens of a unit.
    fn collect(&mut self, vocabulary: &Vocabulary, unit: &UnitFields<'_>) {
        self.entries.clear();
        self.slots.fill(0);
        let fields: [&[&str]; FIELDS] = [
            &[unit.name],
            &[unit.container],
            &unit.signature,
            &[unit.path],
            &unit.doc,
            &cut(&unit.body, BODY_CHARACTERS),
        ];
        for (field, pieces) in fields.into_iter().enumerate() {
            for piece in pieces {
                vocabulary.ids(piece, |token| self.add(token, field));
            }
        }
    }

    /// Appends the row of a unit to `out`; zeros when it has no known token.
    pub(super) fn unit(
        &mut self,
        vocabulary: &Vocabulary,
        table: &Table,
        unit: &UnitFields<'_>,
        out: &mut Vec<i8>,
    ) {
        self.collect(vocabulary, unit);
        self.terms.clear();
        self.terms.extend(self.entries.iter().map(|entry| {
            let frequency = (1.0 + f64::from(entry.count).ln()) as f32;
            let scale = table.symbol_scale(entry.token) * table.field_weight[entry.field];
            (entry.token, scale * frequency)
        }));
        self.row(table, out);
    }

    /// Appends the row of a query to `out`: every occurrence of a token counts.
    pub(super) fn query(
        &mut self,
        vocabulary: &Vocabulary,
        table: &Table,
        text: &str,
        out: &mut Vec<i8>,
    ) {
        self.terms.clear();
        vocabulary.ids(text, |token| self.terms.push((token, table.query_scale(token))));
        self.row(table, out);
    }

    fn row(&mut self, table: &Table, out: &mut Vec<i8>) {
        simd::weighted_sum(table.rows(), &self.terms, &mut self.sums);
        quantise(&self.sums, out);
    }

    /// (token, field, count) of the last unit, for tests.
    #[cfg(test)]
    pub(super) fn bag_of(
        &mut self,
        vocabulary: &Vocabulary,
        unit: &UnitFields<'_>,
    ) -> Vec<(u32, usize, u32)> {
        self.collect(vocabulary, unit);
        self.entries.iter().map(|entry| (entry.token, entry.field, entry.count)).collect()
    }
}

/// The first `characters` characters of the pieces taken together.
fn cut<'a>(pieces: &[&'a str], mut characters: usize) -> Vec<&'a str> {
    let mut out = Vec::with_capacity(pieces.len());
    for piece in pieces {
        if let Some((end, _)) = piece.char_indices().nth(characters) {
            out.push(&piece[..end]);
            break;
        }
        characters -= piece.chars().count();
        out.push(piece);
    }
    out
}

/// Rounds to int8 so that the largest value becomes ±127. The length of a row means nothing, since
/// cosines divide by it, so the sum needs no scaling to length one before.
fn quantise(sums: &[f32], out: &mut Vec<i8>) {
    let largest = sums.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
    // Also for a largest value so small that its inverse is no number.
    let scale = 127.0 / largest;
    if scale.is_finite() {
        out.extend(sums.iter().map(|value| (value * scale).round().clamp(-127.0, 127.0) as i8));
    } else {
        out.resize(out.len() + sums.len(), 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_reaches_both_ends_and_keeps_zero() {
        let mut row = Vec::new();
        quantise(&[2.0, -2.0, 0.0, 1.0, -0.004], &mut row);
        assert_eq!(row, [127, -127, 0, 64, 0]);
        row.clear();
        quantise(&[0.0, 0.0], &mut row);
        assert_eq!(row, [0, 0]);
    }

    #[test]
    fn the_body_is_cut_by_characters_over_all_pieces() {
        assert_eq!(cut(&["äb", "cd", "e"], 3), ["äb", "c"]);
        assert_eq!(cut(&["äb", "cd"], 2), ["äb", ""]);
        assert_eq!(cut(&["äb"], 9), ["äb"]);
    }
}
