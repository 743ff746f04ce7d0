"""Chapter 6.1: violations, neutrals that join by themselves or for bargaining chips."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, place_set, position, unit
from trenchline.games.balance_of_powers.calendar import month_number
from trenchline.games.balance_of_powers.components import (
    AH,
    BE,
    BG,
    BOARD,
    BR,
    CAPITALS,
    CENTRAL,
    CHIPS,
    DK,
    ENTENTE,
    FR,
    GE,
    GR,
    GRID,
    JP,
    NATION,
    NEUTRAL,
    NL,
    OT,
    PORTS,
    PT,
    RU,
    SE,
    US,
)
from trenchline.games.balance_of_powers.courting import (
    Court,
    DiplomacyDie,
    Offer,
    modifier,
    on_offer,
    winner,
)
from trenchline.games.balance_of_powers.diplomacy import Diplomacy, StandardDiplomacy, Violate
from trenchline.games.balance_of_powers.entry import enter
from trenchline.games.balance_of_powers.joining import RANDOM_ENTRY, neutrals
from trenchline.games.balance_of_powers.morale import enter_crisis
from trenchline.games.balance_of_powers.random_entry import EntryDie, entry_modifier, rollers
from trenchline.games.balance_of_powers.state import AWAITED, State
from trenchline.games.balance_of_powers.supply import open_ports
from trenchline.kernel.bits import members
from trenchline.kernel.play import settle, take

AWAITED_KEYS = "BE-I-1 BE-I-2 BE-I-3 BR-C-1 BR-I-1 BR-I-2 BR-I-3 DK-I-1 NL-I-1 NL-I-2 NL-I-3"


def august() -> State:
    state = position({"1123": "GE-I-5", "1124": "FR-I-20"})
    for key in AWAITED_KEYS.split():
        state.where[unit(key)] = AWAITED
    return state


def place_all(state: State) -> None:
    """Everybody who sets up takes the first place he is offered."""
    choices = settle(state, Loaded())
    while set(choices) <= {"place", "allocate"}:
        verb, numbers = next(iter(choices.items()))
        take(state, verb, next(members(numbers)))
        choices = settle(state, Loaded())


def test_6_11_a_violated_neutral_joins_the_other_side_and_sets_up_in_its_own_towns() -> None:
    state = august()
    state.stack = [Diplomacy()]
    assert settle(state, Loaded())["violate"] == neutrals(state)
    take(state, "violate", DK)
    assert state.sides[DK] == ENTENTE
    place_all(state)
    where = state.where[unit("DK-I-1")]
    assert where >= 0
    assert not state.entrenched >> unit("DK-I-1") & 1
    assert state.patrons[DK] in (FR, RU)
    assert state.sides[BR] == NEUTRAL


def test_6_11_who_is_at_war_or_not_in_the_scenario_cannot_be_violated() -> None:
    state = august()
    asked = Violate(CENTRAL)
    assert asked.why_not(state, "violate", FR).case == "6.11"
    assert asked.why_not(state, "violate", SE).case == "11.1"


def test_12_1_6_123_belgium_violated_by_the_central_powers_brings_britain_in_at_once() -> None:
    """[12.1] Her expedition lands in French ports, and she has five points."""
    state = august()
    state.stack = [Diplomacy()]
    settle(state, Loaded())
    take(state, "violate", BE)
    assert state.sides[BR] == ENTENTE
    place_all(state)
    assert PORTS >> state.where[unit("BR-I-1")] & 1
    assert state.controller(state.where[unit("BR-I-1")]) == FR
    assert state.controller(state.where[unit("BR-I-3")]) == BR
    assert state.points[BR] == 5


def test_6_123_belgium_violated_by_the_entente_leaves_britain_out() -> None:
    state = august()
    state.stack = [Violate(ENTENTE)]
    settle(state, Loaded())
    take(state, "violate", BE)
    assert state.sides[BE] == CENTRAL
    assert state.sides[BR] == NEUTRAL


def test_6_123_germans_within_three_hexes_of_paris_bring_britain_in() -> None:
    state = august()
    state.move(1 << unit("GE-I-5"), at("0921"))
    enter(state, 1 << unit("GE-I-5"), at("0820"))
    assert state.sides[BR] == NEUTRAL
    enter(state, 1 << unit("GE-I-5"), at("0722"))
    assert state.sides[BR] == ENTENTE


def test_6_123_a_russian_crisis_brings_britain_in() -> None:
    state = august()
    enter_crisis(state, FR)
    assert state.sides[BR] == NEUTRAL
    enter_crisis(state, RU)
    assert state.sides[BR] == ENTENTE


def everywhere() -> State:
    """A war on all maps."""
    return position({}, scenario="before_the_leaves_fall")


def unlimited(state: State) -> State:
    """A scenario in which every nation has its part, on all maps."""
    settings = {k: v for k, v in state.scenario.settings.items() if k != "neutrals"}
    state.scenario = replace(state.scenario, settings=settings, hexes=BOARD.hexes)
    return state


def test_6_123_japan_follows_britain_and_the_ottomans_follow_japan_by_a_month() -> None:
    """[R91] The chain is counted in months."""
    state = unlimited(everywhere())
    state.take_side(BR, ENTENTE)
    state.entered[BR] = state.month = 0
    for month, expected in ((0, ()), (1, (JP,)), (2, (JP, OT))):
        state.month = month
        StandardDiplomacy().run(state)
        assert tuple(n for n in (JP, OT) if state.sides[n] != NEUTRAL) == expected
    assert (state.sides[JP], state.sides[OT]) == (ENTENTE, CENTRAL)


def test_6_123_6_nobody_follows_britain_to_the_central_powers_bug() -> None:
    """Japan joined the Entente a month after Britain had been violated by it."""
    state = unlimited(everywhere())
    state.take_side(BR, CENTRAL)
    state.entered[BR], state.month = 0, 1
    StandardDiplomacy().run(state)
    assert state.sides[JP] == NEUTRAL


def test_6_125_america_joins_in_the_second_month_of_the_season_of_the_fifth_marker() -> None:
    state = unlimited(everywhere())
    state.fifth_unrestricted = month_number("March 1917")
    state.month = month_number("March 1917")
    StandardDiplomacy().run(state)
    assert state.sides[US] == NEUTRAL
    state.month += 1
    StandardDiplomacy().run(state)
    assert state.sides[US] == ENTENTE
    assert state.points[US] == 0


def test_6_121_antwerp_is_a_port_when_both_low_countries_are_violated() -> None:
    state = position({}, entente="FR RU BE NL")
    antwerp = place_set("0917")
    state.violated = 1 << BE
    assert not open_ports(state, ENTENTE) & antwerp
    state.violated |= 1 << NL
    assert open_ports(state, ENTENTE) & antwerp


def balkans() -> State:
    """[6.124] The rulebook's example: October 1915, Germans in Belgrade."""
    belgrade = GRID.label(next(members(CAPITALS[NATION["RS"]])))
    state = unlimited(
        position(
            {belgrade: "GE-I-5"},
            central="AH GE OT",
            entente="FR RU BR RS",
            month=month_number("October 1915"),
            held_by={"GE": belgrade},
        )
    )
    state.points[GE] = 4
    return state


def test_6_124_the_example_of_bulgaria() -> None:
    """[E9] Nish and Skopje for 2 each against Adrianople for 1: +3, and a 3 is enough."""
    state = balkans()
    nish, skopje, adrianople = at("3939"), at("3942"), at("5043")
    assert on_offer(state, CENTRAL, BG) >> nish & 1
    assert on_offer(state, CENTRAL, BG) >> skopje & 1
    assert on_offer(state, ENTENTE, BG) >> adrianople & 1
    assert modifier(state, BG, 1 << nish | 1 << skopje, 1 << adrianople) == 3
    state.stack = [Court(CENTRAL)]
    settle(state, Loaded())
    take(state, "court", BG)
    settle(state, Loaded())
    assert state.points[GE] == 3
    take(state, "offer", nish)
    settle(state, Loaded())
    take(state, "offer", skopje)
    settle(state, Loaded())
    take(state, "offer", adrianople)
    before = state.copy()
    settle(before, Loaded(2))
    assert before.sides[BG] == NEUTRAL
    assert not before.spoils
    settle(state, Loaded(3))
    assert state.sides[BG] == CENTRAL
    assert state.spoils == 1 << nish | 1 << skopje


def test_6_124_what_cannot_be_offered() -> None:
    state = balkans()
    asked = Offer(CENTRAL, BG, CENTRAL, 0, 0)
    neutral_chip, own, far = at("4246"), at("5043"), at("4105")
    for chip in (neutral_chip, own, far):
        assert CHIPS >> chip & 1
        assert not on_offer(state, CENTRAL, BG) >> chip & 1
        assert asked.why_not(state, "offer", chip).case == "6.124"
    state.spoils = 1 << at("3939")
    assert not on_offer(state, CENTRAL, BG) >> at("3939") & 1
    assert "given away" in asked.why_not(state, "offer", at("3939")).reason


def test_6_124_nobody_is_courted_before_march_1915_nor_without_a_point() -> None:
    state = balkans()
    state.month = month_number("February 1915")
    StandardDiplomacy().run(state)
    assert not state.stack
    state.month += 1
    StandardDiplomacy().run(state)
    assert state.stack == [Court(ENTENTE), Court(CENTRAL)]
    state.points[GE] = 0
    assert Court(CENTRAL).choices(state) == {"none": 1}
    assert Court(CENTRAL).why_not(state, "court", BG).case == "2.44"
    assert Court(CENTRAL).why_not(state, "court", DK).case == "6.124"


@pytest.mark.parametrize(
    ("nation", "final", "side"),
    [
        (BG, 6, CENTRAL),
        (BG, 5, None),
        (BG, 2, None),
        (BG, 1, ENTENTE),
        (SE, 1, None),
        (PT, 6, None),
    ],
)
def test_6_124_sweden_never_joins_the_entente_nor_portugal_the_central_powers(
    nation: int, final: int, side: int | None
) -> None:
    assert winner(nation, final) == side


def test_6_124_britons_in_the_south_and_lost_capitals_count() -> None:
    state = balkans()
    assert modifier(state, GR, 0, 0) == 1
    state.british_south = 1
    assert modifier(state, GR, 0, 0) == -1
    assert modifier(state, BG, 0, 0) == 0
    state.held[CENTRAL] |= 1 << capital_of(FR)
    assert modifier(state, BG, 0, 0) == 1
    state.held[ENTENTE] |= 1 << capital_of(GE)
    assert modifier(state, BG, 0, 0) == 0


def capital_of(nation: int) -> int:
    return next(members(CAPITALS[nation]))


def test_6_124_a_british_attack_in_the_south_is_remembered() -> None:
    state = unlimited(position({"5346": "BR-I-1"}, central="GE OT", entente="BR FR"))
    enter(state, 1 << unit("BR-I-1"), at("5043"))
    assert state.british_south == 1


def test_6_13_britain_rolls_again_only_after_she_has_stayed_out() -> None:
    state = unlimited(everywhere())
    state.options = frozenset({RANDOM_ENTRY})
    assert [EntryDie(row) for row in rollers(state)] == [EntryDie(0)]
    state.month = month_number("March 1915")
    assert rollers(state) == []
    state.month = 0
    EntryDie(0).rolled(state, 5)
    assert state.sides[BR] == NEUTRAL, "Germany has violated nobody: +1"
    state.month = month_number("March 1915")
    (again,) = rollers(state)
    EntryDie(again).rolled(state, 3)
    assert state.sides[BR] == ENTENTE


def test_6_13_violations_move_britain_and_a_neutral_britain_moves_others() -> None:
    state = unlimited(everywhere())
    assert entry_modifier(state, BR) == 1
    assert entry_modifier(state, JP) == 3
    assert entry_modifier(state, US) == 4
    state.violated = 1 << BE
    state.sides[BE] = ENTENTE
    assert entry_modifier(state, BR) == 0
    state.sides[BE] = CENTRAL
    assert entry_modifier(state, BR) == 3
    state.aloof = 1 << BR
    assert [entry_modifier(state, n) for n in (GR, PT, SE)] == [-1, -1, -1]
    state.held[CENTRAL] |= 1 << capital_of(FR)
    state.holder[capital_of(FR)] = AH
    assert entry_modifier(state, GR) == -1
    state.holder[capital_of(FR)] = GE
    assert entry_modifier(state, GR) == -3


def test_6_13_the_die_replaces_the_triggers_but_not_violations() -> None:
    state = august()
    state.options = frozenset({RANDOM_ENTRY})
    state.stack = [Violate(CENTRAL)]
    settle(state, Loaded())
    take(state, "violate", BE)
    assert (state.sides[BE], state.sides[BR]) == (ENTENTE, NEUTRAL)


def test_6_124_the_die_shows_its_modifier() -> None:
    state = balkans()
    assert "+2" in DiplomacyDie(BG, 1 << at("3939"), 0).purpose(state)
