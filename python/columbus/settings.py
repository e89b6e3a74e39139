"""Settings: raw values from four places, resolved once.

Takes the root that ``native.locate`` found, the environment and the flags of the call; gives one
frozen ``Settings``. Precedence: defaults < ``.columbus.json`` < environment < flags. This module is
the only reader of the environment; all other code gets what it needs from here.

A wrong *file* is an error, for what it asks for would silently not happen. A wrong *variable* is a
warning, for it may be set for something else and must not stop every command.
"""

# pathlib costs 3 ms at every start; paths are plain str here.
# ruff: noqa: PTH100, PTH103, PTH111, PTH118
from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Literal

from columbus import config_file, platform
from columbus.config_file import (
    CONFIG_NAME,
    Embedding,
    Indexing,
    Output,
    new_project_id,
)
from columbus.config_file import write as write_config
from columbus.errors import ColumbusError, RunError
from columbus.frozen import dataclass, replace

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "CONFIG_NAME",
    "Embedding",
    "Flags",
    "Indexing",
    "Output",
    "Settings",
    "color_wanted",
    "environment",
    "home_of",
    "load",
    "make_data_dir",
    "new_project_id",
    "write_config",
]

LogLevel = Literal["debug", "info", "warning", "error"]

DEFAULT_BATCH_SIZE = 64
# Beyond 512 texts the padding and the memory of a batch grow while the speed does not.
MAX_BATCH_SIZE = 512
_LOG_LEVELS: dict[str, LogLevel] = {
    "debug": "debug",
    "info": "info",
    "warning": "warning",
    "error": "error",
}
_SIZE = re.compile(r"(\d{1,15}(?:\.\d{1,6})?)\s*([kmgt]?)(?:i?b)?", re.IGNORECASE)
_FACTORS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4}
_NO = frozenset({"", "0", "false", "no", "off"})


@dataclass(frozen=True, slots=True)
class Flags:
    """What the call itself decides; ``None`` means that the flag was not given."""

    start: str | None = None
    no_index: bool = False
    no_color: bool = False
    verbose: bool = False
    embed: bool | None = None


@dataclass(frozen=True, slots=True)
class ColorFacts:
    """What the environment and the flags say about colour."""

    off: bool = False
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting in its final form.

    ``root`` is the root of the working tree, ``root_arg`` the directory that the search for it
    started from, ``config_path`` where ``.columbus.json`` is or would be made. ``max_memory`` is in
    bytes. ``root_problem`` and ``config_problem`` are only ever set by ``load(tolerant=True)``:
    what is wrong there, while defaults stand in.
    """

    root: str
    root_arg: str
    config_path: str
    data_dir: str
    home: str | None
    project_id: str | None = None
    schema_version: int = config_file.CONFIG_VERSION
    indexing: Indexing = Indexing()
    embedding: Embedding = Embedding()
    output: Output = Output()
    batch_size: int = DEFAULT_BATCH_SIZE
    max_memory: int | None = None
    embed_threads: int | None = None
    log_level: LogLevel = "warning"
    color: ColorFacts = ColorFacts()
    columns: int | None = None
    xdg_config_home: str | None = None
    git_config_global: str | None = None
    git_config_system: str | None = None
    git_config_nosystem: bool = False
    root_problem: str = ""
    config_problem: str = ""
    warnings: tuple[str, ...] = ()

    @property
    def installed(self) -> bool:
        """Whether the project has an identity."""
        return self.project_id is not None

    @property
    def project_dir(self) -> str | None:
        """Where the project's data is, ``None`` before it has an identity."""
        if self.project_id is None:
            return None
        return os.path.join(self.data_dir, "projects", self.project_id)

    @property
    def debug(self) -> bool:
        """Whether tracebacks and stage lines are wanted."""
        return self.log_level == "debug"


def environment() -> Mapping[str, str]:
    """A copy of the process environment: the one place where it is read."""
    return dict(os.environ)


def home_of(env: Mapping[str, str]) -> str | None:
    """The user's home directory, if there is one."""
    for name in ("HOME", "USERPROFILE"):
        if env.get(name):
            return env[name]
    # The account database, for services that are started without an environment.
    guess = os.path.expanduser("~")
    return guess if guess != "~" else None


def load(
    root: str,
    env: Mapping[str, str],
    flags: Flags = Flags(),  # noqa: B008 - frozen
    *,
    main_root: str | None = None,
    tolerant: bool = False,
    root_problem: str = "",
) -> Settings:
    """Resolve all settings for the tree at ``root``.

    ``main_root`` is the root of the main checkout: a linked worktree without its own file uses the
    one there. With ``tolerant`` a wrong file becomes ``config_problem`` instead of a
    ``UsageError`` (CONFIG_INVALID); ``doctor`` needs that.
    """
    reader = _Reader(env)
    path = _config_path(root, main_root)
    config, problem = _read_config(path, tolerant=tolerant)
    home = home_of(env)
    return Settings(
        root=root,
        root_arg=flags.start or root,
        config_path=path,
        data_dir=_data_dir(env, home),
        home=home,
        project_id=config.project_id,
        schema_version=config.schema_version,
        indexing=_indexing(config.indexing, reader, flags),
        embedding=_embedding(config.embedding, reader, flags),
        output=config.output,
        batch_size=reader.batch_size(),
        max_memory=reader.size("COLUMBUS_MAX_MEMORY"),
        embed_threads=reader.count("COLUMBUS_EMBED_THREADS"),
        log_level="debug" if flags.verbose else reader.log_level(),
        color=_color_facts(reader, flags),
        columns=_columns(env),
        xdg_config_home=env.get("XDG_CONFIG_HOME") or None,
        git_config_global=env.get("GIT_CONFIG_GLOBAL"),
        git_config_system=env.get("GIT_CONFIG_SYSTEM"),
        git_config_nosystem=reader.truth("GIT_CONFIG_NOSYSTEM"),
        root_problem=root_problem,
        config_problem=problem,
        warnings=(*config.warnings, *reader.warnings),
    )


def color_wanted(settings: Settings, *, is_tty: bool) -> bool:
    """Whether text output is coloured; the other formats never are.

    ``--no-color``, ``NO_COLOR`` and ``TERM=dumb`` switch off, then ``FORCE_COLOR`` on, then
    ``output.color`` decides, then whether the output is a terminal.
    """
    if settings.color.off:
        return False
    if settings.color.forced:
        return True
    return {"always": True, "never": False, "auto": is_tty}[settings.output.color]


def make_data_dir(settings: Settings) -> str:
    """Make the data directory if need be, readable by its owner only, and give its path.

    Raises ``RunError`` (STORE_ERROR) where none can be.
    """
    try:
        os.makedirs(settings.data_dir, mode=0o700, exist_ok=True)
    except OSError as error:
        raise RunError(
            "STORE_ERROR",
            f"{settings.data_dir} cannot be used: {error.strerror}",
            "set COLUMBUS_DATA_DIR to a writable directory on a local disk",
        ) from error
    return settings.data_dir


def _config_path(root: str, main_root: str | None) -> str:
    own = os.path.join(root, CONFIG_NAME)
    if main_root is None or main_root == root or os.path.lexists(own):
        return own
    return os.path.join(main_root, CONFIG_NAME)


def _read_config(path: str, *, tolerant: bool) -> tuple[config_file.Config, str]:
    try:
        config = config_file.read(path)
        return replace(config, indexing=_named(config.indexing, path)), ""
    except ColumbusError as error:
        if not tolerant:
            raise
        return config_file.Config(), error.message


def _named(indexing: Indexing, path: str) -> Indexing:
    """The same with languages by the names of the core."""
    if not indexing.languages:
        return indexing
    from columbus import native

    known = dict(native.language_names())
    for position, word in enumerate(indexing.languages):
        if word.lower() not in known:
            key = f"indexing.languages[{position}]"
            raise config_file.unknown_word(path, key, word, native.languages())
    return replace(indexing, languages=tuple(known[word.lower()] for word in indexing.languages))


def _data_dir(env: Mapping[str, str], home: str | None) -> str:
    chosen = env.get("COLUMBUS_DATA_DIR", "").strip()
    if chosen:
        return os.path.abspath(os.path.expanduser(chosen))
    return platform.data_home(env, home or "/nonexistent")


def _indexing(base: Indexing, reader: _Reader, flags: Flags) -> Indexing:
    auto = base.auto and not flags.no_index and not reader.truth("COLUMBUS_NO_INDEX")
    return Indexing(base.include, base.exclude, base.max_file_size, base.languages, auto)


def _embedding(base: Embedding, reader: _Reader, flags: Flags) -> Embedding:
    enabled = base.enabled if flags.embed is None else flags.embed
    return Embedding(enabled, reader.text("COLUMBUS_MODEL") or base.model)


def _color_facts(reader: _Reader, flags: Flags) -> ColorFacts:
    # NO_COLOR counts when it is set and not empty, as its convention says.
    off = flags.no_color or bool(reader.text("NO_COLOR")) or reader.text("TERM") == "dumb"
    return ColorFacts(off, reader.truth("FORCE_COLOR"))


def _columns(env: Mapping[str, str]) -> int | None:
    text = env.get("COLUMNS", "")
    # More than four digits is no terminal; "²" is a digit to isdigit() and none to int().
    usable = text.isascii() and text.isdigit() and len(text) <= len("9999")
    return (int(text) or None) if usable else None


class _Reader:
    """Variables with a form of their own; what cannot be read is a warning and the default."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self.env = env
        self.warnings: list[str] = []

    def text(self, name: str) -> str:
        return self.env.get(name, "").strip()

    def truth(self, name: str) -> bool:
        return self.text(name).lower() not in _NO

    def batch_size(self) -> int:
        number = self._number("COLUMBUS_INDEX_BATCH_SIZE", f"{DEFAULT_BATCH_SIZE} is used")
        if number is None:
            return DEFAULT_BATCH_SIZE
        return max(1, min(MAX_BATCH_SIZE, number))

    def count(self, name: str) -> int | None:
        number = self._number(name, "it is ignored")
        return None if number is None else max(1, number)

    def size(self, name: str) -> int | None:
        text = self.text(name)
        if not text:
            return None
        found = _SIZE.fullmatch(text)
        size = int(float(found[1]) * 1024 ** _FACTORS[found[2].lower()]) if found else 0
        if size <= 0:
            self._warn(name, text, "a size such as 800M or 1.5G", "it is ignored")
            return None
        return size

    def log_level(self) -> LogLevel:
        text = self.text("COLUMBUS_LOG_LEVEL").lower()
        if text and text not in _LOG_LEVELS:
            self._warn("COLUMBUS_LOG_LEVEL", text, ", ".join(_LOG_LEVELS), "warning is used")
        return _LOG_LEVELS.get(text, "warning")

    def _number(self, name: str, otherwise: str) -> int | None:
        text = self.text(name)
        if not text:
            return None
        try:
            return int(text)
        except ValueError:
            self._warn(name, text, "a whole number", otherwise)
            return None

    def _warn(self, name: str, text: str, allowed: str, otherwise: str) -> None:
        self.warnings.append(f"{name}={text[:40]!r} is not {allowed}; {otherwise}")
