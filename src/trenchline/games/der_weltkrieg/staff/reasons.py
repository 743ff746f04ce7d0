"""Why the staff decides as it does, in words: by the numbers it has weighed, for whoever listens.

Each part of the staff says here what it has found. Of the enemy's supply nothing is said: his
stocks are hidden [17-5].
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from trenchline.games.der_weltkrieg.components import Units
from trenchline.games.der_weltkrieg.staff.operations import objective_of
from trenchline.games.der_weltkrieg.staff.posts import parts
from trenchline.games.der_weltkrieg.staff.stakes import Situation
from trenchline.kernel import reasons
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.notes import Said
from trenchline.kernel.reasons import because, compare_places, gained, heard, shortlist, weighed
from trenchline.kernel.steps import Choice
from trenchline.kernel.words import counted


class Prospect(NamedTuple):
    """What an attack may be expected to bring."""

    gain: float
    theirs: float
    """Strength points that the enemy loses on average."""
    ours: float
    leaves: float
    """How likely he must leave the hex."""
    supply: int
    """Supply points that it takes."""


def about_attack(
    sit: Situation, choice: Choice, target: Hex, party: Units, seen: Prospect, worth: float
) -> None:
    """What an attack costs both sides on average, and what it may win."""
    if not heard():
        return
    state = sit.state
    words = "attack {:hex} with {} against {}: about {:.1f} points of theirs for {:.1f} of ours"
    points = sum(state.strength[unit] for unit in members(party))
    said: list[object] = [target, points, sit.enemies.get(target, 0), seen.theirs, seen.ours]
    if seen.leaves:
        words += ", and {:.0%} that he must leave"
        said.append(seen.leaves)
    if sit.prize(target) and not state.control[sit.side] >> target & 1:
        words += "; the place is worth {}"
        said.append(counted(sit.prize(target), "point"))
    if sit.is_ringed(target):
        words += "; he is surrounded"
    if seen.supply:
        words += "; it takes {}"
        said.append(counted(seen.supply, "supply point"))
    reasons.attack(state, choice, worth, words + " ({:+.1f})", *said, worth)


def no_attack(sit: Situation, wanted: float, best: tuple[float, Hex] | None) -> None:
    """What speaks for attacking nobody."""
    words = "attack nobody: the best attack, on {:hex}, is worth {:+.1f}, and as things stand"
    words += " {:.1f} is wanted"
    reasons.no_attack(sit.state, wanted, best, words, wanted)


PARTS = {
    "goal": ("it is nearer to {:hex}", "it is further from {:hex}"),
    "keep": ("it takes what lies there", "what it keeps is left alone"),
    "danger": ("it is safer there", "it is in danger there"),
    "hold": ("it holds the line", "it leaves its place in the line"),
    "strike": ("from there it can attack with good odds", "a good attack is missed"),
    "friends": ("friends are there", "fewer friends are there"),
    "line": ("its supply line is short", "its supply line is too long there"),
    "ring": ("it cuts enemies off", "it opens a ring around enemies"),
    "front": ("it is nearer to the enemy", "it is further from the enemy"),
    "alone": ("infantry covers it there", "no infantry covers it there"),
    "served": ("it serves more of the front from there", "it serves less of the front from there"),
    "rails": ("a railway leads to it", "no railway leads to it"),
    "apart": ("no other staff is beside it", "another staff is beside it"),
    "cover": ("it is covered there", "nobody covers it there"),
    "post": ("it is nearer to its headquarters", "it is further from its headquarters"),
    "far": ("", ""),
}
"""What speaks for a post, and against it."""


def _phrase(sit: Situation, unit: int, hex_: Hex, name: str, good: bool) -> str | None:
    words = PARTS[name][not good]
    goal = objective_of(sit, unit) if name == "goal" else None
    ours = sit.state.control[sit.side]
    if name == "goal" and goal is None:
        return PARTS["front"][not good]
    if goal is not None:
        if good and ours >> goal & 1:
            words = "it is better placed to keep {:hex}"
        return sit.state.say(words, goal)
    if name == "keep" and good and ours >> hex_ & 1:
        return "it keeps what lies there"
    if name == "danger" and not good and sit.is_cut_off(hex_):
        return "it is cut off there"
    return words


def _over(sit: Situation, unit: int, hex_: Hex, instead: Hex | None, otherwise: str) -> Said:
    """What a post has over another: the weightiest parts, and what speaks against it."""
    more = gained(parts(sit, unit, hex_), parts(sit, unit, instead) if instead is not None else ())

    def phrase(name: str, good: bool) -> str | None:
        return _phrase(sit, unit, hex_, name, good)

    return weighed(sit.state, more, phrase, otherwise)


def about_march(
    sit: Situation,
    unit: int,
    here: Hex,
    rated: Iterable[tuple[float, Choice]],
    chosen: Choice,
    least: float,
) -> None:
    """What the best posts have over where the unit is, each by what it is better; or why it stays,
    since a march must gain at least so much."""
    if not heard():
        return
    values = {choice: worth for worth, choice in rated}
    others = [(worth, choice) for choice, worth in values.items() if choice != chosen]
    best = shortlist(others, chosen)
    for choice in best:
        if choice in values:
            otherwise = (
                "it stands a little better there" if values[choice] > 0 else "it is no better"
            )
            why = _over(sit, unit, choice[1], here, otherwise)
            words, worth = "{:unit} to {:hex}: {} ({:+.1f})", values[choice]
            because(sit.state, choice, worth, words, unit, choice[1], why, worth)
    other = next((choice for choice in best if choice in values), None)
    if other is None:
        because(sit.state, ("stay", 0), least, "{:unit} stays: it can go no further", unit)
        return
    keeps = _over(sit, unit, here, other[1], "no post is so much better")
    words = "{:unit} stays: {}; the best other post is {:hex} ({:+.1f})"
    because(sit.state, ("stay", 0), least, words, unit, keeps, other[1], values[other])


def about_places(
    sit: Situation, unit: int, verb: str, rated: list[tuple[float, Hex]], chosen: Hex
) -> None:
    """Why one place is better than the others, each told against the best of the rest."""
    compare_places(
        *(sit.state, unit, verb, rated, chosen),
        lambda hex_, rival: _over(sit, unit, hex_, rival, "it is as good as any other place"),
    )


def about_standing(sit: Situation, hex_: Hex, loss: int, standing: float, retiring: float) -> None:
    """What it is worth to stand, and to go: losses of theirs less ours, and the ground."""
    words = "hold {:hex}: it costs {}, and with what they lose it comes to {:+.1f}"
    lost = counted(loss, "point")
    because(sit.state, ("stand", 0), standing, words, hex_, lost, standing)
    words = "leave {:hex}: with the ground and what else is lost it comes to {:+.1f}"
    because(sit.state, ("retreat", 0), retiring, words, hex_, retiring)


def advancing(sit: Situation, unit: int, target: Hex, ours: float) -> None:
    """Who follows up after a battle, or why nobody does."""
    if not heard():
        return
    words = "{:unit} goes forward to {:hex}: "
    if sit.prize(target):
        because(
            *(sit.state, ("advance", unit), 0.0, words + "it is worth {}"),
            *(unit, target, counted(sit.prize(target), "point")),
        )
        return
    threat = sit.threat(target)
    said = unit, target, ours, threat
    words += "our {:.0f} can hold it against the {:.0f} that may come"
    because(sit.state, ("advance", unit), 0.0, words, *said)
    words = "{:unit} does not go forward to {:hex}: it stands better here, and {:.0f} of ours"
    because(sit.state, ("done", 0), 0.0, words + " would face {:.0f}", *said)
