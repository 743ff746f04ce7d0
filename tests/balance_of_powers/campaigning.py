"""A half of a fortnight played by words, as a person would write the choices."""

from __future__ import annotations

from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import position
from trenchline.games.balance_of_powers.calendar import month_number
from trenchline.games.balance_of_powers.components import CENTRAL, FR, GE
from trenchline.games.balance_of_powers.march import Campaign
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.verbs import VERBS
from trenchline.kernel.dice import Dice
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import Refusal

FROM, TO = "1224", "1124"
"""Two hexes of Lorraine with nothing between them."""


def begun(state: State, side: int = CENTRAL) -> State:
    """The half of a side begins."""
    state.stack = [Campaign(side)]
    state.phasing = side
    settle(state, Loaded())
    return state


def choose(state: State, *words: str, dice: Dice | None = None) -> None:
    """Make choices, one after the other; each must be offered."""
    for word in words:
        verb, _, name = word.partition(" ")
        names = VERBS[verb].names
        number = names.parse(name) if names is not None else 0
        offered = decision(state).choices(state).get(verb, 0)
        assert offered >> number & 1, f"{word}: {decision(state).why_not(state, verb, number)}"
        take(state, verb, number)
        settle(state, dice or Loaded())


def offered(state: State, verb: str) -> int:
    """What may be chosen with a verb now."""
    return decision(state).choices(state).get(verb, 0)


def refused(state: State, word: str) -> Refusal:
    """Why a choice is not offered."""
    verb, _, name = word.partition(" ")
    names = VERBS[verb].names
    number = names.parse(name) if names is not None else 0
    assert not offered(state, verb) >> number & 1, f"{word} is offered"
    return decision(state).why_not(state, verb, number)


def lorraine(
    germans: str, french: str, *, dug_in: str = "", month: str = "April 1915", points: int = 9
) -> State:
    """Germans in 1224 and French in 1124, in good weather, and the German half begins."""
    state = position({FROM: germans, TO: french}, entrenched=dug_in, month=month_number(month))
    state.points[GE] = state.points[FR] = points
    return begun(state)


def attack(state: State, *words: str, dice: tuple[int, ...] = ()) -> State:
    """The whole German stack attacks, Germany pays, and so on."""
    rolled = Loaded(*dice)
    choose(state, f"stack {FROM}", f"attack {TO}", "pay GE", *words, dice=rolled)
    return state
