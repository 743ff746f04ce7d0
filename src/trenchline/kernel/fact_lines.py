"""Lines of a notation that follow from how a state is declared.

A field that is a set of hexes or units, or holds amounts by hex or by unit, has a line of its own
that begins with its name: ``trenches 1906 2004``, ``moved DE1 DE2``, ``building 1906-3``. Its type
says what it is, so whoever adds a field need not think of the notation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Grid, Hexes
from trenchline.kernel.notation import Line
from trenchline.kernel.position import Declared, declared

HEXES, UNITS, BY_HEX, BY_UNIT = ("hexes",), ("units",), ("hex", "int"), ("unit", "int")
KINDS = (HEXES, UNITS, BY_HEX, BY_UNIT)


def of_kind(cls: type, kind: tuple[str, ...], besides: Collection[str] = ()) -> tuple[str, ...]:
    """The facts of a kind that a class of states declares, by name, those told otherwise left
    out."""
    return tuple(
        sorted(
            f.name for f in declared(cls) if f.is_fact and _is(f, kind) and f.name not in besides
        )
    )


def _is(field: Declared, kind: tuple[str, ...]) -> bool:
    container = {1: None, 2: dict}[len(kind)]
    return field.kind == kind and field.container is container


class FactLines:
    """The fact lines of a game's positions."""

    def __init__(self, cls: type, besides: Collection[str] = ()) -> None:
        self.kind = {name: kind for kind in KINDS for name in of_kind(cls, kind, besides)}
        """Each field that has a line, with what it is."""

    def read(
        self,
        state: object,
        line: Line,
        grid: Grid,
        units: Mapping[str, int],
        among: Hexes = -1,
        what: str = "in play",
    ) -> bool:
        """Set the field that a line is about; whether there is one."""
        kind = self.kind.get(line.head)
        if kind is None:
            return False
        value: Any
        if kind == HEXES:
            value = line.hexes(grid, line.rest, among, what)
        elif kind == UNITS:
            value = bit_set(line.unit(units, key) for key in line.rest)
        elif kind == BY_HEX:
            value = {line.hex(grid, label): amount for label, amount in line.amounts()}
        else:
            value = {line.unit(units, key): amount for key, amount in line.amounts()}
        setattr(state, line.head, value)
        return True

    def written(
        self, state: object, grid: Grid, keys: Sequence[str], usual: object | None = None
    ) -> list[tuple[str, list[str]]]:
        """The heads and words of all lines; of those that say something, or, if a usual position is
        given, of those that differ from it."""
        found = []
        for name, kind in self.kind.items():
            value = getattr(state, name)
            if value if usual is None else value != getattr(usual, name):
                found.append((name, list(self._words(kind, value, grid, keys))))
        return found

    def _words(
        self, kind: tuple[str, ...], value: Any, grid: Grid, keys: Sequence[str]
    ) -> Iterable[str]:
        if kind == HEXES:
            return grid.labels(value)
        if kind == UNITS:
            return (keys[unit] for unit in members(value))
        name = grid.label if kind == BY_HEX else keys.__getitem__
        return (f"{name(key)}-{amount}" for key, amount in sorted(value.items()))
