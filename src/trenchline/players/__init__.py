"""Who decides: the players that are not people.

A player is asked whenever its side has a decision to make and answers with one of the choices. It
gets the game, the state as its side may see it, the choices, and a stream of random numbers of its
own; never the match's dice. Players are made anew for each match, so that one may remember what it
plans.
"""

from __future__ import annotations

from collections.abc import Callable

from trenchline.kernel.game import AnyGame
from trenchline.players.player import Player
from trenchline.players.random_player import RandomPlayer
from trenchline.players.staff_player import StaffPlayer

PLAYERS: dict[str, Callable[[], Player]] = {
    "staff": StaffPlayer,
    "random": RandomPlayer,
}
"""How to make a player, by name."""


def levels(game: AnyGame) -> list[str]:
    """The players that know how to play a game: its staff only if it has one."""
    return [name for name in PLAYERS if name != "staff" or game.staff is not None]


def make_player(name: str) -> Player:
    """A fresh player of this name; an unknown name gets a clear error."""
    if name not in PLAYERS:
        raise ValueError(f"there is no player {name!r}; there are {', '.join(sorted(PLAYERS))}")
    return PLAYERS[name]()
