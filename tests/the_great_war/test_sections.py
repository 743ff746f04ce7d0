"""Sections of a rail net that are cut off from each other [7A9]."""

from __future__ import annotations

from tests.the_great_war.fields import field, labels
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war.depots import Logistics
from trenchline.games.the_great_war.notation import notation, parse
from trenchline.games.the_great_war.rail import destinations, train_of, why_not_by_rail
from trenchline.games.the_great_war.sections import capacity_of, left_at, sections
from trenchline.games.the_great_war.set_up import new_game
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.yards import WearOut, boost, boosting_sites, build
from trenchline.kernel.position import differences

LINE = {f"{row}0{n}/{row}0{n + 1}": "rail_high" for row in ("05", "07") for n in range(5, 8)}
CITIES = ("0505", "0506", "0508", "0705", "0707")
NETS = [{"name": "west", "nations": ["IT"], "capacity": {"Entente": 30}}]


def split(option: bool = True) -> State:
    """A net in two sections that no line joins: three yards in the one, two in the other."""
    places = [(label, "full_city") for label in CITIES]
    forces = [counter("IT1"), counter("IT2"), counter("IT3", "1-2-5", "rifle", "regiment")]
    state = field(
        sketch(sides=LINE, places=places, nets=NETS, counters=forces),
        {"IT1": "0708", "IT2": "0508", "IT3": "0708"},
    )
    if option:
        state.options = frozenset({"split_nets"})
    state.depot_at, state.depot_side, state.depot_net = [GRID.hex("0706")], [0], [0]
    state.working = 1
    return state


HOME, ORPHAN = GRID.hex("0505"), GRID.hex("0705")


def test_7a9_1_the_section_with_most_yards_is_home() -> None:
    home, orphan = sections(split(), 0)
    assert "0506" in labels(home)
    assert labels(orphan) == ["0705", "0706", "0707", "0708"]


def test_7a9_2_7a9_3_an_orphan_has_two_res_a_yard_and_depot_and_home_the_rest() -> None:
    state = split()
    home, orphan = sections(state, 0)
    assert capacity_of(state, 0, orphan) == (2 * 2 + 2) * 4
    assert capacity_of(state, 0, home) == (30 - 6) * 4
    # The depot takes its own share.
    assert left_at(state, 0, ORPHAN) == 4 * 4
    assert left_at(state, 0, HOME) == 24 * 4


def test_7a9_trains_use_the_capacity_of_their_section() -> None:
    """Four REs are left in the orphan: a division of five does not go, a regiment does."""
    state = split()
    large, small = (train_of(state, 1 << n, GRID.hex("0708"), 20, 0) for n in (0, 2))
    assert not destinations(state, large)
    assert why_not_by_rail(state, large, ORPHAN).case == "7A9"
    assert destinations(state, small) >> ORPHAN & 1
    assert destinations(split(option=False), large) >> ORPHAN & 1


def test_7a9_4_sections_are_boosted_built_and_worn_out_each_by_itself() -> None:
    state = split()
    here = GRID.hex("0705")
    state.resources, state.points_come = {here: 9}, 9
    _, orphan = sections(state, 0)
    assert boosting_sites(state, 0) >> here & 1
    boost(state, 0, here)
    # Half of six REs, though a point would bring ten.
    assert left_at(state, 0, here) == (4 + 3) * 4
    assert not boosting_sites(state, 0) >> here & 1
    build(state, 0, here)
    assert capacity_of(state, 0, orphan) == 7 * 4
    assert state.capacity == [31 * 4]
    # The point spent there wears the orphan out, others home.
    WearOut(0, here).rolled(state, 1)
    assert capacity_of(state, 0, orphan) == 6 * 4
    WearOut(0).rolled(state, 1)
    assert capacity_of(state, 0, orphan) == 6 * 4
    assert capacity_of(state, 0, sections(state, 0)[0]) == (29 - 6) * 4


def test_7a9_a_depot_is_activated_where_its_section_can_maintain_it() -> None:
    state = split()
    assert Logistics(0).acts(state)["activate"] >> ORPHAN & 1
    state.section_used = {ORPHAN: 2 * 4}
    assert not Logistics(0).acts(state)["activate"] >> ORPHAN & 1
    assert Logistics(0).acts(state)["activate"] >> HOME & 1


def test_7a9_4_what_an_orphan_has_lost_is_told_in_the_notation_bug() -> None:
    """Less than no capacity at a yard could be written, and not read again."""
    state = new_game("liege", {"split_nets": "on"})
    state.phase = "initial"
    yard = (state.theatre.yards & state.owned[0]).bit_length() - 1
    state.section_capacity = {yard: -4}
    state.section_boosts, state.section_used = {yard: 8}, {yard: 12}
    state.worn_at, state.river_used = (yard,), {3 * yard: 4}
    state.shipped = {(0, 3 * yard): 1}
    again = parse(notation(state))
    assert differences(state, again) == []
