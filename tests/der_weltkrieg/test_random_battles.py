"""Random battles on random maps: every kind of unit, terrain and year, checked at every choice."""

from __future__ import annotations

import random

import pytest

from tests.der_weltkrieg.danube_map import DANUBE
from tests.der_weltkrieg.table import COUNTERS, Sketch
from tests.promises import is_a_choice
from trenchline.games.der_weltkrieg.invariants import broken
from trenchline.games.der_weltkrieg.notation import notation, parse
from trenchline.games.der_weltkrieg.package import verbs
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.theatre import Theatre
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import Choices, Refusal, count, is_legal, pick

HARD = ("broken", "woods", "swamp", "rough", "wooded_rough", "mountain", "urban")
WET = ("river", "major_river", "lake", "neutral_border")
TERRAIN = ("clear", "clear", *HARD, *WET, "single_track", "double_track")
BANKS = [side.partition("/")[0] for side in DANUBE]
EAGER = (
    "attack",
    "duel",
    "interdict",
    "sail",
    "with",
    "join",
    "aim",
    "withdraw",
    "retreat",
    "abandon",
)
"""Verbs that a random player likes better than their number."""


def random_sketch(rng: random.Random, year: int, month: str) -> Sketch:
    """A map with all kinds of sides, a few towns and friendly edges, in any year."""
    sides = {}
    for column in range(1, 10):
        for row in range(1, 10):
            here = f"{column:02}{row:02}"
            for there in (f"{column:02}{row + 1:02}", f"{column + 1:02}{row:02}"):
                sides[f"{here}/{there}"] = rng.choice(TERRAIN)
    for side in DANUBE:
        sides[side] = f"{sides.get(side, '')} danube"
    edges = {
        **{f"01{row:02}": {"edge": "DE AH OT"} for row in range(1, 11)},
        **{f"10{row:02}": {"edge": "RU FR SR"} for row in range(1, 11)},
    }
    places = {f"{rng.randint(3, 8):02}{rng.randint(2, 9):02}": "city" for _ in range(4)}
    scenario = {
        "year": year,
        "turns": [f"{month} {turn}" for turn in range(5, 8)],
        "ample_supply": False,
        "linked": True,
        "front": rng.choice(["West", "Italy", "East", "Palestine"]),
        "sheet": rng.choice(["6-4", "7-9", "8-8", ""]),
        "hindenburg_line": {"DE": ["0405", "0406", "0505"]},
        "demoralization": {
            level: dict.fromkeys(("DE", "AH", "OT", "RU", "FR", "SR"), points)
            for level, points in (("shaken", 8), ("collapse", 15), ("surrender", 40))
        },
        "withdrawals": [{"turn": f"{month} 6", "unit": unit} for unit in ("DEI1", "RUI1")],
        "capitals": {"RU": ["0706"]},
        "whole_countries": ["RU"],
    }
    return Sketch(sides, "", places, edges, scenario)


def random_position(rng: random.Random, year: int, month: str) -> str:
    """Some forty counters of all kinds close to each other."""
    free: dict[int, list[str]] = {0: [], 1: []}
    hexes = [f"{column:02}{row:02}" for column in range(4, 8) for row in range(3, 8)]
    rng.shuffle(hexes)
    free[0], free[1] = hexes[:9], hexes[9:]
    lines: dict[str, list[str]] = {}
    for piece in rng.sample([c for c in COUNTERS if c.kind != "supply"], 44):
        fort = piece.kind == "fortress"
        strength = f"={rng.randint(1, 8)}" if fort else ""
        stock = f"/{rng.randint(0, 40)}" if piece.kind == "headquarters" else ""
        place = rng.choice(BANKS if piece.kind == "flotilla" else free[piece.side])
        name = piece.key.removeprefix(piece.nation)
        lines.setdefault(piece.nation, []).append(f"{name}{strength}{stock}@{place}")
    head = f"turn {year} {month} 5 phase {rng.choice(['Central', 'Entente'])} movement"
    return "\n".join([head, *(f"{code} {' '.join(words)}" for code, words in lines.items())])


def choose(rng: random.Random, choices: Choices) -> tuple[str, int]:
    eager = {verb: numbers for verb, numbers in choices.items() if verb in EAGER}
    wanted = eager if eager and rng.random() < 0.6 else choices
    return pick(wanted, rng.randrange(count(wanted)))


def check(state: State, theatre: Theatre, choices: Choices, rng: random.Random) -> None:
    assert broken(state) == []
    text = notation(state).replace("scenario sketch\n", "")
    assert parse(text, theatre) == state
    assert state.copy() == state
    step = decision(state)
    assert step.prompt(state)
    names = verbs(theatre.board.grid, theatre.unit)
    for verb in names:
        for number in (0, rng.randrange(len(state.where)), rng.choice(list(theatre.board.facts))):
            choice = (verb, number)
            if is_a_choice(choice, names) and not is_legal(choices, choice):
                refusal = step.why_not(state, verb, number)
                assert isinstance(refusal, Refusal)
                assert refusal.case
                assert refusal.reason


def play(seed: int, most: int, every: int) -> set[str]:
    """Play a random battle; the steps that were asked."""
    rng = random.Random(seed)
    year, month = rng.randint(1914, 1918), rng.choice(["Aug", "Nov", "Jan", "May"])
    theatre = random_sketch(rng, year, month).theatre()
    state = parse(random_position(rng, year, month), theatre)
    dice = SeededDice(str(seed))
    asked = set()
    choices = settle(state, dice)
    for number in range(most):
        if not choices:
            break
        asked.add(type(decision(state)).__name__)
        if number % every == 0:
            check(state, theatre, choices, rng)
        take(state, *choose(rng, choices))
        choices = settle(state, dice)
    return asked


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(6))
def test_random_battles_keep_the_rules(seed: int) -> None:
    assert len(play(seed, 250, 5)) > 3
