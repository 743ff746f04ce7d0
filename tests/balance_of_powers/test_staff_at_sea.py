"""The staff at sea: it seeks battle when it is stronger and declines it when it is weaker."""

from __future__ import annotations

import random

import pytest

from tests.balance_of_powers.at_sea import quarters, units
from tests.balance_of_powers.campaigning import choose as say
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at
from trenchline.games.balance_of_powers import GAME
from trenchline.games.balance_of_powers.calendar import month_number
from trenchline.games.balance_of_powers.components import BR, CENTRAL, ENTENTE, FR, GE, GRID, HOME
from trenchline.games.balance_of_powers.general_quarters import Quarters, QuartersHalf
from trenchline.games.balance_of_powers.joining import join
from trenchline.games.balance_of_powers.navy import SUBMARINES
from trenchline.games.balance_of_powers.opening import HISTORICAL, new_game
from trenchline.games.balance_of_powers.quarters import AtSea
from trenchline.games.balance_of_powers.staff import choose
from trenchline.games.balance_of_powers.staff.fleets import power, unrestricted
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.trade_war import GROUNDS, is_distant
from trenchline.games.balance_of_powers.victory import outcome
from trenchline.kernel.bits import members
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import Choice, count, pick
from trenchline.players.passing_player import PassingPlayer


def ordered(state: State) -> Choice:
    """What the staff does."""
    return choose(state, decision(state).choices(state), random.Random(1), "")


def test_more_guns_and_armour_are_worth_more() -> None:
    state = quarters({"1613": "GE-N-BB1 GE-N-CL1"})
    assert power(state, units("GE-N-BB1")) > power(state, units("GE-N-CL1"))
    whole = power(state, units("GE-N-BB1"))
    state.reduced = units("GE-N-BB1")
    assert power(state, units("GE-N-BB1")) < whole


def test_the_stronger_fleet_sails_out_and_searches() -> None:
    state = quarters({"1613": "GE-N-BB1 GE-N-BB2", "1409": "BR-N-CL1"})
    assert ordered(state) == ("fleet", at("1613"))
    take(state, *ordered(state))
    verb, goal = ordered(state)
    assert verb == "steam"
    say(state, f"steam {GRID.label(goal)}")
    assert ordered(state)[0] == "search"


def test_the_weaker_fleet_stays_in_port() -> None:
    state = quarters({"1613": "GE-N-CL1", "1409": "BR-N-BB1 BR-N-BB2"})
    assert ordered(state) == ("end", 0)


def test_nobody_sails_at_a_fleet_in_port() -> None:
    state = quarters({"1613": "GE-N-BB1 GE-N-BB2", "0106": "BR-N-CL1"})
    assert ordered(state) == ("end", 0)


def test_weaker_ships_in_port_decline_contact() -> None:
    state = quarters({"0406": "GE-N-BB1 GE-N-BB2", "0106": "BR-N-CL1"})
    say(state, "fleet 0406", "steam 0206", "search 0106")
    assert ordered(state) == ("in_port", 0)


def test_12_6_the_staff_beats_whoever_sails_at_random() -> None:
    for side in (CENTRAL, ENTENTE):
        won = 0
        for seed in range(4):
            rng = random.Random(seed)
            state = new_game("price_of_admiralty", {HISTORICAL: "on"})
            while choices := settle(state, PlannersDice(rng)):
                if decision(state).who(state) == side:
                    take(state, *choose(state, choices, rng, ""))
                else:
                    take(state, *pick(choices, rng.randrange(count(choices))))
            won += outcome(state).winner == side
        assert won >= 3


# The war on land.


def august() -> State:
    """The whole war a month after it began, with Britain in it."""
    state = new_game("great_war", {HISTORICAL: "on"})
    join(state, BR, ENTENTE)
    state.month = month_number("September 1914")
    state.phase = "admiralty"
    state.stack = [QuartersHalf(ENTENTE)]
    settle(state, Loaded())
    return state


def follow(state: State, verb: str) -> None:
    """Let the staff go on until it does something of a kind."""
    for _ in range(60):
        choice = ordered(state)
        take(state, *choice)
        if choice[0] == verb:
            return
        settle(state, PlannersDice(random.Random(1)))
    raise AssertionError(f"nobody does {verb}")


def test_7_6_the_staff_ferries_corps_from_britain_to_france_but_for_a_guard() -> None:
    state = august()
    corps = units("BR-I-1 BR-I-2 BR-I-3 BR-C-1")
    for _ in range(80):
        if not isinstance(decision(state), Quarters | AtSea):
            break
        choice = ordered(state)
        if choice == ("end", 0):
            break
        take(state, *choice)
        settle(state, PlannersDice(random.Random(1)))
    over = [u for u in members(corps) if HOME[FR] >> state.where[u] & 1]
    assert len(over) == 3
    assert not state.passengers


def test_5_343_the_staff_keeps_ships_on_the_stations_of_the_blockade() -> None:
    state = august()
    assert not is_distant(state, GE)
    for quarter in (1, 2):
        state.quarters = quarter
        for _ in range(120):
            if ordered(state) == ("end", 0) and isinstance(decision(state), Quarters):
                break
            take(state, *ordered(state))
            settle(state, PlannersDice(random.Random(1)))
        state.stack = [QuartersHalf(ENTENTE)]
        settle(state, Loaded())
    assert is_distant(state, GE)


def test_5_322_submarines_go_out_before_a_season_opens() -> None:
    state = august()
    state.month = month_number("November 1914")
    state.stack = [QuartersHalf(CENTRAL)]
    settle(state, Loaded())
    follow(state, "ship")
    boat = state.force
    assert boat & SUBMARINES
    follow(state, "steam")
    settle(state, PlannersDice(random.Random(1)))
    assert any(GROUNDS[place] >> state.force_at & 1 for place in GROUNDS)
    state = august()
    state.stack = [QuartersHalf(CENTRAL)]
    settle(state, Loaded())
    assert ordered(state)[0] != "ship", "October opens no season"


def test_5_321_the_staff_shuns_the_fifth_season_without_warning_until_the_last_year() -> None:
    state = august()
    state.month = month_number("March 1916")
    state.unrestricted = 3
    assert unrestricted(state) == "unrestrict"
    state.unrestricted = 4
    assert unrestricted(state) == "restrain"
    state.month = month_number("March 1918")
    assert unrestricted(state) == "unrestrict"


@pytest.mark.parametrize("seed", range(3))
def test_12_6_victory_1_the_high_seas_fleet_breaks_out_where_nobody_watches(seed: int) -> None:
    state = new_game("price_of_admiralty", {HISTORICAL: "on"})
    rng, dice, idle = random.Random(seed), PlannersDice(random.Random(seed)), PassingPlayer()
    while choices := settle(state, dice):
        who = decision(state).who(state)
        if who == CENTRAL:
            take(state, *choose(state, choices, rng, ""))
        else:
            take(state, *idle.choose(Knowledge(GAME, state, who, choices), rng))
    assert outcome(state).winner == CENTRAL
    assert "Norwegian" in outcome(state).reason


def test_12_6_the_high_seas_fleet_stays_in_port_when_its_scout_is_looked_for() -> None:
    state = new_game("price_of_admiralty", {HISTORICAL: "on"})
    state.phase = "admiralty"
    state.stack = [QuartersHalf(CENTRAL)]
    settle(state, Loaded())
    follow(state, "ship")
    scout = state.force
    follow(state, "steam")
    state.sought.append((units("BR-N-BB1"), scout))
    choices = settle(state, PlannersDice(random.Random(1)))
    while not isinstance(decision(state), Quarters):
        take(state, *choose(state, decision(state).choices(state), random.Random(1), ""))
        choices = settle(state, PlannersDice(random.Random(1)))
    chosen = choose(state, choices, random.Random(1), "")
    assert chosen != ("fleet", at("1613"))
