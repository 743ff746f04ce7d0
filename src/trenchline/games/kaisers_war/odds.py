"""Sections 12.17 and 12.18: the results tables, the column, and the odds."""

from __future__ import annotations

import dataclasses

from msgspec.structs import replace

from trenchline.games.kaisers_war.battle import INFILTRATION, Battle
from trenchline.games.kaisers_war.components import ALLIED, GE, NATION_OF, TABLES
from trenchline.games.kaisers_war.control import LOW_MORALE, trench
from trenchline.games.kaisers_war.costs import cost
from trenchline.games.kaisers_war.state import State
from trenchline.games.kaisers_war.strength import attack_parts, defence_parts
from trenchline.games.kaisers_war.supply import in_general_supply
from trenchline.kernel.odds import Modifier, Odds, gather

COLUMNS: tuple[int, ...] = tuple(TABLES["crt"]["columns"])
HEADINGS = ("49% or less", *(f"{c}%" for c in COLUMNS[1:-1]), "600% or more")
CRT: dict[str, dict[int, tuple[str, ...]]] = {
    table: {int(roll): tuple(row) for roll, row in TABLES["crt"][table].items()}
    for table in ("big_push", "infiltration")
}
TITLES = {"big_push": "Big Push results", "infiltration": "Infiltration results"}
"""What the tables are called."""
LOSSES_IN = "victory points"
HIGH_MORALE = 76
"""[33.1] From here on morale is high; down to LOW_MORALE it is medium."""


def column(attack: int, defence: int) -> int:
    """[12.18] The column for two strengths, by exact comparison [R4]."""
    found = 0
    for number, bound in enumerate(COLUMNS):
        if attack * 100 >= bound * defence:
            found = number
    return found


def shifted(state: State, side: int, base: int) -> int:
    """[33.2] [33.3] High morale shifts the column right, low morale left, within the table [33.4].
    It is that of the moment, after all that has been spent [R91]."""
    if "morale" in state.options:
        if state.vp[side] >= HIGH_MORALE:
            base += 1
        elif state.vp[side] <= LOW_MORALE:
            base -= 1
    return min(max(base, 0), len(COLUMNS) - 1)


def battle_column(state: State, battle: Battle) -> int:
    """The column an attack is resolved in. It may not be reduced by choice [12.10]."""
    attack = sum(part.amount for part in attack_parts(state, battle))
    defence = sum(part.amount for part in defence_parts(state, battle))
    return shifted(state, battle.side, column(attack, defence))


def may_infiltrate(state: State, battle: Battle) -> bool:
    """[12.17] The Infiltration table needs a supplied shock unit among the attackers [R11]."""
    return not battle.bombardment and any(
        state.face(u).shock and in_general_supply(state, u) for u in battle.attackers
    )


def result(state: State, battle: Battle, roll: int) -> str:
    """The result of a roll."""
    found = CRT[battle.table][roll][battle_column(state, battle)]
    # [26.5] On the first turn the German shock turns withdrawal into panic.
    return "DP" if found == "DW" and german_shock(state, battle) else found


def german_shock(state: State, battle: Battle) -> bool:
    """[26.5] Whether Germans infiltrate on the first turn [R39]."""
    return (
        battle.table == INFILTRATION
        and state.turn == 1
        and battle.side != ALLIED
        and any(NATION_OF[u] == GE for u in battle.attackers)
    )


MEANING = {
    "AA": "the attacker loses a point a unit",
    "AC": "all attackers are eliminated; a defender may pursue",
    "AD": "the strongest attacker is eliminated, the others retreat",
    "AP": "every attacker checks for rout; a defender may pursue",
    "AW": "the attackers retreat",
    "BB": "the strongest attacker and the strongest defender are eliminated",
    "DA": "the defender loses a point a unit",
    "DC": "all defenders are eliminated; two attackers may pursue",
    "DD": "the strongest defender is eliminated, the others retreat; one attacker may pursue",
    "DP": "every defender checks for rout; two attackers may pursue",
    "DW": "the defenders retreat; one attacker may pursue",
    "MD": "the defenders retreat; the strongest shock unit is lost; one attacker may pursue",
}


def ground_notes(state: State, battle: Battle) -> tuple[Modifier, ...]:
    """Trenches and forts that do not help as one might think they do."""
    found = []
    bit, defender = 1 << battle.target, 1 - battle.side
    if trench(state, battle.side) & bit:
        # [7.1] [R20]
        found.append(Modifier("7.1", "the trenches there are the attacker's and do not count", 0))
    if (trench(state, defender) | state.forts[defender]) & bit and battle.table == INFILTRATION:
        found.append(Modifier("7.4", "trenches and forts hold nobody against infiltration", 0))
    return tuple(found)


def shock_note(state: State, battle: Battle) -> tuple[Modifier, ...]:
    """[26.5] What the German shock of the first turn does."""
    if not german_shock(state, battle):
        return ()
    return (Modifier("26.5", "on the first turn German infiltration turns DW into DP", 0),)


def morale_notes(base: int, used: int) -> tuple[Modifier, ...]:
    """How far morale has moved the column [33.1] [33.2] [33.3]."""
    if used == base:
        return ()
    what = f"{'high' if used > base else 'low'} morale moves the column from {HEADINGS[base]}"
    return (Modifier("33.2" if used > base else "33.3", what, used - base),)


def odds(state: State, battle: Battle) -> Odds:
    """The exact odds of a battle as it stands, on its table."""
    attack, defence = attack_parts(state, battle), defence_parts(state, battle)
    base = column(sum(p.amount for p in attack), sum(p.amount for p in defence))
    used = shifted(state, battle.side, base)
    outcomes = []
    for roll in range(1, 7):
        found = result(state, battle, roll)
        outcomes.append((roll, found, MEANING[found]))
    return Odds(
        state.say("{:hex}", battle.target),
        tuple(attack),
        tuple(defence),
        HEADINGS[used],
        gather(outcomes, 6, lambda code: cost(state, battle, code)),
        (*morale_notes(base, used), *ground_notes(state, battle), *shock_note(state, battle)),
        TITLES[battle.table],
        losses_in=LOSSES_IN,
    )


def odds_on_every_table(state: State, battle: Battle) -> Odds:
    """[12.17] The odds on both tables, if both may be chosen."""
    found = replace(odds(state, battle), verb="big_push")
    if not may_infiltrate(state, battle):
        return found
    other = odds(state, dataclasses.replace(battle, table=INFILTRATION))
    return replace(found, others=(replace(other, verb="infiltrate"),))
