"""Send one notification by web push, e-mail, webhook, or a message service."""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING

from whistlestop.languages import say
from whistlestop.server.adapters import messengers, webhook
from whistlestop.server.adapters.outbound import Outbound, Unreachable
from whistlestop.server.adapters.push import Sender, decoded, encrypt
from whistlestop.server.domain.names import GUEST
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.times import now
from whistlestop.server.messages.base import encode
from whistlestop.server.messages.notices import (
    EventData,
    EventHook,
    PushMessage,
    TestHook,
    TurnData,
    TurnHook,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from msgspec import Struct

    from whistlestop.server.adapters.database.notices import Way
    from whistlestop.server.adapters.smtp import Mailer
    from whistlestop.server.domain.events import Event
    from whistlestop.server.messages.notices import OverHook
    from whistlestop.server.settings import Settings
    from whistlestop.server.usecases.notices.turns import Turn

PART = "notifications"
"""The file of each language with these messages."""

LONGEST = 86_400
"""Longest pause in seconds that a receiver can request."""


class Undelivered(Exception):
    """A notification was not delivered. `gone`: the address no longer exists. `final`: a retry would be useless."""

    def __init__(self, reason: str, *, gone: bool = False, final: bool = False, retry_after: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.gone = gone
        self.final = final
        self.retry_after = retry_after


class Sending:
    """Writes and sends notifications. Every method raises Undelivered."""

    def __init__(self, settings: Settings, mailer: Mailer, title_of: Callable[[str, str, str], str]) -> None:
        """`title_of` returns the title of a board from its id, a language, and its name."""
        self._title_of = title_of
        self._settings = settings
        self._mailer = mailer
        self.outbound = Outbound(private=settings.private_notices)
        self._site = settings.public_url.rstrip("/")
        self._key = b""
        self.sender = Sender(b"", "")

    def open(self, key: bytes, push_secret: bytes) -> None:
        """Set the secrets of this site: the key for links in e-mails, and the one for web push."""
        self._key = key
        secure = self._site if self._settings.secure else ""
        mail = self._settings.mail_from.rpartition("<")[2].removesuffix(">")
        contact = secure or (f"mailto:{mail}" if mail else "https://localhost")
        self.sender = Sender(push_secret, contact)

    async def close(self) -> None:
        """Close open connections."""
        await self.outbound.close()

    @property
    def mails(self) -> bool:
        """Return whether notifications can be sent by e-mail, which requires the site's address."""
        return self._mailer.ready and bool(self._site)

    # ------------------------------------------------------------------------------------------------- links

    def token(self, purpose: str, way: str) -> str:
        """Return the token of a link in an e-mail: a channel, with a signature of this site for this purpose."""
        seal = hmac.new(self._key, f"{purpose}:{way}".encode(), hashlib.sha256).hexdigest()[:32]
        return f"{way}.{seal}"

    def way_of(self, purpose: str, token: str) -> str | None:
        """Return the channel that a token names; None if this site did not create the token."""
        way = token.partition(".")[0]
        given, made = token.encode("utf-8", "surrogateescape"), self.token(purpose, way).encode()
        return way if hmac.compare_digest(given, made) else None

    def _link(self, purpose: str, way: str) -> str:
        return f"{self._site}/notices/{purpose}/{self.token(purpose, way)}"

    # ----------------------------------------------------------------------------------------------- messages

    async def turn(self, way: Way, turn: Turn, message: str, *, waits: bool) -> None:
        """Send a turn. `waits`: whether its time begins when the player looks."""
        title = say(
            way.language, PART, "turn.title", board=self._title_of(turn.ruleset, way.language, turn.board)
        )
        text, name = "turn.waits" if waits else "turn", turn.last
        body = (
            say(way.language, PART, f"{text}.first")
            if name is None
            else say(way.language, PART, f"{text}.after", name=called(way.language, name))
        )
        path = f"/t/{turn.table}"
        url = self._site + path
        data = TurnData(turn.table, url, turn.ruleset, turn.board, turn.seat, turn.since, turn.last)
        hook = TurnHook(webhook.stamp(now()), data)
        await self._tell(way, title, body, path, tag_of(turn.table), message, hook)

    async def event(self, way: Way, event: Event, ruleset: str, message: str) -> None:
        """Send another event at a table."""
        text = "unnamed" if event.kind == "invited" and event.name is None else "body"
        title = say(
            way.language,
            PART,
            f"{event.kind}.title",
            board=self._title_of(ruleset, way.language, event.board),
        )
        body = say(way.language, PART, f"{event.kind}.{text}", name=called(way.language, event.name or ""))
        path = event.path
        data = EventData(event.key, f"{self._site}{path}", ruleset, event.board, event.name)
        hook = EventHook(event.kind, webhook.stamp(now()), data)
        # A newer event replaces one of the same kind, but not one of another kind.
        tag = tag_of(f"{event.game} {event.kind}")
        await self._tell(way, title, body, path, tag, message, hook)

    async def _tell(
        self, way: Way, title: str, body: str, path: str, tag: str, message: str, hook: Struct
    ) -> None:
        if way.kind == "push":
            await self._push(way, PushMessage(title, body, tag, path, way.language))
        elif way.kind == "mail":
            stop = self._link("stop", way.id)
            text = say(
                way.language, PART, "mail.text", title=title, body=body, link=self._site + path, stop=stop
            )
            await self._mail(way, title, text)
        elif way.kind == "webhook":
            await self._hook(way, message, hook)
        else:
            await self._messenger(way, message, messengers.Note(title, body, self._site + path))

    async def test(self, way: Way, message: str) -> None:
        """Send an example of a notification."""
        title, body = say(way.language, PART, "test.title"), say(way.language, PART, "test.body")
        if way.kind == "push":
            await self._push(way, PushMessage(title, body, "test", "/", way.language))
        elif way.kind == "mail":
            text = say(way.language, PART, "mail.test", body=body, stop=self._link("stop", way.id))
            await self._mail(way, title, text)
        elif way.kind == "webhook":
            await self._hook(way, message, TestHook(webhook.stamp(now())))
        else:
            await self._messenger(way, message, messengers.Note(title, body, self._site))

    async def ask(self, way: Way) -> None:
        """Ask the owner of an address to confirm that they want notifications."""
        text = say(way.language, PART, "confirm.text", site=self._site, link=self._link("confirm", way.id))
        await self._mailer.send(way.address, say(way.language, PART, "confirm.subject"), text)

    async def host(self, message: str, hook: OverHook) -> None:
        """Send a report to the host's own service."""
        await self._post_hook(
            self._settings.webhook_url, self._settings.webhook_secret, message, hook, trusted=True
        )

    # -------------------------------------------------------------------------------------------------- kinds

    async def _push(self, way: Way, message: PushMessage) -> None:
        key, auth = (decoded(part) for part in way.secret.split(" "))
        content = encrypt(encode(message), key, auth)
        status, pause = await self._send(way.address, content, self.sender.headers(way.address, message.tag))
        check_accepted("push", status, pause, gone={404, 410})

    async def _messenger(self, way: Way, message: str, note: messengers.Note) -> None:
        made = messengers.request(way.kind, way.address, way.secret, message, note)
        status, pause = await self._send(made.url, made.content, made.headers, method=made.method)
        # Discord answers 404 after a webhook was deleted; with the other services, this may be a mistake of the
        # service's owner.
        check_accepted(way.kind, status, pause, gone={404, 410} if way.kind == "discord" else {410})

    async def _mail(self, way: Way, subject: str, text: str) -> None:
        headers = {"List-Unsubscribe": f"<{self._link('stop', way.id)}>"}
        if self._settings.secure:  # RFC 8058: one-click needs https
            headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        try:
            await self._mailer.send(way.address, subject, text, headers)
        except Refusal as refusal:
            raise Undelivered(refusal.code, final=refusal.code == "bad_request") from None

    async def _hook(self, way: Way, message: str, hook: Struct) -> None:
        await self._post_hook(way.address, way.secret, message, hook)

    async def _post_hook(
        self, url: str, secret: str, message: str, hook: Struct, *, trusted: bool = False
    ) -> None:
        body = encode(hook)
        headers = webhook.headers(secret, message, now(), body)
        status, pause = await self._send(url, body, headers, trusted=trusted)
        if not 200 <= status < 300:
            raise Undelivered(f"webhook {status}", gone=status == 410, retry_after=seconds(pause))

    async def _send(
        self,
        url: str,
        content: bytes,
        headers: dict[str, str],
        *,
        method: str = "POST",
        trusted: bool = False,
    ) -> tuple[int, str | None]:
        try:
            return await self.outbound.send(url, content, headers, method=method, trusted=trusted)
        except Unreachable as error:
            raise Undelivered(str(error)) from None
        except Refusal as refusal:
            raise Undelivered(refusal.code, final=True) from None


def check_accepted(service: str, status: int, pause: str | None, *, gone: set[int]) -> None:
    """Raise Undelivered unless a status accepts a message; `gone`: statuses of an address that no longer exists."""
    if not 200 <= status < 300:
        again = status in {408, 425, 429} or status >= 500
        raise Undelivered(
            f"{service} {status}", gone=status in gone, final=not again, retry_after=seconds(pause)
        )


def called(language: str, name: str) -> str:
    """Return the name of a person; for guests who have not chosen one, a name in this language."""
    guest = GUEST.fullmatch(name)
    return say(language, PART, "guest", number=guest[1]) if guest else name


def seconds(header: str | None) -> int:
    """Return the seconds of Retry-After if it is a number."""
    return min(int(header), LONGEST) if header is not None and header.isascii() and header.isdigit() else 0


def tag_of(table: str) -> str:
    """Return a tag for a table that reveals no key, for push services: at most 32 characters of base64url."""
    return hashlib.sha256(table.encode()).hexdigest()[:24]
