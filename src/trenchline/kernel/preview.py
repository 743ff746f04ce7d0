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

from trenchline.kernel.board import Board
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import Choice, Choices, State
from trenchline.kernel.supply import Supply
from trenchline.kernel.threats import threats
from trenchline.kernel.view import View

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
    risk: bool = False
    """Whether something may end the way there, or harm who goes it."""


class Course(NamedTuple):
    """A way that units would go."""

    units: Sequence[int]
    start: int
    legs: Sequence[Leg]
    left: str = ""
    """What they would have left, in a few words."""
    risk: str = ""
    """What may happen on the way, in a few words."""


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
    threats: Callable[[S, Hex], int] | None = None
    """Who could attack there, of all units that stand where it can be attacked from; everybody, if
    nothing is said."""
    comers: Callable[[S, int, Hexes], int] | None = None
    """Who of a side could march in its next movement into one of some hexes, and attack from there;
    whom the other side does not see, as if he were whoever he might be."""
    forces: Callable[[S], Sequence[Sequence[int]]] | None = None
    """Who stands together beside an enemy, where units are taken in hand before they attack
    (``kernel/prospects.py``)."""
    supply: Callable[[S, int], Supply] | None = None
    """The supply of a side: its sources, reach and lines (``kernel/supply.py``)."""


class LegView(Struct, frozen=True, omit_defaults=True):
    """One place on a way."""

    place: str
    cost: str = ""
    by: str = ROAD
    zone: bool = False
    """Whether it lies in an enemy zone of control."""
    risk: bool = False
    """Whether something may end the way there, or harm who goes it."""


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
    coming: tuple[str, ...] = ()
    """Those that could march up in their next movement, and attack then."""
    risk: str = ""
    """What may happen on the way."""


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
    game: AnyGame,
    board: Board | None,
    state: Any,
    side: int,
    choice: Choice,
    ahead: bool = True,
    seen: View | None = None,
) -> PreviewView | None:
    """What a legal choice of a side would bring; None where that cannot be told. Enemies who could
    march up are told if one looks so far ``ahead``. ``seen`` is what the side sees of the position,
    if the caller has it at hand: it takes longer than all the rest."""
    verb, number = choice
    guide = game.guide
    if guide is None:
        return None if game.hides or not _takes_hexes(game, verb) else _tried(game, state, choice)
    course = guide.course(state, verb, number) if verb in guide.verbs else None
    if course is None or not course.legs:
        return None
    label, end = state.names.label, course.legs[-1].place
    zone = guide.zone(state, side)
    then = state.copy()
    take(then, *choice)
    # Else something comes in between: an enemy who may break in, a die.
    arrived = bool(course.units) and all(then.where[unit] == end for unit in course.units)
    supply, cut_off = _supply(guide, then, course) if arrived else ("", False)
    later = then if arrived else state
    found = threats(game, guide, board, state, later, side, end, ahead, seen)
    return PreviewView(
        tuple(state.names.key(unit) for unit in course.units),
        label(course.start) if course.start >= 0 else "",
        tuple(
            LegView(label(leg.place), leg.cost, leg.by, bool(zone >> leg.place & 1), leg.risk)
            for leg in course.legs
        ),
        course.left,
        supply,
        cut_off,
        found.beside,
        found.coming,
        course.risk,
    )


def _supply(guide: Guide[Any], then: Any, course: Course) -> tuple[str, bool]:
    """Whether those who have gone somewhere are in supply there."""
    if guide.supplied is None:
        return "", False
    fed, gone = guide.supplied(then, course.units), len(course.units)
    if fed == gone:
        return "in supply", False
    return (f"{fed} of {gone} in supply" if fed else OUT_OF_SUPPLY), True


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
