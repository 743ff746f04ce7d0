"""The odds of a bombardment before it is fired, by the code that resolves it [12C2] [12B8]."""

from __future__ import annotations

from fractions import Fraction

from trenchline.games.the_great_war.barrage import (
    die_terms,
    gas_modifier,
    may_reduce,
    shifted_strength,
    weather_terms,
)
from trenchline.games.the_great_war.bombardment import DeclareBombardment
from trenchline.games.the_great_war.charts import BOMBARDMENT_CHART
from trenchline.games.the_great_war.fire_plans import FirePlan, fed_force
from trenchline.games.the_great_war.ground import SHELTERS, ground
from trenchline.games.the_great_war.odds import strengths
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.success import attempt, chance
from trenchline.games.the_great_war.surprise import is_surprised, scout_terms
from trenchline.games.the_great_war.tables import BOMBARDMENT, WORKS, bombard
from trenchline.kernel.exact import Exact, say
from trenchline.kernel.odds import Cost, Modifier, Odds, Result
from trenchline.kernel.words import counted

DIE = range(1, 7)
Gas = tuple[Exact, bool]
"""The strength that is read, and whether gas helps the die."""
Outcome = tuple[int, bool]
"""Hits, and whether works come down."""


def before_it(state: State, others: tuple[FirePlan, ...]) -> State:
    """The position in which a bombardment comes after those that were planned before it: they
    have drawn on the points [11D]."""
    found = state.copy()
    for plan in others:
        fed_force(found, plan)
    return found


def gas_chances(state: State, side: int, plan: FirePlan, strength: Exact) -> dict[Gas, Fraction]:
    """[12B8] What gas may make of the strength and the die."""
    if not plan.gas:
        return {(strength, False): Fraction(1)}
    modifier = gas_modifier(state, plan.target, side, plan.gas)
    found: dict[Gas, Fraction] = {}
    for value in DIE:
        end, likely = attempt(value + modifier), Fraction(1, len(DIE))
        works = end.succeeds or is_surprised(state, plan.target)
        column = chance(0) if end.succeeds and end.starred else Fraction(0)
        for gas, share in (
            ((strength, works), likely * (1 - column)),
            ((shifted_strength(strength, 1), works), likely * column),
        ):
            if share:
                found[gas] = found.get(gas, Fraction(0)) + share
    return found


def _reduced(state: State, plan: FirePlan) -> State:
    """[12C2.1] The position with the works of the hex brought down."""
    found = state.copy()
    works = ground(state, plan.target).works
    if works in SHELTERS:
        found.unimproved |= 1 << plan.target
    else:
        found.works[plan.target] = WORKS[works].captured
    return found


def chances(
    state: State, side: int, plan: FirePlan, strength: Exact
) -> dict[Outcome, tuple[Fraction, set[int]]]:
    """How likely every end of a bombardment is, and the dice that can bring it."""
    scouts = scout_terms(plan.scouted)
    bare = sum(term.value for term in (*weather_terms(ground(state, plan.target)), *scouts))
    found: dict[Outcome, tuple[Fraction, set[int]]] = {}
    for (read, gas), likely in gas_chances(state, side, plan, strength).items():
        may = may_reduce(state, plan.target, read)
        for value in DIE:
            down = may and bombard(read, value + bare)[1]
            where = _reduced(state, plan) if down else state
            added = sum(term.value for term in (*die_terms(where, plan.target, side, gas), *scouts))
            end = (bombard(read, value + added)[0], down)
            before, rolls = found.get(end, (Fraction(0), set()))
            found[end] = (before + likely / len(DIE), rolls | {value})
    return found


def mean_hits(state: State, side: int, plan: FirePlan) -> tuple[Exact, Fraction]:
    """The strength of a plan as the position stands, and the hits to be expected of it."""
    strength = fed_force(state, plan).total
    ends = chances(state, side, plan, strength)
    return strength, sum((hits * likely for (hits, _), (likely, _) in ends.items()), Fraction(0))


def bombardment_odds(state: State, step: DeclareBombardment) -> Odds:
    """[12C2] What the die of a bombardment may bring as it is composed."""
    plan, side = step.plan, step.side
    state = before_it(state, step.others)
    force = fed_force(state, plan)
    scouts = scout_terms(plan.scouted)
    terms = [*die_terms(state, plan.target, side, gas=False), *scouts]
    notes = [Modifier(term.case, f"{term.name} {term.value:+}", term.value) for term in terms]
    if plan.gas:
        modifier = gas_modifier(state, plan.target, side, plan.gas)
        likely = Fraction(1) if is_surprised(state, plan.target) else chance(modifier)
        notes.append(Modifier("12B8", f"gas succeeds in {say(likely)}", modifier))
    low = force.total < BOMBARDMENT.columns[0]
    return Odds(
        title=state.say("{:hex}", plan.target),
        attack=strengths(state, force, "12C2"),
        defence=(),
        column="too weak" if low else BOMBARDMENT.headings[BOMBARDMENT.column(force.total)],
        results=tuple(
            Result(
                _code(end), float(likely), tuple(sorted(rolls)), _meaning(end), Cost(0.0, end[0])
            )
            for end, (likely, rolls) in sorted(chances(state, side, plan, force.total).items())
        ),
        notes=tuple(notes),
        chart=BOMBARDMENT_CHART,
        act="Bombardment of",
        die=-1,
        losses_in="hits",
    )


def _code(end: Outcome) -> str:
    hits, down = end
    return ("M" if not hits else "H" if hits == 1 else f"{hits}H") + ("*" if down else "")


def _meaning(end: Outcome) -> str:
    """[12C3] Who gives the hits, and what becomes of the works."""
    hits, down = end
    told = counted(hits, "hit") if hits else "a miss"
    if hits > 1:
        told += f": {hits - hits // 2} given by you, {hits // 2} by the enemy"
    return f"{told}; the works are reduced" if down else told
