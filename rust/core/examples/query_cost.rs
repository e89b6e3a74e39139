//! What loading each language's queries costs, and which patterns are to blame.
//!
//! `cargo run --release -p columbus-core --example query_cost [LANGUAGE]`: milliseconds of every
//! language, or of every pattern of one. The files are read from `queries/`, so that a change can
//! be measured without a build.
#![allow(clippy::print_stdout)]

use std::path::Path;
use std::time::Instant;

use tree_sitter::{Language, Query};

/// The fastest of so many runs counts: noise only ever adds.
const RUNS: usize = 5;

/// Name, the folders whose queries are joined, and the grammar.
fn grammars() -> Vec<(&'static str, Vec<&'static str>, Language)> {
    vec![
        ("bash", vec!["bash"], tree_sitter_bash::LANGUAGE.into()),
        ("c", vec!["c"], tree_sitter_c::LANGUAGE.into()),
        ("cpp", vec!["cpp", "c"], tree_sitter_cpp::LANGUAGE.into()),
        ("csharp", vec!["csharp"], tree_sitter_c_sharp::LANGUAGE.into()),
        ("elixir", vec!["elixir"], tree_sitter_elixir::LANGUAGE.into()),
        ("go", vec!["go"], tree_sitter_go::LANGUAGE.into()),
        ("haskell", vec!["haskell"], tree_sitter_haskell::LANGUAGE.into()),
        ("java", vec!["java"], tree_sitter_java::LANGUAGE.into()),
        ("javascript", vec!["javascript", "_ecma"], tree_sitter_javascript::LANGUAGE.into()),
        ("kotlin", vec!["kotlin"], tree_sitter_kotlin_ng::LANGUAGE.into()),
        ("lua", vec!["lua"], tree_sitter_lua::LANGUAGE.into()),
        ("markdown", vec!["markdown"], tree_sitter_md::LANGUAGE.into()),
        ("php", vec!["php"], tree_sitter_php::LANGUAGE_PHP.into()),
        ("python", vec!["python"], tree_sitter_python::LANGUAGE.into()),
        ("ruby", vec!["ruby"], tree_sitter_ruby::LANGUAGE.into()),
        ("rust", vec!["rust"], tree_sitter_rust::LANGUAGE.into()),
        ("scala", vec!["scala"], tree_sitter_scala::LANGUAGE.into()),
        ("swift", vec!["swift"], tree_sitter_swift::LANGUAGE.into()),
        ("tsx", vec!["tsx", "typescript", "_ecma"], tree_sitter_typescript::LANGUAGE_TSX.into()),
        (
            "typescript",
            vec!["typescript", "_ecma"],
            tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        ),
        ("zig", vec!["zig"], tree_sitter_zig::LANGUAGE.into()),
    ]
}

fn main() {
    let wanted = std::env::args().nth(1);
    for (name, folders, grammar) in grammars() {
        let source = joined(&folders);
        match wanted.as_deref() {
            None => println!("{name:12} {:7.1} ms", milliseconds(&grammar, &source)),
            Some(wanted) if wanted == name => show_patterns(&grammar, &source),
            Some(_) => {}
        }
    }
}

fn joined(folders: &[&str]) -> String {
    let queries = Path::new(env!("CARGO_MANIFEST_DIR")).join("queries");
    let mut source = String::new();
    for file in ["tags.scm", "imports.scm"] {
        for folder in folders {
            let at = queries.join(folder).join(file);
            source += &std::fs::read_to_string(&at).expect("a query file");
            source.push('\n');
        }
    }
    source
}

fn show_patterns(grammar: &Language, source: &str) {
    let query = Query::new(grammar, source).expect("the queries compile");
    let base = milliseconds(grammar, "");
    let mut costs: Vec<(f64, &str)> = (0..query.pattern_count())
        .map(|index| {
            let range = query.start_byte_for_pattern(index)..query.end_byte_for_pattern(index);
            let text = source[range].trim();
            (milliseconds(grammar, text) - base, text)
        })
        .collect();
    costs.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (cost, text) in costs {
        let line: Vec<&str> = text.lines().filter(|line| !line.starts_with(';')).collect();
        println!("{cost:7.1} ms  {}", line.join(" "));
    }
}

fn milliseconds(grammar: &Language, source: &str) -> f64 {
    let once = || {
        let began = Instant::now();
        Query::new(grammar, source).map(|_| began.elapsed().as_secs_f64() * 1000.0)
    };
    (0..RUNS).filter_map(|_| once().ok()).fold(f64::INFINITY, f64::min)
}
