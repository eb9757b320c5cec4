"""Leagues."""

from typing import Annotated

from litestar import delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from whistlestop.server.domain.identity import Caller
from whistlestop.server.http.routes.common import AnyRequest
from whistlestop.server.messages.leagues import CreateLeague, LeagueInfo, LeagueList, RenameLeague
from whistlestop.server.usecases.leagues.leagues import Leagues
from whistlestop.tournaments import LeagueDocument

ONE = "/api/leagues/{league:str}"


@get("/api/leagues", summary="List leagues")
async def list_leagues(request: AnyRequest, leagues: NamedDependency[Leagues]) -> LeagueList:
    """Return your leagues, and those that anybody can join."""
    return await leagues.listed(request.user)


@post("/api/leagues", summary="Create a league", status_code=200)
async def create_league(
    data: JSONBody[CreateLeague],
    caller: NamedDependency[Caller],
    leagues: NamedDependency[Leagues],
) -> LeagueInfo:
    """Create a league. Players can sign up for its first season at once."""
    return await leagues.create(caller, data)


@get(ONE, summary="Show a league")
async def show_league(
    request: AnyRequest,
    league: FromPath[str],
    leagues: NamedDependency[Leagues],
    season: Annotated[int | None, QueryParameter(ge=0, le=10_000)] = None,
    division: Annotated[int | None, QueryParameter(ge=1, le=1000)] = None,
) -> LeagueInfo:
    """Return a league with a division of a season; by default, yours in the last season that has begun."""
    return await leagues.info(request.user, league, season, division)


@get(f"{ONE}/export", summary="Export a league")
async def export_league(
    league: FromPath[str], caller: NamedDependency[Caller], leagues: NamedDependency[Leagues]
) -> LeagueDocument:
    """Return all seasons. `whistlestop tournament standings` recomputes standings, promotion and relegation."""
    return await leagues.export(caller, league)


@put(ONE, summary="Rename a league")
async def rename_league(
    league: FromPath[str],
    data: JSONBody[RenameLeague],
    caller: NamedDependency[Caller],
    leagues: NamedDependency[Leagues],
) -> LeagueInfo:
    """Rename a league and its divisions. For the organizer."""
    return await leagues.rename(caller, league, data)


@post(f"{ONE}/join", summary="Sign up for a league", status_code=200)
async def join_league(
    league: FromPath[str],
    caller: NamedDependency[Caller],
    leagues: NamedDependency[Leagues],
) -> LeagueInfo:
    """Sign up for the next season. To stay in a league, sign up for each season."""
    return await leagues.join(caller, league)


@delete(f"{ONE}/join", summary="Sign off from a league", status_code=200)
async def leave_league(
    league: FromPath[str],
    caller: NamedDependency[Caller],
    leagues: NamedDependency[Leagues],
) -> LeagueInfo:
    """Withdraw from the next season. Your games in progress continue."""
    return await leagues.leave(caller, league)


@post(f"{ONE}/close", summary="Close a league", status_code=200)
async def close_league(
    league: FromPath[str],
    caller: NamedDependency[Caller],
    leagues: NamedDependency[Leagues],
) -> LeagueInfo:
    """Let no further season begin. The one in progress is played to its end. For the organizer."""
    return await leagues.finish(caller, league)
