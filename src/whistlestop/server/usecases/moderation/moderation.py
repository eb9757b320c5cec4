"""The moderation rules in force in this process: bans, moderators and read-only mode.

Bans are checked at every request and before a socket or stream is served; a new ban closes open connections. Changes by
another process or a command take effect here within about a second.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from math import ceil
from typing import TYPE_CHECKING

import structlog

from whistlestop.server.adapters.database.cases import Cases
from whistlestop.server.adapters.database.moderation import ModerationStore, Rules
from whistlestop.server.background import Background
from whistlestop.server.domain.limits import network
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.tables import closed
from whistlestop.server.domain.times import now
from whistlestop.server.messages.base import Warned, encode

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.settings import Settings
    from whistlestop.server.usecases.open_connections import OpenConnections

log = structlog.get_logger("whistlestop.moderation")

PAUSE = 1.0
"""Seconds between two checks for changes made elsewhere."""


class Moderation:
    """The rules in force, and moderators' changes of them."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        dismiss: Callable[[str, Refusal], None],
        open_connections: OpenConnections,
        protected: Callable[[str], Awaitable[bool]],
        deleted: Callable[[int], Awaitable[None]],
    ) -> None:
        """`dismiss` removes a table from memory and sends its users the reason; `deleted` handles deleted messages.

        `protected`: whether a user has a second factor.
        """
        self.store = ModerationStore(store)
        self.cases = Cases(store)
        self._deleted = deleted
        self._settings = settings
        self._dismiss = dismiss
        self._open = open_connections
        self._protected = protected
        self._secrets = store
        self._key = b""
        self._rules = Rules(0, {}, {}, {}, frozenset(), False)
        self._reloading = asyncio.Lock()
        self._background = Background()

    async def open(self) -> None:
        """Load the rules, and start checking for changes."""
        self._key = await self._secrets.secret("addresses")
        self._rules = await self.store.rules()
        self._background.every(PAUSE, self._watch, "moderation")

    async def close(self) -> None:
        """Stop checking."""
        await self._background.close()

    def tag(self, address: str) -> str:
        """Return a tag for an address (for IPv6, for a household's prefix) that only this site can compute."""
        return hmac.new(self._key, network(address).encode(), hashlib.sha256).hexdigest()[:16]

    @property
    def read_only(self) -> bool:
        """Return whether the site is read-only."""
        return self._rules.read_only

    def is_moderator(self, user: str) -> bool:
        """Whether a user is a moderator."""
        return user in self._rules.moderators or user in self._settings.moderators

    async def acts(self, user: str) -> bool:
        """Return whether a user is a moderator who may act now, which requires a second factor."""
        return self.is_moderator(user) and await self._protected(user)

    async def check_moderator(self, user: str) -> None:
        """Refuse users who are not moderators, and moderators without a second factor."""
        if not self.is_moderator(user):
            raise Refusal("not_moderator", "Only moderators can do this.")
        if not await self._protected(user):
            raise Refusal(
                "no_second_factor", "Moderators need a second factor. Set one up on the account page."
            )

    def check_writable(self) -> None:
        """Refuse anything new while the site is read-only."""
        if self._rules.read_only:
            raise Refusal(
                "read_only", "The site is read-only: nothing new can begin, and games in progress continue."
            )

    def check(self, user: str, address: str) -> None:
        """Refuse a banned user or address. Moderators are exempt from bans of addresses."""
        if self._rules.bans and self._held(self._rules.bans, user, self.tag(address)):
            raise banned()

    def check_voice(self, user: str, tag: str) -> None:
        """Refuse a message of a muted user, or from a muted address with this tag."""
        if self._held(self._rules.mutes, user, tag):
            raise Refusal("muted", "A moderator has muted you for some time. You can read, but not write.")

    async def check_newcomer(self, user: str, name: str, tag: str) -> None:
        """Refuse public content from a new user whose address a banned user has used, for some time.

        The waiting time starts when the user's first data is stored, or now at the latest. Accounts are treated the
        same, since creating one is quick.
        """
        wait = self._settings.newcomer_wait
        if not wait or tag not in self._rules.origins or not _lasts(self._rules.origins[tag]):
            return
        since = await self._secrets.known_since(user, name)
        left = since / 1000 + wait - now() / 1000
        if left > 0 and not self.is_moderator(user):
            raise Refusal("newcomer", "New players from this network have to wait a little.", wait=ceil(left))

    async def act(self, deed: Awaitable[None]) -> None:
        """Carry out a change in the store, and apply it immediately."""
        await deed
        await self._reload()

    def _held(self, bans: Mapping[tuple[str, str], int | None], user: str, tag: str) -> bool:
        keys = [("user", user)] if self.is_moderator(user) else [("user", user), ("address", tag)]
        return any(key in bans and _lasts(bans[key]) for key in keys)

    async def _watch(self) -> None:
        if await self.store.version() != self._rules.version:
            await self._reload()

    async def hear(self, _line: str) -> None:
        """Handle a message about changes that another process has made."""
        await self._reload()

    async def _reload(self) -> None:
        async with self._reloading:  # one at a time, so that an older result cannot arrive last
            await self._take_over()

    async def _take_over(self) -> None:
        before, self._rules = self._rules, await self.store.rules()
        for done in await self.store.done_since(before.version):
            if done.action == "close":
                self._dismiss(done.subject, closed())
            elif done.action == "warn":
                self._open.tell(done.subject, encode(Warned()))
            else:
                await self._deleted(int(done.subject))
        bans = self._rules.bans
        self._open.sift(lambda opened: banned() if self._held(bans, opened.user, opened.address) else None)


def banned() -> Refusal:
    """Return the refusal for a banned user."""
    return Refusal("banned", "A moderator has banned you from this site.")


def _lasts(until: int | None) -> bool:
    return until is None or until > now()
