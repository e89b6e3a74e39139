"""The models as data: what Columbus ships, what it can fetch, what a user describes.

Takes ``catalog.toml`` of the package and ``models.toml`` of the data directory; gives frozen
``Model`` records and says where their files are and in which state. Nothing here opens a model.
"""

from __future__ import annotations

import re
import sys
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Literal, cast

from columbus.errors import RunError, UsageError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ModelKind = Literal["static", "onnx"]
Pooling = Literal["none", "mean", "cls"]
ModelState = Literal["embedded", "present", "absent", "broken"]

USER_CATALOG = "models.toml"
_PACKAGED = Path(__file__).with_name("catalog.toml")
_EMBEDDED = Path(__file__).parent.parent / "models"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_NEEDED = {"static": (), "onnx": ("model.onnx", "tokenizer.json")}
_CHOICES = {"kind": ("static", "onnx"), "pooling": ("none", "mean", "cls")}
# Wide enough for every encoder there is, small enough that a slip of the pen is noticed.
_RANGES = {
    "dimension": (1, 8192),
    "max_tokens": (3, 32768),
    "query_tokens": (0, 32768),
    "batch_size": (1, 512),
    "pad_to": (0, 512),
    "size": (1, 1 << 40),
}


@dataclass(frozen=True, slots=True)
class ModelFile:
    """One file of a model: bytes, SHA-256 in hex, and an address or ``""``."""

    name: str
    size: int
    sha256: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Model:
    """A model of the catalogue; the fields are explained at the top of ``catalog.toml``."""

    name: str
    kind: ModelKind
    dimension: int
    licence: str
    files: tuple[ModelFile, ...]
    source: str = ""
    embedded: bool = False
    pooling: Pooling = "mean"
    output: str = ""
    max_tokens: int = 512
    query_tokens: int = 0
    query_prefix: str = ""
    document_prefix: str = ""
    split_identifiers: bool = False
    batch_size: int = 1
    pad_to: int = 0

    @property
    def bytes(self) -> int:
        """Size of all files."""
        return sum(file.size for file in self.files)

    @property
    def pullable(self) -> bool:
        """Whether every file has an address."""
        return all(file.url for file in self.files)


def models(data_dir: Path | None) -> tuple[Model, ...]:
    """All models: those of the package, then the user's, each in the order of its file.

    Raises ``UsageError`` (CONFIG_INVALID) when ``models.toml`` cannot be used.
    """
    known = _read(_PACKAGED)
    if data_dir is None or not _is_file(data_dir / USER_CATALOG):
        return known
    own = _read(data_dir / USER_CATALOG)
    taken = {model.name for model in known}
    for model in own:
        if model.name in taken:
            raise _invalid(USER_CATALOG, f"the name {model.name} is taken")
        if model.embedded:
            raise _invalid(USER_CATALOG, f"{model.name} cannot be embedded")
        taken.add(model.name)
    return known + own


def find(name: str, data_dir: Path | None) -> Model:
    """The model called ``name``; raises ``RunError`` (MODEL_MISSING) when nobody described it."""
    known = models(data_dir)
    for model in known:
        if model.name == name:
            return model
    names = ", ".join(model.name for model in known)
    raise RunError("MODEL_MISSING", f"no model is called {name[:64]!r}", f"known models: {names}")


def folder(model: Model, data_dir: Path | None) -> Path | None:
    """Where the files of ``model`` are or would be; ``None`` without a data directory."""
    if model.embedded:
        return _EMBEDDED / model.name
    return None if data_dir is None else data_dir / "models" / model.name


def state(model: Model, data_dir: Path | None) -> ModelState:
    """Whether the files are there, judged by their sizes; ``broken`` when only some fit."""
    place = folder(model, data_dir)
    sizes = [] if place is None else [_size(place / file.name) for file in model.files]
    if all(size is None for size in sizes):
        return "broken" if model.embedded else "absent"
    if sizes != [file.size for file in model.files]:
        return "broken"
    return "embedded" if model.embedded else "present"


def ready_folder(model: Model, data_dir: Path | None) -> Path:
    """The folder of ``model``; raises ``RunError`` when its files are not there or do not fit."""
    found, place = state(model, data_dir), folder(model, data_dir)
    if place is not None and found in {"embedded", "present"}:
        return place
    if found == "absent":
        hint = f"run: columbus model pull {model.name}"
        raise RunError("MODEL_MISSING", f"the model {model.name} is not on this machine", hint)
    again = "reinstall Columbus" if model.embedded else f"run: columbus model pull {model.name}"
    said = f"the files of {model.name} are incomplete or have the wrong size"
    raise RunError("MODEL_BROKEN", said, again)


def _is_file(path: Path) -> bool:
    # A path that cannot be (too long, below a file) is no file, whatever Python raises for it.
    try:
        return path.is_file()
    except OSError:
        return False


def _size(path: Path) -> int | None:
    try:
        return path.stat().st_size
    except OSError:
        return None


def _read(path: Path) -> tuple[Model, ...]:
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise _invalid(path.name, str(error)) from error
    tables = raw.get("model", [])
    if set(raw) - {"model"} or not isinstance(tables, list):
        raise _invalid(path.name, "only [[model]] tables belong there")
    found = tuple(_model(path.name, index, table) for index, table in enumerate(tables))
    if len({model.name for model in found}) != len(found):
        raise _invalid(path.name, "two models have the same name")
    return found


def _model(source: str, index: int, table: object) -> Model:
    where = f"model[{index}]"
    values = _checked(source, where, table, Model)
    raw_files = cast("list[object]", values["files"])
    files = tuple(
        ModelFile(**_checked(source, f"{where}.files[{at}]", raw, ModelFile))  # type: ignore[arg-type]
        for at, raw in enumerate(raw_files)
    )
    model = Model(**{**values, "files": files})  # type: ignore[arg-type]
    _check_model(source, where, model)
    return model


def _check_model(source: str, where: str, model: Model) -> None:
    if not _NAME.fullmatch(model.name):
        raise _invalid(source, f"{where}.name: {model.name[:64]!r} is no name")
    names = [file.name for file in model.files]
    for file in model.files:
        # A name is joined to a folder: it must not leave it.
        if not _NAME.fullmatch(file.name):
            raise _invalid(source, f"{where}.files: {file.name[:64]!r} is no file name")
        if not _SHA256.fullmatch(file.sha256):
            raise _invalid(source, f"{where}.files: sha256 of {file.name} is not 64 hex digits")
    missing = [name for name in _NEEDED[model.kind] if name not in names]
    if missing or len(set(names)) != len(names):
        needed = " and ".join(_NEEDED[model.kind]) or "distinct names"
        raise _invalid(source, f"{where}.files must hold {needed}, each once")
    if model.batch_size > 1 and model.pad_to == 0:
        raise _invalid(source, f"{where}.batch_size above 1 needs pad_to")


def _checked(source: str, where: str, table: object, record: type) -> dict[str, object]:
    """The fields of ``record`` out of a raw table, with their types and ranges proven."""
    if not isinstance(table, dict):
        raise _invalid(source, f"{where} is no table")
    known = {field.name: field for field in fields(record)}
    for key in table:
        if key not in known:
            raise _invalid(source, f"{where}.{key} is unknown")
    for name, field in known.items():
        if name in table:
            _check_value(source, f"{where}.{name}", name, str(field.type), table[name])
        elif field.default is MISSING:
            raise _invalid(source, f"{where}.{name} is missing")
    return dict(table)


def _check_value(source: str, where: str, name: str, kind: str, value: object) -> None:
    wanted: type = {"int": int, "bool": bool}.get(kind, list if name == "files" else str)
    if type(value) is not wanted:
        raise _invalid(source, f"{where} must be of type {wanted.__name__}")
    if name in _CHOICES and value not in _CHOICES[name]:
        raise _invalid(source, f"{where} must be one of {', '.join(_CHOICES[name])}")
    low, high = _RANGES.get(name, (0, 0))
    if isinstance(value, int) and name in _RANGES and not low <= value <= high:
        raise _invalid(source, f"{where} must be {low}..{high}")


def _invalid(source: str, what: str) -> UsageError:
    return UsageError("CONFIG_INVALID", f"{source}: {what}", "the fields are explained in the docs")
