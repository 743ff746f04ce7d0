"""Chapter 15: victory points and who has won."""

from __future__ import annotations

from trenchline.games.world_war_one.components import (
    ALLIED,
    BLOCKADE_POINTS,
    CENTRAL,
    CENTRE_POINTS,
    SIDES,
)
from trenchline.games.world_war_one.state import State
from trenchline.kernel.game import Outcome


def tally(state: State, side: int) -> list[tuple[str, int]]:
    """A side's victory points as they stand, item by item."""
    items = []
    # [15.1] Five for each resource centre the side was the last to enter.
    centres = state.centres[side].bit_count()
    items.append((f"{centres} resource centres", centres * CENTRE_POINTS))
    # [15.2] [15.3] Surrender of Russia, neutrals violated by the enemy.
    items += [(reason, points) for _, owner, points, reason in state.ledger if owner == side]
    # [15.4] The blockade of Germany.
    if side == ALLIED:
        items.append(("blockade", BLOCKADE_POINTS))
    return items


def score(state: State, side: int) -> int:
    """A side's victory points: the sum of ``tally``, which many ask for at every choice."""
    points = state.centres[side].bit_count() * CENTRE_POINTS
    points += BLOCKADE_POINTS if side == ALLIED else 0
    for _, owner, more, _ in state.ledger:
        if owner == side:
            points += more
    return points


def outcome(state: State) -> Outcome:
    """[15.0] Most victory points win after the tenth turn; equal points are a draw [R54]."""
    scores = (score(state, ALLIED), score(state, CENTRAL))
    if scores[ALLIED] == scores[CENTRAL]:
        return Outcome(None, "equal victory points", scores)
    winner = ALLIED if scores[ALLIED] > scores[CENTRAL] else CENTRAL
    margin = abs(scores[ALLIED] - scores[CENTRAL])
    return Outcome(winner, f"{SIDES[winner]} victory by {margin} points", scores)
