"""The own games: what waits, and what is over."""

from typing import Annotated

from litestar import get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from whistlestop.server.adapters.database.history import Ending
from whistlestop.server.http.routes.common import AnyRequest
from whistlestop.server.messages.history import Played, Waiting
from whistlestop.server.usecases.history.history import History


@get("/api/waiting", summary="My tables that are not over, those where it is my turn first")
async def waiting(request: AnyRequest, history: NamedDependency[History]) -> list[Waiting]:
    """Each with what everybody sees of it at a glance."""
    return await history.waiting(request.user)


@get("/api/games", summary="My games that are over, newest first")
async def games(
    request: AnyRequest,
    history: NamedDependency[History],
    before: Annotated[str, QueryParameter(max_length=60)] = "",
    ruleset: Annotated[str, QueryParameter(max_length=64)] = "",
    who: Annotated[str, QueryParameter(max_length=64)] = "",
    result: Annotated[Ending | None, QueryParameter()] = None,
) -> Played:
    """A page of them, those that ended before `before`; on a board, with somebody of a name, with a result."""
    return await history.played(request.user, before, ruleset, who, result)
