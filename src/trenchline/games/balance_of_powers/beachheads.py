"""Chapter 7.7: amphibious invasion. Corps on ships land on a counter that is land before an enemy
coast; from there they attack it in the campaign, and what they take may become an anchorage.
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    CLOSED_PORTS,
    COAST,
    FULL_NATIONS,
    LAND,
    NEUTRAL,
    NL,
    OCEAN_BOXES,
    PORT_BOXES,
    WATER,
    Units,
)
from trenchline.games.balance_of_powers.going import beside
from trenchline.games.balance_of_powers.holds import would_live
from trenchline.games.balance_of_powers.lodgements import close_breaches, landing_side, lodge
from trenchline.games.balance_of_powers.minefields import mined
from trenchline.games.balance_of_powers.navy import SHIPS, VESSELS
from trenchline.games.balance_of_powers.neutrals import closed
from trenchline.games.balance_of_powers.seaways import OPEN_SEA
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Duty, Refusal


def landers(state: State) -> Units:
    """[7.71] The passengers of the force that go to a landing counter where it lies; in Africa
    others than its own corps stay on board [1.24.3] [R302]."""
    return state.force & state.passengers & would_live(state.force_at)


def invadable(state: State) -> Hexes:
    """[7.71] [7.71.1] The coasts and port boxes beside the force to which a landing may lead; in a
    port box the box itself [2.63]."""
    if not state.force & SHIPS or not landers(state) & ALL_CORPS:
        return 0
    place, side = state.force_at, state.phasing
    if why_no_site(state, place, side) is not None:
        return 0
    near = step(1 << place, OPEN_SEA) & ~beside(place)
    if PORT_BOXES >> place & 1:
        near = 1 << place
    found = near & (COAST | PORT_BOXES) & state.held[1 - side]
    found &= ~FULL_NATIONS & ~closed(state, side) & state.scenario.hexes
    if state.sides[NL] == NEUTRAL:
        # [7.73] Whoever lands at Antwerp violates the Netherlands too.
        found &= ~CLOSED_PORTS
    return found


def why_no_site(state: State, place: Hex, side: int) -> Refusal | None:
    """Why no landing counter can lie where the force is: it lies on open water, or on a coast of
    its side [R227]."""
    if OCEAN_BOXES >> place & 1:
        return Refusal("7.71.1", "no landing lies in an ocean box")
    if place in state.landings:
        return Refusal("7.71", "the force lies at a landing counter")
    if PORT_BOXES >> place & 1:
        return None
    if not (WATER & ~COAST | COAST & state.held[side]) >> place & 1:
        return Refusal("7.71.1", "the force lies at a coast that is not yours")
    return None


def why_not_invade(state: State, target: Hex) -> Refusal:
    """Why the force cannot place a landing that leads to a location."""
    side = state.phasing
    if not state.force & SHIPS:
        return Refusal("7.71", "submarines land nobody")
    if not state.force & state.passengers & ALL_CORPS:
        return Refusal("7.71", "no corps is on board")
    if not landers(state) & ALL_CORPS:
        return Refusal("1.24.3", "whoever is on board would be lost in Africa")
    if wrong := why_no_site(state, state.force_at, side):
        return wrong
    if target < 0 or not (COAST | PORT_BOXES) >> target & 1:
        return Refusal("7.71.1", "a landing leads to a coast")
    if PORT_BOXES >> state.force_at & 1 and target != state.force_at:
        return Refusal("7.71", "a landing in a port box leads to the box itself")
    if not (step(1 << state.force_at, OPEN_SEA) | 1 << state.force_at) >> target & 1:
        return Refusal("7.71.1", "it does not lie beside the force")
    if FULL_NATIONS >> target & 1:
        return Refusal("7.71", "nobody invades the box of a whole nation")
    if CLOSED_PORTS >> target & 1 and state.sides[NL] == NEUTRAL:
        return Refusal("7.73", "a landing at Antwerp violates the Netherlands")
    if closed(state, side) >> target & 1:
        return Refusal("6.11", "the country is neutral, and nobody declared its violation")
    if not state.held[1 - side] >> target & 1:
        return Refusal("7.71", "the enemy does not hold it")
    return Refusal("7.71", "corps could march there from where the force is")


def land(state: State, target: Hex) -> None:
    """[7.71] A landing counter is placed: who is on board is on it now, mines before it attack
    [6.442.2], and the ships stay until the month is over [7.65.1]."""
    place, side = state.force_at, state.phasing
    state.landings[place] = target
    if target != place:
        state.held[side] |= 1 << place
        state.held[1 - side] &= ~(1 << place)
    landed = landers(state)
    state.passengers &= ~landed
    state.aboard &= ~landed
    state.force &= ~landed
    if target == place:
        # [2.53.2] Whoever was there first keeps the box.
        lodge(state, landed)
    elif landed & ALL_CORPS:
        state.corps[side] |= 1 << place
    state.note("A landing in {:hex} leads to {:hex}", place, target)
    state.unloading |= state.force & VESSELS
    field = mined(state, state.force, target)
    if field is not None:
        state.stack.append(field)


@dataclass(frozen=True, slots=True)
class TendLandings(Duty[State]):
    """[7.72] [7.74] Landing counters without corps or ships go, those whose coast is taken become
    anchorages."""

    def run(self, state: State) -> None:
        """Look at each."""
        for site, target in list(state.landings.items()):
            side = landing_side(state, site)
            if site == target:
                _tend_lodgement(state, site, side)
            elif state.held[side] >> target & 1:
                # [R230] The anchorage lies on the coast.
                state.anchorages |= 1 << target
                state.note("{:hex} is an anchorage now", target)
                _reembark(state, site, side)
                _remove(state, site, side)
            elif not state.units(site, side) & SHIPS:
                # [7.72.1]
                state.note("The landing in {:hex} has no ships left", site)
                for unit in members(state.units(site, side) & ALL_CORPS):
                    state.detail("{:unit} is lost", unit)
                    state.lift(unit)
                state.infrastructure &= ~(1 << site)
                _remove(state, site, side)
            elif not state.units(site, side) & ALL_CORPS & ~state.passengers:
                _remove(state, site, side)


def _tend_lodgement(state: State, box: Hex, side: int) -> None:
    """[7.72] [2.63] A landing in a port box: without ships the lodged are lost [7.72.1], not who
    holds the box, nor his works; if the enemy has left the box it has no use."""
    here = state.units(box, side)
    lodged = here & state.lodged
    if not here & SHIPS:
        for unit in members(lodged):
            state.note("{:unit} is lost in {:hex} without ships", unit, box)
            state.lift(unit)
    elif not state.held[1 - side] >> box & 1:
        # [R228]
        state.passengers |= lodged
        state.aboard |= lodged
        state.lodged &= ~lodged
    elif lodged:
        return
    close_breaches(state, box)
    del state.landings[box]


def _reembark(state: State, site: Hex, side: int) -> None:
    """[R228] Whoever is left on a counter that goes is on board again."""
    left = state.units(site, side) & ALL_CORPS & ~state.passengers
    if left and not LAND >> site & 1:
        state.passengers |= left
        state.aboard |= left
        state.corps[side] &= ~(1 << site)


def _remove(state: State, site: Hex, side: int) -> None:
    for breach in [one for one in state.breaches if site in one and not LAND >> site & 1]:
        # The counter was one of the two locations.
        del state.breaches[breach]
    del state.landings[site]
    if not LAND >> site & 1:
        state.held[side] &= ~(1 << site)
