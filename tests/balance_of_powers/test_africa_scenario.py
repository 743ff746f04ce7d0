"""Chapter 12.8: the war in Africa, its set-up, special rules and end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, unit
from tests.balance_of_powers.test_africa import labels, war
from tests.balance_of_powers.test_land_combat import units
from trenchline.games.balance_of_powers import GAME
from trenchline.games.balance_of_powers.admiralty import Admiralty, Transport, corps_left, ready
from trenchline.games.balance_of_powers.battle import Battle
from trenchline.games.balance_of_powers.blockade_runner import Run, RunTo, passengers
from trenchline.games.balance_of_powers.calendar import month_number
from trenchline.games.balance_of_powers.components import (
    AB,
    BR,
    CENTRAL,
    ENTENTE,
    FR,
    GE,
    IT,
    NATION,
    NEUTRAL,
    OT,
    PT,
    UNITS,
)
from trenchline.games.balance_of_powers.courting import Court, modifier, on_offer
from trenchline.games.balance_of_powers.diplomacy import Diplomacy
from trenchline.games.balance_of_powers.efforts import Effort, able
from trenchline.games.balance_of_powers.forces import may_go, why_not_attack
from trenchline.games.balance_of_powers.innovation import learn
from trenchline.games.balance_of_powers.invariants import broken
from trenchline.games.balance_of_powers.march import Force
from trenchline.games.balance_of_powers.muster import grounds
from trenchline.games.balance_of_powers.odds import parse_attack
from trenchline.games.balance_of_powers.opening import HISTORICAL, new_game
from trenchline.games.balance_of_powers.rail import reached_by_rail
from trenchline.games.balance_of_powers.retreat import retreats
from trenchline.games.balance_of_powers.season import Season
from trenchline.games.balance_of_powers.set_up import PlaceAt, SetUp
from trenchline.games.balance_of_powers.state import AWAITED, POOL, State
from trenchline.games.balance_of_powers.table_maps import table_map
from trenchline.games.balance_of_powers.tabulation import Posting, Requisition
from trenchline.games.balance_of_powers.victory import chips_of, outcome
from trenchline.kernel.bits import members
from trenchline.kernel.play import settle, take
from trenchline.kernel.view import View
from trenchline.server.board import board


def begun() -> State:
    return new_game("africa", {HISTORICAL: "on"})


# Map and set-up.


def test_12_8_map_the_sheet_of_africa_lies_on_the_table_with_its_boxes() -> None:
    """[12.8/duration] [12.8/tracks] [R301]"""
    scenario = begun().scenario
    assert scenario.months == 52
    assert not any(begun().africa_points)
    assert labels(scenario.boxes) == {"South-Atlantic", "Indian-Ocean", "Libyan-Sea", "Dakar"}
    ground = table_map("africa")
    assert ground.folder == Path(str(GAME.folder)) / "map" / "africa"
    told = board(GAME, "africa")
    assert len(told.hexes) == len(ground.board.facts) + 4
    assert told.background is not None
    # Two rows of boxes, as wide as the map.
    assert len({box.y for box in told.boxes}) == 2
    assert max(box.x + box.width for box in told.boxes) < told.background.width
    assert all(0 < hex_.x < told.width and 0 < hex_.y < told.height for hex_ in told.hexes)


def test_12_8_set_up_12_8_whoever_is_at_war_stands_where_he_musters() -> None:
    """[12.8/set-up.1] [R309]"""
    state = begun()
    assert not broken(state)
    assert not state.entrenched
    for key in ("AB-A-RAS", "OT-A-7", "PT-A-AFRIQ"):
        assert state.where[unit(key)] == AWAITED
    assert (state.mapped & ~units("GE-F-TNGNYKA")).bit_count() == 15
    for number in members(state.mapped):
        zone = next(z for z in state.scenario.zones if z.units >> number & 1)
        assert zone.hexes >> state.where[number] & 1
    assert not any(UNITS[u].kind == "ship" for u in members(state.mapped))


def test_12_8_set_up_1_arabs_stand_in_east_africa_too_and_wir_in_any_port() -> None:
    state = new_game("africa", {})
    state.stack = [SetUp(ENTENTE)]
    take(state, "deploy", unit("BR-A-ARAB"))
    found = settle(state, Loaded())
    assert labels(found["place"]) == {"9329", "9330", "8933", "9034", "9134"}
    assert "dug_in" not in found
    ports = labels(PlaceAt(ENTENTE, unit("BR-A-WIR")).choices(state)["place"])
    assert {"8032", "8234", "9028", "9230", "8941"} <= ports
    assert not ports & {"8233", "8335", "8324"}
    assert PlaceAt(ENTENTE, unit("BR-A-WIR")).why_not(state, "place", at("AF8840")).case == (
        "12.8/set-up.1"
    )


def test_12_8_muster_2_ief_and_wir_come_to_any_friendly_port() -> None:
    state = war({})
    ports = labels(grounds(state, unit("BR-A-IEF_B")))
    assert {"8032", "8234", "8724", "9134"} <= ports
    assert not ports & {"8233", "9135", "India"}
    assert labels(grounds(state, unit("BR-A-WIR"))) == ports


# Diplomacy.


def by(state: State, month: str) -> State:
    """The diplomacy of a month, up to its first question."""
    state.month = month_number(month)
    state.stack = [Diplomacy()]
    settle(state, Loaded())
    return state


def test_12_8_diplomacy_1_turkey_joins_in_november_1914_and_italy_in_may_1915() -> None:
    state = by(war({}, central="GE"), "October 1914")
    assert state.sides[OT] == state.sides[IT] == NEUTRAL
    assert by(state, "November 1914").sides[OT] == CENTRAL
    assert by(state, "May 1915").sides[IT] == ENTENTE


def test_12_8_diplomacy_2_the_british_are_taken_to_have_landed_in_the_south() -> None:
    state = by(war({}), "March 1915")
    assert modifier(state, PT, 0, 0) == 1
    assert modifier(by(state, "April 1915"), PT, 0, 0) == -1


def test_12_8_diplomacy_2_abyssinia_and_portugal_are_courted_with_africa_points() -> None:
    state = war({}, month=month_number("June 1915"), entente="BE BR FR IT")
    asked = Court(CENTRAL)
    assert "court" not in asked.choices(state)
    state.africa_points[GE] = 1
    assert asked.choices(state)["court"] == 1 << AB | 1 << PT
    # [6.124.11] Chips a hex from the border.
    assert labels(on_offer(state, CENTRAL, AB)) == {"9128", "9230"}
    state.stack = []
    asked.take(state, "court", AB)
    settle(state, Loaded(3))
    assert state.africa_points[GE] == 0


# The seas.


def test_12_8_sea_control_3_the_entente_ships_nine_corps_a_season() -> None:
    state = war({"8542": "BR-A-SAI_1 BR-A-SAI_2", "9134": "BR-A-KAR_1"})
    assert corps_left(state) == 9
    asked = Transport(ENTENTE)
    state.stack = [asked]
    take(state, "embark", unit("BR-A-SAI_1"))
    settle(state, Loaded())
    take(state, "sail", at("AF9134"))
    assert (state.sailed, corps_left(state)) == (1, 8)
    state.sailed = 9
    assert not ready(state)
    refusal = asked.why_not(state, "embark", unit("BR-A-KAR_1"))
    assert refusal.case == "12.8/sea-control.3"
    state.forget("season")
    assert corps_left(state) == 9


def test_12_8_sea_control_2_r300_germany_ships_one_corps_in_the_game() -> None:
    stacks = {"8233": "GE-A-KAM_1 GE-L-VORBECK", "8539": "GE-A-GSW_1"}
    state = war(stacks, central="GE", entrenched="GE-A-KAM_1 GE-A-GSW_1")
    state.stack = [Admiralty()]
    found = settle(state, Loaded())
    assert found == {"none": 1, "embark": units("GE-A-KAM_1")}
    asked = Run(CENTRAL)
    assert asked.why_not(state, "embark", unit("GE-A-GSW_1")).case == "12.8/sea-control.2"
    take(state, "embark", unit("GE-A-KAM_1"))
    assert labels(settle(state, Loaded())["sail"]) == {"8440", "8441"}
    for label, case in (("AF8032", "12.8/sea-control.2"), ("AF9135", "6.452")):
        assert RunTo(unit("GE-A-KAM_1")).why_not(state, "sail", at(label)).case == case
    take(state, "sail", at("AF8441"))
    assert state.where[unit("GE-A-KAM_1")] == at("AF8441")
    assert state.ran == 1
    alone = war({"9135": "GE-A-GEA_1"}, central="GE", held_by={"BR": "8440 8441"})
    assert not passengers(alone), "no port in reach"
    assert state.entrenched == units("GE-A-GSW_1")
    # [1.323.2] His command has sailed without him.
    assert state.where[unit("GE-L-VORBECK")] == POOL
    assert not passengers(state)


def test_12_8_sea_control_2_12_8_sea_control_3_a_panel_tells_what_may_still_be_shipped() -> None:
    state = war({})
    state.sailed = 2

    def lines() -> tuple[str, ...]:
        return next((p.lines for p in seen(state).panels if p.title == "By sea"), ())

    assert [line.partition(" [")[0] for line in lines()] == [
        "7 of 9 corps of the Entente this season",
        "One German corps in the whole game",
    ]
    state.ran = 1
    assert len(lines()) == 1
    state = new_game("asian_treasure_house", {HISTORICAL: "on"})
    settle(state, Loaded())
    assert lines() == ()


# The Ottoman corps.


def test_12_8_ottoman_r310_the_seventh_corps_stays_beside_medina() -> None:
    """[6.215/ottoman7]"""
    state = war({"9127": "OT-A-7", "9228": "BR-A-SHERIF"}, held_by={"BR": "9228"})
    state.phasing, state.force, state.force_at = CENTRAL, units("OT-A-7"), at("AF9127")
    assert labels(may_go(state).reached) == {"9027"}
    assert Force().why_not(state, "march", at("AF9227")).case == "12.8/ottoman"
    refusal = why_not_attack(state, at("AF9228"))
    assert refusal is not None
    assert refusal.case == "12.8/ottoman"
    battle = Battle(ENTENTE, at("AF9228"), at("AF9127"), units("BR-A-SHERIF"))
    assert labels(retreats(state, battle, unit("OT-A-7"))) == {"9027"}
    assert labels(grounds(war({}), unit("OT-A-7"))) == {"9027", "9127"}


def test_12_8_ottoman_it_leaves_by_no_road_no_train_and_no_retreat() -> None:
    state = war({"9127": "OT-A-7", "9027": "BR-A-SHERIF"}, held_by={"BR": "9027"})
    state.phasing, state.force, state.force_at = CENTRAL, units("OT-A-7"), at("AF9127")
    state.unconditional = unit("OT-A-7")
    assert not may_go(state).reached, "9228 is open, but too far from Medina"
    battle = Battle(ENTENTE, at("AF9027"), at("AF9127"), units("BR-A-SHERIF"))
    assert not retreats(state, battle, unit("OT-A-7"))
    lost = war({"8829": "OT-A-7 OT-A-DINAR"}, held_by={"OT": "8829 8830"})
    lost.phasing, lost.force_at = CENTRAL, at("AF8829")
    lost.force = units("OT-A-DINAR")
    assert [labels(level) for level in reached_by_rail(lost).levels] == [{"8830"}]
    lost.force = units("OT-A-7")
    lost.unconditional = unit("OT-A-7")
    assert not reached_by_rail(lost).levels


# Points.


def test_12_8_resources_1_britain_has_six_africa_points_a_season_and_germany_three() -> None:
    state = war({}, month=1)
    Posting().run(state)
    assert [state.africa_points[n] for n in (BR, GE, FR, OT)] == [6, 3, 0, 0]
    assert not any(state.points)


def test_12_8_resources_2_12_8_resources_3_some_have_six_more_in_one_season() -> None:
    state = war({}, month=4)
    state.stack = [Season(4)]
    found = settle(state, Loaded())
    assert found["exert"] == 1 << OT
    take(state, "end", 0)
    found = settle(state, Loaded())
    assert found["exert"] == 1 << BR | 1 << FR
    take(state, "exert", BR)
    assert state.africa_points[BR] == 12
    assert settle(state, Loaded())["exert"] == 1 << FR
    assert able(state, ENTENTE) == 1 << FR
    asked = Effort(ENTENTE)
    for nation, words in ((BR, "has had"), (NATION["BE"], "nothing"), (OT, "no power of")):
        assert words in asked.why_not(state, "exert", nation).reason
    state.stack = []
    state.month = 7
    state.stack = [Season(7)]
    settle(state, Loaded())
    take(state, "end", 0)
    assert settle(state, Loaded())["exert"] == 1 << FR
    assert state.africa_points[BR] == 18


def test_5_24_r306_nobody_draws_resource_points_in_africa() -> None:
    state = war({}, entente="AB BE BR FR", month=4)
    state.patrons[AB] = BR
    twin = state.copy()
    Requisition().run(twin)
    assert twin.points[BR] == 1
    state.stack = [Season(4)]
    while settle(state, Loaded()):
        take(state, "end", 0)
    assert not any(state.points)


def test_12_8_no_ti_nobody_learns_and_nobody_is_demoralized() -> None:
    state = war({"9134": "BR-A-KAR_1", "9135": "GE-A-GEA_1"}, entrenched="BR-A-KAR_1")
    battle = Battle(
        *(CENTRAL, at("AF9135"), at("AF9134"), units("GE-A-GEA_1")),
        trenches=True,
        raw=2,
        began=(2, 2),
    )
    learn(state, battle)
    assert state.innovation == [0, 0]
    assert not battle.major


# What is seen.


def seen(state: State) -> View:
    return GAME.view(state, None)


def test_2_43_the_view_shows_africa_points_and_no_others() -> None:
    state = war({"9134": "BR-A-KAR_1"})
    state.africa_points[BR] = 7
    names = {track.name: track.value for track in seen(state).tracks}
    assert names["British AP"] == 7
    assert names["Central bargaining chips"] == 4
    assert not any("RP" in name or "innovation" in name for name in names)
    told = {panel.title: panel.lines for panel in seen(state).panels}
    assert any("9 of 9 corps" in line for line in told["By sea"])
    assert any("Britain posts 6 for Africa" in line for line in told["Next season"])
    assert any("France may have 6" in line for line in told["Next season"])


def test_10_0_odds_of_an_attack_in_africa_are_exact() -> None:
    state = war({"9134": "BR-A-KAR_1 BR-A-EAMR", "9135": "GE-A-GEA_1"})
    state.phasing = ENTENTE
    battle = parse_attack(state, "BR-A-KAR_1 BR-A-EAMR > AF9135")
    assert battle.target == at("AF9135")
    found = GAME.odds(state, "BR-A-KAR_1 BR-A-EAMR > AF9135")
    assert sum(result.probability for result in found.results) == pytest.approx(1)


# The end.


@pytest.mark.parametrize(
    ("lost", "winner"), [("", CENTRAL), ("8233 8539", CENTRAL), ("8233 8539 9135", ENTENTE)]
)
def test_12_8_victory_r305_the_central_powers_need_two_chips(lost: str, winner: int) -> None:
    state = war({}, held_by={"BR": lost} if lost else {})
    assert chips_of(state, CENTRAL) == 4 - len(lost.split())
    assert outcome(state).winner == winner
