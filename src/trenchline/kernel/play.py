"""Running a stack of steps until somebody has to decide."""

from __future__ import annotations

import random
from typing import Any, cast

from trenchline.kernel.dice import Dice
from trenchline.kernel.steps import Choices, Decision, Kind, State, pick

# Looking a member up in its enum costs as much as the rest of the loop.
_DECISION, _DUTY, _ROLL = Kind.DECISION, Kind.DUTY, Kind.ROLL


def settle(state: State, dice: Dice) -> Choices:
    """Run on to the next real decision and return its choices; at the end of the game, none.

    Duties are done, dice rolled, and a decision with a single answer is taken without asking,
    unless it is a deliberate one, or going on unasked would tell the others a secret.
    """
    stack = state.stack
    while stack:
        if state.finished:
            stack.clear()
            break
        step: Any = stack[-1]
        kind = step.kind
        if kind is _DECISION:
            choices: Choices = step.choices(state)
            if len(choices) > 1:
                return choices
            assert choices, f"{step} offers no choice"
            ((verb, numbers),) = choices.items()
            if numbers & (numbers - 1) or verb in step.deliberate or step.must_ask(state):
                return choices
            assert numbers, f"{step} offers {verb} with nothing to choose"
            stack.pop()
            step.take(state, verb, numbers.bit_length() - 1)
        elif kind is _DUTY:
            stack.pop()
            step.run(state)
        elif kind is _ROLL:
            stack.pop()
            value = dice.roll(step.sides, state.rolls)
            state.rolls += 1
            step.rolled(state, value)
        else:
            stack.pop()
            values = []
            for sides in step.dice(state):
                values.append(dice.roll(sides, state.rolls))
                state.rolls += 1
            step.thrown(state, tuple(values))
    return {}


def take(state: State, verb: str, number: int) -> None:
    """Carry out a legal choice of the decision on top of the stack, and nothing more."""
    step: Any = state.stack.pop()
    step.take(state, verb, number)


def decision(state: State) -> Decision[Any]:
    """The decision on top of the stack."""
    return cast(Decision[Any], state.stack[-1])


def play_out(state: State, dice: Dice, rng: random.Random, limit: int = 1_000_000) -> int:
    """Choose at random to the end of the game; returns how many choices that took."""
    taken = 0
    draw = rng.random
    choices = settle(state, dice)
    while choices:
        total = 0
        for numbers in choices.values():
            total += numbers.bit_count()
        verb, number = pick(choices, int(draw() * total))
        step: Any = state.stack.pop()
        step.take(state, verb, number)
        taken += 1
        if taken > limit:
            raise RuntimeError(f"no end after {limit} choices")
        choices = settle(state, dice)
    return taken
