"""Users with accounts, who sign up and sign in over HTTP."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert
from tests.server.authenticator import Authenticator
from tests.server.harness import closed

from whistlestop.server.adapters.database.schema.accounts import accounts, users
from whistlestop.server.domain.accounts import Link
from whistlestop.server.domain.identity import digest
from whistlestop.server.domain.names import skeleton
from whistlestop.server.domain.onetime import STEP, code_at
from whistlestop.server.domain.times import now
from whistlestop.server.usecases.accounts.accounts import LINK_LIFE

if TYPE_CHECKING:
    import httpx
    from sqlalchemy.ext.asyncio import AsyncConnection
    from tests.server.harness import Guest, Running, Socket
    from tests.server.smtp import Sink

    from whistlestop.server.services import Services

PASSWORD = "seven brown bears"


async def done(guest: Guest, method: str, path: str, body: object = None) -> httpx.Response:
    """Send a request that succeeds, and store its cookies and token."""
    answer = await guest.http.request(method, path, json=body)
    assert answer.is_success, answer.text
    guest.http.headers["x-csrftoken"] = guest.http.cookies["csrftoken"]
    return answer


async def sign_up(guest: Guest, name: str, password: str = PASSWORD) -> dict[str, Any]:
    answer = await done(guest, "POST", "/api/account", {"name": name, "password": password})
    me: dict[str, Any] = answer.json()
    return me


async def sign_in(guest: Guest, name: str, password: str = PASSWORD) -> dict[str, Any]:
    me: dict[str, Any] = (
        await done(guest, "POST", "/api/session", {"name": name, "password": password})
    ).json()
    return me


async def account(guest: Guest) -> dict[str, Any]:
    found: dict[str, Any] = (await guest.get("/api/account")).json()
    return found


async def me(guest: Guest) -> dict[str, Any]:
    found: dict[str, Any] = (await guest.get("/api/me")).json()
    return found


async def make_accounts(services: Services, count: int) -> list[str]:
    """Store accounts without passwords, and return their ids."""
    made = [f"player-{number}" for number in range(1, count + 1)]

    async def job(connection: AsyncConnection) -> None:
        at = now()
        names = [(user, user.replace("-", " ").title()) for user in made]
        await connection.execute(
            insert(users), [{"id": user, "name": name, "created": at} for user, name in names]
        )
        await connection.execute(
            insert(accounts),
            [{"user": user, "skeleton": skeleton(name), "created": at} for user, name in names],
        )

    await services.store.writer.run(job)
    return made


class Clock:
    """A clock for all accounts in a test."""

    def __init__(self, server: Running) -> None:
        self.at = now()
        server.services.accounts.now = lambda: self.at
        server.services.accounts.passkeys.now = lambda: self.at
        server.services.accounts.factors.now = lambda: self.at


async def ended(socket: Socket) -> None:
    """Read a socket's remaining messages until it is closed because its session has ended."""
    assert await closed(socket) == ("signed_out", 4401)


def link(token: str, kind: str, user: str, email: str | None = None) -> Link:
    """Return a link as in an e-mail."""
    return Link(digest(token), kind, user, email, now() + LINK_LIFE[kind])


async def linked(sink: Sink, page: str) -> str:
    """Return the token in the link of the next e-mail."""
    found = re.search(rf"https://play\.example\.org/{page}#(\S+)", (await sink.mail()).get_content())
    assert found is not None
    return found[1]


async def add_app(guest: Guest, at: int | None = None) -> tuple[str, list[str]]:
    """Set up an authenticator app for an account; return its secret and the recovery codes.

    The code is that of the previous step, so that the current one stays unused.
    """
    begun = (await done(guest, "POST", "/api/account/second-factor/app")).json()
    code = code_at(begun["secret"], (now() if at is None else at) // STEP - 1)
    made = await done(guest, "PUT", "/api/account/second-factor", {"code": code})
    return begun["secret"], made.json()["codes"]


def key_for(server: Running) -> Authenticator:
    return Authenticator(server.base.replace("127.0.0.1", "localhost"), "localhost")


async def locally(server: Running) -> Guest:
    """Return a guest at the host name that passkeys require."""
    guest = await server.guest()
    guest.http.headers["host"] = server.base.removeprefix("http://").replace("127.0.0.1", "localhost")
    return guest
