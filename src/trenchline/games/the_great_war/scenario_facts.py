"""What may stand in a ``scenario.toml``: of which kind each fact is, so that a mistake is told with
its place as the scenario is loaded, and not turns later by whoever stumbles over it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from trenchline.games.the_great_war.calendar import read_date
from trenchline.games.the_great_war.components import NATIONS, SIDES
from trenchline.games.the_great_war.ground import ENTRENCHMENT, FIELDWORKS, FORT, IMPROVED_FORT
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.kernel.data import DataError, File, read_text


@dataclass(frozen=True)
class Kind:
    """A kind of fact: what it is called, and whether something is one in a theatre."""

    name: str
    fits: Callable[[Any, Theatre], bool]


def _is_hex(value: Any, theatre: Theatre) -> bool:
    grid = theatre.board.grid
    try:
        return isinstance(value, str) and grid.hex(value) in theatre.board.facts
    except ValueError:
        return False


def _is_turn(value: Any, theatre: Theatre) -> bool:
    try:
        return isinstance(value, str) and bool(read_date(value))
    except ValueError:
        return False


def _is_number(value: Any, theatre: Theatre) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_amount(value: Any, theatre: Theatre) -> bool:
    whole = isinstance(value, int | float) and not isinstance(value, bool)
    return whole and value >= 0 and value * 2 == int(value * 2)


def _is_capacity(value: Any, theatre: Theatre) -> bool:
    if not isinstance(value, Mapping):
        return _is_number(value, theatre)
    return value.keys() <= set(SIDES) and all(_is_number(one, theatre) for one in value.values())


ANYTHING = Kind("anything", lambda value, _: True)
WORD = Kind("a text", lambda value, _: isinstance(value, str))
HEX = Kind("a hex of the map", _is_hex)
TURN = Kind("a turn like 'Oct II 17'", _is_turn)
NUMBER = Kind("a whole number", _is_number)
STOCK = Kind("a number above zero", lambda value, _: _is_number(value, _) and value > 0)
AMOUNT = Kind("an amount in halves", _is_amount)
SIDE = Kind(f"one of {', '.join(SIDES)}", lambda value, _: value in SIDES)
WINNER = Kind(f"one of {', '.join(SIDES)}, or empty", lambda value, _: value in ("", *SIDES))
NATION = Kind("the code of a nation", lambda value, _: value in NATIONS)
BUILT = (FIELDWORKS, ENTRENCHMENT, FORT, IMPROVED_FORT)
WORKS = Kind(f"one of {', '.join(BUILT)}", lambda value, _: value in BUILT)
COUNTER = Kind("the key of a counter", lambda value, theatre: value in theatre.unit)
NET = Kind(
    "a rail net",
    lambda value, theatre: value in {net.get("name") for net in theatre.scenario["nets"]},
)
CAPACITY = Kind("the capacity of a side, or of each", _is_capacity)

Shape = Kind | list[Any] | dict[Any, Any]
"""A kind; a list of a shape; or shapes by key, where a key may be a kind itself."""

_SIGNS: Shape = {"towns": NUMBER, "will": NUMBER, "one_of": [HEX], "any_of": [HEX]}
_CLOSED: Shape = {
    "nations": [NATION],
    "country": NATION,
    "until": TURN,
    "least_column": NUMBER,
    "unless": [HEX],
    "except": [WORD],
}
_LOSSES: Shape = {"nation": NATION, "divisions": STOCK, "points": NUMBER}

SHAPES: dict[str, Shape] = {
    "title": WORD,
    "summary": WORD,
    "source": WORD,
    "map": WORD,
    "front": WORD,
    "turns": [TURN],
    "first_side": SIDE,
    "nations": [NATION],
    "neutral": [NATION],
    "will": {NATION: NUMBER},
    "morale": {
        "nation": NATION,
        "towns": [HEX],
        "shaken": _SIGNS,
        "collapse": _SIGNS,
        "again_shaken": _SIGNS,
        "again_collapse": _SIGNS,
        "recovers_from": TURN,
    },
    "owned": {SIDE: [HEX]},
    "works": {WORKS: [HEX]},
    "depots": {SIDE: [HEX]},
    "railway_works": {SIDE: [HEX]},
    "nets": [
        {
            "name": WORD,
            "nations": [NATION],
            "side": SIDE,
            "capacity": CAPACITY,
            "voluntary_minimum": NUMBER,
        }
    ],
    "resources": {SIDE: {HEX: STOCK}},
    "equipment": {SIDE: {HEX: STOCK}},
    "rail_increases": {"rows": [{"turn": TURN, "net": NET, "capacity": NUMBER}]},
    "production": {TURN: {NATION: [AMOUNT]}},
    "reconnaissance": {SIDE: {TURN: NUMBER}},
    "surprise": {"turn": TURN, "hexes": [HEX], "die": NUMBER},
    "S2": {"turn": TURN, "headquarters": COUNTER, "activation": NUMBER},
    "S3": _CLOSED,
    "S4": _CLOSED,
    "S5": _CLOSED,
    "S6": {"captured_equipment": {SIDE: NATION}},
    "floods": {"floodable": [HEX]},
    "plans": {SIDE: [{"name": WORD, "hexes": [HEX], "lost": NUMBER, "column": NUMBER}]},
    "victory": {
        "side": SIDE,
        "towns": {HEX: NUMBER},
        "march": {"turn": TURN, "towns": [HEX], "points": NUMBER},
        "collapse": {"nation": NATION, "points": NUMBER},
        "divisions_lost": _LOSSES,
        "enemy_lost": _LOSSES,
        "lost_isolated": _LOSSES,
        "towns_taken": {"country": NATION, "points": NUMBER},
        "towns_lost": {"towns": [HEX], "points": NUMBER},
        "levels": [{"name": WORD, "winner": WINNER, "least": NUMBER}],
    },
}
"""What is not here is read, and its mistakes told, by whoever reads it first."""

NEEDED = {
    "": ("title", "turns", "weather", "nets", "victory"),
    "morale": ("nation", "towns", "shaken", "collapse", "again_shaken", "again_collapse"),
    "nets": ("name", "nations", "capacity"),
    "surprise": ("turn", "hexes", "die"),
    "S2": ("turn", "headquarters", "activation"),
    "S3": ("nations", "until", "least_column"),
    "S4": ("nations", "until", "country"),
    "S5": ("nations", "until", "least_column"),
    "victory": ("towns", "levels"),
    "victory.march": ("turn", "towns", "points"),
    "victory.collapse": ("nation", "points"),
    "victory.divisions_lost": ("nation", "divisions", "points"),
    "victory.enemy_lost": ("nation", "divisions", "points"),
    "victory.lost_isolated": ("nation", "divisions", "points"),
    "victory.towns_taken": ("country", "points"),
    "victory.towns_lost": ("towns", "points"),
}
"""What must be told, where anything is."""


def check_facts(file: File, theatre: Theatre) -> None:
    """Look through the facts of a scenario; the first mistake is raised with its line."""
    told = theatre.scenario
    for needed in NEEDED[""]:
        if needed not in told:
            raise DataError(file, None, f"{needed} is missing")
    for name, value in told.items():
        problem = _wrong(name, value, SHAPES.get(name, ANYTHING), theatre)
        if problem is None and name == "victory":
            problem = _wrong_levels(value["levels"])
        if problem is not None:
            raise DataError(file, _line(file, name), problem)


def _wrong(path: str, value: Any, shape: Shape, theatre: Theatre) -> str | None:
    """What is wrong with a fact and all that is in it, or None."""
    if isinstance(shape, Kind):
        return None if shape.fits(value, theatre) else f"{path} is {value!r}, not {shape.name}"
    if isinstance(shape, list):
        if not isinstance(value, list):
            return f"{path} is {value!r}, not a list"
        wrong = (_wrong(path, one, shape[0], theatre) for one in value)
        if path.startswith("production.") and len(value) != MANPOWER_EQUIPMENT_POINTS:
            return f"{path} has {len(value)} numbers: manpower, equipment, resource points"
        return next(filter(None, wrong), None)
    if not isinstance(value, Mapping):
        return f"{path} is {value!r}, not a table"
    for needed in NEEDED.get(path, ()):
        if needed not in value:
            return f"{path}.{needed} is missing"
    return next(filter(None, (_entry(path, *one, shape, theatre) for one in value.items())), None)


MANPOWER_EQUIPMENT_POINTS = 3


def _entry(path: str, key: str, value: Any, shapes: dict[Any, Any], theatre: Theatre) -> str | None:
    if key == "source":
        return None
    inside = shapes.get(key)
    if inside is None:
        kinds = [kind for kind in shapes if isinstance(kind, Kind)]
        kind = next((kind for kind in kinds if kind.fits(key, theatre)), None)
        if kind is None:
            known = kinds[0].name if kinds else f"one of {', '.join(shapes)}"
            return f"{path}: {key!r} is not {known}"
        inside = shapes[kind]
    return _wrong(f"{path}.{key}", value, inside, theatre)


def _wrong_levels(levels: list[dict[str, Any]]) -> str | None:
    """The levels of victory fall from row to row, and the last takes all the rest."""
    if not levels or any("name" not in row or "winner" not in row for row in levels):
        return "victory.levels should each have a name and a winner"
    *rows, last = levels
    if "least" in last or any("least" not in row for row in rows):
        return "victory.levels should each have a least but for the last"
    if any(one["least"] <= other["least"] for one, other in pairwise(rows)):
        return "victory.levels should fall from row to row"
    return None


def _line(file: File, name: str) -> int | None:
    """The line at which a fact of a file begins."""
    for number, line in enumerate(read_text(file).splitlines(), 1):
        word = line.split("#")[0].strip()
        if word in (f"[{name}]", f"[[{name}]]") or word.partition("=")[0].strip() == name:
            return number
    return None
