"""Section 8.7: advance after combat."""

from __future__ import annotations

import random

from tests.world_war_one.battles import assault, declared, fight, fronts, pause
from tests.world_war_one.plain_retreat import beside
from tests.world_war_one.plain_supply import PlainSupply
from tests.world_war_one.table import Table, table
from trenchline.games.world_war_one.advance import Advance, AdvanceTo
from trenchline.games.world_war_one.battle import Battle
from trenchline.games.world_war_one.components import GRID
from trenchline.games.world_war_one.retreat import RetreatPath
from trenchline.games.world_war_one.state import POOL, State
from trenchline.kernel.steps import Decision

MEUSE = """turn 3 phase Central attack {set}
           FR crp {crp} 1@0407 {others}
           GE crp 9 5@0508 6@0507 3@0406
           ruined 0505 0506 {ruins}"""
"""Three Germans round a French army at 0407: +9 together. A die of 2 costs it three hexes, one of
4 or 5 two."""

NO_FORTS = "0310 0408 0409"


def pursued(die: int, *path: str, others: str = "", ruins: str = NO_FORTS) -> Table:
    """A table at which the French have retreated along a path and the Germans may advance."""
    text = MEUSE.format(set=1, crp=0, others=others, ruins=ruins)
    told = [f"retreat_to {label}" for label in path]
    return Table(pause(text, "GE5 GE6 GE3 > 0407", die, Advance, *told).state)


def test_8_7_attackers_enter_the_vacated_hex_from_zone_to_zone() -> None:
    """The French at 0307 control both 0406 and 0407. Defenders never advance."""
    t = pursued(5, "0308", "0208", others="2@0307")
    assert t.who == "Central"
    assert {"0406", "0407"} <= t.zone("Allied")
    assert t.choices("advance") == {"GE3", "GE5", "GE6"}
    assert t.refused("advance FR2").case == "8.7"
    t.choose("advance GE3", "advance_to 0407")
    assert t.where("GE3") == "0407"


def test_8_7_into_the_hex_of_a_destroyed_defender_and_no_further() -> None:
    corner = """turn 3 phase Central attack 1
                FR crp 0 1@0110
                GE crp 9 5@0209 6@0109
                ruined 0310 0408 0409"""
    t = Table(pause(corner, "GE5 GE6 > 0110", 4, Advance).state)
    assert t.where("FR1") == "pool"
    t.choose("advance GE5")
    assert t.where("GE5") == "0110"


def test_8_7_not_while_the_defender_holds() -> None:
    t = table(MEUSE.format(set=1, crp=9, others="", ruins=""), 5)
    assault(t, "GE5 GE6 GE3 > 0407").choose("hold")
    assert t.asked != "Advance"


def test_8_7_only_attackers_that_took_part_and_are_left() -> None:
    text = MEUSE.format(set=3, crp=0, others="", ruins=NO_FORTS)
    told = ("lose GE5", "retreat 2", "retreat_to 0208")
    p = pause(text, "GE5 GE6 > 0407", 4, Advance, *told)
    assert p.legal == {"advance GE6", "done"}
    assert p.refused("advance GE3") == "8.7"
    assert p.refused("advance GE5") == "8.7"


def test_8_71_pursuit_follows_the_path_until_it_is_beside_the_defender() -> None:
    """Three hexes back: 0407, 0308 or 0208, through one another but not onto one another."""
    t = pursued(2, "0308", "0208", "0109")
    t.choose("advance GE5")
    assert t.choices("advance_to") == {"0407", "0308", "0208"}
    assert t.refused("advance_to 0109").case == "5.21"
    assert t.refused("advance_to 0309").case == "8.71"
    t.choose("advance_to 0208")
    assert t.refused("advance GE5").case == "8.71"
    t.choose("advance GE6")
    assert t.choices("advance_to") == {"0407", "0308"}
    assert t.refused("advance_to 0208").case == "8.71"
    t.choose("advance_to 0407", "advance GE3")
    assert [t.where(key) for key in ("GE5", "GE6", "GE3")] == ["0208", "0407", "0308"]


def test_8_71_the_zone_of_the_pursued_halts_nobody() -> None:
    t = pursued(2, "0308", "0208", "0109")
    assert "0208" in t.zone("Allied")
    t.choose("advance GE5", "advance_to 0208")


def test_8_71_the_advance_halts_in_another_enemys_zone() -> None:
    """The army at 0207 controls 0308. That at 0307 controls 0407, but the first hex is exempt."""
    t = pursued(2, "0308", "0208", "0109", others="2@0207 3@0307")
    t.choose("advance GE5")
    assert t.choices("advance_to") == {"0407", "0308"}
    # An intact fort of strength two or three halts it as a unit does [6.51].
    t = pursued(2, "0308", "0208", "0109", ruins="0310 0409")
    t.choose("advance GE5")
    assert t.choices("advance_to") == {"0407", "0308"}


def test_8_71_no_further_than_the_first_hex_beside_a_bent_retreat() -> None:
    """[R20] The French end next to the hex they left: there is no more to pursue."""
    coast = """turn 3 phase Central attack 1
               FR crp 0 1@0204
               GE crp 9 5@0305 6@0206
               ruined 0106 0306 0505 0506"""
    t = Table(pause(coast, "GE5 > 0204", 1, Advance, "retreat_to 0105").state)
    assert t.where("FR1") == "0104"
    t.choose("advance GE5")
    assert t.where("GE5") == "0204"


def test_8_72_an_advance_may_lead_out_of_supply() -> None:
    t = pursued(2, "0308", "0208", "0109", others="2@0307 3@0409", ruins="0310 0408")
    t.choose("advance GE5", "advance_to 0308", "done")
    assert t.where("GE5") == "0308"
    assert "0308" not in PlainSupply(t.state).supplied("GE")


def test_8_73_terrain_does_not_matter() -> None:
    """0310 and 0210 are rough; from 0210 the French at 0110 are adjacent again."""
    belfort = """turn 3 phase Central attack 1
                 FR crp 0 1@0310
                 GE crp 9 5@0309
                 ruined 0310 0408 0409"""
    t = Table(pause(belfort, "GE5 > 0310", 1, Advance).state)
    assert t.where("FR1") == "0110"
    t.choose("advance GE5")
    assert t.choices("advance_to") == {"0310", "0210"}


def test_8_75_no_advance_into_an_uninvolved_fort() -> None:
    """The French fall back through Verdun; the pursuit ends before it [R20]."""
    text = MEUSE.format(set=1, crp=0, others="", ruins="")
    told = ("retreat_to 0408", "retreat_to 0309", "retreat_to 0209", "advance GE5")
    p = pause(text, "GE5 GE6 GE3 > 0407", 2, AdvanceTo, *told)
    assert p.legal == {"advance_to 0407"}
    assert p.refused("advance_to 0408") == "8.75"
    assert p.refused("advance_to 0309") == "8.75"
    assert p.refused("advance_to 0209") == "5.21"
    assert p.refused("advance_to 0310") == "8.71"


def test_8_75_pursuit_runs_on_through_the_fort_that_falls_to_it() -> None:
    """[12.45] Entering Verdun destroys it, so that its zone halts nobody on the next hex."""
    verdun = """turn 3 phase Central attack 1
                FR crp 0 1@0408
                GE crp 9 5@0508 6@0509 7@0407
                ruined 0310 0409"""
    told = ("retreat_to 0309", "retreat_to 0209", "retreat_to 0110")
    t = Table(pause(verdun, "GE5 GE6 GE7 > 0408", 3, Advance, *told).state)
    assert t.fort("0408")
    t.choose("advance GE5")
    assert t.choices("advance_to") == {"0408", "0309", "0209"}
    t.choose("advance_to 0209")
    assert not t.fort("0408")


def test_8_76_nobody_has_to_advance_and_it_is_now_or_never() -> None:
    t = pursued(4, "0308", "0208", others="2@0307")
    assert t.refused("attack 0307").case == "8.76"
    t.choose("advance GE5", "advance_to 0407")
    assert t.choices("advance") == {"GE3", "GE6"}
    t.choose("done")
    assert t.asked == "AttackPhase"
    assert t.refused("advance GE6").case == "8.7"
    assert [t.where(key) for key in ("GE5", "GE6", "GE3")] == ["0407", "0507", "0406"]


def test_8_76_nobody_is_asked_to_advance_where_there_is_no_room() -> None:
    """The defender is destroyed, and one army of three has taken his hex."""
    text = MEUSE.format(set=3, crp=0, others="", ruins=NO_FORTS)
    p = pause(text, "GE5 GE6 GE3 > 0407", 4, Advance, "pay 4", "destroy")
    t = p.choose("advance GE5")
    assert t.where("GE5") == "0407"
    assert t.asked != "Advance"


def test_15_1_an_advance_takes_the_resource_centres_it_passes() -> None:
    """Longwy at 0407 and the Champagne at 0207: five points each change hands."""
    t = pursued(2, "0308", "0207", "0107")
    before = t.points
    t.choose("advance GE5", "advance_to 0207")
    assert (t.points[0] - before[0], t.points[1] - before[1]) == (-10, 10)
    # Who halts at 0308 has passed the first of them only.
    t = pursued(2, "0308", "0207", "0107").choose("advance GE5", "advance_to 0308")
    assert (t.points[0] - before[0], t.points[1] - before[1]) == (-5, 5)


def test_12_11_an_advance_may_bring_russia_down() -> None:
    """The fourth city, Brest-Litovsk, is entered by advancing over its ruins."""
    brest = """turn 5 phase Central attack 3
               RS crp 9 1@2316 2@2912
               GE crp 9 5@2215 6@2216
               ruined 2316
               captured 2014 2713 2720"""
    t = Table(pause(brest, "GE5 GE6 > 2316", 4, Advance, "pay 3", "destroy").state)
    assert t.crp("RS") == 9
    t.choose("advance GE5")
    assert t.state.collapsed
    assert t.crp("RS") == 0


def test_12_13_a_garrison_of_a_russian_city_does_not_advance() -> None:
    """[R64] It may attack from where it stands."""
    odessa = """turn 8 phase Central attack 3
                RM allied crp 0 1@2225
                GE crp 9 5@2326 6@2224 7@2316 8@2014 9@2713
                garrisons 2326 2316 2014 2713
                facts surrendered collapsed watch-2"""
    p = pause(odessa, "GE5 GE6 > 2225", 6, Advance, "pay 5", "destroy")
    assert p.legal == {"advance GE6", "done"}
    assert p.refused("advance GE5") == "12.13"


def test_12_13_an_advance_into_a_city_may_bring_the_fourth_garrison() -> None:
    """Russia has fallen; the Rumanians in Odessa are destroyed, and the 5th army enters it."""
    odessa = """turn 7 phase Central attack 3
                RM allied crp 9 1@2326
                GE crp 9 5@2325 7@2316 8@2014 9@2713
                ruined 2014 2316
                captured 2014 2316 2713 2720 2326
                facts surrendered collapsed watch-1"""
    t = pause(odessa, "GE5 > 2326", 4, Advance, "pay 3", "destroy").choose("advance GE5")
    assert set(GRID.labels(t.state.garrisons)) == {"2014", "2316", "2326", "2713"}


# Against the slow way.


def plain_wake(state: State, battle: Battle, path: list[str]) -> list[str]:
    """8.71 and R20, on the numbers printed in the hexes."""
    hexes = [GRID.label(battle.target)]
    if not path:
        return hexes
    board = state.copy()
    assert battle.unit is not None
    board.lift(battle.unit, POOL)
    board.ruin(battle.target)
    plain = PlainSupply(board)
    others = plain._zone(1 - battle.side)
    barred = plain._holders(1 - battle.side)
    for label in path[:-1]:
        if hexes[-1] in beside(path[-1]) or label in barred:
            break
        hexes.append(label)
        if label in others:
            break
    return hexes


def test_8_71_every_pursuit_agrees_with_a_plain_walk_along_the_path() -> None:
    """[8.75] Battles on many fronts, fought at random."""
    rng = random.Random(7)
    seen: list[int] = []
    way: list[str] = []

    def compare(state: State, step: Decision[State]) -> None:
        if isinstance(step, RetreatPath):
            way[:] = map(GRID.label, step.done)
        elif isinstance(step, Advance) and len(step.units) == len(survivors(state, step.battle)):
            unit = step.battle.unit
            gone = unit is None or state.where[unit] < 0
            path = [] if unit is None or gone else [*way, GRID.label(state.where[unit])]
            assert list(map(GRID.label, step.wake)) == plain_wake(state, step.battle, path)
            seen.append(len(step.wake))
        elif isinstance(step, AdvanceTo):
            friends = state.armies[step.battle.side]
            free = {hex_ for hex_ in step.wake if not friends >> hex_ & 1}
            assert set(GRID.labels(step.choices(state)["advance_to"])) == set(map(GRID.label, free))

    for _, state in fronts(7, 250):
        for attack in declared(state, rng):
            for die in (1, 2, 3):
                fight(attack, die, rng, compare)
    assert {1, 2, 3, 4} <= set(seen)


def survivors(state: State, battle: Battle) -> list[int]:
    return [unit for unit in battle.attackers if state.where[unit] >= 0]
