"""Chapter 10: why an army cannot be built, a fort not be rebuilt, or points not be lent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trenchline.games.world_war_one.components import (
    AH,
    BUILD_COST,
    CITIES_OF,
    COUNTERS,
    EAST_EDGE,
    FORT_NATION,
    FORT_STRENGTH,
    FORTS,
    FR,
    GE,
    LENDS_TO,
    NATION_OF,
    NATIONS,
    RS,
    STOSS,
    STOSS_FROM,
    TANK,
    TANK_FROM,
    TERRITORY,
    UNITS,
    WEST_EDGE,
    WESTERN,
)
from trenchline.games.world_war_one.refusals.order import BUILDING, LENDING, out_of_phase
from trenchline.games.world_war_one.state import ABSENT, LOST, TRANSIT, WAITING, State
from trenchline.games.world_war_one.supply import black_sea_open, connected_cities, passable
from trenchline.games.world_war_one.zones import enemy_zone
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Refusal

if TYPE_CHECKING:
    from trenchline.games.world_war_one.resources import Lending, LoanAmount


def of_build(state: State, side: int, verb: str, number: int) -> Refusal:
    """Why an army cannot be built or a fort not be rebuilt."""
    if verb not in BUILDING:
        return out_of_phase(state, verb)
    if verb == "place":
        return Refusal("10.2", "first pick the army to build")
    if verb == "rebuild":
        return _of_rebuild(state, side, number)
    if not 0 <= number < len(COUNTERS):
        return Refusal("10.26", "there is no such counter")
    nation = NATION_OF[number]
    if state.status[nation] != side:
        return Refusal("TRK/crp", "the nation is not at war on your side")
    return _of_counter(state, number) or _of_purse(state, number) or _of_room(state, nation)


def _of_counter(state: State, unit: int) -> Refusal | None:
    """Whether the counter is there to be built [10.26]."""
    place = state.where[unit]
    if place >= 0:
        return Refusal("10.26", "the army is on the map")
    if place == TRANSIT:
        return Refusal("10.26", "the army is in the Transit Area")
    if place == WAITING:
        return Refusal("14.24", "the army has not yet come over from America")
    if place == ABSENT:
        return Refusal("13.3", "the option of the French Tank Army is off")
    if place == LOST and NATION_OF[unit] == RS and state.surrendered:
        return Refusal("12.12", "Russia has surrendered, and her armies are gone")
    if place == LOST and unit == UNITS["RS2"] and state.historical:
        return Refusal("14.25", "the Russian 2nd is lost before the Historical Game begins")
    if place == LOST:
        return Refusal("10.26", "armies lost out of supply never return")
    return None


def _of_purse(state: State, unit: int) -> Refusal | None:
    """Whether it may be built this turn, and be paid for."""
    nation = NATION_OF[unit]
    if STOSS >> unit & 1 and state.turn < STOSS_FROM:
        return Refusal("12.31", "Stosstruppen are built from the sixth turn on")
    if STOSS >> unit & 1 and state.stoss_built:
        return Refusal("12.31", "one Stosstruppen army a Build Phase")
    if unit == TANK and state.turn < TANK_FROM:
        return Refusal("13.31", "the Tank Army is built from the ninth turn on")
    if state.crp[nation] < BUILD_COST:
        return Refusal("10.2", f"an army costs five points; {NATIONS[nation].name} has fewer")
    return None


def _of_room(state: State, nation: int) -> Refusal:
    """There is nowhere for it to appear."""
    side = state.status[nation]
    covered = state.armies[1 - side] | enemy_zone(state, side)
    edge = WEST_EDGE & TERRITORY[FR]
    if nation in WESTERN and not edge & ~covered:
        return Refusal("12.2", "the enemy covers the whole French map edge")
    if nation in WESTERN:
        return Refusal("10.21", "no hex of the French map edge is free of units and enemy zones")
    if nation == RS:
        return Refusal("10.22", "no hex of the eastern edge is free of units and enemy zones")
    if nation in (GE, AH) and not connected_cities(nation, passable(state, side)):
        return Refusal("10.23", "no two supply cities of the nation are connected")
    return Refusal("10.24", "no supply city of the nation is free of units and enemy zones")


def _of_rebuild(state: State, side: int, hex_: Hex) -> Refusal:
    if hex_ < 0 or not FORTS >> hex_ & 1:
        return Refusal("10.25", "no fort stood there; new ones are not built")
    if state.intact >> hex_ & 1:
        return Refusal("12.46", "the fort is intact")
    owner = FORT_NATION[hex_]
    if state.status[owner] != side:
        return Refusal("12.46", "only the nation that owned it rebuilds a fort")
    if owner == RS and state.surrendered:
        return Refusal("12.13", "Russia has surrendered")
    if state.armies[1 - side] >> hex_ & 1:
        return Refusal("10.2", "the enemy is in the hex")
    if state.crp[owner] < FORT_STRENGTH[hex_]:
        return Refusal("10.2", f"it costs {FORT_STRENGTH[hex_]} points")
    return Refusal("10.2", "the fort would be out of supply")


def of_place(state: State, nation: int, hex_: Hex) -> Refusal:
    """Why a new army cannot appear in a hex."""
    side = state.status[nation]
    bit = 1 << hex_ if hex_ >= 0 else 0
    if nation in WESTERN and not bit & WEST_EDGE & TERRITORY[FR]:
        return Refusal("10.21", "new western armies appear on the western edge in France")
    if nation == RS and not bit & EAST_EDGE:
        return Refusal("10.22", "new Russian armies appear on the eastern edge")
    if nation not in (*WESTERN, RS) and not bit & CITIES_OF[nation]:
        return Refusal("10.23", "new armies appear on a supply city of their country")
    if bit & (state.armies[0] | state.armies[1] | state.armies[2]):
        return Refusal("10.24", "the hex is occupied")
    if bit & enemy_zone(state, side):
        return Refusal("6.6", "the hex is in an enemy zone of control")
    return Refusal("10.23", "the city is not connected with a second one")


def of_loan(state: State, lending: Lending, verb: str, number: int) -> Refusal:
    """Why points cannot be lent."""
    from trenchline.games.world_war_one.resources import parties

    if verb not in LENDING:
        return out_of_phase(state, verb)
    if verb == "points":
        return Refusal("10.3", "first name lender and borrower")
    lender, borrower = parties(number)
    if not 0 <= lender < len(NATIONS):
        return Refusal("10.3", "there are no such nations")
    if state.status[lender] != lending.side:
        return Refusal("10.3", f"{NATIONS[lender].name} is not at war on your side and cannot lend")
    if state.status[borrower] != lending.side:
        return Refusal(
            "10.3", f"{NATIONS[borrower].name} is not at war on your side and cannot borrow"
        )
    if not LENDS_TO[lending.side].get(lender, 0) >> borrower & 1:
        return Refusal("10.3", f"{NATIONS[lender].name} does not lend to {NATIONS[borrower].name}")
    if borrower == RS and state.collapsed:
        return Refusal("12.11", "a collapsed Russia receives nothing")
    if borrower == RS and not black_sea_open(state):
        return Refusal("10.31", "Russia borrows only while the straits are open")
    if not state.crp[lender]:
        return Refusal("10.3", f"{NATIONS[lender].name} has no points")
    return Refusal("R42", f"all the points of {NATIONS[lender].name} were borrowed this turn")


def of_amount(state: State, loan: LoanAmount, verb: str, number: int) -> Refusal:
    """Why so many points cannot be lent."""
    if verb != "points":
        return Refusal("10.3", "first say how many points are lent")
    if number < 1:
        return Refusal("10.3", "a loan is one point at least")
    if number > state.crp[loan.lender]:
        return Refusal("10.3", f"the lender has only {state.crp[loan.lender]} points")
    return Refusal("R42", "points borrowed this turn are not lent on")
