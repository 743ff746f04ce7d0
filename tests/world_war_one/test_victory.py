"""Chapter 15: victory points, and who has won."""

from __future__ import annotations

import random

import pytest

from tests.world_war_one.table import Table, opening, table
from trenchline.games.world_war_one import GAME
from trenchline.games.world_war_one.components import GRID
from trenchline.games.world_war_one.resources import AmericanArrival
from trenchline.games.world_war_one.victory import score, tally
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.game import Outcome
from trenchline.kernel.match import Match
from trenchline.kernel.steps import count, pick

ALLIED_CENTRES = "0106 0207 0304 0305 0306 0405 0407 0409 0505"
ITALIAN_CENTRES = "0115 0214"
CENTRAL_CENTRES = "0509 0707 0710 0806 0809 0911 1107 1116 1206 1210 1212 1409 1515"


def centres(t: Table, side: int) -> set[str]:
    return set(GRID.labels(t.state.centres[side]))


def final(allied_centres: int, central_points: int) -> Outcome:
    """The outcome after turn 10, with so many Allied centres and so many Central points."""
    held = ALLIED_CENTRES.split()[:allied_centres]
    t = table(f"""
        turn 10 phase supply
        FR 1@0206
        held Central
        held Allied {" ".join(held)}
        award Central {central_points} 7 Russia surrenders
    """)
    assert t.asked == ""
    return GAME.outcome(t.state)


@pytest.mark.parametrize(
    ("central", "winner"),
    [(79, 0), (80, None), (81, 1)],
)
def test_15_0_after_ten_turns_more_points_win_and_equal_ones_are_a_draw(
    central: int, winner: int | None
) -> None:
    """[R54] [4.0/end] 75 for the blockade and five for Paris, against a round number."""
    outcome = final(1, central)
    assert outcome.scores == (80, central)
    assert outcome.winner == winner
    if winner is None:
        assert "equal" in outcome.reason
    else:
        assert "by 1 " in outcome.reason


def test_15_0_the_game_lasts_ten_turns() -> None:
    """[4.0/end] After turn 9 comes turn 10, after turn 10 nothing."""
    ninth = table("turn 9 phase supply\nFR 1@0206")
    assert (ninth.turn, ninth.phase) == (10, "Allied movement")
    while ninth.asked:
        ninth.choose("done")
    assert ninth.turn == 10
    assert ninth.said("The war is over")


# Resource centres.


def test_15_1_each_side_begins_with_the_centres_of_its_own_countries() -> None:
    """[R32] A neutral's belong to nobody: Italy's two and Constantinople."""
    t = opening()
    assert centres(t, 0) == set(ALLIED_CENTRES.split())
    assert centres(t, 1) == set(CENTRAL_CENTRES.split())
    free = opening(scenario="free_deployment")
    assert centres(free, 0) == set(ALLIED_CENTRES.split()) - {"0405", "0505"}


def test_15_1_a_centre_is_his_who_was_the_last_to_enter_it() -> None:
    t = table("""
        turn 4 phase Central movement
        GE 1@0406
        FR 1@0207
        ruined 0505 0506 0605
    """)
    assert "0405" in centres(t, 0)
    t.choose("unit GE1", "step 0405", "stop")
    assert "0405" in centres(t, 1)
    assert "0405" not in centres(t, 0)


def test_15_1_passing_through_is_enough_and_it_need_not_be_held() -> None:
    t = table("""
        turn 4 phase Central movement
        GE 1@0406
        FR 1@0110
        ruined 0505 0506 0605 0306
    """)
    t.choose("unit GE1", "step 0405", "step 0305", "step 0204", "stop")
    assert {"0405", "0305"} <= centres(t, 1)
    assert "0304" in centres(t, 0)
    # Nobody stands there, and the French take one back by walking through.
    back = table("""
        turn 5 phase Allied movement
        GE 1@0707
        FR 1@0205
        held Central 0305 0405
    """)
    back.choose("unit FR1", "step 0305", "step 0304", "stop")
    assert {"0304", "0305"} <= centres(back, 0)
    assert "0405" in centres(back, 1)


@pytest.mark.parametrize(
    ("phase", "army", "hex_"),
    [
        ("turn 5 phase Allied build\nFR crp 5", "FR5", "0106"),
        ("turn 5 phase Allied build\nBL crp 5", "BLArmy", "0505"),
        ("turn 9 phase Allied build\nUS crp 5 1:pool", "US1", "0106"),
        ("turn 5 phase Central build\nGE crp 5", "GE1", "1409"),
        ("turn 5 phase Central build\nTU crp 5", "TU1", "1733"),
    ],
)
def test_15_1_a_new_army_takes_the_centre_it_appears_on_bug(
    phase: str, army: str, hex_: str
) -> None:
    """[R70] The enemy passed through and left; the army built there is the last to occupy it.

    It used to change nothing: only units that walked in took a centre.
    """
    side = 0 if "Allied" in phase else 1
    enemy = ("Central", "Allied")[side]
    t = table(f"{phase}\nheld {enemy} {hex_}")
    assert hex_ in centres(t, 1 - side)
    t.choose(f"build {army}", f"place {hex_}")
    assert hex_ in centres(t, side)
    assert hex_ not in centres(t, 1 - side)


def test_15_1_an_american_army_takes_the_centre_it_lands_on_bug() -> None:
    """[14.24] [R70] Arrivals are no builds, and take what they stand on just the same."""
    t = table("turn 8 phase Allied build\nheld Central 0106\nfacts arrivals-1")
    t.state.stack.append(AmericanArrival())
    t = Table(t.state).choose("place 0106")
    assert "0106" in centres(t, 0)
    assert "0106" not in centres(t, 1)


@pytest.mark.parametrize(("turn", "country", "centre"), [(1, "TU", "1733"), (2, "IT", "0214")])
def test_15_1_a_nation_that_joins_brings_its_centres(turn: int, country: str, centre: str) -> None:
    """[R32] To its own side, and none that the enemy holds."""
    text = f"turn {turn} phase supply\nFR 1@0207\nGE 1@0710\n{country} neutral"
    side = 1 if country == "TU" else 0
    joined = table(text)
    assert centre in centres(joined, side)
    enemy = ("Central", "Allied")[side]
    lost = table(f"{text}\nheld {enemy} {centre}")
    assert centre in centres(lost, 1 - side)
    assert centre not in centres(lost, side)


def test_15_1_a_zone_of_control_is_not_enough() -> None:
    t = table("""
        turn 4 phase Central movement
        GE 1@0406
        FR 1@0110
        ruined 0505 0506 0605
    """)
    assert "0405" in t.zone("Central")
    assert "0405" in centres(t, 0)


def test_15_1_a_straight_move_takes_every_centre_on_its_way() -> None:
    t = table("""
        turn 4 phase Allied movement
        FR 1@0710
        AH 1@1116
        GE 1@2010
    """)
    t.choose("unit FR1", "move 0809")
    assert {"0809"} <= centres(t, 0)


def test_15_1_retreat_and_advance_count_as_entering() -> None:
    t = table("""
        turn 3 phase Central attack 1
        GE crp 20 1@0508 2@0507 3@0406
        FR 3@0407
        ruined 0505 0506 0605
    """).roll(1)
    t.fight("0407", "GE1", "GE2", "GE3")
    while t.asked == "RetreatPath":
        t.choose(min(t.legal))
    t.choose("advance GE1")
    if t.asked == "AdvanceTo":
        t.choose("advance_to 0407")
    assert "0407" in centres(t, 1)


@pytest.mark.parametrize(("side", "number"), [("Allied", 0), ("Central", 1)])
def test_15_1_each_is_worth_five_points(side: str, number: int) -> None:
    t = table(f"""
        turn 4 phase Allied movement
        FR 1@0206
        held {side} {ALLIED_CENTRES} {CENTRAL_CENTRES}
    """)
    expected = 5 * 22 + (75 if side == "Allied" else 0)
    assert t.points[number] == expected


def test_15_1_a_neutrals_centres_count_from_its_entry() -> None:
    """[R32] For the side it joins, unless the invader stands there already."""
    t = table("turn 2 phase supply\nIT crp 15\nFR 1@0206")
    assert set(ITALIAN_CENTRES.split()) <= centres(t, 0)
    invaded = table("""
        turn 2 phase Central movement
        AH 1@0515
        FR 1@0206
        IT crp 15
    """)
    assert not set(ITALIAN_CENTRES.split()) & (centres(invaded, 0) | centres(invaded, 1))
    invaded.choose("unit AH1", "step 0516", "stop")
    assert set(ITALIAN_CENTRES.split()) <= centres(invaded, 0)


# Other points.


def test_15_2_the_points_for_russia_are_the_central_powers() -> None:
    """Example A14: surrender on turn 7 is worth thirty."""
    t = table("""
        turn 7 phase Central movement
        GE 1@2711
        RS 1@2926
        captured 2014 2316 2713 2720
        facts collapsed
    """)
    before = t.points
    t.choose("unit GE1", "step 2710")
    assert t.points == (before[0], before[1] + 30)


def test_15_3_the_player_who_did_not_violate_a_neutral_scores() -> None:
    t = table("""
        turn 4 phase Allied movement
        SB 1@0827
        AH 1@1116
    """)
    before = t.points
    t.choose("unit SB1", "step 0826")
    assert t.points == (before[0], before[1] + 5)


def test_15_3_automatic_entry_scores_nothing() -> None:
    t = table("""
        turn 3 phase supply
        IT crp 15
        BU 1@1226
        FR 1@0206
    """)
    assert t.side("BU") == "central"
    assert t.state.ledger == []


@pytest.mark.parametrize("scenario", ["historical", "free_deployment"])
def test_15_4_the_blockade_is_worth_75_in_both_games(scenario: str) -> None:
    t = opening(scenario=scenario)
    assert ("blockade", 75) in tally(t.state, 0)
    assert not any(what == "blockade" for what, _ in tally(t.state, 1))


def test_15_0_the_historical_game_opens_at_125_to_65() -> None:
    """[15.4] [15.3] Nine centres, Belgium and the blockade against thirteen centres."""
    assert opening().points == (9 * 5 + 5 + 75, 13 * 5)


def test_15_0_points_are_the_sum_of_what_is_told_of_them() -> None:
    rng = random.Random(15)
    match = Match(GAME, SeededDice("15"))
    while not match.over:
        for side in (0, 1):
            told = sum(points for _, points in tally(match.state, side))
            assert score(match.state, side) == told
        for _ in range(25):
            if not match.over:
                match.take(pick(match.choices, rng.randrange(count(match.choices))))
    assert match.state.ledger, "something besides centres has counted"
