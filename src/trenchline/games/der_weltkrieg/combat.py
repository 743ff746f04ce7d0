"""Section 12: combat. Declaring attacks, and the steps of a combat in their order.

An attack is declared on a hex, unit by unit, then joined. What follows lies on the stack as a list
of steps, a module each: the ground [13-3], the dice and the table [13], retreat [14], losses
[13-20], advance [15].
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from trenchline.games.der_weltkrieg import danube, duels
from trenchline.games.der_weltkrieg.advance import Advance
from trenchline.games.der_weltkrieg.artillery import AT_GUNS, is_bombardment, may_aim
from trenchline.games.der_weltkrieg.assault import meet
from trenchline.games.der_weltkrieg.attackers import (
    attackable_from,
    attackers_of,
    targets,
    why_not_attack,
    why_not_attacked,
)
from trenchline.games.der_weltkrieg.battle import ATTACK, COLUMN, DESPERATE, Battle
from trenchline.games.der_weltkrieg.cavalry import CavalryLeaves, FindNobody
from trenchline.games.der_weltkrieg.column_attack import is_too_hard
from trenchline.games.der_weltkrieg.components import SIDES, Units, enemy_of
from trenchline.games.der_weltkrieg.flotillas import supporters, why_no_support
from trenchline.games.der_weltkrieg.fortresses import (
    HoldFort,
    count_sieges,
    declare_open_cities,
    lay_sieges,
)
from trenchline.games.der_weltkrieg.losses import TakeLosses, lose_unit
from trenchline.games.der_weltkrieg.payment import SpendForAttack, SpendForCounterattack
from trenchline.games.der_weltkrieg.results import ResolveAttack, ResolveCounterattack, fighters
from trenchline.games.der_weltkrieg.retreat import (
    DecideRetreat,
    Retreat,
    harden_russia,
)
from trenchline.games.der_weltkrieg.stacking import can_all_attack
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.supply_spending import (
    is_supplied,
)
from trenchline.games.der_weltkrieg.surrounded import BreakOut, surrounded_in
from trenchline.games.der_weltkrieg.terrain_choice import ChooseTerrain
from trenchline.games.der_weltkrieg.trenches import TendTrenches, tend
from trenchline.games.der_weltkrieg.ways_out import RetreatUnit
from trenchline.games.der_weltkrieg.whose import why_not_yours
from trenchline.kernel.battles import unwind
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.frozen import replaced
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Phase, Refusal, Step

HOW = {ATTACK: "", COLUMN: " in column [16-1]", DESPERATE: " from among enemies [14-9]"}
"""How an attack is told."""


def combat_steps() -> list[Step[Any]]:
    """[12-1] One combat, from the moment it is joined; it is finished before the next [12-3]."""
    return [
        CavalryLeaves(),
        FightDesperately(),
        CloseRanks(),
        FindNobody(),
        # [R22] Both pay before the dice, the defender once he has chosen his ground.
        SpendForAttack(),
        BreakOut(),
        HoldFort(),
        ChooseTerrain(),
        SpendForCounterattack(),
        ResolveAttack(),
        DecideRetreat(),
        ResolveCounterattack(),
        # [13-20] Losses are taken after both results, the attacker's first.
        TakeLosses(attacking=True),
        danube.LoseFerries(),
        TakeLosses(attacking=False),
        Retreat(),
        FightDesperately(),
        TendTrenches(),
        Advance(),
        EndCombat(),
    ]


def begun(state: State, battle: Battle) -> Battle:
    """A battle as it stands when it is joined."""
    battle = replaced(
        battle,
        origins=tuple(state.where[unit] for unit in battle.attackers),
        before=tuple(state.strength[unit] for unit in battle.attackers),
    )
    return replaced(battle, surrounded=surrounded_in(state, battle))


def join(state: State, battle: Battle) -> None:
    """Begin a combat. Where nobody can fight, there is none: an empty hex is only entered [33-7],
    and who has no strength is destroyed [18-11] [24-1]."""
    battle = begun(state, battle)
    state.battles.append(battle)
    # [23-2] Who takes part in a combat does not recombine in that turn.
    state.engaged |= bit_set(battle.attackers)
    state.ferried |= danube.landing_stages(state, battle)  # [35-3]
    told = "{:units} attack {:hexes}{}" if battle.attackers[1:] else "{:units} attacks {:hexes}{}"
    state.detail(told, battle.attackers, battle.targets, HOW[battle.kind])
    for hex_ in battle.targets:
        state.engaged |= state.units(hex_, battle.defender)  # [23-2]
    # [18-15] [18-11] [24-1] A headquarters defends itself; who has no strength does not.
    held = tuple(
        hex_
        for hex_ in battle.targets
        if state.guns[battle.defender] >> hex_ & 1 or fighters(state, hex_, battle.defender)
    )
    for hex_ in set(battle.targets) - set(held):
        for unit in members(state.units(hex_, battle.defender)):
            lose_unit(state, unit)
    if held:
        state.battle = replaced(state.battle, targets=held)
        meet(state, state.battle)  # [33-3]
        state.stack += reversed(combat_steps())  # [12-1]
    else:
        state.stack += [EndCombat(), Advance()]


@dataclass(frozen=True, slots=True)
class FightDesperately(Duty[State]):
    """[14-9] [R42] Stacks that have retreated among enemies attack all that stand around them, one
    stack after the other; as in any column attack not over hard hexsides [16-10]."""

    def run(self, state: State) -> None:
        units, state.desperate = state.desperate, 0
        theatre = state.theatre
        able = theatre.infantry | theatre.cavalry
        alive = (unit for unit in members(units) if state.is_on_map(unit))
        for hex_ in sorted({state.where[unit] for unit in alive}):
            # [14-9] [12-14] Bracketed strength does not attack.
            party = tuple(
                unit
                for unit in members(units & able)
                if state.where[unit] == hex_ and not theatre.counters[unit].defends_only
            )
            if not party:
                continue
            side = theatre.counters[party[0]].side
            near = [
                there
                for there in members(attackable_from(state, hex_) & state.occupied[enemy_of(side)])
                if not is_too_hard(state, hex_, there)
            ]
            # [14-9] Supplied only if all of them were so in the combat they come from.
            fed = not state.battles or all(is_supplied(state, state.battle, u) for u in party)
            if near:
                state.stack.append(JoinDesperately(side, tuple(near), party, fed))


@dataclass(frozen=True, slots=True)
class JoinDesperately(Duty[State]):
    """[14-9] One stack that has retreated among enemies attacks those who are left around it."""

    side: int
    targets: tuple[Hex, ...]
    party: tuple[int, ...]
    fed: bool

    def run(self, state: State) -> None:
        party = tuple(unit for unit in self.party if state.is_on_map(unit))
        left = tuple(
            hex_ for hex_ in self.targets if state.occupied[enemy_of(self.side)] >> hex_ & 1
        )
        if party and left:
            join(state, Battle(self.side, left, party, kind=DESPERATE, suppliable=self.fed))


@dataclass(frozen=True, slots=True)
class CloseRanks(Duty[State]):
    """[14-9] [30-2] Attackers whom riders on their way out have driven off or destroyed have no
    part in the combat; without any there is none."""

    def run(self, state: State) -> None:
        battle = state.battle
        gone = {unit for unit, origin in battle.came_from.items() if state.where[unit] != origin}
        if gone:
            state.battle = battle.without(gone)
        if not state.battle.attackers:
            unwind(state, EndCombat)


@dataclass(frozen=True, slots=True)
class EndCombat(Duty[State]):
    """A combat is over."""

    def run(self, state: State) -> None:
        battle = state.battles.pop()
        for hex_ in battle.targets:
            aboard = state.units(hex_, battle.defender) & state.entrained
            if aboard:
                # [7-11] Who is attacked on a train leaves it.
                state.detrain(aboard)
        harden_russia(state)
        tend(state)
        if not state.battles:
            leave_open_cities(state)


def leave_open_cities(state: State) -> None:
    """[21-12] Everybody retreats from cities that have just been declared open."""
    leaving = declare_open_cities(state)
    if not leaving:
        return
    state.stack.append(FightDesperately())
    for unit in reversed(list(members(leaving))):
        state.stack.append(RetreatUnit(state.theatre.counters[unit].side, unit))


@dataclass(frozen=True, slots=True)
class BeginCombat(Duty[State]):
    """[5] The Combat Phase begins."""

    side: int

    def run(self, state: State) -> None:
        state.phase = "combat"
        state.forget("combat")
        state.heading("{} Combat Phase", SIDES[self.side])
        harden_russia(state)
        state.stack.append(CombatPhase(self.side))
        count_sieges(state, self.side)


@dataclass(frozen=True, slots=True)
class CombatPhase(Phase[State]):
    """[12-2] [12-8] Attack where and in what order you like, or not at all."""

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: attack a hex, or end the Combat Phase [12-2]"

    def acts(self, state: State) -> Choices:
        return {"attack": targets(state, self.side), **duels.acts(state, self.side)}

    def must_ask(self, state: State) -> bool:
        # [17-5] Nobody learns that there are no points for the artillery.
        return bool(targets(state, self.side, supplied=True))

    def act(self, state: State, verb: str, number: int) -> None:
        if verb == "attack":
            state.stack.append(DeclareAttack(self.side, number))
        else:  # [36-9]
            state.stack.append(duels.DeclareDuel(self.side, number))

    def end(self, state: State) -> None:
        lay_sieges(state, self.side)  # [21-10]

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "duel":
            return duels.why_not(state, self.side, number)
        if verb != "attack":
            return Refusal("5f", "this is the Combat Phase: attack a hex, then end it")
        return why_not_attacked(state, self.side, number)


@dataclass(frozen=True, slots=True)
class DeclareAttack(OwnDecision[State]):
    """[12-6] Name the attackers one by one, then join battle."""

    deliberate = frozenset({"join"})

    target: Hex
    attackers: tuple[int, ...] = ()
    aim: str = ""
    flotillas: tuple[int, ...] = ()
    """River flotillas that support the attack [36-6]."""

    def prompt(self, state: State) -> str:
        return state.say("{}: who attacks {:hex}? [12-6]", SIDES[self.side], self.target)

    def battle(self) -> Battle:
        """The battle as declared so far."""
        return Battle(
            self.side, (self.target,), self.attackers, aim=self.aim, flotillas=self.flotillas
        )

    def candidates(self, state: State) -> Units:
        """Units that may still be added."""
        units = attackers_of(state, self.side, self.target) & ~bit_set(self.attackers)
        if self.aim:  # [29-7]
            units &= state.theatre.artillery
        # [36-6] Flotillas beside units that attack.
        fleet = supporters(state, self.side, self.target, self.attackers) & ~bit_set(self.flotillas)
        named = bit_set(self.attackers)
        # [11-10] No more than a narrow hex has room for.
        fit = (u for u in members(units) if can_all_attack(state, self.target, named | 1 << u))
        return bit_set(fit) | fleet

    def choices(self, state: State) -> Choices:
        found: Choices = {}
        units = self.candidates(state)
        if units:
            found["with"] = units
        if self.attackers:
            found["join"] = ONE
            if not self.aim and may_aim(state, self.battle()):  # [29-7]
                found["aim"] = ONE
        found["stay"] = ONE
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "with" and state.theatre.flotillas >> number & 1:  # [36-6]
            state.stack.append(replaced(self, flotillas=(*self.flotillas, number)))
        elif verb == "with":  # [12-6]
            state.stack.append(replaced(self, attackers=(*self.attackers, number)))
        elif verb == "aim":  # [29-7]
            state.stack.append(replaced(self, aim=AT_GUNS))
        elif verb == "join":  # [12-6]
            # [12-7] A hex is attacked once in a phase, and a unit attacks once [12-9].
            state.attacked |= 1 << self.target
            state.fought |= bit_set(self.attackers) | bit_set(self.flotillas)  # [12-9]
            join(state, self.battle())

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "aim":
            return self._why_not_aim(state)
        if verb == "join" and not self.attackers:
            return Refusal("12-6", "name at least one attacker")
        if verb != "with":
            return Refusal("12-6", "name the attackers, then join battle")
        foreign = why_not_yours(state, number, self.side, "12-6")
        if foreign is not None:
            return foreign
        if number in (*self.attackers, *self.flotillas):
            return Refusal("12-9", "it takes part in this attack already")
        if state.theatre.flotillas >> number & 1:
            return why_no_support(state, number, self.target, self.attackers)
        if not state.theatre.combat_units >> number & 1:
            return Refusal("12-1", "only ground combat units attack")
        if self.aim and not state.theatre.artillery >> number & 1:
            return Refusal("29-7", "only artillery fires at the guns alone")
        if attackers_of(state, self.side, self.target) >> number & 1:
            return Refusal("11-10", "the hex has too few land sides for so many attackers")
        return why_not_attack(state, number, self.target)

    def _why_not_aim(self, state: State) -> Refusal:
        """[29-7] Why the attack cannot be aimed at forts and artillery only."""
        units = state.units(self.target, enemy_of(self.side))
        marks = state.theatre.artillery | state.theatre.of_kind["fortress"]
        if self.aim:
            return Refusal("29-7", "this attack is aimed at forts and artillery already")
        if not self.attackers:
            return Refusal("29-7", "name the artillery that takes aim")
        if not is_bombardment(state, self.battle()):
            return Refusal("29-7", "only artillery by itself aims at forts and artillery")
        if not units & marks:
            return Refusal("29-7", "there is neither a fort nor artillery to aim at")
        return Refusal("29-7", "forts and artillery are alone in the hex: there is nothing to aim")
