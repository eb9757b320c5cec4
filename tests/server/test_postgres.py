"""The tests' PostgreSQL."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import psycopg
import pytest
from tests.server.postgres import bundled_programs

if TYPE_CHECKING:
    from tests.server.postgres import Cluster


def test_its_programs_come_with_the_development_environment(request: pytest.FixtureRequest) -> None:
    """The programs are used if the package has a wheel, and those in PATH match the server's version."""
    programs = bundled_programs()
    if programs is None:
        pytest.skip("no PostgreSQL for this system as a Python package")
    made: Cluster = request.getfixturevalue("_cluster")
    with psycopg.connect(made.database()) as connection:
        server = f"{connection.info.server_version // 10000}.{connection.info.server_version % 10000}"
    for program in ("pg_dump", "pg_restore"):
        for path in (program, programs / program):
            told = subprocess.run([path, "--version"], check=True, capture_output=True, text=True).stdout
            assert told.split()[2] == server
