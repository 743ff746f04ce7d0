"""Play the golden games: whole matches kept as records, one for each level of victory of each
scenario, one by the staffs for each scenario, some for options and for rules by which things take
another turn.

    python -m tests.the_great_war.make_golden

writes ``tests/the_great_war/golden/*.jsonl`` anew.

The *doubter* follows his staff as often as the number of the game tells, from never to always. The
*idler* does as little as he may; the *sluggard* follows his staff, or idles. Against an idler who
defends, a few orders that are not followed make all the difference between the levels of victory,
and such games are short.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from tests.golden import (
    Chooser,
    Doubter,
    Idler,
    Wanted,
    at_random,
    at_random_among,
    make,
    staff,
    told,
)
from trenchline.games.the_great_war import GAME
from trenchline.games.the_great_war.scenarios import load_theatre
from trenchline.kernel.match import Match
from trenchline.kernel.steps import Choice

FOLDER = Path(__file__).parent / "golden"
OBEDIENCE = (1.0, 0.0, 0.9, 0.6, 0.3)
"""How often a doubter does what his staff says."""
PASSIVE = ("done", "stay", "cancel", "stand", "decline", "propose", "fall_back", "ready")
SMALL = "gorizia"

Shows = Callable[[Match], bool]


DOUBTERS = (Doubter(OBEDIENCE, 1), Doubter(OBEDIENCE, len(OBEDIENCE)))
idler = Idler(PASSIVE)
DILIGENCE = (1.0, 0.97, 0.94, 0.91, 0.88, 0.8)
sluggard = Doubter(DILIGENCE, 1, idler)


def fond_of(*verbs: str) -> Chooser:
    """Likes some verbs, and does anything besides."""

    def choose(match: Match, rng: random.Random) -> Choice:
        for verb in verbs:
            if verb in match.choices and rng.random() < 0.5:
                return at_random_among(match.choices, verb, rng)
        return staff(match, rng) if rng.random() < 0.5 else at_random(match, rng)

    return choose


def ended(name: str) -> Shows:
    """Whether a match ended so."""
    return lambda match: match.outcome is not None and match.outcome.reason.startswith(name)


def did(*verbs: str) -> Shows:
    """Whether each of some verbs was chosen."""
    return lambda match: set(verbs) <= {turned.choice[0] for turned in match.history}


def levels() -> list[Wanted]:
    """A game for each level of victory of each scenario."""
    found = []
    for scenario in GAME.scenarios:
        for row in load_theatre(scenario.name).scenario["victory"]["levels"]:
            level = row["name"].lower().replace(" victory", "").replace(" ", "_")
            name = f"{scenario.name}_{level}"
            players = PLAYED_BY.get(name, DOUBTERS if scenario.name == SMALL else ATTACKED)
            found.append(Wanted(name, players, ended(row["name"]), scenario.name))
    return found


ATTACKED: tuple[Chooser, Chooser] = (idler, sluggard)
"""The Central Powers attack in the large scenarios."""
WAVERED = (idler, Doubter((0.97, 0.95, 0.93, 0.91, 0.89, 0.87, 0.84), 1, idler))
"""They attack, but not with all their heart."""
PLAYED_BY: dict[str, tuple[Chooser, Chooser]] = {
    "gorizia_entente_decisive": (staff, idler),
    "liege_draw": WAVERED,
    "liege_entente_marginal": WAVERED,
    "liege_entente_decisive": (idler, idler),
    "caporetto_draw": WAVERED,
    "caporetto_entente_marginal": WAVERED,
    "caporetto_entente_decisive": (idler, idler),
}
"""Who leads to a level more quickly than the others do."""


def options() -> list[Wanted]:
    """A game for each option that changes what is played, in which it tells."""

    def game(name: str, shows: Shows, *fond: str) -> Wanted:
        players = (fond_of(*fond), fond_of(*fond)) if fond else DOUBTERS
        return Wanted(f"option_{name}", players, shows, SMALL, {name: "on"})

    return [
        game("overstacking", did("overstack"), "overstack"),
        game("limited_intelligence", bool),
        game("incremental_odds", did("increment")),
        game("field_artillery_losses", bool),
        game("marginal_units", bool),
    ]


def turns() -> list[Wanted]:
    """A game for each rule by which things take another turn."""

    def game(name: str, shows: Shows) -> Wanted:
        return Wanted(name, DOUBTERS, shows, SMALL)

    return [
        game("contested_hex", told("[9J]")),
        game("reserves", did("commit")),
        game("bombardment", did("fire", "hit")),
        *(Wanted(f"staffs_{one.name}", (staff, staff), bool, one.name) for one in GAME.scenarios),
    ]


def wanted() -> list[Wanted]:
    """All the golden games."""
    return [*levels(), *options(), *turns()]


if __name__ == "__main__":
    make(GAME, wanted(), FOLDER)
