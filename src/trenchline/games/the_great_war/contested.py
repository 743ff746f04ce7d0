"""Contested hexes [9J]: taken in positional combat while the defender still stands beside them, and
owned by nobody until one side has held them for a game turn, or the other has gone."""

from __future__ import annotations

from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.components import SIDES
from trenchline.games.the_great_war.ground import adjacent
from trenchline.games.the_great_war.ownership import capture
from trenchline.games.the_great_war.results import POSITIONAL
from trenchline.games.the_great_war.state import PHASES, State
from trenchline.games.the_great_war.zones import exerts
from trenchline.kernel.hexes import Hex

NOBODY = -1
"""Nobody's clock runs in a contested hex."""
GAME_TURN = 2 * len(PHASES)
"""[9J] [R93] For how many phases a hex must be held."""


def stamp(state: State) -> int:
    """The phase of the match, counted from its beginning: two player turns a game turn."""
    phase = PHASES.index(state.phase) if state.phase in PHASES else 0
    return (2 * state.turn + state.phasing) * len(PHASES) + phase


def becomes_contested(state: State, battle: Battle, unit: int) -> bool:
    """[9J] [R92] Whether the hex attacked is contested as an attacker enters it: he has a zone of
    control there, and a defender of the combat has one in an adjacent hex."""
    if battle.table != POSITIONAL or battle.target in state.contested:
        return False
    if not exerts(state, unit):
        return False
    near = adjacent(state, battle.target)
    return any(
        state.where[other] >= 0 and near >> state.where[other] & 1 and exerts(state, other)
        for other in (*battle.defenders, *battle.bystanders)
    )


def contest(state: State, hex_: Hex, side: int) -> None:
    """[9J.2] A hex is contested: nobody owns it, and the clock of the side in it begins."""
    state.owned[0] &= ~(1 << hex_)
    state.owned[1] &= ~(1 << hex_)
    state.contested[hex_] = (side, stamp(state))
    state.detail("{:hex} is contested [9J]", hex_)


def holds(state: State, side: int, hex_: Hex) -> bool:
    """[9J] Whether a side has a unit with a zone of control in a hex."""
    return bool(state.zoc_here[side] >> hex_ & 1)


def still_contests(state: State, side: int, hex_: Hex) -> bool:
    """[9J] Whether a side has a unit with a zone of control in a hex or next to it."""
    return bool(state.zoc_here[side] & (1 << hex_ | adjacent(state, hex_)))


def review(state: State) -> None:
    """[9J.8] Contested hexes whose enemy has gone are owned at once; clocks of those who hold them
    no longer stop, and those of others who do begin."""
    for hex_, (side, since) in list(state.contested.items()):
        holder = next((one for one in (0, 1) if holds(state, one, hex_)), NOBODY)
        if holder != NOBODY and not still_contests(state, 1 - holder, hex_):
            _gain(state, hex_, holder)
        elif holder == NOBODY:
            stays = [one for one in (0, 1) if still_contests(state, one, hex_)]
            if len(stays) == 1:
                _gain(state, hex_, stays[0])
            else:
                state.contested[hex_] = (NOBODY, stamp(state))
        elif holder != side:
            state.contested[hex_] = (holder, stamp(state))
        elif since > stamp(state):
            raise AssertionError("a clock from the future")


def tick(state: State) -> None:
    """[9J.7] At the end of a phase of combat: who has held a hex for a whole game turn owns it."""
    review(state)
    now = stamp(state)
    for hex_, (side, since) in list(state.contested.items()):
        if side != NOBODY and now - since >= GAME_TURN:
            _gain(state, hex_, side)


def _gain(state: State, hex_: Hex, side: int) -> None:
    """[9J.4] A side owns a contested hex; only now its works suffer [15B]."""
    del state.contested[hex_]
    # The works are reduced by whoever takes them, as if from the other side [R94].
    state.owned[1 - side] |= 1 << hex_
    capture(state, side, 1 << hex_)
    state.detail("{:hex} falls to {} [9J]", hex_, SIDES[side])
