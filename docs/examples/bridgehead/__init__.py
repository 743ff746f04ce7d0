"""Bridgehead: a game of twenty hexes, to show how a game is written."""

from __future__ import annotations

from pathlib import Path

from trenchline.kernel.game import Game, Scenario
from trenchline.kernel.looks import Looks, NationLook
from trenchline.kernel.verbs import DONE, Verb, hex_names, unit_names

from .combat import odds
from .components import BOARD, COUNTERS, GRID, SIDES, UNITS
from .notation import notation, parse
from .sequence import new_game, outcome
from .state import GONE, State
from .view import PHASES, view

_HEX, _UNIT = hex_names(GRID), unit_names(UNITS)


def broken(state: State) -> list[str]:
    """What must never happen: two units in a hex [2.2]."""
    held = [hex_ for hex_ in state.where if hex_ != GONE]
    return ["two units in a hex [2.2]"] if len(held) != len(set(held)) else []


GAME: Game[State] = Game(
    name="bridgehead",
    title="Bridgehead",
    year=2026,
    summary="Six units and a bridge.",
    rules="1",
    sides=SIDES,
    scenarios=(Scenario("meeting", "Meeting engagement", "Both sides march on Pont."),),
    options=(),
    verbs={
        "unit": Verb(_UNIT, "Take a unit"),
        "move": Verb(_HEX),
        "attack": Verb(_HEX),
        "stay": Verb(label="Stay here"),
        "done": DONE,
    },
    folder=Path(__file__).parent,
    new=new_game,
    view=view,
    outcome=outcome,
    odds=odds,
    parse=parse,
    notation=notation,
    broken=broken,
    board=BOARD,
    looks=Looks(
        {
            "Blue": NationLook("Blue", "#3b5d8f", "#ffffff"),
            "Red": NationLook("Red", "#8f3b3b", "#ffffff"),
        }
    ),
    phases=PHASES,
)

assert all(counter.start in BOARD.facts for counter in COUNTERS)
