"""Rule 14O3: transport units in supply line mode lengthen supply lines that are traced through
their hex: one unit by a hex, three by two. Those on a road lengthen road elements, the others
overland elements, so that none serves twice [R164]."""

from __future__ import annotations

from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex, Hexes

THREE = 3
ROUGH = ("rough", "wooded rough", "mountain")


def extensions(
    state: State, side: int, roads: Hexes, by_road: bool, unseen: Units = 0
) -> list[tuple[Hex, int]]:
    """[14O3] [14O2bi] [14O2bii] The hexes with transport units of a side that lengthen a line, and
    by how much: in mountainous terrain only mountain pack transport does, in the Desert of pack
    transport only camels. For whoever does not see them, ``unseen`` ones lengthen nothing."""
    if not state.extending:
        return []
    found: dict[Hex, int] = {}
    shaken = state.disrupted | state.badly_disrupted
    tagged, theatre = state.theatre.tagged, state.theatre
    for unit in members(state.extending & theatre.of_side[side] & ~shaken & ~unseen):
        hex_, bit = state.where[unit], 1 << unit
        if bool(roads >> hex_ & 1) is not by_road:
            continue
        pack = bool(state.kind.cavalry & bit)
        if pack and theatre.terrain[hex_].kind in ROUGH and not tagged["mountain"] & bit:
            continue
        if pack and theatre.desert >> hex_ & 1 and not tagged["camel"] & bit:
            continue
        found[hex_] = found.get(hex_, 0) + 1
    return [(hex_, 2 if units >= THREE else 1) for hex_, units in found.items()]
