"""Fleets at sea for tests: a half of general quarters played by words."""

from __future__ import annotations

from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, position, unit
from trenchline.games.balance_of_powers.calendar import month_number
from trenchline.games.balance_of_powers.components import CENTRAL, ENTENTE, NATION
from trenchline.games.balance_of_powers.general_quarters import QuartersHalf
from trenchline.games.balance_of_powers.scenarios import load_scenario
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.variants import with_fleets
from trenchline.kernel.bits import bit_set
from trenchline.kernel.play import settle

MARSEILLES, MALTA, LEMNOS, OFF, GALLIPOLI, TROY = "0737", "2457", "4747", "4847", "4946", "4947"


def quarters(
    stacks: dict[str, str],
    *,
    side: int = CENTRAL,
    reduced: str = "",
    month: str = "May 1916",
    central: str = "GE",
    entente: str = "BR",
    scenario: str = "price_of_admiralty",
    points: int = 2,
    **more: object,
) -> State:
    """Naval units by location, and the half of a side begins."""
    state = position(
        stacks, central=central, entente=entente, month=month_number(month), scenario=scenario
    )
    for code in (*central.split(), *entente.split()):
        state.points[NATION[code]] = points
    for key, value in more.items():
        setattr(state, key, value)
    state.reduced = units(reduced)
    state.phase = "admiralty"
    state.stack = [QuartersHalf(side)]
    settle(state, Loaded())
    return state


def mediterranean(stacks: dict[str, str], side: int = ENTENTE, **more: object) -> State:
    """The Mediterranean in March 1915, with fleets: Britain and France against the Ottoman Empire
    and Austria-Hungary."""
    state = quarters(
        stacks,
        side=side,
        central="OT AH",
        entente="BR FR",
        scenario="south_slavs",
        month="March 1915",
        **more,  # type: ignore[arg-type]  # whatever a test tells
    )
    state.scenario = with_fleets(load_scenario("south_slavs"))
    return state


def laden(stacks: dict[str, str], corps: str) -> State:
    """The same with corps on board of ships."""
    state = mediterranean(stacks, passengers=units(corps), aboard=units(corps))
    for label in stacks:
        state.off_the_board(at(label), ENTENTE)
    return state


def units(keys: str) -> int:
    """Units by their keys, as a set."""
    return bit_set(map(unit, keys.split()))
