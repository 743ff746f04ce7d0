"""Sketches: shown to whom they are meant for, as they are drawn, and kept nowhere."""

from __future__ import annotations

import json
import time
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.server.place import Browser
from tests.server.test_undo import Pair

MARKS = ["a0408>0510", "c0408", "m0101>0909"]


def draw(live: ClientConnection, marks: Any, **more: Any) -> None:
    live.send(json.dumps({"sketch": marks, **more}))


def heard(live: ClientConnection, seconds: float = 10) -> Any:
    """The next sketch, or None if there is none."""
    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 0:
        try:
            told = msgspec.json.decode(live.recv(timeout=left))
        except TimeoutError:
            return None
        if "sketch" in told:
            return told["sketch"]
    return None


def seated(*lines: ClientConnection) -> None:
    """Everybody has sat down: what is drawn before that, nobody sees."""
    for line in lines:
        assert line.recv(timeout=10)


def answered(live: ClientConnection) -> None:
    """Whatever was sent has been read."""
    assert live.ping().wait(10)


def until_closed(live: ClientConnection) -> None:
    while True:
        live.recv(timeout=10)


def test_a_sketch_is_shown_and_wiped_out(alice: Browser, bob: Browser, stranger: Browser) -> None:
    pair = Pair(alice, bob)
    with (
        alice.live(pair.match, "Near") as near,
        bob.live(pair.match, "Far") as far,
        stranger.live(pair.match) as watching,
    ):
        seated(near, far, watching)
        draw(near, MARKS)
        for line in (far, watching):
            assert heard(line) == {"by": "Near", "marks": MARKS}
        draw(near, [])
        assert heard(far) == {"by": "Near", "marks": []}
        # Whoever draws is not told what he knows.
        assert heard(near, 0.5) is None
        draw(near, MARKS[:1])
        assert heard(far)["marks"] == MARKS[:1]
    with bob.live(pair.match, "Far") as far:
        assert heard(far, 0.5) is None


def test_whoever_comes_later_sees_what_is_shown_now(
    alice: Browser, bob: Browser, stranger: Browser
) -> None:
    pair = Pair(alice, bob)
    with alice.live(pair.match, "Near") as near, alice.live(pair.match, "Near") as beside:
        seated(near, beside)
        draw(near, MARKS)
        assert heard(beside)["marks"] == MARKS
        with bob.live(pair.match, "Far") as far, stranger.live(pair.match) as watching:
            for line in (far, watching):
                assert heard(line) == {"by": "Near", "marks": MARKS}
        draw(near, MARKS[:1], to="side")
        while heard(beside)["marks"] != MARKS[:1]:
            pass
        with bob.live(pair.match, "Far") as far, stranger.live(pair.match) as watching:
            for line in (far, watching):
                assert heard(line, 0.5) is None


def test_it_goes_with_whoever_drew_it(alice: Browser, bob: Browser) -> None:
    pair = Pair(alice, bob)
    with bob.live(pair.match, "Far") as far:
        with alice.live(pair.match, "Near") as near:
            seated(near, far)
            draw(near, MARKS)
            assert heard(far)["marks"] == MARKS
        assert heard(far) == {"by": "Near", "marks": []}


def test_a_sketch_for_ones_own_side_reaches_nobody_else(
    alice: Browser, bob: Browser, stranger: Browser
) -> None:
    pair = Pair(alice, bob)
    with (
        alice.live(pair.match, "Near") as near,
        alice.live(pair.match, "Near") as beside,
        alice.live(pair.match) as looking_on,
        bob.live(pair.match, "Far") as far,
        stranger.live(pair.match) as watching,
    ):
        seated(near, beside, looking_on, far, watching)
        draw(near, MARKS, to="side")
        assert heard(beside)["marks"] == MARKS
        for line in (far, watching, looking_on):
            assert heard(line, 0.5) is None
        # What was shown to all is taken from them when it becomes the side's own.
        draw(near, MARKS[:2], to="all")
        assert heard(far)["marks"] == MARKS[:2]
        draw(near, MARKS[:1], to="side")
        assert heard(far)["marks"] == []


def test_those_who_look_on_draw_for_themselves_alone(
    alice: Browser, bob: Browser, stranger: Browser
) -> None:
    pair = Pair(alice, bob)
    with bob.live(pair.match, "Far") as far, stranger.live(pair.match) as watching:
        seated(far, watching)
        draw(watching, MARKS)
        answered(watching)
        with alice.live(pair.match) as looking_on:
            seated(looking_on)
            draw(looking_on, MARKS)
            answered(looking_on)
            assert heard(far, 0.5) is None


def test_another_match_hears_nothing(alice: Browser, bob: Browser) -> None:
    one, two = Pair(alice, bob), Pair(alice, bob)
    with alice.live(one.match, "Near") as near, bob.live(two.match, "Far") as far:
        seated(near, far)
        draw(near, MARKS)
        assert heard(far, 0.5) is None


def test_nothing_of_it_is_kept(alice: Browser, bob: Browser) -> None:
    pair = Pair(alice, bob)
    paths = ("", "/log", "/summary", "/dice")

    def told() -> list[Any]:
        with bob.live(pair.match, "Far"):
            found = [bob.get(f"/api/matches/{pair.match}{path}") for path in paths]
        record = bob.client.get(f"/api/matches/{pair.match}/record").text
        return [*(str(one).replace("True", "False") for one in found), record]

    before = told()
    with alice.live(pair.match, "Near") as near:
        seated(near)
        draw(near, MARKS)
        answered(near)
    assert told() == before


@pytest.mark.parametrize(
    "text",
    [
        *("", "x", "[]", "{}", '{"sketch": 1}', '{"sketch": ["x"]}', '{"sketch": ["a<b>"]}'),
        *('{"sketch": ["c0408\\n"]}', '{"sketch": ["c' + "0" * 70 + '"]}', '{"sketch": [null]}'),
        '{"sketch": ["c1"], "to": "nobody"}',
        '{"sketch": ["c1"], "choice": "stand"}',
        json.dumps({"sketch": ["c1"] * 41}),
        "[" * 3000,
        '{"sketch": ["c1"]' + " " * 5000 + "}",
    ],
)
def test_what_is_no_sketch_closes_the_line_and_reaches_nobody(
    alice: Browser, bob: Browser, text: str
) -> None:
    pair = Pair(alice, bob)
    with alice.live(pair.match, "Near") as near, bob.live(pair.match, "Far") as far:
        seated(near, far)
        near.send(text)
        with pytest.raises(ConnectionClosed):
            until_closed(near)
        assert heard(far, 0.3) is None
    assert alice.table(pair.match)["version"] == 0
