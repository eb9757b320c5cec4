"""Pages of players, and rankings."""

from typing import Annotated

from litestar import get, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from whistlestop.server.domain.limits import Limits
from whistlestop.server.domain.pace import Pace
from whistlestop.server.http.guard import address_of, identity_of
from whistlestop.server.http.routes.common import AnyRequest
from whistlestop.server.messages.accounts import AccountInfo
from whistlestop.server.messages.players import PlayerPage, Ranking, ShowPage
from whistlestop.server.usecases.accounts.accounts import Accounts
from whistlestop.server.usecases.accounts.export import account_info
from whistlestop.server.usecases.players.players import Players

COST = 4
"""Such a page counts as so many requests besides its own: it is put together from many games."""


@get("/api/players/{player:str}", summary="What a player has played, and how well")
async def player(
    request: AnyRequest,
    player: FromPath[str],
    limits: NamedDependency[Limits],
    players: NamedDependency[Players],
) -> PlayerPage:
    """Of somebody with an account, who shows it or is who asks; games under way are in nothing of it."""
    limits.request(address_of(request.scope), COST)
    return await players.page(player, request.user)


@get("/api/rankings", summary="Who plays how well on a board")
async def rankings(
    request: AnyRequest,
    limits: NamedDependency[Limits],
    players: NamedDependency[Players],
    ruleset: Annotated[str, QueryParameter(max_length=64)],
    pace: Annotated[Pace, QueryParameter()] = "live",
    season: Annotated[str, QueryParameter(max_length=6)] = "",
    page: Annotated[int, QueryParameter(ge=0, le=100_000)] = 0,
) -> Ranking:
    """Of a season, such as 2026-2, by page; those who hide their page are left out."""
    limits.request(address_of(request.scope), COST)
    return await players.ranking(ruleset, pace, season, page, request.user)


@put("/api/account/page", summary="Show my page to others, or hide it")
async def show_page(
    request: AnyRequest, data: JSONBody[ShowPage], accounts: NamedDependency[Accounts]
) -> AccountInfo:
    """Whoever hides it is in no ranking."""
    who = identity_of(request.scope)
    await accounts.show_page(who, data.shown)
    return await account_info(accounts, who)
