"""Random games of The Kaiser's War, all options at random, with every invariant checked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from trenchline.games.kaisers_war import GAME

BATCH = 10
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("batch", range(6))
def test_random_games_keep_every_promise(batch: int) -> None:
    """In a process of its own: measuring coverage would make it several times slower."""
    command = [sys.executable, "-m", "tests.fuzz", "--game", GAME.name, "--jobs", "1"]
    command += ["--games", str(BATCH), "--seed", str(batch * BATCH)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert f"{BATCH} games" in done.stdout
