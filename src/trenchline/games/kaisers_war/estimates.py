"""What an attacker can tell of an attack before it commits him [10.1]: his own strength, what shows
of the enemy, and how much does not. Where nothing hides, these are the exact odds."""

from __future__ import annotations

import dataclasses

from trenchline.games.kaisers_war import air
from trenchline.games.kaisers_war.air import AirStrike
from trenchline.games.kaisers_war.battle import Battle
from trenchline.games.kaisers_war.fog import in_battle, looked_at, sees
from trenchline.games.kaisers_war.odds import (
    HEADINGS,
    column,
    morale_notes,
    odds_on_every_table,
    shifted,
)
from trenchline.games.kaisers_war.state import State
from trenchline.games.kaisers_war.strength import attack_parts, defence_parts
from trenchline.kernel.hexes import Hex
from trenchline.kernel.odds import Modifier, Odds
from trenchline.kernel.words import counted


def showing(state: State, side: int, hex_: Hex) -> tuple[int, ...]:
    """The units in a stack that a side knows."""
    open_units, looks = in_battle(state), looked_at(state, side)
    stack = state.stacks.get(hex_, ())
    return tuple(u for u in stack if sees(state, side, u, open_units, looks))


def attack_as_seen(state: State, battle: Battle) -> Odds:
    """The odds of an attack that is being declared, as far as the attacker knows them."""
    stack = state.stacks[battle.target]
    seen = showing(state, battle.side, battle.target)
    battle = dataclasses.replace(battle, defenders=seen)
    if seen == stack:
        return odds_on_every_table(state, battle)
    return _at_best(
        state,
        battle.side,
        battle.target,
        attack_parts(state, battle),
        defence_parts(state, battle),
        f"{counted(len(stack) - len(seen), 'hidden unit')}",
    )


def flight_as_seen(state: State, strike: AirStrike) -> Odds:
    """The odds of an air attack, as far as whoever flies it knows them [38.2] [38.4]."""
    stack = state.stacks.get(strike.target, ())
    seen = showing(state, strike.side, strike.target)
    if seen == stack or strike.side == state.side_of(stack[0]):
        return air.odds(state, strike)
    attack, defence = air.strengths(state, strike, seen)
    unknown = counted(len(stack) - len(seen), "hidden unit")
    return _at_best(state, strike.side, strike.target, attack, defence, f"airbases among {unknown}")


def _at_best(
    state: State,
    side: int,
    target: Hex,
    attack: list[Modifier],
    defence: list[Modifier],
    hidden: str,
) -> Odds:
    """What is known, and the column if nothing that hides had any strength."""
    base = column(sum(p.amount for p in attack), sum(p.amount for p in defence))
    used = shifted(state, side, base)
    return Odds(
        state.say("{:hex}", target),
        tuple(attack),
        tuple(defence),
        f"at best {HEADINGS[used]}",
        (),
        morale_notes(base, used),
        hidden=(hidden,),
    )
