"""The examples of docs/research.md run, in a small size."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.slow
def test_the_example_learns_and_duels() -> None:
    sizes = ["--first=10", "--rounds=1", "--games=1", "--duels=1", "--opponent=random"]
    ran = subprocess.run(
        [sys.executable, str(DOCS / "examples" / "learn.py"), *sizes],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    for told in (
        r"round 0: 10 games, [\d,]+ positions, Allied lead [+-]\d+\n",
        r"round 1: 1 games, ",
        r"  enemy centres within 1 +[+-]\d",
        r"learner as Allied: [01] of 1 games, lead [+-]\d",
        r"duels: (0|50|100)% won ",
    ):
        assert re.search(told, ran.stdout), told


def test_every_snippet_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (DOCS / "research.md").read_text()
    snippets = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert len(snippets) >= 3
    names: dict[str, object] = {}
    for snippet in snippets:
        exec(compile(snippet, "research.md", "exec"), names)
