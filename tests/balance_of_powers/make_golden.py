"""Play the golden games: whole matches kept as records, one for each way a scenario ends, some for
options and for rules by which things take another turn.

    python -m tests.balance_of_powers.make_golden

writes ``tests/balance_of_powers/golden/*.jsonl`` anew.

The *brisk* player ends what may be ended, but for now and then, so that a war of four years fits
into a small record. The *bold* one attacks wherever he can. The *martyr* rests too, but fills his
ranks with recruits before he gives a corps up; the *contented* one follows his staff until he has
as many bargaining chips as he wants; the *reckless* one is bold and spares no recruits.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from tests.golden import (
    Chooser,
    Idler,
    Wanted,
    at_random,
    at_random_among,
    first,
    make,
    staff,
    told,
)
from trenchline.games.balance_of_powers import GAME
from trenchline.games.balance_of_powers.calendar import month_number
from trenchline.games.balance_of_powers.components import GRID
from trenchline.games.balance_of_powers.victory import chips_of
from trenchline.kernel.match import Match
from trenchline.kernel.steps import Choice

FOLDER = Path(__file__).parent / "golden"
PASSIVE = (
    *("end", "rest", "stop", "none", "enough", "spare", "to_pool", "call_off", "stand"),
    *("wait", "in_port", "ready", "stay", "fight", "go_second", "restrain"),
)
"""The verbs by which most is left undone, the best first."""
BOLD = ("attack", "pay", "free", "stack", "march")
HISTORY = {"historical_set_up": "on"}
FLEETS = {"historical_set_up": "on", "fleets": "on"}
NO_PLANS = {"historical_set_up": "on", "optional_set_up": "on"}

Shows = Callable[[Match], bool]


idler = Idler(PASSIVE)
martyr = Idler(("attrition", *PASSIVE))


def brisk(share: float) -> Chooser:
    """Does something in a share of the cases, else nothing."""

    def choose(match: Match, rng: random.Random) -> Choice:
        return (at_random if rng.random() < share else idler)(match, rng)

    return choose


def bold(share: float) -> Chooser:
    """Attacks, or does anything in a share of the cases."""

    def choose(match: Match, rng: random.Random) -> Choice:
        if rng.random() < share:
            return at_random(match, rng)
        for verb in BOLD:
            if verb in match.choices:
                return at_random_among(match.choices, verb, rng)
        for verb in PASSIVE:
            if verb in match.choices:
                return first(match.choices, verb)
        return at_random(match, rng)

    return choose


def reckless(match: Match, rng: random.Random) -> Choice:
    """Attacks, and fills the ranks again."""
    if "attrition" in match.choices:
        return first(match.choices, "attrition")
    return bold(0.1)(match, rng)


def northward(match: Match, rng: random.Random) -> Choice:
    """Takes the whole fleet to the north, and out."""
    choices = match.choices
    if match.state.force_at == GRID.hex("Norwegian-Sea") and "stop" in choices:
        return "stop", 0
    for label in ("Norwegian-Sea", "0801"):
        if choices.get("steam", 0) >> GRID.hex(label) & 1:
            return "steam", GRID.hex(label)
    return first(choices, "fleet") if "fleet" in choices else idler(match, rng)


def contented(chips: int) -> Chooser:
    """Does what his staff says until he has so many chips."""

    def choose(match: Match, rng: random.Random) -> Choice:
        who = match.who
        assert who is not None
        return (idler if chips_of(match.state, who) >= chips else staff)(match, rng)

    return choose


def ended(side: int | None, *words: str) -> Shows:
    """Whether a match was won by a side, or by nobody, for this reason."""

    def shown(match: Match) -> bool:
        outcome = match.outcome
        assert outcome is not None
        return outcome.winner == side and all(word in outcome.reason for word in words)

    return shown


def did(*verbs: str) -> Shows:
    """Whether each of some verbs was chosen."""
    return lambda match: set(verbs) <= {turned.choice[0] for turned in match.history}


def endings() -> list[Wanted]:
    """A game for each way a scenario ends."""
    leaves, fire, kaiser = "before_the_leaves_fall", "fire_in_the_east", "kaiserschlacht"
    slavs, asia, sea = "south_slavs", "asian_treasure_house", "price_of_admiralty"
    some = (brisk(0.3), brisk(0.3))
    return [
        Wanted("schlieffen_fails", some, ended(1, "Schlieffen"), leaves, HISTORY),
        Wanted("leaves_central", (bold(0.2), idler), ended(0, "chips"), leaves, NO_PLANS),
        Wanted("leaves_entente", (idler, bold(0.2)), ended(1, "chips"), leaves, NO_PLANS),
        Wanted("leaves_drawn", some, ended(None), leaves, NO_PLANS),
        Wanted("fire_drawn", some, ended(None), fire, HISTORY),
        Wanted("fire_central", (staff, martyr), ended(0, "Entente", "demoralized"), fire, HISTORY),
        Wanted(
            "fire_entente", (reckless, staff), ended(1, "Central", "demoralized"), fire, HISTORY
        ),
        Wanted("kaiserschlacht_fails", some, ended(1, "failed"), kaiser, HISTORY),
        Wanted("kaiserschlacht_paris", (bold(0.2), idler), ended(0, "Paris"), kaiser, HISTORY),
        Wanted("kaiserschlacht_chips", (bold(0.2), idler), ended(0, "chips"), kaiser, HISTORY),
        Wanted("slavs_hold_out", some, ended(1, "need"), slavs, HISTORY),
        Wanted("slavs_overrun", (bold(0.3), idler), ended(0), slavs, HISTORY),
        Wanted("asia_central", (bold(0.3), idler), ended(0), asia, HISTORY),
        Wanted("asia_entente", (idler, contented(8)), ended(1), asia, HISTORY),
        Wanted("admiralty_out", (northward, idler), ended(0, "Norwegian"), sea, HISTORY),
        Wanted("admiralty_central", (at_random, at_random), ended(0, "gunnery"), sea, HISTORY),
        Wanted("admiralty_entente", (at_random, at_random), ended(1, "gunnery"), sea, HISTORY),
        Wanted("admiralty_drawn", (idler, idler), ended(None), sea, HISTORY),
        Wanted("asia_drawn", (idler, contented(6)), ended(None), asia, HISTORY),
        Wanted("africa_central", some, ended(0), "africa", HISTORY),
        Wanted("africa_entente", (idler, contented(13)), ended(1), "africa", HISTORY),
    ]


def idle_and(verb: str) -> Chooser:
    """Does nothing, but says this where it can."""

    def choose(match: Match, rng: random.Random) -> Choice:
        return first(match.choices, verb) if verb in match.choices else idler(match, rng)

    return choose


def beyond(month: str) -> Shows:
    """Whether a match went on as far as a month."""
    return lambda match: match.state.month == month_number(month)


def campaigns() -> list[Wanted]:
    """A game for each way the whole war ends."""
    war = "great_war"
    ends, goes_on = idle_and("make_peace"), idle_and("fight_on")

    def prolonged(match: Match) -> bool:
        return beyond("May 1919")(match) and ended(0, "needed")(match)

    def in_summer(match: Match) -> bool:
        return beyond("August 1918")(match) and ended(0, "needed")(match)

    return [
        Wanted("war_schlieffen", (idler, idler), ended(1, "Schlieffen"), war, HISTORY),
        Wanted("war_summer", (idler, ends), in_summer, war, NO_PLANS),
        Wanted("war_prolonged", (idler, goes_on), prolonged, war, NO_PLANS),
    ]


def turns() -> list[Wanted]:
    """A game for each rule by which things take another turn, and for each option."""
    bolder = (bold(0.5), bold(0.5))
    some = (brisk(0.5), brisk(0.5))
    leaves = "before_the_leaves_fall"
    written = {"optional_set_up": "on"}
    by_chance = {"historical_set_up": "on", "random_entry": "on"}
    return [
        Wanted("free_set_up", (at_random, at_random), did("deploy", "place"), leaves),
        Wanted("written_set_up", bolder, did("enroll", "station"), leaves, written),
        Wanted("random_entry", (brisk(0.3), brisk(0.3)), bool, "south_slavs", by_chance),
        Wanted("breaches", (bold(0.2), idler), told("breach"), "kaiserschlacht", HISTORY),
        Wanted("dogfights", some, told("Dogfight"), "kaiserschlacht", HISTORY),
        Wanted("africa_at_sea", some, did("sicken", "exert", "landing", "sail"), "africa", HISTORY),
        Wanted("fleets", (brisk(0.3), brisk(0.3)), did("steam", "embark"), "south_slavs", FLEETS),
        Wanted("landings", some, did("landing"), "south_slavs", HISTORY),
    ]


def wanted() -> list[Wanted]:
    """All the golden games."""
    return [*endings(), *campaigns(), *turns()]


if __name__ == "__main__":
    make(GAME, wanted(), FOLDER)
