"""Sections 13.1 and 13.2: dice decide when Italy and Turkey enter the war."""

from __future__ import annotations

import pytest

from tests.world_war_one.table import Table, opening, table


def start_of(turn: int, *dice: int, options: str = "variable_italy", more: str = "") -> Table:
    """The start of a turn at which a neutral Italy and Turkey may be rolled for."""
    facts = " ".join(f"option-{name}" for name in options.split())
    t = table(
        f"""
        turn {turn - 1} phase supply
        IT neutral crp 15 1@0415
        TU neutral crp 6 1@1531
        FR crp 9 1@0207
        {more}
        facts {facts}
        """,
        *dice,
    )
    assert t.turn == turn
    assert t.dice.told == []
    return t


@pytest.mark.parametrize("turn", [2, 3, 6])
@pytest.mark.parametrize("die", range(1, 7))
def test_13_11_italy_joins_on_one_to_four(turn: int, die: int) -> None:
    t = start_of(turn, die)
    assert t.side("IT") == ("allied" if die <= 4 else "neutral")
    assert t.crp("IT") == 15
    assert t.state.ledger == []
    if die <= 4:
        assert t.may("unit IT1")


def test_13_11_the_die_is_rolled_each_turn_until_she_joins() -> None:
    t = start_of(2, 6)
    t.roll(5)
    while t.turn == 2:
        t.choose("done")
    assert t.side("IT") == "neutral"
    t.roll(1)
    while t.turn == 3:
        t.choose("done")
    assert t.side("IT") == "allied"
    # No die is told for turn 5, so none may be rolled.
    while t.turn == 4:
        t.choose("done")
    assert t.turn == 5


def test_13_11_no_die_is_rolled_on_turn_one() -> None:
    t = opening(scenario="free_deployment", variable_italy="on", variable_turkey="on")
    while t.asked == "Deployment":
        t.choose(min(t.legal))
    assert (t.turn, t.phase) == (1, "Allied movement")


def test_13_12_the_date_of_11_11_no_longer_holds() -> None:
    """[R52] But what follows from a violation does, and the Transit Area stays closed."""
    t = start_of(3, 5)
    assert t.side("IT") == "neutral"
    shut = start_of(3, 5, more="BR 1@0110").choose("unit BR1")
    assert shut.refused("transit").case == "11.11"
    t = start_of(4, 6, more="AH 1@0515").until("Central movement")
    t.choose("unit AH1", "step 0516")
    assert (t.side("IT"), t.crp("IT")) == ("allied", 15)
    assert t.state.ledger == [(4, 0, 15, "Italy violated")]


def test_13_12_without_the_option_nobody_rolls() -> None:
    t = start_of(3, options="")
    assert t.side("IT") == "allied"


@pytest.mark.parametrize("turn", [2, 5])
@pytest.mark.parametrize("die", range(1, 7))
def test_13_21_turkey_joins_on_one_to_four(turn: int, die: int) -> None:
    t = start_of(turn, die, options="variable_turkey", more="AH 1@1116")
    assert t.side("TU") == ("central" if die <= 4 else "neutral")
    assert t.crp("TU") == 6
    assert t.state.ledger == []


def test_13_21_italy_rolls_first_when_both_do() -> None:
    t = start_of(2, 6, 1, options="variable_italy variable_turkey")
    assert (t.side("IT"), t.side("TU")) == ("neutral", "central")
    t = start_of(2, 1, 6, options="variable_italy variable_turkey")
    assert (t.side("IT"), t.side("TU")) == ("allied", "neutral")


def test_13_22_the_date_of_11_21_no_longer_holds() -> None:
    """[R52] A neutral Turkey receives nothing and can be violated on any turn for 15 points."""
    t = start_of(4, 5, options="variable_turkey", more="BR 1@0304")
    assert t.side("TU") == "neutral"
    t.choose("unit BR1", "sea 1332")
    assert (t.side("TU"), t.crp("TU")) == ("central", 6)
    assert t.state.ledger == [(4, 1, 15, "Turkey violated")]
    quiet = start_of(4, 5, options="variable_turkey").until("Allied build")
    assert quiet.crp("TU") == 6
