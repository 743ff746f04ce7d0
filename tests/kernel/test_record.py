"""Records: what is written is read back as the same match, and nothing untrue is believed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kernel.pebbles import GAME, everything
from trenchline.kernel import record as module
from trenchline.kernel.dice import Lot, NumberedDice, RecordedDice, SeededDice, pledge
from trenchline.kernel.match import Match, TakenBack
from trenchline.kernel.record import (
    RecordError,
    parse_record,
    read_record,
    record_text,
    replay,
    verify,
)
from trenchline.kernel.steps import count, pick

Rows = list[dict[str, Any]]


def played(seed: int, scenario: str = "short", most: int = 1000) -> Match:
    """A match with random choices, to its end or to so many."""
    rng = random.Random(seed)
    match = Match(GAME, SeededDice(f"seed {seed}"), scenario, players=("Ada", "Bob ö"))
    while not match.over and len(match.history) < most:
        match.take(pick(match.choices, rng.randrange(count(match.choices))))
    return match


def to_rows(match: Match) -> Rows:
    return [json.loads(line) for line in record_text(match).splitlines()]


def to_bytes(rows: Rows) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def refused(text: bytes) -> RecordError:
    """The error that a record gets when it is verified."""
    with pytest.raises(RecordError) as caught:
        verify(GAME, parse_record(text))
    return caught.value


def same(a: Match, b: Match) -> bool:
    return (
        everything(a.state) == everything(b.state)
        and a.history == b.history
        and a.choices == b.choices
        and (a.opening, a.players, a.options) == (b.opening, b.players, b.options)
    )


MATCH = played(4)
"""A finished match with dice among its choices."""
DUEL = next(n for n, turned in enumerate(MATCH.history) if turned.dice)


def test_a_record_is_a_header_a_line_a_choice_and_a_closing_line() -> None:
    header, *lines, closing = to_rows(MATCH)
    assert header == {
        "trenchline": 2,
        "game": "pebbles",
        "scenario": "short",
        "options": {"most": "3"},
        "rules": "1",
        "players": ["Ada", "Bob ö"],
        "commitment": SeededDice("seed 4").commitment,
        "dice": list(MATCH.opening[0]),
        "way": "act",
        "pledges": {},
    }
    assert [line["choice"] for line in lines] == [
        GAME.format_choice(turned.choice) for turned in MATCH.history
    ]
    assert lines[DUEL]["choice"] == "challenge"
    assert lines[DUEL]["dice"] == list(MATCH.history[DUEL].dice)
    assert closing["choices"] == len(lines)
    assert closing["seed"] == "seed 4"
    assert MATCH.outcome is not None
    assert closing["outcome"]["scores"] == list(MATCH.outcome.scores)


@given(st.integers(0, 2**32), st.sampled_from(["short", "long"]), st.integers(0, 30))
@settings(max_examples=60, deadline=None)
def test_replaying_and_verifying_rebuild_the_same_match(
    seed: int, scenario: str, most: int
) -> None:
    match = played(seed, scenario, most)
    text = record_text(match)
    record = parse_record(text.encode())
    assert same(replay(GAME, record), match)
    again = verify(GAME, record)
    assert same(again, match)
    assert record_text(again) == text
    for to in range(len(match.history) + 2):
        part = replay(GAME, record, to)
        assert same(part, played(seed, scenario, min(to, most)))


def header(**changes: object) -> Callable[[Rows], Rows]:
    return lambda rows: [rows[0] | changes, *rows[1:]]


def line(number: int, **changes: object) -> Callable[[Rows], Rows]:
    return lambda rows: [*rows[: number - 1], rows[number - 1] | changes, *rows[number:]]


def closing(**changes: object) -> Callable[[Rows], Rows]:
    return lambda rows: [*rows[:-1], rows[-1] | changes]


# Take-backs and lots.

LOTS = {"Near": Lot.of("a1" * 16), "Far": Lot.of("b2" * 16)}


def wavering(seed: int, lots: dict[str, Lot] = LOTS) -> Match:
    """A match with random choices, of which many are taken back."""
    rng = random.Random(seed)
    match = Match(GAME, SeededDice(f"seed {seed}", lots), "long", players=("Ada", "Bob"))
    while not match.over:
        match.take(pick(match.choices, rng.randrange(count(match.choices))))
        if rng.random() < 0.15:
            match.back_to(rng.randrange(len(match.history)))
    return match


WAVERING = wavering(3)


@given(st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_a_record_holds_dice_that_were_taken_back_and_verifies(seed: int) -> None:
    match = wavering(seed)
    text = record_text(match)
    record = parse_record(text.encode())
    again = verify(GAME, record)
    assert same(again, match)
    assert again.acts == match.acts
    assert record_text(again) == text
    assert replay(GAME, record).acts == match.acts
    for to in (0, 5, len(match.history)):
        assert replay(GAME, record, to).history == match.history[:to]


def test_a_take_back_is_a_line_of_its_own() -> None:
    rows = to_rows(WAVERING)
    backs = [row["back"] for row in rows if "back" in row]
    assert backs
    assert backs == [act.to for act in WAVERING.acts if isinstance(act, TakenBack)]
    assert rows[-1]["choices"] == len(WAVERING.history)
    # Without it, what follows does not verify.
    where = next(n for n, row in enumerate(rows) if "back" in row)
    refused(to_bytes(rows[:where] + rows[where + 1 :]))
    made = rows[where]["back"] + 1
    lasting = [*rows[:made], *rows[where + 1 :]]
    assert "the record has the dice" in str(refused(to_bytes(lasting)))


def test_the_lots_stand_in_the_record_and_make_other_dice() -> None:
    header, *_, closing = to_rows(WAVERING)
    assert header["pledges"] == {"Near": pledge("a1" * 16), "Far": pledge("b2" * 16)}
    assert closing["lots"] == {"Near": "a1" * 16, "Far": "b2" * 16}
    rolls = {tuple(SeededDice("s", lots).roll(6, n) for n in range(30)) for lots in MIXED}
    assert len(rolls) == len(MIXED)


MIXED: list[dict[str, Lot]] = [
    {},
    LOTS,
    {"Near": LOTS["Near"]},
    {"Far": LOTS["Near"]},
    {"Near": LOTS["Far"], "Far": LOTS["Near"]},
    LOTS | {"Far": Lot.of("b3" * 16)},
]


def test_a_lot_that_was_pledged_and_not_given_is_told() -> None:
    match = wavering(5, LOTS | {"Far": Lot(pledge("lost"), None)})
    rows = to_rows(match)
    assert rows[-1]["lots"] == {"Near": "a1" * 16, "Far": None}
    assert same(verify(GAME, parse_record(to_bytes(rows))), match)


def test_several_people_of_a_side_have_lots_of_their_own() -> None:
    """Their records could not be verified: only a whole side was thought to pledge."""
    match = wavering(6, {"Near: France": LOTS["Near"], "Near: Russia": LOTS["Far"]})
    assert same(verify(GAME, parse_record(record_text(match).encode())), match)


def test_lots_may_be_written_in_any_order() -> None:
    rows = to_rows(WAVERING)
    rows[-1]["lots"] = dict(reversed(rows[-1]["lots"].items()))
    assert same(verify(GAME, parse_record(to_bytes(rows))), WAVERING)


def lots(**changes: object) -> Callable[[Rows], Rows]:
    return lambda rows: [*rows[:-1], rows[-1] | {"lots": rows[-1]["lots"] | changes}]


def pledges(**changes: object) -> Callable[[Rows], Rows]:
    return lambda rows: [rows[0] | {"pledges": rows[0]["pledges"] | changes}, *rows[1:]]


def another_lot(rows: Rows) -> Rows:
    """A lot that fits its pledge, and both are changed."""
    return lots(Far="c3" * 16)(pledges(Far=pledge("c3" * 16))(rows))


def back_from(where: int, to: int) -> Callable[[Rows], Rows]:
    return lambda rows: [*rows[:where], {"back": to}, *rows[where:]]


ENDING = len(to_rows(WAVERING))
SOME_DIE = 0
"""Which die shows it first is chance."""
UNTRUE_LOTS: dict[str, tuple[Callable[[Rows], Rows], int, str]] = {
    "wrong lot": (lots(Far="c3" * 16), ENDING, "the lot of Far is not the one pledged"),
    "wrong pledge": (
        pledges(Near=pledge("c3" * 16)),
        ENDING,
        "the lot of Near is not the one pledged in the header",
    ),
    "lot and pledge changed": (another_lot, SOME_DIE, "the record has the dice"),
    "lot held back": (lots(Far=None), SOME_DIE, "the record has the dice"),
    "lot left out": (closing(lots={}), ENDING, "the lot that Near pledged is not in the closing"),
    "lot never pledged": (
        header(pledges={"Near": pledge("a1" * 16)}),
        ENDING,
        "Far has a lot in the closing line but pledged none",
    ),
    "nobody's pledge": (pledges(Mid="00"), 1, "a lot is pledged by 'Mid', and there is no such"),
    "way not known": (header(way="luck"), 1, "dice of the way 'luck' are not known"),
    "dice by number": (header(way="number"), SOME_DIE, "the record has the dice"),
    "back before anything": (back_from(1, 0), 2, "back to choice 0, where there are 0 choices"),
    "back to where one is": (back_from(2, 1), 3, "back to choice 1, where there are 1 choices"),
    "back to the future": (back_from(2, 9), 3, "back to choice 9, where there are 1 choices"),
    "back to before the start": (back_from(2, -1), 3, "back to choice -1, where there are 1"),
    "choice and take-back": (line(2, back=0), 2, "not a line of a record"),
}


@pytest.mark.parametrize(("change", "at", "message"), UNTRUE_LOTS.values(), ids=UNTRUE_LOTS)
def test_untrue_lots_and_take_backs_are_refused_at_their_line(
    change: Callable[[Rows], Rows], at: int, message: str
) -> None:
    rows = to_rows(WAVERING)
    assert same(verify(GAME, parse_record(to_bytes(rows))), WAVERING)
    error = refused(to_bytes(change(rows)))
    assert at in (SOME_DIE, error.line)
    assert str(error).startswith(f"line {error.line}: {message}")


# Records of format 1.


def older(seed: int) -> Match:
    rng = random.Random(seed)
    match = Match(GAME, NumberedDice(f"seed {seed}"), "long")
    while not match.over:
        match.take(pick(match.choices, rng.randrange(count(match.choices))))
        if rng.random() < 0.1:
            match.undo(past_dice=True)
    return match


def test_an_older_record_is_read_and_written_as_it_was() -> None:
    match = older(2)
    rows = to_rows(match)
    assert rows[0]["trenchline"] == 1
    assert not {"way", "pledges"} & set(rows[0])
    assert set(rows[-1]) == {"choices", "outcome", "seed"}
    again = verify(GAME, parse_record(to_bytes(rows)))
    assert same(again, match)
    assert record_text(again) == record_text(match)
    assert record_text(replay(GAME, parse_record(to_bytes(rows)))).startswith('{"trenchline":1,')


@pytest.mark.parametrize(
    "change",
    [header(way="number"), header(pledges={}), closing(lots={}), back_from(2, 0)],
)
def test_an_older_record_has_none_of_what_came_later(change: Callable[[Rows], Rows]) -> None:
    assert "not a line of a record" in str(refused(to_bytes(change(to_rows(older(2))))))


def test_a_record_without_its_seed_can_be_replayed_but_not_verified() -> None:
    text = record_text(MATCH, reveal_seed=False)
    assert "seed 4" not in text
    assert same(replay(GAME, parse_record(text.encode())), MATCH)
    error = refused(text.encode())
    assert error.line == len(MATCH.history) + 2
    assert "the seed is not in the record" in str(error)


def test_a_match_on_other_dice_has_no_seed_to_show() -> None:
    dice = RecordedDice()
    dice.rolls[0] = 2
    header, closing = to_rows(Match(GAME, dice))
    assert (header["commitment"], header["dice"], closing["seed"]) == ("", [2], None)
    assert closing["outcome"] is None


def test_windows_line_endings_change_nothing(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_bytes(record_text(MATCH).replace("\n", "\r\n").encode())
    assert same(verify(GAME, read_record(file)), MATCH)


# Untrue records.


def after_the_end(rows: Rows) -> Rows:
    *rest, last = rows
    return [*rest, {"side": "Near", "choice": "stand"}, last | {"choices": last["choices"] + 1}]


def without_the_last_choice(rows: Rows) -> Rows:
    *rest, last = rows
    return [*rest[:-1], last | {"choices": last["choices"] - 1}]


LAST = len(MATCH.history) + 2
ROLLED = DUEL + 2
DIE = MATCH.history[DUEL].dice[0]
OPENING = MATCH.opening[0][0]
STARTER = GAME.sides[MATCH.history[0].side]
OTHER = GAME.sides[1 - MATCH.history[0].side]

UNTRUE: dict[str, tuple[Callable[[Rows], Rows], int, str]] = {
    "wrong die": (line(ROLLED, dice=[DIE % 6 + 1]), ROLLED, "the record has the dice"),
    "die left out": (line(ROLLED, dice=[]), ROLLED, "the record has the dice"),
    "die too many": (line(ROLLED, dice=[DIE, DIE]), ROLLED, "the record has the dice"),
    "die nobody rolled": (line(2, dice=[1]), 2, "the record has the dice [1], but they are []"),
    "wrong opening die": (header(dice=[OPENING % 6 + 1]), 1, "the record has the dice"),
    "illegal choice": (line(2, choice="take 3"), 2, "take 3 is not legal: 2.2: a heap"),
    "no such choice": (line(2, choice="jump"), 2, "'jump' is not a choice of pebbles"),
    "no such heap": (line(2, choice="heap z"), 2, ""),
    "wrong side": (line(2, side=OTHER), 2, f"{STARTER} was to choose, not '{OTHER}'"),
    "no such side": (line(2, side="Fra"), 2, f"{STARTER} was to choose, not 'Fra'"),
    "another game": (header(game="checkers"), 1, "a record of 'checkers', not of pebbles"),
    "other rules": (header(rules="0"), 1, "written under rules '0'; these are rules 1"),
    "no such scenario": (header(scenario="epic"), 1, "pebbles has no scenario 'epic'"),
    "no such option": (header(options={"x": "1"}), 1, "pebbles has no option 'x'"),
    "unknown format": (header(trenchline=3), 1, "format 3 is not known, only 1 and 2"),
    "later format": (header(trenchline=3, clock=3), 1, "format 3 is not known, only 1 and 2"),
    "unknown field": (header(clock=3), 1, "not a line of a record"),
    "no format": (lambda rows: [{"game": "pebbles"}, *rows[1:]], 1, "not a line of a record"),
    "line is no choice": (line(3, choice=7), 3, "not a line of a record"),
    "line missing": (lambda rows: rows[:2] + rows[3:], LAST - 1, "the closing line counts"),
    "wrong count": (closing(choices=LAST), LAST, f"the closing line counts {LAST} choices"),
    "wrong seed": (closing(seed="seed 5"), LAST, "the seed is not the one committed to"),
    "other commitment": (header(commitment=""), LAST, "the seed is not the one committed to"),
    "no seed": (closing(seed=None), LAST, "the seed is not in the record"),
    "no outcome": (closing(outcome=None), LAST, "the game did not end as the closing line says"),
    "wrong outcome": (
        closing(outcome={"winner": "Near", "reason": "a gift", "scores": [6, 0]}),
        LAST,
        "the game did not end as the closing line says",
    ),
    "after the end": (after_the_end, LAST, "the game was over before this choice"),
    "end left out": (without_the_last_choice, LAST - 1, "the game did not end as"),
    "closing line twice": (lambda rows: [*rows, rows[-1]], LAST, "not a line of a record"),
}


@pytest.mark.parametrize(("change", "at", "message"), UNTRUE.values(), ids=UNTRUE)
def test_an_untrue_record_is_refused_at_its_line(
    change: Callable[[Rows], Rows], at: int, message: str
) -> None:
    rows = to_rows(MATCH)
    assert same(verify(GAME, parse_record(to_bytes(rows))), MATCH)
    error = refused(to_bytes(change(rows)))
    assert error.line == at
    assert str(error).startswith(f"line {at}: {message}")


@pytest.mark.parametrize(
    "change", ["wrong side", "illegal choice", "die left out", "after the end"]
)
def test_a_replay_refuses_what_cannot_have_been_played(change: str) -> None:
    edit, at, _ = UNTRUE[change]
    with pytest.raises(RecordError) as caught:
        replay(GAME, parse_record(to_bytes(edit(to_rows(MATCH)))))
    assert caught.value.line == at


def test_a_replay_stops_before_a_later_fault() -> None:
    edit, at, _ = UNTRUE["wrong die"]
    bad = to_bytes(edit(to_rows(MATCH)))
    assert len(replay(GAME, parse_record(bad), to=at - 2).history) == at - 2


def test_a_record_of_other_rules_says_so_before_anything_else() -> None:
    with pytest.raises(RecordError, match=r"^line 1: written under rules '1'; these are rules 2$"):
        verify(replace(GAME, rules="2"), parse_record(record_text(MATCH).encode()))


def test_a_record_cut_anywhere_is_refused_at_its_last_line() -> None:
    whole = record_text(MATCH).encode()
    for length in range(len(whole) - 1):
        part = whole[:length]
        error = refused(part)
        assert error.line == part.rstrip(b"\n").count(b"\n") + 1
        if part.endswith(b"\n"):
            assert "cut short: its closing line is missing" in str(error)
    # Only the last line's end is missing: nothing is lost.
    assert same(verify(GAME, parse_record(whole[:-1])), MATCH)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "line 1: the record is empty"),
        (b"\n", "line 1: "),
        (b" \n\n", "line 1: "),
        (b"PK\x03\x04", "line 1: not a line of a record"),
        (b"\xff\xfe{\x00", "line 1: not a line of a record"),
        (b"[1, 2]\n[3]\n", "line 1: not a line of a record"),
        (b"[" * 100_000, "line 1: not a line of a record"),
        (b'{"x": ' + b"[" * 100_000, "line 1: not a line of a record"),
        (b'{"trenchline": "' + b"\xff" * 9 + b'"}\n', "line 1: not a line of a record"),
    ],
)
def test_what_is_no_record_at_all(text: bytes, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_record(text)
    assert str(caught.value).startswith(message)


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_no_byte_can_change_what_was_played(data: st.DataObject) -> None:
    whole = bytearray(record_text(MATCH).encode())
    whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    try:
        match = verify(GAME, parse_record(bytes(whole)))
    except RecordError:
        return
    assert match.history == MATCH.history
    assert match.outcome == MATCH.outcome


# Files.


def test_a_file_is_read_and_verified(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text(record_text(MATCH), encoding="utf-8")
    assert same(verify(GAME, read_record(file)), MATCH)


def test_a_path_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"^cannot be read: No such file or directory$") as caught:
        read_record(tmp_path / "nowhere.jsonl")
    assert caught.value.line is None
    with pytest.raises(RecordError, match=r"^cannot be read: Is a directory$"):
        read_record(tmp_path)


def test_a_file_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "match.jsonl"
    text = record_text(MATCH).encode()
    file.write_bytes(text)
    monkeypatch.setattr(module, "LARGEST", len(text))
    read_record(file)
    monkeypatch.setattr(module, "LARGEST", len(text) - 1)
    with pytest.raises(RecordError, match="too large for a record"):
        read_record(file)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs /dev/zero")
def test_a_file_without_end_is_not_read_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST", 1000)
    with pytest.raises(RecordError, match="too large for a record"):
        read_record(Path("/dev/zero"))
