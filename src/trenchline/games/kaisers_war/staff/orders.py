"""Every decision of the game, and which part of the staff answers it."""

from __future__ import annotations

import random

from trenchline.games.kaisers_war.air import AirStrike
from trenchline.games.kaisers_war.attrition import AerialSupply
from trenchline.games.kaisers_war.combat import (
    CombatPhase,
    DeclareAttack,
    PlanBattle,
    StandFirm,
    firmness_cost,
)
from trenchline.games.kaisers_war.components import COUNTRIES, TERRITORY
from trenchline.games.kaisers_war.eastern import KaiserMovesEast
from trenchline.games.kaisers_war.mobilization import Mobilization
from trenchline.games.kaisers_war.movement import MovementPhase
from trenchline.games.kaisers_war.moves import MoveUnit
from trenchline.games.kaisers_war.placement import Placement
from trenchline.games.kaisers_war.psywar import GeneralStrike, Intelligence, Mutiny, Psywar
from trenchline.games.kaisers_war.pursuit import (
    CounterPursuit,
    CounterPursuitTo,
    Pursuit,
    SecondHex,
)
from trenchline.games.kaisers_war.retreat import Retreat
from trenchline.games.kaisers_war.sequence import FightOn
from trenchline.games.kaisers_war.sorties import Contest
from trenchline.games.kaisers_war.staff import reasons
from trenchline.games.kaisers_war.staff.battles import declare, next_attack, prepare
from trenchline.games.kaisers_war.staff.deployment import deploy
from trenchline.games.kaisers_war.staff.doctrine import IN_THE_EAST
from trenchline.games.kaisers_war.staff.knowledge import ARMY_OF, Situation
from trenchline.games.kaisers_war.staff.marches import march, next_unit
from trenchline.games.kaisers_war.staff.outlook import weigh
from trenchline.games.kaisers_war.staff.posts import Posts
from trenchline.games.kaisers_war.staff.purse import mobilize, place
from trenchline.games.kaisers_war.staff.skies import fly, sortie
from trenchline.games.kaisers_war.staff.stakes import field
from trenchline.games.kaisers_war.state import State
from trenchline.games.kaisers_war.supply_by_sea import SupplyBySea
from trenchline.kernel.bits import members
from trenchline.kernel.play import decision
from trenchline.kernel.reasons import because
from trenchline.kernel.steps import Choice, Choices, pick
from trenchline.kernel.words import counted

FOLLOWED, FURTHER = -0.5, 0.5
"""What a pursuit must at least gain, and a second hex of it."""


def choose(state: State, choices: Choices, rng: random.Random, plan: str) -> Choice:
    """The staff's decision."""
    asking = decision(state)
    side = asking.who(state)
    if "auto" in choices:
        return deploy(state, side, choices, plan)
    sit = Situation(state, side, plan)
    if isinstance(asking, MovementPhase):
        return next_unit(sit, choices)
    if isinstance(asking, MoveUnit):
        return march(sit, asking, choices)
    if isinstance(asking, CombatPhase):
        return next_attack(sit, asking, choices)
    if isinstance(asking, DeclareAttack):
        return declare(sit, asking, choices)
    if isinstance(asking, PlanBattle):
        return prepare(sit, asking, choices)
    if isinstance(asking, Mobilization):
        return mobilize(sit, choices)
    if isinstance(asking, Placement):
        return place(sit, asking.unit, choices)
    if isinstance(asking, Retreat):
        return fall_back(sit, asking, choices)
    if isinstance(asking, Pursuit | CounterPursuit):
        return pursue(sit, asking, choices)
    if isinstance(asking, SecondHex | CounterPursuitTo):
        return follow(sit, asking, choices)
    if isinstance(asking, StandFirm):
        return stand_firm(sit, asking)
    return _rare(sit, asking, choices)


def fall_back(sit: Situation, asking: Retreat, choices: Choices) -> Choice:
    """Retreat to where the unit does most good."""
    posts = Posts(sit, asking.unit, sit.state.where[asking.unit])
    best = max(members(choices["retreat_to"]), key=lambda h: (posts.weigh(h), -h))
    reasons.about_places(posts, "retreat_to", members(choices["retreat_to"]), best)
    return "retreat_to", best


def pursue(sit: Situation, asking: Pursuit | CounterPursuit, choices: Choices) -> Choice:
    """Follow up where the new post is better than the old; the boldest first."""
    best: tuple[float, int] | None = None
    for unit in members(choices.get("pursue", 0)):
        if unit in sit.state.assault:
            because(sit.state, ("pursue", unit), 0.0, "{:unit} must get ashore", unit)
            return "pursue", unit
        posts = Posts(sit, unit, sit.state.where[unit])
        old = posts.weigh(posts.here)
        goals = 1 << asking.target if isinstance(asking, Pursuit) else asking.goals(sit.state, unit)
        value, goal = max((posts.weigh(hex_), hex_) for hex_ in members(goals))
        gain = value - old
        if best is None or (gain, -unit) > best:
            best = gain, -unit
            reasons.following(posts, "pursue", goal, gain, FOLLOWED)
    if best is not None and best[0] > FOLLOWED:
        return "pursue", -best[1]
    if best is None:
        because(sit.state, ("done", 0), 0.0, "nobody can follow up")
    return "done", 0


def follow(sit: Situation, asking: SecondHex | CounterPursuitTo, choices: Choices) -> Choice:
    """The second hex of a pursuit, if it is the better post."""
    goals = choices.get("pursue_to", 0)
    if not goals:
        because(sit.state, ("done", 0), 0.0, "there is nowhere further to go")
        return "done", 0
    posts = Posts(sit, asking.unit, sit.state.where[asking.unit])
    best = max(members(goals), key=lambda h: (posts.weigh(h), -h))
    here, there = posts.weigh(posts.here), posts.weigh(best)
    reasons.following(posts, "pursue_to", best, there - here, FURTHER)
    if "done" in choices and there <= here + FURTHER:
        return "done", 0
    return "pursue_to", best


def stand_firm(sit: Situation, asking: StandFirm) -> Choice:
    """[34.1] Pay to hold what must not be lost, while points are plenty."""
    points = firmness_cost(sit.state, asking.battle)
    price = points * sit.ledger.thrift
    ground = field(sit, sit.enemy).ground(asking.battle.target)
    exposed = sum(sit.worth(f) for f in sit.faces(asking.battle.target))
    saved = 0.4 * (ground + 0.5 * exposed)
    words = "{} {:hex} for {}: to hold it is worth {:.1f}, the points {:.1f}"
    if sit.state.vp[sit.side] <= 25:
        words += ", and few are left"
    about = asking.battle.target, counted(points, "point"), saved, price
    because(sit.state, ("stand_firm", 0), saved - price, words, "hold", *about)
    because(sit.state, ("done", 0), 0.0, words, "do not swear to hold", *about)
    if saved > price and sit.state.vp[sit.side] > 25:
        return "stand_firm", 0
    return "done", 0


def _rare(sit: Situation, asking: object, choices: Choices) -> Choice:
    """What is seldom asked."""
    state, side = sit.state, sit.side
    if isinstance(asking, Psywar):
        return psywar(sit, asking, choices)
    if isinstance(asking, KaiserMovesEast):
        moves: Choice = ("move_east", 0) if sit.plan == IN_THE_EAST else ("done", 0)
        words = "the plan is to win in the east" if moves[0] == "move_east" else "the west decides"
        because(state, moves, 0.0, words)
        return moves
    if isinstance(asking, FightOn):
        # Whoever is behind hopes for another year.
        hope = weigh(state, side)
        because(state, ("fight_on", 0), 0.5, "we are behind: our chance is {:.0%}", hope)
        because(state, ("done", 0), hope, "we stand well enough: our chance is {:.0%}", hope)
        return ("fight_on", 0) if hope < 0.5 else ("done", 0)
    for verb in ("lose", "give_up"):
        if verb in choices:
            loss = min(members(choices[verb]), key=lambda u: (sit.worth(state.face(u)), u))
            words = "{:unit} is the least loss of those at risk ({:.1f})"
            because(state, (verb, loss), 0.0, words, loss, sit.worth(state.face(loss)))
            return verb, loss
    if isinstance(asking, AerialSupply) and "fly_supply" in choices:
        fed = max(members(choices["fly_supply"]), key=lambda u: (sit.worth(state.face(u)), -u))
        because(state, ("fly_supply", fed), 0.0, "{:unit} is worth most of those cut off", fed)
        return "fly_supply", fed
    if isinstance(asking, AirStrike):
        return fly(sit, asking, choices)
    if isinstance(asking, Contest):
        return sortie(sit, asking, choices)
    if isinstance(asking, SupplyBySea):
        because(state, ("done", 0), 0.0, "transports have armies to carry")
        return "done", 0
    if isinstance(asking, Intelligence):
        return look(sit, choices)
    return _plain(sit, asking, choices)


def _plain(sit: Situation, asking: object, choices: Choices) -> Choice:
    """What is asked of whoever has hurt the enemy's morale [32.5], and what needs no thought."""
    state, side = sit.state, sit.side
    if isinstance(asking, Mutiny | GeneralStrike):
        # The enemy gives up what he values least; it is dearest where his armies are best.
        nation = max(members(choices["nation"]), key=lambda n: (ARMY_OF[n].attack, -n))
        because(state, ("nation", nation), 0.0, "its armies are the best the enemy has")
        return "nation", nation
    wanted = field(sit, side).ground
    if "remove" in choices:
        gone = max(members(choices["remove"]), key=lambda u: (wanted(state.where[u]), -u))
        words = "{:hex} is what we want most of what they keep"
        because(state, ("remove", gone), 0.0, words, state.where[gone])
        return "remove", gone
    if "place" in choices:
        hex_ = max(members(choices["place"]), key=lambda h: (wanted(h), -h))
        because(state, ("place", hex_), 0.0, "{:hex} is worth most to us", hex_)
        return "place", hex_
    chosen = ("done", 0) if "done" in choices else pick(choices, 0)
    because(state, chosen, 0.0, "there is nothing to gain by anything else")
    return chosen


def psywar(sit: Situation, asking: Psywar, choices: Choices) -> Choice:
    """[32.5] Column B hits units, column A points; three points is a high price for either."""
    price = 0.0 if asking.free else 3.0 * sit.ledger.thrift
    hope = 3.5 * (sit.ledger.hurt + sit.ledger.thrift) / 6
    paid = "costs nothing" if asking.free else f"costs {price:.1f}"
    words = "strike at their {}: it may bring {:.1f} and {}"
    because(sit.state, ("psywar_b", 0), 2.5 - price, words, "units", 2.5, paid)
    because(sit.state, ("psywar_a", 0), hope - price, words, "points", hope, paid)
    because(sit.state, ("done", 0), 0.0, "no psychological war: it {} and brings too little", paid)
    if "psywar_b" in choices and price < 2.5:
        return "psywar_b", 0
    return ("psywar_a", 0) if "psywar_a" in choices and hope > price else ("done", 0)


def look(sit: Situation, choices: Choices) -> Choice:
    """[32.5] Look where most of the enemy's units lie hidden."""
    if "look" not in choices:
        chosen = pick(choices, 0)
        because(sit.state, chosen, 0.0, "there is nothing better to look at")
        return chosen

    def hidden(number: int) -> int:
        land = TERRITORY[COUNTRIES[number]] & sit.state.held[sit.enemy]
        return sum(len(sit.state.stacks[h]) - 1 for h in members(land))

    country = max(members(choices["look"]), key=lambda n: (hidden(n), -n))
    words = "most lies hidden there: {}"
    because(sit.state, ("look", country), 0.0, words, counted(hidden(country), "unit"))
    return "look", country
