"""What the handlers work with: one object a process, opened at start and closed at the end."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog

from whistlestop import bots
from whistlestop.server.boards import Boards, style_hashes
from whistlestop.server.compiling import Compiling
from whistlestop.server.replays.frames import Replays
from whistlestop.server.replays.together import Rooms
from whistlestop.server.store.store import Store
from whistlestop.server.tables.advice import Advice
from whistlestop.server.tables.bots import BotPlayers
from whistlestop.server.tables.inventory import report_unreadable
from whistlestop.server.tables.registry import Tables
from whistlestop.server.tables.seating import Seating
from whistlestop.server.web.client import Client
from whistlestop.server.web.guests import Guests
from whistlestop.server.web.hosts import Hosts
from whistlestop.server.web.limits import Limits
from whistlestop.server.web.names import default_name

if TYPE_CHECKING:
    from whistlestop.server.settings import Settings

log = structlog.get_logger("whistlestop.server")


class Services:
    """Store, tables, bots, boards and limits of one process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        for spec in settings.bots:
            bots.add(spec)
        self.store = Store(settings.database_url, settings.write_queue)
        self.limits = Limits(settings)
        self.hosts = Hosts(settings)
        self.boards = Boards(settings.board_folders)
        self.client = Client(settings.static_folder)
        self.tables = Tables(self.store, settings.games_cached)
        self.seating = Seating(self.store)
        self.bots = BotPlayers(self.tables, settings)
        self.tables.on_change = self.bots.check
        self.advice = Advice()
        self.replays = Replays()
        self.rooms = Rooms()
        self.guests = Guests(b"", secure=settings.secure)
        self._policy = self._embedded_policy = ""
        self.compiling = Compiling()
        self._waking: asyncio.Task[None] | None = None
        self._reporting: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Open the store, and go on with what bots owe."""
        await self.store.open()
        self.guests = Guests(await self.store.secret("guests"), secure=self.settings.secure)
        self._policy = content_policy(style_hashes(), "'none'")
        self._embedded_policy = content_policy(style_hashes(), "*")
        waiting = await self.store.tables_with_bots()
        self._waking = asyncio.create_task(self.bots.wake(waiting), name="wake")
        self._reporting = asyncio.create_task(report_unreadable(self.store), name="report")
        self.compiling.start()
        self.boards.open()
        log.info("service open", bots_at=len(waiting))

    async def close(self) -> None:
        """Stop bots, finish writing, let go."""
        await self.compiling.close()
        for task in (self._waking, self._reporting):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        await self.boards.close()
        await self.bots.close()
        self.advice.close()
        self.replays.close()
        await self.tables.close()
        await self.store.close()
        log.info("service closed")

    async def name_of(self, user: str) -> str:
        """What a user is called."""
        return await self.store.user_name(user) or default_name(user)

    @property
    def policy(self) -> str:
        """The Content-Security-Policy of pages and drawings."""
        return self._policy

    @property
    def embedded_policy(self) -> str:
        """That of the pages which other sites may show in a frame."""
        return self._embedded_policy


def content_policy(styles: list[str], ancestors: str) -> str:
    """Everything from this site only; inline style sheets only where their hash is known. `ancestors` may frame it."""
    return "; ".join(
        (
            "default-src 'self'",
            "script-src 'self'",
            " ".join(("style-src 'self'", *styles)),
            "img-src 'self' data:",
            "connect-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            f"frame-ancestors {ancestors}",
        )
    )
