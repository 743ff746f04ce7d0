"""Rule 7A: movement by rail, what nets carry, and lines that are broken or captured."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import pytest

from tests.the_great_war.fields import field, labels, units
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war.components import CENTRAL, ENTENTE, Counter
from trenchline.games.the_great_war.freight import Ship
from trenchline.games.the_great_war.invariants import broken
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.movement import MovementPhase, begin, march_of
from trenchline.games.the_great_war.ownership import capture, settle
from trenchline.games.the_great_war.rail import points_for
from trenchline.games.the_great_war.rail_capacity import (
    MaintainDepots,
    charge,
    depots_on,
    left_on,
    size_by_rail,
)
from trenchline.games.the_great_war.routes import entry_cost
from trenchline.games.the_great_war.state import MOVEMENT, State
from trenchline.kernel.play import take

LINE = {f"050{n + 1}/050{n}": "rail_high" for n in range(1, 8)}
"""A line of high volume from the western to the eastern edge."""
NETS = [
    {"name": "west", "side": "Entente", "nations": ["IT"], "capacity": 42},
    {"name": "east", "side": "Central Powers", "nations": ["AH"], "capacity": 32},
    {"name": "east for the west", "side": "Entente", "nations": ["AH"], "capacity": 0},
]


def railway(
    *more: Counter,
    where: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
    **ground: object,
) -> State:
    """An Italian division at the end of a line whose yard lies at the western edge."""
    theatre = sketch(
        counters=[counter("IT1"), counter("AH1"), *more],
        sides={**LINE, **(sides or {})},
        edges={"0508": "IT", "0501": "AH"},
        nets=NETS,
        **ground,  # type: ignore[arg-type]  # as the sketch has it
    )
    return field(theatre, {"IT1": "0508", "AH1": "0101", **(where or {})})


def march(state: State, key: str = "IT1", **more: bool) -> March:
    found = march_of(state, state.theatre.unit[key])
    return March(found.party, found.hex, **more)


def ride(state: State, to: str, key: str = "IT1", verb: str = "rail") -> None:
    state.stack = [march(state, key)]
    take(state, verb, GRID.hex(to))


def test_7a_3_trains_run_over_owned_hexes() -> None:
    state = railway()
    assert labels(march(state).choices(state)["rail"]) == ["0505", "0506", "0507"]
    refusal = march(state).why_not(state, "rail", GRID.hex("0504"))
    assert (refusal.case, refusal.reason) == (
        "7A",
        "that hex is not owned by the side of the train",
    )
    assert march(state).why_not(state, "rail", GRID.hex("0408")).reason == (
        "no rail line runs through that hex"
    )


def test_7a_3_a_yard_must_be_joined() -> None:
    state = railway()
    state.owned[ENTENTE] &= ~GRID.hexes("0508")
    state.move(units(state, "IT1"), GRID.hex("0507"))
    assert "rail" not in march(state).choices(state)
    refusal = march(state).why_not(state, "rail", GRID.hex("0506"))
    assert refusal.reason == "no marshaling yard is joined with this hex"


def test_7a_2_enemy_zones_close_a_line_that_no_friend_guards() -> None:
    guard = counter("IT2", "2-3-5", size="brigade")
    state = railway(guard, where={"AH1": "0405"})
    assert labels(march(state).choices(state)["rail"]) == ["0507"]
    assert march(state).why_not(state, "rail", GRID.hex("0506")).case == "7A"
    state.put(state.theatre.unit["IT2"], GRID.hex("0506"))
    assert "0506" in labels(march(state).choices(state)["rail"])
    state.moved = units(state, "IT2")
    assert "0506" not in labels(march(state).choices(state)["rail"]), "it came in this phase"


def test_7a_2_who_has_guarded_a_line_stays() -> None:
    guard = counter("IT2", "2-3-5", size="brigade")
    state = railway(guard, where={"AH1": "0405", "IT2": "0506"})
    ride(state, "0506")
    assert "move" not in march(state, "IT2").choices(state)
    assert march(state, "IT2").why_not(state, "move", GRID.hex("0507")).case == "7A"


def test_7a2_eight_hexes_for_a_point_and_marching_besides() -> None:
    state = railway()
    ride(state, "0505")
    unit = state.theatre.unit["IT1"]
    assert state.spent[unit] == 4
    assert [points_for(n, accelerated=False) for n in (1, 8, 9, 16, 17)] == [1, 1, 2, 2, 3]
    after = state.stack[-1]
    assert isinstance(after, March)
    assert after.reachable(state)


def test_6b3_haste_pays_double_on_rails() -> None:
    assert points_for(9, accelerated=True) == 4


def test_7a3_strategic_movement_is_all_a_unit_does() -> None:
    state = railway()
    ride(state, "0505", verb="strategic")
    unit = state.theatre.unit["IT1"]
    assert state.strategic == state.halted == 1 << unit
    assert unit not in state.spent
    other = railway()
    other.spent[unit] = 4
    assert "strategic" not in march(other).choices(other)
    assert march(other).why_not(other, "strategic", GRID.hex("0505")).case == "7A3"


@pytest.mark.parametrize(
    ("kind", "size", "quarters"),
    [("rifle", "regiment", 4), ("tank", "regiment", 8), ("field artillery", "regiment", 8)],
)
def test_7a4_artillery_and_motors_count_double(kind: str, size: str, quarters: int) -> None:
    state = railway(counter("IT9", "1-2-5", kind, size))
    assert size_by_rail(state, state.theatre.unit["IT9"]) == quarters


def test_7a4_a_unit_counts_once_and_double_on_low_volume_lines() -> None:
    state = railway(counter("IT9", "2-3-5", size="brigade"), where={"IT9": "0508"})
    unit = state.theatre.unit["IT9"]
    ride(state, "0507", "IT9")
    ride(state, "0505", "IT9")
    assert state.capacity_used == [8, 0, 0], "two REs for two rides"
    assert charge(state, unit, 0, low=True) == 8


def test_7a4_the_way_over_high_volume_lines_is_taken() -> None:
    way = ["0508", "0407", "0406", "0405", "0505"]
    low = {f"{one}/{other}": "rail_low" for one, other in pairwise(way)}
    state = railway(sides=low)
    ride(state, "0505")
    assert state.capacity_used[0] == 20
    state = railway(sides=low)
    ride(state, "0406")
    assert state.capacity_used[0] == 40


def test_7a4_nothing_beyond_the_capacity() -> None:
    state = railway()
    state.capacity_used[0] = 42 * 4 - 19
    assert "rail" not in march(state).choices(state)
    assert march(state).why_not(state, "rail", GRID.hex("0506")).case == "7A4"
    state.capacity_used[0] -= 1
    assert "rail" in march(state).choices(state)


def test_3c4_capacity_is_not_saved() -> None:
    state = railway()
    state.capacity_used[0] = 4
    begin(state, MOVEMENT)
    assert left_on(state, 0) == 42 * 4


def test_7a4_each_depot_uses_two() -> None:
    state = railway()
    state.depot_at, state.depot_side, state.depot_net = [GRID.hex("0507")] * 2, [0, 0], [0, 0]
    assert left_on(state, 0) == (42 - 4) * 4


def test_7a5_each_net_that_is_used_counts() -> None:
    state = railway()
    state.owned[ENTENTE] |= GRID.hexes("0504", "0503")
    state.owned[CENTRAL] &= ~GRID.hexes("0504", "0503")
    state.capacity[2] = 5 * 4
    ride(state, "0503")
    assert state.capacity_used == [20, 0, 20]
    assert march(state).why_not(state, "rail", GRID.hex("0501")).case == "7A"


def test_7a5_without_capacity_no_train() -> None:
    state = railway()
    state.owned[ENTENTE] |= GRID.hexes("0504")
    state.owned[CENTRAL] &= ~GRID.hexes("0504")
    assert "0504" not in labels(march(state).choices(state)["rail"])
    assert march(state).why_not(state, "rail", GRID.hex("0504")).case == "7A4"


def captured(capacity: int, **places: str) -> State:
    """The Austrians take the Italian yard at the edge."""
    state = railway()
    state.capacity[0] = capacity * 4
    capture(state, CENTRAL, GRID.hexes("0508"))
    return state


def test_7a5f_a_captured_yard_costs_two_and_brings_one_later() -> None:
    theatre = sketch(
        counters=[counter("IT1")],
        sides=LINE,
        places=[("0506", "full_city"), ("0507", "new_fortress")],
        nets=[*NETS, {"name": "w", "side": "Central Powers", "nations": ["IT"], "capacity": 0}],
    )
    state = field(theatre)
    capture(state, CENTRAL, GRID.hexes("0506"))
    assert state.capacity == [40 * 4, 32 * 4, 0, 0]
    assert state.coming_capacity == [0, 0, 0, 4]
    assert state.capacity_lost == {0: 2 * 4}


def test_7a5f_what_was_carried_before_a_yard_fell_was_not_too_much_bug() -> None:
    """A yard changed hands when its last guard marched off, in the phase in which trains had filled
    its net; the net was said to carry more than it could."""
    theatre = sketch(
        counters=[counter("IT1")],
        sides=LINE,
        places=[("0506", "full_city"), ("0507", "full_city")],
        nets=NETS,
    )
    state = field(theatre)
    state.phase = MOVEMENT
    state.capacity_used[0] = state.capacity[0]
    capture(state, CENTRAL, GRID.hexes("0506"))
    assert not [line for line in broken(state) if "7A4" in line]
    state.capacity_used[0] += 1
    assert [line for line in broken(state) if "7A4" in line]


def test_7a5f_1_who_has_lost_all_yards_has_no_capacity() -> None:
    state = captured(42)
    assert state.capacity[0] == 0


def test_11c1_5_depots_beyond_the_capacity_are_given_up() -> None:
    """The rulebook's example: 17 REs, seven depots, two yards lost."""
    theatre = sketch(
        counters=[counter("IT1")],
        sides=LINE,
        places=[("0505", "full_city"), ("0506", "new_fortress"), ("0508", "new_fortress")],
        nets=[dict(NETS[0], capacity=17)],
    )
    state = field(theatre)
    state.depot_at = [GRID.hex("0507")] * 7
    state.depot_side, state.depot_net = [0] * 7, [0] * 7
    capture(state, CENTRAL, GRID.hexes("0505", "0506"))
    assert state.capacity == [13 * 4]
    step = state.stack[-1]
    assert isinstance(step, MaintainDepots)
    assert step.choices(state) == {"deactivate": GRID.hexes("0507")}
    take(state, "deactivate", GRID.hex("0507"))
    assert depots_on(state, 0) == 6
    assert state.stack[-1].choices(state) == {"done": 1}  # type: ignore[attr-defined]


def test_11c1_4_a_captured_depot_is_removed() -> None:
    state = railway()
    state.depot_at, state.depot_side, state.depot_net = [GRID.hex("0506")], [0], [0]
    state.working = 1
    capture(state, CENTRAL, GRID.hexes("0506"))
    assert state.depot_at == [-1]
    assert state.working == 0
    assert state.capacity[0] == 40 * 4


def test_7a6_a_unit_breaks_the_line_for_two_points() -> None:
    engineers = counter("ITr", "1-2-5", "railroad engineer", "regiment")
    for key, points in (("IT1", 2), ("ITr", 1)):
        state = railway(engineers, where={"ITr": "0508"})
        state.stack = [march(state, key)]
        take(state, "break", 0)
        assert state.spent[state.theatre.unit[key]] == points * 4
        assert labels(state.broken) == ["0508"]
        assert "rail" not in march(state, key).choices(state)
        assert march(state, key).why_not(state, "rail", GRID.hex("0507")).case == "7A6"
        assert march(state, key).why_not(state, "break", 0).case == "7A6"


def test_7a7_captured_lines_must_be_cleared() -> None:
    state = railway()
    state.obstructed = GRID.hexes("0507")
    assert "rail" not in march(state).choices(state)
    assert march(state).why_not(state, "rail", GRID.hex("0507")).case == "7A7"


def test_7a8_a_change_of_gauge_costs_a_point() -> None:
    state = railway(gauges={"broad": ["0506", "0505"]})
    ride(state, "0505")
    assert state.spent[state.theatre.unit["IT1"]] == 2 * 4


def test_7b_7b_2_7b_3_every_rail_line_is_a_road() -> None:
    state = railway(terrain={"0507": "mountain"})
    state.broken = GRID.hexes("0507")
    state.stack = [march(state)]
    take(state, "move", GRID.hex("0507"))
    assert state.spent[state.theatre.unit["IT1"]] == 4


def test_15a1_a_road_over_a_river_into_woods() -> None:
    """The rulebook's example: one point over the bridge, four where it is down."""
    for demolished, points in ((False, 1), (True, 4)):
        state = railway(terrain={"0507": "woods"}, sides={"0508/0507": "river rail_high"})
        if demolished:
            a, b = sorted((GRID.hex("0508"), GRID.hex("0507")))
            state.demolished[a, b] = 0
        unit = state.theatre.unit["IT1"]
        assert entry_cost(state, unit, GRID.hex("0508"), GRID.hex("0507")) == points


def test_13a7_a_pontoon_bridge_eases_the_crossing() -> None:
    state = railway(sides={"0508/0407": "river", "0408/0407": "major_river"})
    unit = state.theatre.unit["IT1"]
    for one, plain, eased in (("0508", 3, 2), ("0408", 5, 3)):
        pair = (GRID.hex(one), GRID.hex("0407"))
        assert entry_cost(state, unit, *pair) == plain
        state.pontoons[min(pair), max(pair)] = ENTENTE
        assert entry_cost(state, unit, *pair) == eased


def test_15a8_devastation_slows_even_on_roads() -> None:
    state = railway()
    state.devastated = GRID.hexes("0507", "0407")
    unit = state.theatre.unit["IT1"]
    for there in ("0507", "0407"):
        assert entry_cost(state, unit, GRID.hex("0508"), GRID.hex(there)) == 3


def test_15a1_nobody_uses_a_bridge_that_he_does_not_own() -> None:
    state = railway(sides={"0505/0504": "river rail_high"})
    unit = state.theatre.unit["IT1"]
    over = GRID.hex("0505"), GRID.hex("0504")
    assert entry_cost(state, unit, *over) == 3
    state.move(units(state, "IT1"), GRID.hex("0505"))
    settle(state)
    assert entry_cost(state, unit, *over) == 1, "the zone has brought the far bank"
    capture(state, CENTRAL, GRID.hexes("0504"))
    assert entry_cost(state, unit, *over) == 1, "who was last to own both banks keeps the bridge"


def test_15a1_no_train_over_a_bridge_that_is_down() -> None:
    state = railway(sides={"0508/0507": "river rail_high"})
    a, b = sorted((GRID.hex("0508"), GRID.hex("0507")))
    state.demolished[a, b] = 0
    assert "rail" not in march(state).choices(state)


def test_11h1_11h4_resource_points_go_by_rail() -> None:
    state = railway()
    state.resources = {GRID.hex("0508"): 2}
    phase = MovementPhase(ENTENTE)
    assert phase.choices(state)["ship"] == GRID.hexes("0508")
    state.stack = [phase]
    take(state, "ship", GRID.hex("0508"))
    assert isinstance(state.stack[-1], Ship)
    take(state, "rail", GRID.hex("0505"))
    assert state.resources == {GRID.hex("0508"): 1, GRID.hex("0505"): 1}
    assert state.capacity_used[0] == 12
    assert phase.why_not(state, "ship", GRID.hex("0505")).case == "11H4"
    assert phase.why_not(state, "ship", GRID.hex("0506")).case == "11H1"


def test_14b1_rail_only_units_use_no_capacity() -> None:
    state = railway(counter("ITx", "3-4-0", "heavy artillery", "battalion", limit="rail"))
    state.put(state.theatre.unit["ITx"], GRID.hex("0508"))
    ride(state, "0505", "ITx")
    assert state.capacity_used[0] == 0
    assert set(march(state, "ITx").choices(state)) <= {"stay", "with"}
