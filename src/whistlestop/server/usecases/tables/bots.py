"""Bots at tables: the list of bots, and the task that plays for them.

A bot receives only the observation of its seat, in a worker thread or, if it searches, in a process (`searching`). Its
choice is logged like any other. A table has one task while a bot has a decision to make; the task is started again
after a restart.

A bot that raises an exception or chooses an illegal action does not stop the game: for that decision the action with
the least effect is played (`Passes`), and the failure is logged and counted. Actions are never random.
"""

from __future__ import annotations

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import structlog

from whistlestop import bots
from whistlestop.bots.levels import in_character
from whistlestop.core.jit import is_compiled
from whistlestop.errors import UnknownBot
from whistlestop.fairness import bot_dice, bot_seed
from whistlestop.server.domain.passes import PASSES, Passes
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.logs import places
from whistlestop.server.messages.base import BotSummary
from whistlestop.server.usecases.tables.playing import bot_action
from whistlestop.server.usecases.tables.searching import Searching

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from whistlestop.observation import Observation
    from whistlestop.server.settings import Settings
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table

log = structlog.get_logger("whistlestop.bots")


def bot_name(bot: str) -> str:
    """Return a bot's name at the table."""
    return bots.label(bot) if bot in bots.names() else bot


def bot_list() -> list[BotSummary]:
    """Return the bots that users can choose, from the weakest to the strongest."""
    listed = [BotSummary(name, bots.label(name), bots.level(name)) for name in bots.names(offered=True)]
    return sorted(listed, key=lambda bot: (bot.level, bot.id))


def check_bot(bot: str | None) -> str:
    """Return the name of a bot that can have a seat, or refuse it."""
    if bot is None or bot not in bots.names(seated=True):
        raise Refusal("bad_request", "This bot does not exist.")
    return bot


def add_bots(specs: Iterable[str]) -> None:
    """Add the host's own bots. Raises UnknownBot."""
    for spec in specs:
        if bots.add(spec) == PASSES:
            raise UnknownBot(f"{spec}: the name {PASSES} is taken")


class SeatedBot:
    """A bot on a seat. Its random numbers are derived from the table's commitment (docs/fairness.md).

    Each choice gets its own random numbers from a seed of 32 bytes. These numbers and the deck reveal nothing about
    each other, and they are the same after a restart.
    """

    def __init__(self, spec: str, seed: bytes) -> None:
        self._seed = seed
        self._bot = Passes() if spec == PASSES else bots.make(spec, seed=bot_dice(seed, 0))
        self.searches = isinstance(self._bot, bots.SearchBot)
        """Whether the bot takes long to choose, and falls back to the planner's choice if time is short."""

    def dice(self, version: int) -> int:
        """Return the seed for its choice at a version of the game."""
        return bot_dice(self._seed, version)

    def ask(self, observation: Observation, version: int) -> int:
        """Return its action at a version of the game, without a search."""
        bot = self._bot.planner if isinstance(self._bot, bots.SearchBot) else self._bot
        if isinstance(bot, bots.KernelBot | bots.LevelBot):
            bot.roll(self.dice(version))
        return bots.ask(bot, observation)


def _spec_of(table: Table, seat: int, bot: str) -> str:
    """Return the spec of a bot: on its own seat, it plays in the style of its character."""
    found = table.row.seats[seat]
    return in_character(bot, found.label) if found.kind == "bot" else bot


def _seed_of(table: Table, seat: int) -> bytes:
    """Return the seed of a bot. It is random at older tables without a commitment."""
    return bot_seed(bytes.fromhex(table.row.seed) if table.row.seed else secrets.token_bytes(32), seat)


class BotPlayers:
    """Plays for the bots at all tables of this process."""

    def __init__(self, tables: Tables, settings: Settings, holds: Callable[[str], bool]) -> None:
        """`holds`: whether this process runs a game."""
        self._tables = tables
        self._holds = holds
        self._delay = settings.bot_delay
        self._pool = ThreadPoolExecutor(max(1, settings.bot_threads), thread_name_prefix="bot")
        self.searching = Searching(settings)
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False
        self.thinking = 0
        """Number of bots currently choosing an action."""
        self.failures = 0
        """Number of decisions made by the fallback because a bot failed."""

    def check(self, table: Table) -> None:
        """Start playing if this process runs the game, a bot has a decision to make, and no task plays for it yet."""
        if self._closing or table.bot_task is not None or not self._holds(table.id):
            return
        if _owing(table) is not None:
            table.bot_task = asyncio.create_task(self._play(table.id), name="bot")
            self._tasks.add(table.bot_task)
            table.bot_task.add_done_callback(self._tasks.discard)

    async def wake(self, games: list[str]) -> None:
        """After a restart, load the tables at which a bot may have a decision to make."""
        for game in games:
            try:
                async with self._tables.use(game):
                    pass  # loading the table triggers the check
            except Refusal:
                pass  # unreadable; already logged
            except Exception as error:  # noqa: BLE001 - one broken game must not stop the others
                log.warning("game cannot be loaded", table=game[:6], error=type(error).__name__)

    async def close(self) -> None:
        """Stop. The remaining decisions are made after the next start."""
        self._closing = True  # otherwise a write in progress could start the next task
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)
        await self.searching.close()

    async def _play(self, game: str) -> None:
        pause = 0.2
        async with self._tables.use(game) as table:
            try:
                while self._holds(game) and (seat := _owing(table)) is not None:
                    try:
                        await self._act(table, seat)
                        pause = 0.2
                    except Refusal as refusal:
                        # Stale: another change came first, so check again. Overloaded: wait, and then retry.
                        log.info("bot action refused", table=table.tag, seat=seat, code=refusal.code)
                        await asyncio.sleep(pause)
                    except Exception as error:  # noqa: BLE001 - such as a full disk: retry until it works
                        log.warning(
                            "bot action failed", table=table.tag, seat=seat, error=type(error).__name__
                        )
                        await asyncio.sleep(pause)
                        pause = min(30.0, pause * 2)
            finally:
                table.bot_task = None

    async def _act(self, table: Table, seat: int) -> None:
        game = table.game
        name = table.row.seats[seat].bot
        if game is None or name is None or seat not in game.to_act:
            return
        observation, version = game.observe(seat), game.version
        pace = asyncio.create_task(asyncio.sleep(self._delay))  # a minimum time, so that players can follow
        try:
            choice = await self._choose(table, seat, name, observation, version)
            await pace
        finally:
            pace.cancel()
        try:
            await bot_action(table, seat, name, version, choice)
        except Refusal as refusal:
            if refusal.code not in {"illegal_action", "notation"}:
                raise
            choice = self._least(table, seat, name, observation, refusal)
            await bot_action(table, seat, name, version, choice)

    async def _choose(
        self, table: Table, seat: int, name: str, observation: Observation, version: int
    ) -> int:
        self.thinking += 1
        try:
            loop = asyncio.get_running_loop()
            if seat not in table.bots:
                table.bots[seat] = await loop.run_in_executor(
                    self._pool, SeatedBot, _spec_of(table, seat, name), _seed_of(table, seat)
                )
            bot, action = table.bots[seat], None
            if bot.searches and is_compiled():
                action = await self.searching.choose(name, bot.dice(version), observation)
            if action is None:
                action = await loop.run_in_executor(self._pool, bot.ask, observation, version)
        except Exception as error:  # noqa: BLE001 - a faulty bot must not stop the others' game
            return self._least(table, seat, name, observation, error)
        else:
            return action
        finally:
            self.thinking -= 1

    def _least(self, table: Table, seat: int, name: str, observation: Observation, error: Exception) -> int:
        """Return the action that replaces the choice of a failed bot, and log and count the failure."""
        self.failures += 1
        log.warning(
            "bot failed", table=table.tag, seat=seat, bot=name, error=type(error).__name__, at=places(error)
        )
        return bots.ask(Passes(), observation)


def _owing(table: Table) -> int | None:
    """Return a seat for which a bot must act: its own seat, or that of a player who is away."""
    played = {seat.seat for seat in table.row.seats if seat.bot is not None}
    if table.game is None or table.row.state != "playing" or not played:
        return None
    return next((seat for seat in table.game.to_act if seat in played), None)
