"""Section 8.6: retreats and displacements, and what zones of control do to them [6.3]."""

from __future__ import annotations

import random

import pytest

from tests.world_war_one.battles import declared, fight, fronts, pause
from tests.world_war_one.plain_retreat import Path, PlainRetreat, apart
from tests.world_war_one.table import Table
from trenchline.games.world_war_one import GAME
from trenchline.games.world_war_one.components import COUNTERS, GRID, UNITS
from trenchline.games.world_war_one.losses import DefenderLoss
from trenchline.games.world_war_one.retreat import Displacement, RetreatPath, plan
from trenchline.games.world_war_one.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.steps import Decision


def retreating(text: str, attack: str, die: int) -> Table:
    """A table at which the defender leads his unit back, if there is a choice of ways."""
    return Table(pause(text, attack, die, RetreatPath).state)


def lengths(text: str, attack: str, die: int) -> set[str]:
    """How the defender may settle his loss."""
    return pause(text, attack, die, DefenderLoss).legal


OPEN_FIELD = """turn 3 phase Central attack 1
                FR crp 0 9@0104
                {defender}@0407
                GE crp 9 5@0508"""
"""One German attacks 0407; behind it lies all of France. A die of 1 is 1/2, one of 4 is 3/1."""


def test_8_6_a_retreat_runs_straight_away() -> None:
    """[R11] Its owner leads it."""
    t = retreating(OPEN_FIELD.format(defender="FR 1"), "GE5 > 0407", 1)
    assert t.who == "Allied"
    assert t.choices("retreat_to") == {"0307", "0308", "0408"}
    assert t.refused("retreat_to 0207").case == "8.6"
    assert t.refused("done").case == "8.6"
    t.choose("retreat_to 0308")
    assert t.choices("retreat_to") == {"0207", "0208", "0309"}
    assert t.refused("retreat_to 0307").case == "8.6"
    t.choose("retreat_to 0208")
    assert t.where("FR1") == "0208"
    assert t.crp("FR") == 0


def test_8_6_a_retreat_runs_towards_supply() -> None:
    """[R10] Verdun, 0408, is a dead end: the Germans at 0209 have cut it off."""
    cut = """turn 3 phase Central attack 1
             FR crp 0 1@0308
             GE crp 9 5@0407 6@0209 7@0508"""
    p = pause(cut, "GE5 > 0308", 4, RetreatPath)
    assert p.legal == {"retreat_to 0207"}
    assert p.refused("retreat_to 0408") == "8.6"


def test_8_6_a_retreat_bends_when_it_cannot_run_straight() -> None:
    """[R10] Only 0104 and 0105 are safe: the second hex is no further away than the first."""
    coast = """turn 3 phase Central attack 1
               FR crp 0 1@0204
               GE crp 9 5@0305 6@0206
               ruined 0106 0306 0505 0506"""
    t = retreating(coast, "GE5 > 0204", 1)
    assert t.choices("retreat_to") == {"0104", "0105"}
    t.choose("retreat_to 0105")
    assert t.where("FR1") == "0104"


def test_8_6_bent_retreats_too_run_towards_supply() -> None:
    """[R10] The 2nd Turkish army may circle round Adrianople, but not end cut off at 1332."""
    state = GAME.parse(
        "turn 3 phase Central attack 3\n"
        "IT 5@1630 3@1532 2@1730 8@1632\n"
        "TU 1@1432 2@1431\n"
        "BU central 1@1733 2@1631"
    )
    assert ways(state, UNITS["TU2"], 2) == {("1430", "1531"), ("1531", "1430")}


def test_8_61a_not_into_enemies_nor_vacant_enemy_zones() -> None:
    """[6.31] The hexes next to the Germans are shut; so is the one they are in."""
    t = retreating(OPEN_FIELD.format(defender="BR 1"), "GE5 > 0407", 4)
    assert t.choices("retreat_to") == {"0307", "0308", "0406", "0408"}
    assert t.refused("retreat_to 0507").case == "8.61a"
    assert t.refused("retreat_to 0508").case == "8.61a"
    ringed = """turn 3 phase Central attack 1
                FR crp 9 1@0110
                GE crp 9 5@0209
                ruined 0310 0408 0409"""
    assert lengths(ringed, "GE5 > 0110", 4) == {"hold"}


def test_8_61b_no_doubling_back() -> None:
    t = retreating(OPEN_FIELD.format(defender="FR 1"), "GE5 > 0407", 1)
    t.choose("retreat_to 0307")
    assert t.refused("retreat_to 0407").case == "8.61b"
    # 0104 is all that is left to this army, and from there the only way would be back.
    blind_alley = """turn 3 phase Central attack 1
                     FR crp {crp} 1@0204
                     GE crp 9 5@0205 6@0404
                     ruined 0106 0306"""
    assert lengths(blind_alley.format(crp=1), "GE5 > 0204", 1) == {"retreat 1"}
    assert lengths(blind_alley.format(crp=0), "GE5 > 0204", 1) == {"destroy"}


def test_8_61c_not_across_blocked_hexsides() -> None:
    """The Gulf of Trieste lies between 0617 and 0616."""
    pola = """turn 3 phase Allied attack 1
              IT crp 9 1@0717 2@0718
              AH crp 0 1@0617
              ruined 0618"""
    assert lengths(pola, "IT1 IT2 > 0617", 6) == {"destroy"}
    p = pause(pola.replace("ruined 0618", ""), "IT1 IT2 > 0617", 6, RetreatPath)
    assert p.legal == {"retreat_to 0618"}
    assert p.refused("retreat_to 0616") == "8.61c"


def test_8_61c_not_into_neutral_countries() -> None:
    """0706 lies between the Netherlands and three French armies."""
    ruhr = """turn 3 phase Allied attack 1
              FR crp 9 1@0605 2@0606 3@{third}
              GE crp 0 5@0706
              NE {dutch}
              ruined 0605"""
    surrounded = ruhr.format(third="0707", dutch="neutral")
    assert lengths(surrounded, "FR1 FR2 > 0706", 6) == {"destroy"}
    assert lengths(surrounded.replace("neutral", "central"), "FR1 FR2 > 0706", 4) == {"retreat 1"}
    p = pause(ruhr.format(third="0207", dutch="neutral"), "FR1 FR2 > 0706", 4, RetreatPath)
    assert p.legal == {"retreat_to 0806"}
    assert p.refused("retreat_to 0805") == "8.61c"


def test_8_61c_not_off_the_map_nor_into_the_transit_area() -> None:
    """[5.55] 0110 is a door of the Area and lies on the western edge."""
    door = """turn 3 phase Central attack 1
              FR crp 0 1@0110
              GE crp 9 5@0209
              ruined 0310 0408 0409"""
    assert lengths(door, "GE5 > 0110", 4) == {"destroy"}
    edge = """turn 3 phase Central attack 1
              FR crp 0 1@0110
              GE crp 9 5@0210
              ruined 0310 0409"""
    p = pause(edge, "GE5 > 0110", 4, RetreatPath)
    assert p.legal == {"retreat_to 0109"}
    assert p.refused("retreat_to 0111") == "8.61c"


def test_8_61d_at_home_one_stays_at_home() -> None:
    """Belgian 0406 is open to the British at 0407, not to the French, who are at home there."""
    t = retreating(OPEN_FIELD.format(defender="BR 1"), "GE5 > 0407", 4)
    assert "0406" in t.choices("retreat_to")
    t = retreating(OPEN_FIELD.format(defender="FR 1"), "GE5 > 0407", 4)
    assert t.refused("retreat_to 0406").case == "8.61d"
    # Where there is no way within France, Belgium will do.
    lille = """turn 3 phase Central attack 1
               FR crp 0 1@0305
               GE crp 9 5@0205 6@0204
               ruined 0106 0306"""
    t = retreating(lille, "GE5 > 0305", 4)
    assert t.choices("retreat_to") == {"0404", "0405"}


FRIENDS = """turn 3 phase Central attack 1
             FR crp {crp} 1@0110 {friends}
             GE crp 9 5@{german}
             ruined 0310 0408 0409"""


def test_8_62_through_friends_even_in_an_enemy_zone() -> None:
    """[6.32] 0109 is in the zone of the Germans at 0209, and the way to 0108 leads through it."""
    assert lengths(FRIENDS.format(crp=0, friends="", german="0209"), "GE5 > 0110", 1) == {"destroy"}
    through = FRIENDS.format(crp=0, friends="2@0109", german="0209")
    assert lengths(through, "GE5 > 0110", 1) == {"retreat 2"}
    t = retreating(through, "GE5 > 0110", 1)
    assert t.where("FR1") == "0108"
    assert t.where("FR2") == "0109"


def test_6_52_through_and_into_forts_in_an_enemy_zone() -> None:
    """[12.43] Verdun stands next to the Germans in Metz, and shelters a retreat all the same."""
    t = retreating(OPEN_FIELD.format(defender="FR 1"), "GE5 > 0407", 4)
    t.choose("retreat_to 0408")
    assert t.where("FR1") == "0408"
    ruin = OPEN_FIELD.format(defender="FR 1") + "\n ruined 0408"
    assert "0408" not in retreating(ruin, "GE5 > 0407", 4).choices("retreat_to")


# Displacement.


def test_8_63_a_friend_on_the_only_safe_hex_is_displaced() -> None:
    """[R12] It has not been attacked; it may still be [8.14]."""
    bump = FRIENDS.format(crp=0, friends="2@0109", german="0210")
    t = retreating(bump, "GE5 > 0110", 4)
    assert t.asked == "Displacement"
    assert t.who == "Allied"
    assert t.choices("displace_to") == {"0108", "0208"}
    # A vacant enemy zone; the hexes of this retreat; too far.
    refused = {"0209": "8.61a", "0110": "8.63", "0109": "8.6", "0207": "8.6"}
    for label, case in refused.items():
        assert t.refused(f"displace_to {label}").case == case
    t.choose("displace_to 0208")
    assert (t.where("FR1"), t.where("FR2")) == ("0109", "0208")
    assert not t.state.attacked >> UNITS["FR2"] & 1


def test_8_63_nobody_is_displaced_while_there_is_an_empty_hex() -> None:
    """[R12] Of three straight ways the one that ends on a friend, at 0208, is not offered."""
    t = retreating(OPEN_FIELD.format(defender="FR 2@0208 1"), "GE5 > 0407", 1)
    t.choose("retreat_to 0308")
    assert t.choices("retreat_to") == {"0207", "0309"}


def test_8_63_a_chain_of_displacements() -> None:
    """A friend with nowhere else to go bumps another; no hex is used twice."""
    chain = FRIENDS.format(crp=0, friends="2@0109 3@0108 4@0208", german="0210")
    t = retreating(chain, "GE5 > 0110", 4)
    assert t.choices("displace_to") == {"0108", "0208"}
    t.choose("displace_to 0108")
    assert t.choices("displace_to") == {"0107", "0207"}
    t.choose("displace_to 0107")
    stand = [t.where(key) for key in ("FR1", "FR2", "FR3", "FR4")]
    assert stand == ["0109", "0108", "0107", "0208"]
    # With 0208 empty nobody else is touched.
    t = retreating(chain.replace(" 4@0208", ""), "GE5 > 0110", 4)
    assert (t.where("FR2"), t.where("FR3")) == ("0208", "0108")


def test_8_63_a_chain_never_comes_back_to_a_hex_it_has_used() -> None:
    """[R12] The 3rd, crowded in at 0108, may push on three friends, not the 1st, who began it."""
    crowd = "2@0109 3@0108 4@0208 5@0107 6@0207"
    t = retreating(FRIENDS.format(crp=0, friends=crowd, german="0210"), "GE5 > 0110", 4)
    t.choose("displace_to 0108")
    assert t.choices("displace_to") == {"0107", "0207", "0208"}


def test_8_63_two_friends_do_not_push_each_other_round() -> None:
    """[R12] 0104 and 0105 are all the room there is, and each army holds one of them."""
    coast = """turn 3 phase Central attack 1
               FR crp 0 1@0204 2@0104 3@0105
               GE crp 9 5@0305 6@0206
               ruined 0106 0306 0505 0506"""
    assert lengths(coast, "GE5 > 0204", 4) == {"destroy"}


def test_8_63_nobody_is_displaced_into_the_fort_just_left() -> None:
    """[R12] Belfort's zone-proof hex stands empty, but the retreat has used it."""
    belfort = """turn 3 phase Central attack 1
                 FR crp 0 1@0310 2@0209 3@0210
                 GE crp 9 5@0409 6@0410
                 ruined 0408 0409"""
    p = pause(belfort, "GE5 GE6 > 0310", 5, Displacement, "retreat_to 0209")
    assert p.legal == {"displace_to 0109", "displace_to 0110", "displace_to 0208"}
    assert p.refused("displace_to 0310") == "8.63"


def test_8_63_units_in_an_enemy_zone_are_not_displaced() -> None:
    """One hex back is no option then: pay, or go two."""
    held = FRIENDS.format(crp=1, friends="2@0109", german="0209")
    assert lengths(held, "GE5 > 0110", 4) == {"hold"}
    p = pause(held, "GE5 > 0110", 1, DefenderLoss)
    assert p.legal == {"retreat 2"}
    assert p.refused("retreat 1") == "8.61"
    # Verdun does not protect its garrison from this [R12].
    verdun = """turn 3 phase Central attack 1
                FR crp 9 1@0407 2@0408
                GE crp 9 5@0406 6@0307 7@0507
                ruined 0306 0505 0506"""
    assert lengths(verdun, "GE5 > 0407", 4) == {"hold"}


@pytest.mark.parametrize(("crp", "way_out"), [(0, "destroy"), (1, "hold")])
def test_8_63_without_room_for_the_friend_one_pays_or_dies(crp: int, way_out: str) -> None:
    crowd = FRIENDS.format(crp=crp, friends="2@0109", german="0210 6@0207")
    assert lengths(crowd, "GE5 > 0110", 4) == {way_out}


def test_8_63_allies_in_greece_find_no_greeks_to_displace() -> None:
    """[11.3] Serbians who retreat to Salonika dissolve the Greek army; nobody is left to bump."""
    salonika = """turn 3 phase Central attack 1
                  SB crp 0 1@0928
                  GK allied 1@0929 2@0833
                  AH crp 9 1@0927 2@1027 3@0728"""
    t = retreating(salonika, "AH1 AH2 > 0928", 4)
    assert t.where("SB1") == "0929"
    assert (t.where("GK1"), t.where("GK2"), t.side("GK")) == ("lost", "lost", "open")
    assert t.asked == "Advance"


def test_12_13_a_unit_that_retreats_into_a_city_may_be_the_fourth_garrison() -> None:
    odessa = """turn 7 phase Allied attack 1
                RM allied crp 9 1@2224 2@2324
                AH crp 0 1@2325
                GE crp 9 2@2316 3@2713 4@2720
                captured 2014 2316 2713 2720 2326
                ruined 2014 2015 2316
                facts collapsed surrendered watch-1"""
    t = retreating(odessa, "RM1 RM2 > 2325", 4).choose("retreat_to 2326")
    assert set(GRID.labels(t.state.garrisons)) == {"2316", "2326", "2713", "2720"}


def test_8_64_rough_hexes_count_one_and_rails_nothing() -> None:
    """From Belfort back over the rough 0210 to the railway at 0110: two points, two hexes."""
    belfort = """turn 3 phase Central attack 1
                 FR crp 0 1@0310
                 GE crp 9 5@0309
                 ruined 0310 0408 0409"""
    assert lengths(belfort, "GE5 > 0310", 1) == {"retreat 2"}
    assert retreating(belfort, "GE5 > 0310", 1).where("FR1") == "0110"
    assert retreating(belfort, "GE5 > 0310", 2).where("FR1") == "0210"


# Against the slow way.


def ways(state: State, unit: int, length: int) -> set[Path]:
    """All retreats that the engine's plan allows, written out."""
    retreats = plan(state, unit, length)
    if retreats is None:
        return set()
    found: list[tuple[int, ...]] = [()]
    for _ in range(length):
        found = [
            (*done, hex_)
            for done in found
            for hex_ in members(retreats.next(done[-1] if done else state.where[unit], done))
        ]
    return {tuple(map(GRID.label, path)) for path in found}


@pytest.mark.no_cover
@pytest.mark.parametrize(("number", "longest"), [(100, 3), (12, 5), (2, 6)])
def test_8_61_every_retreat_agrees_with_a_search_of_all_paths(number: int, longest: int) -> None:
    """[8.6] [8.62] [8.63] [R10] [R12] Every unit on many crowded fronts."""
    bent = bumping = shut_in = 0
    for text, state in fronts(6, number):
        for unit in (u for u, place in enumerate(state.where) if place >= 0):
            plain = PlainRetreat(state, unit)
            for length in range(1, longest + 1):
                expected = plain.paths(length)
                assert ways(state, unit, length) == expected, (text, COUNTERS[unit].key, length)
                end = min(expected)[-1] if expected else None
                shut_in += end is None
                bent += end is not None and apart(plain.start, end) < length
                bumping += end in plain.friends
    assert bent
    assert shut_in
    assert bumping or number < 100


@pytest.mark.no_cover
def test_8_63_every_displacement_agrees_with_a_search_of_all_ways() -> None:
    """Battles fought at random; each displaced unit has the choice that the slow way gives it."""
    rng = random.Random(9)
    seen = []

    def compare(state: State, step: Decision[State]) -> None:
        if isinstance(step, Displacement):
            used = frozenset(GRID.labels(step.used))
            ends = PlainRetreat(state, step.unit, used).paths(1)
            offered = set(GRID.labels(step.choices(state)["displace_to"]))
            assert {path[-1] for path in ends} == offered
            seen.append(step)

    for _, state in fronts(9, 400):
        for attack in declared(state, rng):
            for die in (1, 2, 4):
                fight(attack, die, rng, compare)
    assert len(seen) > 20
