"""A shelf with the Steppe, its maps painted, and a game that people play."""

from __future__ import annotations

from tests.steppe.game import FOLDER, GAME
from tests.steppe.land import paint_all
from trenchline import games
from trenchline.kernel.game import AnyGame

paint_all(FOLDER / "map")


def game_names() -> list[str]:
    """Both."""
    return [GAME.name, "world_war_one"]


def load_game(name: str) -> AnyGame:
    """One of them."""
    return GAME if name == GAME.name else games.load_game(name)
