"""Rule 14N2: limited intelligence, an advanced rule.

A corps is known or unknown to the enemy. Whoever stands with a Corps HQ belongs to its corps [8C1],
but for Army HQs [R153]. Of an unknown corps the enemy sees its headquarters; whether it has zones
of control he learns as he comes next to it [R154], and who is in it when it fights, or comes near
him.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.stacking import fits_limit
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.zones import beside, untold
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.play import decision
from trenchline.kernel.steps import Kind
from trenchline.kernel.view import LogView
from trenchline.kernel.whispers import heard

LIMITED = "limited_intelligence"
"""The option."""
NEAR = 3
"""A corps within so many hexes of an enemy is known."""
AFAR = 5
"""Nothing that supply lines or retreats of a side lead to is so far from its units [11B1] [9F2]."""
OF_THE_MOVE = (
    *("moved", "halted", "accelerated", "tired", "rested", "trodden", "railed"),
    *("strategic", "moved_this_turn", "eligible"),
)
"""What a position keeps of units that have moved; of hidden ones nobody else sees it."""
Zones = tuple[bool, ...]
"""Whether a hex exerts each kind of zone of control."""


# Who is known.


def is_near(state: State, side: int, hex_: Hex) -> bool:
    """[14N2] Whether an enemy of a side stands within three hexes."""
    grid, enemies = state.theatre.board.grid, state.occupied[1 - side]
    return any(grid.ring(hex_, radius) & enemies for radius in range(NEAR + 1))


def look_out(state: State) -> None:
    """[14N2] In every initial phase corps near the enemy become known, and others unknown."""
    if LIMITED not in state.options:
        return
    unknown = 0
    for side in (0, 1):
        for hq in members(state.present[side] & state.kind.corps_hq):
            if not is_near(state, side, state.where[hq]):
                unknown |= 1 << hq
    state.unknown = unknown


def arrive(state: State, unit: int) -> None:
    """[14N2] A corps enters play known if the enemy is near, else unknown."""
    if LIMITED in state.options and state.kind.corps_hq >> unit & 1:
        if not is_near(state, state.theatre.counters[unit].side, state.where[unit]):
            state.unknown |= 1 << unit


def reveal(state: State, hexes: Iterable[Hex]) -> None:
    """[14N2] The corps in some hexes are known from now on: they fight."""
    if state.unknown:
        for hex_ in hexes:
            state.unknown &= ~state.stacks.get(hex_, 0)


def veiled(state: State, side: int) -> Hexes:
    """[14N2] The hexes of a side's unknown corps."""
    return bit_set(state.where[hq] for hq in members(state.unknown & state.theatre.of_side[side]))


def hidden(state: State, side: int) -> Units:
    """[14N2] [R153] The units of a side that its enemy does not see."""
    if not state.unknown:
        return 0
    found = 0
    for hex_ in members(veiled(state, side)):
        found |= state.units(hex_, side)
    return found & ~(state.kind.army_hq | state.kind.corps_hq)


# What is told.


def tell_of(
    state: State, units: Iterable[int], sentence: str, *about: object, was: Units | None = None
) -> None:
    """Tell in the log of units of one side, which stand for the first ``{}`` in the sentence.
    Hidden ones are named to their own side alone; ``was`` says who was hidden before they moved,
    and of those who still are the enemy hears nothing."""
    if state.log is None:
        return
    units = tuple(units)
    side = state.theatre.counters[units[0]].side
    secret = hidden(state, side) & bit_set(units) & (-1 if was is None else was)
    named = sentence.replace("{}", "{:units}", 1)
    if not secret:
        state.note(named, units, *about)
        return
    state.whisper(side, named, units, *about)
    shown = tuple(unit for unit in units if not secret >> unit & 1)
    if was is None:
        others = "{:units} and hidden units" if shown else "hidden units"
        named = sentence.replace("{}", others, 1)
    if shown:
        state.whisper(1 - side, named, shown, *about)
    elif was is None:
        state.whisper(1 - side, named, *about)


def hear_of_zones(state: State, side: int, silent: Hexes) -> None:
    """[14N2] Whoever comes first next to an unknown corps of a side is told whether it has zones of
    control; ``silent`` were those of which he had not been told."""
    for hex_ in members(silent & ~untold(state, side) if silent else 0):
        has = "a" if state.zoc_from[side] >> hex_ & 1 else "no"
        state.detail("The unknown corps in {:hex} has {} zone around it [14N2]", hex_, has)


def pick_up(state: State, unit: int) -> None:
    """Nobody but its own side hears which hidden unit is picked up."""
    side = state.theatre.counters[unit].side
    if state.log is not None and hidden(state, side) >> unit & 1:
        state.whisper(side, "{:unit} is picked up", unit)


def tell(entry: LogView, side: int | None) -> LogView:
    """[14N2] What a side (or a spectator) may read of a choice: where its own side alone is told
    something of it, the enemy hears nothing but the verb."""
    verb = (entry.choice or "").partition(" ")[0]
    owner = SIDES.index(entry.side) if entry.side in SIDES else None
    is_secret = any(note.only == owner for note in entry.lines if owner is not None)
    return heard(entry, side, SIDES, {verb} if is_secret else ())


def reveals(before: State, after: State, side: int) -> bool:
    """[14N2] Whether a side has learnt who is in a corps that was unknown to it, that it is too
    strong to be overrun, or whether zones of control reach out of it [R154]."""
    learnt = hidden(before, 1 - side) & ~hidden(after, 1 - side)
    zones = untold(before, 1 - side) & ~untold(after, 1 - side)
    return bool(learnt or zones or after.rebuffed & ~before.rebuffed)


# Suppositions.


def deal(state: State, side: int, rng: random.Random) -> State:
    """A copy in which the units of the enemy's unknown corps are dealt among these anew; zones of
    control stay the same but where the side has not been told of them [R154]."""
    twin = state.copy()
    _leave_off(twin, side)
    loose = hidden(twin, 1 - side) & ~_busy(twin)
    if not loose:
        return twin
    for name in OF_THE_MOVE:
        setattr(twin, name, getattr(twin, name) & ~loose)
    twin.spent = {unit: points for unit, points in twin.spent.items() if not loose >> unit & 1}
    waiting = list(members(loose))
    rng.shuffle(waiting)
    hexes = sorted(members(veiled(twin, 1 - side)))
    wanted = {hex_: _zones(twin, hex_) for hex_ in hexes}
    silent = [hex_ for hex_ in hexes if _is_silent(twin, 1 - side, hex_)]
    wanted |= {hex_: (True,) * len(wanted[hex_]) for hex_ in silent}
    for hex_ in hexes:
        twin.lay(twin.stacks[hex_] & ~loose, hex_)
    # Weak zones come first: whoever exerts no more may stand anywhere, and would be gone.
    for hex_ in sorted(hexes, key=lambda one: (sum(wanted[one]), one)):
        if hex_ not in silent:
            _exert(twin, hex_, wanted[hex_], waiting)
    for unit in waiting:
        rng.shuffle(hexes)
        # Where nobody knows the zones, nobody would see one more unit.
        last = silent[0] if silent else hexes[0]
        there = next((h for h in hexes if _joins(twin, unit, h, wanted[h])), last)
        twin.lay(twin.stacks[there] | 1 << unit, there)
    return twin


def _is_silent(state: State, side: int, hex_: Hex) -> bool:
    """[14N2] [R154] Whether the enemy knows nothing of the zones of a corps: he has not been told,
    owns nothing beside it, and has nobody so near that zones would tell on him."""
    if not untold(state, side) >> hex_ & 1 or beside(state, 1 << hex_) & state.owned[1 - side]:
        return False
    grid, enemies = state.theatre.board.grid, state.occupied[1 - side]
    return not any(grid.ring(hex_, radius) & enemies for radius in range(1, AFAR + 1))


def _busy(state: State) -> Units:
    """Units that something under way hangs on: they stay what they are."""
    busy = state.overstacked | bit_set(state.attached) | bit_set(state.attached.values())
    for _, units in state.projects.values():
        busy |= bit_set(units)
    for step in state.stack:
        busy |= _subjects(step)
    return busy


def _subjects(step: Any) -> Units:
    """The units that a step is about."""
    units = getattr(step, "units", 0)
    found: Units = units if isinstance(units, int) else bit_set(units)
    unit = getattr(step, "unit", -1)
    return found | 1 << unit if unit >= 0 else found


def _leave_off(state: State, side: int) -> None:
    """The enemy is asked what he was asked before he took hidden units in hand."""
    stack, secret = state.stack, hidden(state, 1 - side)
    while len(stack) > 1 and stack[-1].kind is stack[-2].kind is Kind.DECISION:
        if decision(state).who(state) == side or not _subjects(stack[-1]) & secret:
            return
        stack.pop()


def _exert(state: State, hex_: Hex, wanted: Zones, waiting: list[int]) -> None:
    """Let some of those who wait join a corps, until it exerts the zones that it is seen to: one
    who brings them all, else whoever brings some, else anybody."""
    for enough in (_brings_all, _brings_some, _joins):
        for unit in list(waiting):
            if _zones(state, hex_) == wanted:
                return
            if enough(state, unit, hex_, wanted):
                waiting.remove(unit)
                state.lay(state.stacks[hex_] | 1 << unit, hex_)


def _brings_all(state: State, unit: int, hex_: Hex, wanted: Zones) -> bool:
    return _zones_with(state, unit, hex_) == wanted


def _brings_some(state: State, unit: int, hex_: Hex, wanted: Zones) -> bool:
    if not _joins(state, unit, hex_, wanted):
        return False
    return _zones_with(state, unit, hex_) != _zones(state, hex_)


def _joins(state: State, unit: int, hex_: Hex, wanted: Zones) -> bool:
    """Whether a unit may be in a corps, for all that can be seen: it has room, and no zone comes of
    it that is not there."""
    zones = _zones_with(state, unit, hex_)
    return zones is not None and all(
        there or not now for now, there in zip(zones, wanted, strict=True)
    )


def _zones_with(state: State, unit: int, hex_: Hex) -> Zones | None:
    """Which zones a corps would exert with one more unit; None if there is no room for it."""
    before = state.stacks[hex_]
    side, was = state.theatre.counters[unit].side, state.where[unit]
    state.lay(before | 1 << unit, hex_)
    fits, zones = fits_limit(state, hex_, state.units(hex_, side)), _zones(state, hex_)
    state.where[unit] = was
    state.lay(before, hex_)
    return zones if fits else None


def _zones(state: State, hex_: Hex) -> Zones:
    """Which zones of control the units in a hex exert."""
    boards = (
        *state.zoc_here,
        *state.zoc_here_full,
        *state.zoc_from,
        *state.zoc_from_full,
        *state.zoc_from_high,
        *state.zoc_from_desert,
    )
    return tuple(bool(board >> hex_ & 1) for board in boards)
