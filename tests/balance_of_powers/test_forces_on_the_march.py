"""Chapters 6.53, 9.3 and 10.8: what a side and a force are offered, and how a force goes on."""

from __future__ import annotations

from tests.balance_of_powers.campaigning import begun, choose, lorraine, offered
from tests.balance_of_powers.table import at, place_set, position, unit
from tests.balance_of_powers.test_land_combat import units
from trenchline.games.balance_of_powers.march import AfterBattle, AfterTrain, Campaign, Force
from trenchline.games.balance_of_powers.state import POOL, State
from trenchline.kernel.play import decision


def test_6_53_a_corps_or_a_whole_stack_becomes_the_force() -> None:
    state = position({"1224": "GE-I-21 GE-I-14", "1223": "GE-I-15", "1124": "FR-I-20"}, month=8)
    begun(state)
    assert offered(state, "unit") == units("GE-I-21 GE-I-14 GE-I-15")
    assert offered(state, "stack") == place_set("1224", "1223")
    choose(state, "stack 1224")
    assert decision(state) == Force()
    assert state.stack == [Campaign(0), Force()]
    assert (state.force, state.force_at) == (units("GE-I-21 GE-I-14"), at("1224"))
    choose(state, "stop")
    assert offered(state, "stack") == place_set("1223")
    choose(state, "unit GE-I-15")
    assert (state.force, state.force_at) == (units("GE-I-15"), at("1223"))


def test_9_12_the_last_corps_stays_and_a_single_one_leaves_nobody() -> None:
    state = lorraine("GE-I-21 GE-I-14 GE-L-KLUCK", "FR-I-20")
    choose(state, "stack 1224")
    assert offered(state, "without") == units("GE-I-21 GE-I-14 GE-L-KLUCK")
    choose(state, "without GE-I-14")
    assert state.force == units("GE-I-21 GE-L-KLUCK")
    assert offered(state, "without") == units("GE-L-KLUCK")
    choose(state, "without GE-L-KLUCK")
    assert state.force == units("GE-I-21")
    assert offered(state, "without") == 0
    assert offered(state, "with") == units("GE-I-14 GE-L-KLUCK")


def test_9_61_a_force_digs_in_or_leaves_its_trenches_and_has_moved() -> None:
    state = lorraine("GE-I-21 GE-I-14", "FR-I-20")
    choose(state, "stack 1224")
    assert offered(state, "dig")
    assert not offered(state, "rise")
    choose(state, "dig")
    assert state.entrenched == units("GE-I-21 GE-I-14")
    assert state.done == units("GE-I-21 GE-I-14")
    assert (state.force, state.force_at) == (0, -1)
    state = lorraine("GE-I-21 GE-I-14", "FR-I-20", dug_in="GE-I-21 GE-I-14 FR-I-20")
    choose(state, "stack 1224")
    assert offered(state, "rise")
    choose(state, "rise")
    assert state.entrenched == units("FR-I-20")
    assert state.done == units("GE-I-21 GE-I-14")
    assert (state.force, state.force_at) == (0, -1)
    state = lorraine("GE-C-1", "FR-I-20")
    choose(state, "stack 1224")
    assert not offered(state, "dig")


def test_10_594_only_a_breach_that_begins_here_is_closed() -> None:
    state = lorraine("GE-I-21", "FR-I-20")
    state.breaches = {(at("1223"), at("1123")): 1}
    choose(state, "stack 1224")
    assert not offered(state, "close_breach")
    state.breaches[at("1224"), at("1124")] = 1
    assert offered(state, "close_breach") == place_set("1124")


def test_10_83_10_01_a_combat_is_declared_and_the_force_goes_on_after_it() -> None:
    state = lorraine("GE-I-21 GE-I-14", "FR-I-20")
    choose(state, "stack 1224", "attack 1124")
    assert AfterBattle() in state.stack
    assert len(state.battles) == 1
    assert state.battle.target == at("1124")


def after(step: AfterTrain | AfterBattle, spent: int, hexes: int = 0) -> State:
    """Two corps and a leader have gone to 1324; those who stayed behind have no corps there."""
    state = position({"1324": "GE-I-21 GE-I-14", "1224": "GE-L-KLUCK", "1124": "FR-I-20"}, month=8)
    state.force, state.force_at, state.train = units("GE-I-21 GE-I-14"), at("1224"), 1
    state.spent = {unit("GE-I-21"): spent, unit("GE-I-14"): spent}
    state.train_hexes = hexes
    step.run(state)
    return state


def test_9_31_9_32_a_train_whose_corps_have_points_or_hexes_left_goes_on() -> None:
    for spent, hexes in ((1, 0), (3, 5)):
        state = after(AfterTrain(), spent, hexes)
        assert state.stack == [Force()]
        assert state.force == units("GE-I-21 GE-I-14")


def test_9_31_9_32_a_train_that_has_nothing_left_is_at_its_end() -> None:
    state = after(AfterTrain(), 3)
    assert state.stack == []
    assert (state.force, state.force_at, state.train) == (0, -1, -1)
    assert state.done == units("GE-I-21 GE-I-14")
    # Nobody is left with him.
    assert state.where[unit("GE-L-KLUCK")] == POOL


def test_10_83_a_force_goes_on_from_where_it_is_or_has_finished() -> None:
    state = after(AfterBattle(), 1)
    assert state.stack == [Force()]
    assert state.force_at == at("1324")
    state = after(AfterBattle(), 3)
    assert state.stack == []
    assert (state.force, state.force_at, state.train) == (0, -1, -1)
    assert state.done == units("GE-I-21 GE-I-14")
