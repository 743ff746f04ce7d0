"""World War I (Simulations Publications, 1975): the war in Europe by armies and half-years."""

from __future__ import annotations

from pathlib import Path

from trenchline.games.world_war_one.charts import CHARTS
from trenchline.games.world_war_one.chronicle import CHRONICLE
from trenchline.games.world_war_one.combat import DeclareAttack, odds
from trenchline.games.world_war_one.components import (
    BOARD,
    CODES,
    FOLDER,
    MARCH,
    NATION_OF,
    NATIONS,
    PLAY,
    SIDES,
)
from trenchline.games.world_war_one.guide import GUIDE
from trenchline.games.world_war_one.invariants import broken
from trenchline.games.world_war_one.notation import notation, parse, parse_attack
from trenchline.games.world_war_one.set_up import SCENARIOS, new_game
from trenchline.games.world_war_one.staff import STAFF
from trenchline.games.world_war_one.state import State
from trenchline.games.world_war_one.verbs import VERBS
from trenchline.games.world_war_one.victory import outcome
from trenchline.games.world_war_one.view import PHASES, phase_name, view
from trenchline.kernel.audit import cut_off
from trenchline.kernel.game import Game, Option, Scenario
from trenchline.kernel.looks import load_looks
from trenchline.kernel.odds import Odds
from trenchline.kernel.powers import load_powers


def _odds(state: State, attack: str | None) -> Odds:
    if attack is not None:
        return odds(state, parse_attack(state, attack))
    if state.stack and isinstance(state.stack[-1], DeclareAttack):
        return odds(state, state.stack[-1])
    raise ValueError("no attack is being declared; describe one, like 'GE5 GE6 > 0408'")


GAME: Game[State] = Game(
    name="world_war_one",
    title="World War I",
    year=1975,
    summary="The war in Europe, 1914 to 1918, by armies and half-years.",
    rules="2",
    sides=SIDES,
    scenarios=tuple(
        Scenario(name, plan["title"], plan["summary"]) for name, plan in SCENARIOS.items()
    ),
    options=(
        Option("variable_italy", "Variable Italian entry", "Italy rolls from turn 2.", "13.1"),
        Option("variable_turkey", "Variable Turkish entry", "Turkey rolls from turn 2.", "13.2"),
        Option("tank_army", "The French Tank Army", "France may build tanks on turn 9.", "13.3"),
    ),
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
    unsound=lambda: cut_off(BOARD, PLAY, MARCH),
    staff=STAFF,
    chronicle=CHRONICLE,
    board=BOARD,
    looks=load_looks(FOLDER / "looks.toml", NATIONS),
    charts=CHARTS,
    phases=PHASES,
    phase_of=phase_name,
    powers=load_powers(
        FOLDER / "powers.toml", SIDES, lambda state, unit: CODES[NATION_OF[unit]], CODES
    ),
)
