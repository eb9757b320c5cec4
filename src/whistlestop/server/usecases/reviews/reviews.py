"""Make reviews one at a time, in the order of the requests, in a low-priority process."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from typing import TYPE_CHECKING, Literal

import msgspec
import structlog

from whistlestop.core.jit import JIT_DISABLED
from whistlestop.kinds import kind_of
from whistlestop.reviewing.shapes import Review
from whistlestop.server.adapters.database.database import DatabaseError
from whistlestop.server.adapters.database.reviews import keep_review, kept_review
from whistlestop.server.adapters.processes import running
from whistlestop.server.background import Background
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.logs import places
from whistlestop.server.messages.reviews import ReviewAnswer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whistlestop import Game
    from whistlestop.record import GameRecord
    from whistlestop.server.adapters.database.store import Store

log = structlog.get_logger("whistlestop.reviews")

WAITING = 100
"""Maximum number of waiting reviews."""
MOST = 1000
"""Maximum number of decisions in a reviewed game, several times the number in a game with five players."""
LONGEST = 1800.0
"""Time limit for a review in seconds, so that a single review cannot block all others for a day."""
FAILED = 200
"""Number of games remembered because their review failed."""


class Failed(Exception):
    """A process failed to compute a review."""


class Reviews:
    """The reviews made by this process, and the stored ones."""

    def __init__(self, store: Store, worlds: int | None, engines: Mapping[str, str]) -> None:
        """Prepare reviews of the games in a store.

        worlds: the number of worlds in which each decision is tried; None: the default of the kind of game, 0: no
        reviews. engines: the hashes of the rulesets whose games browsers review themselves, by id.
        """
        self._store = store
        self._worlds = worlds
        self._engines = engines
        self._waiting: OrderedDict[str, GameRecord] = OrderedDict()
        self._working: str | None = None
        self._progress = (0, 0)
        self._partial: Review | None = None
        self._failed: OrderedDict[str, None] = OrderedDict()
        self._background = Background()

    async def close(self) -> None:
        """Stop. Waiting reviews must be requested again."""
        self._waiting.clear()
        await self._background.close()

    async def answer(self, table: str, game: Game) -> ReviewAnswer:
        """Return the state of a game's review. Raises Refusal if the game is not over."""
        _check_over(game)
        if table == self._working:
            done, total = self._progress
            return ReviewAnswer("working", done, total or len(game.actions), review=self._partial)
        if table in self._waiting:
            ahead = list(self._waiting).index(table) + (self._working is not None)
            return ReviewAnswer("waiting", total=len(game.actions), ahead=ahead)
        found = await kept_review(self._store, table)
        if found is not None:
            return ReviewAnswer("done", len(found.decisions), len(found.decisions), review=found)
        device = self._device(game)
        state: Literal["failed", "none", "off"] = "failed" if table in self._failed else "none"
        if device is None and self._excluded(game):
            state = "off"
        return ReviewAnswer(state, total=len(game.actions), device=device)

    def _excluded(self, game: Game) -> str | None:
        """Return the reason why this site never reviews a game, or None."""
        if JIT_DISABLED or self._worlds == 0:
            return "This site does not offer reviews."
        if len(game.actions) > MOST:
            return f"Games of more than {MOST} decisions are not reviewed."
        return None

    def _device(self, game: Game) -> int | None:
        """Return the number of worlds in which a browser should review a game; None if it cannot or should not."""
        worlds = kind_of(game.ruleset).bots.search.worlds if self._worlds is None else self._worlds
        known = self._engines.get(game.ruleset.id) == game.ruleset.hash
        return worlds if worlds and known and game.dealt else None

    def check(self, game: Game) -> None:
        """Refuse a game that cannot be reviewed now."""
        _check_over(game)
        if reason := self._excluded(game):
            raise Refusal("unavailable", reason)
        if len(self._waiting) >= WAITING:
            raise Refusal("overloaded", "Too many reviews are waiting. Try again later.", wait=60)

    def ask(self, table: str, game: Game) -> None:
        """Request the review of a game that has been checked; it is queued after earlier requests."""
        if table == self._working or table in self._waiting:
            return
        self._failed.pop(table, None)
        self._waiting[table] = game.record()
        if not self._background:
            self._background.start(self._run(), "reviews")

    async def _run(self) -> None:
        while self._waiting:
            table, record = self._waiting.popitem(last=False)
            self._working, self._progress, self._partial = table, (0, 0), None
            try:
                await keep_review(self._store, table, await self._make(record))
            except (Failed, OSError, DatabaseError, Refusal) as error:
                log.warning("review not made", table=table[:6], error=type(error).__name__, at=places(error))
                self._failed[table] = None
                if len(self._failed) > FAILED:
                    self._failed.popitem(last=False)
            finally:
                self._working = self._partial = None

    async def _make(self, record: GameRecord) -> Review:
        """Make one review in a separate process, which ends with the server."""
        worlds = () if self._worlds is None else (str(self._worlds),)
        try:
            async with running("-m", "whistlestop.reviewing", *worlds) as process, asyncio.timeout(LONGEST):
                _, document, _ = await asyncio.gather(
                    _send(process.stdin, record.to_json().encode()),
                    _read(process.stdout),
                    self._listen(process.stderr),
                )
                await process.wait()
        except TimeoutError:
            raise Failed("it took too long") from None
        if process.returncode:
            raise Failed(f"the process ended with code {process.returncode}")
        return msgspec.json.decode(document, type=Review)

    async def _listen(self, errors: asyncio.StreamReader | None) -> str:
        """Read the progress from the process; return the last line that is not about progress."""
        other = ""
        while errors is not None and (line := await errors.readline()):
            words = line.decode(errors="replace").split()
            if len(words) == 2 and all(word.isdecimal() for word in words):
                self._progress = int(words[0]), int(words[1])
            elif line.startswith(b"{"):
                self._partial = msgspec.json.decode(line, type=Review)
            elif words:
                other = " ".join(words)
        return other


async def _send(stream: asyncio.StreamWriter | None, document: bytes) -> None:
    if stream is not None:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # the process reports its end
            stream.write(document)
            await stream.drain()
        stream.close()


async def _read(stream: asyncio.StreamReader | None) -> bytes:
    return b"" if stream is None else await stream.read()


def _check_over(game: Game) -> None:
    if not game.over:
        raise Refusal("not_over", "The game is not over yet.")
