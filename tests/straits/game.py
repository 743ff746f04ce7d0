"""Straits: two maps of different scales, a sea chart of three boxes, and journeys broken into.

Each side has three ships. In its half of a turn it sends each of them anywhere within reach: a hex
of the Strand costs one, one of the Cape three, a box of the chart four. At every place that a ship
enters, a rival ship within two steps may break in, and gets there if a die is less than the places
the other has come. Then both fire by gunnery, tier by tier, with two dice; who is hit is gone. A
ship in a port of the other side scores its value as the turn ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import Costs, Reach, distances, reach, ways_into
from trenchline.kernel.game import Game, Outcome, Scenario
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.joined import load_joined
from trenchline.kernel.journeys import BreakIn, Journey, JourneyState, Onward, set_out
from trenchline.kernel.looks import Box, Looks, NationLook
from trenchline.kernel.notation import read_lines, read_step, write_step
from trenchline.kernel.notes import Names
from trenchline.kernel.odds import Modifier, Odds, gather_totals
from trenchline.kernel.position import position, starts
from trenchline.kernel.sheets import SheetGrid
from trenchline.kernel.steps import Choices, Decision, Duty, Refusal, Roll, Throw, until_done
from trenchline.kernel.tiers import next_tier
from trenchline.kernel.verbs import DONE, Verb, hex_names, unit_names
from trenchline.kernel.view import PieceView, TrackView, View

SIDES = ("Ash", "Birch")
SHIPS = {"A1": 0, "A2": 1, "A3": 2, "B1": 3, "B2": 4, "B3": 5}
KEYS = tuple(SHIPS)
OF_SIDE = (0b000111, 0b111000)
GUNNERY = (3, 2, 2, 3, 2, 1)
ARMOUR = 9
RANGE = 12
NEAR = 2
LAST_TURN = 6
SUNK = -1

BOARD = load_joined(Path(__file__).parent / "map")
GRID = cast(SheetGrid, BOARD.grid)
WATER: Hexes = BOARD.where("terrain", "water", "coast") | GRID.all_boxes
CHART = BOARD.ways(WATER, "shoal", links=["sea"])
COSTS: Costs = (
    (1, ways_into(CHART, GRID.on("strand"))),
    (3, ways_into(CHART, GRID.on("cape"))),
    (4, ways_into(CHART, GRID.all_boxes)),
)
PORTS = tuple(BOARD.of_kind("port", side) for side in SIDES)


@position
class Straits(JourneyState):
    """Where the ships are, and who has what."""

    turn: int = 1
    side: int = 0
    where: list[int] = starts([SUNK] * len(SHIPS))
    score: list[int] = starts([0, 0])
    moved: int = starts(0, until="turn")
    fought: int = starts(0, until="turn")

    @property
    def names(self) -> Names:
        return Names(KEYS.__getitem__, KEYS.__getitem__, GRID.label, GRID.label)

    def at(self, place: Hex, side: int) -> int:
        """The ships of a side in a place."""
        return bit_set(s for s in members(OF_SIDE[side]) if self.where[s] == place)

    def afloat(self, side: int) -> int:
        """The ships of a side that are left."""
        return bit_set(s for s in members(OF_SIDE[side]) if self.where[s] != SUNK)


def journeys_of(state: Straits, ship: int) -> Reach:
    """Where a ship can go."""
    return reach(1 << state.where[ship], RANGE, COSTS, WATER)


@dataclass(frozen=True, slots=True)
class Half(Decision[Straits]):
    """A side sends its ships out, one by one."""

    def who(self, state: Straits) -> int:
        return state.side

    def prompt(self, state: Straits) -> str:
        return "Send a ship out, or be done [2.1]."

    def choices(self, state: Straits) -> Choices:
        ready = state.afloat(state.side) & ~state.moved
        return until_done("ship", ready)

    def take(self, state: Straits, verb: str, number: int) -> None:
        if verb == "ship":
            state.stack += [self, Course(number)]
        else:
            state.stack.append(HalfOver())

    def why_not(self, state: Straits, verb: str, number: int) -> Refusal:
        return Refusal("2.1", "not a ship of yours that is still to move")


@dataclass(frozen=True, slots=True)
class Course(Decision[Straits]):
    """Where the ship goes."""

    ship: int

    def who(self, state: Straits) -> int:
        return state.side

    def prompt(self, state: Straits) -> str:
        return f"Where does {KEYS[self.ship]} go [2.2]?"

    def choices(self, state: Straits) -> Choices:
        return {"to": journeys_of(state, self.ship).hexes}

    def take(self, state: Straits, verb: str, number: int) -> None:
        state.moved |= 1 << self.ship
        way = tuple(journeys_of(state, self.ship).path(number))
        state.note("{:unit}: {:way}", self.ship, way)
        set_out(state, 1 << self.ship, way, Sail())

    def why_not(self, state: Straits, verb: str, number: int) -> Refusal:
        return Refusal("2.2", f"farther than {RANGE}")


@dataclass(frozen=True, slots=True)
class Sail(Onward[Straits]):
    """A ship sails on."""

    def entered(self, state: Straits, journey: Journey) -> None:
        (ship,) = members(journey.units)
        if state.where[ship] == SUNK:
            state.halt()
            return
        state.where[ship] = journey.at
        Sally(1 - state.side).ask(state)

    def arrived(self, state: Straits, journey: Journey) -> None:
        state.detail("in {:hex} after {}", journey.at, journey.come)


@dataclass(frozen=True, slots=True)
class Sally(BreakIn[Straits]):
    """A rival may come out."""

    def prompt(self, state: Straits) -> str:
        return f"Break in at {GRID.label(state.journey.at)}, wait, or let the ship pass [3.1]?"

    def means(self, state: Straits) -> int:
        rings = distances(1 << state.journey.at, WATER, CHART)[: NEAR + 1]
        near = sum(rings)
        mine = members(state.afloat(self.side) & ~state.fought)
        return bit_set(ship for ship in mine if near >> state.where[ship] & 1)

    def broken_into(self, state: Straits, number: int) -> None:
        state.fought |= 1 << number
        state.stack.append(Chase(number))

    def why_not(self, state: Straits, verb: str, number: int) -> Refusal:
        return Refusal("3.1", "not a ship near enough that has not fought")


@dataclass(frozen=True, slots=True)
class Chase(Roll[Straits]):
    """Whether the ship gets there in time."""

    ship: int

    def purpose(self, state: Straits) -> str:
        return "the chase"

    def rolled(self, state: Straits, value: int) -> None:
        if value <= state.journey.come:
            state.detail("{:die}: {:unit} breaks in", value, self.ship)
            state.where[self.ship] = state.journey.at
            state.halt()
            state.stack.append(Salvo(state.journey.units | 1 << self.ship, 99))


@dataclass(frozen=True, slots=True)
class Salvo(Duty[Straits]):
    """The next tier fires; who is hit in it is gone before the one after."""

    ships: int
    below: int
    hit: int = 0

    def run(self, state: Straits) -> None:
        for ship in members(self.hit):
            state.where[ship] = SUNK
            state.detail("{:unit} sinks", ship)
        rating, tier = next_tier(self.ships & ~self.hit, GUNNERY, self.below)
        if tier and (self.ships & ~self.hit).bit_count() > 1:
            state.stack.append(Shot(self.ships & ~self.hit, rating, tier))


@dataclass(frozen=True, slots=True)
class Shot(Throw[Straits]):
    """A ship of the tier fires at its rival."""

    ships: int
    rating: int
    tier: int
    hit: int = 0

    def purpose(self, state: Straits) -> str:
        return "gunnery"

    def thrown(self, state: Straits, values: tuple[int, ...]) -> None:
        ship = self.tier & -self.tier
        hit = self.hit
        if sum(values) + self.rating > ARMOUR:
            hit |= self.ships & ~ship
        left = self.tier & ~ship
        after: Shot | Salvo = Salvo(self.ships, self.rating, hit)
        if left:
            after = Shot(self.ships, self.rating, left, hit)
        state.stack.append(after)


@dataclass(frozen=True, slots=True)
class HalfOver(Duty[Straits]):
    """The other side moves, or the turn ends."""

    def run(self, state: Straits) -> None:
        if state.side == 0:
            state.side = 1
            state.stack.append(Half())
            return
        for side in (0, 1):
            for place in BOARD.places:
                if PORTS[1 - side] >> place.hex & 1 and state.at(place.hex, side):
                    state.score[side] += place.value
        state.forget("turn")
        state.turn, state.side = state.turn + 1, 0
        state.finished = state.turn > LAST_TURN
        state.stack.append(Half())


def new(scenario: str, options: Mapping[str, str]) -> Straits:
    state = Straits()
    old, new_, cape = GRID.hex("S0102"), GRID.hex("S0402"), GRID.hex("C0202")
    state.where = [old, old, old, new_, new_, cape]
    state.stack.append(Half())
    return state


def view(state: Straits, side: int | None) -> View:
    pieces = tuple(
        PieceView(
            key,
            key,
            SIDES[ship // 3],
            SIDES[ship // 3],
            "naval",
            "",
            str(GUNNERY[ship]),
            GRID.label(state.where[ship]),
        )
        for key, ship in SHIPS.items()
        if state.where[ship] != SUNK
    )
    tracks = tuple(TrackView(name, state.score[n]) for n, name in enumerate(SIDES))
    return View(str(state.turn), "", SIDES[state.side], "", pieces, tracks, (), {})


def outcome(state: Straits) -> Outcome:
    one, other = state.score
    winner = None if one == other else int(other > one)
    return Outcome(winner, "ports", (one, other))


def odds(state: Straits, attack: str | None) -> Odds:
    if not isinstance(top := state.stack[-1], Sally):
        raise ValueError("nobody breaks in")
    results = gather_totals((6, 6), lambda n: ("hit" if n + 2 > ARMOUR else "miss", ""))
    return Odds("a shot", (Modifier("4.1", "gunnery", top.side),), (), "", results)


def notation(state: Straits) -> str:
    places = [GRID.label(p) if p != SUNK else "-" for p in state.where]
    facts = [state.turn, state.side, *state.score, state.moved, state.fought, state.rolls]
    under_way = [[j.units, j.at, j.come, j.passed, *j.way] for j in state.journeys]
    return "\n".join(
        [
            " ".join(["ships", *places]),
            " ".join(["facts", *map(str, facts)]),
            *(" ".join(["journey", *map(str, row)]) for row in under_way),
            *(f"step {write_step(step)}" for step in state.stack),
        ]
    )


def parse(text: str) -> Straits:
    state = Straits()
    for line in read_lines(text):
        if line.head == "ships":
            state.where = [SUNK if word == "-" else GRID.hex(word) for word in line.rest]
        elif line.head == "facts":
            turn, side, one, other, moved, fought, rolls = map(int, line.rest)
            state.turn, state.side, state.score = turn, side, [one, other]
            state.moved, state.fought, state.rolls = moved, fought, rolls
            state.finished = turn > LAST_TURN
        elif line.head == "journey":
            units, at, come, passed, *way = map(int, line.rest)
            state.journeys.append(Journey(units, at, tuple(way), come, passed))
        else:
            state.stack.append(read_step(line, line.rest, "tests.straits"))
    return state


def broken(state: Straits) -> list[str]:
    ashore = (s for s, p in enumerate(state.where) if p != SUNK and not WATER >> p & 1)
    found = [f"{KEYS[ship]} is ashore" for ship in ashore]
    if state.journeys and not any(isinstance(step, Sail) for step in state.stack):
        found.append("a journey that nobody goes on with")
    return found


GAME = Game(
    name="straits",
    title="Straits",
    year=1914,
    summary="Two maps and a sea chart.",
    rules="1",
    sides=SIDES,
    scenarios=(Scenario("war", "War", "Six turns."),),
    options=(),
    verbs={
        "ship": Verb(unit_names(SHIPS)),
        "to": Verb(hex_names(GRID)),
        "break_in": Verb(unit_names(SHIPS)),
        "wait": Verb(),
        "let_pass": Verb(),
        "done": DONE,
    },
    folder=Path(__file__).parent,
    new=new,
    view=view,
    outcome=outcome,
    odds=odds,
    parse=parse,
    notation=notation,
    broken=broken,
    board=BOARD,
    looks=Looks(
        {
            "Ash": NationLook("Ash", "#8d9390", "#111111"),
            "Birch": NationLook("Birch", "#c9b98a", "#111111"),
        },
        (
            Box("Bay", "The Bay", 8, 0, 4, 3),
            Box("Ocean", "The Ocean", 8, 4, 4, 3),
            Box("Roads", "Cape Roads", 8, 8, 4, 3),
        ),
    ),
)
