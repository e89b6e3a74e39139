from __future__ import annotations

from pathlib import Path

import pytest

from columbus.embed import catalog
from columbus.embed.encoder import open_encoder
from columbus.errors import RunError, UsageError

ENTRY = """
[[model]]
name = "mine"
kind = "onnx"
dimension = 8
licence = "MIT"
files = [
  { name = "model.onnx", size = 3, sha256 = "SHA", url = "https://example.org/m" },
  { name = "tokenizer.json", size = 2, sha256 = "SHA", url = "https://example.org/t" },
]
pooling = "cls"
""".replace("SHA", "a" * 64)


def write(data_dir: Path, text: str) -> None:
    (data_dir / catalog.USER_CATALOG).write_text(text, encoding="utf-8")


def test_the_models_of_the_package() -> None:
    found = {model.name: model for model in catalog.models(None)}
    assert list(found) == ["static-code-256", "minilm-l6-code-int8", "bge-small-en-v1.5"]
    assert [model.dimension for model in found.values()] == [256, 384, 384]
    bge = found["bge-small-en-v1.5"]
    assert (bge.pooling, bge.max_tokens, bge.licence, bge.pullable) == ("cls", 512, "MIT", True)
    assert bge.query_prefix.endswith("passages: ")
    assert not found["minilm-l6-code-int8"].pullable


def test_pulled_files_are_pinned_to_a_revision_over_https() -> None:
    for file in catalog.find("bge-small-en-v1.5", None).files:
        assert file.url.startswith("https://")
        assert "/main/" not in file.url


def test_a_user_describes_a_model(tmp_path: Path) -> None:
    write(tmp_path, ENTRY)
    mine = catalog.find("mine", tmp_path)
    assert (mine.pooling, mine.max_tokens, mine.batch_size, mine.bytes) == ("cls", 512, 1, 5)
    assert catalog.folder(mine, tmp_path) == tmp_path / "models" / "mine"
    assert catalog.models(tmp_path)[-1] is not None


def test_states_go_by_the_sizes_of_the_files(tmp_path: Path) -> None:
    write(tmp_path, ENTRY)
    mine = catalog.find("mine", tmp_path)
    place = tmp_path / "models" / "mine"
    assert catalog.state(mine, tmp_path) == catalog.state(mine, None) == "absent"
    place.mkdir(parents=True)
    (place / "model.onnx").write_bytes(b"123")
    assert catalog.state(mine, tmp_path) == "broken"
    (place / "tokenizer.json").write_bytes(b"{}")
    assert catalog.state(mine, tmp_path) == "present"
    assert catalog.ready_folder(mine, tmp_path) == place
    (place / "model.onnx").write_bytes(b"1234")
    assert catalog.state(mine, tmp_path) == "broken"


def test_the_embedded_models_are_there() -> None:
    assert catalog.state(catalog.find("minilm-l6-code-int8", None), None) == "embedded"


@pytest.mark.parametrize(
    ("name", "code", "word"),
    [
        ("nobody", "MODEL_MISSING", "nobody"),
        ("bge-small-en-v1.5", "MODEL_MISSING", "not on this machine"),
        ("mine", "MODEL_BROKEN", "wrong size"),
    ],
)
def test_opening_what_is_not_there_says_what_to_do(
    tmp_path: Path, name: str, code: str, word: str
) -> None:
    write(tmp_path, ENTRY)
    (tmp_path / "models" / "mine").mkdir(parents=True)
    (tmp_path / "models" / "mine" / "model.onnx").write_bytes(b"1")
    with pytest.raises(RunError) as error:
        open_encoder(name, tmp_path)
    assert error.value.code == code
    assert word in error.value.message
    assert error.value.hint


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ('name = "mine"', 'name = "../mine"', "model[0].name"),
        ('name = "mine"', 'name = "static-code-256"', "taken"),
        ('name = "mine"', 'name = "mine"\nembedded = true', "embedded"),
        ('name = "model.onnx"', 'name = "../../model.onnx"', "no file name"),
        ('name = "model.onnx"', 'name = "weights.onnx"', "model.onnx"),
        ("dimension = 8", "", "model[0].dimension is missing"),
        ("dimension = 8", 'dimension = "8"', "model[0].dimension must be of type int"),
        ("dimension = 8", "dimension = true", "model[0].dimension must be of type int"),
        ("dimension = 8", "dimension = 0", "1..8192"),
        ('kind = "onnx"', 'kind = "gguf"', "static, onnx"),
        ('pooling = "cls"', 'pooling = "max"', "none, mean, cls"),
        ('pooling = "cls"', "colour = 1", "model[0].colour is unknown"),
        ('pooling = "cls"', "batch_size = 8", "pad_to"),
        ("a" * 64, "a" * 63, "64 hex digits"),
        ("size = 3, ", "", "model[0].files[0].size is missing"),
        ("[[model]]", "[model", "models.toml"),
        ("[[model]]", "[other]", "[[model]]"),
    ],
)
def test_a_wrong_description_names_its_key(tmp_path: Path, old: str, new: str, word: str) -> None:
    write(tmp_path, ENTRY.replace(old, new, 1))
    with pytest.raises(UsageError) as error:
        catalog.models(tmp_path)
    assert error.value.code == "CONFIG_INVALID"
    assert word in error.value.message


def test_a_name_may_be_given_once(tmp_path: Path) -> None:
    write(tmp_path, ENTRY * 2)
    with pytest.raises(UsageError, match="same name"):
        catalog.models(tmp_path)
