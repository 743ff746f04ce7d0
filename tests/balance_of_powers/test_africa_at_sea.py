"""Chapter 12.8: Africa with its ships, and how many corps they carry."""

from __future__ import annotations

from tests.balance_of_powers.campaigning import choose, offered, refused
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, unit
from trenchline.games.balance_of_powers.blockade_runner import may_run
from trenchline.games.balance_of_powers.components import CENTRAL, ENTENTE, UNITS
from trenchline.games.balance_of_powers.deployment import zone_of
from trenchline.games.balance_of_powers.invariants import broken
from trenchline.games.balance_of_powers.muster import grounds
from trenchline.games.balance_of_powers.navy import SHIPS
from trenchline.games.balance_of_powers.quarters import QuartersHalf
from trenchline.games.balance_of_powers.set_up import HISTORICAL, new_game
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.variants import WITH_FLEETS
from trenchline.kernel.bits import members
from trenchline.kernel.play import settle


def begun() -> State:
    return new_game("africa", {HISTORICAL: "on", WITH_FLEETS: "on"})


def half(state: State, side: int) -> State:
    state.phase = "admiralty"
    state.stack = [QuartersHalf(side)]
    settle(state, Loaded())
    return state


def test_12_8_set_up_2_ships_begin_in_friendly_ports() -> None:
    state = begun()
    ships = {UNITS[u].key: state.where[u] for u in members(state.mapped & SHIPS)}
    assert set(ships) == {"BR-N-CC1", "FR-N-CC1"}
    assert broken(state) == []
    zone = zone_of(state.scenario, unit("BR-N-CC1")).hexes
    for label in ("AF8032", "AF9134", "Dakar"):
        assert zone >> at(label) & 1, label
    for label in ("AF9135", "AF8233", "South-Atlantic"):
        assert not zone >> at(label) & 1, label
    assert grounds(state, unit("GE-N-CL1")) >> at("AF9135") & 1


def test_12_8_sea_control_1_ships_carry_corps_and_nobody_runs_without_them() -> None:
    state = begun()
    assert not may_run(state)
    ship, corps = unit("BR-N-CC1"), unit("BR-A-WAFF")
    state.move(1 << ship, state.where[corps])
    half(state, ENTENTE)
    choose(state, "ship BR-N-CC1", "embark BR-A-WAFF")
    assert state.passengers == 1 << corps
    assert state.sailed == 1
    choose(state, "steam AF7932", "debark BR-A-WAFF")
    assert state.where[corps] == at("AF7932")
    assert not state.passengers


def test_12_8_sea_control_3_nine_corps_of_the_entente_a_season() -> None:
    state = begun()
    state.move(1 << unit("BR-N-CC1"), state.where[unit("BR-A-WAFF")])
    state.sailed = 9
    half(state, ENTENTE)
    choose(state, "ship BR-N-CC1")
    assert not offered(state, "embark")
    assert refused(state, "embark BR-A-WAFF").case == "12.8/sea-control.3"
    state.sailed = 8
    assert offered(state, "embark") >> unit("BR-A-WAFF") & 1


def test_12_8_sea_control_3_a_long_voyage_counts_once_bug() -> None:
    """A corps on board counted anew in every month in which its ship sailed on."""
    state = begun()
    state.move(1 << unit("BR-N-CC1"), state.where[unit("BR-A-WAFF")])
    half(state, ENTENTE)
    choose(state, "ship BR-N-CC1", "embark BR-A-WAFF", "steam AF7932")
    state.forget("month")
    half(state, ENTENTE)
    choose(state, "fleet AF7932", "steam AF8032")
    assert state.passengers == 1 << unit("BR-A-WAFF")
    assert state.sailed == 1


def test_12_8_sea_control_2_one_german_corps_a_game() -> None:
    state = begun()
    state.put(unit("GE-N-CL1"), at("AF9135"))
    half(state, CENTRAL)
    choose(state, "ship GE-N-CL1", "embark GE-A-GEA_1")
    assert state.ran == 1
    assert refused(state, "embark GE-A-GEA_2").case == "12.8/sea-control.2"
