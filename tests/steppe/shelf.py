"""A shelf with large games: the Steppe, Balance of Powers, and one that people play."""

from __future__ import annotations

from tests.steppe.game import FOLDER, GAME
from tests.steppe.land import paint_all
from trenchline import games
from trenchline.games.balance_of_powers.face import GAME as BALANCE_OF_POWERS
from trenchline.kernel.game import AnyGame

paint_all(FOLDER / "map")
OWN: dict[str, AnyGame] = {game.name: game for game in (GAME, BALANCE_OF_POWERS)}


def game_names() -> list[str]:
    """All three."""
    return [*OWN, "world_war_one"]


def load_game(name: str) -> AnyGame:
    """One of them."""
    return OWN[name] if name in OWN else games.load_game(name)
