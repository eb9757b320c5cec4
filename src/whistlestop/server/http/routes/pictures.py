"""Pictures of boards and games as PNG, for previews of links."""

from typing import Annotated

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from whistlestop.server.domain.limits import Limits
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.http.client import Client, serve
from whistlestop.server.http.guard import address_of
from whistlestop.server.http.routes.common import KEPT, REVALIDATE, AnyRequest
from whistlestop.server.usecases.boards import Asset
from whistlestop.server.usecases.pages import CARD, Pages

COST = 10
"""The additional requests that a picture counts as, because it takes long to draw."""


@get(
    "/api/games/{game:str}/picture.png",
    summary="Get a picture of a game",
    media_type="image/png",
    opt=KEPT,
)
async def game_picture(
    request: AnyRequest,
    game: FromPath[str],
    client: NamedDependency[Client],
    limits: NamedDependency[Limits],
    pages: NamedDependency[Pages],
    at: Annotated[int | None, QueryParameter(ge=0, le=1_000_000)] = None,
) -> Response[bytes]:
    """Return the board with all players' trains as PNG, 1200 by 630.

    `at`: the version, which is used only once the game is over. For a game in progress, the picture shows the
    spectators' current view. A game without a board, or a site that creates no pictures, returns the same picture every
    time.
    """
    limits.request(address_of(request.scope), COST)
    try:
        return serve(request, await pages.pictures.of_game(game, at), cache=REVALIDATE)
    except Refusal as refusal:
        return serve(request, _instead(client, refusal), cache=REVALIDATE)


@get(
    "/api/rulesets/{ruleset:str}/picture.png",
    summary="Get a picture of a board",
    media_type="image/png",
    opt=KEPT,
)
async def board_picture(
    request: AnyRequest,
    ruleset: FromPath[str],
    client: NamedDependency[Client],
    limits: NamedDependency[Limits],
    pages: NamedDependency[Pages],
) -> Response[bytes]:
    """Return a board without trains as PNG, 1200 by 630."""
    limits.request(address_of(request.scope), COST)
    try:
        return serve(request, await pages.pictures.of_board(ruleset), cache=REVALIDATE)
    except Refusal as refusal:
        return serve(request, _instead(client, refusal), cache=REVALIDATE)


def _instead(client: Client, refusal: Refusal) -> Asset:
    """Return the picture that needs no drawing; raise the refusal if the client has none."""
    found = client.file(CARD)
    if found is None:
        raise refusal
    return found
