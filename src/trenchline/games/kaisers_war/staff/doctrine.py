"""Doctrines: what a side fears and hopes for, and how near it goes to either.

A plan says what to fight for, a doctrine how. The two sides are not alike: the Allies, to whom more
comes in, win by living through the spring; the Central Powers must strike while they can. Where
they differ, the numbers were found over whole wars: each was shifted up and down at random on both
sides of some thousand games, and what made a side win more often was tried by itself and kept.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from trenchline.games.kaisers_war.components import ALLIED, CENTRAL

USUAL, WEST, SOUTH, HOLD, IN_THE_EAST = "usual", "west", "south", "hold", "east"
BOLD, SPARE, CEASE = "bold", "spare", "cease"
PLANS = (USUAL, HOLD, CEASE, BOLD, SPARE, WEST, SOUTH, IN_THE_EAST)
"""The usual course; hold and counter-attack; make no attacks at all; attack wherever it pays;
attack only where it pays well; everything on Paris; Italy and Salonika first; the Kaiser moves
east."""


@dataclass(frozen=True)
class Doctrine:
    """How a side wages war."""

    ruin: float = 35.0
    """What our own revolution costs us, in points: who shrinks from all risk ends in a draw."""
    end: float = 300.0
    """What it costs to bring it on ourselves, here and now."""
    triumph: float = 50.0
    """What the enemy's revolution brings us."""
    rich: float = 0.25
    """What a point is worth that will probably run over a hundred [5.9]."""
    poor: float = 40.0
    """Below this a side has no points left for great attacks."""
    stagger: float = 15.0
    """Every so many points that a poor enemy lacks make another one worth a point more."""
    danger: tuple[float, float] = (0.55, 9.0)
    """How much of his points an enemy turns into losses of ours in his turn, since they buy his
    attacks, and how far that may be off."""
    reach_early: tuple[float, float] = (14.0, 6.0)
    """From how few points we may hope to bring the enemy down while a Combat Phase of ours is still
    to come, and how far that hope may be off."""
    reach_late: tuple[float, float] = (14.0, 6.0)
    """The same in our last Combat Phase."""
    reluctance: float = 1.0
    """How much more than the least gain an attack must promise."""
    chest: int = 45
    """Points kept for supply and losses while the war lasts."""
    neighbourhood: float = 0.3
    """How much of a prize's worth lies in the ground next to it."""
    hunger: float = 5.0
    """What it costs to end a move out of supply [15.6]."""
    exposed: float = 0.8
    """How much of its units goes with a hex that is lost outside our trenches."""
    ring: float = 0.4
    """How much more an attack brings against somebody who cannot retreat [13.2]."""


_ALLIED = Doctrine(ruin=100.0, danger=(0.4, 11.0))
_CENTRAL = Doctrine(ruin=100.0, reach_early=(22.0, 8.0), reach_late=(9.0, 5.0), reluctance=0.25)
_RELUCTANCE = {BOLD: 0.25, HOLD: 2.5, SPARE: 5.0, CEASE: 999.0}
DOCTRINES: dict[tuple[int, str], Doctrine] = {
    (side, plan): replace(usual, reluctance=_RELUCTANCE.get(plan, usual.reluctance))
    for side, usual in ((ALLIED, _ALLIED), (CENTRAL, _CENTRAL))
    for plan in PLANS
}
# Allies who spare their points do not hunt a poor enemy either: the summer's test will judge him.
DOCTRINES[ALLIED, SPARE] = replace(
    _ALLIED,
    triumph=40.0,
    poor=15.0,
    stagger=20.0,
    danger=(0.3, 9.0),
    reluctance=3.0,
    chest=63,
    neighbourhood=0.4,
    hunger=7.0,
    ring=0.6,
)
# Venice and a poor enemy at once: the blow in the south is struck with all there is.
DOCTRINES[CENTRAL, SOUTH] = replace(
    _CENTRAL,
    ruin=60.0,
    triumph=136.0,
    rich=0.2,
    poor=64.0,
    danger=(0.65, 9.0),
    reach_early=(18.0, 8.0),
    chest=58,
    neighbourhood=0.48,
    hunger=7.5,
)
