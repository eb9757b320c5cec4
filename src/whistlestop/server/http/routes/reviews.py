"""Reviews of finished games."""

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from whistlestop.server.domain.limits import WHOLE_VIEW, Limits
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.http.guard import address_of
from whistlestop.server.http.routes.common import JSON, AnyRequest, encoded
from whistlestop.server.messages.base import encode
from whistlestop.server.messages.reviews import ReviewAnswer
from whistlestop.server.usecases.reviews.reviews import Reviews
from whistlestop.server.usecases.tables.registry import Tables
from whistlestop.server.usecases.tables.table import Table


async def _answer(found: Table, reviews: Reviews) -> ReviewAnswer:
    if found.game is None:
        raise Refusal("not_started", "The game has not begun.")
    return await reviews.answer(found.id, found.game)


@get(
    "/api/games/{game:str}/review",
    summary="Get the review of a finished game",
    media_type=JSON,
    responses=encoded(ReviewAnswer),
)
async def review(
    request: AnyRequest,
    game: FromPath[str],
    limits: NamedDependency[Limits],
    reviews: NamedDependency[Reviews],
    tables: NamedDependency[Tables],
) -> Response[bytes]:
    """Return the review or its progress, to all users who may see the game. POST requests it."""
    limits.request(address_of(request.scope), WHOLE_VIEW)
    async with tables.visit(game, request.user) as (found, _):
        return Response(encode(await _answer(found, reviews)), media_type=JSON)


@post("/api/games/{game:str}/review", summary="Request the review of a finished game")
async def begin(
    request: AnyRequest,
    game: FromPath[str],
    limits: NamedDependency[Limits],
    reviews: NamedDependency[Reviews],
    tables: NamedDependency[Tables],
) -> ReviewAnswer:
    """Start the review in the background. Later requests get the same review."""
    async with tables.visit(game, request.user) as (found, _):
        answer = await _answer(found, reviews)
        if answer.state in {"none", "failed", "off"} and found.game is not None:
            reviews.check(found.game)
            limits.review(request.user, address_of(request.scope))
            reviews.ask(found.id, found.game)
            answer = await _answer(found, reviews)
        return answer
