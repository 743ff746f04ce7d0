"""Section 14: retreat. Who must go, who may, and what it costs; ``ways_out`` tells where to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from trenchline.games.der_weltkrieg.artillery import AT_GUNS, is_bombardment
from trenchline.games.der_weltkrieg.assault import appals, assault_points, is_assaulted
from trenchline.games.der_weltkrieg.battle import Battle
from trenchline.games.der_weltkrieg.components import (
    CENTRAL,
    NATIONS,
    SIDES,
    TABLES,
    Nation,
    Units,
)
from trenchline.games.der_weltkrieg.losses import lose_unit
from trenchline.games.der_weltkrieg.results import defenders, fighters
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.terrain_choice import eligible_terrain, has_fort
from trenchline.games.der_weltkrieg.trenches import is_stiff_ground, trench_counts
from trenchline.games.der_weltkrieg.ways_out import RetreatUnit
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, Refusal
from trenchline.kernel.words import counted

LOSS_OFF = Fraction(TABLES["retreat"]["loss_off"])
NORMAL_SHARE = Fraction(TABLES["retreat"]["normal"])
SURROUNDED_SHARE = Fraction(TABLES["retreat"]["surrounded"])
LAST_SHARE = Fraction(TABLES["retreat"]["trench"])
BRITTLE = {"AH": "40-4", "RU": "41-2", "IT": "42-2", "RO": "47-2"}
"""The cases by which nations give way before others do."""
HELD_BY_NO_TRENCH = ("RO",)
"""[47-2] [R133] Nations for whom neither trenches nor strong ground change when they must go."""
FIRM = "Russia stands firm"
"""[41-3] The flag of what ends the Russians' brittleness."""
WARSAW = "Warsaw"
RUSSIAN_CITIES = ("Kowno", "Grodno", "Bialystok", "Brest-Litovsk", "Rowno", "Kowel", "Lemberg")
"""[41-3] As the maps spell them."""
CITIES_TO_LOSE = 4


def strength_in(state: State, hex_: Hex, side: int) -> int:
    """[14-4] [14-17] [29-14] [R29] The strength that holds a hex: without artillery and those who
    have already retreated."""
    units = fighters(state, hex_, side) & ~state.theatre.artillery
    return sum(state.strength[unit] for unit in members(units))


def strength_to_hold(state: State, battle: Battle) -> int:
    """The strength that holds the hexes attacked."""
    return sum(strength_in(state, hex_, battle.defender) for hex_ in battle.targets)


def strength_at_stake(state: State, battle: Battle) -> int:
    """[33-8] [R132] The strength with which the loss is compared: beside a fort that of the units
    which assault units drive out, not the fort's own."""
    forts = defenders(state, battle) & state.theatre.of_kind["fortress"]
    return strength_to_hold(state, battle) - sum(state.strength[fort] for fort in members(forts))


class Breaking(NamedTuple):
    """When a hex must be left."""

    share: Fraction
    """The loss that drives its defenders out, as a share of their strength."""
    case: str


def breaking_point(state: State, battle: Battle) -> Breaking | None:
    """[14-4] When the hexes attacked must be left; None if they never must. Where there are
    several, the steadiest decides for all [R71]."""
    points = [_breaking_point(state, battle, hex_) for hex_ in battle.targets]
    known = [point for point in points if point is not None]
    return max(known) if len(known) == len(points) else None


def share_to_hold(state: State, battle: Battle) -> Fraction | None:
    """[14-4] The share of its strength at which a hex must be left; None if it never must."""
    point = breaking_point(state, battle)
    return None if point is None else point.share


def _breaking_point(state: State, battle: Battle, hex_: Hex) -> Breaking | None:
    if battle.aim == AT_GUNS:
        # [29-7] Only forts and artillery are fired at.
        return None
    steadied = _steadied_point(state, battle, hex_)
    if appals(state, battle, strength_by_nation(state, battle)) and (
        steadied is None or steadied.share > NORMAL_SHARE
    ):
        # [33-3] [R132] Neither trench, town, fort nor mountain helps against the unknown.
        return Breaking(NORMAL_SHARE, "33-3")
    return steadied


def _steadied_point(state: State, battle: Battle, hex_: Hex) -> Breaking | None:
    """When a hex must be left by those who know what attacks them."""
    theatre = state.theatre
    if (theatre.cities | theatre.ports) >> hex_ & 1 or battle.terrain == "urban":
        # [R30] Not even surrounded units.
        return None
    if any(state.where[unit] == hex_ for unit in battle.surrounded):
        return Breaking(SURROUNDED_SHARE, "20-7")
    if eligible_terrain(state, battle) & {"mountain", "alpine"}:
        # [14-18] Mountains are not left under pressure.
        return None
    steady = is_steadfast(state, battle, hex_)
    if has_fort(state, hex_):
        # [21-5] [33-8] Nobody is driven from a fort, but by assault units where no trench helps.
        stormed = is_assaulted(state, battle) and not steady
        return Breaking(NORMAL_SHARE, "33-8") if stormed else None
    leader = leading_nation(state, battle)
    if leader is not None and leader.code in HELD_BY_NO_TRENCH:
        steady = False
    if steady:
        return Breaking(LAST_SHARE, "22-8" if trench_counts(state, battle, hex_) else "22-16")
    return _nations_share(state, battle)


def is_steadfast(state: State, battle: Battle, hex_: Hex) -> bool:
    """[22-8] [22-16] Whether trenches or strong ground keep the defenders to the last."""
    return trench_counts(state, battle, hex_) or (
        is_stiff_ground(state, battle, hex_) and not storms_strong_ground(state, battle)
    )


def storms_strong_ground(state: State, battle: Battle) -> bool:
    """[33-9] Whether more assault strength attacks than strength defends, so that 22-16 is void."""
    return assault_points(state, battle) > strength_to_hold(state, battle)


def strength_by_nation(state: State, battle: Battle) -> dict[str, int]:
    """[R31] [33-3] The strength with which each nation's units hold the hex. Forts do not go
    [21-1], and artillery weighs nothing in a retreat [29-14]."""
    theatre = state.theatre
    points: dict[str, int] = {}
    for unit in members(
        defenders(state, battle) & ~theatre.of_kind["fortress"] & ~theatre.artillery
    ):
        nation = state.theatre.counters[unit].nation
        points[nation] = points.get(nation, 0) + state.strength[unit]
    return points


def leading_nation(state: State, battle: Battle) -> Nation | None:
    """[R31] The nation with most strength in the hex, whose ways are followed; of equal ones the
    steadier, as its owner would choose."""
    points = strength_by_nation(state, battle)
    if not points:
        return None
    return max(
        (NATIONS[code] for code in points),
        key=lambda nation: (
            points[nation.code],
            _steadiness(state, nation),
            nation.third_off,
        ),
    )


def _steadiness(state: State, nation: Nation) -> Fraction:
    """[40-4] [41-2] [41-3] [42-2] [47-2] The share of its strength at which a nation leaves a hex:
    a third for brittle ones, in their years."""
    if nation.code == "RU" and FIRM in state.flags:
        return NORMAL_SHARE
    lasts = nation.third_until
    brittle = lasts == "always" or (lasts.isdecimal() and state.year <= int(lasts))
    return nation.forced_retreat if brittle else NORMAL_SHARE


def has_germans(state: State, battle: Battle) -> bool:
    """[40-5] Whether German units of any kind stand where the attack goes."""
    germans = state.theatre.of_nation["DE"] & ~state.theatre.of_kind["supply"]
    return any(state.units(hex_, battle.defender) & germans for hex_ in battle.targets)


def _nations_share(state: State, battle: Battle) -> Breaking:
    """[R31] What the leading nation of a hex bears, or an Austro-Hungarian beside Germans."""
    leader = leading_nation(state, battle)
    if leader is None or (leader.code == "AH" and has_germans(state, battle)):
        # [40-5] Germans steady the others.
        return Breaking(NORMAL_SHARE, "14-4")
    share = _steadiness(state, leader)
    return Breaking(share, "14-4" if share == NORMAL_SHARE else BRITTLE[leader.code])


def harden_russia(state: State) -> None:
    """[41-3] Once the Central Powers hold Warsaw and four of seven cities, Russians stand as firm
    as others, for good."""
    if FIRM in state.flags:
        return
    lost = {
        place.name
        for place in state.theatre.board.places
        if state.control[CENTRAL] >> place.hex & 1
    }
    if WARSAW in lost and len(lost & set(RUSSIAN_CITIES)) >= CITIES_TO_LOSE:
        state.flags |= {FIRM}


def must_retreat(state: State, battle: Battle) -> bool:
    """[14-4] Whether the attack's result drives the defender out."""
    share = share_to_hold(state, battle)
    total = strength_at_stake(state, battle)
    return share is not None and total > 0 and battle.defence_loss >= share * total


def reduced(loss: int) -> int:
    """[14-3] What a retreat leaves of a loss: a third less, to the nearest whole number."""
    return round(loss * (1 - LOSS_OFF))


def loss_in_retreat(state: State, battle: Battle) -> int:
    """[14-3] [21-5] What a retreat leaves of the defender's loss: the third comes off only what is
    left after the fort; nothing comes off for Austro-Hungarians [40-6] and Italians [42-3]."""
    leader = leading_nation(state, battle)
    if leader is None or not leader.third_off:
        return battle.defence_loss
    forts = defenders(state, battle) & state.theatre.of_kind["fortress"]
    first = min(battle.defence_loss, sum(state.strength[unit] for unit in members(forts)))
    return first + reduced(battle.defence_loss - first)


def retreaters(state: State, battle: Battle) -> Units:
    """[14-1] [R34] Who leaves when the hex is left: combat units, and headquarters, engineers and
    replacements with them; forts stay [21-1], artillery never gets away [29-13] but on rails
    [14-20], nor do supply markers [18-11]."""
    theatre = state.theatre
    units = 0
    for hex_ in battle.targets:
        units |= state.units(hex_, battle.defender)
    stuck = theatre.artillery & ~theatre.rail_bound
    return units & ~(theatre.of_kind["fortress"] | theatre.of_kind["supply"] | stuck)


@dataclass(frozen=True, slots=True)
class DecideRetreat(Decision[State]):
    """[14-1] [14-2] The defender stands or goes, knowing the attack's result but not his own."""

    def who(self, state: State) -> int:
        return state.battle.defender

    def prompt(self, state: State) -> str:
        loss = counted(state.battle.defence_loss, "point")
        return state.say(
            "{}: the attack on {:hex} costs {}; retreat? [14-1]",
            SIDES[self.who(state)],
            state.battle.target,
            loss,
        )

    def choices(self, state: State) -> Choices:
        battle = state.battle
        if not retreaters(state, battle):
            return {"stand": ONE}
        if must_retreat(state, battle):
            return {"retreat": ONE}
        return {"retreat": ONE, "stand": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        battle = state.battle
        if verb == "stand":
            if state.log is not None and retreaters(state, battle):
                state.detail("{:hex} is held", battle.target)
            return
        way = "forced" if must_retreat(state, battle) else "chosen"
        loss = loss_in_retreat(state, battle)
        if state.log is not None:
            point = breaking_point(state, battle)
            how = "is left by choice [14-1]"
            if way == "forced" and point is not None:
                how = f"must be left [{point.case}]"
            if loss < battle.defence_loss:
                how += f": {loss} to lose instead of {battle.defence_loss} [14-3]"
            state.detail("{:hex} {}", battle.target, how)
        state.battle = replace(battle, retreat=way, defence_loss=loss)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        point = breaking_point(state, state.battle)
        if verb == "stand" and point is not None:
            return Refusal(point.case, "the loss is too great: the hex must be left")
        if verb != "retreat":
            return Refusal("14-2", "say first whether the defender retreats")
        return Refusal("14-1", "there is nobody who could retreat")


@dataclass(frozen=True, slots=True)
class Retreat(Duty[State]):
    """[14-5] [14-6] After the losses, those who retreat leave the hex one by one; artillery is lost
    [29-13]. Who had only just retreated into a hex goes when nobody else is left there [R35]."""

    def run(self, state: State) -> None:
        battle = state.battle
        for hex_ in battle.targets:
            left = fighters(state, hex_, battle.defender)
            here = state.units(hex_, battle.defender)
            # [29-13] Artillery alone has no strength, and is lost where others than guns attack.
            alone = (
                bool(left)
                and not left & ~state.theatre.artillery
                and not is_bombardment(state, battle)
            )
            if battle.retreat or (not left and here & state.retreated) or alone:
                self._leave(state, battle, hex_)

    def _leave(self, state: State, battle: Battle, hex_: Hex) -> None:
        theatre = state.theatre
        gone = retreaters(state, replace(battle, targets=(hex_,)))
        lost = state.units(hex_, battle.defender) & ~gone & ~theatre.of_kind["fortress"]
        for unit in members(lost):
            lose_unit(state, unit, surrendered=unit in battle.surrounded)
        state.battle = replace(state.battle, leaving=(*state.battle.leaving, *members(gone)))
        for unit in reversed(list(members(gone))):
            if unit in state.stock:
                # [18-16] A headquarters made to retreat loses its supply points.
                state.lose_stock(unit)
            state.stack.append(RetreatUnit(battle.defender, unit))
