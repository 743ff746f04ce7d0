"""The staff of The Kaiser's War: what it takes, holds and leaves alone, what it may not know."""

from __future__ import annotations

import random

import pytest

from tests.kaisers_war.table import Table, opening, table
from trenchline.games.kaisers_war import GAME
from trenchline.games.kaisers_war.combat import CombatPhase
from trenchline.games.kaisers_war.components import (
    ALLIED,
    CENTRAL,
    CITY,
    COUNTERS,
    GRID,
    TERRITORY,
)
from trenchline.games.kaisers_war.invariants import broken
from trenchline.games.kaisers_war.staff import STAFF
from trenchline.games.kaisers_war.staff.clash import Clash
from trenchline.games.kaisers_war.staff.doctrine import PLANS
from trenchline.games.kaisers_war.staff.knowledge import Situation
from trenchline.games.kaisers_war.staff.ledger import Ledger
from trenchline.games.kaisers_war.staff.posts import Posts, eager
from trenchline.games.kaisers_war.state import State
from trenchline.games.kaisers_war.suppositions import deal
from trenchline.games.kaisers_war.view import view
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.play import decision, settle, take
from trenchline.players import make_player
from trenchline.studies.simulation import play_with


def advice(t: Table, plan: str = "usual") -> str:
    """What the staff would do."""
    choices = decision(t.state).choices(t.state)
    return GAME.format_choice(STAFF.choose(t.state, choices, random.Random(1), plan))


def follow(t: Table, *dice: int) -> list[str]:
    """Let the staff play on until a die is needed that was not told; returns what it did."""
    t.roll(*dice)
    done: list[str] = []
    while t.legal:
        text = advice(t)
        if text in ("big_push", "infiltrate") and not t.dice.told:
            return [*done, text]
        done.append(text)
        t.choose(text)
        if text == "done":
            break
    return done


# What is attacked, and how.


def test_a_hopeless_attack_is_not_made() -> None:
    t = table("turn 2 phase Central combat 1\nvp 60 60\nBR 1@0714 2@0714\nGE 1@0814")
    assert advice(t) == "done"


def test_a_good_attack_is_made_with_supply_and_support() -> None:
    """A British army in the open, next to four German ones."""
    t = table(
        """turn 2 phase Central combat 1
        vp 60 60
        BR 1@3525
        GE Shock2@3524 Shock6@3524 1@3424 3@3424 HQHL@3423"""
    )
    done = follow(t)
    assert done[0] == "attack 3525"
    assert "with GEShock2" in done
    assert "support GEHQHL" in done
    assert any(text.startswith("supply") for text in done)


def test_12_17_the_better_table_is_chosen() -> None:
    """Against a fort that ignores withdrawal on Big Push, shock troops infiltrate; a lone army of
    little worth against much is pushed where nothing would be gained by shock."""
    t = table(
        """turn 2 phase Central combat 1
        vp 60 60
        FR 1@0714 2@0714
        GE Shock2@0813 Shock6@0813 Shock7@0814 Shock14@0814 HQHL@0914"""
    )
    sit = Situation(t.state, CENTRAL, "usual")
    units = tuple(u for u, c in enumerate(COUNTERS) if c.key in ("GEShock2", "GEShock6"))
    odds = Clash(sit, GRID.hex("0714"), units).expectations(infiltrating=True)
    assert odds[5][1] == "infiltrate"  # 300 percent
    plain = Clash(sit, GRID.hex("0714"), units).expectations(infiltrating=False)
    assert {name for _, name in plain} == {"big_push"}
    assert all(best[0] >= push[0] for best, push in zip(odds, plain, strict=True))
    # Strength pays: from the left end of the table to the right.
    assert odds[0][0] < 0 < odds[5][0] < odds[8][0]


def test_a_free_city_is_taken() -> None:
    """Nobody is in Genoa or near it, and Milan and Venice are guarded."""
    t = table("turn 4 phase Central movement\nvp 60 60\nGE 1@1319\nFR 1@0516\nAG 1@1219 2@1520")
    t.choose("unit GE1")
    assert advice(t) == "move 1220"


def test_24_2_the_allies_let_sleeping_armies_lie() -> None:
    t = table("turn 2 phase Allied combat 1\nvp 60 60\nFR 1@2111 2@2111 3@2212 4@2212\nCG 1@2112")
    assert advice(t) == "done"


def test_the_last_unit_does_not_leave_an_occupied_capital() -> None:
    """Bucharest scores only while somebody is in it [5.3]."""
    t = table("turn 3 phase Central movement\nvp 60 60\nGE 9@2720\nCG 1@2719\nFR 1@0516")
    t.choose("unit GE9")
    assert advice(t) == "stay"


def unit(key: str) -> int:
    """The number of a counter."""
    return next(u for u, c in enumerate(COUNTERS) if c.key == key)


def test_5_3_whoever_has_taken_paris_stays_there_bug() -> None:
    """Paris was once left empty to stand before it, and the French came back."""
    t = table("turn 3 phase Central movement\nvp 60 60\nGE 1@{Paris} 3@0715\nFR 1@0419")
    t.choose("unit GE1")
    assert advice(t) == "stay"


def test_5_2_an_army_goes_to_the_objective_that_only_a_garrison_holds_bug() -> None:
    """The British marched from Baghdad to Mosul in every first turn: the army next to it looked on,
    since nobody was near yet."""
    text = """turn 1 phase Central movement
        vp 60 75
        BR MF@{{Baghdad}}
        CG 7@{{Mosul}}
        TU 6@4523 {others}"""
    t = table(text.format(others="")).choose("unit TU6")
    assert advice(t) == f"move {GRID.label(CITY['Mosul'])}"
    # Somebody before it bars the way.
    sit = Situation(table(text.format(others="1@4725 5@4625 4@4825")).state, CENTRAL, "usual")
    assert not sit.assailable >> CITY["Mosul"] & 1


def test_11_2_nobody_threatens_across_the_sea_bug() -> None:
    """From Venice one does not march to Pola but by Udine; a German shock army once went to guard
    Pola on the first turn instead of fighting in France."""
    t = table("turn 1 phase Central movement\nIT 1@{Venice} 3@{Venice}\nCG 5@{Pola}\nGE 1@0814")
    sit = Situation(t.state, CENTRAL, "usual")
    assert sit.threats.nearest(CITY["Pola"]) == 2
    assert sit.threats.nearest(CITY["Udine"]) == 1
    assert sit.threats.nearest(CITY["London"]) == 99


def test_26_5_the_german_shock_armies_stay_in_the_west_on_the_first_turn() -> None:
    state = opening(scenario="1918").choose("auto", "auto").state
    rng = random.Random(1)
    while not isinstance(decision(state), CombatPhase):
        choices = decision(state).choices(state)
        take(state, *STAFF.choose(state, choices, rng, PLANS[0]))
        settle(state, SeededDice("west"))
    west = [u for u, c in enumerate(COUNTERS) if c.key.startswith("GEShock")]
    assert all(GRID.distance(state.where[u], CITY["Reims"]) <= 3 for u in west)


def test_6_8_a_headquarters_does_not_wait_alone_for_the_enemy_bug() -> None:
    """It was once the last unit that the Central Powers had to lose: the British next door took
    Antwerp. With an army beside it, it may stay."""
    text = """turn 3 phase Central movement
        vp 60 60
        BR 1@0813 2@0813
        GE {units}HQHL@0913 3@1113
        """
    t = table(text.format(units="")).choose("unit GEHQHL")
    assert advice(t) != "stay"
    sit = Situation(t.state, CENTRAL, "usual")
    alone = Posts(sit, unit("GEHQHL"), GRID.hex("0913")).forlorn(GRID.hex("0913"))
    t = table(text.format(units="1@0913 ")).choose("unit GEHQHL")
    sit = Situation(t.state, CENTRAL, "usual")
    kept = Posts(sit, unit("GEHQHL"), GRID.hex("0913")).forlorn(GRID.hex("0913"))
    assert alone > 2 > kept == 0


# Points.


def test_26_5_nothing_is_bought_that_comes_too_late() -> None:
    t = table("turn 4 phase Central mobilization\nvp 90 90\nGE 1@1113\nFR 1@0516")
    assert not advice(t).startswith("mobilize GEShock")
    t = table("turn 5 phase Central mobilization\nvp 90 90\nGE 1@1113\nFR 1@0516")
    assert advice(t) == "done"


def test_5_9_points_that_would_run_over_are_spent() -> None:
    t = table("turn 2 phase Allied mobilization\nvp 95 60\nFR 1@0714\nGE 1@0814")
    assert advice(t).startswith("mobilize")


def test_25_2_whoever_is_nearly_at_zero_keeps_his_points() -> None:
    t = table("turn 2 phase Allied mobilization\nvp 12 60\nFR 1@0714\nGE 1@0814")
    assert advice(t) == "done"


def test_thrift_rises_as_points_fall() -> None:
    def price(points: int) -> float:
        t = table(f"turn 3 phase Allied combat 1\nvp {points} 50\nFR 1@0714\nGE 1@0814")
        return Situation(t.state, ALLIED, "usual").ledger.cost(6)

    assert price(100) < price(60) < price(15)


def ledger(text: str, side: int) -> Ledger:
    """What points are worth to a side in a position."""
    return Situation(table(text).state, side, "usual").ledger


def test_25_2_a_loss_that_would_end_the_war_is_not_risked() -> None:
    """A fair attack, but with six points left an army lost is the war lost [R32]."""
    text = """turn 2 phase Allied combat 1
        vp {points} 60
        FR 1@0715 2@0715
        BR 1@0815 2@0815
        GE 1@0814"""
    assert advice(table(text.format(points=60))).startswith("attack")
    assert advice(table(text.format(points=5))) == "done"


def test_25_2_the_allies_do_not_stake_the_war_on_an_airbase_bug() -> None:
    """They once attacked at five to one with four points left, and lost army and war by the one die
    in six."""
    text = """turn 2 phase Allied combat 2
        vp {points} 5
        IT 1@{{Udine}}
        AH Tac1@1618
        FR 1@0714
        GE 1@0814"""
    assert advice(table(text.format(points=4))) == "done"
    assert advice(table(text.format(points=40))) == "attack 1618"


def test_25_2_the_war_is_not_staked_on_attrition_bug() -> None:
    """With three points left four armies once attacked at one and a half to one: one die in six
    costs a point each, and cost the war."""
    text = """turn 1 phase Allied combat 2
        vp {points} 22
        BR 1@0714 3@0714
        FR 4@0713
        GE 3@{{Brussels}}"""
    t = table(text.format(points=3))
    worst = Clash(
        Situation(t.state, ALLIED, "usual"),
        CITY["Brussels"],
        tuple(map(unit, ("BR1", "BR3", "FR4"))),
    ).values()["AA"]
    assert worst < -200
    assert advice(t) == "done"


def test_20_10_who_attacks_from_the_sea_may_lose_everybody_on_board_bug() -> None:
    """Four armies and their transports once drowned before the desert, and the war with them: one
    die in six, at six to one."""
    t = table(
        """turn 2 phase Allied movement
        vp 60 75
        BR EF@{Alexandria} Amph1:fleet Gun1:fleet Gun2:fleet
        FR 7@0714
        GE 19@0814
        CG 7@{Rome}"""
    )
    t.choose("unit BREF", f"assault {GRID.label(CITY['Rome'])}").until("Allied combat 1")
    clash = Clash(Situation(t.state, ALLIED, "usual"), CITY["Rome"], (unit("BREF"),))
    values = clash.values()
    assert [f.type for f, _ in clash.drowned()] == ["amphibious", "infantry_army"]
    assert max(values["AW"], values["AA"], values["DA"]) < -8
    # An army is too much for a hex that another is bound for already [9.1].
    assert clash.toll("big_push", 8)[0] > 1


def test_25_2_the_central_powers_keep_what_the_allied_turn_may_cost() -> None:
    """The Allies have their income before the enemy comes again, the Central Powers have not."""
    state = opening(scenario="1918").choose("auto", "auto").state
    state.vp[:] = 20, 20
    state.phasing = CENTRAL
    central = Situation(state, CENTRAL, "usual").ledger
    state.phasing = ALLIED
    allied = Situation(state, ALLIED, "usual").ledger
    assert central.ruin(14) > 0.5 > 0.1 > allied.ruin(14)
    assert allied.ruin(0) == central.ruin(0) == 1.0


def test_5_9_points_that_run_over_at_the_end_are_spent_on_what_the_enemy_has() -> None:
    """Both will stand at a hundred: a draw, unless the enemy is pulled down."""
    late = ledger("turn 5 phase Central combat 1\nvp 100 100\nFR 1@0714\nGE 1@0814", CENTRAL)
    early = ledger("turn 2 phase Central combat 1\nvp 60 60\nFR 1@0714\nGE 1@0814", CENTRAL)
    assert late.cost(6) < 0.3 * early.cost(6)
    assert late.blow(6) == pytest.approx(6.0, abs=0.1)


def test_25_2_a_staggering_enemy_is_struck_again() -> None:
    text = "turn 2 phase Central combat 2\nvp {allied} 60\nFR 1@0714\nGE 1@0814"
    far, near = (ledger(text.format(allied=n), CENTRAL) for n in (60, 6))
    assert near.blow(6) > far.blow(6) + 30


def test_25_2_hope_shrinks_with_the_attacks_that_are_left() -> None:
    """With a Combat Phase to come an enemy at twenty points may still be brought down."""
    text = "turn 2 phase Central combat {phase}\nvp 20 60\nFR 1@0714\nGE 1@0814"
    first, second = (ledger(text.format(phase=n), CENTRAL) for n in (1, 2))
    assert first.fall(20) > 0.5 > 0.2 > second.fall(20)
    assert first.fall(0) == second.fall(0) == 1.0


# Rings, flights and landings.


def test_13_2_the_last_way_out_is_closed() -> None:
    """Germans stand north of a French army in the open; the other side of it is the better post,
    since from there nobody can retreat any more."""
    t = table(
        """turn 4 phase Central movement
        vp 60 60
        FR 1@0717
        GE 1@0716 3@0616 Shock2@0817"""
    )
    sit = Situation(t.state, CENTRAL, "usual")
    unit = next(u for u, c in enumerate(COUNTERS) if c.key == "GEShock2")
    posts = Posts(sit, unit, GRID.hex("0817"))
    assert posts.strike(GRID.hex("0718")) > posts.strike(GRID.hex("0716"))


def test_26_5_one_hex_before_paris_is_enough() -> None:
    """A second is there if the first is lost; the others have better things to do."""
    text = "turn 3 phase Central movement\nvp 60 60\nFR 1@0516\nGE 1@0914 {others}"

    def worth(others: str) -> float:
        t = table(text.format(others=others))
        unit = next(u for u, c in enumerate(COUNTERS) if c.key == "GE1")
        posts = Posts(Situation(t.state, CENTRAL, "usual"), unit, GRID.hex("0914"))
        return posts.possess(GRID.hex("0715"))

    assert worth("") > worth("3@0716") > worth("3@0716 4@0614")


def test_43_4_an_attack_is_brought_up_to_two_to_one_before_others_grow() -> None:
    """Neither a hopeless attack nor one that is strong enough draws armies as much as one that they
    make good."""
    good = eager(2.0) - eager(1.5)
    assert good > 2 * (eager(1.0) - eager(0.5))
    assert good > 2 * (eager(3.0) - eager(2.5))


AIRFIELDS = """turn 2 phase Central combat {phase}
    options air
    vp 60 70
    FR 1@0714
    GE 1@0814 Str1@0813 Tac1@0813 Tac2@0813 Tac3@0813"""


def test_38_4_airbases_that_nobody_needs_bomb_cities() -> None:
    """In the second phase: who flies supports nobody for the rest of the turn."""
    t = table(AIRFIELDS.format(phase=2))
    assert advice(t).startswith("bomb")
    assert not advice(table(AIRFIELDS.format(phase=1))).startswith("bomb")
    done = follow(t, 6, 6, 6)
    assert done.count("fly") >= 1
    assert t.vp[0] < 60


def test_25_2_nobody_bombs_himself_into_a_revolution_bug() -> None:
    """With two points left an airbase that does not come back costs the war."""
    t = table(AIRFIELDS.format(phase=2).replace("vp 60 70", "vp 60 2"))
    assert advice(t) == "done"


def test_20_10_a_weak_garrison_is_assaulted_from_the_sea_and_a_strong_one_left_alone() -> None:
    text = """turn 2 phase Allied movement
        vp 60 75
        BR EF@{Alexandria} Amph1:fleet Gun1:fleet Gun2:fleet
        FR 7@0714
        GE 19@0814
        """
    weak = table(text + "CG 7@{Rome}").choose("unit BREF")
    assert advice(weak) == f"assault {GRID.label(CITY['Rome'])}"
    strong = table(text + "AH 5@{Rome} 10@{Rome}").choose("unit BREF")
    assert not advice(strong).startswith("assault")


def test_20_10_the_force_at_sea_attacks_before_the_ships_are_used_up_bug() -> None:
    """It once went in last, when its guns had fired elsewhere; a headquarters that lies open is
    the better prize, and can wait."""
    t = table(
        """turn 2 phase Allied movement
        vp 60 75
        BR EF@{Alexandria} Amph1:fleet Gun1:fleet Gun2:fleet
        FR 7@{Larissa} Orient@{Larissa}
        CG 7@{Beirut}
        GE HQHL@2426"""
    )
    beirut = GRID.label(CITY["Beirut"])
    t.choose("unit BREF", f"assault {beirut}").until("Allied combat 1")
    assert t.may("attack 2426")
    assert advice(t) == f"attack {beirut}"


def test_36_1_a_fleet_goes_out_when_its_loss_is_nothing_any_more() -> None:
    """An army on the sea is worth a fleet only when points run over [5.9]."""
    text = """turn {turn} phase Allied movement
        options naval
        vp 60 {points}
        BR 1@{{Portsmouth}} 2@{{Portsmouth}} Amph1:fleet Amph2:fleet
        GE Gun1:fleet"""

    def asked(turn: int, points: int) -> str:
        t = table(text.format(turn=turn, points=points))
        t.choose("done", "unit BR1", f"sail {GRID.label(CITY['Cherbourg'])}")
        return advice(t)

    assert asked(2, 60) == "done"
    assert asked(5, 100) == "contest GEGun1"


# How the war stands.


def test_weigh_follows_the_points_and_the_armies() -> None:
    even = table("turn 4 phase Central movement\nvp 50 50\nFR 1@0714\nGE 1@0814").state
    richer = table("turn 4 phase Central movement\nvp 90 20\nFR 1@0714\nGE 1@0814").state
    stronger = table(
        "turn 4 phase Central movement\nvp 50 50\nFR 1@0714 2@0714 3@0815\nGE 1@0814"
    ).state
    for state in (even, richer, stronger):
        assert STAFF.weigh(state, ALLIED) == pytest.approx(1 - STAFF.weigh(state, CENTRAL), abs=0.1)
    assert STAFF.weigh(richer, ALLIED) > STAFF.weigh(even, ALLIED) + 0.2
    assert STAFF.weigh(stronger, ALLIED) > STAFF.weigh(even, ALLIED)


def test_26_5_germans_before_paris_are_worth_something_in_summer() -> None:
    far = table("turn 3 phase Allied movement\nvp 50 50\nFR 1@0516\nGE 1@0914").state
    near = table("turn 3 phase Allied movement\nvp 50 50\nFR 1@0516\nGE 1@0715").state
    assert STAFF.weigh(near, CENTRAL) > STAFF.weigh(far, CENTRAL) + 0.02


def test_20_6_americans_are_shipped_to_france() -> None:
    """Headquarters Pershing once went to Port Said."""
    text = """turn 1 phase Allied movement
        vp 60 75
        US 1:usa HQPershing:usa Amph1:fleet
        BR Amph1:fleet Amph2:fleet EF@{Jerusalem}
        FR 1@0714
        GE 1@0814
        TU 4@4030"""
    for key in ("US1", "USHQPershing"):
        t = table(text).choose(f"unit {key}")
        verb, place = advice(t).split()
        assert verb == "sail"
        assert TERRITORY["FR"] >> GRID.hex(place) & 1


def test_6_3_an_american_army_is_paid_for_in_time() -> None:
    """Though no other army is, with so few points."""
    t = table("turn 1 phase Allied mobilization\nvp 34 50\nFR 1@{Paris}\nGE 1@0814")
    assert advice(t).startswith("mobilize US")
    t = table("turn 1 phase Allied mobilization\nvp 20 50\nFR 1@{Paris}\nGE 1@0814")
    assert advice(t) == "done"


def test_26_5_nobody_leaves_what_the_summer_asks_for() -> None:
    """Venice was once left for a better post while Salonika was held."""
    t = table(
        """turn 3 phase Central movement
        vp 60 60
        IT 1@1319
        AH 5@{Venice} 6@1519
        BU 1@{Salonika}
        FR 1@0516"""
    )
    assert advice(t.choose("unit AH5")) == "stay"


# What it may not know.


def test_10_1_who_hides_below_a_garrison_is_taken_for_one_of_its_side_bug() -> None:
    """Below the garrison of Jerusalem the British were once taken for Turks."""
    t = table("turn 1 phase Central combat 1\nAG 7@{Jerusalem}\nBR EF@{Jerusalem}\nTU 4@{Amman}")
    sit = Situation(t.state, CENTRAL, "usual")
    hidden = sit.faces(CITY["Jerusalem"])[1]
    assert (hidden.attack, hidden.defence) == (8, 7)
    t = table("turn 1 phase Allied combat 1\nCG 7@{Verona}\nAH 5@{Verona}\nIT 1@{Milan}")
    hidden = Situation(t.state, ALLIED, "usual").faces(CITY["Verona"])[1]
    assert (hidden.attack, hidden.defence) == (4, 6)


def test_9_3_a_garrison_takes_no_room_below_an_army_bug() -> None:
    """An Italian army once attacked Pola alone: of two units below the first it was supposed that
    they were corps, as there was no room for two armies."""
    t = table("turn 3 phase Allied combat 1\nAH 10@{Pola} 6@{Pola}\nCG 5@{Pola}\nIT 1@{Udine}")
    faces = Situation(t.state, ALLIED, "usual").faces(CITY["Pola"])
    assert sorted(f.defence for f in faces) == [1, 6, 6]


def test_10_1_a_guerrilla_is_never_supposed_to_hide_bug() -> None:
    """Lawrence, who was dead, was once dealt below the Greeks, where everybody would see him."""
    t = table("turn 2 phase Central movement\nBR 1@{Salonika}\nGK ND@{Salonika}\nAR CavNLA:dead")
    for seed in range(60):
        twin = deal(t.state, CENTRAL, random.Random(seed))
        assert twin.where[unit("ARCavNLA")] < 0


def positions(seed: int, scenario: str, options: dict[str, str], every: int) -> list[State]:
    """Positions of a game between two staffs, every so many decisions."""
    state = GAME.new(scenario, GAME.settled(scenario, options)[1])
    dice, rng = SeededDice(str(seed)), random.Random(seed)
    found, number = [], 0
    choices = settle(state, dice)
    while choices:
        if number % every == 0 and "auto" not in choices:
            found.append(state.copy())
        number += 1
        take(state, *STAFF.choose(state, choices, rng, PLANS[0]))
        choices = settle(state, dice)
    return found


@pytest.mark.no_cover
def test_10_1_positions_that_look_alike_get_the_same_decision() -> None:
    """The enemy's hidden units are dealt anew; the side cannot tell, nor can its staff."""
    dealt = 0
    for number, state in enumerate(positions(5, "1918", {}, 7)):
        side = decision(state).who(state)
        twin = deal(state, side, random.Random(number))
        assert not broken(twin)
        assert view(twin, side) == view(state, side)
        choices = decision(state).choices(state)
        assert decision(twin).choices(twin) == choices
        dealt += twin.where != state.where
        for plan in PLANS:
            first = STAFF.choose(state, choices, random.Random(1), plan)
            assert STAFF.choose(twin, choices, random.Random(1), plan) == first
        assert STAFF.weigh(twin, side) == STAFF.weigh(state, side)
    assert dealt > 20


def test_10_2_imagining_changes_nothing_of_ones_own() -> None:
    state = opening(scenario="1918").choose("auto", "auto").state
    before = state.copy()
    twin = deal(state, CENTRAL, random.Random(3))
    assert state == before
    for unit, counter in enumerate(COUNTERS):
        if state.side_of(unit) == CENTRAL:
            assert twin.where[unit] == state.where[unit], counter.key
    # The same dice deal the same cards.
    assert deal(state, CENTRAL, random.Random(3)) == twin
    assert deal(state, CENTRAL, random.Random(4)) != twin


# Strength.


EVERYTHING = {option.name: "on" for option in GAME.options if option.values == ("off", "on")}


@pytest.mark.parametrize("options", [{}, EVERYTHING])
@pytest.mark.parametrize("plan", PLANS)
def test_every_question_is_answered(plan: str, options: dict[str, str]) -> None:
    """A whole long game with all optional rules: every answer is legal, and it ends."""
    scenario = "1918-1919" if options else "1918"
    state = GAME.new(scenario, GAME.settled(scenario, options)[1])
    dice, rng = SeededDice(plan), random.Random(2)
    choices = settle(state, dice)
    while choices:
        verb, number = STAFF.choose(state, choices, rng, plan)
        assert choices[verb] >> number & 1
        take(state, verb, number)
        choices = settle(state, dice)


@pytest.mark.slow
@pytest.mark.parametrize("side", [ALLIED, CENTRAL])
def test_the_staff_beats_chance(side: int) -> None:
    for seed in range(4):
        state = GAME.new("1918", GAME.settled("1918", {})[1])
        names = ["random", "random"]
        names[side] = "staff"
        players = [make_player(name) for name in names]
        play_with(GAME, state, SeededDice(f"chance {seed}"), players, random.Random(seed))
        assert GAME.outcome(state).winner == side
