"""Movement the plain way: hexes by their labels, the map read as text, one step at a time.

Nothing here but the facts of a position comes from the rules code. It is slow, and it is what
chapters 5 and 6 say.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from importlib.resources import files

from trenchline.games.world_war_one.components import CODES, COUNTERS, GRID
from trenchline.games.world_war_one.state import LOCKED, State
from trenchline.kernel.bits import members

MAP = files("trenchline").joinpath("games", "world_war_one", "map")


def _rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(MAP.joinpath(name).read_text(encoding="utf-8").splitlines()))


HEXES = {row["hex"]: row for row in _rows("hexes.csv") if row["terrain"] != "impassable"}
COUNTRY = {label: row["country"] for label, row in HEXES.items()}
PLACES = _rows("places.csv")
PAIRS: dict[str, set[frozenset[str]]] = {"rail": set(), "blocked": set()}
for _row in _rows("hexsides.csv"):
    PAIRS[_row["kind"]].add(frozenset((_row["hex"], _row["neighbour"])))
FORT = {p["hex"]: (int(p["value"]), p["owner"]) for p in PLACES if p["kind"] == "fort"}
CITIES = {
    code: {p["hex"] for p in PLACES if p["owner"] == code and p["kind"].endswith("dependent")}
    for code in CODES
}
CAPTIVES = {p["hex"] for p in PLACES if p["kind"] == "city" and p["owner"] == "RS"}
STRAITS = ("1332", "1432", "1532", "1632", "1733")


def around(label: str) -> set[str]:
    column, row = int(label[:2]), int(label[2:])
    low = row if column % 2 == 0 else row - 1
    near = [(column, row - 1), (column, row + 1)]
    near += [(c, r) for c in (column - 1, column + 1) for r in (low, low + 1)]
    return {f"{c:02}{r:02}" for c, r in near} & HEXES.keys()


MARCH = {h: {n for n in around(h) if frozenset((h, n)) not in PAIRS["blocked"]} for h in HEXES}
RAIL = {h: {n for n in around(h) if frozenset((h, n)) in PAIRS["rail"]} for h in HEXES}


def _flood(start: Iterable[str], free: set[str], ways: dict[str, set[str]]) -> set[str]:
    seen = set(start) & free
    edge = list(seen)
    while edge:
        for near in (ways[edge.pop()] & free) - seen:
            seen.add(near)
            edge.append(near)
    return seen


class Position:
    """Who stands where, and who is whose."""

    def __init__(self, state: State) -> None:
        words = ("allied", "central", "neutral", "open")
        self.status = {code: words[state.status[n]] for n, code in enumerate(CODES)}
        self.army = {
            GRID.label(place): CODES[COUNTERS[unit].nation]
            for unit, place in enumerate(state.where)
            if place >= 0
        }
        self.forts = {h: FORT[h] for h in GRID.labels(state.intact)}
        self.fresh = {CODES[n] for n in members(state.fresh)}
        self.links = set(GRID.labels(state.links & ~state.silenced))
        self.surrendered = state.surrendered
        garrisons = {
            city for city in CAPTIVES if self.status.get(self.army.get(city, "")) == "central"
        }
        self.caged = state.watch == LOCKED and len(garrisons) < 4

    def is_neutral(self, label: str) -> bool:
        return self.status[COUNTRY[label]] == "neutral"

    def held_by(self, side: str) -> set[str]:
        """The hexes with units or intact forts of a side."""
        forts = {h for h, (_, owner) in self.forts.items() if self.status[owner] == side}
        return forts | {h for h, nation in self.army.items() if self.status[nation] == side}

    def zone(self, side: str) -> set[str]:
        """Chapter 6: what a side controls."""
        holders = [(h, nation) for h, nation in self.army.items()]
        holders += [(h, owner) for h, (strength, owner) in self.forts.items() if strength >= 2]
        return {
            near
            for label, nation in holders
            if self.status[nation] == side
            for near in MARCH[label]
            if not self.is_neutral(near) and not self._stops_at_border(label, near, nation)
        }

    def _stops_at_border(self, label: str, near: str, nation: str) -> bool:
        """Case 6.43: in the turn of a violation the other Allies' zones do not cross."""
        fresh = {COUNTRY[label], COUNTRY[near]} & self.fresh
        crossing = COUNTRY[label] != COUNTRY[near] and bool(fresh)
        return crossing and self.status[nation] == "allied" and nation not in fresh

    def passable(self, side: str) -> set[str]:
        """Cases 6.31, 6.32, 6.52, 9.31: where a side's supply and rail lines may run."""
        enemy = "central" if side == "allied" else "allied"
        shut = self.zone(enemy) - self.held_by(side) | self.held_by(enemy)
        return {h for h in HEXES if h not in shut and not self.is_neutral(h)}

    def sources(self, nation: str, free: set[str]) -> set[str]:
        """Case 9.1: where a nation's lines may end."""
        if self.status[nation] == "central":
            linked = set()
            for power in (nation,) if nation in ("GE", "AH") else ("GE", "AH"):
                for city in CITIES[power] & free:
                    if len(_flood({city}, free, MARCH) & CITIES[power]) > 1:
                        linked.add(city)
            return linked if nation in ("GE", "AH") else linked | CITIES[nation] & free
        east = set() if self.surrendered else {h for h in HEXES if h.startswith("29")}
        west = {h for h in HEXES if h.startswith("01") and COUNTRY[h] == "FR"}
        if self.status["IT"] == "allied":
            west |= {h for h in HEXES if h.startswith("01") and COUNTRY[h] == "IT"}
        west |= {h for h in self.links if HEXES[h]["sea"] not in ("black", "straits")}
        west |= self.links & self.open_straits()
        if nation in ("FR", "BR", "US"):
            return west & free
        return (east if nation == "RS" else east | west | CITIES[nation]) & free

    def open_straits(self) -> set[str]:
        """Case 5.46: the hexes at and beyond the straits that ships reach."""
        found: set[str] = set()
        for label in STRAITS:
            nation = self.army.get(label, "")
            if nation and self.status[nation] != "allied":
                return found
            if label == "1733" and label in self.forts and self.status["TU"] != "allied":
                return found
            found.add(label)
        return found | {h for h in HEXES if HEXES[h]["sea"] == "black"}

    def rail_links(self, nation: str, own: set[str]) -> set[str]:
        """Case 5.33: where a line home begins; a unit lifts the zone in its own hex itself."""
        free = self.passable(self.status[nation]) | own
        return _flood(self.sources(nation, free), free, RAIL)


def reach(state: State, unit: int) -> set[str]:
    """All hexes in which a unit may end its move, found step by step in half points."""
    return Walk(state, unit).ends()


def can_walk(state: State, unit: int, path: list[str]) -> bool:
    """Whether a unit can go exactly this way."""
    return Walk(state, unit).along(path)


Place = tuple[str, int, str]
"""A hex, the half points spent, and how the unit goes: marching, riding, or marching again."""


class Walk:
    """A unit that sets out, or one that has come to a hex and goes on from there."""

    def __init__(
        self, state: State, unit: int, here: int | None = None, spent: int = 0, way: int = 0
    ) -> None:
        place = state.where[unit] if here is None else here
        self.start = GRID.label(place)
        self.first = (self.start, spent, ("marching", "riding", "marching again")[way])
        self.nation = CODES[COUNTERS[unit].nation]
        self.here = Position(state)
        # The unit is in hand: its own hex is empty while it travels.
        self.gone = Position(state)
        if state.at[place] == unit:
            del self.gone.army[self.start]
        self.side = self.here.status[self.nation]
        enemy = "central" if self.side == "allied" else "allied"
        self.zone = self.here.zone(enemy)
        self.friends = {h for h, n in self.gone.army.items() if self.gone.status[n] == self.side}
        self.barred = self.here.held_by(enemy) | self.here.held_by("neutral")
        self.home = self.start in self.here.rail_links(self.nation, {self.start})
        self.linked = self.gone.rail_links(self.nation, set())

    def _may_board(self, label: str, spent: int) -> bool:
        if (label, spent) == self.first[:2]:
            return self.home
        return label in self.linked

    def _enterable(self, label: str, near: str, spent: int) -> bool:
        if near in self.barred or self.here.is_neutral(near):
            return False
        if self.here.caged and self.side == "central" and COUNTRY[self.start] == "RS":
            if COUNTRY[near] != "RS":
                return False
        return not (label in self.zone and (spent or near in self.zone))

    def _steps(self, place: Place) -> list[Place]:
        label, spent, way = place
        found = []
        if way != "marching again" and (way == "riding" or self._may_board(label, spent)):
            if spent + 1 <= 10:
                found += [(near, spent + 1, "riding") for near in RAIL[label]]
        marched = spent + spent % 2 if way == "riding" else spent
        then = "marching" if way == "marching" else "marching again"
        for near in MARCH[label]:
            cost = 4 if HEXES[near]["terrain"] == "rough" else 2
            if marched + cost <= 10:
                found.append((near, marched + cost, then))
        return [(n, s, w) for n, s, w in found if self._enterable(label, n, spent)]

    def passed(self) -> set[str]:
        """All hexes the unit can get to, if only to pass them."""
        seen = {self.first}
        edge = list(seen)
        while edge:
            for place in self._steps(edge.pop()):
                if place not in seen:
                    seen.add(place)
                    edge.append(place)
        return {label for label, _, _ in seen}

    def ends(self) -> set[str]:
        """All hexes in which it may end its move, but the one where it is."""
        ends = self.passed() - self.friends - {self.start}
        if self.nation == "AH":
            ends = {h for h in ends if COUNTRY[h] not in ("GE", "BL", "FR", "NE")}
        return ends

    def along(self, path: list[str]) -> bool:
        places: set[Place] = {self.first}
        for label in path:
            places = {p for place in places for p in self._steps(place) if p[0] == label}
        return bool(places)
