"""A real server process that can be killed and restarted on the same port and database."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
from tests.campaigns.frame import Fault
from tests.waiting import eventually

from whistlestop.server.run import listen

if TYPE_CHECKING:
    from tests.server.template import Forked, Template

ROOT = Path(__file__).parents[2]
START = 300.0  # the first start may have to compile


class Process:
    """The server as a process that can be killed and restarted on the same port and database."""

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
        """`shared`: a database for several servers; otherwise it has its own file.

        `descriptors`: the limit of file descriptors, where supported. `source`: the path of its package.
        `template`: forks it. `variables`: additional environment variables.
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
        """Remove settings that an older version would refuse as unknown."""
        settings = (self.source / "whistlestop" / "server" / "settings.py").read_text(encoding="utf-8")
        prefix = "WHISTLESTOP_"
        return {
            name: value
            for name, value in environment.items()
            if not name.startswith(prefix) or name.removeprefix(prefix).lower() in settings
        }

    def _limit(self) -> None:
        """Prepare the new process before it becomes a server."""
        import resource  # does not exist on Windows

        resource.setrlimit(resource.RLIMIT_NOFILE, (self._descriptors or 0, self._descriptors or 0))

    async def ready(self) -> None:
        async with httpx.AsyncClient(base_url=self.base, timeout=5, verify=False) as http:

            async def answers() -> bool:
                with suppress(httpx.HTTPError):
                    if (await http.get("/api/health")).status_code == 200:
                        return True
                if self.has_ended:
                    raise Fault(f"the server did not start: {self.last_words()}")
                return False

            try:
                await eventually(answers, START)
            except TimeoutError:
                raise Fault("the server does not answer") from None

    async def compiled(self) -> None:
        """Wait until it runs compiled code, or long enough to know that it will not."""
        async with httpx.AsyncClient(base_url=self.base, timeout=5, verify=False) as http:

            async def compiled() -> bool:
                with suppress(httpx.TransportError):
                    return bool((await http.get("/api/ready")).json()["compiled"])
                return False

            with suppress(TimeoutError):
                await eventually(compiled, START, pause=0.1)

    @property
    def has_ended(self) -> bool:
        """Return whether it was started and has ended."""
        return self._process is not None and self._process.returncode is not None

    def last_words(self) -> str:
        """Return whether it is running, and the end of its log, for diagnosis."""
        code = self._process.returncode if self._process is not None else None
        state = "it runs" if code is None else f"it has ended with {code}"
        return f"{state}; its log:\n{self.log.read_text(encoding='utf-8', errors='replace')[-4000:]}"

    async def ended(self, seconds: float) -> str:
        """Wait until it has ended by itself; return its log, or nothing if it still runs."""
        assert self._process is not None
        try:
            async with asyncio.timeout(seconds):
                await self._process.wait()
        except TimeoutError:
            await self.kill()
            return ""
        return self.log.read_text(encoding="utf-8")

    def limit_memory(self, most: int | None) -> None:
        """Limit its address space to `most` MiB, if given (Linux)."""
        import resource  # does not exist on Windows

        soft = resource.RLIM_INFINITY if most is None else most * 2**20
        resource.prlimit(self.pid, resource.RLIMIT_AS, (soft, resource.RLIM_INFINITY))

    def memory(self, which: str = "VmRSS") -> int | None:
        """Return resident memory in MiB, or another counter, if the system provides it."""
        with suppress(OSError, IndexError, ValueError):
            if self._process is not None:
                status = Path(f"/proc/{self._process.pid}/status").read_text()
                return int(status.split(f"{which}:")[1].split()[0]) // 1024
        return None

    @property
    def pid(self) -> int:
        """Return its process id."""
        assert self._process is not None
        return self._process.pid

    def send(self, number: int) -> None:
        """Send it a signal."""
        assert self._process is not None
        self._process.send_signal(number)

    def cpu(self) -> float:
        """Return its processor seconds, if the system provides them."""
        with suppress(OSError):
            fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return 0.0

    async def kill(self, with_signal: int = signal.SIGKILL) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(with_signal)
            await self._process.wait()
