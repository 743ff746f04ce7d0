"""Matches: choices, refusals, undo and copies."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kernel.pebbles import GAME, Duel, Grab, Pebbles, everything
from trenchline.kernel.dice import RecordedDice, SeededDice
from trenchline.kernel.game import IllegalChoice
from trenchline.kernel.match import Match
from trenchline.kernel.steps import Choice, count, is_legal, listed, pick

FAR_BEGINS = "trench"
"""A seed whose first roll is odd."""


def begin(seed: str = FAR_BEGINS, scenario: str = "short") -> Match:
    return Match(GAME, SeededDice(seed), scenario)


def play(match: Match, *texts: str) -> Match:
    for text in texts:
        match.take(GAME.parse_choice(text))
    return match


def at_random(match: Match, rng: random.Random, most: int = 1000) -> Match:
    while not match.over and most:
        match.take(pick(match.choices, rng.randrange(count(match.choices))))
        most -= 1
    return match


def look(match: Match) -> tuple[object, ...]:
    """All there is to a match, for comparing."""
    return everything(match.state), match.choices, tuple(match.history), match.who, match.prompt


# Playing.


def test_a_match_begins_at_the_first_decision() -> None:
    match = begin()
    assert match.scenario == "short"
    assert match.options == {"most": "3"}
    dice, log = match.opening
    assert len(dice) == 1
    assert dice[0] % 2 == 1
    assert log == (f"Far begins on a {dice[0]}",)
    assert (match.who, match.prompt) == (1, "Point at a heap [2.2].")
    assert not match.over
    assert match.outcome is None


def test_a_choice_is_told_with_who_made_it_its_dice_and_the_log() -> None:
    match = play(begin(), "heap c", "take 2")
    assert match.who == 0
    turned = match.take(("challenge", 0))
    assert (turned.side, turned.choice) == (0, ("challenge", 0))
    (die,) = turned.dice
    assert die == SeededDice(FAR_BEGINS).roll(6, 1)
    winner = "Near" if die >= 4 else "Far"
    assert turned.log == (f"  {die}: 2 pebbles for {winner}",)
    assert match.history[-1] is turned
    assert match.state.log is None


def test_the_end_of_a_match() -> None:
    match = at_random(begin(), random.Random(3))
    assert match.over
    assert match.who is None
    assert match.prompt == "The game is over."
    assert match.outcome is not None
    assert sum(match.outcome.scores) == 6
    refusal = match.why_not(("stand", 0))
    assert refusal is not None
    assert refusal.reason == "the game is over"
    with pytest.raises(IllegalChoice, match="the game is over"):
        match.take(("stand", 0))


def test_wrong_names_are_refused_before_anything_begins() -> None:
    with pytest.raises(ValueError, match="no scenario"):
        Match(GAME, SeededDice(""), "epic")
    with pytest.raises(ValueError, match="no option"):
        Match(GAME, SeededDice(""), options={"least": "1"})


# Refusing.


@pytest.mark.parametrize(
    ("choice", "text"),
    [
        (("heap", 1), "heap b is not legal: 2.2: a heap that is not there or empty"),
        (("stand", 1), "stand is not legal: 2.4: nobody stands still twice"),
        (("take", 1), "take 1 is not legal: 2.2: a heap that is not there or empty"),
        (("heap", 99), "heap 99 is not legal: 2.2: a heap that is not there or empty"),
        (("jump", 0), "jump 0 is not legal: -: this is not being asked now"),
    ],
)
def test_an_illegal_choice_says_why_and_changes_nothing(choice: Choice, text: str) -> None:
    match = play(begin(), "heap b", "allow")
    assert match.state.heaps == [2, 0, 3]
    before = look(match)
    assert match.why_not(choice) is not None
    with pytest.raises(IllegalChoice) as caught:
        match.take(choice)
    assert str(caught.value) == text
    assert caught.value.refusal == match.why_not(choice)
    assert look(match) == before


@given(st.integers(0, 2**32), st.integers(0, 12), st.integers(-3, 9))
@settings(deadline=None)
def test_why_not_is_none_exactly_for_legal_choices(seed: int, length: int, number: int) -> None:
    match = at_random(begin(str(seed), "long"), random.Random(seed), length)
    for verb in GAME.verbs:
        choice = (verb, number)
        assert (match.why_not(choice) is None) == (choice in list(listed(match.choices)))
        assert (match.why_not(choice) is None) == is_legal(match.choices, choice)


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_a_step_that_raises_leaves_the_match_as_it_was(
    monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    match = play(begin(), "heap c")
    before = look(match)

    def stumble(self: Grab, state: Pebbles, verb: str, number: int) -> None:
        state.heaps[0] = 77
        state.note("half done")
        state.stack.clear()
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(Grab, "take", stumble)
        with pytest.raises(error):
            match.take(("take", 1))
    assert look(match) == before
    assert look(play(match, "take 1")) == look(play(begin(), "heap c", "take 1"))


def test_a_roll_that_raises_leaves_the_match_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    match = play(begin(), "heap c", "take 3")
    before = look(match)

    def stumble(self: Duel, state: Pebbles, value: int) -> None:
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr(Duel, "rolled", stumble)
        with pytest.raises(RuntimeError):
            match.take(("challenge", 0))
    assert look(match) == before


def test_dice_that_run_out_leave_the_match_as_it_was() -> None:
    dice = RecordedDice()
    dice.rolls[0] = 1
    match = play(Match(GAME, dice), "heap c", "take 3")
    before = look(match)
    with pytest.raises(ValueError, match="roll 1 is not in the record"):
        match.take(("challenge", 0))
    assert look(match) == before


# Taking back.


def test_a_choice_without_dice_may_be_taken_back() -> None:
    match = begin()
    assert not match.can_undo()
    before = look(match)
    turned = match.take(("heap", 2))
    assert match.can_undo()
    assert match.undo() == turned
    assert look(match) == before


def test_the_opening_cannot_be_taken_back() -> None:
    with pytest.raises(ValueError, match="nothing to take back"):
        begin().undo(past_dice=True)


def test_a_die_stands_unless_the_players_agree_and_then_falls_the_same() -> None:
    match = play(begin(), "heap c", "take 3")
    before = look(match)
    play(match, "challenge")
    after = look(match)
    assert not match.can_undo()
    with pytest.raises(ValueError, match="a die has been rolled"):
        match.undo()
    assert look(match) == after
    match.undo(past_dice=True)
    assert look(match) == before
    assert look(play(match, "challenge")) == after


@given(st.integers(0, 2**32), st.sampled_from(["short", "long"]))
@settings(deadline=None)
def test_undo_restores_every_position_exactly(seed: int, scenario: str) -> None:
    rng = random.Random(seed)
    match = begin(str(seed), scenario)
    seen = [look(match)]
    while not match.over:
        at_random(match, rng, 1)
        seen.append(look(match))
    made, whole = match.history[:], seen[:]
    while match.history:
        assert look(match) == seen.pop()
        match.undo(past_dice=True)
    assert [look(match)] == seen
    for turned, expected in zip(made, whole[1:], strict=True):
        match.take(turned.choice)
        assert look(match) == expected


# Copies.


def test_a_copy_that_takes_back_leaves_the_other_its_past_bug() -> None:
    """Copies shared the positions kept for undo: what one played after an undo, the other got."""
    match = play(begin(), "heap c")
    twin = match.copy()
    twin.undo()
    play(twin, "heap a")
    match.undo()
    assert look(match) == look(begin())


@given(st.integers(0, 2**32))
@settings(max_examples=100, deadline=None)
def test_copies_never_change_each_other(seed: int) -> None:
    rng = random.Random(seed)
    matches = [begin(str(seed), "long")]
    for _ in range(40):
        match = rng.choice(matches)
        act = rng.choice(["take", "take", "take", "undo", "copy", "refused"])
        if act == "take":
            at_random(match, rng, 1)
        elif act == "undo" and match.history:
            match.undo(past_dice=True)
        elif act == "copy" and len(matches) < 4:
            matches.append(match.copy())
        elif act == "refused":
            with pytest.raises(IllegalChoice):
                match.take(("take", 9))
    # Each is what its own history makes of a fresh match, all the way back.
    for match in matches:
        while True:
            fresh = begin(str(seed), "long")
            for turned in match.history:
                assert fresh.take(turned.choice) == turned
            assert look(match) == look(fresh)
            if not match.history:
                break
            match.undo(past_dice=True)
