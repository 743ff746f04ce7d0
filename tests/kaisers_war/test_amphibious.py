"""Chapter 20: movement by sea, assaults from the sea, landings at the edge of the map."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import Table, city, table
from trenchline.games.kaisers_war import GAME
from trenchline.games.kaisers_war.amphibious import may_embark
from trenchline.games.kaisers_war.components import UNITS
from trenchline.games.kaisers_war.moves import MoveUnit

CHANNEL = """
    turn 2 phase Allied movement
    BR 1@{Portsmouth} 2@{Portsmouth} Amph1:fleet
    FR 7@0714
"""


def sailing(text: str, unit: str) -> Table:
    """A table with a unit picked in the Movement Phase."""
    return table(text).choose(f"unit {unit}")


def test_20_1_from_one_coast_to_another_and_from_box_to_map_and_back() -> None:
    t = sailing(CHANNEL, "BR1")
    assert city("Cherbourg") in t.choices("sail")
    assert city("Paris") not in t.choices("sail")
    assert t.choices("ship_home") == {"British_Empire"}
    assert t.choose("ship_home British_Empire").where("BR1") == "british"


def test_20_2_an_army_fills_a_transport() -> None:
    t = sailing(CHANNEL, "BR1").choose(f"sail {city('Cherbourg')}", "unit BR2")
    assert t.choices("sail") == set()
    assert t.refused(f"sail {city('Cherbourg')}") == "20.2"


def test_20_2_so_do_three_corps() -> None:
    t = table(
        """
        turn 2 phase Allied movement
        FR ExpCEO@{Toulon} ExpCER@{Toulon} ExpCOL@{Toulon} Cav1@{Toulon} Amph1:fleet
        """
    )
    for corps in ("FRExpCEO", "FRExpCER", "FRExpCOL"):
        t.choose(f"unit {corps}", "sail 1226")
    assert t.choose("unit FRCav1").choices("sail") == set()


def test_20_2_enemy_zones_do_not_hinder_but_enemies_do() -> None:
    t = sailing(
        """
        turn 2 phase Allied movement
        BR EF@3930 Amph1:fleet
        TU 4@{Beirut} 6@4030
        """,
        "BREF",
    )
    assert {"3930", "3928"} <= t.zone("Central")
    assert "3928" in t.choices("sail")
    assert city("Beirut") not in t.choices("sail")


@pytest.mark.parametrize(
    ("side", "unit"),
    [
        ("Allied", "AR CavNLA@3931"),
        ("Allied", "PO Leg@{Cherbourg}"),
        ("Central", "UK GA@{Odessa}"),
        ("Central", "WR AFSR@{Odessa}"),
    ],
)
def test_20_2_guerrillas_and_nationalists_do_not_embark(side: str, unit: str) -> None:
    code, _, rest = unit.partition(" ")
    t = sailing(
        f"""
        turn 2 phase {side} movement
        options east poles
        facts kaiser_east poles-Allied
        BR Amph1:fleet
        TU Amph1:fleet
        {unit}
        """,
        code + rest.partition("@")[0],
    )
    assert t.choices("sail") == set()


def test_20_2_a_country_ships_its_friends_but_never_what_cannot_move() -> None:
    t = sailing(
        """
        turn 2 phase Central movement
        GE 1@{Constanza}
        CG 1@{Constanza}
        TU Amph1:fleet
        """,
        "GE1",
    )
    assert city("Varna") in t.choices("sail")
    assert "CG1" not in t.choose("stay").choices("unit")


def test_20_3_from_base_to_occupied_base_costs_one_point() -> None:
    t = sailing(CHANNEL + "FR 1@{Cherbourg}\n", "BR1").choose(f"sail {city('Cherbourg')}")
    assert t.asked == "MoveUnit"
    # Two points are left; neither forced march nor rail is.
    assert "0315" in t.choices("move")
    assert not {"force", "rail", "sail"} & t.verbs


def test_20_3_anything_else_takes_the_whole_move() -> None:
    t = sailing(CHANNEL, "BR1").choose(f"sail {city('Cherbourg')}")
    assert t.where("BR1") == city("Cherbourg")
    assert "BR1" not in t.choices("unit")
    forced = sailing(CHANNEL, "BR1").choose("force")
    assert "sail" not in forced.verbs


def test_20_5_supply_does_not_matter() -> None:
    t = table(
        """
        turn 2 phase Allied movement
        BR 1@2925 Amph1:fleet
        TU 1@2924 5@3024 4@2926
        """
    )
    assert not t.fed("BR1")
    assert "1226" in t.choose("unit BR1").choices("sail")


def test_20_6_units_leave_their_box_by_transport() -> None:
    boxes = "turn 2 phase Allied movement\nFR 7@0714\nUS 1:usa HQPershing:usa\n"
    assert sailing(boxes, "US1").choices("sail") == set()
    t = sailing(boxes + "US Amph1:fleet\n", "US1").choose(f"sail {city('Brest')}")
    assert t.where("US1") == city("Brest")
    assert t.choose("unit USHQPershing").choices("sail") == set()


@pytest.mark.parametrize(
    ("start", "yes", "no"),
    [
        ("Kiel", "Riga", "Wilhelmshaven"),
        ("Danzig", "Helsinki", "Odessa"),
        ("Constantinople", "Varna", "Riga"),
        ("Wilhelmshaven", "", "Riga"),
    ],
)
def test_20_7_transports_keep_to_the_seas_of_their_power(start: str, yes: str, no: str) -> None:
    t = sailing(
        f"""
        turn 2 phase Central movement
        GE 1@{{{start}}} Amph1:fleet
        TU Amph1:fleet
        """,
        "GE1",
    )
    assert (city(yes) in t.choices("sail")) if yes else not t.choices("sail")
    assert city(no) not in t.choices("sail")


def test_20_8_the_allies_sail_from_sea_to_sea() -> None:
    assert city("Alexandria") in sailing(CHANNEL, "BR1").choices("sail")
    t = sailing(CHANNEL, "BR1")
    assert {city("Riga"), city("Venice"), city("Varna")} & t.choices("sail") == set()


@pytest.mark.parametrize(("turks", "goes_on"), [("@4029", True), ("@3832", False)])
def test_20_9_a_threatened_canal_costs_the_whole_move(turks: str, goes_on: bool) -> None:
    t = sailing(
        f"""
        turn 2 phase Allied movement
        BR 1@{{Alexandria}} 2@{{Suez}} Amph1:fleet
        FR 7@0714
        TU 4{turks}
        """,
        "BR1",
    ).choose(f"sail {city('Suez')}")
    assert (t.asked == "MoveUnit") is goes_on


BEIRUT = """
    turn 2 phase Allied movement
    vp 60 75
    BR EF@{Alexandria} Amph1:fleet
    FR 7@0714
    GE 19@0814
    TU 4@{Beirut} 6@{Damascus}
"""


def at_sea(text: str = BEIRUT, *dice: int) -> Table:
    """The First Combat Phase with a British army off Beirut."""
    t = table(text, *dice).choose("unit BREF", f"assault {city('Beirut')}")
    assert t.where("BREF") in ("3828", "3829")
    return t.until("Allied combat 1")


def test_20_10_the_force_at_sea_must_attack_in_the_first_phase() -> None:
    t = at_sea()
    assert t.refused("done") == "20.10"
    assert t.may("attack 0814")


def test_20_10_a_result_with_pursuit_lets_it_land_and_attack_again() -> None:
    # 8 against 4 doubled by the city: 100%, where a six is DD.
    t = at_sea().fight("3929", "BREF", die=6).choose("pursue BREF")
    assert (t.where("BREF"), t.where("BRAmph1"), t.where("TU4")) == ("3929", "fleet", "dead")
    assert t.vp == (60, 75 - 6)
    t.until("Allied combat 2")
    assert t.may(f"attack {city('Damascus')}")


@pytest.mark.parametrize(("die", "points"), [(1, 6 + 2), (2, 1 + 6 + 2), (3, 6 + 2), (4, 6 + 2)])
def test_20_10_otherwise_force_and_transport_are_lost(die: int, points: int) -> None:
    """AD, AA, AW and BB at 100%."""
    t = at_sea().fight("3929", "BREF", die=die)
    assert (t.where("BREF"), t.where("BRAmph1")) == ("dead", "dead")
    assert t.vp[0] == 60 - points


def test_20_10_a_beach_not_cleared_is_a_failure_too() -> None:
    """Defenders with a fort ignore the retreat of the Big Push [7.5]."""
    t = at_sea(BEIRUT.replace("TU 4@{Beirut}", "TU 4@{Beirut} Fort1@{Beirut}"))
    t.fight("3929", "BREF", die=6)
    assert t.at("3929") == ["TU4", "TUFort1"]
    assert (t.where("BREF"), t.where("BRAmph1")) == ("dead", "dead")


def test_20_10_an_assault_starts_in_a_port() -> None:
    t = sailing(BEIRUT.replace("EF@{Alexandria}", "EF@3932"), "BREF")
    assert "assault" not in t.verbs
    assert t.refused(f"assault {city('Beirut')}") == "20.10"


def test_20_10_a_landing_on_an_empty_coast_is_no_assault() -> None:
    t = table(BEIRUT).choose("unit BREF", "sail 3930").until("Allied combat 1")
    assert t.may("done")
    t.fight("3929", "BREF", die=2)
    assert (t.where("BREF"), t.where("BRAmph1"), t.vp[0]) == ("3930", "fleet", 59)


@pytest.mark.parametrize("die", [1, 6])
def test_20_10_whoever_has_left_the_sea_has_no_port_to_go_back_to_bug(die: int) -> None:
    """Lost or landed, the army was still noted as embarked at Alexandria, which the text of the
    position does not tell of units that are not at sea."""
    t = at_sea().fight("3929", "BREF", die=die)
    if die == 6:
        t.choose("pursue BREF")
    assert t.state.voyage == {}
    assert GAME.parse(GAME.notation(t.state)) == t.state


def test_20_10_a_target_emptied_by_bombardment_is_landed_on() -> None:
    """[R79]"""
    t = at_sea(BEIRUT.replace("TU 4@{Beirut}", "TU Fort1@{Beirut}\nBR Gun1:fleet Gun2:fleet\nTU"))
    t.roll(6).choose("bombard 3929", "support BRGun1", "support BRGun2", "big_push", "done")
    assert (t.where("TUFort1"), t.where("BREF")) == ("dead", "3929")
    assert t.state.assault == {}


def test_20_11_no_maximum_supply_from_the_sea() -> None:
    t = at_sea().declare("3929", "BREF")
    assert not t.may("supply BREF")
    assert t.refused("supply BREF") == "20.11"


@pytest.mark.parametrize(
    ("unit", "north", "gulf"),
    [
        ("BR ExpNR", True, True),
        ("FR ExpCER", True, True),
        ("US ExpNR", True, False),
        ("IT ExpCSI", False, False),
    ],
)
def test_20_12_landings_at_the_edge_of_the_map(unit: str, north: bool, gulf: bool) -> None:
    t = sailing(
        f"""
        turn 2 phase Allied movement
        BR Amph1:fleet
        GE ExpBK@2201
        {unit}@{{Brest}}
        """,
        unit.replace(" ", ""),
    )
    assert t.choices("sail") & {"2101", "2201", "2301", "2401", "2501", "2601"} == (
        {"2101", "2301", "2401", "2501", "2601"} if north else set()
    )
    assert t.choices("sail") & {"5227", "5228"} == ({"5227", "5228"} if gulf else set())


def test_20_12_whoever_lands_there_goes_no_further() -> None:
    t = sailing(CHANNEL, "BR1").choose("sail 2401")
    assert t.where("BR1") == "2401"
    assert "BR1" not in t.choices("unit")


def test_20_7_20_8_20_10_20_12_no_transport_fetches_an_army_from_the_black_sea() -> None:
    """Nor does one from inland, to whatever coast or edge of the map."""
    for place in ("Odessa", "Paris"):
        t = sailing(f"turn 2 phase Allied movement\nBR 1@{{{place}}} Amph1:fleet\n", "BR1")
        assert not {"sail", "assault", "ship_home"} & t.verbs


@pytest.mark.parametrize(
    ("start", "end", "friend", "goes_on"),
    [
        ("Portsmouth", "Cherbourg", "FR 1@{Cherbourg}", True),
        ("Portsmouth", "Cherbourg", "FR 1@{Calais}", False),  # nobody is there
        ("Portsmouth", "Calais", "FR 1@{Calais}", False),  # no base
        ("Calais", "Portsmouth", "BR 2@{Portsmouth}", False),  # not from a base
        ("Alexandria", "Portsmouth", "BR 2@{Portsmouth}", True),
    ],
)
def test_20_3_one_point_only_between_bases(
    start: str, end: str, friend: str, goes_on: bool
) -> None:
    t = sailing(
        f"turn 2 phase Allied movement\n{friend}\nBR 1@{{{start}}} Amph1:fleet\n", "BR1"
    ).choose(f"sail {city(end)}")
    assert (t.asked == "MoveUnit") is goes_on
    assert t.where("BR1") == city(end)


def test_20_3_20_6_from_a_box_the_voyage_is_the_whole_move() -> None:
    t = sailing("turn 2 phase Allied movement\nBR 1:british 2@{Portsmouth} Amph1:fleet\n", "BR1")
    t.choose(f"sail {city('Portsmouth')}")
    assert t.asked == "MovementPhase"
    assert "BR1" not in t.choices("unit")


def test_20_1_20_2_whoever_may_be_shipped_home_and_whither() -> None:
    """Americans, Britons and French from a coast; nobody from his box, from inland or of others."""
    text = """
        turn 2 phase Allied movement
        BR 1@{Portsmouth} 2:british Amph1:fleet
        FR 1@{Brest} 2@{Paris}
        US 1@{Brest}
        IT 1@{Genoa}
    """
    homes = {
        unit: sailing(text, unit).choices("ship_home")
        for unit in ("BR1", "BR2", "FR1", "FR2", "US1", "IT1")
    }
    assert homes == {
        "BR1": {"British_Empire"},
        "BR2": set(),
        "FR1": {"French_Empire"},
        "FR2": set(),
        "US1": {"USA"},
        "IT1": set(),
    }


def test_20_2_20_10_what_may_be_assaulted_and_by_whom() -> None:
    """Enemies on a coast of the transport's seas; by units that attack, from a port or a box."""
    text = """
        turn 2 phase Allied movement
        BR EF@{Alexandria} 1:british Tac1@{Alexandria} 2@{Portsmouth} Amph1:fleet
        IT 1@{Rome}
        TU 4@{Beirut} 6@{Damascus} 1@{Constantinople} 5@{Smyrna}
        GE 1@{Riga}
    """
    aims = {unit: sailing(text, unit).choices("assault") for unit in ("BREF", "BR1", "BR2")}
    goals = {city("Beirut"), city("Smyrna")}
    assert aims == {"BREF": goals, "BR1": goals, "BR2": goals}
    assert not sailing(text, "BRTac1").choices("assault")
    # The Central Powers keep to the sea they start in.
    t = sailing(
        "turn 2 phase Central movement\nTU 1@{Constantinople} Amph1:fleet\n"
        "BR 1@{Odessa} 2@{Riga} 3@{Salonika}\n",
        "TU1",
    )
    assert t.choices("assault") == {city("Odessa")}


def test_20_10_30_10_nobody_assaults_russia_before_the_kaiser_moves_east() -> None:
    text = """
        turn 2 phase Central movement
        options east
        {}
        BO AGNF@{Novorossisk}
        TU 1@{Constantinople} Amph1:fleet
    """
    assert not sailing(text.replace("{}", "last 5"), "TU1").choices("assault")
    war = sailing(text.replace("{}", "facts kaiser_east east_free"), "TU1")
    assert war.choices("assault") == {city("Novorossisk")}


def test_20_10_ottomans_assault_on_the_sea_they_start_in() -> None:
    """From Trebizond on the Black Sea, not on the Sea of Marmora, though their ship sails both."""
    t = sailing(
        "turn 2 phase Central movement\nTU 1@{Trebizond} 5@{Constantinople} Amph1:fleet\n"
        "BR 1@{Brusa} 2@{Odessa}\n",
        "TU1",
    )
    assert t.choices("assault") == {city("Odessa")}
    both = t.choose("stay", "unit TU5")
    assert both.choices("assault") == {city("Odessa"), city("Brusa")}


def test_20_2_what_cannot_move_is_never_embarked() -> None:
    state = sailing(CHANNEL + "AG 1@{Portsmouth}\nFR Fort1@{Brest}\n", "BR1").state
    able = {key: may_embark(state, UNITS[key]) for key in ("BR1", "AG1", "FRFort1", "ARCavNLA")}
    assert able == {"BR1": True, "AG1": False, "FRFort1": False, "ARCavNLA": False}


def test_20_2_an_army_leaves_no_room_for_a_corps_nor_two_corps_for_an_army() -> None:
    text = "turn 2 phase Allied movement\nBR 1@{Portsmouth} CavDMC@{Portsmouth} Amph1:fleet\n"
    t = sailing(text, "BR1").choose(f"sail {city('Brest')}", "unit BRCavDMC")
    assert not t.choices("sail")
    t = sailing(text, "BRCavDMC").choose(f"sail {city('Brest')}", "unit BR1")
    assert not t.choices("sail")


def test_20_1_nobody_sails_to_where_he_is() -> None:
    t = sailing(CHANNEL, "BR1")
    assert city("Portsmouth") not in t.choices("sail")
    # From a box the whole coast is open.
    t = sailing("turn 2 phase Allied movement\nBR 1:british Amph1:fleet\n", "BR1")
    assert {city("Portsmouth"), city("Brest")} <= t.choices("sail")


def test_20_10_an_assault_needs_an_all_sea_hex_beside_its_target() -> None:
    """Antwerp lies on the coast of the North Sea, but behind the Scheldt."""
    t = sailing(
        """
        turn 2 phase Allied movement
        BR 1@{Portsmouth} Amph1:fleet
        GE 1@{Antwerp} 3@{Calais}
        """,
        "BR1",
    )
    assert t.choices("assault") == {city("Calais")}


THREE_ARMIES = """
    turn 2 phase Allied movement
    vp 60 75
    BR EF@{Alexandria} MF@{Alexandria} 1@{Port Said} Amph1:fleet Amph2:fleet
    FR 7@0714 Amph1:fleet
    GE 19@0814
    TU 4@{Beirut} 6@{Damascus}
"""


def afloat(text: str) -> Table:
    """The First Combat Phase with three British armies off Beirut."""
    t = table(text)
    for army in ("BREF", "BRMF", "BR1"):
        t.choose(f"unit {army}", f"assault {city('Beirut')}")
    return t.until("Allied combat 1")


def test_9_1_9_4_20_10_the_open_sea_holds_any_number_bug() -> None:
    """[R92] Three armies on three transports were put into one sea hex, and one of them was lost
    as over-stacked when the phase ended."""
    t = afloat(THREE_ARMIES)
    places = {t.where(army) for army in ("BREF", "BRMF", "BR1")}
    assert places <= {"3828", "3829"}
    assert t.vp == (60, 75)
    # 24 against 4, doubled by the city: 300%, where a six is DD. The beach holds two [R16].
    t.fight("3929", die=6).choose("pursue BREF", "pursue BR1")
    assert [t.where(army) for army in ("BREF", "BR1", "BRMF")] == ["3929", "3929", "dead"]


def test_35_2_20_10_what_an_emptied_beach_does_not_hold_is_lost_but_not_in_combat() -> None:
    """[R79] The fort falls to gunfire; two armies land unopposed, the third has nowhere to go."""
    text = THREE_ARMIES.replace("TU 4@{Beirut}", "BR Gun1:fleet Gun2:fleet\nTU Fort1@{Beirut}")
    t = afloat(text.replace("vp 60 75", "vp 60 75\noptions annihilation"))
    t.roll(6).choose("bombard 3929", "support BRGun1", "support BRGun2", "big_push", "done")
    assert len(t.at("3929")) == 2
    assert [t.where(army) for army in ("BREF", "BRMF", "BR1")].count("dead") == 1
    assert (t.state.assault, t.state.annihilated, t.vp[0]) == ({}, {}, 54)


def test_20_3_from_base_to_base_two_points_are_left_and_others_may_still_move() -> None:
    t = sailing(CHANNEL + "FR 1@{Cherbourg}\n", "BR1").choose(f"sail {city('Cherbourg')}")
    assert "2 movement points left" in t.seen_by("Allied").prompt
    step = t.state.stack[-1]
    assert isinstance(step, MoveUnit)
    assert step.landed
    assert t.state.ready >> UNITS["BR1"] & 1
    assert t.choose("stay").choices("unit") == {"BR2", "FR1", "FR7"}


def test_24_2_30_2_whoever_lands_in_the_east_stirs_it() -> None:
    assert sailing(CHANNEL, "BR1").choose("sail 2401").state.east_free
    assert not sailing(CHANNEL, "BR1").choose("ship_home British_Empire").state.east_free
