"""Chapters 12.2 and 12.4: corps that a power has lost before the scenario begins."""

from __future__ import annotations

from trenchline.games.balance_of_powers.components import FR, NATION, UNITS
from trenchline.games.balance_of_powers.deployment import set_aside_already
from trenchline.games.balance_of_powers.opening import new_game
from trenchline.games.balance_of_powers.set_aside import Losses
from trenchline.games.balance_of_powers.state import POOL, State
from trenchline.kernel.bits import members

KAISER = "kaiserschlacht"


def asked(nation: int) -> tuple[State, Losses]:
    """A power of 1918 that is asked for its losses."""
    state = new_game(KAISER, {})
    told = next(told for told in state.scenario.set_asides if told.nation == nation)
    return state, Losses(told)


def worth(state: State, nation: int) -> tuple[int, int]:
    gone = set_aside_already(state, nation)
    return gone.bit_count(), sum(UNITS[unit].effectiveness for unit in members(gone))


def test_12_4_set_aside_corps_are_offered_until_enough_are_gone_and_then_more_may_go() -> None:
    state, step = asked(FR)
    state.stack = []
    assert "end" not in step.choices(state)
    for number in range(1, 5):
        able = step.choices(state)["set_aside"]
        best = max(members(able), key=lambda unit: UNITS[unit].effectiveness)
        step.take(state, "set_aside", best)
        assert state.where[best] == POOL
        assert state.stack.pop() == step
        assert worth(state, FR)[0] == number
    assert worth(state, FR)[1] >= 7
    assert "end" in step.choices(state)
    assert "set_aside" in step.choices(state)
    assert step.why_not(state, "set_aside", next(members(set_aside_already(state, FR)))).case


def test_12_4_set_aside_the_rest_is_as_weak_as_may_be() -> None:
    for code in ("FR", "BR", "GE"):
        state, step = asked(NATION[code])
        state.stack = []
        step.take(state, "rest", 0)
        count, total = worth(state, NATION[code])
        assert count >= 4
        assert total >= 7
        assert state.stack == []
        # Without the last of them it would not have been enough.
        gone = [
            UNITS[unit].effectiveness
            for unit in members(set_aside_already(state, step.told.nation))
        ]
        assert count == 4 or total - max(gone) < 7


def test_12_2_set_aside_the_rest_is_six_corps_worth_eleven() -> None:
    state = new_game("fire_in_the_east", {})
    (told,) = state.scenario.set_asides
    Losses(told).take(state, "rest", 0)
    count, total = worth(state, told.nation)
    assert count == 6
    assert total >= 11
