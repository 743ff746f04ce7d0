"""The odds of an attack: exact, and by the code that resolves it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.the_great_war.battles import battle, division, laid, unit
from tests.the_great_war.sketch import GRID, counter
from trenchline.games.the_great_war.battle import Battle, Trial
from trenchline.games.the_great_war.effects import TryEffects
from trenchline.games.the_great_war.odds import code_chances, expected, odds, parse_attack
from trenchline.games.the_great_war.resolution import FixOdds, Resolve
from trenchline.games.the_great_war.results import demand
from trenchline.games.the_great_war.state import State
from trenchline.kernel.notation import NotationError
from trenchline.kernel.steps import Duty, Roll


def duel(mine: str = "12-12-5", his: str = "6-9-5", **sketched: Any) -> State:
    return laid(
        [
            division("GE1", mine),
            division("IT1", his),
            counter("GE2", "1-2-5", "gas engineer", "regiment"),
            counter("GE3", "1-2-5", "combat engineer", "brigade"),
        ],
        {"GE1": "0404", "GE2": "0404", "GE3": "0404", "IT1": "0405"},
        **sketched,
    )


def chances(state: State, found: Battle, **more: bool) -> dict[str, Fraction]:
    return {code: likely for code, (likely, _) in code_chances(state, found, **more).items()}


def played(state: State, found: Battle) -> dict[str, Fraction]:
    """Every way the dice may fall, rolled out by the steps of the combat itself."""
    shares: dict[str, Fraction] = {}

    def follow(now: State, likely: Fraction) -> None:
        while now.stack and not now.battle.code:
            step = now.stack.pop()
            if isinstance(step, Duty):
                step.run(now)
                continue
            assert isinstance(step, Roll)
            for value in range(1, step.sides + 1):
                branch = now.copy()
                step.rolled(branch, value)
                follow(branch, likely / step.sides)
            return
        shares[now.battle.code] = shares.get(now.battle.code, Fraction(0)) + likely

    start = state.copy()
    start.battles.append(found)
    start.stack = [Resolve(), TryEffects(), FixOdds()]
    follow(start, Fraction(1))
    assert sum(shares.values()) == 1
    return shares


@pytest.mark.parametrize("works", ["none", "entrenchment", "fort"])
@pytest.mark.parametrize("mine", ["2-12-5", "9-12-5", "20-12-5", "60-12-5"])
def test_9a7_odds_are_what_the_steps_of_the_combat_bring(works: str, mine: str) -> None:
    state = duel(mine)
    if works != "none":
        state.works[GRID.hex("0405")] = works
    found = battle(state, "0405", "GE1", "GE2", "GE3")
    assert chances(state, found) == played(state, found)
    assert sum(chances(state, found).values()) == 1


def test_10_announced_attempts_are_told_with_all_they_may_bring() -> None:
    state = duel()
    state.works[GRID.hex("0405")] = "entrenchment"
    found = battle(state, "0405", "GE1", "GE2", "GE3")
    found = replace(
        found,
        trials=(
            Trial("GEC", True, (unit(state, "GE2"),)),
            Trial("EEC", True, (unit(state, "GE3"),)),
        ),
    )
    assert chances(state, found) == played(state, found)


def test_15a7_a_resource_centre_is_in_the_odds() -> None:
    bare, mined = duel(), duel(places=[("0405", "resource_centre")])
    worse = chances(mined, battle(mined, "0405", "GE1"))
    plain = chances(bare, battle(bare, "0405", "GE1"))
    assert sum(worse.values()) == 1
    assert worse != plain


def test_9l_incremental_odds_are_among_the_others() -> None:
    # 48 against 20 would be 2.4; 22 against 9 is 2.44, four tenths.
    state = duel("22-12-5")
    state.options = frozenset({"incremental_odds"})
    found = odds(state, battle(state, "0405", "GE1"))
    assert [other.verb for other in found.others] == ["increment"]
    mixed = chances(state, battle(state, "0405", "GE1"), incremental=True)
    low = chances(state, replace(battle(state, "0405", "GE1"), odds=5))
    high = chances(state, replace(battle(state, "0405", "GE1"), odds=6))
    for code in {*mixed, *low, *high}:
        assert mixed.get(code, 0) == Fraction(2, 5) * high.get(code, 0) + Fraction(3, 5) * low.get(
            code, 0
        )


def test_14h2_both_tables_are_told_where_one_may_be_chosen() -> None:
    state = laid(
        [division("AH1", kind="mountain rifle"), division("IT1")],
        {"AH1": "0404", "IT1": "0405"},
        terrain={"0405": "mountain"},
    )
    found = odds(state, battle(state, "0405", "AH1"))
    assert found.verb == "table positional"
    assert [other.verb for other in found.others] == ["table mobile"]


def test_9a_every_number_of_the_odds_has_a_case_and_adds_up() -> None:
    state = duel()
    state.works[GRID.hex("0405")] = "fort"
    found = odds(state, battle(state, "0405", "GE1", "GE3"))
    assert found.attack_total == 13
    assert found.defence_total == 9
    assert all(number.case for number in (*found.attack, *found.defence, *found.notes))
    assert sum(result.probability for result in found.results) == pytest.approx(1)


def test_9c_results_cost_printed_strength_and_drive_out_whom_they_must() -> None:
    """Twelve against nine in the open: nobody loses more than he has."""
    state = duel()
    found = odds(state, battle(state, "0405", "GE1"))
    costs = {result.result: result.cost for result in found.results}
    for code, cost in costs.items():
        asked = demand(code, 12, 9)
        assert cost is not None
        assert (cost.attacker, cost.defender) == (asked.attacker.loss, asked.defender.loss)
        assert cost.ground == (code in ("DR", "DH", "DE", "DL", "DD", "DXM"))
    assert len(costs) > 2
    assert found.losses_in == "strength"


def test_11d_an_attack_in_words_is_supplied_as_far_as_it_can_be() -> None:
    state = duel()
    state.resources[GRID.hex("0403")] = 1
    found = parse_attack(state, "GE1 GE2 > 0405")
    assert {fed for fed, _ in found.fed} == {unit(state, "GE1"), unit(state, "GE2")}
    assert not state.opened
    assert expected(state, found).fed == found.fed


@pytest.mark.parametrize("text", ["GE7 > 0405", "GE1 > 0408", "IT1 > 0405", "GE1 > 9999"])
def test_9a_an_attack_that_cannot_be_made_is_refused_in_words(text: str) -> None:
    with pytest.raises(NotationError):
        parse_attack(duel(), text)
