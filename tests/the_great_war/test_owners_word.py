"""What is short is shared out by its owner's word: points to draw on [11D] [13A1c], room in ports
[11B3b], the sources of another power [15E2], the people of a city [13A6]."""

from __future__ import annotations

from tests.the_great_war.battles import Fight, division, laid, unit
from tests.the_great_war.fields import field, units
from tests.the_great_war.sketch import GRID, counter, sketch
from tests.the_great_war.test_ports import NETS, coast
from tests.the_great_war.test_projects import HERE, yard
from trenchline.games.the_great_war.construction import Construction
from trenchline.games.the_great_war.depot_shares import ShareDepots
from trenchline.games.the_great_war.engineers import civilians, resource_for
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.supply import supplied, turned_away
from trenchline.kernel.play import take


def test_11d_r84_a_side_says_on_which_points_it_draws() -> None:
    near, far = GRID.hex("0403"), GRID.hex("0303")
    state = laid([division("AH1"), division("AH2"), division("IT1")], {"IT1": "0405"})
    for key in ("AH1", "AH2"):
        state.put(unit(state, key), GRID.hex("0404"))
    state.resources = {near: 2, far: 2}
    fight = Fight(state).attack("0405", "AH1", "AH2")
    assert fight.options["draw_on"] == 1 << near | 1 << far
    take(state, "draw_on", near)
    assert not fight.state.stack[-1].choices(state)["draw_on"] >> near & 1  # type: ignore[attr-defined]
    take(state, "supply", unit(state, "AH1"))
    assert dict(state.battle.fed)[unit(state, "AH1")] == near
    # Another word, another source: though a point has been opened in the first.
    take(state, "draw_on", far)
    take(state, "supply", unit(state, "AH2"))
    assert dict(state.battle.fed)[unit(state, "AH2")] == far
    assert state.opened == {near: 1, far: 1}


def test_11d_r84_points_that_serve_nobody_are_not_named() -> None:
    near, far = GRID.hex("0403"), GRID.hex("0101")
    state = laid([division("AH1"), division("IT1")], {"IT1": "0405", "AH1": "0404"})
    state.resources = {near: 2, far: 2}
    fight = Fight(state).attack("0405", "AH1")
    assert "draw_on" not in fight.options, "there is one source only"
    step = state.stack[-1]
    assert step.why_not(state, "draw_on", far).case == "11B1"  # type: ignore[attr-defined]
    assert "no other points" in step.why_not(state, "draw_on", near).reason  # type: ignore[attr-defined]


def test_13a1c_r123_the_point_for_a_work_comes_from_where_its_owner_says() -> None:
    other = GRID.hex("0507")
    state = yard("ITa")
    state.resources = {HERE: 2, other: 2}
    builder = unit(state, "ITa")
    assert resource_for(state, builder) == HERE, "the nearest"
    step = Construction(0)
    assert step.acts(state)["draw_on"] == 1 << HERE | 1 << other
    assert step.why_not(state, "draw_on", GRID.hex("0606")).case == "13A1c"
    take(state, "draw_on", other)
    assert resource_for(state, builder) == other
    assert "already" in step.why_not(state, "draw_on", other).reason
    take(state, "raise", builder)
    assert state.resources == {HERE: 2, other: 1}
    state.forget("player turn")
    assert resource_for(state, builder) == HERE


def test_11b3b_1_r172_whom_the_ports_serve_first_is_for_the_owner_to_say() -> None:
    state = coast()
    short = turned_away(state, 0)
    last = unit(state, "IT5")
    assert short >> last & 1
    step = ShareDepots(0)
    assert step.choices(state)["favour"] >> last & 1
    fed = supplied(state, 0)
    first = (fed & units(state, *(f"IT{n}" for n in range(6)))).bit_length() - 1
    assert step.why_not(state, "favour", first).reason == "it is in general supply"
    state.stack = [step]
    take(state, "favour", last)
    assert supplied(state, 0) >> last & 1
    assert supplied(state, 0).bit_count() == fed.bit_count(), "somebody else goes without"


def host(**where: str) -> State:
    """French units in Italy, with Italian cities in reach and none of their own."""
    counters = [counter(f"FR{n}") for n in range(4)]
    counters += [
        counter("FRb", "2-3-5", "rifle", "brigade"),
        counter("FRA", "0-4", "army hq", "army"),
    ]
    theatre = sketch(
        counters=counters,
        places=[("0507", "full_city"), ("0607", "full_city"), ("0505", "full_city")],
        sides={"0506/0505": "rail_high road", "0507/0506": "rail_high road"},
        nets=NETS,
        nations=["IT", "FR"],
    )
    return field(theatre, where)


def test_15e2_r159_which_guests_are_fed_is_for_their_owner_to_say() -> None:
    state = host(**{f"FR{n}": "0506" for n in range(4)}, FRb="0506")
    small = unit(state, "FRb")
    assert not supplied(state, 0) >> small & 1, "fifteen REs are three divisions"
    state.stack = [ShareDepots(0)]
    take(state, "favour", small)
    fed = supplied(state, 0)
    assert fed >> small & 1
    assert sum(state.re(one) for one in range(5) if fed >> one & 1) <= 15 * 4


def test_15e2_r159_guests_trace_by_an_army_hq_of_their_own_too() -> None:
    """Farther from the cities than an overland line goes, and the headquarters on a road to one."""
    state = host(FR0="0303", FRA="0505")
    state.owned[0] |= state.theatre.land
    state.owned[1] = 0
    city = GRID.hex("0505")
    # The headquarters stands in the city itself here; its units depend on it.
    assert supplied(state, 0) >> unit(state, "FRA") & 1
    assert supplied(state, 0) >> unit(state, "FR0") & 1
    state.lost_sources |= 1 << city | GRID.hexes("0507", "0607")
    assert not supplied(state, 0)


def test_13a6_r122_a_unit_leaves_the_people_of_a_city_to_another() -> None:
    state = yard("ITa", "ITb", places=[("0508", "full_city")])
    one, other = unit(state, "ITa"), unit(state, "ITb")
    step = Construction(0)
    assert step.acts(state)["forgo"] == 1 << one | 1 << other
    assert civilians(state, one) == civilians(state, other) == GRID.hex("0508")
    take(state, "forgo", one)
    assert civilians(state, one) == -1
    assert civilians(state, other) == GRID.hex("0508")
    assert not step.acts(state)["forgo"]
    assert step.why_not(state, "forgo", other).case == "13A6"
