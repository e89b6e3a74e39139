//! The numbers of the model: a safetensors file, mapped and read in place.
//!
//! Takes the path, gives rows and scales by token. The file is checked once when it is opened, so
//! that no later read can fail.

use std::path::Path;

use memmap2::Mmap;
use serde_json::Value;

use super::map;
use crate::error::{Error, Result};

/// The layout that this code understands.
const FORMAT: &str = "columbus-static-1";
/// Number of fields of a unit.
pub(super) const FIELDS: usize = 6;

/// int8 rows by token, with the scales of both sides.
pub(super) struct Table {
    bytes: Mmap,
    /// Where the rows start; they reach to `rows + tokens * dimension`.
    rows: usize,
    query_scale: usize,
    symbol_scale: usize,
    /// Number of rows.
    pub(super) tokens: usize,
    /// Columns of a row.
    pub(super) dimension: usize,
    /// Weight of each field, in the order of the fields.
    pub(super) field_weight: [f32; FIELDS],
}

impl Table {
    /// Maps and checks the file.
    pub(super) fn open(path: &Path) -> Result<Table> {
        let bytes = map(path)?;
        Table::read(bytes)
            .map_err(|reason| Error::Damaged { what: path.display().to_string(), reason })
    }

    fn read(bytes: Mmap) -> std::result::Result<Table, String> {
        let header = Header::read(&bytes)?;
        let (rows, shape) = header.tensor("table", "I8", 1)?;
        let [tokens, dimension] = shape[..] else { return Err("table is no matrix".into()) };
        if tokens == 0 || dimension == 0 || u32::try_from(tokens).is_err() {
            return Err("table is empty or too long".into());
        }
        let query_scale = header.vector("query_scale", tokens)?;
        let symbol_scale = header.vector("symbol_scale", tokens)?;
        let weights = header.vector("field_weight", FIELDS)?;
        let field_weight = std::array::from_fn(|field| float(&bytes, weights, field));
        let scales = |start| (0..tokens).map(move |token| (start, token));
        let all_finite = scales(query_scale)
            .chain(scales(symbol_scale))
            .all(|(start, token)| float(&bytes, start, token).is_finite());
        if !all_finite || field_weight.iter().any(|weight: &f32| !weight.is_finite()) {
            return Err("a scale is not a finite number".into());
        }
        Ok(Table { bytes, rows, query_scale, symbol_scale, tokens, dimension, field_weight })
    }

    /// All rows, as bytes.
    pub(super) fn rows(&self) -> &[u8] {
        &self.bytes[self.rows..self.rows + self.tokens * self.dimension]
    }

    /// Weight of a token in a query.
    pub(super) fn query_scale(&self, token: u32) -> f32 {
        float(&self.bytes, self.query_scale, token as usize)
    }

    /// Weight of a token in a unit.
    pub(super) fn symbol_scale(&self, token: u32) -> f32 {
        float(&self.bytes, self.symbol_scale, token as usize)
    }
}

/// A float of the file; nothing in it is aligned.
fn float(bytes: &[u8], start: usize, index: usize) -> f32 {
    let at = start + 4 * index;
    f32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

/// The JSON header of a safetensors file: name -> type, shape and byte range of a tensor.
struct Header {
    fields: Value,
    /// First byte of the data.
    data: usize,
    /// Bytes of the data.
    length: usize,
}

impl Header {
    fn read(bytes: &[u8]) -> std::result::Result<Header, String> {
        let (size, rest) = bytes.split_first_chunk::<8>().ok_or("is shorter than its header")?;
        let size = usize::try_from(u64::from_le_bytes(*size)).map_err(|_| "header too long")?;
        let json = rest.get(..size).ok_or("is shorter than its header")?;
        let fields: Value =
            serde_json::from_slice(json).map_err(|error| format!("header: {error}"))?;
        if fields["__metadata__"]["format"].as_str() != Some(FORMAT) {
            return Err(format!("is not of the format {FORMAT}"));
        }
        Ok(Header { fields, data: 8 + size, length: rest.len() - size })
    }

    /// Start in the file and shape of a tensor whose values are `width` bytes of type `kind`.
    fn tensor(
        &self,
        name: &str,
        kind: &str,
        width: usize,
    ) -> std::result::Result<(usize, Vec<usize>), String> {
        let field = &self.fields[name];
        let shape = numbers(&field["shape"]).ok_or_else(|| format!("{name}: no shape"))?;
        let range = numbers(&field["data_offsets"]).ok_or_else(|| format!("{name}: no range"))?;
        let [start, end] = range[..] else { return Err(format!("{name}: no range")) };
        let size = shape.iter().try_fold(width, |size, &axis| size.checked_mul(axis));
        if field["dtype"].as_str() != Some(kind) {
            return Err(format!("{name}: is not {kind}"));
        }
        if end > self.length || end.checked_sub(start) != size {
            return Err(format!("{name}: its range does not fit its shape or the file"));
        }
        Ok((self.data + start, shape))
    }

    /// Start of a float vector of `length` values.
    fn vector(&self, name: &str, length: usize) -> std::result::Result<usize, String> {
        let (start, shape) = self.tensor(name, "F32", 4)?;
        if shape == [length] { Ok(start) } else { Err(format!("{name}: is not {length} long")) }
    }
}

fn numbers(value: &Value) -> Option<Vec<usize>> {
    let items = value.as_array()?;
    items.iter().map(|item| item.as_u64().and_then(|n| usize::try_from(n).ok())).collect()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    const GOOD: &str = concat!(
        r#"{"__metadata__":{"format":"columbus-static-1"},"#,
        r#""table":{"dtype":"I8","shape":[2,3],"data_offsets":[40,46]},"#,
        r#""query_scale":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"#,
        r#""symbol_scale":{"dtype":"F32","shape":[2],"data_offsets":[8,16]},"#,
        r#""field_weight":{"dtype":"F32","shape":[6],"data_offsets":[16,40]}}"#
    );

    fn open(header: &str, data: &[u8]) -> Result<Table> {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(&(header.len() as u64).to_le_bytes()).unwrap();
        file.write_all(header.as_bytes()).unwrap();
        file.write_all(data).unwrap();
        Table::open(file.path())
    }

    fn data() -> Vec<u8> {
        let mut data: Vec<u8> = (1_u8..=10).flat_map(|n| f32::from(n).to_le_bytes()).collect();
        data.extend([1, 2, 3, 255, 254, 253]);
        data
    }

    #[test]
    fn a_good_file_is_read_in_place() {
        let table = open(GOOD, &data()).unwrap();
        assert_eq!((table.tokens, table.dimension), (2, 3));
        assert_eq!(table.rows(), [1, 2, 3, 255, 254, 253]);
        assert_eq!(
            (table.query_scale(1).to_bits(), table.symbol_scale(0).to_bits()),
            (2.0_f32.to_bits(), 3.0_f32.to_bits())
        );
        assert_eq!(
            table.field_weight.map(f32::to_bits),
            [5., 6., 7., 8., 9., 10.].map(f32::to_bits)
        );
    }

    #[test]
    fn damage_is_named_and_never_a_panic() {
        let damaged = |header: &str, data: &[u8]| match open(header, data) {
            Err(Error::Damaged { reason, .. }) => reason,
            _ => panic!("accepted {header}"),
        };
        damaged(GOOD, &data()[..45]);
        damaged(&GOOD.replace("static-1", "static-2"), &data());
        damaged(&GOOD.replace("[2,3]", "[2,4]"), &data());
        damaged(&GOOD.replace("[2,3]", "[9223372036854775808,9223372036854775808]"), &data());
        damaged(&GOOD.replace("[2,3]", "[0,3]"), &data());
        damaged(&GOOD.replace("[40,46]", "[46,40]"), &data());
        damaged(&GOOD.replace("[40,46]", "[40]"), &data());
        damaged(&GOOD.replace("I8", "U8"), &data());
        damaged(&GOOD.replace("\"field_weight\"", "\"weights\""), &data());
        damaged(&GOOD[..GOOD.len() - 1], &data());
        damaged("{}", &[]);
        let mut broken = data();
        broken[..4].copy_from_slice(&f32::NAN.to_le_bytes());
        assert!(damaged(GOOD, &broken).contains("finite"));
    }

    #[test]
    fn a_file_shorter_than_its_header_is_refused() {
        for bytes in [&b""[..], b"1234567", &[255; 8], &[9, 0, 0, 0, 0, 0, 0, 0, b'{']] {
            let mut file = tempfile::NamedTempFile::new().unwrap();
            file.write_all(bytes).unwrap();
            assert!(matches!(Table::open(file.path()), Err(Error::Damaged { .. })), "{bytes:?}");
        }
    }
}
