//! Names as they are kept.
//!
//! Takes what is written at a name or an owner, gives what is stored. A name is an identifier, a
//! heading or an operator; what could be a literal or a sentence of code is refused.

use crate::records::UnitKind;

/// A longer name is no name but a broken parse, or text that must not be kept.
const LIMIT: usize = 200;

/// A declared name: without quotes, on one line, within the limit. A heading keeps its spaces.
pub(super) fn name_of(kind: UnitKind, written: &str) -> Option<String> {
    let name = if kind == UnitKind::Heading {
        bare(written.trim()).split_whitespace().collect::<Vec<_>>().join(" ")
    } else {
        let bare = bare(written.trim());
        if bare.contains('\n') { String::new() } else { spaced(bare) }
    };
    (!name.is_empty() && name.len() <= LIMIT).then_some(name)
}

/// A written name without what marks it: quotes, the colon of a symbol (`:name`), the closing marks
/// of a heading (`Title ##`).
fn bare(written: &str) -> &str {
    let open = written.trim_end_matches('#');
    let open = if open.ends_with(char::is_whitespace) { open.trim_end() } else { written };
    let symbol = open.strip_prefix(':').filter(|rest| !rest.starts_with(':'));
    unquoted(symbol.unwrap_or(open))
}

/// Without one pair of quotes around it.
pub(super) fn unquoted(text: &str) -> &str {
    for quote in ['"', '\'', '`'] {
        if let Some(inner) = text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote)) {
            return inner;
        }
    }
    text
}

/// With one space between words and none beside symbols.
fn spaced(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for word in name.split_whitespace() {
        let letters = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        if letters(out.chars().next_back()) && letters(word.chars().next()) {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// The longest head within `limit` bytes.
pub(super) fn clip(text: &str, limit: usize) -> &str {
    let mut end = text.len().min(limit);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// A written owner as a name: dotted, without type arguments, pointers, quotes and spaces, and
/// without the words that are nobody (`this`, `prototype`). An expression is no owner.
pub(super) fn owner(written: &str, nobody: &[String]) -> String {
    let mut depth = 0u32;
    let mut bare = String::with_capacity(written.len());
    for c in unquoted(written.trim()).chars() {
        match c {
            '<' | '[' => depth += 1,
            '>' | ']' => depth = depth.saturating_sub(1),
            '*' | '&' => {}
            _ if depth > 0 || c.is_whitespace() => {}
            _ => bare.push(c),
        }
    }
    if bare.contains(['(', ')', '{', '}', '"', '\'', '`', '=']) {
        return String::new();
    }
    let dotted = bare.replace("::", ".");
    let parts = dotted.split('.').filter(|part| !part.is_empty());
    let known: Vec<&str> = parts.filter(|part| !nobody.iter().any(|word| word == part)).collect();
    clip(&known.join("."), LIMIT).to_owned()
}

/// An owner and what it owns.
pub(super) fn joined(outer: &str, inner: &str) -> String {
    match (outer.is_empty(), inner.is_empty()) {
        (true, _) => inner.to_owned(),
        (_, true) => outer.to_owned(),
        _ => format!("{outer}.{inner}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_bare() {
        let name = |written| name_of(UnitKind::Function, written);
        assert_eq!(name("\"quoted\"").as_deref(), Some("quoted"));
        assert_eq!(name("operator  ==").as_deref(), Some("operator=="));
        assert_eq!(name("operator  double").as_deref(), Some("operator double"));
        assert_eq!(name("two\nlines"), None);
        assert_eq!(name(&"x".repeat(LIMIT + 1)), None);
        assert_eq!(name_of(UnitKind::Heading, "A -  B").as_deref(), Some("A - B"));
    }

    #[test]
    fn owners_are_dotted_words() {
        let nobody = ["prototype".to_owned()];
        assert_eq!(owner("*Shelf[T]", &nobody), "Shelf");
        assert_eq!(owner("geo::Vec<std::pair<A, B>>", &nobody), "geo.Vec");
        assert_eq!(owner("Basket.prototype", &nobody), "Basket");
        assert_eq!(owner("find(\"secret\")", &nobody), "");
    }
}
