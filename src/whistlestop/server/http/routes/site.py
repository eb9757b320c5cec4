"""The service itself, the guest behind a cookie, and what can be played."""

from litestar import Response, get, patch, post
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

import whistlestop
from whistlestop.core import jit
from whistlestop.kinds import AnyRulesetInfo
from whistlestop.server.adapters.database.rows import is_row
from whistlestop.server.adapters.database.store import Store
from whistlestop.server.http.client import serve
from whistlestop.server.http.guard import address_of, identity_of
from whistlestop.server.http.routes.common import KEPT, READ, REVALIDATE, AnyRequest, encoded
from whistlestop.server.messages.accounts import Me, Rename
from whistlestop.server.messages.base import BotSummary, Health, Ready, RulesetSummary
from whistlestop.server.usecases.accounts.accounts import Accounts
from whistlestop.server.usecases.accounts.profiles import Profiles
from whistlestop.server.usecases.boards import Boards
from whistlestop.server.usecases.moderation.moderation import Moderation
from whistlestop.server.usecases.names import Names
from whistlestop.server.usecases.tables.bots import bot_list


@HTTPRouteHandler("/api/health", open=True, http_method=READ, summary="Whether the service works")
async def health(store: NamedDependency[Store]) -> Health:
    """Answer only if what is played now can be kept."""
    await store.check_writing()
    return Health("ok", whistlestop.__version__)


@HTTPRouteHandler("/api/ready", open=True, http_method=READ, summary="Whether compiled code is in use")
async def ready() -> Ready:
    """Answer at once, also while the rules are played interpreted."""
    return Ready(compiled=jit.is_compiled())


@get("/api/me", scope="read", summary="The guest behind the cookie, made if there is none")
async def me(request: AnyRequest, profiles: NamedDependency[Profiles]) -> Me:
    """Tell who is asking."""
    return await profiles.of(identity_of(request.scope))


@post("/api/me/warnings/{warning:int}", summary="Acknowledge a warning", status_code=200)
async def acknowledge(
    request: AnyRequest,
    warning: FromPath[int],
    moderation: NamedDependency[Moderation],
    profiles: NamedDependency[Profiles],
) -> Me:
    """A moderator has warned me, and I have seen it."""
    if is_row(warning):
        await moderation.store.acknowledge(request.user, warning)
    return await profiles.of(identity_of(request.scope))


@patch("/api/me", summary="Choose a name")
async def rename(
    request: AnyRequest,
    data: JSONBody[Rename],
    accounts: NamedDependency[Accounts],
    names: NamedDependency[Names],
    profiles: NamedDependency[Profiles],
) -> Me:
    """Store a name, and show it at the tables in memory."""
    who = identity_of(request.scope)
    await names.to_keep(who.user, address_of(request.scope))
    await accounts.showing.rename(who, data.name)
    return await profiles.of(identity_of(request.scope))


@get("/api/rulesets", scope="read", summary="The boards")
async def rulesets(boards: NamedDependency[Boards]) -> list[RulesetSummary]:
    """List what can be played."""
    return boards.summaries()


@get(
    "/api/rulesets/{ruleset:str}",
    scope="read",
    summary="The data of a board",
    opt=KEPT,
    responses=encoded(AnyRulesetInfo),
)
async def ruleset_data(
    request: AnyRequest, ruleset: FromPath[str], boards: NamedDependency[Boards]
) -> Response[bytes]:
    """Cities, routes and tickets."""
    return serve(request, boards[ruleset].data, cache=REVALIDATE)


@get(
    "/api/rulesets/{ruleset:str}/board.svg",
    scope="read",
    summary="The drawing of a board",
    media_type="image/svg+xml",
    opt=KEPT,
)
async def board_svg(
    request: AnyRequest, ruleset: FromPath[str], boards: NamedDependency[Boards]
) -> Response[bytes]:
    """The board as the page shows it."""
    drawings = await boards.drawings(boards[ruleset])
    return serve(request, drawings.whole, cache=REVALIDATE)


@get(
    "/api/rulesets/{ruleset:str}/thumbnail.svg",
    scope="read",
    summary="A small picture of a board",
    media_type="image/svg+xml",
    opt=KEPT,
)
async def thumbnail_svg(
    request: AnyRequest, ruleset: FromPath[str], boards: NamedDependency[Boards]
) -> Response[bytes]:
    """The board as lists show it, with the ways of its routes."""
    drawings = await boards.drawings(boards[ruleset])
    return serve(request, drawings.thumbnail, cache=REVALIDATE)


@get("/api/bots", scope="read", summary="The bots")
async def bots() -> list[BotSummary]:
    """List who can be played against."""
    return bot_list()
