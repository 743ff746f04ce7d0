"""Games, boards and rules: what never changes while a server runs."""

from __future__ import annotations

import logging
from functools import lru_cache
from pathlib import Path
from typing import Annotated

import msgspec
from fastapi import APIRouter, Query, Request, Response
from fastapi import Path as InPath

from trenchline.kernel import provenance
from trenchline.kernel.asking import other_words
from trenchline.kernel.audience import load_audience
from trenchline.kernel.editions import data_folder
from trenchline.kernel.game import AnyGame
from trenchline.kernel.glossary import load_glossary
from trenchline.kernel.guided import load_guided
from trenchline.kernel.lessons import Lesson, load_lessons
from trenchline.kernel.provenance import Origin
from trenchline.kernel.rulebook import load_rulebook
from trenchline.players import levels, usual_level
from trenchline.server import pictures
from trenchline.server.board import background, board, cover, overlay
from trenchline.server.errors import not_found
from trenchline.server.guide import guide_of
from trenchline.server.house import house
from trenchline.server.openapi import answers, answers_file
from trenchline.server.packing import lasting, stamp_of
from trenchline.server.settings import open_shelf
from trenchline.server.wire import answer
from trenchline.server.wire.game_answers import (
    AdviceAnswer,
    AdviserAnswer,
    BoardAnswer,
    CaseAnswer,
    GameAnswer,
    GuidedAnswer,
    LessonAnswer,
    LevelAnswer,
    MomentAnswer,
    OptionAnswer,
    OriginAnswer,
    ProvenanceAnswer,
    ScenarioAnswer,
    TaughtAnswer,
    TermAnswer,
)

log = logging.getLogger(__name__)
router = APIRouter(prefix="/api/games", tags=["games"])

LessonName = Annotated[str, InPath(pattern=r"^[a-z0-9_]{1,80}$")]
GameName = Annotated[str, InPath(pattern=r"^[a-z0-9_]{1,80}$")]
ScenarioName = Annotated[str | None, Query(pattern=r"^[a-z0-9_-]{1,80}$")]
Stamp = Annotated[str, Query(pattern=r"^[0-9a-f]{0,64}$")]
Width = Annotated[int | None, Query(ge=1, le=20_000)]
SheetNames = Annotated[str, Query(pattern=r"^[A-Za-z0-9_,]{0,400}$")]
SheetName = Annotated[str | None, Query(pattern=r"^[A-Za-z0-9_]{1,80}$")]


@router.get("", responses=answers(list[GameAnswer]), response_class=Response)
def games(request: Request) -> Response:
    """All games, with their scenarios, options and computer players."""
    found = []
    home = house(request)
    for name in home.shelf.game_names():
        try:
            found.append(_game(home.settings.shelf, name))
        except Exception:
            log.exception("game %s cannot be loaded", name)
    return answer(found)


@lru_cache(maxsize=32)
def _game(shelf: str, name: str) -> GameAnswer:
    """A game as the lobby tells of it: read once, for anybody may ask as often as he likes."""
    game = open_shelf(shelf).load_game(name)
    return GameAnswer(
        game.name,
        game.title,
        game.year,
        game.summary,
        game.sides,
        _scenarios(game),
        [
            OptionAnswer(o.name, o.title, o.summary, o.case, o.values, o.default)
            for o in game.options
        ],
        [
            LevelAnswer(level.name, level.title, level.summary, level == usual_level(game))
            for level in levels(game)
        ],
        cover(game),
        dict(zip(game.sides, game.powers.names, strict=True)) if game.powers else {},
        _told(data_folder(game.folder)),
        "" if game.edition is None else game.edition.title,
        guide_of(game),
        _lessons(game),
        _guided(game),
    )


def _guided(game: AnyGame) -> GuidedAnswer | None:
    told = _read_guided(game.folder, game.sides)
    if told is None:
        return None
    names = [scenario.name for scenario in game.scenarios]
    audience = load_audience(game.folder, names)
    start = next((name for name, one in audience.items() if one.start), names[0])
    return GuidedAnswer(start, told.side, levels(game)[0].name)


_read_guided = lru_cache(maxsize=32)(load_guided)


def _lessons(game: AnyGame) -> list[LessonAnswer]:
    return [_lesson(one) for one in _read_lessons(game.folder, game.sides).values()]


_read_lessons = lru_cache(maxsize=32)(load_lessons)


def _scenarios(game: AnyGame) -> list[ScenarioAnswer]:
    told = load_audience(game.folder, [scenario.name for scenario in game.scenarios])
    answers = [ScenarioAnswer(s.name, s.title, s.summary) for s in game.scenarios]
    for one in answers:
        if one.name in told:
            audience = told[one.name]
            one.minutes, one.complexity = audience.minutes, audience.complexity
            one.learns, one.start = audience.learns, audience.start
    return answers


_told = lru_cache(maxsize=32)(provenance.told)


def _found(request: Request, name: str) -> AnyGame:
    return house(request).referee.game(name)


def _scenario(game: AnyGame, name: str | None) -> str:
    """A scenario of a game; the first where none is named."""
    names = [scenario.name for scenario in game.scenarios]
    if name is not None and name not in names:
        raise not_found("scenario of this game")
    return name or names[0]


@lru_cache(maxsize=32)
def _board_text(module: str, name: str, scenario: str, sheets: frozenset[str]) -> bytes:
    return msgspec.json.encode(board(open_shelf(module).load_game(name), scenario, sheets))


@router.get("/{game}/board", responses=answers(BoardAnswer), response_class=Response)
def board_of(
    game: GameName, request: Request, scenario: ScenarioName = None, sheets: SheetNames = ""
) -> Response:
    """The board, once; where scenarios have boards of their own, the named one's; where players
    leave sheets out, that of the sheets that are left."""
    found = _found(request, game)
    if found.board is None:
        raise not_found("board for this game")
    named = _scenario(found, scenario)
    left = frozenset(sheets.split(",")) if sheets else frozenset[str]()
    whole = found.map_of(named)
    if left and (whole is None or left not in whole.smaller):
        raise not_found("board of these sheets")
    text = _board_text(house(request).settings.shelf, game, named, left)
    return lasting(request, text, "application/json")


@router.get("/{game}/board.svg", responses=answers_file("image/svg+xml"), response_class=Response)
def board_svg(
    game: GameName,
    request: Request,
    scenario: ScenarioName = None,
    stamp: Stamp = "",
    sheet: SheetName = None,
) -> Response:
    """The crisp drawing of the map's facts, in map units; kept if asked for by its stamp."""
    found = _found(request, game)
    drawing = overlay(found, _scenario(found, scenario), sheet)
    if drawing is None:
        raise not_found("drawing of this game's map")
    body = drawing.encode()
    return lasting(request, body, "image/svg+xml", kept=stamp == stamp_of(body))


@router.get(
    "/{game}/background.webp", responses=answers_file("image/webp"), response_class=Response
)
def background_of(
    game: GameName,
    request: Request,
    scenario: ScenarioName = None,
    width: Width = None,
    stamp: Stamp = "",
    sheet: SheetName = None,
) -> Response:
    """The painted picture under the map, in one of its widths; kept if asked for by its stamp."""
    found = _found(request, game)
    file = background(found, _scenario(found, scenario), sheet)
    if file is None:
        raise not_found("picture of this game's map")
    if width is not None and width not in pictures.widths(file):
        raise not_found("picture of this width")
    body = pictures.scaled(file, width)
    return lasting(request, body, "image/webp", kept=stamp == pictures.stamp(file))


@lru_cache(maxsize=32)
def _provenance_text(folder: Path, map_folder: Path) -> bytes:
    def origin(found: Origin) -> OriginAnswer:
        return OriginAnswer(found.source, provenance.SAID[found.source], found.note)

    return msgspec.json.encode(
        ProvenanceAnswer(
            {key: origin(found) for key, found in provenance.counters(folder).items()},
            {label: origin(found) for label, found in provenance.hexes(map_folder).items()},
            {
                label: {kind: origin(found) for kind, found in here.items()}
                for label, here in provenance.places(map_folder).items()
            },
        )
    )


@router.get("/{game}/provenance", responses=answers(ProvenanceAnswer), response_class=Response)
def provenance_of(game: GameName, request: Request, scenario: ScenarioName = None) -> Response:
    """Where every counter, hex and place comes from: rulebook, history, reconstruction, tuning."""
    found = _found(request, game)
    ground = found.map_of(_scenario(found, scenario))
    if ground is None:
        raise not_found("board for this game")
    text = _provenance_text(data_folder(found.folder), ground.folder)
    return lasting(request, text, "application/json")


@lru_cache(maxsize=32)
def _rules_text(folder: Path) -> bytes:
    if not (folder / "rulebook.csv").is_file():
        return b"[]"
    book = load_rulebook(folder)
    cases = [
        CaseAnswer(c.number, c.kind, c.title, c.summary, " ".join(sorted(other_words(c.title))))
        for c in book.values()
    ]
    cases += [
        CaseAnswer(r.number, "ruling", f"On {', '.join(r.cases)}", r.text)
        for r in book.rulings.values()
    ]
    return msgspec.json.encode(cases)


@router.get("/{game}/rules", responses=answers(list[CaseAnswer]), response_class=Response)
def rules(game: GameName, request: Request) -> Response:
    """The cases of the rulebook in our own words, and our rulings."""
    return lasting(request, _rules_text(_found(request, game).folder), "application/json")


@lru_cache(maxsize=32)
def _words_text(folder: Path) -> bytes:
    if not (folder / "rulebook.csv").is_file():
        return b"[]"
    words = load_glossary(folder, load_rulebook(folder))
    terms = [TermAnswer(t.term, t.forms, t.says, t.case) for t in words.terms]
    return msgspec.json.encode(terms)


@router.get("/{game}/glossary", responses=answers(list[TermAnswer]), response_class=Response)
def glossary(game: GameName, request: Request) -> Response:
    """The words of the game, explained."""
    return lasting(request, _words_text(_found(request, game).folder), "application/json")


@router.get("/{game}/lessons/{lesson}", responses=answers(TaughtAnswer), response_class=Response)
def lesson_of(game: GameName, lesson: LessonName, request: Request) -> Response:
    """A lesson, with its moments."""
    found = _found(request, game)
    lessons = _read_lessons(found.folder, found.sides)
    one = lessons.get(lesson)
    if one is None:
        raise not_found("lesson of this game")
    moments = [
        MomentAnswer(m.words, m.points, m.choose, m.otherwise, m.plays, dict(m.instead))
        for m in one.moments
    ]
    after = [other for other in lessons.values() if other.name > one.name][:1]
    return answer(
        TaughtAnswer(
            *(one.name, one.title, one.summary, one.minutes, one.side, one.done),
            moments,
            _lesson(after[0]) if after else None,
        )
    )


def _lesson(one: Lesson) -> LessonAnswer:
    return LessonAnswer(one.name, one.title, one.summary, one.minutes, one.side)


@router.get("/{game}/guided", responses=answers(AdviserAnswer), response_class=Response)
def adviser_of(game: GameName, request: Request) -> Response:
    """What the adviser says in a guided first game."""
    found = _found(request, game)
    told = _read_guided(found.folder, found.sides)
    if told is None:
        raise not_found("adviser of this game")
    advice = [AdviceAnswer(a.words, a.phase, a.verb, a.watch, a.points) for a in told.advice]
    return answer(AdviserAnswer(told.side, told.welcome, advice))
