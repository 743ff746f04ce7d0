"""Which hexes are attacked in this turn and who comes up for it: the first half of the plan for a
phase of movement."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.combat import begun
from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.preliminaries import natural_table
from trenchline.games.the_great_war.readiness import ready
from trenchline.games.the_great_war.routes import may_cross
from trenchline.games.the_great_war.stacking import fits, fits_limit
from trenchline.games.the_great_war.staff.barrages import gain_of_guns
from trenchline.games.the_great_war.staff.battles import WORTH_IT, best_party
from trenchline.games.the_great_war.staff.promises import (
    Gate,
    Promise,
    estimate,
    fighters,
    gate,
    promise,
)
from trenchline.games.the_great_war.staff.situation import Situation
from trenchline.games.the_great_war.state import COMBAT, EXPLOITATION, MOVEMENT
from trenchline.games.the_great_war.surprise import is_surprised
from trenchline.games.the_great_war.tables import ATTACK_ACROSS
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes

WORTH_COMING = 0.15
"""What an attack must promise before units come up for it."""
UNFED = 0.5
"""[11F] What is left of a strength without combat supply."""
GUNS = 0.6
"""What guns bring to an attack that they have prepared, or after they have moved."""
ENOUGH = 8.0
"""Nobody needs more than so many times the enemy's strength [9B]."""
ADDS = 0.04
"""What all those who are sent besides must add to an attack."""
MOST_ATTACKS = 8
"""So many attacks are planned in a phase."""
SAMPLE = 10
"""So many of the strongest tell how an attack would be fought."""
NEAR = 3
"""Who stands farther from the enemy cuts nobody off."""
GARRISON = 0.35
"""Who leaves a hex with less than this share of what it needs leaves it open."""


class Attack(NamedTuple):
    """A planned attack: where each of its units stands for it."""

    target: Hex
    posts: dict[int, Hex]
    promise: Promise


@lru_cache(maxsize=1 << 14)
def across(theatre: Theatre, origin: Hex, target: Hex) -> float:
    """[9H] What the water between two hexes leaves of an attack."""
    kinds = theatre.sides_between(origin, target)
    return float(min((ATTACK_ACROSS[k] for k in kinds if k in ATTACK_ACROSS), default=1))


class Operations:
    """What a side does in a phase of movement."""

    def __init__(self, sit: Situation, spared: Units = 0) -> None:
        self.sit = sit
        self.state = sit.state
        self.free: Units = ready(self.state, sit.side) & ~sit.staffs & ~spared
        self._gates: dict[Hex, Gate] = {}
        self.battlefield = self.state
        """The position in the combat phase that follows."""
        if self.state.phase == MOVEMENT:
            self.battlefield = self.state.copy()
            self.battlefield.phase = COMBAT

    @cached_property
    def reaches(self) -> dict[int, Hexes]:
        """Where each unit of ours that fights could stand at the end of the phase."""
        sit = self.sit
        units = self.state.on_map(sit.side) & ~sit.staffs
        return {
            unit: sit.reach(unit) if self.free >> unit & 1 else 1 << self.state.where[unit]
            for unit in members(units)
        }

    @cached_property
    def attacks(self) -> list[Attack]:
        """The attacks of this phase, the most promising first."""
        if self.state.phase == EXPLOITATION:
            return []
        found: list[Attack] = []
        taken: Units = 0
        likely = self._likely_targets()
        while likely and len(found) < MOST_ATTACKS:
            plans = [plan for hex_ in likely if (plan := self._plan(hex_, taken)) is not None]
            plans = [plan for plan in plans if plan.promise.value > WORTH_COMING]
            if not plans:
                break
            best = max(plans, key=lambda plan: (plan.promise.value, -plan.target))
            if self._holds_good(best):
                found.append(best)
                taken |= bit_set(best.posts)
            kept = {plan.target for plan in plans} - {best.target}
            likely = [hex_ for hex_ in likely if hex_ in kept]
        return found

    def _likely_targets(self) -> list[Hex]:
        """Hexes with enemies whom anybody of ours can come up to."""
        reached = 0
        for hexes in set(self.reaches.values()):
            reached |= hexes
        grid = self.sit.grid
        return [
            hex_
            for hex_ in members(self.state.occupied[self.sit.enemy] & ~self.sit.unknown)
            if any(reached >> near & 1 for near in grid.neighbours(hex_))
        ]

    def _plan(self, target: Hex, taken: Units) -> Attack | None:
        """The strongest attack on a hex by those who are not taken."""
        sit, state = self.sit, self.state
        against = sit.enemy_defence.get(target, 0.0)
        if not sit.enemy_fed >> target & 1 or is_surprised(self.battlefield, target):
            against *= UNFED
        against = max(0.5, against)
        near = bit_set(sit.grid.neighbours(target)) & sit.theatre.land
        near &= ~state.occupied[sit.enemy]
        posts, strength = self._fill(target, near, taken, ENOUGH * against)
        if not strength:
            return None
        how = self._gate(target, posts)
        home = max(sit.ground.get(origin, 0.0) for origin in posts.values())
        best = estimate(sit, target, how, strength, against, home)
        for unit, post in reversed(list(posts.items())):
            # Whoever comes last and adds little does something else.
            fewer = strength - self._brings(unit, post, target)
            found = estimate(sit, target, how, fewer, against, home) if fewer > 0 else None
            if found is None or found.value < best.value - ADDS:
                break
            strength = fewer
            del posts[unit]
        return Attack(target, posts, estimate(sit, target, how, strength, against, home))

    def _holds_good(self, attack: Attack) -> bool:
        """Whether an attack still promises something when all its units have come: hunger, works
        and water take more from some than the estimate knows."""
        later = self.battlefield.copy()
        for unit, hex_ in attack.posts.items():
            if later.where[unit] != hex_:
                later.move(1 << unit, hex_)
        sit = Situation(later, self.sit.side, self.sit.plan)
        battle = best_party(sit, attack.target)
        if battle is None:
            return False
        return promise(sit, battle).value > WORTH_IT or gain_of_guns(sit, attack.target) > WORTH_IT

    def _brings(self, unit: int, origin: Hex, target: Hex) -> float:
        """What a unit brings to an attack out of a hex."""
        sit = self.sit
        worth = sit.attack_of(unit) * across(sit.theatre, origin, target)
        if not sit.fed >> origin & 1:
            worth *= UNFED
        return worth * (GUNS if self.state.kind.artillery >> unit & 1 else 1.0)

    def _fill(
        self, target: Hex, near: Hexes, taken: Units, enough: float
    ) -> tuple[dict[int, Hex], float]:
        """Who stands where for an attack, and how strong it is: who is there already, then whoever
        can come, until it is enough."""
        sit, state = self.sit, self.state
        where = state.where
        able = [
            unit
            for unit, hexes in self.reaches.items()
            if not taken >> unit & 1 and hexes & near and sit.attack_of(unit)
        ]
        able.sort(key=lambda u: (not near >> where[u] & 1, -sit.attack_of(u), u))
        standing: dict[Hex, Units] = {}
        coming: dict[Hex, Units] = {}
        left: dict[Hex, float] = {}
        posts: dict[int, Hex] = {}
        strength = 0.0
        for unit in able:
            if strength >= enough:
                break
            here, gun = where[unit], bool(state.kind.artillery >> unit & 1)
            stays = bool(near >> here & 1)
            if not stays and (gun or not self._may_leave(unit, left)):
                continue
            options = [here] if stays else list(members(self.reaches[unit] & near))
            for hex_ in sorted(options, key=lambda h: (-across(sit.theatre, h, target), h)):
                party = coming.get(hex_, 0) | 1 << unit
                if not fits_limit(state, target, party):
                    continue
                if not stays:
                    crowd = standing.get(hex_, state.units(hex_, sit.side)) | 1 << unit
                    if not fits_limit(state, hex_, crowd):
                        continue
                    standing[hex_] = crowd
                if not may_cross(state, unit, hex_, target):
                    continue
                coming[hex_] = party
                posts[unit] = hex_
                strength += self._brings(unit, hex_, target)
                if not stays:
                    left[here] = left.get(here, 0.0) + sit.defence_of(unit)
                break
        return posts, strength

    def _may_leave(self, unit: int, left: dict[Hex, float]) -> bool:
        """Whether the hex that a unit would leave can do without it."""
        sit, here = self.sit, self.state.where[unit]
        if sit.distance(here) > 2:
            return True
        if sit.is_last_guard(unit):
            return False
        rest = sit.friends.get(here, 0.0) - left.get(here, 0.0) - sit.defence_of(unit)
        return rest >= GARRISON * sit.need(here) and (rest > 0 or not sit.is_front(here))

    def outriders(self, taken: Units) -> dict[Hex, list[int]]:
        """By hexes near the enemy, those who could go there and need not stay: the fastest first,
        then the strongest."""
        sit, state = self.sit, self.state
        units = self.free & ~taken & state.kind.zoc_adjacent.showing(state.reduced)
        units &= sit.line_units
        found: dict[Hex, list[int]] = {}
        order = sorted(
            members(units), key=lambda u: (-state.face(u).movement, -sit.defence_of(u), u)
        )
        for unit in order:
            here = state.where[unit]
            hexes = self.reaches[unit] & ~state.occupied[sit.enemy]
            if not self._may_leave(unit, {}):
                hexes &= 1 << here
            for hex_ in members(hexes):
                if sit.distance(hex_) <= NEAR and fits(state, hex_, sit.side, 1 << unit):
                    found.setdefault(hex_, []).append(unit)
        return found

    def _gate(self, target: Hex, posts: dict[int, Hex]) -> Gate:
        """How an attack on a hex would be fought, by the strongest of those who come."""
        if target not in self._gates:
            sit, state = self.sit, self.state
            best = sorted(posts, key=lambda u: (-sit.attack_of(u), u))[:SAMPLE]
            battle = Battle(sit.side, target, tuple(best))
            battle = begun(state, battle)
            if not battle.defenders:
                battle = Battle(
                    sit.side, target, tuple(best), defenders=fighters(state, target, sit.enemy)
                )
            battle = replace(battle, table=natural_table(state, battle))
            self._gates[target] = gate(self.battlefield, battle)
        return self._gates[target]

    @cached_property
    def parties(self) -> dict[int, Hex]:
        """Where each unit of an attack stands for it."""
        found: dict[int, Hex] = {}
        for attack in self.attacks:
            found |= attack.posts
        guns = self.state.kind.artillery
        held = bit_set(hex_ for unit, hex_ in found.items() if not guns >> unit & 1)
        staying = self.sit.line_units & ~bit_set(found)
        for unit in [unit for unit in found if guns >> unit & 1]:
            # Guns do not wait for an attack where nobody guards them.
            guards = self.state.units(found[unit], self.sit.side) & staying
            if not held >> found[unit] & 1 and not guards:
                del found[unit]
        return found
