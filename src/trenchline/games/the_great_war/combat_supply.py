"""Combat supply [11D]: resource points opened for a segment feed units over an overland line.

A point feeds 150 REs beside an active Army HQ of the units' own nation, 30 elsewhere. What is left
of an opened point feeds others in the same segment [R83]; at its end all opened points are gone.
Two REs of a side may draw on one point without spending it (a sip).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.goods import prefer, spend
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.supply import overland
from trenchline.games.the_great_war.surprise import is_surprised
from trenchline.games.the_great_war.tables import SUPPLY
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, Refusal
from trenchline.kernel.words import counted

COMBAT_SUPPLY = SUPPLY["combat"]
WITH_HEADQUARTERS: int = COMBAT_SUPPLY["with_headquarters"] * QUARTERS
OTHERWISE: int = COMBAT_SUPPLY["otherwise"] * QUARTERS
FREE: int = COMBAT_SUPPLY["free_res"] * QUARTERS


def draws(state: State, unit: int) -> int:
    """[11D] [8C2.12] What a unit draws, in quarters of an RE: artillery and overstacked units
    twice."""
    size = state.re(unit)
    if state.kind.artillery >> unit & 1:
        size *= COMBAT_SUPPLY["artillery_factor"]
    if state.overstacked >> unit & 1:
        size *= COMBAT_SUPPLY["overstack_factor"]
    return size


def staffs(state: State, hex_: Hex) -> Units:
    """[11D] The active Army HQs in a hex."""
    return state.stacks.get(hex_, 0) & state.kind.army_hq & ~state.inactive


def feeds(state: State, hex_: Hex) -> int:
    """[11D] How many quarters of an RE a point in a hex feeds."""
    return WITH_HEADQUARTERS if staffs(state, hex_) else OTHERWISE


def is_foreign(state: State, unit: int, hex_: Hex) -> bool:
    """[11E] Whether the points of a hex are barred to a unit: they lie with an active Army HQ of
    another nation."""
    counters = state.theatre.counters
    there = staffs(state, hex_)
    nation = counters[unit].nation
    return bool(there) and all(counters[hq].nation != nation for hq in members(there))


def stores(state: State, side: int) -> Hexes:
    """[11G] The hexes in which a side has resource points."""
    found = bit_set(hex_ for hex_, points in state.resources.items() if points)
    return found & state.owned[side]


def closed_points(state: State, hex_: Hex) -> int:
    """The points in a hex that may still be opened: not those opened already, nor one that somebody
    sips from [11D]."""
    sipped = hex_ in state.sips
    return state.resources.get(hex_, 0) - state.opened.get(hex_, 0) - sipped


def has_for(state: State, unit: int, hex_: Hex) -> bool:
    """Whether the points of a hex still suffice for a unit in this segment."""
    left = state.stores.get(hex_, 0) + closed_points(state, hex_) * feeds(state, hex_)
    return left >= draws(state, unit)


def sources(state: State, unit: int) -> Hexes:
    """[11D] [11E] The hexes whose points a unit can trace an overland line to."""
    counter = state.theatre.counters[unit]
    near = stores(state, counter.side)
    if not near or is_cut_off(state, unit):
        return 0
    near &= overland(state, unit)
    return bit_set(hex_ for hex_ in members(near) if not is_foreign(state, unit, hex_))


def is_cut_off(state: State, unit: int) -> bool:
    """[R95] Whether surprise keeps combat supply from a unit that is attacked."""
    if unit in state.afloat:
        return False
    side = state.theatre.counters[unit].side
    return side != state.moving and is_surprised(state, state.where[unit])


def draw(state: State, unit: int, hex_: Hex) -> None:
    """[11D] A unit draws combat supply; points are opened as they are needed."""
    need = draws(state, unit)
    left = state.stores.get(hex_, 0)
    while left < need:
        state.opened[hex_] = state.opened.get(hex_, 0) + 1
        left += feeds(state, hex_)
    state.stores[hex_] = left - need


def can_sip(state: State, unit: int, hex_: Hex) -> bool:
    """[11D.2] Whether a unit may draw on a point without spending it: two REs of a side in all,
    from one point that feeds nobody else."""
    side = state.theatre.counters[unit].side
    taken = {at: drawn for at, drawn in state.sips.items() if state.owned[side] >> at & 1}
    if taken and hex_ not in taken:
        return False
    if not taken and closed_points(state, hex_) < 1:
        return False
    return taken.get(hex_, 0) + draws(state, unit) <= FREE


def spend_opened(state: State) -> None:
    """[11D.1] At the end of a segment the points that were opened in it are gone."""
    for hex_, points in state.opened.items():
        # Points that the enemy has captured meanwhile are gone already.
        spend(state, hex_, min(points, state.resources.get(hex_, 0)))
        if state.log is not None:
            state.detail("{} spent at {:hex} [11D]", counted(points, "resource point"), hex_)
    state.opened = {}
    state.stores = {}


# Feeding a party.


def hungry(state: State, party: tuple[int, ...], fed: tuple[tuple[int, Hex], ...]) -> list[int]:
    """The units of a party that fight and are not in combat supply yet."""
    done = {unit for unit, _ in fed}
    idle = state.kind.army_hq | state.kind.corps_hq
    return [unit for unit in party if unit not in done and not idle >> unit & 1]


def fed_from(
    state: State, party: tuple[int, ...], fed: tuple[tuple[int, Hex], ...], hex_: Hex
) -> tuple[tuple[int, Hex], ...]:
    """Feed from the points of a hex everybody of a party who can be, and tell who is fed then."""
    for unit in hungry(state, party, fed):
        if sources(state, unit) >> hex_ & 1 and has_for(state, unit, hex_):
            draw(state, unit, hex_)
            fed = (*fed, (unit, hex_))
    return fed


@dataclass(frozen=True, slots=True)
class Feed(Decision[State]):
    """[11D] Which units of a combat are in combat supply? The others fight with half their strength
    or less [11F]. It is asked as long as anybody is left to be fed."""

    attacking: bool

    def who(self, state: State) -> int:
        return state.battle.side_of(self.attacking)

    def prompt(self, state: State) -> str:
        what = "attack on" if self.attacking else "defence of"
        return state.say(
            "{}: combat supply for the {} {:hex}? [11D]",
            SIDES[self.who(state)],
            what,
            state.battle.target,
        )

    def party(self, state: State) -> tuple[int, ...]:
        """Who could be fed."""
        return state.battle.fighters(self.attacking)

    def offers(self, state: State) -> tuple[Units, Hexes, Units]:
        """Units that can be fed, hexes that can feed somebody, and units that can sip."""
        units = hexes = sippers = 0
        for unit in hungry(state, self.party(state), state.battle.fed):
            for hex_ in members(sources(state, unit)):
                if has_for(state, unit, hex_):
                    units |= 1 << unit
                    hexes |= 1 << hex_
                if can_sip(state, unit, hex_):
                    sippers |= 1 << unit
        return units, hexes, sippers

    def choices(self, state: State) -> Choices:
        units, hexes, sippers = self.offers(state)
        others = hexes & ~state.preferred if hexes & (hexes - 1) else 0
        found = {"feed": hexes, "supply": units, "sip": sippers, "draw_on": others, "done": ONE}
        return {verb: numbers for verb, numbers in found.items() if numbers}

    def take(self, state: State, verb: str, number: int) -> None:
        battle = state.battle
        if verb == "feed":
            fed = fed_from(state, self.party(state), battle.fed, number)
            state.battle = replace(battle, fed=fed)
        elif verb == "draw_on":
            prefer(state, self.who(state), number)
        elif verb != "done":
            self._feed_one(state, verb, number)
        if verb != "done" and any(self.offers(state)):
            state.stack.append(self)
        else:
            _tell(state, state.battle, self.attacking)

    def _feed_one(self, state: State, verb: str, unit: int) -> None:
        able = sources(state, unit)
        if verb == "sip":
            first = sorted(members(able), key=lambda hex_: not state.preferred >> hex_ & 1)
            hex_ = next(hex_ for hex_ in first if can_sip(state, unit, hex_))
            state.sips[hex_] = state.sips.get(hex_, 0) + draws(state, unit)
        else:
            hex_ = nearest(state, unit, able)
            draw(state, unit, hex_)
        state.battle = replace(state.battle, fed=(*state.battle.fed, (unit, hex_)))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "feed":
            return self._why_not_feed(state, number)
        if verb == "draw_on":
            return self._why_not_prefer(state, number)
        if verb not in ("supply", "sip"):
            return Refusal("11D", "say first who is in combat supply")
        if number not in self.party(state):
            return Refusal("11D", "that unit takes no part in this combat")
        if number in dict(state.battle.fed):
            return Refusal("11D", "that unit has its combat supply")
        if number not in hungry(state, self.party(state), state.battle.fed):
            return Refusal("11D", "that unit needs no combat supply")
        return why_unfed(state, number, sip=verb == "sip")

    def _why_not_prefer(self, state: State, hex_: Hex) -> Refusal:
        _, hexes, _ = self.offers(state)
        if not hexes >> hex_ & 1:
            return self._why_not_feed(state, hex_)
        if state.preferred >> hex_ & 1:
            return Refusal("11D", "those points are drawn on first already")
        return Refusal("11D", "no other points feed anybody in this combat")

    def _why_not_feed(self, state: State, hex_: Hex) -> Refusal:
        if not stores(state, self.who(state)) >> hex_ & 1:
            return Refusal("11D", "you have no resource points there")
        wanting = hungry(state, self.party(state), state.battle.fed)
        if not wanting:
            return Refusal("11D", "nobody in this combat wants supply any more")
        near = [unit for unit in wanting if overland(state, unit) >> hex_ & 1]
        if not near:
            return Refusal("11B1", "no overland line leads there from anybody who wants supply")
        if all(is_foreign(state, unit, hex_) for unit in near):
            return Refusal("11E", "those points lie with an Army HQ of another nation")
        return Refusal("11D", "what is left there is not enough")


def nearest(state: State, unit: int, able: Hexes) -> Hex:
    """[R84] The points a unit draws on when only the unit is named: where its owner has said so,
    else opened ones first, then where a headquarters makes most of them."""
    return min(
        (hex_ for hex_ in members(able) if has_for(state, unit, hex_)),
        key=lambda hex_: (
            not state.preferred >> hex_ & 1,
            state.stores.get(hex_, 0) < draws(state, unit),
            -feeds(state, hex_),
            hex_,
        ),
    )


def why_unfed(state: State, unit: int, sip: bool = False) -> Refusal:
    """Why a unit cannot be brought into combat supply."""
    side = state.theatre.counters[unit].side
    if not stores(state, side):
        return Refusal("11D", "you have no resource points")
    if is_cut_off(state, unit):
        return Refusal("R95", "its hex has been surprised")
    if not stores(state, side) & overland(state, unit):
        return Refusal("11B1", "no overland line leads from that unit to a resource point")
    if not sources(state, unit):
        return Refusal("11E", "the points in reach lie with an Army HQ of another nation")
    if sip:
        return Refusal("11D", "two REs of a side draw on one point without spending it")
    return Refusal("11D", "the points in reach are not enough")


def _tell(state: State, battle: Battle, attacking: bool) -> None:
    """Who is in combat supply."""
    if state.log is None:
        return
    party = battle.fighters(attacking)
    units = [unit for unit, _ in battle.fed if unit in party]
    if units:
        state.detail("{}: {:units} supplied [11D]", SIDES[battle.side_of(attacking)], units)


@dataclass(frozen=True, slots=True)
class FeedSide(Duty[State]):
    """[11D] A side is asked for combat supply if it has any to give."""

    attacking: bool

    def run(self, state: State) -> None:
        feed = Feed(self.attacking)
        if any(feed.offers(state)):
            state.stack.append(feed)
