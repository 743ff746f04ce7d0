"""Terrain, fortifications and weather of a hex under attack [9H], as the tables ask for them."""

from __future__ import annotations

from typing import NamedTuple

from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.tables import WORKS
from trenchline.games.the_great_war.zones import zoc_of
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes

NOTHING, FIELDWORKS, ENTRENCHMENT, FORT, IMPROVED_FORT = (
    "none",
    "fieldworks",
    "entrenchment",
    "fort",
    "improved fort",
)
UNIMPROVED = "unimproved fortress"
SHELTERS = ("improved new fortress", "improved old fortress", "improved great fortress")
STRONGHOLDS = (*SHELTERS, IMPROVED_FORT)
"""[13E] [13G] Works in which engineers defend with twice their strength, as in a major city."""


class Ground(NamedTuple):
    """What a hex is to those who fight over it."""

    hex: Hex
    terrain: str
    weather: str
    works: str = NOTHING
    city: str = ""
    """``full`` or ``partial`` in a major city that has not been declared open [15A9]."""
    contested: bool = False

    @property
    def is_fortified(self) -> bool:
        """[9A] Whether there is a fortification other than fieldworks."""
        return self.works not in (NOTHING, FIELDWORKS)

    @property
    def is_strong(self) -> bool:
        """[10C] [13D] [14D1] Whether it is a major city or fortified beyond fieldworks."""
        return bool(self.city) or self.is_fortified

    @property
    def is_mountain(self) -> bool:
        """[9A] Whether the terrain is mountain."""
        return self.terrain == "mountain"

    @property
    def is_positional(self) -> bool:
        """[9A] [9J.6] Whether an attack on it is positional, whoever makes it."""
        if self.contested:
            return False
        return self.is_mountain or bool(self.city) or WORKS[self.works].positional

    @property
    def improved(self) -> str:
        """[12B] The kind of improved fortress in it: great, old, new or none."""
        return self.works.split()[1] if self.works in SHELTERS else ""


def works_in(state: State, hex_: Hex) -> str:
    """[15B] The fortification of a hex, contested or not: a fortress before what was built."""
    fortress = state.theatre.fortresses.get(hex_)
    if fortress is None:
        return state.works.get(hex_, NOTHING)
    kind, improved = fortress
    if not improved or state.unimproved >> hex_ & 1:
        return UNIMPROVED
    return f"improved {kind} fortress"


def ground(state: State, hex_: Hex, party: Units = 0) -> Ground:
    """The ground of a hex as it is to those who attack it [9H]: contested hexes have no works
    [9J.4], flooded ones are swamp [15A6], open cities clear [15A9], and detached works give way to
    a concentric attack [15B1] [15B2]."""
    theatre = state.theatre
    bit = 1 << hex_
    terrain = theatre.terrain[hex_].kind
    city = ""
    if theatre.major_cities & bit and not state.open_cities & bit:
        city = "full" if theatre.full_cities & bit else "partial"
    if state.flooded & bit:
        terrain = "swamp"
    elif state.open_cities & bit:
        terrain = "clear"
    contested = hex_ in state.contested
    works = NOTHING if contested else works_in(state, hex_)
    if works in (FIELDWORKS, ENTRENCHMENT) and party and is_detached(state, hex_):
        if is_concentric(state, hex_, party):
            works = NOTHING if works == FIELDWORKS else FIELDWORKS
    weather = theatre.weather_in(state.turn, hex_)
    return Ground(hex_, terrain, weather, works, city, contested)


def ground_of(state: State, battle: Battle) -> Ground:
    """The ground of a combat, with the works that counted when it was joined; boats fight each
    other on open water [14B2.2]."""
    if battle.hexside >= 0:
        return Ground(battle.target, "clear", state.theatre.weather_in(state.turn, battle.target))
    if battle.works:
        return ground(state, battle.target)._replace(works=battle.works)
    return ground(state, battle.target, bit_set(battle.attackers))


def adjacent(state: State, hex_: Hex, high: bool = False) -> Hexes:
    """[3E5] The hexes next to one across sides that are not prohibited, but perhaps to others than
    high mountain units [14F1]."""
    theatre = state.theatre
    return step(1 << hex_, theatre.zone_ways(high, theatre.weathers(state.turn)))


def is_detached(state: State, hex_: Hex) -> bool:
    """[15B1] Whether no adjacent hex has works of the side that holds a hex."""
    side = 0 if state.owned[0] >> hex_ & 1 else 1
    near = adjacent(state, hex_) & state.owned[side]
    return all(works_in(state, there) == NOTHING for there in members(near))


def is_concentric(state: State, hex_: Hex, party: Units) -> bool:
    """[15B1] [R79] Whether the units of an attack have zones of control in every adjacent hex,
    those in which they stand among them."""
    covered = 0
    for origin in {state.where[unit] for unit in members(party)}:
        covered |= zoc_of(state, origin, party & state.stacks.get(origin, 0))
    return not adjacent(state, hex_) & ~covered


def distance(state: State, a: Hex, b: Hex) -> int:
    """How many hexes lie from one to the other."""
    return state.theatre.board.grid.distance(a, b)
