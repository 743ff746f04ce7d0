"""What goes over the wire: requests as pydantic models, answers as msgspec structs.

Requests are few and come from strangers, so pydantic checks them; answers are many and large, so
msgspec writes them. Both stand in the OpenAPI document.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import Response
from pydantic import BaseModel, ConfigDict, Field

from trenchline.kernel.looks import Chart, NationLook
from trenchline.kernel.notes import Mark
from trenchline.kernel.odds import Odds
from trenchline.kernel.view import EndingView, FocusView, PanelView, PieceView, TrackView

Word = Annotated[str, Field(min_length=1, max_length=80)]
SeatName = Annotated[str, Field(min_length=1, max_length=200)]
SideName = Annotated[str, Field(min_length=1, max_length=40)]
Pledge = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
LotNumber = Annotated[str, Field(pattern=r"^[0-9a-f]{32,64}$")]
Version = Annotated[int, Field(ge=0, le=1_000_000)]


class Request(BaseModel):
    """What every request has: no fields but its own."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewMatch(Request):
    """A match to begin. A seat is ``me``, ``open`` or ``computer:LEVEL``.

    Seats are named by their sides; a side that several people share has a seat for each, named like
    ``Allied: France, Italy``, which together have all powers of the side.

    ``pledge`` is the hash of the number that its maker will add to the seed.
    """

    game: Word
    scenario: Word | None = None
    options: dict[Word, Word] = Field(default_factory=dict, max_length=50)
    seats: dict[SeatName, Word] = Field(max_length=20)
    pledge: Pledge | None = None


class Joining(Request):
    """Sitting down; ``pledge`` is the hash of the number that one will add to the seed."""

    pledge: Pledge | None = None


class GivenLot(Request):
    """The number that one has pledged; null for a number that is lost."""

    side: SideName
    number: LotNumber | None


class NewChoice(Request):
    """A choice for a side, made on seeing a version (and revision, to be quite sure)."""

    side: SideName
    choice: Word
    version: Version
    revision: Version | None = None
    light: bool = False
    """Whether only what is new since then is wanted as the answer."""


class Invite(Request):
    """A seat to invite somebody to, by the name that a summary gives it."""

    seat: Annotated[str, Field(min_length=1, max_length=200)]


class WhyNot(Request):
    """A choice to ask about."""

    side: SideName
    choice: Word


class NewPreview(Request):
    """A choice to look ahead at, on seeing a version."""

    side: SideName
    choice: Word
    version: Version


class NewOrders(Request):
    """Choices for a side, to be made one after the other on seeing a version; what is new since
    then is answered to whoever names the revision that it has."""

    side: SideName
    orders: Annotated[list[Word], Field(min_length=1, max_length=60)]
    version: Version
    revision: Version | None = None


class NewGroup(Request):
    """Units that are to go somewhere together."""

    side: SideName
    units: Annotated[list[Word], Field(min_length=1, max_length=40)]
    version: Version


class Undo(Request):
    """Take back to a version; ``ask`` the others where it is not free."""

    side: SideName
    to: Version
    ask: bool = True


class Redo(Request):
    """Make choices that were taken back again, to a version."""

    side: SideName
    to: Version


class UndoAnswer(Request):
    """What a side says to the take-back that is asked for."""

    side: SideName
    accept: bool


class Credentials(Request):
    """Who one is."""

    name: Annotated[str, Field(min_length=2, max_length=40)]
    password: Annotated[str, Field(min_length=8, max_length=200)]


class ScenarioAnswer(msgspec.Struct):
    """A way to set the game up."""

    name: str
    title: str
    summary: str


class OptionAnswer(msgspec.Struct):
    """A rule the players may agree on."""

    name: str
    title: str
    summary: str
    case: str
    values: tuple[str, ...]
    default: str


class LevelAnswer(msgspec.Struct):
    """A computer player to sit down with."""

    name: str
    title: str
    summary: str
    usual: bool


class GameAnswer(msgspec.Struct):
    """A game in the lobby."""

    name: str
    title: str
    year: int
    summary: str
    sides: tuple[str, ...]
    scenarios: list[ScenarioAnswer]
    options: list[OptionAnswer]
    players: list[LevelAnswer]
    picture: str | None
    powers: dict[str, tuple[str, ...]]
    """For each side the powers that several people can share, the leading one first."""
    provenance: str = ""
    """Two sentences about where its counters, map and tables come from."""
    edition: str = ""
    """The title of the edition that is played, if it is not ours."""


class OriginAnswer(msgspec.Struct):
    """Where a row of the data comes from, and how we know."""

    source: str
    said: str
    note: str


class ProvenanceAnswer(msgspec.Struct):
    """Where everything on a board comes from: counters by key, hexes and their places by number."""

    counters: dict[str, OriginAnswer]
    hexes: dict[str, OriginAnswer]
    places: dict[str, dict[str, OriginAnswer]]


class CaseAnswer(msgspec.Struct):
    """A case of the rulebook in our own words, or a ruling."""

    case: str
    kind: str
    title: str
    summary: str


class PlaceAnswer(msgspec.Struct):
    """Something that stands in a hex."""

    kind: str
    name: str
    owner: str
    value: int


class HexAnswer(msgspec.Struct):
    """A hex: where its centre lies, and what is known of it."""

    label: str
    x: float
    y: float
    facts: dict[str, str]
    places: list[PlaceAnswer]


class BoxAnswer(msgspec.Struct):
    """A place off the hexes."""

    name: str
    title: str
    x: float
    y: float
    width: float
    height: float


class PictureAnswer(msgspec.Struct):
    """A picture that lies on the map; ``&width=`` asks for one of its widths, in pixels."""

    url: str
    x: float
    y: float
    width: float
    height: float
    widths: tuple[int, ...]


class OverlayAnswer(msgspec.Struct):
    """The drawing of the map, in map units."""

    url: str


class MapAnswer(msgspec.Struct):
    """One of the maps on the table: where it lies, its picture, and its drawing in map units from
    its own corner. A link of the page shows it by its name."""

    name: str
    title: str
    scale: str
    x: float
    y: float
    width: float
    height: float
    background: PictureAnswer | None
    overlay: OverlayAnswer | None


class BoardAnswer(msgspec.Struct):
    """Everything about a board that never changes.

    ``maps`` has the maps of a board of several, all on one table; they have pictures of their own.
    """

    game: str
    title: str
    orientation: str
    unit: int
    width: float
    height: float
    hexes: list[HexAnswer]
    boxes: list[BoxAnswer]
    background: PictureAnswer | None
    overlay: OverlayAnswer | None
    nations: dict[str, NationLook]
    charts: tuple[Chart, ...]
    said: dict[str, str]
    """What is said of each source that a chart may name."""
    phases: tuple[str, ...]
    maps: list[MapAnswer] = []


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


class RefusedAnswer(msgspec.Struct):
    """The order that could not be carried out, and why."""

    choice: str
    case: str
    reason: str


class OrdersAnswer(msgspec.Struct):
    """How many choices were made, what could not be made, and the table as it is then: whole, or
    what is new in it."""

    made: int
    refused: RefusedAnswer | None
    table: TableAnswer | None = None
    changes: ChangesAnswer | None = None


class GroupAnswer(msgspec.Struct):
    """How a group is taken in hand, party by party, and where all of it can go."""

    parties: list[list[str]]
    goals: dict[str, list[str]]


class WhyAnswer(msgspec.Struct):
    """Whether a choice is legal, and if not, the case and the reason."""

    legal: bool
    case: str | None
    reason: str | None


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


class MeAnswer(msgspec.Struct):
    """Who the browser is: local, account, guest or nobody."""

    kind: str
    name: str
    local: bool


class JoinedAnswer(msgspec.Struct):
    """The seat that an invitation gave."""

    match: str
    side: str
    seat: str
    commitment: str
    pledges: dict[str, str]


class DoneAnswer(msgspec.Struct):
    """It is done."""

    done: bool = True


class NewsAnswer(msgspec.Struct):
    """What the websocket tells: enough to know that one should look again."""

    version: int
    revision: int
    who: str
    status: str
    thinking: bool
    request: bool
    ready: bool
    presence: list[str]


def answer(data: Any, status: int = 200) -> Response:
    """An answer in JSON."""
    return Response(msgspec.json.encode(data), status, None, "application/json")
