"""Section 29: artillery."""

from __future__ import annotations

from tests.der_weltkrieg.battles import COMBAT, ENTENTE, MOVEMENT, bleed, declared, join, morale
from tests.der_weltkrieg.table import Sketch, counter
from trenchline.games.der_weltkrieg.results import attack, counterattack

LIEGE = Sketch(
    counters=(
        counter("BEF9", (36, 36), 0, "fortress", ""),
        counter("DEA7", (4, 2), 4, "artillery", "regiment", 4),
        counter("DEA8", (8, 4), 4, "artillery", "regiment", 8),
        counter("DEA9", (8, 4), 4, "artillery", "regiment", 8),
    )
)


def test_29_10_29_11_artillery_around_a_fort_is_doubled_and_adds_a_point_a_side() -> None:
    """Figure 12: 4, 3, 8 and 8 points through four sides are 46, with four added to the die."""
    text = COMBAT + "DE A7@0506 A1@0507 A8@0605 A9@0706 I1@0607\nBE F9@0606"
    t = LIEGE.table(text)
    guns = declared(t, "0606", "DEA7", "DEA1", "DEA8", "DEA9")
    fire = attack(t.state, guns)
    assert (fire.points, fire.modifier) == (46, 4)
    assert counterattack(t.state, guns).points == 0
    mixed = declared(t, "0606", "DEA7", "DEA1", "DEA8", "DEA9", "DEI1")
    assert attack(t.state, mixed).points == 46 + 8
    assert attack(t.state, mixed).modifier == 0
    assert counterattack(t.state, mixed).points == 108


def test_29_11_enough_infantry_keeps_artillery_from_doubling() -> None:
    t = Sketch().table(COMBAT + "DE A1@0506\nRU F1@0606 I1=4@0606")
    assert attack(t.state, declared(t, "0606", "DEA1")).points == 3
    t = Sketch().table(COMBAT + "DE A1@0506\nRU F1@0606 I1=3@0606")
    assert attack(t.state, declared(t, "0606", "DEA1")).points == 6


def test_29_1_29_2_siege_artillery_attacks_only_forts_in_1914_and_never_answers() -> None:
    t = Sketch().table(COMBAT + "DE S1@0506 I1@0506\nRU F1@0606 I1@0507")
    assert t.choose("attack 0606").choices("with") == {"DES1", "DEI1"}
    t.choose("stay", "attack 0507")
    assert t.refused("with DES1") == "29-2"
    t = Sketch().table(ENTENTE + "RU I1@0606\nDE S1@0506 A1@0506 I1@0506")
    assert counterattack(t.state, declared(t, "0506", "RUI1")).points == 8 * 3 + 3 * 2


def test_29_15_from_1915_siege_artillery_counts_half_against_trenches() -> None:
    text = COMBAT.replace("1914", "1915") + "DE S1@0506\nRU I1@0606 I2@0507\ntrenches 0606"
    t = Sketch().table(text)
    assert t.choices("attack") == {"0606"}
    assert attack(t.state, declared(t, "0606", "DES1")).points == 2
    assert not Sketch().table(text.replace("1915", "1914")).choices("attack")


def test_29_5_artillery_answers_twice_over() -> None:
    t = Sketch().table(ENTENTE + "RU I1@0606\nDE A1@0506 I1@0506")
    assert counterattack(t.state, declared(t, "0506", "RUI1")).points == 24 + 6


def test_29_7_artillery_alone_may_aim_at_fort_and_artillery() -> None:
    guns = " ".join(f"A{n}@0506" for n in range(1, 4))
    t = Sketch().table(COMBAT + f"DE {guns} I1@0506\nRU F1@0606 A1@0606 I1@0606", 6, 6)
    t.choose("attack 0606", "with DEA1", "with DEI1")
    assert t.refused("aim") == "29-7"
    t.choose("stay", "attack 0606", "with DEA1", "with DEA2", "with DEA3", "aim")
    assert t.refused("with DEI1") == "29-7"
    t.choose("join")
    # Nine points, plus one for the side: two points, which cannot drive anybody out.
    bleed(t.choose("stand"))
    assert t.strength("RUA1") == 1
    assert (t.strength("RUI1"), t.strength("RUF1")) == (5, 12)
    # [29-7] Only the Russian battery has answered: three points twice over.
    assert t.said("with 6 points")


def test_29_7_rivers_do_not_hinder_artillery() -> None:
    t = Sketch({"0506/0606": "river"}).table(COMBAT + "DE A1@0506 I1@0506\nRU I1@0606 A1@0606")
    assert attack(t.state, declared(t, "0606", "DEA1")).modifier == 0
    assert counterattack(t.state, declared(t, "0606", "DEA1")).modifier == 0
    assert attack(t.state, declared(t, "0606", "DEA1", "DEI1")).modifier == -2


def test_29_13_artillery_alone_has_no_strength() -> None:
    t = Sketch().table(COMBAT + "DE I1@0506\nRU A1@0606", 1)
    join(t, "0606", "DEI1")
    assert t.where("RUA1") == "eliminated"
    assert morale(t, "RU") == 6
    t.choose("advance DEI1")
    assert t.strength("DEI1") == 8
    t = Sketch().table(MOVEMENT + "DE I1@0506\nRU A1@0606").march("DEI1", "0606")
    assert t.where("RUA1") == "eliminated"
    assert morale(t, "RU") == 6


def test_29_14_artillery_does_not_help_to_hold() -> None:
    later = COMBAT.replace("1914", "1916")
    t = Sketch().table(later + "DE I1@0506\nRU I1=4@0606 A1@0606 HQ1@0906", 6, 1)
    join(t, "0606", "DEI1")
    assert t.said("die 6")
    assert t.where("RUA1") == "eliminated"


def test_29_9_no_point_for_a_zone_where_infantry_stands_already() -> None:
    t = Sketch().table(MOVEMENT + "DE I1@0506 A1@0505\nRU I1@0606")
    assert t.cost("DEA1", "0506") == 1
    t = Sketch().table(MOVEMENT + "DE I1@0306 A1@0505\nRU I1@0606")
    assert t.cost("DEA1", "0506") == 1 + 1


def test_29_16_guns_do_not_move_between_trenches_in_enemy_zones() -> None:
    text = MOVEMENT + "DE A1@0506 I1@0506 I2@0507\nRU I1@0606\ntrenches 0506 0507"
    t = Sketch().table(text)
    assert "0507" not in t.reach("DEA1")
    assert "0507" in t.reach("DEI1")
    assert "0507" in Sketch().table(text.replace("0506 0507", "0507")).reach("DEA1")
    assert Sketch().table(text.replace("I1@0606", "I1@0909")).cost("DEA1", "0507") == 3


def test_29_12_guns_need_rails_over_a_mountain() -> None:
    text = MOVEMENT + "DE A1@0506 I1@0506\nRU I1@0909"
    bare = Sketch({"0506/0606": "mountain"}, land="0506 0606 0909").table(text)
    assert bare.reach("DEA1") == set()
    assert bare.reach("DEI1") == {"0606"}
    rails = Sketch({"0506/0606": "mountain single_track"}, land="0506 0606 0909").table(text)
    assert rails.reach("DEA1") == {"0606"}


def test_r18_12_5_guns_do_not_attack_over_a_mountain_without_rails() -> None:
    text = COMBAT + "DE A1@0506 I1@0506\nRU I1@0606"
    t = Sketch({"0506/0606": "mountain"}).table(text).choose("attack 0606")
    assert t.choices("with") == {"DEI1"}
    assert t.refused("with DEA1") == "12-5"
    rails = Sketch({"0506/0606": "mountain single_track"}).table(text).choose("attack 0606")
    assert rails.choices("with") == {"DEI1", "DEA1"}


def test_29_13_29_7_a_battery_alone_under_artillery_fire_loses_by_the_table() -> None:
    t = Sketch().table(COMBAT + "DE A1@0506 A2@0506 I1@0506\nRU A1@0606", 6)
    join(t, "0606", "DEA1", "DEA2")
    assert t.strength("RUA1") == 2
    assert t.where("RUA1") == "0606"
