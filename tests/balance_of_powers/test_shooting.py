"""Chapter 6.32: shots, hits, and who breaks off."""

from __future__ import annotations

import pytest

from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, position, unit
from trenchline.games.balance_of_powers.aviation import (
    Abort,
    Aviation,
    DogFight,
    EndOfTier,
    Shot,
    ShotDice,
    bonus,
)
from trenchline.games.balance_of_powers.flight import strength
from trenchline.games.balance_of_powers.state import POOL, State
from trenchline.kernel.play import settle

METZ, NANCY = "1123", "1124"
GERMAN, FRENCH, OTHER = "GE-V-DVII", "FR-V-NPRT11", "FR-V-NPRT17"


def fight(*keys: str) -> State:
    return position({NANCY: "FR-I-20 " + " ".join(keys)})


def test_6_323_dice_and_guns_above_the_evasion_hit_and_no_others() -> None:
    state = fight(GERMAN, FRENCH)
    need = strength(state, unit(FRENCH)).armour - bonus(state, unit(GERMAN), unit(FRENCH))
    for more, hits in ((0, {}), (1, {unit(FRENCH): 1})):
        state.struck = {}
        ShotDice(unit(GERMAN), unit(FRENCH)).thrown(state, (need + more - 1, 1))
        assert state.struck == hits
    ShotDice(unit(GERMAN), unit(FRENCH)).thrown(state, (6, 6))
    assert state.struck == {unit(FRENCH): 2}


def test_6_323_whoever_is_shot_at_is_remembered_with_those_before() -> None:
    state = fight(GERMAN, FRENCH, OTHER)
    Shot(unit(GERMAN), False).take(state, "shoot", unit(FRENCH))
    assert state.targeted == 1 << unit(FRENCH)
    assert state.stack == [ShotDice(unit(GERMAN), unit(FRENCH))]
    Shot(unit(GERMAN), False).take(state, "shoot", unit(OTHER))
    assert state.targeted == 1 << unit(FRENCH) | 1 << unit(OTHER)


@pytest.mark.parametrize(("hits", "reduced", "lost"), [(1, True, False), (2, False, True)])
def test_6_324_hits_count_at_the_end_of_the_tier(hits: int, reduced: bool, lost: bool) -> None:
    state = fight(GERMAN, FRENCH)
    state.struck = {unit(FRENCH): hits}
    EndOfTier(at(NANCY)).run(state)
    assert state.struck == {}
    assert bool(state.reduced >> unit(FRENCH) & 1) == reduced
    assert (state.where[unit(FRENCH)] == POOL) == lost
    assert state.stack == ([] if lost else [Abort(unit(FRENCH))])


def test_6_324_1_who_is_damaged_flies_off_or_perishes() -> None:
    state = fight(GERMAN, FRENCH)
    Abort(unit(FRENCH)).take(state, "abort", at("0823"))
    assert state.where[unit(FRENCH)] == at("0823")
    state = fight(GERMAN, FRENCH)
    Abort(unit(FRENCH)).take(state, "perish", 0)
    assert state.where[unit(FRENCH)] == POOL


def test_6_32_6_326_a_new_dogfight_begins_with_clean_slates() -> None:
    state = fight(GERMAN, FRENCH)
    state.struck, state.targeted = {unit(FRENCH): 1}, 1 << unit(FRENCH)
    DogFight(at(NANCY)).run(state)
    assert (state.struck, state.targeted) == ({}, 0)


def test_6_3_the_phase_is_played_where_there_are_fighters() -> None:
    state = position({METZ: f"GE-I-5 {GERMAN}", NANCY: "FR-I-20"})
    state.stack = [Aviation()]
    assert settle(state, Loaded())["fly"] == 1 << unit(GERMAN)
    empty = position({METZ: "GE-I-5", NANCY: "FR-I-20"})
    empty.stack = [Aviation()]
    assert settle(empty, Loaded()) == {}
