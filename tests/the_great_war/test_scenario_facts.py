"""Mistakes in a ``scenario.toml`` are told with file, line and reason as it is loaded."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from trenchline.games.the_great_war.scenario_facts import check_facts
from trenchline.games.the_great_war.scenarios import SCENARIO_FOLDERS, load_theatre
from trenchline.kernel.data import DataError

FILE = SCENARIO_FOLDERS["caporetto"] / "scenario.toml"


def told(path: str, value: Any) -> str:
    """What is said of Caporetto with another value at a place; None takes out what is there."""
    theatre = load_theatre("caporetto")
    scenario: Any = deepcopy(dict(theatre.scenario))
    *way, last = path.split("/")
    inside = scenario
    for word in way:
        inside = inside[int(word) if word.isdigit() and isinstance(inside, list) else word]
    if value is None:
        del inside[last]
    else:
        inside[int(last) if isinstance(inside, list) else last] = value
    with pytest.raises(DataError) as error:
        check_facts(FILE, replace(theatre, scenario=scenario))
    return str(error.value)


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        ("first_side", "Centrals", "is 'Centrals', not one of Entente, Central Powers"),
        ("turns/1", "Nov 17", "is 'Nov 17', not a turn like"),
        ("will/GE", "x", "will.GE is 'x', not a whole number"),
        ("will/XX", 3, "will: 'XX' is not the code of a nation"),
        ("morale/nation", "ZZ", "morale.nation is 'ZZ', not the code of a nation"),
        ("morale/towns/0", "9999", "morale.towns is '9999', not a hex of the map"),
        ("morale/collapse", None, "morale.collapse is missing"),
        ("works/castle", ["4115"], "works: 'castle' is not one of fieldworks"),
        ("depots/Entente/0", "44x6", "depots.Entente is '44x6', not a hex of the map"),
        ("depots/Entente", "4408", "depots.Entente is '4408', not a list"),
        ("nets/0/capacity", {"Allies": 3}, "not the capacity of a side, or of each"),
        ("nets/0/nations", None, "nets.nations is missing"),
        ("rail_increases/rows/0/net", "Gauge", "is 'Gauge', not a rail net"),
        ("resources/Entente/4508", 0, "resources.Entente.4508 is 0, not a number above zero"),
        ("resources/Entente", 3, "resources.Entente is 3, not a table"),
        ("production/Nov I 17/IT", [6, 3], "has 2 numbers"),
        ("production/Nov I 17/IT/0", 0.3, "is 0.3, not an amount in halves"),
        ("reconnaissance/Entente/Oct 17", 1, "'Oct 17' is not a turn like"),
        ("surprise/turn", "Oct III 17", "surprise.turn is 'Oct III 17', not a turn like"),
        ("S2/headquarters", "ITA99", "is 'ITA99', not the key of a counter"),
        ("S3/until", None, "S3.until is missing"),
        ("S3/untill", "Dec I 17", "S3: 'untill' is not one of nations, country, until"),
        ("victory/side", "Allies", "victory.side is 'Allies', not one of"),
        ("victory/levels/0/winner", "Allies", "is 'Allies', not one of Entente"),
        ("victory/levels/0/name", None, "should each have a name and a winner"),
        ("victory/levels/0/least", None, "should each have a least but for the last"),
        ("victory/levels/0/least", 1, "should fall from row to row"),
        ("victory/collapse/points", None, "victory.collapse.points is missing"),
    ],
)
def test_a_mistake_is_told_with_its_line(path: str, value: Any, problem: str) -> None:
    said = told(path, value)
    assert problem in said
    place, _, _ = said.partition(": ")
    name, _, line = place.partition(":")
    assert name == "scenario.toml"
    begins = path.split("/")[0]
    there = FILE.read_text(encoding="utf-8").splitlines()[int(line) - 1]
    assert there.startswith((f"[{begins}]", f"[[{begins}]]", f"{begins} "))


def test_a_scenario_says_who_wins() -> None:
    assert told("victory", None) == "scenario.toml: victory is missing"


@pytest.mark.parametrize("name", list(SCENARIO_FOLDERS))
def test_our_scenarios_have_no_mistakes(name: str) -> None:
    check_facts(SCENARIO_FOLDERS[name] / "scenario.toml", load_theatre(name))
