"""Every refusal says why, and says one thing."""

from __future__ import annotations

from tests.refusals import SaysWhyNot
from trenchline.games.balance_of_powers import GAME


class TestRefusals(SaysWhyNot):
    """Asked of random play; ``causes.py`` tells what some reasons claim."""

    game = GAME
