"""Matches: choices, refusals, undo and copies."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kernel.pebbles import GAME, Duel, Grab, Pebbles, everything
from trenchline.kernel.dice import NumberedDice, RecordedDice, SeededDice
from trenchline.kernel.game import IllegalChoice
from trenchline.kernel.match import Match, TakenBack, Turned
from trenchline.kernel.notes import Note
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
    assert log == (Note(f"Far begins on a {dice[0]}"),)
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
    assert [str(note) for note in turned.log] == [f"  {die}: 2 pebbles for {winner}"]
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


# What was seen and taken back.


def dice_of(seed: str, *texts: str) -> tuple[int, ...]:
    """The dice of the last of some choices; ``back N`` takes back to a version."""
    match = begin(seed)
    for text in texts:
        if text.startswith("back "):
            match.back_to(int(text.removeprefix("back ")))
        else:
            play(match, text)
    return match.history[-1].dice


DUEL = ("heap c", "take 2", "challenge")
SEEDS = [str(n) for n in range(200)]


@pytest.mark.parametrize(
    "other",
    [
        ("back 1", "take 3", "challenge"),
        ("back 0", "heap a", "take 2", "challenge"),
        ("back 0", "stand", *DUEL),
        # The same attack after another beginning is another act.
        ("back 0", "heap b", "allow", *DUEL),
    ],
)
def test_another_act_does_not_get_a_die_that_was_seen(other: tuple[str, ...]) -> None:
    same = sum(dice_of(seed, *DUEL) == dice_of(seed, *DUEL, *other) for seed in SEEDS)
    assert 15 < same < 55


def test_each_other_act_gets_a_die_of_its_own_whatever_it_is() -> None:
    """Nobody can look for an act that the dice favour: they do not hang on what it is."""
    two, three = ("take 2", "challenge"), ("take 3", "challenge")
    for seed in SEEDS[:50]:
        begun = "heap c", *two, "back 1"
        second = dice_of(seed, *begun, *three)
        assert second == dice_of(seed, *begun, "take 1", "challenge")
        third = dice_of(seed, *begun, *three, "back 1", "take 1", "challenge")
        assert third == (SeededDice(seed).roll_anew(6, 1, 2),)
        assert dice_of(seed, *begun, *three, "back 1", *two) == (SeededDice(seed).roll(6, 1),)
        again = dice_of(seed, *begun, *three, "back 1", "take 1", "challenge", "back 1", *three)
        assert again == second


def test_a_die_that_nobody_saw_waits_for_whoever_rolls_it() -> None:
    """Choices made and taken back before the roll change nothing."""
    for seed in SEEDS[:20]:
        plain = dice_of(seed, "heap c", "take 2", "challenge")
        assert dice_of(seed, "heap a", "take 1", "back 0", "heap c", "take 2", "challenge") == plain
        assert dice_of(seed, "heap a", "take 1", "challenge") == plain


def test_dice_by_number_fall_as_before_for_any_act() -> None:
    match = play(Match(GAME, NumberedDice("7")), "heap c", "take 2", "challenge")
    seen = match.history[-1].dice
    match.back_to(1)
    assert play(match, "take 3", "challenge").history[-1].dice == seen


def test_the_acts_of_a_match_are_its_history_and_what_dice_were_taken_back() -> None:
    match = play(begin(), "heap a", "take 1")
    match.back_to(0)
    play(match, "heap c", "take 2")
    assert match.acts == match.history
    play(match, "challenge", "stand")
    made = match.history[:]
    for _ in range(4):
        match.undo(past_dice=True)
    assert match.acts == [*made[:3], TakenBack(0)]
    twin = match.copy()
    play(match, "heap c", "take 2", "challenge")
    assert [type(act) for act in match.acts] == [Turned] * 3 + [TakenBack] + [Turned] * 3
    match.back_to(1)
    # The die was known; nothing new was seen.
    assert match.acts == [*made[:3], TakenBack(0), *made[:1]]
    assert twin.acts == [*made[:3], TakenBack(0)]
    assert match.at(0).acts == twin.acts


# Copies.


def test_a_copy_plays_nothing_again_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    match = at_random(begin(), random.Random(3), 5)
    taken = look(match)
    monkeypatch.setattr(Match, "take", lambda *_: pytest.fail("a copy was played again"))
    assert look(match.copy()) == taken


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
    # Each is what its own acts make of a fresh match, all the way back.
    for match in matches:
        while True:
            fresh = begin(str(seed), "long")
            for done in match.acts:
                if isinstance(done, TakenBack):
                    fresh.back_to(done.to)
                else:
                    assert fresh.take(done.choice) == done
            assert look(match) == look(fresh)
            assert match.acts == fresh.acts
            if not match.history:
                break
            match.undo(past_dice=True)
