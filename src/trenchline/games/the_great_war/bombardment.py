"""Bombardment and counter-bombardment [12C]: guns fire at a hex before anybody attacks it, to bring
down its works and disrupt its units.

The phasing side fires as often as it has guns; then both sides distribute the hits on each hex
[12C3], and guns in bombarded hexes answer. Resource points opened for it are gone when both are
done [11D]."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from trenchline.games.the_great_war.attackers import has_guides, within_limit
from trenchline.games.the_great_war.barrage import RollBarrage, RollGas, barrage
from trenchline.games.the_great_war.combat_supply import (
    fed_from,
    has_for,
    sources,
    spend_opened,
)
from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.cooperation import in_concert
from trenchline.games.the_great_war.effects import (
    is_able,
)
from trenchline.games.the_great_war.gunners import bars, guns_for, marks
from trenchline.games.the_great_war.hits import DistributeHits
from trenchline.games.the_great_war.intelligence import reveal
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.surprise import scouts_left
from trenchline.kernel.bars import first_bar
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.exact import say
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Phase, Refusal


@dataclass(frozen=True, slots=True)
class BombardmentPhase(Phase[State]):
    """[12C] Bombard hexes one after the other; then the hits are distributed and guns that were
    under fire may answer."""

    counter: bool = False

    def prompt(self, state: State) -> str:
        what = "counter-bombard" if self.counter else "bombard"
        return f"{SIDES[self.side]}: {what} a hex, or be done [12C]"

    def acts(self, state: State) -> Choices:
        return {"bombard": marks(state, self.side, self.counter)}

    def act(self, state: State, verb: str, number: int) -> None:
        state.stack.append(DeclareBombardment(self.side, self.counter, number))

    def end(self, state: State) -> None:
        if self.counter:
            state.stack.append(EndBombardment())
        elif state.bombed:
            state.stack.append(BombardmentPhase(1 - self.side, counter=True))
        else:
            state.stack.append(EndBombardment())
        state.stack.append(DistributeHits(self.side))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "bombard":
            return Refusal("12C", "name the hexes to be bombarded, then be done")
        if not state.occupied[1 - self.side] >> number & 1:
            return Refusal("12C2", "nobody stands there to be bombarded")
        guns = state.on_map(self.side) & state.kind.artillery
        found = bars(state, self.side, number, self.counter)
        refusals = [refusal for u in members(guns) if (refusal := first_bar(found, u))]
        if not refusals:
            return Refusal("12C", "you have no artillery on the map")
        # What stops the gun that comes nearest to firing says most.
        order = [(bar.case, bar.reason) for bar in found]
        return max(refusals, key=lambda refusal: order.index((refusal.case, refusal.reason)))


@dataclass(frozen=True, slots=True)
class DeclareBombardment(OwnDecision[State]):
    """[12C2] Name the guns one by one, the resource point that feeds them and the gas they use,
    then fire."""

    deliberate = frozenset({"fire"})

    counter: bool
    target: Hex
    guns: tuple[int, ...] = ()
    source: Hex = -1
    gas: tuple[int, ...] = ()
    scouted: bool = False

    def prompt(self, state: State) -> str:
        return state.say("{}: which guns bombard {:hex}? [12C2]", SIDES[self.side], self.target)

    def candidates(self, state: State) -> Units:
        """[12C1] [15E3] Guns that may still join."""
        named = bit_set(self.guns)
        units = guns_for(state, self.side, self.target, self.counter) & ~named
        return bit_set(
            unit
            for unit in members(units)
            if all(in_concert(state, unit, other) for other in self.guns)
            and within_limit(state, self.target, named | 1 << unit)
        )

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
        return not self.scouted and scouts_left(state, self.side) > 0

    def choices(self, state: State) -> Choices:
        found = {"with": self.candidates(state)}
        if self.guns:
            found |= {"feed": self.stocks(state), "gas": self.gassers(state), "fire": ONE}
            found["scout"] = ONE if self.can_scout(state) else 0
        found["stay"] = ONE
        return {verb: numbers for verb, numbers in found.items() if numbers}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "with":
            state.stack.append(replace(self, guns=(*self.guns, number)))
        elif verb == "feed":
            state.stack.append(replace(self, source=number))
        elif verb == "gas":
            state.stack.append(replace(self, gas=(*self.gas, number)))
        elif verb == "scout":
            state.stack.append(replace(self, scouted=True))
        elif verb == "fire":
            self._fire(state)

    def _fire(self, state: State) -> None:
        fed: tuple[tuple[int, Hex], ...] = ()
        if self.source >= 0:
            fed = fed_from(state, self.guns, (), self.source)
        found = barrage(state, self.guns, self.target, {unit for unit, _ in fed}).total
        strength = Fraction(found)
        state.bombarded |= bit_set(self.guns)
        state.bombed |= 1 << self.target
        # [R155] Hits are shared out in the open.
        reveal(state, (self.target, *(state.where[gun] for gun in self.guns)))
        state.scouted[self.side] += self.scouted
        if state.log is not None:
            told = "{:units} bombard {:hex} with {} [12C]"
            state.detail(told, self.guns, self.target, say(strength))
        if self.gas:
            state.gassed |= bit_set(self.gas)
            gas = RollGas(self.side, self.target, strength, self.scouted, self.gas)
            state.stack.append(gas)
        else:
            state.stack.append(RollBarrage(self.side, self.target, strength, self.scouted))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb in ("feed", "gas", "scout", "fire") and not self.guns:
            return Refusal("12C2", "name the guns first")
        if verb == "scout" and self.scouted:
            return Refusal("R3", "reconnaissance helps this bombardment already")
        if verb == "scout" and scouts_left(state, self.side) <= 0:
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
        barred = first_bar(bars(state, self.side, self.target, self.counter), number)
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
