"""Chapters 41 and 42: the Allied blockade, and victory by holding every great city."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import Table, table
from trenchline.games.kaisers_war.components import (
    BOARD,
    CITY,
    GRID,
    HOMELAND,
    OF_CLASS,
    PARIS,
    RUSSIA,
    TERRITORY,
)
from trenchline.games.kaisers_war.victory import OBJECTIVES, RUHR, holds_everything, income
from trenchline.kernel.bits import members


def test_41_1_the_blockade_follows_the_victory_point_segment() -> None:
    t = table("turn 2 phase Allied attrition\noptions blockade\nvp 60 40\nGE 1@0814\n", 3)
    (points,) = (n for n, line in enumerate(t.log) if line == "Victory Point Segment")
    (blockade,) = (n for n, line in enumerate(t.log) if "dice 3 for the blockade" in line)
    (turn,) = (n for n, line in enumerate(t.log) if line.startswith("Game Turn 3"))
    assert points < blockade < turn


def test_41_2_it_costs_the_central_powers_a_die() -> None:
    t = table("turn 2 phase Allied attrition\noptions blockade\nvp 60 40\nGE 1@0814\n", 6)
    assert t.vp[1] == 40 + income(t.state, 1) - 6


CORPS = [
    *(f"AG {n}" for n in range(1, 12)),
    *(f"FR {n}" for n in range(1, 9)),
    *(f"BR {n}" for n in range(1, 6)),
    *(f"IT {n}" for n in (1, 3, 4, 7, 8)),
]
CENTRAL_CORPS = [
    *(f"CG {n}" for n in range(1, 15)),
    *(f"GE {n}" for n in (1, 3, 4, 5, 19, 8, 10, 9, 11, 12)),
    *(f"AH {n}" for n in (5, 10, 6, 2, 1, 3, 4)),
]


def conquest(side: str, wanted: int, missing: str = "", facts: str = "") -> Table:
    """The end of the enemy's turn, with a side's units in some cities."""
    corps = iter(CORPS if side == "Allied" else CENTRAL_CORPS)
    before = "Central" if side == "Allied" else "Allied"
    places = [h for h in members(wanted) if not missing or h != CITY[missing]]
    units = "\n".join(f"{next(corps)}@{GRID.label(h)}" for h in places)
    options = "sudden_death east" if facts else "sudden_death"
    text = f"turn 4 phase {before} attrition\noptions {options}\nvp 60 60\n{units}\n{facts}"
    return table(text, 2)


GREAT = OBJECTIVES & ~(1 << PARIS | 1 << RUHR)


def test_42_1_every_great_city_at_the_start_of_a_turn_wins_the_war() -> None:
    """The Allies need not take Paris, the Ruhr, nor [42.3] Russia while it is neutral."""
    won = conquest("Allied", GREAT & HOMELAND[1])
    assert won.asked == ""
    assert (won.outcome.winner, won.outcome.reason.split()[0]) == (0, "imperial")
    assert conquest("Allied", GREAT & HOMELAND[1], missing="Warsaw").asked != ""


@pytest.mark.parametrize("kind", ["major_capital", "resource", "political"])
def test_42_1_a_city_of_any_of_the_three_kinds_is_needed(kind: str) -> None:
    """Whichever of them the Allies lack, the war goes on."""
    wanted = GREAT & HOMELAND[1]
    lacking = [name for name, h in CITY.items() if (OF_CLASS[kind] & wanted) >> h & 1]
    assert lacking
    for name in lacking:
        assert conquest("Allied", wanted, missing=name).asked != "", name


def test_42_1_paris_and_the_ruhr_are_not_needed() -> None:
    assert not GREAT & (1 << PARIS | 1 << RUHR)
    won = conquest("Allied", GREAT & HOMELAND[1])
    assert not won.state.held[0] >> RUHR & 1
    taken = conquest("Central", GREAT & HOMELAND[0] & ~TERRITORY["BR"])
    assert not taken.state.held[1] >> PARIS & 1
    assert taken.outcome.winner == 1


def test_42_2_the_central_powers_need_no_british_city() -> None:
    t = conquest("Central", GREAT & HOMELAND[0] & ~TERRITORY["BR"])
    assert (t.asked, t.outcome.winner) == ("", 1)
    assert conquest("Central", GREAT & HOMELAND[0] & ~TERRITORY["BR"], missing="Rome").asked != ""


def test_42_3_russian_cities_count_once_the_bolsheviks_fight() -> None:
    wanted = GREAT & HOMELAND[0] & ~TERRITORY["BR"]
    reds = "BO Fort1:out Fort2:out ShockRG:out AGNF:out AGWF:out AGSF:out AGUkF:out AGUrF:out\n"
    war = reds + "BO CavAKonA:out\nAN CavMakhno:out\nfacts kaiser_east east_free\n"
    short = conquest("Central", wanted, facts=war)
    assert not holds_everything(short.state, 1)
    assert conquest("Central", wanted | GREAT & RUSSIA, facts=war).outcome.winner == 1
    assert conquest("Central", wanted).outcome.winner == 1


def test_42_4_neutral_cities_do_not_count() -> None:
    assert GREAT & BOARD.where("terrain", "neutral") == 0
