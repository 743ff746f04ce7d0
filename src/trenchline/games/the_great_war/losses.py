"""Taking losses [9D]: who may be lost, unit by unit, cadres and remnants [9E]."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from trenchline.games.the_great_war.battle import Battle, of
from trenchline.games.the_great_war.capabilities import kinds_for, quotas
from trenchline.games.the_great_war.casualties import eliminate, has_cadre
from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.effects import is_capable
from trenchline.games.the_great_war.ground import distance
from trenchline.games.the_great_war.loss_choice import (
    Demands,
    Loser,
    bars,
    candidates,
    proposal,
)
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.strength import printed_attack, printed_defence
from trenchline.games.the_great_war.tables import ARTILLERY
from trenchline.kernel.bars import first_bar
from trenchline.kernel.exact import Exact, exact, say
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, Refusal

FIELD_GUNS_AS_OTHERS = "field_artillery_losses"
"""[9D.4] The option by which field artillery is lost as if it were none."""
FAR: int = ARTILLERY["bombardment"]["far"]
GAS = "GEC"


# Whom a result touches.


def is_far(state: State, battle: Battle, unit: int) -> bool:
    """[12B7] Whether an attacker fires from two hexes or more, out of the enemy's reach."""
    if unit not in battle.attackers:
        return False
    origin = battle.origins[battle.attackers.index(unit)]
    return distance(state, origin, battle.target) >= FAR


def touched(state: State, battle: Battle, attacking: bool) -> tuple[int, ...]:
    """The units of a side that the result of a combat befalls: not Army and Corps HQs, which share
    the fate of their hex [9D.2], nor guns that fire from afar [12B7]; those who have retreated into
    the hex [9F2] and overstacked ones [8C2] too."""
    idle = state.kind.army_hq | state.kind.corps_hq
    units = battle.attackers if attacking else (*battle.defenders, *battle.bystanders)
    return tuple(
        unit
        for unit in units
        if (state.where[unit] >= 0 or unit in state.afloat)
        and not idle >> unit & 1
        and not (attacking and is_far(state, battle, unit))
    )


def printed(state: State, battle: Battle, unit: int, attacking: bool) -> Exact:
    """[9D.1] [9D.5] The strength that a unit counts for losses: nothing if it only stands by."""
    if attacking:
        return printed_attack(state, unit)
    return printed_defence(state, unit) if unit in battle.defenders else 0


def printed_total(state: State, battle: Battle, attacking: bool) -> Exact:
    """[9D] The printed strength of a side in a combat."""
    units = touched(state, battle, attacking)
    return exact(sum((printed(state, battle, unit, attacking) for unit in units), Fraction(0)))


def loser(state: State, battle: Battle, unit: int, attacking: bool) -> Loser:
    """A unit as the choice of losses sees it."""
    counter = state.theatre.counters[unit]
    face = state.face(unit)
    missed = face.attack + face.defence
    if has_cadre(state, unit) and counter.back is not None:
        missed -= counter.back.attack + counter.back.defence
    gun = counter.is_artillery
    if gun and counter.type.gun == "field" and FIELD_GUNS_AS_OTHERS in state.options:
        gun = False
    worth = printed(state, battle, unit, attacking)
    used = {
        trial.code
        for trial in battle.trials
        if trial.attacking == attacking and trial.succeeded and trial.code != GAS
    }
    return Loser(
        unit,
        worth,
        state.re(unit),
        missed,
        hex=state.where[unit],
        artillery=gun,
        irregular=bool(state.kind.irregular >> unit & 1),
        overstacked=bool(state.overstacked >> unit & 1),
        effects=frozenset(code for code in used if is_capable(state, battle, unit, code)),
        kinds=kinds_for(state, battle, unit),
    )


@dataclass(frozen=True, slots=True)
class TakeLosses(Decision[State]):
    """[9D] One side chooses which of its units are lost, one by one, or takes the least painful
    legal choice as it is proposed."""

    attacking: bool

    def who(self, state: State) -> int:
        return state.battle.side_of(self.attacking)

    def due(self, state: State) -> Exact:
        """Strength still to be lost."""
        battle = state.battle
        return of(battle.due, self.attacking) - of(battle.lost, self.attacking)

    def prompt(self, state: State) -> str:
        due = say(exact(Fraction(self.due(state))))
        who = SIDES[self.who(state)]
        return f"{who}: lose a strength of {due}, as proposed or unit by unit [9D]"

    def left_and_gone(self, state: State) -> tuple[list[Loser], list[Loser]]:
        """Units that may still be lost in this combat, and those lost already."""
        battle = state.battle
        units = touched(state, battle, self.attacking)
        left = [
            loser(state, battle, unit, self.attacking)
            for unit in units
            if unit not in battle.losers
        ]
        gone = list(battle.gone_attackers if self.attacking else battle.gone_defenders)
        return left, gone

    def demands(self, state: State) -> Demands:
        """What the losses must respect."""
        battle = state.battle
        used = frozenset(
            trial.code
            for trial in battle.trials
            if trial.attacking == self.attacking and trial.succeeded and trial.code != GAS
        )
        return Demands(battle.guns_last, used, quotas(state, battle, self.attacking))

    def losers(self, state: State) -> Units:
        """Units that may be lost next."""
        left, gone = self.left_and_gone(state)
        return candidates(left, gone, self.demands(state))

    def choices(self, state: State) -> Choices:
        units = self.losers(state) if self.due(state) > 0 else 0
        if not units:
            return {"done": ONE}
        if units & (units - 1):
            return {"lose": units, "propose": ONE}
        return {"lose": units}

    def proposed(self, state: State) -> list[int]:
        """The least painful legal choice."""
        left, gone = self.left_and_gone(state)
        return proposal(left, gone, self.demands(state), self.due(state))

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            return
        units = self.proposed(state) if verb == "propose" else [number]
        for unit in units:
            self._lose(state, unit)
        state.stack.append(self)

    def _lose(self, state: State, unit: int) -> None:
        battle = state.battle
        lost = loser(state, battle, unit, self.attacking)
        eliminate(state, unit)
        total = exact(Fraction(of(battle.lost, self.attacking) + lost.worth))
        battle = battle.changed(self.attacking, "lost", total)
        gone = "gone_attackers" if self.attacking else "gone_defenders"
        before = battle.gone_attackers if self.attacking else battle.gone_defenders
        battle = replace(battle, losers=(*battle.losers, unit))
        state.battle = replace(battle, **{gone: (*before, lost)})  # type: ignore[arg-type]

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        battle = state.battle
        if verb not in ("lose", "propose"):
            return Refusal("9D", "take your losses first")
        if self.due(state) <= 0:
            return Refusal("9C", "nothing more is to be lost")
        if verb == "propose":
            return Refusal("9D", "there is nothing to choose")
        if number in battle.losers:
            return Refusal("9E", "that unit has been lost in this combat")
        units = touched(state, battle, self.attacking)
        if number not in units:
            if not state.theatre.of_side[self.who(state)] >> number & 1:
                return Refusal("9D", "that unit is the enemy's: your own take your losses")
            if number in battle.attackers and is_far(state, battle, number):
                return Refusal("12B7", "guns that fire from afar suffer no results")
            if (state.kind.army_hq | state.kind.corps_hq) >> number & 1:
                return Refusal("9D", "headquarters do not count as losses")
            return Refusal("9D", "that unit of yours takes no part in this combat")
        left, gone = self.left_and_gone(state)
        barred = first_bar(bars(left, gone, self.demands(state)), number)
        return barred or Refusal("9D", "that unit has no strength that would count")


@dataclass(frozen=True, slots=True)
class LoseEverything(Duty[State]):
    """[9C] A side is eliminated or destroyed: all its units, those who only stand by too."""

    attacking: bool

    def run(self, state: State) -> None:
        battle = state.battle
        units = touched(state, battle, self.attacking)
        for unit in units:
            eliminate(state, unit)
        total = of(battle.strengths, self.attacking)
        battle = battle.changed(self.attacking, "lost", total)
        state.battle = replace(battle, losers=(*battle.losers, *units))
