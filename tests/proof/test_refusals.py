"""The check of refusals, on Pebbles and on a few lines of rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kernel import pebbles
from tests.kernel.pebbles import GAME, Grab, Pebbles, Point
from tests.reasons import Site, sites
from tests.refusals import Causes, Inquiry
from trenchline.kernel.bars import Bar, first_bar
from trenchline.kernel.match import Match
from trenchline.kernel.play import decision
from trenchline.kernel.rulebook import Case, Rulebook
from trenchline.kernel.steps import Choice, Refusal

BOOK = Rulebook([Case(number, "rule", "...", "...") for number in ("2.2", "2.3", "2.4", "3.1")])
SOURCES = [Path(pebbles.__file__)]


def asked(causes: Causes, games: int = 4) -> Inquiry:
    inquiry = Inquiry(GAME, [*SOURCES, Path(__file__)], BOOK, causes)
    for seed in range(games):
        inquiry.play(seed)
    return inquiry


def of_code(tmp_path: Path, code: str) -> list[Site]:
    file = tmp_path / "rules.py"
    file.write_text(code)
    return sites([file])


# What is read from the sources.


def test_a_place_is_guarded_by_the_condition_it_stands_under(tmp_path: Path) -> None:
    code = """
def why_not(state, verb, number):
    if verb == "move":
        if state.moved >> number & 1:
            return Refusal("6.3", "it has moved")
        if number < 0 or state.lost >> number & 1:
            return Refusal("6.4", "it is lost")
        if state.lost or state.gone:
            return Refusal("6.5", "two causes in one")
        if not (state.here and state.now):
            return Refusal("6.6", "two causes denied")
        return Refusal("6.7", f"it needs {state.price} points")
    if verb == "build":
        return Refusal("7.1", "only the verb is asked")
    if verb != "done":
        return Refusal("7.2", "that is not what this phase is for")
    return Refusal("7.3", "a" if state.late else "b")
"""
    assert {site.reason: site.cause for site in of_code(tmp_path, code)} == {
        "it has moved": "state.moved >> number & 1",
        "it is lost": "number < 0 or state.lost >> number & 1",
        "two causes in one": None,
        "two causes denied": None,
        "it needs {} points": None,
        "only the verb is asked": None,
        "that is not what this phase is for": "verb != 'done'",
        "a": "state.late",
        "b": None,
    }


def test_an_outer_condition_guards_where_the_inner_one_asks_for_the_verb(tmp_path: Path) -> None:
    code = """
def why_not(state, verb, number):
    if state.blocked:
        if verb == "rail":
            return Refusal("5.3", "no railway leads there")
        return Refusal("5.6", "the hexside is blocked")
    return other(state) or Refusal("5.7", "nothing else was true")
"""
    assert [site.cause for site in of_code(tmp_path, code)] == [
        "state.blocked",
        "state.blocked",
        None,
    ]


def test_a_constant_counts_where_it_is_used(tmp_path: Path) -> None:
    code = """
LATE = Refusal("4.0", "it is too late")
def why_not(state, verb, number):
    if state.turn > 4:
        return LATE
    reason = f"{number} is too much"
    return Refusal("4.1", reason) if number > 3 else LATE
"""
    found = [(site.reason, site.cause) for site in of_code(tmp_path, code)]
    assert found == [
        ("it is too late", "state.turn > 4"),
        ("{} is too much", "number > 3"),
        ("it is too late", None),
    ]


def test_a_bar_is_guarded_by_what_it_leaves_open(tmp_path: Path) -> None:
    code = 'def bars(state):\n    yield Bar("6-3", "it has moved", ~state.moved)'
    (site,) = of_code(tmp_path, code)
    assert (site.case, site.cause, site.is_bar) == ("6-3", "~state.moved", True)


# What random play brings up.


def test_catch_alls_of_pebbles_are_found() -> None:
    complaints = asked({}).complaints
    assert ("or", "a heap that is not there or empty") in complaints
    assert ("fall-through", "nobody stands still twice") in complaints
    assert ("fall-through", "take from 1 to {}") in complaints
    assert "unknown" not in [kind for kind, _ in complaints]


def nobody_stands_twice(match: Match, choice: Choice) -> bool:
    state: Pebbles = match.state
    return choice[0] == "stand" and not state.stands[state.turn]


def test_a_cause_that_holds_is_a_reason() -> None:
    """It is not one where the verb has not been asked for at all."""
    complaints = asked({"nobody stands still twice": nobody_stands_twice}).complaints
    assert "nobody stands still twice" not in [reason for _, reason in complaints]
    untrue = asked({"a challenge is taken up {} be": nobody_stands_twice}).complaints
    assert ("idle", "a challenge is taken up {} be") in untrue


def test_a_cause_that_does_not_hold_is_none() -> None:
    complaints = asked({"take from 1 to {}": lambda match, choice: choice[1] > 3}).complaints
    assert "is not true (seed" in complaints["untrue", "take from 1 to {}"]


def test_a_cause_must_be_enough() -> None:
    complaints = asked({"nobody stands still twice": lambda match, choice: True}).complaints
    assert "holds for stand, which is offered" in complaints["weak", "nobody stands still twice"]


def either(match: Match, choice: Choice) -> bool:
    return choice[0] == "stand" or choice[1] > 2


def test_a_cause_never_says_or() -> None:
    assert ("two", "nobody stands still twice") in asked(
        {"nobody stands still twice": either}, 0
    ).complaints


def unheard_of(self: Grab, state: Pebbles, verb: str, number: int) -> Refusal:
    if verb != "take":
        return Refusal("9.9", "take some pebbles first")
    return Refusal("2.4", "nobody stands still twice")


def test_cases_must_exist_and_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Grab, "why_not", unheard_of)
    inquiry = asked({})
    assert "cites 9.9" in inquiry.complaints["case", "take some pebbles first"]
    assert "shared" in [kind for kind, _ in inquiry.complaints]
    assert inquiry.met["take some pebbles first"]


def barred(self: Point, state: Pebbles, verb: str, number: int) -> Refusal:
    filled = sum(1 << n for n, heap in enumerate(state.heaps) if heap)
    refusal = first_bar([Bar("2.2", "the heap is empty", filled)], number)
    return refusal or Refusal("2.2", "nothing bars the heap")


def test_the_reason_of_a_bar_stands_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Point, "why_not", barred)
    inquiry = asked({})
    assert inquiry.met["the heap is empty"]
    assert "the heap is empty" not in [reason for _, reason in inquiry.complaints]
    assert ("fall-through", "nothing bars the heap") in inquiry.complaints


def test_every_decision_is_asked_about() -> None:
    kinds = set()

    def note(match: Match, choice: Choice) -> bool:
        kinds.add(type(decision(match.state)).__name__)
        return True

    reasons = (
        "nobody stands still twice",
        "take from 1 to {}",
        "a heap that is not there or empty",
    )
    asked(dict.fromkeys((*reasons, "a challenge is taken up or let be"), note))
    assert kinds == {"Point", "Grab", "Doubt"}
