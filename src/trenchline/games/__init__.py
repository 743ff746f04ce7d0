"""The games, each in a package of its own that offers ``GAME``."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from trenchline.kernel.game import AnyGame


def game_names() -> list[str]:
    """The names of all games."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


def load_game(name: str) -> AnyGame:
    """The game with this name; an unknown name gets a clear error."""
    if name not in game_names():
        raise ValueError(f"there is no game {name!r}; there are {', '.join(game_names())}")
    game: AnyGame = import_module(f"{__name__}.{name}").GAME
    return game
