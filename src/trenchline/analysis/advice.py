"""Advice: what the general would choose, why, and the two best others.

The staff is asked by each of its plans, and for the choices that it would compare; what it says
while it weighs (``kernel.reasons``) is kept. Then all of them are tried out with the same luck
until the act is over, and the chance to win is taken. The staff's own choice stands unless another
has shown itself better than chance explains, as the general decides.
"""

from __future__ import annotations

import random
import time
from math import sqrt
from statistics import fmean, variance
from typing import Any

from msgspec import Struct

from trenchline.analysis.judgement import Judge
from trenchline.analysis.mistakes import Trial
from trenchline.analysis.words import percent
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.notes import plain
from trenchline.kernel.reasons import Heard, listening
from trenchline.kernel.steps import Choice, count, is_legal, pick

SECONDS = 4.0
LEAST, MOST = 3, 10
"""How often each course is tried out: at least, and at most."""
COURSES = 6
"""Choices that are compared."""
TOLD = 3
CONVINCING = 1.0
"""By how many standard errors another must be better than what the staff would do."""
EVEN = 0.003
"""A change of the chance below this is none."""


class Course(Struct, frozen=True):
    """A choice that was tried out."""

    choice: str
    chance: float
    """The side's chance when the act is over, in the mean."""
    error: float
    reasons: tuple[str, ...]
    """Why, in sentences: what the staff weighed, and what came of trying it out."""
    words: tuple[str, ...]
    """What the log might tell of it."""


class Advice(Struct, frozen=True):
    """What the general would do first, then the best others."""

    now: float
    """The side's chance as it stands."""
    courses: tuple[Course, ...]
    tries: int
    single: bool = False
    """Whether there is nothing to decide."""


def advise(known: Knowledge[Any], seconds: float = SECONDS, scenario: str | None = None) -> Advice:
    """What to do in a position of a scenario, as far as a side knows it."""
    judge = Judge(known.game, scenario)
    end = time.process_time() + seconds
    position = known.position
    verbs = known.game.verbs
    # In the middle of an act its end is waited for; else that of the act that begins.
    between = any(verbs[verb].ends for verb in known.choices)
    floor = len(position.stack) - (not between)
    here = judge.chance(position)
    now = 1 - here if known.side else here
    choices, heard = _candidates(known, judge)
    passes = any(verbs[choice[0]].ends for choice in choices)
    trials = {choice: Trial(known, judge, floor, choice, passes) for choice in choices}
    results: dict[Choice, list[float]] = {choice: [] for choice in choices}
    tries = 0
    while tries < LEAST or (tries < MOST and time.process_time() < end):
        for choice in choices:
            results[choice] += trials[choice].results([tries])
        tries += 1
    best = _best(choices, results)
    others = sorted((c for c in choices if c != best), key=lambda c: -fmean(results[c]))
    told = [
        Course(
            known.game.format_choice(choice),
            round(fmean(results[choice]), 4),
            round(_error(results[choice]), 4),
            (*_weighed(heard, choice), _tried(fmean(results[choice]), now)),
            trials[choice].words(),
        )
        for choice in (best, *others[: TOLD - 1])
    ]
    return Advice(round(now, 4), tuple(told), tries, single=count(known.choices) == 1)


def _candidates(known: Knowledge[Any], judge: Judge) -> tuple[list[Choice], Heard]:
    """What is worth trying out, the staff's own choice first, and what was said about it."""
    staff, rng = judge.staff, random.Random(0)
    with listening() as heard:
        own = staff.choose(known.position.copy(), known.choices, rng, staff.plans[0])
    found = [own, *(reason.choice for reason in heard.others(own, known.choices))]
    for plan in staff.plans[1:]:
        found += [staff.choose(known.position.copy(), known.choices, rng, plan)]
    if staff.rivals is not None:
        position = known.position.copy()
        found += staff.rivals(position, known.choices, rng, staff.plans[0])
    verbs = known.game.verbs
    found += [(verb, 0) for verb in known.choices if verbs[verb].ends]
    found = [c for c in dict.fromkeys(found) if is_legal(known.choices, c)][:COURSES]
    # Where the staff has nothing to compare, others are drawn.
    total = count(known.choices)
    for _ in range(4 * TOLD):
        if len(found) >= min(TOLD, total):
            break
        drawn = pick(known.choices, rng.randrange(total))
        if drawn not in found:
            found.append(drawn)
    return found, heard


def _best(choices: list[Choice], results: dict[Choice, list[float]]) -> Choice:
    own = choices[0]
    best = max(choices, key=lambda choice: fmean(results[choice]))
    leads = [b - a for a, b in zip(results[own], results[best], strict=True)]
    return best if fmean(leads) > CONVINCING * _error(leads) + EVEN else own


def _error(numbers: list[float]) -> float:
    return sqrt(variance(numbers) / len(numbers)) if len(numbers) > 1 else 0.0


def _weighed(heard: Heard, choice: Choice) -> tuple[str, ...]:
    reason = heard.about(choice)
    if reason is None:
        return ()
    words = plain(reason.words)[0]
    return (words[:1].upper() + words[1:] + ("" if words.endswith(".") else "."),)


def _tried(chance: float, now: float) -> str:
    """What trying it out has shown."""
    if abs(chance - now) < EVEN:
        return f"Tried out, it leaves the chance to win at {percent(now)}."
    change = f"{100 * abs(chance - now):.1f} points"
    way = "raises" if chance > now else "lowers"
    return f"Tried out, it {way} the chance to win by {change}, to {percent(chance)}."
