"""Why not: each reason has one cause, in random games with all options."""

from __future__ import annotations

from tests.refusals import SaysWhyNot
from trenchline.games.kaisers_war import GAME


class TestRefusals(SaysWhyNot):
    """What random play asks of the refusals."""

    game = GAME
