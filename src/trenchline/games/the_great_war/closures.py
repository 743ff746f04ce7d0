"""Hexes that a scenario closes to units for a time: S3 to S5 of its ``scenario.toml`` [R9]."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from trenchline.games.the_great_war.calendar import read_date
from trenchline.games.the_great_war.components import NATIONS, Units
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hexes


def _rule(state: State, name: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = state.theatre.scenario.get(name, {})
    return found


def closed_to(state: State, unit: int) -> Hexes:
    """[R9] The hexes that a unit may not enter yet: allies who stand back (S3) (S5), and frontiers
    that are not to be crossed (S4)."""
    closed = 0
    for name in ("S3", "S4", "S5"):
        rule = _rule(state, name)
        if not rule or not _bound(state.theatre, name) >> unit & 1:
            continue
        if state.date < read_date(rule["until"]) and not _threatened(state, rule):
            closed |= _closed(state.theatre, name)
    return closed


WARM = ("D", "E", "F", "G", "H", "I")
"""[14D2] The weather zones of camels."""


def too_cold(state: State, unit: int) -> Hexes:
    """[14D2] The hexes that camel units may not enter; forced into them they are lost."""
    theatre = state.theatre
    if not theatre.tagged["camel"] >> unit & 1:
        return 0
    return theatre.land & ~theatre.board.where("zone", *WARM)


def closed_to_all(state: State, units: Units) -> Hexes:
    """[R9] The hexes that one or another of some units may not enter yet."""
    closed = 0
    for unit in members(units):
        closed |= closed_to(state, unit)
    return closed


def _threatened(state: State, rule: Mapping[str, Any]) -> bool:
    """Whether an enemy unit stands in a hex for whose sake the allies come forward."""
    enemy = 1 - NATIONS[rule["nations"][0]].side
    return bool(state.occupied[enemy] & state.theatre.hexes(rule.get("unless", ())))


@lru_cache(maxsize=16)
def _bound(theatre: Theatre, name: str) -> Units:
    """The units that a rule holds back."""
    rule = theatre.scenario[name]
    units = 0
    for code in rule["nations"]:
        units |= theatre.of_nation[code]
    for tag in rule.get("except", ()):
        units &= ~theatre.tagged[tag]
    return units


@lru_cache(maxsize=16)
def _closed(theatre: Theatre, name: str) -> Hexes:
    rule = theatre.scenario[name]
    if "country" in rule:
        return theatre.of_country[rule["country"]]
    grid = theatre.board.grid
    return bit_set(h for h in theatre.board.facts if grid.column_row(h)[0] < rule["least_column"])
