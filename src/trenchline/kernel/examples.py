"""Examples in the rulebook: a small board that shows a case, and what the rules say to it.

A game keeps them in ``examples.toml``, each under ``[[example]]``: the case that it shows and
others it goes with, a title and a few words, a position in the game's notation, the ``part`` of
the map that is shown (two hexes, ``0407-0610``, on a ``sheet`` where there are several), and what
is marked there: ``points`` (hexes), ``arrows`` that may be gone and ``barred`` ones
(``0407>0408``). Choices in ``plays`` are made first, with the dice of ``seed``; ``side`` is who
looks, where not everything is shown.

What an example claims is asked of the rules and told in their words: ``tries`` are choices with
the case that forbids them, or with none where they are allowed; ``attacks`` are battles in the
game's notation (without one, the one being declared) with the ``column`` they are fought on;
units are ``fed`` or ``cut`` off; ``marks`` stand on units, and ``lines`` in the notation.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from trenchline.kernel.data import DataError, read_text, read_toml
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.game import AnyGame, IllegalChoice
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.match import Match
from trenchline.kernel.notation import named_scenario
from trenchline.kernel.odds import Odds
from trenchline.kernel.steps import Refusal
from trenchline.kernel.supply import shown as supply_shown
from trenchline.kernel.view import View, own_eyes

FILE = "examples.toml"
HEAD = "[[example]]"
TOLD = ("name", "case", "title", "words", "position", "part")
"""What every example says, each a text."""
TEXTS = ("side", "seed", "sheet")
"""What it may say besides."""
LISTS = ("also", "plays", "points", "arrows", "barred", "fed", "cut", "lines")
HUNGRY = "out of supply"
CLAIMS = ("tries", "attacks", "marks")


class ExampleError(ValueError):
    """What an example claims is not so; the message names it."""


@dataclass(frozen=True)
class Try:
    """A choice that somebody might wish to make, and the case that forbids it, if one does."""

    choice: str
    words: str
    case: str = ""


@dataclass(frozen=True)
class Attack:
    """A battle, and the column of the table it is fought on."""

    column: str
    attack: str = ""
    """In the game's notation; without one, the attack that has been declared."""


@dataclass(frozen=True)
class Example:
    """A case shown on a small board."""

    name: str
    case: str
    title: str
    words: str
    position: str
    part: str
    side: str = ""
    """Whose eyes we look with; without one, everything is shown."""
    seed: str = "a"
    sheet: str = ""
    also: tuple[str, ...] = ()
    """Other cases that it goes with."""
    plays: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    arrows: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    fed: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    marks: Mapping[str, str] = field(default_factory=dict)
    tries: tuple[Try, ...] = ()
    attacks: tuple[Attack, ...] = ()

    @property
    def cases(self) -> tuple[str, ...]:
        """The cases where it is shown, its own first."""
        return (self.case, *self.also)

    @property
    def corners(self) -> tuple[str, str]:
        """The hexes at two corners of what is shown."""
        one, other = self.part.split("-")
        return one, other


@dataclass(frozen=True)
class Shown:
    """An example as the rules answer it."""

    scenario: str
    view: View
    tries: tuple[tuple[Try, Refusal | None], ...]
    odds: tuple[Odds, ...]


def load_examples(folder: Path) -> dict[str, Example]:
    """The examples of a game by their names, in the order of the file; none without a file."""
    file = folder / FILE
    if not file.is_file():
        return {}
    lines = enumerate(read_text(file).splitlines(), 1)
    heads = [number for number, line in lines if line == HEAD]
    told = read_toml(file)
    examples = told.get("example", [])
    if {*told} != {"example"} or len(heads) != len(examples):
        raise DataError(file, None, f"examples stand under {HEAD}, and nothing else")
    found: dict[str, Example] = {}
    for head, one in zip(heads, examples, strict=True):
        example = _example(file, head, one)
        if example.name in found:
            raise DataError(file, head, f"{example.name} stands twice")
        found[example.name] = example
    return found


def _example(file: Path, line: int, told: Mapping[str, Any]) -> Example:
    if unknown := sorted({*told} - {*TOLD, *TEXTS, *LISTS, *CLAIMS}):
        raise DataError(file, line, f"{unknown[0]!r} is not understood")
    for name in (*TOLD, *(name for name in TEXTS if name in told)):
        if not isinstance(told.get(name), str) or not told[name].strip():
            raise DataError(file, line, f"{name} should be a text")
    for name in LISTS:
        several = told.get(name, [])
        if not isinstance(several, list) or not all(isinstance(one, str) for one in several):
            raise DataError(file, line, f"{name} should be a list of texts")
    if not told["name"].replace("_", "").isalnum() or told["name"].lower() != told["name"]:
        raise DataError(file, line, f"{told['name']!r} is no name: letters, numbers and _")
    if told["part"].count("-") != 1:
        raise DataError(file, line, "part is two hexes, as 0407-0610")
    said: dict[str, Any] = {name: tuple(told.get(name, ())) for name in LISTS}
    said |= {name: told[name].strip() for name in (*TOLD, *TEXTS) if name in told}
    return Example(
        **said,
        marks=told.get("marks", {}),
        tries=tuple(Try(**one) for one in _claims(file, line, told, "tries", Try)),
        attacks=tuple(Attack(**one) for one in _claims(file, line, told, "attacks", Attack)),
    )


def _claims(
    file: Path, line: int, told: Mapping[str, Any], name: str, kind: type[Try | Attack]
) -> list[dict[str, str]]:
    """Claims of a kind: tables of texts with its fields, those without a default among them."""
    needed = {one.name for one in fields(kind) if one.default is MISSING}
    known = {one.name for one in fields(kind)}
    claims: list[dict[str, str]] = told.get(name, [])
    for one in claims:
        if not needed <= {*one} <= known or not all(isinstance(text, str) for text in one.values()):
            raise DataError(file, line, f"{name} have {', '.join(sorted(needed))}")
    return claims


def begin(game: AnyGame, example: Example) -> Match:
    """The position of an example, with what is played in it first."""
    scenario = named_scenario(example.position, [one.name for one in game.scenarios])
    match = Match(game, SeededDice(example.seed), scenario, position=example.position)
    for choice in example.plays:
        try:
            match.take(game.parse_choice(choice))
        except (IllegalChoice, ValueError) as error:
            raise ExampleError(f"{example.name}: {error}") from None
    return match


def shown(game: AnyGame, example: Example) -> Shown:
    """What the rules say to an example; an error if that is not what it claims."""
    match = begin(game, example)
    state = match.state
    eyes = None if not example.side else game.sides.index(example.side)
    view = game.view(state, eyes)
    if eyes is None:
        of_sides = [game.view(state, side).pieces for side in range(len(game.sides))]
        view = replace(view, pieces=tuple(own_eyes(game.sides, of_sides, view.pieces)))
    tries = tuple((one, match.why_not(game.parse_choice(one.choice))) for one in example.tries)
    odds = tuple(game.odds(state, one.attack or None) for one in example.attacks)
    supply = _supply(game, state) if example.fed or example.cut else {}
    if wrong := [
        *_untrue(example, view, tries, odds),
        *_ill_fed(example, supply),
        *_unwritten(game, state, example),
    ]:
        raise ExampleError(f"{example.name}: {wrong[0]}")
    return Shown(match.scenario, _hungry(view, example.cut), tries, odds)


def _supply(game: AnyGame, state: Any) -> dict[str, bool]:
    """Whether each unit is in supply, as its own side knows."""
    found: dict[str, bool] = {}
    for side in range(len(game.sides)):
        told = supply_shown(Knowledge(game, state, side, {}))
        for own in told[side : side + 1]:
            found |= dict.fromkeys(own.lines, True) | dict.fromkeys(own.cut, False)
    return found


def _hungry(view: View, cut: Container[str]) -> View:
    """A view in which units are marked that are cut off, also where the game has no such mark."""
    pieces = (
        replace(piece, marks=(*piece.marks, HUNGRY))
        if piece.key in cut and HUNGRY not in piece.marks
        else piece
        for piece in view.pieces
    )
    return replace(view, pieces=tuple(pieces))


def _ill_fed(example: Example, supply: Mapping[str, bool]) -> list[str]:
    wrong = [f"{unit} is not in supply" for unit in example.fed if supply.get(unit) is not True]
    return wrong + [
        f"{unit} is not cut off" for unit in example.cut if supply.get(unit) is not False
    ]


def _untrue(
    example: Example,
    view: View,
    tries: Sequence[tuple[Try, Refusal | None]],
    odds: Sequence[Odds],
) -> list[str]:
    """What an example claims that the rules do not say."""
    wrong = []
    for one, refusal in tries:
        case = "" if refusal is None else refusal.case
        if case != one.case:
            wrong.append(f"{one.choice}: {refusal or 'is allowed'}, not {one.case or 'allowed'!r}")
    wrong += [
        f"the column of {claim.attack or 'the attack'} is {found.column!r}, not {claim.column!r}"
        for claim, found in zip(example.attacks, odds, strict=True)
        if found.column != claim.column
    ]
    marks = {piece.key: piece.marks for piece in view.pieces}
    wrong += [
        f"{unit} has {marks.get(unit)}, not {mark!r}"
        for unit, mark in example.marks.items()
        if mark not in marks.get(unit, ())
    ]
    return wrong


def _unwritten(game: AnyGame, state: Any, example: Example) -> list[str]:
    written = game.notation(state) if example.lines else ""
    return [f"no line has {line!r}" for line in example.lines if line not in written]
