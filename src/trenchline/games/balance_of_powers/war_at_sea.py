"""Chapters 5.32 and 5.33: what submarines and raiders take from Britain each season.

The sums alone; where the seas are played, the season asks here what a die costs (``trade_war``).
"""

from __future__ import annotations

from trenchline.games.balance_of_powers.components import BR, OWNED, PORT_BOXES, TABLES
from trenchline.games.balance_of_powers.going import SEA
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex

TOLD = TABLES["submarines"]
NORTH, MID, MEDITERRANEAN = "North Atlantic", "Mid Atlantic", "Mediterranean"
"""[5.322] Where submarines hunt."""


def hunting_modifier(
    where: str, *, season: int = 0, ace: bool = False, port: bool = True, antwerp: bool = False
) -> int:
    """[5.323] What changes the die: where submarines hunt [5.323.2] [5.323.3], in which season of
    unrestricted warfare (none is 0) [5.323.4] [5.323.5] [5.323.6], whether Lothar is with them
    [5.323.1], and in the Mid Atlantic whether Germany has a port on the Channel coast [5.323.8], or
    Antwerp is one [5.323.7].

    >>> hunting_modifier(MID, season=2), hunting_modifier(MID, port=False), hunting_modifier(NORTH)
    (-1, 1, 1)
    """
    total: int = TOLD["place"][where] + TOLD["ace"] * ace
    if season:
        unrestricted: list[int] = TOLD["unrestricted"]
        total += unrestricted[min(season, len(unrestricted)) - 1]
    if where == MID:
        total += TOLD["antwerp"] * antwerp + TOLD["no_port"] * (not port)
    return total


def british_loss(steps: int, die: int, modifier: int) -> int:
    """[5.323] The points that Britain loses: as many as the submarine steps, six at most [5.322],
    exceed the final die, which is never below 0."""
    most: int = TOLD["most"]
    return max(0, min(steps, most) - max(0, die + modifier))


def raids(box: Hex) -> bool:
    """[5.33] Whether German ships in an ocean box prey on British trade: a British port is beside
    it."""
    return bool(step(1 << box, SEA) & PORT_BOXES & OWNED[BR])


def raiders_succeed(box: Hex, radius: int, dice: int) -> bool:
    """[5.33] Whether two dice below the best radius of the raiders in a box cost Britain a
    point."""
    return raids(box) and dice < radius
