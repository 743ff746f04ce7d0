"""Why the staff decides as it does, in words: by the numbers it has weighed, for whoever listens.

Each part of the staff says here what it has found; nothing is weighed in this file.
"""

from __future__ import annotations

from collections.abc import Iterable

from trenchline.games.world_war_one.components import (
    ATTACK,
    CRT,
    FORT_NATION,
    GE,
    NATION_OF,
    NATIONS,
    RM,
    RS,
)
from trenchline.games.world_war_one.resources import parties
from trenchline.games.world_war_one.staff.fronts import ways_to
from trenchline.games.world_war_one.staff.stakes import ours, stakes
from trenchline.games.world_war_one.state import State
from trenchline.games.world_war_one.strength import defence_total
from trenchline.kernel import reasons
from trenchline.kernel.hexes import Hex
from trenchline.kernel.reasons import because, weighed
from trenchline.kernel.steps import Choice
from trenchline.kernel.words import counted

HOPELESS = -50.0
"""What the best attack is worth to somebody who is too weak for any."""
NEAR = 2
"""So near to what is at stake a hex opens the way to it."""


def points(number: float) -> str:
    """A part of the score, roughly.

    >>> points(2.34), points(1.0), points(0.0)
    ('2.3 points', '1 point', 'nothing')
    """
    rounded = round(number, 1)
    if not rounded:
        return "nothing"
    return f"{rounded:g} point{'' if rounded == 1 else 's'}"


def about_attack(
    state: State, side: int, choice: Choice, target: Hex, force: Iterable[int], worth: float
) -> None:
    """What an attack costs both sides on average, and what it takes or opens."""
    units = list(force)
    differential = sum(ATTACK[unit] for unit in units) - defence_total(state, target)
    ours_lost, theirs_lost = _losses(state, target, units, differential)
    words = "attack {:hex} at {:+d} with {}: about {:.1f} CRP of theirs for {:.1f} of ours"
    said: list[object] = [
        *(target, min(differential, 10), counted(len(units), "army", "armies")),
        *(theirs_lost, ours_lost),
    ]
    prize = _prize(state, side, target)
    if prize == target:
        words += ", and it is worth having"
    elif prize is not None:
        words += ", and it opens the way to {:hex}"
        said.append(prize)
    reasons.attack(state, choice, worth, words + " ({:+.1f} victory points)", *said, worth)


def _losses(state: State, target: Hex, units: list[int], differential: int) -> tuple[float, float]:
    """The mean losses of the six results, in Combat Resource Points [8.4]."""
    defender = state.unit_at(target)
    enemy = FORT_NATION[target] if defender is None else NATION_OF[defender]
    nations = {NATION_OF[unit] for unit in units}
    results = [CRT.cell(roll, min(differential, 10)) for roll in range(1, 7)]
    ours_doubled = defender is not None and enemy == GE and bool(nations & {RS, RM})
    theirs_doubled = GE in nations and (enemy == RS or (enemy == RM and defender is not None))
    mine = sum(lost for lost, _ in results) / 6 * (2 if ours_doubled else 1)
    theirs = sum(inflicted for _, inflicted in results) / 6 * (2 if theirs_doubled else 1)
    return mine, theirs


def _prize(state: State, side: int, target: Hex) -> Hex | None:
    """What the enemy holds there or close behind, the dearest first."""
    theirs = ours(state, 1 - side)
    found = [
        (worth / (1 + ways_to(goal)[target]), goal)
        for goal, worth in stakes(state).items()
        if theirs >> goal & 1 and ways_to(goal)[target] <= NEAR
    ]
    return max(found)[1] if found else None


def no_attack(state: State, least: float, best: tuple[float, Hex] | None) -> None:
    """What speaks for attacking nobody."""
    if best is not None and best[0] < min(least, HOPELESS):
        because(state, ("done", 0), least, "we are too weak to attack anywhere")
        return
    words = "keep what we have: the best attack, on {:hex}, is worth {:+.1f} victory points"
    reasons.no_attack(state, least, best, words)


PARTS = {
    "goal": ("it is nearer to what we want", "it is further from what we want"),
    "guard": ("it bars the enemy's way", "it opens the enemy's way"),
    "take": ("it takes what lies open", ""),
    "relief": ("it links up who is cut off", ""),
    "trap": ("it shuts enemies in", ""),
    "strike": ("it helps an attack from there", "an attack is missed"),
    "line": ("it stands well in the line", "it stands badly there"),
    "supply": ("it is in supply again", "it is out of supply there"),
    "alone": ("it cannot be cut off there", "it could be cut off there"),
}
"""What speaks for a post, and against it."""
NOTHING_BETTER = "nothing better is in reach"


def about_post(
    state: State, choice: Choice, unit: int, hex_: Hex, worth: float, gained: dict[str, float]
) -> None:
    """What an army gains in a post over the one it has: the weightiest part or two, and what it
    costs."""
    why = weighed(state, gained, lambda name, good: PARTS[name][not good], NOTHING_BETTER)
    because(state, choice, worth, "{:unit} to {:hex}: {} ({:+.1f})", unit, hex_, why, worth)


def staying(state: State, unit: int, best: tuple[float, Hex] | None) -> None:
    """Why an army stays."""
    if best is None:
        because(state, ("stay", 0), 0.0, "{:unit} stays: there is nowhere to go in supply", unit)
        return
    because(
        *(state, ("stay", 0), 0.0, "{:unit} stays: no post is better, not even {:hex} ({:+.1f})"),
        *(unit, best[1], best[0]),
    )


def bearing(state: State, choice: Choice, cost: float, loss: int, ground: float) -> None:
    """What a way to bear a loss costs."""
    verb, number = choice
    if verb == "hold":
        words = f"hold and pay {counted(loss, 'point')}: the ground is worth {points(ground)}"
    elif verb == "retreat":
        paid = loss - number
        words = f"give way by {counted(number, 'hex', 'hexes')}"
        words += f" and pay {counted(paid, 'point')}" if paid else ""
        words += f": the ground is worth {points(ground)}"
    else:
        words = "lose the army: nothing else is left" if cost > 50 else "lose the army"
    because(state, choice, -cost, words + " (costs {})", points(cost))


def paying(state: State, amount: int, nation: int, dear: float) -> None:
    """Who pays for a loss."""
    words = "{} pays {}: the loss costs {}, less than an army"
    if not amount:
        words = "{} pays {}: its ally can do so more easily"
    paid = counted(amount, "point")
    because(state, ("pay", amount), 0.0, words, NATIONS[nation].name, paid, points(dear))


def losing(state: State, unit: int, loss: int) -> None:
    """Why an army is given up in place of points."""
    words = "{:unit} is given up: a loss of {} costs more than to build it again"
    because(state, ("lose", unit), 0.0, words, unit, loss)


def building(state: State, choice: Choice, nation: int, kept: float) -> None:
    """What is built."""
    words = "build {:unit}" if choice[0] == "build" else "rebuild the fort of {:hex}"
    words += ": {} has {} and keeps {:.0f} for its front"
    has = counted(state.crp[nation], "point")
    because(state, choice, 0.0, words, choice[1], NATIONS[nation].name, has, kept)


def lending(state: State, loan: int, amount: float) -> None:
    """Who helps whom."""
    lender, borrower = (NATIONS[nation].name for nation in parties(loan))
    words = "{} lends {} about {}: its front cannot be paid for"
    because(state, ("lend", loan), amount, words, lender, borrower, counted(int(amount), "point"))


def following(state: State, choice: Choice, unit: int, gain: float) -> None:
    """Who follows up after a battle."""
    words = "{:unit} goes forward: it stands better there ({:+.1f})"
    because(state, choice, gain, words, unit, gain)


def standing(state: State) -> None:
    """Why nobody follows up."""
    because(state, ("done", 0), 0.0, "everybody stands better where he is")
