"""Chapters 3, 26 to 29: setting the scenarios up.

Each side places its units by choices, within the areas its orders of battle give, or lets the rest
be placed sensibly in one go (``auto``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from trenchline.games.kaisers_war.components import (
    AIR,
    ALLIED,
    BR,
    CENTRAL,
    CITIES,
    CITY,
    COUNTERS,
    DESERT,
    EAST,
    FR,
    GE,
    GRID,
    IT,
    LAND,
    LINE,
    MARCH,
    NATION_OF,
    NATIONS,
    PARIS,
    RUSSIA,
    SIDES,
    STRAITS,
    TABLES,
    TERRITORY,
    TRENCH,
)
from trenchline.games.kaisers_war.control import enterable, trench
from trenchline.games.kaisers_war.ground import why_not_stay
from trenchline.games.kaisers_war.meanwhile import elsewhere
from trenchline.games.kaisers_war.sequence import EARLY_END, BeginTurn
from trenchline.games.kaisers_war.stacking import roomy
from trenchline.games.kaisers_war.state import BOX, FLEET, OUT, POOL, State, due
from trenchline.games.kaisers_war.supply import rail_cities, sources, within
from trenchline.games.kaisers_war.victory import worth
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.floods import distances, flood, step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Refusal


def _lands(*codes: str) -> Hexes:
    hexes = 0
    for code in codes:
        hexes |= TERRITORY[code]
    return hexes


def around(city: str, radius: int) -> Hexes:
    """The land within so many hexes of a city."""
    hexes = 1 << CITY[city]
    for away in range(1, radius + 1):
        hexes |= GRID.ring(CITY[city], away)
    return hexes & LAND


def _near_line(side: int, radius: int) -> Hexes:
    """A side's land within so many hexes of the initial front line."""
    hexes = front = LINE[1 - side]
    for _ in range(radius):
        front = step(front, MARCH)
        hexes |= front
    return hexes & LINE[side]


_BALKANS = ("SB", "GK", "AL")
_FREE = ("BE", "LU", "FR", "GE", "AH", "IT", "AL", "SB", "RM", "BU")
AREAS: dict[str, Hexes] = {
    # [26.3] The Allied order of battle.
    "London": 1 << CITY["London"],
    "France": _lands("FR"),
    "Italy": _lands("IT"),
    "Greece": _lands("GK"),
    "Greece/Albania": _lands("GK", "AL"),
    "Greece or Albania": _lands("GK", "AL"),
    "Egypt": _lands("EG"),
    "Belgium": _lands("BE"),
    "Jerusalem": around("Jerusalem", 1),
    "Baghdad": around("Baghdad", 1),
    "Jerusalem or Baghdad": around("Jerusalem", 1) | around("Baghdad", 1),
    "Persia": _lands("PE"),
    "French cities": _lands("FR") & CITIES,
    "Italian cities": _lands("IT") & CITIES,
    "Allied cities": CITIES,
    "Ottoman desert": _lands("TU") & DESERT,
    "Kars or Baku": 1 << CITY["Kars"] | 1 << CITY["Baku"],
    # [26.4] The Central Powers' order of battle.
    "German cities": _lands("GE") & CITIES,
    "AH cities": _lands("AH") & CITIES,
    "Ottoman cities": _lands("TU") & CITIES,
    "CP cities": CITIES,
    "West": _lands("BE", "LU", "FR", "GE") & _near_line(CENTRAL, 2),
    "Free": _lands(*_FREE),
    "Helsinki": 1 << CITY["Helsinki"],
    "Baltic": _lands("BA"),
    "Poland": _lands("PO"),
    "Ukraine": _lands("UK"),
    "Poland/Ukraine": _lands("PO", "UK"),
    "Romania": _lands("RM"),
    "Balkans": _lands(*_BALKANS),
    "Bulgaria/Romania/Serbia/Greece/Albania": _lands("BU", "RM", *_BALKANS),
    "Ottoman Empire": _lands("TU"),
    "AH/Italy": _lands("AH", "IT"),
    "Constantinople": around("Constantinople", 3),
    "Erzincan": around("Erzincan", 3),
    "Damascus": around("Damascus", 3),
    "Mosul": around("Mosul", 2),
    # [28.1] [28.2] Additional forces.
    "Petrograd": 1 << CITY["Petrograd"],
    "Moscow": 1 << CITY["Moscow"],
    "Russian cities": RUSSIA & CITIES & ~(1 << CITY["Narva"]),
    "Narva": 1 << CITY["Narva"],
    "Finland": _lands("FI"),
}
_THRACE: Hexes = (
    flood(TERRITORY["BU"], (TERRITORY["BU"] | TERRITORY["TU"]) & ~STRAITS, MARCH) & TERRITORY["TU"]
    | STRAITS
)
ASIA: Hexes = TERRITORY["TU"] & ~_THRACE | _lands("PE", "TC", "EG")
EUROPE: Hexes = LAND & ~ASIA & ~RUSSIA
EAST_SLOTS = ("Petrograd", "Moscow", "Russian cities", "Narva", "Finland")


def area(state: State, unit: int) -> Hexes:
    """[3.2] Where a unit may be set up."""
    counter = COUNTERS[unit]
    side = NATIONS[counter.nation].side
    hexes = AREAS[counter.slot]
    # [28.3] With the Russian front the free German forces may start in the east.
    if counter.slot == "Free" and "east" in state.options:
        hexes |= _lands("BA", "PO", "UK")
    if "free_deployment" in state.options:  # [29.3] [29.4]
        hexes |= free_area(state, unit)
    if counter.slot in EAST_SLOTS:
        return hexes
    return hexes & LINE[side]


def free_area(state: State, unit: int) -> Hexes:
    """[29.3] [29.4] What the free deployment variant adds."""
    counter = COUNTERS[unit]
    kind = counter.front.type
    key = counter.key
    if counter.nation == GE and kind in ("shock_army", "hq", *AIR):
        one_in_asia = kind == "shock_army" and not any(
            COUNTERS[u].front.type == "shock_army" and NATION_OF[u] == GE
            for h in members(TERRITORY["TU"] & ASIA & state.held[CENTRAL])
            for u in state.stacks[h]
        )
        return EUROPE | (TERRITORY["TU"] & ASIA if one_in_asia else 0)
    if key == "AHShockIso" or (counter.nation == NATIONS_AH and kind in AIR):
        return EUROPE
    if key == "TUAlpAIsl":
        return TERRITORY["TU"]
    if key in ("BR5", "BRTac2"):
        return _lands("IT", "GK", "EG")
    if key in ("FR8", "FRTac2"):
        return _lands("IT", "GK")
    if counter.nation == IT and kind == "expeditionary_corps":
        return _lands("AL", "GK", "EG")
    return 0


NATIONS_AH = next(n for n, nation in enumerate(NATIONS) if nation.code == "AH")
assert (BR, FR) == (0, 1)


def new_game(scenario: str, options: Mapping[str, str]) -> State:
    """A fresh match, waiting for the players to deploy.

    Free deployment goes with either length [29.1]; its points [29.2] and special rules [29.5] are
    those of the scenario.
    """
    state = State()
    state.options = frozenset(name for name, value in options.items() if value == "on")
    # [26.1] [27.1] Scenario 1 ends with 1918, scenario 2 in 1919; the special rules are the same
    # [27.5].
    turns = TABLES["turns"]
    long_end = int(options.get("long_end", turns["long_end"]))
    if long_end == EARLY_END:  # [27.1]
        state.options |= {"ends_early"}  # [R1]
    state.last_turn = turns["short_end"] if scenario == "1918" else long_end
    if "poles" in state.options:
        state.poles = ALLIED  # [40.2]
    for unit, counter in enumerate(COUNTERS):
        state.where[unit] = _start(state, unit)
        # [26.3] [26.4] Ships lie off the map, and Americans in their box.
        if counter.slot == "naval" or (counter.slot == "USA box" and counter.is_naval):
            state.where[unit] = FLEET
        elif counter.slot == "USA box":
            state.where[unit] = BOX[0]  # [26.3]
    state.look_again()
    first = ALLIED
    # [26.3] [26.4] The Allies deploy first in 1918; [27.3] [29.3] otherwise the Central Powers,
    # and the Allies second [27.4] [R2].
    if scenario != "1918" or "free_deployment" in state.options:
        first = CENTRAL
    state.stack.append(BeginTurn())
    state.stack.append(EndDeployment())
    state.stack.append(Deployment(1 - first))
    state.stack.append(Deployment(first))
    return state


def _start(state: State, unit: int) -> int:
    """Where a unit is before anybody deploys."""
    counter = COUNTERS[unit]
    code = NATIONS[counter.nation].code
    eastern = NATIONS[counter.nation].group in ("nationalist", "bolshevik", "anarchist")
    # [24.4] The eastern nations need their optional rules; [40.1] Poles have one of their own.
    if eastern and "east" not in state.options:
        return POOL if code == "PO" and "poles" in state.options else OUT
    if counter.slot == "free; Game Turn 2":
        return due(2)  # [26.5]
    if counter.slot == "free; Game Turn 3":
        return due(3)
    if counter.slot == "free; Kaiser Moves East":
        return OUT
    return POOL


_DEPLOYED = tuple(
    sorted(
        (
            u
            for u, counter in enumerate(COUNTERS)
            if counter.slot in AREAS and NATIONS[counter.nation].side == side
        ),
        key=lambda u: (AREAS[COUNTERS[u].slot].bit_count(), u),
    )
    for side in (ALLIED, CENTRAL)
)
"""Each side's units that start on the map; the most confined come first."""


def to_deploy(state: State, side: int) -> list[int]:
    """[26.3] [26.4] A side's units that still have to be placed."""
    left = state.piles[POOL] & ~state.demobilized
    return [u for u in _DEPLOYED[side] if left >> u & 1]


def open_hexes(state: State, unit: int) -> Hexes:
    """The hexes of its area where a unit may still be set up [3.1] [3.2] [9.9]."""
    side = NATIONS[NATION_OF[unit]].side
    free = area(state, unit) & ~(state.held[1 - side] | (0 if unit_is_red(unit) else state.held[2]))
    return roomy(state, unit, free)


def unit_is_red(unit: int) -> bool:
    """Whether a unit is Bolshevik: placed by the Allied player, though not his yet [28.1]."""
    return NATIONS[NATION_OF[unit]].group == "bolshevik"


@dataclass(frozen=True, slots=True)
class Deployment(OwnDecision[State]):
    """[3.1] A side places its units one after the other, unseen by the other."""

    sets_up: ClassVar[bool] = True

    def prompt(self, state: State) -> str:
        units = to_deploy(state, self.side)
        return f"Place the {COUNTERS[units[0]].title} ({len(units)} to go) [3.2]"

    def choices(self, state: State) -> Choices:
        units = to_deploy(state, self.side)
        if not units:
            return {"done": ONE}
        hexes = open_hexes(state, units[0])
        return {"place": hexes, "auto": ONE} if hexes else {"auto": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            return
        if verb == "place":
            unit = to_deploy(state, self.side)[0]
            deploy(state, unit, number)
        else:
            deploy_sensibly(state, self.side)
        if to_deploy(state, self.side):
            state.stack.append(self)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "place":
            return elsewhere(state, verb, "3.1", "the units are being set up now")
        unit = to_deploy(state, self.side)[0]
        case = ("26.3", "26.4")[self.side]
        if number < 0 or not area(state, unit) >> number & 1:
            return Refusal(case, f"the {COUNTERS[unit].title} does not start there")
        if state.held[1 - self.side] >> number & 1:
            return Refusal("3.2", "an enemy has been set up there")
        if (found := why_not_stay(state, unit, number)) is not None:
            return found
        return Refusal("3.2", "Bolsheviks have been set up there")


def deploy(state: State, unit: int, hex_: Hex) -> None:
    """Place a unit in its starting hex."""
    state.put(unit, hex_)
    state.whisper(NATIONS[NATION_OF[unit]].side, "{:unit} deploys at {:hex}", unit, hex_)


def deploy_sensibly(state: State, side: int) -> None:
    """Place all remaining units of a side: armies in the line, supports behind it, forts and
    garrisons where most is at stake; first of all those of the German blow."""
    for unit in sorted(to_deploy(state, side), key=lambda u: not strikes(u)):
        hexes = open_hexes(state, unit)
        if hexes:
            deploy(state, unit, sensible_place(state, unit, hexes, side))
        else:
            # [6.7] [9.9] Nowhere to put it: it waits in the pool.
            state.demobilized |= 1 << unit


def sensible_place(state: State, unit: int, hexes: Hexes, side: int) -> Hex:
    """Which of the hexes open to it a unit takes in a sensible set-up."""
    best = best_place(state, unit, hexes, side)
    # [R28] [15.5] Lines of supply do not pass the desert: it is easy to be cut off there.
    if DESERT >> best & 1 and not COUNTERS[unit].circle:
        # [15.5]
        return best_place(state, unit, hexes & safe(state, unit, side) or hexes, side)
    return best


def safe(state: State, unit: int, side: int) -> Hexes:
    """Where a unit will be in general supply [15.3] [15.5] even if the enemy mans the whole
    line."""
    zones = step(LINE[1 - side], MARCH) & ~trench(state, side)
    points = sources(state, side) | rail_cities(state, side) & ~zones
    heeded = 0 if COUNTERS[unit].guerrilla else zones  # [21.5]
    land = enterable(state, side) & LINE[side]
    length = state.face(unit).movement
    lines = within(points & ~DESERT, length, land & ~(heeded | DESERT), land)
    return lines | points | CITIES | state.forts[side]


_DEPTH: tuple[dict[Hex, int], dict[Hex, int]] = tuple(  # type: ignore[assignment]
    {
        hex_: depth
        for depth, ring in enumerate(distances(LINE[1 - side], LAND, MARCH))
        for hex_ in members(ring)
    }
    for side in (ALLIED, CENTRAL)
)


def _places(side: int, wanted: int | None) -> list[tuple[int, Hexes]]:
    """The land by its merit for a unit that wants to be so far from the enemy's side of the line;
    for one that stays where it is, by what is at stake."""
    found: dict[int, Hexes] = {}
    for hex_ in members(LAND):
        depth = _DEPTH[side].get(hex_, 30)
        if wanted is None:
            merit = worth(hex_) * 100 - depth
        else:
            merit = (2 if TRENCH[side] >> hex_ & 1 else 0) - abs(depth - wanted) * 4
        found[merit] = found.get(merit, 0) | 1 << hex_
    return sorted(found.items(), reverse=True)


_MERITS = {(side, wanted): _places(side, wanted) for side in (0, 1) for wanted in (None, 1, 2)}


def strikes(unit: int) -> bool:
    """Whether a unit belongs to the blow of March 1918: German shock armies and headquarters,
    massed on the way to Paris as they were then."""
    face = COUNTERS[unit].front
    return NATION_OF[unit] == GE and (face.shock or face.type == "hq")


def best_place(state: State, unit: int, hexes: Hexes, side: int) -> Hex:
    """The best of some hexes for a unit in a sensible set-up."""
    if state.face(unit).movement == 0:
        return next(lowest(ring & hexes) for _, ring in _MERITS[side, None] if ring & hexes)
    if strikes(unit):
        rings = (ring & hexes for _, ring in _MERITS[side, 2 if COUNTERS[unit].is_support else 1])
        front = next(ring for ring in rings if ring)
        return min(members(front), key=lambda h: (GRID.distance(h, PARIS), h))
    best = (-1000, 0, 0)
    for merit, ring in _MERITS[side, 2 if COUNTERS[unit].is_support else 1]:
        if merit < best[0]:
            break
        # Of equals the one with least in it, then with most at stake.
        for hex_ in members(ring & hexes):
            best = max(best, (merit - state.weight(hex_), worth(hex_), -hex_))
    return -best[2]


@dataclass(frozen=True, slots=True)
class EndDeployment(Duty[State]):
    """[24.2] The Central Powers' armies in the east are noted: they may not move yet."""

    def run(self, state: State) -> None:
        state.demobilized = 0  # [6.7]
        state.eastern = bit_set(
            u for h in members(EAST & state.held[CENTRAL]) for u in state.stacks[h]
        )
        state.note("Both sides have deployed: {} moves first", SIDES[CENTRAL])
