//! Discovery and the sweep on trees made up here, most of them by git itself.
//!
//! One test asks git what it would list; the others are about what git does not say: reasons, the
//! project's own rules, links, limits, staleness.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, SystemTime};

use columbus_core::discover::{Discovery, Environment, Options, discover};
use columbus_core::error::Error;
use columbus_core::git::{self, blob_id, locate};
use columbus_core::records::{BlobId, Reason, SourceFile};
use columbus_core::stop::Stop;
use columbus_core::sweep::{Known, NO_BLOB, Sweep, sweep};
use tempfile::TempDir;

/// A directory to build a tree in.
struct Tree(TempDir);

impl Tree {
    fn new() -> Tree {
        Tree(TempDir::new().expect("a temporary directory"))
    }

    fn git_tree() -> Tree {
        let tree = Tree::new();
        tree.git(&["init", "-q", "-b", "main"]);
        tree
    }

    fn root(&self) -> PathBuf {
        fs::canonicalize(self.0.path()).expect("it exists")
    }

    fn at(&self, path: &str) -> PathBuf {
        self.root().join(path)
    }

    fn write(&self, path: &str, text: &str) -> &Tree {
        let at = self.at(path);
        fs::create_dir_all(at.parent().expect("below the root")).expect("a folder");
        fs::write(at, text).expect("a file");
        self
    }

    /// Files whose content is their path.
    fn files(&self, paths: &[&str]) -> &Tree {
        for path in paths {
            self.write(path, path);
        }
        self
    }

    fn git(&self, arguments: &[&str]) -> String {
        self.git_in("", arguments)
    }

    fn git_in(&self, folder: &str, arguments: &[&str]) -> String {
        let output = self.try_git(folder, arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim_end().to_owned()
    }

    fn try_git(&self, folder: &str, arguments: &[&str]) -> Output {
        Command::new("git")
            .args(["-c", "user.name=t", "-c", "user.email=t@example.invalid"])
            .args(["-c", "protocol.file.allow=always", "-c", "commit.gpgsign=false"])
            .args(arguments)
            .current_dir(self.at(folder))
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .output()
            .expect("git runs")
    }

    fn commit(&self, folder: &str) {
        self.git_in(folder, &["add", "-A"]);
        self.git_in(folder, &["commit", "-q", "--allow-empty", "-m", "state"]);
    }

    /// Sets the times of files back, so that nothing written afterwards is of the same tick.
    fn age(&self, paths: &[&str], time: SystemTime) {
        for path in paths {
            let file = fs::File::options().append(true).open(self.at(path)).expect("it exists");
            file.set_modified(time).expect("it is ours");
        }
    }

    fn found(&self) -> Discovery {
        self.found_in("", &Options::default())
    }

    fn found_in(&self, folder: &str, options: &Options) -> Discovery {
        discover(&self.at(folder), options, &Stop::default()).expect("a tree")
    }
}

fn paths(found: &Discovery) -> Vec<&str> {
    names(&found.files)
}

fn names(files: &[SourceFile]) -> Vec<&str> {
    files.iter().map(|file| file.path.as_str()).collect()
}

fn reasons(found: &Discovery) -> Vec<(&str, Reason)> {
    found.problems.iter().map(|problem| (problem.path.as_str(), problem.reason)).collect()
}

fn blob(found: &Discovery, path: &str) -> Option<BlobId> {
    found.files.iter().find(|file| file.path == path).expect("it is listed").blob
}

fn an_hour_ago() -> SystemTime {
    SystemTime::now() - Duration::from_secs(60 * 60)
}

// ---------------------------------------------------------------- what belongs to the tree

#[test]
fn agrees_with_git() {
    let tree = Tree::git_tree();
    tree.write(".gitignore", "*.log\n/build\n!important.log\nlegacy/\n")
        .write("deep/.gitignore", "\u{feff}*.tmp\r\n[\n!keep.tmp\r\n")
        .write(".git/info/exclude", "private/\n");
    tree.files(&["a.py", "a.log", "important.log", "build/x", "deep/build/x", "deep/a.tmp"]);
    tree.files(&["deep/keep.tmp", "private/x", "legacy/old.py", "legacy/new.py", ".hidden/x"]);
    tree.git(&["add", "-f", "legacy/old.py", "a.py"]);
    let listed = tree.git(&["ls-files", "-co", "--exclude-standard"]);
    let mut listed: Vec<&str> = listed.lines().collect();
    listed.sort_unstable();
    assert_eq!(paths(&tree.found()), listed);
    assert!(listed.contains(&"legacy/old.py") && !listed.contains(&"legacy/new.py"));
}

#[test]
fn a_directory_inside_a_work_tree_has_the_rules_from_above() {
    let tree = Tree::git_tree();
    tree.write(".gitignore", "*.log\n/part/gen\n").write("part/.columbus.json", "{}");
    tree.files(&["other.py", "part/a.py", "part/a.log", "part/gen/b.py", "part/gen.py"]);
    tree.git(&["add", "-f", "part/a.log"]);
    let found = tree.found_in("part", &Options::default());
    assert_eq!(paths(&found), ["a.log", "a.py", "gen.py"]);
}

#[test]
fn rules_above_the_repository_have_no_say() {
    let tree = Tree::new();
    tree.write(".gitignore", "*\n").write(".columbusignore", "*\n").files(&["proj/sub/a.py"]);
    tree.git_in("proj", &["init", "-q"]);
    assert_eq!(paths(&tree.found_in("proj", &Options::default())), ["sub/a.py"]);
}

#[test]
fn the_users_ignore_file_is_found_through_an_included_setting() {
    let tree = Tree::new();
    tree.write("home/.gitconfig", "[include]\n\tpath = more.inc\n")
        .write("home/more.inc", "[core]\n\texcludesFile = \"~/my ignores\"\n")
        .write("home/my ignores", "*_private.py\n")
        .files(&["repo/a_private.py", "repo/a_public.py"]);
    tree.git_in("repo", &["init", "-q"]);
    let environment = Environment { home: Some(tree.at("home")), ..Environment::default() };
    let options = Options { environment, ..Options::default() };
    assert_eq!(paths(&tree.found_in("repo", &options)), ["a_public.py"]);
}

#[test]
fn a_broken_include_takes_only_itself_away() {
    let tree = Tree::git_tree();
    tree.write("mine", "*.log\n").files(&["a.py", "a.log"]).write(".git/more", "[core\n");
    tree.git(&["config", "core.excludesFile", "mine"]);
    tree.git(&["config", "include.path", "more"]);
    assert_eq!(paths(&tree.found()), ["a.py", "mine"]);
}

#[test]
fn submodules_are_ruled_by_their_own_files_and_other_repositories_are_left_out() {
    let tree = Tree::new();
    tree.files(&["up/api_gen.py", "up/core.py", "main/app.py", "main/local_gen.py"]);
    tree.git_in("up", &["init", "-q"]);
    tree.commit("up");
    tree.git_in("main", &["init", "-q"]);
    tree.write("main/.gitignore", "*_gen.py\n");
    tree.git_in("main", &["submodule", "--quiet", "add", "../up", "lib"]);
    tree.commit("main");
    tree.git_in("main", &["worktree", "add", "-q", "-b", "one", "trees/one"]);
    tree.git_in("main/lib", &["worktree", "add", "-q", "-b", "two", "../lib-two"]);
    let found = tree.found_in("main", &Options::default());
    let kept = [".gitignore", ".gitmodules", "app.py", "lib/api_gen.py", "lib/core.py"];
    assert_eq!(paths(&found), kept);
    let nested = Reason::NestedRepository;
    assert_eq!(reasons(&found), [("lib-two", nested), ("trees/one", nested)]);
    let linked = locate(&tree.at("main/lib-two"), None).expect("a tree");
    assert_eq!(linked.main_root, tree.at("main/lib"));
}

#[test]
fn a_work_tree_whose_repository_is_elsewhere_is_still_another_one() {
    let tree = Tree::git_tree();
    tree.files(&["a.py", "copy/a.py"]).write("copy/.git", "gitdir: /nowhere/at/all\n");
    tree.files(&["plain/a.py"]).write("plain/.git", "no link\n");
    let found = tree.found();
    assert_eq!(paths(&found), ["a.py", "plain/a.py"]);
    assert_eq!(reasons(&found), [("copy", Reason::NestedRepository)]);
}

#[test]
fn the_projects_own_rules_come_first_and_lead_into_ignored_directories() {
    let tree = Tree::git_tree();
    tree.write(".gitignore", "/build\n*.gen.py\n/deps/\n")
        .write(".columbusignore", "!/build/gen/\n!wanted.gen.py\ndocs/\n!/deps/*/api.py\n");
    tree.files(&["build/x.py", "build/gen/y.py", "build/gen/z.gen.py", "build/other/gen/n.py"]);
    tree.files(&["wanted.gen.py", "other.gen.py", "docs/a.md", "src/docs/b.md", "src/a.py"]);
    tree.files(&["deps/one/api.py", "deps/one/rest.py", "deps/api.py"]);
    tree.git(&["add", "docs/a.md"]);
    let kept = [".gitignore", "build/gen/y.py", "deps/one/api.py", "src/a.py", "wanted.gen.py"];
    assert_eq!(paths(&tree.found()), kept);
}

#[test]
fn a_repository_inside_is_charted_when_the_projects_own_rules_name_it() {
    let tree = Tree::new();
    tree.files(&["one/a.py", "one/a.log", "two/b.py"]).write("one/.gitignore", "*.log\n");
    tree.git_in("one", &["init", "-q"]);
    tree.git_in("two", &["init", "-q"]);
    assert!(tree.found().files.is_empty());
    tree.write(".columbusignore", "!/one/\n");
    let found = tree.found();
    assert_eq!(paths(&found), ["one/.gitignore", "one/a.py"]);
    let left = [(".columbusignore", Reason::OwnFile), ("two", Reason::NestedRepository)];
    assert_eq!(reasons(&found), left);
}

#[test]
fn the_files_that_set_columbus_up_are_named_and_left_out() {
    let own = [(".columbus.json", Reason::OwnFile), ("sub/.columbusignore", Reason::OwnFile)];
    for tree in [Tree::new(), Tree::git_tree()] {
        tree.files(&["a.py", "columbus.json"]).write(".columbus.json", "{}");
        tree.write("sub/.columbusignore", "!.columbus.json\n");
        let found = tree.found();
        assert_eq!(paths(&found), ["a.py", "columbus.json"]);
        assert_eq!(reasons(&found), own);
    }
    let tree = Tree::git_tree();
    tree.write(".columbus.json", "{}").write("sub/.columbusignore", "").commit("");
    let found = tree.found();
    assert_eq!((paths(&found), reasons(&found)), (vec![], own.to_vec()));
}

#[test]
fn outside_git_the_usual_results_and_dependencies_are_left_out() {
    let tree = Tree::new();
    tree.write(".gitignore", "*.log\n!dist/\n");
    tree.files(&["a.py", "a.log", "node_modules/x/i.js", "build/o.py", "dist/kept.py"]);
    let found = tree.found();
    assert_eq!(paths(&found), [".gitignore", "a.py", "dist/kept.py"]);
    assert_eq!((found.head, found.dirty), (None, None));
}

#[test]
fn only_what_is_on_disk_counts_and_a_file_in_conflict_counts_once() {
    let tree = Tree::git_tree();
    tree.files(&["a.py", "docs/b.py", "src/c.py"]);
    tree.commit("");
    tree.git(&["switch", "-q", "-c", "other"]);
    tree.write("a.py", "theirs").commit("");
    tree.git(&["switch", "-q", "main"]);
    tree.write("a.py", "ours").commit("");
    assert!(!tree.try_git("", &["merge", "-q", "other"]).status.success(), "a conflict");
    fs::remove_file(tree.at("docs/b.py")).expect("it was there");
    tree.files(&["meant.py"]).git(&["add", "-N", "meant.py"]);
    let found = tree.found();
    assert_eq!(paths(&found), ["a.py", "meant.py", "src/c.py"]);
    assert_eq!(found.dirty, Some(true));
    assert_eq!((blob(&found, "a.py"), blob(&found, "meant.py")), (None, None));
}

#[test]
fn sparse_and_split_indexes_are_understood() {
    let tree = Tree::git_tree();
    tree.files(&["src/a.py", "docs/b.py", "top.py"]);
    tree.commit("");
    tree.git(&["sparse-checkout", "set", "--cone", "--sparse-index", "src"]);
    assert_eq!(paths(&tree.found()), ["src/a.py", "top.py"]);
    tree.git(&["sparse-checkout", "disable"]);
    tree.git(&["update-index", "--split-index"]);
    tree.write(".gitignore", "*\n").files(&["src/new.py"]);
    assert_eq!(paths(&tree.found()), ["docs/b.py", "src/a.py", "top.py"]);
}

#[test]
fn a_repository_with_sha_256_ids_is_listed_like_another() {
    let tree = Tree::new();
    tree.git(&["init", "-q", "--object-format=sha256"]);
    tree.write(".gitignore", "*.log\n").files(&["a.log", "b.log"]);
    tree.git(&["add", "-f", "a.log"]);
    tree.commit("");
    let found = tree.found();
    assert_eq!(paths(&found), [".gitignore", "a.log"]);
    assert_eq!(found.head, Some(tree.git(&["rev-parse", "HEAD"])));
    assert_eq!(blob(&found, "a.log"), None);
}

#[test]
fn a_damaged_index_is_named_and_the_rest_goes_on() {
    let tree = Tree::git_tree();
    tree.files(&["a.py"]);
    tree.commit("");
    let whole = fs::read(tree.at(".git/index")).expect("it was written");
    for spoilt in [&b""[..], b"DIRC nonsense", &whole[..whole.len() / 2]] {
        fs::write(tree.at(".git/index"), spoilt).expect("overwritten");
        let found = tree.found();
        assert_eq!(paths(&found), ["a.py"]);
        assert_eq!(reasons(&found), [(".git/index", Reason::Unreadable)]);
    }
}

#[test]
fn a_tree_is_clean_only_when_every_stat_proves_it() {
    let tree = Tree::git_tree();
    tree.files(&["a.py", "b.py"]).age(&["a.py", "b.py"], an_hour_ago());
    tree.commit("");
    assert_eq!(tree.found().dirty, if cfg!(unix) { Some(false) } else { None });
    tree.files(&["new.py"]);
    assert_eq!(tree.found().dirty, Some(true), "untracked");
    fs::remove_file(tree.at("new.py")).expect("it was there");
    tree.write("b.py", "B.py");
    assert_eq!(tree.found().dirty, None, "the size is the same");
    tree.git(&["add", "b.py"]);
    assert_eq!(tree.found().dirty, None, "staged");
}

// ---------------------------------------------------------------- filters, links, odd files

#[test]
fn globs_and_the_size_limit_work_inside_git_too() {
    let tree = Tree::git_tree();
    tree.files(&["src/a.py", "src/b.min.js", "vendor/x/c.py", "d.py"]);
    tree.write("src/big.py", &"x".repeat(200));
    tree.commit("");
    let options = Options {
        include: vec!["src/**".to_owned(), "vendor".to_owned()],
        exclude: vec!["*.min.js".to_owned(), "vendor/".to_owned()],
        max_file_size: 100,
        ..Options::default()
    };
    let found = tree.found_in("", &options);
    assert_eq!(paths(&found), ["src/a.py"]);
    let left = [
        ("d.py", Reason::Excluded),
        ("src/b.min.js", Reason::Excluded),
        ("src/big.py", Reason::TooLarge),
        ("vendor", Reason::Excluded),
    ];
    assert_eq!(reasons(&found), left);
}

#[test]
fn a_set_stop_flag_ends_the_walk() {
    let tree = Tree::new();
    let stop = Stop::default();
    stop.set();
    let ended = discover(&tree.root(), &Options::default(), &stop);
    assert!(matches!(ended, Err(Error::Stopped)));
}

#[test]
fn a_very_deep_tree_costs_no_stack() {
    let tree = Tree::new();
    tree.files(&[&format!("{}a.py", "d/".repeat(900))]);
    assert_eq!(tree.found().files.len(), 1);
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn links_are_never_followed_and_those_that_lead_out_are_named() {
        let tree = Tree::new();
        tree.files(&["proj/lib/real.py", "outside/secret.py"]);
        for (link, target) in [
            ("alias.py", "lib/real.py"),
            ("dangling.py", "nowhere.py"),
            ("ext", "../outside"),
            ("lib/up", ".."),
            ("loop", "loop"),
            ("zero.py", "/dev/zero"),
        ] {
            symlink(target, tree.at("proj").join(link)).expect("a link");
        }
        let found = tree.found_in("proj", &Options::default());
        assert_eq!(paths(&found), ["lib/real.py"]);
        let odd = Reason::NotRegular;
        let named = [("dangling.py", odd), ("ext", odd), ("loop", odd), ("zero.py", odd)];
        assert_eq!(reasons(&found), named);
    }

    #[test]
    fn pipes_are_not_opened_whatever_their_name() {
        let tree = Tree::git_tree();
        tree.files(&["a.py", "sub/b.py"]);
        let rule_files = [".columbusignore", ".gitattributes", ".gitignore", "package.json"];
        for name in rule_files.into_iter().chain(["sub/.git"]) {
            let made = Command::new("mkfifo").arg(tree.at(name)).status().expect("mkfifo runs");
            assert!(made.success());
        }
        let found = tree.found();
        assert_eq!(paths(&found), ["a.py", "sub/b.py"]);
        assert_eq!(reasons(&found), rule_files.map(|name| (name, Reason::NotRegular)));
        assert_eq!(locate(&tree.at("sub"), None).expect("a tree").root, tree.root());
    }

    #[test]
    fn a_name_that_is_not_unicode_is_shown_escaped() {
        let tree = Tree::git_tree();
        tree.files(&["src/good.py"]);
        let name = OsStr::from_bytes(b"bad\xff\xfename.py");
        if fs::write(tree.at("src").join(name), "x").is_err() {
            return; // A file system that refuses such names has no such case.
        }
        let found = tree.found();
        assert_eq!(paths(&found), ["src/good.py"]);
        assert_eq!(reasons(&found), [(r"src/bad\xff\xfename.py", Reason::NotUnicode)]);
    }

    #[test]
    fn what_cannot_be_read_is_named_and_the_rest_goes_on() {
        let tree = Tree::git_tree();
        tree.files(&["a.py", "locked/x.py", "secret.py"]);
        let close = |path: &str, mode| {
            fs::set_permissions(tree.at(path), fs::Permissions::from_mode(mode)).expect("ours");
        };
        close("secret.py", 0);
        close("locked", 0);
        let is_all_powerful = fs::read(tree.at("secret.py")).is_ok();
        let found = tree.found();
        close("locked", 0o755);
        if !is_all_powerful {
            assert_eq!(paths(&found), ["a.py"]);
            let left = [("locked", Reason::Unreadable), ("secret.py", Reason::Unreadable)];
            assert_eq!(reasons(&found), left);
        }
    }

    #[test]
    fn a_tree_has_one_spelling() {
        let tree = Tree::git_tree();
        tree.files(&["real/a.py"]);
        symlink("real", tree.at("short")).expect("a link");
        let root = |start: &str| locate(&tree.at(start), None).expect("a tree").root;
        assert_eq!(root("short"), root("real"));
    }

    #[test]
    fn the_index_lends_its_blob_only_where_the_bytes_must_be_the_same() {
        let tree = Tree::git_tree();
        let past = an_hour_ago();
        tree.write(".gitattributes", "*.bat text eol=crlf\n");
        tree.files(&["a.py", "b.py", "c.bat", "d.py"]);
        tree.age(&["a.py", "b.py", "c.bat", "d.py"], past);
        tree.commit("");
        tree.write("b.py", "B.py").age(&["b.py"], past);
        tree.git(&["update-index", "--assume-unchanged", "d.py"]);
        let found = tree.found();
        assert_eq!(blob(&found, "a.py"), Some(blob_id(b"a.py")));
        assert_eq!(blob(&found, "b.py"), None, "edited with the size and time of before");
        assert_eq!(blob(&found, "c.bat"), None, "its line ends may be converted");
        assert_eq!(blob(&found, "d.py"), None, "git was told not to look");
        tree.git(&["config", "core.autocrlf", "input"]);
        assert_eq!(blob(&tree.found(), "a.py"), None);
    }

    #[test]
    fn an_edit_that_keeps_size_and_time_is_seen() {
        let tree = Tree::new();
        let past = an_hour_ago();
        tree.write("a.py", "same_old").age(&["a.py"], past);
        let known = chart(&tree);
        tree.write("a.py", "same_new").age(&["a.py"], past);
        assert_eq!(names(&swept(&tree, &known, LATER).changed), ["a.py"], "by the change time");
        let forgetful = [Known { ctime_ns: 0, ..known[0].clone() }];
        let charted_ns = known[0].ctime_ns;
        assert_eq!(names(&swept(&tree, &forgetful, charted_ns).changed), ["a.py"], "by the clock");
    }
}

// ---------------------------------------------------------------- blobs and HEAD

#[test]
fn blob_ids_are_those_of_git() {
    let tree = Tree::git_tree();
    tree.write("a", "some\r\nbytes\n");
    let printed = tree.git(&["hash-object", "--no-filters", "a"]);
    let id = blob_id(b"some\r\nbytes\n");
    assert_eq!(id.to_string(), printed);
    assert_eq!(printed.parse::<BlobId>().expect("an id"), id);
    assert!("no id".parse::<BlobId>().is_err() && "é".repeat(20).parse::<BlobId>().is_err());
}

#[test]
fn head_is_read_from_loose_packed_detached_and_unborn_references() {
    let tree = Tree::git_tree();
    let head = || git::head(&locate(&tree.root(), None).expect("a tree"));
    assert_eq!(head(), None);
    tree.commit("");
    let id = Some(tree.git(&["rev-parse", "HEAD"]));
    assert_eq!(head(), id);
    tree.git(&["pack-refs", "--all"]);
    assert_eq!(head(), id);
    tree.git(&["checkout", "-q", "--detach"]);
    assert_eq!(head(), id);
    assert_eq!(tree.found().head, id);
}

// ---------------------------------------------------------------- where a tree is

#[test]
fn the_nearest_marker_upward_is_the_root() {
    let tree = Tree::new();
    tree.write(".columbus.json", "{}").files(&["repo/src/a.py", "repo/part/deep/b.py", "loose/c"]);
    tree.git_in("repo", &["init", "-q"]);
    tree.write("repo/part/.columbus.json", "{}");
    let root = |start: &str| locate(&tree.at(start), None).expect("a tree").root;
    assert_eq!(root("repo/src"), tree.at("repo"));
    assert_eq!(root("repo/part/deep"), tree.at("repo/part"));
    assert_eq!(root("loose"), tree.root());
    let part = locate(&tree.at("repo/part"), None).expect("a tree");
    assert_eq!(part.git_dir, Some(tree.at("repo/.git")));
}

#[test]
fn a_linked_work_tree_knows_the_main_checkout() {
    let tree = Tree::new();
    tree.files(&["main/part/.columbus.json"]);
    tree.git_in("main", &["init", "-q"]);
    tree.commit("main");
    tree.git_in("main", &["worktree", "add", "-q", "-b", "one", "../one"]);
    let found = locate(&tree.at("one"), None).expect("a tree");
    assert!(found.is_linked);
    assert_eq!(found.main_root, tree.at("main"));
    assert_eq!(found.common_dir, Some(tree.at("main/.git")));
    assert_eq!(git::head(&found), Some(tree.git_in("main", &["rev-parse", "HEAD"])));
    let part = locate(&tree.at("one/part"), None).expect("a tree");
    assert_eq!((part.root, part.main_root), (tree.at("one/part"), tree.at("main/part")));
    let main = locate(&tree.at("main"), None).expect("a tree");
    assert!(!main.is_linked && main.main_root == main.root);
}

#[test]
fn home_and_what_is_above_it_are_refused_unless_they_are_projects() {
    let tree = Tree::new();
    tree.files(&["users/me/notes/a.md", "users/me/.bashrc"]);
    let home = tree.at("users/me");
    let at = |start: &Path| locate(start, Some(&home));
    let refused = |start: &Path| match at(start) {
        Err(Error::Root { reason, .. }) => reason,
        other => panic!("{other:?}"),
    };
    assert!(refused(&home).contains("--root"));
    assert!(refused(&tree.at("users")).contains("--root"));
    assert!(refused(Path::new("/")).contains("--root"));
    assert!(refused(&tree.at("users/me/.bashrc")).contains("file"));
    assert_eq!(at(&home.join("notes")).expect("a tree").root, home.join("notes"));
    tree.git_in("users/me", &["init", "-q"]);
    assert!(refused(&home).contains("home"), "dotfiles under git are no reason to read it all");
    let notes = at(&home.join("notes")).expect("a tree");
    assert_eq!((notes.root, notes.git_dir), (home.join("notes"), None));
    tree.write("users/me/.columbus.json", "{}");
    assert_eq!(at(&home).expect("a project").root, home);
    assert!(matches!(at(&tree.at("missing")), Err(Error::Io { .. })));
}

#[test]
fn a_bare_repository_is_no_tree() {
    let tree = Tree::git_tree();
    tree.files(&["a.py"]).commit("");
    tree.git(&["clone", "-q", "--bare", ".", "bare.git"]);
    fs::remove_dir_all(tree.at(".git")).expect("it was there");
    for inside in ["bare.git", "bare.git/hooks"] {
        let refused = locate(&tree.at(inside), None).expect_err("refused").to_string();
        assert!(refused.contains("git directory"), "{refused}");
    }
    assert_eq!(locate(&tree.root(), None).expect("a tree").root, tree.root());
}

// ---------------------------------------------------------------- the sweep

/// The chart of a tree as it is now.
fn chart(tree: &Tree) -> Vec<Known> {
    let known = |file: SourceFile| Known {
        size: file.size,
        mtime_ns: file.mtime_ns,
        ctime_ns: file.ctime_ns,
        inode: file.inode,
        blob: blob_id(&fs::read(tree.at(&file.path)).expect("it is there")),
        path: file.path,
    };
    tree.found().files.into_iter().map(known).collect()
}

fn swept(tree: &Tree, known: &[Known], charted_ns: i64) -> Sweep {
    sweep(&tree.root(), &Options::default(), known, charted_ns, &Stop::default()).expect("a tree")
}

/// As if everything had been charted long after its last write.
const LATER: i64 = i64::MAX;

#[test]
fn a_sweep_tells_changed_added_touched_and_removed_apart() {
    let tree = Tree::new();
    tree.files(&["changed.py", "gone.py", "same.py", "sub/gone.py", "touched.py"]);
    let known = chart(&tree);
    tree.write("changed.py", "other").files(&["added.py"]).age(&["touched.py"], an_hour_ago());
    fs::remove_file(tree.at("gone.py")).expect("it was there");
    fs::remove_dir_all(tree.at("sub")).expect("it was there");
    let found = swept(&tree, &known, LATER);
    assert_eq!(names(&found.changed), ["changed.py"]);
    assert_eq!(names(&found.added), ["added.py"]);
    assert_eq!(names(&found.touched), ["touched.py"]);
    assert_eq!(found.removed, ["gone.py", "sub/gone.py"]);
    assert_eq!(found.checked, 4);
}

#[test]
fn nothing_is_reported_when_nothing_changed_however_new_the_files_are() {
    let tree = Tree::new();
    tree.files(&["a.py", "b/c.py"]);
    let known = chart(&tree);
    for charted_ns in [0, LATER] {
        let found = swept(&tree, &known, charted_ns);
        let compared = if charted_ns == 0 { 2 } else { 0 };
        assert_eq!(found, Sweep { checked: 2, compared, ..Sweep::default() });
    }
}

#[test]
fn an_edit_in_the_tick_of_the_chart_is_seen() {
    let tree = Tree::new();
    tree.write("a.py", "new");
    let mut known = chart(&tree);
    known[0].blob = blob_id(b"old");
    assert_eq!(swept(&tree, &known, LATER).changed.len(), 0);
    assert_eq!(names(&swept(&tree, &known, known[0].mtime_ns + 1).changed), ["a.py"]);
}

#[test]
fn a_binary_file_stays_what_it_is_until_it_becomes_text() {
    let tree = Tree::new();
    tree.write("a.bin", "\0\0\0\0");
    let mut known = chart(&tree);
    known[0].blob = NO_BLOB;
    assert_eq!(swept(&tree, &known, 0), Sweep { checked: 1, compared: 1, ..Sweep::default() });
    assert_eq!(swept(&tree, &known, LATER).compared, 0);
    // Same size and, as far as the clock tells, the same time.
    tree.write("a.bin", "text");
    let now = chart(&tree);
    known[0].mtime_ns = now[0].mtime_ns;
    known[0].ctime_ns = now[0].ctime_ns;
    assert_eq!(names(&swept(&tree, &known, now[0].mtime_ns + 1).changed), ["a.bin"]);
}

#[test]
fn rules_that_change_take_files_out_and_bring_them_back() {
    let tree = Tree::git_tree();
    tree.files(&["keep.py", "priv/p.py"]).write(".gitignore", "*.tmp\n");
    let known = chart(&tree);
    tree.write(".gitignore", "*.tmp\npriv/\n");
    assert_eq!(swept(&tree, &known, LATER).removed, ["priv/p.py"]);
    let known = chart(&tree);
    tree.write(".gitignore", "*.tmp\n");
    assert_eq!(names(&swept(&tree, &known, LATER).added), ["priv/p.py"]);
}
