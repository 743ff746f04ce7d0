"""Random games, both scenarios and all options, every invariant checked; `make fuzz` plays more."""

from __future__ import annotations

import pytest

from tests.fuzz import Unsound, fuzz_apart, play_checked
from trenchline.games.world_war_one import GAME
from trenchline.games.world_war_one.components import GRID, UNITS
from trenchline.games.world_war_one.invariants import broken

BATCH = 15


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(5))
def test_random_games_keep_every_promise(batch: int) -> None:
    fuzz_apart(GAME.name, batch * BATCH, BATCH)


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        ("state.where[UNITS['GE5']] = state.where[UNITS['GE6']]", "not in its hex"),
        ("state.crp[0] = -1", "has -1 points"),
        ("state.borrowed = 40", "borrowed more"),
        ("state.crp[12] = 9; state.borrowed = 0", "more than six"),
        ("state.armies[0] |= 1 << GRID.hex('0106')", "bitboards"),
        ("state.neutral_land = 0", "neutral land"),
        ("state.forts[0] = 0", "forts"),
        ("state.centres[0] |= state.centres[1]", "held by both"),
        ("state.collapsed = True", "collapsed"),
        ("state.surrendered = True", "after the surrender"),
        ("state.silenced = 1", "silenced"),
        ("state.where[UNITS['GE5']] = 99999", "nowhere"),
    ],
)
def test_the_invariants_notice(spoil: str, complaint: str) -> None:
    state = GAME.new("historical", {})
    assert broken(state) == []
    exec(spoil, {"state": state, "UNITS": UNITS, "GRID": GRID})
    assert any(complaint in problem for problem in broken(state))


def test_a_broken_game_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from trenchline.games.world_war_one.state import State

    honest = State.copy

    def shared_copy(self: State) -> State:
        twin = honest(self)
        twin.where = self.where
        return twin

    monkeypatch.setattr(State, "copy", shared_copy)
    with pytest.raises(Unsound):
        play_checked(GAME, 0)
