"""Chapter 10.5: what is added to the dice of a land combat, each with its case."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from trenchline.games.balance_of_powers.battle import FORTRESS, Battle
from trenchline.games.balance_of_powers.calendar import year_of
from trenchline.games.balance_of_powers.components import (
    AFRICA,
    ALL_CORPS,
    COAST,
    FR,
    GE,
    NATIONS,
    OF_KIND,
    OF_NATION,
    OWNER,
    SIEGE,
    TABLES,
    TERRAIN,
    UNITS,
    WASTE,
    Units,
)
from trenchline.games.balance_of_powers.flight import strength
from trenchline.games.balance_of_powers.going import over_river
from trenchline.games.balance_of_powers.inherent import is_assault
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import in_supply
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex

INHERENT_EFFECTIVENESS = 1
"""[1.25] Of the defence that every coast and canal has of itself."""
YELLOW: int = TABLES["modifiers"]["yellow"]
MOST: int = TABLES["modifiers"]["most"]


class Modifier(NamedTuple):
    """One reason to change the dice."""

    case: str
    reason: str
    value: int


def defenders(state: State, battle: Battle) -> Units:
    """The corps and the leader that defend; nobody who is on board a ship there [7.61.1]."""
    here = state.units(battle.target, 1 - battle.side) & ~state.aboard
    return here & (ALL_CORPS | OF_KIND["army leader"])


def fort_steps(state: State, battle: Battle) -> int:
    """[1.332] The steps of an enemy fortress that defends; each counts as a corps."""
    if not state.forts[1 - battle.side] >> battle.target & 1:
        return 0
    return state.fort_steps(battle.target)


def is_unmanned(state: State, battle: Battle) -> bool:
    """[1.25] Whether nothing but the inherent defence meets an attack."""
    corps = defenders(state, battle) & ALL_CORPS
    return not corps and not fort_steps(state, battle)


def strength_of_defence(state: State, battle: Battle) -> int:
    """[10.55] Corps and fortress steps; one where nothing but the inherent defence is there."""
    corps = (defenders(state, battle) & ALL_CORPS).bit_count()
    return corps + fort_steps(state, battle) or 1


def attack_effectiveness(state: State, unit: int, target: Hex) -> int:
    """[10.53] What a corps is worth at the head of an attack: yellow numbers are fours in 1914
    [10.532] [1.321.3], tanks attack with their first [1.321.4], and who is out of supply where he
    stands is worth one less [10.1] [10.1.1], never below 0 [R183]."""
    told = UNITS[unit]
    worth = YELLOW if told.yellow and year_of(state.month) == 1914 else told.attack
    if not in_supply(state, unit):
        worth = max(0, worth - 1)
    if told.kind == "mountain" and TERRAIN["mountain"] >> target & 1:
        # [10.562.1] Mountain troops are at home there.
        worth += TABLES["modifiers"]["highlanders"]
    return worth


def defence_effectiveness(state: State, battle: Battle, unit: int) -> int:
    """[10.53] What a corps or the fortress [1.33/intact] [1.33/reduced] is worth at the head of the
    defence; a fortress [3.0.3] and the inherent defence are always in supply."""
    if unit == FORTRESS:
        worth: int = TABLES["fortress"]["effectiveness"][fort_steps(state, battle)]
        return worth
    if unit < 0:
        return INHERENT_EFFECTIVENESS
    worth = UNITS[unit].defence
    return worth if in_supply(state, unit) else max(0, worth - 1)


def odds_modifier(attackers: int, defending: int) -> int:
    """[10.55] Numbers weigh little before they are three to one [10.55/3] and more from five to one
    [10.55/4]; one to two is bad [10.55/1], and between them [10.55/2] they do not count.

    >>> [odds_modifier(*odds) for odds in ((1, 2), (2, 3), (6, 3), (3, 1), (5, 1))]
    [-2, 0, 0, 1, 2]
    """
    ratio = Fraction(attackers, defending)
    if ratio <= Fraction(1, 2):
        return -2
    modifiers: list[int] = TABLES["odds"]["modifiers"]
    bounds = TABLES["odds"]["ratios"]
    found = modifiers[1]
    for (more, less), modifier in zip(bounds[2:], modifiers[2:], strict=True):
        if ratio >= Fraction(more, less):
            found = modifier
    return found


def opened(state: State, battle: Battle) -> Battle:
    """A battle with what is settled when it is declared."""
    there = defenders(state, battle)
    return replace(
        battle,
        trenches=bool(there & state.entrenched),
        counterattack=is_counterattack(state, battle),
        inherent=is_unmanned(state, battle),
    )


def breach_between(state: State, origin: Hex, target: Hex) -> int:
    """[10.59] The breach along which one location would attack another."""
    return state.breaches.get((origin, target), 0)


def is_counterattack(state: State, battle: Battle) -> bool:
    """[10.592] Whether the attack goes head on into a breach; one between the two stacks of a port
    box is that of the lodged [2.63] [R327]."""
    return (
        battle.origin != battle.target and breach_between(state, battle.target, battle.origin) > 0
    )


def air_superiority(state: State, place: Hex) -> int | None:
    """[6.33] [6.327] [R177] The side whose fighters alone are over a location. They are in nobody's
    way [6.33.1]: only land units bar movement and supply."""
    fighters = OF_KIND["fighter"] & ~state.aboard
    over = [bool(state.units(place, side) & fighters) for side in (0, 1)]
    if over[0] == over[1]:
        return None
    return 0 if over[0] else 1


def siege_guns(state: State, units: Units) -> int:
    """[10.52] Siege artillery among attackers."""
    return (units & SIEGE).bit_count()


def naval_gunfire(state: State, battle: Battle) -> int:
    """[6.453.1] [12.2] The guns of a fleet off the coast, which count as one siege corps
    [10.52.1]: where fleets are played, ships in the hex or beside the boats [10.561]."""
    if state.scenario.settings.get("admiralty") == "fleets":
        near = state.units(battle.target, battle.side)
        if battle.origin in state.landings:
            near |= state.units(battle.origin, battle.side)
        return int(any(strength(state, s).fire > 1 for s in members(near & OF_KIND["ship"])))
    return int(
        battle.side == state.scenario.gunfire_of
        and COAST >> battle.target & 1 != 0
        and not state.scenario.no_gunfire >> battle.target & 1
    )


def unready(state: State, battle: Battle) -> int:
    """[11.5/s13.a] Germans who attack French units have an advantage in the first fortnight, if
    France stopped mobilizing in July."""
    if "unready" not in state.scenario.special or state.month != state.scenario.first:
        return 0
    ours, theirs = battle.attackers & OF_NATION[GE], defenders(state, battle) & OF_NATION[FR]
    french = theirs or (fort_steps(state, battle) and OWNER[battle.target] == FR)
    return int(state.fortnight == 1 and bool(ours) and bool(french))


def trench_modifier(state: State, battle: Battle) -> int:
    """[10.571] What trenches take from the dice: the best of all nations that are dug in. Whose are
    better [10.571/1] than those of others [10.571/2], the nations tell."""
    dug_in = defenders(state, battle) & state.entrenched
    if not dug_in:
        return 0
    best = max(NATIONS[UNITS[unit].nation].trenches for unit in members(dug_in))
    return -(best - 1) if AFRICA >> battle.target & 1 else -best


def modifiers(state: State, battle: Battle) -> list[Modifier]:
    """[10.5] All that changes the dice, as far as it is settled."""
    found = []

    def add(case: str, reason: str, value: int) -> None:
        if value:
            found.append(Modifier(case, reason, value))

    target, origin = battle.target, battle.origin
    over = air_superiority(state, target)
    # [10.51]
    if over is not None:
        # [10.51]
        add("10.51", "air superiority", 1 if over == battle.side else -1)
    # [10.52]
    add("10.52", "siege artillery", siege_guns(state, battle.attackers))
    # [10.52.1]
    add("10.52", "naval gunfire", naval_gunfire(state, battle))
    # [11.5/s13.a]
    add("11.5/s13.a", "the French have not mobilized", unready(state, battle))
    if battle.point >= 0:
        difference = attack_effectiveness(state, battle.point, target) - defence_effectiveness(
            state, battle, battle.defending_point
        )
        # [10.531]
        add("10.531", "effectiveness of the point units", difference)
    # [10.54]
    add("10.54", "leader of the attack", int(battle.led[0]))
    # [10.54]
    add("10.54", "leader of the defence", -int(battle.led[1]))
    # [10.55] Leaders and aircraft are no corps.
    corps = (battle.attackers & ALL_CORPS).bit_count()
    defending = strength_of_defence(state, battle)
    # [10.55]
    add("10.55", f"odds {corps} to {defending}", odds_modifier(corps, defending))
    along = breach_between(state, origin, target)
    against = breach_between(state, target, origin) if origin != target else 0
    terrain = TABLES["terrain"]
    # [10.561]
    if is_assault(state, battle.side, origin, target) and not naval_gunfire(state, battle):
        # [10.561] [R166] Guns that reach the coast cover the boats too.
        add("10.561", "coast", terrain["coast"])
    # [10.562]
    if TERRAIN["mountain"] >> target & 1:
        # [10.562] [R195] A pass that leads there does not count.
        add("10.562", "mountain", terrain["mountain"])
    # [10.563]
    if TERRAIN["marsh"] >> target & 1:
        # [10.563]
        add("10.563", "marsh", terrain["marsh"])
    # [10.564]
    if not along and not against and over_river(origin, target):
        # [10.564]
        add("10.564", "river", terrain["river"])
    # [10.571]
    add("10.571", "trenches", trench_modifier(state, battle))
    # [10.572]
    add("10.572", "infrastructure", int(battle.infrastructure))
    # [10.58]
    if battle.reserve >= 0:
        add("10.58", "reserves", TABLES["modifiers"]["reserves"])
    # [10.593] A breach that points elsewhere is none between these two.
    if not battle.benefits:
        # [10.591] [2.84.3]
        add("10.591", "out of a breach", -along)
    # [10.592]
    add("10.592", "against a breach", against)
    return found


def net(found: list[Modifier]) -> int:
    """[10.5] The final net modifier: the sum, never beyond six."""
    total = sum(modifier.value for modifier in found)
    return max(-MOST, min(MOST, total))


def may_use_infrastructure(state: State, battle: Battle) -> bool:
    """[10.572] Whether works behind the attack could be used up for it; in a port box they are
    those of whoever holds it [2.63]."""
    if battle.origin == battle.target:
        return False
    if not state.infrastructure >> battle.origin & 1 or WASTE >> battle.origin & 1:
        return False
    return bool(battle.attackers & state.entrenched) and bool(
        defenders(state, battle) & state.entrenched
    )
