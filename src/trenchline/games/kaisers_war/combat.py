"""Chapter 12: the Combat Phases.

The attacker names a hex and his units; then both sides' stacks are revealed and the attack cannot
be called off [10.1]; then he adds support, pays for maximum supply, and picks the table, which
rolls the die. Attacking is voluntary [11.7] [12.2]; attacks are made one after the other in any
order [12.5].
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.kaisers_war.air import AirStrike, strike_targets
from trenchline.games.kaisers_war.attack_refusals import (
    why_not_attack,
    why_not_bombard,
    why_not_strike,
    why_not_supply,
    why_not_support,
    why_not_with,
)
from trenchline.games.kaisers_war.attackers import attackers_on, companions, targets
from trenchline.games.kaisers_war.battle import INFILTRATION, Battle
from trenchline.games.kaisers_war.components import ALLIED, COUNTERS, MARCH, OF_TYPE, SIDES, hexname
from trenchline.games.kaisers_war.control import closed
from trenchline.games.kaisers_war.eastern import allies_stir_the_east
from trenchline.games.kaisers_war.elimination import check_all_stacks, eliminate
from trenchline.games.kaisers_war.meanwhile import elsewhere
from trenchline.games.kaisers_war.odds import MEANING, may_infiltrate, odds, result
from trenchline.games.kaisers_war.offensive_supply import (
    may_be_supplied,
    offensive_supply,
    pays_for_supply,
)
from trenchline.games.kaisers_war.pursuit import advance, open_to
from trenchline.games.kaisers_war.results import apply
from trenchline.games.kaisers_war.sorties import may_contest, offer_contest
from trenchline.games.kaisers_war.state import FLEET, State
from trenchline.games.kaisers_war.strength import attack_parts, defence_parts
from trenchline.games.kaisers_war.support import SHELLED, bombarded, eligible_supports
from trenchline.kernel.battles import resume
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.floods import step
from trenchline.kernel.frozen import replaced
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.odds import tell_strengths
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, OwnDecision, Refusal, Roll

RANKS = ("First", "Second")


@dataclass(frozen=True, slots=True)
class BeginCombat(Duty[State]):
    """[4.2] A Combat Phase begins: every unit may attack, every hex be attacked anew [12.1]."""

    side: int
    phase: int

    def run(self, state: State) -> None:
        state.heading("{} {} Combat Phase", SIDES[self.side], RANKS[self.phase - 1])
        state.forget("combat")
        state.stack.append(EndCombat(self.side))  # [9.4] [R79]
        state.stack.append(CombatPhase(self.side, self.phase))


@dataclass(frozen=True, slots=True)
class EndCombat(Duty[State]):
    """[9.4] Stacking is looked at when the phase ends. Those at sea whose target has been emptied
    by other means land unopposed [R79]."""

    side: int

    def run(self, state: State) -> None:
        for unit, (aim, _) in list(state.assault.items()):
            if open_to(state, unit, 1 << aim):
                advance(state, unit, aim)
            else:
                eliminate(state, unit, in_combat=False)  # [35.2]
        check_all_stacks(state)


@dataclass(frozen=True, slots=True)
class CombatPhase(OwnDecision[State]):
    """[12.5] The next attack, or the end of the phase [12.2]."""

    phase: int

    def prompt(self, state: State) -> str:
        rank = ("first", "second")[self.phase - 1]
        return f"{SIDES[self.side]} {rank} combat phase: choose a hex to attack, or end it [12.2]"

    def choices(self, state: State) -> Choices:
        found: Choices = {}
        hexes = targets(state, self.side)
        if hexes:
            found["attack"] = hexes
        forts = self.bombardable(state)
        if forts:  # [19.2]
            found["bombard"] = forts
        # [38.1] Air missions are an option.
        if "air" in state.options:
            found.update(strike_targets(state, self.side))
        # [20.10] Those at sea must attack in the first phase; ships may bombard before [19.2].
        if not bit_set(aim for aim, _ in state.assault.values()) & hexes:
            found["done"] = ONE
        return found

    def must_ask(self, state: State) -> bool:
        """[10.1] Whoever looks on must not learn that units he cannot see are unable to attack."""
        hidden = state.under & state.forces(self.side) & ~state.fought
        if "air" in state.options and hidden & ~state.served:
            return True
        beside = step(bit_set(state.where[u] for u in members(hidden)), MARCH)
        return bool(beside & state.held[1 - self.side] & ~(state.struck | closed(state)))

    def bombardable(self, state: State) -> Hexes:
        """[19.2] Enemy forts that ships may bombard by themselves, if nobody has attacked them in
        this phase [12.8] [R43]."""
        forts = state.forts[1 - self.side] & SHELLED & ~(state.struck | state.shelled)
        if not forts:
            return 0
        coasts = 0
        ships = OF_TYPE["bombardment"] & state.forces(self.side) & state.piles[FLEET]
        for ship in members(ships & ~state.supported):
            coasts |= bombarded(state, ship)
        return forts & coasts

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            return
        state.stack.append(self)
        if verb == "attack":
            force = sure_attackers(state, self.side, number)
            state.stack.append(DeclareAttack(Battle(self.side, self.phase, number, force)))
        elif verb == "bombard":  # [19.2]
            stack = state.stacks[number]
            battle = Battle(
                self.side, self.phase, number, (), defenders=stack, bombardment=True, shown=stack
            )
            state.note("Bombardment of {:hex}", number)
            state.stack.append(PlanBattle(battle))
        else:
            state.stack.append(AirStrike(self.side, number, verb))  # [38.2] [38.4]

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "attack":
            return why_not_attack(state, self.side, number)
        if verb == "bombard":
            return why_not_bombard(state, self.side, number)
        if verb in ("air_superiority", "bomb") and "air" in state.options:
            return why_not_strike(state, self.side, verb, number)
        if verb != "done":
            return elsewhere(state, verb, "4.2", "attacks are made in this phase, nothing else")
        return Refusal("20.10", "the force at sea must attack first")


def sure_attackers(state: State, side: int, target: Hex) -> tuple[int, ...]:
    """Who is in an attack before anybody is named: those at sea for it [20.10], else a unit that is
    alone in being able to, if everybody can see that [10.1]."""
    at_sea = tuple(u for u, (aim, _) in state.assault.items() if aim == target)
    if at_sea:
        return at_sea
    near = bit_set(
        u for h in members(step(1 << target, MARCH) & state.held[side]) for u in state.stacks[h]
    )
    able = attackers_on(state, side, target)
    return () if near & state.under or able & (able - 1) else (lowest(able),)


@dataclass(frozen=True, slots=True)
class DeclareAttack(Decision[State]):
    """[12.3] The attacker declares his units; those at sea for this hex are in it anyway.

    Joining battle shows the stacks and commits [10.1], so it is never done unasked; until then the
    attack may be called off [R88].
    """

    battle: Battle
    deliberate = frozenset({"join"})

    def who(self, state: State) -> int:
        return self.battle.side

    def prompt(self, state: State) -> str:
        return state.say("Attack on {:hex}: add units, then join battle [12.3]", self.battle.target)

    def candidates(self, state: State) -> int:
        """The units that may still be added [12.9] [12.12]."""
        battle = self.battle
        found = attackers_on(state, battle.side, battle.target) & ~bit_set(battle.attackers)
        return bit_set(u for u in members(found) if companions(u, battle.attackers))

    def choices(self, state: State) -> Choices:
        found: Choices = {}
        more = self.candidates(state)
        if more:
            found["with"] = more
        if self.battle.attackers:
            found["join"] = ONE
        found["call_off"] = ONE
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        battle = self.battle
        if verb == "call_off":
            return
        if verb == "with":
            attackers = (*battle.attackers, number)
            state.stack.append(DeclareAttack(replaced(battle, attackers=attackers)))
            return
        # [10.1] Both sides show their stacks; there is no way back. [13.3] Whoever has retreated
        # into the hex defends with the others.
        fields = dict.fromkeys(state.where[unit] for unit in battle.attackers)
        stacks = (state.stacks[hex_] for hex_ in (*fields, battle.target))
        shown = tuple(unit for stack in stacks for unit in stack)
        battle = replaced(battle, defenders=state.stacks[battle.target], shown=shown)
        state.struck |= 1 << battle.target
        for unit in battle.attackers:
            state.fought |= 1 << unit  # [12.7]
        state.note("Attack on {:hex} by the {:units}", battle.target, battle.attackers)
        # [24.2] An Allied attack into the east sets the eastern armies free.
        allies_stir_the_east(state, battle.side, battle.target)
        state.stack.append(PlanBattle(battle))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "with":
            return why_not_with(state, self.battle, number)
        if verb != "join":
            return elsewhere(state, verb, "12.3", "the attack that is being declared comes first")
        return Refusal("12.2", "an attack needs at least one unit")


@dataclass(frozen=True, slots=True)
class PlanBattle(Decision[State]):
    """[12.14] [12.17] Support, maximum supply, and the table; choosing a table commits."""

    battle: Battle
    deliberate = frozenset({"big_push", "infiltrate"})

    def who(self, state: State) -> int:
        return self.battle.side

    def prompt(self, state: State) -> str:
        attack = sum(part.amount for part in attack_parts(state, self.battle))
        defence = sum(part.amount for part in defence_parts(state, self.battle))
        return state.say(
            "{:hex}: {} against {}; add support or supply, or choose a table [12.17]",
            self.battle.target,
            attack,
            defence,
        )

    def choices(self, state: State) -> Choices:
        battle = self.battle
        found: Choices = {}
        supports = eligible_supports(state, battle)
        if supports:
            found["support"] = supports
        fed = bit_set(
            u for u in (*battle.attackers, *battle.supports) if may_be_supplied(state, battle, u)
        )
        if fed:
            found["supply"] = fed
        if battle.attackers or battle.supports:
            found["big_push"] = ONE
            if may_infiltrate(state, battle):
                found["infiltrate"] = ONE
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        battle = self.battle
        if verb == "support":
            state.supported |= 1 << number  # [17.1] [18.5] [19.5]
            state.served |= 1 << number  # [36.1] [38.2] [38.3]
            state.detail("supported by the {:unit}", number)
            state.stack.append(PlanBattle(replaced(battle, supports=(*battle.supports, number))))
            # [36.1] The enemy may contest the use of a fleet.
            enemy, target = 1 - battle.side, battle.target
            # [36.1]
            if COUNTERS[number].is_naval and may_contest(state, enemy, number, target):
                offer_contest(state, number, target)
        elif verb == "supply":
            # [15.7] A point for each unit; Bolsheviks near their capitals need none [30.19].
            title = COUNTERS[number].title
            if pays_for_supply(number):
                state.spend(battle.side, 1, f"maximum attack supply of the {title}")
            else:
                state.detail(
                    "{:unit} is in maximum attack supply, which costs Bolsheviks nothing", number
                )
            state.stack.append(PlanBattle(replaced(battle, doubled=(*battle.doubled, number))))
        else:
            if verb == "infiltrate":
                battle = replaced(battle, table=INFILTRATION)
            if battle.bombardment:  # [19.2] [12.8]
                state.shelled |= 1 << battle.target
            state.stack.append(BattleRoll(battle))
            # [34.1]
            if "no_pass" in state.options and may_stand_firm(state, battle):
                state.stack.append(StandFirm(battle))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        battle = self.battle
        if verb == "support":
            return why_not_support(state, battle, number)
        if verb == "supply":
            return why_not_supply(state, battle, number)
        if verb == "big_push":
            return Refusal("19.2", "no fleet has been named for the bombardment")
        if verb != "infiltrate":
            return elsewhere(state, verb, "10.1", "battle is joined and cannot be called off")
        if battle.bombardment:
            return Refusal("19.2", "no shock units are in a bombardment by ships")
        if not any(state.face(u).shock for u in battle.attackers):
            return Refusal("12.17", "no shock unit is in the attack")
        return Refusal("12.17", "no shock unit of the attack is in general supply")


def may_stand_firm(state: State, battle: Battle) -> bool:
    """[34.1] [34.2] [34.3] Whether the defender may swear that they shall not pass."""
    side = 1 - battle.side
    if side == ALLIED and state.turn == 1:
        return False
    if battle.bombardment or not all(
        offensive_supply(state, u, battle.target) for u in battle.defenders
    ):
        return False
    return state.can_spend(side, firmness_cost(state, battle))


def firmness_cost(state: State, battle: Battle) -> int:
    """[34.1] Three points an army, one for every other unit [R54]."""
    return sum(3 if state.face(u).is_army else 1 for u in battle.defenders)


@dataclass(frozen=True, slots=True)
class StandFirm(Decision[State]):
    """[34.1] The defender may pay so that his units do not retreat or rout."""

    battle: Battle

    def who(self, state: State) -> int:
        return 1 - self.battle.side

    def prompt(self, state: State) -> str:
        cost = firmness_cost(state, self.battle)
        return state.say(
            "{:hex}: shall they not pass, for {} points? [34.1]", self.battle.target, cost
        )

    def choices(self, state: State) -> Choices:
        return {"stand_firm": ONE, "done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "stand_firm":
            cost = firmness_cost(state, self.battle)
            state.spend(self.who(state), cost, "they shall not pass")
            resume(state, BattleRoll)
            state.stack.append(BattleRoll(replaced(self.battle, firm=True)))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return elsewhere(state, verb, "34.1", "the defender answers before the die is rolled")


@dataclass(frozen=True, slots=True)
class BattleRoll(Roll[State]):
    """[12.3] The die is rolled and the result carried out at once."""

    battle: Battle

    def purpose(self, state: State) -> str:
        return f"attack on {hexname(self.battle.target)}"

    def rolled(self, state: State, value: int) -> None:
        code = result(state, self.battle, value)
        if state.log is not None:
            self._announce(state, value, code)
        apply(state, self.battle, code)

    def _announce(self, state: State, value: int, code: str) -> None:
        tell_strengths(state, attack_parts(state, self.battle), defence_parts(state, self.battle))
        told = odds(state, self.battle)
        for note in told.notes:
            state.detail("{} [{}]", note.what, note.case)
        table = self.battle.table.replace("_", " ")
        state.detail("{:die} at {}, {}: {}, {}", value, told.column, table, code, MEANING[code])
