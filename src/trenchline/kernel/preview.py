"""Previews: what would come of sending units somewhere, before anybody is sent.

A game says by its *guide* which way units would go, hex by hex and at what cost, where the enemy's
zones lie, and who is in supply. The kernel puts that together for the side that is asked: the way,
what would be left, whether those who went would be in supply, and which enemies they would stand
before. The choice is tried on a copy for it, without dice, and of the copy nothing is told but what
becomes of the side's own units.

A game without a guide that hides nothing is asked in the same manner: who has moved, goes there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from msgspec import Struct

from trenchline.kernel.bits import members
from trenchline.kernel.board import Board
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import Choice, Choices, State

if TYPE_CHECKING:
    from trenchline.kernel.game import AnyGame

S = TypeVar("S", bound=State)

ROAD, RAIL, SEA, AIR = "road", "rail", "sea", "air"
"""How a hex is gone to; each is drawn as a line of its own."""
OUT_OF_SUPPLY = "out of supply"


class Leg(NamedTuple):
    """One place on a way."""

    place: Hex
    cost: str = ""
    """What going there costs, as people say it; nothing where it is not paid by itself."""
    by: str = ROAD


class Course(NamedTuple):
    """A way that units would go."""

    units: Sequence[int]
    start: int
    legs: Sequence[Leg]
    left: str = ""
    """What they would have left, in a few words."""


@dataclass(frozen=True)
class Guide(Generic[S]):
    """What a game knows of ways that could be gone."""

    verbs: frozenset[str]
    """The choices that send units somewhere, if it can answer for them."""
    course: Callable[[S, str, int], Course | None]
    """The way of a legal choice; None where there is none to tell."""
    zone: Callable[[S, int], Hexes] = lambda state, side: 0
    """The zones of control that hinder a side."""
    supplied: Callable[[S, Sequence[int]], int] | None = None
    """How many of some units are in supply where they stand."""
    beside: Callable[[S, Hex], Hexes] | None = None
    """From where a place can be attacked; from all hexes around it, if nothing is said."""


class LegView(Struct, frozen=True, omit_defaults=True):
    """One place on a way."""

    place: str
    cost: str = ""
    by: str = ROAD
    zone: bool = False
    """Whether it lies in an enemy zone of control."""


class PreviewView(Struct, frozen=True, omit_defaults=True):
    """What a choice would bring, as far as its side can know."""

    units: tuple[str, ...]
    start: str
    legs: tuple[LegView, ...]
    left: str = ""
    supply: str = ""
    """Whether those who went would be in supply; nothing where that is not known."""
    cut_off: bool = False
    """Whether any of them would not."""
    before: tuple[str, ...] = ()
    """The enemy's counters, as the side sees them, that could attack from where they stand."""


def previewed(game: AnyGame, choices: Choices, holds: bool) -> tuple[str, ...]:
    """The verbs of some choices that a preview can be had of; ``holds`` says whether there are
    units in hand."""
    if game.guide is not None:
        return tuple(verb for verb in choices if verb in game.guide.verbs)
    if game.hides or not holds:
        return ()
    return tuple(verb for verb in choices if _takes_hexes(game, verb))


def _takes_hexes(game: AnyGame, verb: str) -> bool:
    names = game.verbs[verb].names
    return names is not None and names.takes == "hex"


def preview(
    game: AnyGame, board: Board | None, state: Any, side: int, choice: Choice
) -> PreviewView | None:
    """What a legal choice of a side would bring; None where that cannot be told."""
    verb, number = choice
    guide = game.guide
    if guide is None:
        return None if game.hides or not _takes_hexes(game, verb) else _tried(game, state, choice)
    course = guide.course(state, verb, number) if verb in guide.verbs else None
    if course is None or not course.legs:
        return None
    label, end = state.names.label, course.legs[-1].place
    zone = guide.zone(state, side)
    supply, cut_off = _supply(guide, state, choice, course)
    return PreviewView(
        tuple(state.names.key(unit) for unit in course.units),
        label(course.start) if course.start >= 0 else "",
        tuple(
            LegView(label(leg.place), leg.cost, leg.by, bool(zone >> leg.place & 1))
            for leg in course.legs
        ),
        course.left,
        supply,
        cut_off,
        _before(game, guide, board, state, side, end),
    )


def _supply(guide: Guide[Any], state: Any, choice: Choice, course: Course) -> tuple[str, bool]:
    """Whether those who go would be in supply at the end of their way."""
    if guide.supplied is None:
        return "", False
    after = state.copy()
    take(after, *choice)
    end = course.legs[-1].place
    there = [unit for unit in course.units if after.where[unit] == end]
    if len(there) < len(course.units) or not there:
        # Something comes in between: an enemy who may break in, a die.
        return "", False
    fed = guide.supplied(after, there)
    if fed == len(there):
        return "in supply", False
    return (f"{fed} of {len(there)} in supply" if fed else OUT_OF_SUPPLY), True


def _before(
    game: AnyGame, guide: Guide[Any], board: Board | None, state: Any, side: int, end: Hex
) -> tuple[str, ...]:
    """The enemy's counters that a side sees beside a place."""
    if guide.beside is not None:
        around = guide.beside(state, end)
    elif board is not None and board.hexes >> end & 1:
        around = board.grid.ring(end, 1)
    else:
        return ()
    places = {state.names.label(hex_) for hex_ in members(around)}
    hostile = {name for number, name in enumerate(game.sides) if number != side}
    pieces = game.view(state, side).pieces
    return tuple(p.key for p in pieces if p.place in places and p.side in hostile)


class Rolled(Exception):
    """Somebody wants a die."""


class NoDice:
    """Dice that nobody may roll."""

    def roll(self, sides: int, number: int) -> int:
        raise Rolled


def _tried(game: AnyGame, state: Any, choice: Choice) -> PreviewView | None:
    """Which of its own pieces a choice would move, in a game that hides nothing."""
    after, side = state.copy(), decision(state).who(state)
    take(after, *choice)
    try:
        settle(after, NoDice())
    except Rolled:
        return None
    was = {piece.key: piece.place for piece in game.view(state, side).pieces}
    moved = [
        piece
        for piece in game.view(after, side).pieces
        if piece.side == game.sides[side] and was.get(piece.key, piece.place) != piece.place
    ]
    goals = {piece.place for piece in moved}
    if len(goals) != 1:
        return None
    starved = [piece for piece in moved if OUT_OF_SUPPLY in piece.marks]
    return PreviewView(
        tuple(piece.key for piece in moved),
        was[moved[0].key],
        (LegView(goals.pop()),),
        supply=OUT_OF_SUPPLY if starved else "",
        cut_off=bool(starved),
    )
