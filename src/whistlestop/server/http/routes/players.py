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
from whistlestop.server.messages.players import (
    AchievementLine,
    PlayerPage,
    PlayerReliability,
    Ranking,
    ShowPage,
)
from whistlestop.server.usecases.accounts.accounts import Accounts
from whistlestop.server.usecases.accounts.export import account_info
from whistlestop.server.usecases.clubs.clubs import Clubs
from whistlestop.server.usecases.players.players import Players

COST = 4
"""The additional requests that such a page counts as, because it is computed from many games."""
MOST = 50
"""Maximum number of players in a request for reliability."""
ID = 32
"""Maximum length of a player's id."""


@get("/api/players/{player:str}", summary="Get the page of a player")
async def player(
    request: AnyRequest,
    player: FromPath[str],
    limits: NamedDependency[Limits],
    players: NamedDependency[Players],
) -> PlayerPage:
    """Return ratings and statistics of an account that shows its page, or your own, even as a guest.

    Only finished games count.
    """
    limits.request(address_of(request.scope), COST)
    return await players.page(player, request.user)


@get("/api/reliability", summary="Get how reliable players are")
async def reliability(
    request: AnyRequest,
    limits: NamedDependency[Limits],
    players: NamedDependency[Players],
    of: Annotated[str, QueryParameter(max_length=MOST * (ID + 1))],
) -> list[PlayerReliability]:
    """Return the figures of up to 50 players, whose ids are separated by commas.

    Leaves out players who hide their page, and those with fewer than five games with other people in the past 365 days.
    """
    limits.request(address_of(request.scope), COST)
    wanted = {one for one in of.split(",") if 0 < len(one) <= ID}
    return await players.reliability(sorted(wanted)[:MOST])


@get("/api/achievements", summary="List your achievements")
async def achievements(
    request: AnyRequest, limits: NamedDependency[Limits], players: NamedDependency[Players]
) -> list[AchievementLine]:
    """Return all achievements in a fixed order, with the game in which you earned each."""
    limits.request(address_of(request.scope), COST)
    return await players.achievements(request.user)


@get("/api/rankings", summary="Get the ranking of a board")
async def rankings(
    request: AnyRequest,
    limits: NamedDependency[Limits],
    players: NamedDependency[Players],
    clubs: NamedDependency[Clubs],
    ruleset: Annotated[str, QueryParameter(max_length=64)],
    pace: Annotated[Pace, QueryParameter()] = "live",
    season: Annotated[str, QueryParameter(max_length=6)] = "",
    page: Annotated[int, QueryParameter(ge=0, le=100_000)] = 0,
    club: Annotated[str | None, QueryParameter(max_length=16)] = None,
) -> Ranking:
    """Return a page of the ranking of a season, such as 2026-2. Players who hide their page are left out.

    With a club of yours, return only its members, with the same ratings.
    """
    limits.request(address_of(request.scope), COST)
    among = None if club is None else await clubs.members(request.user, club)
    return await players.ranking(ruleset, pace, season, page, request.user, among)


@put("/api/account/page", summary="Show or hide your page")
async def show_page(
    request: AnyRequest, data: JSONBody[ShowPage], accounts: NamedDependency[Accounts]
) -> AccountInfo:
    """Show your page to others, or hide it and your line in the rankings."""
    who = identity_of(request.scope)
    await accounts.show_page(who, data.shown)
    return await account_info(accounts, who)
