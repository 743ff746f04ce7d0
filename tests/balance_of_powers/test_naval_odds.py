"""Chapters 6.44, 7.45, 8.23 and 8.33: odds at sea are those of the dice."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from tests.balance_of_powers.at_sea import quarters, units
from tests.balance_of_powers.campaigning import choose
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, position, unit
from trenchline.games.balance_of_powers import GAME
from trenchline.games.balance_of_powers.components import CENTRAL, ENTENTE
from trenchline.games.balance_of_powers.flight import strength
from trenchline.games.balance_of_powers.naval_odds import (
    evasion,
    fought_out,
    interrupt,
    minefield,
    salvo,
    search,
)
from trenchline.games.balance_of_powers.navy import radius
from trenchline.games.balance_of_powers.panels import panels
from trenchline.games.balance_of_powers.salvos import (
    Broadside,
    EndOfSeaTier,
    Salvo,
    SalvoDice,
    join_battle,
)
from trenchline.games.balance_of_powers.search import Evade
from trenchline.games.balance_of_powers.staff import choose as by_staff
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.odds import Odds
from trenchline.kernel.play import decision, settle

SHIPS = "GE-N-BB1 GE-N-BB2 GE-N-CL1 BR-N-BB1 BR-N-BB2 BR-N-CL1"


def combat(keys: str = SHIPS, *, reduced: str = "", surprised: int = -1) -> State:
    """Ships about to fire their second salvo."""
    state = position({"1006": keys}, central="GE", entente="BR", scenario="price_of_admiralty")
    state.reduced = units(reduced)
    join_battle(state, CENTRAL, units(keys), 0, (-1, -1))
    state.stack[:] = [Salvo(False)]
    if keys == SHIPS:
        settle(state, Loaded())
    if surprised >= 0:
        assert state.sea_battle is not None
        state.sea_battle = replace(state.sea_battle, surprised=surprised)
    return state


def chances(odds: Odds) -> dict[str, float]:
    return {result.result: result.probability for result in odds.results}


@pytest.mark.parametrize("reduced", ["", "BR-N-BB1", "BR-N-CL1"])
@pytest.mark.parametrize("target", ["BR-N-BB1", "BR-N-CL1"])
@pytest.mark.parametrize("surprised", [-1, CENTRAL])
def test_8_332_8_333_a_salvo_is_as_likely_as_all_its_dice(
    target: str, reduced: str, surprised: int
) -> None:
    """[8.333.1] [8.32.2] Every throw is played, and what it did is counted."""
    state = combat(reduced=reduced, surprised=surprised)
    told = chances(salvo(state, unit("GE-N-BB1"), unit(target)))
    counted: dict[str, float] = {}
    for dice in product(range(1, 7), repeat=2):
        twin = state.copy()
        twin.stack = [EndOfSeaTier(), SalvoDice(unit("GE-N-BB1"), unit(target))]
        was = bool(twin.reduced >> unit(target) & 1)
        settle(twin, Loaded(*dice))
        hit = sum(dice) + twin_bonus(state, surprised) > armour_of(state, target)
        if twin.where[unit(target)] < 0:
            word = "sinks"
        elif bool(twin.reduced >> unit(target) & 1) != was:
            word = "is damaged"
        else:
            word = "stays afloat" if hit else "misses"
        counted[word] = counted.get(word, 0) + 1 / 36
    assert told == pytest.approx(counted)


def twin_bonus(state: State, surprised: int) -> int:
    return 4 - (surprised == CENTRAL)


def armour_of(state: State, key: str) -> int:
    return strength(state, unit(key)).armour


def test_8_332_who_fires_is_shown_the_odds_of_every_target() -> None:
    state = combat()
    odds = GAME.odds(state, None)
    assert odds.act == "Salvo at"
    shown = {odds.title, *(other.title for other in odds.others)}
    asked = decision(state)
    assert isinstance(asked, Broadside)
    enemy = "German" if state.side_of(asked.unit) == ENTENTE else "British"
    assert shown == {f"{enemy} BB1", f"{enemy} BB2"}, "the main force comes before the van"
    written = GAME.odds(state, "GE-N-BB1 > BR-N-CL1")
    assert written.title == "British CL1"
    with pytest.raises(ValueError, match="no naval combat"):
        GAME.odds(quarters({"1007": "GE-N-BB1"}), "GE-N-BB1 > BR-N-CL1")


@pytest.mark.parametrize(("searchers", "sought"), [(1, 1), (1, 2), (2, 1), (2, 3)])
def test_8_23_a_search_is_as_likely_as_its_die(searchers: int, sought: int) -> None:
    german = " ".join(f"GE-N-PD{n + 1}" for n in range(searchers))
    british = " ".join(f"BR-N-PD{n + 1}" for n in range(sought))
    state = quarters({"1007": german, "1006": british})
    choose(state, "fleet 1007", "steam 1006")
    told = chances(search(state, at("1006"), "search"))
    found = 0
    for value in range(1, 7):
        found += value - searchers < sought
    assert told["found"] == pytest.approx(found / 6)
    assert sum(told.values()) == pytest.approx(1)
    assert GAME.odds(state, None).act == "Search in"


def test_7_45_an_interrupt_is_as_likely_as_its_die() -> None:
    state = quarters({"1613": "GE-N-CL1", "0106": "BR-N-CL1"})
    state.force = units("GE-N-CL1")
    state.force_at = at("1613")
    state.spent[unit("GE-N-CL1")] = 9 + 3
    odds = interrupt(state)
    assert odds.column == "below 3 on a die"
    assert chances(odds)["stopped"] == pytest.approx(2 / 6)
    state.spent[unit("GE-N-CL1")] = 9 + 1
    assert chances(interrupt(state))["stopped"] == 0
    state.spent[unit("GE-N-CL1")] = 9 + 20
    assert chances(interrupt(state))["stopped"] == 1


def test_6_443_mines_are_as_likely_as_their_dice() -> None:
    state = quarters({"1007": "GE-N-BB1 GE-N-CL1", "1006": "BR-M-1"})
    odds = minefield(state, units("GE-N-BB1 GE-N-CL1"), at("1006"))
    hit = 0
    for value in range(1, 7):
        twin = state.copy()
        choose(twin, "ship GE-N-CL1", "steam 1006", dice=Loaded(value))
        hit += bool(twin.reduced)
    assert chances(odds)["hit"] == pytest.approx(hit / 6)
    assert 0 < hit < 6
    assert GAME.odds(state, "GE-N-BB1 > 1006").act == "Mines in"
    with pytest.raises(ValueError, match="no enemy mines"):
        GAME.odds(state, "GE-N-BB1 > 1007")


def test_8_25_evasion_is_as_likely_as_two_dice_below_the_radius() -> None:
    state = quarters({"1007": "GE-N-PD1 GE-N-PD2", "1006": "BR-N-CL1"})
    choose(state, "fleet 1007", "steam 1006")
    choose(state, "search 1006", dice=Loaded(1))
    assert isinstance(decision(state), Evade)
    (result,) = evasion(state).results
    swift = sum(a + b < radius(state, unit("BR-N-CL1")) for a, b in product(range(1, 7), repeat=2))
    assert result.probability == pytest.approx(swift / 36)
    assert GAME.odds(state, None).act == "Evade"


def test_8_3_a_whole_combat_is_fought_out_with_its_error() -> None:
    """One shot each: the mean is known, and lies within a few errors of what is told."""
    state = combat("GE-N-BB1 BR-N-BB1")
    odds = fought_out(state, lambda s, c, r: by_staff(s, c, r, ""), games=150)
    assert sum(result.probability for result in odds.results) == pytest.approx(1)
    german = salvo(state, unit("GE-N-BB1"), unit("BR-N-BB1")).expected
    assert german is not None
    assert odds.expected is not None
    assert odds.expected.defender == pytest.approx(german.defender, abs=0.15)
    assert len(odds.notes) == 2
    assert "give or take 0.0" in odds.notes[0].what
    assert odds.column == "150 combats"
    assert GAME.odds(state, "battle").column == "200 combats"
    assert state.sea_battle is not None, "nothing has happened"
    with pytest.raises(ValueError, match="no naval combat"):
        GAME.odds(quarters({"1007": "GE-N-BB1"}), "battle")


def test_8_31_the_panel_shows_vans_main_forces_and_losses() -> None:
    state = combat(reduced="GE-N-CL1")
    (panel,) = (panel for panel in panels(state) if panel.title == "Naval combat")
    lines = [str(line) for line in panel.lines]
    assert "Central Powers, van: German CL1, damaged" in lines
    assert "Entente Powers, main force: British BB1" in lines
