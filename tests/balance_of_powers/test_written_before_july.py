"""Chapters 11.5 and 12.9: set-ups that are written down before the Crisis of July."""

from __future__ import annotations

import random

from tests.balance_of_powers.campaigning import choose
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, unit
from trenchline.games.balance_of_powers.components import (
    CENTRAL,
    ENTENTE,
    FR,
    NATION,
    OF_NATION,
    RU,
)
from trenchline.games.balance_of_powers.crisis_of_july import Choose
from trenchline.games.balance_of_powers.deployment import waiting
from trenchline.games.balance_of_powers.face import GAME
from trenchline.games.balance_of_powers.invariants import broken
from trenchline.games.balance_of_powers.navy import VESSELS
from trenchline.games.balance_of_powers.opening import CRISIS, new_game
from trenchline.games.balance_of_powers.secret_set_up import SECRETS, hidden
from trenchline.games.balance_of_powers.set_up import PlaceAt, SetUp
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.variants import FREE, SHORT
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.play import decision, settle

USUAL = "before_the_leaves_fall"


def written_before(
    *others: int,
    dice: tuple[int, ...] = (3, 3),
    first: dict[int, tuple[str, ...]] | None = None,
    scenario: str = USUAL,
    short: str = "on",
) -> tuple[State, State]:
    """A set-up written down, each side's first choices and the rest as in the war, and what the
    crisis makes of it."""
    state = new_game(scenario, {CRISIS: "on", FREE: "on", SHORT: short})
    state.log = []
    settle(state, Loaded())
    for side in (ENTENTE, CENTRAL):
        choose(state, *(first or {}).get(side, ()), "rest", dice=Loaded())
    assert not isinstance(decision(state), SetUp | PlaceAt)
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


def test_12_9_r172_ships_and_mines_stay_where_they_were_set_up_before_the_crisis_bug() -> None:
    """[12.9/optional-set-up] Corps, aircraft and army leaders stood as they were written, and all
    naval forces were set up again."""
    first = {
        ENTENTE: ("deploy BR-N-BC1", "place Scapa-Flow", "deploy BR-M-1", "place 0218"),
        CENTRAL: ("deploy GE-N-CL1", "place Tsingtao"),
    }
    before, after = written_before(scenario="great_war", first=first, short="off")
    assert before.where[unit("BR-M-1")] == at("0218")
    assert before.mapped & VESSELS
    assert (before.mapped, before.where) == (after.mapped, after.where)
    assert not any(isinstance(step, SetUp) for step in after.stack)
    assert not broken(after)


COURLAND, ITALY = (1, 6, 3, 3), (3, 6, 3, 3)
"""Dice of the war that the Germans begin in Libau, and of the one that Italy joins."""


def same_knowledge(side: int, *states: State) -> bool:
    """Whether a side sees and knows the same of two positions, and what it sees is what it
    knows."""
    one, other = (Knowledge(GAME, state, side) for state in states)
    assert GAME.view(states[0], side) == GAME.view(states[1], side) == one.view()
    return (one, one.hidden) == (other, other.hidden)


def test_12_9_r172_how_many_are_set_up_anew_is_not_known_bug() -> None:
    """[11.5/peace-keeping-table/1-2] One Russian corps written down in Libau, or two: the Central
    Powers were supposed to know how many had to leave it."""
    two = ("enroll RU-I-1", "station 3706", "enroll RU-I-GRNDR", "station 3706")
    one = (*two[:-1], "station 3808")
    states = [written_before(2, dice=COURLAND, first={ENTENTE: words})[1] for words in (one, two)]
    assert [waiting(state, ENTENTE).bit_count() for state in states] == [1, 2]
    assert same_knowledge(CENTRAL, *states)
    for state in states:
        # [12.1/optional-set-up] Nor is it told by who is in hand.
        choose(state, "enroll RU-I-GRNDR" if state is states[1] else "enroll RU-I-1")
    assert same_knowledge(CENTRAL, *states)


def test_12_9_r172_whether_the_other_side_sets_up_after_ours_is_not_known_bug() -> None:
    """[11.5/peace-keeping-table/3-4] Austrians written down in Fiume have to leave it, and their
    side is asked after the Italians; who waits for it to be asked could be read by the Entente."""
    enroll = "enroll AH-I-3"
    places = [(enroll, f"station {place}") for place in ("2635", "2831")]
    states = [
        written_before(2, dice=ITALY, first={CENTRAL: words}, scenario="great_war")[1]
        for words in places
    ]
    assert all(decision(state) == SetUp(ENTENTE) for state in states)
    assert [SetUp(CENTRAL) in state.stack for state in states] == [True, False]
    assert same_knowledge(ENTENTE, *states)


def test_12_9_r172_who_joined_by_the_crisis_waits_in_every_twin() -> None:
    """[11.5/peace-keeping-table/3-4] Italians were not there to be written down before."""
    _, state = written_before(2, dice=ITALY, scenario="great_war")
    assert decision(state) == SetUp(ENTENTE)
    italians = waiting(state, ENTENTE) & OF_NATION[NATION["IT"]]
    assert italians.bit_count() > 5
    for seed in range(3):
        twin = SECRETS.deal(state, CENTRAL, random.Random(seed))
        assert not italians & ~waiting(twin, ENTENTE)
