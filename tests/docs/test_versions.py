"""The version is the same wherever it stands, and the changelog tells of it."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from tools.tag_versions import tag_versions

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


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository whose changelog is written from commit to commit."""
    for name in ("GIT_AUTHOR", "GIT_COMMITTER"):
        monkeypatch.setenv(f"{name}_NAME", "A")
        monkeypatch.setenv(f"{name}_EMAIL", "a@example.org")
    git(tmp_path, "init", "--quiet")
    return tmp_path


def git(root: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def commit(root: Path, version: str, *sections: str) -> str:
    """Commit a changelog with these sections."""
    (root / "pyproject.toml").write_text(f'[project]\nversion = "{version}"\n')
    (root / "CHANGELOG.md").write_text("".join(f"## [{name}]\n" for name in sections))
    git(root, "add", ".")
    git(root, "commit", "--quiet", "--allow-empty", "--message", version)
    return git(root, "rev-parse", "HEAD")


def test_every_version_is_tagged_where_it_was_released(clone: Path) -> None:
    commit(clone, "0.0.0", "Unreleased")
    first = commit(clone, "0.1.0", "Unreleased", "0.1.0")
    commit(clone, "0.1.0", "Unreleased", "0.1.0")
    second = commit(clone, "0.2.0", "Unreleased", "0.2.0", "0.1.0")
    assert tag_versions(clone) == ["v0.1.0", "v0.2.0"]
    assert git(clone, "rev-parse", "v0.1.0^{commit}", "v0.2.0^{commit}").split() == [first, second]
    assert tag_versions(clone) == []


def test_a_version_that_calls_itself_otherwise_is_not_tagged(clone: Path) -> None:
    commit(clone, "0.1.0", "Unreleased", "0.2.0")
    with pytest.raises(ValueError, match=r"tells of 0\.2\.0 and calls itself 0\.1\.0"):
        tag_versions(clone)
    (clone / "CHANGELOG.md").write_text("## [0.3.0]\n")
    with pytest.raises(ValueError, match=r"0\.3\.0 is told in CHANGELOG\.md, but not committed"):
        tag_versions(clone)
