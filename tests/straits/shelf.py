"""A shelf with Straits on it, beside a game that people play."""

from __future__ import annotations

from tests.straits.game import GAME
from trenchline import games
from trenchline.kernel.game import AnyGame


def game_names() -> list[str]:
    """Both."""
    return [GAME.name, "world_war_one"]


def load_game(name: str) -> AnyGame:
    """One of them."""
    return GAME if name == GAME.name else games.load_game(name)
