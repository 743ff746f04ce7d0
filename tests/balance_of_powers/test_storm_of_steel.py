"""Chapter 12.3: trench warfare on two fronts in 1916, with fleets if players like."""

from __future__ import annotations

import pytest

from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, unit
from trenchline.games.balance_of_powers.calendar import month_number, name_of
from trenchline.games.balance_of_powers.components import (
    AH,
    ALL_CORPS,
    BE,
    BR,
    CENTRAL,
    ENTENTE,
    FORTRESSES,
    FR,
    GE,
    GRID,
    HOME,
    NATIONS,
    NEVER_DUG_IN,
    OF_KIND,
    OF_NATION,
    RED_FORTRESSES,
    RU,
    SHEETS,
    UNITS,
)
from trenchline.games.balance_of_powers.deployment import set_aside_already, zone_of
from trenchline.games.balance_of_powers.diplomacy import Diplomacy
from trenchline.games.balance_of_powers.muster import grounds
from trenchline.games.balance_of_powers.navy import SHIPS, sink
from trenchline.games.balance_of_powers.opening import HISTORICAL, new_game, opening
from trenchline.games.balance_of_powers.procurement import await_muster
from trenchline.games.balance_of_powers.revolution import RevolutionPhase
from trenchline.games.balance_of_powers.scenarios import load_scenario
from trenchline.games.balance_of_powers.season import Reductions, Season
from trenchline.games.balance_of_powers.sequence import Month
from trenchline.games.balance_of_powers.set_aside import Losses
from trenchline.games.balance_of_powers.set_up import PlaceAt
from trenchline.games.balance_of_powers.state import POOL, State
from trenchline.games.balance_of_powers.tabulation import Posting, recipients
from trenchline.games.balance_of_powers.trade_war import RaidsAlone, TradeWar
from trenchline.games.balance_of_powers.variants import WITH_FLEETS, with_fleets
from trenchline.games.balance_of_powers.victory import outcome
from trenchline.kernel.bits import members
from trenchline.kernel.play import settle

STEEL = "storm_of_steel"


def begun(**options: str) -> State:
    return new_game(STEEL, {HISTORICAL: "on", **options})


def take(state: State, label: str, side: int) -> None:
    """A side holds a location."""
    state.held[side] |= 1 << at(label)
    state.held[1 - side] &= ~(1 << at(label))


def test_12_3_map_duration_and_tracks_of_1916() -> None:
    """[12.3] [12.3/map] [12.3/duration] [12.3/tracks] [12.3/adjustments.3]"""
    state = opening(load_scenario(STEEL))
    scenario = state.scenario
    assert scenario.hexes & SHEETS["north"] == SHEETS["north"]
    assert not scenario.hexes & SHEETS["south"] & ~SHEETS["north"]
    assert scenario.boxes >> at("Petrograd") & 1
    assert (name_of(scenario.first), name_of(scenario.last)) == ("February 1916", "November 1916")
    powers = (AH, GE, BR, FR, RU)
    assert [state.points[n] for n in powers] == [4, 10, 6, 5, 5]
    assert [state.demoralization[n] for n in powers] == [3, 2, 2, 2, 12]
    assert state.innovation == [15, 12]
    assert state.hunters == 7


def test_12_3_victory_1_counts_chips_and_interior_fortresses_taken() -> None:
    """[R320] Dvinsk is an interior fortress, Riga a chip, Konigsberg both."""
    state = begun()
    assert outcome(state).scores == (0, 0)
    assert outcome(state).winner is None
    take(state, "4608", CENTRAL)
    assert outcome(state).scores == (1, 0)
    take(state, "4105", CENTRAL)
    assert outcome(state).scores == (2, 0)
    assert outcome(state).winner == CENTRAL
    take(state, "3611", ENTENTE)
    assert outcome(state).scores == (2, 2)
    assert outcome(state).winner is None
    # Warsaw has been in ruins from the start, and counts.
    take(state, "3717", ENTENTE)
    assert outcome(state).scores == (2, 4)
    assert outcome(state).winner == ENTENTE
    # A fortress on a border is no interior one, nor is a town without a chip anything.
    take(state, "1024", CENTRAL)
    take(state, "0420", CENTRAL)
    assert outcome(state).scores == (2, 4)


def test_12_3_victory_2_counts_dreadnoughts_sunk() -> None:
    state = begun(**{WITH_FLEETS: "on"})
    sink(state, unit("BR-N-BB3"))
    assert outcome(state).scores == (1, 0)
    sink(state, unit("GE-N-PD1"))
    assert outcome(state).scores == (1, 0)
    sink(state, unit("GE-N-BB1"))
    sink(state, unit("GE-N-BB2"))
    assert outcome(state).scores == (1, 2)
    assert "2 victory points" in outcome(state).reason


def test_12_3_set_up_all_corps_but_cavalry_begin_entrenched() -> None:
    state = begun()
    corps = state.mapped & ALL_CORPS
    assert corps & ~NEVER_DUG_IN == state.entrenched
    assert corps & OF_KIND["cavalry"]
    assert OF_KIND["siege"] & OF_NATION[GE] & state.entrenched
    asked = new_game(STEEL, {})
    step = PlaceAt(CENTRAL, unit("GE-I-7"))
    assert list(step.choices(asked)) == ["dug_in"]
    assert step.why_not(asked, "place", at("0921")).reason == "it sets up entrenched"
    assert list(PlaceAt(CENTRAL, unit("GE-C-1")).choices(asked)) == ["place"]


@pytest.mark.parametrize(
    ("key", "inside", "outside"),
    [
        ("GE-I-7", "0921 0520 0521 4106 4726 2516 3522 0917", "0922 0420 4608 4624 0415 1119x"),
        ("AH-I-2", "4520 4726 2927 0921", "4624 4625 4620"),
        ("FR-I-7", "0922 0415 0420 4608 4624", "0520 0521 0921 1123 4322"),
        ("RU-I-7", "4608 4624 Petrograd", "4106 4617"),
    ],
)
def test_12_3_set_up_cp_12_3_set_up_ep_the_line_parts_them(
    key: str, inside: str, outside: str
) -> None:
    """[12.3/set-up.cp] [12.3/set-up.ep] The front of 1916, in the west as it is printed."""
    zone = zone_of(load_scenario(STEEL), unit(key))
    for label in inside.split():
        assert zone.hexes >> at(label) & 1, label
    for label in outside.split():
        if not label.endswith("x"):
            assert not zone.hexes >> at(label) & 1, label


def test_12_3_set_up_holds_what_lies_behind_the_line() -> None:
    state = begun()
    assert state.controller(at("0619")) == GE
    assert state.controller(at("4106")) == GE
    assert state.controller(at("4624")) == RU
    assert state.controller(at("0420")) == FR
    assert state.conquered >> BE & 1


def test_12_3_set_up_ruins_and_12_3_set_up_reduced_fortresses() -> None:
    """[12.3/set-up.ruins] [12.3/set-up.reduced]"""
    state = opening(load_scenario(STEEL))
    ruined = "0917 0919 1119 0720 3717 4217 4023"
    assert {state.fort_steps(at(label)) for label in ruined.split()} == {0}
    assert {state.fort_steps(at(label)) for label in ("0922", "1024", "1127", "0926")} == {1}
    black = FORTRESSES & HOME[GE] & ~RED_FORTRESSES
    assert {state.fort_steps(hex_) for hex_ in members(black)} == {1}
    red = RED_FORTRESSES & HOME[GE] & SHEETS["north"]
    assert red
    assert {state.fort_steps(hex_) for hex_ in members(red)} == {2}
    assert state.fort_steps(at("4608")) == 2, "Dvinsk is Russian and stands"


def test_12_3_set_up_naval_units_begin_at_home_and_mines_off_the_coasts_of_their_side() -> None:
    """[12.3/set-up.naval] Austria-Hungary has no coast here, but her ally has."""
    state = begun(**{WITH_FLEETS: "on"})
    ships = state.mapped & SHIPS
    assert ships.bit_count() == 46
    for ship in members(ships):
        assert HOME[UNITS[ship].nation] >> state.where[ship] & 1, UNITS[ship].key
    for mine in members(state.mapped & OF_KIND["mine"]):
        land = [h for h in members(state.held[state.side_of(mine)]) if h < GRID.hex("Petrograd")]
        near = min(GRID.distance(state.where[mine], h) for h in land if GRID.on("north") >> h & 1)
        assert near <= 3
    assert (state.mapped & OF_NATION[AH] & OF_KIND["mine"]).bit_count() == 4
    waters = zone_of(with_fleets(load_scenario(STEEL)), unit("GE-M-1")).hexes
    assert waters >> at("3804") & 1, "off Courland, which Germany holds"
    assert not waters >> at("0106") & 1
    assert not begun().mapped & (SHIPS | OF_KIND["mine"]), "the short rule has none"


def test_12_3_adjustments_1_no_diplomacy_and_no_revolution() -> None:
    state = begun()
    state.stack = []
    Month(month_number("March 1916")).run(state)
    assert not any(isinstance(step, (Diplomacy, RevolutionPhase)) for step in state.stack)
    assert any(isinstance(step, Month) for step in state.stack)


def test_12_3_adjustments_2_anzac_and_canada_muster_in_britain() -> None:
    state = begun()
    for key in ("BR-I-ANZAC_I", "BR-I-CANADA"):
        state.lift(unit(key))
        assert grounds(state, unit(key)) >> at("0415") & 1
        await_muster(state, unit(key))
    assert state.due[unit("BR-I-ANZAC_I")] == state.month + 3
    assert state.due[unit("BR-I-CANADA")] == state.month + 1


def test_12_3_strategic_warfare_costs_four_points_each_and_there_is_no_other_war_on_trade() -> None:
    for options in ({}, {WITH_FLEETS: "on"}):
        state = begun(**options)
        state.points = [9 for _ in state.points]
        state.demoralization = [0 for _ in state.demoralization]
        Reductions().run(state)
        assert [state.points[n] for n in (AH, GE, BR, FR, RU)] == [5, 5, 5, 9, 9]
        state.stack = []
        Season(month_number("March 1916")).run(state)
        assert not any(isinstance(step, TradeWar) for step in state.stack)


def test_12_3_strategic_warfare_5_33_surface_raiders_are_left_bug() -> None:
    """What submarines and blockades cost is told; cruisers in the Norwegian Sea preyed on
    nobody."""
    state = begun(**{WITH_FLEETS: "on"})
    state.points[BR] = 9
    state.lift(unit("GE-N-CL1"))
    state.put(unit("GE-N-CL1"), at("Norwegian-Sea"))
    state.stack = []
    Season(month_number("March 1916")).run(state)
    raids = next(step for step in state.stack if isinstance(step, RaidsAlone))
    state.stack = [raids]
    settle(state, Loaded(3, 3))
    assert state.points[BR] == 8


def test_12_3_set_aside_1_each_power_lacks_four_corps_worth_seven() -> None:
    state = begun()
    for nation in (AH, GE, BR, FR):
        gone = set_aside_already(state, nation)
        assert gone.bit_count() >= 4
        assert sum(UNITS[u].effectiveness for u in members(gone)) >= 7


def test_12_3_set_aside_2_russia_lacks_twelve_infantry_corps_and_her_cavalry() -> None:
    state = new_game(STEEL, {})
    told = next(told for told in state.scenario.set_asides if told.nation == RU)
    cavalry = [unit(f"RU-C-{name}") for name in ("1", "2", "3", "4", "GD")]
    assert {state.where[u] for u in cavalry} == {POOL}
    step = Losses(told)
    assert step.choices(state)["set_aside"] & ~OF_KIND["infantry"] == 0
    assert "end" not in step.choices(state), "cavalry does not count"
    step.take(state, "rest", 0)
    gone = set_aside_already(state, RU, OF_KIND["infantry"])
    assert gone.bit_count() >= 12
    assert sum(UNITS[u].effectiveness for u in members(gone)) >= 21
    assert step.why_not(state, "set_aside", unit("RU-C-1")).case == "12.3/set-aside.2"


def test_12_3_resources_are_nominal_and_reach_russia_without_a_line() -> None:
    state = begun()
    state.month = month_number("March 1916")
    state.points = [0 for _ in state.points]
    Posting().run(state)
    powers = (AH, GE, BR, FR, RU)
    assert [state.points[n] for n in powers] == [NATIONS[n].income[1] for n in powers], "[R321]"
    for donor in (BR, FR):
        assert recipients(state, donor) >> RU & 1
    state.scenario = load_scenario("kaiserschlacht")
    assert not recipients(state, FR) >> RU & 1


def test_12_3_arrivals_follow_the_common_order_of_battle_from_spring_1916() -> None:
    forces = load_scenario(STEEL).forces
    assert unit("BR-I-13") not in forces["start"]
    seasons = {when for when in forces if when != "start"}
    assert seasons
    assert all(when.startswith("1916") for when in seasons)
    assert "1916 Spring" in seasons
