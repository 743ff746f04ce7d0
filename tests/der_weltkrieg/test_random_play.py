"""Random games of Der Weltkrieg with every invariant checked, and strength that never grows."""

from __future__ import annotations

import pytest

from tests.der_weltkrieg.table import table
from tests.fuzz import fuzz_apart
from trenchline.games.der_weltkrieg.face import GAME
from trenchline.games.der_weltkrieg.invariants import broken
from trenchline.games.der_weltkrieg.ledger import open_ledger

BATCH = 4


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(2))
def test_random_games_keep_every_promise(batch: int) -> None:
    fuzz_apart(GAME.name, batch * BATCH, BATCH)


def test_11_3_an_overfull_hex_at_the_end_of_a_phase_is_noticed() -> None:
    t = table("scenario tannenberg\nturn 1914 Aug 5 phase Entente combat\nDE 1@2004\nRU 28@2104")
    assert not broken(t.state)
    unit = t.state.theatre.unit
    for key in ("RU29", "RU25", "RU27", "RU30", "RU40", "RU26"):
        t.state.put(unit[key], t.state.where[unit["RU28"]])
    open_ledger(t.state)
    assert broken(t.state) == ["2104 is overfull [11-3]"]


def test_13_21_strength_made_or_forgotten_is_noticed() -> None:
    t = table("scenario tannenberg\nturn 1914 Aug 5 phase Entente combat\nDE 1@2004\nRU 28@2104")
    t.state.set_strength(t.unit("DE1"), 7)
    (wrong,) = broken(t.state)
    assert wrong.startswith("DE has ")
    t.state.set_strength(t.unit("DE1"), 8)
    assert not broken(t.state)
