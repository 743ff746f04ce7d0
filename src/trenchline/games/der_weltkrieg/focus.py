"""What a decision is about, so that whoever draws the table can point there."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.advance import Advance
from trenchline.games.der_weltkrieg.breakdown import BreakDown, FormDivision
from trenchline.games.der_weltkrieg.cavalry import CavalryLeaves
from trenchline.games.der_weltkrieg.combat import DeclareAttack
from trenchline.games.der_weltkrieg.flotillas import Sail
from trenchline.games.der_weltkrieg.losses import TakeLosses
from trenchline.games.der_weltkrieg.march import March
from trenchline.games.der_weltkrieg.payment import ChooseHeadquarters, Pay
from trenchline.games.der_weltkrieg.recombination import Give, Recombine, Take
from trenchline.games.der_weltkrieg.reinforcements import PlaceArrival
from trenchline.games.der_weltkrieg.replacements import MergeReplacement, SplitReplacement
from trenchline.games.der_weltkrieg.retreat import DecideRetreat
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.strengthening import Strengthen
from trenchline.games.der_weltkrieg.supply_markers import SendSupply, TakeInto
from trenchline.games.der_weltkrieg.surrounded import BreakOut
from trenchline.games.der_weltkrieg.terrain_choice import ChooseTerrain
from trenchline.games.der_weltkrieg.ways_out import RetreatUnit
from trenchline.games.der_weltkrieg.withdrawals import MakeUp
from trenchline.kernel.hexes import Hex
from trenchline.kernel.view import FocusView


def focus(state: State) -> FocusView:
    """The units and hexes that the next decision is about, and how far a combat has come."""
    units: tuple[int, ...] = ()
    hexes: tuple[Hex, ...] = ()
    stage = ""
    if state.battles:
        units, hexes = state.battle.attackers, state.battle.targets
    match state.stack[-1] if state.stack else None:
        case March(party=party):
            units, hexes = party, ()
        case PlaceArrival() as step:
            units = (state.theatre.unit[step.arrival(state).unit],)
        case Recombine(lead=unit, hex=hex_):
            units, hexes = (unit,), (hex_,)
        case (
            Give(unit=unit)
            | Take(unit=unit)
            | BreakDown(unit=unit)
            | SplitReplacement(unit=unit)
            | MergeReplacement(unit=unit)
            | Strengthen(unit=unit)
            | MakeUp(unit=unit)
            | Sail(unit=unit)
            | SendSupply(headquarters=unit)
            | TakeInto(marker=unit)
        ):
            units = (unit,)
        case FormDivision(party=party):
            units = party
        case DeclareAttack(target=target, attackers=attackers):
            units, hexes, stage = attackers, (target,), "declare"
        case ChooseHeadquarters(unit=unit):
            units, stage = (unit,), "declare"
        case CavalryLeaves() | Pay() | BreakOut() | ChooseTerrain():
            stage = "declare"
        case TakeLosses():
            stage = "losses"
        case DecideRetreat():
            stage = "retreat"
        case RetreatUnit(unit=unit):
            units, stage = (unit,), "retreat"
        case Advance():
            stage = "advance"
    counters, label = state.theatre.counters, state.theatre.board.grid.label
    return FocusView(tuple(counters[u].key for u in units), tuple(map(label, hexes)), stage)
