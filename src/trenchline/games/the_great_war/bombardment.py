"""Bombardment and counter-bombardment [12C]: guns fire at a hex before anybody attacks it, to bring
down its works and disrupt its units.

The phasing side fires as often as it has guns, at once or as it has planned; then both sides
distribute the hits on each hex [12C3], and guns in bombarded hexes answer. Resource points opened
for it are gone when both are done [11D]."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trenchline.games.the_great_war.attackers import has_guides, in_play, may_join
from trenchline.games.the_great_war.combat_supply import (
    has_for,
    sources,
    spend_opened,
)
from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.cooperation import in_concert
from trenchline.games.the_great_war.effects import (
    is_able,
)
from trenchline.games.the_great_war.fire_plans import Fire, FirePlan, aimed_at, laid
from trenchline.games.the_great_war.gunners import bars, guns_for, marks
from trenchline.games.the_great_war.hits import DistributeHits
from trenchline.games.the_great_war.intelligence import pick_up
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.surprise import scouts_left
from trenchline.kernel.bars import first_bar
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Phase, Refusal


@dataclass(frozen=True, slots=True)
class BombardmentPhase(Phase[State]):
    """[12C] Bombard hexes one after the other, or plan several and carry them out together; then
    the hits are distributed and guns that were under fire may answer."""

    counter: bool = False
    plans: tuple[FirePlan, ...] = ()
    """What has been planned and not been fired."""

    def prompt(self, state: State) -> str:
        what = "counter-bombard" if self.counter else "bombard"
        if self.plans:
            return (
                f"{SIDES[self.side]}: {what} another hex, change what is planned, or fire all [12C]"
            )
        return f"{SIDES[self.side]}: {what} a hex, or be done [12C]"

    def acts(self, state: State) -> Choices:
        busy = laid(self.plans)
        return {
            "bombard": marks(state, self.side, self.counter, busy),
            "revise": aimed_at(self.plans),
            "fire_all": ONE if self.plans else 0,
        }

    def choices(self, state: State) -> Choices:
        done = 0 if self.plans else ONE
        found = {**self.acts(state), "done": done}
        return {verb: numbers for verb, numbers in found.items() if numbers}

    def act(self, state: State, verb: str, number: int) -> None:
        if verb == "bombard":
            step = DeclareBombardment(self.side, self.counter, number, others=self.plans)
            state.stack.append(step)
        elif verb == "fire_all":
            state.stack[-1] = replace(self, plans=())
            state.stack += [Fire(self.side, plan) for plan in reversed(self.plans)]
        else:
            self._revise(state, number)

    def _revise(self, state: State, target: Hex) -> None:
        """Take the plan that was last laid on a hex in hand again."""
        plan = [plan for plan in self.plans if plan.target == target][-1]
        others = tuple(other for other in self.plans if other is not plan)
        state.stack[-1] = replace(self, plans=others)
        state.stack.append(DeclareBombardment(self.side, self.counter, *plan, others))

    def end(self, state: State) -> None:
        if self.counter:
            state.stack.append(EndBombardment())
        elif state.bombed:
            state.stack.append(BombardmentPhase(1 - self.side, counter=True))
        else:
            state.stack.append(EndBombardment())
        state.stack.append(DistributeHits(self.side))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "done":
            return Refusal("12C", "bombardments are planned that nobody has fired")
        if verb == "fire_all":
            return Refusal("12C", "no bombardment is planned")
        if verb == "revise":
            return Refusal("12C", "no bombardment of that hex is planned")
        if verb != "bombard":
            return Refusal("12C", "name the hexes to be bombarded, then be done")
        if not state.occupied[1 - self.side] >> number & 1:
            return Refusal("12C2", "nobody stands there to be bombarded")
        guns = in_play(state, self.side) & state.kind.artillery
        found = bars(state, self.side, number, self.counter, laid(self.plans))
        refusals = [refusal for u in members(guns) if (refusal := first_bar(found, u))]
        if not refusals:
            return Refusal("12C", "you have no artillery on the map")
        # What stops the gun that comes nearest to firing says most.
        order = [(bar.case, bar.reason) for bar in found]
        return max(refusals, key=lambda refusal: order.index((refusal.case, refusal.reason)))


@dataclass(frozen=True, slots=True)
class DeclareBombardment(OwnDecision[State]):
    """[12C2] Name the guns one by one, the resource point that feeds them and the gas they use,
    then fire, or lay it aside as a plan."""

    deliberate = frozenset({"fire"})

    counter: bool
    target: Hex
    guns: tuple[int, ...] = ()
    source: Hex = -1
    gas: tuple[int, ...] = ()
    scouted: bool = False
    others: tuple[FirePlan, ...] = ()
    """What is planned besides."""

    def prompt(self, state: State) -> str:
        if self.guns:
            told = "{}: more guns against {:hex}, or fire? [12C2]"
            return state.say(told, SIDES[self.side], self.target)
        return state.say("{}: which guns bombard {:hex}? [12C2]", SIDES[self.side], self.target)

    @property
    def plan(self) -> FirePlan:
        """The bombardment as it stands."""
        return FirePlan(self.target, self.guns, self.source, self.gas, self.scouted)

    def candidates(self, state: State) -> Units:
        """[12C1] [15E3] Guns that may still join."""
        named = bit_set(self.guns)
        units = guns_for(state, self.side, self.target, self.counter, laid(self.others)) & ~named
        able = bit_set(
            unit
            for unit in members(units)
            if all(in_concert(state, unit, other) for other in self.guns)
        )
        return may_join(state, self.target, named, able)

    def stocks(self, state: State) -> Hexes:
        """[11D] Hexes whose points could feed one of the guns."""
        found = 0
        for unit in self.guns:
            for hex_ in members(sources(state, unit)):
                if has_for(state, unit, hex_):
                    found |= 1 << hex_
        return found & ~(1 << self.source if self.source >= 0 else 0)

    def gassers(self, state: State) -> Units:
        """[12B8] Gas artillery among the guns that may use its gas."""
        able = bit_set(self.guns) & state.theatre.tagged["gas"] & ~state.gassed & ~bit_set(self.gas)
        return bit_set(unit for unit in members(able) if is_able(state, unit))

    def can_scout(self, state: State) -> bool:
        """[R3] Whether tactical reconnaissance may help."""
        return not self.scouted and self.scouts_left(state) > 0

    def scouts_left(self, state: State) -> int:
        """[R3] The reconnaissance that neither has been used nor is planned."""
        planned = sum(plan.scouted for plan in self.others)
        return scouts_left(state, self.side) - planned

    def choices(self, state: State) -> Choices:
        found = {"with": self.candidates(state)}
        if self.guns:
            found |= {"without": bit_set(self.guns), "feed": self.stocks(state)}
            found |= {"gas": self.gassers(state), "plan": ONE, "fire": ONE}
            found["scout"] = ONE if self.can_scout(state) else 0
        found["cancel"] = ONE
        return {verb: numbers for verb, numbers in found.items() if numbers}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb in ("with", "without", "gas"):
            pick_up(state, number)
        if verb == "with":
            state.stack.append(replace(self, guns=(*self.guns, number)))
        elif verb == "without":
            guns = tuple(gun for gun in self.guns if gun != number)
            gas = tuple(gun for gun in self.gas if gun != number)
            state.stack.append(replace(self, guns=guns, gas=gas))
        elif verb == "feed":
            state.stack.append(replace(self, source=number))
        elif verb == "gas":
            state.stack.append(replace(self, gas=(*self.gas, number)))
        elif verb == "scout":
            state.stack.append(replace(self, scouted=True))
        elif verb == "plan":
            phase = state.stack[-1]
            assert isinstance(phase, BombardmentPhase), "a bombardment is declared in its segment"
            state.stack[-1] = replace(phase, plans=(*self.others, self.plan))
        elif verb == "fire":
            state.stack.append(Fire(self.side, self.plan))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb in ("feed", "gas", "scout", "plan", "fire") and not self.guns:
            return Refusal("12C2", "name the guns first")
        if verb == "without":
            return Refusal("12C1", "it takes no part in this bombardment")
        if verb == "scout" and self.scouted:
            return Refusal("R3", "reconnaissance helps this bombardment already")
        if verb == "scout" and self.scouts_left(state) <= 0:
            return Refusal("R3", "no tactical reconnaissance is left for a bombardment")
        if verb == "feed" and number == self.source:
            return Refusal("11D", "the guns draw on those points already")
        if verb == "feed":
            return Refusal("11D", "those points feed none of the guns")
        if verb == "gas":
            return self._why_no_gas(state, number)
        if verb != "with":
            return Refusal("12C2", "name the guns, then fire")
        if number in self.guns:
            return Refusal("12C1", "it takes part in this bombardment already")
        found = bars(state, self.side, self.target, self.counter, laid(self.others))
        barred = first_bar(found, number)
        if barred is not None:
            return barred
        if not all(in_concert(state, number, other) for other in self.guns):
            return Refusal("15E3", "guns that do not cooperate do not combine their strengths")
        if not has_guides(state, self.target, bit_set(self.guns) | 1 << number):
            return Refusal("14F1", "the high mountain units there guide no more guns")
        return Refusal("8B", "the hex's stacking limit allows no more guns from there")

    def _why_no_gas(self, state: State, number: int) -> Refusal:
        if not state.theatre.tagged["gas"] >> number & 1:
            return Refusal("12B8", "it is no gas artillery")
        if number not in self.guns:
            return Refusal("12B8", "that gas artillery takes no part in this bombardment")
        if number in self.gas:
            return Refusal("12B8", "it uses its gas already")
        if state.gassed >> number & 1:
            return Refusal("12B8", "it has used its gas in this phase")
        return Refusal("12B8", "it is in no state to use its gas")


@dataclass(frozen=True, slots=True)
class EndBombardment(Duty[State]):
    """[11D] The bombardment segment is over: the points opened for it are gone."""

    def run(self, state: State) -> None:
        spend_opened(state)
