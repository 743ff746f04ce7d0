"""Everything a server has, in one place: made when it starts, closed when it ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from starlette.requests import HTTPConnection

from trenchline.server.analysts import Advisers, Analysts
from trenchline.server.attacks import Attacks
from trenchline.server.database import Database
from trenchline.server.errors import Problem
from trenchline.server.host import Host
from trenchline.server.limits import Limits, client_of
from trenchline.server.memory import collect_now_and_then
from trenchline.server.news import Hub
from trenchline.server.opponents import Opponents
from trenchline.server.orders import Orders
from trenchline.server.people import COOKIE, NOBODY, Person, local_person, whose_session
from trenchline.server.planning import Planning
from trenchline.server.plans import Plans
from trenchline.server.readers import Readers, Surveyors
from trenchline.server.referee import Referee
from trenchline.server.settings import Settings, open_shelf
from trenchline.server.supply import Supplies
from trenchline.server.take_backs import TakeBacks


class House:
    """The parts of a running server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.database = Database(settings.database)
        self.shelf = open_shelf(settings.shelf)
        self.hub = Hub(self.database)
        self.referee = Referee(self.database, self.hub, self.shelf)
        self.take_backs = TakeBacks(self.referee)
        self.planning = Planning(self.referee)
        self.limits = Limits(settings.limited and not settings.local)
        self.plans = Plans(self.referee, self.limits)
        self.attacks = Attacks(self.referee)
        self.supplies = Supplies(self.referee)
        self.orders = Orders(self.referee)
        self.host = Host(self.referee)
        self.opponents = Opponents(self.referee, settings)
        self.readers = Readers(settings.shelf)
        self.surveyors = Surveyors(settings.shelf)
        self.analysts = Analysts(self.referee, settings.shelf)
        self.advisers = Advisers(self.referee)
        self._local: Person | None = None

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Run what runs beside the requests."""
        if self.settings.local:
            with self.database.writing() as connection:
                self._local = local_person(connection)
        if self.settings.warm:
            self.opponents.thinkers.warm_up()
        self.hub.start()
        self.hub.followers.append(self.opponents.follow)
        errands = [self.opponents.look_around(), collect_now_and_then()]
        if self.database.is_sqlite:
            errands += [self.database.keep_log_short()]
        else:
            errands += [self.hub.listen(), self.hub.keep_announcing()]
        tasks = [asyncio.create_task(errand) for errand in errands]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            await self.opponents.stop()
            self.readers.stop()
            self.surveyors.stop()
            self.analysts.stop()
            self.advisers.stop()
            self.database.close()

    # Who asks.

    def person(self, connection: HTTPConnection) -> Person:
        """Who asks; nobody, if not signed in."""
        if self._local is not None:
            return self._local
        cookie = connection.cookies.get(COOKIE)
        if cookie is None:
            return NOBODY
        with self.database.reading() as reading:
            return whose_session(reading, cookie)

    def somebody(self, connection: HTTPConnection) -> Person:
        """Who asks, for what needs somebody."""
        person = self.person(connection)
        if not person.id:
            raise Problem(401, "sign_in", "Sign in first.")
        return person

    def spend(self, what: str, connection: HTTPConnection) -> None:
        """Count a request against its client's limit."""
        self.limits.spend(what, client(connection))


def client(connection: HTTPConnection) -> str:
    """From where somebody asks, for the limits."""
    return client_of(connection.client.host) if connection.client else ""


def house(connection: HTTPConnection) -> House:
    """The house that a request came to."""
    found = connection.app.state.house
    assert isinstance(found, House)
    return found


def counted(connection: HTTPConnection, what: str) -> House:
    """The house that a request came to, once it has been counted against its client's limit."""
    home = house(connection)
    home.spend(what, connection)
    return home


def anybody(connection: HTTPConnection, what: str) -> tuple[House, Person]:
    """The house, and who asks: nobody, if not signed in."""
    home = counted(connection, what)
    return home, home.person(connection)


def somebody(connection: HTTPConnection, what: str) -> tuple[House, Person]:
    """The house, and who asks, for what needs somebody."""
    home = counted(connection, what)
    return home, home.somebody(connection)
