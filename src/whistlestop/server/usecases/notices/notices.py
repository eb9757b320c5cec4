"""The notifications of one process: users' settings, and the parts that send notifications."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import structlog

from whistlestop.server.adapters import messengers, push, webhook
from whistlestop.server.adapters.database.clubs import ClubStore
from whistlestop.server.adapters.database.events import NewsStore
from whistlestop.server.adapters.database.friends import FriendStore
from whistlestop.server.adapters.database.notices import NoticeStore, Way
from whistlestop.server.adapters.smtp import is_email
from whistlestop.server.background import Background
from whistlestop.server.domain.events import KINDS
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.times import iso, now
from whistlestop.server.messages.notices import (
    DiscordWish,
    EventInfo,
    GotifyWish,
    MailWish,
    MatrixWish,
    NewWay,
    NoticesInfo,
    NtfyWish,
    PushWish,
    RecentInfo,
    WayInfo,
    WebhookWish,
)
from whistlestop.server.usecases.notices.events import News
from whistlestop.server.usecases.notices.outbox import Outbox
from whistlestop.server.usecases.notices.sending import Sending, Undelivered
from whistlestop.server.usecases.notices.turns import Turns
from whistlestop.server.usecases.status import announced

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.adapters.smtp import Mailer
    from whistlestop.server.domain.events import Event, RecentEvent
    from whistlestop.server.messages.notices import Language, WayWish
    from whistlestop.server.settings import Settings
    from whistlestop.server.usecases.tables.boards import TableBoards
    from whistlestop.server.usecases.tables.cluster import Cluster
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table

log = structlog.get_logger("whistlestop.notices")

LISTED = 50
"""Maximum number of notifications in a user's list."""
MOST = 20
"""Limit of channels of one user."""
UNCONFIRMED = 7 * 24 * 3600 * 1000
"""Milliseconds for which an address can remain unconfirmed."""


class Notices:
    """Users' channels for notifications, and the delivery."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        mailer: Mailer,
        settings: Settings,
        cluster: Cluster,
        boards: TableBoards,
        played_in: Callable[[Table, int], Awaitable[float | None]],
    ) -> None:
        """`played_in`: the seconds until a seat's move ahead is played; None if its player must decide."""
        self._site_store = store
        self._tables = tables
        self._hosted = bool(settings.webhook_url)
        self.store = NoticeStore(store)
        self.events = NewsStore(store)
        self._friends = FriendStore(store)
        self._clubs = ClubStore(store)
        self.sending = Sending(settings, mailer, boards.title)
        self._outbox = Outbox(self.store, self.events, tables, self.sending)
        delay, wake = settings.notice_delay, self._outbox.wake
        self._delay = delay
        self.turns = Turns(tables, self.store, self.events, delay, wake, cluster.holds, played_in)
        self.news = News(self.events, delay, wake, boards.name_of)
        self._shared = cluster.shared
        self._background = Background()

    async def open(self) -> None:
        """Start sending, and check the games whose players want notifications."""
        self.sending.open(await self._site_store.secret("notices"), await self._site_store.secret("vapid"))
        await self.store.drop_unconfirmed(now() - UNCONFIRMED)
        await self.store.watch_ends(wanted=self._hosted)
        self.turns.open()
        self._outbox.open()
        games = await self.events.recent_tables()
        if not self._shared:  # otherwise each process checks the games whose leases it gets
            games += await self.store.waiting_tables()
        self._background.start(self._look(games), "notices")

    async def tell(self, found: Sequence[Event]) -> None:
        """Store events that do not follow from a change of their tables, and notify their users."""
        if await self.events.put(found, now() + int(self._delay * 1000)):
            self._outbox.wake()

    async def process_left(self, _number: str) -> None:
        """Take over the unfinished work of a process that has ended."""
        await self.store.watch_ends(wanted=self._hosted)
        self._outbox.wake()

    async def close(self) -> None:
        """Stop."""
        await self._background.close()
        await self.turns.close()
        await self.news.close()
        await self._outbox.close()
        await self.sending.close()

    async def _look(self, games: list[str]) -> None:
        for game in games:
            try:
                async with self._tables.use(game) as table:
                    self.news.check(table)  # the table may already have been in memory
                    self.turns.check(table)
            except Refusal:
                pass  # unreadable; already logged
            except Exception as error:  # noqa: BLE001 - one broken game must not stop the others
                log.warning("game cannot be loaded", table=game[:6], error=type(error).__name__)

    # ----------------------------------------------------------------------------------------------- channels

    async def info(self, user: str) -> NoticesInfo:
        """Return the channels of a user, and the kinds of channels that this site offers."""
        ways = [_info(way) for way in await self.store.ways(user)]
        kinds = await self.events.wanted(user)
        chosen = [kind for kind in KINDS if kind in kinds]
        return NoticesInfo(self.sending.sender.public, self.sending.mails, ways, chosen)

    async def recent(self, user: str) -> RecentInfo:
        """Return a user's latest notifications, and the numbers of requests that are waiting for them."""
        found = [_told(event) for event in await self.events.recent(user, LISTED)]
        requests = await self._friends.requests(user)
        asking = await self._clubs.requests(user)
        unread = sum(not one.read for one in found)
        return RecentInfo(unread, found, requests, asking, await announced(self._site_store))

    async def add(self, user: str, name: str, wish: WayWish) -> NewWay:
        """Add a channel. An e-mail address must be confirmed before it is used."""
        address = self._checked(wish)
        secret, shown = "", None
        if isinstance(wish, PushWish):
            secret = f"{wish.key} {wish.auth}"
        elif isinstance(wish, WebhookWish):
            secret = shown = webhook.new_secret()
        elif isinstance(wish, NtfyWish | GotifyWish | MatrixWish):
            secret = wish.token or ""
        kind = wish.__struct_config__.tag
        made = Way(
            secrets.token_urlsafe(12),
            user,
            kind,  # type: ignore[arg-type]
            address,
            secret,
            wish.language,
            not isinstance(wish, MailWish),
            now(),
        )
        way = await self.store.add(made, name, MOST)
        if not way.active:
            try:
                await self.sending.ask(way)
            except Refusal:
                if way.id == made.id:
                    await self.store.remove(way.id)
                raise
        return NewWay(_info(way), shown)

    def _checked(self, wish: WayWish) -> str:
        """Return the address of a channel if it can receive notifications. Raises Refusal."""
        if isinstance(wish, MailWish):
            if not self.sending.mails:
                raise Refusal("no_mail", "This site sends no e-mail.")
            if not is_email(wish.address):
                raise Refusal("bad_address", "This is not an e-mail address.")
            return wish.address
        address = wish.endpoint if isinstance(wish, PushWish) else wish.url
        self.sending.outbound.check(address)
        if isinstance(wish, PushWish):
            push.check(wish.key, wish.auth)
        elif isinstance(wish, NtfyWish):
            return messengers.ntfy_topic(address)
        elif isinstance(wish, GotifyWish):
            return messengers.gotify_server(address)
        elif isinstance(wish, DiscordWish):
            return messengers.discord_webhook(address)
        elif isinstance(wish, MatrixWish):
            return messengers.matrix_room(address, wish.room)
        return address

    async def remove(self, user: str, way: str) -> None:
        """Remove a channel of a user."""
        if not await self.store.remove(way, user):
            raise Refusal("not_found", "These notifications do not exist. Reload the page.")

    async def resume(self, user: str, way: str) -> None:
        """Resume sending a user's notifications through this channel."""
        if not await self.store.resume(way, user):
            raise Refusal("not_found", "These notifications do not exist. Reload the page.")

    async def speak(self, user: str, language: Language) -> None:
        """Change the language of a user's notifications."""
        await self.store.speak(user, language)

    async def test(self, user: str, way: str) -> None:
        """Send a test to a channel of a user. Raises Refusal if it was not accepted."""
        found = await self.store.way(way)
        if found is None or found.user != user or not found.open:
            raise Refusal("not_found", "These notifications do not exist. Reload the page.")
        try:
            await self.sending.test(found, secrets.token_hex(12))
        except Undelivered as error:
            log.info("test not delivered", reason=error.reason)
            if error.gone:
                await self.store.remove(way)
            raise Refusal("not_delivered", "The notification was not accepted at its address.") from None

    async def stop(self, token: str) -> None:
        """Remove the channel in an e-mail's link; doing so again has no effect."""
        await self.store.remove(self._way("stop", token))

    async def confirm(self, token: str) -> None:
        """Start using the address in an e-mail's link."""
        if not await self.store.confirm(self._way("confirm", token)):
            raise Refusal("not_found", "This link is no longer valid.")

    def _way(self, purpose: str, token: str) -> str:
        way = self.sending.way_of(purpose, token)
        if way is None:
            raise Refusal("not_found", "This link is not valid.")
        return way


def _told(event: RecentEvent) -> EventInfo:
    at = iso(event.at)
    read = event.read is not None
    league = event.league if event.kind in {"season", "bye"} else None
    tournament = event.tournament if event.kind == "bye" else None
    told = (event.ruleset, event.board, event.name, at, read, league, tournament)
    return EventInfo(event.id, event.kind, event.key, *told)


def _info(way: Way) -> WayInfo:
    created = iso(way.created)
    return WayInfo(way.id, way.kind, way.address, way.active, way.suspended, way.language, created)
