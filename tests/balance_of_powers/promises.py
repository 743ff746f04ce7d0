"""What random games of Balance of Powers promise besides: the notation tells the whole position,
and a set-up that is being written down does not show [12.1/optional-set-up]."""

from __future__ import annotations

import random

from tests.promises import notation_reads_back, nothing_hidden_is_told
from trenchline.kernel.match import Match


def unkept(match: Match, rng: random.Random) -> list[str]:
    """What is not kept at a position."""
    return notation_reads_back(match) + nothing_hidden_is_told(match, rng)
