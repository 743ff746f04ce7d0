"""Rule 11G and 11H: resource points, and how they are carried.

A party carries what it has loaded as long as it is on the move, and sets it down where it is left.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, TypeVar

from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.intelligence import tell_of
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.tables import SUPPLY
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choices, Refusal
from trenchline.kernel.words import counted

if TYPE_CHECKING:
    from trenchline.games.the_great_war.march import March

A_POINT = 12
"""[3A3] The size of a resource point in quarters of an RE."""
CARTAGE = SUPPLY["cartage"]
DIVISION_BURDEN = 3
"""[11H2] Once in a turn a division may carry a resource point, at the price of three points."""
CARTED, RAILED = 0, 1
"""[11H4] The means by which goods may go once each in a phase."""
IN_HAND = -1
"""Where goods are that a party carries."""


def receive(state: State, hex_: Hex, points: int) -> None:
    """[11G] Resource points come into play in a hex."""
    state.resources[hex_] = state.resources.get(hex_, 0) + points
    state.points_come += points


def prefer(state: State, side: int, hex_: Hex) -> None:
    """[11D] [13A1c] [R84] [R123] Where several points could serve, a side draws on those of a hex
    from now on."""
    state.preferred = state.preferred & ~state.owned[side] | 1 << hex_
    state.detail("{:hex} is drawn on first [11G]", hex_)


def spend(state: State, hex_: Hex, points: int) -> None:
    """[11G] Resource points in a hex are spent."""
    left = state.resources.get(hex_, 0) - points
    assert left >= 0, "more resource points are spent than there are"
    state.points_gone += points
    _set(state, hex_, left)
    if not left:
        for means in (CARTED, RAILED):
            state.moved_goods.pop((hex_, means), None)


def _set(state: State, hex_: Hex, points: int) -> None:
    if points:
        state.resources[hex_] = points
    else:
        state.resources.pop(hex_, None)


K = TypeVar("K", bound=Hashable)


def shift(amounts: dict[K, int], here: K, there: K, number: int = 1) -> None:
    """So many leave one key of some amounts for another; nothing is left where none are."""
    left = amounts[here] - number
    if left:
        amounts[here] = left
    else:
        del amounts[here]
    amounts[there] = amounts.get(there, 0) + number


def destructible(state: State, side: int) -> Hexes:
    """[11H.1] [R165] The hexes of a side with resource or supply points, which it may destroy in
    its phases of movement and combat."""
    owned = state.owned[side]
    found = bit_set(hex_ for hex_ in state.resources if owned >> hex_ & 1)
    if state.gsps:
        found |= bit_set(hex_ for hex_, _ in state.gsps if hex_ >= 0 and owned >> hex_ & 1)
    return found


def destroy(state: State, side: int, hex_: Hex) -> None:
    """[11H.1] A side destroys a resource point of its own, or where there is none, the general
    supply points of a hex."""
    if not state.resources.get(hex_, 0):
        state.gsps = {key: points for key, points in state.gsps.items() if key[0] != hex_}
        state.detail("The supply points in {:hex} are destroyed [11H]", hex_)
        return
    spend(state, hex_, 1)
    state.detail("A resource point in {:hex} is destroyed [11H]", hex_)


def why_not_destroy(state: State, side: int, hex_: Hex) -> Refusal:
    """[11H.1] Why nothing is destroyed in a hex."""
    if hex_ < 0 or not (state.resources.get(hex_, 0) or any(h == hex_ for h, _ in state.gsps)):
        return Refusal("11H.1", "neither a resource point nor a supply point lies there")
    return Refusal("11H.1", "the points there are not owned by the side")


def carriers(state: State, party: tuple[int, ...]) -> Units:
    """[11H2] Those of a party that carry resource points: Army HQs and transport units, and one
    division of a side in a turn."""
    found = 0
    for unit in party:
        bit = 1 << unit
        if state.kind.army_hq & bit:
            found |= bit
        elif "transport" in state.theatre.counters[unit].tags:
            # [14O2] Not while disrupted.
            found |= bit & ~(state.disrupted | state.badly_disrupted | state.extending)
    if not found and len(party) == 1:
        side = state.theatre.counters[party[0]].side
        large = state.kind.divisional.showing(state.reduced) >> party[0] & 1
        if large and not state.carrying >> side & 1:
            found = 1 << party[0]
    return found


def room(state: State, party: tuple[int, ...]) -> int:
    """[11H2] How many resource points a party can carry."""
    found = 0
    for unit in members(carriers(state, party)):
        if state.kind.army_hq >> unit & 1:
            found += CARTAGE["army_headquarters"]
        elif "transport" in state.theatre.counters[unit].tags:
            found += CARTAGE["transport"]
        else:
            return 1
    return found * 4 // A_POINT


def burden(state: State, party: tuple[int, ...], cargo: int) -> int:
    """[11H2] What its cargo takes off the movement rating of a party that is neither an Army HQ nor
    transport."""
    if not cargo:
        return 0
    unit = party[0]
    eased = state.kind.army_hq >> unit & 1 or "transport" in state.theatre.counters[unit].tags
    return 0 if eased or len(party) > 1 else DIVISION_BURDEN


def waiting(state: State, side: int, hex_: Hex) -> int:
    """[11H4] The resource points of a side in a hex that have not been carted in this phase."""
    if not state.owned[side] >> hex_ & 1:
        return 0
    return state.resources.get(hex_, 0) - state.moved_goods.get((hex_, CARTED), 0)


def loads(state: State, march: March) -> Choices:
    """[11H2] The resource points that a party may load where it is."""
    if march.cargo:
        return {}
    there = waiting(state, march.who(state), march.hex)
    if there <= 0:
        return {}
    # [14O2] With units aboard nothing more than three REs in all.
    most = min(there, 0 if march.riders else room(state, march.party))
    return {"load": (1 << most + 1) - 2} if most > 0 else {}


def load(state: State, march: March, points: int) -> int:
    """[11H2] A party takes resource points up; it tells how many it carries now. What has gone by
    rail already does not do so again [11H4]; the others are taken first."""
    railed = state.moved_goods.get((march.hex, RAILED), 0)
    both = max(0, points - max(0, waiting(state, march.who(state), march.hex) - railed))
    if both:
        shift(state.moved_goods, (march.hex, RAILED), (IN_HAND, RAILED), both)
    _set(state, march.hex, state.resources[march.hex] - points)
    if burden(state, march.party, points):
        state.carrying |= 1 << march.who(state)
    told = counted(points, "resource point")
    tell_of(state, march.party[:1], "{} takes up {} in {:hex} [11H2]", told, march.hex)
    state.in_transit += points
    return points


def unload(state: State, hex_: Hex, points: int) -> None:
    """[11H2] [11H4] A party sets down what it carries; it is not carted again in this phase."""
    if points:
        state.resources[hex_] = state.resources.get(hex_, 0) + points
        state.moved_goods[hex_, CARTED] = state.moved_goods.get((hex_, CARTED), 0) + points
        railed = state.moved_goods.get((IN_HAND, RAILED), 0)
        if railed:
            shift(state.moved_goods, (IN_HAND, RAILED), (hex_, RAILED), railed)
        state.in_transit -= points
