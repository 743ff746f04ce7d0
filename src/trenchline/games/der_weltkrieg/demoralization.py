"""Section 26: demoralization points. What a nation loses, and when it breaks.

What lost strength weighs stands in ``losses``; here are cities, and the levels at which a scenario
shakes a nation's morale, ruins its economy or makes it surrender. The levels are the scenario's:
``[demoralization] shaken``, ``collapse`` and ``surrender``, points by nation.
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.der_weltkrieg.components import CODES, NATIONS, TABLES
from trenchline.games.der_weltkrieg.rail_capacity import lose_capacity
from trenchline.games.der_weltkrieg.state import SURRENDERED, State
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Duty

DM = TABLES["demoralization"]
NEVER = "BE"
"""[26-2] Belgium alone never counts, unless a scenario says so."""
BREAKS = {"shaken": "Shaken National Morale", "collapse": "Economic Collapse"}
"""[26-5] What high demoralization does; the flags of the state are ``IT shaken`` and so on."""
SURRENDER = "surrender"


def is_counted(state: State, nation: str) -> bool:
    """[26-2] Whether a nation keeps count: those that the scenario names, or all but Belgium."""
    told = state.theatre.scenario.get("demoralization", {}).get("tracked")
    return nation != NEVER if told is None else nation in told


def suffer(state: State, nation: str, points: int, reason: str, *about: object) -> None:
    """[26-1] A nation takes demoralization points; they are never taken back [26-4]."""
    if not points or not is_counted(state, nation):  # [26-2]
        return
    state.demoralize(nation, points, reason, *about)
    levels = state.theatre.scenario.get("demoralization", {})
    for what, name in BREAKS.items():
        level = levels.get(what, {}).get(nation)
        flag = f"{nation} {what}"
        # [26-5] At its level a nation breaks, once.
        if level is not None and flag not in state.flags and _total(state, nation) >= level:
            state.flags |= {flag}
            state.note("{} suffers {} [26-5]", NATIONS[nation].name, name)


def _total(state: State, nation: str) -> int:
    return state.dm[CODES.index(nation)]


# Cities.


def occupied(state: State, side: int, hex_: Hex) -> None:
    """[26-3] [26-4] [R49] [R90] A combat unit has come to a halt in a hex: its country suffers
    when that is a city, or the second hex of an urban hexside, and enemies are there for the first
    time."""
    theatre = state.theatre
    code = theatre.board.facts[hex_].get("country", "")
    if code not in NATIONS or NATIONS[code].side == side:
        return
    urban = theatre.urban_neighbours(hex_)
    for there in urban:
        pair = (min(hex_, there), max(hex_, there))
        if pair not in state.urban_fallen and state.control[side] >> there & 1:
            state.urban_fallen[pair] = 1
            points = DM["urban_hexside"] * factor(state, code, 1 << hex_ | 1 << there)
            suffer(state, code, points, "an urban hexside of {:hex}", hex_)
    if theatre.cities >> hex_ & 1 and not urban and not state.cities_fallen >> hex_ & 1:
        state.cities_fallen |= 1 << hex_
        points = DM["city"] * factor(state, code, 1 << hex_)
        suffer(state, code, points, "{:hex} is occupied", hex_)


def factor(state: State, code: str, hexes: Hexes) -> int:
    """[26-3] [37-6] Twice the points for a nation's capital, and twice for any German city."""
    capital = 0
    for hex_ in state.theatre.listed("capitals", code):
        capital |= 1 << hex_
    times: int = DM["capital_factor"] if hexes & ~capital == 0 else 1
    return times * DM["german_city_factor"] if code == "DE" else times


# Surrender.


@dataclass(frozen=True, slots=True)
class CheckSurrender(Duty[State]):
    """[26-5] [26-7] [R91] At the end of a phase, nations beyond their last level leave the war."""

    def run(self, state: State) -> None:
        levels = state.theatre.scenario.get("demoralization", {}).get(SURRENDER, {})
        for code, level in levels.items():
            if not has_surrendered(state, code) and _total(state, code) >= level:
                surrender(state, code)


def has_surrendered(state: State, code: str) -> bool:
    """[26-7] Whether a country has left the war."""
    return f"{code} surrendered" in state.flags


def surrender(state: State, code: str) -> None:
    """[26-7] [8-9] All units of a country are removed from play; its railways go to an ally."""
    state.flags |= {f"{code} surrendered"}
    state.note("{} surrenders [26-7]", NATIONS[code].name)
    for unit in members(state.theatre.of_nation[code]):
        # Nobody comes back [23-5] or arrives any more [25-1].
        state.lift(unit, SURRENDERED)
    if not state.without_capacity >> CODES.index(code) & 1:
        lose_capacity(state, CODES.index(code))
