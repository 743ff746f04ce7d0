"""The search player: the staff's plans, improved by trying them out.

When a phase begins it imagines the position as its side may know it, plays on from there with the
staff on both sides and dice of its own to the end of the turn, once for each plan, and weighs what
has become of it. The worse half of the plans is dropped, the others are tried out again, until one
is left or the time is up. The same contest settles single decisions for which the staff names
rivals: which attack, whether to hold or to retreat.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.game import AnyGame
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.staff import Staff
from trenchline.kernel.steps import Choice, Choices, count, is_legal, pick

PLAYOUTS = 60
"""What a phase may cost, in playouts, unless said otherwise."""
LARGEST_SHARE = 0.5
"""No single question takes more than this part of what is left for the phase."""
LONGEST_PLAYOUT = 20_000
"""A playout of so many choices has lost its way."""


@dataclass
class Budget:
    """What a phase may cost: a number of playouts, or seconds by the clock.

    Counted playouts make a study that anybody can repeat; seconds suit a person who waits.
    """

    playouts: int = PLAYOUTS
    seconds: float | None = None
    clock: Callable[[], float] = time.monotonic
    spent: float = 0.0

    @property
    def left(self) -> float:
        """What is left of it, in its own measure."""
        return (self.playouts if self.seconds is None else self.seconds) - self.spent

    def meter(self) -> Callable[[], float]:
        """What has been spent since now, asked after each playout."""
        if self.seconds is None:
            played = iter(range(1, 1 << 30))
            return lambda: float(next(played))
        began = self.clock()
        return lambda: self.clock() - began


@dataclass(frozen=True)
class Course:
    """Something to try out: a plan to follow, perhaps after a first choice."""

    plan: str
    first: Choice | None = None


class SearchPlayer:
    """Lets its staff try out every plan on the map before it decides."""

    def __init__(
        self,
        playouts: int = PLAYOUTS,
        seconds: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._playouts = playouts
        self._seconds = seconds
        self._clock = clock
        self._phase: tuple[Any, ...] | None = None
        self._plan = ""
        self._budget = Budget(0)

    def choose(self, game: AnyGame, state: Any, choices: Choices, rng: random.Random) -> Choice:
        """The best of the rivals, else what the staff does by the best plan."""
        staff = game.staff
        if staff is None:
            return pick(choices, int(rng.random() * count(choices)))
        side = decision(state).who(state)
        view = game.view(state, side)
        phase = (side, view.turn, view.phase)
        if phase != self._phase:
            self._phase = phase
            self._budget = Budget(self._playouts, self._seconds, self._clock)
            self._plan = staff.plans[0]
            if len(staff.plans) > 1:
                courses = [Course(plan) for plan in staff.plans]
                self._plan = self._best(staff, state, side, courses, rng).plan
        if staff.rivals is not None:
            rivals = staff.rivals(state, choices, rng, self._plan)
            if len(rivals) > 1:
                courses = [Course(self._plan, choice) for choice in rivals]
                choice = self._best(staff, state, side, courses, rng).first
                assert choice is not None
                return choice
        decided: Choice = staff.choose(state, choices, rng, self._plan)
        return decided

    def _best(
        self,
        staff: Staff[Any],
        state: Any,
        side: int,
        courses: Sequence[Course],
        rng: random.Random,
    ) -> Course:
        """The course that does best: in each round all are tried out equally often, and the worse
        half is out. Without the means to try them all once, it is the first."""
        budget = self._budget
        share = budget.left * LARGEST_SHARE
        counted = budget.seconds is None
        if share <= 0 or (counted and share < len(courses)):
            return courses[0]
        results: dict[Course, list[float]] = {course: [] for course in courses}
        running = list(courses)
        rounds = (len(courses) - 1).bit_length()
        spent, used = budget.meter(), 0.0
        for number in range(1, rounds + 1):
            limit = share * number / rounds
            while used < limit and (not counted or used + len(running) <= share):
                # All meet the same dice as far as they go the same way.
                luck = rng.random()
                for course in running:
                    results[course].append(try_out(staff, state, side, course, luck))
                    used = spent()
                    if used >= share:
                        break
            running.sort(key=lambda course: _mean(results[course]), reverse=True)
            running = running[: (len(running) + 1) // 2]
        budget.spent += used
        return running[0]


def _mean(results: Sequence[float]) -> float:
    return sum(results) / len(results) if results else 0.0


def try_out(staff: Staff[Any], state: Any, side: int, course: Course, luck: float) -> float:
    """What becomes of a course by the end of the turn: the staff on both sides plays it out once,
    in the position as the side may suppose it to be."""
    rng = random.Random(luck)
    supposed = staff.imagine(state, side, rng)
    dice = PlannersDice(rng)
    turn = staff.turn(supposed)
    first = course.first
    if first is not None and is_legal(decision(supposed).choices(supposed), first):
        take(supposed, *first)
    choices = settle(supposed, dice)
    taken = 0
    while choices and staff.turn(supposed) == turn and taken < LONGEST_PLAYOUT:
        mine = decision(supposed).who(supposed) == side
        plan = course.plan if mine else staff.plans[0]
        take(supposed, *staff.choose(supposed, choices, rng, plan))
        choices = settle(supposed, dice)
        taken += 1
    return staff.weigh(supposed, side)
