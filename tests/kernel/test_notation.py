"""Positions as text: lines, units and their places, and the steps of a stack."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction

import pytest

from tests.kernel.pebbles import Lots, pebbles
from tests.promises import notation_reads_back
from trenchline.games import game_names, load_game
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.hexes import Grid
from trenchline.kernel.match import Match
from trenchline.kernel.notation import (
    NotationError,
    _kinds,
    placed,
    read_lines,
    read_step,
    split_attack,
    write_step,
)
from trenchline.kernel.notes import Note
from trenchline.kernel.steps import Duty, State, count, pick

GRID = Grid("flat", "even", "CCRR", (1, 9), (1, 9))
LINE = read_lines("\n\nturn 3 phase Near\n")[0]


def test_lines_keep_their_numbers_and_empty_ones_are_passed_over() -> None:
    lines = read_lines("turn 3\n\n  FR 1@0409  \n")
    assert [(line.number, line.head, line.rest) for line in lines] == [
        (1, "turn", ["3"]),
        (3, "FR", ["1@0409"]),
    ]


@pytest.mark.parametrize("words", [[], ["many"], ["-3"], ["²"]])
def test_an_amount_is_a_plain_number(words: list[str]) -> None:
    with pytest.raises(NotationError, match="line 1: a number is missing"):
        LINE.amount(words)


def test_a_turn_lies_on_the_track() -> None:
    assert LINE.turn(3) == 3
    with pytest.raises(NotationError, match="there is no turn 3"):
        LINE.turn(2)


def test_hexes_may_have_to_be_among_some() -> None:
    some = GRID.hexes("0101", "0202")
    assert LINE.hexes(GRID, ["0101", "0202"], some) == some
    assert LINE.hex(GRID, "0303") == GRID.hex("0303")
    with pytest.raises(NotationError, match="hex 0303 is not a fort"):
        LINE.hexes(GRID, ["0101", "0303"], some, "a fort")
    with pytest.raises(NotationError, match="line 1: hex 9999 is off the map"):
        LINE.hex(GRID, "9999")


def test_a_unit_needs_a_place() -> None:
    with pytest.raises(NotationError, match="'5' is not a unit and its place"):
        placed(LINE, "5")


@pytest.mark.parametrize("text", ["A B", "A >", "> 0101", ""])
def test_an_attack_has_two_sides(text: str) -> None:
    with pytest.raises(NotationError, match="an attack reads like 'A > 0101'"):
        split_attack(text, "A > 0101")


def test_a_step_is_read_back_as_it_was_written() -> None:
    step = Lots()
    words = write_step(step).split()
    assert read_step(LINE, words, "tests.kernel") == step
    with pytest.raises(NotationError, match="'Lots' is not a step of the game"):
        read_step(LINE, words, "trenchline.games")
    with pytest.raises(NotationError, match="the step Lots cannot be read"):
        read_step(LINE, ["Lots", "{"], "tests.kernel")


@dataclass(frozen=True, slots=True)
class Share(Duty[State]):
    """A step that knows a part of something."""

    part: Fraction

    def run(self, state: State) -> None: ...


def test_a_step_may_know_a_fraction() -> None:
    step = Share(Fraction(7, 2))
    text = write_step(step)
    assert text == 'Share {"part":"3 1/2"}'
    assert read_step(LINE, text.split(), "tests.kernel") == step
    for wrong in ('{"part":"a half"}', '{"part":[1,2]}'):
        with pytest.raises(NotationError, match="is not a number like 3 1/2"):
            read_step(LINE, ["Share", wrong], "tests.kernel")


@pytest.mark.parametrize("name", game_names())
def test_no_step_of_a_game_is_of_a_kind_that_cannot_be_read(name: str) -> None:
    load_game(name)
    package = f"trenchline.games.{name}"
    kinds = _kinds(package)
    assert len(kinds) > 20
    for kind in kinds:
        with pytest.raises(NotationError, match=f"{kind} cannot be read: Expected `object`"):
            read_step(LINE, [kind, "[]"], package)


def test_positions_are_equal_by_their_facts_alone() -> None:
    one, other = pebbles((3, 4), 3), pebbles((3, 4), 3)
    assert one == other
    other.log = [Note("somebody reads along")]
    assert one == other
    other.taken[0] = 1
    assert one != other
    facts = one.facts()
    one.heaps[0] = 0
    assert one.facts() != facts


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_every_position_is_read_back_as_it_was(name: str) -> None:
    """Position, text, position: the same facts, the same question, the same choices, wherever in a
    phase it is."""
    game = load_game(name)
    for number, scenario in enumerate(game.scenarios):
        rng = random.Random(number)
        options = {option.name: rng.choice(option.values) for option in game.options}
        match = Match(game, SeededDice(f"notation {number}"), scenario.name, options)
        for chosen in range(400):
            if chosen % 8 == 0:
                assert not notation_reads_back(match)
            if match.over:
                break
            match.take(pick(match.choices, int(rng.random() * count(match.choices))))
