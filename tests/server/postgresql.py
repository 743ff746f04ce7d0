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


@contextmanager
def postgresql() -> Iterator[str]:
    """A running PostgreSQL with one empty database; gives its address for SQLAlchemy."""
    programs = binaries()
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        port = bound.getsockname()[1]
    folder = Path(tempfile.mkdtemp(prefix="trenchline-pg-"))
    data = folder / "data"

    def run(program: str, *arguments: str) -> None:
        command = [str(programs / program), *arguments]
        if os.geteuid() == 0:
            # PostgreSQL does not run as root.
            command = ["runuser", "-u", USER, "--", *command]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise CannotRun(f"{program} fails: {done.stdout[-300:]} {done.stderr[-500:]}")

    if os.geteuid() == 0:
        account = pwd.getpwnam(USER)
        os.chown(folder, account.pw_uid, account.pw_gid)
    try:
        run("initdb", "-D", str(data), "-U", USER, "--auth=trust", "--encoding=UTF8", "--no-sync")
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1"
        log = str(folder / "log")
        run("pg_ctl", "-D", str(data), "-w", "-t", "60", "-l", log, "-o", options, "start")
        try:
            yield f"postgresql+psycopg://{USER}@127.0.0.1:{port}/postgres"
        finally:
            run("pg_ctl", "-D", str(data), "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
