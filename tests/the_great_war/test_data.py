"""Maps and forces of every scenario: each hex sane, nobody overstacked, everybody in reach."""

from __future__ import annotations

from collections import Counter as Count
from itertools import product

import pytest

from trenchline.games.the_great_war.components import (
    CENTRAL,
    ENTENTE,
    NATIONS,
    SIDES,
    UNIT_TYPES,
    Counter,
)
from trenchline.games.the_great_war.going import PLAIN
from trenchline.games.the_great_war.scenarios import GRID, SCENARIO_FOLDERS, load_theatre
from trenchline.games.the_great_war.tables import STACKING, SUPPLY, TERRAIN, WORKS
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import flood
from trenchline.kernel.hexes import Hex

EVERY = tuple(SCENARIO_FOLDERS)
every_scenario = pytest.mark.parametrize("name", EVERY)


def stacks(theatre: Theatre) -> dict[Hex, list[Counter]]:
    found: dict[Hex, list[Counter]] = {}
    for key, hex_ in theatre.set_up.items():
        found.setdefault(hex_, []).append(theatre.counters[theatre.unit[key]])
    return found


def label(hex_: Hex) -> str:
    return GRID.label(hex_)


def test_there_are_three_scenarios_the_small_one_small() -> None:
    assert set(EVERY) == {"liege", "gorizia", "caporetto"}
    small = load_theatre("gorizia")
    assert len(small.board.facts) <= 80
    assert len(small.set_up) + len(small.arrivals) <= 40


def test_caporetto_has_its_forces() -> None:
    theatre = load_theatre("caporetto")
    assert len(theatre.board.facts) == 247
    assert (len(theatre.set_up), len(theatre.arrivals)) == (235, 26)
    assert len(load_theatre("liege").board.facts) == 143


# Ground.


@every_scenario
def test_every_hex_is_sane(name: str) -> None:
    theatre = load_theatre(name)
    for hex_, facts in theatre.board.facts.items():
        water = TERRAIN[facts["terrain"]].prohibited
        assert bool(facts["country"]) != water, label(hex_)
        assert bool(facts["zone"]) != water, label(hex_)
        assert not (facts["edge"] and water), label(hex_)
        if facts["edge"]:
            column, row = GRID.column_row(hex_)
            board = theatre.board.settings["grid"]
            rim = column in board["columns"] or row in board["rows"]
            assert rim, f"{label(hex_)} is no edge of the map"


@every_scenario
def test_the_land_hangs_together(name: str) -> None:
    theatre = load_theatre(name)
    ways = theatre.open_ways(PLAIN, theatre.weathers(0))
    start = next(iter(theatre.set_up.values()))
    assert flood(1 << start, theatre.land, ways) == theatre.land


@every_scenario
def test_every_railway_leads_to_a_yard(name: str) -> None:
    theatre = load_theatre(name)
    lines = theatre.rails & theatre.land
    assert flood(theatre.yards & theatre.land, lines, theatre.rail_ways) == lines


@every_scenario
def test_lines_cross_no_sea_and_keep_to_the_land(name: str) -> None:
    theatre = load_theatre(name)
    for direction, hexes in enumerate(theatre.roads):
        for hex_ in members(hexes):
            there = hex_ + GRID.shifts[direction]
            for end in (hex_, there):
                assert not theatre.terrain[end].prohibited, label(end)


@every_scenario
def test_rail_hexes_belong_to_one_net_of_each_side(name: str) -> None:
    theatre = load_theatre(name)
    for side in (ENTENTE, CENTRAL):
        seen = 0
        for net in theatre.nets:
            if net.side == side:
                assert not net.hexes & seen
                seen |= net.hexes
        assert seen == theatre.rails & theatre.land


@every_scenario
def test_what_the_scenario_names_is_there(name: str) -> None:
    theatre = load_theatre(name)
    scenario = theatre.scenario
    for hex_, works in theatre.works.items():
        assert works in WORKS
        assert theatre.land >> hex_ & 1
    for side, depot in ((d.side, d.hex) for d in theatre.depots):
        assert theatre.rails >> depot & 1, label(depot)
        assert theatre.owned[side] >> depot & 1, label(depot)
    for side, what in product((ENTENTE, CENTRAL), ("resources", "equipment")):
        for hex_ in theatre.stock(what, side):
            assert theatre.owned[side] >> hex_ & 1, label(hex_)
    assert not theatre.hexes(scenario["victory"]["towns"]) & ~theatre.land
    towns = theatre.hexes(scenario.get("morale", {}).get("towns", ()))
    assert not towns & ~theatre.cities, GRID.labels(towns & ~theatre.cities)
    for code in scenario["nations"]:
        assert theatre.will[code] > 0


@every_scenario
def test_depots_leave_their_nets_some_capacity(name: str) -> None:
    theatre = load_theatre(name)
    for net in theatre.nets:
        here = [d for d in theatre.depots if d.side == net.side and net.hexes >> d.hex & 1]
        assert net.capacity >= 2 * len(here)


# Forces.


@every_scenario
def test_units_are_sane(name: str) -> None:
    theatre = load_theatre(name)
    for key in {*theatre.set_up, *(arrival.unit for arrival in theatre.arrivals)}:
        counter = theatre.counters[theatre.unit[key]]
        assert counter.nation in theatre.scenario["nations"], key
        front = counter.front
        assert front.movement <= 8, key
        if counter.back_is == "cadre":
            assert counter.back is not None
            assert front.size == "division"
            assert counter.back.attack < front.attack
            assert counter.back.defence < front.defence
        if counter.kind in ("army hq", "corps hq"):
            assert (front.attack, front.defence) == (0, 0)
        assert counter.quarters() in (2, 4, 8, 12, 16, 20)


@every_scenario
def test_everybody_starts_at_home(name: str) -> None:
    theatre = load_theatre(name)
    for hex_, units in stacks(theatre).items():
        for counter in units:
            assert theatre.owned[counter.side] >> hex_ & 1, f"{counter.key} in {label(hex_)}"


def room(theatre: Theatre, hex_: Hex, units: list[Counter]) -> bool:
    """[8A] Whether the units of a hex find room in its four slots; guns and small units go first
    where they fit, and what is left into the slot for any unit."""
    limit = STACKING[theatre.terrain[hex_].stacking]
    heads = {theatre.attached[c.key] for c in units if c.key in theatre.attached}
    parts = {c.key for c in units if c.key in theatre.attached} | heads
    free = {"army hq", "corps hq", "transport"}
    counted = [
        c for c in units if not c.tags & free and c.front.movement > 0 and c.key not in parts
    ]
    fort = sum("fortress" in c.tags for c in units)
    small = sorted(
        (c.quarters() for c in counted if c.front.size != "division" and not c.is_artillery),
    )
    guns = sorted(c.quarters() for c in counted if c.is_artillery)
    divisions = sum(c.front.size == "division" for c in counted)
    for slot in limit["artillery"]:
        if len(heads) > slot["divisions"]:
            continue
        space, rest = 4 * slot["res"], []
        for size in guns:
            if size <= space:
                space -= size
            else:
                rest.append(size)
        space, units_left = 4 * limit["small_res"], divisions
        for size in sorted([*small, *rest]):
            if size <= space:
                space -= size
            else:
                units_left += 1
        if units_left <= limit["units"] and fort <= max(limit["fortress"], 1):
            return True
    return False


@every_scenario
def test_8a_nobody_is_overstacked_at_the_start(name: str) -> None:
    theatre = load_theatre(name)
    crowded = [
        label(hex_)
        for hex_, units in stacks(theatre).items()
        for side in (ENTENTE, CENTRAL)
        if not room(theatre, hex_, [c for c in units if c.side == side])
    ]
    assert crowded == []


def reach(theatre: Theatre, start: Hex, side: int, longest: int) -> dict[Hex, int]:
    """[11B1] The hexes from which an overland line of at most this length leads to a hex."""
    weathers = theatre.weathers(0)
    best = {start: 0}
    edge = [start]
    while edge:
        here = edge.pop()
        for direction, shift in enumerate(GRID.shifts):
            there = here + shift
            if there < 0 or not theatre.owned[side] >> there & 1:
                continue
            # The line runs from the unit to the headquarters, so it enters here.
            road = theatre.roads[direction] >> here & 1
            step = 1 if road else theatre.line_cost(there, (direction + 3) % 6, weathers)
            if step is not None and best[here] + step <= min(longest, best.get(there, 99) - 1):
                best[there] = best[here] + step
                edge.append(there)
    return best


@every_scenario
def test_11b1_everybody_starts_within_reach_of_a_headquarters_or_source(name: str) -> None:
    theatre = load_theatre(name)
    longest = SUPPLY["lines"]["clear"][0]
    hungry = []
    for side in (ENTENTE, CENTRAL):
        for code in theatre.scenario["nations"]:
            if NATIONS[code].side != side:
                continue
            heads = [
                theatre.set_up[key]
                for key in theatre.set_up
                if theatre.counters[theatre.unit[key]].kind == "army hq"
                and theatre.counters[theatre.unit[key]].nation == code
            ]
            sources = theatre.major_cities & theatre.of_country[code] | theatre.edges[side]
            strong = bit_set(h for h, fortress in theatre.fortresses.items() if fortress.improved)
            fed = strong | bit_set(
                hex_
                for goal in (*heads, *members(sources))
                for hex_ in reach(theatre, goal, side, longest)
            )
            for key, hex_ in theatre.set_up.items():
                counter = theatre.counters[theatre.unit[key]]
                if counter.nation == code and not fed >> hex_ & 1:
                    hungry.append(f"{key} in {label(hex_)}")
    assert hungry == []


@every_scenario
def test_11b2_every_headquarters_has_a_depot_of_its_own_within_a_road(name: str) -> None:
    theatre = load_theatre(name)
    longest = SUPPLY["lines"]["clear"][1]
    for side in (ENTENTE, CENTRAL):
        depots = {d.hex for d in theatre.depots if d.side == side}
        heads = [
            hex_
            for key, hex_ in theatre.set_up.items()
            if theatre.counters[theatre.unit[key]].kind == "army hq"
            and theatre.counters[theatre.unit[key]].side == side
        ]
        near = [{d for d in depots if d in reach(theatre, head, side, longest)} for head in heads]
        assert _matched(near), f"{SIDES[side]}: {[label(h) for h in heads]}"


def _matched(near: list[set[Hex]]) -> bool:
    taken: dict[Hex, int] = {}

    def find(head: int, seen: set[Hex]) -> bool:
        for depot in near[head] - seen:
            seen.add(depot)
            if depot not in taken or find(taken[depot], seen):
                taken[depot] = head
                return True
        return False

    return all(find(head, set()) for head in range(len(near)))


@every_scenario
def test_11b3_every_depot_reaches_a_source_by_rail(name: str) -> None:
    theatre = load_theatre(name)
    for depot in theatre.depots:
        lines = theatre.rails & theatre.owned[depot.side]
        reached = flood(1 << depot.hex, lines, theatre.rail_ways)
        assert reached & (theatre.edges[depot.side] | theatre.major_cities), label(depot.hex)


@every_scenario
def test_13a1a_works_that_need_it_are_maintained(name: str) -> None:
    theatre = load_theatre(name)
    there = stacks(theatre)
    bare = [
        f"{works} in {label(hex_)}"
        for hex_, works in theatre.works.items()
        if WORKS[works].maintained
        and not any(
            "construction" in c.tags or (c.front.size == "division" and c.front.attack >= 5)
            for c in there.get(hex_, ())
        )
    ]
    assert bare == []


@every_scenario
def test_arrivals_come_where_their_side_is_and_only_who_left_returns(name: str) -> None:
    theatre = load_theatre(name)
    leaves = {w.unit: w.date for w in theatre.withdrawals}
    seen = Count(theatre.set_up.keys())
    for arrival in theatre.arrivals:
        assert arrival.entry, arrival.unit
        assert all(theatre.land >> hex_ & 1 for hex_ in arrival.entry)
        assert arrival.date in theatre.turns
        if arrival.condition == "returns":
            assert leaves[arrival.unit] < arrival.date
        else:
            seen[arrival.unit] += 1
    assert {key for key, times in seen.items() if times > 1} == set()
    for withdrawal in theatre.withdrawals:
        assert withdrawal.date in theatre.turns
        assert withdrawal.unit in seen


def test_every_type_in_use_is_on_the_chart() -> None:
    used = {c.kind for name in EVERY for c in load_theatre(name).counters}
    assert used <= set(UNIT_TYPES)


# What the rulebook's text pins of the map.


def test_7c2_the_po_has_sixteen_hexsides_from_pavia_to_ostiglia() -> None:
    theatre = load_theatre("caporetto")
    po = {
        frozenset((GRID.label(one), GRID.label(other)))
        for (one, other, _), name in theatre.board.side_names.items()
        if name == "Po"
    }
    assert frozenset(("4121", "4221")) in po
    assert frozenset(("4516", "4615")) in po
    assert _along(po, frozenset(("4121", "4221")), frozenset(("4516", "4615"))) == 16


def _along(sides: set[frozenset[str]], start: frozenset[str], goal: frozenset[str]) -> int:
    """Hexsides from one to another along a river, both counted; two meet where they share a hex and
    their other hexes are neighbours."""
    steps = {start: 1}
    edge = [start]
    while edge:
        here = edge.pop(0)
        for there in sides - set(steps):
            shared = here & there
            if len(shared) == 1:
                (one,), (other,) = here - shared, there - shared
                if GRID.hex(other) in GRID.neighbours(GRID.hex(one)):
                    steps[there] = steps[here] + 1
                    edge.append(there)
    return steps[goal]


def test_15a6_all_hexes_on_the_lower_po_may_be_flooded() -> None:
    theatre = load_theatre("caporetto")
    banks = {
        GRID.label(hex_)
        for (one, other, kind), name in theatre.board.side_names.items()
        if name == "Po" and kind == "major_river"
        for hex_ in (one, other)
        if theatre.land >> hex_ & 1
    }
    assert "4615" in banks, "the text names it"
    assert banks <= set(theatre.scenario["floods"]["floodable"])


def test_3e_hexes_that_the_text_names() -> None:
    places = {
        GRID.label(place.hex): place.name
        for name in EVERY
        for place in load_theatre(name).board.places
        if place.name
    }
    assert places["0619"] == "St. Niklaas"
    assert places["0623"] == "Lille"
    assert load_theatre("liege").resource_centres == {GRID.hex("0624"): 1}


def test_7a_a_bridge_stands_where_a_line_crosses_water() -> None:
    theatre = load_theatre("caporetto")
    udine, pordenone = GRID.hex("4408"), GRID.hex("4409")
    assert theatre.bridges[GRID.direction(udine, pordenone)] >> udine & 1
