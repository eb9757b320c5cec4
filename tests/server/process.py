"""A real server process of tests, which can be killed and started again on the same port and database."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
from tests.server.campaigns.frame import Fault

from whistlestop.server.run import listen

if TYPE_CHECKING:
    from tests.server.template import Forked, Template

ROOT = Path(__file__).parents[2]
START = 300.0  # the first start may have to compile


class Process:
    """The server as a process that can be killed and started again on the same port and database."""

    def __init__(
        self,
        folder: Path,
        shared: str | None = None,
        *,
        descriptors: int | None = None,
        source: Path = ROOT / "src",
        template: Template | None = None,
        **variables: str,
    ) -> None:
        """`shared`: a database that several servers may use; otherwise it has a file of its own.

        `descriptors`: how many the system gives it, where that can be said. `source`: where its package is.
        `template`: forks it. `variables`: further ones of its environment.
        """
        self.source = source
        self._template = template
        self._descriptors = descriptors
        self.variables = variables
        with listen("127.0.0.1", 0) as free:
            self.port = int(free.getsockname()[1])
        self.database = folder / "games.db"
        self._database = shared or str(self.database)
        self.log = folder / f"server-{self.port}.log"
        self._process: asyncio.subprocess.Process | Forked | None = None

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(self.source), os.environ.get("PYTHONPATH", "")]),
            "WHISTLESTOP_PORT": str(self.port),
            "WHISTLESTOP_DATABASE": self._database,
            "WHISTLESTOP_BOT_DELAY": "0.02",
            "WHISTLESTOP_REQUEST_RATE": "0",
            "WHISTLESTOP_TABLES_PER_DAY": "0",
            "WHISTLESTOP_GUESTS_PER_DAY": "0",
            "WHISTLESTOP_COMMAND_RATE": "0",
            "WHISTLESTOP_TABLE_RATE": "0",
            "WHISTLESTOP_SOCKETS_PER_ADDRESS": "20000",
            **self.variables,
        }
        if self.source != ROOT / "src":
            environment = self._known(environment)
        if self._template is not None:
            self._process = await self._template.fork(environment, self.log)
            return
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "whistlestop.server.run",
                env=environment,
                stdout=log,
                stderr=log,
                preexec_fn=self._limit if self._descriptors is not None else None,
            )

    def _known(self, environment: dict[str, str]) -> dict[str, str]:
        """What an older version knows: it refuses settings that were added since."""
        settings = (self.source / "whistlestop" / "server" / "settings.py").read_text(encoding="utf-8")
        prefix = "WHISTLESTOP_"
        return {
            name: value
            for name, value in environment.items()
            if not name.startswith(prefix) or name.removeprefix(prefix).lower() in settings
        }

    def _limit(self) -> None:
        """In the new process, before it becomes a server."""
        import resource  # there is none on Windows

        resource.setrlimit(resource.RLIMIT_NOFILE, (self._descriptors or 0, self._descriptors or 0))

    async def ready(self) -> None:
        deadline = time.monotonic() + START
        async with httpx.AsyncClient(base_url=self.base, timeout=5, verify=False) as http:
            while True:
                with suppress(httpx.HTTPError):
                    if (await http.get("/api/health")).status_code == 200:
                        return
                if self._process is not None and self._process.returncode is not None:
                    raise Fault(f"the server did not start: {self.last_words()}")
                if time.monotonic() > deadline:
                    raise Fault("the server does not answer")
                await asyncio.sleep(0.05)

    async def compiled(self) -> None:
        """Wait until it has gone over to compiled code, or so long that it will not."""
        deadline = time.monotonic() + START
        async with httpx.AsyncClient(base_url=self.base, timeout=5, verify=False) as http:
            while time.monotonic() < deadline:
                with suppress(httpx.TransportError):
                    if (await http.get("/api/ready")).json()["compiled"]:
                        return
                await asyncio.sleep(0.1)

    def last_words(self) -> str:
        """Whether it runs, and the end of what it has logged: for those who look for what was wrong."""
        code = self._process.returncode if self._process is not None else None
        state = "it runs" if code is None else f"it has ended with {code}"
        return f"{state}; its log:\n{self.log.read_text(encoding='utf-8', errors='replace')[-4000:]}"

    async def ended(self, seconds: float) -> str:
        """Wait until it has ended by itself; returns what it has logged, or nothing if it still runs."""
        assert self._process is not None
        try:
            async with asyncio.timeout(seconds):
                await self._process.wait()
        except TimeoutError:
            await self.kill()
            return ""
        return self.log.read_text(encoding="utf-8")

    def limit_memory(self, most: int | None) -> None:
        """Let the system give it so many MiB of addresses and no more, if `most` is given (Linux)."""
        import resource  # there is none on Windows

        soft = resource.RLIM_INFINITY if most is None else most * 2**20
        resource.prlimit(self.pid, resource.RLIMIT_AS, (soft, resource.RLIM_INFINITY))

    def memory(self, which: str = "VmRSS") -> int | None:
        """Resident memory in MiB, or another one that the system counts, where it tells it."""
        with suppress(OSError, IndexError, ValueError):
            if self._process is not None:
                status = Path(f"/proc/{self._process.pid}/status").read_text()
                return int(status.split(f"{which}:")[1].split()[0]) // 1024
        return None

    @property
    def pid(self) -> int:
        """Its number in the system."""
        assert self._process is not None
        return self._process.pid

    def send(self, number: int) -> None:
        """Send it a signal."""
        assert self._process is not None
        self._process.send_signal(number)

    def cpu(self) -> float:
        """Seconds of processor time that it has used, where the system tells it."""
        with suppress(OSError):
            fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return 0.0

    async def kill(self, with_signal: int = signal.SIGKILL) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(with_signal)
            await self._process.wait()
