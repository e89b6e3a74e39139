//! `rank()`: candidates to ranked files with the ranges to show, and why.
//!
//! Pure: the same candidates give the same order, bit for bit. A score is a weighted sum of
//! bounded features times the factors of the file's roles, rounded to an integer of
//! [`SCALE`] = 1.0; ties go to the shorter path, then to the bytes of the path.

mod diversify;
mod features;
pub(crate) mod weights;

use crate::catalog::Catalog;
use crate::rank::features::{Features, Scored, features};
use crate::rank::weights::{Mix, weights};
use crate::recall::Candidates;
use crate::records::Roles;
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
    /// Share of each feature in the score, largest first; the role factors last.
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
    let mix = if found.has_vectors { &weights().full } else { &weights().lexical };
    let asked = asked_roles(query);
    let mut order: Vec<(i64, usize)> = scored
        .features
        .iter()
        .enumerate()
        .filter(|(_, features)| is_relevant(features))
        .map(|(at, features)| {
            let factor = role_factor(roles_of(catalog, found, at), asked);
            (fixed(factor * total(features, mix).max(1e-6)), at)
        })
        .collect();
    let path = |at: usize| &catalog.files()[found.files[at].file as usize].path;
    order.sort_by(|(a, i), (b, j)| {
        b.cmp(a)
            .then_with(|| path(*i).len().cmp(&path(*j).len()))
            .then_with(|| path(*i).cmp(path(*j)))
    });
    let order = diversify::keep_copies_apart(order, catalog, found, &scored, limit);
    let show = |(score, at): (i64, usize)| Ranked {
        file: found.files[at].file,
        score,
        reasons: reasons(&scored.features[at], mix, roles_of(catalog, found, at), asked),
        units: diversify::ranges(catalog, found, &scored, at),
    };
    order.into_iter().take(limit).map(show).collect()
}

/// Whether anything but chance speaks for a file: a word of the query, or a near vector.
fn is_relevant(features: &Features) -> bool {
    let words = features.file + features.definition + features.exact + features.stem_exact;
    words > 0.0 || features.dense >= weights().floor.dense
}

fn roles_of(catalog: &Catalog, found: &Candidates, at: usize) -> Roles {
    catalog.files()[found.files[at].file as usize].roles
}

fn fixed(score: f64) -> i64 {
    (score * SCALE).round() as i64
}

/// Roles that the query asks for by a word; their factor is off.
fn asked_roles(query: &Understood) -> Roles {
    let asks = |name: &str| {
        let words = weights().asks.get(name);
        words.is_some_and(|words| words.iter().any(|word| query.words.contains(word)))
    };
    let asked = Roles::NAMES.iter().filter(|(_, name)| asks(name));
    asked.fold(Roles::default(), |all, (role, _)| all.with(*role))
}

fn role_factor(roles: Roles, asked: Roles) -> f64 {
    let counted = |role: Roles| roles.has(role) && !asked.has(role);
    let held = Roles::NAMES.iter().filter(|(role, _)| counted(*role));
    held.map(|(_, name)| weights().role.get(*name).copied().unwrap_or(1.0)).product()
}

fn shares(features: &Features, mix: &Mix) -> [(&'static str, f64); 14] {
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
    ]
}

fn total(features: &Features, mix: &Mix) -> f64 {
    shares(features, mix).iter().map(|(_, share)| share).sum()
}

fn reasons(features: &Features, mix: &Mix, roles: Roles, asked: Roles) -> Vec<(&'static str, f64)> {
    let all = shares(features, mix);
    let mut shown: Vec<(&'static str, f64)> =
        all.into_iter().filter(|(_, share)| *share > 0.0).collect();
    shown.sort_by(|(a, x), (b, y)| y.total_cmp(x).then(a.cmp(b)));
    let factor = role_factor(roles, asked);
    if factor < 1.0 {
        shown.push(("role", factor));
    }
    shown
}

/// The lexical score of a unit and its cosine, as one number for choosing ranges.
fn unit_score(scored: &Scored, found: &Candidates, unit: usize) -> f64 {
    let cosine = f64::from(found.units[unit].cosine.unwrap_or(0.0));
    scored.units[unit] + weights().ranges.dense * cosine
}
