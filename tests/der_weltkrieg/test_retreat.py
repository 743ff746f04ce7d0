"""Section 14: retreat.

The neighbours of 0606 clockwise from the north are 0605 0706 0707 0607 0507 0506.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.der_weltkrieg.battles import COMBAT, ENTENTE, bleed, declared, join, morale
from tests.der_weltkrieg.table import Sketch, Table, counter, line_of
from trenchline.games.der_weltkrieg.components import RAIL_BOUND
from trenchline.games.der_weltkrieg.retreat import (
    loss_in_retreat,
    must_retreat,
    reduced,
    share_to_hold,
)
from trenchline.games.der_weltkrieg.ways_out import destinations, ways_out

RING = "DE I1@0506 I2@0507 I3@0806\nRU I1@0606 "
"""Every free neighbour of 0606 lies in a German zone."""


def driven(sketch: Sketch, text: str, *more: int) -> Table:
    """A Russian division in 0606 driven out with a six."""
    t = sketch.table(COMBAT + text, 6, 1, *more)
    return join(t, "0606", "DEI1")


def test_14_8_14_11_an_equal_free_hex_before_a_closer_one_among_friends() -> None:
    """Figure 10: free ground at the same distance goes before a friend's hex in an enemy zone."""
    sketch = Sketch({"0606/0707": "lake"})
    t = driven(sketch, "DE I1@0506 I2@0705\nRU I1@0606 I2@0706 HQ1@0906")
    assert t.where("RUI1") == "0607"
    assert t.strength("RUI1") == 4


def test_14_8_both_closer_hexes_are_open() -> None:
    t = driven(Sketch(), "DE I1@0506\nRU I1@0606 HQ1@0906")
    assert t.choices("retreat_to") == {"0706", "0707"}
    assert t.refused("retreat_to 0607") == "14-11"
    assert t.refused("retreat_to 0801") == "14-6"


def test_14_8_no_valid_route_leads_through_an_enemy_zone() -> None:
    t = driven(Sketch(), "DE I1@0506 I2@0705\nRU I1@0606 HQ1@0906")
    assert t.where("RUI1") == "0707"


def test_14_7_the_headquarters_that_paid_decides_the_way() -> None:
    t = Sketch().table(COMBAT + "DE I1@0506\nRU I1@0606 HQ1@0604 HQ2@0809", 1, 1)
    join(t, "0606", "DEI1")
    near = t.copy().choose("retreat")
    unit = t.state.theatre.unit
    paid = replace(t.state.battle, paid=((unit["RUI1"], unit["RUHQ2"]),))
    t.state.battle = paid
    t.choose("retreat")
    assert near.where("RUI1") == "0706"
    assert t.choices("retreat_to") == {"0607", "0707"}


def test_14_10_14_6_stacking_binds_and_units_may_part() -> None:
    full = " ".join(f"I{n}@0706" for n in range(2, 7)) + " B1@0706"
    t = driven(Sketch(), f"DE I1@0506\nRU I1@0606 {full} HQ1@0906")
    assert t.where("RUI1") == "0707"
    t = Sketch().table(COMBAT + "DE I1@0506 I2@0506\nRU I1@0606 B1@0606 HQ1@0906", 6, 1)
    bleed(join(t, "0606", "DEI1", "DEI2"))
    t.choose("retreat_to 0706")
    assert t.choices("retreat_to") == {"0706", "0707"}
    t.choose("retreat_to 0707")
    assert t.where("RUI1") != t.where("RUB1")


def test_14_9_a_stack_among_enemies_attacks_them_and_its_losses_surrender() -> None:
    t = driven(Sketch(), RING + "HQ1@0904", 1, 1)
    assert t.choices("retreat_to") == {"0605", "0706", "0707", "0607"}
    t.choose("retreat_to 0706")
    assert t.who == "Central Powers"
    assert t.asked == "DecideRetreat"
    assert t.state.battle.kind == "desperate"
    assert t.labels(sum(1 << h for h in t.state.battle.targets)) == {"0806"}
    assert morale(t, "RU") == 1
    t.choose("stand")
    # Eight points three times, doubled: 48, five lost with a one; four was all there was.
    assert t.where("RUI1") == "surrendered"
    assert morale(t, "RU") == 1 + 2 * 4


def test_14_8_among_enemies_as_close_as_possible_to_the_headquarters() -> None:
    t = Sketch().table(COMBAT + RING + "HQ1@0904", 1, 1)
    join(t, "0606", "DEI1")
    unit = t.state.theatre.unit
    t.state.battle = replace(t.state.battle, paid=((unit["RUI1"], unit["RUHQ1"]),))
    assert t.choose("retreat").choices("retreat_to") == {"0605", "0706"}


def ranks(sketch: Sketch, text: str, hq: str | None = "RUHQ1") -> dict[int, set[str]]:
    """Where RUI1 could go, by the priorities of 14-8."""
    t = sketch.table(COMBAT + text)
    found = ways_out(t.state, t.unit("RUI1"), None if hq is None else t.unit(hq))
    return {rank: t.labels(hexes) for rank, hexes in found.items()}


HOSTS = "RU I1@0606 I2@0605 I3@0706 I4@0707 I5@0607 I6@0507 I7@0506 M1@0806 M2@0906 HQ1@0906"
AROUND = "DE I1@0604 I2@0805 I3@0807 I4@0608 I5@0406"
"""One enemy beyond each neighbour of 0606, the two to the west watched by one."""


def test_14_8_free_ground_by_whether_it_is_closer_as_far_away_and_farther() -> None:
    far = "DE I1@0101\nRU I1@0606 HQ1@0906"
    west, level, east = {"0506", "0507"}, {"0605", "0607"}, {"0706", "0707"}
    assert ranks(Sketch(), far) == {1: east, 2: level, 5: west}


def test_14_8_friends_in_enemy_zones_by_whether_they_are_closer_as_far_away_and_farther() -> None:
    west, level, east = {"0506", "0507"}, {"0605", "0607"}, {"0706", "0707"}
    assert ranks(Sketch(), f"{AROUND}\n{HOSTS}") == {3: east, 4: level, 6: west}


def test_14_8_enemy_zones_without_friends_come_last() -> None:
    bare = "RU I1@0606 HQ1@0906"
    found = ranks(Sketch(), f"{AROUND}\n{bare}")
    assert found == {7: {"0605", "0706", "0707", "0607", "0507", "0506"}}


def test_14_8_r33_ground_without_a_route_is_farther() -> None:
    """Lakes cut the free hexes in the west off from every route to the headquarters."""
    lakes = {"0506/0605": "lake", "0507/0607": "lake"}
    lakes |= {f"0506/{there}": "lake" for there in ("0505", "0405", "0406", "0606")}
    found = ranks(Sketch(lakes), "DE I1@0101\nRU I1@0606 HQ1@0906")
    assert "0507" in found[5]
    assert found[1] == {"0706", "0707"}


NARROW = Sketch(facts={label: {"land_sides": "1"} for label in ("0605", "0706", "0707", "0607")})
"""Two divisions fill each hex around 0606 but those in the west."""
EAST = "I2@0605 I3@0605 I4@0706 I5@0706 I6@0707 I7@0707"


@pytest.mark.parametrize(
    ("text", "goes_to"),
    [
        # [4] Friends in an enemy zone as far away before [5] free ground farther away.
        (f"DE I1@0608\nRU I1@0606 {EAST} I8@0607 HQ1@0906", {"0607"}),
        # [5] Free ground before [6] friends in an enemy zone, both farther.
        (f"DE I1@0508\nRU I1@0606 {EAST} I8@0607 I9@0607 M1@0507 HQ1@0906", {"0506"}),
        # [6] Friends before [7] nobody, both in enemy zones.
        (f"DE I1@0406\nRU I1@0606 {EAST} I8@0607 I9@0607 M1@0507 HQ1@0906", {"0507"}),
    ],
)
def test_14_8_14_11_of_the_last_four_priorities_the_first_that_is_open(
    text: str, goes_to: set[str]
) -> None:
    t = NARROW.table(COMBAT + text)
    assert t.labels(destinations(t.state, t.unit("RUI1"))) == goes_to


def test_14_9_all_neighbours_share_one_ground() -> None:
    sides = {"0806/0706": "rough", "0705/0706": "woods"}
    t = driven(Sketch(sides, places={"0705": "city"}), RING + "\nDE I4@0705", 1)
    t.choose("retreat_to 0706")
    assert t.asked == "ChooseTerrain"
    assert t.choices("terrain") >= {"rough", "woods"}
    assert len(t.state.battle.targets) == 2


def test_14_13_who_retreats_counts_twice_but_a_fort_three_times() -> None:
    t = Sketch().table(ENTENTE + "RU I1@0606\nDE I1@0506 F1@0506", 1, 1)
    join(t, "0506", "RUI1").choose("retreat")
    assert t.said("52 points")


def test_14_14_who_cannot_retreat_is_eliminated() -> None:
    t = driven(Sketch(land="0506 0606"), "DE I1@0506\nRU I1@0606")
    assert t.where("RUI1") == "eliminated"
    assert morale(t, "RU") == 5
    assert t.said("with 10 points")


def test_14_15_14_17_guests_neither_count_nor_lose_but_go_again() -> None:
    """Six points have retreated into a hex of four: a loss of two drives all of them out."""
    text = COMBAT + "DE I1@0506\nRU I1=4@0606 M1@0606 HQ1@0906"
    t = Sketch().table(text.replace("1914", "1916"), 6, 1)
    t.state.retreated = 1 << t.state.theatre.unit["RUM1"]
    join(t, "0606", "DEI1")
    assert t.said("with 8 points")
    t.choose("retreat_to 0706", "retreat_to 0706")
    assert (t.strength("RUI1"), t.strength("RUM1")) == (3, 6)
    assert t.at("0706") == {"RUI1", "RUM1"}


def test_r35_guests_leave_when_their_hosts_are_gone() -> None:
    t = Sketch(places={"0606": "city"}).table(
        COMBAT + "DE I1@0506 I2@0506\nRU B1=1@0606 M1@0606 HQ1@0906", 6, 1
    )
    t.state.retreated = 1 << t.state.theatre.unit["RUM1"]
    bleed(join(t, "0606", "DEI1", "DEI2").choose("stand"))
    assert t.where("RUB1") == "eliminated"
    assert t.asked == "RetreatUnit"


def test_14_16_steep_ground_between_zones_is_the_last_resort_and_halves() -> None:
    steep = {f"0606/{there}": "wooded_rough" for there in ("0605", "0706", "0707", "0607")}
    t = Sketch(steep).table(COMBAT + RING + "I2@0706 E1@0606", 6, 1)
    join(t, "0606", "DEI1").choose("terrain clear")
    assert t.where("RUI1") == "0706"
    assert t.strength("RUI1") == 2
    assert t.where("RUE1") == "eliminated"
    # One point in the combat, two on the way, and the engineers.
    assert morale(t, "RU") == 1 + 2 + 2


def test_14_18_mountains_are_not_left_under_pressure() -> None:
    t = Sketch({"0606/0605": "mountain"}).table(COMBAT + "DE I1@0506\nRU I1@0606", 6, 1)
    join(t, "0606", "DEI1").choose("terrain clear")
    assert t.may("stand")


def test_14_12_14_19_units_driven_over_a_neutral_border_are_interned() -> None:
    sketch = Sketch({"0606/0706": "neutral_border"}, land="0506 0606 0706")
    t = driven(sketch, "DE I1@0506\nRU I1@0606")
    assert t.where("RUI1") == "surrendered"
    assert morale(t, "RU") == 5


def test_14_20_rail_guns_retreat_along_their_line_29_13_others_are_lost() -> None:
    gun = replace(counter("RUG1", (3, 1), 0, "artillery"), movement=RAIL_BOUND)
    sketch = Sketch(line_of("single_track", "0606", "0607", "0608"), counters=(gun,))
    t = driven(sketch, "DE I1@0506\nRU I1@0606 A1@0606 G1@0606 HQ1@0906")
    t.choose("retreat_to 0706")
    assert t.where("RUG1") == "0607"
    assert t.where("RUA1") == "eliminated"
    assert morale(t, "RU") == 1 + 2 * 3
    t = driven(Sketch(counters=(gun,)), "DE I1@0506\nRU I1@0606 G1@0606 HQ1@0906")
    t.choose("retreat_to 0706")
    assert t.where("RUG1") == "eliminated"


def test_r34_18_16_headquarters_engineers_and_replacements_go_too() -> None:
    t = driven(Sketch(), "DE I1@0506\nRU I1@0606 HQ1/30@0606 E1@0606 R1@0606 P1/5@0606 HQ2@0906")
    while t.asked == "RetreatUnit":
        t.choose("retreat_to 0706")
    assert t.at("0706") == {"RUI1", "RUHQ1", "RUE1", "RUR1"}
    assert t.state.stock[t.state.theatre.unit["RUHQ1"]] == 0
    assert t.where("RUP1") == "eliminated"


def test_40_4_40_5_40_6_austrians_go_at_a_third_germans_steady_them() -> None:
    t = Sketch().table(ENTENTE + "RU I1@0606 I2@0606\nAH I1@0506", 3, 1)
    bleed(join(t, "0506", "RUI1", "RUI2"))
    assert t.state.battle.retreat == "forced"
    assert t.strength("AHI1") == 4
    t = Sketch().table(ENTENTE + "RU I1@0606 I2@0606\nAH I1@0506\nDE B1=1@0506", 6, 1)
    assert join(t, "0506", "RUI1", "RUI2").may("stand")
    t.choose("retreat")
    assert t.state.battle.defence_loss == 2


def test_40_6_r31_a_german_fort_saves_austrians_nothing_bug() -> None:
    """The fort's strength, or a battery's, made the hex a German one, and the Austro-Hungarians in
    it lost a third less."""
    for german in ("DE F1@0506", "DE A1@0506 A2@0506 A3@0506"):
        t = Sketch().table(ENTENTE + "RU I1@0606\nAH I1@0506\n" + german)
        battle = replace(declared(t, "0506", "RUI1"), defence_loss=15)
        assert loss_in_retreat(t.state, battle) == 15


def test_41_3_the_fall_of_warsaw_and_four_cities_hardens_russia() -> None:
    named = {
        "0501": "Warsaw",
        "0502": "Kowno",
        "0503": "Grodno",
        "0504": "Lemberg",
        "0602": "Kowel",
    }
    sketch = Sketch(places=dict.fromkeys(named, "city"), names=named)
    text = COMBAT + "DE I1@0506 I2@0601 I3@0401\nRU I1@0606 E1@0602 I2@0702"
    t = sketch.table(text, 1, 6, 1, 6, 1)
    battle = replace(declared(t, "0606", "DEI1"), defence_loss=2)
    assert must_retreat(t.state, battle)
    t.choose("attack 0602", "with DEI2", "join", "advance DEI2")
    assert not must_retreat(t.state, battle)
    assert share_to_hold(t.state, battle) == 1 / 2
    assert "Russia stands firm" in t.state.flags


def test_14_3_a_third_less_to_the_nearest() -> None:
    assert [reduced(loss) for loss in range(8)] == [0, 1, 1, 2, 3, 3, 4, 5]


ITALIANS = Sketch(
    counters=(counter("ITI1", (6, 4), 4, full=6), counter("ROI1", (6, 4), 4, full=6)),
    scenario={"demoralization": {"tracked": ["IT", "RO"]}},
)


def test_42_2_42_3_italians_go_at_a_third_until_1918_and_save_nothing() -> None:
    late = COMBAT.replace("1914", "1917")
    t = ITALIANS.table(late + "DE I1=5@0506\nIT I1@0606")
    battle = replace(declared(t, "0606", "DEI1"), defence_loss=2)
    assert must_retreat(t.state, battle)
    assert loss_in_retreat(t.state, battle) == 2
    t.state.year = 1918
    assert not must_retreat(t.state, battle)


def test_47_2_romanians_go_at_a_third_but_not_from_cities() -> None:
    late = COMBAT.replace("1914", "1918")
    t = ITALIANS.table(late + "DE I1=5@0506\nRO I1@0606")
    battle = replace(declared(t, "0606", "DEI1"), defence_loss=2)
    assert must_retreat(t.state, battle)
    assert loss_in_retreat(t.state, battle) == 1
    city = replace(ITALIANS, places={"0606": "city"}).table(late + "DE I1=5@0506\nRO I1@0606")
    assert not must_retreat(city.state, battle)


def test_r31_the_nation_with_most_strength_decides() -> None:
    t = ITALIANS.table(COMBAT + "DE I1@0506\nRU I1@0606\nFR I1@0606")
    battle = replace(declared(t, "0606", "DEI1"), defence_loss=5)
    assert share_to_hold(t.state, battle) == 1 / 2
    t = ITALIANS.table(COMBAT + "DE I1@0506\nRU I1@0606\nFR I1=4@0606")
    assert share_to_hold(t.state, declared(t, "0606", "DEI1")) == Fraction(1, 3)


def test_r52_18_15_a_headquarters_alone_defends_with_one_point() -> None:
    t = Sketch().table(COMBAT + "DE I1@0506\nRU HQ1/20@0606 HQ2@0906", 1, 1)
    join(t, "0606", "DEI1")
    assert t.asked in ("RetreatUnit", "Advance", "TakeLosses")
    assert t.said("Central Powers with 8 points")
    assert t.where("RUHQ1") == "eliminated"
    assert morale(t, "RU") == 10
    assert t.state.theatre.unit["RUHQ1"] not in t.state.stock


def test_24_1_18_11_who_cannot_fight_is_lost_when_attacked_alone() -> None:
    t = Sketch().table(COMBAT + "DE I1@0506\nRU R1@0606 P1/4@0606 E1@0606 I1@0909")
    join(t, "0606", "DEI1")
    assert {t.where(f"RU{key}") for key in ("R1", "P1", "E1")} == {"eliminated"}
    assert t.asked == "Advance"
    assert morale(t, "RU") == 2


def test_14_15_who_retreats_into_an_empty_hex_fights_there() -> None:
    text = COMBAT + "DE I1@0506 I2@0506 I3@0806\nRU I1@0606 I2@0606 HQ1@0906\n"
    t = Sketch({"0606/0707": "lake"}).table(text.replace("I3@0806", "I3@0805"), 6, 1)
    bleed(join(t, "0606", "DEI1", "DEI2"))
    while t.asked == "RetreatUnit":
        t.choose(f"retreat_to {min(t.choices('retreat_to'))}")
    there = t.where("RUI1")
    assert there == t.where("RUI2")
    assert t.state.retreated == 0
    t = driven(Sketch(), "DE I1@0506\nRU I1@0606 I2@0706 HQ1@0906")
    t.choose("retreat_to 0706")
    assert t.state.retreated == 1 << t.state.theatre.unit["RUI1"]


def test_14_20_rail_guns_do_not_retreat_into_an_enemy_zone() -> None:
    gun = replace(counter("RUG1", (3, 1), 0, "artillery"), movement=RAIL_BOUND)
    sketch = Sketch({"0606/0605": "single_track"}, counters=(gun,))
    t = driven(sketch, "DE I1@0506\nRU I1@0606 G1@0606 HQ1@0906")
    t.choose("retreat_to 0706")
    assert t.where("RUG1") == "eliminated"


def test_14_9_16_10_a_desperate_stack_does_not_attack_over_hard_hexsides() -> None:
    t = driven(Sketch({"0706/0806": "mountain"}), RING)
    t.choose("retreat_to 0706")
    assert t.asked in ("Advance", "CombatPhase")
    assert t.where("RUI1") == "0706"
    assert t.state.desperate == 0


def test_14_8_a_fort_is_a_hex_like_others_to_those_who_are_not_surrounded() -> None:
    t = driven(Sketch(), "DE I1@0506\nRU I1@0606 F1@0706 HQ1@0906")
    assert t.choices("retreat_to") == {"0706", "0707"}
    t = driven(Sketch(), "DE I1@0506 I2@0507 I3@0806\nRU I1@0606 F1@0706", 1, 1)
    assert t.choices("retreat_to") == {"0605", "0706", "0707", "0607"}


def test_14_9_the_whole_stack_flees_among_enemies_not_only_its_first_bug() -> None:
    """Who went first counted as a friend in the hex: the others joined him there by a better
    priority and did not have to fight."""
    t = Sketch().table(COMBAT + RING + "I2@0606 HQ1@0904", 6, 1, 1, 1)
    bleed(join(t, "0606", "DEI1").choose("retreat"))
    t.choose("retreat_to 0706")
    t.choose("retreat_to 0706")
    keys = {t.state.theatre.counters[unit].key for unit in t.state.battle.attackers}
    assert (t.state.battle.kind, keys) == ("desperate", {"RUI1", "RUI2"})


def test_14_9_12_14_bracketed_strength_does_not_fight_its_way_out() -> None:
    garrison = replace(counter("RUG1", (5, 5), 3), defends_only=True)
    t = Sketch(counters=(garrison,)).table(COMBAT + RING.replace("I1@0606", "G1@0606"), 6, 1)
    join(t, "0606", "DEI1").choose("retreat_to 0706")
    assert t.where("RUG1") == "0706"
    assert t.asked == "Advance"


def test_14_9_18_11_24_1_all_adjacent_enemies_even_those_without_strength() -> None:
    t = driven(Sketch(), RING + "\nDE R1@0705 P1@0805 E1@0806", 1, 1)
    t.choose("retreat_to 0706")
    assert t.labels(sum(1 << h for h in t.state.battle.targets)) == {"0806"}
    assert {t.where(key) for key in ("DER1", "DEP1")} == {"eliminated"}
    assert t.where("DEE1") == "0806"


def test_14_16_r5_a_great_river_between_zones_is_the_last_resort_and_halves() -> None:
    wide = {f"0606/{there}": "major_river" for there in ("0605", "0706", "0707", "0607")}
    t = Sketch(wide).table(COMBAT + RING + "I2@0706 E1@0606", 6, 1)
    join(t, "0606", "DEI1")
    assert t.where("RUI1") == "0706"
    assert t.strength("RUI1") == 2
    assert t.where("RUE1") == "eliminated"


def test_14_12_14_16_r36_around_a_lake_only_in_the_last_resort() -> None:
    ring = "DE I1@0506\nRU I1@0606"
    t = driven(Sketch({"0606/0706": "lake"}, land="0506 0606 0706"), ring)
    assert t.where("RUI1") == "0706"
    assert t.strength("RUI1") == 2
    t = driven(Sketch({"0606/0706": "lake"}, land="0506 0606 0706 0607"), ring)
    assert t.where("RUI1") == "0607"
    t = driven(Sketch({"0606/0706": "sea"}, land="0506 0606 0706"), ring)
    assert t.where("RUI1") == "eliminated"


def test_14_7_r151_of_two_headquarters_equally_near_the_owner_chooses() -> None:
    t = driven(Sketch(), "DE I1@0506 I2@0507\nRU I1@0606 HQ1@0804 HQ2@0808")
    assert t.choices("retreat_to") == {"0706", "0707"}


def test_14_7_19_15_a_headquarters_that_may_not_pay_decides_nothing() -> None:
    """The nearer one stands in an enemy zone, and no railway is left to either."""
    t = driven(Sketch(), "DE I1@0506 I2@0703\nRU I1@0606 I2@0704 HQ1@0704 HQ2@0609")
    assert t.where("RUI1") == "0607"


def test_14_15_r150_who_retreats_to_a_fort_is_its_guest() -> None:
    t = driven(Sketch(), "DE I1@0506\nRU I1@0606 F1@0706 HQ1@0906")
    t.choose("retreat_to 0706")
    assert t.state.retreated == 1 << t.unit("RUI1")


def test_18_15_29_13_a_headquarters_answers_beside_artillery_that_cannot() -> None:
    t = Sketch().table(COMBAT + "DE B1@0506\nRU A1@0606 HQ1@0606", 1, 1)
    join(t, "0606", "DEB1").choose("stand")
    assert t.said("Entente with 3 points")
    assert t.at("0606") == {"RUA1", "RUHQ1"}
    t = Sketch().table(COMBAT + "DE I1@0506\nRU A1@0606 HQ1@0606", 6, 1)
    join(t, "0606", "DEI1")
    # One point is all the strength that counts: the staff is driven out and the guns are lost.
    assert t.where("RUA1") == "eliminated"
    assert t.asked == "RetreatUnit"


def test_r31_of_two_nations_as_strong_the_steadier_decides() -> None:
    for more in ("RU I1=4@0606\nFR I1=4@0606", "FR I1=4@0606\nRU I1=4@0606"):
        t = Sketch().table(COMBAT + "DE I1@0506\n" + more)
        assert share_to_hold(t.state, declared(t, "0606", "DEI1")) == Fraction(1, 2)


def test_14_9_16_9_who_fights_his_way_out_may_advance() -> None:
    weak = "DE I1@0506 I2@0507 I3=1@0806 B1=1@0705\nRU I1@0606 HQ1@0904"
    t = driven(Sketch(), weak, 1, 1)
    t.choose("retreat_to 0706")
    assert t.labels(sum(1 << h for h in t.state.battle.targets)) == {"0705", "0806"}
    t.choose("retreat")
    while t.asked == "RetreatUnit":
        t.choose(f"retreat_to {min(t.choices('retreat_to'))}")
    assert (t.who, t.asked) == ("Entente", "Advance")
    into_the_first = t.copy().choose("advance RUI1")
    assert into_the_first.where("RUI1") == "0705"
    t.choose("done")
    assert (t.who, t.asked) == ("Entente", "Advance")
    assert t.choose("advance RUI1").where("RUI1") == "0806"


def test_14_6_14_12_a_refused_retreat_says_why() -> None:
    sketch = Sketch({"0606/0605": "alpine"})
    t = driven(sketch, "DE I1@0507 E1@0607\nRU I1@0606 HQ1@0906")
    assert t.refused("retreat_to 0609") == "14-6"
    assert t.refused("retreat_to 0605") == "14-12"
    assert t.refused("retreat_to 0607") == "6-11"


def test_14_9_r155_who_finds_a_friendly_unit_among_enemies_need_not_attack() -> None:
    t = driven(Sketch(), RING + "HQ1@0904 F1@0706")
    t.choose("retreat_to 0706")
    assert t.where("RUI1") == "0706"
    assert (t.who, t.asked) == ("Central Powers", "Advance")


def test_14_9_only_those_who_have_fled_attack_from_among_enemies() -> None:
    t = driven(Sketch(), RING + "HQ1@0904\nRU I2@0909", 1, 1)
    t.choose("retreat_to 0706")
    assert t.state.battle.attackers == (t.unit("RUI1"),)
