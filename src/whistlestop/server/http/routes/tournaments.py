"""Tournaments."""

from typing import Annotated

from litestar import delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from whistlestop.server.domain.identity import Caller
from whistlestop.server.http.routes.common import AnyRequest
from whistlestop.server.messages.tournaments import (
    Appoint,
    CorrectResult,
    CreateTournament,
    RemoveEntry,
    ReplaceEntry,
    TournamentInfo,
    TournamentList,
    TournamentStep,
)
from whistlestop.server.usecases.tournaments.tournaments import Tournaments
from whistlestop.tournaments import TournamentDocument

ONE = "/api/tournaments/{tournament:str}"


@get("/api/tournaments", summary="List tournaments")
async def list_tournaments(request: AnyRequest, tournaments: NamedDependency[Tournaments]) -> TournamentList:
    """Return your tournaments, upcoming ones and those in progress, and past ones."""
    return await tournaments.listed(request.user)


@post("/api/tournaments", summary="Create a tournament", status_code=200)
async def create_tournament(
    data: JSONBody[CreateTournament],
    caller: NamedDependency[Caller],
    tournaments: NamedDependency[Tournaments],
) -> TournamentInfo:
    """Create a tournament, which players can enter at once."""
    return await tournaments.create(caller, data)


@get(ONE, summary="Show a tournament")
async def show_tournament(
    request: AnyRequest,
    tournament: FromPath[str],
    tournaments: NamedDependency[Tournaments],
    number: Annotated[int | None, QueryParameter(name="round", ge=0, le=100)] = None,
) -> TournamentInfo:
    """Return a tournament with its standings and the tables of a round; by default, the current round."""
    return await tournaments.info(request.user, tournament, number)


@get(f"{ONE}/export", summary="Export a tournament")
async def export_tournament(
    request: AnyRequest, tournament: FromPath[str], tournaments: NamedDependency[Tournaments]
) -> TournamentDocument:
    """Return all pairings and results. `whistlestop tournament standings` recomputes the standings from them."""
    return await tournaments.export(request.user, tournament)


@post(f"{ONE}/join", summary="Enter a tournament", status_code=200)
async def join_tournament(
    tournament: FromPath[str],
    caller: NamedDependency[Caller],
    tournaments: NamedDependency[Tournaments],
) -> TournamentInfo:
    """Enter, or enter again after withdrawing."""
    return await tournaments.join(caller, tournament)


@delete(f"{ONE}/join", summary="Withdraw from a tournament", status_code=200)
async def leave_tournament(
    tournament: FromPath[str],
    caller: NamedDependency[Caller],
    tournaments: NamedDependency[Tournaments],
) -> TournamentInfo:
    """Withdraw from all further rounds. Your game in progress continues."""
    return await tournaments.leave(caller, tournament)


@post(f"{ONE}/steps", summary="Start, pause, resume or cancel a tournament", status_code=200)
async def step_tournament(
    tournament: FromPath[str],
    data: JSONBody[TournamentStep],
    caller: NamedDependency[Caller],
    tournaments: NamedDependency[Tournaments],
) -> TournamentInfo:
    """Start a round, pause, resume or cancel. For the organizer and arbiters; only the organizer can cancel."""
    return await tournaments.step(caller, tournament, data)


@post(f"{ONE}/arbiters", summary="Appoint or dismiss an arbiter", status_code=200)
async def appoint_arbiter(
    tournament: FromPath[str],
    data: JSONBody[Appoint],
    caller: NamedDependency[Caller],
    tournaments: NamedDependency[Tournaments],
) -> TournamentInfo:
    """Appoint an arbiter by the name of an account, or dismiss one. For the organizer."""
    return await tournaments.appoint(caller, tournament, data)


@post(f"{ONE}/entries/{{entry:int}}/remove", summary="Remove a player from a tournament", status_code=200)
async def remove_entry(
    tournament: FromPath[str],
    entry: FromPath[int],
    data: JSONBody[RemoveEntry],
    caller: NamedDependency[Caller],
    tournaments: NamedDependency[Tournaments],
) -> TournamentInfo:
    """Remove a player from all further rounds, with a reason that stays visible. For arbiters."""
    return await tournaments.remove(caller, tournament, entry, data.reason)


@post(f"{ONE}/entries/{{entry:int}}/replace", summary="Replace a player in a tournament", status_code=200)
async def replace_entry(
    tournament: FromPath[str],
    entry: FromPath[int],
    data: JSONBody[ReplaceEntry],
    caller: NamedDependency[Caller],
    tournaments: NamedDependency[Tournaments],
) -> TournamentInfo:
    """Let another account take over an entry and its points. For arbiters."""
    return await tournaments.replace(caller, tournament, entry, data.name)


@put(f"{ONE}/rounds/{{number:int}}/tables/{{table:int}}", summary="Correct a result", status_code=200)
async def correct_result(
    tournament: FromPath[str],
    number: FromPath[int],
    table: FromPath[int],
    data: JSONBody[CorrectResult],
    caller: NamedDependency[Caller],
    tournaments: NamedDependency[Tournaments],
) -> TournamentInfo:
    """Change the result of a table, with a reason that stays visible. For arbiters."""
    return await tournaments.correct(caller, tournament, number, table, data)
