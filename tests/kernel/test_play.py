"""Running a stack: duties, dice and forced answers go by themselves; real decisions wait."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kernel.pebbles import GAME, Doubt, Grab, Pebbles, Point, new, outcome, parse, pebbles
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.play import decision, play_out, settle, take
from trenchline.kernel.steps import Choices, Decision, Duty, Roll


class Scripted:
    """Dice that roll what they are told and remember what they were asked for."""

    def __init__(self, *values: int) -> None:
        self.values = list(values)
        self.asked: list[tuple[int, int]] = []

    def roll(self, sides: int, number: int) -> int:
        self.asked.append((sides, number))
        return self.values.pop(0)


def logged(state: Pebbles) -> list[str]:
    """The log of a state that has been told to keep one."""
    assert state.log is not None
    return [str(note) for note in state.log]


@dataclass(frozen=True, slots=True)
class Chore(Duty[Pebbles]):
    name: str

    def run(self, state: Pebbles) -> None:
        state.note(self.name)


@dataclass(frozen=True, slots=True)
class Throw(Roll[Pebbles]):
    sides = 10

    def rolled(self, state: Pebbles, value: int) -> None:
        state.note(f"rolled {value}")


@dataclass(frozen=True)
class Menu(Decision[Pebbles]):
    menu: tuple[tuple[str, int], ...]

    def choices(self, state: Pebbles) -> Choices:
        return dict(self.menu)

    def take(self, state: Pebbles, verb: str, number: int) -> None:
        state.note(f"{verb} {number}")


def bare(*steps: Duty[Pebbles] | Roll[Pebbles] | Decision[Pebbles]) -> Pebbles:
    """A state with these steps to do, the last one first."""
    state = pebbles((1, 1, 1), 3)
    state.log = []
    state.stack.extend(steps)
    return state


def test_an_empty_stack_is_the_end() -> None:
    assert settle(bare(), Scripted()) == {}


def test_steps_are_done_from_the_top_down() -> None:
    state = bare(Chore("last"), Throw(), Chore("second"), Chore("first"))
    assert settle(state, Scripted(7)) == {}
    assert logged(state) == ["first", "second", "rolled 7", "last"]


def test_every_roll_has_its_number_and_its_sides() -> None:
    state = bare(Throw(), Throw(), Throw())
    state.rolls = 5
    dice = Scripted(3, 1, 2)
    settle(state, dice)
    assert dice.asked == [(10, 5), (10, 6), (10, 7)]
    assert state.rolls == 8


@pytest.mark.parametrize("number", [0, 1, 63, 64, 200])
def test_a_single_answer_is_taken_without_asking(number: int) -> None:
    state = bare(Chore("after"), Menu((("unit", 1 << number),)))
    assert settle(state, Scripted()) == {}
    assert logged(state) == [f"unit {number}", "after"]


@pytest.mark.parametrize("menu", [(("unit", 0b11),), (("unit", 1), ("done", 1))])
def test_a_real_decision_waits_on_the_stack(menu: tuple[tuple[str, int], ...]) -> None:
    asking = Menu(menu)
    state = bare(Chore("after"), asking)
    assert settle(state, Scripted()) == dict(menu)
    assert decision(state) is asking
    assert state.log == []
    # Asking again changes nothing.
    assert settle(state, Scripted()) == dict(menu)


def test_a_deliberate_answer_is_asked_for_even_alone() -> None:
    class Brink(Menu):
        deliberate = frozenset({"roll"})

    state = bare(Brink((("roll", 1),)))
    assert settle(state, Scripted()) == {"roll": 1}
    state = bare(Brink((("with", 1 << 4),)))
    assert settle(state, Scripted()) == {}
    assert logged(state) == ["with 4"]


def test_a_single_answer_is_asked_for_where_going_on_would_tell_a_secret() -> None:
    class Poker(Menu):
        def must_ask(self, state: Pebbles) -> bool:
            return not state.log

    state = bare(Poker((("done", 1),)), Poker((("done", 1),)))
    assert settle(state, Scripted()) == {"done": 1}
    take(state, "done", 0)
    assert settle(state, Scripted()) == {}
    assert logged(state) == ["done 0", "done 0"]


def test_taking_a_choice_does_that_and_nothing_more() -> None:
    state = bare(Chore("after"), Menu((("unit", 0b11),)))
    take(state, "unit", 1)
    assert logged(state) == ["unit 1"]
    assert state.stack == [Chore("after")]


def test_a_game_that_is_finished_drops_what_was_still_to_do() -> None:
    @dataclass(frozen=True)
    class End(Duty[Pebbles]):
        def run(self, state: Pebbles) -> None:
            state.finished = True

    state = bare()
    state.stack.extend([Menu((("unit", 0b11),)), Throw(), End(), Chore("first")])
    assert settle(state, Scripted()) == {}
    assert logged(state) == ["first"]
    assert state.stack == []


@pytest.mark.parametrize("menu", [(), (("unit", 0),)])
def test_a_decision_without_an_answer_is_a_fault_of_the_rules(
    menu: tuple[tuple[str, int], ...],
) -> None:
    with pytest.raises(AssertionError, match="Menu"):
        settle(bare(Menu(menu)), Scripted())


# A whole game.


def test_the_opening_runs_to_the_first_decision() -> None:
    state = new("short", {"most": "3"})
    state.log = []
    choices = settle(state, Scripted(3))
    assert choices == {"heap": 0b111, "stand": 1}
    assert logged(state) == ["Far begins on a 3"]
    assert decision(state).who(state) == 1


def test_the_opponent_decides_in_the_middle_of_a_turn() -> None:
    state = parse("2/1/3 0/0 1/1 1/1 Near 3")
    settle(state, Scripted())
    take(state, "heap", 2)
    assert settle(state, Scripted()) == {"take": 0b1110}
    take(state, "take", 2)
    assert settle(state, Scripted()) == {"challenge": 1, "allow": 1}
    assert decision(state) == Doubt(2)
    assert decision(state).who(state) == 1
    take(state, "challenge", 0)
    assert state.taken == [0, 0]
    settle(state, Scripted(4))
    assert state.taken == [0, 2]
    assert decision(state) == Point()
    assert decision(state).who(state) == 1


def test_forced_answers_may_carry_the_game_to_its_end() -> None:
    state = parse("0/1/1 2/2 0/0 0/0 Near 3")
    state.log = []
    assert settle(state, Scripted()) == {"heap": 0b110}
    take(state, "heap", 1)
    assert settle(state, Scripted()) == {}
    assert logged(state) == [
        "Near takes 1 from heap b",
        "Far takes 1 from heap c",
        "no pebbles are left",
    ]
    assert state.taken == [3, 3]
    assert outcome(state).winner is None


def test_a_single_heap_still_leaves_the_amount_open() -> None:
    state = parse("0/0/5 0/0 0/0 1/1 Far 2")
    assert settle(state, Scripted()) == {"take": 0b110}
    assert decision(state) == Grab(2)


@given(st.integers(0, 2**32), st.sampled_from(["short", "long"]))
@settings(deadline=None)
def test_random_games_end_and_every_pebble_is_taken(seed: int, scenario: str) -> None:
    state = new(scenario, {"most": "3"})
    whole = sum(state.heaps)
    taken = play_out(state, SeededDice(str(seed)), random.Random(seed))
    assert taken > 0
    assert not state.stack
    assert sum(state.taken) == whole
    assert not any(state.heaps)
    # The same seeds, the same game.
    again = GAME.new(scenario, {"most": "3"})
    assert play_out(again, SeededDice(str(seed)), random.Random(seed)) == taken
    assert again.taken == state.taken


def test_random_play_reaches_every_choice() -> None:
    seen = set()
    for seed in range(200):
        state = bare(Menu((("a", 0b101), ("b", 1))))
        play_out(state, Scripted(), random.Random(seed))
        seen.update(logged(state))
    assert seen == {"a 0", "a 2", "b 0"}


def test_a_game_without_end_is_noticed() -> None:
    @dataclass(frozen=True)
    class Forever(Menu):
        def take(self, state: Pebbles, verb: str, number: int) -> None:
            state.note("on")
            state.stack.append(self)

    state = bare(Forever((("on", 3),)))
    with pytest.raises(RuntimeError, match="no end after 50 choices"):
        play_out(state, Scripted(), random.Random(1), limit=50)
    assert len(logged(state)) == 51
