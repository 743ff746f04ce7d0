"""A game told with its reasons: what each player did and why, between the lines of the log."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from trenchline.games import load_game
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.match import Match
from trenchline.kernel.notes import Note
from trenchline.kernel.reasons import Reason, listening
from trenchline.players import make_player
from trenchline.studies.simulation import LONGEST, Study


@dataclass(frozen=True)
class Explained:
    """A choice with what was said for it."""

    side: str
    choice: str
    reason: Reason | None
    """None where whoever chose does not say why, or had nothing to weigh."""
    others: tuple[tuple[str, Reason], ...]
    """The best of the others, as choices are written."""
    log: tuple[Note, ...]
    """What came of it."""


def explained(study: Study, seed: int) -> Iterator[Explained]:
    """The game of a study that has this seed, choice by choice; the same that ``play`` plays."""
    game = load_game(study.game)
    scenario, options = study.terms(game, seed)
    match = Match(game, SeededDice(str(seed)), scenario, options, study.players)
    rng = random.Random(f"choices {seed}")
    players = [make_player(name, study.bots) for name in study.players]
    while not match.over:
        if len(match.history) >= LONGEST:
            raise RuntimeError(f"no end after {LONGEST} choices")
        who = match.who
        assert who is not None
        with listening() as heard:
            choice = players[who].choose(Knowledge(game, match.state, who, match.choices), rng)
        reason = heard.about(choice)
        others = tuple(
            (game.format_choice(one.choice), one)
            for one in (heard.others(choice, match.choices) if reason else ())
        )
        turned = match.take(choice)
        yield Explained(game.sides[who], game.format_choice(choice), reason, others, turned.log)
