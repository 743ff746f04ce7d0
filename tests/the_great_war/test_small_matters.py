"""Railway works, guests in supply, unified command, stores that are destroyed."""

from __future__ import annotations

import pytest

from tests.the_great_war.battles import unit
from tests.the_great_war.fields import field, rolling, units
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war.cooperation import UNIFIED, in_concert
from trenchline.games.the_great_war.movement import MovementPhase, ReactionPhase
from trenchline.games.the_great_war.state import EXPLOITATION, REACTION_MOVEMENT, State
from trenchline.games.the_great_war.supply import supplied
from trenchline.games.the_great_war.unified_command import seek_unity
from trenchline.games.the_great_war.yards import WearOut, cost_to_build
from trenchline.kernel.play import settle, take

NETS = [
    {"name": "west", "side": "Entente", "nations": ["IT"], "capacity": 42},
    {"name": "east", "side": "Central Powers", "nations": ["AH"], "capacity": 32},
]


def works(hex_: str = "0507") -> State:
    """A side whose railways depend on a town."""
    return field(sketch(nets=NETS, railway_works={"Entente": [hex_]}))


def test_7a5b_1_7a5b_2_capacity_is_dearer_while_the_works_are_lost() -> None:
    state = works()
    assert cost_to_build(state, 0) == cost_to_build(state, 1) == 3
    state.isolated_hexes[0] = GRID.hexes("0507")
    assert cost_to_build(state, 0) == 4
    state.isolated_hexes[0] = 0
    state.owned[0] &= ~GRID.hexes("0507")
    assert (cost_to_build(state, 0), cost_to_build(state, 1)) == (4, 3)
    # [7A5b.3] America makes up for it.
    state.flags |= {"USA"}
    assert cost_to_build(state, 0) == 2


def test_7a5g_1_7a5g_2_nets_wear_out_faster_while_the_works_are_lost() -> None:
    state = works()
    WearOut(0).rolled(state, 1)
    assert state.capacity[0] == (42 - 1) * 4
    state.owned[0] &= ~GRID.hexes("0507")
    WearOut(0).rolled(state, 1)
    assert state.capacity[0] == (42 - 3) * 4


def test_15e2_fifteen_res_of_a_power_draw_on_anothers_sources() -> None:
    """[R159] The largest first."""
    counters = [counter(f"FR{n}") for n in range(4)]
    counters += [counter("FRb", "2-3-5", "rifle", "brigade"), counter("US1")]
    theatre = sketch(counters=counters, edges={"0508": "IT"}, nets=NETS, nations=["IT", "FR"])
    state = field(theatre, dict.fromkeys([one.key for one in counters], "0507"))
    # Edges serve every nation of the side; cities only their own.
    assert supplied(state, 0)
    inland = sketch(
        counters=counters,
        places=[("0507", "full_city"), ("0607", "full_city"), ("0505", "full_city")],
        sides={"0506/0505": "rail_high", "0507/0506": "rail_high"},
        nets=NETS,
        nations=["IT", "FR"],
    )
    state = field(inland, dict.fromkeys([one.key for one in counters], "0506"))
    fed = supplied(state, 0) & units(state, *(f"FR{n}" for n in range(4)), "FRb")
    assert sum(state.re(u) for u in range(5) if fed >> u & 1) == 15 * 4
    assert not fed & units(state, "FRb")


@pytest.mark.parametrize(("date", "die", "unity"), [(0, 6, False), (1, 5, False), (1, 6, True)])
def test_15e4_a_six_brings_the_entente_a_unified_command(date: int, die: int, unity: bool) -> None:
    counters = [counter("BR1"), counter("FR1")]
    theatre = sketch(counters=counters, unified_command={"from": "Nov I 17"})
    state = field(theatre, {"BR1": "0507", "FR1": "0507"})
    state.turn = date
    seek_unity(state, 1)
    assert not state.stack
    seek_unity(state, 0)
    settle(state, rolling(die))
    assert (UNIFIED in state.flags) is unity
    assert in_concert(state, 0, 1) is unity
    if unity:
        seek_unity(state, 0)
        assert not state.stack


def test_11h_1_a_side_destroys_its_stores_in_its_phases_of_movement() -> None:
    state = field(sketch(counters=[counter("IT1")]), {"IT1": "0507"})
    here = GRID.hex("0506")
    state.resources = {here: 2, GRID.hex("0103"): 1}
    state.points_come = 3
    state.stack = [MovementPhase(0)]
    assert MovementPhase(0).acts(state)["destroy"] == 1 << here
    assert MovementPhase(0).why_not(state, "destroy", GRID.hex("0103")).case == "11H.1"
    assert MovementPhase(0).why_not(state, "destroy", GRID.hex("0505")).case == "11H.1"
    take(state, "destroy", here)
    assert (state.resources[here], state.points_gone) == (1, 1)
    state.phase = EXPLOITATION
    assert "destroy" in MovementPhase(0).acts(state)
    state.phase, state.phasing = REACTION_MOVEMENT, 1
    assert "destroy" in ReactionPhase(0).choices(state)
    assert ReactionPhase(0).why_not(state, "destroy", unit(state, "IT1")).case == "11H.1"
