"""Killed twenty times during play, a server loses nothing that it answered and breaks no match."""

from __future__ import annotations

import random
import socket
import threading
import time
from pathlib import Path

import httpx
import pytest

from tests.server.place import Browser, any_choice, play_hot_seat, settings, wait_for_end
from tests.server.process import Nursery, nursery
from tests.server.shelf import load_game
from trenchline.kernel.record import parse_record, replay, verify

KILLS = 20


def free_port() -> int:
    """A port of loopback that nobody uses."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        port: int = bound.getsockname()[1]
        return port


class Player(threading.Thread):
    """Plays one match until told to stop, and remembers every choice that was answered."""

    def __init__(self, address: str, match: str, sides: tuple[str, ...], seed: int) -> None:
        super().__init__(daemon=True)
        self.address, self.match, self.sides = address, match, sides
        self.rng = random.Random(seed)
        self.answered: list[tuple[int, str]] = []
        self.stopped = threading.Event()
        self.done = False

    def run(self) -> None:
        """Play on, whatever happens to the server."""
        while not self.stopped.is_set():
            try:
                with Browser(self.address) as browser:
                    self._play(browser)
            except (httpx.TransportError, ValueError):
                time.sleep(0.01)

    def _play(self, browser: Browser) -> None:
        while not self.stopped.is_set():
            seen = browser.table(self.match)
            self.done = seen["over"]
            if seen["who"] not in self.sides:
                self.stopped.wait(0.02)
                continue
            table = browser.table(self.match, seen["who"])
            choice = any_choice(table, self.rng)
            answer = browser.choose(table, choice)
            self.answered.append((answer["version"], choice))


def begin(browser: Browser) -> list[Player]:
    wanted: list[tuple[str, dict[str, str]]] = [
        ("world_war_one", {"Allied": "me", "Central": "me"}),
        ("world_war_one", {"Allied": "me", "Central": "computer:random"}),
        ("world_war_one", {"Allied": "computer:random", "Central": "computer:random"}),
    ]
    players = []
    for seed, (game, seats) in enumerate(wanted):
        mine = tuple(side for side, seat in seats.items() if seat == "me")
        match = browser.begin(game, seats)["id"]
        players.append(Player(browser.address, match, mine, seed))
    return players


def check(browser: Browser, player: Player) -> int:
    """Everything that was answered is there; gives the version."""
    table = browser.table(player.match)
    assert table["status"] in ("playing", "over")
    log = browser.get(f"/api/matches/{player.match}/log")
    made = {entry["version"]: entry["choice"] for entry in log}
    for then, choice in player.answered:
        assert made[then] == choice
    record = parse_record(browser.client.get(f"/api/matches/{player.match}/record").content)
    replay(load_game(record.header.game), record)
    version: int = table["version"]
    return version


def play_and_kill(home: Nursery, busy: Player, rng: random.Random) -> None:
    """Start a server, wait until a player has been answered a few times, and kill it."""
    number = home.start()
    enough = len(busy.answered) + rng.randint(1, 6)
    deadline = time.monotonic() + 60
    while len(busy.answered) < enough and not busy.done:
        assert time.monotonic() < deadline, "nothing is played"
        time.sleep(0.005)
    time.sleep(rng.uniform(0.0, 0.05))
    home.kill(number)


@pytest.mark.slow
def test_no_answered_choice_is_lost(tmp_path: Path) -> None:
    rng = random.Random(20)
    chosen = settings(tmp_path, local=True)
    with nursery(chosen, free_port()) as home:
        number = home.start()
        with Browser(home.address) as browser:
            players = begin(browser)
            small = browser.begin("pebbles", {"Near": "me", "Far": "me"}, scenario="long")["id"]
        home.kill(number)
        for player in players:
            player.start()
        for kill in range(KILLS - 1):
            # Mostly among people; now and then wait for somebody who waits for the computer.
            play_and_kill(home, players[kill % 5 == 4], rng)
        for player in players:
            player.stopped.set()
        for player in players:
            player.join(30)
        number = home.start()
        with Browser(home.address) as browser:
            versions = [check(browser, player) for player in players]
            assert versions[0] >= len(players[0].answered) > KILLS
            # The computer players went on after each restart, and still do.
            deadline = time.monotonic() + 30
            while (now := browser.table(players[2].match))["version"] <= versions[2]:
                assert now["over"] or time.monotonic() < deadline
                if now["over"]:
                    break
            play_hot_seat(browser, small, rng)
            record = parse_record(browser.client.get(f"/api/matches/{small}/record").content)
            verify(load_game("pebbles"), record)
            end = browser.begin("pebbles", {"Near": "computer:random", "Far": "computer:random"})
            wait_for_end(browser, end["id"])
        home.kill(number)
