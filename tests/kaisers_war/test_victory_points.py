"""Chapters 5 and 25: gaining, spending and losing victory points, and what they decide."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import city, opening, table
from trenchline.games.kaisers_war.components import ALLIED, CENTRAL, CITY, UNITS
from trenchline.games.kaisers_war.elimination import price
from trenchline.games.kaisers_war.state import State
from trenchline.games.kaisers_war.victory import LossRoll, income, level_of, outcome, scoring


def gains(text: str) -> tuple[int, int]:
    """What a position yields to both sides in the Victory Point Segment."""
    state = table(text).state
    return income(state, ALLIED), income(state, CENTRAL)


EMPTY = "turn 4 phase Allied movement\nFR 1@{Dijon}\nGE 1@{Kassel}"


def test_5_1_totals_are_open() -> None:
    """The start of the scenarios [26.2]; each side and any spectator reads both totals."""
    t = opening()
    assert t.vp == (60, 75)
    for reader in ("Allied", "Central", None):
        tracks = {track.name: track.value for track in t.seen_by(reader).tracks}
        assert tracks["Allied victory points"] == 60
        assert tracks["Central victory points"] == 75


def test_5_2_objectives_and_areas_score() -> None:
    """Capitals 4, resource centres 2, political cities 1; to the Allies 6 + 3 + 12 from overseas,
    whatever happens on the map [43.1]."""
    allied, central = gains(EMPTY)
    # London, Paris, Rome; Birmingham, Lyon, Milan, Baku; Marseille, Genoa, Venice, Athens,
    # Salonika, Cairo, Tiflis, all in Allied countries and free of enemies.
    assert allied == 21 + 3 * 4 + 4 * 2 + 7
    # Berlin, Vienna, Constantinople; Ruhr, Metz, Leipzig, Breslau, Prague, Budapest; Munich,
    # Konigsberg, Lemberg, Pola, Sofia, Damascus, Mosul, Warsaw, Riga, Helsinki, Kiev, Odessa.
    # Occupied Ploesti, Brussels, Belgrade and Bucharest lie in Allied countries.
    assert central == 3 * 4 + 6 * 2 + 11 + 1


def test_5_3_beyond_the_line_only_occupation_scores() -> None:
    """Paris is worth four to either side: to the Allies by control, to the others by presence."""
    before = gains(EMPTY)
    taken = gains(EMPTY.replace("{Kassel}", "{Paris}"))
    assert taken == (before[0] - 4, before[1] + 4)
    # An empty Brussels, free of German zones, is controlled by the Allies but lies beyond the line.
    t = table(EMPTY)
    assert city("Brussels") in t.controlled("Allied")
    assert not scoring(t.state, ALLIED) >> CITY["Brussels"] & 1
    # Occupied by the Germans it scores for them; liberated, for the Allies.
    assert gains(EMPTY.replace("{Kassel}", "{Brussels}")) == (before[0], before[1] + 1)
    assert gains(EMPTY.replace("{Dijon}", "{Brussels}"))[0] == before[0] + 1


def test_5_3_the_same_hexes_score_every_turn() -> None:
    t = table("turn 4 phase Allied attrition\nlast 11\nvp 4 5\nFR 1@{Dijon}\nGE 1@{Kassel}")
    allied, central = gains(EMPTY)
    assert t.vp == (4 + allied, 5 + central)
    while t.turn == 5:
        t.choose("done")
    assert t.vp == (4 + 2 * allied, 5 + 2 * central)


def test_5_4_half_in_1919_after_totalling() -> None:
    """48 become 24; with one point less, 47 become 24 as well: rounded up after the sum."""
    full = gains(EMPTY)
    half = gains(EMPTY.replace("turn 4", "turn 8"))
    assert half == ((full[0] + 1) // 2, (full[1] + 1) // 2)
    assert half == (24, 18)
    venice = EMPTY.replace("turn 4", "turn 8").replace("{Kassel}", "{Venice}")
    assert gains(venice) == (24, 19)
    # Losses stay what they were: an army costs six.
    t = table("""turn 8 phase Central combat 1
                 vp 50 50
                 FR 1@3525
                 GE 1@3524""")
    # 6/8 is 50-99 percent: five is a bloodbath.
    t.fight("3525", "GE1", die=5)
    assert t.said("loses 6 VP")


def test_5_5_nobody_spends_his_last_point() -> None:
    """Four points for an army: with five it may be raised, with four not."""
    t = table("turn 2 phase Central mobilization\nvp 50 5\nGE 1@{Berlin}")
    t.choose("mobilize GE3")
    assert t.vp == (50, 1)
    t = table("turn 2 phase Central mobilization\nvp 50 4\nGE 1@{Berlin}")
    assert t.refused("mobilize GE3") == "5.5"


def test_5_6_points_pay_for_offensive_supply() -> None:
    """A forced march, then an attack with maximum supply: a point each."""
    t = table("turn 3 phase Central movement\nvp 50 50\nFR 1@3524\nGE 1@{Konia} 3@{Konia}")
    t.choose("unit GE1", "force")
    assert t.vp == (50, 49)
    t.choose("move 3525", "done").declare("3524", "GE1").choose("supply GE1")
    assert t.vp == (50, 48)


def test_5_7_losses_are_booked_at_once() -> None:
    """A bloodbath: six points for each army, before anything else happens."""
    t = table("turn 3 phase Central combat 1\nvp 50 50\nFR 1@3525\nGE 1@3524 3@3524 4@3424")
    # 6/8: five is BB.
    t.fight("3525", "GE1", die=5)
    assert t.vp == (44, 44)


def test_5_8_hexes_score_only_in_the_end_phase() -> None:
    """Taking Paris brings nothing at once."""
    t = table("turn 4 phase Central movement\nvp 50 50\nGE 1@0716 3@0816")
    t.choose("unit GE1", f"move {city('Paris')}")
    assert t.vp == (50, 50)
    t.choose("done")
    while t.turn == 4:
        t.choose("done")
    assert t.vp[1] > 50


def test_5_9_a_hundred_is_the_most() -> None:
    t = table("turn 4 phase Allied attrition\nvp 90 20\nFR 1@{Dijon}\nGE 1@{Kassel}")
    assert t.vp[0] == 100


def test_5_9_zero_ends_the_game_at_once() -> None:
    """Bloodbath with six points each: the attacker's loss comes first, the defender survives."""
    t = table("turn 3 phase Central combat 1\nvp 6 6\nFR 1@3525\nGE 1@3524")
    t.fight("3525", "GE1", die=5)
    assert t.vp == (6, 0)
    assert t.state.finished
    assert not t.state.stack
    assert t.where("FR1") == "3525"
    assert t.outcome.winner == ALLIED


def test_25_1_the_difference_makes_the_level() -> None:
    assert [level_of(n) for n in (0, 25)] == ["draw", "draw"]
    assert [level_of(n) for n in (26, 50)] == ["marginal", "marginal"]
    assert [level_of(n) for n in (51, 75)] == ["continental", "continental"]
    assert [level_of(n) for n in (76, 100)] == ["imperial", "imperial"]


@pytest.mark.parametrize(
    ("points", "winner", "word"),
    [
        ([60, 35], None, "draw"),
        ([61, 35], ALLIED, "marginal"),
        ([20, 71], CENTRAL, "continental"),
        ([100, 24], ALLIED, "imperial"),
    ],
)
def test_25_1_who_wins_on_points(points: list[int], winner: int | None, word: str) -> None:
    state = State()
    state.vp = points
    assert outcome(state).winner == winner
    assert word in outcome(state).reason


def test_25_2_sudden_death_adds_twenty_five() -> None:
    """[R32] The winner's own points and 25 give the level: 40 make a continental victory of 65."""
    t = table("turn 3 phase Central combat 1\nvp 40 3\nFR 1@3525\nGE 1@3524")
    t.fight("3525", "GE1", die=1)  # AD: an army, six points
    assert t.outcome.winner == ALLIED
    assert "continental" in t.outcome.reason
    assert t.said("revolution")
    # Points just lost otherwise end it as well.
    state = table("turn 3 phase Central movement\nvp 1 30\nGE 1@{Berlin}").state
    LossRoll(ALLIED, 1, "a test").rolled(state, 1)
    assert state.finished
    assert outcome(state).winner == CENTRAL
    assert "continental" in outcome(state).reason


def test_25_2_in_a_bloodbath_the_attacker_reaches_zero_first() -> None:
    """[R32] Both would lose an army and their last points; the attacker's goes first [12.19]."""
    t = table("turn 3 phase Central combat 1\nvp 6 6\nFR 1@3525\nGE 1@3524")
    t.fight("3525", "GE1", die=5)  # 6 against 7: 50%, BB
    assert (t.vp, t.outcome.winner) == ((6, 0), ALLIED)
    assert t.where("FR1") == "3525"


def test_43_1_5_7_what_the_loss_of_each_kind_of_unit_costs() -> None:
    state = table("turn 3 phase Central movement\nBR Tank1*@{Paris}\n").state
    prices = {
        key: price(state, UNITS[key])
        for key in (
            *("GE1", "GEShock2", "BUAGMac", "TUAlpAIsl", "WRCavACoss", "BRTank1"),
            *("BRGun1", "BRAmph1", "BRTank2", "GECav1", "GETac1", "GEHQHL", "GEFort1", "CG1"),
            *("BOAGNF", "BOShockRG", "ANCavMakhno"),
        )
    }
    assert prices == {
        **dict.fromkeys(("GE1", "GEShock2", "BUAGMac", "TUAlpAIsl", "WRCavACoss", "BRTank1"), 6),
        **dict.fromkeys(("BRAmph1", "BRTank2", "GECav1", "GETac1", "GEHQHL", "GEFort1", "CG1"), 2),
        "BRGun1": 9,
        **dict.fromkeys(("BOAGNF", "BOShockRG", "ANCavMakhno"), 0),
    }
