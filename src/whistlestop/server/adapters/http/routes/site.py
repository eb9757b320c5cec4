"""The service itself, the guest behind a cookie, and what can be played."""

from litestar import Response, get, patch, post
from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.params import FromPath, JSONBody

import whistlestop
from whistlestop.core import jit
from whistlestop.kinds import AnyRulesetInfo
from whistlestop.server.adapters.http.client import serve
from whistlestop.server.adapters.http.guard import address_of, identity_of
from whistlestop.server.adapters.http.routes.common import KEPT, READ, REVALIDATE, AnyRequest, encoded
from whistlestop.server.messages.accounts import Me, Rename
from whistlestop.server.messages.base import BotSummary, Health, Ready, RulesetSummary
from whistlestop.server.services import Services
from whistlestop.server.usecases.tables.bots import bot_list


@HTTPRouteHandler("/api/health", http_method=READ, summary="Whether the service works")
async def health(services: NamedDependency[Services]) -> Health:
    """Answer only if what is played now can be kept."""
    await services.store.check_writing()
    return Health("ok", whistlestop.__version__)


@HTTPRouteHandler("/api/ready", http_method=READ, summary="Whether compiled code is in use")
async def ready() -> Ready:
    """Answer at once, also while the rules are played interpreted."""
    return Ready(compiled=jit.is_compiled())


@get("/api/me", summary="The guest behind the cookie, made if there is none")
async def me(request: AnyRequest, services: NamedDependency[Services]) -> Me:
    """Tell who is asking."""
    return await _me(request, services)


@post("/api/me/warnings/{warning:int}", summary="Acknowledge a warning", status_code=200)
async def acknowledge(request: AnyRequest, warning: FromPath[int], services: NamedDependency[Services]) -> Me:
    """A moderator has warned me, and I have seen it."""
    if 0 < warning < 2**31:
        await services.moderation.store.acknowledge(request.user, warning)
    return await _me(request, services)


@patch("/api/me", summary="Choose a name")
async def rename(request: AnyRequest, data: JSONBody[Rename], services: NamedDependency[Services]) -> Me:
    """Store a name, and show it at the tables in memory."""
    who = identity_of(request.scope)
    await services.name_to_keep(who.user, address_of(request.scope))
    await services.accounts.showing.rename(who, data.name)
    return await _me(request, services)


@get("/api/rulesets", summary="The boards")
async def rulesets(services: NamedDependency[Services]) -> list[RulesetSummary]:
    """List what can be played."""
    return services.boards.summaries()


@get(
    "/api/rulesets/{ruleset:str}",
    summary="The data of a board",
    opt=KEPT,
    responses=encoded(AnyRulesetInfo),
)
async def ruleset_data(
    request: AnyRequest, ruleset: FromPath[str], services: NamedDependency[Services]
) -> Response[bytes]:
    """Cities, routes and tickets."""
    return serve(request, services.boards[ruleset].data, cache=REVALIDATE)


@get(
    "/api/rulesets/{ruleset:str}/board.svg",
    summary="The drawing of a board",
    media_type="image/svg+xml",
    opt=KEPT,
)
async def board_svg(
    request: AnyRequest, ruleset: FromPath[str], services: NamedDependency[Services]
) -> Response[bytes]:
    """The board as the page shows it."""
    drawings = await services.boards.drawings(services.boards[ruleset])
    return serve(request, drawings.whole, cache=REVALIDATE)


@get(
    "/api/rulesets/{ruleset:str}/thumbnail.svg",
    summary="A small picture of a board",
    media_type="image/svg+xml",
    opt=KEPT,
)
async def thumbnail_svg(
    request: AnyRequest, ruleset: FromPath[str], services: NamedDependency[Services]
) -> Response[bytes]:
    """The board as lists show it, with the ways of its routes."""
    drawings = await services.boards.drawings(services.boards[ruleset])
    return serve(request, drawings.thumbnail, cache=REVALIDATE)


@get("/api/bots", summary="The bots")
async def bots() -> list[BotSummary]:
    """List who can be played against."""
    return bot_list()


async def _me(request: AnyRequest, services: Services) -> Me:
    who, moderation = identity_of(request.scope), services.moderation
    return Me(
        who.user,
        await services.name_of(who.user),
        who.session is not None,
        await services.store.is_program(who.user),
        who.lapsed,
        await moderation.store.warning(who.user),
        moderation.is_moderator(who.user),
    )


HANDLERS: list[BaseRouteHandler] = [
    health,
    ready,
    me,
    acknowledge,
    rename,
    rulesets,
    ruleset_data,
    board_svg,
    thumbnail_svg,
    bots,
]
