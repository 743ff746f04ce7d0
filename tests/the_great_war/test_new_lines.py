"""Roads and railways that engineers build, gauges they change, ports they look after."""

from __future__ import annotations

from typing import Any

import pytest

from tests.the_great_war.fields import field, labels, rolling, units
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war.bridges import win_bridges
from trenchline.games.the_great_war.components import Face
from trenchline.games.the_great_war.construction import BuildBeside, Construction, LayLine
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.new_lines import line_between, relay, unbuilt
from trenchline.games.the_great_war.notation import notation, parse
from trenchline.games.the_great_war.ports import port_room, rank_of
from trenchline.games.the_great_war.projects import complete_due, give_up, work_on
from trenchline.games.the_great_war.rail import Train, destinations, gauge_in
from trenchline.games.the_great_war.set_up import new_game
from trenchline.games.the_great_war.state import INITIAL, MOVEMENT, State
from trenchline.kernel.bits import members
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.position import differences

HERE, NEXT = GRID.hex("0506"), GRID.hex("0505")
LINE = {"0508/0507": "rail_low", "0507/0506": "rail_low", "0606/0607": "road"}
FORCES = [
    counter("ITc", "1-2-5", "construction engineer", "regiment"),
    counter("ITd", "1-2-5", "construction engineer", "division"),
    counter("ITr", "0-1-5", "railroad engineer", "regiment"),
    counter("ITp", "0-1-5", "port construction engineer", "regiment"),
    counter("AH1"),
]
STATIC = Face(0, 1, 0, "regiment", "none")


def site(where: dict[str, str], phase: str = INITIAL, **more: Any) -> State:
    """Engineers with resource points, in supply."""
    forces = [one if one.key != "ITp" else _two_sided(one) for one in FORCES]
    sides = {**LINE, **more.pop("sides", {})}
    theatre = sketch(sides=sides, counters=forces, edges={"0508": "IT"}, **more)
    state = field(theatre, where, phase)
    state.owned[0], state.owned[1] = GRID.everywhere & theatre.land, 0
    state.resources, state.points_come = {HERE: 9}, 9
    return state


def _two_sided(port: Any) -> Any:
    from dataclasses import replace

    return replace(port, back=STATIC, back_is="other")


def lay(state: State, verb: str, key: str, there: int, *dice: int) -> None:
    """A unit begins a line."""
    state.stack = [Construction(0)]
    take(state, verb, state.theatre.unit[key])
    assert isinstance(decision(state), LayLine | BuildBeside)
    take(state, "lay", there)
    settle(state, rolling(*dice))


def pass_turns(state: State, turns: int) -> None:
    """Initial and movement phases go by."""
    for _ in range(turns):
        state.forget("move")
        work_on(state, 0)
        give_up(state)
        complete_due(state, 0)


@pytest.mark.parametrize(("die", "left"), [(2, 8), (3, 9)])
def test_13a1f_a_road_takes_two_turns_and_perhaps_a_resource_point(die: int, left: int) -> None:
    state = site({"ITc": "0506"})
    old = state.theatre
    lay(state, "road", "ITc", NEXT, die)
    assert state.resources == {HERE: left}
    pass_turns(state, 1)
    assert line_between(state.theatre, HERE, NEXT) == ""
    pass_turns(state, 1)
    assert line_between(state.theatre, HERE, NEXT) == "road"
    assert state.theatre.step_cost(HERE, GRID.direction(HERE, NEXT), 0, ("mud",)) == (
        old.step_cost(HERE, GRID.direction(HERE, GRID.hex("0507")), 0, ("mud",))
    )
    # The same lines make the same theatre, in copies too.
    assert state.copy().theatre is state.theatre
    assert old.base is None
    assert state.theatre.base is old


def test_13a1f_difficult_ground_takes_four_turns_and_a_mountain_always_a_point() -> None:
    state = site({"ITc": "0506"}, terrain={"0505": "mountain", "0405": "forest"})
    lay(state, "road", "ITc", NEXT)
    assert state.resources == {HERE: 8}
    assert state.projects["road", HERE, NEXT][0] == 4 * 4
    state = site({"ITc": "0506"}, terrain={"0405": "forest"})
    lay(state, "road", "ITc", GRID.hex("0405"), 6)
    assert state.projects["road", HERE, GRID.hex("0405")][0] == 4 * 4
    assert state.resources == {HERE: 9}
    wet = site({"ITc": "0506"}, sides={"0506/0505": "river"})
    lay(wet, "road", "ITc", NEXT)
    assert wet.projects["road", HERE, NEXT][0] == 4 * 4
    assert wet.resources == {HERE: 8}


def test_13a1f_no_road_over_great_water_from_no_roadhead_or_into_enemy_ground() -> None:
    state = site({"ITc": "0506"}, sides={"0506/0505": "major_river"})
    step = LayLine(0, 0, "road")
    assert NEXT not in [GRID.hex(label) for label in labels(step.choices(state)["lay"])]
    assert step.why_not(state, "lay", NEXT).case == "13A1f"
    state = site({"ITc": "0305"})
    assert "no such line" in Construction(0).why_not(state, "road", 0).reason
    state = site({"ITc": "0506"})
    state.owned[0] &= ~GRID.hexes("0505")
    assert NEXT not in [GRID.hex(x) for x in labels(step.choices(state)["lay"])]
    state.resources = {}
    assert "resource point" in Construction(0).why_not(state, "road", 0).reason


def test_13a1f_the_work_is_lost_where_the_hex_ahead_is_cut_off() -> None:
    state = site({"ITc": "0506"})
    lay(state, "road", "ITc", NEXT, 6)
    state.isolated_hexes[0] = GRID.hexes("0505")
    give_up(state)
    assert not state.projects


def test_13b3c_a_railway_takes_four_turns_and_points() -> None:
    """Twice as much into a mountain; the new line has the gauge of the old one."""
    gauges = {"narrow": ["0508", "0507", "0506"]}
    state = site({"ITr": "0506"}, gauges=gauges)
    lay(state, "track", "ITr", NEXT)
    assert state.resources == {HERE: 8}
    pass_turns(state, 4)
    assert line_between(state.theatre, HERE, NEXT) == "rail_low"
    assert gauge_in(state.theatre, NEXT) == "narrow"
    assert state.theatre.rails >> NEXT & 1
    state = site({"ITr": "0506"}, terrain={"0505": "mountain"})
    lay(state, "track", "ITr", NEXT)
    assert state.resources == {HERE: 7}
    assert state.projects["extend rail", HERE, NEXT][0] == 8 * 4
    state = site({"ITr": "0506"}, terrain={"0505": "mountain"})
    state.resources = {HERE: 1}
    assert "two resource points" in LayLine(0, 2, "extend rail").why_not(state, "lay", NEXT).reason


def test_13b3c_no_railway_is_offered_for_which_points_do_not_suffice_bug() -> None:
    """It was offered for a single point, and then there was no hex into which it could be built."""
    everywhere = dict.fromkeys(GRID.labels(GRID.everywhere), "mountain")
    state = site({"ITr": "0506"}, terrain=everywhere)
    assert "track" in Construction(0).choices(state)
    state.resources = {HERE: 1}
    assert "track" not in Construction(0).choices(state)
    assert "too few" in Construction(0).why_not(state, "track", 2).reason


def test_13b3_railroad_engineers_do_it_and_construction_units_help() -> None:
    state = site({"ITr": "0506", "ITc": "0506"})
    assert Construction(0).why_not(state, "track", 0).case == "13B"
    lay(state, "track", "ITr", NEXT)
    assert Construction(0).acts(state)["help"] == units(state, "ITc")
    Construction(0).act(state, "help", 0)
    pass_turns(state, 2)
    assert line_between(state.theatre, HERE, NEXT) == "rail_low"


def test_13b3b_a_line_of_low_volume_becomes_one_of_high() -> None:
    state = site({"ITr": "0506"})
    there = GRID.hex("0507")
    assert labels(LayLine(0, 2, "upgrade rail").choices(state)["lay"]) == ["0507"]
    lay(state, "widen", "ITr", there)
    pass_turns(state, 2)
    assert line_between(state.theatre, HERE, there) == "rail_high"
    assert state.resources == {HERE: 8}


def test_13b3a_the_gauge_of_a_cleared_line_is_changed_for_two_points() -> None:
    state = site({"ITr": "0506", "ITc": "0506"}, MOVEMENT, gauges={"narrow": ["0506"]})
    step = March((2,), HERE)
    state.stack = [step]
    assert step.choices(state)["regauge"] == 0b01
    state.broken = 1 << HERE
    assert step.why_not(state, "regauge", 0).case == "13B3a"
    state.broken = 0
    assert "already" in step.why_not(state, "regauge", 1).reason
    assert March((0,), HERE).why_not(state, "regauge", 0).case == "13B3a"
    take(state, "regauge", 0)
    assert gauge_in(state.theatre, HERE) == "standard"
    assert state.spent[2] == 2 * 4
    train = Train(0, GRID.hex("0508"), 2, 9, (), ())
    assert destinations(state, train) == 0


def test_7_1_lines_beyond_a_railhead_do_not_exist_yet() -> None:
    theatre = unbuilt(sketch(sides=LINE, unbuilt={"lines": ["0507/0506"]}))
    assert line_between(theatre, GRID.hex("0507"), HERE) == ""
    assert line_between(theatre, GRID.hex("0508"), GRID.hex("0507")) == "rail_low"


def test_13a5_a_construction_division_works_beside_its_hex() -> None:
    state = site({"ITd": "0506", "ITc": "0506"}, MOVEMENT)
    step = March((1,), HERE)
    state.stack = [step]
    assert "0505" in labels(step.choices(state)["turn_to"])
    assert "turn_to" not in March((0,), HERE).choices(state)
    take(state, "turn_to", NEXT)
    take(state, "dig", 0)
    assert state.works == {NEXT: "fieldworks"}
    state = site({"ITd": "0506", "ITc": "0506"})
    state.works = {NEXT: "entrenchment"}
    assert Construction(0).why_not(state, "beside", 0).case == "13A5"
    lay(state, "beside", "ITd", NEXT)
    give_up(state)
    assert ("fort", NEXT, NEXT) in state.projects


PORT: dict[str, Any] = {"places": [("0506", "minor_port")]}


def test_13c1_13a2_13a3_ports_are_damaged_and_repaired_for_points() -> None:
    """Port engineers do it for two and four points, others for three and six."""
    state = site({"ITp": "0506", "ITc": "0506"}, MOVEMENT, **PORT)
    for unit, spent in ((3, 2), (0, 3)):
        state.stack = [March((unit,), HERE)]
        take(state, "wreck_port", 0)
        assert state.spent[unit] == spent * 4
    assert state.port_hits == {HERE: 2}
    assert port_room(state, HERE) == (15 - 6) * 4
    state.spent = {}
    state.stack = [March((3,), HERE)]
    take(state, "mend_port", 0)
    assert state.spent[3] == 4 * 4
    assert state.port_hits == {HERE: 1}
    assert March((3,), HERE).why_not(state, "dig", 0).case == "13C"
    state.port_hits = {HERE: 5}
    assert "any more" in March((3,), HERE).why_not(state, "wreck_port", 0).reason
    state.port_hits = {}
    assert "not damaged" in March((3,), HERE).why_not(state, "mend_port", 0).reason


def test_13c_port_construction_engineers_do_nothing_else() -> None:
    state = site({"ITp": "0506"}, MOVEMENT, **PORT)
    assert March((3,), HERE).why_not(state, "dig", 0).case == "13C"
    state.phase = INITIAL
    assert Construction(0).why_not(state, "road", 3).case == "13A"
    assert Construction(0).why_not(state, "track", 3).case == "13B"


def test_13c2_a_port_is_upgraded_in_twelve_turns_and_kept_up() -> None:
    state = site({"ITp": "0506"}, **PORT)
    state.stack = [Construction(0)]
    assert Construction(0).acts(state)["enlarge_port"] == units(state, "ITp")
    take(state, "enlarge_port", 3)
    pass_turns(state, 11)
    assert rank_of(state, HERE) == "minor"
    pass_turns(state, 1)
    assert rank_of(state, HERE) == "major"
    assert state.printed_movement(3) == 0
    assert Construction(0).acts(state)["leave_port"] == units(state, "ITp")
    Construction(0).act(state, "leave_port", 3)
    assert rank_of(state, HERE) == "minor"
    assert state.printed_movement(3) == 5
    great = site({"ITp": "0506"}, places=[("0506", "major_port")])
    great.upgraded = 1 << HERE
    assert port_room(great, HERE) == 66 * 4
    # Nobody maintains it.
    give_up(great)
    assert not great.upgraded


def test_13a1f_what_has_been_built_is_told_in_the_notation() -> None:
    from trenchline.games.the_great_war.new_lines import lay as build
    from trenchline.games.the_great_war.new_lines import regauge

    state = new_game("caporetto", {})
    grid = state.theatre.board.grid
    one, other = grid.hex("4010"), grid.hex("4011")
    build(state, one, other, "rail_low")
    regauge(state, one, "narrow")
    again = parse(notation(state))
    assert (again.laid, again.regauged) == (state.laid, state.regauged)
    assert again.theatre is state.theatre


def test_13a1f_15a1_a_new_bridge_is_told_in_the_notation_bug() -> None:
    """A bridge of a new road was read again as nobody's."""
    state = new_game("liege", {})
    state.phase = INITIAL
    theatre = state.theatre
    wet = theatre.sides("river")
    here, direction = next(
        (hex_, d)
        for d, hexes in enumerate(wet)
        for hex_ in members(hexes & theatre.land)
        if not theatre.roads[d] >> hex_ & 1
        and state.owned[0] >> hex_ & state.owned[0] >> hex_ + theatre.board.grid.shifts[d] & 1
    )
    there = here + theatre.board.grid.shifts[direction]
    state.laid[min(here, there), max(here, there)] = "road"
    relay(state)
    win_bridges(state, 0)
    assert state.bridges[direction] >> here & 1
    assert differences(state, parse(notation(state))) == []
