"""The games of the server's tests: two small ones, one that breaks, and the real ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from msgspec import structs

from tests.kernel import pebbles
from tests.server import sealed
from trenchline import games
from trenchline.kernel.game import AnyGame
from trenchline.kernel.steps import ONE, Choices, Decision, Refusal
from trenchline.kernel.view import PieceView, View


def _brittle_view(state: pebbles.Pebbles, side: int | None) -> View:
    if state.heaps[0] == 0:
        raise RuntimeError("heap a is gone, and nobody thought of that")
    return pebbles.view(state, side)


BRITTLE: Any = replace(pebbles.GAME, name="brittle", title="Brittle", view=_brittle_view)


@dataclass(frozen=True, slots=True)
class Dare(Decision[pebbles.Pebbles]):
    """Near stands still, or rolls a die for a pebble."""

    def who(self, state: pebbles.Pebbles) -> int:
        return 0

    def prompt(self, state: pebbles.Pebbles) -> str:
        return "Dare?"

    def choices(self, state: pebbles.Pebbles) -> Choices:
        return {"challenge": ONE, "stand": ONE}

    def take(self, state: pebbles.Pebbles, verb: str, number: int) -> None:
        if verb == "challenge":
            state.stack.append(pebbles.Duel(1))

    def why_not(self, state: pebbles.Pebbles, verb: str, number: int) -> Refusal:
        return Refusal("-", "dare or do not")


def _new_daring(scenario: str, options: Mapping[str, str]) -> pebbles.Pebbles:
    state = pebbles.new(scenario, options)
    state.stack = [pebbles.Turn(), Dare(), Dare(), Dare()]
    return state


DARING: Any = replace(pebbles.GAME, name="daring", title="Daring", new=_new_daring)
"""Pebbles that do not begin with a die: Near may roll three of its own first."""


def _somewhere(number: int) -> str:
    return f"{number * 37 % 97:02}{number * 53 % 71:02}"


def _crowded_view(state: pebbles.Pebbles, side: int | None) -> View:
    """Six hundred counters on a map, of which a choice moves a few."""
    view = pebbles.view(state, side)
    left = sum(state.heaps)
    pieces = tuple(
        PieceView(
            key=f"{nation}{number}",
            name=f"{number}",
            nation=nation,
            side=pebbles.SIDES[number % 2],
            symbol=("infantry", "cavalry", "artillery")[number % 3],
            size=("xx", "xxx", "iii")[number % 5 % 3],
            strengths=f"{number * 7 % 9}-{number * 5 % 11}-{number % 4 + 3}",
            place=_somewhere(number + (left if number % 60 < 2 else 0)),
            marks=("ready",) if (number + state.turn) % 40 == 0 else (),
            title=f"{number} Division of {nation}",
        )
        for nation in ("GE", "AH", "RU", "FR", "BR", "IT")
        for number in range(100)
    )
    control = tuple(_somewhere(number) for number in range(800))
    overlays = {"control": control, "heaps": tuple(map(str, state.heaps))}
    return structs.replace(view, pieces=pieces, overlays=overlays)


CROWDED: Any = replace(pebbles.GAME, name="crowded", title="Crowded", view=_crowded_view)
OWN: dict[str, AnyGame] = {
    "pebbles": pebbles.GAME,
    "sealed": sealed.GAME,
    "brittle": BRITTLE,
    "crowded": CROWDED,
    "daring": DARING,
}


def game_names() -> list[str]:
    """The games of the tests first."""
    return [*OWN, "world_war_one", "no_such_game"]


def load_game(name: str) -> AnyGame:
    """One of them."""
    if name in OWN:
        return OWN[name]
    return games.load_game(name)
