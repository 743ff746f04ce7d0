"""The face of a game: scenarios, options and choices by name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.kernel.pebbles import GAME, notation, parse
from trenchline.kernel.game import IllegalChoice
from trenchline.kernel.steps import Choice, Refusal
from trenchline.kernel.verbs import Names, Verb


def test_the_first_scenario_and_the_defaults_hold_unless_told_otherwise() -> None:
    assert GAME.settled(None, {}) == ("short", {"most": "3"})
    assert GAME.settled("long", {"most": "2"}) == ("long", {"most": "2"})
    assert GAME.options[0].default == "3"


@pytest.mark.parametrize(
    ("scenario", "options", "message"),
    [
        ("epic", {}, "pebbles has no scenario 'epic'; it has short, long"),
        (None, {"least": "1"}, "pebbles has no option 'least'; it has most"),
        (None, {"most": "9"}, "option most takes 3, 2, not '9'"),
    ],
)
def test_a_wrong_name_is_told(scenario: str | None, options: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        GAME.settled(scenario, options)


@pytest.mark.parametrize(
    ("choice", "text"),
    [(("heap", 0), "heap a"), (("heap", 2), "heap c"), (("take", 12), "take 12")]
    + [((verb, 0), verb) for verb in ("stand", "challenge", "allow")],
)
def test_choices_are_written_and_read(choice: Choice, text: str) -> None:
    assert GAME.format_choice(choice) == text
    assert GAME.parse_choice(text) == choice


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a choice of pebbles"),
        ("jump", "'jump' is not a choice of pebbles"),
        ("Heap a", "is not a choice of pebbles"),
        ("heap  a", "is not a choice of pebbles"),
        ("heap a b", "is not a choice of pebbles"),
        ("stand\n", "is not a choice of pebbles"),
        ("heap", "'heap' takes an object"),
        ("stand a", "'stand' takes no object"),
        ("heap z", "."),
        ("take two", "."),
        ("take -1", "out of range"),
        ("take 1048576", "out of range"),
        ("take " + "9" * 6000, "."),
        ("x" * 5000, "^'x{60}' is not a choice"),
    ],
)
def test_text_that_is_no_choice(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GAME.parse_choice(text)


def test_a_name_that_is_not_in_a_list_is_no_choice_bug() -> None:
    """A game that looks names up in a dict raised KeyError, which no reader of records expects."""
    heaps = {"a": 0, "b": 1}
    game = replace(GAME, verbs={"heap": Verb(Names("ab".__getitem__, heaps.__getitem__))})
    assert game.parse_choice("heap b") == ("heap", 1)
    with pytest.raises(ValueError, match="'heap z' is not a choice of pebbles"):
        game.parse_choice("heap z")


def test_an_illegal_choice_carries_its_refusal() -> None:
    refusal = Refusal("2.4", "nobody stands still twice")
    error = IllegalChoice("stand", refusal)
    assert str(error) == "stand is not legal: 2.4: nobody stands still twice"
    assert error.refusal is refusal


def test_a_position_is_written_and_read() -> None:
    text = "2/1/3 4/0 1/0 0/1 Far 3"
    assert notation(parse(text)) == text


def test_a_game_without_invariants_has_none_broken() -> None:
    assert GAME.broken(parse("2/1/3 0/0 1/1 1/1 Near 3")) == []
