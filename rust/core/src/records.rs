//! The records that pass between the stages, in the order of the flow.
//!
//! A stage takes some of these and gives others; none of them knows a stage. Byte offsets are
//! 0-based and half open, lines are 1-based and inclusive, paths are relative to the working
//! tree's root and use `/`.

use std::ops::Range;

/// Git's blob id of a file's bytes: the anchor that every range is verified against.
///
/// It is the id that `git hash-object --no-filters` prints, so that anyone can check an answer,
/// and so that an index entry of git stands for the content without reading it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct BlobId(pub [u8; 20]);

/// One file that discovery lists.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourceFile {
    /// Path below the root.
    pub path: String,
    /// Size in bytes, from `lstat`.
    pub size: u64,
    /// Modification time in nanoseconds since 1970.
    pub mtime_ns: i64,
    /// Time of the last change of content or stat in nanoseconds since 1970, 0 where the platform
    /// has none. It cannot be set back, so that it gives away an edit with a restored `mtime_ns`.
    pub ctime_ns: i64,
    /// Inode, 0 where the platform has none.
    pub inode: u64,
    /// The blob id of git's index, when the index says that the file on disk is unchanged.
    pub blob: Option<BlobId>,
}

impl Reason {
    /// The reason's name, as it crosses the border and as it is stored.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Binary => "binary",
            Reason::TooLarge => "too_large",
            Reason::Generated => "generated",
            Reason::Minified => "minified",
            Reason::Unreadable => "unreadable",
            Reason::NotUnicode => "not_unicode",
            Reason::NotRegular => "not_regular",
            Reason::NestedRepository => "nested_repository",
            Reason::OwnFile => "own_file",
            Reason::Excluded => "excluded",
            Reason::ParseTimeout => "parse_timeout",
            Reason::ParsedPartly => "parsed_partly",
            Reason::Vanished => "vanished",
        }
    }
}

/// Why a file was left out, or charted less than whole.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// Holds NUL bytes or is no text in a known encoding.
    Binary,
    /// Larger than `indexing.max_file_size`.
    TooLarge,
    /// Written by a machine (marker or well-known lock file): path only.
    Generated,
    /// Very long lines: path only.
    Minified,
    /// Could not be opened or read.
    Unreadable,
    /// The path is not valid Unicode.
    NotUnicode,
    /// A pipe, a socket, a device, or a link that leads nowhere or out of the root.
    NotRegular,
    /// A linked worktree or another repository inside this one.
    NestedRepository,
    /// A file that Columbus itself is set up by: no content to be found.
    OwnFile,
    /// Excluded by `indexing.include`, `indexing.exclude` or `indexing.languages`.
    Excluded,
    /// The parser gave up (time limit); charted as plain text.
    ParseTimeout,
    /// The parser met errors; what it could make out is charted.
    ParsedPartly,
    /// Vanished between the walk and the read.
    Vanished,
}

/// A file that could not be handled in full. Partial failure is data: it is counted and named.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Problem {
    /// Path below the root, escaped where it is not Unicode.
    pub path: String,
    /// What kind of problem.
    pub reason: Reason,
    /// One clause for people; empty when the reason says all.
    pub detail: String,
}

/// What a definition is. `Block` is no definition: text that no symbol covers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnitKind {
    /// Free function.
    Function,
    /// Function that belongs to a type.
    Method,
    /// Constructor or initialiser.
    Constructor,
    /// Class, also object and actor.
    Class,
    /// Struct or record.
    Struct,
    /// Interface or protocol.
    Interface,
    /// Trait, mixin, type class.
    Trait,
    /// Enumeration.
    Enum,
    /// Union.
    Union,
    /// Type alias.
    Type,
    /// Implementation or extension block of a type.
    Impl,
    /// Module, namespace, package object.
    Module,
    /// Macro.
    Macro,
    /// Constant.
    Constant,
    /// Variable at file or type level.
    Variable,
    /// Property or accessor.
    Property,
    /// Enum member.
    Member,
    /// Heading of a document; its unit reaches to the next heading of the same or a higher level.
    Heading,
    /// Key of a data file.
    Key,
    /// A run of lines that no symbol covers.
    Block,
}

impl UnitKind {
    /// All kinds with their names, in the order of the declaration.
    pub const NAMES: [(UnitKind, &'static str); 20] = [
        (UnitKind::Function, "function"),
        (UnitKind::Method, "method"),
        (UnitKind::Constructor, "constructor"),
        (UnitKind::Class, "class"),
        (UnitKind::Struct, "struct"),
        (UnitKind::Interface, "interface"),
        (UnitKind::Trait, "trait"),
        (UnitKind::Enum, "enum"),
        (UnitKind::Union, "union"),
        (UnitKind::Type, "type"),
        (UnitKind::Impl, "impl"),
        (UnitKind::Module, "module"),
        (UnitKind::Macro, "macro"),
        (UnitKind::Constant, "constant"),
        (UnitKind::Variable, "variable"),
        (UnitKind::Property, "property"),
        (UnitKind::Member, "member"),
        (UnitKind::Heading, "heading"),
        (UnitKind::Key, "key"),
        (UnitKind::Block, "block"),
    ];

    /// The kind's name, as it crosses the border and as it is stored.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize].1
    }

    /// The kind of this name.
    pub fn from_name(name: &str) -> Option<UnitKind> {
        Self::NAMES.iter().find(|(_, known)| *known == name).map(|(kind, _)| *kind)
    }
}

/// A definition, or a block of what definitions leave uncovered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// What it is.
    pub kind: UnitKind,
    /// Declared name; empty for a block.
    pub name: String,
    /// Name of the owner (type, module; dotted when nested), empty at file level.
    pub container: String,
    /// Position among the units of the same file, container, name and kind: 0, 1, …
    pub ordinal: u32,
    /// Visible outside its file or type by the rules of its language.
    pub exported: bool,
    /// How many definitions enclose it.
    pub depth: u32,
    /// Index of the innermost enclosing unit in `ParsedFile::units`.
    pub parent: Option<u32>,
    /// The definition with its decorators or attributes.
    pub bytes: Range<u32>,
    /// The lines of `bytes`.
    pub lines: (u32, u32),
    /// From the first line of the definition itself to where its body starts; empty for a block.
    pub signature: Range<u32>,
    /// Declared parameter names, in order.
    pub parameters: Vec<String>,
}

/// One thing that a file imports.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Import {
    /// As written, without quotes: `./api`, `..models`, `crate::rank`, `net/http`.
    pub specifier: String,
    /// Names taken from it (`from x import a, b`), empty for a whole module.
    pub names: Vec<String>,
    /// Line of the import.
    pub line: u32,
}

/// A file after parsing. `text` is the file as UTF-8 without a byte order mark; all offsets are
/// into it, and `bytes_shift` added to one gives the offset on disk (0, or 3 behind a UTF-8 mark).
/// A file on disk in another encoding has `transcoded` set: then only lines can be compared.
#[derive(Clone, Debug)]
pub struct ParsedFile {
    /// The listed file.
    pub source: SourceFile,
    /// Blob id of the bytes that were read.
    pub blob: BlobId,
    /// Name in the language table, empty for text without a grammar.
    pub language: &'static str,
    /// Roles by path and content.
    pub roles: Roles,
    /// Symbols and blocks, ordered by start, then by longer first.
    pub units: Vec<Unit>,
    /// Byte ranges of comments and documentation strings, in order, not nested.
    pub comments: Vec<Range<u32>>,
    /// Byte ranges of string literals that are no documentation, in order, not nested.
    pub strings: Vec<Range<u32>>,
    /// What it imports, in order.
    pub imports: Vec<Import>,
    /// At most one problem: the gravest.
    pub problem: Option<Problem>,
    /// The text, as UTF-8.
    pub text: String,
    /// Bytes on disk before the first byte of `text`.
    pub bytes_shift: u32,
    /// The file on disk is not UTF-8.
    pub transcoded: bool,
}

/// What part a file plays, a set of flags; no flag means implementation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Roles(pub u16);

impl Roles {
    /// Tests, specs, mocks, fixtures.
    pub const TEST: Roles = Roles(1);
    /// Examples, samples, demos, benchmarks.
    pub const EXAMPLE: Roles = Roles(2);
    /// Compatibility layers, legacy and deprecated code, old versions.
    pub const COMPAT: Roles = Roles(4);
    /// Vendored or generated.
    pub const VENDOR: Roles = Roles(8);
    /// Documentation.
    pub const DOC: Roles = Roles(16);
    /// Declarations without code (`.d.ts`, `.pyi`).
    pub const DECLARATION: Roles = Roles(32);
    /// Continuous integration, build and release scripts.
    pub const TOOLING: Roles = Roles(64);
    /// Configuration and data files.
    pub const CONFIG: Roles = Roles(128);

    /// The roles with their names; a file without any is an implementation, `impl`.
    pub const NAMES: [(Roles, &'static str); 8] = [
        (Roles::TEST, "test"),
        (Roles::EXAMPLE, "example"),
        (Roles::COMPAT, "compat"),
        (Roles::VENDOR, "generated"),
        (Roles::DOC, "doc"),
        (Roles::DECLARATION, "declaration"),
        (Roles::TOOLING, "tooling"),
        (Roles::CONFIG, "config"),
    ];

    /// Names of the roles that are set, in the order of [`Roles::NAMES`].
    pub fn names(self) -> Vec<&'static str> {
        Self::NAMES.iter().filter(|(role, _)| self.has(*role)).map(|(_, name)| *name).collect()
    }

    /// Whether all flags of `other` are set.
    pub fn has(self, other: Roles) -> bool {
        self.0 & other.0 == other.0
    }

    /// Both sets of flags.
    #[must_use]
    pub fn with(self, other: Roles) -> Roles {
        Roles(self.0 | other.0)
    }
}

/// The byte ranges of one unit by field, lines owned by the innermost unit. Ranges are in order
/// and do not overlap; a line belongs to exactly one unit and one of the three fields.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnitText {
    /// Lines of the signature.
    pub signature: Vec<Range<u32>>,
    /// Comments and documentation, also those right above the definition.
    pub doc: Vec<Range<u32>>,
    /// Everything else.
    pub body: Vec<Range<u32>>,
}

/// A parsed file with the text of its units and a hash of each.
#[derive(Clone, Debug)]
pub struct Charted {
    /// The file.
    pub file: ParsedFile,
    /// By unit: the ranges of its fields.
    pub texts: Vec<UnitText>,
    /// By unit: hash of its text, the same for the same text anywhere.
    pub hashes: Vec<[u8; 16]>,
}
