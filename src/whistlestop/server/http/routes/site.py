"""The service itself, the user, boards and bots."""

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
from whistlestop.server.messages.status import StatusInfo
from whistlestop.server.usecases.accounts.accounts import Accounts
from whistlestop.server.usecases.accounts.profiles import Profiles
from whistlestop.server.usecases.boards import Boards
from whistlestop.server.usecases.moderation.moderation import Moderation
from whistlestop.server.usecases.names import Names
from whistlestop.server.usecases.status import status
from whistlestop.server.usecases.tables.bots import bot_list


@HTTPRouteHandler("/api/health", open=True, http_method=READ, summary="Check the service")
async def health(store: NamedDependency[Store]) -> Health:
    """Answer 200 if the database accepts writes, otherwise 503."""
    await store.check_writing()
    return Health("ok", whistlestop.__version__)


@get("/api/status", open=True, summary="Get the state of the site")
async def site_status(store: NamedDependency[Store]) -> StatusInfo:
    """Return outages, and the host's announcement."""
    return await status(store)


@HTTPRouteHandler("/api/ready", open=True, http_method=READ, summary="Check the compiled code")
async def ready() -> Ready:
    """Return whether compiled code is in use, or the rules still run interpreted."""
    return Ready(compiled=jit.is_compiled())


@get("/api/me", scope="read", summary="Get yourself, as a new guest if needed")
async def me(request: AnyRequest, profiles: NamedDependency[Profiles]) -> Me:
    """Return the user of this request. A request without a cookie creates a guest."""
    return await profiles.of(identity_of(request.scope))


@post("/api/me/warnings/{warning:int}", summary="Acknowledge a warning", status_code=200)
async def acknowledge(
    request: AnyRequest,
    warning: FromPath[int],
    moderation: NamedDependency[Moderation],
    profiles: NamedDependency[Profiles],
) -> Me:
    """Confirm that you have read a moderator's warning."""
    if is_row(warning):
        await moderation.store.acknowledge(request.user, warning)
    return await profiles.of(identity_of(request.scope))


@patch("/api/me", summary="Change your name")
async def rename(
    request: AnyRequest,
    data: JSONBody[Rename],
    accounts: NamedDependency[Accounts],
    names: NamedDependency[Names],
    profiles: NamedDependency[Profiles],
) -> Me:
    """Store the name, and show it at tables in memory."""
    who = identity_of(request.scope)
    await names.to_keep(who.user, address_of(request.scope))
    await accounts.public_profile.rename(who, data.name)
    return await profiles.of(identity_of(request.scope))


@get("/api/rulesets", scope="read", summary="List the boards")
async def rulesets(boards: NamedDependency[Boards]) -> list[RulesetSummary]:
    """Return the boards of this site."""
    return boards.summaries()


@get(
    "/api/rulesets/{ruleset:str}",
    scope="read",
    summary="Get the data of a board",
    opt=KEPT,
    responses=encoded(AnyRulesetInfo),
)
async def ruleset_data(
    request: AnyRequest, ruleset: FromPath[str], boards: NamedDependency[Boards]
) -> Response[bytes]:
    """Return cities, routes, tickets, cards and the numbers of the rules."""
    return serve(request, (await boards.load_for(ruleset, request.user)).data, cache=REVALIDATE)


@get(
    "/api/rulesets/{ruleset:str}/board.svg",
    scope="read",
    summary="Get the drawing of a board",
    media_type="image/svg+xml",
    opt=KEPT,
)
async def board_svg(
    request: AnyRequest, ruleset: FromPath[str], boards: NamedDependency[Boards]
) -> Response[bytes]:
    """Return the board as an SVG, as the page shows it."""
    drawings = await boards.drawings(await boards.load_for(ruleset, request.user))
    return serve(request, drawings.whole, cache=REVALIDATE)


@get(
    "/api/rulesets/{ruleset:str}/thumbnail.svg",
    scope="read",
    summary="Get a thumbnail of a board",
    media_type="image/svg+xml",
    opt=KEPT,
)
async def thumbnail_svg(
    request: AnyRequest, ruleset: FromPath[str], boards: NamedDependency[Boards]
) -> Response[bytes]:
    """Return a small SVG of the board for lists."""
    drawings = await boards.drawings(await boards.load_for(ruleset, request.user))
    return serve(request, drawings.thumbnail, cache=REVALIDATE)


@get("/api/bots", scope="read", summary="List the bots")
async def bots() -> list[BotSummary]:
    """Return the bots offered to players, weakest first."""
    return bot_list()
