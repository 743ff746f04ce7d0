"""Section 13: combat resolution. Strength, die modifiers and the Combat Results Table.

``attack`` and ``counterattack`` collect everything that enters a roll with its case; the dice and
the odds shown beforehand use the same. Each chapter that changes a roll has a line in one of the
lists below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from trenchline.games.der_weltkrieg import (
    artillery,
    column_attack,
    flotillas,
    supply_spending,
    terrain_choice,
    trenches,
    winter,
)
from trenchline.games.der_weltkrieg.battle import Battle
from trenchline.games.der_weltkrieg.components import FOLDER, SIDES, TABLES, Units, read_date
from trenchline.games.der_weltkrieg.horses import hungry_points
from trenchline.games.der_weltkrieg.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.data import SOURCES, DataError, read_csv
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Duty, Roll
from trenchline.kernel.terms import Factor, Term
from trenchline.kernel.words import counted

LEAST_ROW: int = TABLES["combat"]["least_row"]
MOST_ROW: int = TABLES["combat"]["most_row"]
MOST_MODIFIER: int = TABLES["combat"]["most_modifier"]
LAST_COLUMN: int = TABLES["combat"]["last_column"]
CLASSES = TABLES["classes"]
BRIGADES_TO_A_POINT = 2
"""[20-3] So many brigades or regiments pay a point together for a break-out."""

ATTACK_TERMS: list[Callable[[State, Battle], Iterable[Term]]] = [
    terrain_choice.attack_terms,
    artillery.attack_terms,
    trenches.attack_terms,
]
"""[13-9] [13-10] [13-11] What is added to the die of the attack."""
COUNTERATTACK_TERMS: list[Callable[[State, Battle], Iterable[Term]]] = [
    terrain_choice.counterattack_terms,
    trenches.counterattack_terms,
    winter.counterattack_terms,
]
"""[13-15] What is added to the die of the counterattack."""
ATTACK_FACTORS: list[Callable[[State, Battle], Iterable[Factor]]] = [
    terrain_choice.attack_factors,
    column_attack.attack_factors,
    winter.attack_factors,
]
"""[13-6] What multiplies the strength of all attackers."""
COUNTERATTACK_FACTORS: list[Callable[[State, Battle], Iterable[Factor]]] = [
    column_attack.counterattack_factors,
]
"""What multiplies the strength of all counterattackers."""
UNIT_FACTORS: list[Callable[[State, Battle, int], Iterable[Factor]]] = [
    artillery.unit_factors,
]
"""What multiplies the strength of one attacker."""

Cells = tuple[tuple[int, ...], ...]
"""Losses by strength (from 1), then by row (from the least)."""


@dataclass(frozen=True)
class Fire:
    """One roll on the table as it will be made."""

    points: int
    """Strength points, all counted: the column [13-8]."""
    modifiers: tuple[Term, ...]
    """What is added to the die [13-11]."""
    factors: tuple[Factor, ...] = ()
    """What the strength has been multiplied by."""
    shares: tuple[tuple[int, Fraction], ...] = ()
    """Each unit that takes part, with what it adds before the factors."""

    @property
    def modifier(self) -> int:
        """[13-25] [R21] The sum, never more than four either way."""
        total = sum(term.value for term in self.modifiers)
        return max(-MOST_MODIFIER, min(MOST_MODIFIER, total))

    def row(self, die: int) -> int:
        """[13-12] [13-16] The row of the table for a die."""
        return max(LEAST_ROW, min(MOST_ROW, die + self.modifier))


@lru_cache(maxsize=8)
def cells_of(name: str) -> Cells:
    """[13-26] The Combat Results Table of a file: losses by strength and row."""
    rows = [str(row) for row in range(LEAST_ROW, MOST_ROW + 1)]
    file = FOLDER / name
    found = []
    for number, row in enumerate(read_csv(file, ("strength", *rows, "source", "note")), start=1):
        row.one_of("source", SOURCES)
        if row.number("strength") != number:
            raise row.wrong(f"strength {number} should come next")
        found.append(tuple(row.number(cell) for cell in rows))
    if len(found) != LAST_COLUMN:
        raise DataError(file, None, f"{len(found)} strengths, not {LAST_COLUMN}")
    return tuple(found)


def table_in_force(state: State) -> Cells:
    """[13-26] The newest table that has begun: from 1917 on a bloodier one."""
    started = [
        row["file"]
        for row in TABLES["combat"]["tables"]
        if read_date(f"{row['from']} 1", state.year) <= state.date
    ]
    return cells_of(started[-1] if started else TABLES["combat"]["tables"][0]["file"])


def losses(cells: Cells, points: int, row: int) -> int:
    """[13-13] [13-17] [13-19] What so many strength points take in a row of the table: for every
    fifty the last column, and the column of the rest. No strength, no loss [R53]."""
    full, rest = divmod(points, LAST_COLUMN)
    place = row - LEAST_ROW
    return full * cells[LAST_COLUMN - 1][place] + (cells[rest - 1][place] if rest else 0)


def attack(state: State, battle: Battle) -> Fire:
    """[13-2] [13-6] The attack: what supply and length of line leave of each unit, then what
    terrain, rivers and column attacks leave of the sum; fractions are dropped at the end [R4]."""
    shares = tuple((unit, attack_share(state, battle, unit)) for unit in battle.attackers)
    shares += flotillas.support(state, battle)  # [36-6]
    factors = tuple(factor for give in ATTACK_FACTORS for factor in give(state, battle))
    # [13-9] [13-11] Everything that changes the die.
    terms = tuple(term for give in ATTACK_TERMS for term in give(state, battle) if term.value)
    return _fire(shares, factors, terms)


def counterattack(state: State, battle: Battle) -> Fire:
    """[13-15] The answer: strength three times over, artillery twice, those who retreat twice
    [14-13]; doubled against a column attack [16-8]."""
    shares = tuple((unit, answer_share(state, battle, unit)) for unit in answering(state, battle))
    factors = tuple(factor for give in COUNTERATTACK_FACTORS for factor in give(state, battle))
    terms = tuple(t for give in COUNTERATTACK_TERMS for t in give(state, battle) if t.value)
    return _fire(shares, factors, terms)


def _fire(
    shares: tuple[tuple[int, Fraction], ...], factors: tuple[Factor, ...], terms: tuple[Term, ...]
) -> Fire:
    points = sum((share for _, share in shares), Fraction(0))
    for factor in factors:
        points *= factor.value
    return Fire(int(points), terms, factors, shares)


def attack_share(state: State, battle: Battle, unit: int) -> Fraction:
    """What an attacker adds to the sum."""
    if breaks_out(state, battle, unit):
        left = state.strength[unit] - break_out_price(state, battle, unit)
        points = Fraction(quarter(left))
    else:
        points = Fraction(fighting_strength(state, battle, unit))
    for give in UNIT_FACTORS:
        for factor in give(state, battle, unit):
            points *= factor.value
    return points


def breaks_out(state: State, battle: Battle, unit: int) -> bool:
    """[20-2] Whether a unit attacks surrounded and without supply."""
    return (
        unit in battle.surrounded
        and unit in battle.attackers
        and not supply_spending.is_supplied(state, battle, unit)
    )


def brigades_breaking_out(state: State, battle: Battle) -> list[int]:
    """The smaller units that break out."""
    return [
        unit
        for unit in battle.attackers
        if not state.theatre.divisions >> unit & 1 and breaks_out(state, battle, unit)
    ]


def break_out_price(state: State, battle: Battle, unit: int) -> int:
    """[20-3] What a unit has still to lose before it breaks out: each division a point, and the
    first of every two brigades, as far as can be told."""
    if battle.paid_to_break_out:
        return 0
    if state.theatre.divisions >> unit & 1:
        return 1
    small = brigades_breaking_out(state, battle)
    return int(unit in small[: len(small) // BRIGADES_TO_A_POINT])


def quarter(points: int) -> int:
    """[20-2] What is left of a strength in an unsupplied break-out: a quarter, to the nearest."""
    return (points + 2) // 4


def answer_share(state: State, battle: Battle, unit: int) -> Fraction:
    """[13-15] What a counterattacker adds to the sum: multiplied after supply is reckoned. Whoever
    is caught on a train is not multiplied at all, not even against a column attack [7-11]."""
    points = Fraction(fighting_strength(state, battle, unit) * multiplier(state, battle, unit))
    if state.entrained >> unit & 1:
        for factor in column_attack.counterattack_factors(state, battle):
            points /= factor.value
    return points


def fighting_strength(state: State, battle: Battle, unit: int) -> int:
    """[12-13] [30-4] What supply leaves of a unit's strength, and hunger of its horses."""
    points = supply_spending.effective(state, battle, unit)
    return max(0, points - hungry_points(state, unit))


def fighters(state: State, hex_: Hex, side: int) -> Units:
    """[12-11] The units in a hex that take part in its defence: combat units and forts, but not
    those that have just retreated into it [14-15]; a headquarters only if nobody else has strength
    there [18-15], as artillery by itself has none [29-13]."""
    theatre = state.theatre
    units = state.units(hex_, side)
    able = units & (theatre.combat_units | theatre.of_kind["fortress"]) & ~state.retreated
    return able if able & ~theatre.artillery else able | units & theatre.of_kind["headquarters"]


def defenders(state: State, battle: Battle) -> Units:
    """The units that take part in the defence of all the hexes attacked."""
    units = 0
    for hex_ in battle.targets:
        units |= fighters(state, hex_, battle.defender)
    return units


def answering(state: State, battle: Battle) -> tuple[int, ...]:
    """Who counterattacks: everybody who can [12-11] and is not told to abstain [12-8], only
    artillery against artillery alone [29-7]."""
    theatre = state.theatre
    units = 0
    for hex_ in battle.targets:
        here = fighters(state, hex_, battle.defender)
        if not here & ~theatre.artillery & ~theatre.of_kind["headquarters"]:
            # [29-13] Artillery alone in a hex has no strength in defence.
            here &= ~theatre.artillery
        units |= here
    if artillery.is_bombardment(state, battle):
        units &= theatre.artillery
    # [29-2] Siege artillery never counterattacks.
    units &= ~theatre.of_kind["siege"]
    return tuple(members(units & ~bit_set(battle.abstaining)))


def multiplier(state: State, battle: Battle, unit: int) -> int:
    """[13-15] [14-13] [18-15] [21-3] [29-5] [7-11] How many times a counterattacker counts."""
    if state.entrained >> unit & 1:
        return 1
    counter = state.theatre.counters[unit]
    row = CLASSES[counter.kind]
    if counter.kind == "fortress" and counter.nation == "RU":
        # [41-4] Russian forts are not multiplied.
        return int(TABLES["forts"]["russian_multiplier"])
    return int(row.get("retreat" if battle.retreat else "stand", 3))


@dataclass(frozen=True, slots=True)
class ResolveAttack(Duty[State]):
    """[13-9] The attack is rolled for; without strength there is no roll and no loss [R53]."""

    def run(self, state: State) -> None:
        battle = state.battle
        if state.log is not None:
            for hex_ in battle.targets:
                why = trenches.why_no_trench(state, battle, hex_)
                if why is not None:
                    state.detail("the trench at {:hex} does not count: {} [{}]", hex_, *why)
        if attack(state, battle).points:
            state.stack.append(RollAttack())
        else:
            state.detail("the attack has no strength left: no die, no loss [13-8]")


@dataclass(frozen=True, slots=True)
class ResolveCounterattack(Duty[State]):
    """[13-14] [12-11] The counterattack is rolled for, if anybody can answer [R53]."""

    def run(self, state: State) -> None:
        if counterattack(state, state.battle).points:
            state.stack.append(RollCounterattack())


@dataclass(frozen=True, slots=True)
class RollAttack(Roll[State]):
    """[13-9] The attacker's die."""

    def purpose(self, state: State) -> str:
        return f"attack on {state.theatre.board.name(state.battle.target)}"

    def rolled(self, state: State, value: int) -> None:
        battle = state.battle
        fire = attack(state, battle)
        loss = losses(table_in_force(state), fire.points, fire.row(value))
        state.battle = replace(battle, defence_loss=loss)
        _tell(state, battle.side, fire, value, loss)


@dataclass(frozen=True, slots=True)
class RollCounterattack(Roll[State]):
    """[13-14] The defender's die, before he takes his losses."""

    def purpose(self, state: State) -> str:
        return f"counterattack at {state.theatre.board.name(state.battle.target)}"

    def rolled(self, state: State, value: int) -> None:
        battle = state.battle
        fire = counterattack(state, battle)
        loss = losses(table_in_force(state), fire.points, fire.row(value))
        state.battle = replace(battle, attack_loss=loss)
        _tell(state, battle.defender, fire, value, loss)


def _tell(state: State, side: int, fire: Fire, die: int, loss: int) -> None:
    if state.log is not None:
        said = [(t.name.replace("_", " "), t.value, t.case) for t in fire.modifiers]
        terms = "".join(f", {name} {value:+} [{case}]" for name, value, case in said)
        who, row = f"{SIDES[side]} with {counted(fire.points, 'point')}", fire.row(die)
        state.detail("{:die}: {}{}: row {}, the enemy loses {}", die, who, terms, row, loss)
