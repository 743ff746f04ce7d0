"""The attacks of one phase as a whole: who attacks what, so that all of them together bring most.

An army attacks once in a phase [8.14]. The attack that promises most would take three armies where
two are enough, and the third is missed next door; so the plan starts with the best attacks one by
one and then looks whether another is worth more than what it takes away from these.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from trenchline.games.world_war_one.combat import AttackPhase, DeclareAttack
from trenchline.games.world_war_one.components import ATTACK, FR, INFILTRATORS, NATION_OF
from trenchline.games.world_war_one.staff import reasons
from trenchline.games.world_war_one.staff.assault import (
    WORTH_IT,
    attackers_for,
    promise,
    rated,
    strongest_first,
)
from trenchline.games.world_war_one.staff.fronts import Course
from trenchline.games.world_war_one.state import State
from trenchline.games.world_war_one.strength import (
    attackers_on,
    legal_targets,
    supplied_attackers,
)
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.reasons import OTHERS, because, heard
from trenchline.kernel.steps import Choice, Choices

BETTER = 0.1
"""How much more a changed plan must promise."""

Attacks = dict[Hex, tuple[float, frozenset[int]]]
"""What each attack promises, and who makes it."""


@dataclass
class Offensive:
    """The position in which a plan is made."""

    state: State
    side: int
    targets: Hexes
    least: float
    """What an attack must promise."""
    near: dict[Hex, list[int]] = field(init=False)
    gains: dict[tuple[Hex, frozenset[int]], float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        state = self.state
        able = supplied_attackers(state, self.side)
        self.near = {
            target: strongest_first([state.at[h] for h in members(attackers_on(target, able))])
            for target in members(self.targets)
        }

    def gain(self, target: Hex, force: frozenset[int]) -> float:
        """What an attack brings over the least it must."""
        if not force:
            return 0.0
        found = self.gains.get((target, force))
        if found is None:
            nations = bit_set({NATION_OF[unit] for unit in force})
            strength = sum([ATTACK[unit] for unit in force])
            shock = any(INFILTRATORS >> unit & 1 for unit in force)
            promised = promise(self.state, self.side, target, strength, nations, shock)
            found = self.gains[target, force] = max(0.0, promised - self.least)
        return found

    def best_force(self, target: Hex, units: list[int]) -> tuple[float, frozenset[int]]:
        """The force that brings most, taken from these units in their order."""
        best: tuple[float, frozenset[int]] = (0.0, frozenset())
        for count in range(1, len(units) + 1):
            force = frozenset(units[:count])
            gain = self.gain(target, force)
            if gain > best[0] + 0.05:
                best = (gain, force)
        return best

    def plan(self) -> Attacks:
        """The attacks to make in this phase."""
        attacks: Attacks = {}
        busy: set[int] = set()
        while True:
            found = [
                (*self.best_force(target, [u for u in units if u not in busy]), target)
                for target, units in self.near.items()
                if target not in attacks
            ]
            gain, force, target = max(found, key=lambda f: (f[0], f[2]), default=(0.0, (), 0))
            if not force:
                break
            attacks[target] = (gain, frozenset(force))
            busy |= force
        while self._improve(attacks):
            pass
        return attacks

    def _improve(self, attacks: Attacks) -> bool:
        """Make one more attack with armies that other attacks can do without, if that is better."""
        for target, units in self.near.items():
            if target in attacks:
                continue
            costs = {unit: self._missed(attacks, unit) for unit in units}
            gain, force = self.best_force(target, sorted(units, key=lambda u: costs[u]))
            if gain - sum(costs[unit] for unit in force) <= BETTER:
                continue
            changed = {t: (g, f - force) for t, (g, f) in attacks.items() if f & force}
            changed = {t: (self.gain(t, f), f) for t, (_, f) in changed.items()}
            before = sum(attacks[t][0] for t in changed)
            if gain + sum(g for g, _ in changed.values()) <= before + BETTER:
                continue
            attacks.update(changed)
            attacks[target] = (gain, force)
            for lapsed in [t for t, (g, _) in attacks.items() if g <= 0.0]:
                del attacks[lapsed]
            return True
        return False

    def _missed(self, attacks: Attacks, unit: int) -> float:
        """What an attack loses without a unit."""
        for target, (gain, force) in attacks.items():
            if unit in force:
                return gain - self.gain(target, force - {unit})
        return 0.0


_made: dict[tuple[object, ...], Attacks] = {}


def plan_of_attack(state: State, side: int, targets: Hexes, least: float) -> Attacks:
    """The attacks to make, remembered while nothing has changed."""
    key = (
        bytes(state.at),
        tuple(state.crp),
        tuple(state.status),
        *(state.turn, state.intact, state.fought, state.attacked, state.struck_forts),
        *(state.links, state.silenced, state.red_cities, *state.centres, state.fresh),
        *(side, targets, least),
    )
    if key not in _made:
        if len(_made) > 256:
            _made.clear()
        _made[key] = Offensive(state, side, targets, least).plan()
    return _made[key]


def least_wanted(course: Course) -> float:
    """What an attack must promise on this course."""
    return WORTH_IT - 0.5 * (course.daring - 1.0)


def next_attack(state: State, phase: AttackPhase, choices: Choices, course: Course) -> Choice:
    """The most promising attack of the plan, if there is any."""
    if "attack" not in choices:
        because(state, ("done", 0), 0.0, "there is nobody to attack")
        return "done", 0
    if "done" not in choices:
        # Two French attacks are ordered on the first turn [14.23]: the least harmful ones.
        options = rated(state, phase.side, choices)
        french = [(g, h) for g, h in options if _french(state, phase.side, h)]
        target = max(french or options)[1]
        words = "France must attack [14.23]; {:hex} harms it least"
        because(state, ("attack", target), 0.0, words, target)
        return "attack", target
    targets = choices["attack"] & ~state.neutral_land
    least = least_wanted(course)
    attacks = plan_of_attack(state, phase.side, targets, least)
    if heard():
        _explain(state, phase.side, choices, attacks, least)
    if not attacks:
        return "done", 0
    return "attack", max(attacks, key=lambda target: (attacks[target][0], target))


def _explain(state: State, side: int, choices: Choices, attacks: Attacks, least: float) -> None:
    """Say what the attacks of the plan bring, and the best of the others."""
    others = [(gain, target) for gain, target in rated(state, side, choices)]
    for gain, target in others[:OTHERS]:
        if target not in attacks and gain > -50:
            force = attackers_for(state, side, target)[1]
            reasons.about_attack(state, side, ("attack", target), target, force, gain)
    for target, (gain, planned) in attacks.items():
        worth = gain + least
        reasons.about_attack(state, side, ("attack", target), target, planned, worth)
    reasons.no_attack(state, least, others[0] if others else None)


def _french(state: State, side: int, target: Hex) -> bool:
    return any(NATION_OF[u] == FR for u in attackers_for(state, side, target)[1])


def commit(state: State, attack: DeclareAttack, choices: Choices, course: Course) -> Choice:
    """Bring up the force that was planned, then roll."""
    if "infiltrate" in choices:
        because(state, ("infiltrate", 0), 0.0, "who infiltrates drives the enemy out [12.32]")
        return "infiltrate", 0
    targets = legal_targets(state, attack.side) & ~state.neutral_land
    least = least_wanted(course)
    attacks = plan_of_attack(state, attack.side, targets, least)
    if attack.target in attacks:
        force = sorted(attacks[attack.target][1])
    else:
        force = attackers_for(state, attack.side, attack.target)[1]
    missing = [u for u in force if choices.get("with", 0) >> u & 1]
    chosen: Choice = ("with", missing[0]) if missing else ("roll", 0)
    if heard():
        gain = attackers_for(state, attack.side, attack.target)[0]
        worth = attacks[attack.target][0] + least if attack.target in attacks else gain
        reasons.about_attack(state, attack.side, chosen, attack.target, force, worth)
    if chosen[0] in choices:
        return chosen
    return "with", lowest(choices["with"])
