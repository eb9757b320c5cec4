"""The exponential function, against that of the C library."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from whistlestop.core.floats import exp


@given(st.floats(-700, 700))
def test_the_exponential_function_is_right_but_for_the_last_bits(x: float) -> None:
    assert abs(exp(x) - math.exp(x)) <= 4 * math.ulp(math.exp(x))


def test_exact_and_extreme_values() -> None:
    assert exp(0.0) == 1.0
    assert exp(1e9) == exp(700.0) < math.inf
    assert exp(-1e9) == exp(-700.0) > 0.0
