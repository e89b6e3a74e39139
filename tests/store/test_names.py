"""Names are found in any spelling, and nothing a user types is an error."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from store_groups import file_row, put

from columbus.store import Store
from columbus.store.names import split, squash

# What the query language of the index, SQL or the tokeniser could stumble over.
NASTY = [
    *(
        "end-to-end-check",
        "foo:bar",
        '"',
        "'",
        '""',
        "*",
        "^x",
        "a AND",
        "OR",
        "NOT x",
        "NEAR(a b)",
    ),
    *("(", "x)", "{parts}: y", "-", "--", "a.b.c", "%", "_", "\\", ";", "drop table units;--"),
    *("\0", "a\0b", "\u00a0", "\u200b", "\ufeff", "\ud800", "\u0301", "\n\t", "x" * 5000),
    *("- whole", "whole:x", "rowid", "names", "+", "a+b", "é", "日本語", "🦊", "١٢", "ª", "²"),
    *("कि", "İ", "ß", "\U0001d518\U0001d52b", "\uff46\uff55", "\U000323af", "\U0001e900"),
]


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("parse_config", ["parse", "config"]),
        ("HTTPServer2_run", ["http", "server", "2", "run"]),
        ("getURL", ["get", "url"]),
        ("__init__", ["init"]),
        ("größeWert", ["größe", "wert"]),
        ("ÄÖÜTest", ["äöü", "test"]),
        ("読み込み_file", ["読み込み", "file"]),
        ("operator==", ["operator"]),
        ("+", []),
    ],
)
def test_split(name: str, parts: list[str]) -> None:
    assert split(name) == parts
    assert squash(name) == "".join(parts)


@pytest.fixture
def named(store: Store) -> Store:
    """A chart with one file of telling names."""
    names = [
        "parseConfig",
        "parse_config_file",
        "ConfigParser",
        "HttpSessionManager",
        "größe",
        "+",
        "読み込み",
    ]
    put(store, [file_row("a.py", names)])
    return store


@pytest.mark.parametrize(
    ("words", "first"),
    [
        (["parse_config"], "parseConfig"),
        (["parse", "config"], "parseConfig"),
        (["PARSECONFIG"], "parseConfig"),
        (["configparser"], "ConfigParser"),
        (["httpSession"], "HttpSessionManager"),
        (["hsm"], "HttpSessionManager"),
        (["manager", "session"], "HttpSessionManager"),
        (["GRÖSSE"], None),
        (["Größe"], "größe"),
        (["読み込み"], "読み込み"),
        (["nothing"], None),
        ([], None),
    ],
)
def test_the_name_lane(named: Store, words: list[str], first: str | None) -> None:
    found = named.units(named.names_lane(words, 10))
    assert (found[0].name if found else None) == first


@pytest.mark.parametrize("text", NASTY)
def test_nothing_a_user_types_is_an_error(named: Store, text: str) -> None:
    for words in ([text], text.split(), ["parse", text]):
        named.names_lane(words, 10)
    named.suggest(text)
    if "\ud800" not in text:
        named.find_symbols(text)
        named.find_symbols(text, text)
        named.variants([text])


@given(st.lists(st.text(max_size=12), max_size=6), st.integers(-3, 5))
@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_words_and_any_limit(named: Store, words: list[str], limit: int) -> None:
    assert len(named.names_lane(words, limit)) <= max(limit, 0)


def test_a_common_part_does_not_hide_a_telling_one(store: Store) -> None:
    names = [f"get_item{number}" for number in range(4_200)] + ["write_zebra"]
    put(store, [file_row("a.py", names)], with_vectors=False)
    assert store.units(store.names_lane(["item", "zebra"], 3))[0].name == "write_zebra"
    assert len(store.names_lane(["item", "get"], 7)) == 7


def test_equal_names_are_cut_by_path_whatever_was_charted_first(store: Store) -> None:
    for number in (7, 2, 9, 0, 4, 8, 1, 6, 3, 5):
        put(store, [file_row(f"part_{number}.py", ["flush", "Flush"])], with_vectors=False)
    expected = ["part_0.py", "part_0.py", "part_1.py", "part_1.py", "part_2.py"]
    for found in (store.names_lane(["flush"], 5), store.names_lane(["flu"], 5)):
        assert [unit.path for unit in store.units(found)] == expected
    assert [unit.path for unit in store.find_symbols("FLUSH", limit=5)] == expected


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("parseConfig", ["parseConfig"]),
        ("parse_config", ["parseConfig"]),
        ("parseConfig@a.py", ["parseConfig"]),
        ("parseConfig@b.py", []),
        ("+", ["+"]),
        ("", []),
    ],
)
def test_find_symbols(named: Store, asked: str, found: list[str]) -> None:
    assert [unit.name for unit in named.find_symbols(asked)] == found


def test_find_symbols_by_owner(store: Store) -> None:
    from store_groups import unit

    units = [
        unit("pick", container="ShelfRepo"),
        unit("pick", container="a.CrateRepo"),
        unit("pick"),
    ]
    put(store, [file_row("a.go")._replace(units=units)])
    assert [u.container for u in store.find_symbols("CrateRepo.pick")] == ["a.CrateRepo"]
    assert [u.container for u in store.find_symbols("ShelfRepo::pick")] == ["ShelfRepo"]
    assert len(store.find_symbols("pick")) == 3


def test_suggestions(named: Store) -> None:
    assert named.suggest("parseConfg")[0] == "parseConfig"
    assert named.suggest("ConfigPraser")[0] == "ConfigParser"
    assert "HttpSessionManager" in named.suggest("session")
    assert named.suggest("zzzzzz") == []


def test_names_by_initials(named: Store) -> None:
    assert named.names_by_initials("hsm", 5) == ["HttpSessionManager"]
    assert named.names_by_initials("HSM", 5) == ["HttpSessionManager"]
    # Two letters are the initials of anything, and whole parts are no initials.
    for other in ("cp", "http", "hsmx", "", "*", '"'):
        assert named.names_by_initials(other, 5) == []


def test_similar_words_begin_alike_and_are_about_as_long(named: Store) -> None:
    found = [word for word, _ in named.similar_words("confgi")]
    assert all(word[0] == "c" and abs(len(word) - 6) <= 1 for word in found)
    assert "config" in found
    assert named.similar_words("") == []
