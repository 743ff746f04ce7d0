"""Frozen dataclasses that are made at every choice: steps, battles.

What ``dataclass`` writes for a frozen class sets each field by name through ``object``, and its
``replace`` goes through all fields one by one. Here fields are set through their slots and read all
at once, which costs half.

>>> @swift
... @dataclass(frozen=True, slots=True)
... class Camp:
...     hex: int
...     huts: int = 2
>>> replaced(Camp(5), huts=3)
Camp(hex=5, huts=3)
>>> Camp(5).hex = 6
Traceback (most recent call last):
dataclasses.FrozenInstanceError: cannot assign to field 'hex'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from functools import cache
from operator import attrgetter
from types import MemberDescriptorType
from typing import Any, TypeVar

__all__ = ["dataclass", "replaced", "swift"]

T = TypeVar("T")
C = TypeVar("C", bound=type[Any])


def swift(cls: C) -> C:
    """Let a frozen dataclass with slots fill them directly. One that has none, or does more than
    take its fields, stays as it is."""
    found = fields(cls)
    plain = all(one.init and one.default_factory is MISSING and not one.kw_only for one in found)
    slots = [getattr(cls, one.name, None) for one in found]
    if not found or not plain or hasattr(cls, "__post_init__"):
        return cls
    if not all(isinstance(slot, MemberDescriptorType) for slot in slots):
        return cls
    names: dict[str, Any] = {}
    asked, lines = ["self"], []
    for one, slot in zip(found, slots, strict=True):
        names[f"set_{one.name}"] = slot.__set__  # type: ignore[union-attr]
        names[f"default_{one.name}"] = one.default
        asked.append(one.name if one.default is MISSING else f"{one.name}=default_{one.name}")
        lines.append(f"  set_{one.name}(self, {one.name})")
    code = "\n".join([f"def __init__({', '.join(asked)}):", *lines])
    exec(compile(code, f"<slots of {cls.__qualname__}>", "exec"), names)
    cls.__init__ = names["__init__"]
    return cls


def replaced(one: T, **changes: object) -> T:
    """The same but for some fields."""
    kind: Any = type(one)
    read, places = _read(kind)
    values = list(read(one))
    for name, value in changes.items():
        values[places[name]] = value
    found: T = kind(*values)
    return found


@cache
def _read(kind: type[Any]) -> tuple[Callable[[object], tuple[object, ...]], dict[str, int]]:
    """How all fields of a class are read at once, and the place of each."""
    names = kind.__match_args__
    # A getter of one name gives its value, not a tuple.
    read = attrgetter(*names) if len(names) > 1 else lambda one: (getattr(one, names[0]),)
    return read, {name: place for place, name in enumerate(names)}
