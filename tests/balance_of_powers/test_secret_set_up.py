"""Chapter 12.1: the optional set-up is written down, and nobody sees it before both have done."""

from __future__ import annotations

import random

from tests.balance_of_powers.table import at, unit
from tests.promises import notation_reads_back, nothing_hidden_is_told
from trenchline.games.balance_of_powers.components import CENTRAL, ENTENTE, OF_NATION, RU
from trenchline.games.balance_of_powers.deployment import AFLOAT, waiting
from trenchline.games.balance_of_powers.face import GAME
from trenchline.games.balance_of_powers.navy import ADMIRALS
from trenchline.games.balance_of_powers.secret_set_up import (
    SECRETS,
    hidden,
    is_written,
    reveals,
    tell,
)
from trenchline.games.balance_of_powers.set_up import SetUp
from trenchline.games.balance_of_powers.variants import FREE
from trenchline.games.balance_of_powers.view import view
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.match import Match
from trenchline.kernel.play import decision
from trenchline.kernel.steps import count, pick
from trenchline.kernel.view import LogView


def written(options: dict[str, str] | None = None) -> Match:
    rng = random.Random(3)
    return Match(GAME, PlannersDice(rng), "before_the_leaves_fall", options or {FREE: "on"})


def write(match: Match, rng: random.Random, until: int = 10_000) -> None:
    """Choices at random, but nobody has the rest placed."""
    for _ in range(until):
        if not is_written(match.state):
            return
        choices = dict(match.choices)
        if len(choices) > 1:
            choices.pop("rest", None)
        match.take(pick(choices, rng.randrange(count(choices))))


def test_r158_neither_side_sees_what_the_other_writes_down() -> None:
    """[12.1/optional-set-up]"""
    match, rng = written(), random.Random(3)
    looked = 0
    while is_written(match.state):
        if rng.random() < 0.25:
            looked += 1
            assert nothing_hidden_is_told(match, rng) == []
            assert notation_reads_back(match) == []
        write(match, rng, 1)
    assert looked > 20


def test_r158_who_has_but_one_place_is_placed_by_hand_too_bug() -> None:
    """[12.1/optional-set-up] It was placed unasked, and whoever waited could tell it from others by
    the choice that was missing."""
    match = Match(GAME, PlannersDice(random.Random(3)), "great_war", {FREE: "on"})
    match.take(GAME.parse_choice("enroll BR-I-IEF_A"))
    assert list(match.choices) == ["station"]
    assert match.choices["station"].bit_count() == 1


def test_12_9_optional_set_up_naval_forces_set_up_openly_bug() -> None:
    """They were written down with the corps, and the Central Powers chose their ports without
    seeing where the British lay."""
    match = Match(GAME, PlannersDice(random.Random(3)), "great_war", {FREE: "on"})
    state = match.state
    assert not match.choices["enroll"] & AFLOAT
    assert match.choices["deploy"] == waiting(state, ENTENTE) & AFLOAT & ~ADMIRALS
    for words in ("deploy BR-N-BC1", "place Scapa-Flow", "enroll BR-I-1", "station 0115"):
        match.take(GAME.parse_choice(words))
    cruisers, corps = unit("BR-N-BC1"), unit("BR-I-1")
    assert hidden(state, CENTRAL) == 1 << corps
    seen = {piece.key: piece.place for piece in view(state, CENTRAL).pieces}
    assert seen["BR-N-BC1"] == "Scapa-Flow"
    assert seen["BR-I-1"] == seen["BR-I-2"]
    assert SECRETS.deal(state, CENTRAL, random.Random(1)).where[cruisers] == at("Scapa-Flow")
    for words, case in (("enroll BR-N-BB2", "12.9"), ("deploy BR-I-2", "12.1")):
        reason = match.why_not(GAME.parse_choice(words))
        assert reason is not None
        assert reason.case == f"{case}/optional-set-up"
    assert nothing_hidden_is_told(match, random.Random(5)) == []


def test_r158_a_twin_is_written_otherwise() -> None:
    match, rng = written(), random.Random(4)
    while decision(match.state) != SetUp(CENTRAL):
        write(match, rng, 1)
    state = match.state
    assert hidden(state, CENTRAL) & OF_NATION[RU]
    assert not hidden(state, ENTENTE)
    assert hidden(state, None)
    other = SECRETS.deal(state, CENTRAL, rng)
    assert other.where != state.where
    assert view(other, CENTRAL) == view(state, CENTRAL)
    assert view(other, ENTENTE) != view(state, ENTENTE)
    assert view(other, None) == view(state, None)


def test_r158_both_are_shown_when_both_have_done() -> None:
    match, rng = written(), random.Random(5)
    before = match.state
    while is_written(match.state):
        before = match.state.copy()
        write(match, rng, 1)
    assert reveals(before, match.state, CENTRAL)
    assert not hidden(match.state, CENTRAL)
    assert not reveals(match.state, match.state, CENTRAL)


def test_r158_the_log_tells_the_other_side_nothing_but_that_somebody_wrote() -> None:
    entry = LogView(1, "Entente Powers", "station 0922", (), ())
    assert tell(entry, CENTRAL).choice == "station"
    assert tell(entry, ENTENTE).choice == "station 0922"
    open_entry = LogView(1, "Entente Powers", "place 0922", (), ())
    assert tell(open_entry, CENTRAL).choice == "place 0922"


def test_11_3_the_usual_set_up_is_open() -> None:
    match, rng = written({"optional_set_up": "off"}), random.Random(6)
    for _ in range(40):
        match.take(pick(match.choices, rng.randrange(1, count(match.choices))))
    assert not hidden(match.state, CENTRAL)
    assert SECRETS.deal(match.state, CENTRAL, rng).where == match.state.where
