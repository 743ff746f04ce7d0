"""Axe: what keeps people who see, hear or move otherwise away from a page.

It is an npm package and stands with the other tools of the page in ``tools/web``; where it has not
been installed there, it is fetched into ``build``.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / "tools" / "web"
FETCHED = ROOT / "build" / "axe"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
"""WCAG 2.2, levels A and AA."""

_RUN = """async rules => {
    const found = await axe.run(document, {runOnly: rules});
    return found.violations.flatMap(one => one.nodes.map(node =>
        `${one.id} (${one.impact}): ${node.target.join(" ")}: ${node.failureSummary}`));
}"""


@cache
def axe_source() -> str:
    """The script itself."""
    for folder in (TOOLS, FETCHED):
        script = folder / "node_modules" / "axe-core" / "axe.min.js"
        if script.is_file():
            return script.read_text(encoding="utf-8")
    wanted = json.loads((TOOLS / "package.json").read_text())["devDependencies"]["axe-core"]
    npm = shutil.which("npm")
    if npm is None:
        pytest.fail("axe-core is missing: install Node.js, then npm ci --prefix tools/web")
    FETCHED.mkdir(parents=True, exist_ok=True)
    install = [npm, "install", "--prefix", str(FETCHED), "--no-save", f"axe-core@{wanted}"]
    fetched = subprocess.run(install, capture_output=True, text=True, check=False)
    if fetched.returncode:
        pytest.fail(f"axe-core is missing, and npm cannot fetch it: {fetched.stderr}")
    script = FETCHED / "node_modules" / "axe-core" / "axe.min.js"
    return script.read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """Everything on a page as it stands that violates WCAG 2.2 AA, as far as a program can tell."""
    # Evaluated rather than added: the page lets no scripts in but its own.
    page.evaluate(axe_source())
    found: Any = page.evaluate(_RUN, RULES)
    return list(map(str, found))
