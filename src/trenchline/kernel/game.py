"""What a game must offer so that anybody can play it: the face of a game package."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property, wraps
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from trenchline.kernel.board import Board
from trenchline.kernel.chronicle import Chronicle
from trenchline.kernel.editions import Edition, data_folder, edition_in_use
from trenchline.kernel.looks import Box, Chart, Looks
from trenchline.kernel.odds import Odds
from trenchline.kernel.powers import Powers
from trenchline.kernel.preview import Guide
from trenchline.kernel.secrets import Secrets
from trenchline.kernel.shown import game_html
from trenchline.kernel.staff import Staff
from trenchline.kernel.steps import Choice, Refusal, State
from trenchline.kernel.verbs import Verb
from trenchline.kernel.view import LogView, View

GameState = TypeVar("GameState", bound=State)

NO_OPTIONS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Scenario:
    """A way to set the game up."""

    name: str
    title: str
    summary: str


@dataclass(frozen=True)
class Map:
    """What a scenario is played on: a board, and the folder with its style and picture."""

    board: Board
    folder: Path
    boxes: tuple[Box, ...] | None = None
    """The boxes that lie beside it, where scenarios differ in them."""
    smaller: Mapping[frozenset[str], Map] = field(default_factory=dict)
    """What lies on the table instead where players leave sheets out, by those that are left."""
    chart: str = ""
    """What the boxes are called together, where they are a place of their own beside the maps."""


@dataclass(frozen=True)
class Option:
    """A rule the players may agree on."""

    name: str
    title: str
    summary: str
    case: str
    values: tuple[str, ...] = ("off", "on")

    @property
    def default(self) -> str:
        """What holds when nobody says otherwise."""
        return self.values[0]


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    winner: int | None
    reason: str
    scores: tuple[int, ...]


@dataclass(frozen=True, repr=False)
class Game(Generic[GameState]):
    """A game, ready to be played."""

    name: str
    title: str
    year: int
    summary: str
    rules: str
    """The version of our rules code that records are written under."""
    sides: tuple[str, ...]
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...]
    verbs: Mapping[str, Verb]
    """Every verb: how its number is written, how people call it, whether it ends a phase."""
    folder: Path
    """The package of the game: its rulebook, its rulings and its code."""
    new: Callable[[str, Mapping[str, str]], GameState]
    view: Callable[[GameState, int | None], View]
    outcome: Callable[[GameState], Outcome]
    odds: Callable[[GameState, str | None], Odds]
    """The odds of the attack being declared, or of an attack described in the game's notation."""
    parse: Callable[[str], GameState]
    notation: Callable[[GameState], str]
    broken: Callable[[GameState], list[str]] = field(default=lambda state: [])
    """Everything that is wrong with a position: the invariants that must hold at every choice."""
    staff: Staff[GameState] | None = None
    """How the computer thinks about the game, if anybody has taught it."""
    chronicle: Chronicle[GameState] | None = None
    """What studies of many games look at, if anybody has said."""
    board: Board | None = None
    """The board; where scenarios have boards of their own, the one of the first scenario."""
    maps: Mapping[str, Map] = field(default_factory=dict)
    """The map of each scenario, where they are not all played on the one in ``map/``."""
    sheets_of: Callable[[GameState], Collection[str]] | None = None
    """The sheets that a position is played on, where players may leave some of them out."""
    looks: Looks = field(default_factory=Looks)
    """The colours of nations, and the boxes off the map."""
    charts: tuple[Chart, ...] = ()
    phases: tuple[str, ...] = ()
    """The phases of a turn in the rulebook's order, as ``View.phase`` names them."""
    phase_of: Callable[[GameState], str] | None = None
    """The phase of a position by itself, as ``View.phase`` names it, where a view would be dear."""
    powers: Powers | None = None
    """How a side can be divided among several people, where the game has nations."""
    die: int = 6
    """How many sides the dice have."""
    secrets: Secrets[GameState] | None = None
    """What a side may not know, in a game that hides something."""
    guide: Guide[GameState] | None = None
    """Which ways units would go, for previews; without one what a game that hides nothing would do
    is tried out."""
    unsound: Callable[[], list[str]] = field(default=list)
    """What is wrong with the data as a whole: names that rules rely on, land that is cut off."""

    def __post_init__(self) -> None:
        """Let whoever begins a game be told what there is not."""
        begin = self.new

        @wraps(begin)
        def new(scenario: str | None = None, options: Mapping[str, str] = NO_OPTIONS) -> GameState:
            return begin(*self.settled(scenario, options))

        object.__setattr__(self, "new", new)

    def __repr__(self) -> str:
        scenarios = ", ".join(scenario.name for scenario in self.scenarios)
        return f"<Game {self.name}: {self.title} ({self.year}), scenarios {scenarios}>"

    def _repr_html_(self) -> str:
        """As a notebook shows it."""
        return game_html(self)

    def __reduce__(self) -> tuple[Callable[[str], AnyGame], tuple[str]]:
        """A game is the same wherever its package is: other processes load it there."""
        return _game_of, (self.outcome.__module__.rpartition(".")[0],)

    @property
    def hides(self) -> bool:
        """Whether a side may not know everything; then a running match shows nobody its record."""
        return self.secrets is not None

    def phase(self, state: GameState) -> str:
        """The phase that a position is in."""
        return self.view(state, None).phase if self.phase_of is None else self.phase_of(state)

    def tell(self, entry: LogView, side: int | None) -> LogView:
        """What a side (or a spectator) may read of a choice in the log."""
        return entry if self.secrets is None else self.secrets.tell(entry, side)

    def open_odds(self, state: GameState) -> bool:
        """Whether everybody may know the odds of the attack just now."""
        return self.secrets is None or self.secrets.open_odds(state)

    def reveals(self, before: GameState, after: GameState, side: int) -> bool:
        """Whether a choice told its side something that cannot be unlearned by taking it back."""
        return self.secrets is not None and self.secrets.reveals(before, after, side)

    def map_of(self, scenario: str | None = None, sheets: Collection[str] = ()) -> Map | None:
        """What a scenario, or else the first one, is played on, with all sheets or only some; None
        for a game without a map."""
        if self.maps:
            whole = self.maps[scenario or self.scenarios[0].name]
            return whole.smaller[frozenset(sheets)] if sheets else whole
        return None if self.board is None else Map(self.board, data_folder(self.folder) / "map")

    def sheets_left(self, state: GameState, scenario: str) -> tuple[str, ...]:
        """The sheets of a scenario that a position is played on, in order of their names; none are
        told where all of them lie on the table."""
        whole = self.map_of(scenario)
        if whole is None or self.sheets_of is None:
            return ()
        left = frozenset(self.sheets_of(state))
        return tuple(sorted(left)) if left in whole.smaller else ()

    @cached_property
    def edition(self) -> Edition | None:
        """The edition that is played in place of our own data, if one is."""
        return edition_in_use(self.folder.name)

    @property
    def version(self) -> str:
        """The rules and the edition, for whatever must not be gone on with under others."""
        return self.rules if self.edition is None else f"{self.rules}+{self.edition.hash[:16]}"

    def settled(
        self, scenario: str | None, options: Mapping[str, str]
    ) -> tuple[str, dict[str, str]]:
        """A scenario and all options with their values; wrong names get a clear error."""
        if not isinstance(options, Mapping):
            raise TypeError(f"options are a mapping like {{'name': 'on'}}, not {options!r}")
        names = [s.name for s in self.scenarios]
        chosen = names[0] if scenario is None else scenario
        if chosen not in names:
            raise ValueError(f"{self.name} has no scenario {chosen!r}; it has {', '.join(names)}")
        known = {o.name: o for o in self.options}
        for name, value in options.items():
            if name not in known:
                raise ValueError(
                    f"{self.name} has no option {name!r}; it has {', '.join(known) or 'none'}"
                )
            if value not in known[name].values:
                allowed = ", ".join(known[name].values)
                raise ValueError(f"option {name} takes {allowed}, not {value!r}")
        return chosen, {name: options.get(name, o.default) for name, o in known.items()}

    def format_choice(self, choice: Choice) -> str:
        """A choice as a record writes it: ``move 0509``."""
        verb, number = choice
        names = self.verbs[verb].names
        return verb if names is None else f"{verb} {names.format(number)}"

    def parse_choice(self, text: str) -> Choice:
        """The choice a record's text means."""
        match = re.fullmatch(r"([a-z_]+)(?: (\S+))?", text)
        if match is None or match[1] not in self.verbs:
            raise ValueError(f"{text[:60]!r} is not a choice of {self.name}")
        verb, word = match[1], match[2]
        names = self.verbs[verb].names
        if (names is None) != (word is None):
            raise ValueError(f"{verb!r} takes {'no' if names is None else 'an'} object")
        if names is None:
            return verb, 0
        try:
            number = names.parse(word)
        except LookupError:
            raise ValueError(f"{text[:60]!r} is not a choice of {self.name}") from None
        if not 0 <= number < 1 << 20:
            raise ValueError(f"{text[:60]!r} is out of range")
        return verb, number


def _game_of(package: str) -> AnyGame:
    game: AnyGame = import_module(package).GAME
    return game


class IllegalChoice(ValueError):
    """A choice the rules do not allow now."""

    def __init__(self, text: str, refusal: Refusal) -> None:
        super().__init__(f"{text} is not legal: {refusal}")
        self.refusal = refusal


AnyGame = Game[Any]
