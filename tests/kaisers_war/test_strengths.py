"""Chapter 12: who may be in an attack and what supports it, to the last unit of a crowded field."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import Table, city, table
from trenchline.games.kaisers_war import GAME


def field(
    text: str, side: str = "Central", phase: int = 1, turn: int = 3, options: str = ""
) -> Table:
    """A Combat Phase; the field is the plateau round 3525, Konia 3526 to its south."""
    return table(f"turn {turn} phase {side} combat {phase}\noptions {options}\nvp 50 50\n{text}")


def sums(t: Table) -> str:
    """The strengths as the attacker reads them."""
    return t.seen_by(t.who).prompt.split(": ")[1].split(";")[0]


def test_21_6_beside_others_the_caucasians_stay_out_of_attacks_beyond_their_land() -> None:
    """4120 lies beyond the front line, 4219 is their own Batum."""
    t = field("TC AlpTCF@4220\nBR 1@4220\nTU 3@4120 4@4219 5@4121", "Allied")
    assert t.choices("attack") == {"4120", "4121", "4219"}
    assert t.copy().choose("attack 4120").choices("with") == {"BR1"}
    assert t.choose("attack 4219").choices("with") == {"BR1", "TCAlpTCF"}
    alone = field("TC AlpTCF@4220\nTU 3@4120 4@4219", "Allied")
    assert alone.choices("attack") == {"4219"}


def test_30_15_nationalists_attack_across_borders_they_may_not_cross() -> None:
    t = field(
        "facts kaiser_east east_free\nUK GA@2715\nGE 1@2715\nRM 1@2716", options="east"
    ).choose("attack 2716")
    assert t.choices("with") == {"UKGA", "GE1"}


def test_20_10_a_force_at_sea_is_in_no_other_attack() -> None:
    t = table("""
        turn 2 phase Allied movement
        BR EF@{Alexandria} Amph1:fleet
        FR 7@0714 8@0714
        GE 19@0814
        TU 4@{Beirut}
    """)
    t.choose("unit BREF", f"assault {city('Beirut')}").until("Allied combat 1")
    elsewhere = t.copy().choose("attack 0814")
    assert elsewhere.legal == {"with FR7", "with FR8", "call_off"}
    assert t.choose(f"attack {city('Beirut')}").legal == {"join", "call_off"}


def test_30_17_bolsheviks_fight_alone_without_support() -> None:
    """Beside 3110: Bolsheviks, Czechs and a British airbase; nobody joins the Bolsheviks."""
    text = """
        facts kaiser_east east_free
        BO AGNF@{Bryansk} ShockRG@{Bryansk}
        CZ ExpCL@3209
        BR Tac1@3209 HQAllenby@3209
        GE 1@3110
    """
    t = field(text, "Allied", options="east").choose("attack 3110")
    assert t.choices("with") == {"BOAGNF", "BOShockRG", "CZExpCL"}
    czechs = t.copy().choose("with CZExpCL")
    assert czechs.choices("with") == set()
    assert czechs.choose("join").choices("support") == {"BRTac1", "BRHQAllenby"}
    t.choose("with BOAGNF", "with BOShockRG", "join")
    assert not t.choices("support")


def test_12_14_17_2_18_4_a_headquarters_two_airbases_and_two_fleets_and_no_more() -> None:
    text = """
        BR 1@3930 HQAllenby@4031 Tac1@4031 Tac2@4031 Tac3@4031 Gun1:fleet Gun2:fleet
        FR HQFoch@4031 Gun1:fleet
        TU 4@{Beirut}
        GE Tac1@{Damascus}
    """
    t = field(text, "Allied").declare(city("Beirut"), "BR1")
    first = {"BRHQAllenby", "FRHQFoch", "BRTac1", "BRTac2", "BRTac3", "BRGun1", "BRGun2", "FRGun1"}
    assert t.choices("support") == first
    t.choose("support BRHQAllenby", "support BRGun1", "support BRTac1")
    assert t.choices("support") == {"BRTac2", "BRTac3", "BRGun2", "FRGun1"}
    t.choose("support FRGun1", "support BRTac3")
    assert not t.choices("support")
    assert sums(t) == "28 against 8"  # 8 + 3 + 6 + 3 + 5 + 3


def test_19_1_fleets_support_on_the_coast_only() -> None:
    text = "BR 1@3930 Gun1:fleet\nTU 4@4029 5@{Beirut}"
    inland = field(text, "Allied").declare("4029", "BR1")
    assert not inland.choices("support")
    coast = field(text, "Allied").declare(city("Beirut"), "BR1")
    assert coast.choices("support") == {"BRGun1"}
    # One that is still to come is of no use.
    later = field(text.replace("Gun1:fleet", "Gun1:turn5"), "Allied")
    assert not later.declare(city("Beirut"), "BR1").choices("support")


def test_24_2_the_eastern_armies_support_nobody() -> None:
    """[R51] Hoffmann's headquarters and an airbase of the Ukraine stand still, though in range."""
    text = "{}FR 1@2716\nGE 1@2815 HQVHof@2715 Tac1@2715"
    free = field(text.format("")).declare("2716", "GE1")
    assert free.choices("support") == {"GEHQVHof", "GETac1"}
    stuck = field(text.format("eastern GEHQVHof GETac1\n")).declare("2716", "GE1")
    assert not stuck.choices("support")


def test_39_1_fuller_serves_tanks_alone() -> None:
    text = "BR 1@3524 Tank1@3524 HQFuller@3524\nTU 4@3525"
    for options, attacker, may in (
        ("mechanized", "BR1", False),
        ("mechanized", "BRTank1", True),
        ("", "BR1", True),
    ):
        t = field(text, "Allied", options=options).declare("3525", attacker)
        assert t.may("support BRHQFuller") is may
    # Other headquarters serve anybody.
    text = text.replace("HQFuller", "HQAllenby")
    t = field(text, "Allied", options="mechanized").declare("3525", "BR1")
    assert t.may("support BRHQAllenby")


@pytest.mark.parametrize(
    ("ring", "strengths"),
    [
        ("1@3524 3@3624 4@3625", "18 against 7"),  # three neighbours leave the west open
        ("1@3524 3@3625", "12 against 7"),  # 3425 is out of reach of both
        ("1@3624 3@3526", "12 against 7"),
        ("1@3524 3@3625 4@3425", "36 against 7"),  # every second hex
        ("1@3624 3@3425", "24 against 7"),  # opposite
        ("1@3625 3@3424", "24 against 7"),
    ],
)
def test_12_14_six_hexes_round_the_target(ring: str, strengths: str) -> None:
    """[R13] An attacker fills his hex and the two beside it."""
    units = [f"GE{word.partition('@')[0]}" for word in ring.split()]
    assert sums(field(f"FR 1@3525\nGE {ring}").declare("3525", *units)) == strengths


def test_12_14_11_3_a_fort_in_the_ring_must_be_taken_before() -> None:
    """[R13] Zones do not reach into Konia while a fort is there."""
    ring = "FR 1@3525\n{}GE 1@3524 3@3625 4@3425"
    for fort, strengths in (
        ("", "36 against 7"),
        ("AG 1@{Konia}\n", "36 against 7"),
        ("FR Fort1@{Konia}\n", "18 against 7"),
    ):
        t = field(ring.replace("{}", fort)).declare("3525", "GE1", "GE3", "GE4")
        assert sums(t) == strengths


def test_12_14_11_3_a_trench_in_the_ring_must_be_occupied() -> None:
    """0715 and 0815 are Allied trenches: zones do not reach them, whoever stands in them counts."""
    text = "FR 1@0716\nGE 1@0815 3@0717 4@0615 5@0715"
    inside = field(text).declare("0716", "GE1", "GE3", "GE4", "GE5")
    assert sums(inside) == "48 against 7"
    outside = field(text).declare("0716", "GE1", "GE3", "GE4")
    assert sums(outside) == "18 against 7"


def test_12_14_21_5_guerrillas_fill_their_own_hex_alone() -> None:
    ring = "TU 4@3525\nAR CavNLA@3524\nFR 1@3524 2@{Konia}"
    assert sums(field(ring, "Allied").declare("3525", "ARCavNLA", "FR2")) == "8 against 4"
    assert sums(field(ring, "Allied").declare("3525", "FR1", "FR2")) == "24 against 4"
    # A third on the other side does not help while 3624 stays open.
    more = ring + " 3@3425"
    assert sums(field(more, "Allied").declare("3525", "ARCavNLA", "FR2", "FR3")) == "14 against 4"


def test_12_14_the_odds_of_an_attack_from_afar_know_no_ring() -> None:
    t = field("FR 1@3525\nGE 1@3524 3@{Berlin}")
    found = GAME.odds(t.state, "GE1 GE3 > 3525")
    assert sum(part.amount for part in found.attack) == 12


def test_12_15_whoever_is_doubled_by_supply_is_not_doubled_again() -> None:
    """Each unit once, by whatever comes first; those without a reason not at all."""
    t = field("FR 1@3525\nGE 1@{Konia} 3@{Konia}").declare("3525", "GE1", "GE3")
    assert sums(t.choose("supply GE1")) == "18 against 7"
    assert not t.may("supply GE1")
    assert sums(t.choose("supply GE3")) == "24 against 7"


@pytest.mark.parametrize(
    ("turn", "where", "fed"),
    [
        (3, "2913", True),
        (5, "1512", False),  # winter, everywhere
        (6, "1512", False),
        (7, "1512", True),  # the thaw is in the east
        (7, "2913", False),
        (7, "2112", False),
        (7, "3306", False),
        (7, "2303", True),
    ],
)
def test_22_2_22_3_offensive_supply_by_season_and_country(turn: int, where: str, fed: bool) -> None:
    """Kiev, Warsaw and Moscow thaw, Helsinki and Berlin do not."""
    east = "options east\nfacts kaiser_east east_free anarchist-Central\n"
    t = table(f"turn {turn} phase Central movement\nlast 11\n{east}vp 50 50\nGE 1@{where}\n")
    t.choose("unit GE1")
    assert t.may("force") is fed
    if not fed:
        assert t.refused("force") == ("22.2" if turn < 7 else "22.3")


def test_12_16_whoever_is_not_there_crosses_no_river() -> None:
    """The odds of an attack over the river by an army that is there, and by one that is dead."""
    t = field("FR 1@0717\nGE 1@0617 3:dead")
    doubled = GAME.odds(t.state, "GE1 > 0717")
    assert sum(part.amount for part in doubled.defence) == 14
    plain = GAME.odds(t.state, "GE1 GE3 > 0717")
    assert sum(part.amount for part in plain.defence) == 7
