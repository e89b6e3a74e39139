//! Loading of a language's queries: inheritance, compilation, and the closed capture vocabulary.
//!
//! Takes query sources, gives compiled queries whose captures are a Rust enum. Everything that is
//! not in `queries/README.md` is refused by name, so that a typing error is no silent gap.

use tree_sitter::{Language as Grammar, Query};

use crate::error::{Error, Result};
use crate::records::UnitKind;

/// What a capture means; see `queries/README.md`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Capture {
    /// `@definition.<kind>`
    Definition(UnitKind),
    /// `@name`
    Name,
    /// `@container`
    Container,
    /// `@body`
    Body,
    /// `@decorated`
    Decorated,
    /// `@exported`
    Exported,
    /// `@private`
    Private,
    /// `@attribute`
    Attribute,
    /// `@parameter`
    Parameter,
    /// `@local`
    Local,
    /// `@comment`
    Comment,
    /// `@doc`
    Doc,
    /// `@string`
    Text,
    /// `@_…`: for a predicate only
    Aside,
    /// `@import`
    Import,
    /// `@import.path`
    ImportPath,
    /// `@import.name`
    ImportName,
}

/// Which of the two files a query is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum QueryFile {
    /// `tags.scm`
    Tags,
    /// `imports.scm`
    Imports,
}

impl QueryFile {
    fn file_name(self) -> &'static str {
        match self {
            Self::Tags => "tags.scm",
            Self::Imports => "imports.scm",
        }
    }
}

/// A query with its captures resolved, indexed by capture id.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) query: Query,
    captures: Vec<Capture>,
}

impl Compiled {
    /// The meaning of a capture id of this query.
    pub(crate) fn capture(&self, index: u32) -> Option<Capture> {
        self.captures.get(index as usize).copied()
    }
}

/// Compiles the joined sources of one file of one language, or of both (`None`).
///
/// # Errors
/// [`Error::Damaged`], naming language, file and the syntax error or the unknown capture.
pub(super) fn compile(
    language: &str,
    file: Option<QueryFile>,
    grammar: &Grammar,
    source: &str,
) -> Result<Compiled> {
    let damaged = |reason: String| Error::Damaged {
        what: format!("queries/{language}/{}", file.map_or("*.scm", QueryFile::file_name)),
        reason,
    };
    let query = Query::new(grammar, source).map_err(|error| damaged(error.to_string()))?;
    let captures = query
        .capture_names()
        .iter()
        .map(|name| resolve(file, name).ok_or_else(|| damaged(format!("unknown capture @{name}"))))
        .collect::<Result<Vec<_>>>()?;
    Ok(Compiled { query, captures })
}

fn resolve(file: Option<QueryFile>, name: &str) -> Option<Capture> {
    match file {
        _ if name.starts_with('_') => Some(Capture::Aside),
        Some(QueryFile::Tags) => tag_capture(name),
        Some(QueryFile::Imports) => import_capture(name),
        None => tag_capture(name).or_else(|| import_capture(name)),
    }
}

fn tag_capture(name: &str) -> Option<Capture> {
    if let Some(kind) = name.strip_prefix("definition.") {
        return kind_of(kind).map(Capture::Definition);
    }
    Some(match name {
        "name" => Capture::Name,
        "container" => Capture::Container,
        "body" => Capture::Body,
        "decorated" => Capture::Decorated,
        "exported" => Capture::Exported,
        "private" => Capture::Private,
        "attribute" => Capture::Attribute,
        "parameter" => Capture::Parameter,
        "local" => Capture::Local,
        "comment" => Capture::Comment,
        "doc" => Capture::Doc,
        "string" => Capture::Text,
        _ => return None,
    })
}

fn import_capture(name: &str) -> Option<Capture> {
    Some(match name {
        "import" => Capture::Import,
        "import.path" => Capture::ImportPath,
        "import.name" => Capture::ImportName,
        _ => return None,
    })
}

fn kind_of(name: &str) -> Option<UnitKind> {
    Some(match name {
        "function" => UnitKind::Function,
        "method" => UnitKind::Method,
        "constructor" => UnitKind::Constructor,
        "class" => UnitKind::Class,
        "struct" => UnitKind::Struct,
        "interface" => UnitKind::Interface,
        "trait" => UnitKind::Trait,
        "enum" => UnitKind::Enum,
        "union" => UnitKind::Union,
        "type" => UnitKind::Type,
        "impl" => UnitKind::Impl,
        "module" => UnitKind::Module,
        "macro" => UnitKind::Macro,
        "constant" => UnitKind::Constant,
        "variable" => UnitKind::Variable,
        "property" => UnitKind::Property,
        "member" => UnitKind::Member,
        "heading" => UnitKind::Heading,
        "key" => UnitKind::Key,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_capture_is_refused_by_name() {
        let grammar: Grammar = tree_sitter_python::LANGUAGE.into();
        let error = compile("python", Some(QueryFile::Tags), &grammar, "(identifier) @nmae")
            .map(|_| ())
            .map_err(|error| error.to_string());
        let expected = "queries/python/tags.scm: unknown capture @nmae";
        assert_eq!(error, Err(expected.to_owned()));
    }

    #[test]
    fn an_import_capture_does_not_belong_into_tags() {
        let grammar: Grammar = tree_sitter_python::LANGUAGE.into();
        let source = "(import_statement) @import";
        assert!(compile("python", Some(QueryFile::Tags), &grammar, source).is_err());
        assert!(compile("python", Some(QueryFile::Imports), &grammar, source).is_ok());
    }
}
