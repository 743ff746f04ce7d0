"""Chapter 6.22 at the table: what a power is asked, how often, and what it pays."""

from __future__ import annotations

import pytest

from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, position, unit
from trenchline.games.balance_of_powers.calendar import month_number
from trenchline.games.balance_of_powers.components import AH, BE, CENTRAL, ENTENTE, FR, GE, RU
from trenchline.games.balance_of_powers.procurement import (
    Levy,
    Procure,
    Procurement,
    best_guns,
    is_outdated,
    to_mend,
)
from trenchline.games.balance_of_powers.state import CALENDAR, POOL, State
from trenchline.kernel.play import settle, take

VERDUN = "0922"


def funds(points: int, *keys: str) -> State:
    """Germany with points, and counters in her pool."""
    state = position({"2516": "GE-I-1"}, month=month_number("April 1915"))
    state.points[GE] = points
    for key in keys:
        state.where[unit(key)] = POOL
    return state


def test_6_221_a_power_is_offered_what_it_can_pay_and_asked_until_it_ends() -> None:
    state = funds(5, "GE-I-3", "GE-I-5", "GE-S-1")
    state.stack = [Procure(CENTRAL, GE)]
    choices = settle(state, Loaded())
    assert choices["procure"] == 1 << unit("GE-I-3") | 1 << unit("GE-I-5") | 1 << unit("GE-S-1")
    assert "repair" not in choices
    assert "mend" not in choices
    take(state, "procure", unit("GE-S-1"))
    assert state.stack == [Procure(CENTRAL, GE)]
    assert state.where[unit("GE-S-1")] == CALENDAR
    assert state.points[GE] == 3
    take(state, "end", 0)
    assert state.stack == []
    assert state.points[GE] == 3
    assert set(Procure(CENTRAL, GE).choices(funds(0))) == {"end"}


def test_6_221_each_verb_of_the_table_does_its_own() -> None:
    state = funds(9, "GE-I-3")
    state.steps_lost[at("3316")] = 1
    state.put(unit("GE-V-EINDKRD"), at("2516"))
    state.reduced = 1 << unit("GE-V-EINDKRD")
    state.stack = [Procure(CENTRAL, GE)]
    choices = settle(state, Loaded())
    assert set(choices) == {"end", "procure", "repair", "mend", "build"}
    take(state, "repair", at("3316"))
    assert (state.steps_lost, state.points[GE]) == ({}, 7)
    take(state, "mend", unit("GE-V-EINDKRD"))
    assert (state.reduced, state.points[GE]) == (0, 6)
    take(state, "build", 0)
    assert (state.works_due[CENTRAL], state.points[GE]) == (GE, 5)
    assert state.where[unit("GE-I-3")] == POOL
    assert "build" not in Procure(CENTRAL, GE).choices(state)
    assert "build" not in Procure(CENTRAL, AH).choices(state)


def test_6_225_every_infantry_corps_is_counted_once_and_nothing_else() -> None:
    state = funds(9, "GE-I-3", "GE-I-5", "GE-S-1", "GE-C-1")
    for key in ("GE-I-3", "GE-S-1", "GE-C-1"):
        Procure(CENTRAL, GE).take(state, "procure", unit(key))
    assert state.bought == {(GE, 3): 1}
    Procure(CENTRAL, GE).take(state, "procure", unit("GE-I-5"))
    assert state.bought == {(GE, 3): 2}


def test_6_226_only_fighters_are_outdated_and_by_those_of_their_own_nation() -> None:
    state = funds(9, "GE-I-3", "GE-V-EINDKR", "GE-V-GOTHA", "BR-V-CAMEL")
    assert best_guns(state, GE) < best_guns(state, 3)
    for key in ("GE-I-3", "GE-V-GOTHA", "GE-V-EINDKR"):
        assert not is_outdated(state, unit(key))
    assert Procure(CENTRAL, GE).choices(state)["procure"] >> unit("GE-V-GOTHA") & 1


def test_6_224_only_damaged_aircraft_of_ones_own_are_repaired() -> None:
    state = funds(9)
    for key in ("GE-V-DR1JG1", "GE-V-DR1JG2", "FR-V-S-XIII"):
        state.put(unit(key), at("2516") if key[0] == "G" else at("0523"))
    state.reduced = 1 << unit("GE-V-DR1JG1") | 1 << unit("FR-V-S-XIII")
    assert to_mend(state, GE) == 1 << unit("GE-V-DR1JG1")
    state.points[GE] = 0
    assert to_mend(state, GE) == 0


@pytest.mark.parametrize(("month", "levies"), [("March 1915", True), ("April 1915", False)])
def test_6_82_6_22_6_228_powers_in_revolution_are_not_asked_and_minors_in_march(
    month: str, levies: bool
) -> None:
    state = position({}, entente="FR RU BE", month=month_number(month))
    state.revolution = 1 << RU
    state.phasing = CENTRAL
    Procurement(ENTENTE).run(state)
    assert state.phasing == ENTENTE
    assert state.phase == "construction"
    asked = [Procure(ENTENTE, FR)]
    assert list(reversed(state.stack)) == asked + [Levy(ENTENTE)] * levies
    state.where[unit("BE-I-1")] = POOL
    assert state.sides[BE] == ENTENTE
    assert Levy(ENTENTE).choices(state)["levy"] == 1 << unit("BE-I-1")
