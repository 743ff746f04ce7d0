"""Why not: for choices that are not legal, the case that forbids them and the reason.

Each function asks the rules in the order in which a player would: is it yours, is it time, is the
way open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from trenchline.games.world_war_one.components import (
    AH,
    ALLIED,
    ALLOWANCE,
    BESIDE,
    BUILD_COST,
    CENTRAL,
    CLEAR,
    COAST,
    COUNTERS,
    COUNTRY,
    FORT_NATION,
    FORT_STRENGTH,
    FORTS,
    GRID,
    IT,
    LENDS_TO,
    MARCH,
    NATION_OF,
    NATIONS,
    PLAY,
    RAIL,
    RS,
    RUSSIAN_CITIES,
    STOSS,
    TANK,
    WESTERN,
    hexname,
)
from trenchline.games.world_war_one.neutrals import violate
from trenchline.games.world_war_one.routes import (
    FORBIDDEN_TO_AUSTRIANS,
    OFF_RAIL,
    ON_FOOT,
    explore,
    march_cost,
    reached,
    rounded,
    straight,
)
from trenchline.games.world_war_one.russia import locked_in
from trenchline.games.world_war_one.state import LOST, POOL, TRANSIT, WAITING, State
from trenchline.games.world_war_one.strength import (
    attackers_on,
    defence_total,
    strength,
    struck,
    supplied_attackers,
)
from trenchline.games.world_war_one.supply import black_sea_open
from trenchline.games.world_war_one.zones import enemy_zone
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Refusal

if TYPE_CHECKING:
    from trenchline.games.world_war_one.combat import AttackPhase, DeclareAttack
    from trenchline.games.world_war_one.movement import MoveUnit
    from trenchline.games.world_war_one.resources import Lending

OUT_OF_ORDER = Refusal("4.0", "that is not what this phase is for")


# Movement.


def of_mover(state: State, side: int, verb: str, unit: int) -> Refusal:
    """Why a unit cannot be picked to move."""
    if verb != "unit":
        return OUT_OF_ORDER
    if not 0 <= unit < len(COUNTERS):
        return Refusal("3.2", "there is no such unit")
    if state.side_of(unit) == 1 - side:
        return Refusal("5.11", "only the phasing player's units move")
    if state.side_of(unit) != side:
        return Refusal("11.0/PR", "neutral armies do not move")
    place = state.where[unit]
    if place < 0 and place != TRANSIT:
        return Refusal("5.11", "the unit is not on the map")
    if place >= 0 and state.garrisons >> place & 1:
        return Refusal("12.13", "the garrison stays until Allied units enter Russia")
    return Refusal("5.0/PR", "the unit has moved in this phase")


def of_move(state: State, mover: MoveUnit, verb: str, number: int) -> Refusal:
    """Why a unit on its way cannot do that."""
    if verb in ("stay", "stop"):
        return _of_halt(state, mover, verb)
    if verb == "transit":
        return _of_transit(state, mover)
    if verb not in ("move", "step", "rail", "sea", "relieve"):
        return OUT_OF_ORDER
    if not number >= 0 or not PLAY >> number & 1:
        return Refusal("5.0", "the hex is not in play")
    if verb == "sea":
        return _of_sea(state, mover, number)
    common = _of_entering(state, mover, number, neutral_is_fine=verb in ("step", "rail"))
    if common is not None:
        return common
    if verb in ("step", "rail"):
        return _of_step(state, mover, verb, number)
    if number == mover.here:
        return Refusal("5.0", "the unit is there")
    side = mover.who(state)
    if verb == "relieve":
        if not state.armies[side] >> number & 1:
            return Refusal("5.21", "there is no friend to relieve")
        if not state.ready >> state.at[number] & 1:
            return Refusal("5.21", "the friend there has moved already and would be stacked on")
        if mover.here == TRANSIT:
            return Refusal("5.21", "a friend is there; move it out first")
    elif state.armies[side] >> number & 1:
        return Refusal("5.21", "a friendly unit is there; only one may end the phase in a hex")
    if NATION_OF[mover.unit] == AH and FORBIDDEN_TO_AUSTRIANS >> number & 1:
        return Refusal("12.5", "Austro-Hungarian units may not end a Movement Phase there")
    if verb == "relieve":
        ways = straight(state, mover.unit, mover.here, mover.spent, mover.way)
        if reached(ways) >> number & 1:
            return Refusal("R60", "the friend there has no empty hex to go to in two steps")
    return _of_reach(state, mover, number)


def _of_halt(state: State, mover: MoveUnit, verb: str) -> Refusal:
    if mover.must:
        return Refusal("5.21", "a friend has taken the hex; the unit must move on")
    if not mover.lifted:
        return Refusal("5.0/PR", "the unit has not set out yet; it may stay where it is")
    if verb == "stay":
        return Refusal("5.0/PR", "the unit has set out; stop it where it is, or move it on")
    if state.armies[mover.who(state)] >> mover.here & 1:
        return Refusal("5.21", "a friendly unit is there; only one may end the phase in a hex")
    return Refusal("12.5", "Austro-Hungarian units may not end a Movement Phase there")


def _of_transit(state: State, mover: MoveUnit) -> Refusal:
    if mover.who(state) != ALLIED:
        return Refusal("5.51", "the Transit Area is for Allied units")
    if state.status[IT] != ALLIED:
        return Refusal("11.11", "the Transit Area is closed while Italy is not an Ally")
    if mover.here == TRANSIT:
        return Refusal("5.54", "no unit enters and leaves the area in one phase")
    return Refusal("5.52", "the unit cannot get to a door, 0110 or 0113, with a point to spare")


def _of_sea(state: State, mover: MoveUnit, hex_: Hex) -> Refusal:
    from trenchline.games.world_war_one.movement import (
        LANDING_COASTS,
        SAILING_COASTS,
        STRAITS_WATERS,
    )

    if NATION_OF[mover.unit] not in WESTERN:
        return Refusal("5.4", "only British, French and American units move by sea")
    if state.sea_used:
        return Refusal("5.4", "one unit a phase moves by sea")
    if mover.lifted or mover.here == TRANSIT:
        return Refusal("5.41", "a sea move takes the whole allowance")
    if not SAILING_COASTS >> mover.here & 1:
        return Refusal("5.42", "a sea move starts on a clear coast, not German or north Russian")
    if not COAST & CLEAR & 1 << hex_:
        return Refusal("5.43", "a sea move ends on a clear coastal hex")
    if not LANDING_COASTS >> hex_ & 1:
        return Refusal("5.43", "sea moves do not end in this country")
    if any(armies >> hex_ & 1 for armies in state.armies):
        return Refusal("5.45", "a unit is there")
    if (state.forts[CENTRAL] | state.forts[2]) >> hex_ & 1:
        return Refusal("5.45", "a fort that is not Allied is there")
    if STRAITS_WATERS >> hex_ & 1:
        return Refusal("5.46", "the straits are closed")
    return Refusal("5.46", "the straits are closed to the unit where it is")


def _of_entering(state: State, mover: MoveUnit, hex_: Hex, neutral_is_fine: bool) -> Refusal | None:
    side = mover.who(state)
    bit = 1 << hex_
    if state.armies[1 - side] & bit:
        return Refusal("5.21", "an enemy unit holds the hex")
    if state.forts[1 - side] & bit:
        return Refusal("12.43", "an enemy fort holds the hex")
    if (state.armies[2] | state.forts[2]) & bit:
        return Refusal("11.7", "a neutral army or fort holds the hex; it can only be attacked")
    if state.neutral_land & bit and not neutral_is_fine:
        return Refusal("11.7", "the country is neutral; to violate it, step in from next to it")
    if side == CENTRAL and mover.here >= 0 and locked_in(state) >> mover.here & 1:
        if not locked_in(state) & bit:
            return Refusal("12.13", "no unit leaves Russia before four cities are garrisoned")
    return None


def _of_step(state: State, mover: MoveUnit, verb: str, hex_: Hex) -> Refusal:
    if mover.here == TRANSIT:
        return Refusal("5.52", "the way out of the Transit Area is through 0110 or 0113")
    ways = RAIL if verb == "rail" else MARCH
    if not step(1 << mover.here, ways) >> hex_ & 1:
        if verb == "rail":
            return Refusal("5.31", "no railway crosses that hexside")
        if GRID.distance(mover.here, hex_) == 1:
            return Refusal("5.6", "the hexside is blocked")
        return Refusal("5.0/PR", "units move from hex to neighbouring hex")
    zone = enemy_zone(state, mover.who(state))
    if zone >> mover.here & 1:
        if mover.spent:
            return Refusal("6.11", "the unit has entered an enemy zone and must stop")
        if zone >> hex_ & 1:
            return Refusal("6.12", "from one enemy zone straight into another")
    if verb == "rail":
        if mover.way == OFF_RAIL:
            return Refusal("5.34", "only one stretch by rail in a phase")
        routes = explore(state, mover.unit, mover.here, mover.spent, mover.way)
        if mover.way == ON_FOOT and not routes.linked >> mover.here & 1:
            return Refusal("5.33", "no free rail line leads from here to a supply source")
        cost = 1
    else:
        cost = march_cost(hex_)
    spent = mover.spent if verb == "rail" or mover.way == ON_FOOT else rounded(mover.spent)
    if spent + cost > ALLOWANCE:
        return Refusal("5.23", "not enough movement points")
    if state.armies[mover.who(state)] >> hex_ & 1:
        return Refusal("5.21", "a friend is there, and the unit could not move on")
    return Refusal("12.5", "Austro-Hungarian units could not leave that country again")


def _of_reach(state: State, mover: MoveUnit, hex_: Hex) -> Refusal:
    """A hex the unit may be in but cannot get to."""
    if mover.here >= 0:
        routes = explore(state, mover.unit, mover.here, mover.spent, mover.way)
        if routes.reached >> hex_ & 1:
            fateful = bit_set(routes.path(hex_)) & RUSSIAN_CITIES & ~state.red_cities
            names = " and ".join(hexname(city) for city in members(fateful))
            return Refusal(
                "12.12",
                f"the way leads through {names} and would bring down Russia;"
                " step in by single hexes",
            )
    if mover.here >= 0:
        zone = enemy_zone(state, mover.who(state))
        near = BESIDE[mover.here] >> hex_ & 1
        if zone >> mover.here & 1 and mover.spent:
            return Refusal("6.11", "the unit has entered an enemy zone and must stop")
        if near and zone >> mover.here & 1 and zone >> hex_ & 1:
            return Refusal("6.12", "from one enemy zone straight into another")
    return Refusal("5.23", "out of reach of the movement points left, or enemy zones bar the way")


# Attacks.


def of_target(state: State, phase: AttackPhase, verb: str, hex_: Hex) -> Refusal:
    """Why a hex cannot be attacked."""
    if verb == "done":
        return Refusal("14.23", "two French attacks must be made on the first turn")
    if verb != "attack":
        return OUT_OF_ORDER
    side = phase.side
    bit = 1 << hex_ if hex_ >= 0 else 0
    held = state.armies[1 - side] | state.forts[1 - side] | state.armies[2] | state.forts[2]
    if not held & bit:
        return Refusal("8.11", "no enemy is there")
    if struck(state) & bit:
        return Refusal("8.14", "the hex has been attacked in this phase")
    beside = BESIDE[hex_] & state.armies[side]
    if not beside:
        if GRID.ring(hex_, 1) & state.armies[side]:
            return Refusal("8.16", "a blocked hexside lies between")
        return Refusal("8.11", "no unit of yours is next to it")
    able = supplied_attackers(state, side)
    force = attackers_on(hex_, able)
    if not force:
        if not all(state.fought >> state.at[h] & 1 for h in members(beside)):
            return Refusal("8.15", "the units next to it are out of supply")
        return Refusal("8.14", "the units next to it have attacked in this phase")
    if held & bit & (state.armies[1 - side] | state.forts[1 - side]):
        total = defence_total(state, hex_)
        points = strength(state, force)
        return Refusal("8.3", f"{points} against {total}: the differential would be negative")
    return _of_neutral(state, side, hex_)


def _of_neutral(state: State, side: int, hex_: Hex) -> Refusal:
    """Why a neutral cannot be attacked: what its violation would bring about [11.7]."""
    after = state.copy()
    violate(after, COUNTRY[hex_], side)
    if not (after.armies[1 - side] | after.forts[1 - side]) >> hex_ & 1:
        return Refusal("11.3", "the Greek army would be removed, and nobody left to attack")
    if not attackers_on(hex_, supplied_attackers(after, side)):
        return Refusal("8.15", "the neutral at war would cut the attackers off from supply")
    return Refusal("8.3", "too weak an attack, once the neutral is at war")


def of_attacker(state: State, attack: DeclareAttack, verb: str, number: int) -> Refusal:
    """Why a unit cannot join an attack, or the die not be rolled."""
    if verb == "roll":
        total = attack.resisting(state)
        return Refusal("8.3", f"{attack.force()} against {total}: the differential is negative")
    if verb == "infiltrate":
        if attack.infiltrating:
            return Refusal("12.33", "infiltration is declared already")
        if state.unit_at(attack.target) is None:
            return Refusal("12.32", "infiltration does nothing to an unoccupied fort")
        return Refusal("12.33", "no Stosstruppen or tanks take part, or the attack is too weak yet")
    if verb != "with":
        return OUT_OF_ORDER
    if not 0 <= number < len(COUNTERS) or state.side_of(number) != attack.side:
        return Refusal("8.11", "not a unit of yours")
    if number in attack.attackers:
        return Refusal("8.14", "the unit takes part already")
    place = state.where[number]
    if place == TRANSIT:
        return Refusal("8.17", "nobody attacks out of the Transit Area")
    if place < 0 or not GRID.ring(attack.target, 1) >> place & 1:
        return Refusal("8.11", "the unit is not next to the target")
    if not BESIDE[attack.target] >> place & 1:
        return Refusal("8.16", "a blocked hexside lies between")
    if state.fought >> number & 1:
        return Refusal("8.14", "the unit has attacked in this phase")
    return Refusal("8.15", "the unit is out of supply")


# Building and lending.


def of_build(state: State, side: int, verb: str, number: int) -> Refusal:
    """Why an army cannot be built or a fort not be rebuilt."""
    if verb == "rebuild":
        return _of_rebuild(state, side, number)
    if verb != "build":
        return OUT_OF_ORDER
    if not 0 <= number < len(COUNTERS):
        return Refusal("10.26", "there is no such counter")
    nation = NATION_OF[number]
    if state.status[nation] != side:
        return Refusal("TRK/crp", "the nation is not at war on your side")
    place = state.where[number]
    if place == LOST:
        return Refusal("10.26", "armies lost out of supply never return")
    if place >= 0 or place == TRANSIT:
        return Refusal("10.26", "the army is on the map")
    if place == WAITING:
        return Refusal("14.24", "the army has not yet come over from America")
    if place != POOL:
        return Refusal("13.31", "the counter is not in play")
    if state.crp[nation] < BUILD_COST:
        return Refusal("10.2", f"an army costs five points; {NATIONS[nation].name} has fewer")
    if STOSS >> number & 1:
        if state.turn < 6:
            return Refusal("12.31", "Stosstruppen are built from the sixth turn on")
        if state.stoss_built:
            return Refusal("12.31", "one Stosstruppen army a Build Phase")
    if number == TANK and state.turn < 9:
        return Refusal("13.31", "the Tank Army is built from the ninth turn on")
    if nation in WESTERN:
        return Refusal("12.2", "no hex of the French map edge is free of the enemy and his zones")
    return Refusal("10.24", "every place where it could appear is occupied or in an enemy zone")


def _of_rebuild(state: State, side: int, hex_: Hex) -> Refusal:
    if hex_ < 0 or not FORTS >> hex_ & 1:
        return Refusal("10.25", "no fort stood there; new ones are not built")
    if state.intact >> hex_ & 1:
        return Refusal("12.46", "the fort is intact")
    owner = FORT_NATION[hex_]
    if state.status[owner] != side:
        return Refusal("12.46", "only the original owner rebuilds a fort")
    if owner == RS and state.surrendered:
        return Refusal("12.13", "Russia has surrendered")
    if state.armies[1 - side] >> hex_ & 1:
        return Refusal("10.2", "the enemy is in the hex")
    if state.crp[owner] < FORT_STRENGTH[hex_]:
        return Refusal("10.2", f"it costs {FORT_STRENGTH[hex_]} points")
    return Refusal("10.2", "the fort would be out of supply")


def of_place(state: State, nation: int, verb: str, hex_: Hex) -> Refusal:
    """Why a new army cannot appear in a hex."""
    if verb != "place":
        return OUT_OF_ORDER
    side = state.status[nation]
    if hex_ >= 0 and any(armies >> hex_ & 1 for armies in state.armies):
        return Refusal("10.24", "the hex is occupied")
    if hex_ >= 0 and enemy_zone(state, side) >> hex_ & 1:
        return Refusal("6.6", "the hex is in an enemy zone of control")
    if nation in WESTERN:
        return Refusal("10.21", "new armies appear on the western edge in France")
    if nation == RS:
        return Refusal("10.22", "new Russian armies appear on the eastern edge")
    return Refusal("10.23", "new armies appear on a working supply city of their country")


def of_loan(state: State, lending: Lending, verb: str, number: int) -> Refusal:
    """Why points cannot be lent."""
    from trenchline.games.world_war_one.resources import parties

    if verb != "lend":
        return OUT_OF_ORDER
    lender, borrower = parties(number)
    if not (0 <= lender < len(NATIONS) and 0 <= borrower < len(NATIONS)):
        return Refusal("10.3", "there are no such nations")
    if state.status[lender] != lending.side or state.status[borrower] != lending.side:
        return Refusal("10.3", "only nations at war on your side lend and borrow")
    if not LENDS_TO[lending.side].get(lender, 0) >> borrower & 1:
        names = f"{NATIONS[lender].name} does not lend to {NATIONS[borrower].name}"
        return Refusal("10.3", names)
    if borrower == RS:
        if state.collapsed:
            return Refusal("12.11", "a collapsed Russia receives nothing")
        if not black_sea_open(state):
            return Refusal("10.31", "Russia borrows only while the straits are open")
    return Refusal("10.3", "the lender has no points of its own left")
