"""Sections 12.3 to 12.16: the two strengths of an attack, number by number."""

from __future__ import annotations

from trenchline.games.kaisers_war.battle import Battle
from trenchline.games.kaisers_war.components import (
    AIR,
    CITIES,
    COUNTERS,
    GRID,
    LAND,
    MARCH,
    ROUGH,
    UNITS,
    WET,
)
from trenchline.games.kaisers_war.control import has_zones, trench
from trenchline.games.kaisers_war.state import State
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex
from trenchline.kernel.odds import Modifier

USMC = UNITS["USUSMC"]
_CASE_OF = {"hq": "17.1", "bombardment": "19.1"} | dict.fromkeys(AIR, "18.2")
"""By which case a support counts in an attack."""


def concentric(state: State, battle: Battle) -> bool:
    """[12.14] Whether attackers or their zones fill all six hexes round the target [R13]."""
    target = battle.target
    defender = 1 - battle.side
    bit = 1 << target
    # [12.14] [7.4] [7.5] Never against units in their own trenches or with a fort.
    if bit & (trench(state, defender) | state.forts[defender]) or battle.bombardment:
        return False
    spots = [target + shift for shift in GRID.shifts]
    exert = has_zones(state, battle.side)
    present = set()
    reaching = set()
    for unit in battle.attackers:
        place = state.where[unit]
        if place not in spots:
            continue
        spot = spots.index(place)
        present.add(spot)
        counter = COUNTERS[unit]
        if (
            exert
            and state.face(unit).movement
            and not counter.guerrilla
            and unit not in state.assault
        ):
            # [11.2] Zones end at all-sea hexsides, but unplayable hexes count as if open [R13].
            beside = step(1 << place, MARCH)
            for near in ((spot + 1) % 6, (spot - 1) % 6):
                if not _is_land(spots[near]) or beside >> spots[near] & 1:
                    reaching.add(near)
    walls = trench(state, defender) | state.forts[defender]
    for spot, hex_ in enumerate(spots):
        walled = hex_ >= 0 and bool(walls >> hex_ & 1)
        if spot not in present and (walled or spot not in reaching):
            return False
    return True


def _is_land(hex_: Hex) -> bool:
    return hex_ >= 0 and bool(LAND >> hex_ & 1)


def attack_parts(state: State, battle: Battle) -> list[Modifier]:
    """The attack strength, number by number: whole factors [12.11], never more than doubled [12.15]
    [R12]."""
    surrounded = concentric(state, battle)
    parts = []
    for unit in (*battle.attackers, *battle.supports):
        counter = COUNTERS[unit]
        factor = state.face(unit).attack
        case = _CASE_OF.get(counter.front.type, "12.3")
        parts.append(Modifier(case, counter.title, factor))
        reason = _doubling(state, battle, unit, surrounded)
        if reason is not None:
            parts.append(Modifier(reason[0], reason[1], factor))
    return parts


def _doubling(state: State, battle: Battle, unit: int, surrounded: bool) -> tuple[str, str] | None:
    if unit in battle.doubled:
        return "15.7", "maximum attack supply"
    if surrounded:
        return "12.14", "concentric attack"
    kind = state.face(unit).type
    # [21.2] Alpine units are doubled into rough hexes [R46].
    if kind in ("alpine_corps", "alpine_army") and ROUGH >> battle.target & 1:
        return "21.2", "alpine troops in rough terrain"
    # [21.3] So is the Marine Corps when it invades from the sea.
    if unit == USMC and unit in state.assault:
        return "21.3", "Marines from the sea"
    return None


def defence_parts(state: State, battle: Battle) -> list[Modifier]:
    """The defence strength of all in the hex [12.13], number by number; doubled once at most
    [12.16]."""
    target = battle.target
    defender = 1 - battle.side
    units = battle.defenders or state.stacks.get(target, ())
    if battle.bombardment:
        # [19.2] Ships against a fort: only the fort defends.
        units = tuple(u for u in units if COUNTERS[u].front.type == "fortified_zone")
    parts = [Modifier("12.13", COUNTERS[u].title, state.face(u).defence) for u in units]
    total = sum(part.amount for part in parts)
    bit = 1 << target
    if trench(state, defender) & bit:
        parts.append(Modifier("7.4", "entrenched: doubled", total))
    elif CITIES & bit:
        parts.append(Modifier("12.16", "city: doubled", total))
    elif ROUGH & bit:
        parts.append(Modifier("12.16", "rough terrain: doubled", total))
    elif _all_across_water(state, battle):
        parts.append(Modifier("12.16", "behind water: doubled", total))
    return parts


def _all_across_water(state: State, battle: Battle) -> bool:
    """[12.16] Whether every attacker crosses a river, canal or lake [R21]."""
    for unit in battle.attackers:
        place = state.where[unit]
        if place < 0:
            return False
        direction = GRID.direction(battle.target, place)
        if not WET[direction] >> battle.target & 1:
            return False
    return bool(battle.attackers)
