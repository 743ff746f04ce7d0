"""Section 14: who is driven out, to the point, and who stays when others go."""

from __future__ import annotations

from dataclasses import replace

from tests.der_weltkrieg.battles import COMBAT, ENTENTE, bleed, declared, join, morale
from tests.der_weltkrieg.table import Sketch, line_of
from trenchline.games.der_weltkrieg.components import CENTRAL
from trenchline.games.der_weltkrieg.retreat import must_retreat


def test_14_4_a_loss_of_half_the_strength_drives_out_and_a_point_less_does_not() -> None:
    t = Sketch().table(COMBAT + "DE I1@0506\nFR I1=6@0606")
    battle = declared(t, "0606", "DEI1")
    assert must_retreat(t.state, replace(battle, defence_loss=3))
    assert not must_retreat(t.state, replace(battle, defence_loss=2))


def test_14_4_29_14_guns_and_engineers_without_strength_are_not_driven_out_by_fire() -> None:
    """Artillery alone attacks them; there is no strength of which the loss could be the half."""
    t = Sketch().table(COMBAT + "DE A1@0506 A2@0506\nRU A1@0606 E1@0606", 6)
    join(t, "0606", "DEA1", "DEA2")
    assert {t.may("retreat"), t.may("stand")} == {True}
    t.choose("stand")
    assert t.at("0606") == {"RUA1", "RUE1"}


def test_14_15_r35_guests_stay_where_their_hosts_hold() -> None:
    t = Sketch(places={"0606": "city"}).table(
        COMBAT + "DE I1@0506\nRU I1@0606 M1@0606 HQ1@0906", 1, 1
    )
    t.state.retreated = 1 << t.unit("RUM1")
    bleed(join(t, "0606", "DEI1").choose("stand"))
    assert t.at("0606") == {"RUI1", "RUM1"}


def test_14_15_r35_who_is_no_guest_waits_for_the_enemy_when_the_defenders_are_gone() -> None:
    t = Sketch(places={"0606": "city"}).table(
        COMBAT + "DE I1@0506 I2@0506\nRU B1=1@0606 E1@0606 HQ1@0906", 6, 1
    )
    bleed(join(t, "0606", "DEI1", "DEI2").choose("stand"))
    assert t.where("RUB1") == "eliminated"
    assert (t.where("RUE1"), t.asked) == ("0606", "Advance")


def test_7_11_who_is_driven_out_has_left_his_train() -> None:
    line = line_of("double_track", "0605", "0606", "0607", "0707")
    t = Sketch(line).table(COMBAT + "DE I1@0506\nRU I1@0606 HQ1@0906\nentrained RUI1", 6, 1)
    join(t, "0606", "DEI1").choose("retreat_to 0706")
    assert (t.where("RUI1"), t.state.entrained) == ("0706", 0)
    assert "0705" in t.zone("Entente")


def test_14_6_26_4_who_retreats_into_an_enemy_hex_holds_it_and_its_city() -> None:
    """A German division flees eastwards, into a Russian city that nobody guards."""
    sketch = Sketch(places={"0605": "city"}, land="0405 0505 0605")
    t = sketch.table(ENTENTE + "RU I1@0405 I2@0405\nDE I1@0505", 6, 1)
    bleed(join(t, "0505", "RUI1", "RUI2").choose("retreat"))
    assert t.where("DEI1") == "0605"
    assert t.labels(t.state.control[CENTRAL]) >= {"0605"}
    # Fifteen for the city, two for what the attack has cost.
    assert morale(t, "RU") == 15 + 2
