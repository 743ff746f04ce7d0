"""What is told of matches: the table, what is new at it, its log, plans, orders and positions."""

from __future__ import annotations

from typing import Any

import msgspec

from trenchline.kernel.notes import Mark
from trenchline.kernel.odds import Odds
from trenchline.kernel.preview import PreviewView
from trenchline.kernel.supply import SideSupplyView
from trenchline.kernel.view import EndingView, FocusView, PanelView, PieceView, TrackView


class SeatAnswer(msgspec.Struct, omit_defaults=True):
    """Who sits there, as the asking browser sees it: me, open, computer or person."""

    name: str
    kind: str
    online: bool
    side: str
    powers: list[str] | msgspec.UnsetType = msgspec.UNSET
    level: str | msgspec.UnsetType = msgspec.UNSET
    invitation: str | msgspec.UnsetType = msgspec.UNSET
    vacant: bool = False
    """For whoever made the match: a guest has it who is not there; one may invite again."""


class DiceStandAnswer(msgspec.Struct):
    """Whether dice can be rolled, whom they wait for, and what the players add to the seed."""

    ready: bool
    waits: list[str]
    pledges: dict[str, str]
    lots: dict[str, str | None]


class RequestAnswer(msgspec.Struct):
    """A take-back that somebody asks for, and the dice it would lose."""

    kind: str
    by: str
    to: int
    dice: list[int]
    waiting: list[str]


class OutcomeAnswer(msgspec.Struct):
    """How the game ended."""

    winner: str | None
    reason: str
    scores: tuple[int, ...]


class VerbAnswer(msgspec.Struct, omit_defaults=True):
    """What a verb takes, and how people call it."""

    takes: str
    label: str
    ends: bool = False
    main: bool = False
    means: str = ""
    """What it comes to in any game: ``pick``, ``join``, ``idle`` ..."""
    aside: bool = False
    """Whether a plain click never means it."""
    words: dict[str, str] | msgspec.UnsetType = msgspec.UNSET


class NoteAnswer(msgspec.Struct, omit_defaults=True):
    """A line of the log, and what it names where."""

    text: str
    rank: str
    """The heading of a ``turn`` or a ``phase``, an ``act``, or a ``detail`` of it."""
    marks: tuple[Mark, ...] = ()


class LogAnswer(msgspec.Struct):
    """One choice and what came of it."""

    version: int
    side: str
    choice: str | None
    dice: tuple[int, ...]
    lines: tuple[NoteAnswer, ...]
    turn: str
    phase: str


class TableAnswer(msgspec.Struct):
    """A match as one side may see it."""

    id: str
    game: str
    title: str
    scenario: str
    options: dict[str, str]
    sheets: tuple[str, ...]
    """The maps on the table, where options leave some of the scenario's out."""
    commitment: str
    seed: str | None
    status: str
    version: int
    revision: int
    thinking: bool
    who: str
    prompt: str
    marks: tuple[Mark, ...]
    """What the prompt names."""
    you: str | None
    turn: str
    phase: str
    over: bool
    outcome: OutcomeAnswer | None
    choices: dict[str, list[str]]
    previews: list[str]
    """The verbs of which a preview can be had."""
    attacks: bool
    """Whether the best attacks can be asked for."""
    others_choose: list[str]
    """The seats of one's own side that may choose now, where one may not."""
    verbs: dict[str, VerbAnswer]
    pieces: tuple[PieceView, ...]
    tracks: tuple[TrackView, ...]
    panels: tuple[PanelView, ...]
    overlays: dict[str, tuple[str, ...]]
    markers: dict[str, tuple[str, ...]]
    legends: dict[str, str]
    lines: dict[str, tuple[str, ...]]
    focus: FocusView
    ending: EndingView
    seats: dict[str, SeatAnswer]
    can_undo_to: int | None
    last_own: int | None
    can_redo_to: int | None
    dice: DiceStandAnswer
    request: RequestAnswer | None
    odds: Odds | None
    last: LogAnswer
    origin: str | None = None
    """The match it goes on from and the version, as ``match@version``, if it does."""
    from_position: bool = False
    """Whether it began from a position of its own, not the scenario's."""


class ChangesAnswer(msgspec.Struct):
    """A table for a browser that has it as it was: what is new, and the pieces that are other."""

    since: int
    """The revision of the table that this is to be put into."""
    changes: dict[str, Any]
    pieces: list[PieceView]
    gone: list[str]
    order: list[str] | msgspec.UnsetType = msgspec.UNSET
    """The keys of all pieces, if new ones do not come last."""


class SummaryAnswer(msgspec.Struct):
    """A match in the lobby."""

    id: str
    game: str
    title: str
    scenario: str
    status: str
    seats: dict[str, SeatAnswer]
    turn: str
    phase: str
    who: str
    my_turn: bool
    version: int
    revision: int
    over: bool
    changed: float
    commitment: str
    dice: DiceStandAnswer
    from_position: bool = False
    """Whether it began from a position of somebody's own."""
    origin: str | None = None
    """The match it goes on from and the version, as ``match@version``, if it does."""


class RefusedAnswer(msgspec.Struct):
    """The order that could not be carried out, and why."""

    choice: str
    case: str
    reason: str


class OrdersAnswer(msgspec.Struct):
    """How many choices were made, what could not be made, and the table as it is then: whole, or
    what is new in it."""

    made: int
    carried: int
    """How many of the orders were carried out; units that made way for the next are not counted."""
    refused: RefusedAnswer | None
    table: TableAnswer | None = None
    changes: ChangesAnswer | None = None


class ActAnswer(msgspec.Struct, omit_defaults=True):
    """An act of a plan, and what comes of it: ``good``, ``reveals`` (something hidden), ``die``,
    ``waits`` (for another side), ``meant`` (begun and not gone through with), ``illegal`` or
    ``untried``."""

    orders: list[str]
    fate: str
    case: str = ""
    reason: str = ""
    failed: int = 0
    """Which of its choices was refused."""
    ways: tuple[PreviewView, ...] = ()
    attackers: tuple[str, ...] = ()
    """The places that the attack comes from."""
    target: str = ""
    odds: Odds | None = None


class PlanAnswer(msgspec.Struct):
    """A plan as it is kept for its owner, tried out at a version; ``table`` is what it would lead
    to, where its owner decides now."""

    version: int
    revision: int
    acts: list[ActAnswer]
    table: TableAnswer | None


class GroupAnswer(msgspec.Struct):
    """How a group is taken in hand, party by party, and where all of it can go."""

    parties: list[list[str]]
    goals: dict[str, list[str]]


class WhyAnswer(msgspec.Struct):
    """Whether a choice is legal, and if not, the case and the reason."""

    legal: bool
    case: str | None
    reason: str | None


class WrongLine(msgspec.Struct):
    """What of a position cannot be read."""

    line: int | None
    reason: str


class PositionAnswer(msgspec.Struct):
    """A position as it was looked at: what is wrong with it, what stands where, and what may be
    chosen. Of one that cannot be read there is nothing but what is wrong."""

    text: str
    """As the notation writes it; as it came, if it cannot be read."""
    scenario: str
    wrong: WrongLine | None = None
    broken: list[str] = []
    """What the game's own invariants find wrong."""
    turn: str = ""
    phase: str = ""
    who: str = ""
    prompt: str = ""
    over: bool = False
    choices: dict[str, list[str]] = {}
    verbs: dict[str, VerbAnswer] = {}
    pieces: tuple[PieceView, ...] = ()
    overlays: dict[str, tuple[str, ...]] = {}
    markers: dict[str, tuple[str, ...]] = {}
    legends: dict[str, str] = {}
    lines: dict[str, tuple[str, ...]] = {}
    phases: list[str] = []
    """The phases as the notation calls them."""
    odds: Odds | None = None
    no_odds: str = ""
    """Why there are no odds of the attack that was asked about."""
    supply: tuple[SideSupplyView, ...] = ()
    """Where supply runs, each side as it sees it, if that was asked for."""
    sheets: tuple[str, ...] = ()
    """The maps on the table, where options leave some of the scenario's out."""


class NotationAnswer(msgspec.Struct):
    """A position in the game's notation."""

    text: str


class DiceAnswer(msgspec.Struct):
    """How the dice fell: counts for 1, 2, 3 ..., and how surprising they are all in all."""

    sides: int
    rolls: int
    counts: list[int]
    expected: float
    chi_square: float
    chance: float
    """How often honest dice would stray as far as these or farther."""
    by_side: dict[str, list[int]]
