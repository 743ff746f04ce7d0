"""Sections 12.4 to 12.18: who may attack, the two strengths, the column, and the odds."""

from __future__ import annotations

import dataclasses
from functools import lru_cache

from msgspec.structs import replace

from trenchline.games.kaisers_war.battle import INFILTRATION, Battle
from trenchline.games.kaisers_war.components import (
    AIR,
    ALLIED,
    AN,
    BO,
    BR,
    CITIES,
    COMBATANTS,
    COUNTERS,
    COUNTRY,
    GE,
    GRID,
    LAND,
    MARCH,
    NATION_OF,
    OPEN_SEA,
    ROUGH,
    SEASON,
    SEAWARD,
    SUPPORTS,
    TABLES,
    TC,
    UNITS,
    UNITS_OF,
    WATER,
    WET,
    hexname,
)
from trenchline.games.kaisers_war.control import LOW_MORALE, closed, has_zones, trench
from trenchline.games.kaisers_war.eastern import allowed_land, near_bolshevik_capital
from trenchline.games.kaisers_war.naval import seas_of
from trenchline.games.kaisers_war.state import FLEET, ON_MAP, State
from trenchline.games.kaisers_war.supply import in_general_supply
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import distances, step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.odds import Modifier, Odds, gather

COLUMNS: tuple[int, ...] = tuple(TABLES["crt"]["columns"])
HEADINGS = ("49% or less", *(f"{c}%" for c in COLUMNS[1:-1]), "600% or more")
CRT: dict[str, dict[int, tuple[str, ...]]] = {
    table: {int(roll): tuple(row) for roll, row in TABLES["crt"][table].items()}
    for table in ("big_push", "infiltration")
}
TITLES = {"big_push": "Big Push results", "infiltration": "Infiltration results"}
"""What the tables are called."""
HIGH_MORALE = 76
"""[33.1] From here on morale is high; down to LOW_MORALE it is medium."""
MOST_SHIPS = 2
USMC = UNITS["USUSMC"]
FULLER = UNITS["BRHQFuller"]
MECHANIZED = ("tank_corps", "tank_army", "mech_corps", "mech_army")


_CASE_OF = {"hq": "17.1", "bombardment": "19.1"} | dict.fromkeys(AIR, "18.2")
"""By which case a support counts in an attack."""


def frozen(state: State, unit: int) -> bool:
    """[24.2] [30.2] The Central Powers' eastern armies neither move nor attack until released."""
    return bool(stuck(state) >> unit & 1)


def stuck(state: State) -> int:
    """[24.2] [30.2] The eastern armies that have not been released."""
    return 0 if state.east_free else state.eastern


def able(state: State, side: int) -> int:
    """[12.4] A side's units that may attack now, unused in this phase [12.7]: land units with an
    attack factor, supplied or not [15.13]; support units never by themselves [17.2] [18.7]."""
    standing = state.piles[ON_MAP] & state.forces(side) & state.awake
    return standing & COMBATANTS & ~(state.fought | stuck(state))


def attackers_on(state: State, side: int, target: Hex) -> int:
    """The units that may attack a hex now: next to it [12.2] on any of its sides [12.6]."""
    found = 0
    for hex_ in members(step(1 << target, MARCH) & state.held[side]):
        found |= bit_set(state.stacks[hex_])
    found &= able(state, side)  # [12.4]
    # [21.6] The Trans-Caucasian corps attacks only where it may go; others attack across borders
    # they may not cross [30.15].
    for unit in members(found & UNITS_OF[TC]):
        if not allowed_land(state, unit) >> target & 1:
            found &= ~(1 << unit)
    # [20.10] Those at sea for an assault on this hex.
    return found | bit_set(u for u, (aim, _) in state.assault.items() if aim == target)


def companions(unit: int, others: tuple[int, ...]) -> bool:
    """[3.3] [12.23] All units of a side attack together, but Bolsheviks and Anarchists only with
    their own kind [30.17] [30.21b]."""
    mine = NATION_OF[unit]
    return all(
        (mine == loner) == (NATION_OF[other] == loner) for other in others for loner in (BO, AN)
    )


def targets(state: State, side: int) -> Hexes:
    """Enemy hexes next to a side's units that have not been attacked in this phase [12.8], forts
    that ships have bombarded only by a force from the sea [19.2] [R43]; none in Russia before the
    Kaiser moves east [30.10]."""
    ready = able(state, side)
    caucasians = ready & UNITS_OF[TC]
    near = step(bit_set(state.where[u] for u in members(ready & ~caucasians)), MARCH)
    # [21.6] Trans-Caucasians attack only where they may go.
    for unit in members(caucasians):
        near |= step(1 << state.where[unit], MARCH) & allowed_land(state, unit)
    near &= ~state.shelled
    for aim, _ in state.assault.values():
        near |= 1 << aim
    return near & state.held[1 - side] & ~(state.struck | closed(state))


# Support.


@lru_cache(maxsize=8192)
def in_range(start: Hex, radius: int) -> Hexes:
    """[17.1] [18.3] The hexes within a range, over anything but neutral countries [23.2]
    [R7]."""
    hexes = 0
    for ring in distances(1 << start, LAND | OPEN_SEA, SEAWARD)[: radius + 1]:
        hexes |= ring
    return hexes


def covered(state: State, unit: int) -> Hexes:
    """The hexes that a headquarters or airbase on the map reaches."""
    place = state.where[unit]
    return in_range(place, COUNTERS[unit].range) if place >= 0 else 0


def within_range(state: State, unit: int, target: Hex) -> bool:
    """Whether a headquarters or airbase on the map reaches a hex."""
    return bool(covered(state, unit) >> target & 1)


def eligible_supports(state: State, battle: Battle) -> int:
    """The headquarters (one [17.2]), airbases and fleets that may still be added to an attack
    [12.14]."""
    # [30.17] Nobody supports Bolsheviks or Anarchists.
    if any(NATION_OF[unit] in (BO, AN) for unit in battle.attackers):
        return 0
    found = 0
    taken = [COUNTERS[u].front.type for u in battle.supports]
    # One attack a phase [17.1] [18.2] [18.5]; airbases that struck fly nothing else [38.2].
    idle = SUPPORTS & state.forces(battle.side) & ~(state.supported | state.naval_used)
    # [24.2] Eastern armies that stand still support nobody [R51].
    idle &= state.piles[ON_MAP] & ~stuck(state) | state.piles[FLEET]
    for unit in members(idle & ~bit_set(battle.supports)):
        kind = COUNTERS[unit].front.type
        if kind == "bombardment":  # [19.1]
            if taken.count("bombardment") < MOST_SHIPS and ship_reaches(state, unit, battle.target):
                found |= 1 << unit
        elif not battle.bombardment and within_range(state, unit, battle.target):  # [17.1] [18.3]
            # [17.2] [18.4] [39.1]
            if (kind == "hq" and "hq" not in taken and _fuller_may(state, unit, battle)) or (
                kind in AIR and _second_airbase(unit, battle)
            ):
                found |= 1 << unit
    return found


def _fuller_may(state: State, unit: int, battle: Battle) -> bool:
    """[39.1] Fuller's headquarters serves tanks only."""
    if unit != FULLER or "mechanized" not in state.options:
        return True
    return any(state.face(u).type in MECHANIZED for u in battle.attackers)


def _second_airbase(unit: int, battle: Battle) -> bool:
    """[18.4] One airbase an attack; two if both are German or both British [R9]."""
    flying = [u for u in battle.supports if COUNTERS[u].front.type in AIR]
    if not flying:
        return True
    nation = NATION_OF[unit]
    return len(flying) == 1 and nation in (GE, BR) and NATION_OF[flying[0]] == nation


OFF_COAST: dict[str, Hexes] = {sea: step(water, SEAWARD) & LAND for sea, water in WATER.items()}
"""The coastal hexes that ships can lie off, by sea [19.1] [R42]."""


def bombarded(state: State, ship: int) -> Hexes:
    """[19.1] [19.6] [19.7] The hexes a fleet can lie off: with an all-sea hex next to them in a sea
    its nation may use [R42]. It is not on the map otherwise, and never defends [19.5]."""
    hexes = 0
    for sea in seas_of(state, ship):
        hexes |= OFF_COAST[sea]
    return hexes


def ship_reaches(state: State, unit: int, target: Hex) -> bool:
    """Whether a fleet that is ready for use can lie off a coastal hex."""
    return state.where[unit] == FLEET and bool(bombarded(state, unit) >> target & 1)


def may_be_supplied(state: State, battle: Battle, unit: int) -> bool:
    """[15.7] [15.8] Whether a unit, support or not, may be put in maximum attack supply for this
    attack."""
    if unit in battle.doubled:
        return False
    if unit in state.assault:
        return False  # [20.11]
    # [39.3] In the second phase only tank and mechanized units [R58].
    if battle.phase == 2 and "mechanized" in state.options:
        if state.face(unit).type not in MECHANIZED:
            return False
    if not offensive_supply(state, unit, battle.target):
        return False
    return not pays_for_supply(unit) or state.can_spend(battle.side, 1)


def offensive_supply(state: State, unit: int, where: Hex) -> bool:
    """[15.7] Whether a unit could have offensive supply: it needs general supply, and ships always
    have that [19.4]. Bolsheviks need a line to their capitals [30.19], Anarchists never have it
    [30.21b]."""
    if NATION_OF[unit] == AN or not may_spend_on_supply(state, unit, where):
        return False
    if NATION_OF[unit] == BO:
        return near_bolshevik_capital(state, unit)
    return in_general_supply(state, unit)


def pays_for_supply(unit: int) -> bool:
    """[30.19] Nationalists pay for offensive supply like everybody; Bolsheviks have it free."""
    return NATION_OF[unit] != BO


def may_spend_on_supply(state: State, unit: int, where: Hex) -> bool:
    """[22.2] [22.3] No offensive supply in winter, nor in the east during the thaw."""
    season = SEASON[state.turn - 1]
    if season == "winter":
        return False
    place = state.where[unit] if state.where[unit] >= 0 else where
    return not (season == "thaw" and COUNTRY.get(place) in ("RU", "PO", "UK"))


# Strengths.


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


def column(attack: int, defence: int) -> int:
    """[12.18] The column for two strengths, by exact comparison [R4]."""
    found = 0
    for number, bound in enumerate(COLUMNS):
        if attack * 100 >= bound * defence:
            found = number
    return found


def shifted(state: State, side: int, base: int) -> int:
    """[33.2] [33.3] High morale shifts the column right, low morale left, within the table [33.4].
    It is that of the moment, after all that has been spent [R91]."""
    if "morale" in state.options:
        if state.vp[side] >= HIGH_MORALE:
            base += 1
        elif state.vp[side] <= LOW_MORALE:
            base -= 1
    return min(max(base, 0), len(COLUMNS) - 1)


def battle_column(state: State, battle: Battle) -> int:
    """The column an attack is resolved in. It may not be reduced by choice [12.10]."""
    attack = sum(part.amount for part in attack_parts(state, battle))
    defence = sum(part.amount for part in defence_parts(state, battle))
    return shifted(state, battle.side, column(attack, defence))


def may_infiltrate(state: State, battle: Battle) -> bool:
    """[12.17] The Infiltration table needs a supplied shock unit among the attackers [R11]."""
    return not battle.bombardment and any(
        state.face(u).shock and in_general_supply(state, u) for u in battle.attackers
    )


def result(state: State, battle: Battle, roll: int) -> str:
    """The result of a roll."""
    found = CRT[battle.table][roll][battle_column(state, battle)]
    # [26.5] On the first turn the German shock turns withdrawal into panic.
    return "DP" if found == "DW" and german_shock(state, battle) else found


def german_shock(state: State, battle: Battle) -> bool:
    """[26.5] Whether Germans infiltrate on the first turn [R39]."""
    return (
        battle.table == INFILTRATION
        and state.turn == 1
        and battle.side != ALLIED
        and any(NATION_OF[u] == GE for u in battle.attackers)
    )


MEANING = {
    "AA": "the attacker loses a point a unit",
    "AC": "all attackers are eliminated; a defender may pursue",
    "AD": "the strongest attacker is eliminated, the others retreat",
    "AP": "every attacker checks for rout; a defender may pursue",
    "AW": "the attackers retreat",
    "BB": "the strongest attacker and the strongest defender are eliminated",
    "DA": "the defender loses a point a unit",
    "DC": "all defenders are eliminated; two attackers may pursue",
    "DD": "the strongest defender is eliminated, the others retreat; one attacker may pursue",
    "DP": "every defender checks for rout; two attackers may pursue",
    "DW": "the defenders retreat; one attacker may pursue",
    "MD": "the defenders retreat; the strongest shock unit is lost; one attacker may pursue",
}


def ground_notes(state: State, battle: Battle) -> tuple[Modifier, ...]:
    """Trenches and forts that do not help as one might think they do."""
    found = []
    bit, defender = 1 << battle.target, 1 - battle.side
    if trench(state, battle.side) & bit:
        # [7.1] [R20]
        found.append(Modifier("7.1", "the trenches there are the attacker's and do not count", 0))
    if (trench(state, defender) | state.forts[defender]) & bit and battle.table == INFILTRATION:
        found.append(Modifier("7.4", "trenches and forts hold nobody against infiltration", 0))
    return tuple(found)


def shock_note(state: State, battle: Battle) -> tuple[Modifier, ...]:
    """[26.5] What the German shock of the first turn does."""
    if not german_shock(state, battle):
        return ()
    return (Modifier("26.5", "on the first turn German infiltration turns DW into DP", 0),)


def morale_notes(base: int, used: int) -> tuple[Modifier, ...]:
    """How far morale has moved the column [33.1] [33.2] [33.3]."""
    if used == base:
        return ()
    what = f"{'high' if used > base else 'low'} morale moves the column from {HEADINGS[base]}"
    return (Modifier("33.2" if used > base else "33.3", what, used - base),)


def odds(state: State, battle: Battle) -> Odds:
    """The exact odds of a battle as it stands, on its table."""
    attack, defence = attack_parts(state, battle), defence_parts(state, battle)
    base = column(sum(p.amount for p in attack), sum(p.amount for p in defence))
    used = shifted(state, battle.side, base)
    outcomes = []
    for roll in range(1, 7):
        found = result(state, battle, roll)
        outcomes.append((roll, found, MEANING[found]))
    return Odds(
        hexname(battle.target),
        tuple(attack),
        tuple(defence),
        HEADINGS[used],
        gather(outcomes, 6),
        (*morale_notes(base, used), *ground_notes(state, battle), *shock_note(state, battle)),
        TITLES[battle.table],
    )


def odds_on_every_table(state: State, battle: Battle) -> Odds:
    """[12.17] The odds on both tables, if both may be chosen."""
    found = replace(odds(state, battle), verb="big_push")
    if not may_infiltrate(state, battle):
        return found
    other = odds(state, dataclasses.replace(battle, table=INFILTRATION))
    return replace(found, others=(replace(other, verb="infiltrate"),))
