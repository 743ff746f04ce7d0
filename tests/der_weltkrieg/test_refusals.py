"""Why not: each cause has its reason, each reason one cause."""

from __future__ import annotations

from tests.refusals import SaysWhyNot
from trenchline.games.der_weltkrieg.face import GAME


class TestRefusals(SaysWhyNot):
    """Der Weltkrieg says why not."""

    game = GAME
