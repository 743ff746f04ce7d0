"""A recorded game for the commands that read records."""

from __future__ import annotations

from pathlib import Path

import pytest

from trenchline.studies.simulation import Study, play


@pytest.fixture(scope="session")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a whole game between random players."""
    folder = tmp_path_factory.mktemp("records")
    played = play(Study("world_war_one", ("random", "random"), record=folder), 7)
    assert played.crash is None
    return folder / "world_war_one-7.jsonl"
