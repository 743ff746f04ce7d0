"""Contested hexes [9J] and combat in one hex [9K]."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.the_great_war.battles import Fight, battle, division, laid, unit
from tests.the_great_war.fields import units
from tests.the_great_war.sketch import GRID, counter
from trenchline.games.the_great_war.advance import Advance
from trenchline.games.the_great_war.attackers import obliged
from trenchline.games.the_great_war.combat import CombatPhase
from trenchline.games.the_great_war.contested import (
    becomes_contested,
    contest,
    review,
    stamp,
    tick,
)
from trenchline.games.the_great_war.entry import RollContested, crossed
from trenchline.games.the_great_war.retreat import Leave
from trenchline.games.the_great_war.state import REACTION_COMBAT, State
from trenchline.games.the_great_war.ways_out import RetreatUnit, neighbours

HILL = GRID.hex("0405")


def taken(kind: str = "rifle", **sketched: Any) -> State:
    """An Austrian division beside 0405, which an Italian one has just left for 0406."""
    state = laid(
        [division("AH1", kind=kind), division("IT1")], {"AH1": "0404", "IT1": "0405"}, **sketched
    )
    state.works[HILL] = "fort"
    state.battles.append(battle(state, "0405", "AH1", table="positional"))
    state.move(units(state, "IT1"), GRID.hex("0406"))
    return state


def test_9j_9j_2_a_hex_taken_in_positional_combat_beside_its_defender_is_contested() -> None:
    state = taken()
    state.stack = []
    Advance(True, HILL).take(state, "advance", unit(state, "AH1"))
    assert HILL in state.contested
    assert not (state.owned[0] | state.owned[1]) >> HILL & 1
    assert state.works[HILL] == "fort"


def test_9j_not_after_mobile_combat_nor_where_the_defender_has_gone() -> None:
    state = taken()
    found = state.battle
    state.move(units(state, "AH1"), HILL)
    assert becomes_contested(state, found, unit(state, "AH1"))
    assert not becomes_contested(state, replace(found, table="mobile"), unit(state, "AH1"))
    state.disrupt(unit(state, "IT1"))
    assert not becomes_contested(state, found, unit(state, "AH1"))
    state.recover(units(state, "IT1"))
    state.move(units(state, "IT1"), GRID.hex("0407"))
    assert not becomes_contested(state, found, unit(state, "AH1"))


def test_9j_1_all_but_infantry_are_rolled_for_on_contested_ground() -> None:
    for kind, rolled in (("rifle", True), ("infantry", False)):
        state = taken(kind)
        contest(state, HILL, 1)
        state.stack = []
        state.move(units(state, "AH1"), HILL)
        crossed(state, units(state, "AH1"), GRID.hex("0404"), HILL)
        assert bool(state.stack) == rolled
    roll = RollContested(unit(state, "AH1"))
    roll.rolled(state, 5)
    assert not state.disrupted
    roll.rolled(state, 4)
    assert state.disrupted == units(state, "AH1")


def test_9j_7_held_for_a_whole_game_turn_it_is_owned() -> None:
    """Occupied in the reaction combat phase of the Entente's half, owned at its end a turn
    later."""
    state = laid(
        [division("AH1"), division("IT1")],
        {"AH1": "0405", "IT1": "0406"},
        turns=["Jun I 15", "Jun II 15"],
        weather={"Jun I 15": "clear", "Jun II 15": "clear"},
    )
    state.phasing, state.phase = 0, REACTION_COMBAT
    contest(state, HILL, 1)
    state.works[HILL] = "fort"
    tick(state)
    assert HILL in state.contested
    state.phasing = 1
    tick(state)
    assert HILL in state.contested
    state.turn, state.phasing, state.phase = 1, 0, "combat"
    tick(state)
    assert HILL in state.contested
    state.phase = REACTION_COMBAT
    tick(state)
    assert HILL not in state.contested
    assert state.owned[1] >> HILL & 1
    # [9J] [15B3] Only now the fort loses a level.
    assert state.works[HILL] == "entrenchment"


def test_9j_7_r93_the_clock_begins_anew_when_the_hex_was_not_held() -> None:
    where = {"AH1": "0405", "AH2": "0404", "IT1": "0406"}
    state = laid([division("AH1"), division("AH2"), division("IT1")], where)
    state.phase = "combat"
    contest(state, HILL, 1)
    state.disrupt(unit(state, "AH1"))
    review(state)
    assert state.contested[HILL][0] == -1
    state.turn = 1
    state.recover(units(state, "AH1"))
    review(state)
    assert state.contested[HILL] == (1, stamp(state))


def test_9j_8_who_has_no_unit_left_in_or_beside_it_gives_it_up() -> None:
    state = laid([division("AH1"), division("IT1")], {"AH1": "0405", "IT1": "0406"})
    contest(state, HILL, 1)
    review(state)
    assert HILL in state.contested
    state.move(units(state, "IT1"), GRID.hex("0407"))
    review(state)
    assert HILL not in state.contested
    assert state.owned[1] >> HILL & 1


# One hex [9K].


def shared(*more: Any, rating: str = "6-9-5") -> State:
    """Units of both sides in 0405."""
    where = {"AH1": "0405", "IT1": "0405", **{one.key: "0404" for one in more}}
    return laid([counter("AH1", rating, size="brigade"), division("IT1"), *more], where)


def test_9k_units_in_a_hex_with_enemies_must_attack_them() -> None:
    state = shared(division("AH2"))
    assert obliged(state, 1) == 1 << HILL
    asked = CombatPhase(1)
    assert asked.choices(state) == {"attack": 1 << HILL}
    assert asked.why_not(state, "done", 0).case == "9K"
    fight = Fight(state)
    assert fight.asked == "DeclareAttack"
    assert fight.may("with AH2")
    assert fight.may("join")
    assert fight.why_not("cancel").case == "9K"


def test_9k_9b_who_has_attacked_is_not_bound_again_bug() -> None:
    """Where all units in a shared hex had attacked elsewhere, the phase could never end."""
    state = shared()
    assert obliged(state, 1)
    state.fought |= units(state, "AH1")
    assert not obliged(state, 1)
    assert CombatPhase(1).choices(state) == {"done": 1}


def test_9k_they_attack_nothing_else() -> None:
    state = shared(division("IT2"))
    fight = Fight(state)
    assert not fight.may("attack 0404")


def test_9k1_who_must_attack_without_strength_is_lost() -> None:
    state = shared(rating="6-8-4")
    state.disrupt(unit(state, "AH1"), badly=True)
    Fight(state).choose("join")
    # 0 against 9 is less than 1:4.
    assert state.where[unit(state, "AH1")] < 0


def test_9k1_aq_as_and_ax_drive_attackers_out_of_the_shared_hex() -> None:
    for code, driven in (("AQ", True), ("AS", True), ("AX", True), ("BX", False)):
        state = shared(division("AH2"))
        found = battle(state, "0405", "AH1", "AH2")
        state.battles.append(replace(found, code=code))
        state.stack = []
        Leave(attacking=True).run(state)
        gone = [step.unit for step in state.stack if isinstance(step, RetreatUnit)]
        assert gone == ([unit(state, "AH1")] if driven else []), code


def test_9k1_zones_of_the_hex_left_count_in_the_retreat() -> None:
    state = shared(rating="2-3-5")
    state.stack = []
    step = RetreatUnit(1, unit(state, "AH1"))
    place = next(iter(GRID.labels(step.choices(state)["retreat"])))
    step.take(state, "retreat", GRID.hex(place))
    assert state.where[unit(state, "AH1")] < 0


def test_9j_3_nobody_retreats_into_a_contested_hex_with_enemies() -> None:
    state = laid([division("AH1"), division("IT1")], {"AH1": "0404", "IT1": "0405"})
    contest(state, HILL, 0)
    assert not neighbours(state, unit(state, "AH1"), GRID.hex("0404")) >> HILL & 1
    state.move(units(state, "IT1"), GRID.hex("0407"))
    assert neighbours(state, unit(state, "AH1"), GRID.hex("0404")) >> HILL & 1
