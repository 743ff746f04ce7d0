"""Chapters 2.93 and 6.8: conquest, liberation and revolution."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, position, unit
from trenchline.games.balance_of_powers.calendar import month_number
from trenchline.games.balance_of_powers.components import (
    AH,
    BE,
    BOARD,
    CAPITALS,
    CENTRAL,
    ENTENTE,
    FORTRESSES,
    FR,
    GE,
    NATIONS,
    OF_NATION,
    OWNED,
    RU,
    UNITS,
)
from trenchline.games.balance_of_powers.conquest import Shelter, is_fallen, judge
from trenchline.games.balance_of_powers.entry import enter
from trenchline.games.balance_of_powers.invariants import broken
from trenchline.games.balance_of_powers.revolution import (
    RevolutionDie,
    RevolutionPhase,
    revolt,
    threshold,
)
from trenchline.games.balance_of_powers.state import GONE, POOL, State
from trenchline.kernel.bits import members
from trenchline.kernel.play import settle, take

ANTWERP = "0917"


def belgium() -> State:
    state = position({"1119": "GE-I-5"}, entente="FR RU BE")
    state.batter(at(ANTWERP), 2)
    return state


def test_2_93_a_minor_falls_with_its_capital_and_a_chip() -> None:
    state = belgium()
    (brussels,) = members(CAPITALS[BE])
    enter(state, 1 << unit("GE-I-5"), brussels)
    assert not state.conquered >> BE & 1
    enter(state, 1 << unit("GE-I-5"), at(ANTWERP))
    assert state.conquered >> BE & 1
    assert not any(state.fort_steps(fort) for fort in members(OWNED[BE] & FORTRESSES))
    assert state.sides[BE] == ENTENTE
    assert settle(state, Loaded()) == {"host": 1 << FR | 1 << RU}
    assert Shelter(ENTENTE, BE).why_not(state, "host", GE).case == "2.93"
    take(state, "host", FR)
    assert state.hosts[BE] == FR


def test_2_93_who_retakes_the_capital_is_free_again() -> None:
    state = belgium()
    (brussels,) = members(CAPITALS[BE])
    for place in (brussels, at(ANTWERP)):
        enter(state, 1 << unit("GE-I-5"), place)
    state.hosts[BE] = FR
    state.put(unit("FR-I-20"), at("0918"))
    enter(state, 1 << unit("FR-I-20"), brussels)
    assert not state.conquered >> BE & 1
    assert BE not in state.hosts


def test_2_93_a_conquered_power_is_in_crisis_for_good() -> None:
    state = position({})
    (paris,) = members(CAPITALS[FR])
    lille = at("0619")
    for place in (paris, lille):
        state.held[ENTENTE] &= ~(1 << place)
        state.held[CENTRAL] |= 1 << place
        judge(state, place)
    assert state.conquered >> FR & 1
    assert state.demoralization[FR] == NATIONS[FR].limit
    assert FR in state.crisis
    assert state.fort_steps(at("0922")) == 2
    state.held[CENTRAL] &= ~(1 << paris)
    state.held[ENTENTE] |= 1 << paris
    judge(state, paris)
    assert not state.conquered >> FR & 1
    assert FR in state.crisis


def test_2_93_either_capital_of_austria_hungary_is_enough() -> None:
    """[R100] But it is free again only with both."""
    state = position({})
    capitals = list(members(CAPITALS[AH]))
    prague = at("2623")
    for place in (capitals[1], prague):
        state.held[CENTRAL] &= ~(1 << place)
        state.held[ENTENTE] |= 1 << place
    assert is_fallen(state, AH)
    state.revolution = 1 << AH
    assert not is_fallen(state, AH)


@pytest.mark.parametrize(
    ("month", "most"),
    [
        ("August 1917", 0),
        ("September 1917", 1),
        ("October 1917", 2),
        ("November 1917", 3),
        ("December 1917", 4),
        ("January 1918", 5),
        ("June 1918", 5),
    ],
)
def test_6_81_the_example_of_russia(month: str, most: int) -> None:
    """[E13] In crisis since July 1917."""
    state = position({})
    state.crisis[RU] = month_number("July 1917")
    state.month = month_number(month)
    assert threshold(state, RU) == most
    state.stack = [RevolutionPhase()]
    if most:
        settle(state, Loaded(most + 1))
        assert not state.revolution
        state.stack = [RevolutionPhase()]
        settle(state, Loaded(most))
        assert state.revolution == 1 << RU
    else:
        settle(state, Loaded())
        assert not state.revolution


def test_6_81_others_never_revolt() -> None:
    state = position({}, month=10)
    state.crisis = {FR: 0, GE: 0}
    RevolutionPhase().run(state)
    assert state.stack == [RevolutionDie(GE)]


def test_6_82_russia_keeps_six_corps_in_its_capital() -> None:
    state = position({"3717": "RU-I-15 RU-I-23", "4105": "RU-C-1"})
    state.points[RU] = 7
    state.where[unit("RU-I-1")] = POOL
    revolt(state, RU)
    assert state.points[RU] == 0
    left = [n for n in members(OF_NATION[RU]) if state.where[n] >= 0]
    assert len(left) == 6
    assert {UNITS[n].defence for n in left} == {2}
    assert {state.where[n] for n in left} == set(members(CAPITALS[RU]))
    assert state.where[unit("RU-C-1")] == GONE
    assert not any(state.fort_steps(fort) for fort in members(OWNED[RU] & FORTRESSES))
    assert not broken(state)


def test_6_82_austria_hungary_keeps_three_in_each_capital_not_in_enemy_hands() -> None:
    state = position({})
    vienna, budapest = members(CAPITALS[AH])
    state.scenario = replace(state.scenario, hexes=BOARD.hexes)
    revolt(state, AH)
    assert [state.corps_at(place).bit_count() for place in (vienna, budapest)] == [3, 3]
    other = position({})
    other.scenario = state.scenario
    other.held[CENTRAL] &= ~(1 << vienna)
    other.held[ENTENTE] |= 1 << vienna
    revolt(other, AH)
    assert [other.corps_at(place).bit_count() for place in (vienna, budapest)] == [0, 3]


@pytest.mark.parametrize(
    ("scenario", "nation", "left"), [("asian_treasure_house", RU, 0), ("south_slavs", AH, 3)]
)
def test_6_82_2_r197_nobody_returns_to_a_capital_beyond_the_maps_bug(
    scenario: str, nation: int, left: int
) -> None:
    """Six Russians went to Petrograd in the war for Asia, and stood on no map."""
    state = position({}, scenario=scenario)
    revolt(state, nation)
    assert (state.mapped & OF_NATION[nation]).bit_count() == left
    assert not broken(state)


def test_6_82_german_troops_stay() -> None:
    state = position({"1123": "GE-I-5"})
    state.points[GE] = 9
    revolt(state, GE)
    assert (state.where[unit("GE-I-5")], state.points[GE]) == (at("1123"), 0)
