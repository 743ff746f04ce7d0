"""Positions as text, at every choice of random games."""

from __future__ import annotations

import random

import pytest

from tests.der_weltkrieg.table import Sketch
from trenchline.games.der_weltkrieg.face import GAME
from trenchline.games.der_weltkrieg.notation import parse
from trenchline.games.der_weltkrieg.state import State
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.notation import NotationError
from trenchline.kernel.play import settle, take
from trenchline.kernel.steps import count, pick


@pytest.mark.parametrize("seed", range(3))
def test_positions_survive_writing_and_reading(seed: int) -> None:
    rng = random.Random(seed)
    state: State = GAME.new(*GAME.settled("tannenberg", {}))
    dice = SeededDice(str(seed))
    choices = settle(state, dice)
    taken = 0
    while choices:
        if taken % 25 == 0:
            assert GAME.parse(GAME.notation(state)) == state
            assert state.copy() == state
            assert GAME.broken(state) == []
        take(state, *pick(choices, rng.randrange(count(choices))))
        taken += 1
        choices = settle(state, dice)
    assert taken > 100


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("DE 1@9999", "line 1: hex 9999 is off the map"),
        ("DE 999@1605", "line 1: there is no counter 'DE999'"),
        ("DE 1:moon", "line 1: 'moon' is none of"),
        ("turn 1914 Foo 3", "line 1: '1914 Foo 3' is not a turn"),
        ("nonsense", "line 1: 'nonsense' is not understood"),
        ("DE 1@1605\nRU 1@1605", "line 2: enemies share 1605"),
        ("scenario moon", "line 1: there is no scenario 'moon'"),
    ],
)
def test_a_mistake_names_its_line(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=problem):
        GAME.parse(text)


def test_22_22_digging_before_the_first_phase_is_read_back_bug() -> None:
    """Random play with seven turns found it: before the first phase of a game there was no phase to
    write down, and later the digger saw the phase of his enemy."""
    state: State = GAME.new(*GAME.settled("tannenberg", {"seven_turns": "on"}))
    settle(state, SeededDice("1"))
    assert type(state.stack[-1]).__name__ == "Dig"
    assert GAME.parse(GAME.notation(state)) == state
    assert GAME.view(state, 0).phase == "Central Powers reinforcement"


def test_a_city_passed_but_not_yet_counted_stays_uncounted_bug() -> None:
    """A random battle found it: units in an enemy city with an urban side, where the hexside counts
    and not the city, made the city fall when the position was read back."""
    sketch = Sketch({"0606/0605": "urban"}, places={"0606": "city"})
    t = sketch.table("turn 1914 Aug 5 phase Central movement\nDE I1@0506\nRU I1@0909")
    t.march("DEI1", "0606")
    text = GAME.notation(t.state).replace("scenario sketch\n", "")
    assert parse(text, t.state.theatre) == t.state


def test_a_short_position_is_the_same_when_it_is_read_again_bug() -> None:
    """It was in no phase until its first step, but its notation said one: the server took no short
    position, a lesson's among them."""
    text = "turn 1914 Dec 1 phase Central combat\nscenario limanowa\nAH 8@0305\nRU 42@0404\n"
    state = GAME.parse(text)
    assert GAME.parse(GAME.notation(state)) == state
