"""Sections 8.1 to 8.3: why a hex cannot be attacked, or a unit not join an attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trenchline.games.world_war_one.components import BESIDE, COUNTERS, COUNTRY, GRID
from trenchline.games.world_war_one.neutrals import violate
from trenchline.games.world_war_one.refusals.order import ATTACKING, out_of_phase
from trenchline.games.world_war_one.state import TRANSIT, State
from trenchline.games.world_war_one.strength import (
    attackers_on,
    defence_total,
    strength,
    struck,
    supplied_attackers,
)
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Refusal

if TYPE_CHECKING:
    from trenchline.games.world_war_one.combat import AttackPhase, DeclareAttack


def of_target(state: State, phase: AttackPhase, verb: str, hex_: Hex) -> Refusal:
    """Why a hex cannot be attacked."""
    if verb == "done":
        return Refusal("14.23", "two attacks with French units must be made on the first turn")
    if verb not in ATTACKING:
        return out_of_phase(state, verb)
    if verb != "attack":
        return Refusal("8.2", "first name the hex to attack")
    side = phase.side
    bit = 1 << hex_ if hex_ >= 0 else 0
    enemies = state.armies[1 - side] | state.forts[1 - side]
    if not bit & (enemies | state.armies[2] | state.forts[2]):
        return Refusal("8.11", "no enemy is there")
    if struck(state) & bit:
        return Refusal("8.14", "the hex has been attacked in this phase")
    beside = BESIDE[hex_] & state.armies[side]
    if not GRID.ring(hex_, 1) & state.armies[side]:
        return Refusal("8.11", "no unit of yours is next to it")
    if not beside:
        return Refusal("8.16", "a blocked hexside lies between")
    if all(state.fought >> state.at[hex_] & 1 for hex_ in members(beside)):
        return Refusal("8.14", "all your units next to it have fought in this phase")
    force = attackers_on(hex_, supplied_attackers(state, side))
    if not force:
        return Refusal("8.15", "no unit next to it that has not fought yet is in supply")
    if enemies & bit:
        total = defence_total(state, hex_)
        points = strength(state, force)
        return Refusal("8.3", f"{points} against {total}: the differential would be negative")
    return _of_neutral(state, side, hex_)


def _of_neutral(state: State, side: int, hex_: Hex) -> Refusal:
    """Why a neutral cannot be attacked: what its violation would bring about [11.7]."""
    after = state.copy()
    violate(after, COUNTRY[hex_], side)
    if not (after.armies[1 - side] | after.forts[1 - side]) >> hex_ & 1:
        return Refusal("11.3", "the Greek army would be removed, and nobody left to attack")
    force = attackers_on(hex_, supplied_attackers(after, side))
    if not force:
        return Refusal("8.15", "the neutral at war would cut the attackers off from supply")
    points, total = strength(after, force), defence_total(after, hex_)
    return Refusal("8.3", f"{points} against {total} once the neutral is at war: too weak")


def of_attacker(state: State, attack: DeclareAttack, verb: str, number: int) -> Refusal:
    """Why a unit cannot join an attack, or the die not be rolled."""
    if verb not in ("with", "infiltrate", "roll"):
        return Refusal("8.0/PR", "first the attack that is declared must be rolled")
    if verb == "with":
        return _of_joining(state, attack, number)
    if not attack.attackers:
        return Refusal("8.2", "no attacker has been named yet")
    if attack.force() < attack.resisting(state):
        total = attack.resisting(state)
        return Refusal("8.3", f"{attack.force()} against {total}: the differential is negative")
    if attack.infiltrating:
        return Refusal("12.33", "infiltration is declared already")
    if state.unit_at(attack.target) is None:
        return Refusal("12.32", "infiltration does nothing to an unoccupied fort")
    return Refusal("12.33", "neither Stosstruppen nor tanks take part")


def _of_joining(state: State, attack: DeclareAttack, unit: int) -> Refusal:
    if not 0 <= unit < len(COUNTERS):
        return Refusal("3.2", "there is no such unit")
    if state.side_of(unit) != attack.side:
        return Refusal("8.11", "the unit does not fight on your side")
    if unit in attack.attackers:
        return Refusal("8.14", "the unit takes part already")
    place = state.where[unit]
    if place == TRANSIT:
        return Refusal("8.17", "nobody attacks out of the Transit Area")
    if place < 0:
        return Refusal("8.11", "the unit is not on the map")
    if not GRID.ring(attack.target, 1) >> place & 1:
        return Refusal("8.11", "the unit is not next to the target")
    if not BESIDE[attack.target] >> place & 1:
        return Refusal("8.16", "a blocked hexside lies between it and the target")
    if state.fought >> unit & 1:
        return Refusal("8.14", "the unit has fought in this phase")
    return Refusal("8.15", "the unit is out of supply")
