"""Chapters 28 and 30: the Russian front, who stands still in it, and how the Kaiser moves east."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import Table, city, opening, table
from trenchline.games.kaisers_war.components import (
    CITIES,
    CITY,
    GRID,
    HOMELAND,
    RUSSIA,
    TERRITORY,
    UNITS,
)
from trenchline.games.kaisers_war.eastern import allowed_land
from trenchline.games.kaisers_war.orders_of_battle import area

REDS = ("BOFort1", "BOFort2", "BOShockRG", "BOAGNF", "BOAGWF", "BOAGSF")


def deployed(**options: str) -> Table:
    """The first turn of a game with the Russian front, everything set up."""
    return opening(east="on", **options).choose("auto", "auto")


def lands(labels: set[str]) -> set[str]:
    """The countries of some hexes."""
    return {code for code, soil in TERRITORY.items() if soil & GRID.hexes(*labels)}


def test_28_1_bolsheviks_start_in_russian_cities_as_neutrals() -> None:
    t = deployed()
    assert t.where("BOFort1") == city("Petrograd")
    assert t.where("BOFort2") == city("Moscow")
    for key in REDS:
        place = t.state.where[UNITS[key]]
        assert CITIES & RUSSIA & ~(1 << CITY["Narva"]) & 1 << place
        assert t.state.held[2] >> place & 1
    assert [t.where(key) for key in ("BOAGUkF", "BOAGUrF", "BOCavAKonA")] == ["pool"] * 3
    assert t.state.where[UNITS["ANCavMakhno"]] < 0
    assert t.state.where[UNITS["CZExpCL"]] < 0


def test_28_2_the_whites_hold_narva_and_the_finns_finland() -> None:
    t = deployed()
    assert t.where("WRShockNW") == city("Narva")
    assert lands({t.where("FIWG")}) == {"FI"}
    waiting = ("BALw", "POLeg", "PO1", "UKGA", "UK1", "WRAFSR", "WRSib", "WRCavACoss")
    assert [t.where(key) for key in waiting] == ["pool"] * len(waiting)
    assert opening().choose("auto", "auto").where("FIWG") == "out"


@pytest.mark.parametrize("unit", ["GEShock18", "GEOst", "GETac3", "GEStr1", "GEHQHL", "GEHQBrM"])
def test_28_3_the_free_german_forces_may_start_in_the_east(unit: str) -> None:
    east = TERRITORY["BA"] | TERRITORY["PO"] | TERRITORY["UK"]
    assert east & ~area(opening(east="on").state, UNITS[unit]) == 0
    assert east & area(opening().state, UNITS[unit]) == 0
    assert east & area(opening(east="on").state, UNITS["GE1"]) == 0


def test_30_0_the_russian_front_replaces_the_standard_eastern_rules() -> None:
    """[R29]"""
    assert deployed().asked == "KaiserMovesEast"
    assert opening().choose("auto", "auto").asked != "KaiserMovesEast"


def test_30_1_the_old_empire_is_five_countries_and_the_caucasus_none_of_them() -> None:
    parts = [TERRITORY[code] for code in ("RU", "FI", "BA", "PO", "UK")]
    assert all(parts)
    assert (
        sum(part.bit_count() for part in parts)
        == (parts[0] | parts[1] | parts[2] | parts[3] | parts[4]).bit_count()
    )
    assert TERRITORY["TC"] & HOMELAND[0] == TERRITORY["TC"]


EASTERN = """
    turn 2 phase {} movement
    options east
    eastern GESud
    BR 1@2401 2@{{Jassy}}
    GE Sud@{{Kiev}} 1@{{Berlin}}
    FI WG@{{Abo}}
"""


def test_30_2_the_eastern_armies_stand_still() -> None:
    t = table(EASTERN.format("Central"))
    assert t.choices("unit") == {"GE1"}
    assert t.refused("unit GESud") == "24.2"


def test_24_2_who_leaves_the_map_and_comes_back_is_free_bug() -> None:
    """[R86] The freeze was for what was set up in the east, and outlived it."""
    text = EASTERN.format("Central").replace("movement", "mobilization").replace("turn 2", "turn 7")
    t = table(text.replace("options east", "last 11").replace("Sud", "HQVHof"))
    t.choose("demobilize", "dismiss GEHQVHof").until("Allied movement")
    t.until("Central mobilization").choose("mobilize GEHQVHof").until("Allied movement")
    t.until("Central mobilization").choose("arrive GEHQVHof", f"place {city('Berlin')}")
    assert "GEHQVHof" in t.until("Central movement").choices("unit")


def test_30_2_until_the_kaiser_moves_east_or_allies_come() -> None:
    moved = table(EASTERN.format("Central") + "facts kaiser_east east_free\n")
    assert "GESud" in moved.choices("unit")
    t = table(EASTERN.format("Allied")).march("BR1", "2301")
    assert t.state.east_free


def test_30_3a_allies_enter_the_border_countries_freely_but_not_russia() -> None:
    t = table(EASTERN.format("Allied")).choose("unit BR2")
    assert "UK" in lands(t.choices("move"))
    north = table(EASTERN.format("Allied").replace("1@2401", "1@{Viborg}")).choose("unit BR1")
    assert lands(north.choices("move")) == {"FI"}
    assert north.refused("move 2502") == "30.10"


def test_30_3b_nationalists_wait_until_allies_come_to_their_own_country() -> None:
    t = table(EASTERN.format("Allied"))
    assert t.zone("Central") & set(GRID.labels(TERRITORY["FI"])) == set()
    assert not t.state.is_active(UNITS["FIWG"])
    elsewhere = t.copy().choose("unit BR2")
    ukraine = min(t for t in elsewhere.choices("move") if lands({t}) == {"UK"})
    elsewhere.choose(f"move {ukraine}")
    assert elsewhere.state.east_free
    assert not elsewhere.state.is_active(UNITS["FIWG"])
    t.march("BR1", "2301")
    assert t.state.is_active(UNITS["FIWG"])
    assert t.zone("Central") & set(GRID.labels(TERRITORY["FI"]))


@pytest.mark.parametrize(
    ("unit", "start", "allowed"),
    [
        ("WRCavACoss", "{Minsk}", "RU UK PO BA FI TC"),
        ("BALw", "{Dvinsk}", "BA"),
        ("UKGA", "{Gomel}", "UK RU"),
        ("POLeg", "{Minsk}", "PO UK RU"),
        ("FIWG", "{Viborg}", "FI RU"),
    ],
)
def test_30_4_nationalists_keep_to_their_ground(unit: str, start: str, allowed: str) -> None:
    t = table(
        f"""
        turn 2 phase Central movement
        options east
        facts kaiser_east east_free
        {unit[:2]} {unit[2:]}@{start}
        """
    ).choose(f"unit {unit}", "force")
    assert lands(t.choices("move")) <= set(allowed.split())


def test_30_4_the_finns_know_one_hex_of_russia() -> None:
    t = table(
        """
        turn 2 phase Central movement
        options east
        facts kaiser_east east_free
        FI WG@{Viborg}
        """
    ).choose("unit FIWG", "force")
    assert GRID.hexes(*t.choices("move")) & RUSSIA == GRID.hexes("2502")


def test_30_5_the_czechs_march_in_any_belligerent_country() -> None:
    t = table(
        """
        turn 2 phase Allied movement
        options east
        facts kaiser_east east_free
        CZ ExpCL@2815
        """
    ).choose("unit CZExpCL")
    assert {"RM", "UK"} <= lands(t.choices("move"))
    assert table("turn 2 phase Allied movement\nFR 1@0714\n").where("CZExpCL") == "out"


def test_30_9_bolsheviks_belong_to_nobody_and_do_nothing() -> None:
    reds = "turn 2 phase {} {}\noptions east\nBO AGNF@2708\nGE 1@2607 3@{{Berlin}}\nFR 1@0714\n"
    t = table(reds.format("Allied", "movement"))
    assert "BOAGNF" not in t.choices("unit")
    assert "2607" not in t.zone("Allied")
    assert not table(reds.format("Central", "combat 1")).may("attack 2708")


def test_30_10_nobody_enters_or_attacks_russia_before_the_kaiser_moves() -> None:
    narva = """
        turn 2 phase Allied combat 1
        options east
        BR 1@2403
        WR ShockNW@{Narva}
        FR 1@0714
        GE 1@0814
        """
    t = table(narva)
    assert t.choices("attack") == {"0814"}
    assert t.refused(f"attack {city('Narva')}") == "30.10"
    assert table(narva + "facts kaiser_east\n").may(f"attack {city('Narva')}")


def test_30_8_the_czech_legion_appears_on_an_empty_hex_of_russia() -> None:
    t = deployed().choose("move_east")
    assert (t.asked, t.who) == ("EasternArrival", "Allied")
    empty = RUSSIA & ~(t.state.held[0] | t.state.held[1] | t.state.held[2])
    assert GRID.hexes(*t.choices("place")) == empty
    t.choose("place 2707")
    assert (t.where("CZExpCL"), t.vp) == ("2707", (60, 75))


def test_30_8_and_never_again() -> None:
    t = table(
        """
        turn 3 phase Allied mobilization
        options east
        facts kaiser_east
        CZ ExpCL:dead
        BO Fort1:out Fort2:out ShockRG:out AGNF:out AGWF:out AGSF:out
        BO AGUkF:out AGUrF:out CavAKonA:out
        AN CavMakhno:out
        """
    )
    assert not t.may("mobilize CZExpCL")


def test_30_11_the_kaiser_moves_east_at_the_start_of_a_turn_or_waits() -> None:
    t = deployed()
    assert t.who == "Central"
    waits = t.copy().choose("done")
    assert not waits.state.kaiser_east
    t.choose("move_east", "place 2707", "place 3110")
    state = t.state
    assert [state.side_of(UNITS[key]) for key in REDS] == [0] * len(REDS)
    assert all(state.is_active(UNITS[key]) for key in (*REDS, "FIWG", "WRShockNW"))
    assert state.side_of(UNITS["WRShockNW"]) == 1
    assert t.zone("Allied") & set(GRID.labels(RUSSIA))


def test_30_13_bolsheviks_march_in_the_old_empire_and_the_caucasus() -> None:
    t = table(
        """
        turn 2 phase Allied movement
        options east
        facts kaiser_east east_free
        BO CavAKonA@2814
        """
    ).choose("unit BOCavAKonA")
    assert lands(t.choices("move")) == {"UK"}
    south = table(
        """
        turn 2 phase Allied movement
        options east
        facts kaiser_east east_free
        BO CavAKonA@4517
        """
    ).choose("unit BOCavAKonA")
    assert lands(south.choices("move")) == {"RU", "TC"}


def test_30_15_they_attack_and_hold_zones_across_borders_they_may_not_cross() -> None:
    t = table(
        """
        turn 2 phase Central combat 1
        options east
        facts kaiser_east east_free
        FI WG@2601
        GE 1@2601 19@0814
        BO CavAKonA@{Petrograd}
        FR 7@0714
        """
    )
    petrograd = city("Petrograd")
    assert petrograd in t.zone("Central")
    # 9 against 3 doubled by the city: 150%, where a five is DW. The Germans may follow.
    t.fight(petrograd, "FIWG", "GE1", die=5)
    t.choose(min(t.legal))
    assert t.asked == "Pursuit"
    assert t.choices("pursue") == {"GE1"}


def test_30_2_when_the_kaiser_moves_east_his_armies_there_are_free() -> None:
    t = deployed()
    assert not t.state.east_free
    assert t.choose("move_east").state.east_free


def test_30_21b_dead_anarchists_are_bound_to_no_hex() -> None:
    state = table("turn 2 phase Central movement\noptions east\nAN CavMakhno:dead\nGE 1@1412").state
    found = allowed_land(state, UNITS["ANCavMakhno"])
    assert found == TERRITORY["UK"] | TERRITORY["RU"]
