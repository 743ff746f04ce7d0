"""What random games of The Great War promise besides: the notation tells the whole position, and
corps that are unknown do not show [14N2]."""

from __future__ import annotations

import random

from tests.promises import notation_reads_back, nothing_hidden_is_told
from trenchline.kernel.match import Match


def unkept(match: Match, rng: random.Random) -> list[str]:
    """What is not kept at a position."""
    return notation_reads_back(match) + nothing_hidden_is_told(match, rng)
