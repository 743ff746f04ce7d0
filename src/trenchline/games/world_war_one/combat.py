"""Chapter 8, first half: the attack phases, declaring an attack, and the die.

The phasing player names a target, adds attackers one by one, may declare infiltration, and rolls.
Attacking is voluntary [8.12], and zones of control compel nobody [6.2].
"""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import structs

from trenchline.games.world_war_one.battle import Battle
from trenchline.games.world_war_one.components import (
    ALLIED,
    ATTACK,
    COUNTERS,
    COUNTRY,
    CRT,
    FORT_NATION,
    FR,
    GE,
    INFILTRATORS,
    NATION_OF,
    RM,
    RS,
    SIDES,
    hexname,
)
from trenchline.games.world_war_one.losses import AttackerLoss
from trenchline.games.world_war_one.neutrals import violate
from trenchline.games.world_war_one.refusals.attacks import of_attacker, of_target
from trenchline.games.world_war_one.state import State
from trenchline.games.world_war_one.strength import (
    attackers_on,
    defence,
    defence_total,
    defenders,
    legal_targets,
    supplied_attackers,
)
from trenchline.games.world_war_one.supply import fed, passable
from trenchline.kernel.bits import members
from trenchline.kernel.frozen import replaced
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.odds import Cost, Modifier, Odds, gather, tell_strengths
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Refusal, Roll

MANDATORY_FRENCH_ATTACKS = 2
RANKS = ("First", "Second", "Third")
LAST_SET = len(RANKS)


@dataclass(frozen=True, slots=True)
class BeginAttacks(Duty[State]):
    """[4.0/4] [4.0/5] [4.0/6] [4.0/7] [4.0/8] [4.0/9] An attack phase begins: all are fresh."""

    superior: bool
    set: int

    def run(self, state: State) -> None:
        side = state.superior if self.superior else 1 - state.superior
        state.heading("{} Attack Phase of the {} side", RANKS[self.set - 1], SIDES[side])
        state.forget("attacks")
        state.stack.append(AttackPhase(side, self.set))


@dataclass(frozen=True, slots=True)
class AttackPhase(OwnDecision[State]):
    """[8.0] The phasing player names the next hex to attack, or ends the phase [8.76]."""

    set: int
    """First, second or third set of attack phases."""

    def prompt(self, state: State) -> str:
        rank = ("first", "second", "third")[self.set - 1]
        return f"{SIDES[self.side]} {rank} attack phase: choose a hex to attack, or end it [8.11]"

    def choices(self, state: State) -> Choices:
        hexes = legal_targets(state, self.side)
        if not hexes:
            return {"done": ONE}
        if self.must_attack(state, hexes):
            return {"attack": hexes}
        return {"attack": hexes, "done": ONE}

    def must_attack(self, state: State, hexes: Hexes) -> bool:
        """[14.23] Two French attacks must be made on turn one of the Historical Game [R49]; in the
        Free Deployment Game none [14.33]."""
        if not (
            self.set == LAST_SET
            and self.side == ALLIED
            and state.historical
            and state.turn == 1
            and state.french_attacks < MANDATORY_FRENCH_ATTACKS
        ):
            return False
        able = supplied_attackers(state, self.side)
        return any(
            NATION_OF[state.at[hex_]] == FR
            for target in members(hexes)
            for hex_ in members(attackers_on(target, able))
        )

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            return
        # [8.0/PR] The next attack is named when this one is over.
        state.stack.append(self)
        # [11.7] [R25] Attacking a neutral violates it as the attack is declared.
        if state.neutral_land >> number & 1:
            violate(state, COUNTRY[number], self.side)
        state.stack.append(DeclareAttack(self.side, self.set, number))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return of_target(state, self, verb, number)


@dataclass(frozen=True, slots=True)
class DeclareAttack(OwnDecision[State]):
    """[8.2] The attacker adds his units one by one, then rolls."""

    set: int
    target: int
    attackers: tuple[int, ...] = ()
    infiltrating: bool = False

    deliberate = frozenset({"roll"})

    def prompt(self, state: State) -> str:
        return state.say(
            "Attack on {:hex}: {} against {}; add attackers or roll [8.3]",
            self.target,
            self.force(),
            self.resisting(state),
        )

    def force(self) -> int:
        """The attackers' strength so far."""
        return sum(ATTACK[unit] for unit in self.attackers)

    def resisting(self, state: State) -> int:
        """The defender's adjusted strength."""
        return defence_total(state, self.target)

    def candidates(self, state: State) -> int:
        """The units that may still be added: one in each adjacent hex [8.13], each in only one
        attack [8.21]."""
        able = supplied_attackers(state, self.side)
        found = 0
        for hex_ in members(attackers_on(self.target, able)):
            found |= 1 << state.at[hex_]
        for unit in self.attackers:
            found &= ~(1 << unit)
        return found

    def choices(self, state: State) -> Choices:
        found: Choices = {}
        more = self.candidates(state)
        # [8.13] [8.21] Whoever stands beside the hex may join in.
        if more:
            found["with"] = more
        # [8.3] Less than an even differential is no attack; [8.33] what there is must be used.
        if self.attackers and self.force() >= self.resisting(state):
            if self.may_infiltrate(state):  # [12.33]
                found["infiltrate"] = ONE
            found["roll"] = ONE
        return found

    def may_infiltrate(self, state: State) -> bool:
        """[12.33] Declared before the die, with Stosstruppen (or tanks [13.32]) in the attack;
        [12.32] it has no effect on an unoccupied fort."""
        return (
            not self.infiltrating
            and any(INFILTRATORS >> unit & 1 for unit in self.attackers)
            and state.unit_at(self.target) is not None
        )

    def take(self, state: State, verb: str, number: int) -> None:
        # [8.13] One unit more.
        if verb == "with":
            state.stack.append(replaced(self, attackers=(*self.attackers, number)))
        elif verb == "infiltrate":  # [12.33]
            state.stack.append(replaced(self, infiltrating=True))
        else:
            self._commit(state)

    def _commit(self, state: State) -> None:
        """[8.0/PR] What is settled before the die is rolled [8.4]."""
        target = self.target
        unit, fort = defenders(state, target)
        # [8.3]
        differential = self.force() - defence_total(state, target)
        # [8.57] [R63] Besides the unit's nation the owner of its fort may pay.
        nations = [] if unit is None else [NATION_OF[unit]]
        if fort and FORT_NATION[target] not in nations:  # [8.57] [R63]
            nations.append(FORT_NATION[target])
        # [9.4] [R57] Supply is judged now and holds for the whole combat. [9.21] Who is out of it
        # pays nothing: a unit that is cut off has no payer, a fort that is helps its guest none.
        free = passable(state, 1 - self.side)
        # [9.4] [9.21]
        payers = tuple(n for n in nations if fed(state, n, free) >> target & 1)
        # [9.4] [9.21]
        supplied = nations[0] in payers
        if state.log is not None:
            self._announce(state, differential)
        # [8.14] Nobody attacks or is attacked again in this phase.
        for attacker in self.attackers:
            state.fought |= 1 << attacker
        # [14.23] Count the attacks in which French units take part.
        if any(NATION_OF[attacker] == FR for attacker in self.attackers):
            state.french_attacks += 1
        if unit is not None:  # [8.14]
            state.attacked |= 1 << unit
        if fort:  # [8.14] [R22]
            state.struck_forts |= 1 << target
        state.stack.append(
            CombatRoll(
                Battle(
                    self.side,
                    self.set,
                    target,
                    self.attackers,
                    unit,
                    bool(fort),
                    supplied,
                    self.infiltrating,
                    payers if supplied else (),
                ),
                differential,
            )
        )

    def _announce(self, state: State, differential: int) -> None:
        state.note("Attack on {:hex} at +{}", self.target, differential)
        for unit in self.attackers:
            state.detail("{} {:unit}", ATTACK[unit], unit)
        tell_strengths(state, (), defence(state, self.target))
        if self.infiltrating:  # [12.33]
            state.detail("using Infiltration Tactics [12.33]")

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return of_attacker(state, self, verb, number)


@dataclass(frozen=True, slots=True)
class CombatRoll(Roll[State]):
    """[8.4] The die is rolled and the result read under the differential."""

    battle: Battle
    differential: int

    def purpose(self, state: State) -> str:
        return f"attack on {hexname(self.battle.target)}"

    def rolled(self, state: State, value: int) -> None:
        # [8.4] Above ten counts as ten; the table sees to that [8.8].
        printed = CRT.cell(value, self.differential)
        attack_loss, defence_loss = printed
        doubled_attack, doubled_defence = doubled(state, self.battle)
        attack_loss *= 2 if doubled_attack else 1
        defence_loss *= 2 if doubled_defence else 1
        state.detail("{:die}: {}/{}", value, *printed)
        if doubled_attack or doubled_defence:
            case = doubling_case(self.battle)
            state.detail("doubled to {}/{} [{}]", attack_loss, defence_loss, case)
        battle = replaced(
            self.battle,
            loss=defence_loss,
            # [12.32] [12.34] [12.37] A printed two or more drives an infiltrated defender back.
            driven=self.battle.infiltrating and printed[1] >= 2 and self.battle.unit is not None,
        )
        # [R9] The attacker's loss comes first, then the defender's, then retreat and advance.
        state.stack.append(AttackerLoss.due(battle, attack_loss))


def doubled(state: State, battle: Battle) -> tuple[bool, bool]:
    """[8.59] Whether attacker and defender lose double: Russians or Rumanians against Germans.

    A force with a Russian or Rumanian in it doubles when it faces a German army [R14] [R16].
    """
    attackers = {NATION_OF[unit] for unit in battle.attackers}
    defender = None if battle.unit is None else NATION_OF[battle.unit]
    attack_doubled = defender == GE and bool(attackers & {RS, RM})
    defence_doubled = GE in attackers and (
        defender in (RS, RM)
        # [12.47] Russian forts double too when Germans attack them [R15].
        or (battle.fort and FORT_NATION[battle.target] == RS)
    )
    return attack_doubled, defence_doubled


def doubling_case(battle: Battle) -> str:
    """The case that doubles a loss: that of forts where no unit would double it [12.47]."""
    forces = {NATION_OF[unit] for unit in battle.attackers}
    if battle.unit is not None:
        forces.add(NATION_OF[battle.unit])
    return "8.59" if forces & {RS, RM} else "12.47"


def odds(state: State, declared: DeclareAttack) -> Odds:
    """The exact odds of an attack as it is declared, number by number with its case."""
    target = declared.target
    if state.neutral_land >> target & 1:
        # [11.7] [R25] They are the odds against a country at war: to attack it violates it.
        state = state.copy()
        violate(state, COUNTRY[target], declared.side)
    enemy = 1 - declared.side
    if not (state.armies[enemy] | state.forts[enemy]) >> target & 1:
        raise ValueError(f"8.11: there is no enemy to attack at {hexname(target)}")
    if declared.infiltrating and not any(INFILTRATORS >> u & 1 for u in declared.attackers):
        raise ValueError("12.33: only Stosstruppen and tanks infiltrate")
    unit, fort = defenders(state, target)
    attack = tuple(
        Modifier("8.31", COUNTERS[attacker].title, ATTACK[attacker])
        for attacker in declared.attackers
    )
    resisting = tuple(defence(state, target))
    differential = sum(m.amount for m in attack) - sum(m.amount for m in resisting)
    if differential < 0:
        raise ValueError(f"8.3: the differential is {differential}; no attack is possible")
    battle = Battle(
        declared.side,
        declared.set,
        target,
        declared.attackers,
        unit,
        bool(fort),
        True,
        declared.infiltrating,
    )
    doubled_attack, doubled_defence = doubled(state, battle)
    notes = []
    if doubled_attack or doubled_defence:
        which = "attacker" if doubled_attack else "defender"
        notes.append(Modifier(doubling_case(battle), f"the {which}'s loss is doubled", 2))
    if declared.infiltrating and unit is not None:
        notes.append(Modifier("12.32", "a printed loss of two drives the defender back", 1))
    outcomes, costs = [], {}
    for roll in range(1, 7):
        lost, inflicted = CRT.cell(roll, differential)
        cost = Cost(lost * (1 + doubled_attack), inflicted * (1 + doubled_defence))
        meaning = f"attacker loses {cost.attacker}, defender loses {cost.defender}"
        if declared.infiltrating and inflicted >= 2 and unit is not None:
            meaning += ", and must retreat"
            cost = structs.replace(cost, ground=1.0)
        costs[f"{lost}/{inflicted}"] = cost
        outcomes.append((roll, f"{lost}/{inflicted}", meaning))
    return Odds(
        state.say("{:hex}", target),
        attack,
        resisting,
        f"+{CRT.headings[CRT.column(differential)]}",
        gather(outcomes, 6, costs.__getitem__),
        tuple(notes),
        losses_in="loss points",
    )
