"""Standings of a season: from finished games to ratings."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from whistlestop.server.domain.glicko import Rating
from whistlestop.server.domain.standings import Played, bounds, season_of, standings

SEASON = (2026, 2)
BEGIN, END = bounds(*SEASON)
HOUR = 3600 * 1000


def test_seasons() -> None:
    assert season_of(int(datetime(2026, 4, 1, tzinfo=UTC).timestamp() * 1000)) == (2026, 2)
    assert season_of(END - 1) == (2026, 2)
    assert season_of(END) == (2026, 3)
    assert bounds(2026, 4)[1] == bounds(2027, 1)[0]


def test_a_game_of_many_counts_once() -> None:
    """Three equal players learn as much about their deviation as two do, and nothing about their rating."""
    two = standings([Played(BEGIN, {"a": 1, "b": 1})], SEASON)
    three = standings([Played(BEGIN, {"a": 1, "b": 1, "c": 1})], SEASON)
    assert two[0].rating == pytest.approx(1500)
    assert three[0].deviation == pytest.approx(two[0].deviation)


def test_a_table() -> None:
    games = [Played(BEGIN + hour * HOUR, {"ada": 1, "ben": 2, "cyd": 3}) for hour in range(20)]
    games += [Played(BEGIN - 1, {"dee": 1, "ada": 2}), Played(END, {"dee": 1, "ada": 2})]
    games += [Played(BEGIN, {"dee": 1})]  # all others were bots
    found = standings(games, SEASON)
    assert [(one.user, one.games, one.wins) for one in found] == [
        ("ada", 20, 20),
        ("ben", 20, 0),
        ("cyd", 20, 0),
    ]
    assert found[0].rating > 1700
    assert found[1].rating == pytest.approx(1500, abs=1)
    # The order in which games are given does not matter, the periods do.
    assert standings(games[::-1], SEASON) == found
    later = standings([*games, Played(END - 1, {"eve": 1, "fay": 2})], SEASON)
    assert next(one for one in later if one.user == "ada").deviation > found[0].deviation


def test_bots_are_fixed_points_of_the_scale() -> None:
    """Players who beat a bot of 2000 as often as it beats them approach 2000, and their games with each other count."""
    planner = Rating(2000, 0)
    games = [
        Played(
            BEGIN + n * 24 * HOUR,
            {"ada": 1 + n % 3, "ben": 1 + (n + 1) % 3},
            bots=((planner, 1 + (n + 2) % 3),),
        )
        for n in range(87)
    ]
    found = {one.user: one.rating for one in standings(games, SEASON)}
    assert found["ada"] == pytest.approx(2000, abs=40)
    assert found["ben"] == pytest.approx(2000, abs=40)
    alone = {
        one.user: one.rating for one in standings([Played(BEGIN, {"ada": 1}, bots=((planner, 2),))], SEASON)
    }
    assert alone == {}
