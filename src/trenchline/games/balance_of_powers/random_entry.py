"""Chapter 6.13: the optional table by which neutrals enter the war, or never do."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from trenchline.games.balance_of_powers.calendar import month_number, name_of
from trenchline.games.balance_of_powers.components import (
    BE,
    BR,
    CAPITALS,
    CENTRAL,
    ENTENTE,
    FR,
    GE,
    GR,
    IT,
    JP,
    NATION,
    NATIONS,
    NEUTRAL,
    NL,
    PT,
    SE,
    TABLES,
    US,
)
from trenchline.games.balance_of_powers.joining import join
from trenchline.games.balance_of_powers.joining import neutrals as all_neutrals
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.steps import Roll

ROWS: tuple[dict[str, Any], ...] = tuple(TABLES["random_entry"]["rows"])
LOW_COUNTRIES = 1 << BE | 1 << NL


def rows(state: State) -> tuple[dict[str, Any], ...]:
    """The table, as the Crisis of July leaves it."""
    return _rows(state.july)


@lru_cache(maxsize=16)
def _rows(july: tuple[str, ...]) -> tuple[dict[str, Any], ...]:
    if "powder_keg" in july:
        # [11.5/peace-keeping-table.3] What peace has put off is rolled for when war begins; Serbia
        # and Montenegro go as Romania does.
        late = "May 1915"
        found = [
            told | {"month": late} if month_number(told["month"]) < month_number(late) else told
            for told in ROWS
            if not told.get("again")
        ]
        romania = next(told for told in ROWS if told["nation"] == "RO")
        return (*found, romania | {"nation": "RS", "with": ["ME"]})
    if "partial" in july:
        # [11.5/s14.a3] France and Britain roll when Japan does, and as she does.
        japan = next(told for told in ROWS if told["nation"] == "JP")
        found = [told for told in ROWS if told["nation"] != "BR" or told.get("again")]
        plain = [japan | {"nation": code, "plain": True} for code in ("FR", "BR")]
        return (*found, *plain)
    return ROWS


def rollers(state: State) -> list[int]:
    """[6.13] The rows of the table whose month is this one and whose nation is still neutral.
    Britain rolls a second time only after she has stayed out [6.13.2]."""
    return [
        row
        for row, told in enumerate(rows(state))
        if told["month"] == name_of(state.month)
        and all_neutrals(state) >> NATION[told["nation"]] & 1
        and (not told.get("again") or state.aloof >> NATION[told["nation"]] & 1)
    ]


def _violated_by(state: State, side: int) -> bool:
    """Whether a side has violated Belgium or the Netherlands: they are with the other [R90]."""
    return any(
        state.violated >> nation & 1 and state.sides[nation] == 1 - side for nation in (BE, NL)
    )


def entry_modifier(state: State, nation: int) -> int:
    """[6.13] What is added to the die of a nation."""
    total = 0
    if nation == BR:
        # [6.13.3] [6.13.4] Who has violated the Low Countries.
        total += not _violated_by(state, CENTRAL)
        total += 2 * _violated_by(state, ENTENTE)
    if nation == JP and state.sides[BR] != ENTENTE:
        # [6.13.5]
        total += 3
    if nation == US and not state.unrestricted:
        # [6.13.6]
        total += 4
    if nation in (GR, IT, PT, SE) and state.sides[BR] == NEUTRAL and state.aloof >> BR & 1:
        # [6.13.7]
        total -= 1
    capitals = members(CAPITALS[FR] | CAPITALS[BR])
    if nation in (IT, GR) and any(state.controller(place) == GE for place in capitals):
        # [6.13.8] Paris or London in German hands.
        total -= 2
    return total


@dataclass(frozen=True, slots=True)
class EntryDie(Roll[State]):
    """[6.13] A neutral's fate."""

    row: int

    def purpose(self, state: State) -> str:
        """Whose."""
        return f"entry of {NATIONS[NATION[rows(state)[self.row]['nation']]].name}"

    def rolled(self, state: State, value: int) -> None:
        """It joins a side, or is a true neutral from now on."""
        told = rows(state)[self.row]
        nation = NATION[told["nation"]]
        added = 0 if told.get("plain") else entry_modifier(state, nation)
        # [6.13.1] Never beyond the table.
        final = max(1, min(6, value + added))
        fate = told["fates"][final - 1]
        state.detail("{:die} for " + NATIONS[nation].name + f", finally {final}", value)
        if fate == "-":
            state.aloof |= 1 << nation
            state.detail(f"{NATIONS[nation].name} stays out of the war")
        else:
            side = CENTRAL if fate == "C" else ENTENTE
            for other in (nation, *(NATION[code] for code in told.get("with", ()))):
                if state.sides[other] == NEUTRAL:
                    join(state, other, side)
