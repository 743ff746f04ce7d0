"""Rail capacity goes from net to net [7A5d]."""

from __future__ import annotations

from typing import Any

from tests.the_great_war.fields import field
from tests.the_great_war.sketch import GRID, sketch
from trenchline.games.the_great_war.capacity_transfer import TransferCapacity
from trenchline.games.the_great_war.depots import Logistics
from trenchline.games.the_great_war.rail_capacity import left_on
from trenchline.games.the_great_war.state import INITIAL, State
from trenchline.kernel.play import decision, take

LINE = {f"050{n + 1}/050{n}": "rail_high" for n in range(1, 8)}
TOWNS = [(label, "full_city") for label in ("0507", "0505", "0504", "0502")]
HERE = GRID.hex("0504")


def joined(least: int = 0, **scenario: Any) -> State:
    """A side that owns two nets along one line, with resource points where they meet."""
    nets = [
        {
            "name": "west",
            "nations": ["IT"],
            "capacity": {"Entente": 42},
            "voluntary_minimum": least,
        },
        {"name": "east", "nations": ["AH"], "capacity": {"Entente": 4, "Central Powers": 32}},
    ]
    state = field(sketch(sides=LINE, places=TOWNS, nets=nets, **scenario), phase=INITIAL)
    state.owned[0] |= state.theatre.rails
    state.owned[1] &= ~state.theatre.rails
    state.resources, state.points_come = {HERE: 2}, 2
    state.stack.append(Logistics(0))
    return state


def test_7a5d_three_res_go_from_net_to_net_for_a_resource_point() -> None:
    """Nobody uses them in this turn, and no more go the same way."""
    state = joined()
    assert decision(state).choices(state)["transfer"] == 1 << HERE
    take(state, "transfer", HERE)
    assert decision(state).choices(state)["from_net"] == 0b011
    take(state, "from_net", 0)
    take(state, "to_net", 1)
    assert decision(state).choices(state)["capacity"] == 0b1110
    assert "more than may go between" in decision(state).why_not(state, "capacity", 4).reason
    take(state, "capacity", 2)
    assert state.capacity[:2] == [(42 - 2) * 4, (4 + 2) * 4]
    assert left_on(state, 1) == 4 * 4
    assert state.resources == {HERE: 1}
    take(state, "transfer", HERE)
    take(state, "from_net", 0)
    take(state, "to_net", 1)
    assert decision(state).choices(state)["capacity"] == 0b10
    take(state, "capacity", 1)
    assert state.resources == {HERE: 1}
    assert Logistics(0).why_not(state, "transfer", HERE).case == "7A5d"


def test_7a5d_what_is_paid_for_goes_later_without_a_point_bug() -> None:
    """One point is the price of three REs or a part of them, but two transfers of one and two REs
    between the same nets cost a point each. The way back is paid for by itself."""
    state = joined()
    state.resources = {HERE: 1}
    take(state, "transfer", HERE)
    for verb, number in (("from_net", 0), ("to_net", 1), ("capacity", 1)):
        take(state, verb, number)
    assert not state.resources
    assert decision(state).choices(state)["transfer"] >> HERE & 1
    take(state, "transfer", HERE)
    assert decision(state).choices(state)["from_net"] == 0b001
    for verb, number in (("from_net", 0), ("to_net", 1), ("capacity", 2)):
        take(state, verb, number)
    assert state.capacity[:2] == [(42 - 3) * 4, (4 + 3) * 4]
    assert "transfer" not in decision(state).choices(state)


def test_7a5d_a_voluntary_minimum_is_kept() -> None:
    state = joined(least=41)
    step = TransferCapacity(0, HERE, 0, 1)
    assert step.choices(state)["capacity"] == 0b10
    state = joined(least=42)
    assert TransferCapacity(0, HERE).choices(state)["from_net"] == 0b10


def test_7a5d_nets_of_another_gauge_or_apart_give_each_other_nothing() -> None:
    broad = joined(gauges={"broad": ["0504", "0503", "0502", "0501"]})
    assert not Logistics(0).acts(broad)["transfer"]
    assert "gauge" in Logistics(0).why_not(broad, "transfer", HERE).reason
    apart = joined()
    apart.owned[0] &= ~GRID.hexes("0503")
    assert not Logistics(0).acts(apart)["transfer"]
    apart = joined()
    apart.resources = {GRID.hex("0506"): 1}
    assert "no marshaling yard" in Logistics(0).why_not(apart, "transfer", GRID.hex("0506")).reason
    assert "no resource" in Logistics(0).why_not(apart, "transfer", HERE).reason
