"""Units and goods go by river [7C]."""

from __future__ import annotations

from typing import Any

import pytest

from tests.the_great_war.fields import field, labels
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war.freight import Ship
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.movement import MovementPhase
from trenchline.games.the_great_war.river import (
    Cargo,
    landing_hexes,
    landings,
    left_on_river,
    why_not_sail,
)
from trenchline.games.the_great_war.scenarios import GRID as PRINTED
from trenchline.games.the_great_war.scenarios import load_theatre
from trenchline.games.the_great_war.state import REACTION_MOVEMENT, State
from trenchline.games.the_great_war.waterways import (
    around,
    banks,
    connected,
    navigable,
    nets,
    side_number,
)
from trenchline.kernel.play import decision, take

ALONG = {f"04{n:02d}/05{n + m:02d}": "river" for n in range(1, 9) for m in (0, 1) if 0 < n + m < 9}
"""A river between the fourth and the fifth row, from the one edge to the other."""
REGIMENT = counter("IT1", "1-2-5", "rifle", "regiment")


def river(where: dict[str, str], cities: tuple[str, ...] = ("0508",), **more: Any) -> State:
    """A field with a river, the option on."""
    forces = [REGIMENT, counter("ITg", "5-7-5", "field artillery", "regiment"), counter("AH1")]
    forces.append(counter("AHm", "0-1-4", "rifle", "battalion"))
    places = [(label, "full_city") for label in cities]
    theatre = sketch(sides=ALONG, places=places, counters=forces, **more)
    state = field(theatre, where)
    state.options = frozenset({"river_movement"})
    state.owned[0] |= GRID.everywhere & ~GRID.hexes("0401")
    state.owned[1] = GRID.hexes("0401")
    return state


def march(state: State, key: str = "IT1") -> March:
    """A unit is picked up."""
    unit = state.theatre.unit[key]
    step = March((unit,), state.where[unit])
    state.stack = [step]
    return step


def test_7c1_rivers_are_navigable_but_along_mountains_and_under_ice() -> None:
    """Lakes run along mountains without rapids."""
    sides = {**ALONG, "0201/0202": "lake"}
    ground = {"0405": "mountain", "0201": "mountain"}
    theatre = sketch(terrain=ground, sides=sides)
    water = navigable(theatre, theatre.weathers(0))
    assert len(water) == len(ALONG) - 2 + 1
    assert all(GRID.hex("0405") not in banks(GRID, side) for side in water)


def test_7c1_no_frozen_water_is_navigable(monkeypatch: pytest.MonkeyPatch) -> None:
    from trenchline.games.the_great_war import waterways

    theatre = sketch(sides=ALONG)
    monkeypatch.setattr(waterways, "is_frozen", lambda kind, weather: kind == "river")
    navigable.cache_clear()
    assert not navigable(theatre, theatre.weathers(0))
    navigable.cache_clear()


def test_7c2_the_voyage_of_the_example_passes_sixteen_hexsides() -> None:
    """From Pavia down the Po: two movement points at eight hexsides each."""
    theatre = load_theatre("caporetto")
    water = navigable(theatre, theatre.weathers(0))
    here, there = (
        side_number(PRINTED, PRINTED.hex(a), PRINTED.direction(PRINTED.hex(a), PRINTED.hex(b)))
        for a, b in (("4121", "4221"), ("4516", "4615"))
    )
    layer, gone = {here}, 1
    seen = set(layer)
    while there not in seen and layer:
        layer = {o for side in layer for o in connected(PRINTED, side) if o in water} - seen
        seen |= layer
        gone += 1
    assert gone == 16


def test_7c2_eight_hexsides_a_point_and_landing_is_free() -> None:
    state = river({"IT1": "0408"})
    step = march(state)
    reached = step.choices(state)["sail"]
    assert GRID.hex("0405") in _hexes(reached)
    # Thirteen hexsides to the far end cost two points.
    take(state, "sail", GRID.hex("0502"))
    assert labels(1 << state.where[0]) == ["0502"]
    assert state.spent[0] == 2 * 4
    assert decision(state).choices(state)["move"]


def test_7c3_who_goes_by_river_may_land_on_empty_ground_of_the_enemy_bug() -> None:
    """The text forbids what the enemy both occupies and owns [6.4]; either was refused."""
    state = river({"IT1": "0403"})
    bank = GRID.hexes("0401")
    assert march(state).choices(state)["sail"] & bank
    goods = Cargo(0, GRID.hex("0403"), 40, 12)
    assert not landing_hexes(state, goods) & bank, "goods would be the enemy's"
    assert why_not_sail(state, goods, GRID.hex("0401")).case == "11G"
    # Manpower has no coast guns, but stands in the way.
    state.put(state.theatre.unit["AHm"], GRID.hex("0401"))
    assert not march(state).choices(state).get("sail", 0) & bank
    assert march(state).why_not(state, "sail", GRID.hex("0401")).case == "7C3"


def _hexes(hexes: int) -> list[int]:
    return [GRID.hex(label) for label in labels(hexes)]


def test_7c2_only_in_the_movement_phase_and_where_the_option_is_on() -> None:
    state = river({"IT1": "0408"})
    step = march(state)
    state.options = frozenset()
    assert "sail" not in step.choices(state)
    assert step.why_not(state, "sail", GRID.hex("0405")).case == "7C"
    state.options = frozenset({"river_movement"})
    state.phase = REACTION_MOVEMENT
    assert "sail" not in step.choices(state)
    assert step.why_not(state, "sail", GRID.hex("0405")).case == "6D"


def test_7c3_coast_defences_close_the_water_and_enemy_ground_is_no_landing() -> None:
    state = river({"IT1": "0408", "AH1": "0404"})
    state.owned[1] |= GRID.hexes("0404")
    state.owned[0] &= ~GRID.hexes("0404")
    step = march(state)
    reached = labels(step.choices(state)["sail"])
    assert "0406" in reached
    assert "0401" not in reached
    assert "0502" not in reached
    assert "coast defences" in step.why_not(state, "sail", GRID.hex("0502")).reason
    assert step.why_not(state, "sail", GRID.hex("0401")).case == "7C3"
    assert step.why_not(state, "sail", GRID.hex("0208")).case == "7C1"


def test_7c3_7c4_without_a_yard_of_the_side_nobody_sails() -> None:
    state = river({"IT1": "0408"}, cities=("0508",))
    state.owned[0] &= ~GRID.hexes("0508")
    step = march(state)
    assert "sail" not in step.choices(state)
    assert "river yard" in step.why_not(state, "sail", GRID.hex("0405")).reason


def test_7c4_7c5_each_yard_carries_an_re_and_guns_count_double() -> None:
    state = river({"IT1": "0408", "ITg": "0408"})
    step = march(state, "ITg")
    assert "sail" not in step.choices(state)
    assert step.why_not(state, "sail", GRID.hex("0405")).case == "7C5"
    state = river({"IT1": "0408", "ITg": "0408"}, cities=("0508", "0507"))
    assert "sail" in march(state, "ITg").choices(state)


def test_7c5_a_unit_counts_once_on_a_net() -> None:
    state = river({"IT1": "0408"})
    march(state)
    take(state, "sail", GRID.hex("0405"))
    (net,) = nets(state.theatre, state.theatre.weathers(0))
    assert left_on_river(state, 0, net) == 0
    assert "sail" in decision(state).choices(state)


def test_7c6_waters_that_do_not_meet_are_nets_of_their_own() -> None:
    sides = {pair: kind for pair, kind in ALONG.items() if pair[2:4] not in ("04", "05")}
    theatre = sketch(sides=sides, places=[("0508", "full_city")], counters=[REGIMENT])
    assert len(nets(theatre, theatre.weathers(0))) == 2
    state = field(theatre, {"IT1": "0408"})
    state.options = frozenset({"river_movement"})
    state.owned[0] |= GRID.everywhere
    state.owned[1] = 0
    step = march(state)
    assert step.why_not(state, "sail", GRID.hex("0502")).case == "7C6"


def test_7c_6a_leaving_an_enemy_zone_for_the_water_costs_its_toll() -> None:
    """[R171]"""
    state = river({"IT1": "0408", "AH1": "0308"})
    step = march(state)
    assert step.why_not(state, "sail", GRID.hex("0502")).case == "7C2"
    take(state, "sail", GRID.hex("0506"))
    assert state.spent[0] == (1 + 4) * 4


def test_11h1_a_resource_point_goes_forty_hexsides_by_river_and_is_carted_too() -> None:
    """[11H4] It counts three REs, and goes by rail no more."""
    state = river({}, cities=("0508", "0507", "0506"))
    here, there = GRID.hex("0408"), GRID.hex("0502")
    state.resources, state.points_come = {here: 1}, 1
    state.stack = [MovementPhase(0)]
    take(state, "ship", here)
    assert isinstance(decision(state), Ship)
    take(state, "sail", there)
    assert state.resources == {there: 1}
    assert "ship" not in MovementPhase(0).acts(state)
    assert MovementPhase(0).why_not(state, "ship", there).case == "11H4"
    assert landings(state, _empty(state)) == {}


def _empty(state: State) -> Any:
    from trenchline.games.the_great_war.freight import cargo_of_goods

    return cargo_of_goods(state, 0, GRID.hex("0408"))


def test_7c_hexsides_are_connected_where_they_meet() -> None:
    side = side_number(GRID, GRID.hex("0405"), 0)
    near = connected(GRID, side)
    assert len(set(near)) == 4
    assert all(side in connected(GRID, other) for other in near)
    assert len(set(around(GRID, GRID.hex("0405")))) == 6
