"""Chapter 30: raising, stacking, supplying and counting Bolsheviks, nationalists and Anarchists."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import Table, city, opening, table
from trenchline.games.kaisers_war.components import (
    BOARD,
    CENTRAL,
    CITIES,
    CITY,
    GRID,
    RUSSIA,
    TERRITORY,
    UNITS,
)
from trenchline.games.kaisers_war.elimination import eliminate
from trenchline.games.kaisers_war.recruits import home_hexes
from trenchline.games.kaisers_war.victory import income, scoring

NO_REDS = """
    BO Fort1:out Fort2:out ShockRG:out AGNF:out AGWF:out AGSF:out AGUkF:out AGUrF:out CavAKonA:out
    AN CavMakhno:out
"""
WAR = "options east\nfacts kaiser_east east_free\nvp 60 75\n"


def war(phase: str, units: str, *dice: int, turn: int = 3) -> Table:
    """A position after the Kaiser has moved east, with no Bolsheviks but those named."""
    return table(f"turn {turn} phase {phase}\n{WAR}{NO_REDS}{units}\n", *dice)


@pytest.mark.parametrize(
    ("unit", "price"), [("UKGA", 2), ("WRAFSR", 2), ("WRCavACoss", 2), ("BALw", 2)]
)
def test_30_6_nationalists_cost_half(unit: str, price: int) -> None:
    t = war("Central mobilization", "GE 1@{Kiev} 3@{Riga} 4@{Narva}")
    assert t.choose(f"mobilize {unit}").vp[1] == 75 - price


def test_30_6_a_shock_army_for_three() -> None:
    t = war("Central mobilization", "GE 4@{Narva}\nWR ShockNW:pool")
    assert t.choose("mobilize WRShockNW").vp[1] == 75 - 3


def test_30_6_they_appear_in_home_cities_with_friends_but_not_other_nationalists() -> None:
    t = war("Central mobilization", "GE 1@{Kiev}\nPO Leg@{Odessa}\nUK GA:turn3 1:turn3")
    # Kiev is the only city: what has one answer goes without asking.
    assert t.choose("arrive UKGA").where("UKGA") == city("Kiev")
    assert not t.may("arrive UK1")


def test_30_7_whites_appear_in_russian_cities_and_on_the_eastern_edge() -> None:
    t = war("Central mobilization", "WR AFSR:turn3\nBO AGNF@{Moscow}\nCZ ExpCL@3801")
    t.choose("arrive WRAFSR")
    places = t.choices("place")
    assert {city("Petrograd"), city("Rostov"), "3802", "4513"} <= places
    assert {city("Moscow"), "3801", "2707", city("Kiev")} & places == set()


@pytest.mark.parametrize(("die", "due"), [(1, 4), (2, 4), (3, 5), (4, 5), (5, 6), (6, 6)])
def test_30_12_half_a_die_of_turns_later_a_bolshevik_unit_comes(die: int, due: int) -> None:
    t = war("Allied mobilization", "BO CavAKonA:dead", die)
    assert t.where("BOCavAKonA") == f"turn{due}"
    assert t.vp == (60, 75)


def test_30_12_in_bolshevik_cities_or_russian_hexes_without_the_enemy_one_a_hex() -> None:
    t = war(
        "Allied mobilization",
        "BO CavAKonA:turn3 AGUkF:turn3 AGNF@{Kiev}\nGE 1@{Moscow}\nBR 1@{Riga}",
    )
    places = t.choose("arrive BOCavAKonA").choices("place")
    assert {city("Kiev"), city("Petrograd"), "2707"} <= places
    assert {city("Moscow"), city("Riga"), city("Odessa")} & places == set()
    t.choose(f"place {city('Kiev')}").choose("arrive BOAGUkF")
    assert city("Kiev") not in t.choices("place")


def test_30_12_forts_rise_in_cities_only() -> None:
    t = war("Allied mobilization", "BO Fort1:turn3").choose("arrive BOFort1")
    assert GRID.hexes(*t.choices("place")) & ~sum(1 << hex_ for hex_ in set(CITY.values())) == 0


def test_30_14_one_more_psywar_attack_for_nothing_once_the_bolsheviks_fight() -> None:
    t = table(
        f"""
        turn 3 phase Central attrition
        options east psywar
        facts kaiser_east east_free
        vp 60 75
        {NO_REDS}
        FR 1@{{Paris}}
        """,
        1,
        1,
    )
    assert (t.asked, t.who) == ("Psywar", "Allied")
    assert t.choose("psywar_a").vp[0] == 57
    assert t.asked == "Psywar"
    assert t.choose("psywar_a").vp[0] == 57
    assert t.asked == "Mobilization"


def test_30_16_nationalists_stack_with_great_powers_not_with_each_other() -> None:
    t = war("Central movement", "UK GA@3012\nGE 1@{Kiev}\nWR AFSR@3013").choose("unit UKGA")
    assert city("Kiev") in t.choices("move")
    assert "3013" not in t.choices("move")


def test_30_16_bolsheviks_stack_with_nobody_else() -> None:
    t = war("Allied movement", "BO AGNF@2707 AGWF@2806\nBR 1@{Vitebsk}").choose("unit BOAGNF")
    assert city("Vitebsk") not in t.choices("move")
    assert "2806" in t.choices("move")


def test_30_16_allied_garrisons_never_go_to_russia_central_ones_may() -> None:
    allied = war("Allied mobilization", "BR 1@{Petrograd} 2@{Moscow}").choose("mobilize AG1")
    assert GRID.hexes(*allied.choices("place")) & RUSSIA == 0
    central = war("Central mobilization", "GE 1@{Petrograd}").choose("mobilize CG1")
    assert city("Petrograd") in central.choices("place")


def test_30_17_bolsheviks_fight_alone_nationalists_with_anybody() -> None:
    reds = war("Allied combat 1", "BO AGNF@2707 AGWF@2707\nBR 1@2706 HQAllenby@2706\nGE 1@2606")
    reds.choose("attack 2606", "with BOAGNF")
    assert reds.refused("with BR1") == "30.17"
    assert "support" not in reds.choose("join").verbs
    allies = war("Central combat 1", "UK GA@3012\nGE 1@3012 HQHL@3013\nBO AGNF@{Kiev}")
    allies.choose(f"attack {city('Kiev')}", "with UKGA", "with GE1")
    if allies.asked == "DeclareAttack":
        allies.choose("join")
    assert allies.choices("support") == {"GEHQHL"}


def test_30_18_at_home_any_city_of_the_country_supplies_them() -> None:
    t = war("Central movement", "UK GA@3112 1@{Kiev}\nGE 1@{Berlin}\nBO AGNF@2708 AGWF@2510")
    assert t.fed("BOAGNF")  # Vitebsk is near
    assert t.fed("UKGA")
    assert not t.fed("BOAGWF")  # Minsk is nearer, but not in Russia


def test_30_19_bolsheviks_near_their_capitals_have_offensive_supply_for_nothing() -> None:
    position = "BO AGNF@3206 AGWF@{Moscow}\nGE 1@3106"
    t = war("Allied combat 1", position).declare("3106", "BOAGNF").choose("supply BOAGNF")
    assert t.vp == (60, 75)
    far = war("Allied combat 1", "BO AGNF@2707 AGWF@{Moscow}\nGE 1@2606").declare("2606", "BOAGNF")
    assert not far.may("supply BOAGNF")
    empty = war("Allied combat 1", position.replace("AGWF@{Moscow}", "AGWF:out"))
    assert not empty.declare("3106", "BOAGNF").may("supply BOAGNF")


def test_30_19_they_march_double_and_nationalists_pay() -> None:
    t = war("Allied movement", "BO AGNF@3206 AGWF@{Moscow}").choose("unit BOAGNF", "force")
    assert t.vp == (60, 75)
    paid = war("Central movement", "UK GA@{Kiev}").choose("unit UKGA", "force")
    assert paid.vp == (60, 74)


def test_30_20_a_city_held_by_nationalists_alone_scores_for_nobody() -> None:
    kiev = 1 << CITY["Kiev"]
    alone = war("Central movement", "UK GA@{Kiev}\nGE 1@{Berlin}")
    assert scoring(alone.state, CENTRAL) & kiev == 0
    together = war("Central movement", "UK GA@{Kiev}\nGE 1@{Kiev}")
    assert scoring(together.state, CENTRAL) & kiev
    assert income(together.state, CENTRAL) == income(alone.state, CENTRAL) + 1
    reds = war("Central movement", "BO AGNF@{Moscow}\nGE 1@{Berlin}")
    assert (scoring(reds.state, 0) | scoring(reds.state, 1)) >> CITY["Moscow"] & 1 == 0


@pytest.mark.parametrize(
    ("units", "unit", "points"),
    [
        ("UK GA@{Kiev}", "UKGA", (60, 75 - 6)),
        ("CZ ExpCL@2707", "CZExpCL", (60 - 2, 75)),
        ("BO AGNF@{Moscow}", "BOAGNF", (60, 75)),
        ("AN CavMakhno@{Kiev}", "ANCavMakhno", (60, 75)),
    ],
)
def test_30_21a_nationalists_cost_points_when_lost_bolsheviks_and_anarchists_none(
    units: str, unit: str, points: tuple[int, int]
) -> None:
    t = war("Central movement", units + "\nGE 1@{Berlin}")
    eliminate(t.state, UNITS[unit])
    assert t.vp == points


def test_30_21b_the_anarchists_come_when_the_kaiser_moves_east() -> None:
    t = opening(east="on").choose("auto", "auto", "move_east", "place 2707")
    assert t.who == "Allied"
    everyone = t.state.held[0] | t.state.held[1] | t.state.held[2]
    land = (RUSSIA | TERRITORY["UK"]) & ~everyone
    assert GRID.hexes(*t.choices("place")) == land
    assert t.choose("place 3111").where("ANCavMakhno") == "3111"
    assert t.state.side_of(UNITS["ANCavMakhno"]) == 0


@pytest.mark.parametrize(("die", "side"), [(2, 0), (3, 1), (4, 0), (5, 1)])
def test_30_21b_each_following_turn_a_die_gives_them_to_a_side(die: int, side: int) -> None:
    t = war("Allied attrition", "AN CavMakhno@3111\nGE 1@{Berlin}", die, turn=2)
    assert t.turn == 3
    assert t.state.side_of(UNITS["ANCavMakhno"]) == side


def test_30_21b_they_are_always_alone() -> None:
    t = war("Allied movement", "AN CavMakhno@3111\nBR 1@3112\nGE 1@{Berlin}")
    t.choose("unit ANCavMakhno")
    assert "3112" not in t.choices("move")
    battle = war("Allied combat 1", "AN CavMakhno@3111\nBR 1@3112 2@3112\nGE 1@3011")
    battle.choose("attack 3011", "with BR1")
    assert battle.refused("with ANCavMakhno") == "30.17"


def test_30_21b_they_never_leave_the_ukraine_nor_have_offensive_supply() -> None:
    t = war("Allied movement", "AN CavMakhno@3111\nBR 1@{Paris}").choose("unit ANCavMakhno")
    assert t.fed("ANCavMakhno")
    assert GRID.hexes(*t.choices("move")) & ~TERRITORY["UK"] == 0
    assert "force" not in t.verbs
    battle = war("Allied combat 1", "AN CavMakhno@3111\nGE 1@3011")
    assert not battle.declare("3011", "ANCavMakhno").may("supply ANCavMakhno")


def test_30_21b_lost_anarchists_return_by_the_bolsheviks_die() -> None:
    """[R81]"""
    t = war("Allied mobilization", "AN CavMakhno:dead", 3)
    assert t.where("ANCavMakhno") == "turn5"
    back = war("Allied mobilization", "AN CavMakhno:turn3\nUK GA@3111").choose("arrive ANCavMakhno")
    assert "3112" in back.choices("place")
    assert "3111" not in back.choices("place")


def test_30_19_an_enemy_zone_cuts_the_line_to_the_capital() -> None:
    """From 3106 two hexes to Moscow, through 3205 or 3206; Germans beyond reach into both."""
    far = "BO AGNF@3106 AGWF@{Moscow}\nBR 1@{Paris}"
    assert war("Allied movement", far).choose("unit BOAGNF").may("force")
    cut = war("Allied movement", far + "\nGE 1@3204 3@3207").choose("unit BOAGNF")
    assert not cut.may("force")
    # Petrograd serves as well as Moscow, and only while Bolsheviks are in it.
    north = "BO AGNF@2603 AGWF@{Petrograd}\nBR 1@{Paris}"
    assert war("Allied movement", north).choose("unit BOAGNF").may("force")
    czechs = "BO AGNF@2603\nCZ ExpCL@{Petrograd}\nBR 1@{Paris}"
    assert not war("Allied movement", czechs).choose("unit BOAGNF").may("force")


def test_30_21b_anarchists_return_to_an_empty_hex_of_russia_or_the_ukraine() -> None:
    units = "AN CavMakhno:turn3\nUK GA@3111\nBR 1@3112\nBO AGNF@{Moscow}"
    t = war("Allied mobilization", units).choose("arrive ANCavMakhno")
    taken = GRID.hexes("3111", "3112", city("Moscow"))
    assert GRID.hexes(*t.choices("place")) == (RUSSIA | TERRITORY["UK"]) & ~taken


def test_30_12_bolsheviks_appear_in_their_cities_and_anywhere_in_free_russia() -> None:
    """[R60] Riga and Tiflis are theirs, Kiev is British, Narva German; a fort needs a city."""
    units = (
        "BO ShockRG:turn3 Fort1:turn3 AGNF@{Riga} AGWF@{Tiflis} AGSF@{Warsaw}\n"
        "BR 1@{Kiev}\nGE 1@{Narva}"
    )
    t = war("Allied mobilization", units)
    free = RUSSIA & ~GRID.hexes(city("Narva"))
    cities = GRID.hexes(city("Riga"), city("Tiflis"))
    army = t.copy().choose("arrive BOShockRG")
    assert GRID.hexes(*army.choices("place")) == free | cities
    fort = t.copy().choose("arrive BOFort1")
    assert GRID.hexes(*fort.choices("place")) == free & CITIES | cities


def test_30_6_30_7_40_2_where_nationalists_appear() -> None:
    """Finns, Balts and Ukrainians in home cities where friends are, not with other nationalists;
    White Russians in Russian cities and on its eastern edge, unless enemies are there."""
    units = (
        "GE 1@{Helsinki} 3@{Riga} 4@{Kiev} 5@{Odessa}\nWR Sib@{Odessa}\nBO AGNF@{Moscow}\n"
        "BR 1@{Tula}\nFI WG:turn4\n"
    )
    state = war("Central mobilization", units).state
    found = {key: home_hexes(state, UNITS[key]) for key in ("FIWG", "BALw", "UKGA", "WRAFSR")}
    cities = {key: GRID.hexes(city(name)) for key, name in (("FIWG", "Helsinki"), ("BALw", "Riga"))}
    assert found["FIWG"] == cities["FIWG"]
    assert found["BALw"] == cities["BALw"]
    assert found["UKGA"] == GRID.hexes(city("Kiev"))
    edge = BOARD.where("edge", "russia")
    held = GRID.hexes(city("Moscow"), city("Tula"))
    assert found["WRAFSR"] == (RUSSIA & CITIES | edge) & ~held
