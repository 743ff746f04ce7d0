"""The face of the game: everything a table, a record or a researcher asks of it."""

from __future__ import annotations

from pathlib import Path

from trenchline.games.the_great_war.barrage_odds import bombardment_odds
from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.bombardment import DeclareBombardment
from trenchline.games.the_great_war.charts import CHARTS
from trenchline.games.the_great_war.chronicle import CHRONICLE
from trenchline.games.the_great_war.combat import DeclareAttack, begun
from trenchline.games.the_great_war.combat_in_hand import odds_in_hand
from trenchline.games.the_great_war.components import CODES, NATIONS, SIDES
from trenchline.games.the_great_war.guide import GUIDE
from trenchline.games.the_great_war.intelligence import hidden, reveals, tell, veiled
from trenchline.games.the_great_war.invariants import broken
from trenchline.games.the_great_war.notation import notation, parse
from trenchline.games.the_great_war.odds import odds, parse_attack
from trenchline.games.the_great_war.package import OPTIONS, SCENARIOS, VERBS
from trenchline.games.the_great_war.resolution import Resolve
from trenchline.games.the_great_war.river_combat import DeclareEngagement
from trenchline.games.the_great_war.scenarios import (
    SCENARIO_FOLDERS,
    load_theatre,
)
from trenchline.games.the_great_war.set_up import new_game
from trenchline.games.the_great_war.stacking import overfull
from trenchline.games.the_great_war.staff import STAFF
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.suppositions import deal
from trenchline.games.the_great_war.tables import FOLDER
from trenchline.games.the_great_war.victory import outcome
from trenchline.games.the_great_war.view import PHASE_NAMES, phase_name, view
from trenchline.kernel.bits import members
from trenchline.kernel.game import Game
from trenchline.kernel.hexes import Hex
from trenchline.kernel.looks import load_looks
from trenchline.kernel.odds import Odds
from trenchline.kernel.powers import load_powers
from trenchline.kernel.rosters import printed_nation
from trenchline.kernel.scenario_folders import scenario_maps
from trenchline.kernel.secrets import Secrets


def _odds(state: State, attack: str | None) -> Odds:
    if attack is not None:
        return odds(state, _known(state, parse_attack(state, attack)))
    step = state.stack[-1] if state.stack else None
    if isinstance(step, DeclareAttack) and step.attackers:
        battle = _known(state, step.battle(state))
        return odds_in_hand(state, begun(state, battle))
    if isinstance(step, DeclareEngagement) and step.attackers:
        return odds_in_hand(state, step.battle(state))
    if isinstance(step, DeclareBombardment) and step.guns:
        if veiled(state, 1 - step.side) >> step.target & 1:
            raise _unknown(state, step.target)
        return bombardment_odds(state, step)
    if state.battles and any(isinstance(step, Resolve) for step in state.stack):
        return odds_in_hand(state, state.battle)
    raise ValueError("no attack is being declared; describe one, like 'GE12 AH50 > 4406'")


def _known(state: State, battle: Battle) -> Battle:
    """[14N2] A battle whose odds can be told: not one against an unknown corps."""
    if veiled(state, battle.defender) >> battle.target & 1:
        raise _unknown(state, battle.target)
    return battle


def _unknown(state: State, hex_: Hex) -> ValueError:
    name = state.theatre.board.name(hex_)
    return ValueError(f"the corps in {name} is unknown until it fights [14N2]")


def _open_odds(state: State) -> bool:
    """[14N2] Who fights has shown himself."""
    return not state.unknown or bool(state.battles)


def _hides(state: State, side: int) -> bool:
    """[14N2] Only unknown corps hide anything."""
    return bool(state.unknown)


def _hidden(state: State, side: int) -> int:
    """[14N2] The enemy's units that a side does not see."""
    return hidden(state, 1 - side)


def _unsound() -> list[str]:
    """Hexes that hold too much as a scenario begins [8A]."""
    wrong = []
    for name in SCENARIO_FOLDERS:
        state = new_game(name, {})
        crowded = members(overfull(state, 0) | overfull(state, 1))
        names = (state.theatre.board.name(hex_) for hex_ in crowded)
        wrong += [f"{name}: {place} is overfull [8A]" for place in names]
    return wrong


GAME: Game[State] = Game(
    name="the_great_war",
    title="The Great War",
    year=2001,
    summary="Battalions to armies, half a month a turn: guns, trenches and railways.",
    rules="4",
    sides=SIDES,
    scenarios=SCENARIOS,
    options=OPTIONS,
    verbs=VERBS,
    guide=GUIDE,
    folder=Path(__file__).parent,
    new=new_game,
    view=view,
    outcome=outcome,
    odds=_odds,
    parse=parse,
    notation=notation,
    broken=broken,
    unsound=_unsound,
    board=load_theatre(SCENARIOS[0].name).board,
    maps=scenario_maps(SCENARIO_FOLDERS, lambda name: load_theatre(name).board),
    looks=load_looks(FOLDER / "looks.toml", NATIONS.values()),
    charts=CHARTS,
    staff=STAFF,
    chronicle=CHRONICLE,
    phases=PHASE_NAMES,
    phase_of=phase_name,
    powers=load_powers(FOLDER / "powers.toml", SIDES, printed_nation, CODES),
    secrets=Secrets(tell, deal, _open_odds, reveals, _hides, _hidden),
)
