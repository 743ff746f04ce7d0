"""Rule 7C2: a party on the move goes by river."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from trenchline.games.the_great_war import overstacks
from trenchline.games.the_great_war.intelligence import hidden, tell_of
from trenchline.games.the_great_war.river import (
    RIVER_MOVEMENT,
    Cargo,
    cargo_of,
    landing_hexes,
    points_for,
    sail,
    toll_of,
    why_not_sail,
)
from trenchline.games.the_great_war.stacking import full_for
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Choices, Refusal

if TYPE_CHECKING:
    from trenchline.games.the_great_war.march import March


def cargo_on(state: State, march: March) -> Cargo:
    """[7C2] A party as a cargo: what its points carry it, the toll of enemy zones paid [R171]."""
    fast = 2 if march.is_fast(state) else 1
    points = min(
        march.budget(state, unit) - toll_of(state, unit, march.hex) for unit in march.party
    )
    return cargo_of(state, march.units, march.hex, max(0, points) // fast)


def _hindrance(state: State, march: March) -> Refusal | None:
    """What keeps a party off the river wherever it would go."""
    if RIVER_MOVEMENT not in state.options:
        return Refusal("7C", "the option of river movement is off")
    if march.units & state.kind.rail_only:
        return Refusal("14B1", "units bound to rails do not use river transport")
    if march.units & state.kind.water_only:
        return Refusal("14B2", "units bound to the water do not use river transport")
    if march.riders:
        return Refusal("14O2", "units that are carried go by road, not by river")
    if march.is_laden:
        return Refusal("11H4", "what is carted does not go by river with its carriers")
    if march.is_held(state):
        return Refusal("7A", "the last guard of a line that trains have used stays")
    if overstacks.strands(state, march):
        return Refusal("8C2", "the last Corps HQ does not leave its overstack")
    return None


def offers(state: State, march: March) -> Choices:
    """[7C2] Where a party can land."""
    if RIVER_MOVEMENT not in state.options or _hindrance(state, march) is not None:
        return {}
    hexes = landing_hexes(state, cargo_on(state, march))
    hexes &= ~full_for(state, march.who(state), march.units, hexes)
    return {"sail": hexes} if hexes else {}


def go(state: State, march: March, there: Hex) -> None:
    """[7C2] A party goes by river; it has no zone of control on the way [7C3]."""
    sides = sail(state, cargo_on(state, march), there)
    fast, side = march.is_fast(state), march.who(state)
    for unit in march.party:
        points = points_for(sides, fast) + toll_of(state, unit, march.hex)
        state.spent[unit] = state.spent.get(unit, 0) + points * QUARTERS
    overstacks.leave(state, march.units)
    was = hidden(state, side)
    if fast:
        march.hurry(state, [march.hex, there])
    state.stack.append(replace(march, hex=there, gone=True, site=-1))
    march.arrive(state, there)
    tell_of(state, march.party, "{} by river to {:hex} [7C]", there, was=was)


def why_not(state: State, march: March, number: int) -> Refusal:
    """[7C] Why a party does not go to a hex by river."""
    refusal = _hindrance(state, march)
    if refusal is not None:
        return refusal
    if number == march.hex:
        return Refusal("7C2", "the river would take the units nowhere")
    cargo = cargo_on(state, march)
    if number >= 0 and landing_hexes(state, cargo) >> number & 1:
        return Refusal("8B", "those who land would exceed the stacking limit there")
    return why_not_sail(state, cargo, number)
