"""Rule 14N2: what a side may suppose of the enemy's unknown corps.

Of hidden units nobody but their own side knows where they are, nor in what state: who has moved,
who is tired or disrupted, which guns a staff leads, what somebody builds. All of that is supposed
anew, from what the enemy sees: which units are hidden and which of them are cadres (losses and
rebuilding are told by name), where the headquarters of unknown corps stand, the hunger of these,
and zones of control of which he has been told [R154].
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, Final

from trenchline.games.the_great_war.artillery_divisions import FormDivisions, staffs_for
from trenchline.games.the_great_war.bombardment import BombardmentPhase, DeclareBombardment
from trenchline.games.the_great_war.combat import DeclareAttack
from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.fire_plans import FirePlan
from trenchline.games.the_great_war.goods import IN_HAND
from trenchline.games.the_great_war.intelligence import (
    asked_openly,
    forget_fares,
    hidden,
    subjects,
    veiled,
)
from trenchline.games.the_great_war.layers import overlays
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.stacking import OVERSTACKING, fits_limit
from trenchline.games.the_great_war.state import (
    AMOUNTS_REMEMBERED,
    UNITS_REMEMBERED,
    State,
)
from trenchline.games.the_great_war.zones import beside, untold
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.play import decision
from trenchline.kernel.steps import Kind

AFAR = 5
"""Nothing that supply lines or retreats of a side lead to is so far from its units [11B1] [9F2]."""
TRIES = 8
"""How often hidden units are dealt at most, until all that is seen of their corps is right."""
CONDITIONS: Final = tuple(name for name in AMOUNTS_REMEMBERED if name not in ("attached", "elite"))
"""What is counted of hidden units that nobody else knows; elite brigades stay with theirs [14Q]."""
SHARED: Final = ("hunger", "unsupplied")
"""What the units of a corps have in common with its headquarters, which all see."""
Zones = tuple[bool, ...]
"""Whether a hex exerts each kind of zone of control."""


def deal(state: State, side: int, rng: random.Random) -> State:
    """A copy in which the units of the enemy's unknown corps are dealt among these anew; zones of
    control stay the same but where the side has not been told of them [R154]."""
    twin = state.copy()
    _leave_off(twin, side)
    loose = hidden(twin, 1 - side) & ~_in_hand(twin)
    if not loose:
        return twin
    hexes = sorted(members(veiled(twin, 1 - side)))
    zones = {hex_: _zones(twin, hex_) for hex_ in hexes}
    silent = untold(twin, 1 - side)
    far = bit_set(h for h in members(silent) if _is_far(twin, 1 - side, h))
    silent |= _masked(twin, 1 - side, bit_set(hexes) & ~silent)
    twin.stack[:] = [_unnamed(step, loose) for step in twin.stack]
    if silent != far:
        seen = _seen(state, side)
        for _ in range(TRIES):
            if _distribute(twin, loose, zones, silent, rng) and _seen(twin, side) == seen:
                return twin
    # Zones of which nobody was told have cut his supply, or shut a way: he knows of them.
    for _ in range(TRIES):
        if _distribute(twin, loose, zones, far, rng):
            break
    return twin


def _masked(state: State, side: int, corps: Hexes) -> Hexes:
    """[R154] Of unknown corps next to which an enemy stands, those that others surround: into every
    hex around them another zone may reach, and so nobody sees whether theirs is still there."""
    others, found = state.zoc_from[side] | veiled(state, side), 0
    for hex_ in members(corps):
        if not beside(state, 1 << hex_) & ~beside(state, others & ~(1 << hex_)):
            found |= 1 << hex_
    return found


def _seen(state: State, side: int) -> tuple[object, object]:
    """What zones of control show of themselves to a side: where supply runs and what it owns, and
    what it may choose."""
    deciding = bool(state.stack) and state.stack[-1].kind is Kind.DECISION
    asked = deciding and decision(state).who(state) == side
    return overlays(state, side), decision(state).choices(state) if asked else None


def _distribute(
    state: State, loose: Units, zones: dict[Hex, Zones], silent: Hexes, rng: random.Random
) -> bool:
    """Deal units to some corps, wherever they are; whether all have room and all zones are as they
    were but in some hexes where nobody knows them."""
    _forget(state, loose)
    side = state.side_of(loose.bit_length() - 1)
    hexes = sorted(zones)
    wanted = {h: (True,) * len(zones[h]) if silent >> h & 1 else zones[h] for h in hexes}
    for hex_ in hexes:
        state.lay(state.stacks[hex_] & ~loose, hex_)
    waiting = list(members(loose))
    rng.shuffle(waiting)
    # Staffs come before the guns that they may lead [12B9].
    waiting.sort(key=lambda unit: not state.kind.art_hq >> unit & 1)
    # Weak zones come first: whoever exerts no more may stand anywhere, and would be gone.
    for hex_ in sorted(hexes, key=lambda one: (sum(wanted[one]), one)):
        if not silent >> hex_ & 1:
            _exert(state, hex_, wanted[hex_], waiting)
    for unit in waiting:
        rng.shuffle(hexes)
        there = next((h for h in hexes if _joins(state, unit, h, wanted[h])), -1)
        if there >= 0:
            _join(state, unit, there)
        else:
            # Where nobody knows the zones, nobody would see one more unit.
            last = silent.bit_length() - 1 if silent else hexes[0]
            _squeeze(state, unit, last, wanted)
    return all(
        fits_limit(state, hex_, state.units(hex_, side))
        and (silent >> hex_ & 1 or _zones(state, hex_) == wanted[hex_])
        for hex_ in hexes
    )


def _squeeze(state: State, unit: int, hex_: Hex, wanted: dict[Hex, Zones]) -> None:
    """Let a unit be in a corps in which nobody would have supposed it: disrupted, if its zones
    would show [3A5], and in the overstack, if there is no room [8C2]."""
    _join(state, unit, hex_)
    if not _within(_zones(state, hex_), wanted[hex_]):
        state.disrupt(unit)
    side, counts = state.side_of(unit), not state.kind.uncounted >> unit & 1
    if OVERSTACKING in state.options and counts:
        if not fits_limit(state, hex_, state.units(hex_, side)):
            state.overstacked |= 1 << unit


def _is_far(state: State, side: int, hex_: Hex) -> bool:
    """[14N2] [R154] Whether the zones of a corps show by nothing: the enemy owns nothing beside it,
    and has nobody so near that they would tell on him."""
    if beside(state, 1 << hex_) & state.owned[1 - side]:
        return False
    grid, enemies = state.theatre.board.grid, state.occupied[1 - side]
    return not any(grid.ring(hex_, radius) & enemies for radius in range(1, AFAR + 1))


# What is under way.


def _in_hand(state: State) -> Units:
    """Units that something under way hangs on: they stay what they are."""
    found = 0
    for step in state.stack:
        found |= subjects(step)
    return found


def _leave_off(state: State, side: int) -> None:
    """The enemy is asked what he was asked before he took hidden units in hand. What they carry
    nobody sees before it is set down."""
    known = asked_openly(state, side)
    while len(state.stack) > known:
        step = state.stack.pop()
        if isinstance(step, March) and (step.cargo or step.rations):
            state.points_gone += state.in_transit
            state.in_transit = 0
            for goods in ("gsps", "moved_goods"):
                there = getattr(state, goods)
                setattr(state, goods, {key: n for key, n in there.items() if key[0] != IN_HAND})


def _unnamed(step: Any, loose: Units) -> Any:
    """A step that names hidden units, who have been told off for something in secret, without
    them."""

    def seen(units: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(unit for unit in units if not loose >> unit & 1)

    def shown(plans: tuple[FirePlan, ...]) -> tuple[FirePlan, ...]:
        return tuple(plan._replace(guns=seen(plan.guns), gas=seen(plan.gas)) for plan in plans)

    match step:
        case FormDivisions(done=done):
            return replace(step, done=seen(done))
        case DeclareAttack(attackers=attackers):
            return replace(step, attackers=seen(attackers))
        case DeclareBombardment(guns=guns, gas=gas, others=others):
            return replace(step, guns=seen(guns), gas=seen(gas), others=shown(others))
        case BombardmentPhase(plans=plans):
            return replace(step, plans=shown(plans))
    return step


# In what state units are.


def _forget(state: State, loose: Units) -> None:
    """Hidden units are as if they had come just now: all that befell them and that they did in
    secret is forgotten."""
    for name in UNITS_REMEMBERED:
        setattr(state, name, getattr(state, name) & ~loose)
    for name in CONDITIONS:
        amounts = getattr(state, name)
        setattr(state, name, {u: n for u, n in amounts.items() if not loose >> u & 1})
    state.starving &= ~loose
    pairs = state.attached.items()
    state.attached = {u: hq for u, hq in pairs if not (1 << u | 1 << hq) & loose}
    forget_fares(state, loose)
    helped = state.civilians.items()
    state.civilians = {city: unit for city, unit in helped if not loose >> unit & 1}
    state.carrying &= ~(1 << state.side_of(loose.bit_length() - 1))
    _stop_building(state, loose)


def _stop_building(state: State, loose: Units) -> None:
    """[13A1c] What hidden units alone are building, nobody sees."""
    for project, (left, units) in list(state.projects.items()):
        seen = tuple(unit for unit in units if not loose >> unit & 1)
        if seen:
            state.projects[project] = (left, seen)
        else:
            del state.projects[project]


# Who is in a corps.


def _join(state: State, unit: int, hex_: Hex) -> None:
    """A unit is in a corps, shares its hunger and isolation, and is led by a staff if there is no
    other room for it [12B9]."""
    staff = (state.stacks[hex_] & state.unknown).bit_length() - 1
    for name in SHARED:
        amounts = getattr(state, name)
        if staff in amounts:
            amounts[unit] = amounts[staff]
    for name in ("starving", "isolated"):
        units = getattr(state, name)
        setattr(state, name, units | (units >> staff & 1) << unit)
    state.lay(state.stacks[hex_] | 1 << unit, hex_)
    side = state.side_of(unit)
    if state.kind.artillery & ~state.kind.art_hq & 1 << unit:
        if not fits_limit(state, hex_, state.units(hex_, side)):
            if staffs := staffs_for(state, side, unit):
                state.attached[unit] = staffs.bit_length() - 1


def _part(state: State, unit: int, hex_: Hex) -> None:
    """A unit that has just joined a corps is out of it again."""
    for name in (*SHARED, "attached"):
        getattr(state, name).pop(unit, None)
    state.starving &= ~(1 << unit)
    state.isolated &= ~(1 << unit)
    state.lay(state.stacks[hex_] & ~(1 << unit), hex_)


def _exert(state: State, hex_: Hex, wanted: Zones, waiting: list[int]) -> None:
    """Let some of those who wait join a corps, until it exerts the zones that it is seen to: one
    who brings them all, else whoever brings some, else anybody."""
    for enough in (_brings_all, _brings_some, _joins):
        for unit in list(waiting):
            if _zones(state, hex_) == wanted:
                return
            if enough(state, unit, hex_, wanted):
                waiting.remove(unit)
                _join(state, unit, hex_)


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
    return zones is not None and _within(zones, wanted)


def _within(zones: Zones, wanted: Zones) -> bool:
    """Whether no zone is there that is not wanted."""
    return all(there or not now for now, there in zip(zones, wanted, strict=True))


def _zones_with(state: State, unit: int, hex_: Hex) -> Zones | None:
    """Which zones a corps would exert with one more unit; None if there is no room for it."""
    was = state.where[unit]
    _join(state, unit, hex_)
    fits = fits_limit(state, hex_, state.units(hex_, state.side_of(unit)))
    zones = _zones(state, hex_)
    state.where[unit] = was
    _part(state, unit, hex_)
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
