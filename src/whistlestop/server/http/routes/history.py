"""A user's games: unfinished and finished."""

from typing import Annotated

from litestar import get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from whistlestop.server.adapters.database.history import Ending
from whistlestop.server.http.routes.common import AnyRequest
from whistlestop.server.messages.history import Played, Waiting
from whistlestop.server.usecases.history.history import History


@get("/api/waiting", summary="List your unfinished tables")
async def waiting(request: AnyRequest, history: NamedDependency[History]) -> list[Waiting]:
    """Return each table with the seats to act, the scores and the routes. Tables where it is your turn come first."""
    return await history.waiting(request.user)


@get("/api/games", summary="List your finished games")
async def games(
    request: AnyRequest,
    history: NamedDependency[History],
    before: Annotated[str, QueryParameter(max_length=60)] = "",
    ruleset: Annotated[str, QueryParameter(max_length=64)] = "",
    who: Annotated[str, QueryParameter(max_length=64)] = "",
    result: Annotated[Ending | None, QueryParameter()] = None,
) -> Played:
    """Return 20 games, newest first.

    `before`: the game after which to continue. `who`: part of a player's name. `result`: won, lost or unfinished.
    """
    return await history.played(request.user, before, ruleset, who, result)
