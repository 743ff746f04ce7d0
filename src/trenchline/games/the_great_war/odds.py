"""The odds of an attack before the die, by the code that resolves it: every result with its chance,
every number with its case [9A]."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from msgspec import structs

from trenchline.games.the_great_war.attackers import attackers_of
from trenchline.games.the_great_war.battle import Battle, Trial
from trenchline.games.the_great_war.charts import COMBAT_CHARTS
from trenchline.games.the_great_war.combat import begun
from trenchline.games.the_great_war.combat_supply import draw, hungry, nearest, sources
from trenchline.games.the_great_war.combat_supply import has_for as suffices
from trenchline.games.the_great_war.die_modifiers import die_terms, shift_terms
from trenchline.games.the_great_war.effects import end_of, trial_terms
from trenchline.games.the_great_war.preliminaries import chooser, natural_table
from trenchline.games.the_great_war.ratios import TENTHS, column, level, rounded, say_level, tenths
from trenchline.games.the_great_war.resolution import (
    FAILS,
    INCREMENTAL,
    WINS,
    demands,
    most,
    reading,
)
from trenchline.games.the_great_war.results import MEANING, MUST, TABLE_NAMES, Demand
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.strength import Force, attack, defence
from trenchline.games.the_great_war.success import chance
from trenchline.games.the_great_war.tables import DIE_MODIFIERS, EFFECTS, SUCCESS_MODIFIERS
from trenchline.games.the_great_war.waterways import banks
from trenchline.kernel.bits import members
from trenchline.kernel.chance import then
from trenchline.kernel.exact import Exact, say
from trenchline.kernel.notation import NotationError, read_attack
from trenchline.kernel.odds import Cost, Modifier, Odds, Result

DIE = range(1, 7)
Turn = tuple[int, int]
"""What chance adds to the die, and by how many columns it shifts the odds."""


def parse_attack(state: State, text: str) -> Battle:
    """An attack described as ``GE12 AH50 > 4406``, with everybody supplied who can be."""
    theatre = state.theatre
    grid = theatre.board.grid
    named, target, _ = read_attack(text, "GE12 AH50 > 4406", grid, theatre.unit)
    units = tuple(named.values())
    side = theatre.counters[units[0]].side
    if not state.occupied[1 - side] >> target & 1:
        raise NotationError(f"no enemy stands in {grid.label(target)}")
    able = attackers_of(state, side, target)
    for key, unit in named.items():
        if not able >> unit & 1:
            raise NotationError(f"{key} cannot attack {grid.label(target)}")
    return expected(state, begun(state, Battle(side, target, units)))


def expected(state: State, battle: Battle, roles: tuple[bool, ...] = (True, False)) -> Battle:
    """A battle as it is declared, with its table and everybody supplied who can be [11D]: of the
    attackers, of the defenders, or of both."""
    battle = replace(battle, table=battle.table or natural_table(state, battle))
    supplied = state.copy()
    fed = battle.fed
    for attacking in roles:
        for unit in hungry(supplied, battle.fighters(attacking), fed):
            able = sources(supplied, unit)
            if any(suffices(supplied, unit, hex_) for hex_ in members(able)):
                hex_ = nearest(supplied, unit, able)
                draw(supplied, unit, hex_)
                fed = (*fed, (unit, hex_))
    return replace(battle, fed=fed)


def odds(state: State, battle: Battle) -> Odds:
    """What the die of a combat may bring, as it stands. Attempts that have been announced and not
    yet rolled for are told in full [10]; other tables that may be chosen [14H2] and incremental
    odds [9L] stand among the others."""
    found = _odds(state, battle)
    others = []
    if battle.odds is None and chooser(state, battle) is not None:
        for table in TABLE_NAMES:
            if table != battle.table:
                other = _odds(state, replace(battle, table=table))
                others.append(structs.replace(other, verb=f"table {table}"))
        found = structs.replace(found, verb=f"table {battle.table}")
    if INCREMENTAL in state.options and not battle.rounding and _tenths(state, battle):
        others.append(structs.replace(_odds(state, battle, incremental=True), verb="increment"))
    return structs.replace(found, others=tuple(others))


def _tenths(state: State, battle: Battle) -> int:
    return tenths(attack(state, battle).total, defence(state, battle).total)


def trial_chances(state: State, battle: Battle, trial: Trial) -> dict[Turn, Fraction]:
    """[10] What an announced attempt may bring to the die and to the column."""
    sign = 1 if trial.attacking else -1
    modifier = sum(term.value for term in trial_terms(state, battle, trial))
    again = chance(0) if EFFECTS[trial.code].get("shifts") else Fraction(0)
    point = sign * DIE_MODIFIERS["special_effect"]
    found: dict[Turn, Fraction] = {}
    for value in DIE:
        end, likely = end_of(state, battle, trial, value + modifier), Fraction(1, len(DIE))
        both = likely * again if end.succeeds and end.starred else Fraction(0)
        alone: Turn = (point if end.succeeds else 0, 0)
        for turn, share in ((alone, likely - both), ((point, sign), both)):
            if share:
                found[turn] = found.get(turn, Fraction(0)) + share
    return found


def turns(state: State, battle: Battle) -> dict[Turn, Fraction]:
    """What chance may still add to the die and the column before it is rolled: attempts that have
    been announced [10], and resource centres [15A7]."""
    found: dict[Turn, Fraction] = {(0, 0): Fraction(1)}
    for trial in battle.trials:
        if trial.succeeded is None:
            brought = trial_chances(state, battle, trial)
            found = then(found, lambda a, b=brought: _added(a, b))  # type: ignore[misc]
    centres = state.theatre.resource_centres.get(battle.target, 0) if battle.hexside < 0 else 0
    if centres and not battle.ruins and state.owned[battle.defender] >> battle.target & 1:
        likely = chance((centres - 1) * SUCCESS_MODIFIERS["resource_centre_each"])
        ruins = {(DIE_MODIFIERS["resource_centre"], 0): likely, (0, 0): 1 - likely}
        found = then(found, lambda a: _added(a, ruins))
    return found


def _added(turn: Turn, more: dict[Turn, Fraction]) -> dict[Turn, Fraction]:
    return {(turn[0] + die, turn[1] + shift): likely for (die, shift), likely in more.items()}


def _levels(battle: Battle, mine: Exact, his: Exact, incremental: bool) -> dict[int, Fraction]:
    """[9A6] [9L] The level of the odds before shifts, or what a ten-sided die may make of it."""
    if incremental:
        up = Fraction(tenths(mine, his), TENTHS)
        return {rounded(mine, his, True): up, rounded(mine, his, False): 1 - up}
    return {level(mine, his) if battle.odds is None else battle.odds: Fraction(1)}


def code_chances(
    state: State, battle: Battle, incremental: bool = False
) -> dict[str, tuple[Fraction, set[int]]]:
    """How likely every result is, and the dice that can bring it."""
    mine, his = attack(state, battle).total, defence(state, battle).total
    shift = sum(term.value for term in shift_terms(state, battle))
    added = sum(term.value for term in die_terms(state, battle))
    return _code_chances(state, battle, _levels(battle, mine, his, incremental), shift, added, his)


def _code_chances(
    state: State,
    battle: Battle,
    levels: dict[int, Fraction],
    shifted: int,
    added: int,
    defence: Exact,
) -> dict[str, tuple[Fraction, set[int]]]:
    found: dict[str, tuple[Fraction, set[int]]] = {}
    read = reading(state, battle)
    for (die, shift), likely in turns(state, battle).items():
        for base, share in levels.items():
            at = base + shifted + shift
            for value in DIE:
                # [9G1] Who cannot defend himself is lost whatever the die says.
                code = read.code(at, value + added + die) if defence else WINS[battle.table]
                before, rolls = found.get(code, (Fraction(0), set()))
                found[code] = (before + likely * share / len(DIE), rolls | {value})
    return found


def _odds(state: State, battle: Battle, incremental: bool = False) -> Odds:
    mine, his = attack(state, battle), defence(state, battle)
    shifts, terms = shift_terms(state, battle), die_terms(state, battle)
    shifted = sum(term.value for term in shifts)
    added = sum(term.value for term in terms)
    levels = _levels(battle, mine.total, his.total, incremental)
    found = _code_chances(state, battle, levels, shifted, added, his.total)
    return Odds(
        title=_title(state, battle),
        attack=strengths(state, mine, "9A2"),
        defence=strengths(state, his, "9A4"),
        column=_said(state, battle, min(levels) + shifted),
        results=tuple(
            Result(code, float(likely), tuple(sorted(rolls)), meaning, cost)
            for code, (likely, rolls), meaning, cost in _in_order(state, battle, found)
        ),
        notes=(
            *(Modifier(t.case, f"{t.name}: odds {t.value:+}", t.value) for t in shifts),
            *(Modifier(t.case, f"{t.name} {t.value:+}", t.value) for t in terms),
            *_trial_notes(state, battle),
        ),
        chart=COMBAT_CHARTS[battle.table],
        losses_in="strength",
    )


def _title(state: State, battle: Battle) -> str:
    if battle.hexside < 0:
        return state.say("{:hex}: {} combat", battle.target, battle.table)
    here, there = banks(state.theatre.board.grid, battle.hexside)
    return state.say("Boats between {:hex} and {:hex} [14B2]", here, there)


ORDER = tuple(MEANING)
"""The results from the attacker's ruin to the defender's."""


def _said(state: State, battle: Battle, at: int) -> str:
    found = column(at, most(state, battle))
    return f"below 1:4, {FAILS[battle.table]}" if found is None else say_level(found)


def _in_order(
    state: State, battle: Battle, found: dict[str, tuple[Fraction, set[int]]]
) -> list[tuple[str, tuple[Fraction, set[int]], str, Cost]]:
    """Results from the attacker's ruin to the defender's, each in words with the strengths it would
    cost [9C]."""
    tolls = demands(state, battle)
    told = []
    for code in sorted(found, key=ORDER.index):
        toll = tolls(code)
        cost = (
            f"the attacker loses {say(toll.attacker.loss)}, the defender {say(toll.defender.loss)}"
        )
        told.append((code, found[code], f"{MEANING[code]}: {cost}", _cost(toll)))
    return told


def _cost(toll: Demand) -> Cost:
    """[9C] [9D] What a result costs in printed strength; only who must goes from his hex."""
    gone = toll.defender.everything or toll.defender.goes == MUST
    return Cost(float(toll.attacker.loss), float(toll.defender.loss), float(gone))


def _trial_notes(state: State, battle: Battle) -> list[Modifier]:
    """[10] How likely the announced attempts are."""
    found = []
    for trial in battle.trials:
        if trial.succeeded is None:
            modifier = sum(term.value for term in trial_terms(state, battle, trial))
            likely = chance(modifier)
            found.append(Modifier("10", f"{trial.code} succeeds in {say(likely)}", modifier))
    return found


def strengths(state: State, force: Force, case: str) -> tuple[Modifier, ...]:
    """What makes up a strength: every unit with its factors, then the guns beyond the ratio."""
    found = []
    for share in force.shares:
        told = [say(share.printed), *(f"{f.name} ×{say(_plain(f.value))}" for f in share.factors)]
        if not share.full:
            told.append("beyond the ratio of guns")
        what = state.say("{:unit} ({})", share.unit, ", ".join(told))
        found.append(Modifier.of(case, what, share.strength if share.full else 0))
    if any(not share.full for share in force.shares):
        found.append(Modifier.of("12B", "guns beyond the ratio", force.excess))
    return tuple(found)


def _plain(value: Fraction) -> Exact:
    return value.numerator if value.denominator == 1 else value
