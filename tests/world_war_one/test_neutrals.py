"""Chapter 11: neutral countries, how they are violated and how they join a side."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tests.world_war_one.table import Table, table
from trenchline.games.world_war_one.components import GRID, NATION, TERRITORY

NEUTRALS = """
    IT neutral crp 15 1@0317
    TU neutral crp 6 1@1531
    BU neutral 2@1529
    RM neutral 2@1925
    GK neutral 2@0833
    BL neutral crp 1 Army@0505
    NE neutral Army@0705
    facts free
"""


@dataclass(frozen=True)
class Invasion:
    """A unit next to a neutral's border and the hex it steps into."""

    country: str
    unit: str
    start: str
    hex: str
    way: str = "step"


BY_CENTRAL = [
    Invasion("IT", "AH1", "0515", "0516"),
    Invasion("TU", "GE1", "1429", "1430"),
    Invasion("BU", "AH1", "1225", "1226"),
    Invasion("RM", "AH1", "1725", "1726"),
    Invasion("GK", "AH1", "0928", "0929"),
    Invasion("BL", "GE1", "0508", "0507"),
    Invasion("NE", "GE1", "0806", "0805"),
    Invasion("AB", "AH1", "0725", "0726"),
]
BY_ALLIED = [
    Invasion("IT", "FR1", "0304", "0117", "sea"),
    Invasion("TU", "BR1", "0304", "1332", "sea"),
    Invasion("BU", "SB1", "1225", "1226"),
    Invasion("RM", "RS1", "2025", "2024"),
    Invasion("GK", "SB1", "0928", "0929"),
    Invasion("BL", "FR1", "0304", "0404"),
    Invasion("NE", "FR1", "0505", "0504"),
    Invasion("AB", "SB1", "0827", "0826"),
]
POINTS = {"IT": 15, "TU": 15, "BU": 5, "RM": 5, "GK": 5, "BL": 5, "NE": 25, "AB": 5}
ARMIES = {
    "IT": "IT1",
    "TU": "TU1",
    "BU": "BU2",
    "RM": "RM2",
    "GK": "GK2",
    "BL": "BLArmy",
    "NE": "NEArmy",
}
POOLS = {"IT": 15, "TU": 6, "BL": 1}


def before(invasion: Invasion, side: str) -> Table:
    """The moment before an invasion, on turn 1 of the free game."""
    neutrals = NEUTRALS
    if invasion.start == "0505":
        neutrals = neutrals.replace("BL neutral crp 1 Army@0505", "BL allied crp 1")
    if invasion.start == "1429":
        neutrals = neutrals.replace("BU neutral 2@1529", "BU central")
    nation, number = invasion.unit[:2], invasion.unit[2:]
    return table(f"turn 1 phase {side} movement\n{nation} {number}@{invasion.start}\n{neutrals}")


def invade(invasion: Invasion, side: str) -> Table:
    t = before(invasion, side).choose(f"unit {invasion.unit}")
    return t.choose(f"{invasion.way} {invasion.hex}")


def halt(t: Table) -> Table:
    """End the invader's move, if enemy zones have not done so."""
    return t.choose("stop") if t.asked == "MoveUnit" else t


def awards(t: Table) -> list[tuple[int, int]]:
    """The victory points awarded: side and number."""
    return [(side, points) for _, side, points, _ in t.state.ledger]


def forts(t: Table, side: str) -> set[str]:
    return set(GRID.labels(t.state.forts[("Allied", "Central").index(side)]))


NAMED_FORTS = {"IT": "0415", "TU": "1733", "RM": "1727", "BL": "0505", "NE": "0704"}
CENTRES = {"IT": ["0115", "0214"], "TU": ["1733"], "BL": ["0405", "0505"]}


# Violation.


@pytest.mark.parametrize("invasion", BY_CENTRAL, ids=lambda i: i.country)
def test_11_0_violated_by_the_central_powers_a_neutral_joins_the_allies(
    invasion: Invasion,
) -> None:
    """[11.7] [15.3] With its army, forts, points and centres; the Allies score."""
    country = invasion.country
    t = invade(invasion, "Central")
    assert awards(t) == [(0, POINTS[country])]
    assert t.side(country) == ("open" if country == "AB" else "allied")
    assert t.fresh == {country}
    if country in NAMED_FORTS:
        assert NAMED_FORTS[country] in forts(t, "Allied")
    for centre in CENTRES.get(country, []):
        assert centre in GRID.labels(t.state.centres[0])
    if country in ARMIES:
        assert t.crp(country) == POOLS.get(country, 0)
        assert t.where(ARMIES[country]) != "lost"


@pytest.mark.parametrize("invasion", BY_ALLIED, ids=lambda i: i.country)
def test_11_0_violated_by_the_allies_a_neutral_joins_the_central_powers(
    invasion: Invasion,
) -> None:
    """[11.7] [15.3] Greece alone does not: her army is gone."""
    country = invasion.country
    t = invade(invasion, "Allied")
    assert awards(t) == [(1, POINTS[country])]
    assert t.side(country) == ("open" if country in ("AB", "GK") else "central")
    assert t.fresh == set()
    if country in NAMED_FORTS:
        assert NAMED_FORTS[country] in forts(t, "Central")
    for centre in CENTRES.get(country, []):
        assert centre in GRID.labels(t.state.centres[1])
    if country in ARMIES and country != "GK":
        assert t.crp(country) == POOLS.get(country, 0)


@pytest.mark.parametrize(
    "invasion", [i for i in BY_ALLIED if i.country not in ("AB", "GK")], ids=lambda i: i.country
)
def test_11_0_pr_the_player_who_did_not_invade_commands_the_army(invasion: Invasion) -> None:
    """[R31] Still this turn, since the Central Powers move second."""
    t = halt(invade(invasion, "Allied"))
    assert t.may(f"unit {ARMIES[invasion.country]}")


@pytest.mark.parametrize(
    ("turn", "country", "side"), [(1, "TU", "central"), (2, "IT", "allied"), (3, "BU", "central")]
)
def test_11_0_who_joins_of_himself_scores_for_nobody(turn: int, country: str, side: str) -> None:
    """[15.3] On its date, not before, with no points to either side and no violation noted."""
    t = table(f"""
        turn {turn} phase supply
        FR 1@0207
        GE 1@0710
        {country} neutral
    """)
    assert (t.turn, t.side(country)) == (turn + 1, side)
    assert awards(t) == []
    assert (t.state.invaded, t.state.fresh) == (0, 0)
    early = table(f"""
        turn {turn} phase Allied movement
        FR 1@0207
        GE 1@0710
        {country} neutral
    """)
    assert early.side(country) == "neutral"


@pytest.mark.parametrize("side", ["Allied", "Central"])
def test_11_7_both_players_may_invade_any_neutral(side: str) -> None:
    """And each time the other one gains: points, the army, and what is violated stays so."""
    for invasion in BY_CENTRAL if side == "Central" else BY_ALLIED:
        t = invade(invasion, side)
        nation = NATION[invasion.country]
        assert t.state.invaded == 1 << nation
        assert not t.state.neutral_land & TERRITORY[nation]
        other = 1 if side == "Allied" else 0
        assert awards(t) == [(other, POINTS[invasion.country])]
        if invasion.country in ARMIES:
            gone = invasion.country == "GK" and side == "Allied"
            assert (t.where(ARMIES[invasion.country]) == "lost") is gone


@pytest.mark.parametrize("side", ["Allied", "Central"])
def test_11_0_pr_neutral_armies_do_not_move(side: str) -> None:
    t = table(f"""
        turn 1 phase {side} movement
        FR 1@0207
        GE 1@0710
        IT 1@0317
    """)
    assert t.refused("unit IT1").case == "11.0/PR"


def test_11_0_pr_a_country_once_at_war_never_changes_sides() -> None:
    # Rumania was driven to the Central Powers; Russians in Austria do not win her over.
    t = table("""
        turn 5 phase supply
        RM central 1@1727
        RS 1@1918
    """)
    assert t.turn == 6
    assert t.side("RM") == "central"
    italy = table("""
        turn 2 phase supply
        IT central crp 15
        RS 1@2610
    """)
    assert (italy.turn, italy.side("IT")) == (3, "central")


def test_11_7_who_enters_a_neutral_country_takes_the_centre_he_steps_on() -> None:
    """[15.1] The violation gives it to the other side, the entry to the violator."""
    t = table("""
        turn 1 phase Allied movement
        FR 1@0306
        BL neutral Army@0505
        GE 1@0710
        facts free
    """)
    t.choose("unit FR1", "step 0405")
    assert t.side("BL") == "central"
    assert "0405" in GRID.labels(t.state.centres[0])
    assert "0405" not in GRID.labels(t.state.centres[1])
    assert "0505" in GRID.labels(t.state.centres[1])


def test_11_7_a_country_at_war_is_entered_like_any_other() -> None:
    """[15.1] [15.3] A step takes the centre, and no points are awarded for it."""
    t = table("""
        turn 3 phase Allied movement
        FR 1@0306
        BL central
        GE 1@0710
    """)
    t.choose("unit FR1", "step 0405")
    assert "0405" in GRID.labels(t.state.centres[0])
    assert awards(t) == []


def test_r24_a_new_turn_forgets_the_violations_of_the_last() -> None:
    """[6.43] [11.4] What was violated on turn 1 is an old story on turn 2."""
    t = table("""
        turn 1 phase supply
        FR 1@0207
        GE 1@0710
        invaded BL
        fresh BL
    """)
    assert (t.turn, t.state.invaded, t.state.fresh) == (2, 0, 0)


@pytest.mark.parametrize(("die", "side"), [(4, "allied"), (5, "neutral")])
def test_11_11_with_its_option_italy_rolls_as_the_turn_begins(die: int, side: str) -> None:
    """[13.11] [R24] The die is thrown before anybody moves."""
    t = table(
        """
        turn 2 phase supply
        FR 1@0207
        GE 1@0710
        IT neutral crp 15
        facts option-variable_italy
        """,
        die,
    )
    assert (t.turn, t.side("IT")) == (3, side)


def test_11_7_only_the_first_violation_scores() -> None:
    """[R25] Afterwards the country is no neutral."""
    t = table("""
        turn 2 phase Central movement
        AH 1@0725 2@0724
        SB 1@0827
    """)
    t.choose("unit AH1", "step 0726", "stop", "unit AH2", "step 0725", "stop")
    assert awards(t) == [(0, 5)]
    again = table("""
        turn 3 phase Allied movement
        AB open
        SB 1@0827
        AH 1@0724
    """)
    again.choose("unit SB1", "step 0826", "stop")
    assert awards(again) == []


def test_11_7_crossing_a_neutral_hex_is_enough() -> None:
    t = table("""
        turn 2 phase Allied movement
        SB 1@0827
        GE 1@1409
    """)
    t.choose("unit SB1", "step 0826", "step 0927", "stop")
    assert awards(t) == [(1, 5)]
    assert t.where("SB1") == "0927"


def test_11_7_a_move_straight_to_a_place_never_violates() -> None:
    """[R61] It takes a deliberate step."""
    t = table("""
        turn 2 phase Central movement
        GE 1@0806
        FR 1@0207
        NE Army@0705
    """).choose("unit GE1")
    assert "0805" in t.choices("step")
    assert "0805" not in t.choices("move")
    assert t.refused("move 0805").case == "11.7"
    # Where the army or a fort stands nobody steps in, either.
    near = table("""
        turn 2 phase Central movement
        GE 1@0706
        FR 1@0207
        NE Army@0705
    """).choose("unit GE1")
    assert near.refused("step 0705").case == "11.7"


@pytest.mark.parametrize(
    ("country", "target", "attackers"),
    [
        ("NE", "0805", "GE crp 9 1@0706 2@0806"),
        ("IT", "0615", "AH crp 9 1@0515 2@0614 3@0716"),
        ("BU", "1226", "GE crp 9 1@1225 2@1126"),
        ("RM", "1924", "AH crp 9 1@1823\nGE crp 9 1@1923"),
        ("BL", "0605", "GE crp 9 1@0606 2@0706"),
    ],
)
def test_11_7_attacking_a_neutral_army_violates_its_country(
    country: str, target: str, attackers: str
) -> None:
    """[R25] As the attack is declared; the other player takes the losses."""
    army = {"NE": "NE Army", "BL": "BL neutral Army"}.get(country, f"{country} 1")
    t = table(f"""
        turn 1 phase Central attack 1
        {attackers}
        {army}@{target}
        facts free
    """)
    t.choose(f"attack {target}")
    assert t.side(country) == "allied"
    assert awards(t) == [(0, POINTS[country])]


def test_11_7_an_attack_too_weak_once_the_neutral_is_at_war_is_refused() -> None:
    t = table("""
        turn 2 phase Central attack 1
        GE crp 9 1@0706 2@0508 3@0507
        FR 1@0407
        NE Army@0705
    """)
    # 4 against 3 and winter's 2.
    assert t.refused("attack 0705").case == "8.3"
