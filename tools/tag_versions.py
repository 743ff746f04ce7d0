"""Tags for the versions that the changelog tells of: ``python -m tools.tag_versions``.

A version is the commit that gave it a section of its own in ``CHANGELOG.md``. So every clone can
have the same tags, also one that was handed on without them. A tag that is there is never moved.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

CHANGELOG = "CHANGELOG.md"


def tag_versions(root: Path) -> list[str]:
    """Make the tags that are missing; returns their names."""
    there = set(_git(root, "tag", "--list").split())
    told = re.findall(r"^## \[(\d.*?)\]", (root / CHANGELOG).read_text(), re.MULTILINE)
    made = []
    for version in reversed(told):
        if (tag := f"v{version}") not in there:
            commit = released(root, version)
            _git(root, "tag", "--annotate", tag, commit, "--message", f"Trenchline {version}")
            made.append(tag)
    return made


def released(root: Path, version: str) -> str:
    """The commit of a version, which must call itself so."""
    section = f"## [{version}]"
    found = _git(root, "log", "--reverse", "--format=%H", f"-S{section}", "--", CHANGELOG).split()
    if not found:
        raise ValueError(f"{version} is told in {CHANGELOG}, but not committed yet")
    project = tomllib.loads(_git(root, "show", f"{found[0]}:pyproject.toml"))["project"]
    if project["version"] != version:
        raise ValueError(f"{found[0][:9]} tells of {version} and calls itself {project['version']}")
    return found[0]


def _git(root: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ValueError(f"git {words[0]}: {done.stderr.strip()}")
    return done.stdout


if __name__ == "__main__":
    try:
        print(*tag_versions(Path(__file__).parents[1]) or ["every version has its tag"], sep="\n")
    except ValueError as error:
        sys.exit(str(error))
