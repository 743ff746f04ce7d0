"""The first turn of a side, played on a real server: how long its answers take.

It runs in a thread of this process, and process time is taken, its own and that of whoever asks: it
does not depend on what else the machine does.

Matches are made with the seed of the script, so that the same choices meet the same dice. What the
page sends at a press is sent here: a choice, or several as orders; the enemy's own decisions in
between, and the set-up before, are sent as well and not counted.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from unittest.mock import patch

from tests.server.place import Browser, Json, serving
from tests.web.clicks import SEED, Gesture, Script
from trenchline.games import load_game
from trenchline.server.settings import Settings, sqlite_url


class Played:
    """A match that is played by a script."""

    def __init__(self, browser: Browser, name: str) -> None:
        self.browser = browser
        seats = dict.fromkeys(load_game(name).sides, "me")
        with patch("trenchline.server.host.secrets.token_hex", return_value=SEED):
            self.match = browser.begin(name, seats)["id"]
        self.table: Json = {}
        self.seconds = 0.0
        self.requests = 0

    def seen_by(self, side: str) -> Json:
        """The table of a side."""
        if self.table.get("you") != side:
            self.table = self.browser.table(self.match, side)
        return self.table

    def send(self, side: str, texts: list[str], counted: bool) -> None:
        """What the page sends for a press, and what it is answered."""
        table = self.seen_by(side)
        body = {"side": side, "version": table["version"], "revision": table["revision"]}
        path = f"/api/matches/{self.match}/"
        started = time.process_time()
        if len(texts) == 1 and self.offers(side, texts[0]):
            sent = {**body, "choice": texts[0], "light": True}
            answer = self.browser.post(f"{path}choices", sent)
        else:
            answer = self.browser.post(f"{path}orders", {**body, "orders": texts})
            assert answer["refused"] is None, answer["refused"]
            answer = answer["changes"] or answer["table"]
        if counted:
            self.seconds += time.process_time() - started
            self.requests += 1
        changed = answer.get("changes")
        self.table = answer if changed is None else {**table, **changed}

    def offers(self, side: str, text: str) -> bool:
        """Whether a choice may be made now."""
        verb, _, word = text.partition(" ")
        return word in self.seen_by(side)["choices"].get(verb, [])

    def makes_way(self, side: str) -> bool:
        """Whether somebody is in hand who stays where he is when another is taken up."""
        table = self.seen_by(side)
        idle = (table["verbs"][v] for v in table["choices"])
        rests = any(v.get("means") == "idle" and not v.get("ends") for v in idle)
        return rests and bool(table["focus"]["units"])

    def ends_a_phase(self, side: str) -> str | None:
        """What ends the phase, if something does."""
        table = self.seen_by(side)
        return next((v for v in table["choices"] if table["verbs"][v].get("ends")), None)


def seconds(name: str, script: Script, gestures: list[Gesture]) -> float:
    """How many seconds a server needs to answer some gestures, all in all."""
    begins = {one.made[0].at: one for one in gestures}
    own = {one.at: one for one in script.made}
    with tempfile.TemporaryDirectory() as folder:
        chosen = Settings(database=sqlite_url(Path(folder), "turn.sqlite"), limited=False)
        with serving(chosen) as address, Browser(address) as browser:
            played = Played(browser.register("Somebody"), name)
            for at, (side, text) in enumerate(script.all):
                if at not in own:
                    _catch_up(played, side, text)
                    played.send(side, [text], counted=False)
                elif at in begins:
                    rests = own[at].means == "pick" and played.makes_way(side)
                    if not rests:
                        _catch_up(played, side, text)
                    if rests or played.offers(side, text):
                        played.send(side, [one.text for one in begins[at].made], counted=True)
    return played.seconds


def _catch_up(played: Played, side: str, text: str) -> None:
    """End a phase that ended by itself when everybody had been asked one by one."""
    for _ in range(3):
        if played.offers(side, text):
            return
        decides = played.browser.get(f"/api/matches/{played.match}/summary")["who"]
        ends = played.ends_a_phase(decides)
        if ends is None:
            return
        played.send(decides, [ends], counted=True)
