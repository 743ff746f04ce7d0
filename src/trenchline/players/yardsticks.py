"""Yardsticks: players of one simple habit, whom everybody who claims to play must beat.

They know no more of a game than what its verbs come to (``MEANINGS``), the odds of the attack that
is being declared and where counters lie, so that they play every game there is:

- ``passive`` holds, passes and pays least;
- ``turtle`` digs in, raises what it can and never attacks;
- ``rush`` goes for the nearest enemy, attacks whenever the odds are not against it and spends all;
- ``hoarder`` does anything, but never spends a point that it need not.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from trenchline.kernel.bits import members
from trenchline.kernel.board import Board
from trenchline.kernel.hexes import Hex
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.steps import Choice, listed
from trenchline.players.past import Past

ENDS = "ends"
"""The meaning of what ends a phase."""
OTHER = "other"
"""The meaning of all that no game says more about."""
FAR = 99


@dataclass(frozen=True)
class Habit:
    """What a player would rather do: meanings in order, those in one group alike."""

    order: tuple[str, ...]
    generous: bool = False
    """Whether it pays the most that it may, or the least."""
    hunts: bool = False
    """Whether it goes for the enemy, and calls off what the odds are against."""


PASSIVE = Habit(("ends idle", "leave", "other give", "move pick", "fortify", "spend fight attack"))
TURTLE = Habit(
    ("fortify", "spend", "pick", "idle", "ends", "leave", "other give", "move", "fight attack")
)
RUSH = Habit(
    ("join", "fight", "attack", "spend", "pick move", "other", "idle", "fortify", "ends", "give"),
    generous=True,
    hunts=True,
)
HOARDER = Habit(("pick move idle attack join fight leave fortify other give ends", "spend"))


class Yardstick:
    """A player of one habit."""

    def __init__(self, habit: Habit) -> None:
        self.habit = habit
        self._rank = {
            meaning: rank for rank, group in enumerate(habit.order) for meaning in group.split()
        }
        self._past = Past()

    def choose(self, known: Knowledge[Any], rng: random.Random) -> Choice:
        """What the habit likes best and was not tried in this very position."""
        game, choices = known.game, known.choices
        rank = dict(self._rank)
        wanted: dict[Hex, int] = {}
        if self.habit.hunts:
            if _is_against(known):
                rank["leave"], rank["fight"] = -1, len(rank)
            wanted = _ways(known)
        last = len(self.habit.order)

        def liking(choice: Choice) -> tuple[float, float, float]:
            verb, number = choice
            told = game.verbs[verb]
            meaning = ENDS if told.ends else told.means or OTHER
            place: float = rank.get(meaning, last)
            detail = 0.0
            if told.names is not None and told.names.takes == "amount":
                detail = -number if self.habit.generous else number
            elif told.means == "move" and number in wanted:
                detail = wanted[number]
                if detail >= 0:
                    # Nowhere nearer to anybody: stay.
                    place = rank.get("idle", last) + 0.5
            return place, detail, rng.random()

        return self._past.fresh(known.position, sorted(listed(choices), key=liking))


def _is_against(known: Knowledge[Any]) -> bool:
    """Whether the attack that is being declared meets more strength than it brings."""
    game = known.game
    meanings = {game.verbs[verb].means for verb in known.choices}
    if "join" in meanings or not {"fight", "leave"} <= meanings:
        return False
    odds = known.odds() if game.open_odds(known.position) else None
    return odds is not None and odds.attack_total < odds.defence_total


def _ways(known: Knowledge[Any]) -> dict[Hex, int]:
    """How much farther from the nearest enemy than now every hex is to which one may go."""
    game, choices = known.game, known.choices
    board = game.board
    if board is None:
        return {}
    goals = 0
    for verb, numbers in choices.items():
        names = game.verbs[verb].names
        if game.verbs[verb].means == "move" and names is not None and names.takes == "hex":
            goals |= numbers & board.hexes
    if not goals:
        return {}
    view = known.view()
    moving, enemies = [], []
    for piece in view.pieces:
        hex_ = _hex(board, piece.place)
        if hex_ is None:
            continue
        if piece.key in view.focus.units:
            moving.append(hex_)
        elif piece.side in game.sides and piece.side != game.sides[known.side]:
            enemies.append(hex_)
    if not enemies:
        return {}

    def away(hex_: Hex) -> int:
        return min(board.grid.distance(hex_, enemy) for enemy in enemies)

    now = away(moving[0]) if moving else FAR
    return {goal: away(goal) - now for goal in members(goals)}


def _hex(board: Board, label: str) -> Hex | None:
    """The hex with this label; None for boxes and piles off the map."""
    try:
        found = board.grid.hex(label)
    except ValueError:
        return None
    return found if board.hexes >> found & 1 else None
