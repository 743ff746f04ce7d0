"""Chapter 3: combat."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.kernel.bars import Bar, first_bar, left_open
from trenchline.kernel.bits import bit_set
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.odds import Modifier, Odds, gather
from trenchline.kernel.steps import ONE, Choices, OwnDecision, Phase, Refusal, Roll

from .components import BOARD, COUNTERS, RESULTS, WAYS, WOODS
from .movement import NOT_NOW, beside
from .state import GONE, State


def targets(state: State, unit: int) -> Hexes:
    """The enemies a unit may attack [3.1]."""
    return step(1 << state.where[unit], WAYS) & state.hexes_of(1 - COUNTERS[unit].side)


@dataclass(frozen=True, slots=True)
class CombatPhase(Phase[State]):
    """Who attacks next [3.1]."""

    def prompt(self, state: State) -> str:
        return "Attack with a unit, or end the phase [3.1]."

    def bars(self, state: State) -> tuple[Bar, ...]:
        own = state.of_side(self.side)
        return (
            Bar("3.1", "the unit is not one of yours on the map", bit_set(own)),
            Bar("3.1", "the unit has attacked", ~state.fought),
            Bar("3.1", "no enemy is beside the unit", bit_set(u for u in own if targets(state, u))),
        )

    def acts(self, state: State) -> Choices:
        return {"unit": left_open(self.bars(state), bit_set(range(len(COUNTERS))))}

    def act(self, state: State, verb: str, number: int) -> None:
        state.stack.append(Target(self.side, number))

    def end(self, state: State) -> None:
        state.forget("combat")

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return (first_bar(self.bars(state), number) if verb == "unit" else None) or NOT_NOW


@dataclass(frozen=True, slots=True)
class Target(OwnDecision[State]):
    """Whom a unit attacks; never unasked, so that the odds are seen before the die [3.1]."""

    unit: int
    deliberate = frozenset({"attack"})

    def prompt(self, state: State) -> str:
        return state.say("Whom does the {:unit} attack? [3.1]", self.unit)

    def bars(self, state: State) -> tuple[Bar, ...]:
        return (
            Bar("3.1", "no enemy is there", state.hexes_of(1 - self.side)),
            Bar("3.1", "the enemy is not beside the unit", beside(state.where[self.unit])),
            Bar("3.1", "the river lies between", targets(state, self.unit)),
        )

    def choices(self, state: State) -> Choices:
        return {"attack": left_open(self.bars(state), BOARD.hexes), "stay": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        state.fought |= 1 << self.unit
        if verb == "attack":
            state.stack.append(Battle(self.unit, number))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return (first_bar(self.bars(state), number) if verb == "attack" else None) or NOT_NOW


def strengths(state: State, unit: int, hex_: Hex) -> tuple[list[Modifier], list[Modifier]]:
    """What counts for either side of a battle [3.2] [3.3]."""
    defender = state.unit_at(hex_)
    attack = [Modifier.of("3.2", state.say("{:unit}", unit), COUNTERS[unit].strength)]
    defence = [Modifier.of("3.2", state.say("{:unit}", defender), COUNTERS[defender].strength)]
    if WOODS >> hex_ & 1:
        defence.append(Modifier("3.3", "wood", 1))
    return attack, defence


def column(state: State, unit: int, hex_: Hex) -> int:
    """The difference of strengths, within the table [3.2] [R1]."""
    attack, defence = strengths(state, unit, hex_)
    difference = sum(m.amount for m in attack) - sum(m.amount for m in defence)
    return min(max(difference, min(RESULTS)), max(RESULTS))


def result(difference: int, die: int) -> str:
    """Who falls: the defender, the attacker, or nobody [3.2]."""
    wins, falls = RESULTS[difference]
    return "defender" if die >= wins else "attacker" if die <= falls else "nobody"


@dataclass(frozen=True, slots=True)
class Battle(Roll[State]):
    """The die [3.2]."""

    unit: int
    hex: Hex

    def purpose(self, state: State) -> str:
        return f"attack on {BOARD.name(self.hex)}"

    def rolled(self, state: State, value: int) -> None:
        who = result(column(state, self.unit, self.hex), value)
        state.note("attack on {:hex}: {:die}, {} falls [3.2]", self.hex, value, who)
        if who == "defender":
            state.where[state.unit_at(self.hex)] = GONE
        elif who == "attacker":
            state.where[self.unit] = GONE
        state.finished = not (state.of_side(0) and state.of_side(1))


def odds(state: State, attack: str | None) -> Odds:
    """The odds of an attack: ``B1 > 0302``."""
    from .notation import parse_attack

    if attack is None:
        raise ValueError("describe the attack, like 'B1 > 0302'")
    unit, hex_ = parse_attack(state, attack)
    ours, theirs = strengths(state, unit, hex_)
    difference = column(state, unit, hex_)
    results = gather([(n, result(difference, n), "falls") for n in range(1, 7)], 6)
    return Odds(state.say("{:hex}", hex_), tuple(ours), tuple(theirs), str(difference), results)
