"""Rule 16B3 and 16C11: manpower on the map, and local drafts.

A manpower point on the map is a counter of its own kind, a small static unit; a scenario has as
many as its box holds. Where there is none left, manpower stays in the pool [R177].
"""

from __future__ import annotations

from functools import lru_cache

from trenchline.games.the_great_war.components import CODES, NATIONS, Units
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.tables import REPLACEMENTS
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes

RECRUITS = "manpower point"
MARCH_BRIGADES = ("march rifle", "mountain march")
A_POINT = 2
"""A point of manpower in halves."""
_MARCH = REPLACEMENTS["march"]
_DRAFT = REPLACEMENTS["draft"]


@lru_cache(maxsize=16)
def recruits(theatre: Theatre) -> Units:
    """[16B3] The counters that stand for a manpower point."""
    return bit_set(n for n, c in enumerate(theatre.counters) if c.kind == RECRUITS)


@lru_cache(maxsize=16)
def march_brigades(theatre: Theatre) -> Units:
    """[16C8] March brigades and mountain march brigades."""
    return bit_set(n for n, c in enumerate(theatre.counters) if c.kind in MARCH_BRIGADES)


def men_in(state: State, unit: int) -> int:
    """[16C8] How many manpower points make up a march brigade."""
    face = state.theatre.counters[unit].front
    return int(_MARCH[f"{face.attack}-{face.defence}"])


def free(state: State, units: Units, nation: str) -> list[int]:
    """Counters of a nation that are in the box."""
    own = units & state.theatre.of_nation[nation]
    return [unit for unit in members(own) if state.where[unit] < 0]


def field_unit(state: State, unit: int, hex_: Hex) -> None:
    """A counter comes from the box into a hex."""
    state.put(unit, hex_)
    state.fielded[CODES.index(state.theatre.counters[unit].nation)] += state.re(unit)


def leave_men(state: State, nation: str, hex_: Hex, halves: int) -> None:
    """[16A1i] [16B4b] [16C11] [R177] Manpower is left in a hex, whole points, as far as counters
    go."""
    if hex_ < 0:
        return
    points = halves // A_POINT
    for unit in free(state, recruits(state.theatre), nation)[:points]:
        field_unit(state, unit, hex_)


# Local drafts [16C11].


def note_captures(state: State, captor: int, taken: Hexes) -> None:
    """[16C11] Major cities that change hands: whoever loses a home city counts the turns, whoever
    frees one that the enemy held for twelve drafts three points of manpower for each hex."""
    theatre = state.theatre
    for hex_ in members(taken & theatre.major_cities):
        nation = theatre.country[hex_]
        if NATIONS[nation].side != captor:
            state.fallen[hex_] = state.turn + _DRAFT["turns"]
            continue
        since = state.fallen.pop(hex_, None)
        if since is None or state.turn < since:
            continue
        halves = _DRAFT["points"] * A_POINT
        if state.isolated_hexes[captor] >> hex_ & 1:
            leave_men(state, nation, hex_, halves)
        else:
            state.manpower[CODES.index(nation)] += halves
        state.note("{:hex} gives {} its men [16C11]", hex_, NATIONS[nation].name)


def count_old_losses(state: State) -> None:
    """[16C11] [R178] Home cities that the enemy holds as a scenario begins fell long ago."""
    theatre = state.theatre
    for side in (0, 1):
        lost = theatre.home[side] & theatre.owned[1 - side] & theatre.major_cities
        for hex_ in members(lost):
            state.fallen[hex_] = 0
