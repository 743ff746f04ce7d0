"""The face of the game: everything a table, a record or a researcher asks of it."""

from __future__ import annotations

from pathlib import Path

from trenchline.games.kaisers_war import air
from trenchline.games.kaisers_war.air import AirStrike
from trenchline.games.kaisers_war.charts import CHARTS
from trenchline.games.kaisers_war.chronicle import CHRONICLE
from trenchline.games.kaisers_war.combat import DeclareAttack, PlanBattle
from trenchline.games.kaisers_war.components import (
    BOARD,
    CODES,
    FOLDER,
    LAND,
    LANDMASSES,
    MARCH,
    NATION_OF,
    NATIONS,
    SIDES,
)
from trenchline.games.kaisers_war.estimates import attack_as_seen, flight_as_seen
from trenchline.games.kaisers_war.fog import reveals
from trenchline.games.kaisers_war.guide import GUIDE
from trenchline.games.kaisers_war.invariants import broken
from trenchline.games.kaisers_war.notation import notation, parse, parse_attack, parse_strike
from trenchline.games.kaisers_war.odds import odds, odds_on_every_table
from trenchline.games.kaisers_war.package import OPTIONS, SCENARIOS, VERBS
from trenchline.games.kaisers_war.set_up import new_game
from trenchline.games.kaisers_war.staff import STAFF
from trenchline.games.kaisers_war.state import State
from trenchline.games.kaisers_war.suppositions import deal, hidden
from trenchline.games.kaisers_war.victory import outcome
from trenchline.games.kaisers_war.view import PHASES, phase_name, tell, view
from trenchline.kernel.audit import cut_off
from trenchline.kernel.game import Game
from trenchline.kernel.looks import load_looks
from trenchline.kernel.odds import Odds
from trenchline.kernel.powers import load_powers
from trenchline.kernel.secrets import Secrets


def _odds(state: State, attack: str | None) -> Odds:
    if attack is not None:
        flown = parse_strike(state, attack)
        return air.odds(state, flown) if flown else odds(state, parse_attack(state, attack))
    match state.stack[-1] if state.stack else None:
        case PlanBattle(battle=battle):
            return odds_on_every_table(state, battle)
        case AirStrike() as strike if strike.airbases:
            return flight_as_seen(state, strike)
        case DeclareAttack(battle=battle) if battle.attackers:
            return attack_as_seen(state, battle)
    raise ValueError("no attack is being made; describe one, like 'GEShock2 GE4 > 0714'")


def _hides(state: State, side: int) -> bool:
    """Everything lies open when the war is over."""
    return bool(state.stack)


def _open_odds(state: State) -> bool:
    """Whoever has joined battle has shown himself, and supports are named aloud [10.1]."""
    return bool(state.stack) and isinstance(state.stack[-1], PlanBattle)


GAME: Game[State] = Game(
    name="kaisers_war",
    title="The Kaiser's War",
    year=2010,
    summary="The last year of the war, and the year after it that never came.",
    rules="3",
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
    unsound=lambda: cut_off(BOARD, LAND, MARCH, LANDMASSES),
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
    secrets=Secrets(tell, deal, _open_odds, reveals, _hides, hidden),
)
