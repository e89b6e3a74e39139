//! One line a language: its name, its grammar, and by the name its query files.

use tree_sitter::Language;

/// A grammar and the sources of its own queries, without those of its parents.
pub(super) struct Grammar {
    /// Name in the language table, or of a shared base (`_ecma`).
    pub(super) name: &'static str,
    /// Makes the grammar; `None` for a shared base.
    pub(super) make: Option<fn() -> Language>,
    /// Text of `tags.scm`.
    pub(super) tags: &'static str,
    /// Text of `imports.scm`.
    pub(super) imports: &'static str,
}

macro_rules! entry {
    ($name:literal, $make:expr) => {
        Grammar {
            name: $name,
            make: $make,
            tags: include_str!(concat!("../../queries/", $name, "/tags.scm")),
            imports: include_str!(concat!("../../queries/", $name, "/imports.scm")),
        }
    };
}
macro_rules! base {
    ($name:literal) => {
        entry!($name, None)
    };
}
macro_rules! grammar {
    ($name:literal, $constant:expr) => {
        entry!($name, Some(|| $constant.into()))
    };
}

/// All grammars and bases, sorted by name.
pub(super) static GRAMMARS: &[Grammar] = &[
    base!("_ecma"),
    grammar!("bash", tree_sitter_bash::LANGUAGE),
    grammar!("c", tree_sitter_c::LANGUAGE),
    grammar!("cpp", tree_sitter_cpp::LANGUAGE),
    grammar!("csharp", tree_sitter_c_sharp::LANGUAGE),
    grammar!("elixir", tree_sitter_elixir::LANGUAGE),
    grammar!("go", tree_sitter_go::LANGUAGE),
    grammar!("haskell", tree_sitter_haskell::LANGUAGE),
    grammar!("java", tree_sitter_java::LANGUAGE),
    grammar!("javascript", tree_sitter_javascript::LANGUAGE),
    grammar!("kotlin", tree_sitter_kotlin_ng::LANGUAGE),
    grammar!("lua", tree_sitter_lua::LANGUAGE),
    grammar!("markdown", tree_sitter_md::LANGUAGE),
    grammar!("php", tree_sitter_php::LANGUAGE_PHP),
    grammar!("python", tree_sitter_python::LANGUAGE),
    grammar!("ruby", tree_sitter_ruby::LANGUAGE),
    grammar!("rust", tree_sitter_rust::LANGUAGE),
    grammar!("scala", tree_sitter_scala::LANGUAGE),
    grammar!("swift", tree_sitter_swift::LANGUAGE),
    grammar!("tsx", tree_sitter_typescript::LANGUAGE_TSX),
    grammar!("typescript", tree_sitter_typescript::LANGUAGE_TYPESCRIPT),
    grammar!("zig", tree_sitter_zig::LANGUAGE),
];

/// The entry of that name.
pub(super) fn find(name: &str) -> Option<&'static Grammar> {
    GRAMMARS.iter().find(|grammar| grammar.name == name)
}
