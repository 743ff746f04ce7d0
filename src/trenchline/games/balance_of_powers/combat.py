"""Chapter 10: a land combat, from the declaration to the dice.

The combat in hand is ``state.battle``; each step looks at it and puts a changed one in its place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from trenchline.games.balance_of_powers import modifiers as sums
from trenchline.games.balance_of_powers.aftermath import Aftermath
from trenchline.games.balance_of_powers.battle import FORTRESS, NOBODY, Battle
from trenchline.games.balance_of_powers.calendar import bad_weather, name_of
from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    ARMY_LEADERS,
    GE,
    MAJORS,
    NATIONS,
    NEVER_DUG_IN,
    OF_KIND,
    RED_FORTRESSES,
    TABLES,
    UNITS,
    Nations,
    Units,
)
from trenchline.games.balance_of_powers.going import MARCHABLE
from trenchline.games.balance_of_powers.joining import march_in
from trenchline.games.balance_of_powers.losses import Outcome
from trenchline.games.balance_of_powers.stacking import fits
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import in_supply, lines_to
from trenchline.games.balance_of_powers.war_plans import advance
from trenchline.kernel.battles import unwind
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, Refusal, Roll, Throw


def declare(state: State, attackers: Units, target: Hex) -> None:
    """[10.1] A force that has paid its movement points attacks from where it is."""
    side, origin = state.phasing, state.where[lowest(attackers)]
    battle = Battle(side, origin, target, attackers, benefits=bool(state.benefits[side]))
    dug_in = sums.defenders(state, battle) & state.entrenched
    battle = replace(
        battle,
        trenches=bool(dug_in),
        counterattack=sums.is_counterattack(state, battle),
    )
    state.battles.append(battle)
    march_in(state, attackers, target)
    state.note("{:units} attack from {:hex} into {:hex}", list(members(attackers)), origin, target)
    state.stack += [
        Aftermath(),
        Outcome(),
        CombatDice(),
        Reckon(),
        LeaderCheck(1),
        LeaderCheck(0),
        UseWorks(),
        NamePoint(1),
        NamePoint(0),
        CommitReserve(),
        Pay(),
        Bombard(),
    ]


@dataclass(frozen=True, slots=True)
class Bombard(Duty[State]):
    """[10.21] Siege artillery breaks black fortresses, and may break red ones."""

    def run(self, state: State) -> None:
        """Ruin a black fortress, or roll for a red one."""
        battle = state.battle
        guns = sums.siege_guns(state, battle.attackers)
        if not guns or not sums.fort_steps(state, battle):
            return
        if RED_FORTRESSES >> battle.target & 1:
            state.stack.append(BombardRed())
            return
        state.batter(battle.target, sums.fort_steps(state, battle))
        state.detail("the old fortress of {:hex} is ruined by siege artillery", battle.target)
        end_if_empty(state)


@dataclass(frozen=True, slots=True)
class BombardRed(Roll[State]):
    """[10.21] A die below the number of siege corps costs a red fortress a step."""

    def purpose(self, state: State) -> str:
        """What the die is for."""
        return f"siege artillery against the fortress of {state.named(state.battle.target)}"

    def rolled(self, state: State, value: int) -> None:
        """Break a step, or not."""
        battle = state.battle
        if value < sums.siege_guns(state, battle.attackers):
            state.batter(battle.target)
            left = ("ruined", "reduced")[state.fort_steps(battle.target)]
            state.detail("{:die}: the fortress of {:hex} is " + left, value, battle.target)
            end_if_empty(state)
        else:
            state.detail("{:die}: the fortress of {:hex} withstands", value, battle.target)


def end_if_empty(state: State) -> None:
    """[10.22] Where nothing is left to fight the force moves in."""
    battle = state.battle
    if not sums.defenders(state, battle) & ALL_CORPS and not sums.fort_steps(state, battle):
        unwind(state, Aftermath)


def cost(state: State, battle: Battle) -> int:
    """[10.3] [6.512] What the dice cost, in resource points or, in Africa, Africa points."""
    bad = bad_weather(state.month) >> battle.target & 1
    found: int = TABLES["attack"]["bad_weather" if bad else "cost"]
    return found


def nations_of(units: Units) -> Nations:
    """The nations to which units belong."""
    return bit_set(UNITS[unit].nation for unit in members(units))


def payers(state: State, battle: Battle) -> Nations:
    """[10.3] The major powers that may pay: those with a corps in the force or, for minors alone,
    those whose capital theirs traces to [2.42] [R32]."""
    points, price = state.purse(battle.target), cost(state, battle)
    present = nations_of(battle.attackers & ALL_CORPS)
    able = present & MAJORS
    if not able:
        able = bit_set(
            nation
            for nation in members(MAJORS)
            if state.sides[nation] == battle.side and lines_to(state, battle.origin, nation)
        )
    return bit_set(nation for nation in members(able) if points[nation] >= price)


def is_free(state: State, battle: Battle) -> Nations:
    """[10.3] The minor that is alone and has its free attack of the year, or a revolutionary
    Germany that has its own of the season [6.83]."""
    present = nations_of(battle.attackers & ALL_CORPS)
    if present >> GE & 1 and state.revolution >> GE & 1:
        return 1 << GE & ~state.free_attacks
    alone = present.bit_count() == 1 and not present & MAJORS
    return present & ~state.free_attacks if alone else 0


@dataclass(frozen=True, slots=True)
class Pay(Decision[State]):
    """[10.3] The attacker pays for the dice, or calls the attack off."""

    deliberate: ClassVar[frozenset[str]] = frozenset({"pay", "free"})

    def who(self, state: State) -> int:
        """The attacker."""
        return state.battle.side

    def prompt(self, state: State) -> str:
        """What it costs."""
        price = cost(state, state.battle)
        return f"Pay {price} for the attack, or call it off [10.3]"

    def choices(self, state: State) -> Choices:
        """Who may pay."""
        battle = state.battle
        found: Choices = {"call_off": ONE}
        able = payers(state, battle)
        if able:
            found["pay"] = able
        if is_free(state, battle):
            found["free"] = ONE
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        """Pay, or stay where the force is."""
        battle = state.battle
        if verb == "call_off":
            state.detail("the attack is called off")
            unwind(state, Aftermath)
            state.stack.pop()
            state.battles.pop()
            return
        advance(state, battle.attackers, battle.target, enters=False)
        if verb == "free":
            state.free_attacks |= is_free(state, battle)
            return
        state.purse(battle.target)[number] -= cost(state, battle)
        state.battle = replace(battle, payer=number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who cannot pay."""
        if verb == "free":
            if state.revolution >> GE & 1:
                return Refusal("6.83", "one German attack is free in each season")
            return Refusal("10.3", "only a minor power's own attack is free, once a year")
        if verb == "pay" and 0 <= number < len(NATIONS):
            if state.purse(state.battle.target)[number] < cost(state, state.battle):
                return Refusal("2.44", f"{NATIONS[number].name} has too few points")
            return Refusal("10.3", f"{NATIONS[number].name} has no corps in the force")
        return Refusal("10.3", "the attack is paid for or called off")


def reserves(state: State, battle: Battle) -> Units:
    """[10.41] The corps beside an entrenched defender that may try to come up."""
    if not battle.trenches or battle.counterattack or battle.benefits:
        return 0
    side = 1 - battle.side
    around = step(1 << battle.target, MARCHABLE) & state.corps[side] & ~state.trench_battles
    found = 0
    for place in members(around):
        for unit in members(state.units(place, side) & ALL_CORPS):
            if fits(state, battle.target, 1 << unit, side):
                found |= 1 << unit
    return found


@dataclass(frozen=True, slots=True)
class CommitReserve(Decision[State]):
    """[10.4] The defender may try to bring up a corps."""

    def who(self, state: State) -> int:
        """The defender."""
        return 1 - state.battle.side

    def prompt(self, state: State) -> str:
        """What may come up."""
        return "Commit a corps from beside the battle as a reserve, or none [10.4]"

    def choices(self, state: State) -> Choices:
        """Who may try."""
        found: Choices = {"none": ONE}
        able = reserves(state, state.battle)
        if able:
            found["reserve"] = able
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        """Roll for it."""
        if verb == "reserve":
            state.stack.append(ReserveDie(number))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why somebody cannot come up."""
        battle = state.battle
        if battle.benefits:
            return Refusal("2.84", "no reserves come up against tactical innovation")
        if battle.counterattack:
            return Refusal("10.41", "no reserves come up against a counterattack on a breach")
        if not battle.trenches:
            return Refusal("10.41", "only an entrenched defender has reserves")
        place = state.where[number] if 0 <= number < len(UNITS) else -1
        if place < 0 or not step(1 << battle.target, MARCHABLE) >> place & 1:
            return Refusal("10.42", "a reserve comes from beside the battle")
        if state.trench_battles >> place & 1:
            return Refusal("10.41", "the corps is in a trench battle itself")
        return Refusal("2.62", "there is no room for another corps")


@dataclass(frozen=True, slots=True)
class ReserveDie(Roll[State]):
    """[10.42] A die below the corps' effectiveness brings it up."""

    unit: int

    def purpose(self, state: State) -> str:
        """What the die is for."""
        return f"{state.called(self.unit)} comes up as a reserve"

    def rolled(self, state: State, value: int) -> None:
        """Come up and dig in, or not."""
        battle, unit = state.battle, self.unit
        place = state.where[unit]
        told = TABLES["reserves"]
        final = value
        if not state.entrenched >> unit & 1:
            final += told["manoeuvre"]
        if not step(1 << place, MARCHABLE) & state.corps[battle.side]:
            final += told["unengaged"]
        if sums.air_superiority(state, battle.target) == battle.side:
            final += told["air"]
        worth = UNITS[unit].defence - (not in_supply(state, unit))
        if final >= worth:
            state.detail("{:die}: {:unit} does not come up", value, unit)
            return
        state.move(1 << unit, battle.target)
        if not NEVER_DUG_IN >> unit & 1:
            state.entrenched |= 1 << unit
        state.battle = replace(battle, reserve=unit)
        state.detail("{:die}: {:unit} comes up from {:hex}", value, unit, place)


@dataclass(frozen=True, slots=True)
class NamePoint(Decision[State]):
    """[10.531] Attacker, then defender, names the unit that leads, and that is lost first."""

    role: int
    """0 for the attacker, 1 for the defender."""

    def who(self, state: State) -> int:
        """The attacker or the defender."""
        return state.battle.side ^ self.role

    def prompt(self, state: State) -> str:
        """What it means."""
        return "Name the point unit: its effectiveness counts, and it is lost first [10.531]"

    def choices(self, state: State) -> Choices:
        """Who may lead."""
        battle = state.battle
        if self.role == 0:
            return {"point": battle.attackers & ALL_CORPS & ~OF_KIND["siege"]}
        found: Choices = {}
        corps = sums.defenders(state, battle) & ALL_CORPS
        fort = sums.fort_steps(state, battle)
        if battle.reserve >= 0 and (corps.bit_count() > 1 or fort):
            corps &= ~(1 << battle.reserve)
        if corps:
            found["point"] = corps
        if fort:
            found["fortress"] = ONE
        if not found:
            found["inherent"] = ONE
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        """Note it."""
        unit = {"point": number, "fortress": FORTRESS, "inherent": NOBODY}[verb]
        if self.role == 0:
            state.battle = replace(state.battle, point=unit)
        else:
            state.battle = replace(state.battle, defending_point=unit)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who cannot lead."""
        battle = state.battle
        if verb == "fortress":
            return Refusal("10.531", "no fortress defends here")
        if self.role == 0 and 0 <= number < len(UNITS) and OF_KIND["siege"] >> number & 1:
            return Refusal("10.533", "siege artillery never leads an attack")
        if self.role == 1 and number == battle.reserve:
            return Refusal("10.531", "a reserve leads only where nobody else defends")
        return Refusal("10.531", "the point unit is a corps of the force")


@dataclass(frozen=True, slots=True)
class UseWorks(Decision[State]):
    """[10.572] Infrastructure behind the attack may be used up for it."""

    def who(self, state: State) -> int:
        """The attacker."""
        return state.battle.side

    def prompt(self, state: State) -> str:
        """What it gives."""
        return "Use the infrastructure up for the attack, or spare it [10.572]"

    def choices(self, state: State) -> Choices:
        """Use it, if one may."""
        if sums.may_use_infrastructure(state, state.battle):
            return {"spare": ONE, "use": ONE}
        return {"spare": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """Note it; it is removed after the dice."""
        if verb == "use":
            state.battle = replace(state.battle, infrastructure=True)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why there is nothing to use."""
        battle = state.battle
        if not state.infrastructure >> battle.origin & 1:
            return Refusal("10.572", "no infrastructure lies behind the attack")
        if not battle.attackers & state.entrenched:
            return Refusal("10.572", "no attacker is entrenched")
        if not battle.trenches:
            return Refusal("10.572", "no defender is entrenched")
        return Refusal("10.572", "infrastructure is no help out of marsh or desert")


def leader(state: State, battle: Battle, role: int) -> int:
    """[10.54] The leader of a side in a battle, or nobody."""
    units = battle.attackers if role == 0 else sums.defenders(state, battle)
    return lowest(units & ARMY_LEADERS) if units & ARMY_LEADERS else NOBODY


@dataclass(frozen=True, slots=True)
class LeaderCheck(Duty[State]):
    """[10.54] A side with a leader rolls for him."""

    role: int

    def run(self, state: State) -> None:
        """Roll, if there is one."""
        if leader(state, state.battle, self.role) != NOBODY:
            state.stack.append(LeaderDie(self.role))


@dataclass(frozen=True, slots=True)
class LeaderDie(Roll[State]):
    """[10.54] A die below his rating helps his side."""

    role: int

    def purpose(self, state: State) -> str:
        """What the die is for."""
        found = leader(state, state.battle, self.role)
        return f"{UNITS[found].name.title()} leads"

    def rolled(self, state: State, value: int) -> None:
        """Lead, or not."""
        battle = state.battle
        found = leader(state, battle, self.role)
        rating = UNITS[found].attack if self.role == 0 else UNITS[found].defence
        leads = value < rating
        led = (leads, battle.led[1]) if self.role == 0 else (battle.led[0], leads)
        state.battle = replace(battle, led=led)
        state.detail("{:die}: {:unit} " + ("leads" if leads else "does not lead"), value, found)


@dataclass(frozen=True, slots=True)
class Reckon(Duty[State]):
    """[10.5] The modifiers are summed."""

    def run(self, state: State) -> None:
        """Settle the net modifier and who is in the battle."""
        battle = state.battle
        attackers = (battle.attackers & ALL_CORPS).bit_count()
        corps = (sums.defenders(state, battle) & ALL_CORPS).bit_count()
        found = sums.modifiers(state, battle)
        state.battle = replace(
            battle,
            modifier=sums.net(found),
            began=(attackers, corps),
            strengths=(attackers, sums.strength_of_defence(state, battle)),
            leaders=(leader(state, battle, 0), leader(state, battle, 1)),
        )
        for modifier in found:
            state.detail(f"{modifier.value:+} {modifier.reason} [{modifier.case}]")


@dataclass(frozen=True, slots=True)
class CombatDice(Throw[State]):
    """[10.61] Two dice, and the modifier."""

    def purpose(self, state: State) -> str:
        """What the dice are for."""
        battle = state.battle
        return f"the attack on {state.named(battle.target)} at {battle.modifier:+}"

    def thrown(self, state: State, values: tuple[int, ...]) -> None:
        """Note them; the guilty side may have them rolled again [11.5]."""
        state.battle = replace(state.battle, raw=sum(values))
        state.detail("{:die} and {:die}", *values)
        if may_reroll(state):
            state.stack.append(Reroll())


def may_reroll(state: State) -> bool:
    """[11.5] [12.1] Whether the side that has the reroll may still use it: in the first fortnight
    of the game, once."""
    return state.reroll >= 0 and state.month == state.scenario.first and state.fortnight == 1


@dataclass(frozen=True, slots=True)
class Reroll(Decision[State]):
    """[11.5] The guilty side lets the dice stand, or has them rolled again, once."""

    def who(self, state: State) -> int:
        """The side that has the reroll."""
        return state.reroll

    def prompt(self, state: State) -> str:
        """What it is."""
        return (
            f"Let the {state.battle.raw} stand, or have the dice rolled again: once, "
            f"in {name_of(state.month)} only [11.5]"
        )

    def choices(self, state: State) -> Choices:
        """Both."""
        return {"stand": ONE, "reroll": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """Roll again, or not."""
        if verb == "reroll":
            state.reroll = -1
            state.detail("the dice are rolled again")
            state.stack.append(CombatDice())

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """There are two answers."""
        return Refusal("11.5", "the dice stand or are rolled again")
