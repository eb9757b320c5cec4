"""The socket of a study: notifications to reload it."""

from functools import partial

from litestar import websocket
from litestar.di import NamedDependency
from litestar.params import FromPath

from whistlestop.server.domain.limits import Limits
from whistlestop.server.http.admission import Admission, AnySocket
from whistlestop.server.http.rooms import serve_room
from whistlestop.server.usecases.studies.rooms import StudyRooms


@websocket("/api/studies/{study:str}/socket")
async def study_socket(
    socket: AnySocket,
    study: FromPath[str],
    admission: NamedDependency[Admission],
    limits: NamedDependency[Limits],
    study_rooms: NamedDependency[StudyRooms],
) -> None:
    """Serve one reader until either side closes the socket."""
    enter, leave = partial(study_rooms.enter, study), partial(study_rooms.leave, study)
    await serve_room(socket, admission, limits, enter, leave, None, "study")
