"""A real PostgreSQL of the tests' own, where the machine has its programs: on a free port, in a folder of its own."""

from __future__ import annotations

import itertools
import os
import shutil
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

    def __init__(self, port: int) -> None:
        self.port = port

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
def cluster() -> Iterator[Cluster | None]:
    """Make one and start it; None where there is no PostgreSQL."""
    initdb, postgres = found("initdb"), found("postgres")
    if initdb is None or postgres is None:
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
        settings = {"listen_addresses": "127.0.0.1", "unix_socket_directories": made, "fsync": "off"}
        options = [text for name, value in settings.items() for text in ("-c", f"{name}={value}")]
        with (folder / "log").open("wb") as log:
            command = [postgres, "-D", made + "/data", "-p", str(port), *options]
            process = subprocess.Popen(command, stdout=log, stderr=log, cwd=made, **who)
        try:
            made_one = Cluster(port)
            _await(process, made_one, folder / "log")
            yield made_one
        finally:
            process.terminate()  # smart shutdown would wait for connections
            try:
                process.wait(timeout=2)
            except subprocess.TimeoutExpired:
                process.send_signal(3)
                process.wait(timeout=20)


def _await(process: subprocess.Popen[bytes], cluster: Cluster, log: Path) -> None:
    for _ in range(600):
        try:
            psycopg.connect(cluster.address("postgres"), connect_timeout=5).close()
        except psycopg.OperationalError:
            assert process.poll() is None, log.read_text(encoding="utf-8")
            time.sleep(0.1)
        else:
            return
    raise AssertionError("PostgreSQL does not answer")
