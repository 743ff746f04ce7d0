"""Open cities [15A9]: a major city that is in danger may be declared open for a combat phase, and
is fought over as clear ground."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.the_great_war.components import SIDES
from trenchline.games.the_great_war.ground import adjacent
from trenchline.games.the_great_war.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choices, Phase, Refusal


def whole_city(state: State, hex_: Hex) -> Hexes:
    """[3E2] All hexes of a major city."""
    found = fresh = 1 << hex_
    while fresh:
        near = 0
        for one in members(fresh):
            near |= state.theatre.board.grid.ring(one, 1)
        fresh = near & state.theatre.major_cities & ~found
        found |= fresh
    return found


def in_danger(state: State, side: int, hex_: Hex) -> bool:
    """[15A9] Whether a city is isolated, or has a hex of the enemy's next to it."""
    city = whole_city(state, hex_)
    near = 0
    for one in members(city):
        near |= adjacent(state, one)
    return bool(state.isolated_hexes[side] & city or near & ~city & state.owned[1 - side])


def may_be_opened(state: State, side: int) -> Hexes:
    """[15A9] [R97] The hexes of major cities that a side may declare open: those it owns and holds
    with units, for only there anything is fought over."""
    cities = state.theatre.major_cities & state.owned[side] & ~state.open_cities
    cities &= state.occupied[side]
    return sum(1 << hex_ for hex_ in members(cities) if in_danger(state, side, hex_))


@dataclass(frozen=True, slots=True)
class DeclareOpen(Phase[State]):
    """[15A9] At the beginning of a combat phase the owner of a city may declare it open."""

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: declare a city open? [15A9]"

    def acts(self, state: State) -> Choices:
        return {"open_city": may_be_opened(state, self.side)}

    def act(self, state: State, verb: str, number: int) -> None:
        state.open_cities |= whole_city(state, number)
        state.detail("{:hex} is an open city [15A9]", number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "open_city":
            return Refusal("15A9", "declare cities open, then be done")
        if not state.theatre.major_cities >> number & 1:
            return Refusal("15A9", "only major cities are declared open")
        if state.open_cities >> number & 1:
            return Refusal("15A9", "it is open already")
        if not state.owned[self.side] >> number & 1:
            return Refusal("15A9", "you do not own it")
        if not state.occupied[self.side] >> number & 1:
            return Refusal("R97", "there is nobody to be attacked")
        return Refusal("15A9", "it is neither isolated nor next to a hex of the enemy")
