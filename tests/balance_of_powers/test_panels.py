"""What the table tells in words."""

from __future__ import annotations

from tests.balance_of_powers.at_sea import MALTA, OFF, mediterranean, quarters, units
from tests.balance_of_powers.table import at, position, unit
from trenchline.games.balance_of_powers.battle import SeaBattle
from trenchline.games.balance_of_powers.calendar import month_number
from trenchline.games.balance_of_powers.components import CENTRAL, FR, GE, GRID
from trenchline.games.balance_of_powers.face import GAME
from trenchline.games.balance_of_powers.panels import panels
from trenchline.games.balance_of_powers.state import CALENDAR, POOL, State
from trenchline.kernel.play import settle, take

from .dice import Loaded


def told(state: State, title: str) -> list[str]:
    return [line for panel in panels(state) if panel.title == title for line in panel.lines]


def test_11_3_the_table_counts_who_is_set_up_in_each_zone() -> None:
    state = GAME.new("before_the_leaves_fall", {})
    settle(state, Loaded())
    before = told(state, "Set-up")
    assert any("Dijon: 0 of 2 placed [12.1/set-up.france]" in line for line in before)
    take(state, *GAME.parse_choice("deploy FR-I-19"))
    # One hex: it goes there unasked.
    settle(state, Loaded())
    assert "Dijon: 1 of 2 placed [12.1/set-up.france]" in told(state, "Set-up")
    overlays = GAME.view(state, 0).overlays
    assert all(name.startswith("Set-up: ") for name, hexes in overlays.items() if hexes)


def test_12_1_optional_set_up_what_is_written_down_is_not_counted() -> None:
    state = GAME.new("before_the_leaves_fall", {"optional_set_up": "on"})
    settle(state, Loaded())
    assert told(state, "Set-up") == []
    assert GAME.view(state, 0).overlays["Held, Central Powers"]


def test_12_1_plan_xvii_12_1_schlieffen_the_table_tells_how_far_they_are() -> None:
    state = position({})
    state.phase = "campaign"
    state.plan_corps = 1 << unit("GE-I-3") | 1 << unit("FR-I-1")
    state.plan_hexes = 1 << at("1119")
    french, german = told(state, "Plans of 1914")
    assert "1 of 4 French corps" in french
    assert "1 of 9 German corps" in german
    assert german.count("not taken") == 0
    state.month = 1
    assert told(state, "Plans of 1914") == []


def test_9_24_trains_that_are_left() -> None:
    state = position({}, month=1)
    state.phase = "campaign"
    state.railed[GE] = 2
    assert "Germany: 3 of 5 corps [9.24]" in told(state, "Trains")
    assert not any("France" in line for line in told(state, "Trains"))
    state.month = 0
    assert told(state, "Trains") == []


def test_5_36_5_344_the_next_season_and_what_it_takes() -> None:
    state = position({}, month=8, scenario="south_slavs")
    state.demoralization[FR] = 3
    lines = told(state, "Next season")
    assert lines[0] == "Summer 1915, before June 1915 [5.0]"
    assert any(line.endswith("less 3 by demoralization [5.36]") for line in lines)


def test_5_11_6_223_pools_and_what_is_due() -> None:
    state = position({})
    for key in ("GE-I-3", "GE-I-5", "GE-C-1"):
        state.where[unit(key)] = POOL
    state.where[unit("FR-I-1")] = CALENDAR
    state.due[unit("FR-I-1")] = 2
    assert told(state, "Force pools") == ["Germany: 1 cavalry, 2 infantry"]
    assert told(state, "Due") == ["French 1 corps in October 1914"]


def test_10_59_1_33_6_453_what_lies_on_the_map() -> None:
    state = position({})
    state.breaches[at("1224"), at("1124")] = 2
    state.steps_lost[at("1119")] = 2
    state.landings[GRID.hex("0414")] = at("0517")
    assert told(state, "Breaches")[0].startswith("2 from 1224")
    assert told(state, "Fortresses") == ["1119 Liege is ruined"]
    assert told(state, "Landings")[0].startswith("0414 ")


def test_2_42_6_124_who_is_neutral_and_who_supports_whom() -> None:
    state = position({}, month=8, scenario="south_slavs")
    state.patrons[GE] = FR
    assert told(state, "Minor powers") == ["France supports Germany [2.42]"]
    assert "Italy is neutral, and may be courted [6.124]" in told(state, "Neutrals")


def test_2_66_the_table_tells_where_every_fleet_is() -> None:
    state = mediterranean({MALTA: "BR-N-PD1 BR-N-PD2 BR-N-SS1", OFF: "FR-N-CC1 FR-I-1"})
    state.reduced = units("BR-N-PD2")
    state.passengers = units("FR-I-1")
    malta, off = told(state, "Fleets, Entente Powers")
    assert malta == "2457 Malta: 2 PD, 1 SS, 1 damaged"
    assert off == "4847: 1 CC, 1 on board, at sea"
    assert told(state, "Fleets, Central Powers") == []


def war(**stacks: str) -> State:
    """The whole war in 1916, with ships where a test has them."""
    state = position(
        {place.replace("_", "-"): keys for place, keys in stacks.items()},
        central="AH GE OT",
        entente="FR RU BR",
        month=month_number("May 1916"),
        scenario="great_war",
    )
    state.phase = "admiralty"
    return state


def test_5_323_5_344_the_table_tells_what_the_war_at_sea_will_cost() -> None:
    state = war(North_Atlantic="GE-N-UB1 GE-N-UB2", South_Atlantic="GE-N-CL1")
    state.hunters = 8
    lines = told(state, "War at sea")
    # Four steps against a die and one: 2, 1 and nothing.
    assert lines[0] == (
        "Submarines in the North Atlantic, 4 steps at +1: Britain loses 0.5 on average, "
        "and the hunt finds them with 16 % [5.323]"
    )
    assert "Germany is not blockaded [5.341]" in lines
    assert "Raiders in South Atlantic: Britain loses a point with 72 % [5.33]" in lines
    shut = war(Mid_Atlantic="BR-N-CC1", Norwegian_Sea="BR-N-CC2")
    assert "Germany is blockaded from afar: 4 points [5.344]" in told(shut, "War at sea")
    assert any("less 4 by blockade [5.344]" in line for line in told(shut, "Next season"))
    assert told(position({}), "War at sea") == []


def test_8_3_8_33_a_naval_combat_is_told_beside_the_odds_of_its_salvos() -> None:
    state = quarters({"1007": "GE-N-BC1 GE-N-PD1", "1006": "BR-N-BC1"})
    state.engaged = units("GE-N-BC1 GE-N-PD1 BR-N-BC1")
    state.van = units("GE-N-BC1 BR-N-BC1")
    state.sea_battle = SeaBattle(CENTRAL)
    (panel,) = (panel for panel in panels(state) if panel.battle)
    assert panel.lines[:2] == (
        "Central Powers, van: German BC1",
        "Central Powers, main force: German PD1",
    )
    state.reduced = units("GE-N-PD1")
    hurt = [line for line in told(state, "Naval combat") if "damaged" in line]
    assert hurt == ["Central Powers, main force: German PD1, damaged"]
