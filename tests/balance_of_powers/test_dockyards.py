"""Chapters 5.223, 6.123.3 and 6.224.1: ships in dock, ships broken up, ships far from home."""

from __future__ import annotations

from tests.balance_of_powers.at_sea import quarters, units
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, unit
from trenchline.games.balance_of_powers.calendar import month_number
from trenchline.games.balance_of_powers.coastal_raids import CoastalRaidDice
from trenchline.games.balance_of_powers.components import BR, CENTRAL, ENTENTE, GE, NEUTRAL
from trenchline.games.balance_of_powers.general_quarters import Quarters
from trenchline.games.balance_of_powers.muster import Muster
from trenchline.games.balance_of_powers.navy import damage
from trenchline.games.balance_of_powers.opening import HISTORICAL, new_game
from trenchline.games.balance_of_powers.procurement import Procure
from trenchline.games.balance_of_powers.season import Season
from trenchline.games.balance_of_powers.sorties import far_out
from trenchline.games.balance_of_powers.state import CALENDAR, POOL, State
from trenchline.games.balance_of_powers.tabulation import Convert
from trenchline.kernel.play import settle, take


def harbours(reduced: str) -> State:
    """Damaged Germans in Wilhelmshaven and at sea, and points to spend."""
    return quarters(
        {"1613": "GE-N-BB1 GE-N-CL1 GE-N-UB1 GE-M-1 GE-L-HIPPER", "1411": "GE-N-BC1 GE-N-CL2"},
        reduced=reduced,
        points=9,
    )


def test_6_224_1_damaged_ships_at_home_go_into_dock_for_as_many_months_as_a_die_tells() -> None:
    state = harbours("GE-N-BB1 GE-N-CL2")
    step = Procure(CENTRAL, GE)
    assert step.choices(state)["refit"] == units("GE-N-BB1")
    assert "home" not in step.why_not(state, "refit", unit("GE-N-CL1")).reason
    assert step.why_not(state, "refit", unit("GE-N-CL1")).reason == "it is not damaged"
    assert "no port" in step.why_not(state, "refit", unit("GE-N-CL2")).reason
    state.stack = [step]
    take(state, "refit", unit("GE-N-BB1"))
    settle(state, Loaded(4))
    assert state.points[GE] == 6, "a step of a dreadnought costs three"
    assert state.where[unit("GE-N-BB1")] == CALENDAR
    assert state.due[unit("GE-N-BB1")] == state.month + 4
    state.month += 4
    state.stack = [Muster(CENTRAL)]
    choices = settle(state, Loaded())
    take(state, "place", at("1613"))
    assert choices["place"] >> at("1613") & 1
    assert not state.reduced >> unit("GE-N-BB1") & 1


def test_6_224_1_neither_conquered_nor_poor_powers_repair_ships() -> None:
    state = harbours("GE-N-CL1")
    step = Procure(CENTRAL, GE)
    assert step.choices(state)["refit"] == units("GE-N-CL1")
    state.points[GE] = 1
    assert "refit" not in step.choices(state)
    assert step.why_not(state, "refit", unit("GE-N-CL1")).case == "2.44"
    state.points[GE] = 2
    state.conquered |= 1 << GE
    assert "refit" not in step.choices(state)


def test_6_224_1_r325_passengers_go_ashore_before() -> None:
    state = harbours("GE-N-CL1")
    corps = unit("GE-I-9RS")
    state.put(corps, at("1613"))
    state.passengers |= 1 << corps
    assert "refit" not in Procure(CENTRAL, GE).choices(state)
    state.passengers = 0
    assert "refit" in Procure(CENTRAL, GE).choices(state)


def test_5_223_a_power_gives_up_a_step_of_a_ship_a_season_for_its_price() -> None:
    state = harbours("")
    step = Convert(CENTRAL)
    step.take(state, "scrap", unit("GE-N-CL1"))
    assert state.points[GE] == 11
    assert state.reduced == units("GE-N-CL1")
    assert "scrap" not in step.choices(state), "once a season"
    assert step.why_not(state, "scrap", unit("GE-N-CL2")).case == "5.223"
    state.forget("season")
    step.take(state, "scrap", unit("GE-N-CL1"))
    assert state.where[unit("GE-N-CL1")] == POOL
    assert state.points[GE] == 13
    state.forget("season")
    step.take(state, "scrap", unit("GE-N-UB1"))
    assert state.points[GE] == 14, "a step of a submarine costs one"
    state.forget("season")
    step.take(state, "scrap", unit("GE-M-1"))
    assert state.points[GE] == 15
    assert state.where[unit("GE-M-1")] == POOL


def test_5_221_1_nobody_gives_up_a_dreadnought() -> None:
    state = harbours("")
    step = Convert(CENTRAL)
    assert step.choices(state)["scrap"] == units("GE-N-CL1 GE-N-CL2 GE-N-BC1 GE-N-UB1 GE-M-1")
    assert step.why_not(state, "scrap", unit("GE-N-BB1")).case == "5.221.1"


def test_5_3_2_coastal_raids_cost_points_in_the_admiralty_phase_and_not_in_the_season() -> None:
    state = harbours("")
    state.stack = [CoastalRaidDice(BR)]
    settle(state, Loaded(5, 5))
    assert state.phase == "admiralty"
    assert state.points[BR] == 8
    state.stack = []
    state.month = month_number("June 1916")
    Season(state.month).run(state)
    assert not any("Coast" in type(step).__name__ for step in state.stack)


def peace() -> State:
    """August 1914 with Britain neutral."""
    return new_game("great_war", {HISTORICAL: "on"})


def test_6_123_3_more_than_three_german_units_far_out_bring_britain_in() -> None:
    """[R326]"""
    state = peace()
    assert far_out(state) == 0, "the cruisers of East Asia are in port"
    for key in ("GE-N-CC3", "GE-N-CC4", "GE-N-CA1"):
        state.move(1 << unit(key), at("Mid-Pacific"))
    assert far_out(state) == units("GE-N-CC3 GE-N-CC4 GE-N-CA1")
    state.move(1 << unit("GE-N-CC1"), at("1409"))
    assert far_out(state).bit_count() == 3
    state.stack = []
    sail(state, "GE-N-CC1", "1408")
    assert state.sides[BR] == NEUTRAL, "six hexes from Emden"
    sail(state, "GE-N-CC1", "1407")
    assert state.sides[BR] == ENTENTE


def sail(state: State, key: str, goal: str) -> None:
    """A ship of the Central Powers sails."""
    state.phasing, state.phase = CENTRAL, "admiralty"
    state.forget("half")
    state.stack = [Quarters(CENTRAL)]
    take(state, "ship", unit(key))
    take(state, "steam", at(goal))
    settle(state, Loaded())


def test_6_123_3_damage_is_no_matter() -> None:
    state = peace()
    damage(state, unit("GE-N-CC3"))
    state.move(units("GE-N-CC3"), at("Mid-Pacific"))
    assert far_out(state) == units("GE-N-CC3")
