"""What the server decides, without a database, a loop or compiled rules: `make quick` takes these tests."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session", autouse=True)
def _warm() -> None:
    """Nothing is compiled for these tests."""


@pytest.fixture(scope="session", autouse=True)
def _dice() -> None:
    """Nothing is dealt in these tests."""
