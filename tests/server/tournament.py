"""A simulated tournament: players enter, play at random, stay away and run out of time, while the server restarts.

    python -m tests.server.tournament --players 1000 --rounds 7

Players act through the use cases that the handlers call, because a thousand sockets would measure the sockets. The
standings at the end are compared with those of `recount`, which shares no code with the server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import insert
from tests.server.databases import create_file
from tests.server.harness import FREE

from whistlestop.server.adapters.database.schema.accounts import accounts, users
from whistlestop.server.domain.clock import ClockSettings
from whistlestop.server.domain.identity import Caller
from whistlestop.server.domain.names import skeleton
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.times import now
from whistlestop.server.messages.base import CommandBody
from whistlestop.server.messages.tournaments import CreateTournament, TournamentStep
from whistlestop.server.services import Services
from whistlestop.server.settings import Settings
from whistlestop.server.usecases.tables.hand_over import hand_over
from whistlestop.tournaments import TournamentDocument, TournamentPlan, recomputed

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

HERE = "127.0.0.1"
LIVE = ClockSettings("live", 600, 0, "random")


async def make_accounts(services: Services, count: int) -> list[str]:
    """Store accounts without passwords, and return their ids."""
    made = [f"player-{number}" for number in range(1, count + 1)]

    async def job(connection: AsyncConnection) -> None:
        at = now()
        names = [(user, user.replace("-", " ").title()) for user in made]
        await connection.execute(
            insert(users), [{"id": user, "name": name, "created": at} for user, name in names]
        )
        await connection.execute(
            insert(accounts),
            [{"user": user, "skeleton": skeleton(name), "created": at} for user, name in names],
        )

    await services.store.writer.run(job)
    return made


class Simulation:
    """One tournament on a file, with the server inside this process."""

    def __init__(
        self, folder: Path, seed: int, *, players: int, plan: TournamentPlan, ruleset: str = "switzerland"
    ) -> None:
        self.dice = random.Random(seed)
        self.settings = Settings(**FREE | {"database": create_file(folder / "test.db")})
        self.players, self.plan, self.ruleset = players, plan, ruleset
        self.services = Services(self.settings)
        self.id = ""
        self.lazy: set[str] = set()
        self.slow: set[str] = set()
        self.figures: Counter[str] = Counter()
        self._next = 0

    async def run(self, restart: float) -> TournamentDocument:
        """Play the whole tournament and return its export. restart: how likely a restart is at each step."""
        await self.services.open()
        try:
            ids = await make_accounts(self.services, self.players + 1)
            await self._enter(ids[0], ids[1:])
            while (await self._info()).tournament.state not in ("over", "cancelled"):
                if self.dice.random() < restart:
                    await self.restart()
                await self._step()
            return await self.services.tournaments.export("nobody", self.id)
        finally:
            await self.services.close()

    async def _info(self) -> Any:
        return await self.services.tournaments.info("nobody", self.id)

    async def _enter(self, host: str, ids: list[str]) -> None:
        wish = CreateTournament(
            name="Simulated", plan=self.plan, ruleset=self.ruleset, clock=LIVE, pause=0, appear=1, limit=1024
        )
        caller = Caller(host, HERE)
        self.id = (await self.services.tournaments.create(caller, wish)).tournament.id
        for user in ids:
            await self.services.tournaments.join(Caller(user, HERE), self.id)
        self.lazy = set(self.dice.sample(ids, max(1, len(ids) // 40)))
        self.slow = set(self.dice.sample(sorted(set(ids) - self.lazy), max(1, len(ids) // 40)))
        await self.services.tournaments.step(caller, self.id, TournamentStep("start"))

    async def restart(self) -> None:
        """Stop the server in the middle of its work and start another one on the same file."""
        self.figures["restarts"] += 1
        await self.services.close()
        self.services = Services(self.settings)
        await self.services.open()

    async def _step(self) -> None:
        """Let the server look, then let the players of a few tables play to the end."""
        await self.services.tournaments.running.look()
        found = await self.services.tournaments._find(self.id)
        waiting = [one for one in found.pairings if one.result is None and one.game is not None]
        states = await self.services.tournaments._kept.games([one.game or "" for one in waiting])
        games = [one for one in states.values() if one.state == "playing"]
        for game in games[:50]:
            await self._play(game.id)
        if not games and not waiting:
            await asyncio.sleep(0)

    async def _play(self, game: str) -> None:
        """Play a game to its end. A lazy player makes no move, a slow one stops after a few."""
        async with self.services.tables.use(game) as table:
            while table.under_way and table.game is not None:
                seat = self.dice.choice(table.game.to_act)
                held = table.row.seats[seat]
                away = held.user in self.lazy or (held.user in self.slow and table.version > 20)
                if held.bot is not None:
                    await asyncio.sleep(0.001)
                elif away and table.clock is not None:
                    self.figures["times up"] += 1
                    # What the clock does at zero; campaigns of clocks test when it does it.
                    await table.change(partial(hand_over, table, seat, "random", "time"))
                else:
                    version, action = table.version, self.dice.choice(table.game.legal(seat))
                    self._next += 1
                    body = CommandBody(f"move-{self._next}", version, action, seat)
                    with suppress(Refusal):  # a bot was given the seat meanwhile
                        await self.services.playing.play(game, Caller(held.user or "", HERE), body)
                    self.figures["moves"] += 1
        self.figures["games"] += 1


def recount(export: dict[str, Any]) -> list[tuple[int, Fraction]]:
    """Return entries and points, best first, as docs/tournaments.md defines them for Swiss tournaments.

    This shares no code with `whistlestop.tournaments`, apart from the random order that only breaks full ties.
    """
    points: dict[int, Fraction] = {one["number"]: Fraction(0) for one in export["entries"]}
    tables = [one["result"] for one in export["pairings"] if one["result"] is not None]

    def better(one: dict[str, Any], other: dict[str, Any]) -> Fraction:
        if one["rank"] is None:
            return Fraction(0)
        if other["rank"] is None or one["rank"] < other["rank"]:
            return Fraction(1)
        return Fraction(1, 2) if one["rank"] == other["rank"] else Fraction(0)

    for table in tables:
        for one in table:
            others = [other for other in table if other is not one]
            share = sum((better(one, other) for other in others), Fraction(0))
            points[one["entry"]] += share / len(others) if others else 1
    ties: dict[int, list[Fraction]] = {entry: [Fraction(0)] * 4 for entry in points}
    for table in tables:
        for one in table:
            others = [other for other in table if other is not one]
            line = ties[one["entry"]]
            if others:
                line[0] += sum((points[other["entry"]] for other in others), Fraction(0)) / len(others)
                beaten = sum((better(one, other) * points[other["entry"]] for other in others), Fraction(0))
                line[1] += beaten / len(others)
            line[2] += one["rank"] == 1
            line[3] += one["score"] or 0
    stated = {line["entry"]: line["place"] for line in export["standings"]}
    order = sorted(stated, key=lambda entry: (points[entry], *ties[entry], -stated[entry]), reverse=True)
    return [(entry, points[entry]) for entry in order]


def check(document: TournamentDocument) -> dict[str, int]:
    """Raise AssertionError unless the standings follow from the results; return how often players met again."""
    text = msgspec.json.encode(document)
    export = json.loads(text)
    again, stated = recomputed(text)
    assert tuple(stated) == again.standings
    assert [entry for entry, _ in recount(export)] == [line["entry"] for line in export["standings"]]
    met: Counter[tuple[int, int]] = Counter()
    for one in document.pairings:
        met.update(combinations(sorted(one.seats), 2))
        assert one.result is not None
    byes = Counter(one.seats[0] for one in document.pairings if len(one.seats) == 1)
    return {
        "met again": sum(times - 1 for times in met.values()),
        "second byes": sum(byes.values()) - len(byes),
    }


async def _main(players: int, rounds: int, size: int, seed: int, restart: float) -> None:
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
        plan = TournamentPlan("swiss", size, rounds)
        simulation = Simulation(Path(folder), seed, players=players, plan=plan)
        document = await simulation.run(restart)
    figures = dict(simulation.figures) | check(document) | {"seconds": round(time.perf_counter() - began)}
    sys.stdout.write(f"{players} players, {rounds} rounds of {size}: {figures}\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--size", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--restart", type=float, default=0.05)
    given = parser.parse_args()
    asyncio.run(_main(given.players, given.rounds, given.size, given.seed, given.restart))
