"""Sections 12 and 13: combat, its ground, its dice and its losses; section 15: advance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tests.der_weltkrieg.battles import COMBAT, ENTENTE, bleed, declared, join
from tests.der_weltkrieg.table import Sketch, counter, table
from trenchline.games.der_weltkrieg import results
from trenchline.games.der_weltkrieg.components import RAIL_BOUND, TABLES
from trenchline.games.der_weltkrieg.results import (
    Fire,
    attack,
    counterattack,
    losses,
    table_in_force,
)
from trenchline.games.der_weltkrieg.terrain_choice import eligible_terrain, sides_in_question
from trenchline.kernel.data import DataError
from trenchline.kernel.terms import Term


def test_12_2_12_8_attacks_are_free_and_12_4_only_on_neighbours() -> None:
    t = Sketch().table(COMBAT + "DE I1@0303\nRU I1@0304 I2@0306")
    assert t.choices("attack") == {"0304"}
    assert t.may("done")
    assert t.refused("attack 0306") == "12-4"
    assert t.refused("attack 0302") == "12-1"


def test_12_5_not_over_sides_that_cannot_be_crossed() -> None:
    t = Sketch({"0303/0304": "lake"}).table(COMBAT + "DE I1@0303 I2@0204\nRU I1@0304")
    t.choose("attack 0304")
    assert t.choices("with") == {"DEI2"}
    assert t.refused("with DEI1") == "12-5"


def test_12_7_12_9_a_hex_and_a_unit_fight_once_a_phase() -> None:
    t = Sketch().table(COMBAT + "DE I1@0303 I2@0303\nRU F1@0304 F2@0403", 1, 1)
    join(t, "0304", "DEI1")
    assert t.refused("attack 0304") == "12-7"
    t.choose("attack 0403")
    assert t.choices("with") == {"DEI2"}
    assert t.refused("with DEI1") == "12-9"


def test_12_6_12_10_units_of_a_stack_choose_for_themselves() -> None:
    t = Sketch().table(COMBAT + "DE I1@0303 I2@0303 I3@0204\nRU I1@0304 I2@0403")
    t.choose("attack 0304")
    assert t.choices("with") == {"DEI1", "DEI2", "DEI3"}
    assert t.copy().choose("with DEI1").refused("with DEI1") == "12-9"
    assert t.choose("stay", "attack 0403").choices("with") == {"DEI1", "DEI2"}


def test_12_14_bracketed_strength_does_not_attack() -> None:
    garrison = counter("DEG1", (1, 1), 0)
    sketch = Sketch(counters=(replace(garrison, defends_only=True),))
    t = sketch.table(COMBAT + "DE G1@0303 I1@0303\nRU I1@0304").choose("attack 0304")
    assert t.choices("with") == {"DEI1"}
    assert t.refused("with DEG1") == "12-14"


def test_11_10_a_narrow_hex_is_attacked_by_twice_its_limits() -> None:
    eight = " ".join(f"I{n}@0303" for n in range(1, 6)) + " I6@0204 I7@0204 I8@0204 I9@0204"
    sketch = Sketch(facts={"0304": {"land_sides": "2"}})
    t = sketch.table(COMBAT + f"DE {eight}\nRU I1@0304").choose("attack 0304")
    t.choose(*(f"with DEI{n}" for n in range(1, 9)))
    assert t.refused("with DEI9") == "11-10"


@pytest.mark.parametrize(
    ("origins", "sides"),
    [
        (["0402"], {0, 1, 2}),
        (["0402", "0403"], {0, 1, 2, 3}),
        (["0402", "0304"], {0, 1, 2, 3, 4}),
    ],
)
def test_13_3_the_ground_lies_at_the_sides_attacked_and_those_next_to_them(
    origins: list[str], sides: set[int]
) -> None:
    """Figure 8: the neighbours of 0303 clockwise from the north are A to F."""
    units = " ".join(f"I{n}@{label}" for n, label in enumerate(origins, start=1))
    t = Sketch().table(COMBAT + f"DE {units}\nRU I1@0303")
    names = [f"DEI{n}" for n in range(1, len(origins) + 1)]
    battle = declared(t, "0303", *names)
    assert sides_in_question(t.state.theatre, battle, battle.target) == sides


def test_13_3_a_neutral_border_offers_nothing_and_r19_water_its_other_terrain() -> None:
    sides = {"0303/0302": "woods neutral_border", "0303/0402": "lake rough", "0303/0304": "lake"}
    t = Sketch(sides).table(COMBAT + "DE I1@0403 I2@0202\nRU I1@0303")
    assert eligible_terrain(t.state, declared(t, "0303", "DEI1")) == {"clear", "rough"}
    assert eligible_terrain(t.state, declared(t, "0303", "DEI2")) == {"clear"}


def test_13_3_r110_the_rim_of_the_map_offers_its_terrain() -> None:
    """0106 has hills to the south and broken ground to the west, where the map ends."""
    t = table("scenario tannenberg\n" + ENTENTE + "RU 1@0107\nDE 1@0106")
    assert eligible_terrain(t.state, declared(t, "0106", "RU1")) == {"hilly", "broken"}
    edge = Sketch({"0110/0210": "rough", "0110/0109": "rough"})
    t = edge.table(COMBAT + "DE I1@0109\nRU I1@0110")
    assert eligible_terrain(t.state, declared(t, "0110", "DEI1")) == {"clear", "rough"}


def test_13_4_urban_ground_needs_a_town() -> None:
    beside = {"0303/0302": "urban"}
    text = COMBAT + "DE I1@0402 I2@0302\nRU I1@0303"
    t = Sketch(beside).table(text)
    assert "urban" not in eligible_terrain(t.state, declared(t, "0303", "DEI1"))
    assert "urban" in eligible_terrain(t.state, declared(t, "0303", "DEI2"))
    t = Sketch(beside, places={"0303": "city"}).table(text)
    assert "urban" in eligible_terrain(t.state, declared(t, "0303", "DEI1"))
    t = Sketch({**beside, "0303/0403": "urban"}).table(text)
    assert "urban" in eligible_terrain(t.state, declared(t, "0303", "DEI1"))


def test_21_4_no_streets_where_a_fort_stands() -> None:
    sides = {f"0303/{label}": "urban" for label in ("0302", "0402", "0403")}
    t = Sketch(sides).table(COMBAT + "DE I1@0402\nRU F1@0303")
    assert eligible_terrain(t.state, declared(t, "0303", "DEI1")) == {"broken"}


def test_13_5_rivers_count_if_all_attackers_cross_them() -> None:
    sides = {"0303/0304": "river", "0303/0403": "major_river", "0303/0402": "major_river"}
    t = Sketch(sides).table(COMBAT + "DE I1@0304 I2@0403 I3@0302 I4@0402\nRU I1@0303")

    def told(*names: str) -> tuple[int, int]:
        fire = attack(t.state, declared(t, "0303", *names))
        return fire.points, fire.modifier

    assert told("DEI1") == (8, -2)
    assert told("DEI2", "DEI4") == (8, 0)
    assert told("DEI1", "DEI2") == (16, -2)
    assert told("DEI1", "DEI3") == (16, 0)
    answer = counterattack(t.state, declared(t, "0303", "DEI2"))
    assert answer.modifier == 3


def test_13_8_13_9_13_13_the_attack_of_figure_9() -> None:
    """Twenty points on rough ground with a four: row one, two points."""
    sides = {"0303/0304": "rough"}
    t = Sketch(sides).table(COMBAT + "DE I1@0304 I2=5@0304 I3=7@0304\nRU I1=4@0303 I2=4@0303", 4, 4)
    join(t, "0303", "DEI1", "DEI2", "DEI3").choose("terrain rough")
    assert t.state.battle.defence_loss == 2
    assert t.asked == "DecideRetreat"
    t.choose("stand")
    # [R1] The chart adds one to the counterattack of 24 points: row five, five points.
    assert t.state.battle.attack_loss == 5


def test_13_15_counterattacks_count_three_times_artillery_twice() -> None:
    t = Sketch().table(COMBAT + "DE I1@0304\nRU I1@0303 A1@0303 F1@0303")
    assert counterattack(t.state, declared(t, "0303", "DEI1")).points == 5 * 3 + 3 * 2 + 12


def test_13_11_13_25_modifiers_add_up_and_are_limited_to_four() -> None:
    assert Fire(20, (Term("", "wooded rough", -4), Term("", "river", -2))).modifier == -4
    assert Fire(20, (Term("", "mountain", 3), Term("", "major river", 3))).modifier == 4


def test_13_12_13_16_rows_end_at_minus_one_and_eight() -> None:
    assert Fire(20, (Term("", "wooded rough", -4),)).row(1) == -1
    assert Fire(20, (Term("", "mountain", 3),)).row(6) == 8


def test_13_19_more_than_fifty_points_are_split() -> None:
    cells = table_in_force(Sketch().table("DE I1@0303").state)
    for row in range(-1, 9):
        assert losses(cells, 135, row) == 2 * losses(cells, 50, row) + losses(cells, 35, row)
    assert losses(cells, 0, 8) == 0


def test_13_8_13_26_a_player_may_put_in_the_numbers_of_his_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = "strength," + ",".join(str(row) for row in range(-1, 9)) + ",source,note\n"
    lines = [f"{n}," + ",".join([str(n)] * 10) + ",rulebook,\n" for n in range(1, 51)]
    card = tmp_path / "card.csv"
    card.write_text(head + "".join(lines))
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    monkeypatch.setitem(TABLES["combat"], "tables", [{"from": "1914 Aug", "file": card.name}])
    t = Sketch().table(COMBAT + "DE I1@0506\nRU I1@0606 I2@0606", 1, 1)
    shown = t.game.odds(t.state, "DEI1 > 0606")
    assert {row.result for row in shown.results} == {"5R/20"}
    join(t, "0606", "DEI1")
    assert t.said("the enemy loses 8")
    card.write_text(head + "".join(lines[:9] + lines[10:]))
    results.cells_of.cache_clear()
    with pytest.raises(DataError, match=r"card.csv:11: .*strength 10 should come next"):
        results.cells_of(card.name)


def test_13_26_a_bloodier_table_from_1917() -> None:
    state = Sketch().table("DE I1@0303").state
    old = table_in_force(state)
    state.year, state.month, state.turn = 1917, 1, 1
    new = table_in_force(state)
    assert all(
        losses(new, n, row) >= losses(old, n, row) for n in range(51) for row in range(-1, 9)
    )
    assert losses(new, 50, 8) > losses(old, 50, 8)


def test_13_24_everybody_goes_down_to_his_reverse_first() -> None:
    """Figure 9: the full division and the full brigade first, then freely."""
    t = Sketch().table(COMBAT + "DE I1@0303 B1@0303 I2=5@0303\nRU F1@0304", 1, 1)
    join(t, "0304", "DEI1", "DEB1", "DEI2")
    t.state.battle = replace(t.state.battle, attack_loss=6)
    t = t.copy()
    assert t.choices("lose") == {"DEI1", "DEB1"}
    assert t.refused("lose DEI2") == "13-24"
    t.choose("lose DEI1", "lose DEI1")
    assert (t.strength("DEI1"), t.strength("DEB1")) == (6, 1)
    assert t.choices("lose") == {"DEI1", "DEB1", "DEI2"}


def test_13_23_attacking_cavalry_loses_first_defending_cavalry_after_infantry() -> None:
    t = Sketch().table(COMBAT + "DE I1@0303 C1@0303 A1@0303\nRU F1@0304", 1, 6)
    join(t, "0304", "DEI1", "DEC1", "DEA1")
    assert t.where("DEC1") == "eliminated"
    assert t.strength("DEI1") + t.strength("DEA1") == 8 + 3 - 1
    later = COMBAT.replace("1914", "1916")
    t = Sketch().table(later + "DE I1@0303 I2@0303\nRU I1=4@0304 C1@0304 A1@0304", 1, 1)
    bleed(join(t, "0304", "DEI1", "DEI2").choose("stand", "stand"))
    assert (t.strength("RUI1"), t.strength("RUC1"), t.strength("RUA1")) == (2, 2, 3)


def test_13_18_only_attackers_lose() -> None:
    t = Sketch().table(COMBAT + "DE I1@0303 I2@0303 I3@0303\nRU F1@0304", 1, 6)
    join(t, "0304", "DEI1", "DEI2")
    assert t.choices("lose") == {"DEI1", "DEI2"}
    assert t.refused("lose DEI3") == "13-18"


def test_14_3_14_13_who_retreats_loses_a_third_less_and_answers_with_two() -> None:
    t = Sketch().table(COMBAT + "DE I1@0303 I2@0303 I3@0303\nRU I1@0304 I2@0304 I3@0304", 3, 3)
    join(t, "0304", "DEI1", "DEI2", "DEI3")
    assert t.state.battle.defence_loss == 4
    t.choose("retreat")
    assert t.state.battle.defence_loss == 3
    assert counterattack(t.state, t.state.battle).points == 30


def test_14_4_41_2_a_loss_of_half_drives_out_a_third_for_russians() -> None:
    t = Sketch().table(COMBAT + "DE I1@0303 I2@0303\nRU I1@0304", 3, 1)
    assert bleed(join(t, "0304", "DEI1", "DEI2")).asked == "RetreatUnit"
    assert t.said("the enemy loses 2")
    assert t.state.battle.retreat == "forced"
    later = COMBAT.replace("1914", "1916") + "DE I1@0303 I2@0303\nRU I1@0304"
    t = Sketch().table(later, 3, 1)
    assert join(t, "0304", "DEI1", "DEI2").may("stand")
    t = Sketch().table(later, 6, 1)
    assert bleed(join(t, "0304", "DEI1", "DEI2")).asked == "RetreatUnit"


def test_14_4_nobody_is_driven_from_a_city_or_a_fort() -> None:
    city = Sketch(places={"0304": "city"})
    t = city.table(COMBAT + "DE I1@0303 I2@0303\nRU I1@0304", 6, 1)
    assert join(t, "0304", "DEI1", "DEI2").choices("stand") == {""}
    t = Sketch().table(COMBAT + "DE I1@0303 I2@0303\nRU I1@0304 F1@0304", 6, 1)
    assert join(t, "0304", "DEI1", "DEI2").choices("stand") == {""}


def test_15_1_15_4_15_3_the_hardest_hit_advance_first_and_never_artillery() -> None:
    """An 8-5 down to 6 and a 2-4 down to 1: nobody, the brigade, or both."""
    t = Sketch().table(COMBAT + "DE I1@0303 B1@0303 A1@0303\nRU I1@0304", 6, 6)
    join(t, "0304", "DEI1", "DEB1", "DEA1").choose("lose DEI1", "lose DEB1")
    t.choose(f"retreat_to {min(t.choices('retreat_to'))}")
    assert t.asked == "Advance"
    assert t.choices("advance") == {"DEB1"}
    assert t.refused("advance DEI1") == "15-4"
    assert t.refused("advance DEA1") == "15-3"
    assert t.may("done")
    t.choose("advance DEB1")
    assert t.where("DEB1") == "0304"


def test_12_3_13_14_14_2_14_1_a_combat_runs_to_its_end_in_the_order_of_the_rules() -> None:
    t = Sketch().table(COMBAT + "DE I1@0303 I2@0303\nRU I1=4@0304 I2=4@0304 I3@0403", 1, 1)
    join(t, "0304", "DEI1")
    # The attack has been rolled, the counterattack has not, and nobody has lost anything.
    assert t.asked == "DecideRetreat"
    assert len(t.dice.told) == 1
    assert t.strength("RUI1") + t.strength("RUI2") == 8
    assert t.refused("attack 0403") == "14-2"
    t.choose("stand")
    assert t.asked == "TakeLosses"
    # [13-20] The attacker has already taken his.
    assert t.strength("DEI1") < 8
    assert t.strength("RUI1") + t.strength("RUI2") == 8


def test_13_20_13_17_14_5_attackers_lose_first_and_losses_come_before_the_retreat() -> None:
    t = Sketch().table(COMBAT + "DE I1@0303 I2@0303\nRU I1@0304 I2@0304 HQ1@0309", 1, 6)
    join(t, "0304", "DEI1", "DEI2").choose("retreat")
    assert t.who == "Central Powers"
    assert t.asked == "TakeLosses"
    t.choose("lose DEI1")
    while t.asked == "TakeLosses" and t.who == "Central Powers":
        t.choose(min(t.legal))
    # 20 points with a six.
    assert t.strength("DEI1") + t.strength("DEI2") == 16 - 5
    assert t.asked == "TakeLosses"
    assert t.at("0304") == {
        "RUI1",
        "RUI2",
    }


def test_14_6_15_2_a_retreat_is_one_hex_and_an_advance_finds_only_so_much_room() -> None:
    many = " ".join(f"I{n}@0303" for n in range(1, 7)) + " M1@0204"
    t = Sketch().table(COMBAT + f"DE {many}\nRU B1@0304 HQ1@0309", 1, 1)
    join(t, "0304", *(f"DEI{n}" for n in range(1, 7)), "DEM1")
    bleed(t)
    assert t.where("RUB1") in ("0305", "eliminated")
    while t.asked == "Advance" and t.choices("advance"):
        t.choose(f"advance {min(t.choices('advance'))}")
    assert len(t.at("0304")) <= 6


def test_12_11_12_13_all_answer_with_the_strength_of_the_moment() -> None:
    t = Sketch().table(COMBAT + "DE I1@0303\nRU I1=4@0304 B1@0304 C1=1@0304")
    assert counterattack(t.state, declared(t, "0304", "DEI1")).points == (4 + 2 + 1) * 3
    t.state.set_strength(t.state.theatre.unit["RUI1"], 2)
    assert counterattack(t.state, declared(t, "0304", "DEI1")).points == (2 + 2 + 1) * 3


def test_13_2_13_6_terrain_takes_from_the_sum_once() -> None:
    sides = {"0303/0304": "mountain major_river"}
    t = Sketch(sides).table(COMBAT + "DE I1=7@0303 I2@0303\nRU I1@0304")
    fire = attack(t.state, replace(declared(t, "0304", "DEI1", "DEI2"), terrain="mountain"))
    # [R4] Fifteen halved twice is three and three quarters.
    assert fire.points == 3
    assert [factor.case for factor in fire.factors] == ["13-6", "13-5"]


def test_13_10_22_7_a_trench_takes_two_from_the_die() -> None:
    t = Sketch().table(COMBAT + "DE I1@0303\nRU I1@0304\ntrenches 0304")
    assert attack(t.state, declared(t, "0304", "DEI1")).modifier == -2
    assert counterattack(t.state, declared(t, "0304", "DEI1")).modifier == 0


def test_29_3_three_batteries_besides_six_divisions() -> None:
    six = " ".join(f"I{n}@0303" for n in range(1, 7)) + " A1@0303 A2@0303 A3@0303"
    t = Sketch().table(COMBAT.replace("combat", "movement") + f"DE {six} A4@0404\nRU I1@0909")
    t.choose("unit DEA4", "move 0303", "stay", "done")
    assert t.asked == "EliminateExcess"
    assert t.choices("eliminate") == {"DEA1", "DEA2", "DEA3", "DEA4"}


def test_13_24_13_21_two_divisions_of_four_lose_two_and_both_turn_over() -> None:
    """Figure 9: with a reverse of three each."""
    territorials = (counter("FR87", (4, 3), 4, full=4), counter("FR88", (4, 3), 4, full=4))
    t = Sketch(counters=territorials).table(COMBAT + "DE I1@0303 I2@0303\nFR 87@0304 88@0304", 2, 1)
    join(t, "0304", "DEI1", "DEI2").choose("stand")
    while t.asked == "TakeLosses" and t.who == "Central Powers":
        t.choose(min(t.legal))
    assert t.choices("lose") == {"FR87", "FR88"}
    t.choose("lose FR87")
    assert (t.strength("FR87"), t.strength("FR88")) == (3, 3)


def test_13_22_strength_is_counted_to_the_point() -> None:
    """Half of six and one less is two: no marker is needed to say so [R3]."""
    t = Sketch().table(COMBAT + "DE M1@0303\nRU F1@0304", 1, 1)
    join(t, "0304", "DEM1")
    assert t.strength("DEM1") == 6 - 1
    t = Sketch().table(COMBAT + "DE M1=2@0303\nRU F1@0304")
    assert attack(t.state, declared(t, "0304", "DEM1")).points == 6 // 2 - 1


def test_11_10_27_3_components_of_a_division_take_the_room_of_one() -> None:
    """Four brigades of two are a full division of eight, and leave room for a third division."""
    sketch = Sketch(facts={"0304": {"land_sides": "1"}})
    brigades = " ".join(f"B{n}@0303" for n in range(1, 5))
    t = sketch.table(COMBAT + f"DE {brigades} I1@0303 I2@0204 I3@0204 I4@0204\nRU I1@0304")
    t.choose("attack 0304", *(f"with DEB{n}" for n in range(1, 5)))
    t.choose("with DEI1", "with DEI2", "with DEI3")
    assert t.refused("with DEI4") == "11-10"


def test_6_12_12_5_r152_rail_bound_units_attack_along_a_line_and_advance_on_one_of_theirs() -> None:
    train = counter("DEZ1", (6, 3), RAIL_BOUND)
    lines = {"0303/0304": "single_track"}
    text = COMBAT + "DE Z1@0303\nRU I1=1@0304 I2@0403 HQ1@0309\nnetwork DE 0303"
    t = Sketch(lines, counters=(train,)).table(text, 6, 1)
    assert t.choices("attack") == {"0304"}
    abroad = join(t.copy(), "0304", "DEZ1")
    assert abroad.asked != "Advance"
    assert abroad.at("0304") == set()
    t = Sketch(lines, counters=(train,)).table(text + " 0304", 6, 1)
    assert join(t, "0304", "DEZ1").choices("advance") == {"DEZ1"}
    t = Sketch(lines, counters=(train,)).table(text.replace("Z1@", "I1@0303 Z1@"), 6, 1)
    assert t.choose("attack 0403").refused("with DEZ1") == "12-5"


def test_12_4_to_12_14_a_refused_attack_says_why() -> None:
    def refused(text: str, sides: Mapping[str, str] | None = None) -> str:
        garrison = replace(counter("DEG1", (1, 1), 0), defends_only=True)
        sketch = Sketch(sides or {}, counters=(garrison,))
        t = sketch.table(COMBAT + text + "\nDE I9@0808\nRU I9@0809")
        return t.refused("attack 0304")

    assert refused("RU I1@0304") == "12-4"
    assert refused("DE I1@0303\nRU I1@0304", {"0303/0304": "lake"}) == "12-5"
    assert refused("DE G1@0303\nRU I1@0304") == "12-14"
    assert refused("DE I1@0303\nRU I1@0304\nentrained DEI1") == "7-11"
    assert refused("DE I1@0303\nRU I1@0304\nwaiting DEI1") == "4"
    assert refused("DE S1@0303\nRU I1@0304") == "29-2"
    assert refused("DE I1@0303") == "12-1"


def test_13_23_18_15_a_headquarters_is_the_last_to_lose() -> None:
    city = Sketch(places={"0304": "city"})
    t = city.table(COMBAT + "DE I1@0303 I2@0303 I3@0303\nRU I1=1@0304 A1=1@0304 HQ1@0304", 6, 1)
    join(t, "0304", "DEI1", "DEI2", "DEI3").choose("stand")
    bleed(t)
    assert t.at("0304") == set()
    lost = [line.split("(")[1].split()[0] for line in t.log if "Russia:" in line]
    assert lost == ["RUI1", "RUA1", "RUHQ1"]


def test_7_11_16_8_nobody_on_a_train_is_multiplied_not_even_against_a_column() -> None:
    t = Sketch().table(COMBAT + "DE I1@0303\nRU I1@0304 I2@0304\nentrained RUI1")
    assert counterattack(t.state, declared(t, "0304", "DEI1")).points == 5 + 5 * 3
    column = declared(t, "0304", "DEI1", kind="column")
    assert counterattack(t.state, column).points == 5 + 5 * 3 * 2
