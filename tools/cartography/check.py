"""A map against geography, and against what its rulebook pins."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from tools.cartography.geography import Geography
from tools.cartography.georef import Georef
from tools.cartography.propose import land_shares
from trenchline.kernel.board import Board

WET, DRY = 0.2, 0.6
"""Land with less land than this, or sea with more, is worth a look."""
FAR = 0.75
"""A town farther than this from the middle of its hex, in hexes, is worth a look."""


def check(
    board: Board, georef: Georef, geography: Geography, facts: Path | None = None
) -> list[str]:
    """Everything that disagrees, one line each; what the rulebook pins begins with ``rulebook``."""
    findings = against_geography(board, georef, geography)
    if facts is not None:
        findings += against_rulebook(board, json.loads(facts.read_text(encoding="utf-8")))
    return findings


def against_geography(board: Board, georef: Georef, geography: Geography) -> list[str]:
    """Coasts that run elsewhere, and towns that lie in another hex."""
    findings = []
    grid = board.grid
    for hex_, share in land_shares(grid, georef, geography).items():
        if hex_ not in board.facts:
            continue
        sea = board.facts[hex_].get("terrain") == "sea"
        if sea and share > DRY:
            findings.append(f"geography: {grid.label(hex_)} is sea, but {share:.0%} land")
        elif not sea and share < WET:
            findings.append(f"geography: {board.name(hex_)} is land, but {1 - share:.0%} water")
    towns = geography.towns()
    for place in board.places:
        if place.name in towns:
            at = georef.to_paper(np.array(towns[place.name]))
            miss = float(np.hypot(*(at - np.array(grid.centre(place.hex))))) / 3**0.5
            if miss > FAR:
                findings.append(
                    f"geography: {place.name} lies {miss:.1f} hexes from {grid.label(place.hex)}"
                )
    return sorted(set(findings))


def against_rulebook(board: Board, facts: dict[str, Any]) -> list[str]:
    """Named hexes, forts, blocked hexsides and set-up countries that are not as pinned."""
    findings = []
    grid = board.grid
    names = {(grid.label(place.hex), place.name) for place in board.places}
    for name, label in facts.get("named_hexes", {}).items():
        town = name.removesuffix(" fortification")
        if (label, town) not in names:
            findings.append(f"rulebook: {town} is not in {label}")
    for label, text in facts.get("terrain", {}).items():
        found = board.facts.get(grid.hex(label), {}).get("terrain", "not on the map")
        if found not in str(text):
            findings.append(f"rulebook: {label} is {found}, not {text}")
    for label, strength in facts.get("fort", {}).items():
        fort = board.place(grid.hex(label), "fort")
        if fort is None or (isinstance(strength, int) and fort.value != strength):
            findings.append(f"rulebook: {label} has no fort of {strength}")
    for one, other in facts.get("blocked_hexsides", []):
        a, b = grid.hex(one), grid.hex(other)
        if not board.sides["blocked"][grid.direction(a, b)] >> a & 1:
            findings.append(f"rulebook: {one}/{other} is not blocked")
    for country, labels in facts.get("setup_countries", {}).items():
        for label in labels if len(country) == 2 else ():
            found = board.facts.get(grid.hex(label), {}).get("country", "nobody")
            if found != country:
                findings.append(f"rulebook: {label} belongs to {found}, not to {country}")
    return findings
