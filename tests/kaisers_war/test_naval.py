"""Chapter 19: fleets off the coast, and whose sea it is."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import Table, city, table
from trenchline.games.kaisers_war.battle import Battle
from trenchline.games.kaisers_war.components import GRID, UNITS
from trenchline.games.kaisers_war.naval import seas_of
from trenchline.games.kaisers_war.strength import attack_parts
from trenchline.games.kaisers_war.support import ship_reaches
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


def test_12_8_19_2_a_fort_is_bombarded_once_a_phase_and_not_attacked_besides_bug() -> None:
    """[R43] It could be bombarded by each fleet in turn and then attacked."""
    t = table(FORT, 5).choose("bombard 3929", "support BRGun1", "support BRGun2", "big_push")
    assert t.at("3929") == ["TUFort1", "TU4"]
    assert not t.may("attack 3929")
    assert t.refused("attack 3929") == "19.2"
    assert t.refused("bombard 3929") == "12.8"
    t = table(FORT).fight("3929", "BREF", die=2)
    assert t.refused("bombard 3929") == "12.8"
    # In the second phase it may be attacked anew.
    assert t.until("Allied combat 2").may("bombard 3929")


def test_19_2_but_a_force_from_the_sea_may_attack_it_later_without_those_ships() -> None:
    """Troops next to the hex may join it [R43]."""
    text = FORT.replace("combat 1", "movement").replace(
        "EF@3930", "EF@{Alexandria} 1@3930 Amph1:fleet"
    )
    t = table(text).choose("unit BREF", "assault 3929").until("Allied combat 1").roll(5)
    t.choose("bombard 3929", "support BRGun1", "support BRGun2", "big_push")
    assert t.at("3929") == ["TUFort1", "TU4"]
    t.choose("attack 3929")
    assert t.legal == {"with BR1", "join", "call_off"}
    assert t.choose("join").choices("support") == {"FRGun1"}


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


def test_19_2_12_13_in_a_bombardment_the_fort_alone_defends() -> None:
    """An army and an airbase beside it do not count: six against four, doubled by the city."""
    t = table(
        """
        turn 2 phase Allied combat 1
        BR Gun1:fleet
        TU Fort1@{Beirut} 4@{Beirut}
        GE Tac4@{Beirut}
        """
    )
    t.choose(f"bombard {city('Beirut')}").choose_while(("PlanBattle",), "support BRGun1")
    assert "6 against 8" in t.seen_by("Allied").prompt


def test_19_2_which_forts_ships_may_bombard_and_when() -> None:
    """Enemy forts on a coast of their sea, not yet attacked; ships that are still to be had."""
    text = """
        turn 2 phase {} combat 1
        BR Gun1:fleet Fort1@{{Alexandria}}
        FR Fort1@{{Odessa}}
        TU Fort1@{{Beirut}} Fort2@{{Damascus}} 4@{{Smyrna}} Gun1:fleet
        GE Fort1@{{Riga}}
    """
    allied, central = table(text.format("Allied")), table(text.format("Central"))
    assert allied.choices("bombard") == {city("Beirut")}
    assert central.choices("bombard") == {city("Odessa")}
    none = table(text.format("Allied").replace("Gun1:fleet F", "Gun1:dead F"))
    assert not none.asked.startswith("CombatPhase") or not none.choices("bombard")
