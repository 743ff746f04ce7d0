"""Section 12.1: how Russia collapses and surrenders, and the garrisons it takes afterwards."""

from __future__ import annotations

import pytest

from tests.world_war_one.table import Table, table
from trenchline.games.world_war_one.components import CODES, COUNTRY, GRID, NATION, UNITS
from trenchline.games.world_war_one.resources import AllocatePoints
from trenchline.games.world_war_one.routes import explore
from trenchline.games.world_war_one.state import FROZEN, LOCKED, RELEASED
from trenchline.games.world_war_one.supply import supplied

BESIDE = {
    "2014": "2013",
    "2316": "2315",
    "2713": "2712",
    "2720": "2719",
    "2710": "2711",
    "2718": "2717",
    "2326": "2325",
}
"""The seven named cities, each with a Russian hex next to it."""
FOUR = ("2014", "2316", "2713", "2720")
OTHERS = ("2710", "2718", "2326")


def march_into(
    city: str, captured: str, *, turn: int = 3, collapsed: bool = False, more: str = ""
) -> Table:
    """A German army walks into a city while others have fallen."""
    t = table(f"""
        turn {turn} phase Central movement
        GE 1@{BESIDE[city]} 9@0710
        RS crp {0 if collapsed else 25} 1@2926 2:pool 3:lost
        ruined 2014 2316
        captured {captured}
        facts {"collapsed" if collapsed else ""}
        {more}
    """)
    return t.choose("unit GE1", f"step {city}")


def held(t: Table) -> set[str]:
    return set(GRID.labels(t.state.red_cities))


def income(t: Table, nation: str = "RS") -> int:
    """A nation's points after one more allocation."""
    twin = t.state.copy()
    AllocatePoints().run(twin)
    return twin.crp[NATION[nation]]


# Collapse.


@pytest.mark.parametrize("last", FOUR)
def test_12_11_the_fourth_city_brings_collapse_whichever_it_is(last: str) -> None:
    """[R46] At once, in the midst of the move, though nobody stands in the other three."""
    t = march_into(last, " ".join(city for city in FOUR if city != last))
    assert t.state.collapsed
    assert not t.state.surrendered
    assert t.crp("RS") == 0
    assert t.where("RS1") == "2926"
    assert income(t) == 0


@pytest.mark.parametrize("missing", FOUR)
def test_12_11_three_of_the_four_are_not_enough(missing: str) -> None:
    captured = [city for city in FOUR if city != missing]
    t = march_into("2326", " ".join([*captured, "2710", "2718"]))
    assert held(t) == {*captured, *OTHERS}
    assert not t.state.collapsed
    assert not t.state.surrendered
    assert t.crp("RS") == 25


def test_12_11_a_city_is_captured_by_passing_through() -> None:
    t = march_into("2720", "2014 2316 2713").choose("step 2721", "stop")
    assert t.where("GE1") == "2721"
    assert t.state.collapsed


def test_12_11_a_city_retaken_before_the_last_one_falls_prevents_it() -> None:
    t = table("""
        turn 3 phase Allied movement
        RS crp 25 1@2015
        GE 1@2719 2@1911
        captured 2014 2316 2713
        ruined 2014 2015 2316
    """)
    t.choose("unit RS1", "step 2014", "stop")
    assert held(t) == {"2316", "2713"}
    t.choose("unit GE1", "step 2720", "stop")
    assert held(t) == {"2316", "2713", "2720"}
    assert not t.state.collapsed
    assert t.crp("RS") == 25


def test_12_11_any_ally_retakes_a_city() -> None:
    t = table("""
        turn 3 phase Allied movement
        RM allied 1@2325
        GE 1@2719
        captured 2326
    """)
    t.choose("unit RM1", "step 2326", "stop")
    assert held(t) == set()


def test_12_11_collapse_is_for_good() -> None:
    """[R46] Cities retaken later bring nothing back; the army fights on without points."""
    t = table("""
        turn 4 phase Allied movement
        RS 1@2719
        GE 1@1409
        captured 2014 2316 2713 2720
        facts collapsed
    """)
    t.choose("unit RS1", "step 2720", "stop")
    assert t.state.collapsed
    assert income(t) == 0
    # Nobody else is the poorer for it.
    assert income(t, "GE") == 35


# Surrender.


@pytest.mark.parametrize("fifth", OTHERS)
def test_12_12_a_fifth_city_after_the_four_brings_surrender(fifth: str) -> None:
    t = march_into(fifth, " ".join(FOUR), collapsed=True)
    assert t.state.surrendered
    assert [t.where(f"RS{n}") for n in (1, 2, 3)] == ["lost", "lost", "lost"]


@pytest.mark.parametrize("fifth", OTHERS)
def test_12_12_the_fifth_may_fall_before_the_fourth(fifth: str) -> None:
    """[R46] Then collapse and surrender come together."""
    t = march_into("2720", f"2014 2316 2713 {fifth}")
    assert t.state.collapsed
    assert t.state.surrendered


def test_12_12_a_fifth_city_that_was_retaken_does_not_count() -> None:
    """[R46] They must hold it when Russia has collapsed."""
    t = table("""
        turn 3 phase Allied movement
        RS crp 25 1@2717
        GE 1@2719
        captured 2014 2316 2713 2718
    """)
    t.choose("unit RS1", "step 2718")
    assert held(t) == {"2014", "2316", "2713"}
    while t.asked == "MoveUnit":
        t.choose("stop")
    t.choose("unit GE1", "step 2720")
    assert t.state.collapsed
    assert not t.state.surrendered


@pytest.mark.parametrize(
    ("turn", "points"),
    list(enumerate([100, 80, 70, 60, 50, 40, 30, 25, 20, 15], start=1)),
)
def test_15_2_surrender_scores_what_the_track_shows_for_the_turn(turn: int, points: int) -> None:
    """[12.12] [TRK/turn] Example A14: thirty on turn 7."""
    t = march_into("2710", " ".join(FOUR), turn=turn, collapsed=True)
    assert t.state.ledger == [(turn, 1, points, "Russia surrenders")]


def test_12_12_surrender_may_come_by_advance_after_combat() -> None:
    t = table("""
        turn 3 phase Central attack 1
        GE crp 20 1@2711 2@2610 9@1409
        RS 1@2710 2@2926
        captured 2014 2316 2713 2720
        facts collapsed
    """).roll(1)
    t.fight("2710", "GE1", "GE2")
    assert t.where("RS2") == "2926"
    t.choose("advance GE1")
    assert t.state.surrendered
    assert t.where("RS2") == "lost"


# Afterwards.


def test_12_13_the_forts_in_russia_are_destroyed_and_stay_so() -> None:
    t = march_into("2710", " ".join(FOUR), collapsed=True, more="FR crp 9 1@0207")
    for fort in ("2015", "2219", "2314", "2414", "2512"):
        assert not t.fort(fort)
    # Elsewhere they stand.
    assert t.fort("1818")
    assert t.fort("2211")
    t.choose("stop").until("Allied build")
    assert t.refused("rebuild 2512").case == "12.13"
    assert t.refused("build RS1").case == "12.12"


def test_12_13_the_eastern_edge_feeds_nobody_any_more() -> None:
    text = """
        turn 3 phase Allied movement
        SB 1@2810
        GE 1@0105 2@0107 3@0109
        AH 1@1223 2@1225 3@0927
        ruined 0106 1223
        IT neutral
        {facts}
    """
    hex_ = GRID.hex("2810")
    before = table(text.format(facts=""))
    assert supplied(before.state, NATION["SB"]) >> hex_ & 1
    after = table(text.format(facts="facts collapsed surrendered watch-1"))
    assert not supplied(after.state, NATION["SB"]) >> hex_ & 1


SURRENDERED = """
    turn 4 phase {phase} movement
    GE {germans}
    RM allied {rumanians}
    captured 2014 2316 2713 2720 2710
    ruined 2014 2015 2219 2314 2316 2414 2512
    award Central 70 3 Russia surrenders
    {more}
    facts collapsed surrendered watch-{watch}
"""


def after(
    germans: str,
    *,
    phase: str = "Central",
    rumanians: str = "",
    watch: int = LOCKED,
    more: str = "",
) -> Table:
    return table(
        SURRENDERED.format(
            phase=phase, germans=germans, rumanians=rumanians, watch=watch, more=more
        )
    )


def test_12_13_units_in_russia_may_not_leave_before_four_cities_are_garrisoned() -> None:
    """[R47] Within Russia they move as they like; others may come in."""
    t = after("1@2014 2@2316 3@2114 4@2212")
    t.choose("unit GE3")
    for outside in ("step 2113", "move 2113", "move 2012"):
        assert t.refused(outside).case == "12.13"
    assert t.may("step 2213")
    assert t.may("move 2313") is False
    t.choose("move 2214", "unit GE4")
    assert t.may("step 2213")
    assert t.may("move 2112")


def test_12_13_four_garrisons_stay_and_the_others_are_free() -> None:
    t = after("1@2014 2@2316 3@2713 4@2719 5@2114")
    assert t.state.watch == LOCKED
    t.choose("unit GE4", "step 2720", "stop")
    assert t.state.watch == FROZEN
    assert set(GRID.labels(t.state.garrisons)) == set(FOUR)
    for garrison in ("GE1", "GE2", "GE3", "GE4"):
        assert not t.may(f"unit {garrison}")
        assert t.refused(f"unit {garrison}").case == "12.13"
    t.choose("unit GE5", "step 2113", "stop")
    assert t.where("GE5") == "2113"


def test_12_13_garrisons_stay_in_later_turns() -> None:
    t = after(
        "1@2014 2@2316 3@2713 4@2720 5@2114",
        watch=FROZEN,
        more="garrisons 2014 2316 2713 2720",
    )
    assert t.choices("unit") == {"GE5"}
    assert t.refused("unit GE1").case == "12.13"


def test_12_13_of_more_than_four_the_owner_spares_some() -> None:
    """[R47] Six of the seven are held when Russia surrenders, one by the army that brought it."""
    asked = table("""
        turn 4 phase Central movement
        GE 1@2014 2@2316 3@2713 4@2718 5@2710 6@2719
        RS 1@2926
        captured 2014 2316 2713 2718 2710
        ruined 2014 2316
    """)
    asked.choose("unit GE6", "move 2720")
    assert (asked.asked, asked.who) == ("SpareGarrison", "Central")
    assert asked.choices("spare") == {"2014", "2316", "2713", "2718", "2710", "2720"}
    assert asked.refused("spare 2326").case == "12.13"
    assert asked.refused("unit GE6").case == "12.13"
    asked.choose("spare 2713", "spare 2720")
    assert set(GRID.labels(asked.state.garrisons)) == {"2014", "2316", "2718", "2710"}
    assert asked.may("unit GE3")
    assert asked.refused("unit GE1").case == "12.13"


@pytest.mark.parametrize("watch", [LOCKED, FROZEN])
def test_12_13_allied_units_in_russia_end_garrison_duty(watch: int) -> None:
    """[R68] Also before four cities are garrisoned; the points are kept."""
    cities = "garrisons 2014 2316 2713 2720" if watch == FROZEN else ""
    germans = "1@2014 2@2316 3@2713 4@2720" if watch == FROZEN else "1@2014"
    t = after(germans, phase="Allied", rumanians="1@2024", watch=watch, more=cities)
    t.choose("unit RM1", "step 2025", "stop")
    assert t.state.watch == RELEASED
    assert t.points[1] - 70 == 5 * t.state.centres[1].bit_count()
    t.choose("unit GE1")
    assert t.may("step 2013")
    assert t.may("move 2113")


def test_12_13_combat_carries_units_across_the_border() -> None:
    """[R64] Only movement out is barred."""
    t = table("""
        turn 5 phase Central attack 1
        GE crp 20 1@2025 9@1409
        RM allied 1@1925
        captured 2014 2316 2713 2720 2710
        facts collapsed surrendered watch-1
    """).roll(1)
    t.fight("1925", "GE1")
    while t.asked == "RetreatPath":
        t.choose(min(t.legal))
    t.choose("advance GE1")
    if t.asked == "AdvanceTo":
        t.choose("advance_to 1925")
    assert t.where("GE1") == "1925"


def test_12_13_a_garrison_that_is_gone_binds_nobody() -> None:
    """The unit is to stay, not the hex: whoever comes after it is free."""
    t = table("""
        turn 4 phase supply
        GE 1@2014 2@2316 3@2713 5@2325
        AH 1@2326
        FR 1@0818 2@1116 3@1212
        captured 2014 2316 2713 2720 2326
        ruined 2014 2316
        garrisons 2014 2316 2713 2326
        facts collapsed surrendered watch-2
    """)
    assert t.where("AH1") == "lost"
    assert set(GRID.labels(t.state.garrisons)) == {"2014", "2316", "2713"}
    t.until("Central movement").choose("unit GE5", "step 2326", "stop")
    while t.turn == 5:
        t.choose("done")
    t.until("Central movement")
    assert t.may("unit GE5")
    assert t.refused("unit GE1").case == "12.13"


def test_12_13_allies_in_russia_are_not_locked_in() -> None:
    """They stood there when she surrendered, and walk home."""
    t = table("""
        turn 8 phase Allied movement
        RM allied 1@2026
        GE 1@2014
        captured 2014 2316 2713 2720 2710
        ruined 2014
        facts collapsed surrendered watch-1
    """).choose("unit RM1")
    assert {CODES[COUNTRY[GRID.hex(end)]] for end in t.choices("step")} == {"RM", "RS"}


FIVE = """
    turn 6 phase Central movement
    GE 1@2014 2@2316 3@2713 4@2710 6@2719
    RS 1@2926
    captured 2014 2316 2713 2710
    ruined 2014 2316
"""
"""Russia falls when Kiev does; four other cities are held."""


@pytest.mark.parametrize("way", [("move 2720",), ("step 2720", "stop")])
def test_12_13_the_city_just_entered_is_among_the_garrisons_bug(way: tuple[str, ...]) -> None:
    """[R47] Entered by an advance it was offered, entered by movement it was forgotten."""
    t = table(FIVE).choose("unit GE6", *way)
    assert t.state.surrendered
    assert t.asked == "SpareGarrison"
    assert t.choices("spare") == {*FOUR, "2710"}
    t.choose("spare 2710")
    assert set(GRID.labels(t.state.garrisons)) == set(FOUR)
    assert t.refused("unit GE6").case == "12.13"
    assert t.may("unit GE4")


def test_12_13_who_goes_on_leaves_the_garrisons_to_the_others() -> None:
    """[R47] Four cities are held, so nobody is locked in; the army on its way is no garrison."""
    t = table(FIVE).choose("unit GE6", "step 2720", "step 2721", "stop")
    assert set(GRID.labels(t.state.garrisons)) == {"2014", "2316", "2713", "2710"}
    assert t.asked != "SpareGarrison"
    # With four garrisons posted it may leave Russia in the very move that brought her down.
    t = table("""
        turn 6 phase Central movement
        GE 1@2713 2@2316 3@2720 4@2710 5@2013 9@1409
        RS 1@2926
        captured 2316 2713 2720 2710
        ruined 2014 2015 2316
    """)
    t.choose("unit GE5", "step 2014")
    assert t.state.surrendered
    assert t.choose("step 2013").may("step 2012")


LAST = """
    turn 6 phase Central movement
    GE 1@{here} {more} 9@1409
    RS 1@2926
    captured 2316 2713 2720 2710
    ruined 2014 2015
"""
"""Russia falls when Warsaw does."""


def test_12_13_a_straight_move_goes_round_the_city_that_brings_surrender_bug() -> None:
    """[12.12] [R61] The army went through Warsaw and out again, in the move that brought it."""
    t = table(LAST.format(here="1614", more="")).choose("unit GE1", "move 2113")
    assert t.where("GE1") == "2113"
    assert not t.state.surrendered


def test_12_13_no_straight_move_brings_russia_down_on_its_way() -> None:
    """[12.12] [R61] It may end in the city that brings her down, but does not pass it."""
    t = table(LAST.format(here="1817", more="")).choose("unit GE1")
    refusal = t.refused("move 2113")
    assert refusal.case == "12.12"
    assert "Warsaw" in refusal.reason
    # Led hex by hex, the army brings her down and is locked in.
    led = t.copy().choose("step 1917", "step 2016", "rail 2015", "rail 2014")
    assert led.state.surrendered
    led.choose("rail 2013")
    assert led.refused("rail 2113").case == "12.13"
    t.choose("move 2014")
    assert t.state.surrendered


@pytest.mark.parametrize(("fallen", "passed"), [("", True), ("2710", False)])
def test_12_12_a_straight_move_passes_a_city_that_brings_nothing(fallen: str, passed: bool) -> None:
    """[R61] Through Warsaw to 2115 is shortest; without a fifth city in reach Russia stands."""
    t = table(f"""
        turn 6 phase Central movement
        GE 1@1914 9@1409
        RS 1@2926
        captured 2316 2713 2720 {fallen}
        ruined 2014 2015
    """).choose("unit GE1", "move 2115")
    assert ("2014" in held(t)) == passed
    assert not t.state.surrendered


def test_12_12_a_straight_move_goes_round_the_fifth_city_too() -> None:
    """[R61] The four have fallen, and the shortest way from 2717 to 2719 leads through Gomel."""
    text = """
        turn 6 phase Central movement
        GE 1@2717 9@1409
        captured 2014 2316 2713 2720 {}
        facts collapsed {}
    """
    t = table(text.format("", "")).choose("unit GE1", "move 2719")
    assert (t.where("GE1"), t.state.surrendered) == ("2719", False)
    assert "2718" not in t.log[-1]
    # Once she is out of the war there is nothing to go round for.
    t = table(text.format("2710", "surrendered watch-1")).choose("unit GE1", "move 2719")
    assert "2718" in t.log[-1]


def test_12_13_two_cities_on_one_way_bring_russia_down_too() -> None:
    """[12.12] [R61] Each alone is harmless; the second one on the way brings surrender."""
    text = """
        turn 6 phase Central movement
        GE 1@1914 9@1409
        RS 1@2926
        captured 2713 2720 2710
        ruined 2014 2015 2316 2314 2414
    """
    t = table(text).choose("unit GE1")
    ends = t.choices("move")
    routes = explore(t.state, UNITS["GE1"], GRID.hex("1914"))
    for end in ends:
        twin = t.copy().choose(f"move {end}")
        assert not twin.state.surrendered or end in ("2014", "2316"), end
    assert {"2014", "2316"} <= ends
    assert routes.reached.bit_count() >= len(ends)


def test_12_13_relief_goes_round_the_city_that_brings_surrender_bug() -> None:
    """[12.12] [R60] [R61] A relieving army went through Warsaw, and out of Russia again."""
    t = table(LAST.format(here="1817", more="2@2113")).choose("unit GE1")
    assert t.refused("relieve 2113").case == "12.12"
    t = table(LAST.format(here="1614", more="2@2113")).choose("unit GE1", "relieve 2113")
    assert t.where("GE1") == "2113"
    assert not t.state.surrendered


def test_r60_a_friend_in_russia_may_make_way_out_of_her_bug() -> None:
    """It was refused for fear of a surrender that nobody could bring about on the way."""
    t = table("""
        turn 3 phase Central movement
        GE 1@1913 2@2114 3@2013 4@2115 5@2213 6@2214 7@2015 8@2116 9@1914 10@2314 11@1915 12@2215
        AH 1@2014 2@2315 3@2313
        RS 1@2926
        ruined 2014 2015 2314
        captured 2014
    """).choose("unit GE1", "relieve 2114", "step 2113", "stop")
    assert (t.where("GE1"), t.where("GE2")) == ("2114", "2113")
