"""A battle as one line of a position's text: what is usual left out, fractions as people write
them."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from msgspec import MsgspecError, json

from trenchline.games.the_great_war.battle import Battle
from trenchline.kernel.exact import read_exact, say
from trenchline.kernel.notation import Line


def write_battle(battle: Battle) -> str:
    """A battle as JSON."""
    told = {
        field.name: getattr(battle, field.name)
        for field in fields(battle)
        if getattr(battle, field.name) != field.default
    }
    return json.encode(told, enc_hook=_plain).decode()


def _plain(value: object) -> object:
    if isinstance(value, Fraction):
        return say(value)
    if isinstance(value, frozenset):
        return sorted(value)
    raise TypeError(f"{value!r} is not part of a battle")


def read_battle(line: Line) -> Battle:
    """A battle as ``write_battle`` wrote it."""
    try:
        told = json.decode(" ".join(line.rest))
        battle: Battle = _built(Battle, told)
    except (MsgspecError, TypeError, ValueError, KeyError, AttributeError) as error:
        raise line.wrong(f"the battle cannot be read: {error}") from None
    return battle


def _built(hint: Any, value: Any) -> Any:
    """What JSON says, as a field of its type."""
    kind, parts = get_origin(hint) or hint, get_args(hint)
    if kind in (Union, UnionType):
        if value is None and NoneType in parts:
            return None
        if Fraction in parts and isinstance(value, str):
            return read_exact(value)
        return value
    if kind is tuple:
        whole = parts[:1] * len(value) if parts[-1] is ... else parts
        return tuple(_built(part, one) for part, one in zip(whole, value, strict=True))
    if kind is frozenset:
        return frozenset(_built(parts[0], one) for one in value)
    if isinstance(kind, type) and issubclass(kind, tuple):
        hints = _hints(kind).values()
        return kind(*(_built(part, one) for part, one in zip(hints, value, strict=True)))
    if isinstance(kind, type) and is_dataclass(kind):
        hints_of = _hints(kind)
        return kind(**{name: _built(hints_of[name], one) for name, one in value.items()})
    if kind in (int, str, bool) and not isinstance(value, kind):
        raise TypeError(f"{value!r} is not {kind.__name__}")
    return value


@lru_cache(maxsize=16)
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)
