//! Recall and rank over a small tree that is built as an index is: parsed, owned, posted, loaded.

use columbus_core::catalog::Catalog;
use columbus_core::literal::{FileMatch, Found};
use columbus_core::parse::{self, Options};
use columbus_core::postings::{self, Declared, Segment};
use columbus_core::rank::{self, Ranked};
use columbus_core::recall::{self, Candidates, Filters, Given, LaneState, Scope, Spaces};
use columbus_core::records::{ParsedFile, SourceFile};
use columbus_core::understand::{self, Understood};
use proptest::prelude::*;

const TREE: [(&str, &str); 7] = [
    (
        "src/retry.py",
        "class RetryPolicy:\n    \"\"\"How often a call is tried again.\"\"\"\n\n    def delay(self, attempt):\n        return 2 ** attempt\n",
    ),
    (
        "src/client.py",
        "from retry import RetryPolicy\n\n\ndef fetch(url, policy):\n    \"\"\"Fetches a page, with a RetryPolicy.\"\"\"\n    return policy.delay(1)\n",
    ),
    ("src/cfg.py", "def load_cfg(path):\n    return read_table(path)\n\n\nLIMIT = 30\n"),
    (
        "src/queue.rs",
        "/// A line of jobs.\npub struct JobQueue {\n    jobs: Vec<Job>,\n}\n\nimpl JobQueue {\n    pub fn push(&mut self, job: Job) {\n        self.jobs.push(job);\n    }\n}\n",
    ),
    (
        "tests/test_queue.py",
        "def test_job_queue_push():\n    queue = JobQueue()\n    queue.push(1)\n    assert queue.jobs == [1]\n",
    ),
    ("docs/queue.md", "# Job queue\n\nHow jobs are pushed to the queue and taken from it.\n"),
    ("src/paint.js", "export function paintCanvas(ctx) {\n  ctx.fill()\n}\n"),
];

fn parsed((path, text): &(&str, &str)) -> ParsedFile {
    let source = SourceFile { path: (*path).to_owned(), ..SourceFile::default() };
    parse::parse(&source, text.as_bytes(), &Options::default()).expect("a parsed file")
}

fn names(file: &ParsedFile) -> Declared {
    let names = file.units.iter().map(|unit| unit.name.clone()).collect();
    (file.source.path.clone(), names)
}

/// An index of one or more segments; ids go on from segment to segment.
struct Index {
    catalog: Catalog,
    segments: Vec<Segment>,
    vocabulary: Vec<(String, u32)>,
}

impl Index {
    fn new(parts: &[&[(&str, &str)]]) -> Index {
        let (mut file, mut unit) = (1, 1);
        let mut segments = Vec::new();
        let mut declared = Vec::new();
        for part in parts {
            let files: Vec<ParsedFile> = part.iter().map(parsed).collect();
            let texts: Vec<_> = files.iter().map(parse::owners).collect();
            declared.extend(files.iter().map(names));
            let pairs: Vec<_> = files.iter().zip(&texts).map(|(f, t)| (f, &t[..])).collect();
            let segment = postings::build(&pairs, file, unit);
            (file, unit) = (file + segment.files, unit + segment.units);
            segments.push(segment);
        }
        Index::of(segments, postings::vocabulary(&declared))
    }

    fn of(segments: Vec<Segment>, vocabulary: Vec<(String, u32)>) -> Index {
        let columns: Vec<&[u8]> = segments.iter().map(|segment| &segment.columns[..]).collect();
        Index { catalog: Catalog::new(&columns, &[]).expect("a catalog"), segments, vocabulary }
    }

    /// Understands as a search does: with the vocabulary's terms of which one begins with the other.
    fn understand(&self, text: &str) -> Understood {
        let query = understand::understand(text);
        let mut pairs = Vec::new();
        for term in query.prefix_terms() {
            for (other, _) in &self.vocabulary {
                if other.starts_with(term) || term.starts_with(other.as_str()) {
                    pairs.push((term.to_owned(), other.clone()));
                }
            }
        }
        query.with_prefixes(&pairs)
    }

    fn blocks(&self) -> Vec<&[u8]> {
        let all = self.segments.iter().flat_map(|segment| &segment.blocks);
        all.map(|(_, block)| &block[..]).collect()
    }

    fn recall(&self, query: &Understood, scope: &Scope) -> Candidates {
        let blocks = self.blocks();
        recall::recall(query, &self.catalog, &blocks, Spaces::default(), Given::default(), scope)
    }

    fn search(&self, text: &str, filters: &Filters) -> Vec<Ranked> {
        let query = self.understand(text);
        let scope = Scope::new(filters).expect("a scope");
        rank::rank(&query, &self.catalog, &self.recall(&query, &scope), 10)
    }

    fn path(&self, ranked: &Ranked) -> &str {
        &self.catalog.files()[ranked.file as usize].path
    }

    fn paths(&self, text: &str, filters: &Filters) -> Vec<&str> {
        self.search(text, filters).iter().map(|ranked| self.path(ranked)).collect()
    }

    fn found(&self, text: &str) -> Vec<&str> {
        self.paths(text, &Filters::default())
    }
}

fn tree() -> Index {
    Index::new(&[&TREE])
}

fn list(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn a_definition_named_in_the_query_ranks_first() {
    let index = tree();
    for (query, path) in [
        ("RetryPolicy", "src/retry.py"),
        ("retry_policy", "src/retry.py"),
        ("where is the retry policy defined", "src/retry.py"),
        ("JobQueue", "src/queue.rs"),
        ("paintCanvas", "src/paint.js"),
        ("fetch a page", "src/client.py"),
    ] {
        assert_eq!(index.found(query).first(), Some(&path), "{query}");
    }
}

#[test]
fn the_definition_itself_is_the_first_range() {
    let index = tree();
    let first = |query: &str| {
        let one = index.search(query, &Filters::default()).remove(0);
        assert!(one.units.len() <= 3);
        assert!(one.units.iter().all(|u| index.catalog.units()[*u as usize].file == one.file));
        let unit = index.catalog.units()[one.units[0] as usize];
        (index.path(&one).to_owned(), unit.kind.name(), unit.start_line)
    };
    assert_eq!(first("struct of a JobQueue"), ("src/queue.rs".to_owned(), "struct", 2));
    assert_eq!(first("RetryPolicy"), ("src/retry.py".to_owned(), "class", 1));
    assert_eq!(first("delay of an attempt"), ("src/retry.py".to_owned(), "method", 4));
}

#[test]
fn reasons_are_sorted_shares_of_the_score() {
    let index = tree();
    for ranked in index.search("JobQueue push", &Filters::default()) {
        let factor = ranked.reasons.iter().find(|(name, _)| *name == "role");
        let shares: Vec<f64> =
            ranked.reasons.iter().filter(|(name, _)| *name != "role").map(|(_, s)| *s).collect();
        assert!(shares.is_sorted_by(|a, b| a >= b));
        let total = shares.iter().sum::<f64>() * factor.map_or(1.0, |(_, factor)| *factor);
        assert!((total * rank::SCALE - ranked.score as f64).abs() <= 1.0, "{ranked:?}");
    }
}

#[test]
fn tests_are_pushed_down_unless_they_are_asked_for() {
    let index = tree();
    let score = |query: &str, path: &str| {
        let ranked = index.search(query, &Filters::default());
        ranked.into_iter().find(|one| index.path(one) == path).expect("the file").score
    };
    let (plain, test) = ("job queue push", "tests/test_queue.py");
    assert!(score(plain, "src/queue.rs") > score(plain, test));
    assert_eq!(index.found("test of job queue push")[0], test);
    let reasons = |query: &str| {
        let ranked = index.search(query, &Filters::default());
        let one = ranked.into_iter().find(|one| index.path(one) == test).expect("the file");
        one.reasons.iter().any(|(name, _)| *name == "role")
    };
    assert!(reasons(plain) && !reasons("tests of job queue push"));
    // "test" may be about something else: between the two.
    let factor = |query: &str| {
        let ranked = index.search(query, &Filters::default());
        let one = ranked.into_iter().find(|one| index.path(one) == test).expect("the file");
        one.reasons.iter().find(|(name, _)| *name == "role").map_or(1.0, |(_, factor)| *factor)
    };
    let hinted = factor("how is a job queue put under test");
    assert!(factor(plain) < hinted && hinted < 1.0);
}

#[test]
fn a_scope_lets_through_what_it_names() {
    let index = tree();
    let query = "job queue push";
    let all = ["docs/queue.md", "src/queue.rs", "tests/test_queue.py"];
    let scoped = |filters: Filters| {
        let mut paths = index.paths(query, &filters);
        paths.sort_unstable();
        paths
    };
    assert_eq!(scoped(Filters::default()), all);
    let include = |globs: &[&str]| scoped(Filters { include: list(globs), ..Filters::default() });
    assert_eq!(include(&["src"]), ["src/queue.rs"]);
    assert_eq!(include(&["*.md"]), ["docs/queue.md"]);
    assert_eq!(include(&["src/*.rs", "tests\\test_queue.py"]), all[1..]);
    assert_eq!(include(&["./queue.rs"]), Vec::<&str>::new());
    assert_eq!(include(&["/"]), all);
    let without = Filters { exclude: list(&["tests", "docs/**"]), ..Filters::default() };
    assert_eq!(scoped(without), ["src/queue.rs"]);
    let languages = Filters { languages: list(&["Rust", "python"]), ..Filters::default() };
    assert_eq!(scoped(languages), all[1..]);
    let role = |name: &str| scoped(Filters { roles: list(&[name]), ..Filters::default() });
    assert_eq!((role("test"), role("impl")), (vec![all[2]], vec![all[1]]));
    assert_eq!(role("doc"), [all[0]]);
    let kinds = |names: &[&str]| scoped(Filters { kinds: list(names), ..Filters::default() });
    assert_eq!(kinds(&["struct"]), ["src/queue.rs"]);
    assert_eq!(kinds(&["heading", "function"]), ["docs/queue.md", "tests/test_queue.py"]);
}

#[test]
fn ranges_are_of_the_kinds_of_the_scope() {
    let index = tree();
    let filters = Filters { kinds: list(&["struct"]), ..Filters::default() };
    let found = index.search("job queue push", &filters);
    let [file] = &found[..] else { panic!("one file: {found:?}") };
    let kinds: Vec<&str> =
        file.units.iter().map(|u| index.catalog.units()[*u as usize].kind.name()).collect();
    assert_eq!(kinds, ["struct"]);
}

#[test]
fn a_scope_refuses_what_it_does_not_know() {
    let error = |filters: Filters| Scope::new(&filters).expect_err("an error").to_string();
    let glob = error(Filters { include: list(&["src/[a"]), ..Filters::default() });
    assert!(glob.contains("src/[a"), "{glob}");
    let role = error(Filters { roles: list(&["tester"]), ..Filters::default() });
    assert!(role.contains("tester") && role.contains("impl, test"), "{role}");
    let kind = error(Filters { kinds: list(&["klass"]), ..Filters::default() });
    assert!(kind.contains("klass") && kind.contains("class"), "{kind}");
    let language = error(Filters { languages: list(&["klingon"]), ..Filters::default() });
    assert!(language.contains("klingon") && language.contains("kotlin"), "{language}");
}

#[test]
fn short_and_long_forms_find_one_another() {
    let index = tree();
    assert_eq!(index.found("load config")[0], "src/cfg.py");
    assert_eq!(index.found("context fill")[0], "src/paint.js");
    // Only the abbreviation speaks for the file here.
    assert_eq!(index.found("config"), ["src/cfg.py"]);
    let reasons = &index.search("config", &Filters::default())[0].reasons;
    for feature in ["file", "unit", "definition"] {
        assert!(reasons.iter().any(|(name, _)| *name == feature), "{feature}: {reasons:?}");
    }
    // Two long forms of one short form do not stand for one another.
    assert!(index.found("configuration").is_empty());
}

#[test]
fn words_that_begin_alike_find_one_another() {
    let index = tree();
    let query = index.understand("canv");
    assert_eq!(query.terms[0].prefixes, ["canva"]);
    assert_eq!(index.found("canv"), ["src/paint.js"]);
    assert_eq!(index.found("polic"), ["src/retry.py"]);
}

#[test]
fn equal_files_are_ordered_by_shorter_path_then_by_bytes() {
    let text = "def rotate(shape):\n    return shape\n";
    let paths = ["lib/c.py", "lib/a.py", "lib/b.py"];
    let files: Vec<(&str, &str)> = paths.iter().map(|path| (*path, text)).collect();
    let index = Index::new(&[&files]);
    let found = index.search("rotate", &Filters::default());
    assert!(found.windows(2).all(|pair| pair[0].score == pair[1].score));
    assert_eq!(index.found("rotate"), ["lib/a.py", "lib/b.py", "lib/c.py"]);
    let longer = [("lib/aaa.py", text), ("lib/z.py", text)];
    assert_eq!(Index::new(&[&longer]).found("rotate"), ["lib/z.py", "lib/aaa.py"]);
}

#[test]
fn copies_of_one_body_do_not_fill_the_list() {
    let body = "def rotate(shape, angle):\n    left = shape.left * angle + shape.top\n    right = shape.right * angle - shape.bottom\n    return shape.moved(left, right, angle, left + right)\n";
    let mut files: Vec<(&str, &str)> =
        ["a/a.py", "b/a.py", "c/a.py", "d/a.py", "e/a.py"].map(|path| (path, body)).to_vec();
    files.push(("zz/far/other.py", "def spin(shape):\n    return rotate(shape, 90)\n"));
    let index = Index::new(&[&files]);
    let found = index.found("rotate shape angle");
    assert_eq!(found, ["a/a.py", "b/a.py", "c/a.py", "zz/far/other.py", "d/a.py", "e/a.py"]);
}

/// Definitions long enough for a hash of their body, told apart by `name`.
fn definitions(name: &str) -> String {
    (0..3).fold(String::new(), |text, at| {
        format!(
            "{text}def {name}_{at}(packet):\n    size = packet.{name}_size * {at} + packet.start\n    rest = packet.{name}_rest - packet.end\n    return packet.{name}_moved(size, rest, size + rest, {at})\n\n\n"
        )
    })
}

#[test]
fn a_bundle_ranks_behind_the_files_it_is_made_of() {
    let parts = ["read", "write", "frame"].map(definitions);
    let bundle = parts.concat();
    let mut files: Vec<(&str, &str)> = vec![
        ("src/read.py", &parts[0]),
        ("src/write.py", &parts[1]),
        ("src/frame.py", &parts[2]),
        ("packet.py", &bundle),
    ];
    let factor = |index: &Index| {
        let found = index.search("packet frame size", &Filters::default());
        let one = found.iter().find(|one| index.path(one) == "packet.py").expect("the bundle");
        one.reasons.iter().find(|(name, _)| *name == "role").map(|(_, factor)| *factor)
    };
    let index = Index::new(&[&files]);
    assert_eq!(factor(&index), Some(0.5));
    assert_eq!(index.found("packet frame size")[0], "src/frame.py");
    // A file that shares its definitions with two others only is no bundle of them.
    files.remove(0);
    assert_eq!(factor(&Index::new(&[&files])), None);
}

#[test]
fn of_like_files_the_one_where_the_project_lives_comes_first() {
    let state = "class StateKeeper:\n    def track(self, run):\n        self.runs.append(run)\n";
    let other = "def noop():\n    return None\n";
    let index = Index::new(&[&[
        ("packages/ui/state.py", state),
        ("packages/runner/state.py", state),
        ("packages/runner/a.py", other),
        ("packages/runner/b.py", other),
    ]]);
    let found = index.found("StateKeeper");
    assert_eq!(found, ["packages/runner/state.py", "packages/ui/state.py"]);
}

/// Path, score, reasons and the (path, line) of each range: what an answer is made of.
type Answer = Vec<(String, i64, Vec<(&'static str, f64)>, Vec<u32>)>;

fn answer(index: &Index, query: &str) -> Answer {
    let found = index.search(query, &Filters::default());
    let line = |unit: &u32| index.catalog.units()[*unit as usize].start_line;
    found
        .iter()
        .map(|one| {
            let lines = one.units.iter().map(line).collect();
            (index.path(one).to_owned(), one.score, one.reasons.clone(), lines)
        })
        .collect()
}

#[test]
fn how_files_are_spread_over_segments_does_not_matter() {
    let whole = tree();
    let (a, b) = TREE.split_at(3);
    let split = Index::new(&[a, b]);
    let turned = Index::new(&[b, a]);
    let reversed =
        Index::of(split.segments.iter().rev().cloned().collect(), split.vocabulary.clone());
    for query in ["RetryPolicy", "job queue push", "load configuration", "canv", "how jobs", "test"]
    {
        let expected = answer(&whole, query);
        assert!(!expected.is_empty(), "{query}");
        for (name, index) in [("split", &split), ("turned", &turned), ("reversed", &reversed)] {
            assert_eq!(answer(index, query), expected, "{query}, {name}");
        }
    }
}

#[test]
fn empty_and_foreign_queries_find_nothing() {
    let index = tree();
    for query in ["", "  ", "!!! ??", "\"\"", "xyzzy plugh", "qwertzuiop", "検索"] {
        assert_eq!(index.found(query), Vec::<&str>::new(), "{query:?}");
    }
    assert_eq!(Index::new(&[]).found("retry"), Vec::<&str>::new());
    assert_eq!(Index::new(&[&[]]).found("retry"), Vec::<&str>::new());
}

#[test]
fn files_without_units_are_found_by_their_path() {
    let index = Index::new(&[&[("lib/ledger.py", ""), ("lib/other.py", "x = 1\n")]]);
    let found = index.search("ledger", &Filters::default());
    assert_eq!(found.len(), 1);
    assert_eq!((index.path(&found[0]), found[0].units.len()), ("lib/ledger.py", 0));
}

#[test]
fn the_limit_cuts_the_list_and_nothing_else() {
    let index = tree();
    let query = index.understand("job queue push");
    let found = index.recall(&query, &Scope::default());
    let all = rank::rank(&query, &index.catalog, &found, 10);
    assert_eq!(rank::rank(&query, &index.catalog, &found, 2), all[..2]);
    assert!(rank::rank(&query, &index.catalog, &found, 0).is_empty());
}

#[test]
fn lanes_report_what_they_did() {
    let index = tree();
    let lanes = |text: &str, filters: &Filters| {
        let scope = Scope::new(filters).expect("a scope");
        index.recall(&index.understand(text), &scope).lanes
    };
    let open = lanes("job queue", &Filters::default());
    let state = |name: &str| &open.iter().find(|lane| lane.name == name).expect("a lane").state;
    assert_eq!(*state("scope"), LaneState::Skipped("no filter"));
    assert_eq!(*state("vectors"), LaneState::Skipped("no vectors"));
    assert_eq!(*state("postings"), LaneState::Ran);
    let src = Filters { include: list(&["src"]), ..Filters::default() };
    let scoped = lanes("", &src);
    assert_eq!((scoped[0].name, &scoped[0].state, scoped[0].votes), ("scope", &LaneState::Ran, 5));
    assert!(scoped.iter().any(|lane| lane.state == LaneState::Skipped("no terms")));
}

#[test]
fn filters_in_the_text_join_those_given() {
    let index = tree();
    let search = |text: &str| {
        let query = index.understand(text);
        let filters = Filters { typed: query.filters.clone(), ..Filters::default() };
        index.paths(text, &filters)
    };
    assert_eq!(search("queue lang:rs"), ["src/queue.rs"]);
    assert!(!search("queue -lang:rust").contains(&"src/queue.rs"));
    assert_eq!(search("queue ext:md"), ["docs/queue.md"]);
    assert!(search("queue -ext:md -path:src").iter().all(|path| path.starts_with("tests/")));
    assert!(search("queue role:test").iter().all(|path| path.starts_with("tests/")));
    assert!(search("queue -role:impl").iter().all(|path| !path.starts_with("src/")));
    assert!(search("queue kind:struct").iter().all(|path| *path == "src/queue.rs"));
    assert!(!search("queue -kind:heading -kind:block").contains(&"docs/queue.md"));
    let given = Filters { include: vec!["docs".to_owned()], ..Filters::default() };
    let typed = index.understand("queue path:tests").filters;
    let both = index.paths("queue path:tests", &Filters { typed, ..given });
    assert!(both.contains(&"docs/queue.md") && both.contains(&"tests/test_queue.py"));
}

#[test]
fn a_unit_with_an_excluded_word_is_not_shown() {
    let index = tree();
    let names = |text: &str| -> Vec<String> {
        let ranked = index.search(text, &Filters::default());
        let all = ranked.iter().flat_map(|one| one.units.iter().map(|unit| (one.file, *unit)));
        let name = |(file, unit): (u32, u32)| {
            let path = &index.catalog.files()[file as usize].path;
            format!("{path}:{}", index.catalog.units()[unit as usize].start_line)
        };
        all.map(name).collect()
    };
    let held = |names: &[String], path: &str| names.iter().any(|name| name.starts_with(path));
    assert!(held(&names("job queue"), "src/queue.rs:7"));
    // Only `push` holds the word; the struct of the same file stays.
    let without = names("job queue -push");
    assert!(held(&without, "src/queue.rs:2") && !held(&without, "src/queue.rs:7"));
    // In any form of the word, and by the path of a file.
    assert!(!held(&names("job queue -pushed"), "tests/test_queue.py"));
    assert!(!held(&names("job queue -docs"), "docs/queue.md"));
    // An identifier is excluded as a whole, several words where they stand together.
    assert!(held(&names("job queue -job_line"), "src/queue.rs"));
    assert!(!held(&names("how often a call -\"tried again\""), "src/retry.py:1"));
    assert!(held(&names("how often a call -\"tried queue\""), "src/retry.py:1"));
}

#[test]
fn a_named_file_is_first() {
    let index = tree();
    let search = |text: &str| index.paths(text, &Filters::default());
    for text in ["docs/queue.md", "QUEUE.md", "queue.md:2", "/home/me/docs/queue.md", "docs/queue"]
    {
        assert_eq!(search(text)[0], "docs/queue.md", "{text}");
    }
    assert_eq!(search("test_queue.py:3")[0], "tests/test_queue.py");
    assert_eq!(search("panicked at src/queue.rs:9:5 while painting the canvas")[0], "src/queue.rs");
    // Part of a name, or a file beside other words, is no order to show it.
    assert_eq!(search("ueue.md").first().filter(|path| **path == "docs/queue.md"), None);
    assert_ne!(search("canvas painting in docs/queue.md")[0], "docs/queue.md");
}

#[test]
fn what_a_scan_found_is_voted_in_and_comes_first() {
    let index = tree();
    let query = index.understand("\"how often a call\"");
    let matched = FileMatch { path: "src/paint.js".to_owned(), share: 1.0, lines: vec![(0, 2)] };
    let gone = FileMatch { path: "src/gone.js".to_owned(), ..matched.clone() };
    let found = Found { files: vec![gone, matched], state: LaneState::Partly("x".to_owned()) };
    let given = Given { names: &[], literal: Some(&found) };
    let blocks: Vec<&[u8]> = index.blocks();
    let scope = Scope::default();
    let candidates =
        recall::recall(&query, &index.catalog, &blocks, Spaces::default(), given, &scope);
    let lane = candidates.lanes.iter().find(|lane| lane.name == "literal").expect("the lane");
    assert_eq!((lane.votes, &lane.state), (1, &LaneState::Partly("x".to_owned())));
    let ranked = rank::rank(&query, &index.catalog, &candidates, 10);
    assert_eq!(index.path(&ranked[0]), "src/paint.js");
    assert_eq!(ranked[0].reasons[0].0, "literal");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_query_is_answered_in_order(
        words in prop::collection::vec("\\PC{0,6}|job|queue|RetryPolicy|test|push|cfg|the", 0..12),
    ) {
        let index = tree();
        let found = index.search(&words.join(" "), &Filters::default());
        prop_assert!(found.is_sorted_by(|a, b| a.score >= b.score));
        prop_assert!(found.iter().all(|one| one.score > 0 && one.units.len() <= 3));
    }

    #[test]
    fn damaged_blocks_never_panic(block in prop::collection::vec(any::<u8>(), 0..200)) {
        let index = tree();
        let query = index.understand("job queue push");
        let blocks: Vec<&[u8]> = vec![&block];
        let given = Given { names: &[7, 900], literal: None };
        let found = recall::recall(
            &query, &index.catalog, &blocks, Spaces::default(), given, &Scope::default(),
        );
        rank::rank(&query, &index.catalog, &found, 10);
    }
}
