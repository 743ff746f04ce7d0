"""Positions in which two rules meet, and what came of it."""

from __future__ import annotations

from tests.balance_of_powers.campaigning import attack, begun, choose, lorraine, offered
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, place_set, position, unit
from trenchline.games.balance_of_powers.air_raids import defenders
from trenchline.games.balance_of_powers.allowance import points_of
from trenchline.games.balance_of_powers.arrivals import add_to_pools, reinforcements
from trenchline.games.balance_of_powers.aviation import refuges
from trenchline.games.balance_of_powers.battle import Battle
from trenchline.games.balance_of_powers.calendar import bad_weather, month_number
from trenchline.games.balance_of_powers.commissariat import Commissariat, SurvivalOf
from trenchline.games.balance_of_powers.components import (
    AH,
    BE,
    BR,
    CAPITALS,
    CENTRAL,
    ENTENTE,
    FR,
    GE,
    GRID,
    IT,
    OT,
    RS,
    RU,
)
from trenchline.games.balance_of_powers.conquest import is_fallen
from trenchline.games.balance_of_powers.going import easy_from
from trenchline.games.balance_of_powers.muster import withdraw
from trenchline.games.balance_of_powers.opening import HISTORICAL, new_game
from trenchline.games.balance_of_powers.retreat import Retreat
from trenchline.games.balance_of_powers.state import AWAITED, GONE, POOL, State
from trenchline.games.balance_of_powers.tabulation import Posting, nominal
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.play import settle

ANTWERP = "0917"
ASIA, SLAVS, KAISER = "asian_treasure_house", "south_slavs", "kaiserschlacht"


def at_war(scenario: str) -> State:
    """A scenario that everybody has set up as in the war."""
    state = new_game(scenario, {HISTORICAL: "on"})
    settle(state, Loaded())
    return state


# Retreats.


def germans_retreat(stacks: dict[str, str], unit_key: str, place: int) -> State:
    state = position(stacks, entente="FR RU BE BR", held_by={"GE": ANTWERP})
    target = state.where[unit(unit_key)]
    state.battles.append(Battle(ENTENTE, at("0620"), target, 0))
    Retreat(unit(unit_key)).take(state, "retreat", place)
    return state


def test_10_722_2_93_who_retreats_into_an_enemy_capital_conquers_it_bug() -> None:
    """A corps that retreated took the place, and nobody asked what had fallen with it."""
    (brussels,) = members(CAPITALS[BE])
    state = germans_retreat({"0820": "GE-I-3"}, "GE-I-3", brussels)
    assert state.controller(brussels) == GE
    assert is_fallen(state, BE)
    assert state.conquered >> BE & 1


def test_10_722_2_91_6_who_retreats_into_an_interior_fortress_demoralizes_bug() -> None:
    """The fall of Verdun did not count when its ruins were taken by a retreat."""
    state = position({"0921": "GE-I-3"}, entente="FR RU BE BR")
    state.batter(at("0922"), 2)
    state.battles.append(Battle(ENTENTE, at("0820"), at("0921"), 0))
    Retreat(unit("GE-I-3")).take(state, "retreat", at("0922"))
    assert state.demoralization[FR] == 1
    assert state.fallen == place_set("0922")


# Leaders.


def test_1_323_a_leader_whose_corps_march_off_goes_back_at_once_bug() -> None:
    """Kluck waited alone in his hex until the next half."""
    state = begun(position({"1224": "GE-I-3 GE-L-KLUCK"}, month=8))
    choose(state, "unit GE-I-3", "march 1223")
    assert state.where[unit("GE-L-KLUCK")] == POOL


def test_1_323_a_leader_with_other_corps_or_a_fortress_stays() -> None:
    state = begun(position({"1224": "GE-I-3 GE-I-5 GE-L-KLUCK"}, month=8))
    choose(state, "unit GE-I-3", "march 1223")
    assert state.where[unit("GE-L-KLUCK")] == at("1224")


def test_1_323_nor_does_he_wait_for_the_next_train_bug() -> None:
    """The same by rail."""
    state = begun(position({"2516": "GE-I-3 GE-L-KLUCK"}, month=8))
    state.points[GE] = 5
    choose(state, "unit GE-I-3", "entrain GE", "rail 2616")
    assert state.where[unit("GE-L-KLUCK")] == POOL


def test_12_2_removal_leaves_no_leader_alone_bug() -> None:
    """When the 3rd corps left the game its leader stayed where it had been."""
    state = position({"3215": "GE-I-3 GE-L-LUDNDRF"}, scenario="fire_in_the_east")
    withdraw(state, "September 1915")
    assert state.where[unit("GE-L-LUDNDRF")] == POOL


# The seasons.


def test_12_7_forces_remove_the_anzacs_come_back_in_1917_bug() -> None:
    """The list brings ANZAC I twice; once removed, it never came again."""
    state = at_war(ASIA)
    anzac = unit("BR-I-ANZAC_I")
    state.where[anzac] = POOL
    state.month = month_number("March 1915")
    withdraw(state, "Spring 1915")
    assert state.where[anzac] == AWAITED
    state.month = month_number("March 1917")
    arriving = reinforcements(state, True)
    assert anzac in arriving
    add_to_pools(state, arriving)
    assert state.where[anzac] == POOL


def test_12_5_resources_2_income_goes_on_when_the_last_corps_is_lost_bug() -> None:
    """A power without a corps on the map lost its income again."""
    state = at_war(SLAVS)
    state.month = month_number("December 1914")
    Posting().run(state)
    assert (state.points[AH], state.points[FR]) == (10, 6)
    for corps in members(state.mapped):
        state.lift(corps)
    assert [nominal(state, nation) for nation in (AH, FR, BR, RU)] == [5, 2, 0, 0]


def test_12_5_resources_2_r190_germany_draws_from_spring_1915_bug() -> None:
    """Her only corps could never be procured, for she had no points before it came."""
    state = at_war(SLAVS)
    state.month = month_number("December 1914")
    assert nominal(state, GE) == 0
    state.month = month_number("March 1915")
    assert nominal(state, GE) == 5


def test_12_5_resources_1_italy_posts_by_the_chart() -> None:
    state = at_war(SLAVS)
    state.take_side(IT, ENTENTE)
    state.month = month_number("June 1915")
    assert nominal(state, IT) == 5
    Posting().run(state)
    assert nominal(state, IT) == 10


def test_12_7_resources_1_without_a_corps_there_is_none_in_asia() -> None:
    state = at_war(ASIA)
    state.month = month_number("December 1914")
    Posting().run(state)
    for corps in members(state.mapped):
        state.lift(corps)
    assert [nominal(state, nation) for nation in (OT, BR, RU)] == [0, 0, 0]


def test_6_82_1_a_revolution_ends_what_the_east_brings_bug() -> None:
    """Revolutionary Germany went on to draw four points from Russia each season of 1918."""
    state = at_war(KAISER)
    state.points[GE], state.revolution = 0, 1 << GE
    Posting().run(state)
    assert state.points[GE] == 0


# Weather.


def test_6_512_r180_bad_weather_has_one_commissariat_bug() -> None:
    """Corps in the snow, who have no second fortnight, were checked for supply at its end."""
    month = month_number("January 1915")
    cold, warm = "8350", "8362"
    assert bad_weather(month) & place_set(cold, warm) == place_set(cold)
    stacks = {cold: "OT-I-8", warm: "OT-I-9"}
    state = position(stacks, central="GE OT", entente="BR RU", scenario=ASIA, month=month)
    state.held[CENTRAL] = 0
    found = {}
    for state.fortnight in (1, 2):
        state.stack = []
        Commissariat(CENTRAL).run(state)
        found[state.fortnight] = {s.unit for s in state.stack if isinstance(s, SurvivalOf)}
    assert found == {1: {unit("OT-I-8"), unit("OT-I-9")}, 2: {unit("OT-I-9")}}


# In the air.


def test_5_314_fighters_on_ships_intercept_nobody_bug() -> None:
    """A squadron at sea shot at bombers over Paris."""
    state = position({"0423": "FR-V-MS3"}, entente="FR RU BR")
    assert defenders(state, at("0423"), ENTENTE) == 1 << unit("FR-V-MS3")
    state.aboard = 1 << unit("FR-V-MS3")
    assert defenders(state, at("0423"), ENTENTE) == 0


def test_6_324_2_no_damaged_fighter_flees_past_enemy_fighters() -> None:
    """Friends lie two hexes away, and Germans fly over every hex between; the same the other way
    round."""
    ring = [GRID.label(place) for place in GRID.neighbours(at("0722"))]
    for own, others in (
        ("FR-V-MS3", "EINDKR EINDKRD DR1JG1 DR1JG2 DR1JG3 ALBDII"),
        ("GE-V-EINDKR", "MS3 NPRT11 NPRT17 S-XIII S-XIII_18 BUFFALO"),
    ):
        enemy = "GE" if own.startswith("FR") else "FR"
        stacks = {"0722": own}
        free = position(stacks, held_by={"GE": "0521 0720"})
        assert refuges(free, unit(own)) & ~place_set(*ring)
        stacks |= dict(zip(ring, (f"{enemy}-V-{name}" for name in others.split()), strict=True))
        shut = position(stacks, held_by={"GE": "0521 0720"})
        assert refuges(shut, unit(own)) == 0


# Movement.


def test_9_0_10_8_a_force_without_points_left_has_finished() -> None:
    """Nobody has to say that it stops, and it moves no more in this half."""
    state = begun(position({"1224": "GE-I-3 GE-I-5"}, month=8))
    choose(state, "unit GE-I-3")
    points = points_of(state, state.force)
    for _ in range(points):
        if state.force:
            ahead = offered(state, "march") & easy_from(state.force_at)
            choose(state, f"march {GRID.label(lowest(ahead))}")
    assert state.force == 0
    assert state.done == 1 << unit("GE-I-3")
    assert not offered(state, "unit") >> unit("GE-I-3") & 1


# Combat.


def test_2_84_nobody_has_the_benefits_before_they_are_earned() -> None:
    state = lorraine("GE-I-3", "FR-I-1", dug_in="FR-I-1")
    assert state.benefits == [0, 0]
    choose(state, "unit GE-I-3", "attack 1124")
    assert not state.battle.benefits


def test_10_712_1_a_lone_fortress_step_refunds_the_attackers_loss() -> None:
    """A reduced fortress cannot suffer a second loss either."""
    state = position({"0921": "GE-I-3 GE-I-18 GE-I-16 GE-I-5 GE-I-6"}, month=8)
    state.batter(at("0922"))
    state.points[GE] = 9
    state = begun(state)
    words = ("stack 0921", "attack 0922", "pay GE", "point GE-I-3")
    choose(state, *words, dice=Loaded(4, 4))
    assert state.where[unit("GE-I-3")] == at("0922")
    assert state.fort_steps(at("0922")) == 0


def test_10_3_1_a_free_attack_is_a_minors_own_and_one_a_year() -> None:
    stacks = {"3939": "RS-I-1 RS-I-2 RU-I-1", "3938": "AH-I-8"}
    state = position(stacks, entente="FR RU RS", scenario=SLAVS, month=month_number("April 1915"))
    state = begun(state, ENTENTE)
    choose(state, "unit RS-I-1", "attack 3938")
    assert offered(state, "free")
    choose(state, "free", dice=Loaded(3, 4))
    assert state.free_attacks == 1 << RS


def test_9_63_friends_stay_out_of_a_trench_battle_for_the_half() -> None:
    state = lorraine("GE-I-3 GE-I-18", "FR-I-1 FR-I-2", dug_in="FR-I-1 FR-I-2")
    state.put(unit("GE-I-5"), at("1225"))
    attack(state, "point GE-I-3", "point FR-I-1", "lose GE-I-18", dice=(2, 2, 6))
    assert state.trench_battles == place_set("1124")
    while state.force:
        choose(state, "stop")
    choose(state, "unit GE-I-5")
    assert not offered(state, "attack") & place_set("1124")


def test_10_74_3_a_leader_who_has_fallen_leads_nobody_on_bug() -> None:
    """Removed from the game, Kluck was still in the force, which could not move with him."""
    state = lorraine("GE-I-3 GE-I-18 GE-I-5 GE-I-6 GE-L-KLUCK", "FR-I-1 FR-I-2")
    choose(state, "stack 1224", "attack 1124", "pay GE", "point GE-I-3")
    # He does not lead; the dice shake the Germans, and he falls.
    rolled = Loaded(6, 1, 1, 1, 1)
    choose(state, "point FR-I-1", "lose GE-I-18", "lose GE-I-5", dice=rolled)
    assert state.where[unit("GE-L-KLUCK")] == GONE
    assert state.force == 1 << unit("GE-I-6")
    choose(state, "march 1223", "stop")
    assert state.where[unit("GE-I-6")] == at("1223")
