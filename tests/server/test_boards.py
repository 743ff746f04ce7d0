"""Boards on the wire: a game's own, or one a scenario."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.server.place import Browser
from trenchline.games.der_weltkrieg.face import GAME as DER_WELTKRIEG
from trenchline.games.world_war_one import GAME as WORLD_WAR_ONE
from trenchline.server.board import background, board, overlay


def test_a_game_with_one_map_uses_it_for_every_scenario() -> None:
    boards = [board(WORLD_WAR_ONE, scenario.name) for scenario in WORLD_WAR_ONE.scenarios]
    assert boards[0] == boards[1]
    assert boards[0].background is not None
    assert boards[0].background.url == "/api/games/world_war_one/background.webp"


def test_scenarios_with_maps_of_their_own_get_them() -> None:
    tannenberg, gorlice = (board(DER_WELTKRIEG, name) for name in ("tannenberg", "gorlice"))
    assert tannenberg.hexes != gorlice.hexes
    assert background(DER_WELTKRIEG, "tannenberg") != background(DER_WELTKRIEG, "gorlice")
    assert overlay(DER_WELTKRIEG, "tannenberg") != overlay(DER_WELTKRIEG, "gorlice")
    assert gorlice.background is not None
    assert gorlice.background.url.endswith("?scenario=gorlice")


def test_a_game_without_a_board_has_no_map() -> None:
    bare = replace(WORLD_WAR_ONE, board=None)
    assert bare.map_of() is None
    assert background(bare) is None
    assert overlay(bare) is None


@pytest.mark.parametrize("what", ["board", "board.svg", "background.webp"])
def test_a_board_may_be_asked_for_by_scenario(local: Browser, what: str) -> None:
    address = f"/api/games/world_war_one/{what}"
    plain = local.client.get(address)
    assert (
        local.client.get(address, params={"scenario": "free_deployment"}).content == plain.content
    )
    refused = local.client.get(address, params={"scenario": "verdun"})
    assert refused.status_code == 404
    assert "scenario" in refused.text
