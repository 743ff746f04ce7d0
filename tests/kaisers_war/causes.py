"""What the last answers of The Kaiser's War claim when they refuse a choice (``tests.refusals``).

Asked of the pieces, the map and the numbers, hex by hex, not of the code that refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tests.kaisers_war.plain_rules import cost, is_land, neighbours
from tests.refusals import Causes
from trenchline.games.kaisers_war.components import (
    AIR,
    AIRBASES,
    BOARD,
    BR,
    COAST,
    COUNTERS,
    COUNTRY,
    FR,
    GRID,
    LAND,
    NATION_OF,
    NATIONS,
    OF_TYPE,
    OPEN_SEA,
    SIDES,
    TC,
    US,
)
from trenchline.games.kaisers_war.control import closed
from trenchline.games.kaisers_war.eastern import allowed_land
from trenchline.games.kaisers_war.meanwhile import OPTIONAL
from trenchline.games.kaisers_war.naval import seas_of
from trenchline.games.kaisers_war.recruits import BOX_LIMIT, CONVERSION, boxes, home_hexes, places
from trenchline.games.kaisers_war.state import BOX, DEAD, FLEET, POOL, State
from trenchline.games.kaisers_war.supply import in_general_supply
from trenchline.kernel.bits import members
from trenchline.kernel.match import Match
from trenchline.kernel.play import decision
from trenchline.kernel.steps import Choice


def asking(match: Match) -> Any:
    """The decision that refused."""
    return decision(match.state)


def side(match: Match) -> int:
    """Whose decision it is."""
    return int(asking(match).who(match.state))


def poor(match: Match, price: int) -> bool:
    """[5.5] Whether the side would be left with nothing."""
    return bool(match.state.vp[side(match)] <= price)


def of_side(state: State, owner: int, units: int) -> Iterator[int]:
    """A side's units among some."""
    return (u for u in range(len(COUNTERS)) if units >> u & 1 and state.side_of(u) == owner)


def over_land(hex_: int, reach: int) -> set[int]:
    """The hexes so near, land and sea, without passing a neutral country [23.2]."""
    found, ring = {hex_}, {hex_}
    for _ in range(reach):
        ring = {n for h in ring for n in GRID.neighbours(h) if (LAND | OPEN_SEA) >> n & 1} - found
        found |= ring
    return found


def covers(state: State, unit: int, hex_: int) -> bool:
    """Whether a support unit on the map reaches a hex [18.3]."""
    place = state.where[unit]
    return place >= 0 and hex_ in over_land(place, COUNTERS[unit].range)


def idle_airbases(match: Match) -> list[int]:
    """Airbases of the side that decides without a mission, on the map and awake [38.2]."""
    state: State = match.state
    waiting = 0 if state.east_free else state.eastern
    based = of_side(state, side(match), AIRBASES & ~(state.served | waiting))
    return [u for u in based if state.where[u] >= 0]


def out_of_airbase_range(match: Match, choice: Choice) -> bool:
    return not covers(match.state, choice[1], asking(match).target)


def no_airbase_in_range(match: Match, choice: Choice) -> bool:
    return not any(covers(match.state, u, choice[1]) for u in idle_airbases(match))


def no_rescue_in_range(match: Match, choice: Choice) -> bool:
    state = match.state
    fed = [u for u in idle_airbases(match) if in_general_supply(state, u)]
    return not any(covers(state, u, state.where[choice[1]]) for u in fed)


def sails_to(state: State, ship: int, hex_: int) -> bool:
    """Whether a ship's seas wash a coast."""
    return any(COAST[sea] >> hex_ & 1 for sea in seas_of(state, ship))


def lies_off(state: State, ship: int, hex_: int) -> bool:
    """Whether there is an all-sea hex of a ship's seas next to a hex [19.1]."""
    seas = seas_of(state, ship)
    return any(
        OPEN_SEA >> near & 1 and BOARD.facts[near]["sea"] in seas for near in GRID.neighbours(hex_)
    )


def ready_ships(match: Match, kind: str, used: int) -> list[int]:
    """Ships of the side that decides, at hand and not used."""
    state: State = match.state
    ships = of_side(state, side(match), OF_TYPE[kind] & ~used)
    return [u for u in ships if state.where[u] == FLEET]


def no_fleet_there(match: Match, choice: Choice) -> bool:
    fleets = ready_ships(match, "bombardment", match.state.supported)
    return not any(lies_off(match.state, u, choice[1]) for u in fleets)


def fleet_cannot_lie_off(match: Match, choice: Choice) -> bool:
    fleet = COUNTERS[choice[1]].front.type == "bombardment"
    return fleet and not lies_off(match.state, choice[1], asking(match).battle.target)


def transports_with_room(match: Match) -> list[int]:
    state: State = match.state
    weight = state.face(asking(match).unit).weight
    ready = ready_ships(match, "amphibious", state.naval_used)
    return [u for u in ready if state.cargo.get(u, 0) + weight <= 3]


def boards(match: Match, ship: int, hex_: int) -> bool:
    """Whether a transport takes the unit from where it is to a coast: the Central Powers within one
    sea, the Allies from any to any [20.8]."""
    state, unit = match.state, asking(match).unit
    place = state.where[unit]
    seas = seas_of(state, ship)
    from_here = [sea for sea in seas if place >= 0 and COAST[sea] >> place & 1]
    if side(match) == 0:
        from_here = list(seas) if from_here else list(seas) * (place in BOX)
    # [20.12] At the edge of the map some land on coasts beyond it.
    landings = {"north": (BR, FR, US), "gulf": (BR, FR)}
    beyond = side(match) == 0 and NATION_OF[unit] in landings.get(BOARD.facts[hex_]["edge"], ())
    coasts = [COAST[sea] >> hex_ & 1 for sea in from_here]
    return any([*coasts, beyond and bool(from_here)])


def no_voyage(match: Match, choice: Choice) -> bool:
    return not any(boards(match, ship, choice[1]) for ship in transports_with_room(match))


def no_landing(match: Match, choice: Choice) -> bool:
    state, hex_ = match.state, choice[1]
    ships = (ship for ship in transports_with_room(match) if boards(match, ship, hex_))
    return not any(lies_off(state, ship, hex_) for ship in ships)


def no_transport_for_that_coast(match: Match, choice: Choice) -> bool:
    idle = ready_ships(match, "amphibious", match.state.naval_used)
    return not any(sails_to(match.state, u, choice[1]) for u in idle)


def beyond_bounds(match: Match, choice: Choice) -> bool:
    return not allowed_land(match.state, choice[1]) >> asking(match).battle.target & 1


def only_caucasians(match: Match, choice: Choice) -> bool:
    state, hex_ = match.state, choice[1]
    near = [u for _, h in neighbours(hex_) for u in state.stacks.get(h, ())]
    able = [
        u
        for u in near
        if state.side_of(u) == side(match)
        and COUNTERS[u].front.attack
        and not COUNTERS[u].is_support
        and not state.fought >> u & 1
    ]
    return all(NATION_OF[u] == TC and not allowed_land(state, u) >> hex_ & 1 for u in able)


def no_tanks(match: Match, choice: Choice) -> bool:
    units = asking(match).battle.attackers
    return not any(match.state.face(u).type.startswith(("tank", "mech")) for u in units)


def no_pair(match: Match, choice: Choice) -> bool:
    flying = [u for u in asking(match).battle.supports if COUNTERS[u].front.type in AIR]
    nations = {NATIONS[NATION_OF[u]].code for u in (*flying, choice[1])}
    paired = len(flying) == 1 and nations in ({"GE"}, {"BR"})
    airbase = COUNTERS[choice[1]].front.type in AIR
    return airbase and bool(flying) and not paired


def pays(match: Match, choice: Choice, unit: int) -> bool:
    return poor(match, 1) and NATIONS[NATION_OF[unit]].group != "bolshevik"


def force_at_sea(match: Match, choice: Choice) -> bool:
    state = match.state
    return any(
        state.held[1] >> aim & 1 and not state.struck >> aim & 1
        for aim, _ in state.assault.values()
    )


def no_fleet_named(match: Match, choice: Choice) -> bool:
    battle = asking(match).battle
    return bool(battle.bombardment) and named_none(battle.supports)


def no_fed_shock(match: Match, choice: Choice) -> bool:
    state, battle = match.state, asking(match).battle
    shock = [u for u in battle.attackers if state.face(u).shock]
    return not any(in_general_supply(state, u) for u in shock)


def option_is_off(match: Match, choice: Choice) -> bool:
    return OPTIONAL[choice[0]][0] not in match.state.options


def waits_in_the_east(match: Match, choice: Choice) -> bool:
    group = NATIONS[NATION_OF[choice[1]]].group
    return group == "nationalist" and not match.state.kaiser_east


def nobody_on_the_map(match: Match, choice: Choice) -> bool:
    state = match.state
    everybody = of_side(state, side(match), (1 << len(COUNTERS)) - 1)
    return not any(state.where[u] >= 0 and state.is_active(u) for u in everybody)


def nobody_fed_there(match: Match, choice: Choice) -> bool:
    state = match.state
    units = (u for u in state.stacks[choice[1]] if state.is_active(u))
    return not any(in_general_supply(state, u) for u in units)


def nowhere_to_appear(match: Match, choice: Choice) -> bool:
    state, unit = match.state, choice[1]
    return not (places(state, unit) | boxes(state, unit))


def no_home(match: Match, choice: Choice) -> bool:
    state, unit = match.state, choice[1]
    return not (home_hexes(state, unit) | boxes(state, unit))


def box_is_full(match: Match, choice: Choice) -> bool:
    return bool(match.state.box_placed[choice[1]] >= BOX_LIMIT[choice[1]])


def captive(match: Match, choice: Choice) -> bool:
    """[6.11] No friend is or was in the cities of the country."""
    state = match.state
    country = COUNTRY[choice[1]]
    free = state.liberated | state.held[0]
    return country in ("BE", "SB", "RM") and not any(
        free >> h & 1 for h, code in COUNTRY.items() if code == country and _raises(h)
    )


def _raises(hex_: int) -> bool:
    return BOARD.name(hex_).partition(" ")[2] in ("Brussels", "Belgrade", "Bucharest", "Ploesti")


def moved(match: Match, choice: Choice) -> bool:
    return not match.state.ready >> choice[1] & 1


def shuffled(match: Match, choice: Choice) -> bool:
    return bool(match.state.shuffled >> match.state.where[choice[1]] & 1)


def open_to(match: Match, unit: int, hex_: int) -> bool:
    state: State = match.state
    return is_land(hex_) and bool(allowed_land(state, unit) & ~closed(state) & 1 << hex_)


def zones_on_every_way(match: Match, choice: Choice) -> bool:
    """By the plain rules: the hex is within the points left, but not without passing a zone."""
    mover, state = asking(match), match.state
    left = max(0, mover.allowance(state) - mover.spent)
    return marched(match, left, False)[choice[1]] and not marched(match, left, True)[choice[1]]


class Reached(dict[int, bool]):
    """Hexes that can be reached; all others cannot."""

    def __missing__(self, hex_: int) -> bool:
        return False


def marched(match: Match, points: int, heed: bool) -> Reached:
    """Where the unit on its way can march, heeding enemy zones or not."""
    mover, state = asking(match), match.state
    unit, here = mover.unit, mover.here
    hostile = hostile_zone(state, unit) if heed else set()
    engaged = here in hostile
    best = {here: 0}
    queue = [here]
    for hex_ in queue:
        if hex_ != here and hex_ in hostile:
            continue
        for direction, near in neighbours(hex_):
            if not open_to(match, unit, near) or _enemy(state, unit, near):
                continue
            if hex_ == here and engaged and near in hostile:
                continue
            total = best[hex_] + _cost(state, unit, hex_, direction, near)
            total += 1 if hex_ == here and engaged else 0
            least = mover.fresh and hex_ == here
            if (total <= points or least) and total < best.get(near, 99):
                best[near] = total
                if total <= points:
                    queue.append(near)
    return Reached(dict.fromkeys(best, True))


def hostile_zone(state: State, unit: int) -> set[int]:
    """The enemy zones a unit must heed, by the optional rules too: armies that sleep have none
    [30.3b], low morale takes them away [33.3], and built trenches keep them out [37.3]."""
    owner = state.side_of(unit)
    cowed = "morale" in state.options and state.vp[1 - owner] <= 25
    if cowed or COUNTERS[unit].guerrilla:
        return set()
    sheltered = {h for h in BOARD.facts if state.trenches[owner] >> h & 1}
    sheltered |= {h for h, facts in BOARD.facts.items() if facts["trench"] == SIDES[owner]}
    found = set()
    for hex_, stack in state.stacks.items():
        mine = state.side_of(stack[0]) == owner
        if mine and any(COUNTERS[u].front.type == "fortified_zone" for u in stack):
            sheltered.add(hex_)
        enemies = (u for u in stack if state.side_of(u) == 1 - owner and state.is_active(u))
        if any(state.face(u).movement and not COUNTERS[u].guerrilla for u in enemies):
            found |= {near for _, near in neighbours(hex_)}
    return found - sheltered


def _cost(state: State, unit: int, start: int, direction: int, goal: int) -> int:
    """[37.1] Built trenches cost what printed ones do."""
    owner = state.side_of(unit)
    plain = cost(state, unit, start, direction, goal)
    for digger in (0, 1):
        if state.trenches[digger] >> goal & 1:
            wet = any(
                BOARD.sides[kind][direction] >> start & 1 for kind in ("river", "canal", "lake")
            )
            return (1 if digger == owner else 2) + int(wet)
    return plain


def _enemy(state: State, unit: int, hex_: int) -> bool:
    stack = state.stacks.get(hex_, ())
    return any(state.side_of(other) != state.side_of(unit) for other in stack[:1])


def line_is_cut(match: Match, choice: Choice) -> bool:
    """[16.4] No line of fifteen hexes is free of enemies and their zones."""
    mover, state = asking(match), match.state
    hostile = hostile_zone(state, mover.unit)
    found, ring = {mover.here}, {mover.here}
    for _ in range(15):
        ring = {
            near
            for hex_ in ring
            for _, near in neighbours(hex_)
            if near not in found and near not in hostile and not _enemy(state, mover.unit, near)
        }
        found |= ring
    return choice[1] not in found


def other_box(match: Match, choice: Choice) -> bool:
    return {US: 0, BR: 1, FR: 2}[NATION_OF[asking(match).unit]] != choice[1]


def not_enemy_country(match: Match, choice: Choice) -> bool:
    state = match.state
    codes = sorted(set(COUNTRY.values()))
    there = (h for h in state.stacks if COUNTRY.get(h) == codes[choice[1]])
    return not any(state.side_of(state.stacks[h][0]) == 1 - side(match) for h in there)


def nothing_due(match: Match, choice: Choice) -> bool:
    state = match.state
    enemies = of_side(state, 1 - side(match), (1 << len(COUNTERS)) - 1)
    return not any(state.where[u] == -100 - choice[1] for u in enemies)


def garrison_elsewhere(match: Match, choice: Choice) -> bool:
    state, unit = match.state, choice[1]
    return not any(unit in state.stacks.get(h, ()) for h in members(asking(match).land))


def no_garrison_left(match: Match, choice: Choice) -> bool:
    state = match.state
    mine = of_side(state, side(match), OF_TYPE["garrison"])
    return not any(state.where[u] in (POOL, DEAD) for u in mine)


def no_more_pursuers(match: Match, choice: Choice) -> bool:
    """[39.2] Tanks pursue beyond the limit, [R16] and so does everybody who lands."""
    state, unit = match.state, choice[1]
    kind = state.face(unit).type
    tanks = "mechanized" in state.options and kind.startswith(("tank", "mech"))
    return bool(asking(match).most <= 0) and unit not in state.assault and not tanks


def other_sea(match: Match, choice: Choice) -> bool:
    """[36.1] Written down once more: which seas join."""
    joins = [{"north", "baltic"}, {"med", "adriatic"}, {"med", "marmora"}, {"med", "red"}]
    joins += [{"marmora", "black"}]
    state, step = match.state, asking(match)
    there = [sea for sea in seas_of(state, step.target) if COAST[sea] >> step.hex & 1]
    mine = seas_of(state, choice[1])
    return not any(a == b or {a, b} in joins for a in there for b in mine)


def occupied(match: Match, choice: Choice) -> bool:
    return choice[1] in match.state.stacks


def neutral_there(match: Match, choice: Choice) -> bool:
    return bool(match.state.held[2] >> choice[1] & 1)


def foreign_fort(match: Match, choice: Choice) -> bool:
    counter = COUNTERS[asking(match).unit]
    foreign = COUNTRY[choice[1]] not in NATIONS[counter.nation].home
    return counter.front.type == "fortified_zone" and foreign


def two_posts(match: Match, choice: Choice) -> bool:
    return bool(match.state.face(choice[1]).movement)


def named_none(units: Iterable[int]) -> bool:
    return not tuple(units)


CAUSES: Causes = {
    "no airbase has been named yet": lambda m, c: named_none(asking(m).airbases),
    "the target is out of the airbase's range": out_of_airbase_range,
    "no idle airbase of yours is in range": no_airbase_in_range,
    "no airbase without a mission is in range of the unit": no_rescue_in_range,
    "the Trans-Caucasian corps does not attack beyond its bounds": only_caucasians,
    "the corps does not attack beyond its bounds": beyond_bounds,
    "no idle fleet of yours sails that sea": no_fleet_there,
    "the fleet cannot lie off that coast": fleet_cannot_lie_off,
    "Fuller's headquarters supports attacks with tanks only": no_tanks,
    "an airbase supports this attack, and the two are no pair of 18.4": no_pair,
    "nobody spends his last victory point on supply": lambda m, c: pays(m, c, c[1]),
    "nobody spends his last victory point on a march": lambda m, c: pays(m, c, asking(m).unit),
    "the force at sea must attack first": force_at_sea,
    "an attack needs at least one unit": lambda m, c: named_none(asking(m).battle.attackers),
    "no fleet has been named for the bombardment": no_fleet_named,
    "no shock unit of the attack is in general supply": no_fed_shock,
    "the unit appears in an empty hex": occupied,
    "one of the units that cannot move is too many": two_posts,
    "the optional rule of {} is not in use": option_is_off,
    "nationalists who do not fight yet are not yours to demobilize": waits_in_the_east,
    "you have no units on the map": nobody_on_the_map,
    "no unit there is in general supply to dig": nobody_fed_there,
    "every place where the unit could appear is closed": nowhere_to_appear,
    "no city is open to it this phase": nowhere_to_appear,
    "its country has no place for it to appear": no_home,
    "the conversion costs {}, and nobody spends his last point": lambda m, c: poor(
        m, CONVERSION[COUNTERS[c[1]].front.type]
    ),
    "the box takes no more units in this phase": box_is_full,
    "the country has not been set free": captive,
    "the city is not in the fort's country": foreign_fort,
    "the unit's move in this phase is over": moved,
    "a stack is put in order once a phase": shuffled,
    "enemy zones lie on every way that the movement points allow": zones_on_every_way,
    "enemies and their zones cut every line of fifteen hexes": line_is_cut,
    "no transport with room sails from here to that coast": no_voyage,
    "no transport with room can lie off that coast": no_landing,
    "the box is another nation's": other_box,
    "no idle transport sails that sea": no_transport_for_that_coast,
    "it costs three points, and nobody spends his last one": lambda m, c: poor(m, 3),
    "the enemy has no units in that country": not_enemy_country,
    "no enemy unit is due on that turn": nothing_due,
    "the garrison is not in the country looked at": garrison_elsewhere,
    "the mutiny is in another army": lambda m, c: bool(NATION_OF[c[1]] != asking(m).nation),
    "revolutionaries may not be designated": lambda m, c: (
        NATIONS[c[1]].group in ("bolshevik", "anarchist")
    ),
    "all your garrisons are on the map": no_garrison_left,
    "the result allows no more units to pursue": no_more_pursuers,
    "the unit is no support at risk in this battle": lambda m, c: c[1] not in asking(m).risked,
    "the unit is not among those of which one is lost": lambda m, c: c[1] not in asking(m).units,
    "Bolsheviks have been set up there": neutral_there,
    "the fleet sails neither that sea nor one that joins it": other_sea,
}
