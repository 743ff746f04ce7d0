"""Bombardments as they are planned and carried out [12C2]: which guns fire at which hex, fed from
where, with gas and reconnaissance.

A side may plan several bombardments of a segment before it carries them out; the rule lets it also
see one before it plans the next. Carried out they come one after the other, in the order in which
they were laid: what they draw on and bring down counts for the next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from trenchline.games.the_great_war.barrage import RollBarrage, RollGas, barrage
from trenchline.games.the_great_war.combat_supply import fed_from
from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.intelligence import reveal
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.strength import Force
from trenchline.kernel.bits import bit_set
from trenchline.kernel.exact import say
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Duty


class FirePlan(NamedTuple):
    """[12C2] One bombardment."""

    target: Hex
    guns: tuple[int, ...] = ()
    source: Hex = -1
    """The resource points that feed the guns; none below zero."""
    gas: tuple[int, ...] = ()
    """Gas artillery among them that uses its gas [12B8]."""
    scouted: bool = False
    """Whether tactical reconnaissance helps [R3]."""


def laid(plans: Iterable[FirePlan]) -> Units:
    """The guns that some plans have laid on a hex."""
    return bit_set(gun for plan in plans for gun in plan.guns)


def aimed_at(plans: Iterable[FirePlan]) -> Hexes:
    """The hexes that some plans would bombard."""
    return bit_set(plan.target for plan in plans)


def fed_force(state: State, plan: FirePlan) -> Force:
    """[11D] [12C2] What the guns of a plan bring after they have drawn on its points."""
    fed: tuple[tuple[int, Hex], ...] = ()
    if plan.source >= 0:
        fed = fed_from(state, plan.guns, (), plan.source)
    return barrage(state, plan.guns, plan.target, {unit for unit, _ in fed})


@dataclass(frozen=True, slots=True)
class Fire(Duty[State]):
    """[12C] [12C2] A bombardment is carried out."""

    side: int
    plan: FirePlan

    def run(self, state: State) -> None:
        target, guns, _, gas, scouted = self.plan
        if not guns:
            # [14N2] Hidden guns of which the enemy knows no more than the target.
            return
        strength = Fraction(fed_force(state, self.plan).total)
        state.bombarded |= bit_set(guns)
        state.bombed |= 1 << target
        # [R155] Hits are shared out in the open.
        reveal(state, (target, *(state.where[gun] for gun in guns)))
        state.scouted[self.side] += scouted
        if state.log is not None:
            state.note("{:units} bombard {:hex} with {} [12C]", guns, target, say(strength))
        if gas:
            state.gassed |= bit_set(gas)
            state.stack.append(RollGas(self.side, target, strength, scouted, gas))
        else:
            state.stack.append(RollBarrage(self.side, target, strength, scouted))
