"""Rule 13A: what engineers do for movement points."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.the_great_war.fields import field
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war.bridges import is_bridged
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.movement import EndMovement
from trenchline.games.the_great_war.notation import notation, parse
from trenchline.games.the_great_war.state import REACTION_MOVEMENT, State
from trenchline.kernel.play import decision, take

ENGINEER = "construction engineer"
COUNTERS = [
    counter("IT1", back="2-3-5"),
    counter("IT2"),
    counter("IT3", "4-7-5"),
    counter("ITa", "1-2-5", ENGINEER, "regiment"),
    counter("ITb", "1-2-5", ENGINEER, "regiment"),
    counter("ITx", "1-2-5", ENGINEER, "brigade"),
    counter("FRc", "1-2-5", ENGINEER, "regiment"),
    counter("ITr", "0-1-5", "railroad engineer", "regiment"),
    counter("AH1"),
]
HERE = GRID.hex("0506")


def camp(
    *keys: str,
    works: str = "",
    weather: str = "clear",
    terrain: Mapping[str, str] | None = None,
    **more: object,
) -> State:
    """Units in 0506, perhaps with works; one of them or all are on the march."""
    told = {"Oct II 17": weather, "Nov I 17": weather}
    nations = ["IT", "AH", "FR"]
    more.setdefault("turns", ["Oct II 17", "Nov I 17"])
    turns = more["turns"]
    assert isinstance(turns, list)
    told |= dict.fromkeys(turns, weather)
    theatre = sketch(
        terrain,
        counters=COUNTERS,
        weather=told,
        nations=nations,
        **more,  # type: ignore[arg-type]  # as the sketch has it
    )
    state = field(theatre, dict.fromkeys(keys, "0506"))
    if works:
        state.works[HERE] = works
    state.stack = [march(state, *keys)]
    return state


def march(state: State, *keys: str) -> March:
    return March(tuple(state.theatre.unit[key] for key in keys), HERE)


def spent(state: State, key: str) -> float:
    return state.spent.get(state.theatre.unit[key], 0) / 4


def why_not(state: State, verb: str, label: str = "") -> tuple[str, str]:
    number = GRID.hex(label) if label else 0
    refusal = decision(state).why_not(state, verb, number)
    assert not decision(state).choices(state).get(verb, 0) >> number & 1
    return refusal.case, refusal.reason


def test_13a1a_fieldworks_cost_two_points() -> None:
    state = camp("ITa")
    take(state, "dig", 0)
    assert state.works[HERE] == "fieldworks"
    assert spent(state, "ITa") == 2
    assert why_not(state, "dig") == ("13A1a", "the hex is fortified already")


def test_13a1a_a_fortress_is_fortified() -> None:
    state = camp("ITa", places=[("0506", "new_fortress")])
    assert why_not(state, "dig")[0] == "13A1a"


@pytest.mark.parametrize(
    ("keys", "stays"), [(["ITa"], True), (["IT1"], True), (["IT3"], False), (["ITr"], False)]
)
def test_13a1a_works_are_maintained_or_abandoned(keys: list[str], stays: bool) -> None:
    """[13I] Divisions of less than five and railwaymen maintain nothing."""
    for works in ("fieldworks", "entrenchment"):
        state = camp(*keys, works=works)
        EndMovement(0).run(state)
        assert (HERE in state.works) is stays
    state = camp(*keys, works="fort")
    EndMovement(0).run(state)
    assert HERE in state.works, "forts stand by themselves"


def test_13i_a_cadre_maintains_and_does_not_build() -> None:
    state = camp("IT1", works="fieldworks")
    state.reduce(state.theatre.unit["IT1"])
    assert why_not(state, "entrench")[0] == "13A"
    EndMovement(0).run(state)
    assert HERE in state.works


@pytest.mark.parametrize(("kind", "points"), [("clear", 4), ("rough", 4), ("woods", 6)])
def test_13a1b_entrenchments_by_terrain(kind: str, points: int) -> None:
    state = camp("ITa", "ITb", works="fieldworks", terrain={"0506": kind})
    take(state, "entrench", 0)
    assert state.works[HERE] == "entrenchment"
    assert spent(state, "ITa") == spent(state, "ITb") == points / 2
    assert why_not(state, "entrench")[0] == "13A1b"


def test_13a1b_fieldworks_and_entrenchment_in_a_phase() -> None:
    state = camp("ITx")
    take(state, "dig", 0)
    take(state, "entrench", 0)
    assert state.works[HERE] == "entrenchment"
    assert spent(state, "ITx") == 3, "a brigade counts as two [13A5]"


def test_13a1g_nobody_entrenches_before_the_autumn_of_1914() -> None:
    early = camp("ITa", works="fieldworks", turns=["Oct I 14", "Oct II 14"])
    assert why_not(early, "entrench") == ("13A1g", "nobody entrenches before Oct II 14")
    early.turn = 1
    assert "entrench" in decision(early).choices(early)


def test_13i_divisions_entrench_from_june_1915_at_double_cost() -> None:
    early = camp("IT1", turns=["May II 15", "Jun I 15"])
    take(early, "dig", 0)
    assert spent(early, "IT1") == 4
    assert why_not(early, "entrench")[0] == "13I"
    early.turn = 1
    take(early, "entrench", 0)
    assert spent(early, "IT1") == 5, "what it has left"
    assert early.works[HERE] == "fieldworks"
    early.spent = {}
    take(early, "entrench", 0)
    assert why_not(early, "entrench") == (
        "13A",
        "those who could work have no movement points left",
    )
    early.spent = {}
    take(early, "entrench", 0)
    assert early.works[HERE] == "entrenchment"
    assert spent(early, "IT1") == 2, "eight points in three turns"


def test_13i_divisions_help_each_other_only() -> None:
    state = camp("IT1", "IT2")
    take(state, "dig", 0)
    assert (spent(state, "IT1"), spent(state, "IT2")) == (2, 2)
    state = camp("IT1", "ITa")
    take(state, "dig", 0)
    assert (spent(state, "IT1"), spent(state, "ITa")) == (0, 2)
    assert why_not(camp("IT1", works="fort"), "raze") == (
        "13I",
        "divisional engineers dig and entrench, and nothing else",
    )


@pytest.mark.parametrize(
    ("works", "left"),
    [("entrenchment", None), ("fort", "entrenchment"), ("improved fort", "entrenchment")],
)
def test_13a2_works_are_demolished(works: str, left: str | None) -> None:
    state = camp("ITa", "ITb", works=works)
    take(state, "raze", 0)
    assert state.works.get(HERE) == left
    assert spent(state, "ITa") == spent(state, "ITb") == 4
    assert why_not(camp("ITa", works="fieldworks"), "raze")[0] == "13A2"


def test_13a2_bridges_are_demolished_and_13a3_repaired() -> None:
    state = camp("ITa", sides={"0506/0507": "river road"})
    assert is_bridged(state, 0, HERE, GRID.hex("0507"))
    assert why_not(state, "span", "0507") == ("13A3", "the bridge stands")
    assert why_not(state, "blow", "0505") == ("15A1", "there is no bridge between the hexes")
    take(state, "blow", GRID.hex("0507"))
    assert spent(state, "ITa") == 4
    assert not is_bridged(state, 0, HERE, GRID.hex("0507"))
    assert why_not(state, "blow", "0507") == ("13A2", "the bridge is down already")
    state.owned[0] &= ~GRID.hexes("0507")
    assert why_not(state, "span", "0507")[1] == "the side does not own both ends of the bridge"


def test_13a2_an_enemy_bridge_is_not_demolished() -> None:
    state = camp("ITa", sides={"0506/0507": "river road"})
    direction = GRID.direction(HERE, GRID.hex("0507"))
    state.bridges[direction], state.bridges[6 + direction] = 0, 1 << HERE
    assert why_not(state, "blow", "0507") == ("13A2", "the enemy owns the bridge")
    state.bridges[6 + direction] = 0
    assert "blow" in decision(state).choices(state), "one that nobody owns is"


def test_13a4_a_bridge_in_changing_weather() -> None:
    """The rulebook's example: 3 of 8 points in good weather, 4 in poor, 3 in good, 10 in all."""
    state = camp(
        "ITa",
        sides={"0506/0507": "river road"},
        turns=["Sep II 17", "Oct I 17", "Oct II 17"],
    )
    across = GRID.hex("0507")
    key = min(HERE, across), max(HERE, across)
    state.demolished[key] = 0
    unit = state.theatre.unit["ITa"]
    for weather, able in (("clear", 3), ("mud", 4)):
        state.spent[unit] = (5 - able) * 4
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(state.theatre), "weather_in", lambda *_, told=weather: told)
            take(state, "span", across)
        assert spent(state, "ITa") == 5
    assert key in state.demolished
    state.spent[unit] = 0
    take(state, "span", across)
    assert spent(state, "ITa") == 3
    assert key not in state.demolished


def test_13a3_a_bridge_over_a_major_river_takes_a_resource_point() -> None:
    state = camp("ITx", sides={"0506/0507": "major_river road"})
    across = GRID.hex("0507")
    state.demolished[min(HERE, across), max(HERE, across)] = 0
    assert why_not(state, "span", "0507")[1].startswith("no resource point")
    state.resources = {GRID.hex("0505"): 2, GRID.hex("0707"): 5}
    take(state, "span", across)
    assert state.resources == {GRID.hex("0505"): 1, GRID.hex("0707"): 5}, "the nearest is spent"
    assert spent(state, "ITx") == 5
    state.spent = {}
    take(state, "span", across)
    assert state.resources[GRID.hex("0505")] == 1, "once"
    assert spent(state, "ITx") == 3
    assert not state.demolished


RAILS = {"0507/0506": "rail_low", "0506/0505": "rail_low"}


@pytest.mark.parametrize(
    ("keys", "weather", "points"),
    [
        (["ITa"], "clear", 4),
        (["ITr"], "clear", 3),
        (["ITa", "ITb"], "clear", 2),
        (["ITa", "ITb"], "mud", 4),
        (["ITa", "ITr"], "clear", 1.5),
        (["ITa", "FRc"], "clear", 4),
    ],
)
def test_13a5_quick_engineering_on_rails(keys: list[str], weather: str, points: float) -> None:
    """The rulebook's examples of 13A4 and 13A5; [13B2] a railroad engineer makes it cheaper; [15E3]
    Italians and French do not share the work."""
    state = camp(*keys, weather=weather, sides=RAILS)
    state.broken |= 1 << HERE
    take(state, "mend", 0)
    assert not state.broken
    assert [spent(state, key) for key in keys if spent(state, key)] == [points] * (
        1 if "FRc" in keys else len(keys)
    )


@pytest.mark.parametrize(("key", "points"), [("ITa", 2), ("ITr", 1)])
def test_13b2_lines_are_cleared_when_they_are_whole(key: str, points: int) -> None:
    state = camp(key, sides=RAILS)
    assert why_not(state, "clear") == ("13A3", "the rail line is not obstructed")
    assert why_not(state, "mend") == ("13A3", "the rail line is not broken")
    state.obstructed = state.broken = 1 << HERE
    assert why_not(state, "clear") == ("13A3", "the break is mended before the line is cleared")
    state.broken = 0
    take(state, "clear", 0)
    assert not state.obstructed
    assert spent(state, key) == points


def test_13a3_lines_in_a_devastated_hex_stay_broken() -> None:
    state = camp("ITa", sides=RAILS)
    state.broken = state.devastated = 1 << HERE
    assert why_not(state, "mend")[0] == "15A8"


def test_13b_railroad_engineers_work_on_railways_only() -> None:
    assert why_not(camp("ITr"), "dig") == ("13B", "railroad engineers work on railways only")


def test_13a6_civilians_help_one_unit_near_their_city() -> None:
    state = camp("ITa", places=[("0508", "full_city")])
    take(state, "dig", 0)
    assert spent(state, "ITa") == 1
    assert state.civilians == {GRID.hex("0508"): state.theatre.unit["ITa"]}
    state.put(state.theatre.unit["ITb"], HERE)
    state.stack = [march(state, "ITb")]
    take(state, "entrench", 0)
    assert spent(state, "ITb") == 4, "the city has helped another"
    foreign = camp("FRc", places=[("0508", "full_city")])
    take(foreign, "dig", 0)
    assert spent(foreign, "FRc") == 2, "not its own country"
    division = camp("IT1", places=[("0508", "full_city")])
    take(division, "dig", 0)
    assert spent(division, "IT1") == 4, "divisional engineers are not helped [13I]"


def test_13a_in_supply_and_not_in_haste() -> None:
    state = camp("ITa")
    state.unsupplied[state.theatre.unit["ITa"]] = 1
    assert why_not(state, "dig")[1] == "the units that could do it are not in general supply"
    state = camp("ITa")
    state.stack = [March((state.theatre.unit["ITa"],), HERE, fast=True)]
    assert why_not(state, "dig")[1] == "units that use accelerated movement do no engineers' work"
    state = camp("ITa")
    state.phase = REACTION_MOVEMENT
    assert why_not(state, "dig")[0] == "6D", "in the movement phase only"
    state = camp("IT3")
    assert why_not(state, "dig") == (
        "13A",
        "no unit of the party can do engineers' work of this kind",
    )
    state = camp("ITa")
    state.owned[0] = 0
    assert why_not(state, "dig")[0] == "R121"


def test_13a4_what_is_left_is_lost_and_lines_are_not() -> None:
    state = camp("ITa", sides=RAILS)
    state.labour = {("entrench", HERE, HERE): 16, ("mend", HERE, HERE): 16}
    EndMovement(0).run(state)
    assert len(state.labour) == 2
    state.lift(state.theatre.unit["ITa"])
    EndMovement(0).run(state)
    assert list(state.labour) == [("mend", HERE, HERE)]


def test_13a4_work_half_done_is_written_down() -> None:
    state = parse("scenario caporetto\nturn Nov I 17 phase Entente movement\nIT C1@4507\n")
    state.labour = {("mend", 7, 7): 16}
    state.civilians = {9: 3}
    again = parse(notation(state))
    assert (again.labour, again.civilians) == (state.labour, state.civilians)


@pytest.mark.parametrize(("key", "points"), [("ITr", 1), ("ITa", 2), ("IT1", 2)])
def test_13b1_railroad_engineers_break_lines_for_a_point(key: str, points: int) -> None:
    state = camp(key, sides=RAILS)
    take(state, "break", 0)
    assert state.broken == 1 << HERE
    assert spent(state, key) == points


def test_9j_5_no_work_in_a_contested_hex() -> None:
    """Bridges too are left alone from there."""
    state = camp("ITa", sides={"0506/0507": "river road"})
    assert "blow" in decision(state).choices(state)
    state.contested[HERE] = (0, 0)
    for verb, label in (("dig", ""), ("blow", "0507")):
        assert why_not(state, verb, label) == ("9J.5", "engineers do no work in a contested hex")
