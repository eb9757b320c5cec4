"""Tests of the server's decisions, without a database, an event loop or compiled rules; `make quick` includes them."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session", autouse=True)
def _warm() -> None:
    """Compile nothing for these tests."""


@pytest.fixture(scope="session", autouse=True)
def _dice() -> None:
    """Deal nothing in these tests."""
