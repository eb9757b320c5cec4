"""What holds now in this process: who is banned, who is a moderator, and whether anything new may begin.

Bans are looked up at every request and before a socket or stream is served; a new one closes those that are open.
What another process or a command has changed is noticed within a second or so.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from typing import TYPE_CHECKING

import structlog
from sqlalchemy.exc import SQLAlchemyError

from whistlestop.server.moderation.store import ModerationStore, Rules
from whistlestop.server.refusals import Refusal
from whistlestop.server.store.rows import now
from whistlestop.server.tables.info import closed
from whistlestop.server.web.limits import network

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from whistlestop.server.accounts.doors import Doors
    from whistlestop.server.settings import Settings
    from whistlestop.server.store.store import Store
    from whistlestop.server.tables.registry import Tables

log = structlog.get_logger("whistlestop.moderation")

PAUSE = 1.0
"""Seconds between two looks whether something has changed elsewhere."""


class Moderation:
    """The rules in force, and what moderators do."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        tables: Tables,
        doors: Doors,
        protected: Callable[[str], Awaitable[bool]],
    ) -> None:
        self.store = ModerationStore(store)
        self._settings = settings
        self._tables = tables
        self._doors = doors
        self._protected = protected
        self._secrets = store
        self._key = b""
        self._rules = Rules(0, {}, frozenset(), False)
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Read what holds, and start to watch for changes."""
        self._key = await self._secrets.secret("addresses")
        self._rules = await self.store.rules()
        self._task = asyncio.create_task(self._watch(), name="moderation")

    async def close(self) -> None:
        """Stop watching."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def tag(self, address: str) -> str:
        """A name for an address (of IPv6 for a household's) that nobody else can make."""
        return hmac.new(self._key, network(address).encode(), hashlib.sha256).hexdigest()[:16]

    @property
    def read_only(self) -> bool:
        """Whether nothing new may begin."""
        return self._rules.read_only

    def is_moderator(self, user: str) -> bool:
        """Whether a user is a moderator."""
        return user in self._rules.moderators or user in self._settings.moderators

    async def check_moderator(self, user: str) -> None:
        """Refuse everybody but moderators, and moderators without a second factor."""
        if not self.is_moderator(user):
            raise Refusal("not_moderator", "Only moderators can do this.")
        if not await self._protected(user):
            raise Refusal(
                "no_second_factor", "Moderators need a second factor. Set one up on the account page."
            )

    def check_writable(self) -> None:
        """Refuse what is new while the site is read-only."""
        if self._rules.read_only:
            raise Refusal("read_only", "Nothing new can be begun here just now. Games under way go on.")

    def check(self, user: str, address: str) -> None:
        """Refuse a user who is banned, or whose address is. A banned address does not keep moderators out."""
        if self._rules.bans and self._banned(user, self.tag(address)):
            raise banned()

    async def act(self, deed: Awaitable[None]) -> None:
        """Do something of the store, and have it hold at once."""
        await deed
        await self._reload()

    def _banned(self, user: str, tag: str) -> bool:
        bans = self._rules.bans
        keys = [("user", user)] if self.is_moderator(user) else [("user", user), ("address", tag)]
        return any(key in bans and _lasts(bans[key]) for key in keys)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(PAUSE)
            try:
                if await self.store.version() != self._rules.version:
                    await self._reload()
            except SQLAlchemyError as error:
                log.warning("moderation cannot be read", error=type(error).__name__)

    async def _reload(self) -> None:
        before, self._rules = self._rules, await self.store.rules()
        for game in await self.store.closed_since(before.version):
            self._tables.dismiss(game, closed())
        self._doors.sift(lambda door: banned() if self._banned(door.user, door.address) else None)


def banned() -> Refusal:
    """What a user who is banned is told."""
    return Refusal("banned", "A moderator has banned you from this site.")


def _lasts(until: int | None) -> bool:
    return until is None or until > now()
