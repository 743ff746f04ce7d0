"""The face of the game: everything a table, a record or a researcher asks of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from trenchline.games.der_weltkrieg.charts import CHARTS
from trenchline.games.der_weltkrieg.chronicle import CHRONICLE
from trenchline.games.der_weltkrieg.combat import DeclareAttack, begun
from trenchline.games.der_weltkrieg.components import CODES, FOLDER, NATIONS, SIDES
from trenchline.games.der_weltkrieg.guide import GUIDE
from trenchline.games.der_weltkrieg.hidden import deal
from trenchline.games.der_weltkrieg.invariants import broken
from trenchline.games.der_weltkrieg.notation import notation, parse
from trenchline.games.der_weltkrieg.odds import (
    answered,
    likely_terrain,
    odds,
    on_every_ground,
    parse_attack,
    supplied,
)
from trenchline.games.der_weltkrieg.package import OPTIONS, SCENARIOS, VERBS
from trenchline.games.der_weltkrieg.payment import ChooseHeadquarters, Pay
from trenchline.games.der_weltkrieg.scenarios import (
    SCENARIO_FOLDERS,
    load_theatre,
)
from trenchline.games.der_weltkrieg.set_up import new_game
from trenchline.games.der_weltkrieg.stacking import excess
from trenchline.games.der_weltkrieg.staff import STAFF
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.terrain_choice import ChooseTerrain
from trenchline.games.der_weltkrieg.victory import outcome
from trenchline.games.der_weltkrieg.view import PHASES, phase_name, tell, view
from trenchline.kernel.audit import cut_off
from trenchline.kernel.game import Game
from trenchline.kernel.looks import load_looks
from trenchline.kernel.odds import Odds
from trenchline.kernel.powers import load_powers
from trenchline.kernel.rosters import printed_nation
from trenchline.kernel.scenario_folders import scenario_maps
from trenchline.kernel.secrets import Secrets


def _odds(state: State, attack: str | None) -> Odds:
    if attack is not None:
        return odds(state, parse_attack(state, attack))
    match state.stack[-1] if state.stack else None:
        case DeclareAttack(attackers=attackers) as step if attackers:
            battle = supplied(state, begun(state, step.battle()))
            return odds(state, replace(battle, terrain=likely_terrain(state, battle)))
        case Pay(attacking=True) | ChooseHeadquarters(attacking=True):
            battle = answered(state, state.battle)
            return odds(state, replace(battle, terrain=likely_terrain(state, battle)))
        case ChooseTerrain():
            return on_every_ground(state, answered(state, state.battle))
        case Pay() | ChooseHeadquarters():
            # The ground is chosen, and who is not paid for answers unsupplied.
            return odds(state, state.battle)
    raise ValueError("no attack is being declared; describe one, like 'DE1 DE2 > 1906'")


def _unsound() -> list[str]:
    """Land that is cut off, and hexes that hold too much as a scenario begins [11-1]."""
    wrong = []
    for name in SCENARIO_FOLDERS:
        state = new_game(name, {})
        board, land = state.theatre.board, state.theatre.land
        overfull = (excess(state, side) for side in range(len(SIDES)))
        wrong += [f"{name}: {problem}" for problem in cut_off(board, land, board.ways(land))]
        wrong += [f"{name}: {board.name(over[0])} is overfull [11-1]" for over in overfull if over]
    return wrong


GAME: Game[State] = Game(
    name="der_weltkrieg",
    title="Der Weltkrieg",
    year=2012,
    summary="Divisions and railways, four days a turn: every strength point counts.",
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
    chronicle=CHRONICLE,
    board=load_theatre(SCENARIOS[0].name).board,
    maps=scenario_maps(SCENARIO_FOLDERS, lambda name: load_theatre(name).board),
    looks=load_looks(FOLDER / "looks.toml", NATIONS.values()),
    charts=CHARTS,
    phases=PHASES,
    phase_of=phase_name,
    powers=load_powers(FOLDER / "powers.toml", SIDES, printed_nation, CODES),
    secrets=Secrets(tell, deal, hides=lambda state, side: bool(state.stack)),
    staff=STAFF,
)
