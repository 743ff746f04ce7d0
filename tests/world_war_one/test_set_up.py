"""Chapter 14: the two ways to set up, and what is special about each."""

from __future__ import annotations

import pytest

from tests.world_war_one.table import Table, opening, table
from trenchline.games.world_war_one import GAME
from trenchline.games.world_war_one.components import COUNTERS, GRID, NATION, TERRITORY

# 14.1, army by army; the second French 4th is the 1st by ruling R2.
ORDER_OF_BATTLE = {
    "BEF": "0305",
    "BLArmy": "0505",
    "FR5": "0307",
    "FR3": "0407",
    "FR4": "0308",
    "FRLorraine": "0408",
    "FR2": "0309",
    "FR1": "0409",
    "FRAlsace": "0310",
    "SB1": "1124",
    "SB2": "0924",
    "RS1": "2411",
    "RS4": "1816",
    "RS5": "2017",
    "RS3": "2120",
    "RS8": "2121",
    "GE2": "0605",
    "GE1": "0406",
    "GE3": "0506",
    "GE4": "0507",
    "GE5": "0508",
    "GE6": "0509",
    "GE7": "0510",
    "GE8": "2212",
    "AH7": "0716",
    "AH1": "1717",
    "AH4": "1918",
    "AH3": "2020",
    "AH2": "1820",
    "AH5": "1122",
    "AH6": "0923",
    "IT1": "0415",
    "IT2": "0516",
    "IT3": "0615",
    "IT4": "0616",
    "NEArmy": "0705",
    "GK1": "0929",
    "GK2": "0833",
    "TU1": "1531",
    "TU2": "1532",
    "BU1": "1226",
    "BU2": "1529",
    "RM1": "1727",
    "RM2": "1925",
}
NEUTRAL_ARMIES = {
    key: label
    for key, label in ORDER_OF_BATTLE.items()
    if key[:2] in ("IT", "NE", "GK", "TU", "BU", "RM")
}
TRACK = {"GE": 40, "RS": 30, "AH": 20, "US": 20, "FR": 15, "IT": 15, "TU": 6, "BL": 1}
NATIONS = ["FR", "BR", "US", "RS", "SB", "IT", "RM", "GK", "BL", "NE", "GE", "AH", "TU", "BU"]


def on_map(t: Table) -> dict[str, str]:
    """Every unit on the map and its hex."""
    places = {unit.key: t.where(unit.key) for unit in COUNTERS}
    return {key: place for key, place in places.items() if place.isdigit()}


# The Historical Game.


def test_14_21_every_army_stands_where_the_order_of_battle_says() -> None:
    """[R2] Forty-four armies, and nobody else."""
    t = opening()
    assert on_map(t) == ORDER_OF_BATTLE
    assert len(ORDER_OF_BATTLE) == 44


def test_14_21_the_forts_under_german_boots_have_fallen() -> None:
    t = opening()
    ruins = {p for p in ("0505", "0506", "0605", "0509", "0408") if not t.fort(p)}
    assert ruins == {"0506", "0605"}


@pytest.mark.parametrize("scenario", ["historical", "free_deployment"])
def test_trk_crp_the_markers_stand_in_their_boxes(scenario: str) -> None:
    """[R4] Fourteen pools, the same in both games."""
    t = opening(scenario=scenario)
    assert {code: t.crp(code) for code in NATIONS} == {c: TRACK.get(c, 0) for c in NATIONS}


def test_trk_turn_play_starts_on_turn_one_in_the_phase_the_set_up_calls_for() -> None:
    assert (opening().turn, opening().phase) == (1, "Central attack 1")
    assert opening(scenario="free_deployment").turn == 1


def test_14_22_play_opens_with_the_superior_players_first_attacks() -> None:
    """[4.0/3] Examples A1 and A17: the Central Powers, by 60 points to 46."""
    t = opening()
    assert (t.phase, t.who, t.superior) == ("Central attack 1", "Central", "Central")
    central = sum(t.crp(code) for code in ("GE", "AH"))
    allied = sum(t.crp(code) for code in ("FR", "BR", "RS", "SB", "BL"))
    assert (central, allied) == (60, 46)
    assert t.said("First Attack Phase of the Central side")
    assert not t.said("Movement Phase")


def test_14_22_nobody_moves_before_turn_two() -> None:
    t = opening()
    assert t.refused("unit GE1").case == "14.22"
    seen = []
    while t.turn == 1:
        if t.phase not in seen:
            seen.append(t.phase)
        if t.may("done"):
            t.choose("done")
        else:
            t.roll(6).choose(min(t.legal))
    assert "Allied movement" not in seen
    assert "Central movement" not in seen
    assert (t.turn, t.phase) == (2, "Allied movement")


def historical_last_phase(french_attacks: int) -> Table:
    return table(f"""
        turn 1 phase Allied attack 3
        FR crp 15 5@0307 3@0407 Lorraine@0408
        GE crp 40 1@0406 5@0508
        ruined 0505 0506 0605 0509
        facts french_attacks-{french_attacks}
    """)


@pytest.mark.parametrize("made", [0, 1])
def test_14_23_two_french_attacks_are_owed_on_turn_one(made: int) -> None:
    """[R49] The last Allied Attack Phase cannot be ended while one can still be made."""
    t = historical_last_phase(made)
    assert t.choices("attack") == {"0406", "0508"}
    assert t.refused("done").case == "14.23"


def test_14_23_with_two_made_the_phase_may_end() -> None:
    assert historical_last_phase(2).may("done")


def test_14_23_earlier_phases_may_be_passed() -> None:
    for set_ in (1, 2):
        t = table(f"""
            turn 1 phase Allied attack {set_}
            FR crp 15 5@0307 3@0407
            GE crp 40 1@0406
        """)
        assert t.may("done")


def test_14_23_no_penalty_if_no_french_attack_is_possible() -> None:
    """[R49] Other Allies' attacks do not count as French ones, nor are they forced."""
    t = table("""
        turn 1 phase Allied attack 3
        RS crp 30 1@2213 2@2312
        GE crp 40 8@2212
        ruined 2211
    """)
    assert t.may("attack 2212")
    assert t.may("done")


def test_14_23_an_attack_with_a_french_unit_counts() -> None:
    t = table("""
        turn 1 phase Allied attack 1
        FR crp 15 5@0307 3@0407
        GE crp 40 1@0406
        ruined 0505 0506 0605
    """).roll(6)
    t.fight("0406", "FR5", "FR3")
    assert t.state.french_attacks == 1
    other = table("""
        turn 1 phase Allied attack 1
        RS crp 30 1@2213 2@2312
        GE crp 40 8@2212
        ruined 2211
    """).roll(6)
    other.fight("2212", "RS1", "RS2")
    assert other.state.french_attacks == 0


def test_14_25_the_russian_second_army_is_lost_for_good() -> None:
    t = opening()
    assert t.where("RS2") == "lost"
    assert t.where("RS6") == "pool"


def test_14_26_belgium_counts_as_violated_on_turn_one() -> None:
    """[15.3] [11.4] Example A15: five points to the Allies; and four points in the Build Phase."""
    t = opening()
    assert t.side("BL") == "allied"
    assert t.state.ledger == [(1, 0, 5, "Belgium violated")]
    assert t.fresh == {"BL"}
    while t.phase != "Allied build":
        if t.may("done"):
            t.choose("done")
        else:
            t.roll(6).choose(min(t.legal))
    assert t.crp("BL") == 5


@pytest.mark.parametrize("scenario", ["historical", "free_deployment"])
def test_14_27_montenegro_is_at_war_without_an_army(scenario: str) -> None:
    """[14.37] [R30] Her land may be entered by anybody and never scores."""
    t = opening(scenario=scenario)
    assert t.side("MN") == "allied"
    assert not any(unit.key.startswith("MN") for unit in COUNTERS)
    walk = table("""
        turn 2 phase Central movement
        AH 1@0724
        SB 1@0924
    """).choose("unit AH1", "step 0725", "stop")
    assert walk.state.ledger == []


# The Free Deployment Game.

PLACED = [
    ("Allied", "FR", ["FR1", "FR2", "FR3", "FR4", "FR5", "FRAlsace", "FRLorraine", "BEF"]),
    ("Allied", "SB", ["SB1", "SB2"]),
    ("Allied", "RS", ["RS1", "RS2", "RS3", "RS4", "RS5", "RS8"]),
    ("Central", "GE", [f"GE{n}" for n in range(1, 9)]),
    ("Central", "AH", [f"AH{n}" for n in range(1, 8)]),
]


def test_14_31_each_side_places_its_armies_at_home_the_allies_first() -> None:
    """[R62] [R51] Unit by unit, one to a hex, forts and enemy zones no matter."""
    t = opening(scenario="free_deployment")
    assert on_map(t) == {**NEUTRAL_ARMIES, "BLArmy": "0505"}
    for side, country, units in PLACED:
        taken: set[str] = set()
        land = set(GRID.labels(TERRITORY[NATION[country]]))
        for unit in units:
            assert (t.asked, t.who) == ("Deployment", side)
            assert t.choices("place") == land - taken
            label = min(t.choices("place"))
            t.choose(f"place {label}")
            assert t.where(unit) == label
            taken.add(label)
    assert t.asked != "Deployment"


def test_14_31_a_place_that_is_refused_says_why() -> None:
    t = opening(scenario="free_deployment")
    assert t.refused("place 0405").case == "14.31"  # Belgium
    assert t.refused("place 0113").case == "14.31"  # Italy
    assert t.refused("transit").case == "14.31"
    assert t.refused("done").case == "14.31"
    t.choose("place 0408")
    assert t.refused("place 0408").case == "7.0"


def deployed(**options: str) -> Table:
    t = opening(scenario="free_deployment", **options)
    while t.asked == "Deployment":
        t.choose(min(t.legal))
    return t


def test_14_32_the_free_game_begins_with_the_allied_movement_phase() -> None:
    t = deployed()
    assert (t.turn, t.phase, t.who) == (1, "Allied movement", "Allied")


def test_14_33_no_attack_is_forced_in_the_free_game() -> None:
    t = table("""
        turn 1 phase Allied attack 3
        FR crp 15 5@0307 3@0407
        GE crp 40 1@0406
        facts free
    """)
    assert t.may("attack 0406")
    assert t.may("done")


def test_14_35_no_russian_army_is_lost_beforehand() -> None:
    t = deployed()
    assert [t.where(f"RS{n}") for n in (6, 7, 9, 10, 11, 12)] == ["pool"] * 6
    assert t.where("RS2").isdigit()


def test_14_36_belgium_begins_as_a_neutral() -> None:
    t = opening(scenario="free_deployment")
    assert t.side("BL") == "neutral"
    assert t.state.ledger == []
    assert t.fort("0605")
    assert t.fort("0506")


def test_14_37_montenegro_is_at_war_in_the_free_game_too() -> None:
    assert opening(scenario="free_deployment").side("MN") == "allied"


@pytest.mark.parametrize("code", ["IT", "TU", "BU", "RM", "GK", "NE", "AB", "US"])
@pytest.mark.parametrize("scenario", ["historical", "free_deployment"])
def test_11_0_who_is_neutral_when_the_game_begins(code: str, scenario: str) -> None:
    assert opening(scenario=scenario).side(code) == "neutral"


def test_4_0_3_equal_totals_make_the_central_powers_superior() -> None:
    """Example A2."""
    for allied, superior in ((20, "Central"), (21, "Allied"), (19, "Central")):
        t = table(f"""
            turn 2 phase Central movement
            FR crp {allied} 1@0207
            GE crp 12 1@0707
            AH crp 8 1@1116
        """)
        assert t.choose("done").superior == superior


def test_13_0_an_optional_rule_holds_when_the_players_say_so() -> None:
    assert opening().state.options == frozenset()
    for option in GAME.options:
        assert opening(**{option.name: "on"}).state.options == {option.name}
        assert opening(**{option.name: "off"}).state.options == frozenset()


def test_14_2_belgium_was_violated_before_the_historical_game_begins() -> None:
    """[14.26] [6.43] This very turn, so that her four points are still to come [11.4]."""
    t = opening()
    assert t.state.invaded == 1 << NATION["BL"]
    assert t.fresh == {"BL"}
    free = opening(scenario="free_deployment")
    assert (free.state.invaded, free.fresh) == (0, set())


def test_13_31_the_tank_army_is_in_the_box_only_with_its_option() -> None:
    """[R3]"""
    assert opening().where("FRTank") == "absent"
    assert opening(tank_army="on").where("FRTank") == "pool"
    assert GAME.options[2].case == "13.3"
