"""The HTTP interface: one short handler for each request of docs/protocol.md; the work is done elsewhere."""

from litestar import Response
from litestar.enums import HttpMethod
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.routes import HTTPRoute

from whistlestop.server.adapters.http.routes import (
    accounts,
    company,
    factors,
    history,
    meeting,
    moderation,
    notices,
    pages,
    play,
    players,
    programs,
    replays,
    reviews,
    security,
    site,
    tables,
)
from whistlestop.server.adapters.http.routes.common import AnyRequest

_HANDLERS: list[BaseRouteHandler] = [
    *site.HANDLERS,
    *tables.HANDLERS,
    *play.HANDLERS,
    *programs.HANDLERS,
    *accounts.HANDLERS,
    *factors.HANDLERS,
    *company.HANDLERS,
    *history.HANDLERS,
    *notices.HANDLERS,
    *security.HANDLERS,
    *meeting.HANDLERS,
    *moderation.HANDLERS,
    *replays.HANDLERS,
    *reviews.HANDLERS,
    *players.HANDLERS,
    *pages.HANDLERS,
]


@HTTPRouteHandler(
    sorted({path for handler in _HANDLERS for path in handler.paths}),
    http_method=HttpMethod.OPTIONS,
    include_in_schema=False,
    status_code=204,
)
async def options(request: AnyRequest) -> Response[None]:
    """Answer with every method of a path.

    The framework's own handler knows only the methods of the first handler of a path.
    """
    template = request.scope["path_template"]
    here = [
        route
        for route in request.app.routes
        if isinstance(route, HTTPRoute) and route.path_format == template
    ]
    allowed = sorted({method for route in here for method in route.methods})
    return Response(None, headers={"Allow": ", ".join(allowed)})


# It comes first: otherwise the framework adds its own.
HANDLERS: list[BaseRouteHandler] = [options, *_HANDLERS]
