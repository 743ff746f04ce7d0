"""General supply points [11C2bii]: made at depots, carried, eaten, gone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.the_great_war.fields import field, units
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war.depots import Logistics
from trenchline.games.the_great_war.hunger import FeedHungry
from trenchline.games.the_great_war.invariants import broken
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.movement import MovementPhase
from trenchline.games.the_great_war.notation import notation, parse
from trenchline.games.the_great_war.ownership import CaptureGoods
from trenchline.games.the_great_war.rations import burden, lying, most_at, spoil
from trenchline.games.the_great_war.set_up import new_game, open_books
from trenchline.games.the_great_war.state import INITIAL, State
from trenchline.kernel.play import take

NETS = [{"name": "west", "nations": ["IT"], "capacity": {"Entente": 42}}]
HERE, THERE = GRID.hex("0505"), GRID.hex("0503")
FORCES = [
    counter("IT1", "6-9-5"),
    counter("IT2", "2-3-5", "rifle", "brigade"),
    counter("IT3", "1-2-5", "rifle", "regiment"),
    counter("ITA", "0-0-8", "army hq", "army", "none"),
    counter("AH1"),
]


def depot(lines: str = "rail_high", where: dict[str, str] | None = None, **more: Any) -> State:
    """A depot some hexes from a source, on a line of a kind."""
    sides = {f"050{n}/050{n + 1}": lines for n in range(2, 8)}
    theatre = sketch(sides=sides, counters=FORCES, edges={"0508": "IT"}, nets=NETS, **more)
    state = field(theatre, where or {}, phase=INITIAL)
    state.owned[0] = GRID.everywhere
    state.owned[1] = 0
    state.depot_at, state.depot_side, state.depot_net = [HERE], [0], [0]
    state.working = 1
    return state


@pytest.mark.parametrize(("lines", "points"), [("rail_high", 16), ("rail_low", 8)])
def test_11c2bii_a_depot_makes_points_as_its_line_is_traced(lines: str, points: int) -> None:
    state = depot(lines)
    assert Logistics(0).acts(state)["stock"] == 1 << HERE
    Logistics(0).act(state, "stock", HERE)
    assert state.gsps == {(HERE, 3): points}
    assert not Logistics(0).acts(state)["stock"]
    assert "in this phase" in Logistics(0).why_not(state, "stock", HERE).reason
    assert "no operational depot" in Logistics(0).why_not(state, "stock", THERE).reason


def test_11c2bii_a_depot_without_a_line_makes_none() -> None:
    state = depot()
    state.owned[0] &= ~GRID.hexes("0507")
    assert not most_at(state, 0, HERE)
    assert "no supply line" in Logistics(0).why_not(state, "stock", HERE).reason


def test_11c2bii_devastation_makes_a_line_poorer() -> None:
    """[R173] Eight low-volume hexes and more leave four points, fifteen one."""
    state = depot("rail_low")
    state.devastated = GRID.hexes("0506", "0507", "0508")
    # Three hexes of two each, and none besides.
    assert most_at(state, 0, HERE) == 8
    far = GRID.hex("0502")
    state.depot_at = [far]
    state.devastated = GRID.hexes(*(f"050{n}" for n in range(3, 9)))
    assert most_at(state, 0, far) == 4


def test_11c2bii_points_last_for_three_initial_phases() -> None:
    state = depot()
    Logistics(0).act(state, "stock", HERE)
    for left in (2, 1):
        spoil(state)
        assert state.gsps == {(HERE, left): 16}
    spoil(state)
    assert state.gsps == {}


def test_11c2bii_each_point_feeds_an_re_in_every_initial_phase() -> None:
    """The hunger counts on [11C2b]."""
    state = depot(where={"IT1": "0503", "IT2": "0503", "IT3": "0503"})
    hungry = units(state, "IT1", "IT2", "IT3")
    state.hunger = dict.fromkeys(range(3), 3)
    state.unsupplied = dict.fromkeys(range(3), 2)
    state.gsps = {(GRID.hex("0504"), 2): 6}
    step = FeedHungry(0)
    assert step.acts(state)["ration"] == hungry
    state.stack = [step]
    take(state, "ration", 0)
    assert 0 not in state.unsupplied
    assert state.hunger[0] == 3
    # Five REs have eaten of six: one is left for the regiment.
    assert step.acts(state)["ration"] == units(state, "IT3")
    assert "not enough" in step.why_not(state, "ration", 1).reason
    assert "out of general supply" in step.why_not(state, "ration", 0).reason
    assert state.gsps == {(GRID.hex("0504"), 2): 6}


def test_11h2_units_cart_points_up_to_twice_their_res() -> None:
    state = depot(where={"IT3": "0505"})
    state.phase = "movement"
    open_books(state)
    state.gsps = {(HERE, 2): 16}
    step = March((2,), HERE)
    state.stack = [step]
    assert step.choices(state)["provision"] == (1 << 9) - 2
    assert step.why_not(state, "provision", 9).case == "11H2"
    assert burden(state, (2,), 4) == 1
    assert burden(state, (2,), 5) == 2
    whole = step.points(state)
    take(state, "provision", 5)
    loaded = state.stack[-1]
    assert isinstance(loaded, March)
    assert loaded.points(state) == whole - 2 * 4
    assert not broken(state)
    take(state, "move", GRID.hex("0504"))
    take(state, "stay", 0)
    assert (lying(state, HERE), lying(state, GRID.hex("0504"))) == (11, 5)
    # [11H4] They are not carted again in this phase.
    assert not broken(state)
    state.put(1, GRID.hex("0504"))
    assert March((1,), GRID.hex("0504")).why_not(state, "provision", 1).case == "11H4"


def test_11h2_an_army_headquarters_carries_nine_res_for_nothing() -> None:
    state = depot(where={"ITA": "0505"})
    state.phase = "movement"
    state.gsps = {(HERE, 2): 40}
    assert March((3,), HERE).choices(state)["provision"] == (1 << 37) - 2
    assert burden(state, (3,), 36) == 0


def test_11h1_11h4_points_go_by_rail_by_themselves() -> None:
    """A quarter of an RE each; within forty hexes they may be carted besides."""
    far = GRID.hex("0507")
    state = depot(places=[("0507", "full_city"), ("0505", "full_city")])
    state.phase = "movement"
    state.gsps = {(HERE, 2): 16}
    state.stack = [MovementPhase(0)]
    take(state, "ship_rations", HERE)
    take(state, "amount", 8)
    take(state, "rail", far)
    assert (lying(state, HERE), lying(state, far)) == (8, 8)
    assert state.capacity_used == [8]
    assert MovementPhase(0).acts(state)["ship_rations"] == 1 << HERE
    assert MovementPhase(0).why_not(state, "ship_rations", far).case == "11H4"
    state.put(2, far)
    assert March((2,), far).choices(state)["provision"] == (1 << 9) - 2


def test_11h_2_captured_points_are_rolled_for() -> None:
    state = depot()
    state.gsps = {(HERE, 2): 3}
    CaptureGoods(1, HERE, 3).thrown(state, (1, 6, 1))
    assert sum(state.gsps.values()) == 1


def test_11h_1_a_side_destroys_its_supply_points() -> None:
    state = depot()
    state.phase = "movement"
    state.gsps = {(HERE, 2): 3}
    assert MovementPhase(0).acts(state)["destroy"] == 1 << HERE
    MovementPhase(0).act(state, "destroy", HERE)
    assert state.gsps == {}


def test_11c2bii_points_are_told_in_the_notation() -> None:
    state = new_game("caporetto", {})
    state.gsps = {(state.depot_at[0], 2): 7}
    state.stocked = 1 << state.depot_at[0]
    again = parse(notation(state))
    assert (again.gsps, again.stocked) == (state.gsps, state.stocked)
