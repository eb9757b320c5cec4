"""Environments without the compiler: results do not depend on it, and compiling takes long."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from whistlestop.core import jit


@pytest.fixture
def plain() -> Iterator[None]:
    """Run everything as plain Python during the tests."""
    interpreted = jit._interpreted
    jit.interpret()
    yield
    jit._interpreted = interpreted
    for function in jit._FUNCTIONS:  # as before its first call: nothing is compiled or loaded for this
        function._stand_for(partial(jit._first_call, function))
