"""How the computer plays Der Weltkrieg: a staff officer's reasoning, chapter by chapter.

``stakes`` is what both sides fight for and who threatens it, ``operations`` which forces each
objective is given, ``posts`` what a unit is worth in a hex, ``rings`` who is cut off, ``marches``
how units get where they are wanted, ``services`` where staffs and trains go, ``battles`` what
attacks promise and when to give way, ``purse`` what is spent and who bears losses, ``outlook`` how
the scenario stands and what the enemy may hold in stock, ``reasons`` all of it in words. Of hidden
things [17-5] it reads its own only.
"""

from __future__ import annotations

import random

from trenchline.games.der_weltkrieg.advance import Advance
from trenchline.games.der_weltkrieg.cavalry import CavalryLeaves
from trenchline.games.der_weltkrieg.combat import CombatPhase, DeclareAttack
from trenchline.games.der_weltkrieg.deliveries import DeliverSupply
from trenchline.games.der_weltkrieg.duels import lying_at
from trenchline.games.der_weltkrieg.march import March
from trenchline.games.der_weltkrieg.movement import MovementPhase
from trenchline.games.der_weltkrieg.odds import likely_terrain
from trenchline.games.der_weltkrieg.payment import ChooseHeadquarters, Pay
from trenchline.games.der_weltkrieg.recombination import RecombinationPhase, Recombine
from trenchline.games.der_weltkrieg.reinforcements import PlaceArrival
from trenchline.games.der_weltkrieg.retreat import DecideRetreat
from trenchline.games.der_weltkrieg.staff import battles, marches, purse, services
from trenchline.games.der_weltkrieg.staff.operations import PLANS
from trenchline.games.der_weltkrieg.staff.outlook import weigh
from trenchline.games.der_weltkrieg.staff.stakes import Situation
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.supply_markers import SendSupply, TakeIn
from trenchline.games.der_weltkrieg.terrain_choice import KINDS, ChooseTerrain
from trenchline.games.der_weltkrieg.trenches import Dig
from trenchline.games.der_weltkrieg.ways_out import RetreatUnit
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.play import decision
from trenchline.kernel.reasons import because
from trenchline.kernel.staff import Staff
from trenchline.kernel.steps import Choice, Choices, pick

CLOSE = 3
"""Trenches are dug where an enemy is so near."""


def choose(state: State, choices: Choices, rng: random.Random, plan: str) -> Choice:
    """The staff's decision."""
    asking = decision(state)
    sit = Situation(state, asking.who(state), plan)
    match asking:
        case MovementPhase():
            return marches.next_unit(sit, choices)
        case March():
            return marches.march(sit, asking, choices)
        case CombatPhase():
            return _fight(sit, choices)
        case DeclareAttack():
            return battles.declare(sit, asking, choices)
        case Pay():
            return purse.pay(sit, asking, choices)
        case ChooseHeadquarters():
            return purse.pay_from(sit, asking, choices)
        case ChooseTerrain():
            ground = likely_terrain(state, state.battle)
            chosen: Choice = ("terrain", KINDS.index(ground))
            words = "we lose least where the ground is {}"
            because(state, chosen, 0.0, words, ground.replace("_", " "))
            return chosen
        case CavalryLeaves():
            return battles.cavalry_leaves(sit, choices)
        case DecideRetreat():
            return battles.stand_or_go(sit, choices)
        case RetreatUnit():
            return battles.fall_back(sit, asking.unit, choices)
        case Advance():
            return battles.follow_up(sit, asking, choices)
        case DeliverSupply():
            return purse.deliver(sit, choices)
        case SendSupply():
            return services.points_to_send(sit, asking.headquarters, choices)
        case TakeIn() if "take_in" in choices:
            column = lowest(choices["take_in"])
            because(state, ("take_in", column), 0.0, "{:unit} has come to feed us", column)
            return "take_in", column
        case RecombinationPhase():
            return purse.recombine(sit, choices)
        case Recombine():
            return purse.hand_out(sit, asking, choices)
        case PlaceArrival():
            hex_ = min(members(choices["place"]), key=lambda h: (sit.way_to_enemy(h), h))
            because(state, ("place", hex_), 0.0, "{:hex} is nearest to the enemy", hex_)
            return "place", hex_
        case Dig():
            near = [h for h in members(choices.get("dig", 0)) if sit.distance(h) <= CLOSE]
            if near:
                because(state, ("dig", near[0]), 0.0, "an enemy is near {:hex}", near[0])
                return "dig", near[0]
            because(state, ("done", 0), 0.0, "no enemy is near enough for trenches")
            return "done", 0
    return _plain(state, choices)


def _fight(sit: Situation, choices: Choices) -> Choice:
    """Duels of flotillas where ours are stronger, then attacks by their promise."""
    for hex_ in members(choices.get("duel", 0)):
        theirs = sum(
            sit.state.strength[u] for u in members(lying_at(sit.state, 1 - sit.side, hex_))
        )
        ours = max(
            sum(sit.state.strength[u] for u in members(lying_at(sit.state, sit.side, hex_ + shift)))
            for shift in sit.grid.shifts
        )
        if ours > theirs:
            words = "our flotilla has {} against {} at {:hex}"
            because(sit.state, ("duel", hex_), ours - theirs, words, ours, theirs, hex_)
            return "duel", hex_
    return battles.next_attack(sit, choices)


def _plain(state: State, choices: Choices) -> Choice:
    """Everything that needs no thought."""
    if "lose" in choices:
        return purse.bear(state, choices)
    if "eliminate" in choices:
        return purse.cheapest_to_lose(state, choices, "eliminate")
    chosen, words = _plainest(choices)
    because(state, chosen, 0.0, words)
    return chosen


def _plainest(choices: Choices) -> tuple[Choice, str]:
    """What there is little to say about."""
    for verb in ("points", "amount"):
        if verb in choices and "stay" not in choices:
            return (verb, choices[verb].bit_length() - 1), "as much as there is room for"
    if "with" in choices:
        return ("with", choices["with"].bit_length() - 1), "the more the better"
    for verb in ("interdict", "join", "stand", "done", "stay"):
        if verb in choices:
            return (verb, 0), "there is nothing to gain by anything else"
    return pick(choices, 0), "there is nothing to choose between"


def rivals(state: State, choices: Choices, rng: random.Random, plan: str) -> list[Choice]:
    """What is worth trying out: which attack, if any; to stand or to go."""
    asking = decision(state)
    sit = Situation(state, asking.who(state), plan)
    match asking:
        case CombatPhase() if "duel" not in choices:
            return battles.rival_attacks(sit, choices)
        case DecideRetreat() if len(choices) > 1:
            own = battles.stand_or_go(sit, choices)
            return [own, *((verb, 0) for verb in choices if verb != own[0])]
    return []


STAFF = Staff(choose, weigh, PLANS, rivals)
