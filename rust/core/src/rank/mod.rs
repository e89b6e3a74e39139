//! `rank()`: candidates to ranked files with the ranges to show, and why.
//!
//! Pure: the same candidates give the same order, bit for bit. A score is a weighted sum of
//! bounded features times the factors of the file's roles, rounded to an integer of
//! [`SCALE`] = 1.0; ties go to the shorter path, then to the bytes of the path.

mod amalgam;
mod diversify;
mod features;
pub(crate) mod weights;

use std::collections::BTreeMap;
use std::path::Path;

use crate::catalog::{Catalog, FileEntry};
use crate::rank::diversify::Placed;
use crate::rank::features::{Features, Scored, features};
use crate::rank::weights::{Mix, weights};
use crate::recall::Candidates;
use crate::records::{Roles, UnitKind};
use crate::understand::Understood;

/// The integer that stands for a score of 1.
pub const SCALE: f64 = 1e6;

/// One file with what to show of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranked {
    /// Dense index in the catalog.
    pub file: u32,
    /// Fixed point, see [`SCALE`].
    pub score: i64,
    /// Share of each feature in the score, largest first; the factor of the file's role last.
    pub reasons: Vec<(&'static str, f64)>,
    /// Dense indices of up to three units, best first; empty for a file without units.
    pub units: Vec<u32>,
}

/// Ranks candidates.
pub fn rank(
    query: &Understood,
    catalog: &Catalog,
    found: &Candidates,
    limit: usize,
) -> Vec<Ranked> {
    let scored = features(query, catalog, found);
    let mix = mix_of(found);
    let amalgams = amalgam::amalgams(catalog, found);
    let factor = |at: usize| {
        let file = &catalog.files()[found.files[at].file as usize];
        let own =
            if amalgams[at] { role_weight("amalgam") } else { plain_factor(query, catalog, file) };
        // Who names a file asks for it, whatever its role.
        if found.files[at].named { 1.0 } else { role_factor(query, file.roles) * own }
    };
    let mut order: Vec<(i64, usize)> = scored
        .features
        .iter()
        .enumerate()
        .filter(|(_, features)| is_relevant(features))
        .map(|(at, features)| (fixed(factor(at) * total(features, mix).max(1e-6)), at))
        .collect();
    let path = |at: usize| &catalog.files()[found.files[at].file as usize].path;
    order.sort_by(|(a, i), (b, j)| {
        b.cmp(a)
            .then_with(|| path(*i).len().cmp(&path(*j).len()))
            .then_with(|| path(*i).cmp(path(*j)))
    });
    let order = diversify::keep_copies_apart(order, catalog, found, &scored, limit);
    let show = |Placed { score, candidate, units }| Ranked {
        file: found.files[candidate].file,
        score,
        reasons: reasons(&scored.features[candidate], mix, factor(candidate)),
        units,
    };
    order.into_iter().take(limit).map(show).collect()
}

/// Whether anything but chance speaks for a file: a word of the query, or a near vector.
fn is_relevant(features: &Features) -> bool {
    let words = features.file + features.definition + features.exact + features.stem_exact;
    let asked = features.literal + features.named;
    let floor = &weights().floor;
    words + asked > 0.0 || features.dense >= floor.dense || features.own_model >= floor.model
}

fn fixed(score: f64) -> i64 {
    (score * SCALE).round() as i64
}

fn mix_of(found: &Candidates) -> &'static Mix {
    let all = weights();
    match (found.has_model, found.has_vectors) {
        (true, _) => &all.deep,
        (false, true) => &all.full,
        (false, false) => &all.lexical,
    }
}

/// Whether the query holds one of the words that `table` lists for a role.
fn holds(query: &Understood, table: &BTreeMap<String, Vec<String>>, role: &str) -> bool {
    let words = table.get(role);
    words.is_some_and(|words| words.iter().any(|word| query.words.contains(word)))
}

fn asks(query: &Understood, role: &str) -> bool {
    holds(query, &weights().asks, role)
}

fn role_factor(query: &Understood, roles: Roles) -> f64 {
    let held = Roles::NAMES.iter().filter(|(role, _)| roles.has(*role));
    let factor = |(_, name): &(Roles, &str)| {
        if asks(query, name) {
            1.0
        } else if holds(query, &weights().hints, name) {
            weights().hinted.get(*name).copied().unwrap_or(1.0)
        } else {
            role_weight(name)
        }
    };
    held.map(factor).product()
}

fn role_weight(name: &str) -> f64 {
    weights().role.get(name).copied().unwrap_or(1.0)
}

/// Factor of a file that no role covers: text without definitions (data, manuals, listings), and
/// headers of C, which say again what the file behind them does.
fn plain_factor(query: &Understood, catalog: &Catalog, entry: &FileEntry) -> f64 {
    let units = &catalog.units()[entry.units.start as usize..entry.units.end as usize];
    let is_plain = || units.iter().all(|unit| unit.kind == UnitKind::Block);
    let name = match entry.language.as_str() {
        _ if entry.roles != Roles::default() => return 1.0,
        "c" if is_header(&entry.path) && !asks(query, "header") => "header",
        "" if is_plain() => "plain",
        _ => return 1.0,
    };
    role_weight(name)
}

fn is_header(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == "h")
}

fn shares(features: &Features, mix: &Mix) -> [(&'static str, f64); 18] {
    [
        ("file", mix.file * features.file),
        ("unit", mix.unit * features.unit),
        ("units", mix.units * features.units),
        ("coverage", mix.coverage * features.coverage),
        ("dense", mix.dense * features.dense),
        ("dense_mean", mix.dense_mean * features.dense_mean),
        ("stem_of_query", mix.stem_of_query * features.stem_of_query),
        ("query_of_stem", mix.query_of_stem * features.query_of_stem),
        ("decompound", mix.decompound * features.decompound),
        ("stem_exact", mix.stem_exact * features.stem_exact),
        ("definition", mix.definition * features.definition),
        ("exact", mix.exact * features.exact),
        ("length", mix.length * features.length),
        ("depth", mix.depth * features.depth),
        ("home", mix.home * features.home),
        ("model", mix.model * features.model),
        ("literal", mix.literal * features.literal),
        ("named", mix.named * features.named),
    ]
}

fn total(features: &Features, mix: &Mix) -> f64 {
    shares(features, mix).iter().map(|(_, share)| share).sum()
}

fn reasons(features: &Features, mix: &Mix, factor: f64) -> Vec<(&'static str, f64)> {
    let all = shares(features, mix);
    let mut shown: Vec<(&'static str, f64)> =
        all.into_iter().filter(|(_, share)| *share > 0.0).collect();
    shown.sort_by(|(a, x), (b, y)| y.total_cmp(x).then(a.cmp(b)));
    if factor < 1.0 {
        shown.push(("role", factor));
    }
    shown
}

/// How well a unit answers, as one number for choosing ranges of one file.
fn unit_score(catalog: &Catalog, scored: &Scored, found: &Candidates, at: usize) -> f64 {
    unit_shares(catalog, scored, found, at).iter().map(|(_, share)| share).sum()
}

fn unit_shares(
    catalog: &Catalog,
    scored: &Scored,
    found: &Candidates,
    at: usize,
) -> [(&'static str, f64); 5] {
    let unit = &found.units[at];
    let lens = catalog.units()[unit.unit as usize].lens;
    let words: f64 = lens[2..].iter().map(|len| f64::from(*len)).sum();
    let [table, model] = [unit.cosine, unit.model].map(|cosine| f64::from(cosine.unwrap_or(0.0)));
    let weights = &weights().ranges;
    [
        ("unit", scored.units[at]),
        ("dense", weights.dense * table),
        ("model", weights.model * model),
        ("definition", weights.name * scored.names[at]),
        ("length", weights.length * (1.0 + words).ln() / 8.0),
    ]
}

/// A unit of a candidate with what speaks for it.
#[derive(Clone, PartialEq, Debug)]
pub struct RankedUnit {
    /// Dense index in the catalog.
    pub unit: u32,
    /// Share of each feature in its score.
    pub shares: [(&'static str, f64); 5],
}

/// The units of a file in the order in which they would be shown; empty for one that is no
/// candidate.
pub fn rank_units(
    query: &Understood,
    catalog: &Catalog,
    found: &Candidates,
    file: u32,
) -> Vec<RankedUnit> {
    let Ok(at) = found.files.binary_search_by_key(&file, |candidate| candidate.file) else {
        return Vec::new();
    };
    let scored = features(query, catalog, found);
    let range = found.files[at].units.clone();
    let mut units: Vec<RankedUnit> = (range.start as usize..range.end as usize)
        .filter(|at| found.units[*at].shown)
        .map(|at| RankedUnit {
            unit: found.units[at].unit,
            shares: unit_shares(catalog, &scored, found, at),
        })
        .collect();
    let sum = |unit: &RankedUnit| unit.shares.iter().map(|(_, share)| share).sum::<f64>();
    units.sort_by(|a, b| sum(b).total_cmp(&sum(a)).then(a.unit.cmp(&b.unit)));
    units
}
