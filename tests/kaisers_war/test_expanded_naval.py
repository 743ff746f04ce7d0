"""Chapter 36: sorties, seas that change hands, and supply by sea."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import Table, city, table
from tests.kaisers_war.test_naval import BEIRUT, reaches, strength
from trenchline.games.kaisers_war.components import GRID, UNITS
from trenchline.games.kaisers_war.naval import friendly_seas, seas_of, usable_seas
from trenchline.games.kaisers_war.sorties import Contest
from trenchline.kernel.bits import bit_set

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
    # Not even a base of their own [19.7] keeps it open to the Austrians then.
    won = table(fleets + "IT 1@{Pola} 3@{Cattaro}\nAH 5@2224\n")
    assert (reaches(won, "BRGun1", "Spalato"), reaches(won, "AHGun1", "Spalato")) == (True, False)


@pytest.mark.parametrize("lost", ["Cattaro", "Pola", "Venice"])
def test_36_3_each_of_the_three_is_needed(lost: str) -> None:
    """Venice too, which is the Allies' until it is taken."""
    held = {"Cattaro": "IT 3", "Pola": "IT 1", "Venice": "IT 4"}
    armies = "".join(f"{unit}@{{{name}}}\n" for name, unit in held.items() if name != lost)
    fleets = "turn 2 phase Allied combat 1\noptions naval\nBR Gun1:fleet\nAH Gun1:fleet\n"
    t = table(f"{fleets}{armies}AH 5@{{{lost}}}\n")
    assert (reaches(t, "BRGun1", "Spalato"), reaches(t, "AHGun1", "Spalato")) == (False, True)


def test_36_3_only_by_the_rule_of_naval_operations() -> None:
    t = table("turn 2 phase Allied combat 1\nBR Gun1:fleet\nIT 1@{Pola} 3@{Cattaro}\n")
    assert not reaches(t, "BRGun1", "Spalato")


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
    assert t.refused("supply_by_sea 2925") == "4.2"
    t.until("Allied combat 2").choose("done")
    assert not t.fed("BR1")


def test_36_4_only_on_coasts_of_friendly_seas() -> None:
    t = table(LONELY + "BR 3@{Varna}\n")
    assert t.choices("supply_by_sea") == {"2925"}
    assert t.refused(f"supply_by_sea {city('Varna')}") == "20.7"


def test_36_1_one_contest_a_game_turn_for_all_fleets_together() -> None:
    """After the Germans in the Channel the Austrians let a transport pass in the Mediterranean."""
    text = CHANNEL + "FR 1@{Toulon}\nFR Amph1:fleet\n"
    t = table(text).choose("done", "unit FR1", "sail 1226")
    assert t.choices("contest") == {"AHGun1"}
    t = table(text, 3).choose("done", "unit BR1", f"sail {city('Cherbourg')}", "contest GEGun1")
    assert t.choose("unit FR1", "sail 1226").asked == "MovementPhase"


def test_36_1_whoever_lets_one_pass_may_contest_the_next() -> None:
    t = crossing(3).choose("done")
    assert t.where("BR1") == city("Cherbourg")
    t.choose("unit BR2", f"sail {city('Brest')}")
    assert t.choices("contest") == {"GEGun1"}
    assert t.choose("contest GEGun1").where("BR2") == city("Brest")


def test_36_1_only_by_the_rule_of_naval_operations() -> None:
    t = table(CHANNEL.replace("options naval", "options"))
    assert t.choose("unit BR1", f"sail {city('Cherbourg')}").asked == "MovementPhase"


SEAS = ("north", "med", "red"), ("baltic", "adriatic", "marmora", "black")


@pytest.mark.parametrize(
    ("units", "allied", "central"),
    [
        ("BR 1@{Amiens}", SEAS[0], SEAS[1]),
        ("BR 1@{Constantinople}", SEAS[0], SEAS[1]),
        ("BR 1@{Gallipoli}", (*SEAS[0], "marmora"), ("baltic", "adriatic", "black")),
        (
            "BR 1@{Gallipoli} 2@{Constantinople}",
            (*SEAS[0], "marmora", "black"),
            ("baltic", "adriatic"),
        ),
        ("GE 1@{Gallipoli}", SEAS[0], SEAS[1]),
    ],
)
def test_36_2_whose_the_straits_are(
    units: str, allied: tuple[str, ...], central: tuple[str, ...]
) -> None:
    state = table(f"turn 2 phase Allied movement\noptions naval\n{units}\n").state
    assert tuple(friendly_seas(state, 0)) == allied
    assert tuple(friendly_seas(state, 1)) == central
    plain = table(f"turn 2 phase Allied movement\n{units}\n").state
    assert (tuple(friendly_seas(plain, 0)), tuple(friendly_seas(plain, 1))) == SEAS


def test_36_3_the_adriatic_changes_hands() -> None:
    """Venice is Italian and need not be occupied; without Pola it is as before."""
    text = "turn 2 phase Allied movement\noptions naval\nIT 1@{Pola}\nFR 1@{Cattaro}\n"
    state = table(text).state
    assert tuple(friendly_seas(state, 0)) == (*SEAS[0], "adriatic")
    assert tuple(friendly_seas(state, 1)) == ("baltic", "marmora", "black")
    state = table(text.replace("IT 1@{Pola}\n", "")).state
    assert (tuple(friendly_seas(state, 0)), tuple(friendly_seas(state, 1))) == SEAS


def test_19_6_19_7_20_7_which_seas_the_ships_of_a_nation_sail() -> None:
    """[R66] A sea needs a base; those off the map serve British, French and American ships."""
    state = table("turn 2 phase Allied movement\nBR 1@{Amiens}\n").state
    sailed = {
        key: seas_of(state, UNITS[key])
        for key in ("BRGun1", "FRAmph1", "USGun1", "ITGun1", "GEAmph1", "AHGun1", "TUAmph1")
    }
    assert sailed == {
        **dict.fromkeys(("BRGun1", "FRAmph1", "USGun1", "ITGun1"), SEAS[0]),
        "GEAmph1": ("baltic",),
        "AHGun1": ("adriatic",),
        "TUAmph1": ("marmora", "black"),
    }
    # Germans in every port of the Channel and the North Sea, Turks at Suez, Italians at Pola.
    ports = ("Plymouth", "Brest", "Cherbourg", "Edinburgh", "Portsmouth", "Antwerp")
    units = zip(("1", "3", "4", "5", "19", "12"), ports, strict=True)
    germans = " ".join(f"{unit}@{{{port}}}" for unit, port in units)
    state = table(
        f"turn 2 phase Allied movement\nGE {germans}\nTU 1@{{Suez}}\nIT 1@{{Pola}} 3@{{Cattaro}}\n"
    ).state
    assert seas_of(state, UNITS["BRGun1"]) == ("north", "med")
    assert seas_of(state, UNITS["ITGun1"]) == ("med",)
    assert seas_of(state, UNITS["AHGun1"]) == ()
    assert usable_seas(state, 1) == ("baltic", "marmora", "black")


def test_36_1_a_transport_turned_back_sails_no_more_this_phase() -> None:
    text = CHANNEL.replace(" Amph2:fleet", "")
    t = table(text, 2).choose("done", "unit BR1", f"sail {city('Cherbourg')}", "contest GEGun1")
    assert t.where("BR1") == city("Portsmouth")
    assert not t.choose("unit BR2").choices("sail")


def test_35_2_36_1_who_goes_down_with_a_transport_is_not_annihilated() -> None:
    """The army lies off Beirut without supply; the second transport is sunk, and it with it."""
    t = table(
        """
        turn 2 phase Allied movement
        options naval annihilation
        vp 60 75
        BR EF@{Alexandria} CavDMC@{Alexandria} CavCav@{Alexandria} Amph1:fleet
        TU 4@{Beirut} Gun1:fleet
        AH Gun1:fleet
        """
    )
    t.choose("done", "unit BRCavDMC", f"assault {city('Beirut')}", "done")
    t.choose("unit BRCavCav", f"assault {city('Beirut')}").roll(1).choose("contest AHGun1")
    assert [t.where(u) for u in ("BRCavDMC", "BRCavCav", "BRAmph1")] == ["dead"] * 3
    assert t.state.annihilated == {}


def test_36_4_a_contested_supply_mission_fails_alone() -> None:
    """Cherbourg is supplied; the transport off Brest is turned back, and Brest alone is not."""
    text = CHANNEL.replace("1@{Portsmouth} 2@{Portsmouth}", "1@{Cherbourg} 2@{Brest}")
    t = table(text, 2).choose(f"supply_by_sea {city('Cherbourg')}", "done")
    t.choose(f"supply_by_sea {city('Brest')}", "contest GEGun1")
    assert t.state.supplied_by_sea == GRID.hexes(city("Cherbourg"))


def test_36_4_which_coasts_may_be_supplied_and_by_which_ships() -> None:
    """Coasts of their seas with friends on them, each once; a ship in the fleet, each once."""
    t = table(
        """
        turn 2 phase Central movement
        options naval
        TU 1@{Trebizond} 3@{Angora} 5@{Beirut} Amph1:fleet
        GE 1@{Riga} 3@{Odessa} Amph1:fleet
        BR 1@{Varna}
        """
    )
    assert t.choices("supply_by_sea") == {city("Trebizond"), city("Odessa"), city("Riga")}
    t.choose(f"supply_by_sea {city('Odessa')}")
    assert t.choices("supply_by_sea") == {city("Riga")}
    t.choose(f"supply_by_sea {city('Riga')}")
    assert t.asked == "MovementPhase"
    assert t.state.naval_used == bit_set([UNITS["TUAmph1"], UNITS["GEAmph1"]])


def test_36_1_a_transport_turned_back_is_not_filled_by_others() -> None:
    """With one corps aboard there would be room for two more."""
    text = """
        turn 2 phase Allied movement
        options naval
        FR ExpCEO@{Brest} ExpCER@{Brest} Amph1:fleet
        GE Gun1:fleet
    """
    t = table(text, 2).choose("done", "unit FRExpCEO", f"sail {city('Cherbourg')}")
    t.choose("contest GEGun1")
    assert t.where("FRExpCEO") == city("Brest")
    assert not t.choose("unit FRExpCER").choices("sail")


def test_36_1_who_came_from_a_box_is_turned_back_into_it() -> None:
    text = """
        turn 2 phase Allied movement
        options naval
        FR ExpCEO:french ExpCER@{Toulon} Amph1:fleet
        TU 4@{Beirut} Gun1:fleet
    """
    t = table(text, 2).choose("done", "unit FRExpCEO", "assault 3929", "done")
    t.choose("unit FRExpCER", "assault 3929", "contest TUGun1")
    assert (t.where("FRExpCEO"), t.where("FRExpCER")) == ("french", city("Toulon"))
    assert (t.state.assault, t.state.voyage) == ({}, {})


def test_36_1_the_germans_are_contested_too() -> None:
    t = table(
        """
        turn 2 phase Central movement
        options naval
        GE 1@{Kiel} Amph1:fleet
        BR Gun1:fleet
        """
    ).choose("done", "unit GE1", f"sail {city('Riga')}")
    assert (t.asked, t.who, t.choices("contest")) == ("Contest", "Allied", {"BRGun1"})


def test_36_1_a_fleet_that_has_sailed_does_not_free_another() -> None:
    state = table(CHANNEL).state
    state.served = 1 << UNITS["AHGun1"]
    Contest(1, UNITS["BRAmph1"], GRID.hex(city("Cherbourg"))).take(
        state, "contest", UNITS["GEGun1"]
    )
    assert state.served == bit_set((UNITS["AHGun1"], UNITS["GEGun1"]))
