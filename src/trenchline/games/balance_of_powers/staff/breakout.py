"""The High Seas Fleet breaks out to the Norwegian Sea [12.6/victory.1], if nobody watches.

It takes both halves of the month, and a fleet that is weaker would not come through. So a light
cruiser goes first and shows itself to the Grand Fleet. If she is neither searched for nor stopped,
the dreadnoughts follow to the north of the map, and out from there.
"""

from __future__ import annotations

from trenchline.games.balance_of_powers.components import CENTRAL, GE, GRID, OF_NATION, Units
from trenchline.games.balance_of_powers.flight import strength
from trenchline.games.balance_of_powers.going import SEA
from trenchline.games.balance_of_powers.minefields import fields
from trenchline.games.balance_of_powers.navy import (
    DREADNOUGHTS,
    OF_CLASS,
    SHIPS,
    fleet,
    in_contact,
    near,
    ports,
)
from trenchline.games.balance_of_powers.quarters import destinations
from trenchline.games.balance_of_powers.seaways import course, points_left
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.reasons import because
from trenchline.kernel.steps import Choice, Choices

RULE = "gunnery"
"""The rule of victory by which a break-out wins [12.6/victory.1]."""


def _box(state: State) -> Hex:
    return GRID.hex(state.scenario.settings["victory"]["box"])


def concerns(state: State, side: int) -> bool:
    """Whether there is anything to win by it."""
    return side == CENTRAL and state.scenario.settings["victory"]["rule"] == RULE


def _dreadnoughts(state: State) -> Units:
    return state.on_map(CENTRAL) & DREADNOUGHTS & OF_NATION[GE]


def _reach(state: State, units: Units, place: Hex) -> Hexes:
    return course(state, CENTRAL, units, place, points_left(state, units)).hexes


def _shown_to(state: State, place: Hex, unit: int) -> bool:
    """Whether a ship in a place is in contact with an enemy fleet."""
    return any(
        (enemies := fleet(state, other, 1 - CENTRAL))
        and in_contact(place, 1 << unit, other, enemies)
        for other in members(near(place))
    )


def _is_watched(state: State) -> bool | None:
    """Whether the enemy has looked for the cruiser that went first; None if none has shown herself
    in this half."""
    for scout in members(state.on_map(CENTRAL) & OF_CLASS["CL"]):
        if state.spent.get(scout, 0) and _shown_to(state, state.where[scout], scout):
            return any(sought >> scout & 1 for _, sought in state.sought)
    return None


def sail_out(state: State, side: int, choices: Choices) -> Choice | None:
    """Who sails next for the break-out, if anybody does."""
    if not concerns(state, side):
        return None
    ready = choices.get("ship", 0)
    heavy = _dreadnoughts(state) & ready
    if not heavy:
        return None
    safe = ports(state, CENTRAL)
    for place in sorted({state.where[ship] for ship in members(heavy)}):
        units = fleet(state, place, CENTRAL) & ready & heavy
        if not safe >> place & 1 and _reach(state, units, place) >> _box(state) & 1:
            because(state, ("fleet", place), 0.0, "the way to the Norwegian Sea is open")
            return "fleet", place
    if state.quarters != 1:
        return None
    watched = _is_watched(state)
    if watched is None and not any(
        state.spent.get(s, 0) for s in members(state.on_map(CENTRAL) & SHIPS)
    ):
        scouts = [s for s in members(ready & OF_CLASS["CL"]) if _to_show(state, s)]
        if scouts:
            scout = min(scouts, key=lambda s: (strength(state, s).fire, s))
            because(state, ("ship", scout), 0.0, "{:unit} finds out whether we are watched", scout)
            return "ship", scout
    if watched is False:
        for place in sorted({state.where[ship] for ship in members(heavy)}):
            if _edges(state) & _reach(state, fleet(state, place, CENTRAL) & heavy, place):
                because(state, ("fleet", place), 0.0, "nobody watches the North Sea")
                return "fleet", place
    return None


def _to_show(state: State, scout: int) -> Hexes:
    """Where a cruiser would be seen by the Grand Fleet, out of mines and fortresses."""
    danger = fields(state, 1 - CENTRAL) | state.forts[1 - CENTRAL]
    enemies = {state.where[s] for s in members(state.on_map(1 - CENTRAL) & DREADNOUGHTS)}
    around = 0
    for place in enemies:
        around |= near(place)
    reach = _reach(state, 1 << scout, state.where[scout])
    return bit_set(
        goal for goal in members(around & reach & ~danger) if _shown_to(state, goal, scout)
    )


def _edges(state: State) -> Hexes:
    """From where the Norwegian Sea is entered."""
    return step(1 << _box(state), SEA) & state.scenario.hexes & ~ports(state, 1 - CENTRAL)


def command(state: State, side: int, choices: Choices) -> Choice | None:
    """What a force does on its way out, or the cruiser before it."""
    if not concerns(state, side):
        return None
    steam = choices.get("steam", 0)
    vessels = state.force & SHIPS
    if state.force_at == _box(state):
        because(state, ("stop", 0), 0.0, "the fleet is out")
        return "stop", 0
    if vessels & DREADNOUGHTS:
        if state.quarters == 1 and _is_watched(state) is not False:
            return None
        goal = _way_out(state, steam)
        if goal is not None and goal != state.force_at:
            because(state, ("steam", goal), 0.0, "from {:hex} the way is open", goal)
            return "steam", goal
    elif vessels & OF_CLASS["CL"] and vessels.bit_count() == 1 and state.quarters == 1:
        (scout,) = members(vessels)
        if not state.spent.get(scout, 0) and (shown := _to_show(state, scout) & steam):
            cost = destinations(state)
            goal = min(members(shown), key=lambda h: (cost.cost(h) or 0, h))
            because(state, ("steam", goal), 0.0, "she will be seen in {:hex}", goal)
            return "steam", goal
    return None


def _way_out(state: State, steam: Hexes) -> Hex | None:
    box = _box(state)
    if steam >> box & 1:
        return box
    if _edges(state) >> state.force_at & 1:
        return None
    danger = fields(state, 1 - CENTRAL) | state.forts[1 - CENTRAL]
    edges = list(members(_edges(state) & steam & ~danger))
    if not edges:
        return None
    cost = destinations(state)
    return min(edges, key=lambda h: (cost.cost(h) or 0, h))
