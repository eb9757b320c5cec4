"""Two worlds that a seat cannot tell apart, and everything that the server lets that seat and a spectator
see.

The bytes of all frames, HTTP answers and refusals are compared, and the log. In a card game the worlds differ
in the stacks as well, see tests/server/stacks.py.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from structlog.testing import capture_logs
from tests.campaigns.frame import Fault
from tests.server.stacks import other_stacks, other_tops
from tests.server.worlds import SEED, WATCHER, World

import whistlestop as ws
from whistlestop.errors import WhistlestopError
from whistlestop.server.messages.base import Command, encode
from whistlestop.server.usecases.tables import answers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from whistlestop import Game

TOGETHER = {"opening", "declaration"}
"""Simultaneous phases. They are short, and the choices are sealed."""


ADVISED = 3
"""Number of states between two comparisons of plans, hints and texts, which take long."""


class Leak(Fault):
    """A viewer was shown something that they may not know."""


@dataclass
class Comparison:
    """Random games, and at their states the worlds of every viewer."""

    rng: random.Random
    states: int = 0
    steps: Counter[str] = field(default_factory=Counter)
    resample: Callable[[Game, int | None, int], Game] = ws.Game.resample

    async def game(self, ruleset: str, players: int, every: int, most: int = 10**9) -> None:
        """Play a random game and check every `every`-th state."""
        rng = self.rng
        game = ws.Game.new(ruleset, players=players, seed=rng.randbytes(32))
        offset = rng.randrange(every)
        while self.states < most:
            if game.version % every == offset or game.view()["phase"] in TOGETHER or game.over:
                for seat in (*range(players), None):
                    await self.state(game, seat)
                    await self.latecomer(game, seat)
            if game.over:
                break
            seat = rng.choice(game.to_act)
            game.play(rng.choice(game.legal(seat)), seat)

    async def state(self, game: Game, seat: int | None) -> None:
        """Compare a state with one that `seat` cannot tell from it, and both after one more action."""
        self.states += 1
        look = False
        other = self.resample(game, seat, self.rng.getrandbits(60))
        surprise = False
        if game.ruleset.data.machine == "yard" and not game.over:
            # A seat sees its own stack when it has to declare, and always if the table allows it (CARD-22).
            look = self.rng.random() < 0.3
            keep = look or game.view()["phase"] == "declaration" or self.rng.random() < 0.3
            other = other_stacks(other, self.rng, seat if keep else None)
            surprise = not keep
        shared = seat if self.rng.random() < 0.25 else None
        here = World(ws.Game.from_position(game.position()), look=look, shared=shared)
        there = World(other, look=look, shared=shared)
        me = WATCHER if seat is None else f"user{seat}"
        probes = self._probes(game, seat)
        step = self._step(here.game, there.game, seat)
        logs = []
        for number, world in enumerate((here, there)):
            with capture_logs() as log:
                for user in {me, WATCHER}:
                    world.listen(user, None if user == WATCHER else seat)
                for probe in probes:
                    await world.send(me, probe)
                if step is not None:
                    actor, actions = step
                    await self._play(world, actor, actions[number])
            logs.append(log)
        if not game.over and any(world.game.over for world in (here, there)):
            return  # the action was the last one, and now everything is public
        if surprise and here.game.view()["phase"] == "declaration":
            return  # the action was the last one of the pass, and now the seat may see its stack
        if logs[0] != logs[1]:
            raise Leak(f"log: {logs[0]} {logs[1]}")
        await self._same(here, there, seat, {me, WATCHER})

    async def latecomer(self, game: Game, seat: int | None) -> None:
        """Compare what latecomers see after cards have moved to a stack: not which cards (RUL-61)."""
        if game.ruleset.data.machine != "yard" or game.view()["phase"] in TOGETHER or game.over:
            return
        here = ws.Game.from_position(game.position())
        mover = (game.to_act[0] + 1) % game.players
        there = other_tops(self.resample(game, seat, self.rng.getrandbits(60)), mover)
        step = None if there is None else self._step(here, there, seat, but={"set"})  # a set may rob the row
        if there is None or step is None:
            return
        actor, actions = step
        users = {WATCHER} if seat is None else {WATCHER, f"user{seat}"}
        before = self.rng.random() < 0.5  # an updated log, or one rebuilt later
        worlds = World(here), World(there)
        for world, action in zip(worlds, actions, strict=True):
            for user in users if before else ():
                answers.view(world.table, user)
            await self._play(world, actor, action)
            if world.game.to_act != (mover,):
                return  # nothing has moved yet, or the pass is over
            for user in users:
                world.listen(user)
        self.steps["moved"] += 1
        await self._same(*worlds, seat, users)

    async def _play(self, world: World, actor: int, action: str) -> None:
        version = world.game.version
        await world.send(world.users[actor], encode(Command("the-command", version, action, actor)))
        if world.game.version != version + 1:
            raise AssertionError(f"{action} was not played")

    async def _same(self, here: World, there: World, seat: int | None, users: Iterable[str]) -> None:
        """Raise Leak if the two worlds differ for a viewer."""
        tickets = [ticket["id"] for ticket in here.game.view(seat)["tickets"] if self.rng.random() < 0.4]
        advised = self.states % ADVISED == 0
        for user in sorted(users):
            frames = [await world.shown(user, tickets, advised=advised) for world in (here, there)]
            for one, other in zip(*frames, strict=True):
                if SEED.encode() in one:
                    raise Leak(f"seat {seat}, shown to {user}: the seed of the shuffle")
                if one != other:
                    same = (n for n, (x, y) in enumerate(zip(one, other, strict=False)) if x != y)
                    place = next(same, min(len(one), len(other)))
                    around = slice(max(0, place - 60), place + 60)
                    raise Leak(f"seat {seat}, shown to {user}: {one[around]!r} {other[around]!r}")

    def _probes(self, game: Game, seat: int | None) -> list[bytes]:
        """Return messages that change nothing, sent to compare their refusals."""
        rng, version = self.rng, game.version
        routes = [route.id for route in rng.sample(game.ruleset.routes, min(3, len(game.ruleset.routes)))]
        tickets = [ticket.id for ticket in rng.sample(game.ruleset.tickets, 2)]
        color = rng.choice(["red", "blue", "green"])
        texts = [
            "draw",
            "tickets",
            "pass",
            "stop",
            f"take:{color}",
            f"keep:{','.join(tickets)}",
            f"keep:{tickets[0]}",
            *(f"claim:{route}:{color}*2" for route in routes),
            *(f"claim:{route}:wild*6" for route in routes[:1]),
            f"surcharge:{color}",
            f"set:{color}*2+wild",
            "trio:red+blue+green",
            f"declare:{','.join(tickets)}",
            "nonsense",
        ]
        probes = [
            Command(f"probe-{n}", version, text)
            for n, text in enumerate(texts)
            if not _legal(game, seat, text)
        ]
        probes += [Command("late", max(0, version - 1), "draw"), Command("early", version + 1, "draw")]
        if game.view()["phase"] in TOGETHER:
            probes = [probe for probe in probes if probe.version == version]
        return [*map(encode, probes), b'{"type":"resync","version":0}', b"{}"]

    def _step(
        self, here: Game, there: Game, seat: int | None, but: Iterable[str] = ()
    ) -> tuple[int, tuple[str, str]] | None:
        """Yield an action in each world that must look the same to `seat`, of any kind except `but`."""
        if here.over:
            return None
        actor = self.rng.choice(here.to_act)
        mine, yours = here.legal(actor), there.legal(actor)
        by_kind: dict[str, list[tuple[str, str]]] = {}
        for action in mine:
            pairs = [(action, other) for other in _alike(action, yours, here, own=actor == seat)]
            if pairs:
                by_kind.setdefault(action.split(":")[0], []).extend(pairs)
        kinds = sorted(by_kind.keys() - set(but))
        if not kinds:
            return None
        kind = self.rng.choice(kinds)
        self.steps[kind] += 1
        return actor, self.rng.choice(by_kind[kind])


def _alike(action: str, others: list[str], game: Game, *, own: bool) -> list[str]:
    """Return those of `others` that an onlooker may not distinguish from `action`.

    Actions that reveal cards (taking from the market, a tunnel) may look different in two worlds, and so may
    a seat's own draws to itself.
    """
    kind, _, rest = action.partition(":")
    if kind in {"keep", "declare"}:
        together = game.view()["phase"] in TOGETHER
        if together and len(game.to_act) == 1:
            return []  # the last to choose: now everything is shown and may differ
        if own:
            return [action] if action in others else []
        # Even the size of a sealed choice is hidden.
        alike = [text for text in others if text.startswith(f"{kind}:")]
        return alike if together else [text for text in alike if _count(text) == _count(action)]
    if kind == "store" and game.view()["announced"].startswith("take:"):
        return []  # the announced draw follows at once
    if kind in {"draw", "tickets", "store", "collect"}:
        return [] if own or action not in others else [action]
    if kind == "claim":
        route = next(route for route in game.ruleset.routes if route.id == rest.partition(":")[0])
        return [action] if route.kind != "tunnel" and action in others else []
    if kind == "take":
        return []
    return [action] if action in others else []


def _legal(game: Game, seat: int | None, text: str) -> bool:
    """Return whether a seat may play this, without playing it."""
    try:
        game.copy().play(text, -1 if seat is None else seat)
    except WhistlestopError:
        return False
    return True


def _count(keep: str) -> int:
    return len([ticket for ticket in keep.partition(":")[2].split(",") if ticket])


async def compare(
    states: int, seed: int, every: int = 7, rulesets: Iterable[str] = ws.ruleset_ids()
) -> Comparison:
    """Compare at least this number of states, alternating between rulesets and numbers of players."""
    done = Comparison(random.Random(seed))
    for ruleset in itertools.cycle(rulesets):
        if done.states >= states:
            break
        loaded = ws.load_ruleset(ruleset)
        players = done.rng.randint(loaded.min_players, loaded.max_players)
        await done.game(ruleset, players, every, states)
    return done
