"""Section 12.19 beforehand: what results cost in victory points, against battles played out."""

from __future__ import annotations

from itertools import product

import pytest

from tests.kaisers_war.table import Table, table
from tests.kaisers_war.test_air import RAID
from trenchline.games.kaisers_war import GAME
from trenchline.games.kaisers_war.components import GRID
from trenchline.games.kaisers_war.victory import worth
from trenchline.kernel.odds import Odds

FIELD = "turn 3 phase Central combat 1\nvp 50 50\n"
DUEL = FIELD + "FR 1@3525\nGE 1@3524"
CROWD = FIELD + "FR 1@3525 2@3525\nGE 1@3524 3@3524 4@3424 Shock2@{Konia}"
TRENCHES = FIELD + "FR 1@0714\nGE 1@0814 Shock2@0814"
BATTLES = {
    "one against one": (DUEL, "3525", ("GE1",)),
    "many against two": (CROWD, "3525", ("GE1", "GE3", "GE4", "GEShock2")),
}


def ended(t: Table) -> Table:
    """A battle played to its end: losses and retreats as they are offered, and nobody pursues."""
    while t.asked != "CombatPhase" and not t.phase.endswith("mobilization"):
        t.choose("done" if t.may("done") else min(t.legal))
    return t


def fought(name: str, verb: str, *dice: int) -> Table:
    """A battle with these dice, at its end."""
    text, target, units = BATTLES[name]
    return ended(table(text).declare(target, *units).roll(*dice).choose(verb))


@pytest.mark.parametrize(
    ("name", "verb"),
    [
        ("one against one", "big_push"),
        ("many against two", "big_push"),
        ("many against two", "infiltrate"),
    ],
)
def test_12_19_results_cost_what_they_turn_out_to_cost(name: str, verb: str) -> None:
    text, target, units = BATTLES[name]
    t = table(text).declare(target, *units)
    told = GAME.odds(t.state, None)
    told = next(odds for odds in (told, *told.others) if odds.verb == verb)
    for result in told.results:
        assert result.cost is not None
        panic = {"AP": len(units), "DP": text.count("@3525")}.get(result.result, 0)
        lost = [0.0, 0.0]
        # Whoever panics rolls as well; the mean is over all of their dice.
        ways = list(product(range(1, 7), repeat=min(panic, 2)))
        if panic > 2:
            continue
        for dice in ways:
            t = fought(name, verb, result.rolls[0], *dice)
            lost[0] += (50 - t.vp[1]) / len(ways)
            lost[1] += (50 - t.vp[0]) / len(ways)
        assert (result.cost.attacker, result.cost.defender) == pytest.approx(lost), result


def of(odds: Odds, code: str) -> tuple[float, float, float]:
    (cost,) = (r.cost for r in odds.results if r.result == code)
    assert cost is not None
    return cost.attacker, cost.defender, cost.ground


def test_7_4_trenches_hold_the_defender_against_a_big_push_only() -> None:
    """[R19] Infiltration drives him out. Thirty against sixteen are 150 percent."""
    t = table(TRENCHES)
    force = "GE1 GEShock2"
    held, driven = (
        GAME.odds(t.state, f"{force} > 0714{words} supply {force}")
        for words in ("", " infiltration")
    )
    assert held.losses_in == driven.losses_in == "victory points"
    assert of(held, "DW")[2] == 0.0
    assert of(driven, "DP")[2] == 1.0


def test_12_19_attrition_is_a_point_a_unit() -> None:
    t = table(CROWD)
    odds = GAME.odds(t.state, "GE1 > 3525")
    assert of(odds, "AA") == (1.0, 0.0, 0.0)


def test_38_2_air_attacks_cost_airbases() -> None:
    t = table(RAID).choose("air_superiority 0615", "with GETac1", "with GEStr1")
    odds = GAME.odds(t.state, None)
    assert of(odds, "BB")[:2] == (2, 2)
    assert of(odds, "DD")[:2] == (0, 2)
    assert of(odds, "DW")[:2] == (0, 0)


def test_38_4_a_bombed_city_costs_what_it_is_worth() -> None:
    t = table(RAID).choose("bomb 0615", "with GEStr1")
    costs_ = [r.cost for r in GAME.odds(t.state, None).results if r.result in ("DD", "DC", "BB")]
    assert {cost.defender for cost in costs_ if cost} == {worth(GRID.hex("0615"))}
