"""What random games of Der Weltkrieg promise besides: the notation tells the whole position, and
the enemy's supply tracks never show [17-5]."""

from __future__ import annotations

import random

from tests.promises import notation_reads_back, nothing_hidden_is_told
from trenchline.games.der_weltkrieg.face import GAME
from trenchline.games.der_weltkrieg.hidden import deal
from trenchline.games.der_weltkrieg.view import prompt_for
from trenchline.kernel.match import Match


def unkept(match: Match, rng: random.Random) -> list[str]:
    """What is not kept at a position."""
    return (
        notation_reads_back(match) + nothing_hidden_is_told(match, rng) + _told_at_large(match, rng)
    )


def _told_at_large(match: Match, rng: random.Random) -> list[str]:
    """What those who look on could tell of a side's stocks."""
    state, owner = match.state, rng.randrange(2)
    twin = deal(state, 1 - owner, rng)
    found = []
    if prompt_for(state, None) != prompt_for(twin, None):
        found.append(f"the prompt tells of the stocks of {owner} [17-5]")
    if rng.random() < 0.3 and GAME.view(state, None) != GAME.view(twin, None):
        found.append(f"the view of those who look on tells of the stocks of {owner} [17-5]")
    return found
