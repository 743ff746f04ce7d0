"""Random games of Der Weltkrieg with every invariant checked, and strength that never grows."""

from __future__ import annotations

import random

import pytest

from tests.der_weltkrieg.table import table
from tests.fuzz import fuzz_apart
from trenchline.games.der_weltkrieg.breakdown import BreakDown
from trenchline.games.der_weltkrieg.components import CODES
from trenchline.games.der_weltkrieg.face import GAME
from trenchline.games.der_weltkrieg.invariants import broken
from trenchline.games.der_weltkrieg.recombination import Give, Recombine, Take
from trenchline.games.der_weltkrieg.state import RESERVE, State
from trenchline.kernel.bits import members
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.play import settle, take
from trenchline.kernel.steps import count, pick

BATCH = 4


@pytest.mark.parametrize("batch", range(2))
def test_random_games_keep_every_promise(batch: int) -> None:
    fuzz_apart(GAME.name, batch * BATCH, BATCH)


def strengths(state: State) -> list[int]:
    """The strength points of each nation on the map or still to come."""
    return [
        sum(
            state.strength[unit]
            for unit in members(state.theatre.of_nation[code])
            if state.where[unit] >= RESERVE
        )
        for code in CODES
    ]


HANDING_ON = (BreakDown, Recombine, Give, Take)
"""Steps in which points are on their way from one counter to another [23-3] [27-2]."""


@pytest.mark.parametrize("scenario", [scenario.name for scenario in GAME.scenarios])
def test_strength_is_lost_or_handed_on_but_never_made(scenario: str) -> None:
    rng = random.Random(scenario)
    dice = PlannersDice(rng)
    state = GAME.new(*GAME.settled(scenario, {}))
    choices = settle(state, dice)
    before = strengths(state)
    while choices:
        choice = pick(choices, int(rng.random() * count(choices)))
        take(state, *choice)
        choices = settle(state, dice)
        if state.stack and isinstance(state.stack[-1], HANDING_ON):
            continue
        now = strengths(state)
        made = [code for code, old, new in zip(CODES, before, now, strict=True) if new > old]
        assert not made, (GAME.format_choice(choice), made)
        before = now


def test_11_3_an_overfull_hex_at_the_end_of_a_phase_is_noticed() -> None:
    t = table("scenario tannenberg\nturn 1914 Aug 5 phase Entente combat\nDE 1@2004\nRU 28@2104")
    assert not broken(t.state)
    unit = t.state.theatre.unit
    for key in ("RU29", "RU25", "RU27", "RU30", "RU40", "RU26"):
        t.state.put(unit[key], t.state.where[unit["RU28"]])
    assert broken(t.state) == ["2104 is overfull [11-3]"]
