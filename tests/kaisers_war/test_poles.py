"""Chapter 40: the Poles, who may fight for either side."""

from __future__ import annotations

from tests.kaisers_war.table import city, table
from trenchline.games.kaisers_war.components import ALLIED, CENTRAL, CITY, GRID, TERRITORY, UNITS
from trenchline.games.kaisers_war.eastern import move_east
from trenchline.games.kaisers_war.notation import parse
from trenchline.games.kaisers_war.state import DEAD, POOL

LEGION = UNITS["POLeg"]


def lands(labels: set[str]) -> set[str]:
    """The countries of some hexes."""
    return {code for code, soil in TERRITORY.items() if soil & GRID.hexes(*labels)}


def test_40_1_with_the_option_the_poles_may_serve_either_side() -> None:
    position = "turn 2 phase Allied movement\noptions east{}\nFR 1@0714\n"
    assert table(position.format("")).state.side_of(LEGION) == CENTRAL
    assert table(position.format(" poles")).state.side_of(LEGION) == ALLIED


def test_40_2_the_allies_raise_poles_in_france() -> None:
    t = table("turn 2 phase Allied mobilization\noptions poles\nFR 1@0714\nPO Leg:turn2\n")
    assert t.may("mobilize PO1")
    t.choose("arrive POLeg")
    assert {city("Paris"), city("Lyon"), city("Marseille")} == t.choices("place")


def test_40_2_when_the_kaiser_moves_east_they_go_over() -> None:
    state = parse(
        """
        turn 2 phase Allied movement
        options east poles
        vp 60 75
        PO Leg@0615 1:turn4
        """
    )
    move_east(state)
    assert state.side_of(LEGION) == CENTRAL
    assert [state.where[UNITS[key]] for key in ("POLeg", "PO1")] == [POOL, POOL]
    assert state.vp == [60, 75]
    t = table(
        """
        turn 3 phase Central mobilization
        options east poles
        facts kaiser_east east_free poles-Central
        GE 1@{Warsaw} 3@{Paris}
        PO Leg:turn3
        """
    )
    assert t.choose("arrive POLeg").where("POLeg") == city("Warsaw")


def test_40_3_allied_poles_keep_to_five_countries() -> None:
    t = table(
        """
        turn 2 phase Allied movement
        options poles
        FR 1@0714
        PO Leg@{Nice} 1@{Belfort}
        """
    )
    assert lands(t.choose("unit POLeg", "force").choices("move")) == {"FR"}
    assert "IT" in lands({city("Turin")})
    t = table("turn 2 phase Allied movement\noptions poles\nPO Leg@{Luxemburg}\nFR 1@0714\n")
    assert lands(t.choose("unit POLeg").choices("move")) <= {"FR", "BE", "GE", "AH", "PO"}


WHITES = """
    turn 3 phase Central movement
    options east poles
    facts kaiser_east east_free poles-Central
    vp 60 75
    WR AFSR@2708
    GE 1@{Berlin}
    PO Leg@{Warsaw} 1:turn5
"""


def test_40_4_whites_in_poland_drive_the_poles_to_the_allies_for_good() -> None:
    t = table(WHITES).choose("unit WRAFSR")
    poland = min(hex_ for hex_ in t.choices("move") if lands({hex_}) == {"PO"})
    t.choose(f"move {poland}")
    assert (t.where("POLeg"), t.where("PO1")) == ("pool", "pool")
    assert t.state.side_of(LEGION) == ALLIED
    assert t.vp == (60, 75)
    assert t.choices("unit") == {"GE1"}


def test_40_4_they_come_by_pursuit_too() -> None:
    t = table(
        WHITES.replace("movement", "combat 1") + "BR 1@2608\nFR 1@0714\nGE Shock2@2708 3@0814\n", 6
    )
    # 13 against 8: 150%, where a six is DD.
    t.declare("2608", "WRAFSR", "GEShock2").choose("big_push")
    while t.asked != "Pursuit":
        t.choose(min(t.legal))
    t.choose("pursue WRAFSR")
    assert t.state.side_of(LEGION) == ALLIED


def test_40_2_the_dead_stay_dead_when_poles_change_sides() -> None:
    state = parse("turn 2 phase Allied movement\noptions east poles\nPO Leg:dead 1@0615\n")
    move_east(state)
    assert [state.where[UNITS[key]] for key in ("POLeg", "PO1")] == [DEAD, POOL]


def test_40_2_poles_of_the_central_powers_stay_when_the_kaiser_moves_east() -> None:
    """With or without the option, if they are his already."""
    for options in ("east", "east poles"):
        state = parse(
            f"turn 2 phase Central movement\noptions {options}\n"
            "facts poles-Central\nPO Leg@{}\n".replace("{}", city("Warsaw"))
        )
        move_east(state)
        assert state.where[LEGION] == CITY["Warsaw"]
        assert state.side_of(LEGION) == CENTRAL


def test_40_4_only_white_russians_only_in_poland_only_with_the_option() -> None:
    for options, unit, goal, gone in (
        ("east poles", "WRShockNW", "2411", True),
        ("east poles", "WRShockNW", "2412", False),  # the Ukraine
        ("east poles", "GE1", "2411", False),
        ("east", "WRShockNW", "2411", False),
    ):
        t = table(
            f"turn 2 phase Central movement\noptions {options}\n"
            "facts kaiser_east east_free poles-Central anarchist-Central\n"
            "WR ShockNW@2511\nGE 1@2511\nPO Leg@{Warsaw} 1:turn4\n"
        )
        if goal == "2412":
            t = table(
                f"turn 2 phase Central movement\noptions {options}\n"
                "facts kaiser_east east_free poles-Central anarchist-Central\n"
                "WR ShockNW@2513\nPO Leg@{Warsaw} 1:turn4\n"
            )
        t.choose(f"unit {unit}", f"move {goal}")
        assert (t.where("POLeg") == "pool") is gone
        assert (t.state.side_of(LEGION) == ALLIED) is gone
