//! What counts as which field.

use crate::postings::PATH_FIELDS;
use crate::records::UnitKind;

/// Further directories of a path that count, nearest first.
const FURTHER: usize = 4;

/// Whether a unit's name counts as a *major* name of its file (else as a minor one): exported,
/// and a type anywhere, or a function, macro, module or impl at file level.
pub fn is_major(kind: UnitKind, exported: bool, depth: u8) -> bool {
    use UnitKind::{
        Class, Enum, Function, Impl, Interface, Macro, Module, Struct, Trait, Type, Union,
    };
    exported
        && match kind {
            Class | Struct | Interface | Trait | Enum | Union | Type => true,
            Function | Macro | Module | Impl => depth == 0,
            _ => false,
        }
}

/// The three path fields of a path, as text: stem, parent directory, further directories.
pub fn path_fields(path: &str) -> [String; PATH_FIELDS] {
    let parts: Vec<&str> = path.split('/').collect();
    let (base, directories) = parts.split_last().map_or(("", &[][..]), |(b, d)| (*b, d));
    // A leading dot is part of the name: `.gitignore` has no extension.
    let stem = match base.rfind('.') {
        Some(dot) if dot > 0 => &base[..dot],
        _ => base,
    };
    let (parent, further) = directories.split_last().map_or(("", &[][..]), |(p, f)| (*p, f));
    let further = &further[further.len().saturating_sub(FURTHER)..];
    [stem.to_owned(), parent.to_owned(), further.join(" ")]
}
