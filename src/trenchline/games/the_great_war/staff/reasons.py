"""Why the staff decides as it does, in words: by the numbers it has weighed, for whoever listens.

Each part of the staff says here what it has found. Of the enemy nothing is named but where he
stands and what he may be worth there: who is in an unknown corps nobody knows [14N2].
"""

from __future__ import annotations

from typing import NamedTuple

from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.staff.posts import Posting, parts
from trenchline.games.the_great_war.staff.promises import Promise
from trenchline.games.the_great_war.staff.situation import Situation
from trenchline.games.the_great_war.strength import attack, defence
from trenchline.kernel import reasons
from trenchline.kernel.hexes import Hex
from trenchline.kernel.notes import Said
from trenchline.kernel.reasons import (
    Parts,
    Place,
    because,
    compare_places,
    gained,
    heard,
    weighed,
)
from trenchline.kernel.steps import Choice

FINER = 5.0
"""Points of victory are few here: parts of a worth are told that weigh a fifth of what is told
elsewhere."""


class Errand(NamedTuple):
    """Why a unit goes somewhere, if not for the post itself."""

    kind: str
    target: Hex = -1
    promise: Promise | None = None


Ground = Errand | Posting
FAREWELL, RING, ESCORTED = Errand("farewell"), Errand("ring"), Errand("escorted")


# Attacks.


def about_attack(sit: Situation, choice: Choice, battle: Battle, seen: Promise) -> None:
    """What an attack costs both sides on average, and how likely it takes the hex."""
    if not heard():
        return
    state = sit.state
    words = "attack {:hex} with {:g} against {:g}: {}"
    force, against = (
        round(float(n.total), 1) for n in (attack(state, battle), defence(state, battle))
    )
    said = battle.target, force, against, _prospect(sit, battle.target, seen)
    reasons.attack(state, choice, seen.value, words + " ({:+.2f})", *said, seen.value)


def _prospect(sit: Situation, target: Hex, seen: Promise) -> Said:
    """What may be hoped of an attack."""
    words = "{:.0%} that the hex is cleared, about {:.1f} of theirs for {:.1f} of ours"
    said: list[object] = [seen.clears, seen.theirs, seen.ours]
    if sit.prize(target) > 0:
        words += "; it counts {:g} for victory"
        said.append(sit.prize(target))
    elif sit.trophies >> target & 1:
        words += "; a depot is there"
    else:
        goal = sit.drawn_to(target)
        if goal is not None and not sit.state.owned[sit.side] >> goal & 1:
            words += "; it is on the way to {:hex}"
            said.append(goal)
    return sit.state.say(words, *said)


def no_attack(sit: Situation, least: float, best: tuple[float, Hex] | None) -> None:
    """What speaks for attacking nobody."""
    words = "attack nobody: the best attack, on {:hex}, is worth {:+.2f}"
    reasons.no_attack(sit.state, least, best, words)


# Posts.

PARTS = {
    "goal": ("it is on the way to {:hex}", "it is further from where it is wanted"),
    "take": ("it takes {:hex}", "what it could take is left"),
    "reserve": ("it is a reserve behind the line", "no reserve is left there"),
    "home": ("its way home is safe", "its way home could be closed"),
    "supply": ("it is fed there", "nobody feeds it there"),
    "ward": ("it guards guns or staffs", "guns or staffs are left alone"),
    "hold": ("it helps to hold {:hex}", "the line is left weaker"),
    "danger": ("it is safer there", "the enemy is too strong there"),
    "works": ("it mans the trenches", "trenches are left"),
    "friends": ("friends are there", "it is more alone"),
    "ring": ("it cuts enemies off", "it opens a ring around enemies"),
    "alone": ("infantry guards it there", "no infantry guards it there"),
    "range": ("the enemy is in range", "the enemy is out of range"),
    "settled": ("its guns are laid", "its guns must be laid anew"),
    "crowd": ("more troops stand under it", "fewer troops stand under it"),
    "peer": ("no other staff is there", "another staff is there"),
    "feeds": ("it feeds more of the army", "it feeds less of the army"),
    "leads": ("it leads more of the army", "it leads less of the army"),
    "stock": ("resource points are there", "it leaves resource points"),
    "near": ("it is out of the front line", "it is in the front line"),
}
"""What speaks for a post, and against it."""


def _over(sit: Situation, hex_: Hex, there: Parts, instead: Parts, otherwise: str) -> Said:
    """What a post has over another: the weightiest parts, and what speaks against it."""

    def phrase(name: str, good: bool) -> str | None:
        words = PARTS[name][not good]
        if name == "goal" and not good and hex_ in sit.goals:
            return None
        if "{:hex}" not in words:
            return words
        place = sit.drawn_to(hex_) if name == "goal" else hex_
        return None if place is None else sit.state.say(words, place)

    more = {name: FINER * worth for name, worth in gained(there, instead).items()}
    return weighed(sit.state, more, phrase, otherwise)


def going(sit: Situation, unit: int, choice: Choice, there: Hex, ground: Ground | None) -> None:
    """Why a unit goes where its orders send it, and where else it might."""
    if not heard():
        return
    state = sit.state
    if isinstance(ground, Posting):
        _posted(sit, unit, choice, there, ground)
        return
    words = "{:unit} goes to {:hex}"
    kind = ground.kind if ground is not None else ""
    if ground is not None and ground.promise is not None:
        hope = _prospect(sit, ground.target, ground.promise)
        words += " to attack {:hex}: {}"
        value = ground.promise.value
        because(state, choice, value, words, unit, there, ground.target, hope)
        return
    words += {
        "farewell": " to take one more town: it is withdrawn next turn",
        "ring": " to cut off the enemy",
        "escorted": ", a better seat, with an escort",
        "escort": " to guard the headquarters",
    }.get(kind, ": it is wanted there")
    because(state, choice, 0.0, words, unit, there)


def _posted(sit: Situation, unit: int, choice: Choice, there: Hex, posted: Posting) -> None:
    here = posted.here
    places: list[Place] = [posted.best, *(posted.others if choice[0] == "move" else ())]
    for place in places:
        if place.hex == here.hex:
            words = "{:unit} is far behind and looks for a faster way"
            because(sit.state, choice, 0.0, words, unit)
            continue
        told = choice if place.hex in (there, posted.best.hex) else (choice[0], place.hex)
        gain = place.worth - here.worth
        better = "a little better" if gain > 0 else "no better"
        why = _over(sit, place.hex, place.parts, here.parts, f"it stands {better} there")
        words = "{:unit} goes to {:hex}: {} ({:+.2f})"
        because(sit.state, told, gain, words, unit, place.hex, why, gain)


def about_places(
    sit: Situation, unit: int, verb: str, rated: list[tuple[float, Hex]], chosen: Hex
) -> None:
    """Why one place is better than the others, each told against the best of the rest."""

    def over(hex_: Hex, rival: Hex) -> Said:
        made = parts(sit, unit, hex_), parts(sit, unit, rival)
        return _over(sit, hex_, *made, "it is as good as any other place")

    compare_places(sit.state, unit, verb, rated, chosen, over)
