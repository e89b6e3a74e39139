//! The few settings of git that decide what belongs to a tree.
//!
//! Takes the files that git reads (system, user, repository, work tree; with their includes) and
//! gives [`Settings`]. A file that cannot be read or understood counts as absent, as one broken
//! include must not take the ignore rules of everything else away.

use std::path::{Path, PathBuf};

use gix_config::file::{Metadata, includes, init};
use gix_config::{File, Source, path::interpolate};

use super::{Repository, read_regular};

/// Where the settings of the user and the machine are. Nothing here is read from the environment:
/// the caller resolves it once. `None` everywhere means that only the repository has a say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Environment {
    /// The home directory, for `~` and `~/.gitconfig`.
    pub home: Option<PathBuf>,
    /// `XDG_CONFIG_HOME`; `~/.config` when not given.
    pub xdg_config: Option<PathBuf>,
    /// `GIT_CONFIG_GLOBAL`: replaces both files of the user when given.
    pub git_config_global: Option<PathBuf>,
    /// The system's file (`/etc/gitconfig` mostly), `None` not to read one.
    pub git_config_system: Option<PathBuf>,
}

impl Environment {
    /// The directory `git` of the user's configuration.
    fn xdg_git(&self) -> Option<PathBuf> {
        let base = self.xdg_config.clone().or_else(|| Some(self.home.as_ref()?.join(".config")));
        Some(base?.join("git"))
    }

    fn user_files(&self) -> Vec<PathBuf> {
        if let Some(only) = &self.git_config_global {
            return vec![only.clone()];
        }
        let xdg = self.xdg_git().map(|dir| dir.join("config"));
        let plain = self.home.as_ref().map(|home| home.join(".gitconfig"));
        xdg.into_iter().chain(plain).collect()
    }
}

/// What the settings come to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    /// `core.ignoreCase`.
    pub ignore_case: bool,
    /// The user's own ignore file, by `core.excludesFile` or at its default place.
    pub excludes_file: Option<PathBuf>,
    /// Attribute files of the machine and the user.
    pub attribute_files: Vec<PathBuf>,
    /// `core.autocrlf` is on: bytes on disk may differ from the blob.
    pub converts_lines: bool,
    /// Object ids are not SHA-1.
    pub is_sha256: bool,
}

/// Reads the settings that hold in the work tree of `repository`.
pub fn settings(repository: &Repository, environment: &Environment) -> Settings {
    let merged = merged(repository, environment);
    let flag = |key: &str| merged.boolean(key).ok().flatten().unwrap_or(false);
    let text = |key: &str| merged.string(key).map(|value| value.to_string().to_lowercase());
    let xdg = environment.xdg_git();
    let beside_system = environment.git_config_system.as_ref();
    let system_attributes = beside_system.map(|file| file.with_file_name("gitattributes"));
    let file = |key: &str, default: &str| match merged.path(key) {
        Some(path) => interpolated(path, repository, environment),
        None => xdg.as_ref().map(|dir| dir.join(default)),
    };
    let user_attributes = file("core.attributesFile", "attributes");
    Settings {
        ignore_case: flag("core.ignoreCase"),
        excludes_file: file("core.excludesFile", "ignore"),
        attribute_files: system_attributes.into_iter().chain(user_attributes).collect(),
        converts_lines: flag("core.autocrlf") || text("core.autocrlf").as_deref() == Some("input"),
        is_sha256: text("extensions.objectFormat").as_deref() == Some("sha256"),
    }
}

/// `core.bare` of the repository at `common_dir`.
pub(crate) fn is_bare(common_dir: &Path) -> bool {
    let file = read(&common_dir.join("config"), Source::Local, init::Options::default());
    file.is_some_and(|file| file.boolean("core.bare").ok().flatten().unwrap_or(false))
}

/// `core.worktree` of the repository at `common_dir`, as submodules have it.
pub(crate) fn work_tree_of(common_dir: &Path) -> Option<PathBuf> {
    let file = read(&common_dir.join("config"), Source::Local, init::Options::default())?;
    let named = file.string("core.worktree")?;
    Some(common_dir.join(named.to_string()))
}

fn interpolated(
    path: gix_config::Path,
    repository: &Repository,
    environment: &Environment,
) -> Option<PathBuf> {
    let found = path.interpolate(interpolation(environment)).ok()?;
    Some(repository.work_dir.join(found))
}

fn interpolation(environment: &Environment) -> interpolate::Context<'_> {
    interpolate::Context { home_dir: environment.home.as_deref(), ..Default::default() }
}

/// All files in the order of git, later ones win.
fn merged(repository: &Repository, environment: &Environment) -> File {
    let conditional =
        includes::conditional::Context { git_dir: Some(&repository.git_dir), branch_name: None };
    let options = init::Options {
        includes: includes::Options::follow(interpolation(environment), conditional),
        lossy: true,
        ignore_io_errors: true,
    };
    let mut merged = File::default();
    let mut add = |path: &Path, source| {
        if let Some(file) = read(path, source, options) {
            // Fails only when the merged file outgrows its limits: then what is there counts.
            let _ = merged.append(file);
        }
    };
    if let Some(system) = &environment.git_config_system {
        add(system, Source::System);
    }
    environment.user_files().iter().for_each(|path| add(path, Source::User));
    add(&repository.common_dir.join("config"), Source::Local);
    if merged.boolean("extensions.worktreeConfig").ok().flatten() == Some(true) {
        let path = repository.git_dir.join("config.worktree");
        if let Some(file) = read(&path, Source::Worktree, options) {
            let _ = merged.append(file);
        }
    }
    merged
}

/// One file with its includes; without them when an include is broken.
fn read(path: &Path, source: Source, options: init::Options<'_>) -> Option<File> {
    let mut bytes = read_regular(path)?;
    let meta = Metadata::from(source).at(path);
    let whole = File::from_bytes_owned(&mut bytes.clone(), meta.clone(), options);
    whole.or_else(|_| File::from_bytes_owned(&mut bytes, meta, init::Options::default())).ok()
}
