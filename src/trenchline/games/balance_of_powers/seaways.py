"""Chapters 7.1 to 7.3 and 7.5: radius, range and overage; where naval units go, and what it costs.

Hexes of Europe and the Ottoman Empire cost a naval movement point, those of Africa and port boxes
three, ocean boxes eighteen. Where a force can go is found once for each start, range and set of
waters; fleets ask again and again for the same.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from trenchline.games.balance_of_powers.calendar import name_of
from trenchline.games.balance_of_powers.components import (
    AF_CORPS,
    AFRICA,
    BOARD,
    BR,
    CENTRAL,
    COAST,
    ENTENTE,
    GRID,
    HOME,
    LAND_BOXES,
    OCEAN_BOXES,
    OF_NATION,
    PORT_BOXES,
    PORTS,
    RU,
    SHEETS,
    TABLES,
    UNITS,
    WATER,
    Units,
)
from trenchline.games.balance_of_powers.going import joined
from trenchline.games.balance_of_powers.navy import (
    DREADNOUGHTS,
    OF_CLASS,
    SUBMARINES,
    VESSELS,
    radius,
)
from trenchline.games.balance_of_powers.neutrals import closed_to_ships
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import Costs, Reach, Ways, open_ways, reach, step, ways_into
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.links import Links, join_links, links_between
from trenchline.kernel.steps import Refusal

TOLD = TABLES["navy"]
RANGE: Final[int] = TOLD["range"]
"""[7.12] How many times the radius a naval unit moves in a sub-phase."""
DEAR: Hexes = PORT_BOXES | AFRICA
ICE: Hexes = bit_set(box for box, told in BOARD.boxes.items() if "freezes" in told["traits"])
FROZEN = frozenset(TOLD["ice"])
"""[7.53.1] The months in which the White Sea is shut."""
NO_UBOATS: Hexes = bit_set(b for b, told in BOARD.boxes.items() if "no_uboats" in told["traits"])
COASTAL: Hexes = PORT_BOXES | bit_set(
    box for box, told in BOARD.boxes.items() if "coastal" in told["traits"]
)
"""[7.24] The boxes that coastal defence ships may enter."""
COASTAL_SHIPS: Units = OF_CLASS["CD"]
STOCKHOLM: Hex = GRID.hex("Stockholm")
ORE_RAIDERS: Units = SUBMARINES & OF_NATION[BR]
"""[5.35] Who may lie off Stockholm while Sweden is neutral."""


class Canal:
    """[7.34] A canal: the hexes along it, in their order, and those on its other bank."""

    def __init__(self, *along: str, other: tuple[str, ...]) -> None:
        self.along = tuple(map(GRID.hex, along))
        self.banks: Hexes = bit_set(self.along) | GRID.hexes(*other)
        pairs = zip(self.along, self.along[1:], strict=False)
        self.links: Links = links_between([(1 << one, 1 << two) for one, two in pairs])


KIEL = Canal("1812", "1911", other=("1811",))
SUEZ = Canal("5765", "5766", "5767", "5768", other=("5866", "5867", "5868"))
CANALS = (KIEL, SUEZ)
_ALL_WATERS: Hexes = WATER | bit_set(SUEZ.along) | PORT_BOXES | OCEAN_BOXES
_DREADNOUGHTS_OF = tuple(
    (nation, DREADNOUGHTS & own) for nation, own in enumerate(OF_NATION) if DREADNOUGHTS & own
)
"""The dreadnoughts of each nation that has any."""


def _without_canals() -> Ways:
    """[7.32] Open water: no ship passes from one sea to the other but through the canals. Boxes and
    map edges are joined by links: grey spaces of the chart are no places [7.54], and no port box is
    joined to another [7.55]."""
    blocked = [BOARD.sides["no_ship"][direction] for direction in range(6)]
    for canal in (KIEL,):
        banks = list(members(canal.banks))
        for one in banks:
            for two in banks:
                if two in GRID.neighbours(one):
                    blocked[GRID.shifts.index(two - one)] |= 1 << one
    water = BOARD.where("kind", "water", "coast")
    return open_ways(GRID, water, blocked)._replace(links=BOARD.links["sea"])


OPEN_SEA: Ways = _without_canals()


def open_sea(state: State) -> Ways:
    """Open water, with the seas that are joined where a map is not played [12.9/omit-africa]."""
    pairs = state.scenario.joined
    return joined(OPEN_SEA, pairs) if pairs else OPEN_SEA


Pairs = tuple[tuple[Hex, Hex], ...]


@lru_cache(maxsize=32)
def _costs(canals: tuple[bool, ...], pairs: Pairs) -> Costs:
    """[7.31] [7.51] What each way costs, with the canals that are open, and the seas that are
    joined where a map is not played [12.9/omit-africa] [12.9/omit-ottoman]."""
    links = joined(OPEN_SEA, pairs).links
    for canal, is_open in zip(CANALS, canals, strict=True):
        if is_open:
            links = join_links(links, canal.links)
    every = OPEN_SEA._replace(links=links)
    return (
        (TOLD["hex"], ways_into(every, BOARD.hexes & ~AFRICA)),
        (TOLD["port_box"], ways_into(every, DEAR)),
        (TOLD["ocean_box"], ways_into(every, OCEAN_BOXES)),
    )


def open_canals(state: State, side: int) -> tuple[bool, ...]:
    """[7.34] The canals that the ships of a side may pass: no enemy holds either bank."""
    enemy = state.held[1 - side]
    return tuple(not canal.banks & enemy for canal in CANALS)


# Points.


def points_left(state: State, units: Units) -> int:
    """[7.22] [7.33] The naval movement points that a force has left: those of the unit that has
    fewest."""
    spent = state.spent
    least = min(
        (RANGE * radius(state, unit) - spent.get(unit, 0) for unit in members(units & VESSELS)),
        default=0,
    )
    # Damage may leave less range than was spent.
    return max(0, least)


def overage(state: State, units: Units) -> int:
    """[7.11] [7.12] By how much a force has exceeded the radius of its slowest unit, or of one that
    has spent points on mines [R340]."""
    spent = state.spent
    return max(
        (spent.get(unit, 0) - radius(state, unit) for unit in members(units & VESSELS)), default=0
    )


def price(place: Hex) -> int:
    """[7.31] [7.51] What it costs to enter a location."""
    if OCEAN_BOXES >> place & 1:
        return int(TOLD["ocean_box"])
    return int(TOLD["port_box"] if DEAR >> place & 1 else TOLD["hex"])


# Waters.


def frozen(state: State) -> bool:
    """[7.53.1] Whether the White Sea is shut; then no supply goes to Archangel either, for no ship
    lies there [7.53.2]."""
    return name_of(state.month).partition(" ")[0] in FROZEN


def waters(state: State, side: int, units: Units) -> Hexes:
    """Where a force may be: hexes with water or a canal [7.32], boxes of the chart; never the ports
    of neutrals that have not let it in [6.11] [R213], nor what is shut to its kind."""
    found = _ALL_WATERS & state.scenario.hexes
    found &= ~(closed_to_ships(state, side) & (PORTS | LAND_BOXES))
    if not units & VESSELS & ~ORE_RAIDERS and has_ore_base(state):
        # [5.35] They violate nobody's neutrality.
        found |= 1 << STOCKHOLM & state.scenario.hexes
    if frozen(state):
        found &= ~ICE
    if side == CENTRAL and units & OF_CLASS["UB"]:
        # [7.53]
        found &= ~NO_UBOATS
    if units & AF_CORPS:
        # [7.61] [1.24.1] [12.8/ottoman] Ships go where their passengers may be.
        found &= state.scenario.leash(units)
    for unit in members(units & COASTAL_SHIPS):
        found &= home_waters(state, unit)
    return found


def has_ore_base(state: State) -> bool:
    """[5.35] Whether the Entente holds a port hex in Russia, from which submarines prey on Swedish
    ore without violating Sweden."""
    return bool(PORTS & HOME[RU] & SHEETS["north"] & state.held[ENTENTE])


def home_waters(state: State, unit: int) -> Hexes:
    """[7.24] [7.24.1] Where a coastal defence ship may be: within its radius of a friendly coast of
    its own country, in port boxes, in the Gulf of Finland."""
    side, nation = state.side_of(unit), UNITS[unit].nation
    return COASTAL | _near_coast(HOME[nation] & COAST & state.held[side], radius(state, unit))


@lru_cache(maxsize=64)
def _near_coast(coast: Hexes, distance: int) -> Hexes:
    found = coast
    everywhere = open_ways(GRID, BOARD.hexes)
    for _ in range(distance):
        found |= step(found, everywhere)
    return found


@lru_cache(maxsize=2048)
def _reach(
    start: Hex, points: int, canals: tuple[bool, ...], free: Hexes, pairs: Pairs, goals: Hexes
) -> Reach:
    return reach(1 << start, points, _costs(canals, pairs), free, goals=goals)


def course(
    state: State,
    side: int,
    units: Units,
    start: Hex,
    points: int,
    shun: Hexes = 0,
    goals: Hexes = 0,
) -> Reach:
    """[7.22] [7.23] Where a force can go with so many points, through all that may be entered but
    what it shuns; enemies are in nobody's way [7.21] [7.0.1]. Not beyond the nearest of some goals,
    if there are any."""
    free = waters(state, side, units) & ~shun
    return _reach(start, points, open_canals(state, side), free, state.scenario.joined, goals)


# Who may move.


def why_not_move(state: State, unit: int, side: int) -> Refusal | None:
    """Why a naval unit cannot move now, if anything keeps it."""
    if not 0 <= unit < len(UNITS) or not VESSELS >> unit & 1:
        return Refusal("7.0", "only ships and submarines move at sea")
    if state.where[unit] < 0:
        return Refusal("7.0", "it is not on the map")
    if state.side_of(unit) != side:
        return Refusal("6.43", "the other side moves its own fleets")
    if state.done >> unit & 1:
        return Refusal("7.22", "it has ended its move at sea")
    if state.moored >> unit & 1:
        return Refusal("8.5.4", "it has returned to port and stays there for the month")
    if state.unloading >> unit & 1:
        return Refusal("7.65.1", "it stays by its landing for the month")
    if DREADNOUGHTS >> unit & 1:
        nation = UNITS[unit].nation
        if nation in state.crisis and (PORTS | PORT_BOXES) >> state.where[unit] & 1:
            return Refusal("2.92.4", "the dreadnoughts of a power in crisis stay in port")
        if not state.fuelled >> nation & 1 and not state.points[nation]:
            # [7.25]
            return Refusal("7.25", "its power has no point left to fuel its dreadnoughts")
    return None


def sea_ready(state: State, side: int) -> Units:
    """[6.43] The naval units of a side that may still move in this half."""
    able = state.on_map(side) & VESSELS & ~state.done & ~state.moored & ~state.unloading
    for nation, theirs in _DREADNOUGHTS_OF:
        own = able & theirs
        if not own:
            continue
        if not state.fuelled >> nation & 1 and not state.points[nation]:
            # [7.25]
            able &= ~own
        elif nation in state.crisis:
            # [2.92.4]
            able &= ~bit_set(u for u in members(own) if (PORTS | PORT_BOXES) >> state.where[u] & 1)
    return able


def fuel(state: State, units: Units) -> None:
    """[7.25] A power pays a point in each month in which it moves a dreadnought, before the
    first."""
    for unit in members(units & DREADNOUGHTS):
        nation = UNITS[unit].nation
        if not state.fuelled >> nation & 1:
            state.points[nation] -= 1
            state.fuelled |= 1 << nation
            state.note("{:unit} and others of its power are fuelled for a point", unit)


def on_a_map(place: Hex) -> bool:
    """Whether a location is a hex, not a box of the chart."""
    return bool(BOARD.hexes >> place & 1)
