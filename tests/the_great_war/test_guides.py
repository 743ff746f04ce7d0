"""High mountain units guide mountain units [14F1]: in attacks, after combat and on supply lines."""

from __future__ import annotations

from tests.the_great_war.battles import Fight, laid, unit
from tests.the_great_war.fields import units
from tests.the_great_war.sketch import GRID, counter
from trenchline.games.the_great_war.attackers import attackers_of, targets, why_not_attack
from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.combat import DeclareAttack
from trenchline.games.the_great_war.gunners import marks
from trenchline.games.the_great_war.lines import overland as line_from
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.supply import overland
from trenchline.games.the_great_war.ways_out import neighbours

RIDGE = {f"0405/{other}": "high_mountain" for other in GRID.labels(GRID.ring(GRID.hex("0405"), 1))}
"""Hex 0405 with high mountains all around."""
CLIMBERS = [
    counter("AH1", "2-3-5", "mountain rifle", "brigade"),
    counter("AH2", "2-3-5", "mountain rifle", "brigade"),
    counter("AH3", "1-2-6", "high mountain rifle", "battalion"),
    counter("AH4", "1-2-5", "rifle", "regiment"),
    counter("AH5", "2-2-4", "mountain field artillery", "regiment"),
    counter("IT1", "1-1-5", "rifle", "battalion"),
]
HERE = GRID.hex("0405")


def ridge(*keys: str, weather: str = "clear") -> State:
    """Climbers in 0406, an Italian beyond the ridge."""
    told = {"Oct II 17": weather, "Nov I 17": weather}
    where = dict.fromkeys(keys, "0406") | {"IT1": "0405"}
    return laid(CLIMBERS, where, sides=RIDGE, weather=told)


def test_14f1_guides_let_mountain_units_attack_over_high_mountains_bug() -> None:
    """Guides led marches alone; whoever stood with them could not attack over the ridge."""
    state = ridge("AH1", "AH4")
    assert not targets(state, 1)
    assert why_not_attack(state, unit(state, "AH1"), HERE).case == "9B"
    state = ridge("AH1", "AH3", "AH4")
    assert targets(state, 1) == 1 << HERE
    assert attackers_of(state, 1, HERE) == units(state, "AH1", "AH3"), "no guide for others"
    state = ridge("AH1", "AH3", weather="snow")
    assert not targets(state, 1), "in clear weather alone"


def test_14f1_guides_who_have_fought_still_guide() -> None:
    state = ridge("AH1", "AH3")
    state.fought = units(state, "AH3")
    assert attackers_of(state, 1, HERE) == units(state, "AH1")
    assert targets(state, 1) == 1 << HERE


def test_14f1_they_guide_four_times_their_size_in_an_attack() -> None:
    """A battalion guides a brigade, and no two of them."""
    state = ridge("AH1", "AH2", "AH3")
    step = DeclareAttack(1, HERE, (unit(state, "AH1"),))
    assert step.candidates(state) == units(state, "AH3")
    assert step.why_not(state, "with", unit(state, "AH2")).case == "14F1"


def test_14f1_guides_direct_the_guns_of_mountain_artillery() -> None:
    state = ridge("AH5")
    assert not marks(state, 1, counter=False)
    state = ridge("AH5", "AH3")
    assert marks(state, 1, counter=False) == 1 << HERE


def test_14f1_they_go_first_in_an_advance() -> None:
    """R180: a mountain unit follows its guide over the ridge, and does not go before him."""
    state = ridge("AH1", "AH3")
    fight = Fight(state, 6, 6, 6).attack("0405", "AH1", "AH3").go_on("Advance")
    assert (fight.at("AH3"), fight.at("AH1")) == ("0405", "0406"), "nobody else could keep the word"
    assert fight.may("advance AH1")


def test_14f1_they_go_first_in_a_retreat() -> None:
    state = ridge("AH1", "AH3")
    state.lift(unit(state, "IT1"))
    guide, led = unit(state, "AH3"), unit(state, "AH1")
    back = GRID.hex("0406")
    assert neighbours(state, guide, back) >> HERE & 1
    assert not neighbours(state, led, back) >> HERE & 1
    state.battles = [Battle(0, back, defenders=(led, guide), leaving=(led, guide))]
    state.move(1 << guide, HERE)
    state.retreated = 1 << guide
    assert neighbours(state, led, back) >> HERE & 1
    state.retreated = 0
    assert not neighbours(state, led, back) >> HERE & 1


def test_14f1_supply_lines_lead_over_high_mountains_for_guided_units_bug() -> None:
    """High mountain units themselves could not trace over the ridge."""
    state = ridge("AH1", "AH2", "AH3", "AH4")
    state.lift(unit(state, "IT1"))
    assert not line_from(state, 1, GRID.hex("0406")) >> HERE & 1
    assert not overland(state, unit(state, "AH4")) >> HERE & 1
    assert overland(state, unit(state, "AH3")) >> HERE & 1
    led = [key for key in ("AH1", "AH2") if overland(state, unit(state, key)) >> HERE & 1]
    assert led == ["AH1"], "a battalion guides two REs"
