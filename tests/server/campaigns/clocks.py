"""Thousands of games on simulated clocks: no player may lose time in which the service was unreachable.

The real timeline, heartbeat, clocks and timer run on an event loop with simulated time. Processes are killed and
restarted, stall, or cannot write; the machine sleeps; its clock is set forwards and back. Players go on vacation and
come back early or late, and games are paused and resumed. For every time-out, the campaign itself counts how long the
seat actually could have played.
"""

from __future__ import annotations

import asyncio
import random
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from structlog.testing import capture_logs
from tests.campaigns.frame import Campaign, Fault, Figure, Trial
from tests.campaigns.watched import SERVER
from tests.server.campaigns.simulated import Disk, SimulatedLoop, World

from whistlestop.server.cluster.single import SingleProcess
from whistlestop.server.domain.clock import Clock, ClockSettings
from whistlestop.server.domain.stops import Stop
from whistlestop.server.domain.times import Timeline
from whistlestop.server.usecases.clocks.clocks import AFTER, RETRY, Clocks
from whistlestop.server.usecases.clocks.heartbeat import EVERY, LATE, OwnHeartbeat

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine

SHORT = EVERY + LATE
"""Milliseconds up to which an outage may remain unnoticed."""
PART = 500
"""Number of games on one timeline."""
TICK = 500
"""Milliseconds between two counts of a match, and therefore the error at the beginning and end of a stop."""
PROMPT = AFTER + RETRY + 2 * SHORT
"""Milliseconds within which a time-out must come once nothing prevents it."""


@dataclass
class Happened:
    """One line of a game's log."""

    seat: int
    at: int
    to_act: tuple[int, ...] = ()
    sealed: bool = False
    away: bool | None = None


@dataclass
class Match:
    """A game on disk, and the time that its seats have actually had."""

    id: str
    settings: ClockSettings
    seats: int
    turns: int
    began: int
    log: list[Happened] = field(default_factory=list)
    to_act: tuple[int, ...] = ()
    away: set[int] = field(default_factory=set)
    had: list[int] = field(default_factory=list)
    since: int = 0
    over: bool = False
    stops: list[Stop] = field(default_factory=list)

    def stands(self, seat: int, at: int) -> bool:
        """Return whether the clock of a seat is stopped at a time."""
        return any(stop.covers(at) and stop.seat in {None, seat} for stop in self.stops)


class Board:
    """A match in memory, as the service sees a table."""

    doubtful = False

    def __init__(self, match: Match, timeline: Timeline) -> None:
        self.match = match
        self.id = self.tag = match.id
        self.lock = asyncio.Lock()
        self.clock = Clock(
            match.settings, [True] * match.seats, match.began, tuple(range(match.seats)), timeline
        )
        for line in match.log:
            self.follow(line)
        self.clock.mark(match.stops)

    @property
    def under_way(self) -> bool:
        return not self.match.over

    def follow(self, line: Happened) -> None:
        if line.away is None:
            self.clock.acted(line.seat, line.at, line.to_act, line.sealed)
        else:
            self.clock.handed(line.seat, line.at, away=line.away)

    async def change(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        async with self.lock:
            await work()


class Process:
    """One run of the server."""

    def __init__(self, campaign: Matches) -> None:
        world = campaign.world
        self.campaign = campaign
        self.timeline = campaign.timeline = Timeline(lambda: world.wall, lambda: world.steady)
        self.boards: dict[str, Board] = {}
        heartbeat = OwnHeartbeat(campaign.disk, self.timeline)
        use: Any = self.use
        self.clocks = Clocks(use, self.hand_over, self.timeline, SingleProcess(heartbeat))
        self.tasks: list[asyncio.Task[None]] = []

    async def run(self) -> None:
        await self.clocks.open()
        for match in self.campaign.matches:
            if not match.over:
                self.seat(match)

    def seat(self, match: Match) -> None:
        board = self.boards[match.id] = Board(match, self.timeline)
        self.clocks.check(board)  # type: ignore[arg-type]
        self.tasks += [asyncio.create_task(self.player(board, seat)) for seat in range(match.seats)]
        self.tasks += [asyncio.create_task(work(board)) for work in (self.stopper, self.ticker)]

    @asynccontextmanager
    async def use(self, game: str) -> AsyncIterator[Board]:
        yield self.boards[game]

    async def kill(self) -> None:
        for task in self.tasks:
            task.cancel()
        await self.clocks.close()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def player(self, board: Board, seat: int) -> None:
        """Play a seat: a player who thinks, sometimes forever, or a bot once the seat has been handed over."""
        rng, match = self.campaign.rng, board.match
        given = match.settings.seconds * 1000
        while not match.over:
            if seat not in match.to_act:
                await asyncio.sleep(0.5)
                continue
            slow = rng.random() < 0.1
            think = 700 if seat in match.away else rng.randrange(200, given * 2 if slow else given // 6)
            while think > 0 and seat in match.to_act:  # a bot may have taken over the seat
                await asyncio.sleep(min(think, 1000) / 1000)
                think = 0 if seat in match.away else think - 1000
            arrived = self.timeline.now()
            async with board.lock:
                if seat in match.to_act and not match.over:
                    try:
                        self.act(board, seat, arrived)
                    except OSError:
                        continue
            if seat in match.away and rng.random() < 0.3:
                async with board.lock:
                    self.hand(board, seat, away=False)

    async def ticker(self, board: Board) -> None:
        """Count often enough to notice when a stop ends."""
        while not board.match.over:
            await asyncio.sleep(TICK / 1000)
            self.campaign.count(board.match)

    async def stopper(self, board: Board) -> None:
        """Stop the clock of a seat or of the whole game occasionally, for a planned time or less."""
        rng, match = self.campaign.rng, board.match
        given = match.settings.seconds * 1000
        while not match.over:
            await asyncio.sleep(rng.uniform(0.2, 2) * given / 1000)
            seat = rng.choice([None, *range(match.seats)])
            async with board.lock:
                now = self.timeline.now()
                if board.under_way and not board.clock.out_of_time(now):  # otherwise the server refuses
                    self.set_stops(board, [*match.stops, Stop(seat, now, now + rng.randrange(3 * given))])
                    self.campaign.stops += 1
            if rng.random() < 0.5:
                await asyncio.sleep(rng.uniform(0, 2) * given / 1000)
                async with board.lock:
                    now = self.timeline.now()
                    early = [replace(one, ends=min(one.ends, now)) for one in match.stops]
                    self.set_stops(board, early)

    def set_stops(self, board: Board, stops: list[Stop]) -> None:
        """Begin or end a stop: write it, then update the clock, as the service does."""
        with suppress(OSError):
            self.campaign.disk.check()
            self.campaign.count(board.match)
            board.match.stops = stops
            board.clock.mark(stops)
            self.clocks.check(board)  # type: ignore[arg-type]

    def act(self, board: Board, seat: int, at: int) -> None:
        """Play an action: check, write, send."""
        match, rng = board.match, self.campaign.rng
        self.campaign.disk.check()
        self.campaign.count(match)
        goes_on = False
        if len(match.log) < match.seats:  # the opening, in which all players choose at the same time
            left = tuple(one for one in match.to_act if one != seat)
            to_act, sealed = left or (0,), bool(left)
        else:
            goes_on = rng.random() < 0.3
            to_act, sealed = ((seat,) if goes_on else ((seat + 1) % match.seats,)), False
        line = Happened(seat, at, to_act, sealed)
        self.write(board, line)
        match.to_act = to_act
        settings = match.settings
        if settings.kind == "turn":
            fresh = set(to_act) - ({seat} if goes_on else set())
            for one in fresh if not sealed else ():
                match.had[one] = max(0, match.had[one] - settings.seconds * 1000) if settings.bank else 0
        elif not goes_on and seat not in match.away:
            match.had[seat] -= settings.increment * 1000
        if len(match.log) > match.turns:
            match.over = True
            self.campaign.done += 1
        self.clocks.check(board)  # type: ignore[arg-type]

    def write(self, board: Board, line: Happened) -> None:
        board.match.log.append(line)
        board.follow(line)

    async def hand_over(self, board: Board, seat: int, _bot: str, _away: str, *, leased: bool) -> None:
        """Check whether the time of a seat that timed out had really run out."""
        assert leased
        match = board.match
        self.campaign.disk.check()
        self.campaign.count(match)
        settings = match.settings
        if match.had[seat] < (settings.seconds + (settings.bank or 0)) * 1000 - self.campaign.slack(match):
            self.campaign.wrong = f"{match.id}: seat {seat} had {match.had[seat]} ms of {settings}"
        if match.stands(seat, self.timeline.now()):
            self.campaign.wrong = f"{match.id}: seat {seat} timed out while its clock stood still"
        self.campaign.timeouts += 1
        self.hand(board, seat, away=True)

    def hand(self, board: Board, seat: int, *, away: bool) -> None:
        match = board.match
        if match.over or (seat in match.away) is away:
            return
        self.campaign.count(match)
        self.write(board, Happened(seat, self.timeline.now(), away=away))
        if away:
            match.away.add(seat)
        else:
            match.away.discard(seat)
            match.had[seat] = 10**12  # the clock determines how much time a returning player has
        self.clocks.check(board)  # type: ignore[arg-type]


class Matches:
    """Matches, and the disturbances of the server."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.world = World()
        self.disk = Disk(self.world)
        self.matches: list[Match] = []
        self.done = self.timeouts = self.troubles = self.stops = 0
        self.wrong = ""
        self.timeline = Timeline()
        """The timeline of the running process."""

    def count(self, match: Match) -> None:
        """Let time pass for the seats to act while everything is reachable and their clocks are not stopped."""
        now, at = self.world.reachable, self.timeline.now()
        for seat in match.to_act:
            if seat not in match.away and not match.stands(seat, at):
                match.had[seat] += now - match.since
        match.since = now

    def slack(self, match: Match) -> int:
        """Return the time that may have been lost to short unnoticed stalls, counting and rounding."""
        return self.world.unnoticed + len(match.log) + 2 * TICK * len(match.stops)

    async def run(self, games: int, at_once: int = 40) -> None:
        process = Process(self)
        await process.run()
        while self.done < games:
            while len(self.matches) < games and sum(not match.over for match in self.matches) < at_once:
                self._begin(process)
            await asyncio.sleep(self.rng.uniform(1, 40))
            for task in process.tasks:
                if task.done() and not task.cancelled():
                    task.result()
            process = await self._trouble(process)
            await self._check_prompt(process)
            self.matches = [match for match in self.matches if not match.over] + [
                match for match in self.matches if match.over
            ]
        await process.kill()

    def _begin(self, process: Process) -> None:
        rng = self.rng
        if rng.random() < 0.6:
            settings = ClockSettings("live", rng.choice([10, 30, 60]), rng.choice([0, 1, 5]))
        else:
            settings = ClockSettings("turn", rng.choice([20, 120]), bank=rng.choice([0, 10, 60]))
        seats = rng.choice([2, 3, 4])
        match = Match(
            f"game-{len(self.matches)}", settings, seats, rng.randrange(8, 30), process.timeline.now()
        )
        match.to_act = tuple(range(seats))
        match.had = [0] * seats
        match.since = self.world.reachable
        self.matches.append(match)
        process.seat(match)

    async def _trouble(self, process: Process) -> Process:
        rng, world = self.rng, self.world
        long = rng.randrange(SHORT + 1000, 600_000)
        self.troubles += 1
        match rng.choice(["kill", "stall", "hiccup", "disk", "sleep", "forwards", "back", "nothing"]):
            case "kill":
                await process.kill()
                world.stall(rng.randrange(500, 600_000))
                world.wall += rng.choice([0, 0, -3_600_000, 90_000])
                process = Process(self)
                await process.run()
            case "stall":
                world.stall(long)
            case "hiccup":
                short = rng.randrange(LATE)
                world.stall(short)
                world.unnoticed += short
            case "disk":
                world.writable = False
                await asyncio.sleep(long / 1000)
                world.writable = True
            case "sleep":
                world.wall += long
            case "forwards":
                world.wall += rng.choice([long, 86_400_000])
            case "back":
                world.wall -= rng.choice([long, 86_400_000])
        return process

    async def _check_prompt(self, process: Process) -> None:
        """Check that no player without time left keeps the turn."""
        await asyncio.sleep(PROMPT / 1000)
        if self.wrong:
            raise Fault(f"timed out too early: {self.wrong}")
        for board in process.boards.values():
            if not board.under_way or board.lock.locked():
                continue
            zero = board.clock.zero()  # a player may just have used the last of their time
            if zero is not None and zero <= process.timeline.served(process.timeline.now() - PROMPT):
                raise Fault(f"{board.id}: the time of a seat is up, and nothing happens")


def campaign(games: int, seed: int) -> Matches:
    """Run a campaign on a simulated event loop."""
    made = Matches(seed)
    with capture_logs(), asyncio.Runner(loop_factory=lambda: SimulatedLoop(made.world)) as runner:
        runner.run(made.run(games))
    return made


def run(trial: Trial) -> list[Figure]:
    """Play this number of games with disturbances of the server."""
    games = troubles = timeouts = stops = part = 0
    while trial.goes_on(games):
        done = campaign(min(PART, trial.size - games), trial.dice(str(part)).getrandbits(64))
        part += 1
        games += done.done
        troubles += done.troubles
        timeouts += done.timeouts
        stops += done.stops
    return [
        Figure("outages, stalls and clock changes", troubles),
        Figure("timeouts", timeouts),
        Figure("vacations and pauses", stops),
    ]


CAMPAIGNS = [
    Campaign(
        "clocks",
        "play on simulated clocks, with outages, clock changes and vacations; no player may time out wrongly",
        "games",
        10_000,
        0,
        run,
        (
            *(f"{SERVER}/domain/{name}.py" for name in ("clock", "heartbeat", "stops", "times")),
            f"{SERVER}/cluster/single.py",
            f"{SERVER}/usecases/clocks",
            *(f"tests/server/campaigns/{name}.py" for name in ("clocks", "simulated")),
        ),
    )
]
