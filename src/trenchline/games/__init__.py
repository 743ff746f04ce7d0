"""The games, each in a package of its own that offers ``GAME``."""

from __future__ import annotations

import pkgutil
import re
import sys
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path

from trenchline.kernel import editions
from trenchline.kernel.editions import Edition
from trenchline.kernel.game import AnyGame
from trenchline.kernel.record import Record, RecordError

SHELF = Path(__file__).parent
"""Where the games stand."""


def game_names() -> list[str]:
    """The names of all games that can be played: whose package offers ``GAME``."""
    return list(_offered())


@cache
def _offered() -> tuple[str, ...]:
    """Looked up once: a server asks at every request."""
    modules = pkgutil.iter_modules(__path__)
    return tuple(sorted(m.name for m in modules if m.ispkg and _offers_game(m.name)))


def _offers_game(name: str) -> bool:
    """Whether a package says so, without loading it."""
    text = (files(__name__) / name / "__init__.py").read_text(encoding="utf-8")
    return re.search(r"\bGAME\b", text) is not None


def load_game(name: str) -> AnyGame:
    """The game with this name; an unknown name gets a clear error."""
    if name not in game_names():
        raise ValueError(f"there is no game {name!r}; there are {', '.join(game_names())}")
    game: AnyGame = import_module(f"{__name__}.{name}").GAME
    return game


def game_of(record: Record) -> AnyGame:
    """The game that a record is of; an unknown one is an error with its line."""
    try:
        return load_game(record.header.game)
    except ValueError as error:
        raise RecordError(1, str(error)) from None


def use_edition(folder: Path) -> Edition:
    """Play an edition of a game from now on; the game must not be loaded yet."""
    edition = editions.open_edition(folder, SHELF)
    if f"{__name__}.{edition.game}" in sys.modules:
        raise ValueError(f"{edition.game} is loaded already; name its edition first")
    editions.use_edition(edition, SHELF / edition.game)
    return edition
