"""What the README tells a reader to type is true."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"


def blocks(language: str) -> list[str]:
    """The README's blocks of code in a language."""
    found = re.findall(rf"^```{language}\n(.*?)^```", README.read_text(), re.MULTILINE | re.DOTALL)
    assert found
    return found


def ran(command: list[str], folder: Path) -> str:
    """What a command writes in a folder; it must end well."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.slow
def test_the_example_from_python_plays_a_game(tmp_path: Path) -> None:
    for example in blocks("python"):
        assert "victory" in ran([sys.executable, "-c", example], tmp_path)


@pytest.mark.slow
def test_the_commands_do_what_they_say(tmp_path: Path) -> None:
    (commands,) = (block for block in blocks("sh") if "trenchline simulate" in block)
    assert "--games 1000" in commands
    told = ran(["bash", "-ec", commands.replace("--games 1000", "--games 4")], tmp_path)
    assert "OK records/world_war_one-1914.jsonl" in told
    assert "Attack on 0408" in told
