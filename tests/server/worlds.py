"""Two worlds that a seat cannot tell apart, and everything that the server lets that seat and a spectator see of them.

`python -m tests.server.worlds --states 100000` compares on; the suite runs a short form and proves that planted
leaks are found. What is compared are the bytes of all frames, of the HTTP answers, of refusals, and the log.
"""
# ruff: noqa: T201 - a command that prints

from __future__ import annotations

import argparse
import asyncio
import random
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from structlog.testing import capture_logs

import whistlestop as ws
from whistlestop.server import ws as socket_module
from whistlestop.server.protocol import Command, encode
from whistlestop.server.refusals import Refusal
from whistlestop.server.store import Seat, TableRow
from whistlestop.server.table import Table, Viewer

if TYPE_CHECKING:
    from collections.abc import Callable

    from whistlestop import Game

WATCHER = "watcher"


class Leak(AssertionError):
    """Somebody was shown what they may not know."""


class NoDisk:
    """A store that forgets: what is on disk is shown to nobody."""

    async def append(self, _action: object) -> None:
        return None

    async def answered(self, _game: str, _seat: int, _command: str) -> int | None:
        return None


class World:
    """A table with a game in it and somebody at every seat, some of them being listened to."""

    def __init__(self, game: Game) -> None:
        seats = tuple(
            Seat(seat, "person", f"user{seat}", None, f"Guest {seat}") for seat in range(game.players)
        )
        row = TableRow("the-table", game.ruleset.id, "user0", "playing", 0, "{}", seats)
        self.table = Table(row, game, NoDisk(), str)  # type: ignore[arg-type]
        self.viewers: dict[str, Viewer] = {}

    @property
    def game(self) -> Game:
        game = self.table.game
        assert game is not None
        return game

    def listen(self, user: str) -> None:
        """Somebody opens a socket; the hello waits in it."""
        viewer = Viewer(user, 1000)
        self.viewers[user] = viewer
        self.table.attach(viewer)

    async def send(self, user: str, message: bytes) -> None:
        """A message arrives from somebody's socket."""
        viewer = self.viewers.get(user) or Viewer(user, 1000)
        await socket_module._answer(message.decode(), self.table, viewer)

    def shown(self, user: str) -> list[bytes]:
        """All that somebody's socket has been given, and what HTTP answers them."""
        viewer = self.viewers[user]
        frames = [viewer.frames.get_nowait() for _ in range(viewer.frames.qsize())]
        frames.append(encode(self.table.info(user)))
        frames.append(self.table.view_answer(user))
        try:
            if not self.game.over:
                frames.append(self.table.record().encode())
        except Refusal as refusal:
            frames.append(f"{refusal.code} {refusal.message}".encode())
        return frames


@dataclass
class Comparison:
    """Random games, and at their states the worlds of every viewer."""

    rng: random.Random
    states: int = 0
    steps: dict[str, int] = field(default_factory=dict)
    resample: Callable[[Game, int | None, int], Game] = ws.Game.resample

    async def game(self, ruleset: str, players: int, every: int, most: int = 10**9) -> None:
        """Play a random game and look at every `every`-th state."""
        rng = self.rng
        game = ws.Game.new(ruleset, players=players, seed=rng.randbytes(32))
        offset = rng.randrange(every)
        while self.states < most:
            # The opening is short and sealed, so it is looked at whole.
            if game.version % every == offset or game.version < players or game.over:
                for seat in (*range(players), None):
                    await self.state(game, seat)
            if game.over:
                break
            seat = rng.choice(game.to_act)
            game.play(rng.choice(game.legal(seat)), seat)

    async def state(self, game: Game, seat: int | None) -> None:
        """Compare one state with another that `seat` cannot tell from it, and one action on."""
        self.states += 1
        worlds = (
            World(ws.Game.from_position(game.position())),
            World(self.resample(game, seat, self.rng.getrandbits(60))),
        )
        me = WATCHER if seat is None else f"user{seat}"
        logs = []
        probes = self._probes(game, seat)
        step = self._step(worlds, seat)
        for world in worlds:
            with capture_logs() as log:
                for user in {me, WATCHER}:
                    world.listen(user)
                for probe in probes:
                    await world.send(me, probe)
                if step is not None:
                    actor, actions = step
                    action = actions[worlds.index(world)]
                    command = Command("the-command", world.game.version, action)
                    await world.send(f"user{actor}", encode(command))
                    if world.game.version != game.version + 1:
                        raise AssertionError(f"{action} was not played")
            logs.append(log)
        if not game.over and any(world.game.over for world in worlds):
            return  # the action was the last one, and now everything may be told
        if logs[0] != logs[1]:
            raise Leak(f"log: {logs[0]} {logs[1]}")
        for user in sorted({me, WATCHER}):
            for one, other in zip(*(world.shown(user) for world in worlds), strict=True):
                if one != other:
                    same = (n for n, (x, y) in enumerate(zip(one, other, strict=False)) if x != y)
                    place = next(same, min(len(one), len(other)))
                    around = slice(max(0, place - 60), place + 60)
                    raise Leak(f"seat {seat}, shown to {user}: {one[around]!r} {other[around]!r}")

    def _probes(self, game: Game, seat: int | None) -> list[bytes]:
        """Messages that change nothing, sent to see what the refusal tells."""
        rng, version = self.rng, game.version
        routes = [route.id for route in rng.sample(game.ruleset.routes, 3)]
        tickets = [ticket.id for ticket in rng.sample(game.ruleset.tickets, 2)]
        color = rng.choice(["red", "blue", "green"])
        texts = [
            "draw",
            "tickets",
            "pass",
            f"take:{color}",
            f"keep:{','.join(tickets)}",
            f"keep:{tickets[0]}",
            *(f"claim:{route}:{color}*2" for route in routes),
            f"claim:{routes[0]}:wild*6",
            f"surcharge:{color}",
            "nonsense",
        ]
        legal = set() if seat is None or seat not in game.to_act else set(map(_sorted, game.legal(seat)))
        probes = [
            Command(f"probe-{n}", version, text) for n, text in enumerate(texts) if _sorted(text) not in legal
        ]
        probes += [Command("late", max(0, version - 1), "draw"), Command("early", version + 1, "draw")]
        if game.view(seat)["phase"] == "opening":
            probes = [probe for probe in probes if probe.version == version]
        return [*map(encode, probes), b'{"type":"resync","version":0}', b"{}"]

    def _step(self, worlds: tuple[World, World], seat: int | None) -> tuple[int, tuple[str, str]] | None:
        """An action in each world that has to look the same to `seat`."""
        here, there = (world.game for world in worlds)
        if here.over:
            return None
        actor = self.rng.choice(here.to_act)
        mine, yours = here.legal(actor), there.legal(actor)
        pairs = [(a, b) for a in mine for b in _alike(a, yours, here, own=actor == seat)]
        if not pairs:
            return None
        by_kind: dict[str, list[tuple[str, str]]] = {}
        for pair in pairs:
            by_kind.setdefault(pair[0].split(":")[0], []).append(pair)
        kind = self.rng.choice(sorted(by_kind))
        self.steps[kind] = self.steps.get(kind, 0) + 1
        return actor, self.rng.choice(by_kind[kind])


def _alike(action: str, others: list[str], game: Game, *, own: bool) -> list[str]:
    """Those of `others` that an onlooker may not tell from `action`.

    What turns cards over (taking from the market, a tunnel) looks different in two worlds by right, and so does a
    seat's own drawing to itself.
    """
    kind, _, rest = action.partition(":")
    if kind == "keep":
        if own and not (game.view(None)["phase"] == "opening" and len(game.to_act) == 1):
            return [action] if action in others else []
        kept = [text for text in others if text.startswith("keep:")]
        if game.view(None)["phase"] == "opening":
            # Sealed: not even the number shows. When the last has chosen, all numbers do, and they may differ.
            return kept if len(game.to_act) > 1 else []
        return [text for text in kept if _count(text) == _count(action)]
    if kind in {"draw", "tickets"}:
        return [] if own or action not in others else [action]
    if kind == "claim":
        route = next(route for route in game.ruleset.routes if route.id == rest.partition(":")[0])
        return [action] if route.kind != "tunnel" and action in others else []
    if kind == "take":
        return []
    return [action] if action in others else []


def _sorted(action: str) -> str:
    """An action whose parts may come in any order, in one order."""
    kind, _, rest = action.partition(":")
    return f"{kind}:{','.join(sorted(rest.split(',')))}"


def _count(keep: str) -> int:
    return len([ticket for ticket in keep.partition(":")[2].split(",") if ticket])


async def compare(states: int, seed: int, every: int = 7) -> Comparison:
    """Compare at least so many states, over all rulesets and numbers of players in turn."""
    done = Comparison(random.Random(seed))
    while done.states < states:
        for ruleset in ws.ruleset_ids():
            loaded = ws.load_ruleset(ruleset)
            players = done.rng.randint(loaded.min_players, loaded.max_players)
            await done.game(ruleset, players, every, states)
    return done


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--states", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    done = asyncio.run(compare(options.states, options.seed, every=3))
    print(f"{done.states} states, no difference; steps {dict(sorted(done.steps.items()))}")


if __name__ == "__main__":
    main()
