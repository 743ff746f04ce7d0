"""Rule 7A9: sections of a rail net that are cut off from each other, where the option is on.

The section with most yards is home, the others are orphans: an orphan has what its yards and depots
give it, and home the rest of the net's capacity. What is built, transferred or worn out in an
orphan is remembered by the yard at which it was.
"""

from __future__ import annotations

from functools import lru_cache

from trenchline.games.the_great_war.ferries import low_rail_ways
from trenchline.games.the_great_war.rail_capacity import A_DEPOT, NO_NET, left_on, net_at
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.tables import RAIL
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.kernel.floods import Ways, parts
from trenchline.kernel.hexes import Hex, Hexes

SPLIT_NETS = "split_nets"
"""The option by which the parts of a net have capacities of their own [7A9]."""
A_YARD: int = RAIL["split"]["yard"] * QUARTERS
AN_ORPHANS_DEPOT: int = RAIL["split"]["depot"] * QUARTERS


def sections(state: State, net: int) -> tuple[Hexes, ...]:
    """[7A9.1] [R176] The sections of a net that hexes of the enemy's part, the one with most yards
    first: it is home."""
    data = state.theatre.nets[net]
    owned = state.theatre.rails & state.owned[data.side]
    return _sections(state.theatre, net, owned, low_rail_ways(state))


@lru_cache(maxsize=512)
def _sections(theatre: Theatre, net: int, owned: Hexes, lines: Ways) -> tuple[Hexes, ...]:
    hexes = theatre.nets[net].hexes
    found = [part & hexes for part in parts(owned, lines) if part & hexes]
    found.sort(key=lambda part: (-(part & theatre.yards).bit_count(), part))
    return tuple(found)


def section_at(state: State, net: int, hex_: Hex) -> Hexes:
    """The section of a net in which a hex lies."""
    return next((part for part in sections(state, net) if part >> hex_ & 1), 0)


def _gathered(amounts: dict[Hex, int], section: Hexes) -> int:
    if not amounts:
        return 0
    return sum(amount for hex_, amount in amounts.items() if section >> hex_ & 1)


def _depots_in(state: State, net: int, section: Hexes) -> int:
    pairs = zip(state.depot_at, state.depot_net, strict=True)
    return sum(1 for at, on in pairs if at >= 0 and on == net and section >> at & 1)


def capacity_of(state: State, net: int, section: Hexes) -> int:
    """[7A9.2] [7A9.3] The capacity of a section: of an orphan two REs for each yard and depot, of
    home what the orphans leave of the net's."""
    home, *orphans = sections(state, net)
    if section != home:
        yards = (section & state.theatre.yards).bit_count()
        own = A_YARD * yards + AN_ORPHANS_DEPOT * _depots_in(state, net, section)
        return max(0, min(state.capacity[net], own + _gathered(state.section_capacity, section)))
    theirs = sum(capacity_of(state, net, orphan) for orphan in orphans)
    return max(0, state.capacity[net] - theirs)


def left_at(state: State, net: int, hex_: Hex) -> int:
    """[7A4] [7A9] What can still be carried in this turn on the section of a net in which a hex
    lies; on the whole net, where the option is off."""
    if SPLIT_NETS not in state.options or len(sections(state, net)) < 2:
        return left_on(state, net)
    section = section_at(state, net, hex_)
    return min(_left_in(state, net, section), left_on(state, net)) if section else 0


def _left_in(state: State, net: int, section: Hexes) -> int:
    """[7A9.2] What a section could still carry, were it not for the rest of the net."""
    whole = capacity_of(state, net, section) + _gathered(state.section_boosts, section)
    used = A_DEPOT * _depots_in(state, net, section) + _gathered(state.section_used, section)
    return whole - used - state.barred_capacity[net]


def able_to_carry(state: State, net: int, more: int) -> Hexes:
    """[7A4] [7A9] The hexes of a net whose section can carry so much more."""
    if more > left_on(state, net):
        return 0
    if SPLIT_NETS not in state.options or len(split := sections(state, net)) < 2:
        return state.theatre.nets[net].hexes
    found = 0
    for section in split:
        if more <= _left_in(state, net, section):
            found |= section
    return found


def use_at(state: State, hex_: Hex, amount: int) -> None:
    """[7A9] A section is used by what sets out in a hex."""
    if amount and SPLIT_NETS in state.options:
        state.section_used[hex_] = state.section_used.get(hex_, 0) + amount


def change_at(state: State, side: int, hex_: Hex, amount: int) -> None:
    """[7A9.4] Capacity is built, transferred or worn out at a yard: where that lies in an orphan,
    it is the orphan's."""
    net = net_at(state.theatre, side, hex_)
    if SPLIT_NETS not in state.options or net == NO_NET:
        return
    home = sections(state, net)[0] if sections(state, net) else 0
    if not home >> hex_ & 1:
        state.section_capacity[hex_] = state.section_capacity.get(hex_, 0) + amount


def boostable(state: State, net: int, hex_: Hex, share: int) -> int:
    """[7A5a] [7A9.4] How much more the section of a yard may be boosted: each by itself, up to a
    part of its capacity."""
    section = section_at(state, net, hex_)
    most = capacity_of(state, net, section) // share
    return most - _gathered(state.section_boosts, section)


def is_split(state: State, net: int) -> bool:
    """[7A9] Whether a net has sections with capacities of their own now."""
    return SPLIT_NETS in state.options and len(sections(state, net)) > 1
