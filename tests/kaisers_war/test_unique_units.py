"""Chapter 21: tank armies, mountain troops, Marines, airborne troops, guerrillas, and guests."""

from __future__ import annotations

from tests.kaisers_war.table import Table, city, table
from trenchline.games.kaisers_war.battle import Battle
from trenchline.games.kaisers_war.components import BOARD, CITIES, GRID, LAND, TERRITORY, UNITS
from trenchline.games.kaisers_war.elimination import eliminate
from trenchline.games.kaisers_war.notation import notation, parse
from trenchline.games.kaisers_war.strength import attack_parts
from trenchline.kernel.play import decision


def strength(t: Table) -> int:
    """The attack strength of the battle being planned."""
    battle = getattr(decision(t.state), "battle", None)
    assert isinstance(battle, Battle)
    return sum(part.amount for part in attack_parts(t.state, battle))


def test_21_1_tank_and_mechanized_armies_come_in_1919_by_conversion() -> None:
    position = "turn {} phase Allied mobilization\nvp 60 75\nBR Tank1@{} Mech1@{}\n"
    assert "convert" not in table(position.format(5, "0615", "0615")).verbs
    t = table(position.format(6, "0615", "0616"))
    assert t.choices("convert") == {"BRTank1", "BRMech1"}
    t.choose("convert BRTank1")
    assert t.vp[0] == 60 - 10
    assert t.choose("convert BRMech1").vp[0] == 60 - 10 - 6
    assert t.state.face(UNITS["BRTank1"]).attack == 10


def test_21_1_only_a_supplied_corps_is_converted() -> None:
    t = table("turn 8 phase Allied mobilization\nBR Tank1@1225 Tank2@{Cagliari}\nCG 1@1126\n")
    assert t.fed("BRTank2")
    assert "BRTank2" in t.choices("convert")
    lost = table("turn 8 phase Allied mobilization\nBR Tank1@2925\nTU 1@2924 5@3024 4@2926\n")
    assert "convert" not in lost.verbs


def test_21_1_an_army_that_was_lost_is_not_converted_on_the_turn_it_returns() -> None:
    t = table(
        """
        turn 8 phase Allied mobilization
        vp 90 75
        fallen FRTank1
        FR Tank1:turn8 Tank2:turn8
        """
    )
    t.choose("arrive FRTank1", f"place {city('Paris')}")
    t.choose("arrive FRTank2", f"place {city('Lyon')}")
    assert t.choices("convert") == {"FRTank2"}


def test_21_1_losing_an_army_is_remembered() -> None:
    state = parse("turn 8 phase Allied mobilization\nFR Tank1*@0714\n")
    eliminate(state, UNITS["FRTank1"])
    assert parse(notation(state)).fallen == 1 << UNITS["FRTank1"]


def test_21_2_alpine_troops_are_doubled_into_rough_hexes() -> None:
    position = "turn 2 phase Central combat 1\nIT 1@{}\nAH AlpEw@{}\nFR 7@0714\nGE 1@0814\n"
    rough = table(position.format("1319", "1318")).declare("1319", "AHAlpEw")
    assert strength(rough) == 2 * 2
    clear = table(position.format(city("Venice"), city("Udine")))
    assert strength(clear.declare(city("Venice"), "AHAlpEw")) == 2


def test_21_3_the_marines_are_doubled_when_they_invade() -> None:
    t = table(
        """
        turn 8 phase Allied movement
        US USMC@{Alexandria} Amph1:fleet
        BR CavCav@{Alexandria} Amph1:fleet
        FR 7@0714
        GE 19@0814
        TU 4@{Beirut}
        """
    )
    t.choose("unit USUSMC", "assault 3929", "unit BRCavCav", "assault 3929")
    t.until("Allied combat 1").declare("3929", "USUSMC", "BRCavCav")
    assert strength(t) == 4 * 2 + 3
    ashore = table("turn 8 phase Allied combat 1\nUS USMC@3930\nTU 4@{Beirut}\n")
    assert strength(ashore.declare("3929", "USUSMC")) == 4


DROP = """
    turn 8 phase Allied movement
    US Air1@{Paris} 1@{Paris}
    BR Tac2@{Paris}
    GE 1@0814 3@{Liege}
"""


def test_21_4_the_airlanding_corps_drops_four_hexes_far_on_clear_or_city_hexes() -> None:
    t = table(DROP).choose("unit USAir1")
    drops = t.choices("drop")
    assert city("Metz") in drops  # four hexes away, behind the enemy and his zones
    assert city("Strassburg") not in drops  # five
    assert city("Liege") not in drops  # held
    assert t.choose(f"drop {city('Metz')}").where("USAir1") == city("Metz")
    assert "USAir1" not in t.choices("unit")


def test_21_4_once_a_game() -> None:
    t = table(DROP + "facts airlanded\n").choose("unit USAir1")
    assert "drop" not in t.verbs
    assert t.refused(f"drop {city('Metz')}") == "21.4"


def test_21_4_only_from_a_supplied_airbase() -> None:
    assert "drop" not in table(DROP.replace("BR Tac2@{Paris}", "BR")).choose("unit USAir1").verbs
    desert = "turn 8 phase Allied movement\nUS Air1@{0} {1}\nBR Tac2@{0}\nTU 1@2924 5@3024 4@2926\n"
    cut_off = table(desert.format("2925", ""))
    assert not cut_off.fed("BRTac2")
    assert "drop" not in cut_off.choose("unit USAir1").verbs


DESERT = """
    turn 2 phase Allied movement
    AR CavNLA@4132
    BR 1@4032
    TU 4@{Amman} 6@4031
"""


def test_21_5_guerrillas_have_no_zone_and_heed_none() -> None:
    t = table(DESERT.replace("BR 1@4032", "BR"))
    assert t.zone("Allied") == set()
    assert "4132" in t.zone("Central")
    t.choose("unit ARCavNLA")
    # From zone to zone.
    assert {"4032", "4231"} <= t.zone("Central") & t.choices("move")


def test_21_5_a_guerrilla_pays_nothing_to_disengage() -> None:
    t = table(DESERT.replace("BR 1@4032", "BR")).choose("unit ARCavNLA", "step 4133")
    # Two of four points are left: one desert hex more.
    assert "4134" in t.choices("move")


def test_21_5_a_guerrilla_retreats_into_enemy_zones() -> None:
    t = table(
        """
        turn 2 phase Central combat 1
        AR CavNLA@4132
        TU 4@{Amman} 6@4231 3@4031
        """,
        5,
    )
    t.declare("4132", "TU4").choose("big_push")
    assert t.where("ARCavNLA") != "dead"
    assert t.choices("retreat_to") & t.zone("Central")


def test_21_5_lawrence_stays_in_the_ottoman_empire_and_wassmuss_in_persia() -> None:
    t = table("turn 2 phase Allied movement\nAR CavNLA@4032\n").choose("unit ARCavNLA")
    assert GRID.hexes(*t.choices("move")) & ~TERRITORY["TU"] == 0
    p = table("turn 2 phase Central movement\nPE CavWT@{Tabriz}\nGE 1@{Berlin}\n")
    p.choose("unit PECavWT")
    assert GRID.hexes(*p.choices("move")) & ~TERRITORY["PE"] == 0
    assert p.refused("move 4720") == "21.5"


def test_21_6_the_trans_caucasian_corps_keeps_to_its_corner() -> None:
    t = table("turn 2 phase Allied movement\nTC AlpTCF@4421\n").choose("unit TCAlpTCF")
    assert {"4521", "4321", "4420"} <= t.choices("move")
    assert {"4322", "4422"} & t.choices("move") == set()


def test_21_6_it_attacks_only_there_too() -> None:
    t = table("turn 2 phase Allied combat 1\nTC AlpTCF@4421\nTU 3@4422 4@4321\n")
    assert t.choices("attack") <= {"4321"}
    away = table("turn 2 phase Allied combat 1\nTC AlpTCF@4421\nFR 1@0714\nGE 1@0814\nTU 3@4422\n")
    assert away.choices("attack") == {"0814"}


def test_21_7_the_japanese_come_in_1919_by_the_british_empire() -> None:
    early = table("turn 5 phase Allied mobilization\nFR 1@{Paris}\n")
    assert early.refused("mobilize JAExpWEF") == "6.3"
    t = table("turn 8 phase Allied mobilization\nlast 11\nJA ExpWEF:turn8\n")
    t.choose("arrive JAExpWEF")
    assert t.where("JAExpWEF") == "british"
    assert table("turn 6 phase Allied mobilization\n").may("mobilize JAExpWEF")


def test_21_4_where_it_may_drop_and_nowhere_else() -> None:
    """Clear hexes and cities within four, without enemies and in play."""
    t = table(DROP).choose("unit USAir1")
    start, enemies = GRID.hex(t.where("USAir1")), t.state.held[1]
    wanted = {
        GRID.label(hex_)
        for hex_, facts in BOARD.facts.items()
        if LAND >> hex_ & 1
        and 1 <= GRID.distance(start, hex_) <= 4
        and (facts["terrain"] == "clear" or CITIES >> hex_ & 1)
        and not enemies >> hex_ & 1
    }
    assert t.choices("drop") == wanted
