//! Lists what discovery keeps and leaves out, to compare with other tools or to see why a file is
//! missing: `list_files DIRECTORY [--home DIR] [--system FILE] [--nul] [--quiet]`.
//!
//! On stdout the files, one a line (ended by NUL with `--nul`); on stderr the root, the problems,
//! HEAD and the time. With `--quiet` only the time.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::error::Error;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use columbus_core::discover::{Environment, Options, discover};
use columbus_core::git;
use columbus_core::stop::Stop;

struct Arguments {
    directory: PathBuf,
    environment: Environment,
    end: &'static str,
    quiet: bool,
}

fn arguments() -> Result<Arguments, Box<dyn Error>> {
    let mut given = std::env::args().skip(1);
    let directory = given.next().ok_or("a directory is missing")?.into();
    let mut found =
        Arguments { directory, environment: Environment::default(), end: "\n", quiet: false };
    while let Some(name) = given.next() {
        match name.as_str() {
            "--home" => found.environment.home = given.next().map(Into::into),
            "--system" => found.environment.git_config_system = given.next().map(Into::into),
            "--nul" => found.end = "\0",
            "--quiet" => found.quiet = true,
            other => return Err(format!("{other}: not known").into()),
        }
    }
    Ok(found)
}

fn main() -> Result<(), Box<dyn Error>> {
    let Arguments { directory, environment, end, quiet } = arguments()?;
    let workspace = git::locate(&directory, environment.home.as_deref())?;
    let options = Options { environment, ..Options::default() };
    let start = Instant::now();
    let found = discover(&workspace.root, &options, &Stop::default())?;
    let took = start.elapsed();
    if quiet {
        eprintln!("{} files in {took:?}", found.files.len());
        return Ok(());
    }
    let mut out = std::io::stdout().lock();
    for file in &found.files {
        write!(out, "{}{end}", file.path)?;
    }
    eprintln!("root {}", workspace.root.display());
    eprintln!("main {}", workspace.main_root.display());
    for problem in &found.problems {
        eprintln!("left {:?} {} {}", problem.reason, problem.path, problem.detail);
    }
    let blobs = found.files.iter().filter(|file| file.blob.is_some()).count();
    eprintln!("head {:?} dirty {:?} blobs {blobs}", found.head, found.dirty);
    eprintln!("{} files in {took:?}", found.files.len());
    Ok(())
}
