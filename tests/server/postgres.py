"""A real PostgreSQL of the tests' own, where the machine has its programs: on a free port, in a folder of its own."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg

if TYPE_CHECKING:
    from collections.abc import Iterator

numbers = itertools.count()


def found(name: str) -> str | None:
    """A program of PostgreSQL: in PATH, or where Debian puts it."""
    named = shutil.which(name)
    if named is not None:
        return named
    there = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(there[-1]) if there else None


class Cluster:
    """A server that runs."""

    def __init__(self, folder: Path, port: int, options: list[str], who: dict[str, Any]) -> None:
        self.port = port
        self._folder = folder
        self._options = options
        self._who = who
        self.start()

    def start(self) -> None:
        """Start it, for the first time or again, and wait until it answers."""
        command = [
            str(found("postgres")),
            "-D",
            str(self._folder / "data"),
            "-p",
            str(self.port),
            *self._options,
        ]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self._folder, **self._who)
        for _ in range(600):
            try:
                psycopg.connect(self.address("postgres"), connect_timeout=5).close()
            except psycopg.OperationalError:
                told = (self._folder / "log").read_text(encoding="utf-8")
                assert self._process.poll() is None, told
                time.sleep(0.1)
            else:
                return
        raise AssertionError("PostgreSQL does not answer")

    def crash(self) -> None:
        """End it at once, as it is, whoever is connected."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(timeout=20)

    def stop(self) -> None:
        """End it for good."""
        self._process.terminate()  # smart shutdown would wait for connections
        try:
            self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self.crash()

    def cpu(self) -> float:
        """Seconds of processor time that it and its open connections have used, where the system tells it."""
        found = [path.read_text().rpartition(")")[2].split() for path in Path("/proc").glob("[0-9]*/stat")]
        mine = [stat for stat in found if stat[1] == str(self._process.pid)]
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
    """Make one and start it; None where there is no PostgreSQL. `safe`: commits wait for the disk, as they should."""
    initdb = found("initdb")
    if initdb is None or found("postgres") is None:
        yield None
        return
    # It refuses to run as root, as tests in a container do.
    who: dict[str, Any] = {"user": "nobody"} if hasattr(os, "geteuid") and os.geteuid() == 0 else {}
    with tempfile.TemporaryDirectory(dir="/tmp", prefix="pg") as made:
        folder = Path(made)
        if who:
            shutil.chown(folder, "nobody")
        arguments = [
            "--username",
            "tests",
            "--auth",
            "trust",
            "--no-sync",
            "--encoding",
            "UTF8",
            "--locale",
            "C",
        ]
        subprocess.run([initdb, *arguments, made + "/data"], check=True, capture_output=True, cwd=made, **who)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        settings = {"listen_addresses": "127.0.0.1", "unix_socket_directories": made}
        if not safe:
            settings["fsync"] = "off"
        options = [text for name, value in settings.items() for text in ("-c", f"{name}={value}")]
        made_one = Cluster(folder, port, options, who)
        try:
            yield made_one
        finally:
            made_one.stop()
