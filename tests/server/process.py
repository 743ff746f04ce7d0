"""Servers in processes of their own, to be killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from trenchline.server.settings import Settings, to_environment

ROOT = Path(__file__).parents[2]


def wait_until_up(address: str, seconds: float = 60.0) -> None:
    """Wait until a server answers."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            httpx.get(f"{address}/api/me", timeout=5.0)
            return
        except httpx.TransportError:
            assert time.monotonic() < deadline, "the server does not come up"
            time.sleep(0.02)


class Nursery:
    """Starts servers on a port, and kills them."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self._process = process
        self._port = port
        self.address = f"http://127.0.0.1:{port}"

    def start(self) -> int:
        """A new server; returns its number once it answers."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{self._port}\n")
        self._process.stdin.flush()
        number = int(self._process.stdout.readline())
        wait_until_up(self.address)
        return number

    def kill(self, number: int) -> None:
        """End a server without warning, as a power failure would."""
        os.kill(number, signal.SIGKILL)
        self._wait_for_end_of(number)

    def _wait_for_end_of(self, number: int) -> None:
        """Wait until a process is gone with all its threads.

        One that only looks dead may have a thread that still writes, and holds the port.
        """
        deadline = time.monotonic() + 60
        while Path(f"/proc/{number}").exists():
            assert time.monotonic() < deadline, "the server does not end"
            time.sleep(0.005)


def _environment(settings: Settings) -> dict[str, str]:
    to_environment(settings)
    return os.environ | {"PYTHONPATH": f"{ROOT}:{ROOT}/src"}


@contextmanager
def nursery(settings: Settings, port: int) -> Iterator[Nursery]:
    """A place where servers are started and killed."""
    arguments = [sys.executable, "-m", "tests.server.zygote"]
    process = subprocess.Popen(
        arguments,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=_environment(settings),
        cwd=ROOT,
        text=True,
    )
    try:
        yield Nursery(process, port)
    finally:
        assert process.stdin
        process.stdin.close()
        process.wait(30)
        assert process.stdout
        process.stdout.close()


@contextmanager
def workers(settings: Settings, port: int, count: int) -> Iterator[str]:
    """A server of several workers; gives its address."""
    arguments = [sys.executable, "-m", "tests.server.zygote", str(port), str(count)]
    process = subprocess.Popen(arguments, env=_environment(settings), cwd=ROOT)
    try:
        wait_until_up(f"http://127.0.0.1:{port}")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)
