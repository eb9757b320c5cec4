"""Rankings."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING

from sqlalchemy import update
from tests.server.harness import code, running
from tests.server.test_players import DAY, store_games, store_people

from whistlestop.server.adapters.database.schema.tables import tables
from whistlestop.server.domain.standings import bounds, season_of
from whistlestop.server.domain.times import now

if TYPE_CHECKING:
    from pathlib import Path


async def test_a_ranking_by_pages(tmp_path: Path) -> None:
    """With two hundred players, a page comes from memory, and its calculation blocks nothing else."""
    rng = random.Random(4)
    people = [f"p{number:03}" for number in range(130)]
    begin = bounds(*season_of(now()))[0]
    games = [
        {"at": begin + rng.randrange(1, DAY), "seats": [(one, None) for one in rng.sample(people, 3)]}
        for _ in range(600)
    ]
    async with running(tmp_path) as server:
        await store_people(server.services.store, people)
        await store_games(server.services.store, games)
        guest = await server.guest()
        lines, page = [], 0
        while True:
            found = (await guest.get(f"/api/rankings?ruleset=usa&page={page}")).json()
            lines += found["lines"]
            page += 1
            if page == found["pages"]:
                break
        assert [one["place"] for one in lines] == list(range(1, len(lines) + 1))
        assert len(lines) == found["listed"]
        least = [one["rating"] - one["margin"] for one in lines]
        assert all(a >= b - 1 for a, b in itertools.pairwise(least))  # because of rounding
        assert (await guest.get("/api/rankings?ruleset=usa&page=99")).json()["lines"] == []
        assert (await guest.get("/api/rankings?ruleset=usa&season=1999-1")).json()["listed"] == 0
        for query, refused in (
            ("ruleset=nowhere", (404, "not_found")),
            ("", (400, "bad_request")),
            ("ruleset=usa&season=2026-5", (400, "bad_request")),
            ("ruleset=usa&season=9999-4", (400, "bad_request")),
            ("ruleset=usa&pace=fast", (400, "bad_request")),
            ("ruleset=usa&page=-1", (400, "bad_request")),
        ):
            assert code(await guest.get(f"/api/rankings?{query}")) == refused
        # It includes the next game that ends.
        await server.services.store.writer.run(
            lambda connection: connection.execute(
                update(tables).where(tables.c.id == f"{games[0]['at']}-0").values(state="playing")
            )
        )
        again = (await guest.get("/api/rankings?ruleset=usa")).json()["lines"]
        assert sum(one["games"] for one in lines) == 1800
        whole = again + [
            one
            for more in range(1, found["pages"])
            for one in (await guest.get(f"/api/rankings?ruleset=usa&page={more}")).json()["lines"]
        ]
        assert sum(one["games"] for one in whole) == 1797
