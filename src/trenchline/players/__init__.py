"""Who decides: the players that are not people.

A player is asked whenever its side has a decision to make and answers with one of the choices. It
gets what its side knows (``Knowledge``: the game, the choices, a position that agrees with it), and
a stream of random numbers of its own; never the match's dice. Players are made anew for each match,
so that one may remember what it plans.

Studies name players for what they do: ``random``, ``passing``, ``greedy``, ``staff``, ``search``
and the yardsticks ``passive``, ``turtle``, ``rush``, ``hoarder``; somebody's own by
``module:Class`` or ``path/to/bot.py:Class`` (``bots``). People sit down with a level: a cadet, a
captain or a general.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from trenchline.kernel.game import AnyGame
from trenchline.players.bots import Bot, found, is_bot, made
from trenchline.players.cadet_player import CadetPlayer
from trenchline.players.greedy_player import GreedyPlayer
from trenchline.players.passing_player import PassingPlayer
from trenchline.players.player import Player
from trenchline.players.random_player import RandomPlayer
from trenchline.players.search_player import SearchPlayer
from trenchline.players.staff_player import StaffPlayer
from trenchline.players.yardsticks import HOARDER, PASSIVE, RUSH, TURTLE, Yardstick

GENERALS_SECONDS = 6.0
"""How long the general tries things out in a turn."""


@dataclass(frozen=True)
class Level:
    """A computer player as people meet it."""

    name: str
    title: str
    summary: str
    player: Callable[[], Player]


RECRUIT = Level(
    "recruit",
    "Recruit",
    "Knows the rules and nothing else: every legal choice is as likely as any other.",
    RandomPlayer,
)
CADET = Level(
    "cadet",
    "Cadet",
    "Has learnt what a staff officer learns, but acts on impulse now and then. For your first war.",
    CadetPlayer,
)
CAPTAIN = Level(
    "captain",
    "Captain",
    "Plans like a staff officer: holds what matters and attacks where the odds pay.",
    StaffPlayer,
)
GENERAL = Level(
    "general",
    "General",
    "Follows the plans that won most wars, and tries attacks out on the map before choosing.",
    partial(SearchPlayer, seconds=GENERALS_SECONDS),
)
LEVELS = {level.name: level for level in (RECRUIT, CADET, CAPTAIN, GENERAL)}

PLAYERS: dict[str, Callable[[], Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "passing": PassingPlayer,
    "staff": StaffPlayer,
    "search": SearchPlayer,
    "passive": partial(Yardstick, PASSIVE),
    "turtle": partial(Yardstick, TURTLE),
    "rush": partial(Yardstick, RUSH),
    "hoarder": partial(Yardstick, HOARDER),
    **{level.name: level.player for level in LEVELS.values()},
}
"""How to make a player, by name."""


def levels(game: AnyGame) -> tuple[Level, ...]:
    """The levels a game is played at, weakest first; a game without a staff has recruits only."""
    return (RECRUIT,) if game.staff is None else (CADET, CAPTAIN, GENERAL)


def usual_level(game: AnyGame) -> Level:
    """Whom people sit down with unless they say otherwise."""
    return RECRUIT if game.staff is None else CAPTAIN


def make_player(name: str, bots: tuple[Bot, ...] = ()) -> Player:
    """A fresh player of this name; an unknown name gets a clear error.

    ``bots`` are players from elsewhere that are at hand already; others are looked for.
    """
    bot = next((bot for bot in bots if bot.name == name), None)
    if bot is not None:
        return made(bot)
    if is_bot(name):
        return made(found(name))
    if name not in PLAYERS:
        raise ValueError(
            f"there is no player {name!r}; there are {', '.join(sorted(PLAYERS))},"
            " and your own as module:Class or path/to/bot.py:Class"
        )
    return PLAYERS[name]()


def is_timed(player: Player) -> bool:
    """Whether a player decides by the clock, so that its games cannot be repeated."""
    return bool(getattr(player, "timed", False))


def parameters(player: Player) -> Mapping[str, object]:
    """What a player was made with, as far as it says so."""
    told: Mapping[str, object] = getattr(player, "parameters", {})
    return told
