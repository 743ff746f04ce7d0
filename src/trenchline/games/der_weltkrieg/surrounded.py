"""Section 20: surrounded units, break-outs, pockets and surrender."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from trenchline.games.der_weltkrieg.battle import Battle
from trenchline.games.der_weltkrieg.components import NATIONS, SIDES, Units, enemy_of
from trenchline.games.der_weltkrieg.losses import lose_points, lose_unit
from trenchline.games.der_weltkrieg.results import (
    BRIGADES_TO_A_POINT,
    breaks_out,
    brigades_breaking_out,
)
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.terrain_choice import has_fort
from trenchline.games.der_weltkrieg.theatre import Theatre
from trenchline.games.der_weltkrieg.zones import enemy_zone
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import flood, step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Decision, Refusal

STUBBORN = ("DE", "GB")
"""[37-7] [38-2] Nations that hold out in a pocket with a core of three hexes."""


@lru_cache(maxsize=64)
def havens(theatre: Theatre, side: int) -> tuple[Hexes, Hexes]:
    """The friendly map edge, and the interiors of friendly countries [20-1]."""
    grid = theatre.board.grid
    inner = theatre.scenario.get("S5", {}).get("interior", {})
    labels = [name for code, names in inner.items() if NATIONS[code].side == side for name in names]
    return theatre.edges(side), bit_set(grid.hex(label) for label in labels)


@lru_cache(maxsize=1 << 12)
def _reached(theatre: Theatre, sources: Hexes, free: Hexes) -> Hexes:
    return flood(sources, free, theatre.passable)


@lru_cache(maxsize=1 << 12)
def _in_touch(theatre: Theatre, sources: Hexes, free: Hexes) -> Hexes:
    """What lines through free hexes reach, with the hexes that they reach only to end there."""
    reached = _reached(theatre, sources, free)
    return reached | step(reached, theatre.passable) & ~free


def open_to_communication(state: State, side: int) -> Hexes:
    """[20-1] Hexes a line of communication may pass: no enemies, and no enemy zone but where a
    friendly combat unit stands."""
    closed = enemy_zone(state, side) & ~state.guns[side]
    return (
        state.theatre.land & ~closed & ~(state.holders[enemy_of(side)] | state.guns[enemy_of(side)])
    )


def in_communication(state: State, side: int) -> Hexes:
    """[20-1] Hexes from which a line of communication of any length leads to a friendly map edge or
    the interior of a friendly country. A map that shows neither cuts nobody off [R70]."""
    theatre = state.theatre
    edges, interior = havens(theatre, side)
    if not edges | interior:
        return theatre.land
    sources = edges | interior & state.control[side]
    return edges | _in_touch(theatre, sources, open_to_communication(state, side))


def is_cut_off(state: State, hex_: Hex, side: int) -> bool:
    """[20-1] Whether no line of communication leads from a hex."""
    return not in_communication(state, side) >> hex_ & 1


def is_surrounded(state: State, hex_: Hex, side: int) -> bool:
    """[20-1] [20-9] [R43] Whether units in a hex are surrounded: never beside a fort."""
    return not has_fort(state, hex_) and is_cut_off(state, hex_, side)


def surrounded_in(state: State, battle: Battle) -> tuple[int, ...]:
    """[20-1] [20-4] The units of both sides in a combat that are surrounded as it begins."""
    theatre = state.theatre
    ringed = {
        hex_: is_surrounded(state, hex_, battle.side)
        for hex_ in {state.where[unit] for unit in battle.attackers}
    }
    found = [unit for unit in battle.attackers if ringed[state.where[unit]]]
    for hex_ in battle.targets:
        if is_surrounded(state, hex_, battle.defender):
            found += members(state.units(hex_, battle.defender) & ~theatre.of_kind["fortress"])
    return tuple(found)


# Breaking out.


@dataclass(frozen=True, slots=True)
class BreakOut(Decision[State]):
    """[20-3] What an unsupplied break-out costs beforehand: a point of every division, and of every
    two brigades one."""

    paid: int = -1
    """Points that brigades have paid; -1 before the divisions have."""

    def who(self, state: State) -> int:
        return state.battle.side

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.who(state)]}: a brigade pays for the break-out [20-3]"

    def choices(self, state: State) -> Choices:
        battle = state.battle
        if not battle.surrounded:
            return {"done": ONE}
        small = brigades_breaking_out(state, battle)
        if max(self.paid, 0) < len(small) // BRIGADES_TO_A_POINT:
            return {"lose": bit_set(u for u in small if state.is_on_map(u))}
        return {"done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        battle = state.battle
        if self.paid < 0 and battle.surrounded:
            self._tell(state)
            for unit in battle.attackers:
                if state.theatre.divisions >> unit & 1 and breaks_out(state, battle, unit):
                    lose_points(state, unit, 1, surrendered=True)
        if verb == "lose":
            lose_points(state, number, 1, surrendered=True)
            state.stack.append(BreakOut(max(self.paid, 0) + 1))
        elif battle.surrounded:
            state.battle = replace(battle, paid_to_break_out=True)

    def _tell(self, state: State) -> None:
        battle = state.battle
        ringed = [unit for unit in battle.attackers if unit in battle.surrounded]
        if ringed:
            state.detail("{:units} try to break out [20-2]", ringed)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "lose":
            return Refusal("20-3", "the brigades pay for the break-out first")
        return Refusal("20-3", "that is none of the brigades that break out")


# Pockets.


def pocket_around(state: State, hex_: Hex, side: int) -> Hexes:
    """The hexes that hang together with one, as lines of communication run."""
    free = open_to_communication(state, side) | 1 << hex_
    return _reached(state.theatre, 1 << hex_, free)


def is_pocket(state: State, hexes: Hexes, side: int) -> bool:
    """[20-14] [20-13] Whether hexes that are cut off are a pocket: none outside the enemy's zones,
    no friendly port; and no fort in it."""
    if hexes & ~enemy_zone(state, side) or hexes & state.theatre.ports & state.control[side]:
        return False
    return not any(has_fort(state, hex_) for hex_ in members(hexes))


def has_core(state: State, hexes: Hexes) -> bool:
    """[37-7] [38-2] Whether three of the hexes each border the other two."""
    ways = state.theatre.passable
    for hex_ in members(hexes):
        near = step(1 << hex_, ways) & hexes
        if any(step(1 << other, ways) & near for other in members(near)):
            return True
    return False


def in_pockets(state: State, side: int) -> Units:
    """[20-13] The units of a side that a pocket dooms."""
    theatre = state.theatre
    found = 0
    for hex_ in members(state.occupied[side] & enemy_zone(state, side)):
        if not is_cut_off(state, hex_, side):
            continue
        hexes = pocket_around(state, hex_, side)
        if not is_pocket(state, hexes, side):
            continue
        units = 0
        for one in members(hexes):
            units |= state.units(one, side)
        # [37-7] [38-2] Some nations hold out.
        if has_core(state, hexes):
            for code in STUBBORN:
                units &= ~theatre.of_nation[code]
        found |= units
    return found


def mark_pockets(state: State, side: int) -> None:
    """[20-13] [R44] Note who is in a pocket as his side's half of the turn begins."""
    state.isolated = state.isolated & ~state.theatre.of_side[side] | in_pockets(state, side)


def pockets_surrender(state: State, side: int) -> None:
    """[20-13] [R44] Who has been in a pocket for all of his side's half is lost before the enemy
    moves again."""
    if not state.isolated:
        return
    doomed = state.isolated & in_pockets(state, side)
    for unit in members(doomed):
        state.detail("{:unit} surrenders in its pocket [20-13]", unit)
        lose_unit(state, unit, surrendered=True)
    state.isolated &= ~state.theatre.of_side[side]
