"""Where supply runs [11B], as it is drawn."""

from __future__ import annotations

import random

from tests.the_great_war.fields import field
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war.set_up import new_game
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.supply_lines import stretches
from trenchline.games.the_great_war.view import view
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.play import settle

RAILS = {"0508/0507": "rail_high", "0507/0506": "rail_low", "0506/0505": "road"}
NETS = [{"name": "west", "nations": ["IT"], "capacity": {"Entente": 42}}]


def line(**where: str) -> State:
    """An edge that leads home, a railway to a depot in 0506, a road on to 0505."""
    theatre = sketch(
        sides=RAILS,
        edges={"0508": "IT"},
        counters=[counter("ITA", "0-4", "army hq", "army"), counter("IT1"), counter("AH1")],
        nets=NETS,
    )
    state = field(theatre, where)
    state.depot_at, state.depot_side, state.depot_net = [GRID.hex("0506")], [0], [0]
    state.working = 1
    return state


def drawn(state: State, side: int = 0) -> set[str]:
    return {f"{GRID.label(a)}>{GRID.label(b)}" for a, b in stretches(state, side)}


def test_11b_supply_is_drawn_overland_by_road_and_by_rail() -> None:
    state = line(ITA="0505", IT1="0404")
    assert drawn(state) == {"0404>0505", "0505>0506", "0506>0507", "0507>0508"}


def test_11b3_a_headquarters_in_its_depot_hex_is_joined_by_rail_too() -> None:
    assert drawn(line(ITA="0506")) == {"0506>0507", "0507>0508"}


def test_11b_nothing_is_drawn_from_who_is_cut_off() -> None:
    state = line(ITA="0505", IT1="0404", AH1="0507")
    assert "0506>0507" not in drawn(state)
    state.unsupplied = {state.theatre.unit["ITA"]: 1}
    assert "0505>0506" not in drawn(state)


def test_the_lines_of_a_view_belong_to_its_layers() -> None:
    for scenario in ("gorizia", "liege", "caporetto"):
        state = new_game(scenario, {})
        settle(state, PlannersDice(random.Random(1)))
        seen = view(state, 0)
        assert set(seen.lines) == {"Supply lines, Entente", "Supply lines, Central Powers"}
        for name, pairs in seen.lines.items():
            ends = {label for pair in pairs for label in pair.split(">")}
            assert ends == set(seen.overlays[name])
