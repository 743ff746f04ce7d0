"""What a decision is about: whoever wants something else is told so."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.steps import Refusal

Answer = Callable[[Any, State, str, int], Refusal]


def asked(case: str, *verbs: str) -> Callable[[Answer], Answer]:
    """For a ``why_not`` that knows what some verbs lack; all others are out of turn [4.0.1]."""

    def about(answer: Answer) -> Answer:
        @wraps(answer)
        def why_not(step: Any, state: State, verb: str, number: int) -> Refusal:
            if verb not in verbs:
                return Refusal(case, "something else is decided now")
            return answer(step, state, verb, number)

        return why_not

    return about
