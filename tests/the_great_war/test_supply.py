"""Rule 11: supply lines, general supply, hunger, and isolation [3G]."""

from __future__ import annotations

from itertools import pairwise

from tests.the_great_war.fields import field, labels, rolling, units
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war.components import CENTRAL, ENTENTE
from trenchline.games.the_great_war.depot_shares import ShareDepots
from trenchline.games.the_great_war.hunger import (
    CheckSurvival,
    Deplete,
    FeedHungry,
    FortressesFeed,
    Survive,
    replenish,
)
from trenchline.games.the_great_war.initial import InitialPhase, recover
from trenchline.games.the_great_war.lines import (
    any_length,
    by_rail,
    by_road,
    note_low_nets,
    open_to_lines,
    overland,
    reaching,
)
from trenchline.games.the_great_war.ownership import capture
from trenchline.games.the_great_war.state import ELIMINATED_ISOLATED, INITIAL, State
from trenchline.games.the_great_war.supply import (
    check_general_supply,
    check_isolation,
    headquarters_lines,
    regular_sources,
    supplied,
)
from trenchline.kernel.play import settle, take

LINE = {f"050{n + 1}/050{n}": "rail_high" for n in range(1, 8)}
NETS = [
    {"name": "west", "side": "Entente", "nations": ["IT"], "capacity": 42},
    {"name": "east", "side": "Central Powers", "nations": ["AH"], "capacity": 32},
]


def front(depots: str = "0506", **ground: object) -> State:
    """An Italian division two hexes before its Army HQ, which stands on a line from the edge."""
    counters = [
        counter("IT1"),
        counter("ITA", "0-4", "army hq", "army"),
        counter("ITB", "0-4", "army hq", "army"),
        counter("FR1"),
        counter("AH1"),
    ]
    sides = {**LINE, **ground.pop("sides", {})}  # type: ignore[dict-item]
    theatre = sketch(
        counters=counters,
        sides=sides,
        edges={"0508": "IT", "0501": "AH"},
        nets=NETS,
        **ground,  # type: ignore[arg-type]  # as the sketch has it
    )
    where = {"IT1": "0305", "ITA": "0505", "AH1": "0801"}
    state = field(theatre, where, INITIAL)
    for n, label in enumerate(depots.split()):
        state.depot_at.append(GRID.hex(label))
        state.depot_side.append(ENTENTE)
        state.depot_net.append(0)
        state.working |= 1 << n
    return state


def fed(state: State, *keys: str) -> bool:
    return supplied(state, ENTENTE) & units(state, *keys) == units(state, *keys)


def far(depots: str = "0505") -> State:
    """The same, three hexes farther east, on ground that is all Italian."""
    state = front(depots)
    state.owned = [state.theatre.land, 0]
    state.move(units(state, "ITA"), GRID.hex("0503"))
    state.move(units(state, "IT1"), GRID.hex("0303"))
    return state


def test_11b_1_overland_to_an_army_hq_by_road_to_a_depot_by_rail_to_a_source() -> None:
    state = far()
    assert fed(state, "IT1", "ITA")
    state.depot_at = [-1]
    assert not fed(state, "ITA"), "the map's edge is five hexes by road, and three are allowed"
    state.move(units(state, "ITA"), GRID.hex("0505"))
    assert fed(state, "ITA"), "now it is three: the road may lead to a source itself"


def test_11b_a_depot_must_be_operational_and_joined_to_a_source() -> None:
    state = far()
    state.working = 0
    assert not fed(state, "IT1")
    state.working = 1
    state.owned[ENTENTE] &= ~GRID.hexes("0507")
    assert not fed(state, "IT1")


def test_11b1_the_overland_element_has_three_hexes_in_good_weather() -> None:
    state = front()
    near = reaching(state, ENTENTE, GRID.hexes("0505"))
    assert {GRID.distance(GRID.hex("0505"), GRID.hex(h)) for h in labels(near)} == {0, 1, 2, 3}
    mud = front(weather={"Oct II 17": "mud", "Nov I 17": "mud"})
    short = reaching(mud, ENTENTE, GRID.hexes("0505"))
    assert {GRID.distance(GRID.hex("0505"), GRID.hex(h)) for h in labels(short)} == {0, 1, 2}


def test_11b1_1_11b1_2_hard_ground_counts_twice_and_big_rivers_once_more() -> None:
    state = front(
        terrain={"0405": "mountain", "0404": "forest"},
        sides={"0505/0605": "major_river", "0505/0604": "karst"},
    )
    reached = overland(state, ENTENTE, GRID.hex("0505"))
    assert {"0405", "0404"} <= set(labels(reached))
    ahead = {"0305", "0205"} & set(labels(reached))
    assert "0205" not in ahead, "two for the mountain, one for what lies behind it"


def test_11b1_3_roads_make_hard_ground_easy() -> None:
    way = ["0505", "0405", "0305", "0205"]
    wild = dict.fromkeys(("0404", "0405", "0406", "0304", "0305", "0306", "0205"), "mountain")
    road = {f"{a}/{b}": "road" for a, b in pairwise(way)}
    assert "0205" not in labels(overland(front(terrain=wild), ENTENTE, GRID.hex("0505")))
    assert "0205" in labels(overland(front(terrain=wild, sides=road), ENTENTE, GRID.hex("0505")))


def test_11a_lines_avoid_enemy_zones_but_where_a_friend_stands() -> None:
    state = front()
    state.move(units(state, "AH1"), GRID.hex("0304"))
    free = open_to_lines(state, ENTENTE)
    assert not free >> GRID.hex("0404") & 1
    assert free >> GRID.hex("0305") & 1, "the division stands there"
    assert not free >> GRID.hex("0304") & 1, "the enemy occupies and owns it"


def test_11b2_the_road_element_runs_through_own_hexes() -> None:
    state = front()
    assert labels(by_road(state, ENTENTE, GRID.hex("0505"))) == ["0505", "0506", "0507", "0508"]
    state.owned[ENTENTE] &= ~GRID.hexes("0507")
    assert labels(by_road(state, ENTENTE, GRID.hex("0505"))) == ["0505", "0506"]


def test_11b2_the_first_hex_may_be_overland_to_a_road() -> None:
    state = front()
    assert "0506" in labels(by_road(state, ENTENTE, GRID.hex("0406")))
    assert "0407" not in labels(by_road(state, ENTENTE, GRID.hex("0406")))


def test_11b2_each_army_hq_needs_a_depot_of_its_own() -> None:
    for depots, both in (("0505", False), ("0505 0504", True)):
        state = far(depots)
        state.put(state.theatre.unit["ITB"], GRID.hex("0803"))
        state.move(units(state, "ITB"), GRID.hex("0502"))
        hqs = units(state, "ITA", "ITB")
        assert bool(lines_of(state) & hqs == hqs) is both, depots
        assert lines_of(state)


def test_r38_their_owner_says_which_army_hq_comes_first_at_a_depot() -> None:
    """11B2: where two headquarters compete, the one that is left out may be named instead."""
    state = far("0505")
    state.put(state.theatre.unit["ITB"], GRID.hex("0803"))
    state.move(units(state, "ITB"), GRID.hex("0502"))
    first = lines_of(state)
    other = units(state, "ITA", "ITB") & ~first
    step = ShareDepots(ENTENTE)
    assert step.choices(state) == {"favour": other, "done": 1}
    assert "has a line" in step.why_not(state, "favour", first.bit_length() - 1).reason
    state.stack = [step]
    take(state, "favour", other.bit_length() - 1)
    assert lines_of(state) == other
    assert step.choices(state) == {"favour": first, "done": 1}
    assert "already" in step.why_not(state, "favour", other.bit_length() - 1).reason
    state.forget("player turn")
    assert lines_of(state) == first, "it is said anew in every initial phase"
    state.move(units(state, "ITB"), GRID.hex("0803"))
    assert "no depot" in step.why_not(state, "favour", state.theatre.unit["ITB"]).reason
    assert not step.can_act(state)


def lines_of(state: State) -> int:
    """The Army HQs that have a line of their own."""
    return headquarters_lines(state, ENTENTE)


def test_11b3a_no_more_than_seven_hexes_of_low_volume() -> None:
    state = front()
    state.low_nets = 0b11
    state.owned[ENTENTE] |= state.theatre.rails
    assert len(labels(by_rail(state, ENTENTE, "IT", GRID.hexes("0508")))) == 8
    for net in state.theatre.nets:
        assert net.capacity > 10
    note_low_nets(state)
    assert state.low_nets == 0
    state.capacity[0] = 39
    note_low_nets(state)
    assert state.low_nets == 1, "less than ten REs"


def test_11b3a_breaks_do_not_stop_supply() -> None:
    state = front()
    state.broken = state.obstructed = GRID.hexes("0507")
    assert by_rail(state, ENTENTE, "IT", GRID.hexes("0508")) >> GRID.hex("0505") & 1
    state.owned[ENTENTE] &= ~GRID.hexes("0507")
    assert not by_rail(state, ENTENTE, "IT", GRID.hexes("0508")) >> GRID.hex("0505") & 1


def test_11e_1_a_foreign_net_counts_half_as_low_volume() -> None:
    """Thirteen hexes of a foreign net count as seven: just enough; a longer way is not."""
    way = [f"0{r}0{c}" for r in (5,) for c in range(8, 0, -1)]
    way += [f"060{c}" for c in range(1, 9)]
    sides = {f"{a}/{b}": "rail_high" for a, b in pairwise(way)}
    state = front(sides=sides)
    state.owned[ENTENTE] |= state.theatre.rails
    nets = state.theatre.nets[0]._replace(hexes=state.theatre.rails)
    state.theatre.__dict__["nets"] = (nets, state.theatre.nets[1])
    french = by_rail(state, ENTENTE, "FR", GRID.hexes("0508"))
    assert french >> GRID.hex(way[14]) & 1
    assert not french >> GRID.hex(way[15]) & 1
    assert by_rail(state, ENTENTE, "IT", GRID.hexes("0508")) >> GRID.hex(way[15]) & 1


def test_11e_a_unit_uses_only_headquarters_of_its_nation() -> None:
    state = front()
    state.put(state.theatre.unit["FR1"], GRID.hex("0305"))
    assert fed(state, "IT1")
    assert not fed(state, "FR1")


def cities(*places: tuple[str, str]) -> State:
    theatre = sketch(
        counters=[counter("IT1"), counter("AH1")], sides=LINE, places=places, nets=NETS
    )
    return field(theatre, {"IT1": "0507"})


def test_11c2a_a_city_is_a_source_if_another_is_connected() -> None:
    alone = cities(("0506", "full_city"))
    assert regular_sources(alone, ENTENTE, "IT") == 0
    two = cities(("0506", "full_city"), ("0508", "partial_city"))
    assert labels(regular_sources(two, ENTENTE, "IT")) == ["0506", "0508"]
    assert regular_sources(two, ENTENTE, "FR") == 0, "not its home"


def test_11c2a_a_city_that_was_the_enemys_is_none_any_more() -> None:
    state = cities(("0505", "full_city"), ("0507", "full_city"), ("0508", "partial_city"))
    capture(state, CENTRAL, GRID.hexes("0505"))
    capture(state, ENTENTE, GRID.hexes("0505"))
    assert labels(regular_sources(state, ENTENTE, "IT")) == []
    assert state.lost_sources == GRID.hexes("0505")


def hungry(turns: int = 1) -> State:
    """An Italian division far from everything, hungry for so many player turns."""
    state = front()
    state.move(units(state, "IT1"), GRID.hex("0108"))
    state.hunger = {state.theatre.unit["IT1"]: turns - 1} if turns > 1 else {}
    check_general_supply(state)
    return state


def test_11f_a_turn_out_of_supply_is_two_player_turns() -> None:
    unit = 0
    assert [hungry(n).unsupplied[unit] for n in (1, 2, 3, 4, 5)] == [1, 1, 2, 2, 3]
    state = hungry(3)
    assert state.starving == 1
    state.move(1, GRID.hex("0305"))
    check_general_supply(state)
    assert unit not in state.unsupplied
    assert unit not in state.hunger


def test_11c2b_11c2bi_a_resource_point_feeds_all_who_reach_it() -> None:
    """The rulebook's example: fed in its second turn, the count goes on, and no check is made."""
    state = hungry(3)
    state.resources = {GRID.hex("0107"): 1}
    state.points_come = 1
    state.isolated = 1
    feed = FeedHungry(ENTENTE)
    assert feed.choices(state) == {"feed": GRID.hexes("0107"), "done": 1}
    state.stack = [feed]
    take(state, "feed", GRID.hex("0107"))
    assert 0 not in state.unsupplied
    assert state.hunger[0] == 3
    assert state.resources == {}
    assert state.points_gone == 1
    state.stack = []
    CheckSurvival().run(state)
    assert state.stack == []


def test_11c2bi_too_far_for_a_resource_point() -> None:
    state = hungry()
    state.resources = {GRID.hex("0505"): 1}
    assert FeedHungry(ENTENTE).choices(state) == {"done": 1}
    assert FeedHungry(ENTENTE).why_not(state, "feed", GRID.hex("0505")).case == "11C2bi"
    assert FeedHungry(CENTRAL).why_not(state, "feed", GRID.hex("0505")).case == "11C2"


def fortress() -> State:
    theatre = sketch(
        counters=[counter("IT1"), counter("IT2"), counter("IT3"), counter("IT4")],
        places=[("0506", "new_fortress", 1)],
    )
    state = field(theatre, {f"IT{n}": "0506" for n in (1, 2, 3, 4)}, INITIAL)
    check_general_supply(state)
    return state


def test_11c2biii_an_improved_fortress_feeds_fifteen_res() -> None:
    state = fortress()
    assert len(state.unsupplied) == 4
    FortressesFeed().run(state)
    assert len(state.unsupplied) == 1
    assert state.stack == []
    state = fortress()
    state.unimproved = GRID.hexes("0506")
    FortressesFeed().run(state)
    assert len(state.unsupplied) == 4


def test_11c2biii_an_isolated_fortress_may_be_depleted() -> None:
    state = fortress()
    check_isolation(state)
    FortressesFeed().run(state)
    assert state.stack == [Deplete(GRID.hex("0506"))]
    settle(state, rolling(5))
    assert state.depleted == GRID.hexes("0506")
    replenish(state, ENTENTE)
    assert state.depleted, "it is isolated still"
    state.isolated_hexes = [0, 0]
    replenish(state, ENTENTE)
    assert not state.depleted


def starving(place: str = "0108", **ground: object) -> State:
    state = front(**ground)  # type: ignore[arg-type]  # as the sketch has it
    state.move(units(state, "IT1"), GRID.hex(place))
    state.hunger = {0: 2}
    check_general_supply(state)
    state.isolated = 1
    return state


def test_11f3_an_isolated_unit_may_perish_in_its_second_turn() -> None:
    state = starving()
    state.stack = [CheckSurvival()]
    settle(state, rolling(4))
    assert state.where[0] == ELIMINATED_ISOLATED
    state = starving()
    state.stack = [CheckSurvival()]
    settle(state, rolling(5))
    assert state.where[0] >= 0
    state.isolated = 0
    state.stack = [CheckSurvival()]
    settle(state, rolling())


def test_11f3_cities_help_and_the_cold_does_harm() -> None:
    assert Survive(0).modifier(starving()) == 0
    assert Survive(0).modifier(starving(places=[("0108", "full_city")])) == 3
    snow = {"Oct II 17": "snow", "Nov I 17": "snow"}
    assert Survive(0).modifier(starving(weather=snow)) == -1
    assert Survive(0).modifier(starving(weather=snow, places=[("0108", "full_city")])) == 3


def test_3g_who_has_no_line_to_a_source_is_isolated() -> None:
    state = front()
    check_isolation(state)
    assert state.isolated == 0
    state.owned[ENTENTE] &= ~GRID.hexes("0508")
    check_isolation(state)
    assert state.isolated & units(state, "IT1", "ITA") == units(state, "IT1", "ITA")
    assert state.isolated_hexes[ENTENTE] == state.owned[ENTENTE]
    assert any_length(state, ENTENTE, 0) == 0


def test_3a5_disruption_lasts_to_the_next_friendly_initial_phase() -> None:
    state = front()
    state.disrupt(0)
    recover(state, CENTRAL)
    assert state.disrupted == 1
    recover(state, ENTENTE)
    assert state.disrupted == 0


def test_9j_nobody_recovers_in_a_contested_hex() -> None:
    state = front()
    state.disrupt(0)
    state.contested[state.where[0]] = (ENTENTE, 0)
    recover(state, ENTENTE)
    assert state.disrupted == 1


def test_4a1_the_initial_phase_turns_headquarters_over_and_brings_capacity() -> None:
    state = front()
    state.inactive = units(state, "ITA")
    state.coming_capacity[0] = 4
    InitialPhase(ENTENTE).run(state)
    assert state.inactive == 0
    assert state.capacity[0] == 43 * 4
    assert state.coming_capacity[0] == 0
