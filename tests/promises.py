"""What several games promise at every choice of a random game."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from trenchline.kernel.game import AnyGame
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.match import Match
from trenchline.kernel.play import decision
from trenchline.kernel.position import differences
from trenchline.kernel.steps import Choice
from trenchline.kernel.verbs import Verb


def notation_reads_back(match: Match) -> list[str]:
    """The text of a position is that position, in the middle of a phase too."""
    text = match.game.notation(match.state)
    again = match.game.parse(text)
    if again.facts() != match.state.facts():
        return [f"the position reads back as another one:\n{text}"]
    if not match.over and decision(again).choices(again) != match.choices:
        return [f"the position reads back with other choices:\n{text}"]
    return []


def nothing_hidden_is_told(match: Match, rng: random.Random) -> list[str]:
    """A side is told the same of a position and of its twin, in which only what that side may not
    know is otherwise: the view, the prompt, its choices, the odds, and why not."""
    game, state = match.game, match.state
    assert game.secrets is not None
    side = rng.randrange(len(game.sides))
    twin = game.secrets.deal(state, side, rng)
    name = game.sides[side]
    found = []
    if game.view(state, side) != game.view(twin, side):
        found.append(f"the view tells {name} what is hidden: {_unlike(game, state, twin, side)}")
    known, other = Knowledge(game, state, side), Knowledge(game, twin, side)
    if known.hidden != other.hidden or known.position != other.position:
        unlike = ", ".join(differences(known.position, other.position))
        found.append(f"the knowledge of {name} tells what is hidden: {unlike}")
    if known.view() != game.view(state, side):
        unlike = _unlike(game, state, known.position, side)
        found.append(f"{name} would be shown something else than it knows: {unlike}")
    step = decision(state)
    if step.who(state) != side:
        return found
    if step.choices(twin) != match.choices:
        found.append(f"the choices of {step} tell {name} what is hidden")
    if _odds(game, state) != _odds(game, twin):
        found.append(f"the odds tell {name} what is hidden")
    for verb, number in filter(lambda c: is_a_choice(c, game.verbs), _made_up(match, rng)):
        legal = match.choices.get(verb, 0) >> number & 1
        if not legal and step.why_not(state, verb, number) != step.why_not(twin, verb, number):
            found.append(f"a refusal of {verb} {number} tells {name} what is hidden")
    return found


def is_a_choice(choice: Choice, verbs: Mapping[str, Verb]) -> bool:
    """Whether a verb and a number could be written as a choice at all."""
    verb, number = choice
    known = verbs[verb].names
    if known is None:
        return number == 0
    try:
        return known.parse(known.format(number)) == number
    except (LookupError, ValueError):
        return False


def _made_up(match: Match, rng: random.Random) -> list[Choice]:
    return [(verb, rng.randrange(len(match.state.where))) for verb in match.game.verbs]


def _odds(game: AnyGame, state: Any) -> object:
    try:
        return game.odds(state, None)
    except ValueError:
        return None


def _unlike(game: AnyGame, state: Any, twin: Any, side: int) -> str:
    """The parts of two views that differ."""
    one, other = game.view(state, side), game.view(twin, side)
    names = [name for name in one.__struct_fields__ if getattr(one, name) != getattr(other, name)]
    return ", ".join(names)
