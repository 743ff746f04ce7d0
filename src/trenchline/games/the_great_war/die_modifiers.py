"""What modifies the combat die [9A7], each number with its case."""

from __future__ import annotations

from collections.abc import Iterable

from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.capabilities import (
    is_assault_capable,
    is_infantry_capable,
    is_terrain_capable,
)
from trenchline.games.the_great_war.components import CODES, NATIONS
from trenchline.games.the_great_war.cooperation import all_cooperate, nations_of
from trenchline.games.the_great_war.ground import distance, ground_of
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.surprise import scout_terms, surprise_terms
from trenchline.games.the_great_war.tables import CITY_DIE, DIE_MODIFIERS, TERRAIN, WEATHER, WORKS
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.terms import Term

HOME = {"great": (3, 2), "major": (3, 2), "minor": (1, 1)}
"""[15D2] Within how many hexes of its capital a nation's will is how much higher, by power."""


def ground_terms(state: State, battle: Battle, infantry: bool) -> list[Term]:
    """[9H] [9J.6] Terrain, works and weather; works weigh less on infantry [14H1]."""
    place = ground_of(state, battle)
    works = WORKS[place.works]
    found = [
        Term("9H", place.terrain, TERRAIN[place.terrain].die),
        Term("9H", place.works, works.die_infantry if infantry else works.die),
        Term("9H", f"{place.weather} weather", WEATHER["combat"][place.weather]),
    ]
    if place.city:
        found.append(Term("9H", f"{place.city} city", CITY_DIE[place.city]))
    if place.contested:
        found.append(Term("9J", "contested hex", DIE_MODIFIERS["contested"]))
    ashore = (
        origin
        for unit, origin in zip(battle.attackers, battle.origins, strict=True)
        if unit not in state.afloat
    )
    if state.devastated and any(state.devastated >> origin & 1 for origin in ashore):
        found.append(Term("15A8", "out of a devastated hex", DIE_MODIFIERS["devastated"]))
    return found


def will(state: State, units: Iterable[int], target: Hex) -> int | None:
    """[15D1] [15D2] The will of a side in a combat: that of its faintest nation, higher near home.
    None if nobody is there who could have any."""
    found = []
    for nation in nations_of(state, units):
        reach, more = HOME[NATIONS[nation].power]
        capital = state.theatre.capitals.get(nation, 0)
        home = any(distance(state, target, hex_) <= reach for hex_ in members(capital))
        found.append(state.will[CODES.index(nation)] + (more if home else 0))
    return min(found, default=None)


def morale_term(state: State, battle: Battle) -> Term | None:
    """[15D1] The advantage of the side with the higher will."""
    mine = will(state, battle.attackers, battle.target)
    his = will(state, battle.defenders, battle.target)
    if mine is None or his is None or mine == his:
        return None
    advantage = DIE_MODIFIERS["morale"]
    return Term("15D1", "morale", advantage if mine > his else -advantage)


def staff_terms(state: State, battle: Battle) -> list[Term]:
    """[14M2] Disrupted Army HQs that feed a side."""
    shaken = state.kind.army_hq & (state.disrupted | state.badly_disrupted)
    if not shaken:
        return []
    found = []
    for attacking, name in ((True, "attack"), (False, "defence")):
        sources = {hex_ for unit, hex_ in battle.fed if unit in battle.fighters(attacking)}
        if any(state.units(hex_, battle.side_of(attacking)) & shaken for hex_ in sources):
            value = DIE_MODIFIERS[f"disrupted_headquarters_{name}"]
            found.append(Term("14M2", f"{name} fed by a disrupted headquarters", value))
    return found


def standing_terms(state: State, battle: Battle) -> list[Term]:
    """What is known before anybody tries special effects or sends a leader: capabilities, morale
    [15D], cooperation [15E3.1] [15E3.2]."""
    infantry = is_infantry_capable(state, battle.attackers)
    found: list[Term | None] = list(ground_terms(state, battle, infantry))
    if infantry:
        found.append(Term("14H1", "infantry attacks", DIE_MODIFIERS["infantry_attacker"]))
    if is_infantry_capable(state, battle.defenders):
        found.append(Term("14H1", "infantry defends", DIE_MODIFIERS["infantry_defender"]))
    if is_assault_capable(state, battle):
        found.append(Term("14R", "rifle assault", DIE_MODIFIERS["rifle_assault"]))
    if is_terrain_capable(state, battle):
        found.append(Term("15C", "adverse terrain expertise", DIE_MODIFIERS["adverse_terrain"]))
    found.append(morale_term(state, battle))
    if not all_cooperate(state, battle.attackers):
        value = DIE_MODIFIERS["no_cooperation_attack"]
        found.append(Term("15E3", "attackers do not cooperate", value))
    if not all_cooperate(state, battle.defenders):
        value = DIE_MODIFIERS["no_cooperation_defence"]
        found.append(Term("15E3", "defenders do not cooperate", value))
    found += staff_terms(state, battle)
    found += surprise_terms(state, battle)
    found += scout_terms(battle.scouted)
    return [term for term in found if term is not None and term.value]


def trial_terms(battle: Battle) -> list[Term]:
    """[10] Special effects that have succeeded."""
    value = DIE_MODIFIERS["special_effect"]
    return [
        Term("10", trial.code, value if trial.attacking else -value)
        for trial in battle.trials
        if trial.succeeded
    ]


def die_terms(state: State, battle: Battle) -> list[Term]:
    """[9A7] Everything that is added to the combat die."""
    found = [*standing_terms(state, battle), *trial_terms(battle), *battle.leaders]
    if battle.ruins:
        found.append(Term("15A7", "resource centre", battle.ruins))
    return [term for term in found if term.value]


def shift_terms(state: State, battle: Battle) -> list[Term]:
    """[9A6] What shifts the odds: fatigue [6B4] and special effects [10]."""
    found = []
    for attacking, name in ((True, "attackers"), (False, "defenders")):
        columns = -(-_fatigue(state, battle, attacking) // 2)
        if columns:
            value = -columns if attacking else columns
            found.append(Term("6B4", f"tired {name}", value))
    found += [
        Term("10", f"{trial.code} column", 1 if trial.attacking else -1)
        for trial in battle.trials
        if trial.shifted
    ]
    return found


def _fatigue(state: State, battle: Battle, attacking: bool) -> int:
    """[6B4.1] [6B4.2] The hits of the most tired unit of a side, or of an Army HQ that feeds it."""
    if not state.fatigue:
        return 0
    units = list(battle.fighters(attacking))
    for unit, hex_ in battle.fed:
        if unit in units:
            staffs = state.units(hex_, battle.side_of(attacking)) & state.kind.army_hq
            units += members(staffs)
    return max((state.fatigue.get(unit, 0) for unit in units), default=0)
