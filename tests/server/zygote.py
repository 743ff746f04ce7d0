"""What starts servers: ``python -m tests.server.zygote``, or with a port and a number of workers.

Reads ports from its input, one a line, and answers each with the number of a new process that
serves there. The process is a copy of this one, which has read all code already, so that a server
starts at once. The settings are in the environment. Nothing is imported up here, for processes in
which computer players think read this file too.
"""

from __future__ import annotations

import os
import signal
import sys


def main() -> None:
    """Serve as told: on ports read one by one, or with so many workers on one."""
    import trenchline.server.app  # noqa: F401  # read now, so that no server has to
    from trenchline.server import command
    from trenchline.server.settings import from_environment

    command.prepare(from_environment(), migrate=True)
    if len(sys.argv) == 3:
        command.run("127.0.0.1", int(sys.argv[1]), int(sys.argv[2]))
        return
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    children = []
    for line in sys.stdin:
        number = os.fork()
        if number == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            command.run("127.0.0.1", int(line))
            os._exit(0)
        children.append(number)
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()
    for number in children:
        try:
            os.kill(number, signal.SIGKILL)
        except ProcessLookupError:
            continue


if __name__ == "__main__":
    main()
