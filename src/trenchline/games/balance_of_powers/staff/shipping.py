"""What fleets do for the war on land: they ferry corps over the sea, blockade, and hunt trade.

Ferries are single ships that carry corps from islands to the continent and come back for others.
Blockade and submarine warfare are counted when a season opens, so ships keep to their stations, and
submarines go out in the last month before it.
"""

from __future__ import annotations

from trenchline.games.balance_of_powers.calendar import season_before
from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    BR,
    CENTRAL,
    ENTENTE,
    FR,
    FULL_NATIONS,
    GE,
    GRID,
    HOME,
    OF_KIND,
    OF_NATION,
    PORT_BOXES,
    PORTS,
    US,
    Units,
)
from trenchline.games.balance_of_powers.holds import THIRDS
from trenchline.games.balance_of_powers.navy import (
    DREADNOUGHTS,
    SHIPS,
    SUBMARINES,
    fleet,
    steps,
)
from trenchline.games.balance_of_powers.quarters import destinations
from trenchline.games.balance_of_powers.scenarios import FLEETS
from trenchline.games.balance_of_powers.seaways import course, points_left, sea_ready
from trenchline.games.balance_of_powers.stacking import fits
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.trade_war import DISTANT, GROUNDS, LEAST
from trenchline.games.balance_of_powers.transports import allowance
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.reasons import because
from trenchline.kernel.steps import Choice, Choices

GUARD = 1
"""Corps that stay in an island kingdom."""
FERRIED: Units = ALL_CORPS & ~OF_KIND["africa"] & ~OF_KIND["flotilla"]
ISLANDS: Hexes = HOME[BR] | FULL_NATIONS
"""Where corps are of no use until they are shipped."""
CROSSING: tuple[Hex, ...] = (GRID.hex("Mid-Atlantic"), GRID.hex("North-Atlantic"))
"""The way over the Atlantic, the nearest box to France first."""
NEAR: Hexes = (HOME[BR] & ~FULL_NATIONS | GRID.hexes("USA", "Canada")) & (PORTS | PORT_BOXES)
"""Where corps are fetched from; whoever is in the east is too far away."""
_QUAYS: Hexes = PORTS | PORT_BOXES


def has_land(state: State) -> bool:
    """Whether there is a war on land to serve."""
    return "campaign" not in state.scenario.special.get("skipped", ())


def has_fleets(state: State) -> bool:
    """Whether ships carry corps, and not the optional rule."""
    return state.scenario.settings.get("admiralty") == FLEETS


def wanted_over_there(state: State, side: int) -> Hexes:
    """The ports of France in friendly hands where corps of the Entente are wanted."""
    if side != ENTENTE or state.sides[FR] != ENTENTE:
        return 0
    found = HOME[FR] & _QUAYS & state.held[ENTENTE] & state.scenario.hexes
    return found & ~state.enemy_land(ENTENTE)


def waiting(state: State, place: Hex, side: int) -> Units:
    """The corps in a port of an island that may go over the sea this month."""
    if not ISLANDS >> place & 1:
        return 0
    here = state.units(place, side) & FERRIED & ~state.passengers & ~state.shipped
    if HOME[BR] >> place & 1 and not FULL_NATIONS >> place & 1:
        at_home = sum(
            1
            for unit in members(state.on_map(side) & OF_NATION[BR] & FERRIED & ~state.passengers)
            if (HOME[BR] & ~FULL_NATIONS) >> state.where[unit] & 1
        )
        if at_home <= GUARD:
            return 0
    return here


def _reach(state: State, side: int, ship: int) -> Hexes:
    force = 1 << ship
    return course(state, side, force, state.where[ship], points_left(state, force)).hexes


def _may_carry(state: State) -> bool:
    return any(allowance(state, nation) >= THIRDS for nation in (BR, US))


def sail_out(state: State, side: int, choices: Choices) -> Choice | None:
    """Which single unit sails next for the war on land, if any does."""
    if not has_land(state):
        return None
    able = choices.get("ship", 0) & sea_ready(state, side)
    if side != ENTENTE:
        return _said(state, _hunt(state, able), "trade is hunted before the season opens")
    ferry = _said(state, _ferry(state, able), "corps wait for a passage")
    return ferry or _said(state, _blockade(state, able), "Germany is to be blockaded")


def _said(state: State, choice: Choice | None, words: str) -> Choice | None:
    """A choice with its reason."""
    if choice is not None:
        because(state, choice, 0.0, words)
    return choice


def _ferry(state: State, able: Units) -> Choice | None:
    quays = wanted_over_there(state, ENTENTE)
    laden = able & SHIPS
    for ship in members(laden):
        # Whoever has passengers takes them on.
        if state.units(state.where[ship], ENTENTE) & state.passengers and quays:
            return "fleet", state.where[ship]
    if not quays or not _may_carry(state):
        return None
    ferries = laden & ~DREADNOUGHTS & (OF_NATION[BR] | OF_NATION[US])
    piers = [
        place
        for place in {state.where[u] for u in members(state.on_map(ENTENTE) & FERRIED)}
        if NEAR >> place & 1 and waiting(state, place, ENTENTE)
    ]
    for place in sorted(piers):
        here = state.units(place, ENTENTE) & ferries
        if here:
            return "ship", lowest(here)
    for place in sorted(piers):
        # Nobody is there to carry them: somebody comes.
        for ship in members(ferries):
            if not state.spent.get(ship, 0) and _reach(state, ENTENTE, ship) >> place & 1:
                return "ship", ship
    return None


def _short(state: State) -> list[Hex]:
    """[5.343.1] The stations of the blockade of Germany that lack ships."""
    if state.sides[BR] != ENTENTE or state.sides[GE] != CENTRAL:
        return []
    return [
        box
        for box in DISTANT
        if state.scenario.hexes >> box & 1
        and sum(steps(state, s) for s in members(fleet(state, box, ENTENTE))) < 2 * LEAST
    ]


def _blockade(state: State, able: Units) -> Choice | None:
    stations = _short(state)
    if not stations:
        return None
    free = able & SHIPS & ~DREADNOUGHTS & OF_NATION[BR]
    for ship in members(free):
        here = state.where[ship]
        if here in DISTANT or state.spent.get(ship, 0):
            continue
        reach = _reach(state, ENTENTE, ship)
        if any(reach >> box & 1 for box in stations):
            return "ship", ship
    return None


def opens_a_season(state: State) -> bool:
    """Whether the next month begins with a seasonal turn."""
    return season_before(state.month + 1) is not None


def _hunt(state: State, able: Units) -> Choice | None:
    """[5.322] Submarines go out to their hunting grounds before a season opens."""
    if not opens_a_season(state) or state.sides[BR] != ENTENTE:
        return None
    for boat in members(able & SUBMARINES):
        if not state.spent.get(boat, 0) and _ground(state, _reach(state, CENTRAL, boat)):
            return "ship", boat
    return None


def _ground(state: State, reach: Hexes) -> Hex | None:
    for waters in GROUNDS.values():
        if waters & reach & state.scenario.hexes:
            return lowest(waters & reach & state.scenario.hexes)
    return None


def command(state: State, side: int, choices: Choices) -> Choice | None:
    """What a single unit that sails for the war on land does next; none for fleets that fight."""
    vessels = state.force & (SHIPS | SUBMARINES)
    if not has_land(state) or (vessels.bit_count() != 1 and not state.force & state.passengers):
        return None
    steam = choices.get("steam", 0)
    if state.force & SUBMARINES:
        ground = _ground(state, steam) if side == CENTRAL and opens_a_season(state) else None
        spent = state.spent.get(lowest(vessels), 0)
        hunt = ("steam", ground) if ground is not None and not spent else None
        return _said(state, hunt, "trade passes there")
    if side != ENTENTE:
        return None
    carried = _said(state, _carry(state, choices, steam), "corps are wanted over there")
    return carried or _said(
        state, _take_station(state, vessels, steam), "the blockade needs ships there"
    )


def _carry(state: State, choices: Choices, steam: Hexes) -> Choice | None:
    quays = wanted_over_there(state, ENTENTE)
    place = state.force_at
    aboard = state.force & state.passengers
    if aboard and quays >> place & 1 and choices.get("debark", 0):
        return "debark", lowest(choices["debark"])
    if quays and not quays >> place & 1:
        wanted = choices.get("embark", 0) & waiting(state, place, ENTENTE)
        near = steam & quays or _onward(place, steam) is not None
        if wanted and near and not state.spent.get(lowest(state.force & SHIPS), 0):
            return "embark", lowest(wanted)
    if aboard:
        open_quays = [h for h in members(quays & steam) if fits(state, h, aboard, ENTENTE)]
        if open_quays:
            cost = destinations(state)
            return "steam", min(open_quays, key=lambda h: (cost.cost(h) or 0, h))
        onward = _onward(place, steam)
        return ("steam", onward) if onward is not None else ("stop", 0)
    piers = [h for h in members(steam & NEAR) if waiting(state, h, ENTENTE)]
    spent = state.spent.get(lowest(state.force & SHIPS), 0)
    empty = [h for h in piers if not state.units(h, ENTENTE) & SHIPS & ~DREADNOUGHTS]
    if empty and not spent and quays and _may_carry(state):
        return "steam", empty[0]
    return None


def _onward(place: Hex, steam: Hexes) -> Hex | None:
    """The ocean on the way from America to France."""
    for box in CROSSING:
        if place == box:
            return None
        if steam >> box & 1:
            return box
    return None


def _take_station(state: State, vessels: Units, steam: Hexes) -> Choice | None:
    for box in _short(state):
        if steam >> box & 1 and not state.spent.get(lowest(vessels), 0):
            return "steam", box
    return None
