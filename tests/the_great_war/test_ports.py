"""Supply over the sea, rail ferries, and devastated ground on supply lines."""

from __future__ import annotations

from typing import Any

from tests.the_great_war.fields import field, labels, units
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war.ferries import low_rail_ways
from trenchline.games.the_great_war.lines import by_rail, by_road, overland
from trenchline.games.the_great_war.ports import functioning, open_sea, port_room, sea_lanes
from trenchline.games.the_great_war.rail import Train, destinations, ride_to
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.supply import headquarters_lines, supplied
from trenchline.kernel.floods import step

SEA = {f"04{n:02d}": "sea" for n in range(1, 9)}
"""A sea between the north and the south."""
HOME = [("0108", "full_city"), ("0106", "full_city"), ("0308", "major_port")]
RAILS = {
    "0106/0107": "rail_high",
    "0107/0108": "rail_high",
    "0108/0208": "rail_high",
    "0208/0308": "rail_high",
}
"""Home lies in the north, with a port ..."""
BEYOND = {"0508/0608": "rail_high"}
"""... and a short line leads inland from another one in the south."""
NETS = [
    {"name": "west", "nations": ["IT"], "capacity": {"Entente": 42}},
    {"name": "east", "nations": ["AH"], "capacity": {"Central Powers": 32}},
]


def coast(port: str = "minor_port", sea: str = "North Sea", **more: Any) -> State:
    """An army beyond the sea: its headquarters at the railhead, with a depot."""
    forces = [
        counter("ITA", "0-0-8", "army hq", "army", "none"),
        *(counter(f"IT{n}") for n in range(6)),
        counter("AH1"),
    ]
    theatre = sketch(
        terrain=SEA,
        sides={**RAILS, **BEYOND},
        places=[*HOME, ("0508", port)],
        counters=forces,
        nets=NETS,
        seas={"name": sea},
        **more,
    )
    state = field(theatre, {one.key: "0608" for one in forces if one.key != "AH1"})
    state.depot_at, state.depot_side, state.depot_net = [GRID.hex("0608")], [0], [0]
    state.working = 1
    return state


def test_11b3b_a_line_leads_over_the_sea_from_port_to_port() -> None:
    state = coast("great_port")
    assert sea_lanes(state, 0) == (GRID.hexes("0308", "0508"),)
    assert headquarters_lines(state, 0) == units(state, "ITA")
    assert supplied(state, 0) == units(state, "ITA", *(f"IT{n}" for n in range(6)))
    # Not where the enemy owns a port, nor where it functions no more.
    state.port_hits = {GRID.hex("0308"): 20}
    assert labels(functioning(state)) == ["0508"]
    assert not supplied(state, 0)
    state.port_hits = {}
    state.owned[0] &= ~GRID.hexes("0508")
    assert not supplied(state, 0)


def test_11b3b_1_a_port_supplies_so_many_res_and_fewer_for_each_hit() -> None:
    """[R172] Fifteen REs through a minor port are three divisions of five and no headquarters."""
    state = coast()
    here = GRID.hex("0508")
    size = state.re(units(state, "IT0").bit_length() - 1)
    assert port_room(state, here) == 15 * 4
    fed = supplied(state, 0)
    assert (fed & units(state, *(f"IT{n}" for n in range(6)))).bit_count() == 15 * 4 // size
    state.port_hits = {here: 2}
    assert port_room(state, here) == 9 * 4
    fed = supplied(state, 0)
    assert (fed & units(state, *(f"IT{n}" for n in range(6)))).bit_count() == 9 * 4 // size
    assert port_room(coast("marginal_port"), here) == 3 * 4
    assert port_room(coast("standard_port"), here) == 30 * 4
    assert port_room(coast("major_port"), here) == 60 * 4
    assert port_room(coast("great_port"), here) is None


def test_11b3b_2_who_has_the_sea_traces_over_it() -> None:
    seas = ("North Sea", "Adriatic Sea", "Black Sea", "Baltic Sea", "Turkish Straits")
    who = [tuple(bool(open_sea(coast(sea=sea).theatre, side)) for side in (0, 1)) for sea in seas]
    nobody, central = (False, False), (False, True)
    assert who == [(True, False), nobody, nobody, central, central]
    part = {"name": "North Sea", "areas": {"Black Sea": ["0401", "0402"]}}
    assert labels(open_sea(sketch(terrain=SEA, seas=part), 0)) == [f"040{n}" for n in range(3, 9)]


def test_11b3b_ports_lie_inland_on_open_waterways() -> None:
    """A river from 0605 to the sea; enemy coast defences on its bank close it."""
    river = {"0505/0506": "river", "0505/0605": "river"}
    theatre = sketch(
        terrain=SEA,
        sides=river,
        places=[("0308", "great_port"), ("0605", "great_port")],
        counters=[counter("AH1")],
        seas={"name": "North Sea"},
    )
    state = field(theatre)
    state.owned[0] = GRID.everywhere
    assert sea_lanes(state, 0) == (GRID.hexes("0308", "0605"),)
    state.put(0, GRID.hex("0505"))
    assert sea_lanes(state, 0) == ()


FERRY: dict[str, Any] = {"ferries": [["0308", "0508"]]}


def test_15a3_a_rail_ferry_is_a_low_volume_line_from_port_to_port() -> None:
    """It counts against the net at either end, and is no road."""
    state = coast("major_port", **FERRY)
    here, there = GRID.hex("0308"), GRID.hex("0608")
    free = ((0, 4),)
    train = Train(0, here, 8, 0, free, ((0, 8),))
    assert destinations(state, train) >> there & 1
    ride = ride_to(state, train, there)
    assert (labels(sum(1 << h for h in ride.way)), ride.low) == (["0308", "0508", "0608"], True)
    assert not step(1 << here, state.theatre.road_ways) >> GRID.hex("0508") & 1
    # One low-volume hex for supply.
    assert by_rail(state, 0, "IT", 1 << here, (), 1) >> there & 1
    assert not by_rail(state, 0, "IT", 1 << here, (), 0) >> there & 1


def test_15a3_a_ferry_runs_while_both_ports_function_and_are_owned() -> None:
    state = coast("major_port", **FERRY)
    here, there = GRID.hex("0308"), GRID.hex("0608")
    train = Train(0, here, 8, 0, ((0, 4),), ((0, 8),))
    state.port_hits = {GRID.hex("0508"): 20}
    assert not destinations(state, train) >> there & 1
    assert low_rail_ways(state).links is not None
    state.port_hits = {}
    state.owned[0] &= ~GRID.hexes("0508")
    assert not destinations(state, train) >> there & 1


def test_15a8_devastated_hexes_count_two_on_every_part_of_a_line() -> None:
    road = {f"070{n}/070{n + 1}": "road" for n in range(1, 8)}
    rails = {f"020{n}/020{n + 1}": "rail_high" for n in range(1, 8)}
    state = field(sketch(sides={**road, **rails}, nets=NETS))
    state.owned[0] = GRID.everywhere
    start = GRID.hex("0508")
    assert overland(state, 0, start) >> GRID.hex("0505") & 1
    state.devastated = GRID.hexes("0507", "0406", "0407", "0607", "0606", "0408", "0608")
    assert not overland(state, 0, start) >> GRID.hex("0505") & 1
    here = GRID.hex("0708")
    state.devastated = 0
    assert by_road(state, 0, here) >> GRID.hex("0705") & 1
    state.devastated = GRID.hexes("0706")
    assert not by_road(state, 0, here) >> GRID.hex("0705") & 1
    assert by_road(state, 0, here) >> GRID.hex("0706") & 1
    source = GRID.hexes("0208")
    state.devastated = GRID.hexes("0206")
    assert by_rail(state, 0, "IT", source, (), 1) >> GRID.hex("0206") & 1
    assert not by_rail(state, 0, "IT", source, (), 1) >> GRID.hex("0205") & 1
    assert by_rail(state, 0, "IT", source, (), 2) >> GRID.hex("0205") & 1
