//! The aliases of `tsconfig.json` and `jsconfig.json`.

use rustc_hash::FxHashMap;
use serde_json::Value;

use super::tree::{has_extension, join, name_of, parent};

/// How far `extends` is followed: deeper than any real chain, and the end of a circle.
const MAX_EXTENDS: usize = 8;

/// All projects of the tree, by directory.
pub(super) struct Projects {
    by_dir: FxHashMap<String, Project>,
}

/// The aliases of one project. Directories and targets are paths below the root of the tree.
#[derive(Clone, Default)]
pub(super) struct Project {
    base: Option<String>,
    /// Pattern and targets, as written, with the directory that the targets are seen from.
    paths: Vec<(String, Vec<String>)>,
    paths_dir: String,
}

impl Projects {
    /// `configs` are all manifests: what a project extends may have any name.
    pub(super) fn new(configs: &[(&str, &str)]) -> Self {
        let parsed: FxHashMap<&str, Value> = configs
            .iter()
            .filter(|(path, _)| has_extension(path, "json"))
            .filter_map(|(path, text)| Some((*path, serde_json::from_str(&plain_json(text)).ok()?)))
            .collect();
        let mut paths: Vec<&str> = parsed.keys().copied().collect();
        // In a directory with both, `tsconfig.json` comes last and so replaces `jsconfig.json`.
        paths.sort_unstable();
        let mut by_dir = FxHashMap::default();
        for path in paths {
            if matches!(name_of(path), "tsconfig.json" | "jsconfig.json") {
                by_dir.insert(parent(path).to_owned(), read(&parsed, path, MAX_EXTENDS));
            }
        }
        Self { by_dir }
    }

    /// The project of exactly this directory.
    pub(super) fn at(&self, dir: &str) -> Option<&Project> {
        self.by_dir.get(dir)
    }
}

impl Project {
    /// Paths without extension that `specifier` may mean, best first.
    pub(super) fn candidates(&self, specifier: &str) -> Vec<String> {
        let seen_from = self.base.as_deref().unwrap_or(&self.paths_dir);
        let mut found: Vec<String> = self
            .best_pattern(specifier)
            .into_iter()
            .flat_map(|(star, targets)| targets.iter().map(move |to| to.replacen('*', star, 1)))
            .filter_map(|target| join(seen_from, &target))
            .collect();
        if let Some(base) = &self.base {
            found.extend(join(base, specifier));
        }
        found
    }

    /// The pattern that matches: an exact one, else that with the longest part before its star.
    fn best_pattern<'a>(&'a self, specifier: &'a str) -> Option<(&'a str, &'a Vec<String>)> {
        if let Some((_, targets)) = self.paths.iter().find(|(pattern, _)| pattern == specifier) {
            return Some(("", targets));
        }
        let matches = self.paths.iter().filter_map(|(pattern, targets)| {
            let (before, after) = pattern.split_once('*')?;
            let star = specifier.strip_prefix(before)?.strip_suffix(after)?;
            Some((before.len(), star, targets))
        });
        let (_, star, targets) = matches.max_by_key(|(length, star, _)| (*length, *star))?;
        Some((star, targets))
    }
}

/// Reads a configuration and what it extends; its own settings go before.
fn read(parsed: &FxHashMap<&str, Value>, path: &str, left: usize) -> Project {
    let Some(config) = parsed.get(path).filter(|_| left > 0) else { return Project::default() };
    let dir = parent(path);
    let mut project = Project::default();
    for extended in extended(config).filter_map(|name| find_extended(parsed, dir, name)) {
        let parent = read(parsed, &extended, left - 1);
        project.base = parent.base.or(project.base);
        if !parent.paths.is_empty() {
            (project.paths, project.paths_dir) = (parent.paths, parent.paths_dir);
        }
    }
    let option = |key: &str| config.get("compilerOptions").and_then(|options| options.get(key));
    if let Some(base) = option("baseUrl").and_then(Value::as_str) {
        project.base = join(dir, base);
    }
    if let Some(paths) = option("paths").and_then(Value::as_object) {
        project.paths = paths.iter().map(|(name, to)| (name.clone(), strings(to))).collect();
        dir.clone_into(&mut project.paths_dir);
    }
    project
}

fn extended(config: &Value) -> impl Iterator<Item = &str> {
    let names = match config.get("extends") {
        Some(Value::Array(names)) => names.iter().collect(),
        Some(name) => vec![name],
        None => Vec::new(),
    };
    names.into_iter().filter_map(Value::as_str).filter(|name| name.starts_with('.'))
}

fn find_extended(parsed: &FxHashMap<&str, Value>, dir: &str, name: &str) -> Option<String> {
    let path = join(dir, name)?;
    [path.clone(), format!("{path}.json"), format!("{path}/tsconfig.json")]
        .into_iter()
        .find(|path| parsed.contains_key(path.as_str()))
}

fn strings(value: &Value) -> Vec<String> {
    let items = value.as_array().into_iter().flatten();
    items.filter_map(|item| Some(item.as_str()?.to_owned())).collect()
}

/// The text without comments and trailing commas, which these files may have and JSON may not.
fn plain_json(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.trim_start_matches('\u{feff}');
    while let Some(c) = rest.chars().next() {
        let taken = match c {
            '"' => string_length(rest),
            '/' if rest.starts_with("//") => {
                rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
                continue;
            }
            '/' if rest.starts_with("/*") => {
                rest = rest[2..].find("*/").map_or("", |end| &rest[end + 4..]);
                continue;
            }
            ']' | '}' => {
                drop_trailing_comma(&mut out);
                1
            }
            c => c.len_utf8(),
        };
        out.push_str(&rest[..taken]);
        rest = &rest[taken..];
    }
    out
}

/// Length of the string literal at the start of `text`, with its quotes.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn drop_trailing_comma(out: &mut String) {
    let kept = out.trim_end();
    if kept.ends_with(',') {
        out.truncate(kept.len() - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::plain_json;

    #[test]
    fn comments_and_trailing_commas_go_but_strings_stay() {
        let text = "\u{feff}{ // one\n \"a\": \"/* no */ // no ,}\", /* two */ \"b\": [1, 2, ], \"q\": \"\\\",]\",\n}";
        assert_eq!(
            plain_json(text),
            "{ \n \"a\": \"/* no */ // no ,}\",  \"b\": [1, 2], \"q\": \"\\\",]\"}"
        );
    }

    #[test]
    fn unfinished_text_ends() {
        assert_eq!(plain_json("{\"a"), "{\"a");
        assert_eq!(plain_json("/* open"), "");
    }
}
