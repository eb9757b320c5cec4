"""The browser behind a request: its site, its name, and its session cookies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whistlestop.server.messages.accounts import Me
from whistlestop.server.usecases.accounts.passkeys import Place, place

if TYPE_CHECKING:
    from litestar import Request

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.identity import Entry
    from whistlestop.server.http.guests import Guests
    from whistlestop.server.settings import Settings
    from whistlestop.server.usecases.names import Names

DAY = 24 * 3600


class Browsers:
    """Gives browsers their cookies when users sign in or out."""

    def __init__(self, settings: Settings, guests: Guests, names: Names, store: Store) -> None:
        self._settings = settings
        self._guests = guests
        self._names = names
        self._store = store

    def place(self, request: Request[str, Any, Any]) -> Place:
        """Return the site under the name that the browser uses, in the form that passkeys need."""
        return place(self._settings, request.scope["scheme"], request.headers.get("host", ""))

    async def enter(self, request: Request[str, Any, Any], entry: Entry) -> Me:
        """Give the browser the cookies of a session; return its user."""
        session = entry.session
        life = self._settings.session_days * DAY
        request.scope["state"]["cookies"] = self._guests.session_cookies(entry.secret, session.id, life)
        program = await self._store.is_program(session.user)
        return Me(session.user, await self._names.of(session.user), account=True, program=program)

    def become_guest(self, request: Request[str, Any, Any]) -> None:
        """Give the browser the cookies of a new guest."""
        request.scope["state"]["cookies"] = self._guests.cookies(self._guests.mint())


def agent_of(request: Request[str, Any, Any]) -> str:
    """Return browser and operating system of a request, such as "Firefox, Linux".

    The server stores nothing else of the header User-Agent.
    """
    told = request.headers.get("user-agent", "")
    browsers = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome", "Safari": "Safari"}
    systems = {
        "Android": "Android",
        "iPhone": "iPhone",
        "iPad": "iPad",
        "Windows": "Windows",
        "Mac OS": "macOS",
        "Linux": "Linux",
    }
    found = (
        next((name for sign, name in signs.items() if sign in told), "") for signs in (browsers, systems)
    )
    return ", ".join(name for name in found if name)
