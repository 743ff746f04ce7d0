"""How many times a player presses in the first turn of each game, one choice at a time and with the
planning map.

    python -m tests.web.clicks

The script is the same for both: what each staff chooses for the side in its first turn. Before,
every choice is a press, and ending a phase in which others could still act is two. With the
planning map a unit is dragged to its hex (one), a whole stack goes together (a key and a click),
whoever is in hand makes way for the next, all who can join do so at once, and a phase is ended by
one press. ``tests/web/test_fewer_clicks.py`` shows in a browser that each takes no more.
"""

from __future__ import annotations

import random
from itertools import groupby
from typing import Any, NamedTuple

from trenchline.games import game_names, load_game
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.match import Match
from trenchline.players.staff_player import StaffPlayer

SEED = "clicks"
MOST_CHOICES = 5_000


class Made(NamedTuple):
    """A choice of the turn, and what a click counter must know of it."""

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


def first_turn(name: str, side: int | None = None) -> tuple[str, list[Made]]:
    """The side whose first turn it is, and its choices, set-up aside."""
    game = load_game(name)
    match = Match(game, SeededDice(SEED))
    player, rng = StaffPlayer(), random.Random(SEED)
    turn, found = "", []
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
                    found.append(_made(game, view, *choice, offered))
        match.take(choice)
    assert side is not None
    return game.sides[side], found


def _made(game: Any, view: Any, verb: str, number: int, offered: int) -> Made:
    told = game.verbs[verb]
    takes = "nothing" if told.names is None else told.names.takes
    word = "" if told.names is None else told.names.format(number)
    places = {piece.key: piece.place for piece in view.pieces}
    unit = word if takes == "unit" else next(iter(view.focus.units), "")
    asked_first = told.ends and any(view.ending.could.values())
    return Made(verb, told.means, takes, places.get(unit, ""), word, asked_first, offered)


def without_those_who_stay(made: list[Made]) -> list[Made]:
    """The same, by a player who does not pick up units only to let them stay."""
    found: list[Made] = []
    for one in made:
        if one.means == "idle" and one.takes == "nothing" and found and found[-1].means == "pick":
            found.pop()
        else:
            found.append(one)
    return found


def one_by_one(made: list[Made]) -> int:
    """Presses with a click for each choice."""
    return sum(2 if one.asked_first else 1 for one in made)


def planned(made: list[Made]) -> int:
    """Presses with the planning map; the others stay."""
    made = without_those_who_stay(made)
    presses = 0
    marches: list[tuple[str, str, str]] = []
    n = 0
    while n < len(made):
        one = made[n]
        then = made[n + 1] if n + 1 < len(made) else None
        if one.means == "pick" and one.takes == "unit" and then is not None:
            joined = n + 1
            while joined < len(made) and made[joined].means == "join":
                joined += 1
            after = made[joined] if joined < len(made) else None
            if after is not None and after.takes == "hex" and after.means == "move":
                # Dragged; a group is picked first.
                if joined == n + 1:
                    marches.append((one.start, after.verb, after.goal))
                else:
                    presses += joined - n + 1
                n = joined + 1
                if n + 1 < len(made) and made[n].means == "idle" and made[n + 1].means == "pick":
                    n += 1
                continue
        if one.means == "join" and one.takes == "unit":
            joined = n
            while joined < len(made) and made[joined].verb == one.verb:
                joined += 1
            everybody = joined - n == one.offered
            attacked = n > 0 and made[n - 1].means == "attack" and made[n - 1].takes == "hex"
            # All at once, with the click on the target if there was one; else one by one.
            presses += (0 if attacked else 1) if everybody else joined - n
            n = joined
            continue
        presses += 1
        n += 1
    # Units of a stack that go the same way, one after the other: a key and a click.
    for _, same in groupby(marches):
        presses += min(2, len(list(same)))
    return presses


def main() -> None:
    """Print the table."""
    print("| game | side | choices | one by one | nobody picked up to stay | now |")
    print("|---|---|---|---|---|---|")
    for name in game_names():
        sides = range(len(load_game(name).sides)) if name == "kaisers_war" else (None,)
        for side in sides:
            who, made = first_turn(name, side)
            spare = one_by_one(without_those_who_stay(made))
            counts = f"{len(made)} | {one_by_one(made)} | {spare} | {planned(made)}"
            print(f"| {name} | {who} | {counts} |")


if __name__ == "__main__":
    main()
