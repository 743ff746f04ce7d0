"""Rule 8C [8C]: overstacks [8C2], an advanced rule.

Beside a Corps HQ more units may stand in a hex than its limit allows. Those beyond it are in the
overstack: who comes last, as far as there is no room for him [R157], and whoever is sent into it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.routes import toll
from trenchline.games.the_great_war.stacking import OVERSTACKING, fits_limit, mixes_staffs, overfull
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.ways_out import RetreatUnit, can_overstack
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import ONE, Choices, Refusal

if TYPE_CHECKING:
    from trenchline.games.the_great_war.march import March

VERBS = ("overstack", "unstack")


def leave(state: State, units: Units) -> None:
    """[8C2.1] Units pay for leaving their overstack, and are no longer in it."""
    for unit in members(units & state.overstacked):
        state.spent[unit] = state.spent.get(unit, 0) + toll(state, unit)
    state.overstacked &= ~units


def crowd_in(state: State, side: int, hex_: Hex, party: tuple[int, ...]) -> None:
    """[8C2] [R157] Those who have come into a hex and find no room are in its overstack."""
    if OVERSTACKING not in state.options:
        return
    for unit in reversed(party):
        if fits_limit(state, hex_, state.units(hex_, side)):
            return
        if not state.kind.uncounted >> unit & 1:
            join(state, 1 << unit)


def join(state: State, units: Units) -> None:
    """[8C2] Units enter the overstack of their hex."""
    state.overstacked |= units
    state.crowded |= units


def sally(state: State, attackers: Units) -> None:
    """[8C2.1] Units have attacked; who stands in the same overstacks leaves them at a price."""
    for hex_ in {state.where[unit] for unit in members(attackers & state.overstacked)}:
        state.sallied |= state.stacks[hex_] & state.overstacked


def shed(state: State, side: int) -> None:
    """[8B] [8B.1] [8B.3] [8C2] [R158] At the end of a phase nobody stands beyond the limit: beside
    a Corps
    HQ the weakest are overstacked; elsewhere units retreat [9F2], as those of an overstack do that
    has lost its headquarters."""
    own = state.theatre.of_side[side]
    for hex_ in {state.where[unit] for unit in members(state.overstacked & own)}:
        if not can_overstack(state, side, hex_):
            state.overstacked &= ~state.stacks[hex_]
    for hex_ in members(overfull(state, side)):
        stays = can_overstack(state, side, hex_)
        here = state.units(hex_, side) & ~_part_staffs(state, side, hex_)
        spare = here & ~state.kind.uncounted & ~state.overstacked & ~bit_set(state.attached)
        for unit in sorted(members(spare), key=lambda one: state.face(one).defence):
            if fits_limit(state, hex_, here):
                break
            if stays:
                join(state, 1 << unit)
            else:
                state.stack.append(RetreatUnit(side, unit))
                here &= ~(1 << unit)


def _part_staffs(state: State, side: int, hex_: Hex) -> Units:
    """[14M] Army HQs of different nationalities part: all but those of one nation leave."""
    here = state.units(hex_, side)
    if not mixes_staffs(state, here):
        return 0
    hqs = here & state.kind.army_hq
    first = state.theatre.counters[hqs.bit_length() - 1].nation
    leaving = hqs & ~state.theatre.of_nation[first]
    state.stack += [RetreatUnit(side, unit) for unit in members(leaving)]
    return leaving


# On the move.


def strands(state: State, march: March) -> bool:
    """[8C2] Whether a party would take the last Corps HQ away from an overstack."""
    crowd = state.overstacked & ~march.units
    if not crowd or not march.units & state.kind.corps_hq:
        return False
    here = state.units(march.hex, march.who(state)) & ~march.units
    return bool(crowd & here) and not here & state.kind.corps_hq


def offers(state: State, march: March) -> Choices:
    """[8C2] A party may enter the overstack of its hex, or leave it for the stack."""
    found: Choices = {}
    if OVERSTACKING in state.options and (
        march.units & state.overstacked or state.stacks[march.hex] & state.kind.corps_hq
    ):
        for verb in VERBS:
            if why_not(state, march, verb) is None:
                found[verb] = ONE
    return found


def do(state: State, march: March, verb: str) -> None:
    """[8C2] A party enters or leaves the overstack."""
    if verb == "overstack":
        join(state, march.units & ~state.kind.uncounted)
    else:
        leave(state, march.units)


def why_not(state: State, march: March, verb: str) -> Refusal | None:
    """[8C2] Why a party does not enter or leave an overstack, if it does not."""
    inside = march.units & state.overstacked
    if OVERSTACKING not in state.options:
        return Refusal("8C2", "the option of overstacks is off")
    if verb == "overstack":
        if not can_overstack(state, march.who(state), march.hex):
            return Refusal("8C2", "no Corps HQ of the side stands in the hex")
        if inside:
            return Refusal("8C2", "a unit of the party is in the overstack already")
        if not march.units & ~state.kind.uncounted:
            return Refusal("8A4", "the units never count against the limit")
        return None
    if not inside:
        return Refusal("8C2.1", "none of the units is in an overstack")
    if march.points(state) < 0:
        return Refusal("8C2.1", "the movement points left do not suffice to leave the overstack")
    state.overstacked &= ~inside
    fits = fits_limit(state, march.hex, state.units(march.hex, march.who(state)))
    state.overstacked |= inside
    return None if fits else Refusal("8B", "there is no room in the stack of the hex")
