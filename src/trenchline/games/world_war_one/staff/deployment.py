"""The Free Deployment Game: where the Allies draw up before they have seen the enemy [14.31].

The plan is that of 1914, put right: the forts and the mines of Lorraine, and a hand on the Belgian
border; in the east the fortresses that cover Warsaw, Vilna and the way to Kiev; in Serbia the
capital. The Central Powers, who come second, look at what they see and decide by that.
"""

from __future__ import annotations

from trenchline.games.world_war_one.components import FR, GRID, RS, SB
from trenchline.kernel.hexes import Hex, Hexes

PLAN_OF_CAMPAIGN: dict[int, tuple[Hex, ...]] = {
    nation: tuple(GRID.hex(label) for label in labels.split())
    for nation, labels in {
        FR: "0409 0407 0408 0306 0310 0308 0307 0305",
        SB: "1223 1124",
        RS: "2014 2512 2314 2015 2219 2117",
    }.items()
}


def planned(nation: int, hexes: Hexes) -> Hex | None:
    """The next hex of the plan that is still free."""
    return next((h for h in PLAN_OF_CAMPAIGN.get(nation, ()) if hexes >> h & 1), None)
