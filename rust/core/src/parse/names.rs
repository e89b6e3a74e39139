//! Written names to kept ones: quotes, marks and type arguments go, owners are joined with dots.
//!
//! Takes text as it stands in the source, gives the name that units have.

use crate::records::Unit;

/// A longer name is no name but a broken parse, or text that must not be kept.
pub(super) const NAME_LIMIT: usize = 200;

/// A written name without what marks it: quotes, the colon of a symbol (`:name`), the closing marks
/// of a heading (`Title ##`).
pub(super) fn bare(written: &str) -> &str {
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
pub(super) fn spaced(name: &str) -> String {
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

/// The dotted name of a unit with its owners.
pub(super) fn qualified(unit: &Unit) -> String {
    joined(&unit.container, &unit.name)
}

/// Two dotted names, either of which may be empty.
pub(super) fn joined(outer: &str, inner: &str) -> String {
    match (outer.is_empty(), inner.is_empty()) {
        (true, _) => inner.to_owned(),
        (_, true) => outer.to_owned(),
        _ => format!("{outer}.{inner}"),
    }
}

/// A written owner as a name: without type arguments, pointers, quotes and spaces.
pub(super) fn owner(written: &str) -> String {
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
    let dotted = bare.replace("::", ".");
    let short = clip(dotted.trim_matches('.'), NAME_LIMIT);
    short.to_owned()
}
