"""Chat at tables and in rooms: the users who receive it or may read it later, and reports.

During a game its players see only each other's messages. Spectators see all messages, with the same delay as the game.
Players can read the spectators' messages after the game. The record of the game has no chat.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, cast

from whistlestop.server.adapters.database.meeting import Reported
from whistlestop.server.adapters.database.rows import is_row
from whistlestop.server.domain.clubs import club_in, no_club, room_of
from whistlestop.server.domain.names import default_name
from whistlestop.server.domain.permissions import other_person_on
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.rooms import is_room, language_room
from whistlestop.server.domain.tables import delay_of, seat_of
from whistlestop.server.domain.text import clean_text
from whistlestop.server.domain.times import iso, now
from whistlestop.server.messages.base import ChatMessage, Said, Show, Unsaid, encode
from whistlestop.server.messages.meeting import Blocked, ChatAnswer
from whistlestop.server.usecases.tables.following import renew

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from whistlestop.server.adapters.database.meeting import MeetingStore, StoredMessage
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.domain.limits import Limits
    from whistlestop.server.domain.tables import TableRow
    from whistlestop.server.messages.base import Phrase, Say
    from whistlestop.server.messages.meeting import Block, ReportMessage, ReportPlayer
    from whistlestop.server.usecases.callers import Callers
    from whistlestop.server.usecases.moderation.moderation import Moderation
    from whistlestop.server.usecases.names import Names
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table
    from whistlestop.server.usecases.tables.viewers import Viewer

READING_COST = 3
"""Cost of reading chat, in requests."""
ALL = frozenset({"all", "players", "watchers"})


def audience(row: TableRow, user: str) -> str:
    """Return the audience of a user at a table."""
    if row.state != "playing":
        return "all"
    return "watchers" if seat_of(row, user) is None else "players"


def readable(row: TableRow, user: str) -> frozenset[str]:
    """Return the audiences whose messages a user may read at a table."""
    if row.state == "playing" and seat_of(row, user) is not None:
        return ALL - {"watchers"}
    return ALL


def heard_until(row: TableRow, user: str) -> float:
    """Return the time (ms since 1970) up to which a user may read chat, which is delayed for spectators."""
    delay = delay_of(row)
    return math.inf if not delay or seat_of(row, user) is not None else now() - delay * 1000


def told(message: StoredMessage) -> ChatMessage:
    """Return a message in the form that is sent to clients."""
    return ChatMessage(
        message.id,
        message.user,
        message.name or default_name(message.user),
        message.seat,
        message.seat is None and not is_room(message.game),
        message.text,
        cast("Phrase | None", message.phrase),
        iso(message.at),
    )


class Chat:
    """Receives messages, stores them, and sends them to the users who may read them."""

    def __init__(
        self,
        store: MeetingStore,
        tables: Tables,
        moderation: Moderation,
        limits: Limits,
        names: Names,
        callers: Callers,
        is_member: Callable[[str, str], Awaitable[bool]],
    ) -> None:
        """`is_member`: whether a user is a member of a club."""
        self._store = store
        self._is_member = is_member
        self._tables = tables
        self._callers = callers
        self._moderation = moderation
        self._limits = limits
        self._names = names

    async def at_table(self, table: Table, viewer: Viewer, message: Say | Show) -> None:
        """Handle a message at a table, or a spectator who shows their name."""
        if isinstance(message, Show):
            name = await self._names.of(viewer.account)
            table.viewers.show(viewer, name if message.name else None)
            return
        if not table.row.chat:
            raise Refusal("chat_off", "Chat is off at this table.")
        await renew(table)  # the users who may read it depend on whether the game has begun
        group = audience(table.row, viewer.account)
        seat = seat_of(table.row, viewer.account)
        kept = await self._keep(table.id, group, viewer, seat, message, listed=table.row.listed)
        self._tell(kept, viewer, message.id)
        self._tell_table(kept, table, viewer)

    async def in_room(
        self, viewers: Iterable[Viewer], viewer: Viewer, message: Say, place: str | None
    ) -> None:
        """Handle a message in a room."""
        await self._check_admitted(place, viewer.account)
        kept = await self._keep(place, "all", viewer, None, message, listed=True)
        self._tell(kept, viewer, message.id)
        for other in viewers:
            if other is not viewer:
                self._tell(kept, other)

    async def hear(
        self,
        number: int,
        find: Callable[[str], Table | None],
        room: Callable[[str | None], Iterable[Viewer]],
    ) -> None:
        """Send a message that another process has stored to the users connected here.

        `room`: returns the viewers of a room by its place.
        """
        message = await self._store.message(number)
        if message is None:
            return
        if is_room(message.game):
            for viewer in room(message.game):
                self._tell(message, viewer)
        elif message.game is not None and (table := find(message.game)) is not None:
            await renew(table)
            self._tell_table(message, table)

    async def unsay(
        self,
        number: int,
        find: Callable[[str], Table | None],
        room: Callable[[str | None], Iterable[Viewer]],
    ) -> None:
        """Notify the users connected here that a message that they could read was deleted."""
        message = await self._store.message(number, deleted=True)
        if message is None:
            return
        frame = encode(Unsaid(number))
        if is_room(message.game):
            for viewer in room(message.game):
                viewer.send(frame)
        elif message.game is not None and (table := find(message.game)) is not None:
            if table.behind is not None:
                table.behind.unsay(number)
            for viewer in table.viewers:
                if message.audience in readable(table.row, viewer.account):
                    viewer.send(frame)

    async def of_table(self, table: str, caller: Caller) -> ChatAnswer:
        """Return the messages of a table that a user may read."""
        self._callers.count_request(caller, READING_COST)
        user = caller.user
        async with self._tables.visit(table, user) as (found, _):
            until = heard_until(found.row, user)
            said = await self._store.said(found.id, readable(found.row, user))
        return ChatAnswer([told(message) for message in said if message.at <= until or message.user == user])

    async def of_room(self, caller: Caller, place: str | None) -> ChatAnswer:
        """Return the chat of a room."""
        self._callers.count_request(caller, READING_COST)
        await self._check_admitted(place, caller.user)
        return ChatAnswer([told(message) for message in await self._store.said(place, ALL)])

    async def report(self, number: int, caller: Caller, wish: ReportMessage) -> Blocked:
        """Report a message that a user may read, or its author, with the preceding messages for the same audiences.

        Returns the users whom the caller has blocked.
        """
        self._callers.count_message(caller)
        message = await self._store.message(number) if is_row(number) else None
        user, row = caller.user, None
        room = language_room(wish.language) if wish.club is None else room_of(wish.club)
        if wish.club is not None and not await self._is_member(wish.club, user):
            raise Refusal("not_found", "This message does not exist.")
        if wish.table is not None:
            async with self._tables.visit(wish.table, user) as (table, _):
                row = table.row
        if message is None or message.game != (room if row is None else row.id):
            raise Refusal("not_found", "This message does not exist.")
        allowed = ALL if row is None else readable(row, user)
        late = row is not None and message.at > heard_until(row, user) and message.user != user
        if late or message.audience not in allowed:
            raise Refusal("not_found", "This message does not exist.")
        before = await self._store.before(message, allowed)
        context = encode([told(one) for one in before]).decode()
        made = Reported(
            message.id,
            message.game,
            message.user,
            message.name or default_name(message.user),
            message.address,
            context,
        )
        await self._store.report(made, user, wish.about, wish.reason)
        return await self.blocked(user)

    async def report_player(self, table: str, caller: Caller, wish: ReportPlayer) -> Blocked:
        """Report the player of a seat. All users can report a name, but only players can report behavior in the game.

        Returns the users whom the caller has blocked.
        """
        self._callers.count_message(caller)
        user = caller.user
        async with self._tables.visit(table, user) as (found, _):
            if wish.about != "name" and found.seat_of(user) is None:
                raise Refusal("not_seated", "You have no seat at this table.")
            held = other_person_on(found.row, wish.seat, user)
            other = str(held.user)
            address = next((one.address for one in found.viewers if one.account == other), "")
            made = Reported(None, found.id, other, held.name or default_name(other), address, "[]")
            await self._store.report(made, user, wish.about, wish.reason)
        return await self.blocked(user)

    async def blocked(self, user: str) -> Blocked:
        """Return the users whom a user has blocked."""
        return Blocked(await self._store.blocked(user))

    async def block(self, caller: Caller, wish: Block) -> Blocked:
        """Block or unblock a user."""
        self._callers.count_command(caller)
        name = await self._callers.name_to_keep(caller)
        await self._store.block(caller.user, name, wish.user, wish.blocked)
        return await self.blocked(caller.user)

    async def _check_admitted(self, place: str | None, user: str) -> None:
        """Refuse users who may not know of a club's room."""
        club = club_in(place)
        if club is not None and not await self._is_member(club, user):
            raise no_club()

    async def _keep(
        self,
        game: str | None,
        group: str,
        viewer: Viewer,
        seat: int | None,
        message: Say,
        *,
        listed: bool,
    ) -> StoredMessage:
        """Store a message. `listed`: the place is open to all users."""
        self._moderation.check_writable()
        self._moderation.check_voice(viewer.account, viewer.address)
        if (message.text is None) == (message.phrase is None):
            raise Refusal("bad_request", "A message needs a text or a phrase.")
        text = None if message.text is None else clean_text(message.text)
        self._limits.chat(viewer.account, viewer.address)
        name = await self._names.to_keep(viewer.account, viewer.address)
        if listed:
            await self._moderation.check_newcomer(viewer.account, name, viewer.address)
        return await self._store.say(
            game, group, viewer.account, name, seat, text, message.phrase, viewer.address
        )

    def _tell_table(self, message: StoredMessage, table: Table, but: Viewer | None = None) -> None:
        for viewer in table.viewers:
            # The user's seat decides, not the link that they used.
            if viewer is not but and message.audience in readable(table.row, viewer.account):
                at_once = viewer.account == message.user or seat_of(table.row, viewer.account) is not None
                if table.behind is None or at_once:
                    self._tell(message, viewer)
        if table.behind is not None:
            table.behind.hear(message.id, encode(Said(told(message), None)), message.user)

    def _tell(self, message: StoredMessage, viewer: Viewer, own: str | None = None) -> None:
        viewer.send(encode(Said(told(message), own)))
