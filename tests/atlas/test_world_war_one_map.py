"""The map of World War I as a board to play on: supply and the sea reach where they must.

What its files say row by row is tested in ``tests/world_war_one/test_map_data.py``.
"""

from __future__ import annotations

from functools import cache

import pytest

from trenchline.atlas.maps import map_folders
from trenchline.games import load_game
from trenchline.kernel.board import Board, load_board
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.floods import flood
from trenchline.kernel.match import Match


@cache
def board() -> Board:
    return load_board(map_folders()["world_war_one"])


def test_every_unit_that_is_set_up_is_in_supply_at_the_start() -> None:
    game = load_game("world_war_one")
    match = Match(game, SeededDice("supply"), "historical")
    pieces = [piece for piece in game.view(match.state, None).pieces if piece.place.isdigit()]
    assert len(pieces) > 30
    assert [piece.key for piece in pieces if "out of supply" in piece.marks] == []


@pytest.mark.parametrize("kind", ["dependent", "independent", "city"])
def test_each_supply_city_reaches_the_net_of_its_country(kind: str) -> None:
    rails = board().ways_along("rail")
    railway = 0
    for hexes in board().sides["rail"]:
        railway |= hexes
    for place in board().places:
        if place.kind == kind:
            home = board().where("country", place.owner)
            reached = flood(1 << place.hex, railway, rails)
            assert (reached & home).bit_count() * 10 >= (railway & home).bit_count() * 9, place.name


def test_hexsides_are_the_same_from_both_sides() -> None:
    for kind, directions in board().sides.items():
        for direction, hexes in enumerate(directions):
            shift = board().grid.shifts[direction]
            moved = hexes << shift if shift > 0 else hexes >> -shift
            assert moved == directions[(direction + 3) % 6], kind


def test_every_coast_of_a_sea_can_be_sailed_to() -> None:
    # The water is whatever is not on the map; a sea's coasts join along it.
    grid = board().grid
    water = grid.everywhere & ~board().hexes
    ways = board().ways(grid.everywhere, blocked="")
    for sea in ("north", "baltic", "black"):
        coast = board().where("sea", sea)
        start = coast & -coast
        reached = flood(start, water | coast, ways)
        assert coast & ~reached == 0, sea
