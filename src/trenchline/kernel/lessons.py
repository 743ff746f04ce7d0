"""Lessons: a position, and moments one after the other in which somebody learns by doing.

A game keeps them in ``lessons/NAME.toml``: a title and a summary, whose side one plays, a position
in the game's notation, a seed (so that the dice fall the same for everybody), and the moments. A
moment has ``words``, what it ``points`` at (hexes and units), and one of three things: ``choose``,
the choices that go on (``with *`` stands for any unit), with what is said ``instead`` to single
others and ``otherwise`` to all the rest; ``plays``, choices that are made while one looks on, by
the enemy or by one's own staff; or neither, to be read. The ``goal`` is what must be
true of the position in the end: where units stand, which hexes an overlay of the view has, and
what stands in its notation.

Lessons are played with the real rules, so a test can play each of them to its end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from trenchline.kernel.bits import members
from trenchline.kernel.data import DataError, read_text, read_toml
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.game import AnyGame, IllegalChoice
from trenchline.kernel.match import Match
from trenchline.kernel.notation import named_scenario

FOLDER = "lessons"
TOLD = ("title", "summary", "side", "seed", "position", "done")
"""What a lesson says of itself, each a text."""


MOMENT = {"words", "points", "choose", "otherwise", "plays", "instead"}
"""What a moment may say."""


@dataclass(frozen=True)
class Moment:
    """Something to read, to do, or to look on at."""

    words: str
    points: tuple[str, ...] = ()
    choose: tuple[str, ...] = ()
    otherwise: str = ""
    plays: tuple[str, ...] = ()
    instead: Mapping[str, str] = field(default_factory=dict)
    """What is said to choices that do not go on, by their patterns."""

    def accepts(self, choice: str) -> bool:
        """Whether a choice goes on from here.

        >>> Moment("Who attacks?", choose=("with *",)).accepts("with GE5")
        True
        """
        return any(fnmatchcase(choice, wanted) for wanted in self.choose)

    def answer(self, choice: str) -> str:
        """What is said to a choice that does not go on from here.

        >>> moment = Moment("Attack!", choose=("attack *",), otherwise="To arms!")
        >>> moment.answer("done")
        'To arms!'
        """
        said = (text for wrong, text in self.instead.items() if fnmatchcase(choice, wrong))
        return next(said, self.otherwise)


@dataclass(frozen=True)
class Lesson:
    """A lesson, ready to be played."""

    name: str
    title: str
    summary: str
    side: str
    seed: str
    position: str
    done: str
    """What is said in the end."""
    minutes: int
    moments: tuple[Moment, ...]
    units: Mapping[str, str] = field(default_factory=dict)
    overlays: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    lines: tuple[str, ...] = ()
    """What stands in the notation of the position in the end, each somewhere in a line."""

    def missed(self, match: Match) -> list[str]:
        """What of the goal a match has not reached."""
        view = match.game.view(match.state, None)
        places = {piece.key: piece.place for piece in view.pieces}
        found = [
            f"{unit} is at {places.get(unit)}, not {place}"
            for unit, place in self.units.items()
            if places.get(unit) != place
        ]
        found += [
            f"{hex_} is not in {name!r}"
            for name, hexes in self.overlays.items()
            for hex_ in hexes
            if hex_ not in view.overlays.get(name, ())
        ]
        written = match.game.notation(match.state) if self.lines else ""
        found += [f"no line has {line!r}" for line in self.lines if line not in written]
        return found


class LessonError(ValueError):
    """A lesson cannot be played to its end; the message names its moment."""


def load_lessons(folder: Path, sides: tuple[str, ...]) -> dict[str, Lesson]:
    """The lessons of a game by their names, in the order of these."""
    files = sorted((folder / FOLDER).glob("*.toml"))
    return {file.stem: _lesson(file, sides) for file in files}


def _lesson(file: Path, sides: tuple[str, ...]) -> Lesson:
    told = read_toml(file)
    texts = {}
    for name in TOLD:
        text = told.get(name)
        if not isinstance(text, str) or not text.strip():
            raise DataError(file, None, f"{name} should be a text")
        texts[name] = text.strip()
    if texts["side"] not in sides:
        raise DataError(file, None, f"side is {texts['side']!r}, not one of {', '.join(sides)}")
    if unknown := sorted({*told} - {*TOLD, "minutes", "moment", "goal"}):
        raise DataError(file, None, f"{unknown[0]!r} is not understood")
    if not isinstance(told.get("minutes"), int):
        raise DataError(file, None, "minutes should be a whole number")
    heads = [n for n, line in enumerate(read_text(file).splitlines(), 1) if line == "[[moment]]"]
    moments = told.get("moment", [])
    if not moments or len(heads) != len(moments):
        raise DataError(file, None, "a lesson has moments, each under [[moment]]")
    goal = told.get("goal", {})
    if unknown := sorted({*goal} - {"units", "overlays", "lines"}):
        raise DataError(file, None, f"{unknown[0]!r} is not understood as a goal")
    return Lesson(
        file.stem,
        **texts,
        minutes=told["minutes"],
        moments=tuple(_moment(file, n, one) for n, one in zip(heads, moments, strict=True)),
        units=goal.get("units", {}),
        overlays={name: tuple(hexes) for name, hexes in goal.get("overlays", {}).items()},
        lines=tuple(goal.get("lines", ())),
    )


def _moment(file: Path, line: int, told: Mapping[str, Any]) -> Moment:
    if unknown := sorted({*told} - MOMENT):
        raise DataError(file, line, f"{unknown[0]!r} is not understood")
    if not isinstance(told.get("words"), str):
        raise DataError(file, line, "a moment has words")
    lists = {name: told.get(name, []) for name in ("points", "choose", "plays")}
    for name, several in lists.items():
        if not isinstance(several, list) or not all(isinstance(one, str) for one in several):
            raise DataError(file, line, f"{name} should be a list of texts")
    if lists["choose"] and lists["plays"]:
        raise DataError(file, line, "either somebody chooses, or the others play")
    if bool(lists["choose"]) != bool(told.get("otherwise")):
        raise DataError(file, line, "what is chosen, and what is said otherwise, go together")
    instead = told.get("instead", {})
    if instead and not lists["choose"]:
        raise DataError(file, line, "what is said instead goes with what is chosen")
    return Moment(
        told["words"].strip(),
        otherwise=told.get("otherwise", ""),
        instead=instead,
        **{name: tuple(several) for name, several in lists.items()},
    )


def begin(game: AnyGame, lesson: Lesson) -> Match:
    """A lesson at its beginning."""
    scenario = named_scenario(lesson.position, [one.name for one in game.scenarios])
    return Match(game, SeededDice(lesson.seed), scenario, position=lesson.position)


def go_on(match: Match, lesson: Lesson, number: int) -> None:
    """Play a moment, counted from 0, as it is meant, by the first choice that goes on."""
    moment, game = lesson.moments[number], match.game
    learner = game.sides.index(lesson.side)
    for wanted in moment.plays or _first(match, moment):
        if moment.choose and match.who != learner:
            raise LessonError(f"{lesson.name}, moment {number + 1}: it is not their turn")
        try:
            match.take(game.parse_choice(wanted))
        except (IllegalChoice, ValueError) as error:
            raise LessonError(f"{lesson.name}, moment {number + 1}: {error}") from None


def play(game: AnyGame, lesson: Lesson) -> Match:
    """Play a lesson to its end as it is meant, each time by the first choice that goes on."""
    match = begin(game, lesson)
    for number in range(len(lesson.moments)):
        go_on(match, lesson, number)
    if missed := lesson.missed(match):
        raise LessonError(f"{lesson.name}: {missed[0]}")
    return match


def offered(match: Match) -> list[str]:
    """All choices on offer, as text."""
    return [
        match.game.format_choice((verb, number))
        for verb, numbers in match.choices.items()
        for number in members(numbers)
    ]


def _first(match: Match, moment: Moment) -> list[str]:
    """The first choice on offer that goes on; the first that is wanted if none is."""
    if not moment.choose:
        return []
    return [next(filter(moment.accepts, offered(match)), moment.choose[0])]
