"""The face of the game: everything a table, a record or a researcher asks of it."""

from __future__ import annotations

from pathlib import Path

from trenchline.games.balance_of_powers.charts import CHARTS
from trenchline.games.balance_of_powers.chronicle import CHRONICLE
from trenchline.games.balance_of_powers.components import (
    BOARD,
    CODES,
    FOLDER,
    NATIONS,
    SIDES,
    UNITS,
)
from trenchline.games.balance_of_powers.guide import GUIDE
from trenchline.games.balance_of_powers.invariants import broken
from trenchline.games.balance_of_powers.naval_odds import (
    at_sea,
    described,
    fought_out,
    is_naval,
)
from trenchline.games.balance_of_powers.notation import notation, parse
from trenchline.games.balance_of_powers.odds import odds, parse_attack
from trenchline.games.balance_of_powers.opening import HISTORICAL, new_game
from trenchline.games.balance_of_powers.package import OPTIONS, PLAYABLE, SCENARIOS
from trenchline.games.balance_of_powers.secret_set_up import SECRETS
from trenchline.games.balance_of_powers.staff import STAFF, choose
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.table_maps import table_map
from trenchline.games.balance_of_powers.verbs import VERBS
from trenchline.games.balance_of_powers.victory import outcome
from trenchline.games.balance_of_powers.view import PHASES, view
from trenchline.kernel.game import Game
from trenchline.kernel.looks import load_looks
from trenchline.kernel.odds import Odds
from trenchline.kernel.powers import load_powers

WHOLE = "battle"
"""What one asks for who wants to know how the naval combat in hand would end."""


def _odds(state: State, attack: str | None) -> Odds:
    if attack is not None and attack.strip() == WHOLE:
        return fought_out(state, lambda twin, choices, rng: choose(twin, choices, rng, ""))
    if attack is not None and is_naval(attack):
        return described(state, attack)
    if attack is not None:
        return odds(state, parse_attack(state, attack), begun=False)
    if state.battles and not state.battle.raw:
        return odds(state, state.battle, begun=True)
    if state.stack and (found := at_sea(state)) is not None:
        return found
    raise ValueError("no attack is being declared; describe one, like 'GE-I-3 GE-I-5 > 1124'")


def _nation_of(state: State, unit: int) -> str:
    return CODES[UNITS[unit].nation]


def _unsound() -> list[str]:
    """What is wrong with a scenario as everybody has set up by history."""
    return [
        f"{name}: {problem}"
        for name in PLAYABLE
        for problem in broken(new_game(name, {HISTORICAL: "on"}))
    ]


GAME: Game[State] = Game(
    name="balance_of_powers",
    title="Balance of Powers",
    year=2016,
    summary="Corps and months, a whole war: points, morale, trenches and neutrals.",
    rules="2",
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
    board=BOARD,
    maps={name: table_map(name) for name in PLAYABLE},
    sheets_of=lambda state: state.scenario.settings["sheets"],
    looks=load_looks(FOLDER / "looks.toml", NATIONS),
    charts=CHARTS,
    phases=PHASES,
    phase_of=lambda state: state.phase,
    secrets=SECRETS,
    staff=STAFF,
    powers=load_powers(FOLDER / "powers.toml", SIDES, _nation_of, CODES),
)
