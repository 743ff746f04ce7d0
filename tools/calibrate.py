"""Holds the staff's chances to win against how games ended, for analyses to go by.

    python -m tools.calibrate world_war_one --minutes 4
    python -m tools.calibrate balance_of_powers --scenario africa --scenario south_slavs
    python -m tools.calibrate --plot docs/images/calibration.svg

The staff plays both sides, and every twenty-fifth choice is any legal one, so that games differ.
Whenever a turn begins the chance is noted; when the game is over it is known what it was worth. Two
numbers are fitted: by the one the logarithm of the odds is multiplied (below one the staff was too
sure), the other is added to it. They are written beside the staff, with what was seen, and a plot
shows all games: how often those won who were given so much of a chance, before it and after. After
it by numbers that were fitted to other games: those of every second game to the games between. If
these are no better than the staff's own word, its word stands.

Where the rules of victory of scenarios have little in common, each is played for its share of the
time and gets numbers of its own; scenarios that were not played go by the numbers of all together.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from trenchline.analysis.judgement import Calibration, Judge
from trenchline.games import game_names, load_game
from trenchline.kernel.data import read_toml
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.game import AnyGame
from trenchline.kernel.play import settle, take
from trenchline.kernel.steps import count, pick

STRAYS = 0.04
BINS = 8
SLOPES = [n / 20 for n in range(2, 61)]
SHIFTS = [n / 20 for n in range(-60, 61)]
"""What is tried: 0.1 to 3, and up to 3 either way."""
FEWEST = 4
PLAYED = Path("build") / "calibration"
"""Where games are kept that have been played."""
CAUTION = 0.5
"""So many games' worth of belief that the staff is right as it is."""

Told = list[tuple[float, float]]
"""Chances, and how the game ended in which they were told."""


@dataclass
class Seen:
    """What the staff thought at the beginnings of turns, and how those games ended."""

    games: list[tuple[list[float], float]] = field(default_factory=list)

    def told(self, fit: Calibration) -> Told:
        """Every chance by a fit."""
        return [(fit.apply(raw), result) for chances, result in self.games for raw in chances]

    def crossed(self) -> Told:
        """Every chance by what was fitted to the other half of the games."""
        halves = Seen(self.games[::2]), Seen(self.games[1::2])
        return [told for mine, others in (halves, halves[::-1]) for told in mine.told(others.fit())]

    def loss(self, fit: Calibration) -> float:
        """How wrong chances were by a fit, every position counting once."""
        return loss(self.told(fit))

    def fit(self) -> Calibration:
        """What was least wrong, drawn towards the staff's own word as long as there are few
        games."""
        doubt = CAUTION / len(self.games)

        def cost(fit: Calibration) -> float:
            return self.loss(fit) + doubt * (math.log(fit.slope) ** 2 + fit.shift**2)

        best = Calibration()
        # First the slope, then the shift, then both again from there.
        for _ in range(3):
            best = min((replace(best, slope=slope) for slope in SLOPES), key=cost)
            best = min((replace(best, shift=shift) for shift in SHIFTS), key=cost)
        return best


def loss(told: Told) -> float:
    """How wrong chances were, by the logarithm."""
    wrong = sum(r * math.log(c) + (1 - r) * math.log(1 - c) for c, r in told)
    return -wrong / len(told)


def bins(told: Told) -> list[tuple[float, float, int]]:
    """For each part of the scale the mean chance, how often it came true, and how often."""
    found: list[Told] = [[] for _ in range(BINS)]
    for chance, result in told:
        found[min(BINS - 1, int(chance * BINS))].append((chance, result))
    return [
        (sum(c for c, _ in one) / len(one), sum(r for _, r in one) / len(one), len(one))
        for one in found
        if one
    ]


def play(game: AnyGame, seed: int, only: str | None = None) -> tuple[list[float], float]:
    """A game: the staff's chance as each turn begins, and the result of the first side. It is of
    any scenario, or of one only."""
    judge, staff = Judge(game, calibration=Calibration()), game.staff
    assert staff is not None
    rng = random.Random(seed)
    scenario = only or rng.choice(game.scenarios).name
    state = game.new(*game.settled(scenario, {}))
    dice = PlannersDice(rng)
    chances: list[float] = []
    turn: int | None = None
    choices = settle(state, dice)
    while choices:
        if staff.turn(state) != turn:
            turn = staff.turn(state)
            chances.append(judge.chance(state))
        if rng.random() < STRAYS:
            choice = pick(choices, rng.randrange(count(choices)))
        else:
            choice = staff.choose(state, choices, rng, staff.plans[0])
        take(state, *choice)
        choices = settle(state, dice)
    return chances, judge.chance(state)


@dataclass(frozen=True)
class Learnt:
    """What games have taught: every chance by the staff's word and by the fit to other games."""

    games: int
    fit: Calibration
    plain: Told
    crossed: Told

    def lines(self) -> list[str]:
        """As it stands in the file."""
        return [
            f"games = {self.games}",
            f"slope = {self.fit.slope}",
            f"shift = {self.fit.shift}",
            f"loss = [{loss(self.plain):.4f}, {loss(self.crossed):.4f}]",
        ]


def learn(seen: Seen) -> Learnt:
    """What some games have taught."""
    plain, crossed, fit = seen.told(Calibration()), seen.crossed(), seen.fit()
    if loss(crossed) > loss(plain):
        # What does not help with other games is chance: the staff is taken at its word.
        crossed, fit = plain, Calibration()
    return Learnt(len(seen.games), fit, plain, crossed)


def spend(game: AnyGame, scenario: str | None, minutes: float, most: int, first: int) -> Seen:
    """Play for some minutes, and keep what was seen, so that another time adds to it."""
    seen = Seen()
    file = PLAYED / f"{game.name}-{scenario or 'any'}.jsonl"
    if file.is_file():
        seen.games = [tuple(json.loads(line)) for line in file.read_text("utf-8").splitlines()]
    PLAYED.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + 60 * minutes
    with file.open("a", encoding="utf-8") as kept:
        while len(seen.games) < most and (time.monotonic() < end or len(seen.games) < FEWEST):
            seen.games.append(play(game, first + len(seen.games), scenario))
            print(json.dumps(seen.games[-1]), file=kept, flush=True)
    return seen


def calibrate(name: str, scenarios: Sequence[str], minutes: float, most: int, first: int) -> None:
    """Play for some minutes, and write what was learnt beside the staff."""
    game = load_game(name)
    parts: Sequence[str | None] = scenarios or [None]
    seen = [spend(game, one, minutes / len(parts), most, first) for one in parts]
    each = {one: learn(games) for one, games in zip(scenarios, seen, strict=False)}
    all_games = learn(Seen([one for some in seen for one in some.games]))
    crossed = [told for one in each.values() for told in one.crossed] or all_games.crossed
    whole = replace(all_games, crossed=crossed)
    named = "".join(f" --scenario {one}" for one in scenarios)
    lines = [
        "# What analyses make of the staff's chances to win: the logarithm of the odds is",
        "# multiplied by the slope, and the shift is added. Bins: the chance as it was told, how",
        "# often it came true, and in how many positions; first by the staff's own word, then",
        "# calibrated by what was fitted to the other half of the games.",
        f"# Written by `python -m tools.calibrate {name}{named}`,",
        "# staff against staff with strays.",
        *(["# Slope and shift are first those of all scenarios together."] if scenarios else []),
        'source = "fitted"',
        *whole.lines(),
        f"told = {_row(bins(whole.plain))}",
        f"calibrated = {_row(bins(whole.crossed))}",
    ]
    for one, learnt in each.items():
        lines += ["", f"[scenario.{one}]", *learnt.lines()]
    (game.folder / "staff" / "calibration.toml").write_text("\n".join(lines) + "\n", "utf-8")
    print(name, *(line for line in lines if not line.startswith("#")), sep="\n  ")


def _row(bins: list[tuple[float, float, int]]) -> str:
    return "[" + ", ".join(f"[{a:.3f}, {b:.3f}, {n}]" for a, b, n in bins) + "]"


def plot(out: Path) -> None:
    """Draw all games that have been calibrated."""
    size, gap = 230, 30
    panels: list[str] = []
    for name in game_names():
        game = load_game(name)
        file = game.folder / "staff" / "calibration.toml"
        if not file.is_file():
            continue
        told = read_toml(file)
        x = 30 + len(panels) * (size + gap)
        parts = [
            f'<rect x="{x}" y="40" width="{size}" height="{size}" fill="#fffdf8" stroke="#888"/>',
            f'<path d="M{x} {40 + size}L{x + size} 40" stroke="#b9a983" stroke-dasharray="4 3"/>',
            f'<text x="{x}" y="20" font-weight="700">{game.title}</text>',
            f'<text x="{x}" y="34">{told["games"]} games, loss {told["loss"][0]:.2f} → '
            f"{told['loss'][1]:.2f}</text>",
            f'<text x="{x + size / 2}" y="{60 + size}" text-anchor="middle">chance told</text>',
        ]
        for row, fill in (("told", "none"), ("calibrated", "#2f5d8e")):
            for chance, came, n in told[row]:
                radius = 2 + min(9.0, math.sqrt(n) / 2)
                parts.append(
                    f'<circle cx="{x + size * chance:.1f}" cy="{40 + size * (1 - came):.1f}" '
                    f'r="{radius:.1f}" fill="{fill}" fill-opacity=".7" stroke="#29231a"/>'
                )
        panels.append("".join(parts))
    width = 30 + len(panels) * (size + gap)
    paper = f'<rect width="{width}" height="{size + 70}" fill="#f4f0e6"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {size + 70}" '
    style = 'font-family="sans-serif" font-size="12">'
    out.write_text(f"{head}{style}{paper}{''.join(panels)}</svg>\n", "utf-8")


def main() -> None:
    """The command."""
    command = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    command.add_argument("game", nargs="?", choices=game_names())
    command.add_argument("--minutes", type=float, default=4.0)
    command.add_argument("--seed", type=int, default=1, help="of the first game")
    command.add_argument("--plot", type=Path, help="draw all games that have been calibrated")
    command.add_argument("--scenario", action="append", default=[], help="one that has its own fit")
    command.add_argument("--games", type=int, default=300, help="at most, of each that has a fit")
    given = command.parse_args()
    if given.game:
        calibrate(given.game, given.scenario, given.minutes, given.games, given.seed)
    if given.plot:
        plot(given.plot)


if __name__ == "__main__":
    main()
