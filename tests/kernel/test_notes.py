"""Notes of the log: words, and what they stand for."""

from __future__ import annotations

import pytest
from msgspec import json

from trenchline.kernel.notes import (
    ACT,
    DETAIL,
    NUMBERS,
    Mark,
    Names,
    Note,
    Said,
    add,
    lines,
    plain,
    said,
    told,
)
from trenchline.kernel.odds import Modifier, Odds
from trenchline.kernel.view import PanelView, View

NAMES = Names(
    key="GE{}".format,
    unit="German army {}".format,
    label="{:04}".format,
    hex="{:04} Metz".format,
    pile=lambda place: "the pool",
)


def note(sentence: str, *about: object) -> Note:
    """A note about armies."""
    return told(NAMES, ACT, sentence, about)


def marked(one: Note) -> list[tuple[str, str, tuple[str, ...]]]:
    """The marks of a note, with the words that they cover."""
    return [(mark.kind, one.text[mark.at : mark.to], mark.of) for mark in one.marks]


def test_a_note_says_which_of_its_words_are_units_hexes_and_dice() -> None:
    one = note("{:die}: {:unit} goes to {:hex} in {}", 4, 5, 509, 1914)
    assert one.text == "die 4: German army 5 goes to 0509 Metz in 1914"
    assert marked(one) == [
        ("die", "die 4", ("4",)),
        ("unit", "German army 5", ("GE5",)),
        ("hex", "0509 Metz", ("0509",)),
    ]
    assert "Metz" in one
    assert "Verdun" not in one


def test_units_hexes_and_ways_are_listed() -> None:
    one = note("{:units} by {:hexes}, {:way}", (5, 6), (509, 510), (509, 510, 511))
    assert one.text == "German army 5, German army 6 by 0509 Metz, 0510 Metz, 0509-0510-0511"
    assert list(one.named("unit")) == ["GE5", "GE6"]
    assert list(one.named("way")) == ["0509", "0510", "0511"]
    assert list(one.named("hex")) == ["0509", "0510"]


def test_a_place_off_the_map_is_no_hex() -> None:
    one = note("{:unit} leaves {:hex}", 5, -1)
    assert one.text == "German army 5 leaves the pool"
    assert [kind for kind, _, _ in marked(one)] == ["unit"]


def test_a_note_in_a_note_keeps_its_marks() -> None:
    way = note("from {:hex} to {:hex}", 509, 510)
    one = note("{:unit} retreats {}, by choice", 5, way)
    assert one.text == "German army 5 retreats from 0509 Metz to 0510 Metz, by choice"
    assert [words for _, words, _ in marked(one)] == ["German army 5", "0509 Metz", "0510 Metz"]


def test_what_is_told_again_at_once_adds_up() -> None:
    log: list[Note] = []
    for unit, points in ((5, 1), (5, 2), (6, 1)):
        why = note("{:unit} loses {:sum}", unit, points)
        add(log, note("Germany: {:sum} DM ({})", 2 * points, why))
    assert [one.text for one in log] == [
        "Germany: 6 DM (German army 5 loses 3)",
        "Germany: 2 DM (German army 6 loses 1)",
    ]
    assert marked(log[0])[1:] == [("unit", "German army 5", ("GE5",)), ("sum", "3", ("3",))]


@pytest.mark.parametrize("between", [note("{:hex} is held", 509), note("army 5 loses {:sum}", 1)])
def test_what_is_told_later_stands_alone(between: Note) -> None:
    log: list[Note] = []
    for one in (note("{:unit} loses {:sum}", 5, 1), between, note("{:unit} loses {:sum}", 5, 1)):
        add(log, one)
    assert len(log) == 3


def test_what_only_one_side_reads_is_not_added_to_what_all_read() -> None:
    secret = Note(
        "7 loses 1", DETAIL, 1, told(NUMBERS, DETAIL, "{:unit} loses {:sum}", (7, 1)).marks
    )
    log = [secret]
    add(log, told(NUMBERS, DETAIL, "{:unit} loses {:sum}", (7, 1)))
    assert lines(log, ("North", "South")) == ["  (South only) 7 loses 1", "  7 loses 1"]


def asked(sentence: str, *about: object) -> Said:
    """A sentence about armies that is no line of the log."""
    return said(NAMES, sentence, about)


METZ = (Mark("hex", 7, 16, ("0509",)),)


def test_what_is_said_is_a_str_that_knows_what_it_names() -> None:
    one = asked("attack {:hex} in {}", 509, 1914)
    assert one == "attack 0509 Metz in 1914"
    assert plain(one) == ("attack 0509 Metz in 1914", METZ)
    assert type(plain(one)[0]) is str
    assert plain("as it is") == ("as it is", ())


@pytest.mark.parametrize(
    ("units", "text"),
    [
        ((5,), "German army 5 may move"),
        ((5, 6), "German army 5 and German army 6 may move"),
        ((5, 6, 7, 8), "German army 5, German army 6 and 2 more may move"),
    ],
)
def test_a_party_is_said_as_people_say_it(units: tuple[int, ...], text: str) -> None:
    one = note("{:party} may move", units)
    assert one.text == text
    named = [f"GE{unit}" for unit in (units if len(units) < 4 else units[:2])]
    assert list(one.named("unit")) == named


def test_what_was_said_may_stand_in_a_note() -> None:
    one = note("{:unit}: {}", 5, asked("attack {:hex}", 509))
    assert marked(one)[1] == ("hex", "0509 Metz", ("0509",))


def test_prompts_panels_and_odds_carry_what_they_name_as_data() -> None:
    words = asked("attack {:hex}", 509)
    view = View("", "", "", words, (), (), (PanelView("Plans", ("wait", words)),), {})
    assert (view.prompt, view.marks) == ("attack 0509 Metz", METZ)
    assert (view.panels[0].lines, view.panels[0].marks) == (("wait", "attack 0509 Metz"), {1: METZ})
    odds = Odds(words, (Modifier.of("8.3", words, 4),), (), "", ())
    assert (odds.title, odds.marks, odds.attack[0].marks) == (words, METZ, METZ)
    for told_to_all in (view, odds):
        assert json.decode(json.encode(told_to_all), type=type(told_to_all)) == told_to_all
