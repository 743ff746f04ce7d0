"""Rule 13A: what engineers build in turns."""

from __future__ import annotations

import pytest

from tests.the_great_war.fields import field, labels
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war.bridges import is_bridged
from trenchline.games.the_great_war.construction import (
    BeginConstruction,
    Construction,
    LayPontoon,
)
from trenchline.games.the_great_war.ground import works_in
from trenchline.games.the_great_war.movement import BeginMovement, EndMovement
from trenchline.games.the_great_war.notation import notation, parse
from trenchline.games.the_great_war.projects import Project, complete_due, turns_for, work_on
from trenchline.games.the_great_war.state import INITIAL, State
from trenchline.kernel.play import decision, take

ENGINEER = "construction engineer"
COUNTERS = [
    counter("IT1"),
    counter("ITa", "1-2-5", ENGINEER, "regiment"),
    counter("ITb", "1-2-5", ENGINEER, "regiment"),
    counter("ITc", "1-2-5", ENGINEER, "regiment"),
    counter("ITx", "1-2-5", ENGINEER, "brigade"),
    counter("ITy", "1-2-5", ENGINEER, "brigade"),
    counter("ITp", "1-2-5", ENGINEER, "regiment", own_tags=frozenset({"pontoon"})),
    counter("ITq", "1-2-5", ENGINEER, "regiment", own_tags=frozenset({"pontoon"})),
    counter("AHa", "1-2-5", ENGINEER, "regiment"),
]
HERE = GRID.hex("0506")
LATE = ["Feb I 18", "Feb II 18", "Mar I 18"]


def yard(
    *keys: str,
    works: str = "entrenchment",
    weather: str = "clear",
    turns: list[str] | None = None,
    terrain: str = "clear",
    **more: object,
) -> State:
    """Units in 0506 with works and a resource point, and their side is asked what they begin."""
    turns = turns or LATE
    theatre = sketch(
        {"0506": terrain},
        counters=COUNTERS,
        weather=dict.fromkeys(turns, weather),
        turns=turns,
        **more,  # type: ignore[arg-type]  # as the sketch has it
    )
    state = field(theatre, dict.fromkeys(keys, "0506"), INITIAL)
    if works:
        state.works[HERE] = works
    state.resources = {HERE: 9}
    state.stack = [Construction(0)]
    return state


def pick(state: State, verb: str, key: str) -> None:
    take(state, verb, state.theatre.unit[key])


def go_on(state: State, times: int = 1) -> None:
    """A movement phase of the side without moves, then its next initial phase."""
    for _ in range(times):
        state.stack = []
        BeginMovement(0).run(state)
        EndMovement(0).run(state)
        complete_due(state, 0)


def why_not(state: State, verb: str, number: int) -> tuple[str, str]:
    assert not decision(state).choices(state).get(verb, 0) >> number & 1
    refusal = decision(state).why_not(state, verb, number)
    return refusal.case, refusal.reason


def unit(state: State, key: str) -> int:
    return state.theatre.unit[key]


def test_13a1c_a_fort_in_woods_takes_two_turns() -> None:
    """The rulebook's example: begun in Jul I, it is complete in the initial phase of Aug I."""
    state = yard("ITa", terrain="woods")
    pick(state, "raise", "ITa")
    assert state.resources == {HERE: 8}
    go_on(state)
    assert state.works[HERE] == "entrenchment"
    assert state.spent[unit(state, "ITa")] == 5 * 4, "the unit does nothing else"
    go_on(state)
    assert state.works[HERE] == "fort"
    assert not state.projects


def test_13a1c_builders_who_have_left_play_rest_bug() -> None:
    """A crew that was disbanded between the beginning and the movement phase stood nowhere, and
    the rate of its work was asked of the weather there."""
    state = yard("ITa", terrain="woods")
    pick(state, "raise", "ITa")
    (before,) = state.projects.values()
    state.lift(unit(state, "ITa"))
    work_on(state, 0)
    assert list(state.projects.values()) == [before]
    go_on(state)
    assert not state.projects, "the movement phase gives it up"


@pytest.mark.parametrize(
    ("works", "terrain", "turns"),
    [
        ("entrenchment", "clear", 1),
        ("entrenchment", "rough", 1),
        ("entrenchment", "woods", 2),
        ("fort", "rough", 2),
        ("fort", "woods", 3),
    ],
)
def test_13a1d_turns_by_works_and_terrain(works: str, terrain: str, turns: int) -> None:
    state = yard("ITa", works=works, terrain=terrain)
    pick(state, "raise", "ITa")
    go_on(state, turns - 1)
    assert state.works[HERE] == works
    go_on(state)
    assert state.works[HERE] == ("fort" if works == "entrenchment" else "improved fort")


def test_13a1c_who_leaves_gives_it_up() -> None:
    state = yard("ITa", "IT1")
    pick(state, "raise", "ITa")
    state.move(1 << unit(state, "ITa"), GRID.hex("0507"))
    EndMovement(0).run(state)
    assert not state.projects
    state = yard("ITa", "IT1")
    pick(state, "raise", "ITa")
    state.moved |= 1 << unit(state, "ITa")
    EndMovement(0).run(state)
    assert not state.projects, "it went away and came back"
    assert state.resources == {HERE: 8}, "the point is lost"


def test_13a1c_refusals() -> None:
    state = yard("ITa", "IT1", "AHa", works="")
    a = unit(state, "ITa")
    assert why_not(state, "raise", a)[1] == "the works of its hex cannot be improved in turns"
    assert why_not(state, "raise", unit(state, "IT1"))[1] == "it is not a construction unit"
    assert why_not(state, "raise", unit(state, "AHa"))[1].startswith("only units of the side")
    state.works[HERE] = "entrenchment"
    state.resources = {}
    assert why_not(state, "raise", a)[1] == "no resource point is within an overland line"
    state.unsupplied[a] = 1
    assert why_not(state, "raise", a) == ("13A", "it is not in general supply")
    state = yard("ITa", "ITb")
    pick(state, "raise", "ITa")
    assert why_not(state, "raise", unit(state, "ITa"))[1] == "it is at work on a project"
    assert why_not(state, "raise", unit(state, "ITb"))[1].startswith("others improve the works")
    assert why_not(state, "quit", unit(state, "ITb"))[0] == "13A1c"
    pick(state, "quit", "ITa")
    assert not state.projects


@pytest.mark.parametrize(
    ("works", "before", "since"),
    [("entrenchment", "Jan II 16", "Feb I 16"), ("fort", "Jan II 18", "Feb I 18")],
)
def test_13a1g_dates_of_the_entente(works: str, before: str, since: str) -> None:
    state = yard("ITa", works=works, turns=[before, since])
    assert why_not(state, "raise", unit(state, "ITa"))[0] == "13A1g"
    state.turn = 1
    assert "raise" in decision(state).choices(state)


def test_13a1e_a_fortress_takes_a_year_half_and_six_points() -> None:
    state = yard("ITa", works="", places=[("0506", "new_fortress")])
    assert why_not(state, "raise", unit(state, "ITa"))[0] == "13A1c", "it is improved"
    state.unimproved |= 1 << HERE
    pick(state, "raise", "ITa")
    go_on(state, 11)
    assert works_in(state, HERE) == "unimproved fortress"
    go_on(state)
    assert works_in(state, HERE) == "improved new fortress"
    assert state.resources == {HERE: 3}


def test_13a1e_without_points_the_work_rests() -> None:
    state = yard("ITa", works="", places=[("0506", "new_fortress")])
    state.unimproved |= 1 << HERE
    state.resources = {HERE: 1}
    pick(state, "raise", "ITa")
    go_on(state, 20)
    assert [left for left, _ in state.projects.values()] == [40], "a month of six"
    state.resources = {HERE: 5}
    go_on(state, 10)
    assert not state.unimproved
    assert not state.resources


def test_13a5_two_regiments_spend_half_their_points_for_a_fort_in_rough() -> None:
    """The rulebook's example: 2 1/2 points each."""
    state = yard("ITa", "ITb", "ITc", terrain="rough")
    pick(state, "raise", "ITa")
    pick(state, "help", "ITb")
    assert why_not(state, "help", unit(state, "ITc"))[0] == "13A5"
    state.stack = []
    BeginMovement(0).run(state)
    assert state.works[HERE] == "fort"
    assert [state.spent[unit(state, key)] / 4 for key in ("ITa", "ITb")] == [2.5, 2.5]


def test_13a5_one_of_two_may_leave() -> None:
    state = yard("ITa", "ITb", terrain="woods")
    pick(state, "raise", "ITa")
    pick(state, "help", "ITb")
    state.move(1 << unit(state, "ITa"), GRID.hex("0507"))
    EndMovement(0).run(state)
    assert list(state.projects.values()) == [(8, (unit(state, "ITb"),))]


def test_13a5_a_brigade_needs_no_help() -> None:
    state = yard("ITx", "ITa", terrain="woods")
    pick(state, "raise", "ITx")
    assert why_not(state, "help", unit(state, "ITa"))[0] == "13A5"
    go_on(state)
    assert state.works[HERE] == "fort"


def test_13a6_civilians_quicken_a_project() -> None:
    state = yard("ITa", terrain="woods", places=[("0508", "full_city")])
    pick(state, "raise", "ITa")
    go_on(state)
    assert state.works[HERE] == "fort"


def test_13a4_poor_weather_doubles_the_turns() -> None:
    """The rulebook's example: a fort in the clear takes two."""
    state = yard("ITa", weather="mud")
    pick(state, "raise", "ITa")
    go_on(state)
    assert state.works[HERE] == "entrenchment"
    go_on(state)
    assert state.works[HERE] == "fort"


def bridging(*keys: str, kind: str = "river", **more: object) -> State:
    sides = {"0506/0507": kind}
    return yard(*keys, works="", sides=sides, **more)  # type: ignore[arg-type]  # of the sketch


def test_13a7_a_pontoon_bridge() -> None:
    state = bridging("ITp", "ITa")
    assert why_not(state, "pontoon", unit(state, "ITa")) == ("13A7", "it is not a pontoon engineer")
    pick(state, "pontoon", "ITp")
    assert isinstance(decision(state), LayPontoon)
    assert labels(decision(state).choices(state)["lay"]) == ["0507"]
    assert why_not(state, "lay", GRID.hex("0505"))[0] == "13A7"
    take(state, "lay", GRID.hex("0507"))
    assert state.resources == {HERE: 9}
    assert why_not(state, "help", unit(state, "ITa"))[0] == "13A7"
    go_on(state)
    assert is_bridged(state, 0, HERE, GRID.hex("0507"))
    EndMovement(0).run(state)
    assert state.pontoons
    state.lift(unit(state, "ITp"))
    EndMovement(0).run(state)
    assert not state.pontoons, "nobody maintains it"


def test_13a7_a_lost_bank_is_the_end_of_it() -> None:
    state = bridging("ITp")
    across = GRID.hex("0507")
    state.pontoons[min(HERE, across), max(HERE, across)] = 0
    state.owned[0] &= ~(1 << across)
    state.owned[1] |= 1 << across
    EndMovement(0).run(state)
    assert not state.pontoons
    assert why_not(state, "pontoon", unit(state, "ITp"))[0] == "13A7"


@pytest.mark.parametrize(("kind", "turns"), [("river", 1), ("major_river", 2)])
def test_13a7_turns_by_river(kind: str, turns: int) -> None:
    state = bridging("ITp", kind=kind)
    assert turns_for(state, Project("pontoon", HERE, GRID.hex("0507"))) == turns


def test_13a7_no_pontoons_over_great_rivers() -> None:
    state = bridging("ITp", kind="great_river")
    assert why_not(state, "pontoon", unit(state, "ITp"))[0] == "13A7"


def test_13a7_civilians_lay_no_pontoons_but_pontoon_engineers_help() -> None:
    state = bridging("ITp", "ITq", kind="major_river", places=[("0508", "full_city")])
    pick(state, "pontoon", "ITp")
    take(state, "lay", GRID.hex("0507"))
    go_on(state)
    assert not state.pontoons
    state.stack = [Construction(0)]
    pick(state, "help", "ITq")
    state.stack = []
    BeginMovement(0).run(state)
    assert state.pontoons, "half a turn was left"


def test_15a8_four_res_devastate_a_hex_in_two_turns_and_repair_it_in_four() -> None:
    state = yard("ITx", "ITa", works="", sides={"0507/0506": "rail_low"})
    assert why_not(state, "devastate", HERE)[1].startswith("four REs")
    state.put(unit(state, "ITy"), HERE)
    assert why_not(state, "restore", HERE)[1] == "the hex is not devastated"
    take(state, "devastate", HERE)
    assert [units for _, units in state.projects.values()] == [
        (unit(state, "ITx"), unit(state, "ITy"))
    ]
    assert why_not(state, "help", unit(state, "ITa"))[0] == "13A5"
    assert why_not(state, "devastate", HERE)[1] == "others are at work on the hex"
    go_on(state)
    assert labels(state.devastated) == [], "no quick engineering"
    go_on(state)
    assert state.devastated == state.broken == 1 << HERE
    state.stack = [Construction(0)]
    assert why_not(state, "devastate", HERE)[1] == "the hex is devastated already"
    take(state, "restore", HERE)
    assert state.resources == {HERE: 8}
    go_on(state, 3)
    assert labels(state.devastated) == ["0506"]
    go_on(state)
    assert labels(state.devastated | state.broken) == []


def test_15a8_not_before_february_1916() -> None:
    state = yard("ITx", "ITy", works="", turns=["Jan II 16", "Feb I 16"])
    assert why_not(state, "devastate", HERE)[1] == "no hex is devastated before Feb I 16"
    state.turn = 1
    assert "devastate" in decision(state).choices(state)
    state.owned[0] = 0
    assert why_not(state, "devastate", HERE)[1] == "the side does not own the hex"


def test_13a_nobody_is_asked_without_engineers() -> None:
    state = yard("IT1")
    state.stack = []
    BeginConstruction(0).run(state)
    assert state.stack == []
    state = yard("ITa")
    state.stack = []
    BeginConstruction(0).run(state)
    assert state.stack == [Construction(0)]


def test_13a1c_projects_are_written_down() -> None:
    state = parse("scenario caporetto\nturn Nov I 17 phase Entente initial\nIT C1@4507\n")
    state.projects = {("fort", 7, 7): (4, (3, 5))}
    assert parse(notation(state)).projects == state.projects
