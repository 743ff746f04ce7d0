"""What Straits promises at every choice of a random game."""

from __future__ import annotations

import random

from tests.promises import notation_reads_back
from trenchline.kernel.match import Match


def unkept(match: Match, rng: random.Random) -> list[str]:
    """Everything that is not kept."""
    return notation_reads_back(match)
