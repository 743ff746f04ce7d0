"""Supply one can see: sources, reach, the line of every unit, and where it would break."""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

import pytest

from trenchline.games import game_names, load_game
from trenchline.kernel import supply as kernel
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.floods import open_ways, step
from trenchline.kernel.hexes import Grid
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.match import Match
from trenchline.kernel.supply import Supply, breaks, may_cut, shortest, shown
from trenchline.players import make_player

FIELDS: dict[str, tuple[str | None, dict[str, str]]] = {
    "the_great_war": ("caporetto", {"limited_intelligence": "on"}),
    "der_weltkrieg": ("gorlice", {}),
}
CHOICES = 240
"""How far the staff plays."""
LOOKS = 4
"""How often it is looked at on the way."""


def moments(name: str) -> list[Match]:
    """One match as the staff has brought it farther and farther."""
    scenario, options = FIELDS.get(name, (None, {}))
    match = Match(load_game(name), SeededDice("supply"), scenario, options)
    player, rng, found = make_player("staff"), random.Random(3), []
    for n in range(1, CHOICES + 1):
        known = Knowledge(match.game, match.state, match.who or 0, match.choices)
        match.take(player.choose(known.kept(), rng))
        if n % (CHOICES // LOOKS) == 0:
            found.append(match.copy())
    return found


def told(match: Match, side: int) -> Supply:
    guide = match.game.guide
    assert guide is not None
    assert guide.supply is not None
    found: Supply = guide.supply(match.state, side)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_who_has_a_line_is_in_supply_and_nobody_else(name: str) -> None:
    game = load_game(name)
    assert game.guide is not None
    assert game.guide.supplied is not None
    seen = 0
    for match in moments(name):
        state = match.state
        for side in (0, 1):
            found = told(match, side)
            for unit, line in found.lines.items():
                if name == "der_weltkrieg" and unit in posts(state):
                    continue
                assert game.guide.supplied(state, [unit]) == 1, state.names.key(unit)
                if line.way:
                    assert line.way[0] == state.where[unit]
                    assert set(line.breaks) <= set(line.way) - {line.way[0]}
                    assert len(set(line.breaks)) == len(line.breaks)
                    seen += len(line.way) > 1
            for unit in found.cut:
                if name != "der_weltkrieg" or unit not in posts(state):
                    assert game.guide.supplied(state, [unit]) == 0, state.names.key(unit)
    assert seen


def posts(state: Any) -> set[int]:
    """[19-15] Headquarters live on their line to the rear."""
    theatre = state.theatre
    return {u for u in range(len(state.where)) if theatre.of_kind["headquarters"] >> u & 1}


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_nothing_hidden_is_told(name: str) -> None:
    for match in moments(name):
        game, state = match.game, match.state
        for side in (0, 1):
            known = Knowledge(game, state, side)
            here = shown(known)
            keys = {piece.key for piece in game.view(state, side).pieces}
            for one in here:
                assert {*one.lines, *one.cut} <= keys
            if game.secrets is not None:
                twin = game.secrets.deal(state, side, random.Random(side))
                assert shown(Knowledge(game, twin, side)) == here


@pytest.mark.parametrize("name", ["world_war_one", "balance_of_powers", "der_weltkrieg"])
def test_hexes_that_are_not_tried_break_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What hangs together around a hex cannot be parted by it."""
    match = moments(name)[-1]
    quick = [told(match, side) for side in (0, 1)]
    module = "supply_shown" if name == "der_weltkrieg" else "supply_lines"
    rules = import_module(f"trenchline.games.{name}.{module}")
    monkeypatch.setattr(rules, "may_cut", lambda *_: True)
    assert [told(match, side) for side in (0, 1)] == quick
    assert any(line.breaks for one in quick for line in one.lines.values())


GRID = Grid("flat", "even", "CCRR", (1, 5), (1, 5))
WAYS = open_ways(GRID, GRID.everywhere)


def labels(way: tuple[int, ...]) -> list[str]:
    return [GRID.label(hex_) for hex_ in way]


def test_a_way_may_begin_and_end_where_none_may_pass() -> None:
    through = GRID.hexes("0102", "0103")
    goals = GRID.hexes("0104")
    found = shortest(GRID.hexes("0101", "0505"), goals, lambda h: step(h, WAYS), through)
    assert {GRID.label(start): labels(way) for start, way in found.items()} == {
        "0101": ["0101", "0102", "0103", "0104"]
    }


def test_a_start_that_is_closed_is_no_way_for_others() -> None:
    through = GRID.hexes("0104")
    starts = GRID.hexes("0103", "0102")
    found = shortest(starts, GRID.hexes("0105"), lambda h: step(h, WAYS), through)
    assert [labels(way) for way in found.values()] == [["0103", "0104", "0105"]]


def test_a_line_breaks_where_nothing_leads_round() -> None:
    free = GRID.hexes("0101", "0102", "0103", "0104", "0203", "0204")
    way = tuple(GRID.hex(label) for label in ("0101", "0102", "0103", "0104"))
    fed = {hex_: free & ~(1 << hex_) for hex_ in way}
    fed[GRID.hex("0102")] = GRID.hexes("0103", "0104")
    found = breaks([way], lambda hex_: fed[hex_])
    assert [GRID.label(hex_) for hex_ in found[way[0]]] == ["0102"]
    assert may_cut(GRID.hex("0102"), free, WAYS)
    assert breaks([way], lambda hex_: 0, lambda hex_: False) == {way[0]: ()}


def test_a_game_that_tells_nothing() -> None:
    from tests.steppe.game import GAME

    match = Match(GAME, SeededDice("steppe"))
    assert kernel.shown(Knowledge(GAME, match.state, 0)) == ()
