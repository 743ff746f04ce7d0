"""Rules 7A5 and 11C1: depots, and how rail capacity grows, is boosted and wears out."""

from __future__ import annotations

from tests.the_great_war.fields import field, labels, rolling
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war.components import ENTENTE
from trenchline.games.the_great_war.depots import (
    Logistics,
    Relocate,
    activate,
    depots_of,
    movable,
    sites,
    train_of_depot,
)
from trenchline.games.the_great_war.movement import MovementPhase
from trenchline.games.the_great_war.rail import why_not_by_rail
from trenchline.games.the_great_war.rail_capacity import left_on
from trenchline.games.the_great_war.state import INITIAL, MOVEMENT, State
from trenchline.games.the_great_war.supply import check_isolation
from trenchline.games.the_great_war.yards import (
    WearOut,
    boost_left,
    boosting_sites,
    building_sites,
    check_wear,
    connected_yards,
    cost_to_build,
    receive_capacity,
)
from trenchline.kernel.play import settle, take

LINE = {f"050{n + 1}/050{n}": "rail_high" for n in range(1, 8)}


def net(capacity: int = 30, phase: str = INITIAL, nets: int = 1, **more: object) -> State:
    """A line with a city in 0506 and a fortress in 0508, both yards."""
    told = {"name": "west", "side": "Entente", "nations": ["IT"], "capacity": capacity}
    theatre = sketch(
        counters=[
            counter("IT1"),
            counter("ITr", "1-2-5", "railroad engineer", "division"),
            counter("AH1", "1-2-5", size="brigade"),
        ],
        sides=LINE,
        places=[("0506", "full_city"), ("0508", "new_fortress")],
        edges={"0508": "IT"},
        nets=[told] * nets,
        **more,  # type: ignore[arg-type]  # as the sketch has it
    )
    state = field(theatre, {"IT1": "0507"}, phase)
    check_isolation(state)
    return state


def test_7a1_7a1_1_yards_are_connected_by_rail() -> None:
    state = net()
    assert labels(connected_yards(state, 0)) == ["0506", "0508"]
    state.owned[ENTENTE] &= ~GRID.hexes("0507")
    assert connected_yards(state, 0) == 0


def test_11c1_1_7a5e_a_depot_needs_three_res_of_capacity() -> None:
    state = net(3)
    assert labels(sites(state, ENTENTE)) == ["0505", "0506", "0507", "0508"]
    activate(state, ENTENTE, GRID.hex("0506"))
    assert state.capacity == [2 * 4], "an RE is lost for good [7A5e]"
    assert left_on(state, 0) == 0
    assert sites(state, ENTENTE) == 0
    refusal = Logistics(ENTENTE).why_not(state, "activate", GRID.hex("0507"))
    assert (refusal.case, refusal.reason) == (
        "11C1",
        "the capacity left on the net does not suffice for a depot",
    )
    assert Logistics(ENTENTE).why_not(net(), "activate", GRID.hex("0504")).reason == (
        "the side does not own that hex"
    )


def test_11c1_2_11c1_3_depots_are_closed_to_move_and_opened_to_work() -> None:
    state = net()
    activate(state, ENTENTE, GRID.hex("0506"))
    logistics = Logistics(ENTENTE)
    state.stack = [logistics]
    take(state, "close", GRID.hex("0506"))
    assert depots_of(state, ENTENTE, working=False) == [0]
    assert "open" not in logistics.choices(state), "once in a phase"
    assert logistics.why_not(state, "open", GRID.hex("0506")).case == "11C1"
    take(state, "done", 0)
    state.phase = MOVEMENT
    assert movable(state, ENTENTE) == GRID.hexes("0506")
    state.stack = [MovementPhase(ENTENTE)]
    used = left_on(state, 0)
    take(state, "relocate", GRID.hex("0506"))
    assert isinstance(state.stack[-1], Relocate)
    take(state, "rail", GRID.hex("0508"))
    assert state.depot_at == [GRID.hex("0508")]
    assert left_on(state, 0) == used, "it runs on the capacity that maintains it"
    assert movable(state, ENTENTE) == 0


def test_11c1_5_a_side_gives_depots_up_when_it_likes() -> None:
    state = net()
    activate(state, ENTENTE, GRID.hex("0506"))
    state.stack = [Logistics(ENTENTE)]
    take(state, "deactivate", GRID.hex("0506"))
    assert depots_of(state, ENTENTE) == []
    assert Logistics(ENTENTE).why_not(state, "deactivate", GRID.hex("0506")).reason == (
        "the side has no depot there"
    )


def test_7a5b_three_resource_points_build_an_re() -> None:
    state = net()
    state.resources = {GRID.hex("0506"): 5, GRID.hex("0508"): 2}
    assert building_sites(state, ENTENTE) == GRID.hexes("0506")
    state.stack = [Logistics(ENTENTE)]
    take(state, "build", GRID.hex("0506"))
    assert state.capacity == [31 * 4]
    assert state.resources[GRID.hex("0506")] == 2
    assert Logistics(ENTENTE).why_not(state, "build", GRID.hex("0506")).case == "7A5b"
    assert Logistics(ENTENTE).why_not(state, "build", GRID.hex("0508")).reason == (
        "not enough resource points lie there"
    )


def test_7a5a_two_points_raise_thirty_by_fifteen() -> None:
    """The rulebook's example."""
    state = net(30, MOVEMENT)
    state.resources = {GRID.hex("0506"): 3}
    phase = MovementPhase(ENTENTE)
    for left in (5, 0):
        assert boosting_sites(state, ENTENTE) == GRID.hexes("0506")
        state.stack = [phase]
        take(state, "boost", GRID.hex("0506"))
        assert boost_left(state, 0) == left * 4
    assert state.boosted == [15 * 4]
    assert state.boosts == [2]
    assert left_on(state, 0) == 45 * 4
    assert phase.why_not(state, "boost", GRID.hex("0506")).reason == (
        "the capacity has been increased by half already"
    )


def test_7a5c_capacity_by_the_orders_of_battle() -> None:
    rows = {"rows": [{"turn": "Oct II 17", "net": "west", "capacity": 6}]}
    state = net(rail_increases=rows)
    receive_capacity(state, ENTENTE)
    assert state.capacity == [36 * 4]
    state = net(rail_increases=rows)
    state.owned[ENTENTE] &= ~GRID.hexes("0507")
    receive_capacity(state, ENTENTE)
    assert state.capacity == [30 * 4], "without two connected yards it is forfeit"


def test_7a5g_engineers_and_depots_and_wear() -> None:
    """The rulebook's example: a roll of 6, three more for engineers, five less for depots."""
    state = net()
    for _ in range(11):
        state.depot_at.append(GRID.hex("0507"))
        state.depot_side.append(ENTENTE)
        state.depot_net.append(0)
    assert WearOut(0).modifier(state) == -5
    state.put(state.theatre.unit["ITr"], GRID.hex("0507"))
    assert WearOut(0).modifier(state) == -5 + 2, "a division of five REs"
    state.stack = []
    WearOut(0).rolled(state, 6)
    assert state.capacity == [29 * 4]
    state = net()
    WearOut(0).rolled(state, 6)
    assert state.capacity == [29 * 4]
    state.put(state.theatre.unit["ITr"], GRID.hex("0507"))
    WearOut(0).rolled(state, 6)
    assert state.capacity == [29 * 4], "eight is safe"


def test_7a5g_3_when_nets_are_checked() -> None:
    state = net()
    state.turn = 1
    state.stack = []
    check_wear(state, ENTENTE)
    assert state.stack == [], "no enemy is on the net"
    state.put(state.theatre.unit["AH1"], GRID.hex("0505"))
    check_wear(state, ENTENTE)
    assert state.stack == [WearOut(0)], "Nov I is a production turn"
    state.stack, state.capacity = [], [20 * 4]
    check_wear(state, ENTENTE)
    assert state.stack == [], "nets of less than 21 REs are not checked"
    state.turn, state.boosts = 0, [2]
    check_wear(state, ENTENTE)
    assert state.stack == [WearOut(0)] * 2, "once for each point that boosted it"
    assert state.boosts == [0]
    settle(state, rolling(1, 1))
    assert state.capacity == [18 * 4]


def test_7a5b_3_america_makes_building_cheaper_for_the_entente() -> None:
    state = net()
    assert cost_to_build(state, ENTENTE) == 3
    state.flags = frozenset({"USA"})
    assert cost_to_build(state, ENTENTE) == 2
    assert cost_to_build(state, 1 - ENTENTE) == 3


def test_11c1_3_a_depot_stays_on_its_own_net_bug() -> None:
    """Asked for a hex of another net of its side, the refusal knew no capacity for it."""
    state = net(nets=2)
    activate(state, ENTENTE, GRID.hex("0506"))
    depot = train_of_depot(state, ENTENTE, GRID.hex("0506"))
    other = depot._replace(high=((1, 0),), low=((1, 0),))
    refusal = why_not_by_rail(state, other, GRID.hex("0508"))
    assert (refusal.case, refusal.reason) == ("11C1", "a depot stays on its own rail net")
