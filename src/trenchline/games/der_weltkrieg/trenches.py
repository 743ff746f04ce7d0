"""Section 22: trenches, construction and devastation, and the artillery that solid lines call for.

A trench is dug where infantry stands, in the special turn of a month, and is complete in the next
one. It stiffens the defence of its hex; from April 1915 it belongs to the front line and leaves
devastation behind.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from trenchline.games.der_weltkrieg.artillery import as_artillery
from trenchline.games.der_weltkrieg.battle import ATTACK, Battle
from trenchline.games.der_weltkrieg.components import (
    SIDES,
    TABLES,
    TERRAIN,
    WORKS,
    Date,
    enemy_of,
    read_date,
)
from trenchline.games.der_weltkrieg.landscape import UNDIGGABLE
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.terrain_choice import sides_attacked
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choices, Duty, Phase, Refusal
from trenchline.kernel.terms import Term

FRONT_LINE_FROM: Date = read_date("Apr 1", 1915)
"""[22-9] From this turn on trenches are of the front line."""
TRENCH_ATTACK = WORKS["trench"].attack
HINDENBURG_LINE_ATTACK = WORKS["hindenburg_line"].attack
WANTED = TABLES["trenches"]["wanted"]
OTHER_FRONTS = "East"
"""[22-20] The column of every front that has none of its own."""
SHORT = TABLES["trenches"]["short_of_artillery"]
SOLID_STRENGTH: int = TABLES["trenches"]["solid_strength"]
STIFF_GROUND = {1915: -3}
"""[22-16] The terrain that needs no trench, by year; from the next year on a lesser one will do."""
STIFF_GROUND_LATER = -2
TURNS_TO_DIG = 7
"""[22-22] How long digging takes by the optional rule."""
SEVEN_TURNS = "seven_turns"
OPPOSITE = ({0, 3}, {1, 4}, {2, 5})
"""[22-18] Front and rear: directions that lie opposite each other."""


# Where trenches may be.


def is_trench_war(state: State) -> bool:
    """[22-9] Whether trenches already belong to the front line."""
    return state.date >= FRONT_LINE_FROM


def builders_in(state: State, hex_: Hex, side: int) -> bool:
    """[22-1] Whether a side has somebody in a hex who digs: infantry of any kind."""
    return bool(state.units(hex_, side) & state.theatre.infantry)


def front_line(state: State, side: int) -> Hexes:
    """[22-9] [R59] The forward edge of a side's territory: what it holds next to what it does
    not."""
    held = [state.control[one] & ~state.guns[enemy_of(one)] | state.guns[one] for one in (0, 1)]
    return held[side] & step(held[enemy_of(side)], state.theatre.passable)


def directions_to(state: State, hex_: Hex, hexes: Hexes) -> set[int]:
    """The directions in which some hexes lie next to one."""
    grid = state.theatre.board.grid
    return {grid.direction(hex_, near) for near in grid.neighbours(hex_) if hexes >> near & 1}


def can_be_dug(state: State, hex_: Hex, side: int) -> bool:
    """[22-2] Not where only mountains or swamps lie between the hex and the enemies next to it."""
    theatre = state.theatre
    towards = directions_to(state, hex_, state.occupied[enemy_of(side)])
    return not towards or any(theatre.is_diggable(hex_, d) for d in towards)


def can_be_finished(state: State) -> bool:
    """[22-5] [22-22] [R158] Whether a trench begun now is complete before the scenario ends: in a
    later special turn, or by the optional rule on the seventh turn from now."""
    later = [date for date in state.theatre.turns if date > state.date]
    if SEVEN_TURNS in state.options:
        return sum(1 for date in later if date.turn) >= TURNS_TO_DIG
    return any(not date.turn for date in later)


def diggable(state: State, side: int) -> Hexes:
    """[22-1] [22-2] [22-9] [R158] Where a side may begin to dig."""
    if not can_be_finished(state):
        return 0
    where = state.guns[side] & ~state.trenches & ~bit_set(state.building)
    if is_trench_war(state):
        where &= front_line(state, side)
    return bit_set(
        hex_
        for hex_ in members(where)
        if builders_in(state, hex_, side) and can_be_dug(state, hex_, side)
    )


# What becomes of them.


def turns_played(state: State) -> int:
    """How many turns of the scenario have come, special ones not counted."""
    return sum(date <= state.date for date in state.theatre.turns if date.turn)


def complete(state: State, hexes: Hexes) -> None:
    """[22-5] [22-14] Construction is finished; a trench replaces devastation."""
    for hex_ in members(hexes):
        del state.building[hex_]
        state.detail("a trench is complete at {:hex}", hex_)
    state.trenches |= hexes
    state.devastation &= ~hexes


def complete_in_time(state: State, side: int) -> None:
    """[22-22] By the optional rule a trench is complete seven turns after it was begun."""
    now = turns_played(state)
    ripe = bit_set(h for h, begun in state.building.items() if now - begun >= TURNS_TO_DIG)
    complete(state, ripe & state.guns[side])


def tend(state: State) -> None:
    """[22-3] [22-4] [22-11] [22-12] Markers never move, and those that nobody keeps go: all of them
    at first; from April 1915 front-line trenches stay, and others turn to devastation."""
    if not state.trenches and not state.building:
        return
    stacks, infantry = state.stacks, state.theatre.infantry
    for hex_ in [hex_ for hex_ in state.building if not stacks.get(hex_, 0) & infantry]:
        del state.building[hex_]
    if not is_trench_war(state):
        for hex_ in members(state.trenches):
            if not stacks.get(hex_, 0) & infantry:
                state.trenches &= ~(1 << hex_)
        return
    behind = state.trenches & ~front_line(state, 0) & ~front_line(state, 1)
    state.trenches &= ~behind
    state.devastation |= behind


def taken(state: State, hex_: Hex) -> None:
    """[22-10] [22-12] The enemy enters a hex: its works are lost, and from April 1915 on the
    ground is devastated."""
    bit = 1 << hex_
    state.building.pop(hex_, None)  # [22-4]
    if state.trenches & bit:
        state.trenches &= ~bit
        if is_trench_war(state):
            state.devastation |= bit


def keep_to_the_front(state: State) -> None:
    """[22-9] On the first turn of April 1915 trenches off the front line are removed."""
    if state.date == FRONT_LINE_FROM:
        state.trenches &= front_line(state, 0) | front_line(state, 1)


def give_up_idle_works(state: State, side: int) -> None:
    """[22-9] Construction off the front line ends as its owner begins to move."""
    if not is_trench_war(state):
        return
    line = front_line(state, side)
    for hex_ in [h for h in state.building if state.guns[side] >> h & 1 and not line >> h & 1]:
        del state.building[hex_]


# What they do in a combat.


def trench_counts(state: State, battle: Battle, hex_: Hex) -> bool:
    """[22-7] Whether a hex attacked has a trench that helps on the ground chosen [22-2], and its
    defenders are not surrounded [20-12]."""
    return (
        bool(state.trenches >> hex_ & 1)
        and not any(state.where[unit] == hex_ for unit in battle.surrounded)
        and battle.terrain not in UNDIGGABLE
        and not is_negated(state, battle, hex_)
    )


def why_no_trench(state: State, battle: Battle, hex_: Hex) -> tuple[str, str] | None:
    """Why the trench in a hex attacked does not count, and by which case; None if there is none, or
    it does."""
    if not state.trenches >> hex_ & 1 or trench_counts(state, battle, hex_):
        return None
    if any(state.where[unit] == hex_ for unit in battle.surrounded):
        return "its defenders are surrounded", "20-12"
    if battle.terrain in UNDIGGABLE:
        return f"none can be dug on {battle.terrain.replace('_', ' ')} ground", "22-2"
    if is_overwhelmed(state, battle, hex_):
        return "artillery overwhelms it", "22-17"
    return "it is attacked from front and rear", "22-18"


def is_stiff_ground(state: State, battle: Battle, hex_: Hex) -> bool:
    """[22-16] [R135] Whether simple works make the chosen ground as good as a trench; mountains
    always do."""
    if state.year < min(STIFF_GROUND):
        return False
    least = STIFF_GROUND.get(state.year, STIFF_GROUND_LATER)
    ground = TERRAIN[battle.terrain]
    stiff = ground.attack <= least or ground.kind in ("mountain", "alpine")
    return stiff and not is_negated(state, battle, hex_)


def is_negated(state: State, battle: Battle, hex_: Hex) -> bool:
    """[22-17] [22-18] Whether artillery or an attack from behind undoes trenches and works."""
    return is_overwhelmed(state, battle, hex_) or is_taken_from_behind(state, battle, hex_)


def is_overwhelmed(state: State, battle: Battle, hex_: Hex) -> bool:
    """[22-17] In 1915, away from the Western Front: siege batteries and other batteries, each as
    many as the divisions they fire at."""
    theatre = state.theatre
    if state.year != 1915 or front(state) == "West":
        return False
    attackers = bit_set(battle.attackers)
    siege = (attackers & theatre.of_kind["siege"]).bit_count()
    regular = (attackers & theatre.of_kind["artillery"]).bit_count()
    batteries = min(siege, regular)
    defending = state.units(hex_, battle.defender) & theatre.combat_units & ~state.retreated
    halves = sum(theatre.half_divisions[unit] for unit in members(defending))
    return batteries > 0 and 2 * batteries >= halves


def is_taken_from_behind(state: State, battle: Battle, hex_: Hex) -> bool:
    """[22-18] From opposite sides, unless friends stand on one flank in two hexes next to each
    other; from three directions that leave a gap between each, always."""
    sides = sides_attacked(state.theatre, battle, hex_)
    if any({start, start + 2, start + 4} <= sides for start in (0, 1)):
        return True
    if not any(opposite <= sides for opposite in OPPOSITE):
        return False
    grid = state.theatre.board.grid
    friends = [near for near in grid.neighbours(hex_) if state.guns[battle.defender] >> near & 1]
    return not any(grid.distance(one, other) == 1 for one, other in combinations(friends, 2))


def front(state: State) -> str:
    """The front that the scenario is part of, for what artillery has to bring."""
    return str(state.theatre.scenario.get("front", OTHER_FRONTS))


def is_entrenched(state: State, battle: Battle) -> bool:
    """[22-7] Whether trenches help in all hexes attacked."""
    return all(trench_counts(state, battle, hex_) for hex_ in battle.targets)


def is_solid(state: State, battle: Battle) -> bool:
    """[22-19] A trench with five strength points of infantry, or a full division's, for every side
    it is attacked through."""
    if not is_entrenched(state, battle):
        return False
    theatre = state.theatre
    infantry = list(
        members(state.units(battle.target, battle.defender) & theatre.infantry & ~state.retreated)
    )
    symbols = [theatre.counters[unit].full_strength for unit in infantry]
    a_side = min([SOLID_STRENGTH, *(number for number in symbols if number)])
    wanted = a_side * len(set(battle.origins))
    return sum(state.strength[unit] for unit in infantry) >= wanted


def artillery_wanted(state: State) -> int:
    """[22-20] The artillery a solid hex calls for, by year and front."""
    by_front = WANTED[str(state.year)]
    return int(by_front.get(front(state), by_front[OTHER_FRONTS]))


def is_short_of_artillery(state: State, battle: Battle) -> bool:
    """[22-21] Whether a solid hex is attacked in the combat phase without enough artillery."""
    if battle.kind != ATTACK or not is_solid(state, battle):
        return False
    guns = bit_set(battle.attackers) & state.theatre.artillery
    points = sum((as_artillery(state, battle.target, unit) for unit in members(guns)), Fraction(0))
    return points < artillery_wanted(state)


def attack_terms(state: State, battle: Battle) -> list[Term]:
    """[22-7] [22-21] What trenches take from the die of the attack."""
    found = []
    if is_entrenched(state, battle):
        line = state.theatre.hindenburg_line[battle.defender]
        if bit_set(battle.targets) & ~line:
            found.append(Term("22-7", "trench", TRENCH_ATTACK))
        else:
            found.append(Term("R131", "Hindenburg Line", HINDENBURG_LINE_ATTACK))
    if is_short_of_artillery(state, battle) and battle.terrain in SHORT:
        more = SHORT[battle.terrain]["attack"]
        found.append(Term("22-21", "too little artillery", more))
    return found


def counterattack_terms(state: State, battle: Battle) -> list[Term]:
    """[22-21] [R51] What attackers without artillery give to the counterattack."""
    if battle.terrain in SHORT and is_short_of_artillery(state, battle):
        more = SHORT[battle.terrain]["counterattack"]
        return [Term("22-21", "too little artillery", more)]
    return []


# Steps.


@dataclass(frozen=True, slots=True)
class CompleteConstruction(Duty[State]):
    """[22-5] [5b] In the special turn every construction marker becomes a trench."""

    def run(self, state: State) -> None:
        if SEVEN_TURNS not in state.options:
            complete(state, bit_set(state.building))


@dataclass(frozen=True, slots=True)
class Dig(Phase[State]):
    """[22-1] [5b] A side begins to dig where it likes; the Central Powers first [R2]."""

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: where are trenches begun? [22-1]"

    def acts(self, state: State) -> Choices:
        return {"dig": diggable(state, self.side)}

    def act(self, state: State, verb: str, number: int) -> None:
        state.building[number] = turns_played(state)
        state.detail("digging begins at {:hex}", number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "dig":
            return Refusal("22-1", "say first where to dig, then be done")
        if state.trenches >> number & 1:
            return Refusal("22-1", "there is a trench already")
        if number in state.building:
            return Refusal("22-1", "a trench is being dug there already")
        if not state.guns[self.side] >> number & 1:
            return Refusal("22-1", "no combat unit of yours stands there")
        if not builders_in(state, number, self.side):
            return Refusal("22-1", "only infantry, assault, mountain and marine units dig")
        if not can_be_dug(state, number, self.side):
            return Refusal("22-2", "mountains and swamps are all that lies towards the enemy")
        return Refusal("22-9", "that is not the front line")


@dataclass(frozen=True, slots=True)
class TendTrenches(Duty[State]):
    """[22-4] Markers that nobody keeps are taken away."""

    def run(self, state: State) -> None:
        tend(state)
