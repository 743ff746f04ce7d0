"""Chapter 6.45: what the Entente ships by the optional rule."""

from __future__ import annotations

from dataclasses import replace

from tests.balance_of_powers.campaigning import choose
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, position, unit
from trenchline.games.balance_of_powers.admiralty import (
    Admiralty,
    berths,
    harbours,
    waters,
)
from trenchline.games.balance_of_powers.components import (
    BOARD,
    GRID,
    OCEAN_BOXES,
    OWNER,
    PORT_BOXES,
    PORTS,
)
from trenchline.games.balance_of_powers.going import PERMITTED
from trenchline.games.balance_of_powers.state import POOL, State
from trenchline.games.balance_of_powers.voyages import reach
from trenchline.kernel.bits import members
from trenchline.kernel.play import decision, settle

DOVER = "0417"


def channel(**stacks: str) -> State:
    """Britain at war, and corps by the number of their port after an underscore."""
    placed = {label.removeprefix("at_"): keys for label, keys in stacks.items()}
    state = position(placed, entente="BR FR RU", month=1)
    state.stack = [Admiralty()]
    settle(state, Loaded())
    return state


def other_port(state: State, key: str) -> str:
    """A port that a unit can be shipped to."""
    return GRID.label(next(iter(members(berths(state, unit(key)) & harbours(state)))))


def test_6_452_five_corps_a_month_go_from_port_to_port() -> None:
    keys = "BR-I-1 BR-I-2 BR-I-3 BR-I-4 BR-I-5 BR-C-1"
    state = channel(at_0417=keys)
    goal = other_port(state, "BR-I-1")
    for key in keys.split()[:5]:
        choose(state, f"embark {key}", f"sail {goal}")
        assert state.where[unit(key)] == at(goal)
    asked = decision(state)
    assert "embark" not in asked.choices(state)
    assert asked.why_not(state, "embark", unit("BR-C-1")).case == "6.452"


def test_6_452_who_was_shipped_or_is_in_no_port_stays() -> None:
    state = channel(at_0417="BR-I-1 BR-I-2", at_0922="FR-I-1")
    goal = other_port(state, "BR-I-1")
    choose(state, "embark BR-I-1", f"sail {goal}")
    asked = decision(state)
    assert asked.why_not(state, "embark", unit("BR-I-1")).case == "6.452"
    assert asked.why_not(state, "embark", unit("FR-I-1")).case == "6.452.2"


def test_6_451_1_the_fleets_keep_away_from_german_coasts() -> None:
    state = position({}, entente="BR FR RU", held_by={"BR": "1513"}, month=1)
    assert PORTS >> at("1513") & 1
    assert harbours(state) >> at(DOVER) & 1
    assert not harbours(state) >> at("1513") & 1


def test_6_452_1_two_moves_of_24_points_are_all() -> None:
    near = reach(at(DOVER), PERMITTED)
    for label, reached in (("0517", 1), ("Gibraltar", 1), ("Archangel", 0), ("Petrograd", 0)):
        assert near >> at(label) & 1 == reached
    # A hex costs one, an ocean box 18 of 24 points: two of them are all that two moves bring.
    assert near >> at("South-Atlantic") & 1
    assert not near >> at("Terra-del-Fuego") & 1


def test_6_11_1_ports_of_neutrals_are_shut_to_transports() -> None:
    state = position({}, entente="BR FR RU", month=1)
    state.scenario = replace(state.scenario, hexes=BOARD.hexes | OCEAN_BOXES | PORT_BOXES)
    assert reach(at(DOVER), PERMITTED) >> at("Japan") & 1
    assert not waters(state) >> at("USA") & 1
    assert not reach(at(DOVER), waters(state)) >> at("Japan") & 1


def test_6_122_3_everybody_may_use_batavia_and_south_america() -> None:
    state = position({}, entente="BR FR RU", month=1)
    state.scenario = replace(state.scenario, hexes=BOARD.hexes | OCEAN_BOXES | PORT_BOXES)
    for label in ("Batavia", "South-America"):
        assert harbours(state) >> at(label) & 1
        assert at(label) not in OWNER


def test_1_323_a_leader_follows_his_command_or_goes_back() -> None:
    state = channel(at_0417="BR-I-1 BR-L-HAIG")
    assert not berths(state, unit("BR-L-HAIG"))
    goal = other_port(state, "BR-I-1")
    choose(state, "embark BR-I-1", f"sail {goal}", "embark BR-L-HAIG")
    assert state.where[unit("BR-L-HAIG")] == at(goal)
    left = channel(at_0415="BR-I-1 BR-L-HAIG")
    choose(left, "embark BR-I-1", f"sail {goal}", "end")
    assert left.where[unit("BR-L-HAIG")] == POOL


def test_6_451_the_central_powers_have_no_ships_and_the_east_no_seas() -> None:
    east = position({"3312": "RU-I-1"}, entente="RU", scenario="fire_in_the_east")
    east.stack = [Admiralty()]
    assert settle(east, Loaded()) == {}
