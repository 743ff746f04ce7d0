"""Chapter 6.1 case by case: neutrals, who enters them, and whom they join."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, position, unit
from trenchline.games.balance_of_powers.calendar import month_number
from trenchline.games.balance_of_powers.components import (
    BE,
    BG,
    BOARD,
    BR,
    CAPITALS,
    CENTRAL,
    CENTRES,
    CHIPS,
    ENTENTE,
    FORTRESSES,
    FR,
    GE,
    GR,
    GRID,
    HOME,
    IT,
    JP,
    LAND,
    NEUTRAL,
    NL,
    OT,
    OWNED,
    OWNER,
    PT,
    RO,
    RS,
    RU,
    SE,
    US,
)
from trenchline.games.balance_of_powers.courting import (
    Court,
    DiplomacyDie,
    Offer,
    PayCourt,
    modifier,
    near,
    on_offer,
    opportunists,
    winner,
    worth,
)
from trenchline.games.balance_of_powers.diplomacy import Diplomacy, StandardDiplomacy, Violate
from trenchline.games.balance_of_powers.entry import enter
from trenchline.games.balance_of_powers.joining import RANDOM_ENTRY, join, march_in, violate
from trenchline.games.balance_of_powers.morale import enter_crisis
from trenchline.games.balance_of_powers.neutrals import closed
from trenchline.games.balance_of_powers.random_entry import (
    ROWS,
    EntryDie,
    entry_modifier,
    rollers,
)
from trenchline.games.balance_of_powers.state import AWAITED, State
from trenchline.games.balance_of_powers.supply import open_ports
from trenchline.games.balance_of_powers.tabulation import nominal
from trenchline.games.balance_of_powers.victory import chips_of
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.play import settle, take


def south(month: str = "April 1915", **stacks: str) -> State:
    """The Balkans, with the Ottoman Empire at war or not."""
    placed = {label.removeprefix("at_"): keys for label, keys in stacks.items()}
    state = position(
        placed,
        central="AH GE",
        entente="BR FR RU RS ME",
        scenario="south_slavs",
        month=month_number(month),
    )
    state.points[GE] = state.points[FR] = 3
    return state


def next_step(state: State) -> object:
    """The step on top of the stack."""
    return state.stack[-1]


# Violations.


def test_6_1_1_6_11_2_a_neutral_sets_up_in_its_towns_in_manoeuvre_mode() -> None:
    state = position({}, month=0)
    for key in ("BE-I-1", "BE-I-2", "BE-I-3"):
        state.where[unit(key)] = AWAITED
    violate(state, BE, CENTRAL)
    assert state.sides[BE] == ENTENTE
    choices = settle(state, Loaded())
    while "place" in choices:
        assert choices["place"] & ~(HOME[BE] & CENTRES) == 0
        take(state, "place", lowest(choices["place"]))
        choices = settle(state, Loaded())
    for key in ("BE-I-1", "BE-I-2", "BE-I-3"):
        assert HOME[BE] >> state.where[unit(key)] & 1
        assert not state.entrenched >> unit(key) & 1
    # [6.1.3] Then somebody supports it.
    assert choices.keys() == {"allocate"}


def test_6_1_3_a_major_power_draws_on_the_capital_of_a_minor_that_joins() -> None:
    state = position({}, month=0)
    join(state, BE, ENTENTE)
    take(state, "allocate", FR)
    assert state.patrons[BE] == FR


def test_6_1_2_either_the_standard_rules_or_the_table() -> None:
    for options, name in ((frozenset(), "StandardDiplomacy"), ({RANDOM_ENTRY}, "RandomEntries")):
        state = south()
        state.options = frozenset(options)
        Diplomacy().run(state)
        assert type(state.stack[0]).__name__ == name


def test_6_1_6_11_3_violations_come_first_and_any_number_of_them() -> None:
    state = position({}, month=0)
    Diplomacy().run(state)
    assert [type(step).__name__ for step in reversed(state.stack)][:2] == ["Violate", "Violate"]
    assert state.stack[-1] == Violate(CENTRAL)
    take(state, "violate", BE)
    state.stack = [step for step in state.stack if isinstance(step, Violate)]
    assert state.stack[-1] == Violate(CENTRAL)
    assert Violate(CENTRAL).choices(state)["violate"] >> NL & 1


def test_6_11_1_nobody_enters_a_neutral_without_a_declaration() -> None:
    state = position({}, month=0)
    assert closed(state, CENTRAL) & HOME[BE] == HOME[BE]
    violate(state, BE, CENTRAL)
    assert not closed(state, CENTRAL) & HOME[BE]


def test_6_121_1_antwerp_is_no_port_before_both_are_violated() -> None:
    state = position({}, entente="FR RU BE NL")
    antwerp = at("0917")
    state.violated = 1 << BE
    assert not open_ports(state, ENTENTE) >> antwerp & 1
    state.violated |= 1 << NL
    assert open_ports(state, ENTENTE) >> antwerp & 1


# Permissive neutrals.


def test_6_122_1_greece_lets_the_entente_in_and_nobody_else() -> None:
    state = south()
    open_ground = HOME[GR] & ~CAPITALS[GR] & ~FORTRESSES
    assert not closed(state, ENTENTE) & open_ground
    assert closed(state, CENTRAL) & open_ground == open_ground
    assert state.sides[GR] == NEUTRAL


def test_6_122_2_the_ottoman_empire_lets_the_central_powers_in() -> None:
    state = south()
    open_ground = HOME[OT] & ~CAPITALS[OT] & ~FORTRESSES
    assert not closed(state, CENTRAL) & open_ground
    assert closed(state, ENTENTE) & open_ground == open_ground


def test_6_122_4_infantry_takes_permissive_land_and_cavalry_does_not() -> None:
    state = south(at_4246="BR-I-MEF", at_4545="BR-C-2")
    for key, label in (("BR-I-MEF", "4246"), ("BR-C-2", "4545")):
        enter(state, 1 << unit(key), at(label))
    assert state.held[ENTENTE] >> at("4246") & 1
    assert state.controller(at("4246")) == BR
    assert not state.held[ENTENTE] >> at("4545") & 1
    assert state.sides[GR] == NEUTRAL
    # What was taken stays with its taker when Greece joins the enemy.
    join(state, GR, CENTRAL)
    assert state.held[ENTENTE] >> at("4246") & 1
    assert not state.held[CENTRAL] >> at("4246") & 1


def test_6_122_5_capitals_and_fortresses_of_permissive_neutrals_stay_shut() -> None:
    state = south()
    shut = OWNED[GR] & (CAPITALS[GR] | FORTRESSES)
    assert closed(state, ENTENTE) & OWNED[GR] == shut
    violate(state, GR, ENTENTE)
    assert state.sides[GR] == CENTRAL
    assert not closed(state, ENTENTE) & OWNED[GR]


# Imperial neutrals.


@pytest.mark.parametrize("nation", [BE, NL])
def test_6_123_1_the_low_countries_bring_britain_in(nation: int) -> None:
    state = position({}, month=0)
    violate(state, nation, CENTRAL)
    assert state.sides[BR] == ENTENTE


@pytest.mark.parametrize(("distance", "side"), [(3, ENTENTE), (4, NEUTRAL)])
def test_6_123_2_germans_within_three_hexes_of_paris(distance: int, side: int) -> None:
    paris = lowest(CAPITALS[FR])
    place = next(h for h in members(HOME[FR] & LAND) if GRID.distance(h, paris) == distance)
    state = position({}, month=0)
    state.put(unit("GE-I-3"), place)
    march_in(state, 1 << unit("GE-I-3"), place)
    assert state.sides[BR] == side


def test_6_123_4_a_crisis_of_russia_brings_britain_in() -> None:
    state = position({}, month=0)
    enter_crisis(state, FR)
    assert state.sides[BR] == NEUTRAL
    enter_crisis(state, RU)
    assert state.sides[BR] == ENTENTE


@pytest.mark.parametrize(("joins", "side"), [(CENTRAL, ENTENTE), (ENTENTE, NEUTRAL)])
def test_6_123_5_italy_with_the_central_powers_brings_britain_in(joins: int, side: int) -> None:
    state = position({}, month=0)
    join(state, IT, joins)
    assert state.sides[BR] == side


def test_6_123_6_6_123_7_japan_and_the_ottomans_follow_by_a_month_each() -> None:
    state = position({}, month=0)
    state.scenario = replace(
        state.scenario, settings={**state.scenario.settings, "neutrals": ["BR", "JP", "OT"]}
    )
    join(state, BR, ENTENTE)
    seen = {}
    for month in range(4):
        state.month = month
        state.stack = []
        StandardDiplomacy().run(state)
        seen[month] = state.sides[JP], state.sides[OT]
    assert seen == {
        0: (NEUTRAL, NEUTRAL),
        1: (ENTENTE, NEUTRAL),
        2: (ENTENTE, CENTRAL),
        3: (ENTENTE, CENTRAL),
    }


def test_6_125_1_america_joins_without_points_and_posts_in_the_next_season() -> None:
    state = position({}, month=month_number("April 1917"), entente="FR BR")
    join(state, US, ENTENTE)
    assert state.points[US] == 0
    assert nominal(state, US) == 12


# Opportunists.


def test_6_124_8_6_124_9_6_124_10_6_124_1_6_124_2_sweden_and_portugal_join_one_side_only() -> None:
    """[6.124.8] [6.124.9] [6.124.10] Six and more, two to five, one and less."""
    assert [winner(BG, final) for final in (1, 2, 5, 6)] == [ENTENTE, None, None, CENTRAL]
    assert [winner(SE, final) for final in (-2, 6)] == [None, CENTRAL]
    assert [winner(PT, final) for final in (1, 9)] == [ENTENTE, None]


def test_6_124_3_one_try_a_month_for_each_side_from_march_1915() -> None:
    early, late = south("February 1915"), south("March 1915")
    assert not opportunists(early)
    assert opportunists(late) >> BG & 1
    StandardDiplomacy().run(late)
    assert late.stack == [Court(ENTENTE), Court(CENTRAL)]
    late.stack.pop()
    Court(CENTRAL).take(late, "none", 0)
    assert late.stack == [Court(ENTENTE)]


def test_6_124_4_6_124_5_6_124_6_6_124_7_pay_offer_counter_and_roll() -> None:
    state = south()
    state.stack = [Court(CENTRAL)]
    settle(state, Loaded())
    take(state, "court", BG)
    assert next_step(state) == PayCourt(CENTRAL, BG)
    take(state, "pay", GE)
    assert state.points[GE] == 2
    assert next_step(state) == Offer(CENTRAL, BG, CENTRAL, 0, 0)
    chip = lowest(on_offer(state, CENTRAL, BG))
    take(state, "offer", chip)
    take(state, "enough", 0)
    assert next_step(state) == Offer(ENTENTE, BG, CENTRAL, 1 << chip, 0)
    take(state, "enough", 0)
    assert next_step(state) == DiplomacyDie(BG, 1 << chip, 0)


def test_6_124_11_6_124_12_6_124_13_what_may_be_offered() -> None:
    state = south()
    for chip in members(near(BG) & BOARD.hexes):
        assert not OWNED[BG] >> chip & 1
        assert min(GRID.distance(chip, h) for h in members(OWNED[BG] & BOARD.hexes)) <= 3
    for side in (CENTRAL, ENTENTE):
        assert all(state.sides[OWNER[c]] == 1 - side for c in members(on_offer(state, side, BG)))
    offered = on_offer(state, CENTRAL, BG)
    state.spoils = 1 << lowest(offered)
    assert on_offer(state, CENTRAL, BG) == offered & ~state.spoils
    asked = Offer(CENTRAL, BG, CENTRAL, 0, 0)
    assert asked.why_not(state, "offer", lowest(offered)).case == "6.124"


def test_6_124_14_6_124_15_what_the_british_do_in_the_south() -> None:
    state = south()
    assert [modifier(state, n, 0, 0) for n in (GR, IT, PT, BG)] == [1, 1, 1, 0]
    state.british_south = 1
    assert [modifier(state, n, 0, 0) for n in (GR, IT, PT, BG)] == [-1, -1, -1, 0]


@pytest.mark.parametrize(("nation", "side", "told"), [(FR, 0, 1), (BR, 0, 1), (GE, 1, -1)])
def test_6_124_16_6_124_17_lost_capitals(nation: int, side: int, told: int) -> None:
    state = south()
    state.held[1 - side] &= ~CAPITALS[nation]
    state.held[side] |= CAPITALS[nation]
    assert modifier(state, BG, 0, 0) == told


def test_6_124_18_6_124_19_6_124_20_offers_count_and_double_in_hand() -> None:
    state = south()
    chip = lowest(CHIPS & HOME[RS])
    assert modifier(state, BG, 1 << chip, 0) == 1
    assert modifier(state, BG, 0, 1 << chip) in (-1, -2)
    capital = CAPITALS[RS]
    state.held[ENTENTE] &= ~capital
    state.held[CENTRAL] |= capital
    assert worth(state, CENTRAL, chip) == 2
    state.held[CENTRAL] &= ~capital
    state.held[CENTRAL] |= 1 << chip
    assert worth(state, CENTRAL, chip) == 2


def test_6_124_21_6_124_22_offers_that_win_are_spoils_and_nothing_else() -> None:
    state = south()
    chip = lowest(on_offer(state, CENTRAL, BG))
    other = lowest(CHIPS & HOME[OT])
    before, chips = state.controller(chip), chips_of(state, CENTRAL)
    die = DiplomacyDie(BG, 1 << chip, 1 << other)
    die.rolled(state, 3)
    assert not state.spoils
    assert state.sides[BG] == NEUTRAL
    while state.sides[BG] == NEUTRAL:
        state.held[CENTRAL] |= CAPITALS[RS] | CAPITALS[FR]
        die.rolled(state, 6)
    assert state.spoils == 1 << chip
    assert state.controller(chip) == before
    assert chips_of(state, CENTRAL) >= chips


# The random table.


TABLE = {
    ("August 1914", "BR"): "EEEEE-",
    ("September 1914", "JP"): "EEEEE-",
    ("November 1914", "OT"): "CCCCC-",
    ("March 1915", "BR"): "EEEE--",
    ("May 1915", "IT"): "CEEEE-",
    ("October 1915", "BG"): "ECCCC-",
    ("November 1915", "SE"): "C-----",
    ("March 1916", "PT"): "CEEEE-",
    ("August 1916", "RO"): "CEEEE-",
    ("September 1916", "AB"): "C----E",
    ("April 1917", "US"): "EEEEE-",
    ("June 1917", "GR"): "CEEEE-",
}


def test_6_13_the_table_is_the_printed_one() -> None:
    """[6.13/1914-08] [6.13/1914-09] [6.13/1914-11] [6.13/1915-03] [6.13/1915-05] [6.13/1915-10]
    [6.13/1915-11] [6.13/1916-03] [6.13/1916-08] [6.13/1916-09] [6.13/1917-04] [6.13/1917-06]"""
    assert {(told["month"], told["nation"]): told["fates"] for told in ROWS} == TABLE


@pytest.mark.parametrize(("value", "side"), [(1, CENTRAL), (2, ENTENTE), (5, ENTENTE)])
def test_6_13_1_results_beyond_the_table_are_its_ends(value: int, side: int) -> None:
    state = south("May 1915")
    row = next(n for n, told in enumerate(ROWS) if told["nation"] == "IT")
    assert rollers(state) == [row]
    low = state.copy()
    EntryDie(row).rolled(state, value)
    assert state.sides[IT] == side
    # Minus two with Paris lost: one and two read as one, never less.
    low.held[CENTRAL] |= CAPITALS[FR]
    low.holder[lowest(CAPITALS[FR])] = GE
    EntryDie(row).rolled(low, 1)
    assert low.sides[IT] == CENTRAL
    state.month = month_number("June 1915")
    assert rollers(state) == []


def test_6_13_2_britain_rolls_a_second_time_with_her_modifiers() -> None:
    state = position({}, month=month_number("March 1915"))
    assert not rollers(state)
    state.aloof = 1 << BR
    assert [ROWS[row]["nation"] for row in rollers(state)] == ["BR"]
    assert entry_modifier(state, BR) == 1


def test_6_13_3_6_13_4_the_low_countries_move_britain() -> None:
    state = position({}, month=0)
    assert entry_modifier(state, BR) == 1
    state.options = frozenset({RANDOM_ENTRY})
    german, french = state.copy(), state.copy()
    violate(german, BE, CENTRAL)
    assert entry_modifier(german, BR) == 0
    violate(french, NL, ENTENTE)
    assert entry_modifier(french, BR) == 3


def test_6_13_5_6_13_6_japan_looks_at_britain_and_america_at_submarines() -> None:
    state = position({}, month=0)
    assert entry_modifier(state, JP) == 3
    state.take_side(BR, ENTENTE)
    assert entry_modifier(state, JP) == 0
    assert entry_modifier(state, US) == 4
    state.unrestricted = 1
    assert entry_modifier(state, US) == 0


def test_6_13_7_6_13_8_a_true_neutral_britain_and_lost_capitals() -> None:
    state = position({}, month=0)
    assert [entry_modifier(state, n) for n in (GR, IT, PT, SE, RO)] == [0] * 5
    state.aloof = 1 << BR
    assert [entry_modifier(state, n) for n in (GR, IT, PT, SE, RO)] == [-1, -1, -1, -1, 0]
    state.held[CENTRAL] |= CAPITALS[FR]
    state.holder[lowest(CAPITALS[FR])] = GE
    assert [entry_modifier(state, n) for n in (GR, IT, PT, SE)] == [-3, -3, -1, -1]
