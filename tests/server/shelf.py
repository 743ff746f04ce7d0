"""The games of the server's tests: two small ones, one that breaks, and the real ones."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.kernel import pebbles
from tests.server import sealed
from trenchline import games
from trenchline.kernel.game import AnyGame
from trenchline.kernel.view import View


def _brittle_view(state: pebbles.Pebbles, side: int | None) -> View:
    if state.heaps[0] == 0:
        raise RuntimeError("heap a is gone, and nobody thought of that")
    return pebbles.view(state, side)


BRITTLE: Any = replace(pebbles.GAME, name="brittle", title="Brittle", view=_brittle_view)
OWN: dict[str, AnyGame] = {
    "pebbles": pebbles.GAME,
    "sealed": sealed.GAME,
    "brittle": BRITTLE,
}


def game_names() -> list[str]:
    """The games of the tests first."""
    return [*OWN, "world_war_one", "no_such_game"]


def load_game(name: str) -> AnyGame:
    """One of them."""
    if name in OWN:
        return OWN[name]
    return games.load_game(name)
