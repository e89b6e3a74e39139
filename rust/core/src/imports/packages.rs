//! The packages of `package.json` files: what they are called and what they publish.

use rustc_hash::FxHashMap;
use serde_json::{Map, Value};

use super::tree::{distance, parent, upward};

/// Conditions of a published path, the one nearest to the sources first.
const CONDITIONS: [&str; 9] =
    ["source", "types", "typings", "import", "module", "default", "require", "node", "browser"];

/// Keys that name a package's entry, in the same order.
const ENTRIES: [&str; 6] = ["source", "types", "typings", "module", "main", "browser"];

/// All packages of the tree.
pub(super) struct Packages {
    by_dir: FxHashMap<String, Package>,
    by_name: FxHashMap<String, Vec<String>>,
}

/// One manifest.
pub(super) struct Package {
    manifest: Map<String, Value>,
}

impl Packages {
    pub(super) fn new(manifests: &[(&str, &str)]) -> Self {
        let mut by_dir = FxHashMap::default();
        let mut by_name: FxHashMap<String, Vec<String>> = FxHashMap::default();
        for (path, text) in manifests {
            let Ok(Value::Object(manifest)) =
                serde_json::from_str(text.trim_start_matches('\u{feff}'))
            else {
                continue;
            };
            let dir = parent(path).to_owned();
            if let Some(name) = manifest.get("name").and_then(Value::as_str) {
                by_name.entry(name.to_owned()).or_default().push(dir.clone());
            }
            by_dir.insert(dir, Package { manifest });
        }
        Self { by_dir, by_name }
    }

    /// The package of exactly this directory.
    pub(super) fn at(&self, dir: &str) -> Option<&Package> {
        self.by_dir.get(dir)
    }

    /// The package that `dir` belongs to, with its directory.
    pub(super) fn around(&self, dir: &str) -> Option<(&str, &Package)> {
        upward(dir).find_map(|dir| self.entry(dir))
    }

    /// The package of this name, with its directory; of several the nearest to `importer`.
    pub(super) fn named(&self, name: &str, importer: &str) -> Option<(&str, &Package)> {
        let dirs = self.by_name.get(name)?;
        self.entry(dirs.iter().min_by_key(|dir| distance(importer, dir))?)
    }

    fn entry(&self, dir: &str) -> Option<(&str, &Package)> {
        let (dir, package) = self.by_dir.get_key_value(dir)?;
        Some((dir, package))
    }
}

impl Package {
    /// Paths below the package that `inside` may mean, best first; empty `inside` is the entry.
    pub(super) fn exported(&self, inside: &str) -> Vec<String> {
        let mut found = Vec::new();
        if let Some(exports) = self.manifest.get("exports") {
            let key = if inside.is_empty() { ".".to_owned() } else { format!("./{inside}") };
            match exports {
                Value::Object(map) if map.keys().any(|key| key.starts_with('.')) => {
                    matching(map, &key, &mut found);
                }
                // Without a path in front, the whole value is what the entry maps to.
                value if inside.is_empty() => collect(value, &mut found),
                _ => {}
            }
        }
        if inside.is_empty() {
            let entries = ENTRIES.iter().filter_map(|key| self.manifest.get(*key)?.as_str());
            found.extend(entries.map(str::to_owned));
        }
        found
    }

    /// Paths below the package that `#name` may mean, best first.
    pub(super) fn inner(&self, name: &str) -> Vec<String> {
        let mut found = Vec::new();
        if let Some(Value::Object(map)) = self.manifest.get("imports") {
            matching(map, name, &mut found);
        }
        found
    }
}

/// What the entry of `key` maps to; a key with `*` matches by its longest prefix.
fn matching(map: &Map<String, Value>, key: &str, found: &mut Vec<String>) {
    if let Some(value) = map.get(key) {
        return collect(value, found);
    }
    let patterns = map.iter().filter_map(|(pattern, value)| {
        let (before, after) = pattern.split_once('*')?;
        let star = key.strip_prefix(before)?.strip_suffix(after)?;
        Some((before.len(), star, value))
    });
    if let Some((_, star, value)) = patterns.max_by_key(|(length, star, _)| (*length, *star)) {
        let mut targets = Vec::new();
        collect(value, &mut targets);
        found.extend(targets.iter().map(|target| target.replace('*', star)));
    }
}

/// All paths of a value, those of the better conditions first.
fn collect(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(path) => found.push(path.clone()),
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        Value::Object(map) => {
            let known = CONDITIONS.iter().filter_map(|condition| map.get(*condition));
            known.for_each(|value| collect(value, found));
            let rest = map.iter().filter(|(key, _)| !CONDITIONS.contains(&key.as_str()));
            rest.for_each(|(_, value)| collect(value, found));
        }
        _ => {}
    }
}
