"""What a side is capable of in a combat by the greater part of its units: infantry tactics and
mountains [14H], assault by rifles [14R], adverse terrain [15C]."""

from __future__ import annotations

from collections.abc import Iterable

from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.calendar import DATES
from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.cooperation import groups
from trenchline.games.the_great_war.ground import Ground, ground_of
from trenchline.games.the_great_war.loss_choice import Quota
from trenchline.games.the_great_war.results import MOBILE, POSITIONAL
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.tables import TERRAIN
from trenchline.kernel.bits import bit_set, members

INFANTRY_MOVEMENT = 6
"""[14H] The least movement rating of those who learn infantry tactics in 1919 ..."""
INFANTRY_DIVISION, INFANTRY_BRIGADE = 12, 5
"""... and the least defence strengths of rifle divisions and smaller rifle units that do."""
RIFLES = ("rifle", "mechanized rifle", "mountain rifle")


def infantry(state: State) -> Units:
    """[14H] The units that are infantry now: by type, and from 1919 on by rating."""
    found = state.kind.infantry.showing(state.reduced)
    if state.date < DATES["infantry tactics"]["cm_cavalry"]:
        return found
    for unit in members(state.on_map(0) | state.on_map(1)):
        if _learns(state, unit):
            found |= 1 << unit
    return found


def _learns(state: State, unit: int) -> bool:
    """[14H] Whether a unit has become infantry by one of the dates of 1919."""
    kind, face, dates = state.kind, state.face(unit), DATES["infantry tactics"]
    quick = face.movement >= INFANTRY_MOVEMENT
    if quick and (kind.cm | kind.cavalry) >> unit & 1:
        return True
    if quick and (kind.light | kind.mountain) >> unit & 1 and state.date >= dates["light_mountain"]:
        return True
    counter = state.theatre.counters[unit]
    if state.date < dates["rifle"] or counter.kind not in RIFLES:
        return False
    if face.size == "division":
        return counter.kind != "mechanized rifle" and face.defence >= INFANTRY_DIVISION
    return face.defence >= INFANTRY_BRIGADE


def weight(state: State, units: Iterable[int]) -> int:
    """[14H1] [R81] What units weigh in such a count, in quarters of an RE: artillery, headquarters
    and transport units nothing."""
    kind = state.kind
    light = kind.artillery | kind.army_hq | kind.corps_hq | state.theatre.tagged["transport"]
    return sum(state.re(unit) for unit in units if not light >> unit & 1)


def is_half(state: State, units: Iterable[int], wanted: Units, ignored: Units = 0) -> bool:
    """Whether at least half of the REs of some units are of a kind; units that do not cooperate are
    not added up [15E3]."""
    counted = [unit for unit in units if not ignored >> unit & 1]
    whole = weight(state, counted)
    best = max(
        (weight(state, (u for u in group if wanted >> u & 1)) for group in groups(state, counted)),
        default=0,
    )
    return whole > 0 and 2 * best >= whole


def is_infantry_capable(state: State, units: Iterable[int]) -> bool:
    """[14H1] Whether half of some units, by REs, are infantry."""
    return is_half(state, units, infantry(state))


def is_mountain_capable(state: State, units: Iterable[int]) -> bool:
    """[14H2] Whether half of some units, by REs, are mountain units or infantry."""
    return is_half(state, units, infantry(state) | state.kind.mountain)


def assault_engineers(state: State) -> Units:
    """[13D] [13E] [13F] [14C3] Units with the combat abilities of engineers."""
    tagged = state.theatre.tagged
    return tagged["combat engineer"] | tagged["assault engineer"] | tagged["flame"]


def is_assault_capable(state: State, battle: Battle) -> bool:
    """[14R] Whether half of the attackers, by REs and without engineers, are rifle assault."""
    if battle.table != POSITIONAL:
        return False
    rifles = state.theatre.tagged["rifle assault"]
    return bool(rifles) and is_half(state, battle.attackers, rifles, assault_engineers(state))


def at_home_in(state: State, units: Iterable[int], ground: Ground) -> Units:
    """[15C] The units that would enter a hex at the costs of the exceptions column."""
    tagged = state.theatre.tagged
    found = 0
    for tag, weathers in (TERRAIN[ground.terrain].exceptions or {}).items():
        if ground.weather in weathers:
            # [14D3] Mixed units are rifle units here.
            found |= tagged[tag] & ~(state.kind.mixed if tag == "cavalry" else 0)
    if ground.weather == "snow":
        # [14G] Over-snow units are at home wherever it lies.
        found |= state.kind.over_snow
    return found & bit_set(units)


def is_terrain_capable(state: State, battle: Battle) -> bool:
    """[15C] Whether half of the attackers, by REs, know adverse terrain; in mobile combat only, and
    not in mud."""
    if battle.table != MOBILE:
        return False
    ground = ground_of(state, battle)
    if ground.weather == "mud":
        return False
    return is_half(state, battle.attackers, at_home_in(state, battle.attackers, ground))


def capable(state: State, battle: Battle) -> frozenset[str]:
    """Who is capable of what, as results ask for it [9C]."""
    found = set()
    if is_infantry_capable(state, battle.attackers):
        found.add("attacker infantry")
    if is_infantry_capable(state, battle.defenders):
        found.add("defender infantry")
    if is_assault_capable(state, battle):
        found.add("attacker rifle assault")
    return frozenset(found)


def quotas(state: State, battle: Battle, attacking: bool) -> tuple[Quota, ...]:
    """[14H3] [14R] [15C] Of which units half of a side's losses must be."""
    units = battle.fighters(attacking)
    found = []
    if battle.table == MOBILE:
        if is_infantry_capable(state, units):
            found.append(Quota("14H3", "infantry"))
        elif is_mountain_capable(state, units):
            found.append(Quota("14H3", "mountain and infantry"))
    if attacking and is_assault_capable(state, battle):
        found.append(Quota("14R", "rifle assault"))
    if attacking and is_terrain_capable(state, battle):
        found.append(Quota("15C", "adverse terrain"))
    return tuple(found)


def kinds_for(state: State, battle: Battle, unit: int) -> frozenset[str]:
    """The quotas a unit counts for."""
    found = set()
    foot = infantry(state)
    if foot >> unit & 1:
        found.add("infantry")
    if (foot | state.kind.mountain) >> unit & 1:
        found.add("mountain and infantry")
    if state.theatre.tagged["rifle assault"] >> unit & 1:
        found.add("rifle assault")
    if at_home_in(state, (unit,), ground_of(state, battle)):
        found.add("adverse terrain")
    return frozenset(found)
