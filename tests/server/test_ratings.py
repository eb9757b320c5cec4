"""Ratings: the paper's example, what has to hold whatever is played, and from stored games to a table."""

from __future__ import annotations

import asyncio
import json
import random
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import update
from tests.server.harness import BOT, play_on, running, two_seats
from tests.server.test_migrations import engine_of
from typer.testing import CliRunner

from whistlestop.cli.app import app
from whistlestop.server.adapters.database.schema.tables import tables
from whistlestop.server.domain.glicko import WIDEST, Rating, Result, after, expected
from whistlestop.server.domain.standings import Played, bounds, season_of, standings

if TYPE_CHECKING:
    from pathlib import Path

SEASON = (2026, 2)
BEGIN, END = bounds(*SEASON)
HOUR = 3600 * 1000
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


def test_seasons() -> None:
    assert season_of(int(datetime(2026, 4, 1, tzinfo=UTC).timestamp() * 1000)) == (2026, 2)
    assert season_of(END - 1) == (2026, 2)
    assert season_of(END) == (2026, 3)
    assert bounds(2026, 4)[1] == bounds(2027, 1)[0]


def test_a_game_of_many_counts_once() -> None:
    """Three who are level with each other learn as much of their deviation as two do, and nothing of their rating."""
    two = standings([Played(BEGIN, {"a": 1, "b": 1})], SEASON)
    three = standings([Played(BEGIN, {"a": 1, "b": 1, "c": 1})], SEASON)
    assert two[0].rating == pytest.approx(1500)
    assert three[0].deviation == pytest.approx(two[0].deviation)


def test_a_table() -> None:
    games = [Played(BEGIN + hour * HOUR, {"ada": 1, "ben": 2, "cyd": 3}) for hour in range(20)]
    games += [Played(BEGIN - 1, {"dee": 1, "ada": 2}), Played(END, {"dee": 1, "ada": 2})]
    games += [Played(BEGIN, {"dee": 1})]  # only bots besides
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


async def test_from_stored_games(tmp_path: Path, database: str) -> None:
    async with running(tmp_path, database=database) as server:
        _, ada, _, first, second = await two_seats(server)
        await play_on({0: first, 1: second}, random.Random(6))
        alone = await server.guest()
        table = await alone.table([{"kind": "me"}, BOT], start=True)
        socket = await alone.sit(table)
        assert socket.view is not None
        await two_seats(server)  # under way
        outcome = (await ada.get(f"/api/tables/{first.hello['table']['id']}/record")).json()["outcome"]
    command = ["admin", "ratings", "usa", "--database", database, "--json"]
    done = await asyncio.to_thread(CliRunner().invoke, app, command)
    assert done.exit_code == 0, done.stderr
    found = json.loads(done.stdout)
    assert [(one["games"], one["wins"]) for one in found] == [(1, 1), (1, 0)]
    owner = first.hello["table"]["owner"]  # has seat 0
    assert (found[0]["user"] == owner) == (outcome["winners"] == [0])
    assert found[0]["rating"] > 1500 > found[1]["rating"]
    none = await asyncio.to_thread(CliRunner().invoke, app, [*command, "--season", "1999-1"])
    assert json.loads(none.stdout) == []
    wrong = await asyncio.to_thread(CliRunner().invoke, app, [*command, "--season", "1999-5"])
    assert wrong.exit_code == 2
    with engine_of(database).begin() as connection:  # all had agreed to hints: nobody knows who played
        connection.execute(update(tables).values(hints=True))
    hinted = await asyncio.to_thread(CliRunner().invoke, app, command)
    assert json.loads(hinted.stdout) == []
