"""What the players see at the table."""

from __future__ import annotations

from tests.der_weltkrieg.table import Table, opening, table
from trenchline.games.der_weltkrieg.charts import CHARTS
from trenchline.games.der_weltkrieg.face import GAME
from trenchline.games.der_weltkrieg.results import losses, table_in_force
from trenchline.games.der_weltkrieg.view import PHASES, view
from trenchline.kernel.view import PieceView, View


def seen(t: Table, side: int | None = 0) -> View:
    """The table as a side sees it."""
    return view(t.state, side)


def piece(t: Table, key: str, side: int | None = 0) -> PieceView:
    """A counter as a side sees it."""
    return next(p for p in seen(t, side).pieces if p.key == key)


def test_a_counter_bears_its_number_and_tells_its_whole_name() -> None:
    t = opening(scenario="tannenberg")
    first = piece(t, "DE1")
    assert (first.name, first.strengths, first.size) == ("1", "8-5", "XX")
    assert first.title == "1st Infantry Division, I Corps"
    fort = piece(t, "DEF1608")
    assert (fort.symbol, fort.strengths) == ("fort", "6")
    assert fort.title.endswith("fortress")


def test_13_21_losses_show_on_the_counter() -> None:
    t = table("scenario tannenberg\nturn 1914 Aug 5 phase Central movement\nDE 1=5@1605\nRU 1@2204")
    assert piece(t, "DE1").strengths == "5-5"
    assert piece(t, "DE1").marks == ("-3 strength",)
    assert piece(t, "RU1").marks == ()


def test_the_strongest_unit_lies_on_top_and_the_fort_below() -> None:
    stack = [p.key for p in seen(opening(scenario="tannenberg")).pieces if p.place == "1608"]
    assert stack == ["DEF1608", "DEBoy", "DE6L", "DE3R"]


def test_17_5_only_its_owner_sees_a_stock() -> None:
    t = opening(scenario="tannenberg")
    assert "60 supply" in piece(t, "DEHQ8", 0).marks
    assert piece(t, "DEHQ8", 1).marks == piece(t, "DEHQ8", None).marks == ()
    titles = [panel.title for panel in seen(t, None).panels]
    assert "Supply points" not in titles
    assert "60" not in str([panel for panel in seen(t, 1).panels if panel.title == "Supply points"])


def test_25_1_units_to_come_lie_under_their_turn() -> None:
    t = opening(scenario="tannenberg")
    assert piece(t, "RU3G").place == "due Aug 5"
    assert piece(t, "DE22").place == "due Sep 1 if called"
    t.state.flags |= {"XI Corps"}
    assert piece(t, "DE22").place == "due Sep 1"


def test_works_and_broken_lines_are_markers_on_the_map() -> None:
    assert "0602" in seen(opening(scenario="gorlice")).markers["trench"]
    t = table(
        "scenario tannenberg\nturn 1914 Aug 5 phase Central movement\nDE 1@1605\nRU 1@2204\n"
        "inoperative 1706\ndevastation 1110\nbuilding 1207-3"
    )
    markers = seen(t).markers
    assert markers["broken line"] == ("1706",)
    assert (markers["devastation"], markers["construction"]) == (("1110",), ("1207",))
    assert {"1605", "1906"} & set(markers["railhead"])
    assert "trench" not in markers


def test_a_fort_that_has_fallen_is_crossed_out_on_the_map() -> None:
    t = opening(scenario="tannenberg")
    assert "1608" in seen(t).overlays["intact forts"]
    t.state.lift(t.state.theatre.unit["DEF1608"])
    assert "1608" not in seen(t).overlays["intact forts"]


def test_26_1_the_tracks_tell_demoralization_and_the_victory_as_it_stands() -> None:
    t = table(
        "scenario tannenberg\nturn 1914 Aug 6 phase Central movement\n"
        "DE 1@1605\nRU 1@2204\ndm DE-80"
    )
    tracks = {track.name: track for track in seen(t).tracks}
    assert (tracks["Turn"].value, tracks["Turn"].note) == (3, "of 9")
    assert (tracks["Balance"].value, tracks["Balance"].note) == (-80, GAME.outcome(t.state).reason)
    assert tracks["German demoralization"].value == 80


def test_what_is_asked_about_is_pointed_out() -> None:
    t = table("scenario tannenberg\nturn 1914 Aug 5 phase Central movement\nDE 1@1605\nRU 1@2204")
    assert seen(t.choose("unit DE1")).focus.units == ("DE1",)
    t = table(
        "scenario tannenberg\nturn 1914 Aug 5 phase Central combat\nDE 1@1906 2@1906\nRU 28@2006"
    )
    t.choose("attack 2006", "with DE1")
    focus = seen(t).focus
    assert (focus.units, focus.hexes, focus.battle) == (("DE1",), ("2006",), "declare")


def test_the_question_leaves_out_the_side_that_stands_beside_it() -> None:
    shown = seen(opening(scenario="tannenberg"))
    assert shown.who == "Central Powers"
    assert shown.prompt.startswith("Pick a unit to move")


def test_5_every_phase_is_named_for_its_side() -> None:
    t = opening(scenario="tannenberg")
    assert seen(t).phase == "Central Powers movement"
    assert seen(t).phase in PHASES


def test_the_overlays_of_a_scenario_are_always_the_same() -> None:
    t = opening(scenario="gorlice")
    names = list(seen(t).overlays)
    t.state.network = [0] * len(t.state.network)
    assert list(seen(t).overlays) == names


def test_13_13_the_chart_of_results_is_the_table_that_is_rolled_on() -> None:
    chart = next(chart for chart in CHARTS if chart.title.startswith("Combat results from 1914"))
    cells = table_in_force(opening(scenario="tannenberg").state)
    row = next(row for row in chart.rows if row[0] == "17")
    assert row[1 + chart.columns[1:].index("(4)")] == str(losses(cells, 17, 4))
    assert all(len(row) == len(chart.columns) for chart in CHARTS for row in chart.rows)


def test_every_verb_that_needs_it_has_a_label() -> None:
    plain = {"move", "attack", "retreat", "advance", "done"}
    assert {name for name, verb in GAME.verbs.items() if not verb.label} == plain


def test_4_the_levels_of_victory_are_told_and_the_one_that_is_reached() -> None:
    t = opening(scenario="limanowa")
    lines = next(panel.lines for panel in seen(t).panels if panel.title == "Victory")
    assert lines[0] == "Balance: Russian demoralization less German and Austro-Hungarian, now 0"
    (reached,) = [line for line in lines if line.startswith("▸ ")]
    assert reached.startswith(f"▸ {GAME.outcome(t.state).reason} ")
    levels = t.state.theatre.scenario["victory"]["levels"]
    assert all(any(row["name"] in line for line in lines) for row in levels)
    assert any(line.startswith("15 0505 Neu Sandez") for line in lines)


def test_a_fort_outside_the_scenario_is_not_crossed_out_bug() -> None:
    """Limanowa shares its map with Gorlice, and Przemysl has a fort there only."""
    assert "1404" in seen(opening(scenario="limanowa")).overlays["intact forts"]
