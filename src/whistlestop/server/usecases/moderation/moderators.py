"""The operations of moderators. Only moderators may call them; each returns the updated page of moderators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.server.adapters.database.rows import is_row
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.text import clean_text
from whistlestop.server.messages.moderation import HostPage

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from whistlestop.server.domain.fair_play import FairPlay
    from whistlestop.server.messages.moderation import BanWish, CloseTable, Person, Warn
    from whistlestop.server.usecases.moderation.moderation import Moderation
    from whistlestop.server.usecases.open_connections import OpenConnections


class Moderators:
    """The operations of moderators; `by` is always the acting user."""

    def __init__(self, moderation: Moderation, open_connections: OpenConnections) -> None:
        self._moderation = moderation
        self._store = moderation.store
        self._cases = moderation.cases
        self._open = open_connections

    async def page(self, by: str) -> HostPage:
        """Return reports, bans, and the log."""
        await self._moderation.check_moderator(by)
        return await self._page(by)

    async def person(self, by: str, user: str) -> Person:
        """Return reports about and by a user (an id or a name), and moderators' actions."""
        await self._moderation.check_moderator(by)
        return await self._cases.person(await self._cases.recorded(user), by)

    async def fair_play(self, by: str, user: str) -> FairPlay:
        """Return figures about a user from finished, rated games."""
        await self._moderation.check_moderator(by)
        return await self._cases.fair_play(await self._cases.recorded(user))

    async def finish(self, by: str, report: int) -> HostPage:
        """Mark a report, and others of the same message, as read."""
        await self._moderation.check_moderator(by)
        if not is_row(report):
            raise Refusal("not_found", "This report does not exist.")
        return await self._done(by, self._store.finish(report, by))

    async def ban(self, by: str, wish: BanWish) -> HostPage:
        """Refuse every request of a user or an address, or with the scope `chat` only their messages."""
        await self._moderation.check_moderator(by)
        subject, origin = wish.subject, None
        if wish.kind == "user":
            subject = await self._cases.user(subject)
            if self._moderation.is_moderator(subject):
                raise Refusal("bad_request", "A moderator cannot be banned.")
            origin = self._open.origin(subject)
        deed = self._store.ban(
            wish.kind, subject, wish.days, wish.reason, by, scope=wish.scope, origin=origin
        )
        return await self._done(by, deed)

    async def unban(self, by: str, subject: str, *, chat: bool) -> HostPage:
        """Lift the ban of a user or an address or, with `chat`, their mute."""
        await self._moderation.check_moderator(by)
        held = await self._cases.banned(subject)
        return await self._done(by, self._store.unban(held, by, scope="chat" if chat else "all"))

    async def delete_message(self, by: str, message: int) -> HostPage:
        """Delete a message wherever it is shown; the moderation log keeps it."""
        await self._moderation.check_moderator(by)
        if not is_row(message):
            raise Refusal("not_found", "This message does not exist.")
        return await self._done(by, self._store.delete_message(message, by))

    async def warn(self, by: str, wish: Warn) -> HostPage:
        """Show a user a text until they have acknowledged it."""
        await self._moderation.check_moderator(by)
        text, user = clean_text(wish.text), await self._cases.user(wish.user)
        return await self._done(by, self._store.warn(user, text, by))

    async def close_table(self, by: str, wish: CloseTable) -> HostPage:
        """Close a table: users can no longer open it, but its game stays in the database."""
        await self._moderation.check_moderator(by)
        return await self._done(by, self._store.close(wish.table, wish.reason, by))

    async def set_read_only(self, by: str, *, on: bool) -> HostPage:
        """Turn read-only mode on or off. In this mode no new data is accepted, but games in progress continue."""
        await self._moderation.check_moderator(by)
        return await self._done(by, self._store.set_read_only(on, by))

    async def _done(self, by: str, deed: Awaitable[None]) -> HostPage:
        await self._moderation.act(deed)
        return await self._page(by)

    async def _page(self, by: str) -> HostPage:
        reports = await self._cases.reports(by)
        return HostPage(
            self._moderation.read_only, reports, await self._cases.bans(), await self._cases.log()
        )
