//! Import resolution on made-up trees, a table a language.

use columbus_core::imports::{Wanted, resolve};

/// A tree with its manifests, for questions one at a time.
struct Made {
    language: &'static str,
    files: Vec<String>,
    configs: Vec<(String, String)>,
}

impl Made {
    fn new(language: &'static str, files: &[&str], configs: &[(&str, &str)]) -> Self {
        let owned = |&(path, text): &(&str, &str)| (path.to_owned(), text.to_owned());
        let configs: Vec<(String, String)> = configs.iter().map(owned).collect();
        let mut files: Vec<String> = files.iter().map(|&path| path.to_owned()).collect();
        files.extend(configs.iter().map(|(path, _)| path.clone()));
        files.sort();
        Self { language, files, configs }
    }

    fn of(&self, importer: &str, specifier: &str, names: &[&str]) -> Vec<String> {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let wanted = Wanted { importer, language: self.language, specifier, names: &names };
        let found = resolve(&self.files, &[wanted], &self.configs);
        found.into_iter().map(|(_, target)| target).collect()
    }

    fn whole(&self, importer: &str, specifier: &str) -> Vec<String> {
        self.of(importer, specifier, &[])
    }
}

#[test]
fn python_relative() {
    let tree = Made::new(
        "python",
        &["pkg/__init__.py", "pkg/a.py", "pkg/models.py", "pkg/sub/__init__.py", "pkg/sub/b.py"],
        &[],
    );
    assert_eq!(tree.of("pkg/a.py", ".", &["models"]), ["pkg/models.py"]);
    assert_eq!(tree.of("pkg/a.py", ".", &["VERSION"]), ["pkg/__init__.py"]);
    assert_eq!(
        tree.of("pkg/a.py", ".", &["models", "VERSION"]),
        ["pkg/__init__.py", "pkg/models.py"]
    );
    assert_eq!(tree.of("pkg/sub/b.py", "..models", &["User"]), ["pkg/models.py"]);
    assert_eq!(tree.of("pkg/sub/b.py", "..", &["sub"]), ["pkg/sub/__init__.py"]);
    assert_eq!(tree.of("pkg/a.py", ".sub.b", &["*"]), ["pkg/sub/b.py"]);
    assert_eq!(tree.of("pkg/a.py", "....far", &["x"]), [""; 0]);
    assert_eq!(tree.of("pkg/__init__.py", ".", &["VERSION"]), [""; 0], "no import of itself");
}

#[test]
fn python_absolute_over_roots() {
    let tree = Made::new(
        "python",
        &[
            "src/app/__init__.py",
            "src/app/db.py",
            "src/app/io/__init__.py",
            "tests/test_db.py",
            "tests/helpers.py",
            "services/mail/code/mailer/__init__.py",
            "services/mail/code/mailer/send.py",
            "typed/stub.pyi",
            "typed/__init__.pyi",
        ],
        &[],
    );
    assert_eq!(tree.of("tests/test_db.py", "app.db", &["connect"]), ["src/app/db.py"]);
    assert_eq!(
        tree.of("tests/test_db.py", "app", &["db", "io"]),
        ["src/app/db.py", "src/app/io/__init__.py"]
    );
    assert_eq!(tree.whole("tests/test_db.py", "helpers"), ["tests/helpers.py"]);
    assert_eq!(tree.whole("src/app/db.py", "mailer.send"), ["services/mail/code/mailer/send.py"]);
    assert_eq!(tree.whole("src/app/db.py", "typed.stub"), ["typed/stub.pyi"]);
    assert_eq!(tree.whole("src/app/db.py", "os.path"), [""; 0]);
}

#[test]
fn python_package_does_not_see_its_neighbours_as_top_level() {
    let tree = Made::new("python", &["pkg/__init__.py", "pkg/json.py", "pkg/use.py"], &[]);
    assert_eq!(tree.whole("pkg/use.py", "json"), [""; 0]);
}

#[test]
fn python_declared_roots_and_namespace_packages() {
    let tree = Made::new(
        "python",
        &[
            "a/code/corp/one/mod.py",
            "b/corp/two/mod.py",
            "c/python/ext/__init__.py",
            "d/kit/x/y.py",
        ],
        &[
            ("a/pyproject.toml", "[tool.setuptools.packages.find]\nwhere = [\"code\"]\n"),
            ("b/setup.cfg", "[options]\npackage_dir =\n    = .\n"),
            ("d/setup.cfg", "[options.packages.find]\nwhere = kit\n"),
        ],
    );
    assert_eq!(tree.whole("a/run.py", "corp.one.mod"), ["a/code/corp/one/mod.py"]);
    assert_eq!(tree.whole("a/run.py", "corp.two.mod"), ["b/corp/two/mod.py"]);
    assert_eq!(tree.of("a/run.py", "corp.two", &["mod"]), ["b/corp/two/mod.py"]);
    assert_eq!(tree.whole("a/run.py", "x.y"), ["d/kit/x/y.py"]);
}

#[test]
fn python_prefers_the_nearest_root_and_the_package() {
    let tree = Made::new(
        "python",
        &["a/util/__init__.py", "b/util/__init__.py", "b/util.py", "b/main.py", "z.py"],
        &[],
    );
    assert_eq!(tree.whole("b/main.py", "util"), ["b/util/__init__.py"]);
    assert_eq!(tree.whole("z.py", "util"), ["a/util/__init__.py"]);
}

#[test]
fn ecma_relative() {
    let tree = Made::new(
        "typescript",
        &[
            "src/api.ts",
            "src/api.js",
            "src/view.tsx",
            "src/types.d.ts",
            "src/data.json",
            "src/Card.vue",
            "src/old.cjs",
            "src/new.mts",
            "src/part/index.js",
            "index.ts",
        ],
        &[],
    );
    let from = "src/main.ts";
    assert_eq!(tree.whole(from, "./api"), ["src/api.ts"]);
    assert_eq!(tree.whole(from, "./api.js"), ["src/api.js"], "what is written goes first");
    assert_eq!(tree.whole(from, "./view.js"), ["src/view.tsx"]);
    assert_eq!(tree.whole(from, "./new.mjs"), ["src/new.mts"]);
    assert_eq!(tree.whole(from, "./types"), ["src/types.d.ts"]);
    assert_eq!(tree.whole(from, "./data.json?raw"), ["src/data.json"]);
    assert_eq!(tree.whole(from, "./Card.vue"), ["src/Card.vue"]);
    assert_eq!(tree.whole(from, "./part"), ["src/part/index.js"]);
    assert_eq!(tree.whole(from, "./part/"), ["src/part/index.js"]);
    assert_eq!(tree.whole(from, ".."), ["index.ts"]);
    assert_eq!(tree.whole("src/part/x.ts", "."), ["src/part/index.js"]);
    assert_eq!(tree.whole(from, "../../out"), [""; 0]);
    assert_eq!(tree.whole(from, "react"), [""; 0]);
    assert_eq!(tree.whole(from, ""), [""; 0]);
}

#[test]
fn ecma_aliases_with_comments_and_extends() {
    let base = r#"{ // shared
      "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["app/*", "lib/*"], "@/exact": ["lib/one.ts"], }, }, /* end */
    }"#;
    let tree = Made::new(
        "tsx",
        &["app/a.ts", "lib/b.ts", "lib/one.ts", "lib/plain/index.ts", "web/page.tsx"],
        &[
            ("tsconfig.base.json", base),
            ("web/tsconfig.json", "{\"extends\": \"../tsconfig.base\"}"),
            ("circle/tsconfig.json", "{\"extends\": \"./tsconfig.json\"}"),
        ],
    );
    assert_eq!(tree.whole("web/page.tsx", "@/a"), ["app/a.ts"]);
    assert_eq!(tree.whole("web/page.tsx", "@/b"), ["lib/b.ts"]);
    assert_eq!(tree.whole("web/page.tsx", "@/exact"), ["lib/one.ts"]);
    assert_eq!(tree.whole("web/page.tsx", "lib/plain"), ["lib/plain/index.ts"]);
    assert_eq!(tree.whole("circle/x.ts", "@/a"), [""; 0]);
}

#[test]
fn ecma_paths_without_base_url_are_seen_from_their_file() {
    let tree = Made::new(
        "javascript",
        &["web/src/a.js"],
        &[("web/jsconfig.json", "{\"compilerOptions\": {\"paths\": {\"~/*\": [\"./src/*\"]}}}")],
    );
    assert_eq!(tree.whole("web/deep/x.js", "~/a"), ["web/src/a.js"]);
    assert_eq!(tree.whole("x.js", "~/a"), [""; 0]);
}

#[test]
fn ecma_workspaces() {
    let tree = Made::new(
        "typescript",
        &[
            "packages/core/src/index.ts",
            "packages/core/src/deep/tool.ts",
            "packages/core/src/extra.ts",
            "packages/ui/lib/main.js",
            "packages/bare/index.mjs",
            "packages/built/src/start.ts",
            "packages/loop/x.ts",
        ],
        &[
            (
                "packages/core/package.json",
                r##"{"name": "@corp/core", "exports": {".": {"types": "./dist/index.d.ts", "import": "./dist/index.js"},
                    "./extra": "./dist/extra.js", "./deep/*": {"default": "./dist/deep/*.js"}},
                    "imports": {"#deep/*": "./src/deep/*.ts", "#one": {"node": "./src/extra.ts"}}}"##,
            ),
            ("packages/ui/package.json", r#"{"name": "ui", "main": "lib/main.js"}"#),
            ("packages/bare/package.json", r#"{"name": "bare"}"#),
            (
                "packages/built/package.json",
                r#"{"name": "built", "module": "./dist/esm/start.mjs"}"#,
            ),
            ("packages/loop/package.json", r#"{"name": "loop", "main": "."}"#),
            ("packages/broken/package.json", "{\"name\": "),
        ],
    );
    let from = "packages/app/src/a.ts";
    assert_eq!(tree.whole(from, "@corp/core"), ["packages/core/src/index.ts"]);
    assert_eq!(tree.whole(from, "@corp/core/extra"), ["packages/core/src/extra.ts"]);
    assert_eq!(tree.whole(from, "@corp/core/deep/tool"), ["packages/core/src/deep/tool.ts"]);
    assert_eq!(tree.whole(from, "@corp/core/none"), [""; 0]);
    assert_eq!(tree.whole(from, "ui"), ["packages/ui/lib/main.js"]);
    assert_eq!(tree.whole(from, "../../ui"), ["packages/ui/lib/main.js"]);
    assert_eq!(
        tree.whole("packages/built/bin.mjs", "./dist/start.js"),
        ["packages/built/src/start.ts"]
    );
    assert_eq!(tree.whole(from, "bare"), ["packages/bare/index.mjs"]);
    assert_eq!(tree.whole(from, "built"), ["packages/built/src/start.ts"]);
    assert_eq!(tree.whole(from, "loop"), [""; 0]);
    assert_eq!(
        tree.whole("packages/core/src/index.ts", "#deep/tool"),
        ["packages/core/src/deep/tool.ts"]
    );
    assert_eq!(tree.whole("packages/core/src/index.ts", "#one"), ["packages/core/src/extra.ts"]);
    assert_eq!(tree.whole("packages/ui/lib/main.js", "#one"), [""; 0]);
    assert_eq!(
        tree.whole("packages/core/src/index.ts", "/src/extra"),
        ["packages/core/src/extra.ts"]
    );
}

#[test]
fn go_modules() {
    let tree = Made::new(
        "go",
        &[
            "main.go",
            "store/a.go",
            "store/b.go",
            "store/a_test.go",
            "store/deep/c.go",
            "tools/gen/gen.go",
            "third/lib.go",
            "only/x_test.go",
        ],
        &[
            (
                "go.mod",
                "module example.com/app // the app\n\ngo 1.22\n\nreplace (\n\texample.com/third v1.0.0 => ./third\n)\n",
            ),
            ("tools/go.mod", "module \"example.com/app/tools\"\n"),
        ],
    );
    assert_eq!(tree.whole("main.go", "example.com/app/store"), ["store/a.go", "store/b.go"]);
    assert_eq!(tree.whole("main.go", "example.com/app/store/deep"), ["store/deep/c.go"]);
    assert_eq!(tree.whole("main.go", "example.com/app/tools/gen"), ["tools/gen/gen.go"]);
    assert_eq!(tree.whole("tools/gen/gen.go", "example.com/app"), ["main.go"]);
    assert_eq!(tree.whole("main.go", "example.com/third"), ["third/lib.go"]);
    assert_eq!(tree.whole("store/a.go", "./deep"), ["store/deep/c.go"]);
    assert_eq!(tree.whole("main.go", "example.com/app/only"), [""; 0]);
    assert_eq!(tree.whole("main.go", "example.com/application"), [""; 0]);
    assert_eq!(tree.whole("main.go", "net/http"), [""; 0]);
}

#[test]
fn go_copies_of_a_module_resolve_to_the_nearest() {
    let tree = Made::new(
        "go",
        &["one/x/x.go", "two/x/x.go"],
        &[("one/go.mod", "module m\n"), ("two/go.mod", "module m\n")],
    );
    assert_eq!(tree.whole("two/main.go", "m/x"), ["two/x/x.go"]);
    assert_eq!(tree.whole("one/main.go", "m/x"), ["one/x/x.go"]);
}

fn rust_tree() -> Made {
    Made::new(
        "rust",
        &[
            "core/src/lib.rs",
            "core/src/error.rs",
            "core/src/rank/mod.rs",
            "core/src/rank/fuse.rs",
            "core/src/parse.rs",
            "core/src/parse/tags.rs",
            "core/src/parse/tests.rs",
            "core/src/bin/tool.rs",
            "core/tests/flow.rs",
            "core/tests/common/mod.rs",
            "core/build.rs",
            "cli/src/main.rs",
            "cli/src/args.rs",
            "old/code/entry.rs",
            "old/code/part.rs",
            "old/code/deep/mod.rs",
        ],
        &[
            ("Cargo.toml", "[workspace]\nmembers = [\"core\", \"cli\"]\n"),
            ("core/Cargo.toml", "[package]\nname = \"my-core\"\nedition = \"2024\"\n"),
            ("cli/Cargo.toml", "[package]\nname = \"cli\"\nedition.workspace = true\n"),
            (
                "old/Cargo.toml",
                "[package]\nname = \"old\"\n[lib]\nname = \"older\"\npath = \"code/entry.rs\"\n",
            ),
        ],
    )
}

#[test]
fn rust_modules() {
    let tree = rust_tree();
    assert_eq!(tree.whole("core/src/lib.rs", "error"), ["core/src/error.rs"]);
    assert_eq!(tree.whole("core/src/lib.rs", "rank"), ["core/src/rank/mod.rs"]);
    assert_eq!(tree.whole("core/src/rank/mod.rs", "fuse"), ["core/src/rank/fuse.rs"]);
    assert_eq!(tree.whole("core/src/parse.rs", "tags"), ["core/src/parse/tags.rs"]);
    assert_eq!(tree.whole("core/tests/flow.rs", "common"), ["core/tests/common/mod.rs"]);
    assert_eq!(tree.whole("old/code/entry.rs", "part"), ["old/code/part.rs"]);
    assert_eq!(tree.whole("core/src/parse/tags.rs", "error"), [""; 0]);
}

#[test]
fn rust_paths() {
    let tree = rust_tree();
    let tags = "core/src/parse/tags.rs";
    assert_eq!(tree.whole(tags, "crate::error::Error"), ["core/src/error.rs"]);
    assert_eq!(
        tree.of(tags, "crate::rank", &["fuse", "Rank"]),
        ["core/src/rank/fuse.rs", "core/src/rank/mod.rs"]
    );
    assert_eq!(tree.whole(tags, "crate::Records"), ["core/src/lib.rs"]);
    assert_eq!(tree.whole(tags, "super::Parsed"), ["core/src/parse.rs"]);
    assert_eq!(tree.whole(tags, "super::super::error"), ["core/src/error.rs"]);
    assert_eq!(tree.whole("core/src/parse.rs", "self::tags::Tag"), ["core/src/parse/tags.rs"]);
    assert_eq!(tree.whole("core/src/parse.rs", "super::error::*"), ["core/src/error.rs"]);
    assert_eq!(
        tree.whole("core/src/parse.rs", "super::tags::Tag"),
        ["core/src/parse/tags.rs"],
        "inline module"
    );
    assert_eq!(tree.whole("core/src/parse.rs", "super::*"), [""; 0], "inline module");
    assert_eq!(
        tree.whole("core/src/parse/tests.rs", "super::*"),
        ["core/src/parse.rs"],
        "file of tests"
    );
    assert_eq!(tree.whole("core/src/rank/fuse.rs", "super::Score"), ["core/src/rank/mod.rs"]);
    assert_eq!(tree.whole("old/code/part.rs", "crate::deep::x"), ["old/code/deep/mod.rs"]);
    assert_eq!(
        tree.whole("old/code/part.rs", "deep::x"),
        ["old/code/deep/mod.rs"],
        "first edition"
    );
}

#[test]
fn rust_use_trees_and_crates() {
    let tree = rust_tree();
    let main = "cli/src/main.rs";
    assert_eq!(
        tree.whole(main, "my_core::{error::Error, parse::{self, tags::*}, rank as r}"),
        [
            "core/src/error.rs",
            "core/src/parse.rs",
            "core/src/parse/tags.rs",
            "core/src/rank/mod.rs"
        ]
    );
    assert_eq!(tree.whole(main, "my_core"), ["core/src/lib.rs"]);
    assert_eq!(tree.whole(main, "older::part::Thing"), ["old/code/part.rs"]);
    assert_eq!(tree.whole(main, "crate::args::Args"), ["cli/src/args.rs"]);
    assert_eq!(tree.whole(main, "std::fmt"), [""; 0]);
    assert_eq!(tree.whole("core/tests/flow.rs", "my_core::rank::fuse"), ["core/src/rank/fuse.rs"]);
    assert_eq!(
        tree.whole("core/src/bin/tool.rs", "crate::error"),
        [""; 0],
        "a program is its own crate"
    );
}

#[test]
fn order_does_not_depend_on_the_input() {
    let files: Vec<String> = ["b.py", "a.py", "pkg/__init__.py"].map(str::to_owned).to_vec();
    let ask = |specifier| Wanted { importer: "m.py", language: "python", specifier, names: &[] };
    let wanted = [ask("b"), ask("pkg"), ask("none"), ask("a")];
    let expected = [(0, "b.py"), (1, "pkg/__init__.py"), (3, "a.py")];
    let found = resolve(&files, &wanted, &[]);
    let found: Vec<(usize, &str)> = found.iter().map(|(at, path)| (*at, path.as_str())).collect();
    assert_eq!(found, expected);
}

#[test]
fn hostile_input_gives_nothing() {
    let configs = [
        (
            "tsconfig.json",
            "{\"extends\": [1, \"./a\"], \"compilerOptions\": {\"paths\": 3, \"baseUrl\": []}}",
        ),
        ("package.json", "[]"),
        ("Cargo.toml", "[package\n"),
        ("pyproject.toml", "tool = 3"),
        ("go.mod", "module\nreplace => =>\n=> ./x"),
        ("setup.cfg", "where\n = \n=\n"),
    ];
    for language in ["python", "typescript", "go", "rust", "cobol"] {
        let tree = Made::new(language, &["a.py", "a.ts", "a.go", "a.rs"], &configs);
        for specifier in [
            "", ".", "..", "...", "/", "//", "*", "{", "{}", "a::{b", "::", "é::ü", "@", "@/", "#",
            "../..", "?",
        ] {
            let found = tree.of("x/y.z", specifier, &["", "{", "*"]);
            assert!(found.len() <= 1, "{language} {specifier}: {found:?}");
        }
    }
}
