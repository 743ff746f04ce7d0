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
from trenchline.games.kaisers_war.staff.battles import declare, next_attack, prepare
from trenchline.games.kaisers_war.staff.deployment import deploy
from trenchline.games.kaisers_war.staff.doctrine import IN_THE_EAST
from trenchline.games.kaisers_war.staff.knowledge import ARMY_OF, Situation
from trenchline.games.kaisers_war.staff.marches import march, next_unit, post_value
from trenchline.games.kaisers_war.staff.outlook import weigh
from trenchline.games.kaisers_war.staff.purse import mobilize, place
from trenchline.games.kaisers_war.staff.skies import fly, sortie
from trenchline.games.kaisers_war.staff.stakes import field
from trenchline.games.kaisers_war.state import State
from trenchline.games.kaisers_war.supply_by_sea import SupplyBySea
from trenchline.kernel.bits import members
from trenchline.kernel.play import decision
from trenchline.kernel.steps import Choice, Choices, pick


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
    return "retreat_to", max(
        members(choices["retreat_to"]), key=lambda h: (post_value(sit, asking.unit, h), -h)
    )


def pursue(sit: Situation, asking: Pursuit | CounterPursuit, choices: Choices) -> Choice:
    """Follow up where the new post is better than the old; the boldest first."""
    best: tuple[float, int] | None = None
    for unit in members(choices.get("pursue", 0)):
        if unit in sit.state.assault:
            return "pursue", unit
        old = post_value(sit, unit, sit.state.where[unit])
        goals = 1 << asking.target if isinstance(asking, Pursuit) else asking.goals(sit.state, unit)
        gain = max(post_value(sit, unit, hex_) for hex_ in members(goals)) - old
        if best is None or (gain, -unit) > best:
            best = gain, -unit
    if best is not None and best[0] > -0.5:
        return "pursue", -best[1]
    return "done", 0


def follow(sit: Situation, asking: SecondHex | CounterPursuitTo, choices: Choices) -> Choice:
    """The second hex of a pursuit, if it is the better post."""
    goals = choices.get("pursue_to", 0)
    if not goals:
        return "done", 0
    unit = asking.unit
    best = max(members(goals), key=lambda h: (post_value(sit, unit, h), -h))
    if "done" in choices:
        here = post_value(sit, unit, sit.state.where[unit])
        if post_value(sit, unit, best) <= here + 0.5:
            return "done", 0
    return "pursue_to", best


def stand_firm(sit: Situation, asking: StandFirm) -> Choice:
    """[34.1] Pay to hold what must not be lost, while points are plenty."""
    price = firmness_cost(sit.state, asking.battle) * sit.ledger.thrift
    ground = field(sit, sit.enemy).ground(asking.battle.target)
    exposed = sum(sit.worth(f) for f in sit.faces(asking.battle.target))
    if 0.4 * (ground + 0.5 * exposed) > price and sit.state.vp[sit.side] > 25:
        return "stand_firm", 0
    return "done", 0


def _rare(sit: Situation, asking: object, choices: Choices) -> Choice:
    """What is seldom asked."""
    state, side = sit.state, sit.side
    if isinstance(asking, Psywar):
        return psywar(sit, asking, choices)
    if isinstance(asking, KaiserMovesEast):
        return ("move_east", 0) if sit.plan == IN_THE_EAST else ("done", 0)
    if isinstance(asking, FightOn):
        # Whoever is behind hopes for another year.
        return ("fight_on", 0) if weigh(state, side) < 0.5 else ("done", 0)
    for verb in ("lose", "give_up"):
        if verb in choices:
            return verb, min(members(choices[verb]), key=lambda u: (sit.worth(state.face(u)), u))
    if isinstance(asking, AerialSupply) and "fly_supply" in choices:
        return "fly_supply", max(
            members(choices["fly_supply"]), key=lambda u: (sit.worth(state.face(u)), -u)
        )
    if isinstance(asking, AirStrike):
        return fly(sit, asking, choices)
    if isinstance(asking, Contest):
        return sortie(sit, asking, choices)
    if isinstance(asking, SupplyBySea):
        # Transports have armies to carry.
        return "done", 0
    if isinstance(asking, Intelligence):
        return look(sit, choices)
    if isinstance(asking, Mutiny | GeneralStrike):
        # The enemy gives up what he values least; it is dearest where his armies are best.
        return "nation", max(members(choices["nation"]), key=lambda n: (ARMY_OF[n].attack, -n))
    if "remove" in choices:
        feared = field(sit, side).ground
        return "remove", max(members(choices["remove"]), key=lambda u: (feared(state.where[u]), -u))
    if "place" in choices:
        wanted = field(sit, side).ground
        return "place", max(members(choices["place"]), key=lambda h: (wanted(h), -h))
    return ("done", 0) if "done" in choices else pick(choices, 0)


def psywar(sit: Situation, asking: Psywar, choices: Choices) -> Choice:
    """[32.5] Column B hits units, column A points; three points is a high price for either."""
    price = 0.0 if asking.free else 3.0 * sit.ledger.thrift
    if "psywar_b" in choices and price < 2.5:
        return "psywar_b", 0
    hope = 3.5 * (sit.ledger.hurt + sit.ledger.thrift) / 6
    return ("psywar_a", 0) if "psywar_a" in choices and hope > price else ("done", 0)


def look(sit: Situation, choices: Choices) -> Choice:
    """[32.5] Look where most of the enemy's units lie hidden."""
    if "look" not in choices:
        return pick(choices, 0)

    def hidden(number: int) -> int:
        land = TERRITORY[COUNTRIES[number]] & sit.state.held[sit.enemy]
        return sum(len(sit.state.stacks[h]) - 1 for h in members(land))

    return "look", max(members(choices["look"]), key=lambda n: (hidden(n), -n))
