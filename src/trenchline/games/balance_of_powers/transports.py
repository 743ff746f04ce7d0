"""Chapter 7.6: ships take corps and aircraft on board, and set them ashore in ports.

Ships with passengers do all that others do [7.62]. Passengers are in the force that carries them,
and in ``state.passengers``; until they go ashore they are on no board of corps, and so in nobody's
way.
"""

from __future__ import annotations

from trenchline.games.balance_of_powers.components import (
    ALL_AIR,
    ALL_CORPS,
    ARMY_LEADERS,
    CODES,
    ENTENTE,
    OF_KIND,
    OF_NATION,
    TABLES,
    UNITS,
    Units,
)
from trenchline.games.balance_of_powers.entry import enter
from trenchline.games.balance_of_powers.holds import THIRDS, capacity, load, would_live
from trenchline.games.balance_of_powers.lodgements import has_landing, is_lodgement, lodge
from trenchline.games.balance_of_powers.navy import SHIPS, VESSELS, ports
from trenchline.games.balance_of_powers.neutrals import closed
from trenchline.games.balance_of_powers.stacking import fits
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.steps import Refusal

TOLD = TABLES["carriage"]
SHIPPING = "shipping"
"""The special rule by which sides, not nations, have limits of transport [12.8/sea-control.3]."""
FREIGHT: Units = (ALL_CORPS | ALL_AIR | ARMY_LEADERS) & ~OF_KIND["flotilla"]
"""Who goes by sea."""


def allowance(state: State, nation: int) -> int:
    """[7.63] The corps, in thirds, that the ships of a nation may still take on board this month:
    five [7.63/britain] [7.63/usa], two [7.63/japan], or one every second month [7.63/others]; so
    do minor powers that have ships [R225]."""
    used = state.carried.get(nation, 0)
    most: int | None = TOLD["corps"].get(CODES[nation])
    if most is not None:
        return THIRDS * most - used
    last = state.ferried.get(nation, -TOLD["every"])
    if last not in (state.month,) and state.month - last < TOLD["every"]:
        return 0
    return THIRDS * int(TOLD["others"]) - used


def carrier(state: State, unit: int) -> int | None:
    """[7.63] The nation whose limit a passenger counts against: one with ships in the force that
    has room left, his own if it can be [R226]."""
    return _carrier(state, unit, _allowances(state))


def _allowances(state: State) -> dict[int, int]:
    """What each nation with ships in the force may still take on board."""
    nations = {UNITS[ship].nation for ship in members(state.force & SHIPS)}
    return {nation: allowance(state, nation) for nation in nations}


def _carrier(state: State, unit: int, room: dict[int, int]) -> int | None:
    need = load(state, 1 << unit & ALL_CORPS)
    able = [nation for nation, left in room.items() if left >= need]
    own = UNITS[unit].nation
    return own if own in able else min(able, default=None)


def charge(state: State, unit: int) -> None:
    """[7.63] A passenger counts for the month; air units and leaders do not."""
    if not ALL_CORPS >> unit & 1 or state.shipped >> unit & 1:
        return
    if SHIPPING in state.scenario.special:
        # [12.8/sea-control.1] In Africa a side counts, not a nation, and a voyage of several months
        # is one.
        if not state.passengers >> unit & 1:
            if state.side_of(unit) == ENTENTE:
                state.sailed += 1
            else:
                state.ran += 1
        state.shipped |= 1 << unit
        return
    nation = carrier(state, unit)
    assert nation is not None
    state.carried[nation] = state.carried.get(nation, 0) + load(state, 1 << unit)
    if CODES[nation] not in TOLD["corps"]:
        state.ferried[nation] = state.month
    state.shipped |= 1 << unit


def at_a_pier(state: State) -> bool:
    """[7.64] [7.65] Whether the force is in a port that is open to it, or at a landing of its
    side."""
    place, side = state.force_at, state.phasing
    if ports(state, side) >> place & 1:
        return True
    return has_landing(state, side, place)


def why_not_embark(state: State, unit: int) -> Refusal | None:
    """Why a unit cannot go on board, if anything keeps it ashore."""
    if not 0 <= unit < len(UNITS) or not FREIGHT >> unit & 1:
        return Refusal("7.61", "only corps, their leaders and air units are carried")
    if state.where[unit] != state.force_at:
        return Refusal("7.64", "it is not where the ships are")
    if state.side_of(unit) != state.phasing:
        return Refusal("7.64", "it is the enemy's")
    if state.passengers >> unit & 1:
        return Refusal("7.64", "it is on board")
    if not state.force & SHIPS:
        return Refusal("7.61", "submarines carry nobody")
    if any(state.spent.get(ship, 0) for ship in members(state.force & VESSELS)):
        return Refusal("7.64", "ships take on board where they begin their move")
    if not at_a_pier(state):
        return Refusal("7.64", "there is no port that is open to the ships")
    if (ALL_AIR & state.flown) >> unit & 1:
        return Refusal("6.33", "it patrols, and nobody can carry it")
    aboard = state.force & state.passengers
    if ARMY_LEADERS >> unit & 1:
        if not aboard & ALL_CORPS & OF_NATION[UNITS[unit].nation]:
            return Refusal("1.323", "his command is not on board")
        return None
    if load(state, aboard | 1 << unit) > capacity(state, state.force):
        return Refusal("7.61", "the ships cannot carry more")
    if ALL_CORPS >> unit & 1 and not state.shipped >> unit & 1:
        return _why_no_more(state, unit)
    return None


def _why_no_more(state: State, unit: int) -> Refusal | None:
    """[7.63] Why another corps would be too many, if it would."""
    told = state.scenario.special
    if SHIPPING not in told:
        if carrier(state, unit) is None:
            return Refusal("7.63", "no nation of the force may carry more corps now")
    elif state.side_of(unit) == ENTENTE:
        if state.sailed >= told[SHIPPING]:
            return Refusal("12.8/sea-control.3", f"{told[SHIPPING]} corps have sailed this season")
    elif state.ran >= told["runner"]:
        return Refusal("12.8/sea-control.2", "Germany has shipped her corps of the game")
    return None


def embarkable(state: State) -> Units:
    """[7.64] Who may go on board of the force."""
    here = state.units(state.force_at, state.phasing) & FREIGHT & ~state.passengers
    if not here or not state.force & SHIPS:
        return 0
    return bit_set(unit for unit in members(here) if why_not_embark(state, unit) is None)


def embark(state: State, unit: int) -> None:
    """[7.64] A unit goes on board, out of its trenches, and does nothing else until it is ashore
    [7.61.1]."""
    place = state.where[unit]
    # [7.63]
    charge(state, unit)
    state.entrenched &= ~(1 << unit)
    # [2.63]
    state.lodged &= ~(1 << unit)
    state.passengers |= 1 << unit
    state.aboard |= 1 << unit
    state.force |= 1 << unit
    state.off_the_board(place, state.side_of(unit))
    state.note("{:unit} goes on board in {:hex}", unit, place)


def why_not_debark(state: State, unit: int) -> Refusal | None:
    """Why a passenger cannot go ashore, if anything keeps him."""
    place = state.force_at
    if not 0 <= unit < len(UNITS) or not (state.force & state.passengers) >> unit & 1:
        return Refusal("7.65", "it is no passenger of the force")
    if not at_a_pier(state):
        return Refusal("7.65", "there is no port and no landing that is open to it")
    if closed(state, state.phasing) >> place & 1:
        return Refusal("6.122.5", "it is the capital of a neutral, which no troops enter")
    if state.enemy_land(state.phasing) >> place & 1 and not is_lodgement(state, place):
        return Refusal("7.65", "enemies hold the port")
    if not would_live(place) >> unit & 1:
        return Refusal("1.24.3", "ashore in Africa it would be lost")
    if not ALL_AIR >> unit & 1 and not fits(state, place, 1 << unit, state.phasing):
        return Refusal("2.62", "there is no room")
    return None


def debarkable(state: State) -> Units:
    """[7.65] The passengers of the force that may go ashore where it is."""
    aboard = state.force & state.passengers
    return bit_set(unit for unit in members(aboard) if why_not_debark(state, unit) is None)


def ashore(state: State, unit: int) -> None:
    """[7.65] A passenger goes ashore, and is a unit like any other again."""
    place = state.where[unit]
    state.passengers &= ~(1 << unit)
    state.aboard &= ~(1 << unit)
    state.force &= ~(1 << unit)
    state.note("{:unit} goes ashore in {:hex}", unit, place)
    if ALL_AIR >> unit & 1:
        return
    if is_lodgement(state, place):
        # [2.53.2] [2.63] The enemy keeps the box, beside the landing.
        lodge(state, 1 << unit)
        return
    enter(state, 1 << unit, place)


def may_carry(state: State) -> bool:
    """[7.61] [7.63] Whether the force can sail with its passengers: there is room for all, and
    those who have been on board since an earlier month count again; who stays behind has ships
    too."""
    aboard = state.force & state.passengers
    if not aboard:
        return not _stranded(state)
    if load(state, aboard) > capacity(state, state.force) or _stranded(state):
        return False
    late = aboard & ALL_CORPS & ~state.shipped
    if not late or SHIPPING in state.scenario.special:
        return True
    room = _allowances(state)
    for unit in members(late):
        nation = _carrier(state, unit, room)
        if nation is None:
            return False
        room[nation] -= load(state, 1 << unit)
    return True


def _stranded(state: State) -> bool:
    """Whether passengers would be left behind without ships."""
    left = state.units(state.force_at, state.phasing) & ~state.force
    return load(state, left & state.passengers) > capacity(state, left)


def homeless(state: State, side: int) -> Hexes:
    """[7.63.1] Where ships of powers other than Britain, Japan and the United States have
    passengers at sea."""
    found = 0
    open_ports = ports(state, side)
    for unit in members(state.on_map(side) & state.passengers):
        place = state.where[unit]
        nations = {CODES[UNITS[s].nation] for s in members(state.units(place, side) & SHIPS)}
        if not nations & set(TOLD["corps"]) and not open_ports >> place & 1:
            found |= 1 << place
    return found
