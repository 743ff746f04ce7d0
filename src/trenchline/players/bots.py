"""Players from elsewhere: somebody's own class, named where a player is named.

    my_package.bots:Hasty      a class of a module that can be imported
    path/to/bot.py:Hasty       a class of a file

A ``Bot`` is such a player with its code, so that it can be handed to another process or machine: a
file goes along as its text, a class that stands in no file (in a notebook) as a pickle. A module is
only compared: it must be installed wherever the games are played, and be the same there.

>>> bot = found("trenchline.players.random_player:RandomPlayer")
>>> bot.name, bot.how, type(made(bot)).__name__
('trenchline.players.random_player:RandomPlayer', 'module', 'RandomPlayer')
"""

from __future__ import annotations

import hashlib
import inspect
import sys
import types
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Literal

from trenchline.players.player import Player

MARK = ":"
"""What stands between the place of a class and its name."""


@dataclass(frozen=True)
class Bot:
    """A player from elsewhere, as it is handed to whoever plays."""

    name: str
    """As it was named, for results and records."""
    how: Literal["module", "file", "pickle"]
    code: bytes
    """The text of its file or module, or the class itself."""

    @property
    def fingerprint(self) -> str:
        """What tells it from a changed one of the same name."""
        return hashlib.sha256(self.code).hexdigest()[:12]


class BotError(ValueError):
    """Somebody's own player that cannot be had; says which and why."""

    def __init__(self, name: str, problem: object) -> None:
        super().__init__(f"the player {name!r} cannot be had: {problem}")


def is_bot(name: str) -> bool:
    """Whether a name is that of a player from elsewhere."""
    return MARK in name


def found(name: str) -> Bot:
    """The player that is named, with its code as it is now."""
    place, _, cls = name.rpartition(MARK)
    if not place or not cls.isidentifier():
        raise BotError(name, "it is named like module:Class or path/to/bot.py:Class")
    if place.endswith(".py"):
        try:
            code = Path(place).read_bytes()
        except OSError as error:
            raise BotError(name, error.strerror) from None
        bot = Bot(name, "file", code)
    else:
        bot = Bot(name, "module", _module_code(name, place))
    made(bot)
    return bot


def carried(cls: type[Player]) -> Bot:
    """A class as it stands in somebody's notebook, to be carried to other processes."""
    if not isinstance(cls, type):
        raise TypeError(
            f"a player is a name or a class, of which each game makes its own, not {cls!r}"
        )
    try:
        import cloudpickle  # type: ignore[import-untyped]  # it has no types
    except ImportError:
        raise BotError(
            cls.__qualname__,
            "a class is carried by the package cloudpickle: pip install cloudpickle",
        ) from None
    code: bytes = cloudpickle.dumps(cls)
    return Bot(cls.__qualname__, "pickle", code)


def made(bot: Bot) -> Player:
    """A fresh player of this kind."""
    cls = _class(bot)
    try:
        player: Player = cls()
    except Exception as error:
        raise BotError(bot.name, f"{cls.__name__}() fails: {error!r}") from None
    if not callable(getattr(player, "choose", None)):
        raise BotError(bot.name, f"{cls.__name__} has no method `choose`")
    return player


@lru_cache(maxsize=64)
def _class(bot: Bot) -> type[Player]:
    if bot.how == "pickle":
        import cloudpickle

        carried_class: type[Player] = cloudpickle.loads(bot.code)
        return carried_class
    place, _, name = bot.name.rpartition(MARK)
    if bot.how == "module":
        if _module_code(bot.name, place) != bot.code:
            raise BotError(bot.name, f"the module {place} is another one here")
        module = import_module(place)
    else:
        module = _executed(bot, place)
    cls: type[Player] | None = getattr(module, name, None)
    if cls is None or not inspect.isclass(cls):
        raise BotError(bot.name, f"there is no class {name} in {place}")
    return cls


def _executed(bot: Bot, place: str) -> types.ModuleType:
    """The module that a file makes, under a name that no other has."""
    module = types.ModuleType(f"trenchline_bot_{bot.fingerprint}")
    module.__file__ = place
    # Dataclasses and pickles look for the module of a class by its name.
    sys.modules[module.__name__] = module
    try:
        exec(compile(bot.code, place, "exec"), module.__dict__)
    except Exception as error:
        del sys.modules[module.__name__]
        raise BotError(bot.name, _told(error, place)) from None
    return module


def _module_code(name: str, place: str) -> bytes:
    try:
        module = import_module(place)
    except Exception as error:
        raise BotError(name, _told(error, place)) from None
    file = getattr(module, "__file__", None)
    return Path(file).read_bytes() if file else b""


def _told(error: Exception, place: str) -> str:
    """An error in somebody's code in one line, with the line of his file where it arose."""
    line = getattr(error, "lineno", None)
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == place:
            line = trace.tb_lineno
        trace = trace.tb_next
    where = "" if line is None else f"{place}, line {line}: "
    return f"{where}{type(error).__name__}: {getattr(error, 'msg', None) or error}"
