"""Chapter 12.6: The Price of Admiralty, from its set-up to its end."""

from __future__ import annotations

import random

import pytest

from tests.balance_of_powers.at_sea import units
from tests.balance_of_powers.campaigning import choose, offered, refused
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, unit
from trenchline.games.balance_of_powers.calendar import month_number
from trenchline.games.balance_of_powers.components import (
    BR,
    CENTRAL,
    ENTENTE,
    GE,
    HOME,
    PORTS,
    UNITS,
)
from trenchline.games.balance_of_powers.deployment import beginners, ground, waiting
from trenchline.games.balance_of_powers.invariants import broken
from trenchline.games.balance_of_powers.navy import (
    ADMIRALS,
    MINES,
    SHIPS,
    SUBMARINES,
    gunnery_lost,
)
from trenchline.games.balance_of_powers.notation import notation, parse
from trenchline.games.balance_of_powers.opening import HISTORICAL, new_game
from trenchline.games.balance_of_powers.scenarios import load_scenario
from trenchline.games.balance_of_powers.set_up import SetUp
from trenchline.games.balance_of_powers.state import POOL, State
from trenchline.games.balance_of_powers.victory import outcome
from trenchline.games.balance_of_powers.view import view
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.position import differences
from trenchline.kernel.steps import count, pick

NAME = "price_of_admiralty"


def begun(**options: str) -> State:
    """The scenario as it begins."""
    state = new_game(NAME, options)
    settle(state, Loaded())
    return state


def in_war() -> State:
    """Everybody where he was in 1916."""
    return begun(**{HISTORICAL: "on"})


def test_12_6_map_and_months() -> None:
    """[12.6/map] [12.6/duration] [12.6/tracks] North Europe and the boxes beyond, one month, two
    points each."""
    scenario = load_scenario(NAME)
    assert scenario.first == scenario.last == month_number("May 1916")
    assert scenario.hexes >> at("Norwegian-Sea") & 1
    assert scenario.hexes >> at("Scapa-Flow") & 1
    assert not scenario.hexes >> at("North-Atlantic") & 1
    assert (scenario.points[GE], scenario.points[BR]) == (2, 2)


@pytest.mark.parametrize(
    ("nation", "leaders", "vessels", "mines"), [(BR, 2, 14, 4), (GE, 2, 11, 6)]
)
def test_12_6_forces(nation: int, leaders: int, vessels: int, mines: int) -> None:
    """[12.6/forces.britain] [12.6/forces.germany]"""
    own = [u for u in load_scenario(NAME).forces["start"] if UNITS[u].nation == nation]
    counted = [sum(kind >> u & 1 for u in own) for kind in (ADMIRALS, SHIPS | SUBMARINES, MINES)]
    assert counted == [leaders, vessels, mines]
    assert beginners(load_scenario(NAME)).bit_count() == 39


def test_12_6_set_up_1_ships_begin_in_home_ports() -> None:
    state = begun()
    assert decision(state) == SetUp(ENTENTE)
    assert ground(state, unit("BR-N-BB1")) == HOME[BR] & PORTS | 1 << at("Scapa-Flow")
    # [6.213] A leader waits for a ship.
    assert refused(state, "deploy BR-L-BEATTY").case == "6.213"
    choose(state, "deploy BR-N-BB1", "place 0106")
    assert ground(state, unit("BR-L-BEATTY")) == 1 << at("0106")
    choose(state, "rest")
    assert not ground(state, unit("GE-N-BB1")) & ~(HOME[GE] & PORTS)


def test_12_6_set_up_2_mines_lie_within_three_hexes_of_land() -> None:
    state = begun()
    free = ground(state, unit("BR-M-1"))
    assert free >> at("0606") & 1 == 0
    assert free >> at("0406") & 1
    choose(state, "deploy BR-M-1", "place 0406")
    # [6.44] One to a hex.
    choose(state, "deploy BR-M-2")
    assert refused(state, "place 0406").case == "6.44"


def test_12_6_set_up_3_the_hunters_have_learnt() -> None:
    assert in_war().hunters == 8


def test_12_6_all_stand_where_they_were() -> None:
    state = in_war()
    assert not waiting(state, CENTRAL) | waiting(state, ENTENTE)
    assert state.where[unit("BR-L-JELLICOE")] == at("Scapa-Flow")
    assert state.where[unit("GE-L-HIPPER")] == at("1613")
    assert not broken(state)


def test_12_6_resources_nothing_but_fleets_and_no_new_points() -> None:
    """The admiralty phase is all there is: two points for each side, and no season."""
    state = in_war()
    rng = random.Random(1)
    seen = {state.phase}
    while choices := settle(state, PlannersDice(rng)):
        seen.add(state.phase)
        take(state, *pick(choices, rng.randrange(count(choices))))
        assert max(state.points) <= 2
    assert seen <= {"admiralty", "set-up"}


def test_12_6_victory_1_two_dreadnoughts_in_the_norwegian_sea() -> None:
    state = in_war()
    state.move(units("GE-N-BB1"), at("Norwegian-Sea"))
    state.reduced = units("GE-N-BB2")
    assert outcome(state).winner == ENTENTE
    state.move(units("GE-N-BB3"), at("Norwegian-Sea"))
    assert outcome(state).winner == CENTRAL


def test_12_6_victory_2_who_has_lost_more_gunnery_loses() -> None:
    state = in_war()
    assert outcome(state).winner is None
    state.reduced = units("GE-N-BB1")
    assert gunnery_lost(state, CENTRAL) == 1
    assert outcome(state).winner == ENTENTE
    state.lift(unit("BR-N-BC1"), POOL)
    assert gunnery_lost(state, ENTENTE) == 3
    assert outcome(state).winner == CENTRAL
    # [R212] Submarines have torpedoes.
    state.lift(unit("GE-N-UB1"), POOL)
    state.lift(unit("GE-N-UB2"), POOL)
    assert outcome(state).winner == CENTRAL


def test_12_6_a_table_sees_ships_and_tracks() -> None:
    state = in_war()
    seen = view(state, CENTRAL)
    pieces = {piece.key: piece for piece in seen.pieces}
    assert pieces["BR-N-BB1"].strengths == "4-11-6"
    assert pieces["BR-L-BEATTY"].strengths == "BC"
    tracks = {track.name: track.value for track in seen.tracks}
    assert tracks["Anti-submarine warfare"] == 8
    assert tracks["German gunnery lost"] == 0


@pytest.mark.parametrize("seed", range(4))
def test_12_6_random_games_end(seed: int) -> None:
    """Sound at every choice, and their texts read back."""
    rng = random.Random(seed)
    state = new_game(NAME, {HISTORICAL: "on"} if seed else {})
    dice = PlannersDice(rng)
    taken = 0
    while choices := settle(state, dice):
        assert not broken(state)
        if taken % 7 == 0:
            read = parse(notation(state))
            read.rolls = state.rolls
            assert differences(read, state) == []
        take(state, *pick(choices, rng.randrange(count(choices))))
        taken += 1
    assert outcome(state).reason


def test_12_6_the_first_move_is_german() -> None:
    state = in_war()
    assert state.phasing == CENTRAL
    assert offered(state, "fleet") == 1 << at("1613")
    assert offered(state, "pack") == 1 << at("1513")
