"""Rule 9: combat. The phase, the declaration of an attack, and its steps in their order.

An attack is declared on a hex, unit by unit, then joined. What follows lies on the stack as a list
of steps, a module each: ``preliminaries``, ``combat_supply`` [11D], ``reserves`` [6C], ``effects``
[10], ``resolution``, ``losses`` [9D], ``retreat`` and ``advance`` [9F].
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from trenchline.games.the_great_war.advance import AdvanceAgain, Advances
from trenchline.games.the_great_war.afloat import stands_in
from trenchline.games.the_great_war.aftermath import EndCombat, abandon
from trenchline.games.the_great_war.artillery_divisions import (
    detach,
    detachable,
    why_not_detach,
)
from trenchline.games.the_great_war.attackers import (
    attackers_of,
    bound_to,
    has_guides,
    may_join,
    obliged,
    targets,
    why_not_attack,
    why_not_attacked,
    within_limit,
)
from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.bombardment import BombardmentPhase
from trenchline.games.the_great_war.combat_supply import FeedSide, spend_opened
from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.contested import tick
from trenchline.games.the_great_war.effects import Announce, TryEffects
from trenchline.games.the_great_war.ground import distance, ground
from trenchline.games.the_great_war.gunboats import under_fire
from trenchline.games.the_great_war.intelligence import pick_up, reveal, veiled
from trenchline.games.the_great_war.losses import LoseEverything
from trenchline.games.the_great_war.open_cities import DeclareOpen
from trenchline.games.the_great_war.overstacks import sally, shed
from trenchline.games.the_great_war.preliminaries import (
    MUST_RETREAT,
    CheckReliability,
    FixTable,
    Flood,
    SearchRuins,
    SendLeader,
    SlipAway,
    natural_table,
)
from trenchline.games.the_great_war.ratios import level
from trenchline.games.the_great_war.reserves import CommitReserves
from trenchline.games.the_great_war.resolution import FixOdds, GiveGround, Lose, Resolve
from trenchline.games.the_great_war.retreat import (
    Declarations,
    Leave,
    LeaveAgain,
    Withdraw,
    is_long,
)
from trenchline.games.the_great_war.river_combat import (
    CallBoats,
    DeclareEngagement,
    engageable,
    why_not_engaged,
)
from trenchline.games.the_great_war.state import REACTION_COMBAT, State
from trenchline.games.the_great_war.strength import attack, can_strike, defence
from trenchline.games.the_great_war.surprise import scouts_left
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Refusal, Step


def combat_steps() -> list[Step[Any]]:
    """[9A] [9A2] [9A3] [9A4] [9A5] One combat, from the moment it is joined; it is finished before
    the next."""
    return [
        Flood(),
        SlipAway(),
        FindNobody(),
        CallBoats(),
        CheckReliability(),
        FixTable(),
        FeedSide(attacking=True),
        CommitReserves(),
        # [R83] The defender feeds his reserves too.
        FeedSide(attacking=False),
        FixOdds(),
        Announce(attacking=True),
        Announce(attacking=False),
        TryEffects(),
        SearchRuins(),
        SendLeader(attacking=False),
        SendLeader(attacking=True),
        Resolve(),
        GiveGround(),
        Lose(attacking=False),
        Lose(attacking=True),
        Declarations(attacking=False),
        Withdraw(attacking=False),
        Leave(attacking=False),
        Declarations(attacking=True),
        Withdraw(attacking=True),
        Leave(attacking=True),
        Advances(),
        LeaveAgain(),
        PushOn(),
        EndCombat(),
    ]


def begun(state: State, battle: Battle) -> Battle:
    """[9B.3] [9B.4] A battle as it stands when it is joined: who defends, all of one hex together,
    and who only suffers with them [9F2.4] [8C2.4]."""
    there = state.units(battle.target, battle.defender)
    there &= ~(state.kind.army_hq | state.kind.corps_hq)
    idle = there & (state.retreated | state.overstacked)
    return replace(
        battle,
        origins=tuple(stands_in(state, unit, battle.target) for unit in battle.attackers),
        defenders=tuple(members(there & ~idle)),
        bystanders=tuple(members(idle)),
        works=ground(state, battle.target, bit_set(battle.attackers)).works,
    )


def join(state: State, battle: Battle) -> None:
    """[9A] An attack is joined."""
    battle = begun(state, battle)
    reveal(state, (battle.target, *battle.origins))
    state.battles.append(battle)
    state.attacked |= 1 << battle.target
    state.fought |= bit_set(battle.attackers)
    sally(state, bit_set(battle.attackers))
    if state.log is not None:
        verb = "attack" if len(battle.attackers) > 1 else "attacks"
        state.note("{:units} {} {:hex} [9A]", battle.attackers, verb, battle.target)
    state.stack += reversed(combat_steps())
    if not any(can_strike(state, unit) for unit in battle.attackers):
        # [9K1] Who must attack without any strength is lost.
        abandon(state)
        state.stack.append(LoseEverything(attacking=True))


@dataclass(frozen=True, slots=True)
class FindNobody(Duty[State]):
    """[9I.1] [9G] Where everybody has left before the combat, the attackers may enter the hex."""

    def run(self, state: State) -> None:
        battle = state.battle
        if battle.defenders or battle.bystanders:
            return
        state.battle = replace(battle, vacated=True)
        abandon(state)
        state.stack.append(Advances())


@dataclass(frozen=True, slots=True)
class PushOn(Duty[State]):
    """[9F4] In the war of movement those who have advanced may go on."""

    def run(self, state: State) -> None:
        battle = state.battle
        if battle.advanced and is_long(state, battle):
            state.stack.append(AdvanceAgain())


@dataclass(frozen=True, slots=True)
class BeginCombat(Duty[State]):
    """[4A3] [4A5] A combat phase begins: bombardments first, but not in reaction [12C]."""

    side: int
    reaction: bool = False

    def run(self, state: State) -> None:
        state.stack += [EndCombatPhase(), CombatPhase(self.side)]
        if not self.reaction:
            state.stack.append(BombardmentPhase(self.side))
        state.stack.append(DeclareOpen(1 - self.side))
        # [14B2.1]
        state.stack += under_fire(state)


@dataclass(frozen=True, slots=True)
class EndCombatPhase(Duty[State]):
    """[11D] [9J] At the end of a combat phase opened resource points are gone, and the clocks of
    contested hexes are looked at."""

    def run(self, state: State) -> None:
        spend_opened(state)
        tick(state)
        for side in (0, 1):
            shed(state, side)


@dataclass(frozen=True, slots=True)
class CombatPhase(OwnDecision[State]):
    """[9A] Attack where and in what order you like, or not at all; but units in a hex with enemies
    must attack them [9K]."""

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: attack a hex, or end the phase [9A]"

    def choices(self, state: State) -> Choices:
        hexes = targets(state, self.side)
        guns: Choices = {}
        if free := detachable(state, self.side):
            guns["detach"] = free
        if state.afloat and (fleets := engageable(state, self.side)):
            guns["engage"] = fleets
        if not hexes:
            return {**guns, "done": ONE}
        bound = obliged(state, self.side)
        return {"attack": hexes, **guns} if bound else {"attack": hexes, **guns, "done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "attack":
            party = same_hex_party(state, self.side, number)
            state.stack += [self, DeclareAttack(self.side, number, party)]
        elif verb == "engage":
            state.stack += [self, DeclareEngagement(self.side, number)]
        elif verb == "detach":
            state.stack.append(self)
            detach(state, number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "done" and obliged(state, self.side):
            return Refusal("9K", "units in a hex with enemies must attack them")
        if verb == "detach":
            return why_not_detach(state, self.side, number)
        if verb == "engage":
            return why_not_engaged(state, self.side, number)
        if verb != "attack":
            return Refusal("4A3", "this is the combat phase: attack a hex, then end it")
        return why_not_attacked(state, self.side, number)


def same_hex_party(state: State, side: int, target: Hex) -> tuple[int, ...]:
    """[9K] The units that must attack enemies in their own hex, up to its limit."""
    party: Units = 0
    if not bound_to(state, side) >> target & 1:
        return ()
    for unit in members(attackers_of(state, side, target) & state.units(target, side)):
        if within_limit(state, target, party | 1 << unit):
            party |= 1 << unit
    return tuple(members(party))


@dataclass(frozen=True, slots=True)
class DeclareAttack(OwnDecision[State]):
    """[9A] Name the attackers one by one, then join battle."""

    deliberate = frozenset({"join"})

    target: Hex
    attackers: tuple[int, ...] = ()
    scouted: bool = False
    """Whether tactical reconnaissance helps [R3]."""

    def prompt(self, state: State) -> str:
        told = (
            "{}: more attackers of {:hex}, or join battle?"
            if self.attackers
            else ("{}: who attacks {:hex}?")
        )
        return state.say(told + " [9A]", SIDES[self.side], self.target)

    def battle(self, state: State) -> Battle:
        """The battle as declared so far."""
        reaction = state.phase == REACTION_COMBAT
        return Battle(
            self.side, self.target, self.attackers, reaction=reaction, scouted=self.scouted
        )

    def candidates(self, state: State) -> Units:
        """[9B] Units that may still be added within the limit of the hex."""
        named = bit_set(self.attackers)
        units = attackers_of(state, self.side, self.target) & ~named
        return may_join(state, self.target, named, units)

    def why_not_join(self, state: State) -> Refusal | None:
        """Why the attack cannot be joined as it is; None if it can."""
        if not self.attackers:
            return Refusal("9A", "name at least one attacker")
        here = [u for u in self.attackers if state.where[u] == self.target]
        if here and bound_to(state, self.side) >> self.target & 1:
            # [9K] They must, whatever their strength.
            return None
        origins = [stands_in(state, unit, self.target) for unit in self.attackers]
        near = [origin for origin in origins if distance(state, origin, self.target) <= 1]
        if not near:
            return Refusal("12B7", "guns from afar attack only beside units that stand near")
        if not any(can_strike(state, unit) for unit in self.attackers):
            return Refusal("9G1", "units without attack strength do not attack by themselves")
        return self._why_not_irregular(state)

    def _why_not_irregular(self, state: State) -> Refusal | None:
        """[14L] Irregulars attack at 3:1 or beside as much other strength."""
        bands = [u for u in self.attackers if state.kind.irregular >> u & 1]
        if not bands or veiled(state, 1 - self.side) >> self.target & 1:
            # [14N2] Against an unknown corps nobody knows the odds [R156].
            return None
        battle = begun(state, self.battle(state))
        battle = replace(battle, table=natural_table(state, battle))
        force = attack(state, battle)
        loose = sum(share.strength for share in force.shares if share.unit in bands)
        if 2 * loose <= force.total:
            return None
        if level(force.total, defence(state, battle).total) >= MUST_RETREAT:
            return None
        return Refusal("14L", "below 3:1 irregulars attack only beside as much other strength")

    def removable(self, state: State) -> Units:
        """Attackers who may be left out again: all but those who must attack [9K]."""
        bound = state.units(self.target, self.side) if self._must(state) else 0
        return bit_set(self.attackers) & ~bound

    def choices(self, state: State) -> Choices:
        found = {"with": self.candidates(state), "without": self.removable(state)}
        found = {verb: units for verb, units in found.items() if units}
        if self.why_not_join(state) is None:
            found["join"] = ONE
            if not self.scouted and scouts_left(state, self.side) > 0:
                found["scout"] = ONE
        if not self._must(state):
            found["cancel"] = ONE
        return found

    def _must(self, state: State) -> bool:
        """[9K] Whether units in the hex itself have to attack."""
        bound = bound_to(state, self.side) >> self.target & 1
        return bool(bound) and any(state.where[unit] == self.target for unit in self.attackers)

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "with":
            pick_up(state, number)
            state.stack.append(replace(self, attackers=(*self.attackers, number)))
        elif verb == "without":
            pick_up(state, number)
            rest = tuple(unit for unit in self.attackers if unit != number)
            state.stack.append(replace(self, attackers=rest))
        elif verb == "scout":
            state.stack.append(replace(self, scouted=True))
        elif verb == "join":
            state.scouted[self.side] += self.scouted
            join(state, self.battle(state))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "scout" and self.scouted:
            return Refusal("R3", "reconnaissance helps this attack already")
        if verb == "scout" and scouts_left(state, self.side) <= 0:
            return Refusal("R3", "no tactical reconnaissance is left for an attack")
        if verb in ("join", "scout"):
            barred = self.why_not_join(state)
            assert barred is not None
            return barred
        if verb == "cancel" and self._must(state):
            return Refusal("9K", "those who stand in the hex itself must attack")
        if verb == "without" and number in self.attackers:
            return Refusal("9K", "it stands in the hex itself and must attack")
        if verb == "without":
            return Refusal("9A", "it takes no part in this attack")
        if verb != "with":
            return Refusal("9A", "name the attackers, then join battle")
        counters = state.theatre.counters
        if not 0 <= number < len(counters) or counters[number].side != self.side:
            return Refusal("9A", "it is not a unit of the side that attacks")
        if number in self.attackers:
            return Refusal("9B", "it takes part in this attack already")
        if not has_guides(state, self.target, bit_set(self.attackers) | 1 << number):
            return Refusal("14F1", "the high mountain units there guide no more attackers")
        if attackers_of(state, self.side, self.target) >> number & 1:
            return Refusal("8B", "the hex's stacking limit allows no more attackers from there")
        return why_not_attack(state, number, self.target)
