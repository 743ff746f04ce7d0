"""How many times a player presses in the first turn of each game, and how long it takes: one choice
at a time, and with the planning map.

    python -m tests.web.clicks            presses, and seconds of hands by a model
    python -m tests.web.clicks --play     and seconds that the server answers in, for one game at a
                                          time: --game NAME

The script is the same for both: what each staff chooses for the side in its first turn. Before,
every choice is a press, and ending a phase in which others could still act is two. With the
planning map a unit is dragged to its hex (one), a whole stack goes together (a key and a click),
whoever is in hand makes way for the next, all who can join do so at once, and a phase is ended by
one press. ``tests/web/test_fewer_clicks.py`` shows in a browser that each takes no more.

Seconds of hands are those of the keystroke-level model (Card, Moran and Newell 1980): 1.1 to point,
0.1 to press a button or to let it go, 0.28 for a key. What somebody thinks is left out: it is the
same for both.
"""

from __future__ import annotations

import argparse
import random
from typing import Any, NamedTuple

from trenchline.games import game_names, load_game
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.match import Match
from trenchline.players.staff_player import StaffPlayer

SEED = "clicks"
MOST_CHOICES = 5_000
POINT, BUTTON, KEY = 1.1, 0.1, 0.28
"""Seconds of the keystroke-level model."""
CLICK = POINT + 2 * BUTTON
DRAG = 2 * (POINT + BUTTON)


class Made(NamedTuple):
    """A choice of the turn, and what a click counter must know of it."""

    text: str
    verb: str
    means: str
    takes: str
    start: str
    """Where the unit it names stands, or that in hand."""
    goal: str
    asked_first: bool
    """Whether the phase would have been ended with others who could act."""
    offered: int
    """How many choices of the verb there were."""
    at: int = 0
    """Its number in the script."""


class Script(NamedTuple):
    """The first turn of a side, as the staff of both plays it."""

    side: str
    made: list[Made]
    """The choices of the side, set-up aside."""
    all: list[tuple[str, str]]
    """Every choice from the beginning of the match on, with the side that made it."""


class Gesture(NamedTuple):
    """What a hand does to make some choices."""

    made: tuple[Made, ...]
    presses: int = 1
    seconds: float = CLICK


def first_turn(name: str, side: int | None = None) -> Script:
    """The side whose first turn it is, and its choices, set-up aside."""
    game = load_game(name)
    match = Match(game, SeededDice(SEED))
    player, rng = StaffPlayer(), random.Random(SEED)
    turn, found = "", []
    script: list[tuple[str, str]] = []
    for _ in range(MOST_CHOICES):
        who = match.who
        if who is None:
            break
        view = game.view(match.state, who)
        deploying = bool(game.phases) and view.phase not in game.phases
        choice = player.choose(Knowledge(game, match.state, who, match.choices), rng)
        if not deploying:
            turn, side = turn or view.turn, who if side is None else side
            if view.turn != turn:
                break
            if who == side:
                others = (name for n, name in enumerate(game.sides) if n != side)
                if not any(name in view.phase for name in others):
                    offered = match.choices[choice[0]].bit_count()
                    found.append(_made(game, view, *choice, offered)._replace(at=len(script)))
        script.append((game.sides[who], game.format_choice(choice)))
        match.take(choice)
    assert side is not None
    return Script(game.sides[side], found, script)


def _made(game: Any, view: Any, verb: str, number: int, offered: int) -> Made:
    told = game.verbs[verb]
    takes = "nothing" if told.names is None else told.names.takes
    word = "" if told.names is None else told.names.format(number)
    places = {piece.key: piece.place for piece in view.pieces}
    unit = word if takes == "unit" else next(iter(view.focus.units), "")
    asked_first = told.ends and any(view.ending.could.values())
    text = game.format_choice((verb, number))
    return Made(text, verb, told.means, takes, places.get(unit, ""), word, asked_first, offered)


def without_those_who_stay(made: list[Made]) -> list[Made]:
    """The same, by a player who does not pick up units only to let them stay."""
    found: list[Made] = []
    for one in made:
        if one.means == "idle" and one.takes == "nothing" and found and found[-1].means == "pick":
            found.pop()
        else:
            found.append(one)
    return found


def one_by_one(made: list[Made]) -> list[Gesture]:
    """A click for each choice, and one more where the page asks whether a phase is to be ended."""
    return [
        Gesture((one,), 2, 2 * CLICK) if one.asked_first else Gesture((one,), 1, CLICK)
        for one in made
    ]


def planned(made: list[Made]) -> list[Gesture]:
    """What the planning map takes; the others stay."""
    made = without_those_who_stay(made)
    found: list[Gesture] = []
    n = 0
    while n < len(made):
        joined = n + 1
        while joined < len(made) and made[joined].means == "join":
            joined += 1
        if made[n].means == "pick" and made[n].takes == "unit" and _moves(made, joined):
            _march(found, tuple(made[n : joined + 1]))
            n = joined + 1
            # Who is in hand makes way for the next.
            if n + 1 < len(made) and made[n].means == "idle" and made[n + 1].means == "pick":
                n += 1
        elif made[n].means == "join" and made[n].takes == "unit":
            joined = n
            while joined < len(made) and made[joined].verb == made[n].verb:
                joined += 1
            _join(found, tuple(made[n:joined]))
            n = joined
        else:
            found.append(Gesture((made[n],)))
            n += 1
    return found


def _moves(made: list[Made], n: int) -> bool:
    return n < len(made) and made[n].takes == "hex" and made[n].means == "move"


def _march(found: list[Gesture], march: tuple[Made, ...]) -> None:
    """A unit is dragged to its hex; a group is picked first; a stack takes a key and a click."""
    before = found[-1].made if found else ()
    alike = len(march) == 2 and len(before) >= 2 and before[0].means == march[0].means
    if alike and (before[0].start, before[-1].text) == (march[0].start, march[-1].text):
        found[-1] = Gesture(before + march, 2, POINT + KEY + CLICK)
    elif len(march) == 2:
        found.append(Gesture(march, 1, DRAG))
    else:
        found.append(Gesture(march, len(march), KEY + len(march) * CLICK))


def _join(found: list[Gesture], joining: tuple[Made, ...]) -> None:
    """All at once, with the click on the target if there was one; else one by one."""
    if len(joining) < joining[0].offered:
        found += [Gesture((one,)) for one in joining]
    elif found and found[-1].made[-1].means == "attack" and found[-1].made[-1].takes == "hex":
        found[-1] = Gesture(found[-1].made + joining, found[-1].presses, KEY + CLICK)
    else:
        found.append(Gesture(joining))


def presses(gestures: list[Gesture]) -> int:
    """How often somebody presses."""
    return sum(one.presses for one in gestures)


def hands(gestures: list[Gesture]) -> float:
    """How many seconds hands need, by the keystroke-level model."""
    return sum(one.seconds for one in gestures)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--play", action="store_true", help="play it on a server and take the time")
    parser.add_argument("--game", help="only this one")
    chosen = parser.parse_args()
    head = "| game | side | choices | one by one | nobody stays | now | hands before | now |"
    print(head + (" server before | now |" if chosen.play else ""))
    for name in [chosen.game] if chosen.game else game_names():
        sides = range(len(load_game(name).sides)) if name == "kaisers_war" else (None,)
        for side in sides:
            script = first_turn(name, side)
            before, now = one_by_one(script.made), planned(script.made)
            spare = one_by_one(without_those_who_stay(script.made))
            row = [name, script.side, len(script.made), *map(presses, (before, spare, now))]
            row += [f"{hands(before):.0f} s", f"{hands(now):.0f} s"]
            if chosen.play:
                from tests.web.turn_on_a_server import seconds

                row += [f"{seconds(name, script, way):.1f} s" for way in (before, now)]
            print(f"| {' | '.join(map(str, row))} |", flush=True)


if __name__ == "__main__":
    main()
