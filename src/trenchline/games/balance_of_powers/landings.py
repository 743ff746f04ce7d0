"""Chapter 6.453: the landing counter that the Entente may place once a year.

It lies on the water, or on a coast of the Entente, and is land that leads to one coast beside it.
Corps come to it by sea, attack from it, and are supplied through it. It stays for good [R161].
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.components import (
    AF_CORPS,
    AFRICA,
    BOARD,
    COAST,
    ENTENTE,
    TABLES,
    WATER,
)
from trenchline.games.balance_of_powers.going import BARRED, SEA, beside
from trenchline.games.balance_of_powers.neutrals import closed
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choices, OwnDecision, Refusal

SHORES: Hexes = COAST & ~BARRED
"""[R162] Coasts to which a landing may lead."""
A_YEAR: int = TABLES["transport"]["landings"]


@lru_cache(maxsize=64)
def _off(coasts: Hexes, water: Hexes) -> Hexes:
    """The hexes from which ships could go to one of some coasts, and nobody could march."""
    near = step(coasts, SEA) & water
    return bit_set(h for h in members(near) if step(1 << h, SEA) & coasts & ~beside(h))


def coasts(state: State) -> Hexes:
    """[R162] The coasts to which a landing may lead now: none of a neutral who is not violated."""
    return SHORES & state.scenario.hexes & ~closed(state, ENTENTE)


def sites(state: State) -> Hexes:
    """[6.453] Where a landing counter may be placed: permitted waters, and own coasts, beside a
    coast."""
    if state.landed >= A_YEAR:
        return 0
    open_water = WATER & ~COAST | COAST & state.held[ENTENTE]
    free = open_water & ~BARRED & BOARD.hexes & state.scenario.hexes
    free = _off(coasts(state), free) & ~bit_set(state.landings) & ~state.enemy_land(ENTENTE)
    return free & ~_strangers(state)


def _strangers(state: State) -> Hexes:
    """[1.24.3] [R302] Where others than corps for Africa lie off its coasts: a landing would set
    them ashore, and they would be lost."""
    return AFRICA & bit_set(state.where[u] for u in members(state.aboard & ~AF_CORPS))


def ahead(state: State, site: Hex) -> Hexes:
    """The coasts to which a landing in some place may lead."""
    return step(1 << site, SEA) & coasts(state) & ~beside(site)


def why_no_landing(state: State, site: Hex) -> Refusal:
    """Why a landing counter cannot lie in some place."""
    if state.landed >= A_YEAR:
        return Refusal("6.453", "one landing a year is all")
    if site < 0 or not (WATER & BOARD.hexes & state.scenario.hexes & ~BARRED) >> site & 1:
        return Refusal("6.451.1", "it is no water that the fleets of the Entente may use")
    if site in state.landings:
        return Refusal("6.453", "a landing counter lies there")
    if (COAST & ~state.held[ENTENTE]) >> site & 1:
        return Refusal("6.453", "the coast is not in friendly hands")
    if _strangers(state) >> site & 1:
        return Refusal("1.24.3", "units that are there would be lost in Africa")
    if state.enemy_land(ENTENTE) >> site & 1:
        return Refusal("6.453", "enemies defend it")
    return Refusal("6.453", "no coast lies before it to which it could lead")


@dataclass(frozen=True, slots=True)
class Ashore(OwnDecision[State]):
    """[6.453] A landing counter is placed, and points to a coast."""

    site: Hex

    def prompt(self, state: State) -> str:
        """From where."""
        return state.say("To which coast does the landing in {:hex} lead? [6.453]", self.site)

    def choices(self, state: State) -> Choices:
        """The coasts before it."""
        return {"towards": ahead(state, self.site)}

    def take(self, state: State, verb: str, number: int) -> None:
        """It lies there; who is at sea in that place has landed."""
        state.landings[self.site] = number
        state.landed += 1
        state.held[ENTENTE] |= 1 << self.site
        state.aboard &= ~state.stacks.get(self.site, 0)
        state.note("A landing in {:hex} leads to {:hex}", self.site, number)

    @asked("6.453", "towards")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why not there."""
        if number < 0 or not (step(1 << self.site, SEA) & COAST) >> number & 1:
            return Refusal("6.453", "it leads to a coast beside it")
        if BARRED >> number & 1:
            return Refusal("6.451.1", "the fleets of the Entente keep away from that coast")
        if beside(self.site) >> number & 1:
            return Refusal("6.453", "one could march there")
        return Refusal("6.11", "the country is neutral, and nobody declared its violation")
