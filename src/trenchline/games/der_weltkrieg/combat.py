"""Section 12: combat. Who attacks what; the steps of a combat in their order.

An attack is declared on a hex, unit by unit, then joined. What follows lies on the stack as a list
of steps, a module each: the ground [13-3], the dice and the table [13], retreat [14], losses
[13-20], advance [15].
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from trenchline.games.der_weltkrieg import danube, duels
from trenchline.games.der_weltkrieg.advance import Advance
from trenchline.games.der_weltkrieg.artillery import AT_GUNS, may_aim, may_fire_at
from trenchline.games.der_weltkrieg.assault import meet, storm_troops
from trenchline.games.der_weltkrieg.battle import DESPERATE, Battle
from trenchline.games.der_weltkrieg.cavalry import CavalryLeaves, FindNobody
from trenchline.games.der_weltkrieg.column_attack import is_too_hard
from trenchline.games.der_weltkrieg.components import SIDES, Units
from trenchline.games.der_weltkrieg.flotillas import supporters
from trenchline.games.der_weltkrieg.fortresses import (
    HoldFort,
    count_sieges,
    declare_open_cities,
    lay_sieges,
)
from trenchline.games.der_weltkrieg.going import is_bare_mountain
from trenchline.games.der_weltkrieg.losses import TakeLosses, lose_unit
from trenchline.games.der_weltkrieg.orders import may_move, off_limits
from trenchline.games.der_weltkrieg.payment import SpendForAttack, SpendForCounterattack
from trenchline.games.der_weltkrieg.rail import is_track
from trenchline.games.der_weltkrieg.results import ResolveAttack, ResolveCounterattack, fighters
from trenchline.games.der_weltkrieg.retreat import (
    DecideRetreat,
    Retreat,
    harden_russia,
)
from trenchline.games.der_weltkrieg.stacking import can_all_attack, has_room
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.supply_spending import (
    is_supplied,
    may_attack,
    must_be_supplied,
    why_supplied,
)
from trenchline.games.der_weltkrieg.surrounded import BreakOut, surrounded_in
from trenchline.games.der_weltkrieg.terrain_choice import ChooseTerrain
from trenchline.games.der_weltkrieg.trenches import TendTrenches, tend
from trenchline.games.der_weltkrieg.ways_out import RetreatUnit
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, Refusal, Step


def combat_steps() -> list[Step[Any]]:
    """[12-1] One combat, from the moment it is joined; it is finished before the next [12-3]."""
    return [
        CavalryLeaves(),
        FightDesperately(),
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
    battle = replace(
        battle,
        origins=tuple(state.where[unit] for unit in battle.attackers),
        before=tuple(state.strength[unit] for unit in battle.attackers),
    )
    return replace(battle, surrounded=surrounded_in(state, battle))


def join(state: State, battle: Battle) -> None:
    """Begin a combat. Where nobody can fight, there is none: an empty hex is only entered [33-7],
    and who has no strength is destroyed [18-11] [24-1]."""
    battle = begun(state, battle)
    state.battles.append(battle)
    state.engaged |= bit_set(battle.attackers)
    state.ferried |= danube.landing_stages(state, battle)
    if state.log is not None:
        names = ", ".join(state.theatre.counters[unit].key for unit in battle.attackers)
        state.note(f"  {names} attack {state.theatre.board.name(battle.target)}")
    for hex_ in battle.targets:
        state.engaged |= state.units(hex_, battle.defender)
    held = tuple(
        hex_
        for hex_ in battle.targets
        if state.guns[battle.defender] >> hex_ & 1 or fighters(state, hex_, battle.defender)
    )
    for hex_ in set(battle.targets) - set(held):
        for unit in members(state.units(hex_, battle.defender)):
            lose_unit(state, unit)
    if held:
        state.battle = replace(state.battle, targets=held)
        meet(state, state.battle)
        state.stack += reversed(combat_steps())
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
        for hex_ in sorted({state.where[unit] for unit in members(units)}):
            party = tuple(
                unit
                for unit in members(units & able)
                # [12-14] Bracketed strength does not attack.
                if state.where[unit] == hex_ and not theatre.counters[unit].defends_only
            )
            if hex_ < 0 or not party:
                continue
            side = theatre.counters[party[0]].side
            near = [
                there
                for there in members(attackable_from(state, hex_) & state.occupied[1 - side])
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
        party = tuple(unit for unit in self.party if state.where[unit] >= 0)
        left = tuple(hex_ for hex_ in self.targets if state.occupied[1 - self.side] >> hex_ & 1)
        if party and left:
            join(state, Battle(self.side, left, party, kind=DESPERATE, suppliable=self.fed))


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
        state.attacked = state.fought = state.retreated = 0
        state.ferried = state.duelled = 0
        if state.log is not None:
            state.note(f"{SIDES[self.side]} Combat Phase")
        harden_russia(state)
        state.stack.append(CombatPhase(self.side))
        count_sieges(state, self.side)


def can_attack(state: State, unit: int) -> bool:
    """Whether a unit has an attack left: once a phase [12-9], with strength that is not bracketed
    [12-14], and not from a train [7-11]."""
    return bool(
        state.theatre.combat_units >> unit & 1
        and state.strength[unit]
        and not state.theatre.counters[unit].defends_only
        and not (state.fought | state.entrained) >> unit & 1
        and may_move(state, unit)
    )


def attackable_from(state: State, hex_: Hex) -> Hexes:
    """[12-4] [12-5] The hexes next to one that could be entered from it were no enemy there."""
    return step(1 << hex_, state.theatre.passable)


def attackers_of(state: State, side: int, target: Hex, supplied: bool = False) -> Units:
    """[12-6] Units of a side that may attack a hex; those of one stack may attack different ones
    [12-10], rail-bound ones only along a line [R152]. With ``supplied``, as if headquarters had
    all the points they want."""
    theatre = state.theatre
    found = 0
    for hex_ in members(attackable_from(state, target) & state.guns[side]):
        # [R18] Artillery does not attack over a mountain without rails.
        bare = is_bare_mountain(state, hex_, theatre.board.grid.direction(hex_, target))
        for unit in members(state.units(hex_, side)):
            if (
                can_attack(state, unit)
                and not (bare and theatre.artillery >> unit & 1)
                and (not theatre.rail_bound >> unit & 1 or is_track(theatre, hex_, target))
                and may_fire_at(state, unit, target)
                and not off_limits(state, 1 << unit) >> target & 1
                and (supplied or may_attack(state, unit, target))
                and danube.may_attack_across(state, unit, target)
            ):
                found |= 1 << unit
    if not state.occupied[1 - side] >> target & 1:
        # [33-7] Assault units alone attack where nobody is.
        found = bit_set(
            unit
            for unit in members(storm_troops(state, found))
            if has_room(state, target, side, unit)
        )
    return found & theatre.combat_units


def targets(state: State, side: int, supplied: bool = False) -> Hexes:
    """[12-7] Hexes with enemies that have not been attacked in this phase and that somebody may
    attack; and empty ones beside assault units [33-7]."""
    theatre = state.theatre
    near = step(state.guns[side], theatre.passable)
    wanted = state.occupied[1 - side] & near
    stormers = 0
    for unit in members(theatre.of_kind["assault"] & theatre.of_side[side]):
        if state.where[unit] >= 0:
            stormers |= 1 << state.where[unit]
    if stormers:
        wanted |= step(stormers, theatre.passable) & ~state.occupied[side]
    wanted &= ~state.attacked
    return bit_set(h for h in members(wanted) if attackers_of(state, side, h, supplied))


@dataclass(frozen=True, slots=True)
class CombatPhase(Decision[State]):
    """[12-2] [12-8] Attack where and in what order you like, or not at all."""

    side: int

    def who(self, state: State) -> int:
        return self.side

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: attack a hex, or end the Combat Phase [12-2]"

    def choices(self, state: State) -> Choices:
        hexes = targets(state, self.side)
        found = {"attack": hexes} if hexes else {}
        return {**found, **duels.acts(state, self.side), "done": ONE}

    def must_ask(self, state: State) -> bool:
        # [17-5] Nobody learns that there are no points for the artillery.
        return bool(targets(state, self.side, supplied=True))

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "attack":
            state.stack += [self, DeclareAttack(self.side, number)]
        elif verb == "duel":
            state.stack += [self, duels.DeclareDuel(self.side, number)]
        else:
            lay_sieges(state, self.side)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "duel":
            return duels.why_not(state, self.side, number)
        if verb != "attack":
            return Refusal("5f", "this is the Combat Phase: attack a hex or end it")
        if state.attacked >> number & 1:
            return Refusal("12-7", "that hex has been attacked in this phase")
        if not state.occupied[1 - self.side] >> number & 1:
            return Refusal("12-1", "no enemy stands there, and no assault unit beside it [33-7]")
        return Refusal("12-4", "no unit that may still attack stands next to it")


@dataclass(frozen=True, slots=True)
class DeclareAttack(Decision[State]):
    """[12-6] Name the attackers one by one, then join battle."""

    deliberate = frozenset({"join"})

    side: int
    target: Hex
    attackers: tuple[int, ...] = ()
    aim: str = ""
    flotillas: tuple[int, ...] = ()
    """River flotillas that support the attack [36-6]."""

    def who(self, state: State) -> int:
        return self.side

    def prompt(self, state: State) -> str:
        name = state.theatre.board.name(self.target)
        return f"{SIDES[self.side]}: who attacks {name}? [12-6]"

    def battle(self) -> Battle:
        """The battle as declared so far."""
        return Battle(
            self.side, (self.target,), self.attackers, aim=self.aim, flotillas=self.flotillas
        )

    def candidates(self, state: State) -> Units:
        """Units that may still be added."""
        units = attackers_of(state, self.side, self.target) & ~bit_set(self.attackers)
        if self.aim:
            units &= state.theatre.artillery
        fleet = supporters(state, self.side, self.target, self.attackers) & ~bit_set(self.flotillas)
        named = bit_set(self.attackers)
        fit = (u for u in members(units) if can_all_attack(state, self.target, named | 1 << u))
        return bit_set(fit) | fleet

    def _over_a_mountain(self, state: State, place: Hex) -> bool:
        direction = state.theatre.board.grid.direction(place, self.target)
        return is_bare_mountain(state, place, direction)

    def choices(self, state: State) -> Choices:
        found: Choices = {}
        units = self.candidates(state)
        if units:
            found["with"] = units
        if self.attackers:
            found["join"] = ONE
            if not self.aim and may_aim(state, self.battle()):
                found["aim"] = ONE
        found["stay"] = ONE
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "with" and state.theatre.flotillas >> number & 1:
            state.stack.append(replace(self, flotillas=(*self.flotillas, number)))
        elif verb == "with":
            state.stack.append(replace(self, attackers=(*self.attackers, number)))
        elif verb == "aim":
            state.stack.append(replace(self, aim=AT_GUNS))
        elif verb == "join":
            state.attacked |= 1 << self.target
            state.fought |= bit_set(self.attackers) | bit_set(self.flotillas)
            join(state, self.battle())

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "join":
            return Refusal("12-6", "name at least one attacker")
        if verb == "aim":
            return Refusal("29-7", "only artillery alone may aim at forts and artillery alone")
        if verb != "with":
            return Refusal("12-6", "name the attackers, then join battle")
        if number < len(state.where) and state.theatre.flotillas >> number & 1:
            return Refusal("36-6", "flotillas support attacks from their hex on a river hex, once")
        if number >= len(state.where) or not state.theatre.combat_units >> number & 1:
            return Refusal("12-1", "only ground combat units attack")
        if state.fought >> number & 1:
            return Refusal("12-9", "that unit has attacked in this phase")
        if state.theatre.counters[number].defends_only:
            return Refusal("12-14", "bracketed strength counts only in defence")
        if self.aim and not state.theatre.artillery >> number & 1:
            return Refusal("29-7", "only artillery fires at the guns alone")
        if not state.occupied[1 - self.side] >> self.target & 1:
            return Refusal(
                "33-7", "only assault units attack an empty hex, if they find room in it"
            )
        if not danube.may_attack_across(state, number, self.target):
            return danube.why_not_across(state, number, self.target)
        if not may_fire_at(state, number, self.target):
            return Refusal("29-2", "siege artillery attacks forts, and trenches from 1915")
        if attackers_of(state, self.side, self.target) >> number & 1:
            return Refusal("11-10", "no room: the hex has too few land sides")
        place = state.where[number]
        if place >= 0 and (
            not attackable_from(state, place) >> self.target & 1
            or (state.theatre.artillery >> number & 1 and self._over_a_mountain(state, place))
            or (
                state.theatre.rail_bound >> number & 1
                and not is_track(state.theatre, place, self.target)
            )
        ):
            return Refusal("12-5", "that unit could not move into the hex from where it stands")
        if must_be_supplied(state, number):
            case = why_supplied(state, number)
            return Refusal(case, "that unit attacks only with supply, and none is to be had")
        return Refusal("12-4", "that unit cannot attack that hex now")
