"""Chapters 6.3 and 6.7: patrols, dogfights and aerodromes."""

from __future__ import annotations

import random

import pytest

from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, position, unit
from trenchline.games.balance_of_powers.aerodrome import Aerodrome, NewBase, Rebase, Return
from trenchline.games.balance_of_powers.aviation import (
    Abort,
    Aviation,
    Combine,
    DogFight,
    Patrol,
    PatrolOver,
    Shot,
    bonus,
    refuges,
)
from trenchline.games.balance_of_powers.components import CENTRAL, CH, ENTENTE, GRID, HOME
from trenchline.games.balance_of_powers.flight import aces_with, strength
from trenchline.games.balance_of_powers.invariants import broken
from trenchline.games.balance_of_powers.modifiers import air_superiority
from trenchline.games.balance_of_powers.muster import grounds
from trenchline.games.balance_of_powers.state import GONE, POOL, State
from trenchline.kernel.bits import members
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import count, pick

METZ, NANCY = "1123", "1124"
GERMAN, FRENCH = "GE-V-ALBDII", "FR-V-NPRT11"


def front(**more: str) -> State:
    return position(
        {METZ: f"GE-I-5 {more.get('metz', '')}", NANCY: f"FR-I-20 {more.get('nancy', '')}"}
    )


def test_6_311_sides_alternate_and_fly_within_the_radius() -> None:
    state = front(metz=GERMAN, nancy=FRENCH)
    state.stack = [Aviation()]
    assert settle(state, Loaded())["fly"] == 1 << unit(GERMAN)
    take(state, "fly", unit(GERMAN))
    places = settle(state, Loaded())["over"]
    radius = strength(state, unit(GERMAN)).radius
    assert all(GRID.distance(place, at(METZ)) <= radius for place in members(places))
    assert not places & HOME[CH]
    take(state, "over", at("1023"))
    assert settle(state, Loaded())["fly"] == 1 << unit(FRENCH)
    assert decision(state) == Patrol(ENTENTE, False)
    assert Patrol(CENTRAL, False).why_not(state, "fly", unit(GERMAN)).case == "6.312"
    assert PatrolOver(unit(FRENCH)).why_not(state, "over", at("3717")).case == "6.311"


def test_6_312_nobody_leaves_an_enemy_fighter_or_flies_without_supply() -> None:
    state = position({METZ: f"GE-I-5 {GERMAN} {FRENCH}"})
    assert Patrol(CENTRAL, False).choices(state) == {"none": 1}
    assert "enemy" in Patrol(CENTRAL, False).why_not(state, "fly", unit(GERMAN)).reason
    away = position({"3717": GERMAN})
    assert "supply" in Patrol(CENTRAL, False).why_not(away, "fly", unit(GERMAN)).reason


def test_6_313_two_passes_end_the_patrols() -> None:
    state = front(metz=GERMAN, nancy=FRENCH)
    state.stack = [Aviation()]
    settle(state, Loaded())
    take(state, "none", 0)
    settle(state, Loaded())
    take(state, "none", 0)
    assert settle(state, Loaded()) == {}


def duel(*keys: str, reduced: str = "") -> State:
    state = position({NANCY: "FR-I-20 " + " ".join(keys)})
    for key in reduced.split():
        state.reduced |= 1 << unit(key)
    state.stack = [DogFight(at(NANCY))]
    return state


def test_6_325_6_322_better_guns_fire_first_and_who_is_hit_may_never_fire() -> None:
    """[6.325] The Albatros has 5 guns against 4: the Nieuport breaks off without a shot."""
    state = duel(GERMAN, FRENCH)
    choices = settle(state, Loaded(6, 6))
    assert set(choices) == {"abort"}
    assert state.reduced == 1 << unit(FRENCH)
    take(state, "abort", next(members(choices["abort"])))
    settle(state, Loaded())
    assert air_superiority(state, at(NANCY)) == CENTRAL


def test_6_326_they_fight_again_until_one_side_is_left() -> None:
    state = duel(GERMAN, FRENCH)
    settle(state, Loaded(1, 1, 1, 1, 1, 1, 6, 6))
    assert state.reduced == 1 << unit(GERMAN)


def test_6_322_equal_guns_fire_at_once() -> None:
    state = duel("GE-V-DVII", "FR-V-S-XIII_18")
    settle(state, Loaded(6, 6, 6, 6))
    assert state.reduced == 1 << unit("GE-V-DVII") | 1 << unit("FR-V-S-XIII_18")


def test_6_323_a_whole_unit_has_one_more_against_a_damaged_one() -> None:
    state = duel(GERMAN, FRENCH)
    assert bonus(state, unit(GERMAN), unit(FRENCH)) == 5
    state.reduced = 1 << unit(FRENCH)
    assert bonus(state, unit(GERMAN), unit(FRENCH)) == 6
    state.reduced |= 1 << unit(GERMAN)
    assert bonus(state, unit(GERMAN), unit(FRENCH)) == 4


def test_6_323_nobody_is_shot_at_twice_before_everybody_once() -> None:
    state = duel(GERMAN, FRENCH, "FR-V-NPRT17")
    state.targeted = 1 << unit(FRENCH)
    assert Shot(unit(GERMAN), False).choices(state) == {"shoot": 1 << unit("FR-V-NPRT17")}
    both = 1 << unit(FRENCH) | 1 << unit("FR-V-NPRT17")
    assert Shot(unit(GERMAN), True).choices(state) == {"shoot": both}
    assert Shot(unit(GERMAN), False).why_not(state, "shoot", unit(FRENCH)).case == "6.323"
    state.targeted = both
    assert Shot(unit(GERMAN), False).choices(state) == {"shoot": both}


def test_6_321_an_ace_shoots_twice_and_falls_with_his_fighter() -> None:
    state = duel(GERMAN, "GE-L-RICHTFN", FRENCH)
    assert aces_with(state, unit(GERMAN)) == 1 << unit("GE-L-RICHTFN")
    settle(state, Loaded(6, 6, 6, 6))
    assert state.where[unit(FRENCH)] == POOL
    other = duel(GERMAN, "GE-L-RICHTFN", "FR-V-S-XIII_18", reduced=GERMAN)
    settle(other, Loaded(6, 6))
    assert other.where[unit(GERMAN)] == POOL
    assert other.where[unit("GE-L-RICHTFN")] == GONE


def test_6_213_an_ace_comes_to_aircraft_of_his_power() -> None:
    state = front(nancy="FR-V-NPRT11")
    assert grounds(state, unit("FR-L-FONCK")) == 1 << at(NANCY)
    assert grounds(state, unit("GE-L-RICHTFN")) == 0


def test_2_67_1_2_67_two_damaged_fighters_of_the_same_scores_become_one() -> None:
    """[2.67.1] Before a shot is fired."""
    state = duel("GE-V-DR1JG2", "GE-V-DR1JG3", FRENCH, reduced="GE-V-DR1JG2 GE-V-DR1JG3")
    assert set(settle(state, Loaded())) == {"none", "combine"}
    take(state, "combine", unit("GE-V-DR1JG2"))
    assert state.where[unit("GE-V-DR1JG3")] == POOL
    assert not state.reduced
    assert Combine(CENTRAL, at(NANCY)).why_not(state, "combine", unit(GERMAN)).case == "2.67"


def test_6_324_who_finds_no_refuge_is_lost() -> None:
    state = duel(GERMAN, FRENCH)
    assert refuges(state, unit(FRENCH)) & ~state.held[ENTENTE] == 0
    assert Abort(unit(FRENCH)).why_not(state, "abort", at(METZ)).case == "6.324"
    state.held[ENTENTE] = 1 << at(NANCY)
    settle(state, Loaded(6, 6))
    assert state.where[unit(FRENCH)] == POOL


def test_6_71_air_units_over_the_enemy_return_or_are_lost() -> None:
    state = position({NANCY: f"FR-I-20 {GERMAN}"})
    state.stack = [Aerodrome()]
    found = settle(state, Loaded())["return"]
    assert found & ~state.held[CENTRAL] == 0
    assert Return(unit(GERMAN)).why_not(state, "return", at("1023")).case == "6.73"
    assert Return(unit(GERMAN)).why_not(state, "return", at("3316")).case == "6.71"
    take(state, "return", at(METZ))
    assert state.where[unit(GERMAN)] == at(METZ)
    lost = position({"3717": GERMAN})
    lost.held[CENTRAL] = 1 << at(METZ)
    lost.stack = [Aerodrome()]
    settle(lost, Loaded())
    assert lost.where[unit(GERMAN)] == POOL


def test_6_72_a_supplied_air_unit_changes_base_once_by_four_times_its_radius() -> None:
    state = front(metz=GERMAN)
    state.stack = [Aerodrome()]
    assert settle(state, Loaded())["rebase"] == 1 << unit(GERMAN)
    take(state, "rebase", unit(GERMAN))
    found = settle(state, Loaded())["base"]
    assert max(GRID.distance(at(METZ), place) for place in members(found)) == 12
    assert NewBase(unit(GERMAN)).why_not(state, "base", at(NANCY)).case == "6.73"
    take(state, "base", at("1319"))
    assert Rebase(CENTRAL).choices(state) == {"end": 1}
    assert Rebase(CENTRAL).why_not(state, "rebase", unit(GERMAN)).case == "6.72"


@pytest.mark.parametrize("seed", range(3))
def test_6_3_random_dogfights_end_and_break_nothing(seed: int) -> None:
    state = position(
        {
            METZ: f"GE-I-5 {GERMAN} GE-V-DVII GE-L-RICHTFN GE-V-DR1JG2 GE-V-DR1JG3",
            NANCY: f"FR-I-20 {FRENCH} FR-V-S-XIII_18 FR-V-NPRT17 FR-L-FONCK",
        }
    )
    rng = random.Random(seed)
    dice = PlannersDice(random.Random(seed))
    state.stack = [Aerodrome(), Aviation()] * 4
    state.log = []
    choices = settle(state, dice)
    while choices:
        verb, number = pick(choices, rng.randrange(count(choices)))
        assert decision(state).prompt(state)
        take(state, verb, number)
        choices = settle(state, dice)
        assert not broken(state)
    assert len(state.log) > 8
