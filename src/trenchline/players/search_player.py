"""The search player: the staff's plans, improved by trying them out.

When a phase begins it imagines the position as its side may know it, plays on from there with the
staff on both sides and dice of its own, once for each plan, and weighs what has become of it. All
plans meet the same luck, so that their results can be compared one by one; whatever is clearly
worse than the best, or goes the same way as the staff's own choice, is dropped, and the others are
tried out again. What a plan was worth in the last turns is remembered. The same contest settles
single decisions for which the staff names rivals: which attack, whether to hold or to retreat. The
staff's own choice stands unless another has shown itself better than chance explains.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.reasons import Heard, because, heard, listening, unheard
from trenchline.kernel.staff import Staff
from trenchline.kernel.steps import Choice, count, is_legal, pick

CHOICES = 2000
"""What a turn may cost, in choices tried out, unless said otherwise."""
PLAN_SHARE = 0.6
"""How much of what is left for the turn the plan of a phase may cost."""
RIVAL_SHARE = 0.1
"""The same for a single decision."""
LONGEST_PLAYOUT = 20_000
"""A playout of so many choices has lost its way."""
ROUNDS = 2
"""So often at least every course is tried out, or it is left out."""
CLEARLY = 1.5
"""By how many standard errors a course falls behind the best before it is dropped."""
CONVINCING = 0.7
"""By how many standard errors another must be better than what the staff would do."""
MEMORY = 6
"""So many results of earlier turns count for a plan."""
DOUBT = 0.1
"""How far a single result may be off even when two or three agree, by the standard deviation of
victory and defeat."""


@dataclass
class Budget:
    """What a turn may cost: a number of choices tried out, or seconds by the clock.

    Counted choices make a study that anybody can repeat; seconds suit a person who waits.
    """

    choices: int = CHOICES
    seconds: float | None = None
    clock: Callable[[], float] = time.monotonic
    spent: float = 0.0

    @property
    def left(self) -> float:
        """What is left of it, in its own measure."""
        return (self.choices if self.seconds is None else self.seconds) - self.spent


@dataclass(frozen=True)
class Course:
    """Something to try out: a plan to follow, perhaps after a first choice."""

    plan: str
    first: Choice | None = None


class SearchPlayer:
    """Lets its staff try out every plan on the map before it decides."""

    def __init__(
        self,
        choices: int = CHOICES,
        seconds: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._choices = choices
        self._seconds = seconds
        self._clock = clock
        self._turn: tuple[int, int] | None = None
        self._phase: tuple[Any, ...] | None = None
        self._plan = ""
        self._budget = Budget(0)
        self._leads: dict[str, list[float]] = {}

    @property
    def timed(self) -> bool:
        """Whether it goes by the clock."""
        return self._seconds is not None

    @property
    def parameters(self) -> Mapping[str, object]:
        """What a turn may cost."""
        return {"seconds": self._seconds} if self.timed else {"choices": self._choices}

    def choose(self, known: Knowledge[Any], rng: random.Random) -> Choice:
        """The best of the rivals, else what the staff does by the best plan."""
        staff, choices = known.game.staff, known.choices
        if staff is None:
            return pick(choices, int(rng.random() * count(choices)))
        state, side = known.position, known.side
        turn = side, staff.turn(state)
        if turn != self._turn:
            self._turn = turn
            self._budget = Budget(self._choices, self._seconds, self._clock)
            self._plan = plans_for(staff, state, side)[0]
        phase = staff.phase(state) if staff.phase else known.phase
        if phase is not None and (turn, phase) != self._phase:
            self._phase = turn, phase
            self._plan = self._best_plan(staff, known, rng)
        if staff.rivals is not None:
            rivals = staff.rivals(state, choices, rng, self._plan)
            if len(rivals) > 1:
                contest = Contest([Course(self._plan, choice) for choice in rivals])
                self._hold(contest, staff, known, rng, RIVAL_SHARE)
                choice = contest.winner.first
                assert choice is not None
                if heard():
                    with listening() as staffs:
                        staff.choose(state, choices, random.Random(0), self._plan)
                    _explain(contest, state, staffs)
                return choice
        decided: Choice = staff.choose(state, choices, rng, self._plan)
        return decided

    def _best_plan(self, staff: Staff[Any], known: Knowledge[Any], rng: random.Random) -> str:
        """The best plan here, by what is tried out now and by what was in earlier turns."""
        usual, *others = plans_for(staff, known.position, known.side)
        if not others:
            return usual
        others.sort(key=lambda plan: -mean(self._leads.get(plan, ())))
        contest = Contest(
            [Course(usual), *map(Course, others)],
            {Course(plan): leads[-MEMORY:] for plan, leads in self._leads.items()},
        )
        self._hold(contest, staff, known, rng, PLAN_SHARE)
        for course in contest.tried:
            self._leads.setdefault(course.plan, []).extend(contest.leads(course))
        return contest.winner.plan

    def _hold(
        self,
        contest: Contest,
        staff: Staff[Any],
        known: Knowledge[Any],
        rng: random.Random,
        share: float,
    ) -> None:
        """Hold a contest as long as the means suffice."""
        budget = self._budget
        means = budget.left * share
        began, used, dearest = self._clock(), 0.0, 0.0

        def played(course: Course, luck: float) -> float:
            nonlocal used, dearest
            before = used
            result, taken = try_out(staff, known, course, luck)
            used = used + taken if budget.seconds is None else self._clock() - began
            dearest = max(dearest, used - before)
            return result

        if means > 0:
            # All meet the same dice as far as they go the same way.
            luck = rng.random()
            first = played(contest.running[0], luck)
            # The first playout tells what the others will cost.
            contest.limit(int(means / max(dearest, 1e-9) / ROUNDS))
            if contest.open:
                contest.note([first, *(played(course, luck) for course in contest.running[1:])])
            while contest.open and used + dearest * len(contest.running) <= means:
                luck = rng.random()
                contest.note([played(course, luck) for course in contest.running])
        budget.spent += used


class Contest:
    """Courses compared by results that were had with the same luck, the staff's own first.

    ``before`` is by how much a course led the staff's own on other occasions.
    """

    def __init__(
        self, courses: Sequence[Course], before: Mapping[Course, Sequence[float]] | None = None
    ) -> None:
        self.running = list(courses)
        self._staffs = courses[0]
        self._before = before or {}
        self.results: dict[Course, list[float]] = {course: [] for course in courses}

    @property
    def open(self) -> bool:
        """Whether there is anything left to compare."""
        return len(self.running) > 1

    @property
    def tried(self) -> list[Course]:
        """The rivals of the staff's own choice that have been tried out."""
        return [c for c, results in self.results.items() if results and c != self._staffs]

    def limit(self, most: int) -> None:
        """Compare no more than so many: the first ones."""
        self.running = self.running[: max(1, most)]

    def note(self, results: Sequence[float]) -> None:
        """Another round: the results of those who are still running, in order."""
        for course, result in zip(self.running, results, strict=True):
            self.results[course].append(result)
        best = max(self.running, key=self._standing)
        self.running = [c for c in self.running if c == best or not self._beaten(c, best)]

    def leads(self, course: Course, over: Course | None = None) -> list[float]:
        """By how much a course was better than the staff's own, or another, round by round."""
        other = self.results[over or self._staffs]
        return [a - b for a, b in zip(self.results[course], other, strict=False)]

    def _standing(self, course: Course) -> float:
        """How far a course is ahead of the staff's own, by all that is known."""
        return mean([*self._before.get(course, ()), *self.leads(course)])

    def _beaten(self, course: Course, best: Course) -> bool:
        leads = self.leads(best, course)
        same = len(leads) > 1 and not any(leads) and course != self._staffs
        return same or mean(leads) > CLEARLY * self._error(leads, best)

    def _error(self, leads: Sequence[float], course: Course) -> float:
        """The standard error of a mean lead."""
        n = len(leads)
        if n < ROUNDS:
            return math.inf
        chance = mean(self.results[course])
        spread = sum((lead - mean(leads)) ** 2 for lead in leads)
        return math.sqrt((spread + (DOUBT * chance * (1 - chance)) ** 2) / (n * (n - 1)))

    @property
    def winner(self) -> Course:
        """The best of those still running, if it is convincingly better than the staff's own."""
        best = max(self.running, key=self._standing)
        leads = [*self._before.get(best, ()), *self.leads(best)]
        ahead = self._standing(best) > CONVINCING * self._error(leads, best)
        return best if ahead else self._staffs


def _explain(contest: Contest, state: Any, staffs: Heard) -> None:
    """Say how the rivals did, after what the staff has to say about them."""
    for course, results in contest.results.items():
        if course.first is None:
            continue
        chance = mean(results)
        tried = "not tried out"
        if results:
            times = "once" if len(results) == 1 else f"{len(results)} times"
            tried = f"tried out {times}, a chance of {chance:.0%} to win"
        reason = staffs.about(course.first)
        if reason is None:
            because(state, course.first, chance, "{}", tried)
        else:
            because(state, course.first, chance, "{}; {}", reason.words, tried)


def plans_for(staff: Staff[Any], state: Any, side: int) -> tuple[str, ...]:
    """The plans to compare for a side, its favourite first."""
    return staff.favourites(state, side) if staff.favourites else staff.plans


def mean(numbers: Sequence[float]) -> float:
    """The mean, and nothing for nothing."""
    return sum(numbers) / len(numbers) if numbers else 0.0


def try_out(
    staff: Staff[Any], known: Knowledge[Any], course: Course, luck: float
) -> tuple[float, int]:
    """What becomes of a course, and how many choices it took to see: the staff on both sides plays
    it out once, as far as it looks ahead, in the position as the side may suppose it to be."""
    with unheard():
        return _play_out(staff, known, course, random.Random(luck))


def _play_out(
    staff: Staff[Any], known: Knowledge[Any], course: Course, rng: random.Random
) -> tuple[float, int]:
    supposed = known.sample(rng)
    dice = PlannersDice(rng)
    until = staff.until(supposed)
    first = course.first
    if first is not None and is_legal(decision(supposed).choices(supposed), first):
        take(supposed, *first)
    choices = settle(supposed, dice)
    taken = 1
    while choices and staff.stage(supposed) < until and taken < LONGEST_PLAYOUT:
        mine = decision(supposed).who(supposed) == known.side
        plan = course.plan if mine else staff.plans[0]
        take(supposed, *staff.choose(supposed, choices, rng, plan))
        choices = settle(supposed, dice)
        taken += 1
    return staff.weigh(supposed, known.side), taken
