"""Conditions that a rule names beside its main one, each met by itself."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tests.der_weltkrieg.battles import COMBAT, MOVEMENT, declared, join, morale
from tests.der_weltkrieg.danube_map import RIVER
from tests.der_weltkrieg.table import Sketch, Table, counter, line_of
from tests.der_weltkrieg.test_reinforcements import PHASE, SKETCH
from tests.der_weltkrieg.test_supply import supply_sketch
from trenchline.games.der_weltkrieg.advance import Advance, shares_lost
from trenchline.games.der_weltkrieg.artillery import may_aim
from trenchline.games.der_weltkrieg.assault import storm_points, storm_troops
from trenchline.games.der_weltkrieg.attackers import attackers_of
from trenchline.games.der_weltkrieg.battle import Battle
from trenchline.games.der_weltkrieg.cavalry import horses_die
from trenchline.games.der_weltkrieg.column_attack import column_targets, may_attack_in_column
from trenchline.games.der_weltkrieg.combat import (
    CloseRanks,
    EndCombat,
    FightDesperately,
    JoinDesperately,
)
from trenchline.games.der_weltkrieg.components import CODES
from trenchline.games.der_weltkrieg.corps import flexible, of_three_divisions
from trenchline.games.der_weltkrieg.danube import landing_stages
from trenchline.games.der_weltkrieg.deliveries import (
    DeliverAmount,
    DeliverSupply,
    receivers,
    sidings,
)
from trenchline.games.der_weltkrieg.demoralization import CheckSurrender, occupied
from trenchline.games.der_weltkrieg.entry import halted
from trenchline.games.der_weltkrieg.flotillas import closed_waters, is_interdicted, support
from trenchline.games.der_weltkrieg.fortresses import lay_sieges
from trenchline.games.der_weltkrieg.horses import hungry_points
from trenchline.games.der_weltkrieg.interdiction import Interdict, RollInterdiction, interdict
from trenchline.games.der_weltkrieg.lines import open_to_lines
from trenchline.games.der_weltkrieg.losses import ORDER, may_lose
from trenchline.games.der_weltkrieg.march import March
from trenchline.games.der_weltkrieg.movement import BeginMovement
from trenchline.games.der_weltkrieg.payment import SpendForAttack, SpendForCounterattack
from trenchline.games.der_weltkrieg.rail import reach
from trenchline.games.der_weltkrieg.rail_lines import finish_standing_repairs, may_convert
from trenchline.games.der_weltkrieg.regrouping import spare
from trenchline.games.der_weltkrieg.reinforcements import BeginReinforcement, PlaceArrival
from trenchline.games.der_weltkrieg.results import attack, losses, table_in_force
from trenchline.games.der_weltkrieg.routes import Ground, supply_lines
from trenchline.games.der_weltkrieg.scenarios import MARKERS, marker_keys
from trenchline.games.der_weltkrieg.state import BOX, SURRENDERED, State
from trenchline.games.der_weltkrieg.supply_markers import acts, take_in
from trenchline.games.der_weltkrieg.terrain_choice import eligible_terrain
from trenchline.games.der_weltkrieg.theatre import Arrival
from trenchline.games.der_weltkrieg.ways_out import DESPERATE_PRIORITY, ways_out
from trenchline.kernel.bits import members

FAR = "\nRU I1@1010"
RING = "DE I1@0506 I2@0507 I3@0806\nRU I1@0606 "
"""Every free neighbour of 0606 lies in a German zone."""


def hex_of(t: Table, label: str) -> int:
    """The number of a hex."""
    return t.state.theatre.board.grid.hex(label)


def keys(t: Table, units: int) -> set[str]:
    """What some units are called."""
    return {t.state.theatre.counters[unit].key for unit in members(units)}


def test_29_7_without_guns_or_a_fort_there_is_nothing_to_aim_at() -> None:
    t = Sketch().table(COMBAT + "DE A1@0506\nRU I1@0606 A1@0507 I2@0507")
    assert not may_aim(t.state, declared(t, "0606", "DEA1"))
    assert may_aim(t.state, declared(t, "0507", "DEA1"))
    assert not t.choose("attack 0606", "with DEA1").may("aim")
    bare = Sketch().table(COMBAT + "DE A1@0506\nRU F1@0606 A1@0606")
    assert not may_aim(bare.state, declared(bare, "0606", "DEA1"))


def test_16_1_16_4_16_5_r40_neither_from_a_train_nor_twice() -> None:
    line = line_of("double_track", "0303", "0302", "0301")
    t = Sketch(line).table(MOVEMENT + "DE C1@0303 C2@0303\nRU I1@0304")
    one, two = t.unit("DEC1"), t.unit("DEC2")
    assert may_attack_in_column(t.state, one, column=False)
    t.state.entrained |= 1 << one
    assert not may_attack_in_column(t.state, one, column=False)
    t.state.column_attacked |= 1 << two
    assert not may_attack_in_column(t.state, two, column=False)
    assert column_targets(t.state, (two,), t.state.where[two], column=False) == 0


def test_30_4_r26_horses_in_the_reserve_need_no_fodder() -> None:
    t = Sketch().table("turn 1914 Nov 1 phase Central combat\nDE C1@0101 C2:reserve" + FAR)
    assert t.strength("DEC2")
    assert hungry_points(t.state, t.unit("DEC2")) == 0


def test_13_21_what_is_given_up_from_the_reserve_is_lost_too() -> None:
    t = Sketch().table(COMBAT + "DE I1@0506 I2:reserve\nRU I1@0606")
    points, lost = t.strength("DEI2"), t.state.lost[CODES.index("DE")]
    t.state.lift(t.unit("DEI2"))
    assert t.state.lost[CODES.index("DE")] == lost + points > lost
    t.state.lift(t.unit("DEI2"))
    assert t.state.lost[CODES.index("DE")] == lost + points


def test_14_9_29_4_the_guns_of_the_enemy_answer_those_who_flee_among_them() -> None:
    """Nothing is paid for the desperate, which keeps no gun of those around them silent."""
    full = " ".join(f"I{n}@0605" for n in range(1, 7))
    ring = f"DE I1@0506 I2@0507 I3@0806 A1@0806 HQ1/9@0808\nRU B1@0606 B2@0606 {full} HQ1/9@0605"
    t = supply_sketch().table(COMBAT + ring, 4, 1, 1, 1)
    join(t, "0606", "DEI1").choose("done")
    t.choose("supply RUB1", "done")
    while t.asked in ("DecideRetreat", "TakeLosses", "RetreatUnit"):
        t.choose("retreat_to 0706" if t.asked == "RetreatUnit" else min(t.legal))
    assert t.state.battle.kind == "desperate"
    assert (t.who, t.asked) == ("Central Powers", "Pay")
    assert "DEA1" in t.choices("supply")
    assert t.state.battle.abstaining == ()


def test_46_3_only_ottomans_and_of_them_only_infantry_climb_in_summer() -> None:
    lane = Sketch({"0303/0304": "wooded_rough"}, "0303 0304")
    t = lane.table(MOVEMENT + "DE I1@0303\nOT I1@0303 C1@0303")
    assert [t.cost(unit, "0304") for unit in ("DEI1", "OTI1", "OTC1")] == [4, 3, 4]


def test_9_1_no_line_belongs_to_anybody_before_the_ground_is_laid() -> None:
    state = State(theatre=Sketch().theatre())
    assert state.network == [0] * len(CODES)


def test_15_4_the_dead_have_no_share_to_advance_by() -> None:
    t = Sketch().table(COMBAT + "DE I1@0506 I2=4@0506\nRU I1@0606")
    t.state.battles.append(declared(t, "0606", "DEI1", "DEI2"))
    t.state.lift(t.unit("DEI2"))
    assert shares_lost(t.state) == {t.unit("DEI1"): 0}


def test_15_1_r37_guns_or_a_headquarters_alone_still_hold_the_hex() -> None:
    for keys_, open_ in (("A1@0606", False), ("HQ1@0606", False), ("R1@0606", True)):
        t = Sketch().table(COMBAT + f"DE I1@0506\nRU {keys_}")
        t.state.battles.append(declared(t, "0606", "DEI1"))
        assert Advance().is_open(t.state) is open_


def test_30_3_guns_or_a_headquarters_left_by_the_riders_still_fight() -> None:
    for left in ("A1", "HQ1"):
        t = Sketch().table(COMBAT + f"DE I1@0506\nRU C1@0606 {left}@0606 HQ2@0906", 1, 1)
        join(t, "0606", "DEI1").choose("withdraw RUC1", "retreat_to 0706")
        assert t.said("die 1")


def test_30_4_only_cavalry_dies_of_hunger() -> None:
    t = Sketch().table("turn 1914 Nov 1 phase Central combat\nDE C1@0101 E1@0101 P1@0101" + FAR)
    horses_die(t.state)
    assert t.at("0101") == {"DEE1", "DEP1"}


def test_29_11_29_15_more_sides_under_fire_want_more_infantry() -> None:
    t = Sketch().table(COMBAT + "DE A1@0506 A2@0507\nRU F1@0606 I1=5@0606")
    assert attack(t.state, declared(t, "0606", "DEA1")).points == 3
    assert attack(t.state, declared(t, "0606", "DEA1", "DEA2")).points == 2 * 6


def test_33_1_33_4_33_9_only_those_beyond_their_regular_strength_are_storm_troops() -> None:
    t = Sketch().table(COMBAT + "DE X1@0506 X2=7@0506 X3@0505 I1@0506" + FAR)
    points = [storm_points(t.state, t.unit(key)) for key in ("DEX1", "DEX2", "DEI1")]
    assert points == [4, 0, 0]
    here = t.state.stacks[hex_of(t, "0506")]
    assert keys(t, storm_troops(t.state, here)) == {"DEX1"}


def test_12_6_12_10_each_condition_alone_keeps_a_unit_from_attacking() -> None:
    units = "I1@0506 I2@0506 A1@0507 S1@0506 HQ1@0506 I3@0405"
    sketch = Sketch({"0507/0606": "mountain"})
    t = sketch.table(COMBAT + f"DE {units}\nRU I1@0606")
    t.state.fought |= 1 << t.unit("DEI2")
    assert keys(t, attackers_of(t.state, 0, hex_of(t, "0606"))) == {"DEI1"}


def test_14_9_12_14_guns_among_enemies_do_not_attack_them() -> None:
    t = Sketch().table(COMBAT + RING + "A1@0606")
    t.state.desperate = 1 << t.unit("RUI1") | 1 << t.unit("RUA1")
    FightDesperately().run(t.state)
    (step,) = (step for step in t.state.stack if isinstance(step, JoinDesperately))
    assert step.party == (t.unit("RUI1"),)


def test_14_9_nobody_is_attacked_where_nobody_is_left() -> None:
    t = Sketch().table(COMBAT + RING)
    before = len(t.state.stack)
    JoinDesperately(1, (hex_of(t, "0706"),), (t.unit("RUI1"),), True).run(t.state)
    t.state.lift(t.unit("RUI1"))
    JoinDesperately(1, (hex_of(t, "0506"),), (t.unit("RUI1"),), True).run(t.state)
    assert (t.state.battles, len(t.state.stack)) == ([], before)


def test_14_9_30_2_without_attackers_there_is_no_combat() -> None:
    t = Sketch().table(COMBAT + "DE I1@0506\nRU F1@0606")
    t.state.battles.append(declared(t, "0606", "DEI1"))
    t.state.stack += [EndCombat(), Advance(), Advance()]
    t.state.move(1 << t.unit("DEI1"), hex_of(t, "0505"))
    CloseRanks().run(t.state)
    assert isinstance(t.state.stack[-1], EndCombat)


def test_28_2_28_3_28_4_nobody_in_an_empty_hex_nor_alone_makes_a_corps() -> None:
    t = Sketch().table(MOVEMENT + "DE I1@0303 I2@0303 B1@0303 B2@0303 B3@0303 A1@0303" + FAR)
    for label in ("0303", "0505"):
        assert flexible(t.state, hex_of(t, label)) == []
        assert of_three_divisions(t.state, hex_of(t, label)) == []


def test_28_3_28_4_divisions_and_guns_at_odd_strengths_make_no_corps() -> None:
    for key, points in (("I", 7), ("A", 2)):
        units = " ".join(f"{key}{n}={points}@0303" for n in range(1, 4))
        t = Sketch().table(MOVEMENT + f"DE {units}" + FAR)
        assert of_three_divisions(t.state, hex_of(t, "0303")) == []


def test_11_5_11_4_headquarters_and_guns_weigh_nothing() -> None:
    counters = Sketch().theatre().counters
    free = {one.half_divisions for one in counters if one.kind in ("headquarters", "artillery")}
    assert free == {0}


def test_35_3_who_attacks_away_from_the_danube_lands_nowhere() -> None:
    t = RIVER.table(COMBAT + "AH I1@0305 E1@0305\nSR I1@0304")
    assert landing_stages(t.state, declared(t, "0304", "AHI1")) == 0


def test_25_7_17_3_only_headquarters_of_the_nation_receive_its_points() -> None:
    t = SKETCH.table(PHASE + "DE HQ1@0302 I1@0402\nAH HQ1@0402" + FAR)
    assert keys(t, receivers(t.state, "DE")) == {"DEHQ1"}


def test_25_7_25_3_without_a_spare_marker_there_is_no_siding() -> None:
    markers = " ".join(f"P{n}@0303" for n in range(1, 5))
    t = SKETCH.table(PHASE + f"DE HQ1@0302 {markers}" + FAR)
    assert sidings(t.state, "DE") == 0


def test_25_7_a_headquarters_takes_what_it_has_room_for_and_a_marker_all() -> None:
    t = SKETCH.table(PHASE + "DE HQ1/95@0302" + FAR)
    delivery, unit = DeliverSupply(0, "DE", 8), t.unit("DEHQ1")
    assert DeliverAmount(delivery, unit).most(t.state) == 5
    assert DeliverAmount(delivery, unit, hex_of(t, "0101")).most(t.state) == 8


def test_26_3_26_4_r49_r90_own_cities_and_nobodys_weigh_nothing() -> None:
    places = {"0303": "city", "0304": "city"}
    t = Sketch(places=places, facts={"0304": {"country": ""}}).table(MOVEMENT + "DE I1@0303" + FAR)
    occupied(t.state, 0, hex_of(t, "0303"))
    occupied(t.state, 1, hex_of(t, "0304"))
    assert (morale(t, "DE"), t.state.cities_fallen) == (0, 0)


def test_26_3_26_4_37_6_streets_of_a_german_city_weigh_double_and_once() -> None:
    sides = line_of("urban", "0303", "0304")
    t = Sketch(sides, places={"0303": "city"}).table(MOVEMENT + "DE I1@0909\nRU I1@0303 I2@0304")
    t.state.urban_fallen.clear()
    for label in ("0303", "0304"):
        occupied(t.state, 1, hex_of(t, label))
    assert morale(t, "DE") == 2 * 25
    pair = hex_of(t, "0303"), hex_of(t, "0304")
    assert t.state.urban_fallen == {(min(pair), max(pair)): 1}


def test_26_5_26_7_r91_nobody_surrenders_below_his_level() -> None:
    levels = {"tracked": ["DE", "RU"], "surrender": {"RU": 10}}
    t = Sketch(scenario={"demoralization": levels}).table(MOVEMENT + "DE I1@0303" + FAR)
    for points, flags in ((9, False), (10, True)):
        t.state.dm[CODES.index("RU")] = points
        CheckSurrender().run(t.state)
        assert ("RU surrendered" in t.state.flags) is flags


def test_26_4_r49_a_city_falls_to_the_side_of_whoever_stands_there() -> None:
    last = tuple(counter(key, (5, 3), 4) for key in ("DEZ1", "RUZ1", "RUZ2"))
    t = Sketch(places={"0703": "city"}, counters=last).table(MOVEMENT + "DE Z1@0703" + FAR)
    t.state.cities_fallen = t.state.dm[CODES.index("RU")] = 0
    halted(t.state, 1 << t.unit("DEZ1"), hex_of(t, "0703"))
    assert morale(t, "RU") == 15


def test_36_4_engineers_on_the_bank_close_no_river() -> None:
    t = RIVER.table(MOVEMENT + "AH W1@0105\nSR E1@0305 F1@0406 I1@0506 HQ1@0606")
    assert t.labels(closed_waters(t.state, 0)) == {"0406", "0506"}


def test_36_6_r104_the_first_flotilla_brings_what_all_of_them_add() -> None:
    t = RIVER.table(COMBAT + "AH I1@0305 W1@0305 W2@0305\nSR I1@0304")
    fleet = (t.unit("AHW1"), t.unit("AHW2"))
    battle = replace(declared(t, "0304", "AHI1"), flotillas=fleet)
    assert support(t.state, battle) == ((fleet[0], Fraction(4)),)


def test_36_7_only_a_flotilla_within_range_interdicts_a_crossing() -> None:
    t = RIVER.table(MOVEMENT + "AH I1@0305 I2@0905\nSR W1@0206 I1@1009")
    sides = [(hex_of(t, f"{n}05"), hex_of(t, f"{n}06")) for n in ("03", "09")]
    assert [is_interdicted(t.state, 0, *side) for side in sides] == [True, False]
    assert not is_interdicted(t.state, 1, *sides[0])


def test_21_10_r45_a_siege_that_has_been_raised_is_forgotten_as_the_phase_ends() -> None:
    t = Sketch().table(COMBAT + "DE I1@0505\nRU F1@0606 F2@0909")
    t.state.siege[t.unit("RUF1")] = 3
    lay_sieges(t.state, 0)
    assert t.state.siege == {}


def test_6_9_steep_ground_bars_the_free_step_only_between_two_enemy_zones() -> None:
    steep = Sketch({"0303/0304": "wooded_rough"}, "0302 0303 0304 0305")
    for enemy in ("0302", "0305"):
        assert "0304" in steep.table(MOVEMENT + f"DE B1@0303\nRU I1@{enemy}").reach("DEB1")


def test_18_6_who_has_never_had_a_point_sends_none() -> None:
    t = Sketch().table(MOVEMENT + "DE I1@0303 HQ1/0@0303" + FAR)
    t.state.stock.clear()
    assert acts(t.state, 0) == {}


def test_28_2_one_unit_of_a_formation_is_no_corps_and_two_are() -> None:
    guards = tuple(
        replace(counter(f"DEZ{n}", (8, 6), 5, full=8), formation="Guards") for n in range(1, 4)
    )
    t = Sketch(counters=guards).table(MOVEMENT + "DE Z1@0303 Z2@0304 Z3@0304" + FAR)
    found = {label: flexible(t.state, hex_of(t, label)) for label in ("0303", "0304", "0505")}
    assert [keys(t, corps.units) for corps in found["0304"]] == [{"DEZ2", "DEZ3"}]
    assert (found["0303"], found["0505"]) == ([], [])


def test_18_10_of_two_headquarters_with_a_marker_one_is_chosen() -> None:
    t = Sketch().table(MOVEMENT + "DE I1@0505 HQ1@0303 HQ2@0303 P1/4@0303" + FAR)
    while t.asked != "TakeIn":
        t.choose("done")
    t.choose("take_in DEP1")
    assert t.asked == "TakeInto"


def test_18_10_17_2_points_taken_in_are_all_that_an_empty_headquarters_has() -> None:
    t = Sketch().table(MOVEMENT + "DE HQ1/0@0303 P1/4@0303" + FAR)
    t.state.stock.pop(t.unit("DEHQ1"), None)
    take_in(t.state, t.unit("DEP1"), t.unit("DEHQ1"))
    assert t.state.stock[t.unit("DEHQ1")] == 4


def test_36_7_36_8_only_the_last_step_over_the_river_is_fired_at() -> None:
    last = tuple(counter(key, (5, 3), 4) for key in ("AHZ1", "SRZ1", "SRZ2"))
    t = replace(RIVER, counters=last).table(MOVEMENT + "AH Z1@0306\nSR W1@0206 I1@1009")
    unit = 1 << t.unit("AHZ1")
    hexes = [hex_of(t, label) for label in ("0305", "0306", "0307")]
    for way, fired in ((hexes[:1], False), (hexes, False), (hexes[1:], False), (hexes[:2], True)):
        assert interdict(t.state, unit, way) is fired
    assert t.state.stack[-1] == Interdict(t.unit("SRW1"), t.unit("AHZ1"))


def test_36_7_fire_that_takes_the_last_point_destroys_the_unit() -> None:
    t = RIVER.table(MOVEMENT + "AH I1@0306 I2@0305\nSR W1@0206 I1@1009")
    loss = losses(table_in_force(t.state), 6 * 3, 4)
    for key, left in (("AHI1", 0), ("AHI2", 1)):
        t.state.set_strength(t.unit(key), loss + left)
        RollInterdiction(t.unit("SRW1"), t.unit(key)).rolled(t.state, 4)
    assert (t.where("AHI1"), t.where("AHI2")) == ("eliminated", "0305")
    assert t.strength("AHI2") == 1


def test_11_9_a_hex_has_six_land_sides_if_the_map_does_not_say_otherwise() -> None:
    narrow = Sketch(facts={"0304": {"land_sides": "2"}})
    t = narrow.table(MOVEMENT + "DE I1@0303" + FAR)
    sides = t.state.theatre.land_sides
    assert (sides[hex_of(t, "0303")], sides[hex_of(t, "0304")]) == (6, 2)


def test_19_7_21_2_r93_a_fort_in_the_reserve_opens_no_line() -> None:
    t = Sketch().table(MOVEMENT + "DE I1@0303 F1:reserve\nRU I1@0405")
    free = t.labels(open_to_lines(t.state, 0))
    assert "0303" in free
    assert "0404" not in free


def test_13_23_13_24_33_4_who_has_nobody_loses_nobody() -> None:
    t = Sketch().table(COMBAT + "DE I1@0303" + FAR)
    assert may_lose(t.state, 0, ORDER[True]) == 0


def test_22_4_a_marker_goes_with_builders_who_leave_by_train() -> None:
    rails = line_of("double_track", "0303", "0302", "0301")
    text = "turn 1914 Aug 7 phase Central movement\nDE I1@0303\nRU I1@0909\ntrenches 0303"
    t = Sketch(rails).table(text).choose("unit DEI1", "entrain", "ride 0301")
    assert t.state.trenches == 0


def test_9_7_6_11_engineers_who_ride_have_not_stood_still() -> None:
    rails = line_of("double_track", "0303", "0302", "0301")
    t = Sketch(rails).table(MOVEMENT + "DE E1@0303" + FAR)
    t.state.stationary[t.unit("DEE1")] = 1
    t.choose("unit DEE1", "entrain", "ride 0301")
    assert t.unit("DEE1") not in t.state.stationary


def test_7_7_9_5_who_has_left_the_train_has_no_ride_behind_him() -> None:
    rails = line_of("double_track", "0303", "0302", "0301")
    t = Sketch(rails).table(MOVEMENT + "DE I1@0303 E1@0303" + FAR)
    t.choose("unit DEI1", "entrain", "ride 0301", "detrain")
    step = t.state.stack[-1]
    assert isinstance(step, March)
    assert (step.rolled, step.aboard, step.on_line) == (0, False, False)


def test_6_3_as_a_movement_phase_begins_nobody_has_moved_in_it() -> None:
    t = Sketch().table(MOVEMENT + "DE I1@0303" + FAR)
    t.state.moved = t.state.railed = 1 << t.unit("DEI1")
    BeginMovement(0).run(t.state)
    assert (t.state.moved, t.state.railed) == (0, 0)


def test_14_9_29_4_r96_26_6_the_shaken_stay_out_of_a_fight_that_others_can_carry() -> None:
    t = supply_sketch().table(COMBAT + "DE I1@0506\nRU I1@0606 C1@0606\nflags RU_shaken")
    for keys_, left in ((("RUI1", "RUC1"), ["RUC1"]), (("RUI1",), ["RUI1"])):
        battle = declared(t, "0506", *keys_, kind="desperate")
        t.state.battles.append(replace(battle, suppliable=False))
        SpendForAttack().run(t.state)
        assert list(t.state.battle.attackers) == [t.unit(key) for key in left]


def test_19_3_12_8_who_has_nobody_to_answer_pays_for_nobody() -> None:
    t = supply_sketch().table(COMBAT + "DE I1@0506\nRU S1@0606 I1@0707 HQ1/9@0909")
    for target, asked in (("0606", 0), ("0707", 1)):
        before = len(t.state.stack)
        t.state.battles.append(declared(t, target, "DEI1"))
        SpendForCounterattack().run(t.state)
        assert len(t.state.stack) - before == asked


def test_19_6_a_headquarters_pays_for_all_it_can_afford_and_no_more() -> None:
    t = supply_sketch().table(COMBAT + "DE I1@0506 I2@0506 I3@0506 HQ1/4@0406\nRU I1@0606")
    join(t, "0606", "DEI1", "DEI2", "DEI3").choose("pay_all DEHQ1")
    assert len(t.state.battle.paid) == 2


def test_7_5_9_1_7_6_a_train_on_a_broken_line_or_before_a_zone_stands() -> None:
    rails = line_of("double_track", "0303", "0302", "0301")
    t = Sketch(rails).table(MOVEMENT + "AH I1@0302\nRU I1@0304").choose("unit AHI1", "entrain")
    step = t.state.stack[-1]
    assert isinstance(step, March)
    open_ = reach(t.state, step.journey(t.state))
    assert [t.labels(layer) for layer in open_.layers] == [{"0302"}, {"0301"}]
    assert t.labels(open_.free) == {"0301", "0302"}
    t.state.inoperative |= 1 << step.hex
    broken = reach(t.state, step.journey(t.state))
    assert [t.labels(layer) for layer in broken.layers] == [{"0302"}]
    assert t.labels(broken.free) == {"0301"}


def test_37_3_r10_only_germans_roll_into_a_russian_zone() -> None:
    rails = line_of("double_track", "0303", "0302", "0301")
    for key, goes in (("DE", True), ("AH", False)):
        t = Sketch(rails).table(MOVEMENT + f"{key} I1@0301\nRU I1@0304")
        t.choose(f"unit {key}I1", "entrain")
        assert ("0303" in t.choices("ride")) is goes


def test_9_7_r15_who_has_repaired_a_line_begins_anew() -> None:
    rails = line_of("double_track", "0303", "0302", "0301")
    t = Sketch(rails).table(MOVEMENT + "DE E1@0303" + FAR + "\ninoperative 0303\ntrenches 0303")
    t.state.stationary[t.unit("DEE1")] = 2
    finish_standing_repairs(t.state)
    assert (t.state.inoperative, t.state.stationary) == (0, {})


def test_9_5_engineers_who_walk_have_left_the_line() -> None:
    rails = line_of("double_track", "0303", "0302", "0301")
    t = Sketch(rails).table(MOVEMENT + "DE E1@0303" + FAR).choose("unit DEE1", "move 0403")
    step = t.state.stack[-1]
    assert isinstance(step, March)
    assert not step.on_line


def test_23_5_who_has_surrendered_is_no_spare_counter() -> None:
    t = Sketch().table(MOVEMENT + "DE I1@0303" + FAR)
    unit = t.unit("DEI2")
    for place, found in ((BOX, True), (SURRENDERED, False)):
        t.state.where[unit] = place
        assert bool(spare(t.state, 1 << unit)) is found


def test_25_1_who_waits_for_an_event_comes_when_it_has_happened() -> None:
    rails = line_of("double_track", "0101", "0102")
    for flags, comes in ((frozenset[str](), False), (frozenset({"alarm"}), True)):
        t = Sketch(rails).table(PHASE + "DE I1@0303 I2:reserve" + FAR)
        arrival = Arrival(t.state.date, "DEI2", (hex_of(t, "0101"),), "alarm")
        t.state.theatre = replace(t.state.theatre, arrivals=(arrival,))
        t.state.flags = flags
        t.state.stack.clear()
        BeginReinforcement(0).run(t.state)
        assert any(isinstance(step, PlaceArrival) for step in t.state.stack) is comes


def test_13_26_before_any_table_has_begun_the_first_one_counts() -> None:
    t = Sketch().table(COMBAT + "DE I1@0303" + FAR)
    first = table_in_force(t.state)
    t.state.year = 1913
    assert table_in_force(t.state) == first


def test_19_7_19_8_36_7_a_line_longer_than_the_longest_is_none() -> None:
    theatre = Sketch(land="0101 0102 0103 0104 0105 0106").theatre()
    grid = theatre.board.grid
    lines = supply_lines(theatre, 1 << grid.hex("0101"), theatre.land, 0, 3)
    assert lines.length_from(grid.hex("0103"), 9) == 2
    assert lines.length_from(grid.hex("0106"), 9) is None


def test_20_10_who_is_not_surrounded_finds_no_shelter_among_enemies() -> None:
    t = Sketch().table(COMBAT + RING)
    assert set(ways_out(t.state, t.unit("RUI1"), None)) == {DESPERATE_PRIORITY}


# How everything begins.


def test_6_3_6_10_7_10_16_5_9_5_8_1_18_18_at_first_nobody_has_moved() -> None:
    state = State(theatre=Sketch().theatre())
    assert state.moved == state.columned == state.railed == state.column_attacked == 0
    assert state.repaired == state.rail_only == state.carted == 0
    assert state.capacity_used == [0] * len(CODES)


def test_12_7_12_9_14_15_35_3_36_9_14_9_23_2_7_11_at_first_nobody_has_fought() -> None:
    state = State(theatre=Sketch().theatre())
    assert state.attacked == state.fought == state.retreated == state.ferried == 0
    assert state.duelled == state.desperate == state.moved_this_turn == state.engaged == 0
    assert state.entrained == state.regrouped == 0


def test_r87_23_4_18_17_20_13_8_9_26_4_at_first_nothing_has_happened() -> None:
    state = State(theatre=Sketch().theatre())
    assert state.regrouped == state.created == state.isolated == state.without_capacity == 0
    assert state.cities_fallen == state.waiting == 0


def test_13_21_19_2_26_1_9_3_9_11_10_2_6_11_at_first_nothing_is_lost_or_held() -> None:
    state = State(theatre=Sketch().theatre())
    assert state.lost == state.spent == state.dm == [0] * len(CODES)
    assert state.inoperative == state.broad == 0
    assert state.holders == state.zoc_from == [0, 0]


def test_13_17_13_13_20_3_30_3_14_9_a_battle_begins_without_losses() -> None:
    battle = Battle(0, (1,))
    assert (battle.attack_loss, battle.defence_loss) == (0, 0)
    assert not battle.paid_to_break_out
    assert not battle.vacated
    assert battle.suppliable


def test_6_4_6_9_7_8_9_5_7_5_8_4_a_march_begins_on_foot_and_has_cost_nothing() -> None:
    march = March((0,), 1)
    assert (march.spent, march.rolled, march.charged) == (0, 0, 0)
    assert [march.crossed, march.column, march.entered_zone, march.aboard] == [False] * 4
    assert march.on_line


def test_10_7_29_16_35_1_plain_ground_closes_nothing() -> None:
    theatre = Sketch().theatre()
    ground = Ground(theatre, 0, theatre.land, 0)
    assert (ground.pays_in, ground.pays_out, ground.barred, ground.far_bank) == (0, 0, 0, 0)


def test_18_7_every_nation_has_so_many_markers() -> None:
    assert marker_keys("DE") == [f"DEP{n + 1}" for n in range(MARKERS)]


def test_13_3_21_4_a_fort_fights_on_the_ground_around_it_and_else_on_broken() -> None:
    for kind, ground in (("woods", {"woods"}), ("urban", {"broken"})):
        sides = {
            f"{there}/0606": kind for there in ("0605", "0706", "0707", "0607", "0507", "0506")
        }
        t = Sketch(sides).table(COMBAT + "DE I1@0506\nRU F1@0606")
        assert eligible_terrain(t.state, declared(t, "0606", "DEI1")) == ground


def test_9_11_lines_are_converted_from_april_to_october() -> None:
    t = Sketch().table(MOVEMENT + "DE I1@0303" + FAR)
    t.state.turn = 1
    months = set()
    for month in range(1, 13):
        t.state.month = month
        if may_convert(t.state):
            months.add(month)
    assert months == {4, 5, 6, 7, 8, 9, 10}
