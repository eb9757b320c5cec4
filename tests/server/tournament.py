"""Simulate a tournament or a season of a league on a real server, which is killed and restarted meanwhile.

    python -m tests.server.tournament --players 1000 --rounds 7
    python -m tests.server.tournament --players 1000 --league

Some players are late, absent, or stop playing. After the start, nothing is done manually. The standings at the end are
compared with those of `recount`, which shares no code with the server. Prints the costs as JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.server.crowd import BOARD, Crowd, few

from whistlestop.tournaments import recomputed
from whistlestop.tournaments.league_document import recomputed_league

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from tests.server.crowd import Person

LATE = 20
"""One in this many players enters during the first round."""


class Simulation:
    """A tournament that is played while the server restarts."""

    def __init__(self, crowd: Crowd, wish: dict[str, Any], seconds: int) -> None:
        """`wish`: settings that differ from the defaults. `seconds`: the time of each player; each turn adds three."""
        self.crowd = crowd
        clock = {"kind": "live", "seconds": seconds, "increment": 3, "bot": "random"}
        self.wish = {
            "name": "Simulated",
            "ruleset": BOARD,
            "clock": clock,
            "pause": 0,
            "appear": 1,
        } | wish
        self.kinds = {person.name: person.kind for person in crowd.people}
        self.export: dict[str, Any] = {}
        self.costs: dict[str, float] = {}

    async def run(self, restarts: float) -> dict[str, float]:
        """Play to the end, check the results, and return the costs. `restarts`: seconds between restarts."""
        crowd, site = self.crowd, self.crowd.site
        await site.start()
        try:
            await crowd.sign_in()
            path = await self.begin()
            with self._costing("play"):
                await crowd.while_playing(restarts, self.play(path))
        finally:
            await site.stop(signal.SIGTERM)
        crowd.check_moves()
        self.check()
        self.costs |= {"players' CPU": time.process_time(), "MiB": site.memory}
        self.costs |= {"restarts": len(site.starts) - 1, "slowest start": max(site.starts)}
        return {name: round(cost, 1) for name, cost in self.costs.items()} | dict(crowd.figures)

    @contextmanager
    def _costing(self, what: str) -> Iterator[None]:
        began, used = time.perf_counter(), self.crowd.site.cpu
        yield
        self.costs[f"seconds to {what}"] = time.perf_counter() - began
        self.costs[f"CPU to {what}"] = self.crowd.site.cpu - used

    async def begin(self) -> str:
        """Create and start it; return its path."""
        made = await self.crowd.host.ask("POST", "/api/tournaments", self.wish | {"limit": 1024})
        path = f"/api/tournaments/{made['tournament']['id']}"
        late = len(self.crowd.people) // LATE
        await self._enter(path, self.crowd.people[late:])
        await self.crowd.host.ask("POST", f"{path}/steps", {"step": "start"})
        return path

    async def play(self, path: str) -> None:
        """Let some players enter late, and wait for the end. Everything else happens automatically."""
        await self._enter(path, self.crowd.people[: len(self.crowd.people) // LATE])
        await self._until(path, lambda info: info["tournament"]["state"] == "over")
        self.export = await self.crowd.host.ask("GET", f"{path}/export")

    async def _enter(self, path: str, people: Sequence[Person]) -> None:
        with self._costing(f"enter {len(people)}"):
            await few(person.ask("POST", f"{path}/join") for person in people)

    async def _until(self, path: str, done: Callable[[dict[str, Any]], bool]) -> None:
        while not done(await self.crowd.host.ask("GET", path)):
            await asyncio.sleep(self.crowd.every)

    def check(self) -> None:
        """Raise AssertionError unless the standings follow from the results, and the results from the players'
        behavior.
        """
        self._check_standings(self.export)

    def _check_standings(self, export: dict[str, Any]) -> None:
        check_standings(export, self.kinds)
        self.crowd.figures.update(again(export["pairings"]))
        self.crowd.figures["byes"] += sum(len(one["seats"]) == 1 for one in export["pairings"])
        self.crowd.figures["byes notified"] = len(self.crowd.byes)
        names = {entry["number"]: entry["name"] for entry in export["entries"]}
        places = [place for table in export["pairings"] for place in table["result"]]
        lost = [names[place["entry"]] for place in places if place["rank"] is None]
        # If the machine is too slow for the clock, the tournament is not at fault.
        self.crowd.figures["present players out of time"] += sum(
            self.kinds[name] == "present" for name in lost
        )
        self.crowd.figures["lost by absence or time"] += len(lost)


class League(Simulation):
    """A season of a league, and the divisions of the next one."""

    async def begin(self) -> str:
        """Create the league. The first season begins when everybody has signed up."""
        until = timedelta(seconds=5 + len(self.crowd.people) / 20)
        wish = self.wish | {"starts": (datetime.now(UTC) + until).isoformat(), "rest": 1, "first": "draw"}
        made = await self.crowd.host.ask("POST", "/api/leagues", wish)
        path = f"/api/leagues/{made['league']['id']}"
        await self._enter(path, self.crowd.people)
        return path

    async def play(self, path: str) -> None:
        """Let everybody sign up for the next season as well; the hour in between passes instantly."""
        await self._until(path, lambda info: info["league"]["state"] == "running")
        await self._enter(path, self.crowd.people)
        await self._until(path, lambda info: info["league"]["state"] == "open")
        await self.crowd.site.change(_pass_rest)
        await self._until(path, lambda info: info["league"]["season"] == 2)
        self.export = await self.crowd.host.ask("GET", f"{path}/export")

    def check(self) -> None:
        """Check all divisions of the first season, and the divisions of the second that follow from it."""
        first, second = (
            [one["tournament"] for one in season["divisions"]] for season in self.export["seasons"]
        )
        for division in first:
            self._check_standings(division)
        names = [{entry["number"]: entry["name"] for entry in one["entries"]} for one in first]
        ranked = [
            [here[line["entry"]] for line in one["standings"]] for one, here in zip(first, names, strict=True)
        ]
        check_turnover(ranked, [{entry["name"] for entry in one["entries"]} for one in second], 2)
        *_, (turnover,) = recomputed_league(json.dumps(self.export).encode())
        assert turnover.follows == turnover.played


def _pass_rest(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("update leagues set next = 1 where state = 'open'")


def check_turnover(ranked: Sequence[Sequence[str]], following: Sequence[Collection[str]], moves: int) -> None:
    """Raise AssertionError unless `moves` players rise and fall between divisions that keep all their players.

    ranked: the players of each division, the best first. following: those of the next season.
    """
    assert len(ranked) == len(following)
    for number, division in enumerate(ranked):
        up = set(division[:moves]) if number else set()
        down = set(division[-moves:]) if number < len(ranked) - 1 else set()
        assert up <= set(following[max(0, number - 1)])
        assert down <= set(following[min(len(ranked) - 1, number + 1)])
        assert set(division) - up - down <= set(following[number])


def check_standings(export: dict[str, Any], kinds: dict[str, str]) -> None:
    """Raise AssertionError unless standings follow from results, and absent and slow players have no points but byes.

    `kinds`: the behavior of the players, by name. Absent players are in no further round.
    """
    document, stated = recomputed(json.dumps(export).encode())
    assert tuple(stated) == document.standings
    assert [entry for entry, _ in recount(export)] == [line["entry"] for line in export["standings"]]
    kind_of = {entry["number"]: kinds[entry["name"]] for entry in export["entries"]}
    played = [table for table in export["pairings"] if len(table["seats"]) > 1]
    for place in (place for table in played for place in table["result"]):
        assert kind_of[place["entry"]] == "present" or place["rank"] is None, place
    tables = Counter(entry for table in played for entry in table["seats"])
    for entry in export["entries"]:
        if kind_of[entry["number"]] == "absent" and tables[entry["number"]]:
            assert entry["left"] is not None
            assert tables[entry["number"]] == 1


def recount(export: dict[str, Any]) -> list[tuple[int, Fraction]]:
    """Return entries and points, best first, as docs/tournaments.md defines them, without a knock-out.

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


def again(pairings: Iterable[dict[str, Any]]) -> dict[str, int]:
    """Return how often players met again, and how often a player had a second bye."""
    met: Counter[tuple[int, int]] = Counter()
    byes: Counter[int] = Counter()
    for one in pairings:
        met.update(combinations(sorted(one["seats"]), 2))
        if len(one["seats"]) == 1:
            byes.update(one["seats"])
    return {
        "met again": sum(times - 1 for times in met.values()),
        "second byes": sum(byes.values()) - len(byes),
    }


async def _main(given: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        crowd = Crowd(Path(folder), given.seed, given.players, patience=3, every=given.look)
        simulation: Simulation
        if given.league:
            simulation = League(crowd, {"size": given.size, "division": given.division}, given.seconds)
        else:
            plan = {"format": "swiss", "size": given.size, "rounds": given.rounds, "late": 2}
            simulation = Simulation(crowd, {"plan": plan}, given.seconds)
        try:
            costs = await simulation.run(given.restart)
        finally:
            if given.keep:
                shutil.copytree(folder, given.keep, dirs_exist_ok=True)
    sys.stdout.write(json.dumps(costs, indent=2) + "\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--size", type=int, default=2, help="players at a table")
    parser.add_argument("--rounds", type=int, default=7, help="of a tournament")
    parser.add_argument("--league", action="store_true", help="a season of a league")
    parser.add_argument("--division", type=int, default=8, help="players in a division of a league")
    parser.add_argument("--seconds", type=int, default=90, help="the clock of a player")
    parser.add_argument(
        "--look", type=float, default=60, help="seconds between two looks at the notifications"
    )
    parser.add_argument("--restart", type=float, default=60, help="seconds between two restarts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="copy database and logs to this folder")
    asyncio.run(_main(parser.parse_args()))
