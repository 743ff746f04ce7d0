"""How the scenarios end: sudden death, and the levels of victory [4]."""

from __future__ import annotations

import pytest

from tests.der_weltkrieg.table import Table, opening, table
from trenchline.games.der_weltkrieg.components import CODES
from trenchline.games.der_weltkrieg.victory import balance, outcome

LATE = "scenario tannenberg\nturn 1914 Sep 4 phase Entente recombination\n"


def ended(t: Table) -> str:
    """How a scenario ended; empty if it goes on."""
    return t.state.ending


@pytest.mark.parametrize(
    ("russians", "ending"),
    [
        ("RU 1@0408", "Entente: Danzig has fallen"),
        ("RU 1C@0408", ""),
    ],
)
def test_4_infantry_in_danzig_ends_the_scenario_at_once(russians: str, ending: str) -> None:
    unit = russians.split("@")[0].replace(" ", "")
    t = table(f"scenario tannenberg\nturn 1914 Sep 1 phase Entente movement\nDE 1@1605\n{russians}")
    t.march(unit, "0407")
    assert ended(t) == ending
    assert (not t.state.stack) is bool(ending)


@pytest.mark.parametrize(
    ("russians", "ending"),
    [
        ("RU HQ1/9@0309 1@0209 2@0210 4@0310", "the Russians stand on the lower Vistula"),
        ("RU HQ1/9@0309 1@0209 2@0210 4@0410", ""),
        ("RU HQ1/9@2104 1@0209 2@0210 4@0310", ""),
        ("RU HQ1/9@0309 1@0209 2@0210 1Rf@0310", ""),
    ],
)
def test_4_three_supplied_divisions_on_the_vistula_end_the_scenario(
    russians: str, ending: str
) -> None:
    t = table(
        f"scenario tannenberg\nturn 1914 Sep 1 phase Entente movement\nDE 1@1605\n{russians}"
    ).choose("done")
    assert ended(t).partition(": ")[2] == ending


@pytest.mark.parametrize(
    ("piles", "ending"),
    [
        ("HQ1:eliminated HQ2:surrendered", "Central Powers: both Russian armies are destroyed"),
        ("HQ1:eliminated HQ2/0@2304", ""),
        ("HQ1:eliminated", ""),
    ],
)
def test_4_the_loss_of_both_armies_ends_the_scenario(piles: str, ending: str) -> None:
    t = table(
        f"scenario tannenberg\nturn 1914 Aug 7 phase Central movement\nDE 1@1605\nRU 1@2204 {piles}"
    ).choose("done")
    assert ended(t) == ending
    assert (not t.state.stack) is bool(ending)
    if ending:
        assert outcome(t.state).winner == 0


@pytest.mark.parametrize(
    ("points", "level", "winner"),
    [
        ("RU-64 DE-100", "German decisive victory", 0),
        ("RU-63 DE-100", "German operational victory", 0),
        ("RU-55 DE-100", "German operational victory", 0),
        ("RU-54 DE-100", "Draw", None),
        ("RU-0 DE-60", "Draw", None),
        ("RU-0 DE-61", "Russian operational victory", 1),
        ("RU-0 DE-100", "Russian operational victory", 1),
        ("RU-0 DE-101", "Russian decisive victory", 1),
    ],
)
def test_4_the_levels_of_tannenberg(points: str, level: str, winner: int | None) -> None:
    t = table(f"{LATE}DE 1@1605\nRU 1@2204\ndm {points}")
    while t.state.stack:
        t.choose("done")
    end = outcome(t.state)
    assert (end.reason, end.winner) == (level, winner)


@pytest.mark.parametrize(
    ("scenario", "points", "level"),
    [
        ("gorlice", 45, "Central Powers decisive victory"),
        ("gorlice", 44, "Central Powers operational victory"),
        ("gorlice", 31, "Draw"),
        ("gorlice", 23, "Russian operational victory"),
        ("gorlice", 7, "Russian decisive victory"),
        ("limanowa", 30, "Central Powers decisive victory"),
        ("limanowa", 29, "Central Powers operational victory"),
        ("limanowa", 11, "Draw"),
        ("limanowa", 7, "Russian operational victory"),
        ("limanowa", -11, "Russian decisive victory"),
    ],
)
def test_4_the_levels_in_galicia(scenario: str, points: int, level: str) -> None:
    t = opening(scenario=scenario)
    nation = CODES.index("RU" if points > 0 else "AH")
    t.state.dm[nation] = abs(points)
    assert balance(t.state) == points
    assert outcome(t.state).reason == level


def test_4_ground_counts_for_those_who_hold_it_at_the_end() -> None:
    t = opening(scenario="gorlice")
    assert balance(t.state) == 0
    przemysl = t.state.theatre.board.grid.hexes("1404")
    t.state.control[0] |= przemysl
    assert balance(t.state) == 25
