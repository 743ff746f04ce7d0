"""Decisions that gave something away, held against what the staff would have done.

Both are tried out in the position as the side could know it, with the same luck, until the act is
over; a choice that begins an act is gone on with by the staff, so that only the choice itself is
judged. Which alternative is best is settled by half of the tries, and what it would have been worth
by the other half: whoever does best by chance gains nothing from it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, variance
from typing import Any

from trenchline.analysis.acts import Reading
from trenchline.analysis.findings import Mistake
from trenchline.analysis.judgement import Judge
from trenchline.analysis.words import told_of
from trenchline.kernel.dice import Dice, PlannersDice
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.match import Match
from trenchline.kernel.notes import Note, plain
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import Choice, Choices, count, is_legal

TRIES = 8
"""How often a pair is tried out: half to find the best, half to weigh it."""
OTHERS = 3
"""So many alternatives are tried out."""
SURE = 2.0
"""By how many standard errors a decision must have been worse to be called a mistake."""
LEAST = 0.005
"""What it must have given away."""
TOLD = 8
"""Mistakes that are told."""
LONGEST = 24
"""Choices in which somebody who passes comes to the end of his turn."""
WORDS = 4
"""Lines that tell what would have been better."""


@dataclass(frozen=True)
class Suspect:
    """A decision that may have been a mistake."""

    version: int
    ends: int
    """The match when its act was over."""
    lost: float
    """By how much the chance of its side fell with it, dice apart: the worst come first."""


def mistakes(
    reading: Reading, judge: Judge, suspects: Sequence[Suspect], until: float
) -> tuple[list[Mistake], int]:
    """The worst decisions, as far as there is time to look for them; and how many were looked at.

    ``until`` is a time of ``time.process_time``.
    """
    found: list[Mistake] = []
    looked = 0
    for suspect in sorted(suspects, key=lambda s: -s.lost):
        if time.process_time() > until:
            break
        looked += 1
        mistake = _judged(reading, judge, suspect.version, suspect.ends)
        if mistake is not None:
            found.append(mistake)
    found.sort(key=lambda mistake: -mistake.gave)
    return found[:TOLD], looked


def _judged(reading: Reading, judge: Judge, version: int, act_ends: int) -> Mistake | None:
    match, moment = reading.match, reading.moments[version]
    state, turned = reading.position(version), match.history[version]
    step, side = decision(state), turned.side
    known = Knowledge(match.game, state, side)
    if count(known.choices) < 2:
        return None
    still = _still_open(match, act_ends, side)
    others = [
        choice
        for choice in alternatives(known, judge)
        # What could still be done later has not been given away by doing something else first.
        if choice != turned.choice and (_ends(match, turned.choice) or not is_legal(still, choice))
    ][:OTHERS]
    if not others:
        return None
    passes = any(_ends(match, choice) for choice in (turned.choice, *others))
    trials = {
        choice: Trial(known, judge, reading.floors[version], choice, passes)
        for choice in (turned.choice, *others)
    }
    first, again = range(TRIES // 2), range(TRIES // 2, TRIES)
    means = {choice: fmean(trial.results(first)) for choice, trial in trials.items()}
    better = max(others, key=lambda choice: means[choice])
    if means[better] <= means[turned.choice]:
        return None
    pairs = zip(trials[turned.choice].results(again), trials[better].results(again), strict=True)
    leads = [b - a for a, b in pairs]
    gave, error = fmean(leads), sqrt(variance(leads) / len(leads))
    if gave < LEAST or gave < SURE * error:
        return None
    return Mistake(
        version,
        reading.turn_name(moment.turn),
        moment.phase,
        match.game.sides[side],
        match.text(turned.choice),
        match.text(better),
        trials[better].words(),
        round(gave, 4),
        round(error, 4),
        plain(step.prompt(state))[0],
    )


def _ends(match: Match, choice: Choice) -> bool:
    return match.game.verbs[choice[0]].ends


def _still_open(match: Match, version: int, side: int) -> Choices:
    """What a side may choose when an act is over."""
    state = match.position(version)
    if not state.stack or decision(state).who(state) != side:
        return {}
    return decision(state).choices(state)


def alternatives(known: Knowledge[Any], judge: Judge) -> Iterator[Choice]:
    """What the staff would do, and what it would compare that with."""
    staff, position = judge.staff, known.position.copy()
    rng = random.Random(0)
    seen: set[Choice] = set()
    if staff.rivals is not None:
        for choice in staff.rivals(position, known.choices, rng, staff.plans[0]):
            if choice not in seen and is_legal(known.choices, choice):
                seen.add(choice)
                yield choice
    choice = staff.choose(position, known.choices, rng, staff.plans[0])
    if choice not in seen:
        yield choice


class Trial:
    """A choice tried out in what a side knows.

    Where it is compared with ending the phase, its side passes after it until it is another's turn,
    so that what the end of a phase brings is on both sides of the scales.
    """

    def __init__(
        self,
        known: Knowledge[Any],
        judge: Judge,
        floor: int,
        choice: Choice,
        passes: bool = False,
    ) -> None:
        self._known, self._judge, self._floor = known, judge, floor
        self._choice, self._passes = choice, passes

    def results(self, lucks: Sequence[int]) -> list[float]:
        """The side's chance when the act is over, with one luck after another."""
        return [self._result(self._known.sample(random.Random(luck)), luck) for luck in lucks]

    def words(self) -> tuple[str, ...]:
        """What the log would tell of the act."""
        supposed = self._known.sample(random.Random(0))
        log: list[Note] = []
        supposed.log = log
        self._passes = False
        self._result(supposed, 0)
        return told_of(log, WORDS)

    def _result(self, supposed: Any, luck: int) -> float:
        judge, rng = self._judge, random.Random(luck)
        dice = PlannersDice(rng)
        if is_legal(decision(supposed).choices(supposed), self._choice):
            take(supposed, *self._choice)
        choices = settle(supposed, dice)
        choices = judge.end_act(supposed, choices, self._floor, rng)
        if self._passes:
            self._pass_on(supposed, choices, dice, rng)
        chance = judge.chance(supposed)
        return 1 - chance if self._known.side else chance

    def _pass_on(self, state: Any, choices: Choices, dice: Dice, rng: random.Random) -> None:
        """End one phase after another as long as the same side decides in the same turn."""
        staff, verbs = self._judge.staff, self._known.game.verbs
        turn = staff.turn(self._known.position)
        for _ in range(LONGEST):
            if not choices or staff.turn(state) != turn:
                return
            if decision(state).who(state) != self._known.side:
                return
            end = next((verb for verb in choices if verbs[verb].ends), None)
            choice = staff.choose(state, choices, rng, staff.plans[0]) if end is None else (end, 0)
            take(state, *choice)
            choices = settle(state, dice)
