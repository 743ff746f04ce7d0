"""Threats: enemies who could march up, held against the marches that they are offered."""

from __future__ import annotations

import random
from itertools import count
from typing import Any

import pytest

from tests.kernel.test_preview import HIDING, some_choice
from trenchline.games import game_names, load_game
from trenchline.games.balance_of_powers import march as columns
from trenchline.games.balance_of_powers.allowance import points_of
from trenchline.games.balance_of_powers.components import ALL_CORPS
from trenchline.games.der_weltkrieg import march as sections
from trenchline.games.kaisers_war import moves as moves_of_corps
from trenchline.games.the_great_war import march as parties
from trenchline.games.the_great_war.state import MOVEMENT
from trenchline.games.world_war_one import moves as moves_of_armies
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.match import Match
from trenchline.kernel.play import take

MARCHES = 60
"""So many are looked at in each game."""


def unit_on_the_march(state: Any) -> int | None:
    """The one unit in hand, if it has done nothing yet and goes on foot."""
    asked = state.stack[-1]
    if isinstance(asked, moves_of_armies.MoveUnit):
        # Who has been relieved is nowhere until he has gone on.
        stands = asked.here >= 0 and state.at[asked.here] == asked.unit
        return asked.unit if stands and not asked.spent else None
    if isinstance(asked, moves_of_corps.MoveUnit):
        return asked.unit if asked.fresh and not asked.forced and asked.here >= 0 else None
    if isinstance(asked, sections.March):
        fresh = len(asked.party) == 1 and not asked.has_begun and not asked.column
        return asked.party[0] if fresh and not asked.aboard else None
    if isinstance(asked, parties.March):
        unit, *others = asked.party
        begun = asked.gone or asked.fast or asked.is_laden or asked.riders or others
        tired = (state.accelerated | state.moved | state.overstacked) >> unit & 1
        rides = bool(state.spent.get(unit))
        return None if begun or tired or rides or state.phase != MOVEMENT else unit
    if isinstance(asked, columns.Force) and state.force.bit_count() == 1:
        unit = state.force.bit_length() - 1
        return unit if ALL_CORPS >> unit & 1 and not state.spent.get(unit) else None
    return None


def can_attack_from(match: Match, unit: int) -> int:
    """Where the unit could go and attack from."""
    name, state, choices = match.game.name, match.state, match.choices
    if name != "balance_of_powers":
        return choices.get("move", 0) | choices.get("relieve", 0)
    found = 0
    for goal in members(choices.get("march", 0)):
        after = state.copy()
        take(after, "march", goal)
        left = points_of(after, 1 << unit)
        found |= (after.where[unit] == goal and left > 0) << goal
    return found


@pytest.mark.parametrize("name", game_names())
def test_whoever_is_offered_a_march_to_a_place_could_come_up(name: str) -> None:
    rng = random.Random(11)
    game = load_game(name)
    scenario = game.scenarios[-1].name if name == "kaisers_war" else None
    seeds = count()
    match = Match(game, SeededDice("threats"), scenario, HIDING.get(name))
    guide = game.guide
    assert guide is not None
    assert guide.comers is not None
    board = game.map_of(match.scenario)
    assert board is not None
    land, seen, met = list(members(board.board.hexes)), 0, 0
    while seen < MARCHES:
        state, unit, side = match.state, unit_on_the_march(match.state), match.who
        assert side is not None
        if unit is not None and unit_is_known(match, unit, side):
            seen += 1
            ends = can_attack_from(match, unit)
            tried = bit_set(rng.sample(land, 30)) | bit_set(list(members(ends))[:20])
            came = bit_set(
                g for g in members(tried) if guide.comers(state, side, 1 << g) >> unit & 1
            )
            # Friends who stand there could make room.
            false = came & ~ends & ~standing(match, side)
            assert not false, named(match, unit, false)
            # Who never attacks is no threat wherever he goes; armies always do.
            missed = ends & tried & ~came if came or name == "world_war_one" else 0
            assert not missed, named(match, unit, missed)
            met += bool(came)
        match.take(some_choice(match, rng))
        if match.over:
            match = Match(game, SeededDice(f"threats {next(seeds)}"), scenario, HIDING.get(name))
    assert met > MARCHES // 4


def unit_is_known(match: Match, unit: int, side: int) -> bool:
    secrets = match.game.secrets
    return secrets is None or not secrets.hidden(match.state, 1 - side) >> unit & 1


def standing(match: Match, side: int) -> int:
    """Where friends stand, who could make room."""
    pieces = match.game.view(match.state, side).pieces
    names = {piece.place for piece in pieces if piece.side == match.game.sides[side]}
    places = {place for place in match.state.where if place >= 0}
    return bit_set(place for place in places if match.state.names.label(place) in names)


def named(match: Match, unit: int, hexes: int) -> str:
    names = match.state.names
    return f"{names.key(unit)}: {[names.label(hex_) for hex_ in members(hexes)]}"
