//! The weights of the ranking, read once from `data/weights.toml`.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

const SOURCE: &str = include_str!("../../data/weights.toml");

/// All weights, with the names of the data file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Weights {
    pub(crate) file: FileWeights,
    pub(crate) unit: UnitWeights,
    pub(crate) variant: VariantWeights,
    pub(crate) term: TermWeights,
    pub(crate) kind: BTreeMap<String, f32>,
    pub(crate) full: Mix,
    pub(crate) lexical: Mix,
    pub(crate) deep: Mix,
    pub(crate) role: BTreeMap<String, f64>,
    pub(crate) hinted: BTreeMap<String, f64>,
    pub(crate) hints: BTreeMap<String, Vec<String>>,
    pub(crate) asks: BTreeMap<String, Vec<String>>,
    pub(crate) lanes: Lanes,
    pub(crate) ranges: Ranges,
    pub(crate) floor: Floor,
}

/// Field weights of the file score.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FileWeights {
    pub(crate) stem: f32,
    pub(crate) parent: f32,
    pub(crate) directories: f32,
    pub(crate) major: f32,
    pub(crate) minor: f32,
    pub(crate) signature: f32,
    pub(crate) doc: f32,
    pub(crate) body: f32,
    pub(crate) k1: f32,
    pub(crate) b: f32,
    pub(crate) cap: f32,
}

/// Field weights of the unit score.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitWeights {
    pub(crate) name: f32,
    pub(crate) container: f32,
    pub(crate) signature: f32,
    pub(crate) doc: f32,
    pub(crate) body: f32,
    pub(crate) path: f32,
    pub(crate) k1: f32,
    pub(crate) b: f32,
}

/// What a variant of a query term counts.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VariantWeights {
    pub(crate) abbreviation: f32,
    pub(crate) prefix: f32,
}

/// What a query term counts by kind.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TermWeights {
    pub(crate) part: f32,
    pub(crate) compound: f32,
    pub(crate) glue: f32,
}

/// One weight a feature.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mix {
    pub(crate) file: f64,
    pub(crate) unit: f64,
    pub(crate) units: f64,
    pub(crate) coverage: f64,
    pub(crate) dense: f64,
    pub(crate) dense_mean: f64,
    pub(crate) stem_of_query: f64,
    pub(crate) query_of_stem: f64,
    pub(crate) decompound: f64,
    pub(crate) stem_exact: f64,
    pub(crate) definition: f64,
    pub(crate) exact: f64,
    pub(crate) length: f64,
    pub(crate) depth: f64,
    pub(crate) home: f64,
    pub(crate) model: f64,
    pub(crate) literal: f64,
    pub(crate) named: f64,
}

/// How many files each lane may vote in.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Lanes {
    pub(crate) all_below: usize,
    pub(crate) fields: usize,
    pub(crate) content: usize,
    pub(crate) vectors: usize,
    pub(crate) paths: usize,
    pub(crate) names: usize,
    pub(crate) coverage: usize,
    pub(crate) literal: usize,
}

/// What a file needs to be an answer when it holds no word of the query.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Floor {
    pub(crate) dense: f64,
    pub(crate) model: f64,
}

/// What to show of a file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ranges {
    pub(crate) dense: f64,
    pub(crate) model: f64,
    pub(crate) name: f64,
    pub(crate) length: f64,
    pub(crate) limit: usize,
}

/// The weights of this build.
///
/// The data file is part of the build and a test reads it, so that it cannot be malformed here.
pub(crate) fn weights() -> &'static Weights {
    static WEIGHTS: OnceLock<Weights> = OnceLock::new();
    WEIGHTS.get_or_init(|| toml::from_str(SOURCE).expect("weights.toml is checked by a test"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{Roles, UnitKind};

    #[test]
    fn every_kind_and_role_has_a_weight() {
        for (kind, name) in UnitKind::NAMES {
            assert!(kind == UnitKind::Block || weights().kind.contains_key(name), "{name}");
        }
        for (_, name) in Roles::NAMES {
            assert!(weights().role.contains_key(name), "{name}");
            assert!(weights().asks.contains_key(name), "{name}");
        }
    }
}
