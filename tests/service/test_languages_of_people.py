"""Questions in German, Chinese and Russian, and mixed with English names.

None fails, and the names in them are found.
"""

# ruff: noqa: RUF001

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from shop import Run

GERMAN = """
Wo wird die Konfiguration gelesen
Wie wird der Gesamtpreis berechnet
Welche Funktion berechnet den Rabatt
Größe der Straße prüfen
Übersicht über alle Maßeinheiten
„Summe aller Preise“
Wo ist »Warenkorb« definiert
Fehler: Verbindung zum Server fehlgeschlagen
Datei konnte nicht geöffnet werden: config.json
Warum schlägt der Test fehl?
Tests für den Rabatt
Wie fügt man einen Artikel hinzu
Preise -Steuer
lang:python Preise
path:shop Preise mit Steuer
kind:Klasse Warenkorb
Donaudampfschifffahrtsgesellschaftskapitän
ß
Ärger mit Umlauten: ä ö ü Ä Ö Ü
shop/preise.py:12
"""
CHINESE = """
配置在哪里读取
总价是怎么计算的
哪个函数计算折扣
购物车的结账流程
“连接失败”
「价格总和」
错误:无法连接到服务器
文件无法打开:config.json
为什么测试失败
折扣的测试
如何添加商品
价格 -税
lang:python 价格
path:shop 含税价格
检索功能
的
,。!?
全角 空格
價格計算
shop/价格.py:12
"""
RUSSIAN = """
Где читается конфигурация
Как считается общая цена
Какая функция считает скидку
Оформление заказа в корзине
«Сумма всех цен»
"не удалось подключиться"
Ошибка: соединение с сервером потеряно
Файл не может быть открыт: config.json
Почему падает тест?
Тесты скидки
Как добавить товар
цена -налог
lang:python цена
path:shop цена с налогом
НашКласс
ё
Ёлки-палки, ёжик!
КОРЗИНА И ЗАКАЗ
цена цены ценой ценам
shop/цена.py:12
"""
# The name in each is a definition of the project.
MIXED = """
Wo wird load_config aufgerufen|load_config
Was macht total_price genau|total_price
Unterschied zwischen discount und Rabatt|discount
Die Klasse Basket|Basket
Basket.checkout schlägt fehl|checkout
add_item hinzufügen role:impl|add_item
„load_config“ finden|load_config
total_price -Steuer|total_price
load_config在哪里调用|load_config
请问total_price是怎么计算的|total_price
discount 折扣|discount
类Basket的用法|Basket
Basket.checkout 失败了|checkout
add_item方法在哪|add_item
“load_config”在哪里|load_config
где вызывается load_config|load_config
что делает total_price|total_price
скидка discount|discount
класс Basket|Basket
метод add_item lang:python|add_item
"""


def lines(block: str) -> list[str]:
    return [line for line in block.split("\n") if line]


QUERIES = {"de": lines(GERMAN), "zh": lines(CHINESE), "ru": lines(RUSSIAN), "mixed": lines(MIXED)}


@pytest.fixture
def tree(project: Path) -> Path:
    """The project with files in other scripts."""
    for path, text in {
        "shop/preise.py": "def rabatt(preis):\n    # größer als die Straße\n    return preis\n",
        "shop/价格.py": "def 价格总和(商品):\n    # 计算价格\n    return sum(商品)\n",
        "shop/цена.py": "class Корзина:\n    def цена(self):\n        return 1  # сумма всех цен\n",
    }.items():
        (project / path).write_text(text, "utf-8")
    return project


def test_there_are_twenty_of_each() -> None:
    assert {name: len(queries) for name, queries in QUERIES.items()} == dict.fromkeys(QUERIES, 20)


@pytest.mark.parametrize("language", ["de", "zh", "ru"])
def test_no_question_fails(run: Run, tree: Path, language: str) -> None:
    for text in QUERIES[language]:
        found = run("search", "--", text)
        assert (found["exit"], found["ok"], found["query"]) == (0, True, text)
        states = {lane["name"]: lane["state"] for lane in found["lanes"]}
        assert "failed" not in states.values(), text
        assert found["hits"] or found["empty"] in ("no_match", "filtered"), text


def test_names_in_a_question_of_any_language_are_found(run: Run, tree: Path) -> None:
    def shown(found: dict[str, Any]) -> list[str]:
        return [part["name"] for hit in found["hits"][:2] for part in [hit, *hit["ranges"]]]

    for text, name in (line.split("|") for line in QUERIES["mixed"]):
        assert name in shown(run("search", "--", text)), text


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("größer als die Straße", "shop/preise.py"),
        ("计算价格", "shop/价格.py"),
        ("价格总和", "shop/价格.py"),
        ("«сумма всех цен»", "shop/цена.py"),
        ("Корзина", "shop/цена.py"),
        ("shop/价格.py", "shop/价格.py"),
        ("цена.py:2", "shop/цена.py"),
    ],
)
def test_what_is_written_so_is_found(run: Run, tree: Path, text: str, path: str) -> None:
    assert run("search", text)["hits"][0]["path"] == path
