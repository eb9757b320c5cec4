"""The socket of a club: its chat, and notifications to reload the club."""

from functools import partial

from litestar import websocket
from litestar.di import NamedDependency
from litestar.params import FromPath

from whistlestop.server.domain.clubs import room_of
from whistlestop.server.domain.limits import Limits
from whistlestop.server.http.admission import Admission, AnySocket
from whistlestop.server.http.rooms import serve_room
from whistlestop.server.messages.base import Say
from whistlestop.server.usecases.clubs.rooms import ClubRooms
from whistlestop.server.usecases.meeting.chat import Chat
from whistlestop.server.usecases.tables.viewers import Viewer


@websocket("/api/clubs/{club:str}/socket")
async def club_socket(
    socket: AnySocket,
    club: FromPath[str],
    admission: NamedDependency[Admission],
    chats: NamedDependency[Chat],
    limits: NamedDependency[Limits],
    club_rooms: NamedDependency[ClubRooms],
) -> None:
    """Serve one member until either side closes the socket."""

    async def say(viewer: Viewer, message: Say) -> None:
        await chats.in_room(club_rooms.viewers(club), viewer, message, room_of(club))

    enter, leave = partial(club_rooms.enter, club), partial(club_rooms.leave, club)
    await serve_room(socket, admission, limits, enter, leave, say, "club")
