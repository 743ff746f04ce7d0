"""Looking at positions that somebody has made up: can they be read, do the game's invariants hold,
what may be chosen.

A text may say anything, and the rules trust a position that they are given. So this runs in a
process of its own within a time limit (``apart``); what is too large for a position is refused
before it is read, and nobody plays on from one that does not stand some random play.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec

from trenchline.kernel.dice import PlannersDice, SeededDice
from trenchline.kernel.game import AnyGame
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.match import Match
from trenchline.kernel.notation import named_scenario, read_lines
from trenchline.kernel.play import decision, play_out, settle
from trenchline.kernel.preview import NoDice, Rolled
from trenchline.kernel.steps import Choices
from trenchline.kernel.supply import SideSupplyView, shown
from trenchline.kernel.view import own_eyes
from trenchline.server.settings import open_shelf
from trenchline.server.show import verbs, written
from trenchline.server.wire.table_answers import PositionAnswer, WrongLine

MOST_LINES, LONGEST_LINE = 400, 8_000
LONGEST_NUMBER, LONGEST_SET = 6, 400
"""Digits in a number, and in one that stands for a set in a line of steps."""
DEEPEST = 12
"""Brackets within brackets."""
TRIED = 60
"""Random choices that a position must stand before somebody plays on from it."""
PASSED = 600
"""Choices of a game that is passed through to see what its notation calls the phases."""


@dataclass(frozen=True)
class Surveyed:
    """A position to begin a match from."""

    text: str
    scenario: str


class Unreadable(ValueError):
    """A position that cannot be read, and in which line."""

    def __init__(self, line: int | None, reason: str) -> None:
        super().__init__(reason)
        self.line = line


def acquaint(shelf: str, name: str, text: str) -> None:
    """Have a game at hand, and what its notation calls the phases: this takes a while the first
    time, and nothing that a stranger wrote is read for it but the name of a scenario."""
    game = open_shelf(shelf).load_game(name)
    _phases(shelf, name, _scenario(game, text))


def survey(
    shelf: str, name: str, text: str, attack: str | None, supply: bool = False
) -> PositionAnswer:
    """What there is to say of a position."""
    game = open_shelf(shelf).load_game(name)
    try:
        state, scenario = read_position(game, text)
        here, choices, rolls = _settled(game, state)
        wrong = game.broken(here if not rolls else state)
        told = _told(game, here, choices, rolls)
        odds, no_odds = _odds(game, here, attack)
        fed = _supply(game, here) if supply and here.stack and not rolls else ()
        text_again = game.notation(state)
    except Unreadable as error:
        return PositionAnswer(text, _scenario(game, text), WrongLine(error.line, str(error)))
    except Exception as error:
        reason = f"this cannot be played ({type(error).__name__})"
        return PositionAnswer(text, _scenario(game, text), WrongLine(None, reason))
    return msgspec.structs.replace(
        told,
        text=text_again,
        scenario=scenario,
        sheets=game.sheets_left(state, scenario),
        broken=[str(one) for one in wrong][:20],
        phases=_phases(shelf, name, scenario),
        odds=odds,
        no_odds=no_odds,
        supply=fed,
    )


def prove(shelf: str, name: str, text: str) -> Surveyed | WrongLine:
    """A position that can be played on from, or why it is none."""
    game = open_shelf(shelf).load_game(name)
    try:
        state, scenario = read_position(game, text)
        written_down = game.notation(state)
        if game.parse(written_down) != state:
            raise Unreadable(None, "the notation does not hold all that this says")
        here, choices, rolls = _settled(game, state)
        if wrong := game.broken(here if not rolls else state):
            raise Unreadable(None, str(wrong[0]))
        if not choices and not rolls:
            raise Unreadable(None, "the game is over in this position")
        _stands(game, written_down, scenario)
    except Unreadable as error:
        return WrongLine(error.line, str(error))
    except Exception as error:
        return WrongLine(None, f"this cannot be played ({type(error).__name__})")
    return Surveyed(written_down, scenario)


def read_position(game: AnyGame, text: str) -> tuple[Any, str]:
    """The position that a text means, and the scenario that it is of."""
    _measure(text)
    scenario = _scenario(game, text)
    said = [line for line in read_lines(text) if line.head == "scenario"]
    if len(said) > 1:
        raise Unreadable(said[1].number, "the scenario stands twice")
    try:
        return game.parse(text), scenario
    except Unreadable:
        raise
    except ValueError as error:
        found = re.match(r"line (\d+): (.*)", str(error), re.DOTALL)
        number, reason = (int(found[1]), found[2]) if found else (None, str(error))
        raise Unreadable(number, reason[:300]) from None
    except Exception as error:
        raise Unreadable(None, f"this cannot be read ({type(error).__name__})") from None


def _measure(text: str) -> None:
    """Refuse what no position is like before anybody reads it."""
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise Unreadable(None, f"a position has at most {MOST_LINES} lines")
    for number, line in enumerate(lines, start=1):
        if len(line) > LONGEST_LINE:
            raise Unreadable(number, f"a line has at most {LONGEST_LINE} letters")
        if not line.isprintable():
            raise Unreadable(number, "there are letters that cannot be seen")
        words = line.split()
        most = LONGEST_SET if words[:1] in (["step"], ["fact"]) else LONGEST_NUMBER
        if re.search(rf"\d{{{most + 1}}}", line):
            raise Unreadable(number, f"a number has at most {most} digits")
        if line.count("[") + line.count("{") > 200 or _depth(line) > DEEPEST:
            raise Unreadable(number, "there are too many brackets")


def _depth(line: str) -> int:
    deepest = depth = 0
    for letter in line:
        depth += (letter in "[{") - (letter in "]}")
        deepest = max(deepest, depth)
    return deepest


def _scenario(game: AnyGame, text: str) -> str:
    """The scenario that a position names, else the first."""
    return named_scenario(text, [scenario.name for scenario in game.scenarios])


def _settled(game: AnyGame, state: Any) -> tuple[Any, Choices, bool]:
    """The position at its first decision, its choices, and whether a die comes before that."""
    here = state.copy()
    try:
        return here, settle(here, NoDice()), False
    except Rolled:
        return state, {}, True


def _told(game: AnyGame, state: Any, choices: Choices, rolls: bool) -> PositionAnswer:
    views = [game.view(state, side) for side in range(len(game.sides))]
    view = game.view(state, None)
    who = decision(state).who(state) if choices else None
    asked = view if who is None else views[who]
    prompt = "A die is rolled first." if rolls else asked.prompt
    return PositionAnswer(
        "",
        "",
        turn=view.turn,
        phase=view.phase,
        who="" if who is None else game.sides[who],
        prompt=prompt,
        over=not choices and not rolls,
        choices=written(game, choices),
        verbs=verbs(game, choices),
        pieces=tuple(own_eyes(game.sides, [v.pieces for v in views], view.pieces)),
        overlays=asked.overlays,
        markers=asked.markers,
        legends=asked.legends,
        lines=asked.lines,
    )


def _odds(game: AnyGame, state: Any, attack: str | None) -> tuple[Any, str]:
    if attack is None:
        return None, ""
    try:
        return game.odds(state, attack), ""
    except ValueError as error:
        return None, str(error)[:300]
    except Exception as error:
        return None, f"the odds cannot be told ({type(error).__name__})"


def _supply(game: AnyGame, state: Any) -> tuple[SideSupplyView, ...]:
    """The supply of each side, as the side itself sees it: whoever made the position up knows all
    of it."""
    found = []
    for number, side in enumerate(game.sides):
        known = Knowledge(game, state, number, {})
        found += [one for one in shown(known) if one.side == side]
    return tuple(found)


def _stands(game: AnyGame, text: str, scenario: str) -> None:
    """Play a little at random: a position that the rules stumble over is none to play on from."""
    for seed in range(2):
        state = Match(game, SeededDice(str(seed)), scenario, position=text).state
        rng = random.Random(seed)
        try:
            play_out(state, PlannersDice(rng), rng, TRIED)
        except RuntimeError as error:
            # It may have gone on for as long as we wanted to see.
            if not str(error).startswith("no end"):
                raise


@lru_cache(maxsize=32)
def _phases(shelf: str, name: str, scenario: str) -> list[str]:
    """What the notation calls the phases: those of a game in which everybody passes."""
    game = open_shelf(shelf).load_game(name)
    match = Match(game, SeededDice("phases"), scenario)
    found: dict[tuple[str, int | None], str] = {}
    for _ in range(PASSED):
        if match.over:
            break
        # One name may be used for the phases of both sides.
        phase = game.phase(match.state), match.who
        if phase not in found:
            said = re.search(r" phase (.*)", game.notation(match.state))
            found[phase] = said[1].strip() if said else ""
        match.take(_passing(game, match.choices))
    return list(dict.fromkeys(said for said in found.values() if said))


def _passing(game: AnyGame, choices: Choices) -> tuple[str, int]:
    """What ends a phase, or does nothing, or else anything."""
    ends = [verb for verb in choices if game.verbs[verb].ends]
    idle = [verb for verb in choices if game.verbs[verb].means == "idle"]
    verb = (*ends, *idle, *choices)[0]
    return verb, (choices[verb] & -choices[verb]).bit_length() - 1
