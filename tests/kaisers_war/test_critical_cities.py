"""Chapter 31: cities whose fall shakes a nation."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import Table, city, table
from trenchline.games.kaisers_war.components import CITY, UNITS
from trenchline.games.kaisers_war.victory import city_entered

OPTION = "options critical_cities\nvp 60 75\n"


def central(units: str, *dice: int, phase: str = "Central movement", options: str = "") -> Table:
    """A Central position with critical cities."""
    text = f"turn 2 phase {phase}\noptions critical_cities {options}\nvp 60 75\nFR 1@0714\n{units}"
    return table(text, *dice)


def test_31_1_the_first_fall_of_a_capital_costs_three_dice() -> None:
    t = central("GE 1@1522 3@{Berlin}\n", 6, 5, 4).march("GE1", city("Rome"))
    assert t.vp == (60 - 15, 75)


def test_31_1_only_the_first_and_not_by_its_own_side() -> None:
    again = central(f"GE 1@1522 3@{{Berlin}}\npaid {city('Rome')}\n").march("GE1", city("Rome"))
    assert again.vp == (60, 75)
    own = table(f"turn 2 phase Allied movement\n{OPTION}IT 1@1522\nFR 1@0714\n")
    assert own.march("IT1", city("Rome")).vp == (60, 75)


def test_31_1_every_capital_by_itself_and_by_pursuit_as_well() -> None:
    t = table(
        "turn 2 phase Allied combat 1\n" + OPTION + "BR 1@1511 2@1511\nCG 1@{Berlin}\n"
        "FR 1@0714\nGE 1@0814\n",
        6,
        1,
        2,
        3,
    )
    t.declare(city("Berlin"), "BR1", "BR2").choose("big_push", "pursue BR1")
    assert t.vp[1] == 75 - 2 - 6


def test_31_1_not_petrograd_or_moscow() -> None:
    t = central("GE 1@3206 3@{Berlin}\nfacts kaiser_east east_free\n")
    assert t.march("GE1", city("Moscow")).vp == (60, 75)


def test_31_2_an_allied_unit_in_the_ruhr_wins_the_war() -> None:
    t = table(f"turn 2 phase Allied movement\n{OPTION}BR 1@1213\n").march("BR1", city("Ruhr"))
    assert t.asked == ""
    assert (t.outcome.winner, t.outcome.reason.split()[0]) == (0, "imperial")


def test_31_3_venice_costs_two_dice_once() -> None:
    t = central("GE 1@1519 3@{Berlin}\n", 6, 3).march("GE1", city("Venice"))
    assert t.vp == (60 - 9, 75)
    again = central(f"GE 1@1519 3@{{Berlin}}\npaid {city('Venice')}\n").march("GE1", city("Venice"))
    assert again.vp == (60, 75)


@pytest.mark.parametrize(
    ("holder", "dice"), [("GE 1@{Moscow} 3@{Petrograd}", 0), ("GE 1@{Moscow}", 1)]
)
def test_31_4_while_both_capitals_are_lost_no_bolsheviks_are_raised(holder: str, dice: int) -> None:
    t = central(
        f"""facts kaiser_east east_free
        BO Fort1:out Fort2:out ShockRG:out AGNF:out AGWF:out AGSF:out AGUkF:turn4 AGUrF:out
        AN CavMakhno:out
        {holder}
        """,
        *[2] * dice,
        phase="Allied mobilization",
        options="east",
    )
    assert t.where("BOCavAKonA") == ("turn3" if dice else "pool")
    # Those on the track come in any case.
    assert t.where("BOAGUkF") == "turn4"


def test_31_5_germans_before_paris_shell_it_once_a_game() -> None:
    t = central("GE 1@0716\n", 5, phase="Allied attrition")
    assert t.said("dice 5 for the shelling of Paris")
    assert t.state.paris_shelled
    once = central("GE 1@0716\nfacts paris_shelled\n", phase="Allied attrition")
    assert not once.said("the shelling of Paris")
    turks = central("TU 1@0716\n", phase="Allied attrition")
    assert not turks.said("the shelling of Paris")


def test_31_6_when_paris_burns_the_war_is_won() -> None:
    t = central("GE 1@0716\n").march("GE1", city("Paris"))
    assert t.asked == ""
    assert (t.outcome.winner, t.outcome.reason.split()[0]) == (1, "imperial")


def test_31_1_every_capital_falls_once() -> None:
    """Vienna, then Berlin; a second entry costs nothing, in either order."""
    state = table("turn 2 phase Allied movement\noptions critical_cities\nBR 1@{Paris}\n").state
    fallen = []
    for name in ("Vienna", "Berlin", "Vienna", "Berlin", "Constantinople", "Prague"):
        before = len(state.stack)
        city_entered(state, UNITS["BR1"], CITY[name])
        fallen.append(len(state.stack) - before)
    assert fallen == [1, 1, 0, 0, 1, 0]


def test_31_1_31_3_venice_and_rome_cost_the_allies_once_each() -> None:
    state = table("turn 2 phase Central movement\noptions critical_cities\nGE 1@{Berlin}\n").state
    fallen = []
    for name in ("Venice", "Rome", "Venice", "Rome", "Milan", "London"):
        before = len(state.stack)
        city_entered(state, UNITS["GE1"], CITY[name])
        fallen.append(len(state.stack) - before)
    assert fallen == [1, 1, 0, 0, 0, 1]
