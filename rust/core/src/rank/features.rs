//! The features of a candidate file, each about 0 to 1, from its statistics.
//!
//! BM25F after Robertson, Zaragoza and Taylor (2004): the term counts of the fields are weighted
//! and summed before they saturate. What is ours are the unit features (the best passage counts,
//! not only the whole file), the stem features and the definition match.

use crate::catalog::{Catalog, FileEntry};
use crate::rank::weights::{Weights, weights};
use crate::recall::{
    CandidateFile, CandidateUnit, Candidates, FileFields, FileHit, UnitFields, UnitHit,
    file_length, inverse_frequency, mean_file_length,
};
use crate::understand::{TermKind, Understood};

/// How many of the best units count in `units`.
const BEST_UNITS: usize = 4;
/// How many of the best cosines count in `dense_mean`.
const BEST_COSINES: usize = 3;
/// A neighbourhood with less than one in so many files gives nothing.
const HOME_RANGE: f64 = 50.0;

/// The features of one file; what each is stands in `docs/ranking.md`.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Features {
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
    /// As `model`, but 0 for a file without a vector; no part of the score.
    pub(crate) own_model: f64,
}

/// Features of all candidates and the scores of their units.
pub(crate) struct Scored {
    /// By candidate.
    pub(crate) features: Vec<Features>,
    /// Lexical score by candidate unit, about 0 to 1.
    pub(crate) units: Vec<f64>,
    /// How well its name fits, by candidate unit, 0 to 1.
    pub(crate) names: Vec<f64>,
}

/// Weight of a query term by how it came about.
fn term_weight(kind: TermKind, weights: &Weights) -> f64 {
    f64::from(match kind {
        TermKind::Part => weights.term.part,
        TermKind::Compound => weights.term.compound,
        TermKind::Glue => weights.term.glue,
    })
}

/// Computes the features of all candidates.
pub(crate) fn features(query: &Understood, catalog: &Catalog, found: &Candidates) -> Scored {
    let mut sums = Sums::new(query, catalog, found);
    for index in 0..query.terms.len() {
        sums.term(index);
    }
    let units = sums.unit_scores();
    let names: Vec<f64> = found.units.iter().map(|unit| sums.name_match(unit)).collect();
    let features = (0..found.files.len()).map(|at| sums.finish(at, &units, &names)).collect();
    Scored { features, units, names }
}

struct Sums<'a> {
    query: &'a Understood,
    catalog: &'a Catalog,
    found: &'a Candidates,
    weights: &'static Weights,
    /// idf of each query term over files and over units.
    idf: Vec<f64>,
    unit_idf: Vec<f64>,
    /// Sum of the idf of the part terms, and the same with the weighted compounds.
    parts: f64,
    norm: f64,
    unit_norm: f64,
    file: Vec<f64>,
    stem: Vec<f64>,
    unit: Vec<f64>,
    unit_coverage: Vec<f64>,
    mean_file: f64,
    mean_unit: f64,
    least_depth: usize,
    least_model: f64,
}

impl<'a> Sums<'a> {
    fn new(query: &'a Understood, catalog: &'a Catalog, found: &'a Candidates) -> Self {
        let weights = weights();
        let idf = |total: usize, with: u32| f64::from(inverse_frequency(total, with as usize));
        let files = catalog.files().len();
        let units = catalog.units().len();
        let by_file: Vec<f64> = found.terms.iter().map(|t| idf(files, t.files_with)).collect();
        let by_unit: Vec<f64> = found.terms.iter().map(|t| idf(units, t.units_with)).collect();
        let sum_of = |values: &[f64], kind: TermKind| -> f64 {
            let of_kind = query.terms.iter().zip(values).filter(|(term, _)| term.kind == kind);
            of_kind.map(|(_, value)| value * term_weight(kind, weights)).sum()
        };
        let parts = sum_of(&by_file, TermKind::Part).max(1e-9);
        let unit_parts = sum_of(&by_unit, TermKind::Part).max(1e-9);
        let lengths: u64 = catalog.unit_sums()[2..].iter().sum();
        let depths = found.files.iter().map(|file| depth(&catalog.files()[file.file as usize]));
        Sums {
            norm: parts + sum_of(&by_file, TermKind::Compound),
            unit_norm: unit_parts + sum_of(&by_unit, TermKind::Compound),
            idf: by_file,
            unit_idf: by_unit,
            parts,
            file: vec![0.0; found.files.len()],
            stem: vec![0.0; found.files.len()],
            unit: vec![0.0; found.units.len()],
            unit_coverage: vec![0.0; found.units.len()],
            mean_file: f64::from(mean_file_length(catalog).max(1.0)),
            mean_unit: (lengths as f64 / units.max(1) as f64).max(1.0),
            least_depth: depths.min().unwrap_or(0),
            least_model: least_model(found),
            query,
            catalog,
            found,
            weights,
        }
    }

    fn term(&mut self, index: usize) {
        let kind = self.query.terms[index].kind;
        let weight = term_weight(kind, self.weights);
        let hits = &self.found.terms[index];
        let mut path_counts = vec![0.0f32; self.found.files.len()];
        for hit in &hits.files {
            let at = hit.candidate as usize;
            path_counts[at] = self.path_count(hit);
            self.file[at] += weight * self.idf[index] * self.saturated_file(hit);
            if kind == TermKind::Part {
                self.stem[at] += self.idf[index] * stem_share(hit);
            }
        }
        for hit in &hits.units {
            let at = hit.unit as usize;
            let unit = &self.found.units[at];
            let saturated = self.saturated_unit(hit, path_counts[unit.candidate as usize]);
            self.unit[at] += weight * self.unit_idf[index] * saturated;
            if kind == TermKind::Part && saturated > 0.0 {
                self.unit_coverage[at] += self.idf[index];
            }
        }
    }

    fn path_count(&self, hit: &FileHit) -> f32 {
        let abbreviation = self.weights.variant.abbreviation;
        let count = |field: usize| hit.exact[field] + abbreviation * hit.abbreviated[field];
        (count(0) + count(1)).min(2.0)
    }

    fn saturated_file(&self, hit: &FileHit) -> f64 {
        let w = &self.weights.file;
        let fields: FileFields =
            [w.stem, w.parent, w.directories, w.major, w.minor, w.signature, w.doc, w.body];
        let variant = &self.weights.variant;
        let mut x = 0.0;
        for (field, weight) in fields.iter().enumerate() {
            let prefixed = hit.prefixed.get(field).copied().unwrap_or(0.0);
            let count = hit.exact[field]
                + variant.abbreviation * hit.abbreviated[field]
                + variant.prefix * prefixed;
            x += f64::from(weight * count.min(w.cap));
        }
        let file = self.found.files[hit.candidate as usize].file;
        let length = f64::from(file_length(&self.catalog.files()[file as usize]));
        let b = f64::from(w.b);
        x /= 1.0 - b + b * length / self.mean_file;
        x / (x + f64::from(w.k1))
    }

    fn saturated_unit(&self, hit: &UnitHit, path_count: f32) -> f64 {
        let w = &self.weights.unit;
        let fields: UnitFields = [w.name, w.container, w.signature, w.doc, w.body];
        let abbreviation = self.weights.variant.abbreviation;
        let mut x = 0.0;
        for (field, weight) in fields.iter().enumerate() {
            let count = hit.exact[field] + abbreviation * hit.abbreviated[field];
            x += f64::from(weight * count);
        }
        if x <= 0.0 {
            return 0.0;
        }
        x += f64::from(w.path * path_count);
        let unit = &self.catalog.units()[self.found.units[hit.unit as usize].unit as usize];
        let length: u32 = unit.lens[2..].iter().map(|len| u32::from(*len)).sum();
        let b = f64::from(w.b);
        x /= 1.0 - b + b * f64::from(length) / self.mean_unit;
        x / (x + f64::from(w.k1))
    }

    fn unit_scores(&self) -> Vec<f64> {
        self.unit.iter().map(|sum| sum / self.unit_norm).collect()
    }

    fn finish(&self, at: usize, units: &[f64], names: &[f64]) -> Features {
        let candidate = &self.found.files[at];
        let entry = &self.catalog.files()[candidate.file as usize];
        let range = candidate.units.start as usize..candidate.units.end as usize;
        let mut scores = units[range.clone()].to_vec();
        scores.sort_by(|a, b| b.total_cmp(a));
        let coverage = self.unit_coverage[range.clone()].iter().copied().fold(0.0, f64::max);
        let (dense, dense_mean) = self.cosines(range.clone());
        let own_model = best_model(self.found, range.clone());
        let definition = names[range.clone()].iter().copied().fold(0.0, f64::max);
        let exact = self.exact(range);
        let stem = StemMatch::new(self.query, &entry.path);
        let words: u32 = entry.parts[3..].iter().sum();
        Features {
            file: self.file[at] / self.norm,
            unit: scores.first().copied().unwrap_or(0.0),
            units: scores.iter().take(BEST_UNITS).sum::<f64>() / 2.0,
            coverage: (coverage / self.parts).powi(2),
            dense,
            dense_mean,
            stem_of_query: self.stem[at] / self.parts,
            query_of_stem: stem.share,
            decompound: stem.decompound,
            stem_exact: stem.exact,
            definition,
            exact,
            length: f64::from(words).ln_1p() / 8.0,
            depth: 1.0 / (1.0 + (depth(entry) - self.least_depth) as f64),
            model: own_model.unwrap_or(self.least_model),
            own_model: own_model.unwrap_or(0.0),
            literal: f64::from(candidate.literal),
            named: f64::from(u8::from(candidate.named)),
            home: home(self.catalog.home_share(candidate.file)),
        }
    }

    fn cosines(&self, range: std::ops::Range<usize>) -> (f64, f64) {
        let known = self.found.units[range].iter().filter_map(|unit| unit.cosine);
        let mut cosines: Vec<f32> = known.collect();
        cosines.sort_by(|a, b| b.total_cmp(a));
        cosines.truncate(BEST_COSINES);
        let Some(best) = cosines.first() else { return (0.0, 0.0) };
        let mean = cosines.iter().map(|c| f64::from(*c)).sum::<f64>() / cosines.len() as f64;
        (f64::from(*best), mean)
    }

    /// Best match of the file's definitions with an identifier of the query.
    fn exact(&self, range: std::ops::Range<usize>) -> f64 {
        let same = self.found.units[range].iter().filter(|unit| unit.exact || unit.squashed);
        let factor = |unit: &CandidateUnit| if unit.exact { 1.0 } else { 0.9 };
        same.map(|unit| factor(unit) * self.kind_of(unit)).fold(0.0, f64::max)
    }

    fn kind_of(&self, unit: &CandidateUnit) -> f64 {
        let entry = &self.catalog.units()[unit.unit as usize];
        kind_weight(entry.kind.name(), entry.exported, self.weights)
    }

    /// How well the name of a unit fits: both shares of the words, and what kind of name it is.
    fn name_match(&self, unit: &CandidateUnit) -> f64 {
        if unit.name_parts == 0 {
            return 0.0;
        }
        let entry = &self.catalog.units()[unit.unit as usize];
        let of_name = f64::from(unit.name_parts.count_ones()) / f64::from(entry.name_parts.max(1));
        let mean = harmonic(self.idf_share(unit.name_terms), of_name.min(1.0));
        mean * (0.5 + 0.5 * self.kind_of(unit))
    }

    fn idf_share(&self, bits: u64) -> f64 {
        let held = self.idf.iter().take(64).enumerate().filter(|(at, _)| bits & (1 << at) != 0);
        held.map(|(_, idf)| idf).sum::<f64>() / self.parts
    }
}

/// How telling a definition's name is, 0 to 1.
pub(crate) fn kind_weight(kind: &str, exported: bool, weights: &Weights) -> f64 {
    let weight = weights.kind.get(kind).copied().unwrap_or(0.0);
    let factor =
        if exported { 1.0 } else { weights.kind.get("not_exported").copied().unwrap_or(1.0) };
    f64::from(weight * factor)
}

fn harmonic(a: f64, b: f64) -> f64 {
    if a + b > 0.0 { 2.0 * a * b / (a + b) } else { 0.0 }
}

fn best_model(found: &Candidates, range: std::ops::Range<usize>) -> Option<f64> {
    let known = found.units[range].iter().filter_map(|unit| unit.model);
    known.map(f64::from).max_by(f64::total_cmp)
}

/// The least of the best cosines of the candidates that have vectors of the sentence model; 0
/// without. It stands for those that the model was not shown, which so stay behind.
fn least_model(found: &Candidates) -> f64 {
    let range = |file: &CandidateFile| file.units.start as usize..file.units.end as usize;
    let best = found.files.iter().filter_map(|file| best_model(found, range(file)));
    best.min_by(f64::total_cmp).unwrap_or(0.0)
}

/// 1 for a file where all of the implementation is, 0 where a fiftieth of it or less is; the
/// steps between are equal for equal ratios.
fn home(share: f32) -> f64 {
    (1.0 + f64::from(share).ln() / HOME_RANGE.ln()).clamp(0.0, 1.0)
}

fn depth(file: &FileEntry) -> usize {
    file.path.matches('/').count()
}

fn stem_share(hit: &FileHit) -> f64 {
    f64::from((hit.exact[0] + 0.8 * hit.abbreviated[0] + 0.6 * hit.prefixed[0]).min(1.0))
}

/// How well the base name of a file fits the query.
struct StemMatch {
    share: f64,
    decompound: f64,
    exact: f64,
}

impl StemMatch {
    fn new(query: &Understood, path: &str) -> Self {
        let [stem, _, _] = crate::postings::path_fields(path);
        let squashed = crate::terms::squash(&stem);
        let exact = query.squashed.contains(&squashed)
            || !squashed.is_empty() && squashed == query.squashed_whole;
        StemMatch {
            share: share_of_stem(query, &stem),
            decompound: decompound(&query.parts, &squashed),
            exact: f64::from(u8::from(exact)),
        }
    }
}

/// Half the share of the stem's parts that are query terms or abbreviations of one, and, if there
/// is one, half the share that begins like a query term (three letters or more) or the reverse.
fn share_of_stem(query: &Understood, stem: &str) -> f64 {
    let words = crate::terms::words(stem);
    let parts: Vec<String> = words.flat_map(|word| crate::terms::terms_of(word).parts).collect();
    let terms = || query.terms.iter().filter(|term| term.kind == TermKind::Part);
    let is_term = |part: &&String| {
        terms().any(|term| term.text == **part || term.abbreviations.contains(*part))
    };
    let begins = |a: &str, b: &str| a.len() >= 3 && b.len() >= 3 && a.starts_with(b);
    let is_like = |part: &&String| {
        terms()
            .any(|term| term.text == **part || begins(part, &term.text) || begins(&term.text, part))
    };
    let total = parts.len().max(1) as f64;
    let whole = parts.iter().filter(is_term).count() as f64 / total;
    let like = parts.iter().filter(is_like).count() as f64 / total;
    0.5 * whole + if whole > 0.0 { 0.5 * like } else { 0.0 }
}

/// Share of the letters of the squashed stem that words of the query cover, longest words first,
/// each once: `httpclient` for "client of http".
fn decompound(parts: &[String], squashed: &str) -> f64 {
    let mut rest = squashed.to_owned();
    let mut covered = 0;
    for part in parts {
        if let Some(at) = rest.find(part.as_str()) {
            covered += part.chars().count();
            rest.replace_range(at..at + part.len(), " ");
        }
    }
    covered as f64 / squashed.chars().count().max(1) as f64
}
