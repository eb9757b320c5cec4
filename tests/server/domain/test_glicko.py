"""Glicko-2: the paper's example, and general properties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whistlestop.server.domain.glicko import WIDEST, Rating, Result, after, expected

ratings = st.builds(Rating, st.floats(500, 2500), st.floats(30, WIDEST), st.floats(0.03, 0.1))


def test_the_example_of_the_paper() -> None:
    player = Rating(1500, 200, 0.06)
    results = [
        Result(Rating(1400, 30), 1.0),
        Result(Rating(1550, 100), 0.0),
        Result(Rating(1700, 300), 0.0),
    ]
    found = after(player, results)
    assert found.rating == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)
    chances = [expected(player, result.opponent) for result in results]
    assert chances == pytest.approx([0.639, 0.432, 0.303], abs=0.001)


@given(ratings, st.lists(st.tuples(ratings, st.sampled_from([0.0, 0.5, 1.0]), st.floats(0.1, 1)), max_size=8))
def test_what_always_holds(player: Rating, played: list[tuple[Rating, float, float]]) -> None:
    found = after(player, [Result(*one) for one in played])
    assert 0 < found.deviation <= WIDEST
    assert 0 < found.volatility < 1
    if not played:
        assert (found.rating, found.volatility) == (player.rating, player.volatility)
        assert found.deviation >= player.deviation or found.deviation == WIDEST
    if played and all(score == 1.0 for _, score, _ in played):
        assert found.rating > player.rating
    if played and all(score == 0.0 for _, score, _ in played):
        assert found.rating < player.rating


@given(ratings, ratings)
def test_chances_are_of_one_game(one: Rating, other: Rating) -> None:
    level = Rating(other.rating, one.deviation)
    assert expected(one, level) + expected(level, one) == pytest.approx(1.0)
