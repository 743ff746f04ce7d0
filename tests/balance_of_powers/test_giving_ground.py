"""Chapters 10.72 and 10.73: what is left of a position that gave ground."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.balance_of_powers.campaigning import lorraine
from tests.balance_of_powers.table import at, position, unit
from tests.balance_of_powers.test_land_combat import units
from trenchline.games.balance_of_powers.battle import Battle
from trenchline.games.balance_of_powers.components import CENTRAL, ENTENTE, FR
from trenchline.games.balance_of_powers.retreat import (
    Breach,
    Retreat,
    is_fortified,
    still_held,
    touching,
)
from trenchline.games.balance_of_powers.state import POOL, State

HERE, THERE = "1224", "1124"
ALONG, AGAINST = (at(HERE), at(THERE)), (at(THERE), at(HERE))


def held(breaches: dict[tuple[int, int], int], dug_in: str = "FR-I-20") -> State:
    """Germans have made French give ground who are dug in."""
    state = lorraine("GE-I-21 GE-I-14", "FR-I-20 FR-I-9", dug_in=dug_in)
    state.breaches = dict(breaches)
    state.battles = [Battle(CENTRAL, at(HERE), at(THERE), units("GE-I-21 GE-I-14"), trenches=True)]
    return state


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, {ALONG: 1}),
        ({ALONG: 1}, {ALONG: 2}),
        ({AGAINST: 2}, {AGAINST: 1}),
        ({AGAINST: 1}, {}),
        ({AGAINST: 1, ALONG: 2}, {ALONG: 2}),
    ],
)
def test_10_723_10_723a_10_723b_10_723c_10_731_trenches_that_stand_deny_a_breakthrough(
    before: dict[tuple[int, int], int], after: dict[tuple[int, int], int]
) -> None:
    state = held(before)
    Breach(True).run(state)
    assert state.breaches == after
    assert not state.breakthroughs
    assert not state.battle.breakthrough
    assert state.corps_at(at(THERE)) == units("FR-I-20 FR-I-9")


def test_10_723_10_723b_1_10_731_a_breach_of_two_overruns_whoever_is_left() -> None:
    state = held({ALONG: 2})
    Breach(False).run(state)
    assert state.breaches == {}
    assert [state.where[unit(key)] for key in ("FR-I-20", "FR-I-9")] == [POOL, POOL]
    assert state.breakthroughs == 1 << at(THERE)
    assert state.battle.breakthrough


def test_10_723_10_723b_1_10_731_a_breach_of_two_ruins_a_fortress() -> None:
    state = position({"0921": "GE-I-3 GE-I-4"}, held_by={"GE": "0921"}, month=8)
    verdun = at("0922")
    state.battles = [Battle(CENTRAL, at("0921"), verdun, units("GE-I-3 GE-I-4"))]
    state.breaches = {(at("0921"), verdun): 2}
    Breach(False).run(state)
    assert state.fort_steps(verdun) == 0
    assert state.breakthroughs == 1 << verdun


def test_10_731_an_empty_location_is_broken_through_by_a_twelve_alone() -> None:
    for twelve in (False, True):
        state = held({})
        state.lift(unit("FR-I-20"))
        state.lift(unit("FR-I-9"))
        Breach(twelve).run(state)
        assert bool(state.breakthroughs) == twelve
        assert state.breaches == {}


def test_10_723_only_trenches_and_fortresses_are_breached() -> None:
    state = held({}, dug_in="GE-I-21")
    assert not is_fortified(state, state.battle)
    Breach(False).run(state)
    assert state.breaches == {}
    assert is_fortified(held({}), held({}).battle)


def test_1_25_corps_or_an_inherent_defence_hold_a_place() -> None:
    state = held({})
    assert still_held(state, state.battle)
    state.lift(unit("FR-I-20"))
    state.lift(unit("FR-I-9"))
    assert not still_held(state, state.battle)
    assert still_held(state, replace(state.battle, inherent=True))


def test_2_52_all_neighbours_touch_and_the_place_itself() -> None:
    found = touching(at(HERE))
    assert found >> at(HERE) & 1
    assert found >> at(THERE) & 1
    assert found.bit_count() == 7


def test_10_722_2_53_2_62_a_leader_goes_with_his_last_corps_where_none_commands() -> None:
    for there, left in (("FR-I-1", True), ("FR-I-1 FR-L-JOFFRE", False)):
        state = position(
            {HERE: "GE-I-21", THERE: "FR-I-20 FR-L-PETAIN", "1025": there},
            held_by={"GE": "1024"},
            month=8,
        )
        state.battles = [Battle(CENTRAL, at(HERE), at(THERE), units("GE-I-21"))]
        Retreat(unit("FR-I-20")).take(state, "retreat", at("1025"))
        assert state.where[unit("FR-I-20")] == at("1025")
        assert state.where[unit("FR-L-PETAIN")] == (at("1025") if left else POOL)


def test_2_53_who_retreats_into_enemy_country_takes_it() -> None:
    state = position({HERE: "GE-I-21", THERE: "FR-I-20"}, held_by={"GE": "1024"}, month=8)
    state.battles = [Battle(CENTRAL, at(HERE), at(THERE), units("GE-I-21"))]
    assert Retreat(unit("FR-I-20")).who(state) == ENTENTE
    Retreat(unit("FR-I-20")).take(state, "retreat", at("1024"))
    assert state.controller(at("1024")) == FR
