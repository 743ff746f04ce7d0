"""The face of the game package: how its choices are written and what it offers."""

from __future__ import annotations

from collections.abc import Mapping

from trenchline.games.der_weltkrieg.components import CODES, NATIONS
from trenchline.games.der_weltkrieg.scenarios import GRID, NUMBER, SCENARIO_FOLDERS
from trenchline.games.der_weltkrieg.terrain_choice import KINDS
from trenchline.kernel.data import read_toml
from trenchline.kernel.game import PLAIN, Names, Option, Scenario, hex_names, unit_names, word_names
from trenchline.kernel.hexes import Grid


def verbs(grid: Grid, units: Mapping[str, int]) -> dict[str, Names | None]:
    """Every verb, for hexes of a grid and counters by their keys."""
    hex_ = hex_names(grid)
    unit = unit_names(units)
    return {
        "place": hex_,
        "unit": unit,
        "with": unit,
        "move": hex_,
        "column": None,
        "entrain": None,
        "ride": hex_,
        "detrain": None,
        "repair": hex_,
        "deliver": unit,
        "points": PLAIN,
        "send": unit,
        "take_in": unit,
        "create": unit,
        "unload": hex_,
        "split": unit,
        "merge": unit,
        "into": unit,
        "exchange": unit,
        "break": unit,
        "component": unit,
        "form": unit,
        "give": unit,
        "raise": unit,
        "return": unit,
        "amount": PLAIN,
        "heir": word_names(CODES, "nation", tuple(NATIONS[code].name for code in CODES)),
        "stay": None,
        "eliminate": unit,
        "attack": hex_,
        "sail": unit,
        "duel": hex_,
        "interdict": None,
        "join": None,
        "aim": None,
        "withdraw": unit,
        "strengthen": unit,
        "abandon": unit,
        "reduce": unit,
        "terrain": word_names(KINDS, "terrain"),
        "supply": unit,
        "pay_all": unit,
        "pay": unit,
        "abstain": unit,
        "stand": None,
        "retreat": None,
        "retreat_to": hex_,
        "lose": unit,
        "advance": unit,
        "dig": hex_,
        "done": None,
    }


VERBS = verbs(GRID, NUMBER)


def _scenarios() -> tuple[Scenario, ...]:
    found = []
    for name, folder in SCENARIO_FOLDERS.items():
        told = read_toml(folder / "scenario.toml")
        found.append(Scenario(name, told["title"], told["summary"]))
    return tuple(found)


SCENARIOS = _scenarios()

OPTIONS = (
    Option("seven_turns", "Trenches in seven turns", "Dig on any turn, done seven later.", "22-22"),
)
