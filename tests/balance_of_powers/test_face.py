"""The face of the game: odds, views, charts, powers and what studies look at."""

from __future__ import annotations

import random
from itertools import product

import pytest

from tests.balance_of_powers import promises
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, unit
from trenchline.games.balance_of_powers.admiralty import Admiralty
from trenchline.games.balance_of_powers.components import CENTRAL, CODES, ENTENTE, FOLDER
from trenchline.games.balance_of_powers.diplomacy import Diplomacy
from trenchline.games.balance_of_powers.face import GAME
from trenchline.games.balance_of_powers.losses import Outcome
from trenchline.games.balance_of_powers.march import Campaign
from trenchline.games.balance_of_powers.muster import Muster
from trenchline.games.balance_of_powers.results import PAYABLE
from trenchline.games.balance_of_powers.sequence import Half, Month
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.audit import columns_of, explanations, wrong_cell
from trenchline.kernel.data import read_rows
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.editions import data_files
from trenchline.kernel.notation import NotationError
from trenchline.kernel.odds import Odds
from trenchline.kernel.play import settle, take
from trenchline.kernel.powers import whose
from trenchline.kernel.steps import count, pick
from trenchline.server.board import board

FIELD = """
month September 1914 fortnight 1 phase Central campaign
Central GE AH
Entente FR RU
GE I-21@1224 I-14@1224 I-15@1224
FR I-20@1124 I-9@1124
points GE-5 FR-5
"""


def attacked(text: str, *choices: str) -> State:
    """A position in which Germans have chosen so far."""
    state = GAME.parse(text)
    state.stack = [Campaign(CENTRAL)]
    settle(state, Loaded())
    for words in choices:
        take(state, *GAME.parse_choice(words))
        settle(state, Loaded())
    return state


@pytest.mark.parametrize(
    ("moment", "step"),
    [
        ("fortnight 1 phase Central diplomacy", Diplomacy()),
        ("fortnight 1 phase Central construction", Muster(CENTRAL)),
        ("fortnight 1 phase Entente construction", Muster(ENTENTE)),
        ("fortnight 1 phase Central admiralty", Admiralty()),
        ("fortnight 1 phase Entente campaign", Half(1, ENTENTE)),
        ("fortnight 2 phase Central campaign", Half(2, CENTRAL)),
        ("fortnight 1 phase Central set-up", Month(1)),
    ],
)
def test_4_0_the_phase_that_a_position_names_begins_bug(moment: str, step: object) -> None:
    """Without steps the month began anew, whatever phase was set in the editor."""
    text = FIELD.replace("fortnight 1 phase Central campaign", moment)
    assert GAME.parse(text).stack[-1] == step


def test_10_62_odds_are_what_the_dice_bring() -> None:
    state = attacked(FIELD, "stack 1224", "attack 1124", "pay GE", "point GE-I-21")
    told = GAME.odds(state, None)
    take(state, *GAME.parse_choice("point FR-I-20"))
    lost: dict[str, float] = {}
    means = [0.0, 0.0]
    for pair in product(range(1, 7), repeat=2):
        twin = state.copy()
        take_dice(twin, pair)
        points = twin.battle.losses[1]
        word = "RP" if points == PAYABLE else str(points)
        lost[word] = lost.get(word, 0) + 1 / 36
        for role in (0, 1):
            # [10.711] What may be bought off costs a point.
            means[role] += abs(twin.battle.losses[role]) / 36
    share = next(s for s in told.shares if s.title == "The defender loses")
    assert {r.result: pytest.approx(r.probability) for r in share.results} == lost
    assert sum(r.probability for r in told.results) == pytest.approx(1)
    assert told.expected is not None
    assert (told.expected.attacker, told.expected.defender) == pytest.approx(means)


def take_dice(state: State, pair: tuple[int, ...]) -> None:
    """Roll the dice of a combat and read the table, no further."""
    while not isinstance(state.stack[-1], Outcome):
        step = state.stack.pop()
        if hasattr(step, "thrown"):
            step.thrown(state, pair)
        elif hasattr(step, "run"):
            step.run(state)
        else:
            assert hasattr(step, "take")
            step.take(state, "spare", 0)
    outcome = state.stack.pop()
    assert isinstance(outcome, Outcome)
    outcome.run(state)


def test_10_54_leaders_help_as_often_as_their_checks_succeed() -> None:
    plain = GAME.odds(GAME.parse(FIELD), "GE-I-21 GE-I-14 GE-I-15 > 1124")
    text = FIELD.replace("I-15@1224", "I-15@1224 L-KLUCK@1224")
    led = GAME.odds(GAME.parse(text), "GE-I-21 GE-I-14 GE-I-15 GE-L-KLUCK > 1124")
    assert [note.case for note in led.notes] == ["10.54"]

    def cleared(told: Odds) -> float:
        gained = (r for r in told.results if "cleared" in r.result or "break" in r.result)
        return sum(r.probability for r in gained)

    assert cleared(led) > cleared(plain)


def test_10_721_trenches_are_breached_and_open_ground_is_cleared() -> None:
    dug_in = FIELD + "entrenched FR-I-20 FR-I-9\n"
    grounds = []
    for text in (FIELD, dug_in):
        told = GAME.odds(GAME.parse(text), "GE-I-21 GE-I-14 GE-I-15 > 1124")
        share = next(s for s in told.shares if s.title == "The defender gives ground")
        grounds.append({r.result for r in share.results})
    assert grounds[0] == {"the hex is cleared", "breakthrough"}
    assert grounds[1] == {"the hex is cleared"}
    six = dug_in.replace("I-9@1124", "I-9@1124 I-18@1124 I-4@1124 I-5@1124")
    six = six.replace("FR-I-9", "FR-I-9 FR-I-18 FR-I-4 FR-I-5")
    told = GAME.odds(GAME.parse(six), "GE-I-21 GE-I-14 GE-I-15 > 1124")
    share = next(s for s in told.shares if s.title == "The defender gives ground")
    assert {r.result for r in share.results} == {"breach"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("GE-I-21", "an attack reads like"),
        ("GE-I-99 > 1124", "there is no counter"),
        ("GE-I-21 > 9999", "9999"),
        ("GE-I-3 > 1124", "stand in one location"),
        ("GE-I-21 > 1123", "no enemy land unit"),
    ],
)
def test_attacks_that_cannot_be_read_say_why(text: str, told: str) -> None:
    with pytest.raises(NotationError, match=told):
        GAME.odds(GAME.parse(FIELD), text)


def test_odds_are_asked_for_an_attack() -> None:
    with pytest.raises(ValueError, match="no attack is being declared"):
        GAME.odds(GAME.parse(FIELD), None)


def test_a_view_shows_stacks_points_and_who_is_asked() -> None:
    state = attacked(FIELD + "entrenched FR-I-20\nspent GE-I-15-1\n")
    seen = GAME.view(state, CENTRAL)
    pieces = {piece.key: piece for piece in seen.pieces}
    assert pieces["FR-I-20"].place == "1124"
    assert pieces["FR-I-20"].marks == ("dug in",)
    assert pieces["GE-I-15"].marks == ("moved",)
    assert pieces["BE-I-1"].place == "awaited"
    assert seen.turn == "September 1914"
    assert seen.who == "Central Powers"
    assert seen.markers["trench"] == ("1124",)
    assert {"GE-I-21", "GE-I-14", "GE-I-15"} == set(seen.ending.could["move"])
    assert GAME.view(state, ENTENTE).ending.could == {}
    tracks = {track.name: track.value for track in seen.tracks}
    assert tracks["German RP"] == 5
    battle = GAME.view(attacked(FIELD, "stack 1224", "attack 1124"), CENTRAL)
    assert battle.focus.battle == "declare"
    assert battle.focus.hexes == ("1124",)


@pytest.mark.parametrize("scenario", [told.name for told in GAME.scenarios])
def test_2_81_no_two_tracks_bear_one_name_bug(scenario: str) -> None:
    """Both sides' innovation and chips had one name, so an observation held only one of them."""
    state = GAME.new(*GAME.settled(scenario, {"historical_set_up": "on"}))
    settle(state, PlannersDice(random.Random(1)))
    names = [track.name for track in GAME.view(state, None).tracks]
    assert len(names) == len(set(names))
    # [12.8/no-ti]
    assert ({"Central innovation", "Entente innovation"} <= set(names)) == (scenario != "africa")


def test_views_of_a_whole_game_can_be_made() -> None:
    rng = random.Random(7)
    state = GAME.new("before_the_leaves_fall", {"historical_set_up": "on"})
    dice, taken = PlannersDice(rng), 0
    while choices := settle(state, dice):
        if taken % 53 == 0:
            assert GAME.view(state, None).prompt
        if state.battles and not state.battle.raw:
            told = GAME.odds(state, None)
            assert sum(r.probability for r in told.results) == pytest.approx(1)
        take(state, *pick(choices, rng.randrange(count(choices))))
        taken += 1
    assert GAME.view(state, None).prompt == "The scenario is over"
    assert GAME.chronicle is not None
    assert GAME.chronicle.numbers(state)["bargaining chips"] == GAME.outcome(state).scores
    assert len(set(GAME.chronicle.events(state))) == len(list(GAME.chronicle.events(state)))


def test_2_27_up_to_seven_people_play() -> None:
    assert GAME.powers is not None
    assert sum(map(len, GAME.powers.names)) == 7
    state = attacked(FIELD)
    choice = GAME.parse_choice("unit GE-I-21")
    assert whose(GAME.powers, GAME.verbs, state, choice) == "Germany"
    assert GAME.powers.of_unit(state, unit("RU-I-1")) == "Russia and the United States"


def test_2_44_what_costs_points_is_known_to_cost_them(monkeypatch: pytest.MonkeyPatch) -> None:
    state = attacked(FIELD, "stack 1224", "attack 1124")
    told = [promises.unaccounted(state, random.Random(seed)) for seed in range(20)]
    assert not any(told)
    monkeypatch.setattr(promises, "PAYING", ())
    told = [promises.unaccounted(state, random.Random(seed)) for seed in range(20)]
    assert ["pay costs points [2.44]"] in told


def test_11_1_a_scenario_lies_on_its_own_sheet_with_the_boxes_beyond_it() -> None:
    ground = GAME.map_of("asian_treasure_house")
    assert ground is not None
    assert ground.folder.name == "ottoman"
    assert ground.boxes is not None
    assert [box.name for box in ground.boxes] == ["Libyan-Sea", "Indian-Ocean", "Russia"]
    told = board(GAME, "asian_treasure_house")
    assert len(told.hexes) == len(ground.board.facts) + len(ground.boxes)
    assert told.maps == []
    assert {box.y for box in told.boxes} == {max(hex_.y for hex_ in told.hexes) - 90}
    assert all(0 < hex_.x < told.width and 0 < hex_.y < told.height for hex_ in told.hexes)


def test_every_nation_has_its_colours_and_every_scenario_is_sound() -> None:
    assert set(GAME.looks.nations) == set(CODES)
    assert GAME.unsound() == []
    assert GAME.charts[0].rows[0][0] == "2"


ROWS = [
    name for name in data_files(FOLDER) if name.endswith(".csv") and not name.startswith("rulebook")
]


@pytest.mark.parametrize("name", ROWS)
def test_every_column_is_explained_and_every_cell_reads_so(name: str) -> None:
    header, rows = read_rows(FOLDER / name)
    columns = columns_of(name, explanations(FOLDER))
    assert set(header) <= set(columns)
    for row in rows:
        for column in header:
            assert wrong_cell(column, row.cells[column], columns[column]) is None, row.line


GUNS = """
month August 1914
Central GE AH
Entente BE FR RU
GE I-21@{place} I-14@{place} S-1@{place} S-2@{place} S-3@{place}
"""


def test_10_21_siege_guns_ruin_an_old_fortress_before_the_dice() -> None:
    text = GUNS.format(place="1219")
    told = GAME.odds(GAME.parse(text), "GE-I-21 GE-I-14 GE-S-1 > 1119")
    assert [(r.result, r.probability) for r in told.results] == [("0/0 the hex is cleared", 1)]


def test_10_21_siege_guns_may_reduce_a_new_fortress_before_the_dice() -> None:
    state = GAME.parse(GUNS.format(place="1023"))
    one = GAME.odds(state, "GE-I-21 GE-I-14 GE-S-1 > 0922")
    three = GAME.odds(state, "GE-I-21 GE-I-14 GE-S-1 GE-S-2 GE-S-3 > 0922")
    assert len(one.results) < len(three.results)
    assert state.fort_steps(at("0922")) == 2
