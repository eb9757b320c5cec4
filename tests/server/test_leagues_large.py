"""A league of a thousand players: pairings and turnover, without playing the games."""

from __future__ import annotations

import random
import time
from itertools import chain
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import func, insert, select, update
from tests.server.harness import running
from tests.server.people import make_accounts
from tests.server.test_leagues import begin, created, divisions, quiet
from tests.server.tournament import check_turnover
from tests.tournaments.test_tournaments import played

from whistlestop.server.adapters.database.schema.leagues import league_members
from whistlestop.server.adapters.database.schema.tournaments import (
    tournament_entries,
    tournament_tables,
    tournaments,
)

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.services import Services


async def test_a_thousand_players(tmp_path: Path) -> None:
    """The 125 divisions get their players, their results, and the players of the next season."""
    async with running(tmp_path) as server:
        await quiet(server)
        _host, league, _ = await created(server, 0, division=8, moves=2)
        await _turn_over(server.services, league)


async def _turn_over(services: Services, league: str) -> None:
    players = await make_accounts(services, 1000)
    lines = [
        {"league": league, "user": user, "season": 1, "since": number} for number, user in enumerate(players)
    ]
    await services.store.writer.run(lambda connection: connection.execute(insert(league_members), lines))
    spent = time.process_time()
    await begin(services, league)
    began = time.process_time() - spent
    first = await divisions(services, league, 1)
    assert [len(one) for one in first] == [8] * 125
    await _decide(services, league)
    ranked = await divisions(services, league, 1)
    spent = time.process_time()
    await services.leagues.seasons.look()
    ended = time.process_time() - spent
    again = update(league_members).values(season=2)
    await services.store.writer.run(lambda connection: connection.execute(again))
    spent = time.process_time()
    await begin(services, league)
    turned = time.process_time() - spent
    second = await divisions(services, league, 2)
    assert sorted(chain(*second)) == sorted(players)
    check_turnover(ranked, second, 2)
    assert max(began, ended, turned) < 60, (began, ended, turned)  # seconds; a few on an idle machine
    print(f"CPU seconds: first season {began:.1f}, end {ended:.1f}, turnover {turned:.1f}")  # noqa: T201


async def _decide(services: Services, league: str) -> None:
    """Draw all rounds of a season, and store random results."""
    dice = random.Random(7)
    rows: list[dict[str, Any]] = []
    for one in await services.leagues._kept.divisions(league, 1):
        whole = await services.tournaments._find(one.tournament)
        rows += [
            {
                "tournament": one.tournament,
                "round": pairing.round,
                "number": pairing.table,
                "stage": pairing.stage,
                "seats": msgspec.json.encode(pairing.seats).decode(),
                "result": msgspec.json.encode(pairing.result).decode(),
            }
            for pairing in played(whole.whole(), dice).pairings
        ]

    async def job(connection: AsyncConnection) -> None:
        await connection.execute(insert(tournament_tables), rows)
        await connection.execute(update(tournaments).values(state="over", round=7, ended=1, next=None))

    await services.store.writer.run(job)
    async with services.store.reading() as connection:
        entries = (
            await connection.execute(select(func.count()).select_from(tournament_entries))
        ).scalar_one()
    assert (entries, len(rows)) == (1000, 125 * 7 * 4)
