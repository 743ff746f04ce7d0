"""A PostgreSQL of our own: installed where missing, in a temporary folder, on loopback."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

USER = "postgres"


class CannotRun(RuntimeError):
    """There is no PostgreSQL, and it cannot be installed here."""


def binaries() -> Path:
    """The folder of PostgreSQL's programs, installed if need be."""
    if found := _find():
        return found
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise CannotRun("PostgreSQL is missing; install it (Debian: apt-get install postgresql)")
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], ["install", "-y", "--no-install-recommends", "postgresql"]):
        done = subprocess.run(
            ["apt-get", "-q", *arguments], env=quiet, capture_output=True, text=True, check=False
        )
    if found := _find():
        return found
    raise CannotRun(f"PostgreSQL is missing and apt-get cannot install it: {done.stderr[-500:]}")


def _find() -> Path | None:
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    if program := shutil.which("initdb"):
        folders.append(Path(program).resolve().parent)
    return next((f for f in folders if (f / "initdb").is_file()), None)


class Cluster:
    """A PostgreSQL in a folder of its own, that can be stopped and started."""

    def __init__(self, folder: Path) -> None:
        self._programs = binaries()
        self._folder = folder
        with socket.socket() as bound:
            bound.bind(("127.0.0.1", 0))
            self._port = bound.getsockname()[1]
        self.url = f"postgresql+psycopg://{USER}@127.0.0.1:{self._port}/postgres"
        if os.geteuid() == 0:
            account = pwd.getpwnam(USER)
            os.chown(folder, account.pw_uid, account.pw_gid)
        self._data = str(folder / "data")
        login = ("-U", USER, "--auth=trust", "--encoding=UTF8", "--no-sync")
        self._run("initdb", "-D", self._data, *login)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        if os.geteuid() == 0:
            # PostgreSQL does not run as root.
            command = ["runuser", "-u", USER, "--", *command]
        done = subprocess.run(
            command, cwd=self._folder, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise CannotRun(f"{program} fails: {done.stdout[-300:]} {done.stderr[-500:]}")

    def start(self) -> None:
        """Wait until it answers."""
        options = f"-p {self._port} -k {self._folder} -c listen_addresses=127.0.0.1"
        log = str(self._folder / "log")
        waiting = ("-w", "-t", "60", "-l", log, "-o", options)
        self._run("pg_ctl", "-D", self._data, *waiting, "start")

    def stop(self) -> None:
        """End it as a crash would."""
        self._run("pg_ctl", "-D", self._data, "-w", "-m", "immediate", "stop")


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A running PostgreSQL with one empty database."""
    folder = Path(tempfile.mkdtemp(prefix="trenchline-pg-"))
    try:
        made = Cluster(folder)
        made.start()
        try:
            yield made
        finally:
            made.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def postgresql() -> Iterator[str]:
    """The same; gives its address for SQLAlchemy."""
    with cluster() as made:
        yield made.url
