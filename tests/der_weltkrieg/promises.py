"""What random games of Der Weltkrieg promise besides: the notation tells the whole position, and
the enemy's supply tracks never show [17-5].

At a position some stocks of a side are changed on a copy. Whoever is not its owner must see the
same map, be asked the same, and be offered and refused the same.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from tests.promises import notation_reads_back
from trenchline.games.der_weltkrieg.components import CODES
from trenchline.games.der_weltkrieg.face import GAME
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.view import prompt_for
from trenchline.kernel.match import Match
from trenchline.kernel.play import decision
from trenchline.kernel.steps import Choice
from trenchline.kernel.verbs import Verb

STOCKS = (0, 1, 5, 98, 100)


def is_a_choice(choice: Choice, verbs: Mapping[str, Verb] = GAME.verbs) -> bool:
    """Whether a verb and a number could be written as a choice at all."""
    verb, number = choice
    known = verbs[verb].names
    if known is None:
        return number == 0
    try:
        return known.parse(known.format(number)) == number
    except (LookupError, ValueError):
        return False


def unkept(match: Match, rng: random.Random) -> list[str]:
    """What is not kept at a position."""
    return notation_reads_back(match) + _told_of(match, rng.randrange(2), rng)


def _told_of(match: Match, owner: int, rng: random.Random) -> list[str]:
    """What a side could tell of the other's stocks."""
    state: State = match.state
    twin = state.copy()
    for unit in state.stock:
        counter = state.theatre.counters[unit]
        if counter.side == owner and counter.kind == "headquarters" and state.where[unit] >= 0:
            twin.stock[unit] = rng.choice(STOCKS)
            change = twin.stock[unit] - state.stock[unit]
            twin.received[CODES.index(counter.nation)] += change
    found = []
    # To see the whole table is dear, and one of the others looks at a time.
    side = rng.choice((1 - owner, None))
    if GAME.view(state, side) != GAME.view(twin, side):
        found.append(f"the view of {side} tells of the stocks of {owner} [17-5]")
    found += [
        f"the prompt for {side} tells of the stocks of {owner} [17-5]"
        for side in (1 - owner, None)
        if prompt_for(state, side) != prompt_for(twin, side)
    ]
    step = decision(state)
    if step.who(state) == owner:
        return found
    if step.choices(twin) != match.choices:
        found.append(f"{step} offers something else when {owner} has other stocks [17-5]")
    made_up = [(verb, rng.randrange(len(state.where))) for verb in GAME.verbs]
    for verb, number in filter(is_a_choice, made_up):
        legal = match.choices.get(verb, 0) >> number & 1
        if not legal and step.why_not(state, verb, number) != step.why_not(twin, verb, number):
            found.append(f"a refusal of {verb} {number} tells of the stocks of {owner} [17-5]")
    return found
