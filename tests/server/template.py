"""A process that has loaded a server's modules and forks servers, so that one starts in a fraction of a
second.

A campaign can kill thousands of them within hours. A fork is an ordinary server from the moment its modules
are loaded, and has the compiled rules if this machine's cache has them. `python -m tests.server.template` is
that process: a line of JSON on its standard input starts a server, and it answers with lines of JSON about
servers that have started and ended.
"""

from __future__ import annotations

import asyncio
import json
import os
import select
import signal
import sys
import traceback
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.campaigns.frame import Fault

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

ROOT = Path(__file__).parents[2]


class Forked:
    """A forked server with the interface of an asyncio process."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._ended = asyncio.Event()

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    async def wait(self) -> int:
        """Wait until it has ended."""
        await self._ended.wait()
        assert self.returncode is not None
        return self.returncode

    def end(self, status: int) -> None:
        """Note that it has ended."""
        self.returncode = status
        self._ended.set()


class Template:
    """The process that forks servers; it starts with the first one and ends with them."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._listening: asyncio.Task[None] | None = None
        self._started: asyncio.Queue[Forked | None] = asyncio.Queue()
        self._running: dict[int, Forked] = {}
        self._one = asyncio.Lock()

    async def fork(self, environment: Mapping[str, str], log: Path) -> Forked:
        """Start a server with this environment, which appends its output to `log`."""
        async with self._one:
            if self._process is None:
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    "-m",
                    "tests.server.template",
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    env={**environment, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])},
                )
                self._listening = asyncio.create_task(self._listen())
            assert self._process.stdin is not None
            wish = {"environment": dict(environment), "log": str(log)}
            self._process.stdin.write(json.dumps(wish).encode() + b"\n")
            await self._process.stdin.drain()
            started = await self._started.get()
            if started is None:
                raise Fault("the process that forks servers has ended")
            return started

    async def _listen(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            told = json.loads(line)
            if "status" in told:
                self._running.pop(told["pid"]).end(told["status"])
            else:
                server = self._running[told["pid"]] = Forked(told["pid"])
                self._started.put_nowait(server)
        self._started.put_nowait(None)

    async def close(self) -> None:
        """End it and its forks."""
        if self._process is None:
            return
        for server in list(self._running.values()):
            server.send_signal(signal.SIGKILL)
            await server.wait()
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()
        if self._listening is not None:
            await self._listening


@asynccontextmanager
async def forking() -> AsyncIterator[Template | None]:
    """Return a template if processes can be forked."""
    if not hasattr(os, "fork"):
        yield None
        return
    template = Template()
    try:
        yield template
    finally:
        await template.close()


def _become_server(wish: dict[str, Any]) -> None:
    """Become a server, in a forked process."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with Path(wish["log"]).open("ab") as log, Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    os.environ.clear()
    os.environ.update(wish["environment"])
    from whistlestop.server.run import serve

    serve()


def _fork(wish: dict[str, Any]) -> int:
    """Fork a server and report it."""
    pid = os.fork()
    if pid:
        _tell({"pid": pid})
        return pid
    status = 1
    try:
        _become_server(wish)
        status = 0
    except BaseException:  # noqa: BLE001 - nobody else could report it
        traceback.print_exc()
    finally:
        os._exit(status)


def _reap(running: set[int]) -> None:
    """Report the servers that have ended."""
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            running.remove(ended[0])
            _tell({"pid": ended[0], "status": os.waitstatus_to_exitcode(ended[1])})


def _tell(what: dict[str, int]) -> None:
    os.write(1, json.dumps(what).encode() + b"\n")


def main() -> None:
    """Fork a server for each line, and report ended ones. No threads: a fork copies only one."""
    from whistlestop.core import jit
    from whistlestop.rulesets import load_ruleset, ruleset_ids
    from whistlestop.server import run  # noqa: F401 - forks need it loaded

    jit.go_over()
    for ruleset in ruleset_ids(variants=True):  # forks share them, too
        load_ruleset(ruleset)
    woken, wakes = os.pipe()
    os.set_blocking(wakes, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
    lines, running = b"", set[int]()
    while True:
        ready, _, _ = select.select([0, woken], [], [])
        if woken in ready:
            os.read(woken, 1000)
            _reap(running)
        if 0 in ready:
            read = os.read(0, 2**16)
            if not read:  # the parent process has ended
                for pid in running:
                    os.kill(pid, signal.SIGKILL)
                return
            *whole, lines = (lines + read).split(b"\n")
            for line in whole:
                running.add(_fork(json.loads(line)))


if __name__ == "__main__":
    main()
