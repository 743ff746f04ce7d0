"""The cities that rules speak of, on the map."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from trenchline.games import kaisers_war
from trenchline.games.kaisers_war.components import CITY

ASKING = {"_held", "held", "around"}
"""The functions that take cities by name."""


def literals(node: ast.AST) -> Iterator[str]:
    """The strings in some code."""
    for one in ast.walk(node):
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield one.value


def cities_named(source: str) -> Iterator[str]:
    """The cities that a module looks up: ``CITY["Paris"]``, ``held("Venice")``, or names in a loop
    that looks them up."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "CITY":
            yield from literals(node.slice)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ASKING:
            yield from (name for name in literals(node) if name[:1].isupper())
        elif isinstance(node, ast.For | ast.comprehension) and isinstance(node.iter, ast.Tuple):
            looked_up = f"CITY[{ast.unparse(node.target)}]"
            if looked_up in source:
                yield from literals(node.iter)


def test_names_are_found_however_they_are_looked_up() -> None:
    text = 'a = CITY["A"]\nheld("B", "C")\nb = [CITY[x] for x in ("D",)]\nfor x in ("E",): CITY[x]'
    assert set(cities_named(text)) == {"A", "B", "C", "D", "E"}


def test_every_city_that_a_rule_names_is_on_the_map() -> None:
    folder = Path(kaisers_war.__file__).parent
    named = {name for file in folder.rglob("*.py") for name in cities_named(file.read_text())}
    assert named > {"Paris", "Petrograd", "Venice", "Gallipoli"}
    assert named <= CITY.keys()
