"""Chapter 6.452: how far ships carry units in a month when no fleets are played.

Ways by sea change only with the neutrals whose ports are shut, so they are found once for each
place that ships leave.
"""

from __future__ import annotations

from functools import lru_cache

from trenchline.games.balance_of_powers.components import AFRICA, OCEAN_BOXES, PORT_BOXES, TABLES
from trenchline.games.balance_of_powers.going import SEA, joined
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes

TOLD = TABLES["transport"]
DEAR: Hexes = PORT_BOXES | AFRICA
"""[6.452.1] Port boxes, and the waters of Africa."""


@lru_cache(maxsize=512)
def reach(port: Hex, waters: Hexes, pairs: tuple[tuple[Hex, Hex], ...] = ()) -> Hexes:
    """[6.452] What ships reach from a place in the moves of one month, with the seas that are
    joined where a map is not played [12.9/omit-africa]."""
    sea = joined(SEA, pairs)
    seen = 1 << port
    for _ in range(TOLD["moves"]):
        ahead = {0: seen}
        found = seen
        for spent in range(TOLD["points"] + 1):
            edge = ahead.pop(spent, 0)
            if spent:
                edge &= ~found
            if not edge:
                continue
            found |= edge
            near = step(edge, sea) & waters & ~found
            for hexes, cost in (
                (near & OCEAN_BOXES, TOLD["ocean_box"]),
                (near & DEAR, TOLD["port_box"]),
                (near & ~OCEAN_BOXES & ~DEAR, TOLD["hex"]),
            ):
                if hexes:
                    ahead[spent + cost] = ahead.get(spent + cost, 0) | hexes
        seen = found
    return seen & ~(1 << port)
