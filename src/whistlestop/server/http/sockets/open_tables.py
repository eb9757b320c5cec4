"""The socket of the open tables: their list, its changes, and the chat of one of the rooms there."""

from litestar import websocket
from litestar.di import NamedDependency

from whistlestop.server.domain.limits import Limits
from whistlestop.server.http.admission import Admission, AnySocket
from whistlestop.server.http.queries import OneLanguage
from whistlestop.server.http.rooms import serve_room
from whistlestop.server.messages.base import Say
from whistlestop.server.usecases.meeting.chat import Chat
from whistlestop.server.usecases.meeting.open_tables import OpenTableList
from whistlestop.server.usecases.tables.viewers import Viewer


@websocket("/api/open/socket")
async def open_tables_socket(
    socket: AnySocket,
    admission: NamedDependency[Admission],
    chats: NamedDependency[Chat],
    limits: NamedDependency[Limits],
    open_tables: NamedDependency[OpenTableList],
    language: OneLanguage = None,
) -> None:
    """Serve one user until either side closes the socket. `language` chooses the room whose messages they get."""

    async def enter(viewer: Viewer) -> None:
        await open_tables.enter(viewer, open_tables.place(language))

    async def say(viewer: Viewer, message: Say) -> None:
        place = open_tables.place(language)
        await chats.in_room(open_tables.room(place), viewer, message, place)

    await serve_room(socket, admission, limits, enter, open_tables.leave, say, "room")
