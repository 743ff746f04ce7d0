"""Positions declared once: what is written from the fields, and what is refused."""

from __future__ import annotations

import random
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from trenchline.games import game_names, load_game
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.notes import Note
from trenchline.kernel.play import settle, take
from trenchline.kernel.position import declared, differences, position, starts
from trenchline.kernel.steps import State, count, pick


@dataclass(frozen=True)
class Party:
    """Something that never changes."""

    units: int
    way: tuple[int, ...]


class Stop(NamedTuple):
    """A pair."""

    hex: int
    cost: Fraction


@dataclass
class Loose:
    """Something that may change."""

    units: int


@position
class Field(State):
    """A bit of everything."""

    name: str
    turn: int = 1
    share: Fraction = Fraction(1, 2)
    party: Party | None = None
    flags: frozenset[str] = frozenset()
    where: list[int] = starts([-1, -1, -1])
    owner: bytearray = starts(bytearray(b"\xff\xff"))
    stacks: dict[int, tuple[int, ...]] = starts({})
    stops: list[Stop] = starts([])
    moved: int = starts(0, until="movement")
    capacity: list[int] = starts([4, 4], until="movement")
    struck: int = starts(0, until="combat")
    memo: list[tuple[object, Any]] = starts([(None, 0)] * 2, remembered=True)


def test_a_position_starts_as_declared_and_takes_what_it_is_given_by_name() -> None:
    one = Field(name="one", turn=3)
    assert (one.name, one.turn, one.where, one.stack, one.rolls, one.log) == (
        *("one", 3, [-1, -1, -1], [], 0, None),
    )
    one.where[0] = 5
    assert Field(name="two").where == [-1, -1, -1]
    with pytest.raises(TypeError, match="name"):
        Field()  # type: ignore[call-arg]
    with pytest.raises(AttributeError):
        one.wher = []  # type: ignore[attr-defined]


def test_a_copy_is_equal_and_independent_and_nobody_reads_along() -> None:
    one = Field(name="one")
    one.log = [Note("a line")]
    one.stacks[4] = (1, 2)
    twin = one.copy()
    assert twin == one
    assert twin.log is None
    assert type(twin) is Field
    twin.stacks[4] = (2,)
    twin.owner[0] = 1
    assert one.stacks == {4: (1, 2)}
    assert one.owner[0] == 255
    assert differences(one, twin) == ["owner", "stacks"]
    assert one != twin


def test_what_is_remembered_is_copied_but_is_no_fact() -> None:
    one = Field(name="one")
    twin = one.copy()
    twin.memo[0] = ("worked out", 7)
    assert one.memo[0] == (None, 0)
    assert one == twin
    assert one.facts() == twin.facts()
    assert twin.copy().memo[0] == ("worked out", 7)
    assert Field.remembered == {"memo"}


def test_facts_stay_as_they_were_and_can_be_kept_in_a_set() -> None:
    one, other = Field(name="one"), Field(name="one")
    one.stacks[1], one.stacks[2] = (5,), (6,)
    other.stacks[2], other.stacks[1] = (6,), (5,)
    assert len({one.facts(), other.facts()}) == 1
    before = one.facts()
    one.where[1] = 9
    assert one.facts() != before


def test_positions_of_two_kinds_are_never_equal() -> None:
    assert Field(name="one") != State()
    assert State() == State()
    with pytest.raises(TypeError):
        hash(State())


def test_what_lasts_until_the_end_of_a_span_starts_again() -> None:
    one = Field(name="one")
    one.moved, one.struck, one.turn = 5, 6, 7
    one.capacity[0] = 1
    one.forget("movement")
    assert (one.moved, one.capacity, one.struck, one.turn) == (0, [4, 4], 6, 7)
    one.capacity[0] = 2
    assert Field(name="two").capacity == [4, 4]
    with pytest.raises(ValueError, match="nothing lasts until 'supper'"):
        one.forget("supper")


def test_what_a_subclass_adds_cannot_go_uncopied() -> None:
    class Careless(State):
        def __init__(self) -> None:
            super().__init__()

    careless = Careless()
    for ask in (careless.copy, careless.facts, lambda: careless == careless):
        with pytest.raises(TypeError, match="Careless lacks @position"):
            ask()


class Wrong:
    """Fields that are refused, one by one."""

    nested: dict[int, list[int]]
    sets: list[set[int]]
    deep: list[tuple[int, dict[int, int]]]
    loose: list[Loose]
    a_set: set[int]
    shared: Loose
    maybe: list[int] | None
    anything: object
    inside: tuple[int, bytearray]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nested", "is not flat: a list inside of a dict"),
        ("sets", "is not flat: a set inside of a list"),
        ("deep", "is not flat: a dict inside of a list"),
        ("loose", "is not flat: a Loose inside of a list"),
        ("a_set", "may change, and copies would share it: set"),
        ("shared", "may change, and copies would share it: Loose"),
        ("maybe", "may change, and copies would share it: list"),
        ("anything", "may change, and copies would share it: object"),
        ("inside", "may change, and copies would share it: bytearray"),
    ],
)
def test_a_field_that_copies_would_share_is_refused_at_once(name: str, why: str) -> None:
    hint = Wrong.__annotations__[name]
    bad = type("Bad", (), {"__annotations__": {name: hint}, "__module__": __name__})
    with pytest.raises(TypeError, match=rf"Bad\.{name} {why}"):
        position(bad)


def test_a_container_needs_a_start() -> None:
    bad = type("Bad", (), {"__annotations__": {"where": "list[int]"}, "__module__": __name__})
    with pytest.raises(TypeError, match=r"Bad\.where is a container without a start"):
        position(bad)


# Every game's state, as it is in the middle of play.


@pytest.fixture(params=game_names())
def played(request: pytest.FixtureRequest) -> State:
    game = load_game(request.param)
    rng = random.Random(1914)
    dice = PlannersDice(rng)
    state: State = game.new(*game.settled(None, {}))
    choices = settle(state, dice)
    for _ in range(120):
        if choices:
            take(state, *pick(choices, int(rng.random() * count(choices))))
            choices = settle(state, dice)
    return state


def test_nothing_done_to_a_copy_shows_in_the_original(played: State) -> None:
    facts = played.facts()
    known = declared(type(played))
    remembered = {f.name: getattr(played, f.name) for f in known if f.remembered}
    remembered |= {f.name: copy(remembered[f.name]) for f in known if f.remembered and f.container}
    for f in known:
        twin = played.copy()
        assert twin == played
        inside = getattr(twin, f.name)
        if f.container is None:
            setattr(twin, f.name, inside := object())
        assert inside is not getattr(played, f.name)
        if isinstance(inside, dict):
            inside.clear()
            inside[object()] = None
        elif isinstance(inside, list | bytearray):
            inside.append(7)
            inside[:] = [77]
        assert f.apart or f.remembered or differences(played, twin) == [f.name]
        assert played.facts() == facts
        assert {name: getattr(played, name) for name in remembered} == remembered


def test_all_that_a_state_has_is_declared(played: State) -> None:
    known = {f.name for f in declared(type(played))}
    slots = {name for cls in type(played).__mro__ for name in getattr(cls, "__slots__", ())}
    assert slots == known
    assert not hasattr(played, "__dict__")
