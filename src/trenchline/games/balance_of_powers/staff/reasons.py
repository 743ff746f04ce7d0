"""Why the staff decides as it does, in words: by the numbers it has weighed, for whoever listens.

Each part of the staff says here what it has found. Everything is counted in corps.
"""

from __future__ import annotations

from collections.abc import Sequence

from trenchline.games.balance_of_powers.components import ALL_CORPS, NATIONS, SIEGE
from trenchline.games.balance_of_powers.staff.operations import Attack
from trenchline.games.balance_of_powers.staff.plans import worths
from trenchline.games.balance_of_powers.staff.posts import (
    Objectives,
    Posting,
    parts,
    purpose,
)
from trenchline.games.balance_of_powers.staff.stakes import Situation
from trenchline.games.balance_of_powers.staff.trains import Order, Ride
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel import reasons
from trenchline.kernel.bits import lowest
from trenchline.kernel.hexes import Hex
from trenchline.kernel.notes import Said
from trenchline.kernel.reasons import Parts, Place, because, gained, heard, shortlist, weighed
from trenchline.kernel.steps import Choice
from trenchline.kernel.words import counted

PRIZE = 1.0
"""What a place must be worth to be called a prize."""


# Attacks.


def about_attack(state: State, choice: Choice, attack: Attack) -> None:
    """What an attack costs both sides on average, and how likely it takes the place."""
    if not heard():
        return
    corps, seen = attack.units & ALL_CORPS, attack.promise
    words = "attack {:hex} from {:hex} with {}{}: {:.0%} that {}, about {:.1f} corps of theirs"
    words += " for {:.1f} of ours"
    breached = seen.breach > seen.clears
    likely = seen.breach if breached else seen.clears
    event = "the trenches are breached" if breached else "it falls"
    guns = (corps & SIEGE).bit_count()
    force = counted((corps & ~SIEGE).bit_count(), "corps", "corps")
    said: list[object] = [
        *(attack.target, attack.origin, force, " and siege guns" if guns else ""),
        *(likely, event, seen.killed, seen.lost),
    ]
    if worths(state.scenario).get(attack.target, 0.0) >= PRIZE:
        words += "; it is a prize"
    reasons.attack(state, choice, seen.value, words + " ({:+.1f})", *said, seen.value)


def no_attack(state: State, rated: Sequence[Attack], least: float) -> None:
    """What speaks for attacking nobody, when everybody has marched."""
    end: Choice = ("end", 0)
    if not rated:
        because(state, end, least, "all orders are carried out")
        return
    words = "all orders are carried out: the best attack, on {:hex}, is worth {:+.1f}, and {:.1f}"
    words += " is wanted"
    because(state, end, least, words, rated[0].target, rated[0].promise.value, least)


# Marches.

PARTS = {
    "goal": ("it is nearer to {:hex}", "it is further from {:hex}"),
    "cover": ("it covers what lies behind", "what lies behind is left open"),
    "danger": ("it is safer there", "the enemy could fall upon it there"),
    "take": ("it takes {:hex}", "what it could take is left"),
    "supply": ("it is in supply again", "it is out of supply there"),
    "strike": ("it can attack from there next", "an attack is missed"),
    "friends": ("friends are there", "fewer friends are there"),
    "way": ("it makes room for others", "it is in the way of others"),
    "trench": ("it stays in its trenches", "it leaves its trenches"),
    "garrison": ("the fortress has a garrison", "the fortress is left without a garrison"),
    "cut": ("it stands on the enemy's line of supply", "it leaves the enemy's line of supply"),
}
"""What speaks for a post, and against it."""
ERRANDS = {
    "column": "its column marches on {:hex}",
    "great": "it comes up for the great attack from {:hex}",
}
"""The same of those who do not go by themselves."""


def _over(
    state: State, place: Hex, aim: tuple[Hex | None, str], there: Parts, instead: Parts
) -> Said:
    """What a post has over another: the weightiest parts, and what speaks against it."""
    goal, errand = aim

    def phrase(name: str, good: bool) -> str | None:
        words = PARTS[name][not good]
        if name == "goal":
            if good:
                words = ERRANDS.get(errand, words)
            return None if goal is None else state.say(words, goal)
        return state.say(words, place) if "{:hex}" in words else words

    more = gained(there, instead)
    better = "a little better" if sum(more.values()) > 0 else "no better"
    return weighed(state, more, phrase, f"it stands {better} there")


def about_order(state: State, choice: Choice, order: Order) -> None:
    """Why some units do what they are ordered."""
    if not heard():
        return
    unit = lowest(order.units & ALL_CORPS or order.units)
    if isinstance(order.why, Posting):
        _posted(state, choice, unit, order.why)
    elif isinstance(order.why, Ride):
        words = "{:unit} takes the train to {:hex}: it saves {} on the way to {:hex}"
        saved = counted(order.why.saved, "step")
        because(state, choice, 0.0, words, unit, order.goal, saved, order.why.goal)
    elif order.verb == "dig":
        words = "{:unit} digs in: an attack may come, and trenches take much from it"
        because(state, choice, 0.0, words, unit)
    else:
        words = "{:unit} leaves its trenches: it is wanted elsewhere, and little is to be feared"
        because(state, choice, 0.0, words, unit)


def _posted(state: State, choice: Choice, unit: int, posted: Posting) -> None:
    here, aim = posted.here, (posted.goal, posted.errand)
    rest = posted.others if choice[0] == "march" else ()
    places: tuple[Place, ...] = (posted.best, *rest)
    for place in places:
        told = choice if place.hex == posted.best.hex else (choice[0], place.hex)
        gain = place.worth - here.worth
        words = "{:unit} to {:hex}: {} ({:+.1f})"
        if place.hex == here.hex:
            because(state, ("stop", 0), 0.0, "{:unit} stays where it is", unit)
            continue
        why = _over(state, place.hex, aim, place.parts, here.parts)
        because(state, told, gain, words, unit, place.hex, why, gain)


def going_on(
    sit: Situation,
    aims: Objectives,
    unit: int,
    rated: list[tuple[float, Hex]],
    chosen: Hex,
    group: int,
) -> None:
    """Where a force that has fought or ridden goes on to, or why it stops."""
    state, here = sit.state, sit.state.force_at
    aim, now = purpose(sit, aims, unit), parts(sit, aims, unit, here)
    stays = sum(part for _, part in now)
    worth = {place: value for value, place in rated}
    best = shortlist(rated, chosen) if chosen != here else shortlist(rated, here)[1:]
    for place in best:
        gain = worth[place] - stays
        why = _over(state, place, aim, parts(sit, aims, unit, place, group), now)
        words = "{:unit} goes on to {:hex}: {} ({:+.1f})"
        because(state, ("march", place), gain, words, unit, place, why, gain)
    if best:
        words = "{:unit} stops: it stands better here than in {:hex} ({:+.1f})"
        because(state, ("stop", 0), 0.0, words, unit, best[0], worth[best[0]] - stays)


def falling_back(
    sit: Situation, aims: Objectives, unit: int, rated: list[tuple[float, Hex]], chosen: Hex
) -> None:
    """Why one place to retreat to is better than the others, each told against the best of them."""

    def over(place: Hex, rival: Hex) -> Said:
        made = parts(sit, aims, unit, place), parts(sit, aims, unit, rival)
        return _over(sit.state, place, purpose(sit, aims, unit), *made)

    reasons.compare_places(sit.state, unit, "retreat", rated, chosen, over)


# The purse.


def buying(sit: Situation, choice: Choice, nation: int, price: int, kept: int, use: float) -> None:
    """What is bought, and what is kept."""
    if not heard():
        return
    words = "{} buys {:unit} for {}: it has {} and keeps {} for its attacks"
    has = counted(sit.points[nation], "point")
    said = NATIONS[nation].name, choice[1], counted(price, "point"), has, kept
    because(sit.state, choice, use, words, *said)


def saving(sit: Situation, nation: int, kept: int) -> None:
    """Why nothing more is bought."""
    words = "{} buys no more: it has {} and keeps {} for its attacks"
    has = counted(sit.points[nation], "point")
    because(sit.state, ("end", 0), 0.0, words, NATIONS[nation].name, has, kept)
