"""Section 21: forts in towns, given up for the streets or declared open."""

from __future__ import annotations

import pytest

from tests.der_weltkrieg.battles import COMBAT, ENTENTE, MOVEMENT, join
from tests.der_weltkrieg.table import Sketch, Table, counter
from trenchline.games.der_weltkrieg.fortresses import declare_open_cities, neglect, turns_prone

EDGES = {f"10{row:02}": {"edge": "RU"} for row in range(1, 11)} | {
    f"01{row:02}": {"edge": "DE"} for row in range(1, 11)
}
WEST = {"0606/0506": "urban", "0606/0507": "urban"}
"""Streets towards the German side of 0606."""


def attacked(sketch: Sketch, russians: str, germans: str = "I1@0506") -> Table:
    """An attack on 0606, up to the first question."""
    t = sketch.table(COMBAT + f"DE {germans}\nRU {russians}", 1, 1)
    return join(t, "0606", "DEI1")


def test_21_4_only_the_fort_under_attack_is_given_up() -> None:
    t = attacked(Sketch(WEST, facts=EDGES), "I1@0606 F1@0606 F2@0808")
    assert t.asked == "HoldFort"
    assert t.choices("abandon") == {"RUF1"}
    assert t.refused("abandon RUF2") == "21-4"


@pytest.mark.parametrize(
    ("sides", "russians"),
    [
        # The fort is alone, or with others who do not fight in streets.
        (WEST, "F1@0606"),
        (WEST, "F1@0606 A1@0606"),
        # There is no fort in the hex, but one elsewhere.
        (WEST, "I1@0606 F1@0808"),
        # The streets lie on the far side.
        ({"0606/0706": "urban", "0606/0707": "urban"}, "I1@0606 F1@0606"),
        # One urban side without a centre, next to the one attacked.
        ({"0606/0507": "urban"}, "I1@0606 F1@0606"),
    ],
)
def test_21_4_nobody_is_asked_where_there_are_no_streets_to_fight_for(
    sides: dict[str, str], russians: str
) -> None:
    assert attacked(Sketch(sides, facts=EDGES), russians).asked != "HoldFort"


def test_21_4_21_8_a_surrounded_fort_is_not_given_up_for_the_streets() -> None:
    ring = "I1@0506 I2@0605 I3@0607 I4@0806"
    t = attacked(Sketch(WEST, facts=EDGES), "I1@0606 F1@0606", ring)
    assert t.asked != "HoldFort"


def weak(*places: str) -> Sketch:
    """A map with cities and forts weak enough to be given up."""
    forts = tuple(counter(f"{code}F9", (8, 8), 0, "fortress", "") for code in ("RU", "DE"))
    return Sketch(facts=EDGES, places=dict.fromkeys(places, "city"), counters=forts)


@pytest.mark.parametrize(
    ("date", "opens"),
    [("1914 Aug 1", True), ("1914 Sep 7", True), ("1914 Oct 1", False), ("1914 Jul 7", False)],
)
def test_21_12_cities_open_in_august_and_september_1914_only(date: str, opens: bool) -> None:
    text = f"turn {date} phase Central movement\nDE S1@0506 I1@0506\nRU F9@0606 I1@0606 HQ1@0906"
    t = weak("0606").table(text)
    assert bool(declare_open_cities(t.state)) is opens
    assert (t.where("RUF9") == "eliminated") is opens


def test_21_12_german_cities_open_as_russian_ones_do() -> None:
    text = ENTENTE.replace("combat", "movement") + "RU S1@0707 I1@0606\nDE F9@0506 I1@0506 HQ1@0206"
    t = weak("0506").table(text).choose("unit RUS1", "move 0606")
    assert t.where("DEF9") == "eliminated"
    assert t.asked == "RetreatUnit"


def test_21_12_29_13_18_11_18_16_what_cannot_leave_an_open_city_is_lost() -> None:
    text = MOVEMENT + "DE S1@0405 I1@0506\nRU F9@0606 A1@0606 P1/5@0606 HQ1/20@0606 HQ2@0906"
    t = weak("0606").table(text).choose("unit DES1", "move 0506")
    assert {t.where(key) for key in ("RUF9", "RUA1", "RUP1")} == {"eliminated"}
    assert t.asked == "RetreatUnit"
    assert t.state.stock[t.unit("RUHQ1")] == 0


def test_21_10_a_fort_not_yet_besieged_has_its_whole_time_before_it() -> None:
    t = Sketch(facts=EDGES).table(COMBAT + "DE I1@0506\nFR F1@0606")
    assert [turns_prone(t.state, t.unit("FRF1"), later) for later in (0, 7, 8, 9)] == [0, 0, 1, 2]


def test_41_4_only_russian_forts_are_neglected_not_the_garrison_nor_others() -> None:
    ring = "DE I1@0506 I2@0605 I3@0607 I4@0806\n"
    t = Sketch(facts=EDGES).table(COMBAT + ring + "RU I1@0606 F1@0606\nFR F1@0606")
    neglect(t.state)
    assert (t.strength("RUF1"), t.strength("RUI1"), t.strength("FRF1")) == (6, 5, 12)
