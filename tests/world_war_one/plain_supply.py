"""Supply judged the slow way: one queue a nation, on hex numbers read straight from the map files.

Written from chapters 6 and 9 without a look at the engine's bitboards, so that the two can be
compared on many positions.
"""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from trenchline.games.world_war_one.components import CODES, COUNTERS, GRID
from trenchline.games.world_war_one.state import State

_MAP = files("trenchline").joinpath("games", "world_war_one", "map")


def _rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(_MAP.joinpath(name).read_text(encoding="utf-8").splitlines()))


_HEXES = {row["hex"]: row for row in _rows("hexes.csv") if row["terrain"] != "impassable"}
COUNTRY = {name: row["country"] for name, row in _HEXES.items()}
_BLOCKED = {
    frozenset((row["hex"], row["neighbour"]))
    for row in _rows("hexsides.csv")
    if row["kind"] == "blocked"
}
_PLACES = _rows("places.csv")
_FORTS = {row["hex"]: (row["owner"], int(row["value"])) for row in _PLACES if row["kind"] == "fort"}
_CITIES = {
    code: {
        row["hex"]
        for row in _PLACES
        if row["kind"] in ("dependent", "independent") and row["owner"] == code
    }
    for code in CODES
}
_LINE = ("1332", "1432", "1532", "1632", "1733")


@cache
def neighbours(name: str) -> list[str]:
    """The hexes one can go to from a hex: even columns sit half a hex lower."""
    column, row = int(name[:2]), int(name[2:])
    upper, lower = (row, row + 1) if column % 2 == 0 else (row - 1, row)
    around = [(column, row - 1), (column, row + 1)]
    around += [(c, r) for c in (column - 1, column + 1) for r in (upper, lower)]
    labels = (f"{c:02}{r:02}" for c, r in around)
    return [n for n in labels if n in _HEXES and frozenset((name, n)) not in _BLOCKED]


class PlainSupply:
    """A position as chapter 9 looks at it."""

    def __init__(self, state: State) -> None:
        self.side = {code: state.status[n] for n, code in enumerate(CODES)}
        self.fresh = {code for n, code in enumerate(CODES) if state.fresh >> n & 1}
        self.units = {
            GRID.label(hex_): CODES[COUNTERS[unit].nation]
            for unit, hex_ in enumerate(state.where)
            if hex_ >= 0
        }
        ruins = {name for name in _FORTS if not state.intact >> GRID.hex(name) & 1}
        self.forts = {name: owner for name, (owner, _) in _FORTS.items() if name not in ruins}
        self.links = set(GRID.labels(state.links & ~state.silenced))
        self.russia_out = state.surrendered
        self.open = [self._open(0), self._open(1)]

    def _holders(self, side: int) -> set[str]:
        armies = {name for name, code in self.units.items() if self.side[code] == side}
        return armies | {name for name, code in self.forts.items() if self.side[code] == side}

    def _zone(self, side: int) -> set[str]:
        """The hexes a side controls, by chapter 6."""
        radiating = [(n, c) for n, c in self.units.items() if self.side[c] == side]
        radiating += [
            (n, c) for n, c in self.forts.items() if self.side[c] == side and _FORTS[n][1] > 1
        ]
        found = set()
        for name, code in radiating:
            for near in neighbours(name):
                lands = {COUNTRY[name], COUNTRY[near]}
                if any(self.side[land] == 2 for land in lands):
                    continue
                # 6.43: a border is closed to Allies who were not violated this turn.
                crosses = len(lands) == 2 and lands & self.fresh
                if side == 0 and crosses and code not in self.fresh:
                    continue
                found.add(near)
        return found

    def _open(self, side: int) -> set[str]:
        """The hexes that lines of supply may use, by 9.31 and 9.32."""
        zone, friends, enemies = self._zone(1 - side), self._holders(side), self._holders(1 - side)
        return {
            name
            for name in _HEXES
            if self.side[COUNTRY[name]] != 2
            and name not in enemies
            and (name not in zone or name in friends)
        }

    def _reach(self, starts: Iterable[str], side: int) -> set[str]:
        free = self.open[side]
        found = {name for name in starts if name in free}
        queue = deque(found)
        while queue:
            for near in neighbours(queue.popleft()):
                if near in free and near not in found:
                    found.add(near)
                    queue.append(near)
        return found

    def _pairs(self, code: str) -> set[str]:
        """The dependent cities of a great power from which another one can be reached."""
        cities = _CITIES[code]
        return {c for c in cities if len(self._reach([c], 1) & cities) > 1}

    def _ships_reach(self, name: str) -> bool:
        """Whether the straits are open as far as a landing place, by 5.46."""
        sea = _HEXES[name]["sea"]
        if sea not in ("straits", "black"):
            return True
        hindered = {n for n, code in self.units.items() if self.side[code] in (1, 2)}
        if sea == "black" or name == _LINE[-1]:
            fort = self.forts.get(_LINE[-1])
            if fort is not None and self.side[fort] != 0:
                return False
        last = _LINE.index(name) if name in _LINE else len(_LINE) - 1
        return not hindered & set(_LINE[: last + 1])

    def supplied(self, code: str) -> set[str]:
        """Every hex in which a unit of the nation would be in supply."""
        side = self.side[code]
        if side == 1:
            if code in ("GE", "AH"):
                return self._reach(self._pairs(code), 1)
            return self._reach(_CITIES[code] | self._pairs("GE") | self._pairs("AH"), 1)
        west = {n for n in _HEXES if n[:2] == "01" and COUNTRY[n] == "FR"}
        if self.side["IT"] == 0:
            west |= {n for n in _HEXES if n[:2] == "01" and COUNTRY[n] == "IT"}
        west |= {n for n in self.links if self._ships_reach(n)}
        east = set() if self.russia_out else {n for n in _HEXES if n[:2] == "29"}
        if code in ("FR", "BR", "US"):
            return self._reach(west, 0)
        if code == "RS":
            return self._reach(east, 0)
        return self._reach(_CITIES[code] | west | east, 0)
