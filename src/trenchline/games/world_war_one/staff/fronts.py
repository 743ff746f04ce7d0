"""The four fronts, and how each course of the war shares a nation's armies out among them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from trenchline.games.world_war_one.components import (
    AB,
    AH,
    ALLIED,
    BL,
    BR,
    BU,
    COUNTRY,
    FR,
    GE,
    GK,
    GRID,
    IT,
    JOINS,
    MARCH,
    MN,
    NE,
    NEUTRAL,
    PLAY,
    RM,
    RS,
    SB,
    TERRITORY,
    TU,
    UNITS_OF,
)
from trenchline.games.world_war_one.neutrals import rolls_for_entry
from trenchline.games.world_war_one.state import TRANSIT, State
from trenchline.kernel.bits import members
from trenchline.kernel.floods import distances
from trenchline.kernel.hexes import Hex, Hexes

WEST, ITALY, BALKANS, EAST = FRONTS = range(4)

_LANDS = ((FR, BL, NE), (IT,), (SB, MN, AB, GK, BU, TU, RM), (RS,))
"""The countries in which each front lies; Germany and Austria-Hungary lie between them."""


def _land(nations: tuple[int, ...]) -> Hexes:
    land = 0
    for nation in nations:
        land |= TERRITORY[nation]
    return land


def _fronts() -> dict[Hex, int]:
    """The front of each hex: its own country's, else that of the nearest."""
    found: dict[Hex, int] = {}
    near: dict[Hex, tuple[int, int]] = {}
    for front, nations in enumerate(_LANDS):
        for away, ring in enumerate(distances(_land(nations), PLAY, MARCH)):
            for hex_ in members(ring):
                near[hex_] = min(near.get(hex_, (99, 0)), (away, front))
    for hex_ in COUNTRY:
        found[hex_] = near[hex_][1] if hex_ in near else BALKANS
    return found


FRONT_OF: dict[Hex, int] = _fronts()
FRONT_HEXES: tuple[Hexes, ...] = tuple(
    sum(1 << hex_ for hex_, front in FRONT_OF.items() if front == number) for number in FRONTS
)


@lru_cache(maxsize=1024)
def rings(goal: Hex) -> tuple[Hexes, ...]:
    """The hexes at each distance from a goal, over land."""
    return tuple(distances(1 << goal, PLAY, MARCH))


@lru_cache(maxsize=1024)
def ways_to(goal: Hex) -> tuple[int, ...]:
    """How far each hex is from a goal, over land; far where there is no way."""
    found = [99] * GRID.size
    for away, ring in enumerate(rings(goal)):
        for hex_ in members(ring):
            found[hex_] = away
    return tuple(found)


@lru_cache(maxsize=1024)
def nearness(goal: Hex) -> tuple[float, ...]:
    """How near each hex is to a goal: a half where it lies, less and less further away."""
    return tuple(1.0 / (2.0 + away) for away in ways_to(goal))


@dataclass(frozen=True)
class Course:
    """A way to conduct the war."""

    german: tuple[float, float, float, float]
    """Where the German armies go: west, Italy, the Balkans, the east."""
    austrian: tuple[float, float, float, float]
    daring: float = 1.0
    """How much an attack may cost for what it gains."""
    caution: float = 1.0
    """How dear ground is that one holds."""
    central: tuple[float, float] | None = None
    """The daring and the caution of the Central Powers, where they differ: they have fewer points
    to spend than the Allies, and must bring Russia down with them."""

    def of(self, side: int) -> Course:
        """The course as a side follows it."""
        if side == ALLIED or self.central is None:
            return self
        daring, caution = self.central
        return replace(self, daring=daring, caution=caution)


COURSES = {
    "east first": Course((0.45, 0.05, 0.0, 0.50), (0.0, 0.22, 0.18, 0.60), central=(0.4, 1.2)),
    "every yard": Course((0.45, 0.05, 0.0, 0.50), (0.0, 0.22, 0.18, 0.60), 1.0, 3.0),
    "what is won": Course((0.45, 0.05, 0.0, 0.50), (0.0, 0.22, 0.18, 0.60), 0.0, 1.5),
    "west first": Course((0.75, 0.05, 0.0, 0.20), (0.0, 0.25, 0.20, 0.55), 1.1),
    "all out": Course((0.50, 0.05, 0.0, 0.45), (0.0, 0.20, 0.20, 0.60), 1.6, 0.8),
    "hold": Course((0.55, 0.10, 0.0, 0.35), (0.0, 0.30, 0.25, 0.45), 0.6, 1.4),
}
"""For the Allies, whose armies fight where they are, courses differ in daring and caution only."""


OVERFLOW = {FR: 0.1, BR: 0.3}
"""Which part of the western armies goes to Italy once she fights: the line in France is full."""


SHORT_FRONT = 0.8
"""Which part of the German armies of the west is enough while Belgium is neutral."""


def italy_stirs(state: State) -> bool:
    """Whether Italy may be at war when the Allies move next [11.11] [13.11]."""
    _, turn = JOINS[IT]
    return state.turn + 1 >= turn or rolls_for_entry(state, IT)


def shares(state: State, nation: int, course: Course) -> tuple[float, float, float, float]:
    """Which part of a nation's armies belongs on each front."""
    if nation == GE:
        west, italy, balkans, east = course.german
    elif nation == AH:
        west, italy, balkans, east = course.austrian
    elif nation == IT:
        west, italy, balkans, east = 0.0, 1.0, 0.0, 0.0
    elif nation == RS:
        west, italy, balkans, east = 0.0, 0.0, 0.0, 1.0
    elif nation in (SB, GK, RM, BU, TU):
        west, italy, balkans, east = 0.0, 0.0, 1.0, 0.0
    else:
        west, italy, balkans, east = 1.0, 0.0, 0.0, 0.0
    if state.status[nation] == ALLIED:
        if state.status[IT] == ALLIED and nation in OVERFLOW:
            italy = OVERFLOW[nation]
            west -= italy
        return west, italy, balkans, east
    if nation == GE and state.status[BL] == NEUTRAL:
        # The western front ends at the Belgian border: it takes fewer armies to hold.
        west *= SHORT_FRONT
    # No enemy, no front: before Italy fights, when Serbia is overrun, after Russia's surrender.
    if state.status[IT] == NEUTRAL and not italy_stirs(state):
        italy = 0.0
    if state.surrendered:
        west, italy, east = west + east * (0.7 if nation == GE else 0.0), italy + east * 0.3, 0.0
        if nation == AH:
            italy, balkans = italy + 0.3, balkans + 0.2
    if nation in (GE, AH) and not (state.held[SB] | state.held[RM] | state.held[GK]):
        balkans = min(balkans, 0.05)
    total = west + italy + balkans + east
    return west / total, italy / total, balkans / total, east / total


def strengths(state: State, nation: int) -> tuple[int, int, int, int]:
    """How many of a nation's armies stand on each front; those in transit are bound for Italy."""
    held = state.held[nation]
    west, italy, balkans, east = ((held & land).bit_count() for land in FRONT_HEXES)
    if nation in OVERFLOW:
        italy += sum(state.where[unit] == TRANSIT for unit in members(UNITS_OF[nation]))
    return west, italy, balkans, east
