"""The version is the same wherever it stands, and the changelog tells of it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_version_is_one() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    cited = re.search(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    assert cited is not None
    assert cited[1] == version
    sections = re.findall(r"^## \[(.+?)\](.*)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert sections[0] == ("Unreleased", "")
    assert sections[1][0] == version
    for name, day in sections[1:]:
        assert re.fullmatch(r" - \d{4}-\d\d-\d\d", day), name


def test_every_version_has_a_link() -> None:
    text = (ROOT / "CHANGELOG.md").read_text()
    for name in re.findall(r"^## \[(.+?)\]", text, re.MULTILINE):
        assert f"\n[{name}]: " in text
