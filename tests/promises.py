"""What several games promise at every choice of a random game."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import count as count_up
from itertools import pairwise
from typing import Any

import numpy as np

from trenchline.games import game_names, load_game
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.game import AnyGame
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.match import Match
from trenchline.kernel.notes import Note
from trenchline.kernel.odds import Odds
from trenchline.kernel.plans import Act, Moment, Trial, Tried
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.position import differences
from trenchline.kernel.preview import ROAD, PreviewView, preview, previewed
from trenchline.kernel.prospects import prospects
from trenchline.kernel.steps import Choice, count, is_legal, pick
from trenchline.kernel.verbs import Verb
from trenchline.kernel.view import LogView
from trenchline.players.arrays import Encoder


def notation_reads_back(match: Match) -> list[str]:
    """The text of a position is that position, in the middle of a phase too."""
    text = match.game.notation(match.state)
    again = match.game.parse(text)
    if again.facts() != match.state.facts():
        return [f"the position reads back as another one:\n{text}"]
    if not match.over and decision(again).choices(again) != match.choices:
        return [f"the position reads back with other choices:\n{text}"]
    return []


def nothing_hidden_is_told(match: Match, rng: random.Random) -> list[str]:
    """A side is told the same of a position and of its twin, in which only what that side may not
    know is otherwise: its knowledge, the view, the prompt, arrays, its choices, previews, plans,
    the odds, what the log tells of a choice, and why not."""
    game, state = match.game, match.state
    assert game.secrets is not None
    side = rng.randrange(len(game.sides))
    twin = game.secrets.deal(state, side, rng)
    name = game.sides[side]
    found = []
    if game.view(state, side) != game.view(twin, side):
        found.append(f"the view tells {name} what is hidden: {_unlike(game, state, twin, side)}")
    known, other = Knowledge(game, state, side), Knowledge(game, twin, side)
    if known.hidden != other.hidden or known.position != other.position:
        unlike = ", ".join(differences(known.position, other.position))
        found.append(f"the knowledge of {name} tells what is hidden: {unlike}")
    if unlike := _unlike_arrays(match, known, other):
        found.append(f"the arrays of {name} tell what is hidden: {unlike}")
    if known.view() != game.view(state, side):
        unlike = _unlike(game, state, known.position, side)
        found.append(f"{name} would be shown something else than it knows: {unlike}")
    step = decision(state)
    if step.who(state) != side:
        return found
    if known.choices != other.choices or step.choices(twin) != match.choices:
        found.append(f"the choices of {step} tell {name} what is hidden")
    for choice in previewed_choices(match, rng):
        told, also = (
            previews(match, Knowledge(game, one, side).position, choice) for one in (state, twin)
        )
        if told != also:
            text = game.format_choice(choice)
            found.append(f"the preview of {text} tells {name} what is hidden")
    plan = some_plan(match, known, rng)
    if tried(match, known, plan) != tried(match, other, plan):
        found.append(f"a plan of {plan} tells {name} what is hidden")
    choice, seed = pick(match.choices, rng.randrange(count(match.choices))), rng.randrange(1 << 30)
    read, misread = (_told(game, position, side, choice, seed) for position in (state, twin))
    if read is not None and misread is not None and read != misread:
        found.append(f"the log of {choice} tells {name} what is hidden")
    if _odds(game, state) != _odds(game, twin) or _odds(game, state) != known.odds():
        found.append(f"the odds tell {name} what is hidden")
    for verb, number in filter(lambda c: is_a_choice(c, game.verbs), _made_up(match, rng)):
        legal = match.choices.get(verb, 0) >> number & 1
        if not legal and step.why_not(state, verb, number) != step.why_not(twin, verb, number):
            found.append(f"a refusal of {verb} {number} tells {name} what is hidden")
    return found


def previews_come_true(match: Match, rng: random.Random) -> list[str]:
    """Who is sent somewhere goes the way that was foretold: to its end, unless something comes in
    between, from where he stands, and over hexes that lie side by side unless he rides or sails."""
    game, state, found = match.game, match.state, []
    board = game.map_of(match.scenario)
    assert board is not None
    for choice in previewed_choices(match, rng):
        told = previews(match, state, choice)
        if told is None:
            continue
        text, side = game.format_choice(choice), game.sides[decision(state).who(state)]
        after = state.copy()
        take(after, *choice)
        end = told.legs[-1].place
        units = [u for u in range(len(state.where)) if state.names.key(u) in told.units]
        if told.supply and {state.names.label(after.where[unit]) for unit in units} != {end}:
            found.append(f"{side}: {text} does not lead to {end}")
        grid = board.board.grid
        way = [grid.hex(leg.place) for leg in told.legs if leg.by == ROAD]
        way = [grid.hex(told.start), *way] if told.start and len(way) == len(told.legs) else []
        if any(grid.distance(a, b) > 1 for a, b in pairwise(way)):
            found.append(f"{side}: {text} jumps")
        before, then = decision(state), after.stack[-1] if after.stack else None
        same = type(then) is type(before) and _unit_of(then) == _unit_of(before)
        learnt = game.reveals(state, after, decision(state).who(state))
        if same and told.supply and not learnt:
            asked = decision(after).prompt(after)
            left, really = (POINTS_LEFT.search(words) for words in (told.left, asked))
            if left and really and _number(left[1]) != _number(really[1]):
                found.append(f"{side}: {text} leaves {told.left}, and then: {asked}")
    return found


def prospects_come_true(match: Match, most: int = 4) -> list[str]:
    """An attack that a side is offered as the best can be composed and made, and promises then what
    was foretold, which is the same for every twin of the position. ``most`` are looked at."""
    game, side = match.game, decision(match.state).who(match.state)
    known = Knowledge(game, match.state, side, match.choices)
    told = prospects(game, known.position, known.choices, enough=_only(LOOKS))
    name, found = game.sides[side], []
    for one in told.found[:most]:
        where = f"{name}: {one.verb} {match.state.names.label(one.target)}"
        after = match.state.copy()
        choices = match.choices
        orders = one.orders if one.declares is None else (*one.orders, one.declares)
        for choice in orders:
            if not is_legal(choices, choice):
                found.append(f"{where} cannot be composed: {game.format_choice(choice)}")
                break
            take(after, *choice)
            rolls = after.rolls
            choices = settle(after, PlannersDice(random.Random(0)))
        else:
            if not any(game.verbs[verb].means == "fight" for verb in choices):
                found.append(f"{where} cannot be made")
            elif after.rolls == rolls:
                odds = _odds(game, after)
                assert odds is None or isinstance(odds, Odds)
                if odds is None or one.odds not in (odds, *odds.others):
                    found.append(f"{where} promised {one.odds}, and then: {odds}")
    if game.secrets is not None:
        twin = game.secrets.deal(match.state, side, random.Random(len(match.history)))
        other = Knowledge(game, twin, side)
        if prospects(game, other.position, other.choices, enough=_only(LOOKS)) != told:
            found.append(f"the prospects of {name} tell what is hidden")
    return found


LOOKS = 400
"""How often the search for attacks may look at the clock before it is told to end."""


def _only(times: int) -> Callable[[], bool]:
    """A clock that has rung after so many looks at it."""
    looks = count_up()
    return lambda: next(looks) >= times


POINTS_LEFT = re.compile(r"(\S+) (?:of \S+ )?movement point")


def _number(word: str) -> float:
    """A number as people write it: 2½, no; who owes points has none."""
    plain = word.replace("no", "0")
    return max(0.0, float(plain.replace("½", "") or 0) + 0.5 * ("½" in plain))


def _unit_of(step: object) -> object:
    return getattr(step, "unit", None)


def previewed_choices(match: Match, rng: random.Random) -> list[Choice]:
    """A choice of each kind that one can look ahead at."""
    verbs = previewed(match.game, match.choices, holds=True)
    return [pick({verb: match.choices[verb]}, _drawn(match.choices[verb], rng)) for verb in verbs]


def _drawn(numbers: int, rng: random.Random) -> int:
    return rng.randrange(numbers.bit_count())


def previews(match: Match, state: Any, choice: Choice) -> PreviewView | None:
    """What a side is told of a choice beforehand."""
    ground = match.game.map_of(match.scenario)
    board = None if ground is None else ground.board
    return preview(match.game, board, state, decision(state).who(state), choice)


ACTS, LONGEST_ACT = 3, 3
"""How many acts a plan has here, and how many choices an act has at most."""


def some_plan(match: Match, known: Knowledge[Any], rng: random.Random) -> list[Act]:
    """Acts as somebody might lay them out: what may be chosen, one choice after the other, and now
    and then what may not."""
    trial, plan = _trial(match, known.side), list[Act]()
    here = Moment(known.position.copy(), known.choices)
    for _ in range(ACTS):
        act: Act = ()
        there = here
        for _ in range(rng.randint(1, LONGEST_ACT)):
            if not there.choices or not there.open:
                break
            act += (pick(there.choices, rng.randrange(count(there.choices))),)
            _, there = trial.act(here, act, last=True)
        made_up = [c for c in _made_up(match, rng) if is_a_choice(c, match.game.verbs)]
        if made_up and rng.random() < 0.2:
            act += (rng.choice(made_up),)
        if act:
            plan.append(act)
            _, here = trial.act(here, act, last=False)
    return plan


def tried(match: Match, known: Knowledge[Any], plan: list[Act]) -> list[tuple[Tried, object]]:
    """What a side is told of each act of a plan, and what it would see and might choose then."""
    trial, found = _trial(match, known.side), list[tuple[Tried, object]]()
    here = Moment(known.position.copy(), known.choices)
    for number, act in enumerate(plan):
        told, here = trial.act(here, act, last=number == len(plan) - 1)
        seen = match.game.view(here.state, known.side)
        found.append((told, (here.choices, here.open, seen)))
    return found


def _trial(match: Match, side: int) -> Trial:
    ground = match.game.map_of(match.scenario)
    return Trial(match.game, None if ground is None else ground.board, side)


def is_a_choice(choice: Choice, verbs: Mapping[str, Verb]) -> bool:
    """Whether a verb and a number could be written as a choice at all."""
    verb, number = choice
    known = verbs[verb].names
    if known is None:
        return number == 0
    try:
        return known.parse(known.format(number)) == number
    except (LookupError, ValueError):
        return False


def _made_up(match: Match, rng: random.Random) -> list[Choice]:
    return [(verb, rng.randrange(len(match.state.where))) for verb in match.game.verbs]


@lru_cache(maxsize=32)
def _encoder(game: str, scenario: str) -> Encoder:
    return Encoder(load_game(game), scenario)


def _unlike_arrays(match: Match, known: Knowledge[Any], other: Knowledge[Any]) -> str:
    """The arrays in which two pieces of knowledge differ."""
    if match.game.name not in game_names():
        return ""
    encoder = _encoder(match.game.name, match.scenario)
    one, two = encoder.arrays(known), encoder.arrays(other)
    return ", ".join(name for name in one if not np.array_equal(one[name], two[name]))


def _told(game: AnyGame, state: Any, side: int, choice: Choice, seed: int) -> LogView | None:
    """What a side reads of a choice of its own; None where the choice has shown it what was
    hidden."""
    after, lines = state.copy(), list[Note]()
    after.log = lines
    take(after, *choice)
    settle(after, PlannersDice(random.Random(seed)))
    if game.reveals(state, after, side) or not after.stack:
        return None
    entry = LogView(1, game.sides[side], game.format_choice(choice), (), tuple(lines))
    return game.tell(entry, side)


def _odds(game: AnyGame, state: Any) -> object:
    try:
        return game.odds(state, None)
    except ValueError:
        return None


def _unlike(game: AnyGame, state: Any, twin: Any, side: int) -> str:
    """The parts of two views that differ."""
    one, other = game.view(state, side), game.view(twin, side)
    names = [name for name in one.__struct_fields__ if getattr(one, name) != getattr(other, name)]
    return ", ".join(names)
