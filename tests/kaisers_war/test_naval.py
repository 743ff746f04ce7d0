"""Chapters 19 and 36: fleets off the coast, whose sea it is, sorties, and supply by sea."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import Table, city, table
from trenchline.games.kaisers_war.battle import Battle
from trenchline.games.kaisers_war.components import GRID, UNITS
from trenchline.games.kaisers_war.naval import seas_of
from trenchline.games.kaisers_war.strength import attack_parts, ship_reaches
from trenchline.kernel.play import decision

ELSEWHERE = "FR 7@0714\n GE 19@0814"
"""Another front, so that the phase does not end with the battle that matters."""

BEIRUT = """
    turn 2 phase Allied combat 1
    BR EF@3930 Gun1:fleet Gun2:fleet
    FR Gun1:fleet 7@0714
    GE 19@0814
    TU 4@{Beirut}
"""


def reaches(t: Table, ship: str, place: str) -> bool:
    """Whether a fleet can fire on a city."""
    return ship_reaches(t.state, UNITS[ship], GRID.hex(city(place)))


def strength(t: Table) -> int:
    """The attack strength of the battle being planned."""
    battle = getattr(decision(t.state), "battle", None)
    assert isinstance(battle, Battle)
    return sum(part.amount for part in attack_parts(t.state, battle))


def test_19_1_fleets_add_their_strength_to_an_attack_on_a_coast() -> None:
    t = table(BEIRUT).declare(city("Beirut"), "BREF")
    assert strength(t) == 8
    assert t.choices("support") == {"BRGun1", "BRGun2", "FRGun1"}
    assert strength(t.choose("support BRGun1")) == 8 + 6


def test_19_1_two_fleets_an_attack_at_most() -> None:
    t = table(BEIRUT).declare(city("Beirut"), "BREF").choose("support BRGun1", "support FRGun1")
    assert strength(t) == 8 + 6 + 5
    assert t.choices("support") == set()


def test_19_1_no_fleet_fires_inland() -> None:
    t = table(BEIRUT.replace("{Beirut}", "{Damascus}")).declare(city("Damascus"), "BREF")
    assert t.choices("support") == set()


FORT = """
    turn 2 phase Allied combat 1
    vp 60 75
    BR EF@3930 Gun1:fleet Gun2:fleet
    FR Gun1:fleet 7@0714
    GE 19@0814
    TU Fort1@{Beirut} 4@{Beirut}
"""


def test_19_2_ships_alone_bombard_a_fort_and_nothing_but_the_fort() -> None:
    t = table(FORT, 6).choose("bombard 3929", "support BRGun1", "support BRGun2")
    # 12 against the fort's 4, doubled by the city: 150%, where a six is DD.
    t.choose("big_push")
    assert t.where("TUFort1") == "dead"
    assert t.at("3929") == ["TU4"]
    assert t.vp == (60, 73)
    assert t.asked == "CombatPhase"


def test_19_2_the_same_hex_may_be_attacked_later_in_the_phase_without_those_ships() -> None:
    t = table(FORT, 5).choose("bombard 3929", "support BRGun1", "support BRGun2", "big_push")
    assert t.at("3929") == ["TUFort1", "TU4"]
    assert t.declare("3929", "BREF").choices("support") == {"FRGun1"}


def test_19_2_only_ships_bombard_and_only_forts() -> None:
    assert "bombard" not in table(BEIRUT).verbs
    t = table(FORT).choose("bombard 3929")
    assert t.choices("support") == {"BRGun1", "BRGun2", "FRGun1"}
    assert not t.may("big_push")


def test_19_2_the_strongest_ship_is_lost_on_ad() -> None:
    t = table(FORT, 1).choose("bombard 3929", "support FRGun1", "support BRGun1", "big_push")
    # 11 against 8: 137%, where a one is AD.
    assert (t.where("BRGun1"), t.where("FRGun1")) == ("dead", "fleet")
    assert t.vp == (60 - 9, 75)


@pytest.mark.parametrize(
    ("fort", "ship", "allied"), [("", "fleet", 54), ("Fort1@3929", "dead", 45)]
)
def test_19_3_a_fleet_is_lost_first_but_only_where_a_fort_is(
    fort: str, ship: str, allied: int
) -> None:
    t = table(
        f"""
        turn 2 phase Allied combat 1
        vp 60 75
        BR EF@3930 Gun1:fleet
        TU 4@3929 {fort}
        {ELSEWHERE}
        """,
        1,
    )
    t.declare("3929", "BREF").choose("support BRGun1", "big_push")
    assert (t.where("BREF"), t.where("BRGun1")) == ("dead", ship)
    assert t.vp[0] == allied


def test_19_4_maximum_supply_for_a_fleet_costs_a_point_and_needs_no_line() -> None:
    t = table(BEIRUT).declare(city("Beirut"), "BREF").choose("support BRGun1", "supply BRGun1")
    assert strength(t) == 8 + 6 * 2
    assert t.vp[0] == 59


def test_19_5_fleets_are_on_the_map_only_to_fire_and_once_a_phase() -> None:
    t = table(BEIRUT, 4)
    t.declare("3929", "BREF").choose("support BRGun1", "big_push")
    assert t.where("BRGun1") == "fleet"
    assert t.zone("Allied") & {"3829", "3828"} == set()
    t = table(
        """
        turn 2 phase Allied combat 1
        BR EF@3930 MF@3928 Gun1:fleet
        TU 4@{Beirut} 6@{Damascus}
        """,
        1,
    )
    t.declare("3929", "BREF").choose("support BRGun1", "big_push")
    assert not t.may("support BRGun1")


def test_19_5_fleets_never_defend() -> None:
    t = table(
        """
        turn 2 phase Central combat 1
        BR EF@3929 Gun1:fleet
        TU 4@3930
        """
    ).declare("3929", "TU4")
    assert "support" not in t.verbs
    assert t.who == "Central"


@pytest.mark.parametrize(
    ("ship", "yes", "no"),
    [
        ("BRGun1", "Cherbourg Beirut Smyrna", "Riga Venice Varna Constantinople"),
        ("GEGun1", "Riga Helsinki", "Wilhelmshaven Venice"),
        ("AHGun1", "Venice Spalato", "Riga Smyrna Varna"),
        ("TUGun1", "Varna Gallipoli Odessa", "Smyrna Riga"),
    ],
)
def test_19_6_every_fleet_has_its_seas(ship: str, yes: str, no: str) -> None:
    t = table(
        """
        turn 2 phase Central combat 1
        BR Gun1:fleet
        GE Gun1:fleet
        AH Gun1:fleet
        TU Gun1:fleet
        """
    )
    assert [place for place in yes.split() if not reaches(t, ship, place)] == []
    assert [place for place in no.split() if reaches(t, ship, place)] == []


def test_19_7_a_sea_without_a_base_is_closed() -> None:
    coast = "turn 2 phase Central combat 1\nAH Gun1:fleet\n"
    assert reaches(table(coast), "AHGun1", "Spalato")
    assert not reaches(table(coast + "IT 1@{Pola} 3@{Cattaro}"), "AHGun1", "Spalato")
    suez = "turn 2 phase Allied combat 1\nBR Gun1:fleet\n"
    assert "red" in seas_of(table(suez).state, UNITS["BRGun1"])
    assert "red" not in seas_of(table(suez + "TU 4@{Suez}").state, UNITS["BRGun1"])


def test_19_7_bases_off_the_map_serve_british_french_and_americans_only() -> None:
    t = table(
        """
        turn 2 phase Allied combat 1
        BR Gun1:fleet
        IT Gun1:fleet
        CG 1@{Toulon} 2@{Genoa} 3@{Taranto} 4@{Brindisi} 5@{Valona}
        CG 6@{Athens} 7@{Salonika} 8@{Port Said} 9@{Alexandria}
        """
    )
    assert reaches(t, "BRGun1", "Toulon")
    assert not reaches(t, "ITGun1", "Toulon")


CHANNEL = """
    turn 2 phase Allied movement
    options naval
    vp 60 75
    BR 1@{Portsmouth} 2@{Portsmouth} Amph1:fleet Amph2:fleet
    GE Gun1:fleet
    AH Gun1:fleet
"""


def crossing(*dice: int) -> Table:
    """A British army on its way over the Channel, and the German fleet asked."""
    t = table(CHANNEL, *dice).choose("done", "unit BR1", f"sail {city('Cherbourg')}")
    assert (t.asked, t.who) == ("Contest", "Central")
    return t


def test_36_1_a_fleet_contests_a_mission_in_its_own_or_an_adjoining_sea() -> None:
    assert crossing().choices("contest") == {"GEGun1"}


@pytest.mark.parametrize(
    ("die", "army", "transport", "fleet", "points"),
    [
        (1, "dead", "dead", "fleet", (60 - 2 - 6, 75)),
        (2, "0412", "fleet", "fleet", (60, 75)),
        (3, "0314", "fleet", "fleet", (60, 75)),
        (4, "0314", "fleet", "fleet", (60, 75)),
        (5, "0314", "fleet", "dead", (60, 75 - 9)),
        (6, "0314", "fleet", "dead", (60, 75 - 9)),
    ],
)
def test_36_1_what_the_die_brings(
    die: int, army: str, transport: str, fleet: str, points: tuple[int, int]
) -> None:
    t = crossing(die).choose("contest GEGun1")
    assert (t.where("BR1"), t.where("BRAmph1"), t.where("GEGun1")) == (army, transport, fleet)
    assert t.vp == points
    assert "BR1" not in t.choices("unit")


def test_36_1_once_a_game_turn() -> None:
    t = crossing(3).choose("contest GEGun1", "unit BR2", f"sail {city('Cherbourg')}")
    assert t.asked != "Contest"


def test_36_1_not_with_a_fleet_that_has_done_something_this_turn() -> None:
    t = table(
        """
        turn 2 phase Central combat 1
        options naval
        BR 1@2305 2@{Portsmouth} Amph1:fleet
        GE 8@{Riga} Gun1:fleet
        """,
        3,
    )
    t.declare("2305", "GE8").choose("support GEGun1", "big_push").until("Allied movement")
    if t.asked == "SupplyBySea":
        t.choose("done")
    assert t.choose("unit BR2", f"sail {city('Cherbourg')}").asked != "Contest"


@pytest.mark.parametrize(("die", "ship", "allied"), [(1, "dead", 51), (2, "fleet", 60)])
def test_36_1_gunfire_is_contested_too(die: int, ship: str, allied: int) -> None:
    t = table(BEIRUT + "options naval\nvp 60 75\nTU Gun1:fleet\n", die)
    t.declare("3929", "BREF").choose("support BRGun1", "contest TUGun1")
    assert (t.where("BRGun1"), t.vp[0]) == (ship, allied)
    assert (strength(t), t.may("support BRGun1")) == (8, False)


@pytest.mark.parametrize(("die", "place", "allied"), [(1, "dead", 54), (2, "3433", 60)])
def test_36_1_all_who_are_at_sea_on_a_transport_share_its_fate(
    die: int, place: str, allied: int
) -> None:
    """[R83]"""
    t = table(
        """
        turn 2 phase Allied movement
        options naval
        vp 60 75
        FR ExpCEO@{Alexandria} ExpCER@{Alexandria} 7@0714 Amph1:fleet
        TU 4@{Beirut} Gun1:fleet
        """,
        die,
    )
    t.choose("done", "unit FRExpCEO", "assault 3929", "done", "unit FRExpCER", "assault 3929")
    t.choose("contest TUGun1")
    assert (t.where("FRExpCEO"), t.where("FRExpCER")) == (place, place)
    assert t.state.assault == {}
    assert t.vp[0] == allied


def test_36_2_gallipoli_opens_marmora_and_constantinople_the_black_sea() -> None:
    fleets = "turn 2 phase Allied combat 1\noptions naval\nBR Gun1:fleet\nTU Gun1:fleet\n"
    shut = table(fleets)
    assert not reaches(shut, "BRGun1", "Constantinople")
    assert reaches(shut, "TUGun1", "Gallipoli")
    straits = table(fleets + "FR 1@{Gallipoli}\n")
    # Ships need a base there too [19.7].
    assert not reaches(straits, "BRGun1", "Varna")
    assert reaches(straits, "TUGun1", "Varna")
    both = table(fleets + "FR 1@{Gallipoli} 2@{Constantinople}\n")
    assert reaches(both, "BRGun1", "Varna")
    assert reaches(both, "BRGun1", "Constantinople")
    assert not reaches(both, "TUGun1", "Varna")


def test_36_3_cattaro_pola_and_venice_decide_the_adriatic() -> None:
    fleets = "turn 2 phase Allied combat 1\noptions naval\nBR Gun1:fleet\nAH Gun1:fleet\n"
    most = table(fleets + "IT 1@{Pola}\n")
    assert (reaches(most, "BRGun1", "Spalato"), reaches(most, "AHGun1", "Spalato")) == (False, True)
    won = table(fleets + "IT 1@{Pola} 3@{Cattaro}\n")
    assert (reaches(won, "BRGun1", "Spalato"), reaches(won, "AHGun1", "Spalato")) == (True, False)


LONELY = """
    turn 3 phase Allied movement
    options naval
    BR 1@2925 2@3025 Amph1:fleet
    TU 1@2924 5@3024 4@2926
"""


def test_36_4_a_transport_supplies_one_coastal_hex_for_the_turn() -> None:
    t = table(LONELY)
    assert not t.fed("BR1")
    t.choose("supply_by_sea 2925")
    assert (t.fed("BR1"), t.fed("BR2")) == (True, False)
    # It carries nobody, and the chance is gone once units move.
    assert t.choose("unit BR1").choices("sail") == set()
    t.choose("stay")
    assert t.refused("supply_by_sea 2925") == "36.4"
    t.until("Allied combat 2").choose("done")
    assert not t.fed("BR1")


def test_36_4_only_on_coasts_of_friendly_seas() -> None:
    t = table(LONELY + "BR 3@{Varna}\n")
    assert t.choices("supply_by_sea") == {"2925"}
    assert t.refused(f"supply_by_sea {city('Varna')}") == "36.4"
