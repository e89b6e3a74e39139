//! Which language a file is in: by name, extension, content or interpreter line.

use memchr::memchr;

use super::table::{Claims, Row, TextRow, table};
use super::{Language, by_name};

/// Bytes of the head that content patterns look at: a long licence fits before the first code.
const HEAD: usize = 32 * 1024;

/// The language of a file, `None` for text without a grammar.
///
/// `head` is the start of the file (or all of it); only the first 32 KiB count.
pub fn detect(path: &str, head: &[u8]) -> Option<&'static Language> {
    let base = base_name(path);
    let head = &head[..head.len().min(HEAD)];
    if let Some(row) = table().language.iter().find(|row| row.files.iter().any(|f| f == base)) {
        return by_name(&row.name);
    }
    match extension(base) {
        Some(extension) => by_extension(&extension, head),
        None => by_shebang(head),
    }
}

/// What to call a text without a grammar (`toml`, `dockerfile`, `sql`), `None` when unknown.
pub fn text_kind(path: &str) -> Option<&'static str> {
    text_row(path).map(|row| row.name.as_str())
}

/// Whether code stands in `<script>` blocks.
pub(crate) fn has_scripts(path: &str) -> bool {
    text_row(path).is_some_and(|row| row.scripts)
}

fn text_row(path: &str) -> Option<&'static TextRow> {
    let base = base_name(path);
    let extension = extension(base);
    let named = |row: &&TextRow| row.files.iter().any(|file| file == base);
    let extended =
        |row: &&TextRow| extension.as_ref().is_some_and(|ext| row.extensions.contains(ext));
    let rows = &table().text;
    let row = rows.iter().find(named).or_else(|| rows.iter().find(extended));
    row.or_else(|| by_prefix(base))
}

/// `Dockerfile.dev` and `Makefile.linux` are what their stem says.
fn by_prefix(base: &str) -> Option<&'static TextRow> {
    let stem = base.split('.').next().filter(|stem| !stem.is_empty())?;
    table().text.iter().find(|row| row.files.iter().any(|file| file == stem))
}

fn by_extension(extension: &str, head: &[u8]) -> Option<&'static Language> {
    let claimed = table().language.iter().find(|row| claims(row, extension, head));
    let row = claimed.or_else(|| table().language.iter().find(|row| owns(row, extension)))?;
    if row.unless.as_ref().is_some_and(|unless| unless.is_match(&String::from_utf8_lossy(head))) {
        return None;
    }
    by_name(&row.name)
}

fn owns(row: &Row, extension: &str) -> bool {
    let needs_content = row.claims.as_ref().is_some_and(|claims| lists(claims, extension));
    !needs_content && row.extensions.iter().any(|own| own == extension)
}

fn lists(claims: &Claims, extension: &str) -> bool {
    claims.extensions.iter().any(|own| own == extension)
}

fn claims(row: &Row, extension: &str, head: &[u8]) -> bool {
    row.claims.as_ref().is_some_and(|claims| {
        lists(claims, extension) && claims.pattern.is_match(&without_comments(head))
    })
}

/// The text without `//` and `/* */` comments; line ends stay.
fn without_comments(head: &[u8]) -> String {
    let text = String::from_utf8_lossy(head);
    let mut rest = text.as_ref();
    let mut kept = String::with_capacity(rest.len());
    while let Some(slash) = rest.find('/') {
        kept.push_str(&rest[..slash]);
        rest = &rest[slash..];
        let end = match rest.as_bytes().get(1) {
            Some(b'/') => rest.find('\n').unwrap_or(rest.len()),
            Some(b'*') => rest.find("*/").map_or(rest.len(), |at| at + 2),
            _ => {
                kept.push('/');
                1
            }
        };
        rest = &rest[end..];
    }
    kept.push_str(rest);
    kept
}

fn by_shebang(head: &[u8]) -> Option<&'static Language> {
    let line = &head[..memchr(b'\n', head).unwrap_or(head.len())];
    let line = std::str::from_utf8(line).ok()?.trim_start_matches('\u{feff}').strip_prefix("#!")?;
    let interpreter = interpreter(line)?;
    let bare = interpreter.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let fits = |row: &&Row| row.shebangs.iter().any(|own| own == bare || own == interpreter);
    by_name(&table().language.iter().find(fits)?.name)
}

/// `/usr/bin/env -S PATH=… python3 -u` names `python3`.
fn interpreter(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    let first = base_name(words.next()?);
    if first != "env" {
        return Some(first);
    }
    words.find(|word| !word.starts_with('-') && !word.contains('=')).map(base_name)
}

fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The extension in lower case; `.bashrc` has none.
fn extension(base: &str) -> Option<String> {
    let (stem, extension) = base.rsplit_once('.')?;
    (!stem.is_empty()).then(|| extension.to_lowercase())
}

/// The name that a file's language has by its path alone: of a grammar, else of a kind of text.
pub fn name_by_path(path: &str) -> Option<&'static str> {
    detect(path, &[]).map(Language::name).or_else(|| text_kind(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(path: &str, head: &str) -> Option<&'static str> {
        detect(path, head.as_bytes()).map(Language::name)
    }

    #[test]
    fn extension_name_and_interpreter() {
        assert_eq!(name("a/b.PY", ""), Some("python"));
        assert_eq!(name("Rakefile", ""), Some("ruby"));
        assert_eq!(name("bin/tool", "#!/usr/bin/env -S python3.11 -u\n"), Some("python"));
        assert_eq!(name("bin/tool", "#!/bin/sh\n"), Some("bash"));
        assert_eq!(name("bin/tool", "no interpreter"), None);
        assert_eq!(name("a.unknown", "#!/bin/sh\n"), None);
    }

    #[test]
    fn a_header_is_what_its_code_says() {
        assert_eq!(name("a.h", "/* class X { */\nint f(void);\n"), Some("c"));
        assert_eq!(name("a.h", "#ifdef __cplusplus\nextern \"C\" {\n#endif\n"), Some("c"));
        assert_eq!(name("a.h", "// x\nclass Queue {\n"), Some("cpp"));
        assert_eq!(name("a.h", "namespace geo\n{\n"), Some("cpp"));
        assert_eq!(name("a.h", "template <class T>\n"), Some("cpp"));
    }

    #[test]
    fn a_translation_is_no_script() {
        assert_eq!(name("de.ts", "<?xml version=\"1.0\"?>\n<!DOCTYPE TS>"), None);
        assert_eq!(name("de.ts", "export {}"), Some("typescript"));
    }

    #[test]
    fn text_without_a_grammar_has_a_name() {
        assert_eq!(text_kind("deploy/Dockerfile.dev"), Some("dockerfile"));
        assert_eq!(text_kind("Cargo.lock"), Some("toml"));
        assert_eq!(text_kind("x.unknownext"), None);
    }
}
