"""How scenarios begin."""

from __future__ import annotations

import pytest

from trenchline.games.the_great_war.calendar import read_date
from trenchline.games.the_great_war.components import CENTRAL, CODES, ENTENTE
from trenchline.games.the_great_war.lines import note_low_nets
from trenchline.games.the_great_war.ownership import settle
from trenchline.games.the_great_war.reinforcements import due, entries, withdraw_due
from trenchline.games.the_great_war.scenarios import GRID, SCENARIO_FOLDERS, load_theatre
from trenchline.games.the_great_war.set_up import new_game, set_up
from trenchline.games.the_great_war.state import RESERVE, WITHDRAWN, State
from trenchline.games.the_great_war.supply import check_general_supply, check_isolation
from trenchline.kernel.bits import members

every_scenario = pytest.mark.parametrize("name", tuple(SCENARIO_FOLDERS))


def unit(state: State, key: str) -> int:
    return state.theatre.unit[key]


@every_scenario
def test_everybody_stands_where_the_scenario_says(name: str) -> None:
    theatre = load_theatre(name)
    state = set_up(theatre)
    for key, hex_ in theatre.set_up.items():
        assert state.where[theatre.unit[key]] == hex_
    waiting = {arrival.unit for arrival in theatre.arrivals} - set(theatre.set_up)
    for number, counter in enumerate(theatre.counters):
        if counter.key in waiting:
            assert state.where[number] == RESERVE
        elif counter.key not in theatre.set_up:
            assert state.where[number] == WITHDRAWN


@every_scenario
def test_5b_the_land_is_shared_out(name: str) -> None:
    state = set_up(load_theatre(name))
    assert not state.owned[ENTENTE] & state.owned[CENTRAL]
    assert state.owned[ENTENTE] | state.owned[CENTRAL] == state.theatre.land
    for side in (ENTENTE, CENTRAL):
        assert not state.occupied[side] & ~state.owned[side]


@every_scenario
def test_11b_everybody_begins_in_general_supply(name: str) -> None:
    state = set_up(load_theatre(name))
    note_low_nets(state)
    check_isolation(state)
    check_general_supply(state)
    assert state.unsupplied == {}
    assert not state.isolated


@every_scenario
def test_5b_nothing_changes_hands_at_once(name: str) -> None:
    state = set_up(load_theatre(name))
    before = list(state.owned)
    settle(state)
    assert state.owned == before


@every_scenario
def test_3a3_what_is_fielded_stands_on_the_map(name: str) -> None:
    state = set_up(load_theatre(name))
    on_map = [0] * len(CODES)
    for number in members(state.on_map(ENTENTE) | state.on_map(CENTRAL)):
        on_map[CODES.index(state.theatre.counters[number].nation)] += state.re(number)
    assert on_map == state.fielded


@every_scenario
def test_11c1_every_depot_lies_on_a_net_of_its_side(name: str) -> None:
    state = set_up(load_theatre(name))
    for at, side, net in zip(state.depot_at, state.depot_side, state.depot_net, strict=True):
        assert state.theatre.nets[net].side == side
        assert state.theatre.nets[net].hexes >> at & 1
    assert state.working == (1 << len(state.depot_at)) - 1


def test_12b9_guns_begin_with_their_headquarters() -> None:
    state = set_up(load_theatre("caporetto"))
    head = unit(state, "GEAK1")
    parts = [state.theatre.counters[n].key for n, hq in state.attached.items() if hq == head]
    assert parts == ["GEH1", "GEH2", "GEH3", "GEH4"]


def test_14p_14q_leaders_and_elite_brigades_are_assigned() -> None:
    state = set_up(load_theatre("caporetto"))
    theatre = state.theatre
    led = {theatre.leaders[n].name: theatre.counters[hq].key for n, hq in state.leaders.items()}
    assert led["Below"] == "GEA14"
    assert led["Cadorna"] == "ITA3"
    assert "Diaz" not in led, "he comes in November"
    assert state.elite[unit(state, "IT33")] == 2


def test_15b4_fortresses_that_are_not_improved() -> None:
    state = set_up(load_theatre("liege"))
    assert set(GRID.labels(state.unimproved)) == {"0324", "0623", "1220"}


def test_4_a_scenario_may_begin_with_the_second_player_turn() -> None:
    assert new_game("caporetto", {}).phasing == CENTRAL
    assert new_game("gorizia", {}).phasing == ENTENTE


def test_options_that_are_on_are_kept() -> None:
    state = new_game("gorizia", {"siege": "on", "overstacking": "off"})
    assert state.options == {"siege"}


def at(state: State, text: str) -> None:
    state.turn = state.theatre.turns.index(read_date(text))


def test_16a1cc_a_withdrawn_unit_leaves_and_another_may_return() -> None:
    state = set_up(load_theatre("liege"))
    at(state, "Aug II 14")
    ready = due(state, CENTRAL)
    for key in ("GE24", "GE3"):
        assert ready >> unit(state, key) & 1
        hex_ = next(iter(members(entries(state, unit(state, key)))))
        state.fielded[CODES.index("GE")] += state.re(unit(state, key))
        state.put(unit(state, key), hex_)
    before = state.fielded[CODES.index("GE")] - state.lost[CODES.index("GE")]
    at(state, "Sep II 14")
    withdraw_due(state, CENTRAL)
    assert state.where[unit(state, "GE24")] == RESERVE
    assert state.where[unit(state, "GE3")] == WITHDRAWN
    after = state.fielded[CODES.index("GE")] - state.lost[CODES.index("GE")]
    # The brigades of Emmich had to leave a month before; only those two go now, and the cavalry.
    assert before - after >= 2 * 20
    assert not due(state, CENTRAL) >> unit(state, "GE24") & 1
    at(state, "Oct I 14")
    assert due(state, CENTRAL) >> unit(state, "GE24") & 1
    assert not due(state, CENTRAL) >> unit(state, "GE3") & 1


def test_1_1_a_scenario_says_which_advanced_rules_are_on() -> None:
    assert "siege" in new_game("liege", {}).options
    assert "siege" in new_game("liege", {"siege": "scenario"}).options
    assert "siege" not in new_game("liege", {"siege": "off"}).options
    assert new_game("gorizia", {}).options == frozenset()
    assert new_game("gorizia", {"siege": "on"}).options == {"siege"}
