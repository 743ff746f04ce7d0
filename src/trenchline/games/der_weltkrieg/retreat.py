"""Section 14: retreat."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from trenchline.games.der_weltkrieg.battle import Battle
from trenchline.games.der_weltkrieg.components import NATIONS, SIDES, TABLES, Nation, Units
from trenchline.games.der_weltkrieg.entry import entered
from trenchline.games.der_weltkrieg.lines import length, nearest_headquarters
from trenchline.games.der_weltkrieg.movement import ground_for, minimum_move
from trenchline.games.der_weltkrieg.results import fighters
from trenchline.games.der_weltkrieg.stacking import has_room
from trenchline.games.der_weltkrieg.state import ELIMINATED, State
from trenchline.games.der_weltkrieg.terrain_choice import has_fort
from trenchline.games.der_weltkrieg.zones import enemy_zone
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, Refusal

LOSS_OFF = Fraction(TABLES["retreat"]["loss_off"])
NORMAL_SHARE = Fraction(TABLES["retreat"]["normal"])
SANCTUARIES = ("city", "port")
"""[14-4] Places that need never be left."""


def strength_to_hold(state: State, battle: Battle) -> int:
    """[14-4] [14-17] [29-14] [R29] The strength that holds a hex: without artillery and those who
    have already retreated."""
    units = fighters(state, battle.target, battle.defender) & ~state.theatre.artillery
    return sum(state.strength[unit] for unit in members(units))


def share_to_hold(state: State, battle: Battle) -> Fraction | None:
    """[14-4] The share of its strength at which the hex must be left; None if it never must."""
    theatre = state.theatre
    places = theatre.cities | theatre.ports
    if has_fort(state, battle.target) or places >> battle.target & 1 or battle.terrain == "urban":
        return None
    if battle.terrain in ("mountain", "alpine"):
        # [14-18] Mountains are not left under pressure.
        return None
    return _nations_share(state, battle)


def strength_by_nation(state: State, battle: Battle) -> dict[str, int]:
    """The strength of each nation in the hex."""
    points: dict[str, int] = {}
    for unit in members(fighters(state, battle.target, battle.defender)):
        nation = state.theatre.counters[unit].nation
        points[nation] = points.get(nation, 0) + state.strength[unit]
    return points


def leading_nation(state: State, battle: Battle) -> Nation | None:
    """[R31] The nation with most strength in the hex, whose ways are followed."""
    points = strength_by_nation(state, battle)
    return NATIONS[max(points, key=lambda code: points[code])] if points else None


def _nations_share(state: State, battle: Battle) -> Fraction:
    """[40-4] [41-2] [42-2] [47-2] A third for brittle nations, in their years."""
    points = strength_by_nation(state, battle)
    leader = leading_nation(state, battle)
    if leader is None or ("AH" in points and "DE" in points):
        # [40-5] Germans steady the others.
        return NORMAL_SHARE
    lasts = leader.third_until
    brittle = lasts == "always" or (lasts.isdecimal() and state.year <= int(lasts))
    return leader.forced_retreat if brittle else NORMAL_SHARE


def must_retreat(state: State, battle: Battle) -> bool:
    """[14-4] Whether the attack's result drives the defender out."""
    share = share_to_hold(state, battle)
    total = strength_to_hold(state, battle)
    return share is not None and total > 0 and battle.defence_loss >= share * total


def reduced(loss: int) -> int:
    """[14-3] What a retreat leaves of a loss: a third less, to the nearest whole number."""
    return int(loss - loss * LOSS_OFF + Fraction(1, 2))


def retreaters(state: State, battle: Battle) -> Units:
    """The combat units in the hex; artillery never gets away [29-13]."""
    theatre = state.theatre
    units = state.units(battle.target, battle.defender)
    return units & theatre.combat_units & ~theatre.artillery


def takes_third_off(state: State, battle: Battle) -> bool:
    """[14-3] [40-6] [42-3] Whether a retreat saves losses; it does not to Austro-Hungarians and
    Italians."""
    leader = leading_nation(state, battle)
    return leader is not None and leader.third_off


@dataclass(frozen=True, slots=True)
class DecideRetreat(Decision[State]):
    """[14-1] [14-2] The defender stands or goes, knowing the attack's result but not his own."""

    def who(self, state: State) -> int:
        return state.battle.defender

    def prompt(self, state: State) -> str:
        name = state.theatre.board.name(state.battle.target)
        loss = state.battle.defence_loss
        return f"{SIDES[self.who(state)]}: {loss} points are lost at {name}; retreat? [14-1]"

    def choices(self, state: State) -> Choices:
        battle = state.battle
        if not retreaters(state, battle):
            return {"stand": ONE}
        if must_retreat(state, battle):
            return {"retreat": ONE}
        return {"retreat": ONE, "stand": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "stand":
            return
        battle = state.battle
        forced = must_retreat(state, battle)
        loss = battle.defence_loss
        loss = reduced(loss) if takes_third_off(state, battle) else loss
        way = "forced" if forced else "chosen"
        state.battle = replace(battle, retreat=way, defence_loss=loss)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "stand":
            return Refusal("14-4", "the loss is too great: the hex must be left")
        return Refusal("14-1", "there is nobody who could retreat")


@dataclass(frozen=True, slots=True)
class Retreat(Duty[State]):
    """[14-5] [14-6] After the losses, those who retreat leave the hex one by one; artillery is lost
    [29-13]."""

    def run(self, state: State) -> None:
        battle = state.battle
        if not battle.retreat:
            return
        theatre = state.theatre
        here = state.units(battle.target, battle.defender)
        for unit in members(here & theatre.artillery):
            state.lift(unit, ELIMINATED)
        for unit in members(retreaters(state, battle)):
            state.stack.append(RetreatUnit(battle.defender, unit))


def destinations(state: State, unit: int) -> Hexes:
    """[14-8] [14-11] Where a unit may retreat: the hexes of the best priority there is. Stacking
    binds [14-10], and so does what the unit could cross [14-12] [14-16]."""
    theatre = state.theatre
    hex_, side = state.where[unit], theatre.counters[unit].side
    ground = ground_for(state, 1 << unit)
    possible = minimum_move(state, 1 << unit, hex_, ground)
    zone = enemy_zone(state, side)
    hq = nearest_headquarters(state, unit, hex_)
    ranks: dict[int, Hexes] = {}
    for there in members(possible):
        if has_room(state, there, side, unit) and not state.occupied[1 - side] >> there & 1:
            rank = priority(state, side, hex_, there, zone, hq)
            ranks[rank] = ranks.get(rank, 0) | 1 << there
    return ranks[min(ranks)] if ranks else 0


def priority(state: State, side: int, hex_: Hex, there: Hex, zone: Hexes, hq: int | None) -> int:
    """[14-8] The number of a destination in the list of priorities."""
    threatened = bool(zone >> there & 1)
    friends = bool(state.guns[side] >> there & 1)
    if threatened and not friends:
        return 7
    if hq is None:
        # [R32] Without a headquarters distances do not count.
        return 3 if threatened else 1
    now, then = length(state, hex_, hq), length(state, there, hq)
    if now is None or then is None or then > now:
        return 6 if threatened else 5
    if then == now:
        return 4 if threatened else 2
    return 3 if threatened else 1


@dataclass(frozen=True, slots=True)
class RetreatUnit(Decision[State]):
    """[14-6] Where a unit retreats."""

    side: int
    unit: int

    def who(self, state: State) -> int:
        return self.side

    def prompt(self, state: State) -> str:
        key = state.theatre.counters[self.unit].key
        return f"{SIDES[self.side]}: where does {key} retreat? [14-8]"

    def choices(self, state: State) -> Choices:
        hexes = destinations(state, self.unit)
        # [14-14] Who cannot retreat is eliminated.
        return {"retreat_to": hexes} if hexes else {"eliminate": 1 << self.unit}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "eliminate":
            state.lift(self.unit, ELIMINATED)
            return
        entered(state, 1 << self.unit, [state.where[self.unit], number])
        state.move(1 << self.unit, number)
        state.retreated |= 1 << self.unit

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "retreat_to":
            return Refusal("14-6", "the unit can retreat, and so it must")
        if number < 0 or not state.theatre.land >> number & 1:
            return Refusal("14-12", "that is not land")
        return Refusal("14-11", "a hex of a higher priority can be reached")
