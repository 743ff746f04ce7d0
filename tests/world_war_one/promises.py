"""What random games of World War I promise besides: the notation tells the whole position."""

from __future__ import annotations

import random

from tests.promises import notation_reads_back
from trenchline.kernel.match import Match


def unkept(match: Match, rng: random.Random) -> list[str]:
    """What is not kept at a position."""
    return notation_reads_back(match)
