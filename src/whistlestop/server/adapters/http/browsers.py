"""What a request says of its browser, and the session that a browser is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whistlestop.server.messages.accounts import Me
from whistlestop.server.usecases.accounts.passkeys import Place, place

if TYPE_CHECKING:
    from litestar import Request

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.adapters.http.guests import Guests
    from whistlestop.server.domain.identity import Entry
    from whistlestop.server.settings import Settings
    from whistlestop.server.usecases.accounts.names import Names

DAY = 24 * 3600


class Browsers:
    """The browsers of those who sign in and out."""

    def __init__(self, settings: Settings, guests: Guests, names: Names, store: Store) -> None:
        self._settings = settings
        self._guests = guests
        self._names = names
        self._store = store

    def place(self, request: Request[str, Any, Any]) -> Place:
        """Return where a browser is, for its passkeys: the site under the name that it knows."""
        return place(self._settings, request.scope["scheme"], request.headers.get("host", ""))

    async def enter(self, request: Request[str, Any, Any], entry: Entry) -> Me:
        """Give the browser its session."""
        session = entry.session
        life = self._settings.session_days * DAY
        request.scope["state"]["cookies"] = self._guests.session_cookies(entry.secret, session.id, life)
        program = await self._store.is_program(session.user)
        return Me(session.user, await self._names.of(session.user), account=True, program=program)

    def become_guest(self, request: Request[str, Any, Any]) -> None:
        """Make the browser that of a new guest."""
        request.scope["state"]["cookies"] = self._guests.cookies(self._guests.mint())


def agent_of(request: Request[str, Any, Any]) -> str:
    """The browser and system of a request, in two words; nothing else is kept of what it says of itself."""
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
