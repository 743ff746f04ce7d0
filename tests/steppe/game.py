"""The Steppe: six hundred riders on three maps of 4,800 hexes, to weigh a table of that size.

In its half of a turn a side sends riders out one by one, each eight points far; woods and hills
cost two. A rider who enters the hex of others takes the first of them prisoner. After four turns
the side with more riders wins.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from tests.steppe.land import lay_out
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import Costs, reach, ways_into
from trenchline.kernel.game import Game, Outcome, Scenario
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.joined import load_joined
from trenchline.kernel.looks import Box, Looks, NationLook
from trenchline.kernel.notation import read_lines, read_step, write_step
from trenchline.kernel.notes import Names
from trenchline.kernel.odds import Odds
from trenchline.kernel.position import position, starts
from trenchline.kernel.sheets import SheetGrid
from trenchline.kernel.steps import Choices, Decision, Duty, Refusal, State, until_done
from trenchline.kernel.verbs import DONE, Verb, hex_names, unit_names
from trenchline.kernel.view import PieceView, TrackView, View

SIDES = ("Blue", "Red")
OF_A_SIDE = 300
KEYS = tuple(f"{side[0]}{n}" for side in SIDES for n in range(OF_A_SIDE))
RIDERS = {key: number for number, key in enumerate(KEYS)}
POINTS = 8
LAST_TURN = 4
CAUGHT = -1

FOLDER = Path(tempfile.mkdtemp(prefix="steppe"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
BOARD = load_joined(lay_out(FOLDER / "map"))
GRID = cast(SheetGrid, BOARD.grid)
EVERYWHERE: Hexes = BOARD.hexes | GRID.all_boxes
WAYS = BOARD.ways(EVERYWHERE, links=["caravan"])
HARD = BOARD.where("terrain", "woods", "hills")
COSTS: Costs = ((1, ways_into(WAYS, ~HARD)), (2, ways_into(WAYS, HARD)))


@position
class Steppe(State):
    """Where the riders are."""

    turn: int = 1
    side: int = 0
    where: list[int] = starts([CAUGHT] * len(KEYS))
    moved: int = starts(0, until="half")

    @property
    def names(self) -> Names:
        return Names(KEYS.__getitem__, KEYS.__getitem__, GRID.label, GRID.label)

    def free(self, side: int) -> int:
        """The riders of a side that are left."""
        first = side * OF_A_SIDE
        return bit_set(r for r in range(first, first + OF_A_SIDE) if self.where[r] != CAUGHT)


@dataclass(frozen=True, slots=True)
class Half(Decision[Steppe]):
    """A side sends its riders out, one by one."""

    def who(self, state: Steppe) -> int:
        return state.side

    def prompt(self, state: Steppe) -> str:
        return "Send a rider out, or be done."

    def choices(self, state: Steppe) -> Choices:
        return until_done("rider", state.free(state.side) & ~state.moved)

    def take(self, state: Steppe, verb: str, number: int) -> None:
        state.stack += [self, Ride(number)] if verb == "rider" else [HalfOver()]

    def why_not(self, state: Steppe, verb: str, number: int) -> Refusal:
        return Refusal("1.1", "not a rider of yours that is still to move")


@dataclass(frozen=True, slots=True)
class Ride(Decision[Steppe]):
    """Where the rider goes."""

    rider: int

    def who(self, state: Steppe) -> int:
        return state.side

    def prompt(self, state: Steppe) -> str:
        return f"Where does {KEYS[self.rider]} ride?"

    def choices(self, state: Steppe) -> Choices:
        return {"to": reach(1 << state.where[self.rider], POINTS, COSTS, EVERYWHERE).hexes}

    def take(self, state: Steppe, verb: str, number: int) -> None:
        state.moved |= 1 << self.rider
        state.where[self.rider] = number
        state.note("{:unit} rides to {:hex}", self.rider, number)
        for other in members(state.free(1 - state.side)):
            if state.where[other] == number:
                state.where[other] = CAUGHT
                state.detail("{:unit} is caught", other)
                return

    def why_not(self, state: Steppe, verb: str, number: int) -> Refusal:
        return Refusal("1.2", f"farther than {POINTS} points")


@dataclass(frozen=True, slots=True)
class HalfOver(Duty[Steppe]):
    """The other side moves, or the turn ends."""

    def run(self, state: Steppe) -> None:
        state.forget("half")
        state.turn += state.side
        state.side ^= 1
        state.finished = state.turn > LAST_TURN
        state.stack.append(Half())


def new(scenario: str, options: Mapping[str, str]) -> Steppe:
    state = Steppe()
    hexes: list[Hex] = list(members(BOARD.hexes))
    # Both sides are everywhere.
    state.where = [hexes[(n % OF_A_SIDE * 2 + n // OF_A_SIDE) * 8] for n in range(len(KEYS))]
    state.stack.append(Half())
    return state


def view(state: Steppe, side: int | None) -> View:
    pieces = tuple(
        PieceView(
            key,
            key,
            SIDES[rider // OF_A_SIDE],
            SIDES[rider // OF_A_SIDE],
            "cavalry",
            "xx",
            f"{rider % 7}-{POINTS}",
            GRID.label(state.where[rider]),
            title=f"{rider % OF_A_SIDE} Riders of {SIDES[rider // OF_A_SIDE]}",
        )
        for key, rider in RIDERS.items()
        if state.where[rider] != CAUGHT
    )
    tracks = tuple(TrackView(name, state.free(n).bit_count()) for n, name in enumerate(SIDES))
    return View(str(state.turn), "", SIDES[state.side], "", pieces, tracks, (), {})


def outcome(state: Steppe) -> Outcome:
    one, other = state.free(0).bit_count(), state.free(1).bit_count()
    return Outcome(None if one == other else int(other > one), "riders", (one, other))


def odds(state: Steppe, attack: str | None) -> Odds:
    raise ValueError("nobody rolls dice on the Steppe")


def notation(state: Steppe) -> str:
    places = [GRID.label(p) if p != CAUGHT else "-" for p in state.where]
    facts = f"facts {state.turn} {state.side} {state.moved}"
    steps = [f"step {write_step(step)}" for step in state.stack]
    return "\n".join([" ".join(["riders", *places]), facts, *steps])


def parse(text: str) -> Steppe:
    state = Steppe()
    for line in read_lines(text):
        if line.head == "riders":
            state.where = [CAUGHT if word == "-" else GRID.hex(word) for word in line.rest]
        elif line.head == "facts":
            state.turn, state.side, state.moved = map(int, line.rest)
            state.finished = state.turn > LAST_TURN
        else:
            state.stack.append(read_step(line, line.rest, "tests.steppe"))
    return state


GAME = Game(
    name="steppe",
    title="The Steppe",
    year=1914,
    summary="Three maps, and six hundred riders.",
    rules="1",
    sides=SIDES,
    scenarios=(Scenario("war", "War", "Four turns."),),
    options=(),
    verbs={"rider": Verb(unit_names(RIDERS)), "to": Verb(hex_names(GRID)), "done": DONE},
    folder=FOLDER,
    new=new,
    view=view,
    outcome=outcome,
    odds=odds,
    parse=parse,
    notation=notation,
    board=BOARD,
    looks=Looks(
        {
            "Blue": NationLook("Blue", "#7c9fd2", "#111111"),
            "Red": NationLook("Red", "#c08f7d", "#111111"),
        },
        (Box("Road", "The Road", 64, 74, 4, 3),),
    ),
)
