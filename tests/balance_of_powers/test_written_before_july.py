"""Chapters 11.5 and 12.9: set-ups that are written down before the Crisis of July."""

from __future__ import annotations

from tests.balance_of_powers.campaigning import choose
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, unit
from trenchline.games.balance_of_powers.components import CENTRAL, ENTENTE, FR, OF_NATION, RU
from trenchline.games.balance_of_powers.crisis_of_july import Choose
from trenchline.games.balance_of_powers.invariants import broken
from trenchline.games.balance_of_powers.secret_set_up import hidden
from trenchline.games.balance_of_powers.set_up import CRISIS, PlaceAt, SetUp, new_game
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.variants import FREE
from trenchline.kernel.play import decision, settle

USUAL = "before_the_leaves_fall"


def written_before(*others: int, dice: tuple[int, ...] = (3, 3)) -> tuple[State, State]:
    """A set-up written down, and what the crisis makes of it."""
    state = new_game(USUAL, {CRISIS: "on", FREE: "on"})
    state.log = []
    settle(state, Loaded())
    while isinstance(decision(state), SetUp | PlaceAt):
        choose(state, "rest", dice=Loaded())
    before, loaded = state.copy(), Loaded(*dice)
    while isinstance(asked := decision(state), Choose):
        choose(state, "alternative" if asked.number in others else "historical", dice=loaded)
    return before, state


def test_11_5_r172_who_writes_his_set_up_down_does_so_before_the_crisis() -> None:
    """[12.9/optional-set-up] [12.9/crisis-of-july]"""
    before, after = written_before()
    assert decision(before) == Choose(1)
    assert before.phase == "crisis"
    for side in (CENTRAL, ENTENTE):
        # Nobody sees what the other has written as long as the crisis lasts.
        assert hidden(before, side) == before.mapped & before.troops[1 - side]
        assert hidden(after, side) == 0
    assert before.mapped == after.mapped
    assert before.where == after.where
    assert not broken(after)


def test_11_5_r172_a_power_that_stays_out_takes_its_corps_back() -> None:
    """[11.5/s14.a2] France wrote down where her corps stand, and is neutral."""
    before, after = written_before(14)
    assert before.mapped & OF_NATION[FR]
    assert not after.mapped & OF_NATION[FR]
    assert after.mapped & OF_NATION[RU] == before.mapped & OF_NATION[RU]
    assert not broken(after)


def test_11_5_r172_whoever_may_not_stand_where_it_was_written_is_set_up_anew() -> None:
    """[11.5/peace-keeping-table/1-2] The Germans of Courland stand in Libau, whatever was
    written."""
    before, after = written_before(2, dice=(1, 6, 3, 3))
    lwo = unit("GE-I-LWO")
    assert before.where[lwo] >= 0
    assert decision(after) == SetUp(CENTRAL)
    assert after.where[lwo] < 0
    choose(after, "rest")
    assert after.where[lwo] == at("3706")
    assert not broken(after)
