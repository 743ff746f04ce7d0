"""Retreats [9F2]: where a unit goes that must leave its hex, hex by hex, and who is lost on the
way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from trenchline.games.the_great_war.breakthrough import roll_over, ways_through
from trenchline.games.the_great_war.casualties import eliminate, has_cadre
from trenchline.games.the_great_war.closures import too_cold
from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.entry import crossed
from trenchline.games.the_great_war.ground import adjacent, distance
from trenchline.games.the_great_war.guides import follows
from trenchline.games.the_great_war.ownership import settle
from trenchline.games.the_great_war.routes import may_cross, open_hexes
from trenchline.games.the_great_war.saved_stores import SaveStores, can_save
from trenchline.games.the_great_war.stacking import fits, has_corps
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.tables import COMBAT
from trenchline.games.the_great_war.zones import zoc
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choices, OwnDecision, Refusal, Step

IGNORES_ATTACK: int = COMBAT["losses"]["ignores_zones_attack"]
IGNORES_MOVEMENT: list[int] = COMBAT["losses"]["ignores_zones_movement"]
FAR_AWAY = 1000


class WayOut(NamedTuple):
    """The hexes a unit may retreat to, all of the best rank there is."""

    hexes: Hexes
    rank: int
    """[9F2] 1 without enemy zones and with room, 2 without room, 3 in an enemy zone; 0 if there is
    no way at all."""


def may_retreat_at_all(state: State, unit: int) -> bool:
    """[12B4] [14B3] [R90] Heavy siege guns and units that cannot move do not retreat."""
    if state.theatre.counters[unit].type.gun == "heavy siege" or state.extending >> unit & 1:
        # [14O1] Nor do transport units in supply line mode.
        return False
    still = state.kind.rail_only | state.kind.water_only
    return bool(still >> unit & 1) or state.printed_movement(unit) > 0


def ignores_zones(state: State, unit: int) -> bool:
    """[9F2.5] Whether a unit retreats through enemy zones into hexes that its side holds: strong
    ones that are no artillery, and quick ones."""
    face = state.face(unit)
    low, high = IGNORES_MOVEMENT
    strong = face.attack >= IGNORES_ATTACK and not state.kind.artillery >> unit & 1
    return strong or low <= face.movement <= high


def neighbours(state: State, unit: int, here: Hex) -> Hexes:
    """[9F2] The adjacent hexes a unit could retreat to at all: not prohibited, nor held by enemies;
    for units on rails only along a line [14B1]."""
    side = state.theatre.counters[unit].side
    gone = _guides_gone(state, unit, here)
    high = bool(gone) or bool(state.kind.high_mountain >> unit & 1)
    near = adjacent(state, here, high) & open_hexes(state, side)
    near &= ~too_cold(state, unit)
    # [15G] Nobody retreats into a siege.
    near &= ~(state.besieged[0] | state.besieged[1])
    for hex_ in state.contested:
        if state.occupied[1 - side] >> hex_ & 1:
            # [9J.3] Nor a contested hex with enemies in it.
            near &= ~(1 << hex_)
    if state.kind.rail_only >> unit & 1:
        return near & step(1 << here, state.theatre.rail_ways) & state.owned[side]
    return bit_set(
        hex_
        for hex_ in members(near)
        if may_cross(state, unit, here, hex_) or (gone and follows(state, unit, here, hex_, gone))
    )


def _guides_gone(state: State, unit: int, here: Hex) -> Units:
    """[14F1] Those who have retreated from the hex of a combat before a unit, if there were guides
    among them."""
    if not state.kind.high_mountain & state.retreated or not state.battles:
        return 0
    battle = state.battle
    if unit not in battle.leaving:
        return 0
    together = dict(zip(battle.attackers, battle.origins, strict=True))
    left = (one for one in battle.leaving if together.get(one, battle.target) == here)
    return bit_set(left) & state.retreated


def way_out(state: State, unit: int, trail: tuple[Hex, ...] = ()) -> WayOut:
    """[9F2] Where a unit must retreat to, by the order of the rule; of equal hexes to those nearest
    to a supply depot of its side."""
    here = state.where[unit]
    side = state.theatre.counters[unit].side
    if not may_retreat_at_all(state, unit):
        return WayOut(0, 0)
    near = neighbours(state, unit, here) & ~bit_set(trail)
    if not near:
        return WayOut(0, 0)
    held = zoc(state, 1 - side)
    if ignores_zones(state, unit):
        # [R181] Hexes that their side both occupies and owns.
        held &= ~(state.occupied[side] & state.owned[side])
    safe = near & ~held
    roomy = bit_set(hex_ for hex_ in members(safe) if has_room(state, unit, hex_))
    for hexes, rank in ((roomy, 1), (safe, 2), (near, 3)):
        if hexes:
            return WayOut(nearest_to_depots(state, side, hexes), rank)
    raise AssertionError("one of the ranks has hexes")


def has_room(state: State, unit: int, hex_: Hex) -> bool:
    """[8B] [8C2] Whether a unit may end its retreat in a hex: within the limit, or beside a Corps
    HQ that takes it into an overstack."""
    side = state.theatre.counters[unit].side
    return fits(state, hex_, side, 1 << unit) or can_overstack(state, side, hex_)


def can_overstack(state: State, side: int, hex_: Hex) -> bool:
    """[8C2] Whether units beyond the limit may stay in a hex as an overstack."""
    return has_corps(state, state.units(hex_, side))


def nearest_to_depots(state: State, side: int, hexes: Hexes) -> Hexes:
    """[9F2.1] Those of some hexes that lie nearest to a supply depot of a side, an operational one
    rather than another."""
    depots = [
        (at, bool(state.working >> number & 1))
        for number, (at, whose) in enumerate(zip(state.depot_at, state.depot_side, strict=True))
        if at >= 0 and whose == side
    ]
    if not depots:
        return hexes
    ways = {
        hex_: min((distance(state, hex_, at), not works) for at, works in depots)
        for hex_ in members(hexes)
    }
    best = min(ways.values())
    return bit_set(hex_ for hex_, way in ways.items() if way == best)


def safest(state: State, side: int, hexes: Hexes) -> Hex:
    """Of the hexes that a unit may retreat to, the one that is drawn for it: away from the enemy,
    then of its own side, then among friends."""
    enemies = state.occupied[1 - side]
    grid = state.theatre.board.grid

    def worth(hex_: Hex) -> tuple[int, bool, int, int]:
        near = sum((grid.ring(hex_, r) & enemies).bit_count() * (3 - r) for r in (1, 2))
        friends = state.units(hex_, side).bit_count()
        return -near, bool(state.owned[side] >> hex_ & 1), friends, -hex_

    return max(members(hexes), key=worth)


def can_retreat(state: State, unit: int) -> bool:
    """[9F2] [9I] Whether there is any hex that a unit could retreat to."""
    return bool(way_out(state, unit).hexes)


@dataclass(frozen=True, slots=True)
class RetreatUnit(OwnDecision[State]):
    """[9F2] A unit retreats: to one of the best hexes there are."""

    unit: int
    trail: tuple[Hex, ...] = ()
    """Where it has been on this retreat."""
    drawn: bool = False
    """Whether it goes as it is drawn, without being asked."""
    beaten: bool = False
    """Whether a combat requires it: only then it may break out [9F5] [R183]."""

    def prompt(self, state: State) -> str:
        return state.say("{}: where does {:unit} retreat to? [9F2]", SIDES[self.side], self.unit)

    def choices(self, state: State) -> Choices:
        if state.where[self.unit] < 0:
            return {"done": 1}
        found = way_out(state, self.unit, self.trail)
        if self.drawn and found.hexes:
            return {"retreat": 1 << safest(state, self.side, found.hexes)}
        choices = {"retreat": found.hexes} if found.hexes else {"surrender": 1}
        if self.drawn or not self.beaten:
            return choices
        through = ways_through(state, self.party(state), retreats=True)
        return {**choices, "overrun": through} if through else choices

    def party(self, state: State) -> Units:
        """[9F5] The unit and those that are to retreat from its hex after it: they may break out
        together."""
        here = state.where[self.unit]
        later = (step.unit for step in state.stack if isinstance(step, RetreatUnit))
        return 1 << self.unit | bit_set(unit for unit in later if state.where[unit] == here)

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            return
        unit = self.unit
        if verb == "surrender":
            state.detail("{:unit} has no way out [9F2]", unit)
            # [9F2.3] Without a way out a unit is lost, cadre and all.
            eliminate(state, unit, total=True)
            settle(state)
            return
        if verb == "overrun":
            self._break_out(state, number)
            return
        found = way_out(state, unit, self.trail)
        here = state.where[unit]
        state.detail("{:unit} retreats to {:hex} [9F2]", unit, number)
        if found.rank == 3 and not has_cadre(state, unit):
            eliminate(state, unit)
            settle(state)
            return
        full = not fits(state, number, self.side, 1 << unit)
        state.move(1 << unit, number)
        state.retreated |= 1 << unit
        if found.rank == 3:
            # [9F2] Who retreats into an enemy zone is a cadre when he arrives.
            eliminate(state, unit)
        crossed(state, 1 << unit, here, number)
        if full:
            self._crowd(state, here, number)
        if can_save(state, self.side, unit, here, number):
            saved = SaveStores(self.side, unit, here, number)
            if not self.drawn:
                state.stack.append(saved)
                return
            saved.all(state)
        settle(state)

    def _break_out(self, state: State, target: Hex) -> None:
        """[9F5] The party rolls over the enemies in its way, and its retreat is over."""
        party, here = self.party(state), state.where[self.unit]
        left = [step for step in state.stack if not _retreats(step, party)]
        state.stack[:] = left
        state.detail("{:units} break out to {:hex} [9F5]", tuple(members(party)), target)
        come = roll_over(state, party, target, retreats=True)
        state.retreated |= come
        if come:
            crossed(state, come, here, target)
        settle(state)

    def _crowd(self, state: State, here: Hex, there: Hex) -> None:
        """[9F2.2] [8C2.2] A unit beyond the limit joins an overstack, or goes on."""
        if can_overstack(state, self.side, there):
            state.overstacked |= 1 << self.unit
        else:
            trail = (*self.trail, here)
            state.stack.append(RetreatUnit(self.side, self.unit, trail, self.drawn, self.beaten))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "overrun" and not state.occupied[1 - self.side] >> number & 1:
            return Refusal("9F5", "no enemy bars the way there")
        if verb == "overrun" and not self.beaten:
            return Refusal("9F5", "only who must retreat by a combat breaks out")
        if verb == "overrun":
            return Refusal("9F5", "the party cannot overrun the enemy there")
        if verb != "retreat":
            return Refusal("9F2", "say where the unit retreats to")
        if not way_out(state, self.unit, self.trail).hexes:
            return Refusal("9F2", "there is no way out for that unit")
        here, side = state.where[self.unit], self.side
        if number in self.trail:
            return Refusal("9F2", "the unit has been there on this retreat")
        if distance(state, here, number) != 1:
            return Refusal("9F2", "a unit retreats one hex away from where it stood")
        if not neighbours(state, self.unit, here) >> number & 1:
            if state.occupied[1 - side] >> number & 1:
                return Refusal("9F2", "the enemy stands there")
            return Refusal("9F2", "that hex is prohibited to the unit")
        found = way_out(state, self.unit, self.trail)
        if zoc(state, 1 - side) >> number & 1 and found.rank < 3:
            return Refusal("9F2", "there is a way out that no enemy zone covers")
        if found.rank == 1 and not has_room(state, self.unit, number):
            return Refusal("9F2", "there is a way out with room for the unit")
        return Refusal("9F2", "another hex lies nearer to a supply depot")


def _retreats(step: Step[Any], units: Units) -> bool:
    """Whether a step is the retreat of one of some units."""
    return isinstance(step, RetreatUnit) and bool(units >> step.unit & 1)
