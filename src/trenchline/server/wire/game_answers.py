"""What is told of games: their scenarios, lessons, rules and boards."""

from __future__ import annotations

import msgspec

from trenchline.kernel.looks import Chart, NationLook
from trenchline.kernel.odds import Odds


class ScenarioAnswer(msgspec.Struct):
    """A way to set the game up, and for whom it is."""

    name: str
    title: str
    summary: str
    minutes: int = 0
    """How long one person takes against the computer; 0 where nobody has said."""
    complexity: int = 0
    """From 1 to 5 over all games."""
    learns: str = ""
    start: bool = False
    """Whether it is the one to begin with."""


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


class MomentAnswer(msgspec.Struct, omit_defaults=True):
    """Something to read, to do (one of the choices goes on), or to look on at (others play)."""

    words: str
    points: tuple[str, ...] = ()
    choose: tuple[str, ...] = ()
    otherwise: str = ""
    plays: tuple[str, ...] = ()
    instead: dict[str, str] = {}


class LessonAnswer(msgspec.Struct):
    """A lesson, to be played at a table of its own: what it is about."""

    name: str
    title: str
    summary: str
    minutes: int
    side: str


class TaughtAnswer(LessonAnswer):
    """A lesson with all that is taught in it."""

    done: str
    moments: list[MomentAnswer]
    next: LessonAnswer | None = None
    """The lesson that comes after it."""


class GuidedAnswer(msgspec.Struct):
    """A guided first game: the scenario and the side to take, and whom to play against."""

    scenario: str
    side: str
    level: str


class AdviceAnswer(msgspec.Struct, omit_defaults=True):
    """Something to be said once, when its phase is there, or its verb on offer."""

    words: str
    phase: str = "*"
    verb: str = ""
    watch: bool = False
    """Whether it is said while others decide."""
    points: tuple[str, ...] = ()


class AdviserAnswer(msgspec.Struct):
    """All that the adviser of a side has to say in a first game."""

    side: str
    welcome: str
    advice: list[AdviceAnswer]


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
    guide: str = ""
    """Where the guide to the game is read, if there is one."""
    lessons: list[LessonAnswer] = []
    guided: GuidedAnswer | None = None


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
    also: str = ""
    """Other words by which people ask for it."""


class TriedAnswer(msgspec.Struct, omit_defaults=True):
    """Something one might wish to do in an example, and why it cannot be done, if it cannot."""

    words: str
    allowed: bool = True
    case: str = ""
    reason: str = ""


class ExampleAnswer(msgspec.Struct):
    """A case shown on a small board."""

    name: str
    cases: tuple[str, ...]
    """Where it stands in the rulebook; the first is what it is about."""
    title: str
    words: str
    position: str
    picture: str
    width: int
    height: int
    described: str
    """Who stands where in the picture."""
    tries: list[TriedAnswer]
    odds: tuple[Odds, ...]


class TermAnswer(msgspec.Struct):
    """A word of a game: the forms it is written in, what it means, the case that tells more."""

    term: str
    forms: tuple[str, ...]
    says: str
    case: str


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
    sides: tuple[str, ...]
    """In their order: counters of the second have a shape of their own."""
    maps: list[MapAnswer] = []
    guide: str = ""
    """Where the guide to the game is read, if there is one."""
