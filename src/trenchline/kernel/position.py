"""A field of a position is declared once: its name, its type, how it starts and how long it lasts.

``@position`` reads the fields of a class and writes the rest as plain code, once, at import: slots,
start values, ``copy``, ``facts``, equality and ``forget``. Lists, dicts and bytearrays are copied
and everything else is shared, so what is shared must be of a kind that never changes, and what is
in a container must be too. A field that is neither is refused at once: nobody can add one and
forget to copy it.

>>> @position
... class Camp:
...     turn: int = 1
...     huts: list[int] = starts([0, 0])
...     moved: int = starts(0, until="movement")
...     known: dict[int, int] = starts({}, remembered=True)
>>> camp = Camp(turn=3)
>>> twin = camp.copy()
>>> twin.huts[0] = twin.known[5] = twin.moved = 7
>>> camp.huts, camp.known, differences(camp, twin)
([0, 0], {}, ['huts', 'moved'])
>>> twin.forget("movement")
>>> differences(camp, twin)
['huts']

What is inside a container cannot be one itself:

>>> @position
... class Tangle:
...     paths: dict[int, list[int]] = starts({})
Traceback (most recent call last):
TypeError: Tangle.paths is not flat: a list inside of a dict would be shared by copies
"""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import (
    Annotated,
    Any,
    Literal,
    TypeVar,
    Union,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from msgspec import Struct

T = TypeVar("T")
C = TypeVar("C", bound=type[Any])

_CONTAINERS: dict[object, str] = {list: "[*{}]", bytearray: "{}[:]", dict: "{}.copy()"}
"""What is copied, and how it is fastest."""

_FROZEN: dict[object, str] = {
    list: "tuple({})",
    bytearray: "bytes({})",
    dict: "frozenset({}.items())",
}
"""How the contents of a container are told as they are now; a dict's order tells nothing."""

_UNCHANGING: set[type] = {bytes, Enum, float, Fraction, int, str, types.NoneType}


def starts(
    value: T,
    *,
    until: str | tuple[str, ...] = (),
    remembered: bool = False,
    apart: bool = False,
    init: Literal[False] = False,
) -> T:
    """A field that starts as ``value``, or as a copy of it where it is a container.

    ``until`` names the moments of play at which it starts again (see ``forget``): a phase that
    begins, a turn that ends. A *remembered* field holds what has been worked out from others, and
    so is no fact. What stands *apart* belongs to one object and not to the position: it is no fact,
    and starts again in every copy.
    """
    moments = (until,) if isinstance(until, str) else until
    told = {"until": moments, "remembered": remembered, "apart": apart}
    if type(value) in _CONTAINERS:
        fresh: Callable[[], Any] = value.copy  # type: ignore[attr-defined]  # all three have it
        return cast(T, field(default_factory=fresh, init=init, metadata=told))
    return field(default=value, init=init, metadata=told)


def unchanging(cls: C) -> C:
    """Promise that objects of a class never change, so that positions may share them."""
    _UNCHANGING.add(cls)
    return cls


@dataclass(frozen=True)
class Declared:
    """What is known of one field of a position."""

    name: str
    container: type | None
    """List, dict or bytearray; None for what copies share."""
    start: Any
    """What it starts as, to be copied where it is a container; MISSING if it must be given."""
    until: tuple[str, ...] = ()
    remembered: bool = False
    apart: bool = False
    kind: tuple[str, ...] = ()
    """What its type says of its numbers: ``("hexes",)``, ``("hex", "int")`` for amounts by hex."""

    @property
    def is_fact(self) -> bool:
        """Whether it makes the position what it is."""
        return not (self.remembered or self.apart)


@dataclass_transform(kw_only_default=True, eq_default=False, field_specifiers=(starts,))
def position(cls: type[T]) -> type[T]:
    """Give a class its slots, start values, copy, facts, equality and ``forget``."""
    made: Any = dataclass(slots=True, eq=False, repr=False, kw_only=True)(cls)
    hints = get_type_hints(made, include_extras=True)
    known = tuple(_declared(made, one, hints[one.name]) for one in fields(made))
    made.declared = known
    made.remembered = frozenset(f.name for f in known if f.remembered)
    made.copy = _copy(made, known)
    made.facts = _facts(made, known)
    made.__eq__ = _equality(made, known)
    made.__hash__ = None
    made.forget = _forget(made, known)
    return made  # type: ignore[no-any-return]


def declared(cls: type) -> tuple[Declared, ...]:
    """The fields of a class of positions, those it inherits first.

    >>> @position
    ... class Camp:
    ...     huts: list[int] = starts([0, 0], until="winter")
    >>> [(f.name, f.container, f.until) for f in declared(Camp)]
    [('huts', <class 'list'>, ('winter',))]

    What a type is annotated with is kept as well, here that the keys are hexes:

    >>> from typing import Annotated
    >>> @position
    ... class Map:
    ...     forts: dict[Annotated[int, "hex"], int] = starts({})
    >>> declared(Map)[0].kind
    ('hex', 'int')
    """
    found: tuple[Declared, ...] = cls.__dict__["declared"]
    return found


def differences(one: object, other: object) -> list[str]:
    """The facts in which two positions of a kind differ, by name."""
    return [
        f.name
        for f in declared(type(one))
        if f.is_fact and getattr(one, f.name) != getattr(other, f.name)
    ]


# What a field is.


def _declared(cls: type, one: Field[Any], hint: Any) -> Declared:
    told = one.metadata
    start = one.default if one.default_factory is MISSING else one.default_factory()
    where = f"{cls.__name__}.{one.name}"
    apart = told.get("apart", False)
    container = None if apart else _container(where, hint, told.get("remembered", False))
    if container is None and type(start) in _CONTAINERS and not apart:
        raise TypeError(f"{where} starts as a container, but is not declared as one")
    if start is MISSING and container is not None:
        raise TypeError(f"{where} is a container without a start; write starts(...)")
    until, remembered = told.get("until", ()), told.get("remembered", False)
    return Declared(one.name, container, start, until, remembered, apart, _kind(hint))


def _kind(hint: Any) -> tuple[str, ...]:
    """The words that a type, or what is in a container, is annotated with; ``int`` for a plain
    number, nothing for all else."""
    return tuple(map(_word, get_args(hint) if get_origin(hint) in _CONTAINERS else (hint,)))


def _word(hint: Any) -> str:
    if get_origin(hint) is Annotated:
        return str(hint.__metadata__[0])
    return "int" if hint is int else ""


def _container(where: str, hint: Any, remembered: bool) -> type | None:
    """The kind of container a field is; one that is not flat, or that changes, is refused."""
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    kind = get_origin(hint) or hint
    if kind not in _CONTAINERS:
        if changing := _changing(hint, remembered):
            raise TypeError(f"{where} may change, and copies would share it: {changing}")
        return None
    for inside in get_args(hint):
        if changing := _changing(inside, remembered):
            raise TypeError(
                f"{where} is not flat: a {changing} inside of a {kind.__name__} would be shared"
                " by copies"
            )
    return cast(type, kind)


def _changing(hint: Any, anything: bool) -> str:
    """What in a type may change, by name; empty if all of it stays as it is.

    What is remembered may hold ``anything`` that is only ever looked at.
    """
    kind = get_origin(hint) or hint
    if kind is Annotated:
        return _changing(get_args(hint)[0], anything)
    if kind is Literal:
        return ""
    if isinstance(kind, TypeVar):
        # Whoever says what it is may only name something of that kind.
        return _changing(kind.__bound__ or object, anything)
    if kind in (Union, types.UnionType, tuple, frozenset):
        inside = (_changing(part, anything) for part in get_args(hint) if part is not ...)
        return next(filter(None, inside), "")
    if kind in (Any, object):
        return "" if anything else getattr(kind, "__name__", str(kind))
    if not isinstance(kind, type):
        return str(kind)
    if issubclass(kind, tuple):
        inside = (_changing(part, anything) for part in get_type_hints(kind).values())
        return next(filter(None, inside), "")
    return "" if issubclass(kind, tuple(_UNCHANGING)) or _is_frozen(kind) else kind.__name__


def _is_frozen(kind: Any) -> bool:
    """Whether a class says of itself that its objects do not change."""
    if issubclass(kind, Struct):
        return bool(kind.__struct_config__.frozen)
    return is_dataclass(kind) and bool(kind.__dict__["__dataclass_params__"].frozen)


# The code that is written.


def _written(cls: type, name: str, rest: str, lines: list[str], **known: object) -> Any:
    """A method of a class, from its other arguments and the lines of its body."""
    namespace = {"cls": cls, **known}
    source = "\n    ".join([f"def {name}(self{rest}):", *lines])
    exec(compile(source, f"<{name} of {cls.__module__}.{cls.__qualname__}>", "exec"), namespace)
    method: Any = namespace[name]
    method.__module__, method.__qualname__ = cls.__module__, f"{cls.__qualname__}.{name}"
    return method


def _copy(cls: type, known: tuple[Declared, ...]) -> Any:
    lines = ["twin = new(cls)"]
    for f in known:
        value = f"start_{f.name}" if f.apart else f"self.{f.name}"
        container = type(f.start) if f.apart else f.container
        lines.append(f"twin.{f.name} = {_CONTAINERS.get(container, '{}').format(value)}")
    first = {f"start_{f.name}": f.start for f in known if f.apart}
    return _written(cls, "copy", "", [*lines, "return twin"], new=object.__new__, **first)


def _facts(cls: type, known: tuple[Declared, ...]) -> Any:
    told = [_FROZEN.get(f.container, "{}").format(f"self.{f.name}") for f in known if f.is_fact]
    return _written(cls, "facts", "", [f"return ({', '.join(told)},)" if told else "return ()"])


def _equality(cls: type, known: tuple[Declared, ...]) -> Any:
    same = [f"self.{f.name} == other.{f.name}" for f in known if f.is_fact]
    lines = ["if other.__class__ is not cls:", "    return NotImplemented"]
    return _written(cls, "__eq__", ", other", [*lines, f"return {' and '.join(same) or 'True'}"])


def _forget(cls: type, known: tuple[Declared, ...]) -> Any:
    lines: list[str] = []
    for moment in dict.fromkeys(moment for f in known for moment in f.until):
        lines.append(f"if moment == {moment!r}:")
        lines += [
            f"    self.{f.name} = {_CONTAINERS.get(f.container, '{}').format(f'start_{f.name}')}"
            for f in known
            if moment in f.until
        ]
        lines.append("    return")
    lines.append("raise ValueError(f'nothing lasts until {moment!r}')")
    first = {f"start_{f.name}": f.start for f in known if f.until}
    return _written(cls, "forget", ", moment", lines, **first)
