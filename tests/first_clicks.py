"""What people click who are new to a lesson, and what they are told.

    python -m tests.first_clicks GAME [LESSON]

prints every moment of a lesson with the most natural wrong clicks and what is said to each: by the
coach if the rules would allow it, else by the rules, with their case.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from trenchline.games import SHELF, load_game
from trenchline.kernel.lessons import Lesson, Moment, begin, go_on, load_lessons, offered
from trenchline.kernel.match import Match

FEW = 5


@dataclass(frozen=True)
class Answer:
    """What is said to a click that does not go on; refusals of the rules have a case."""

    click: str
    words: str
    case: str | None


def wrong_clicks(match: Match, moment: Moment) -> list[str]:
    """The most natural clicks that do not go on from here: enough of it, another unit, a hex beside
    the right one, an enemy, and whatever else stands first."""
    game = match.game
    open_now = [choice for choice in offered(match) if not moment.accepts(choice)]
    ground = game.map_of(match.scenario)
    clicks = [c for c in open_now if " " not in c][:2]
    verbs = {verb: game.verbs[verb] for verb in match.choices if not game.verbs[verb].aside}
    taking = {
        kind: next((n for n, v in verbs.items() if v.names and v.names.takes == kind), None)
        for kind in ("unit", "hex")
    }
    clicks += [c for c in open_now if c.startswith(f"{taking['unit']} ")][:1]
    view = game.view(match.state, match.who)
    places = {piece.key: piece.place for piece in view.pieces}
    right = [*moment.points, *(word.split(" ")[-1] for word in moment.choose)]
    if taking["hex"] and ground is not None:
        grid = ground.board.grid
        near = {places.get(at, at) for at in right}
        here = {grid.hex(at) for at in near if at.isdigit()} & {*ground.board.facts}
        beside = [n for at in sorted(here) for n in grid.neighbours(at) if n in ground.board.facts]
        clicks += [f"{taking['hex']} {grid.label(at)}" for at in beside if at not in here][:2]
    if taking["unit"]:
        mine = game.sides[match.who or 0]
        enemy = [p.key for p in view.pieces if p.side != mine and p.place[:1].isdigit()]
        clicks += [f"{taking['unit']} {key}" for key in enemy][:1]
    clicks += open_now
    return [c for c in dict.fromkeys(clicks) if not moment.accepts(c)][:FEW]


def answer(match: Match, moment: Moment, click: str) -> Answer:
    """What is said to a click: the rules' own reason if they forbid it, else the coach's words."""
    try:
        refusal = match.why_not(match.game.parse_choice(click))
    except ValueError:
        # A counter that nobody knows by name: the page only shows its hex.
        return Answer(click, "(the hex is shown)", None)
    if refusal is not None:
        return Answer(click, refusal.reason, refusal.case)
    return Answer(click, moment.answer(click), None)


def answers(match: Match, lesson: Lesson) -> list[tuple[Moment, list[Answer]]]:
    """What is said to wrong clicks at each moment of a lesson that is at its beginning."""
    found = []
    for number, moment in enumerate(lesson.moments):
        clicks = wrong_clicks(match, moment) if moment.choose else []
        found.append((moment, [answer(match, moment, click) for click in clicks]))
        go_on(match, lesson, number)
    return found


def main(game_name: str, only: str = "") -> None:
    """Print all of it, to be read."""
    game = load_game(game_name)
    for lesson in load_lessons(SHELF / game_name, game.sides).values():
        if only not in lesson.name:
            continue
        match = begin(game, lesson)
        print(f"== {lesson.title}: {lesson.summary}")
        for number, moment in enumerate(lesson.moments):
            print(f"{number + 1:3} {moment.words}\n    -> {moment.choose or moment.plays or ''}")
            if moment.choose:
                print(f"    ({match.prompt})")
                for said in (answer(match, moment, c) for c in wrong_clicks(match, moment)):
                    print(f"      x {said.click}: {said.case or 'coach'}: {said.words}")
            before = len(match.history)
            go_on(match, lesson, number)
            for turned in match.history[before:]:
                print(*(f"        . {note}" for note in turned.log), sep="\n")
        print(f"    {lesson.done}\n    missed: {lesson.missed(match)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
