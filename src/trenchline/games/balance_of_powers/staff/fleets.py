"""How the computer fights at sea: it keeps its fleet together, seeks battle when it is stronger and
declines it when it is weaker.

Strength is gunnery times armour over all ships that would meet. A fleet that is stronger than any
enemy it can reach sails to where it is in contact with him; one that is weaker stays in port.
"""

from __future__ import annotations

from trenchline.games.balance_of_powers.calendar import year_of
from trenchline.games.balance_of_powers.coastal_raids import RaidCoast
from trenchline.games.balance_of_powers.components import Units
from trenchline.games.balance_of_powers.contact import moving, standing
from trenchline.games.balance_of_powers.flight import strength
from trenchline.games.balance_of_powers.general_quarters import Initiative, Quarters
from trenchline.games.balance_of_powers.home_port import HomePort
from trenchline.games.balance_of_powers.interrupts import Interrupt
from trenchline.games.balance_of_powers.minefields import Sweep, fields
from trenchline.games.balance_of_powers.navy import (
    DREADNOUGHTS,
    SHIPS,
    SUBMARINES,
    fleet,
    in_contact,
    near,
    ports,
)
from trenchline.games.balance_of_powers.quarters import AtSea, destinations
from trenchline.games.balance_of_powers.salvos import (
    AfterCombat,
    Broadside,
    Deploy,
    FortShot,
    Hoist,
)
from trenchline.games.balance_of_powers.search import Declare, Evade, Search
from trenchline.games.balance_of_powers.staff import breakout, shipping
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.torpedoes import Aim, Depth
from trenchline.games.balance_of_powers.trade_war import FIFTH
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.play import decision
from trenchline.kernel.reasons import because
from trenchline.kernel.steps import Choice, Choices

BOLD = 1.15
"""How much stronger a fleet wants to be before it seeks battle."""
FORT = 27
"""What a fortress is worth in a fight."""


def power(state: State, units: Units, *, forts: int = 0) -> int:
    """What ships are worth in a fight."""
    total = FORT * forts
    for ship in members(units & SHIPS):
        told = strength(state, ship)
        total += (1 + told.fire) * told.armour
    return total


def at_sea(state: State, choices: Choices) -> Choice | None:
    """The decision of a staff about anything at sea; none if the question is another."""
    asking = decision(state)
    side = asking.who(state)
    match asking:
        case Quarters():
            return _next_force(state, side, choices)
        case AtSea():
            return _command(state, side, choices)
        case Initiative():
            because(state, ("go_second", 0), 0.0, "who moves last has the last word")
            return "go_second", 0
        case Search():
            return _search(state, side, choices)
        case Declare():
            mover = moving(state)
            own = power(state, standing(state, asking.place, side).units)
            other = power(state, mover.units) if side != mover.side else own
            return _by_strength(state, own, BOLD * other, "at_sea", "in_port")
        case Evade():
            own = power(state, fleet(state, _place_of(state, side), side))
            return _by_strength(state, own, _met(state, side), "fight", "evade")
        case Interrupt():
            if "break_in" in choices:
                force = lowest(choices["break_in"])
                because(state, ("break_in", force), 0.0, "they must not go by unseen")
                return "break_in", force
            because(state, ("wait", 0), 0.0, "nobody is near enough")
            return "wait", 0
        case Deploy():
            because(state, ("ready", 0), 0.0, "the ships are in line")
            return "ready", 0
        case AfterCombat():
            own = power(state, state.engaged & state.troops[side])
            theirs = power(state, state.engaged & state.troops[1 - side])
            return _by_strength(state, own, BOLD * theirs, "stay", "go_home")
        case Broadside() | FortShot():
            return _target(state, choices)
        case Hoist() if "hoist" in choices:
            flag = max(members(choices["hoist"]), key=lambda u: strength(state, u).armour)
            because(state, ("hoist", flag), 0.0, "{:unit} is the safest ship", flag)
            return "hoist", flag
        case Aim():
            return _on_the_weakest(state, "torpedo", choices)
        case Depth() if "lose" in choices:
            return _on_the_weakest(state, "lose", choices)
        case HomePort() if "harbour" in choices:
            port = lowest(choices["harbour"])
            because(state, ("harbour", port), 0.0, "one port is as good as another")
            return "harbour", port
        case RaidCoast():
            because(state, ("bombard", 0), 0.0, "the coast lies open")
            return "bombard", 0
        case Sweep():
            return _on_the_weakest(state, "sweeper", choices)
    return None


def _by_strength(state: State, ours: float, wanted: float, bold: str, wary: str) -> Choice:
    """Whether a fleet is strong enough for something."""
    words = "our ships are worth {:.0f} here, and {:.0f} is wanted for a battle"
    because(state, (bold, 0), ours - wanted, words, ours, wanted)
    because(state, (wary, 0), 0.0, words, ours, wanted)
    return (bold if ours > wanted else wary), 0


def _on_the_weakest(state: State, verb: str, choices: Choices) -> Choice:
    """The ship with the thinnest armour, ours to be given or theirs to be hit."""
    ship = _weakest(state, choices[verb])
    because(state, (verb, ship), 0.0, "{:unit} has the thinnest armour", ship)
    return verb, ship


def _place_of(state: State, side: int) -> Hex:
    """Where the ships of a side are that have been found."""
    return state.where[lowest(state.engaged & state.troops[side])]


def _met(state: State, side: int) -> int:
    """What the enemies near the force in hand are worth."""
    return sum(
        power(state, fleet(state, place, 1 - side)) for place in members(near(state.force_at))
    )


def _weakest(state: State, units: Units) -> int:
    """The ship that a hit would hurt most: the thinnest armour, then the most guns."""
    return min(
        members(units), key=lambda u: (strength(state, u).armour, -strength(state, u).fire, u)
    )


def _target(state: State, choices: Choices) -> Choice:
    """Guns go for whom they hit most easily, damaged ships but for dreadnoughts before others."""
    if "shoot" not in choices:
        because(state, ("shell", 0), 0.0, "there is nothing else to fire at")
        return "shell", 0
    best = min(
        members(choices["shoot"]),
        key=lambda u: (
            strength(state, u).armour + 2 * bool(state.reduced & DREADNOUGHTS & 1 << u),
            -strength(state, u).fire,
            u,
        ),
    )
    because(state, ("shoot", best), 0.0, "{:unit} is most easily hit", best)
    return "shoot", best


def _prey(state: State, side: int, units: Units) -> dict[Hex, int]:
    """Where enemy fleets are that could be met at sea or in port, with what they are worth."""
    found: dict[Hex, int] = {}
    for ship in members(state.on_map(1 - side) & SHIPS):
        place = state.where[ship]
        if place not in found:
            found[place] = power(state, fleet(state, place, 1 - side))
    own = power(state, units)
    return {place: worth for place, worth in found.items() if own > BOLD * worth}


def _afloat(state: State, side: int) -> Hexes:
    """Enemy fleets that are not in port: only those can be brought to battle."""
    safe = ports(state, 1 - side)
    return sum(
        1 << place
        for place in {state.where[s] for s in members(state.on_map(1 - side) & SHIPS)}
        if not safe >> place & 1
    )


def _next_force(state: State, side: int, choices: Choices) -> Choice:
    """What the war on land needs comes first, then the strongest fleet, then submarines; nobody
    else sails without an enemy to meet."""
    served = shipping.sail_out(state, side, choices) or breakout.sail_out(state, side, choices)
    if served is not None:
        return served
    out = _afloat(state, side)
    for place in sorted(
        members(choices.get("fleet", 0)),
        key=lambda h: -power(state, fleet(state, h, side)),
    ):
        units = fleet(state, place, side)
        if any(out >> prey & 1 for prey in _prey(state, side, units)):
            words = "the fleet of {:hex} is stronger than an enemy who is at sea"
            because(state, ("fleet", place), 0.0, words, place)
            return "fleet", place
    if out and "pack" in choices:
        pack = lowest(choices["pack"])
        because(state, ("pack", pack), 0.0, "the enemy is at sea")
        return "pack", pack
    because(state, ("end", 0), 0.0, "no enemy is at sea whom we could beat")
    return "end", 0


def _command(state: State, side: int, choices: Choices) -> Choice:
    """Serve the war on land; or sail to where the best enemy is in contact, search, and stop."""
    served = shipping.command(state, side, choices) or breakout.command(state, side, choices)
    if served is not None:
        return served
    if "search" in choices:
        own = power(state, state.force)
        for place in members(choices["search"]):
            other = standing(state, place, 1 - side)
            below = bool(state.force & SUBMARINES)
            if below or own > BOLD * power(state, other.units, forts=other.fort):
                words = "whoever is found in {:hex} can be beaten"
                because(state, ("search", place), 0.0, words, place)
                return "search", place
    if "steam" in choices:
        goal = _goal(state, side, choices["steam"])
        if goal is not None:
            words = "an enemy whom we can beat is within reach of {:hex}"
            because(state, ("steam", goal), 0.0, words, goal)
            return "steam", goal
    because(state, ("stop", 0), 0.0, "there is nobody to find")
    return "stop", 0


def _goal(state: State, side: int, reach: Hexes) -> Hex | None:
    """The nearest place in contact with an enemy that the force can beat, out of minefields."""
    out = _afloat(state, side)
    prey = _prey(state, side, state.force)
    if state.force & SUBMARINES:
        prey = dict.fromkeys({state.where[s] for s in members(state.on_map(1 - side) & SHIPS)}, 1)
    danger = fields(state, 1 - side) | state.forts[1 - side]
    best: tuple[int, int] | None = None
    layers = destinations(state)
    for place in prey:
        if not out >> place & 1:
            continue
        enemies = fleet(state, place, 1 - side)
        for goal in members(near(place) & reach & ~danger):
            if in_contact(goal, state.force, place, enemies):
                cost = layers.cost(goal)
                if cost is not None and (best is None or (cost, goal) < best):
                    best = cost, goal
    return None if best is None else best[1]


def _search(state: State, side: int, choices: Choices) -> Choice:
    """Search if one is stronger, or below the water."""
    mover = moving(state)
    if "prowl" in choices:
        prowler = lowest(choices["prowl"])
        because(state, ("prowl", prowler), 0.0, "below the water little is risked")
        return "prowl", prowler
    for verb in ("search", "search_from"):
        for place in members(choices.get(verb, 0)):
            other = standing(state, place, 1 - mover.side)
            theirs = power(state, other.units, forts=other.fort)
            ours = power(state, mover.units, forts=mover.fort)
            if verb == "search_from":
                ours, theirs = theirs, ours
            if mover.units & SUBMARINES or ours > BOLD * theirs:
                words = "to find them in {:hex} would be to our gain"
                because(state, (verb, place), 0.0, words, place)
                return verb, place
    because(state, ("none", 0), 0.0, "they are too strong to be looked for")
    return "none", 0


LAST_YEAR = 1918
"""From here on America would come too late."""


def unrestricted(state: State) -> str:
    """[5.321] Sinking without warning costs nothing but the fifth time, which brings America into
    the war: that is for the last year."""
    late = year_of(state.month) >= LAST_YEAR
    words = "America would come too late" if late else "it costs nothing until the fifth time"
    because(state, ("unrestrict", 0), 0.0, words)
    because(state, ("restrain", 0), 0.0, "another time would bring America into the war")
    return "unrestrict" if state.unrestricted + 1 < FIFTH or late else "restrain"
