"""For programs: tokens, streams, challenges, and the mark of a program."""

from collections.abc import AsyncIterator
from typing import Any

from litestar import delete, get, post, put
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from whistlestop.server.domain.identity import Caller
from whistlestop.server.domain.limits import WHOLE_VIEW, Limits
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.http.admission import Admission
from whistlestop.server.http.guard import address_of, identity_of
from whistlestop.server.http.routes.common import KEPT, AnyRequest
from whistlestop.server.http.routes.players import COST
from whistlestop.server.messages.accounts import Me
from whistlestop.server.messages.base import ErrorInfo, Failure, ServerMessage, encode
from whistlestop.server.messages.programs import (
    BecomeProgram,
    ChallengeInfo,
    MadeToken,
    MakeChallenge,
    MakeToken,
    ProgramInfo,
    ProgramOffer,
    StreamMessage,
    TokenInfo,
)
from whistlestop.server.usecases.programs.accounts import Programs
from whistlestop.server.usecases.programs.challenges import Challenges
from whistlestop.server.usecases.programs.directory import Directory
from whistlestop.server.usecases.programs.streams import Streams
from whistlestop.server.usecases.programs.tokens import Tokens
from whistlestop.server.usecases.tables.registry import Tables

LINES = "application/x-ndjson"
UNBUFFERED = {"X-Accel-Buffering": "no"}
"""Asks a proxy to pass on each line immediately."""


def lines_of(shape: Any) -> dict[int, ResponseSpec]:
    """Return the OpenAPI response of a stream with such lines."""
    spec = ResponseSpec(
        shape,
        generate_examples=False,
        media_type=LINES,
        description="Lines of JSON, each one of these. Empty lines keep an idle stream open.",
    )
    return {200: spec}


@get("/api/tokens", summary="List your tokens")
async def my_tokens(request: AnyRequest, tokens: NamedDependency[Tokens]) -> list[TokenInfo]:
    """Return the tokens, newest first, without their secrets, which are not stored."""
    return await tokens.of(request.user)


@post("/api/tokens", summary="Create a token")
async def make_token(
    request: AnyRequest, data: JSONBody[MakeToken], programs: NamedDependency[Programs]
) -> MadeToken:
    """Return a secret with which a program acts for you. It is shown only once. Accounts need a fresh proof."""
    return await programs.make_token(identity_of(request.scope), data)


@delete("/api/tokens/{token:str}", summary="Revoke a token", status_code=200)
async def revoke_token(
    request: AnyRequest, token: FromPath[str], programs: NamedDependency[Programs]
) -> list[TokenInfo]:
    """Revoke a token at once, and return the remaining ones."""
    return await programs.revoke_token(request.user, token)


@post("/api/me/program", summary="Mark yourself as a program", status_code=200)
async def declare_program(
    request: AnyRequest, data: JSONBody[BecomeProgram], programs: NamedDependency[Programs]
) -> Me:
    """Appear as a program at every table, and accept challenges. Accounts need a fresh proof."""
    return await programs.become_program(identity_of(request.scope), address_of(request.scope), data)


@delete("/api/me/program", summary="Remove the mark of a program", status_code=200)
async def declare_person(request: AnyRequest, programs: NamedDependency[Programs]) -> Me:
    """Remove the mark, unless a program has played under this name. Accounts need a fresh proof."""
    return await programs.become_person(identity_of(request.scope))


@get("/api/me/program/offer", scope="challenge", summary="Get the challenges that you accept")
async def my_offer(request: AnyRequest, directory: NamedDependency[Directory]) -> ProgramOffer:
    """Return the person who runs you, and the boards and numbers of players of challenges that you accept.

    Empty lists: all.
    """
    return await directory.offer(request.user)


@put("/api/me/program/offer", scope="challenge", summary="Set the challenges that you accept")
async def set_offer(
    data: JSONBody[ProgramOffer], caller: NamedDependency[Caller], directory: NamedDependency[Directory]
) -> ProgramOffer:
    """Only for programs. Other challenges are refused with `not_offered`, so you never see them."""
    return await directory.set_offer(caller, data)


@get("/api/programs", summary="List programs that you can challenge")
async def programs(
    request: AnyRequest, limits: NamedDependency[Limits], directory: NamedDependency[Directory]
) -> list[ProgramInfo]:
    """Return programs whose accounts show their page, last seen first."""
    limits.request(address_of(request.scope), COST)
    return await directory.listed()


@get("/api/programs/{user:str}", summary="Get a program that you can challenge")
async def one_program(
    request: AnyRequest,
    user: FromPath[str],
    limits: NamedDependency[Limits],
    directory: NamedDependency[Directory],
) -> ProgramInfo:
    """Return a program whose account shows its page."""
    limits.request(address_of(request.scope), COST)
    return await directory.one(user)


@get(
    "/api/stream",
    scope="read",
    summary="Stream the events of your games",
    media_type=LINES,
    opt=KEPT,
    responses=lines_of(StreamMessage),
)
async def stream(
    request: AnyRequest,
    admission: NamedDependency[Admission],
    limits: NamedDependency[Limits],
    streams: NamedDependency[Streams],
) -> Stream:
    """Send games in progress and decisions due, then every start, turn, end and challenge."""
    limits.request(address_of(request.scope), WHOLE_VIEW)
    with admission.admitted(request):
        pass  # refuse the request while that is still possible

    async def lines() -> AsyncIterator[bytes]:
        try:
            with admission.admitted(request) as opened:
                async for line in streams.of(request.user, opened.ended):
                    yield line
                if opened.refusal is not None:
                    raise opened.refusal
        except Refusal as refusal:
            yield encode(Failure(ErrorInfo(refusal.code, refusal.message))) + b"\n"

    return Stream(lines(), media_type=LINES, headers=UNBUFFERED)


@get(
    "/api/tables/{table:str}/stream",
    scope="read",
    summary="Stream the events of a table",
    media_type=LINES,
    opt=KEPT,
    responses=lines_of(ServerMessage),
)
async def table_stream(
    request: AnyRequest,
    table: FromPath[str],
    admission: NamedDependency[Admission],
    limits: NamedDependency[Limits],
    streams: NamedDependency[Streams],
    tables: NamedDependency[Tables],
) -> Stream:
    """Send the messages of the table's socket, starting with the hello."""
    limits.request(address_of(request.scope), WHOLE_VIEW)
    with admission.admitted(request):
        async with tables.visit(table, request.user):
            pass  # refuse the request while that is still possible

    async def lines() -> AsyncIterator[bytes]:
        try:
            with admission.admitted(request) as opened:
                async with tables.visit(table, request.user) as (found, user):
                    viewer = admission.viewer(request, user)
                    opened.send = viewer.send
                    found.attach(viewer)
                    tables.seen(found, user)
                    try:
                        ends = (viewer.overrun, opened.ended)
                        async for line in streams.lines(viewer.frames, *ends):
                            yield line
                    finally:
                        found.detach(viewer)
                refusal = opened.refusal or viewer.refusal
                if refusal is not None:
                    raise refusal
        except Refusal as refusal:
            yield encode(Failure(ErrorInfo(refusal.code, refusal.message))) + b"\n"

    return Stream(lines(), media_type=LINES, headers=UNBUFFERED)


@get("/api/challenges", scope="challenge", summary="List unanswered challenges")
async def my_challenges(request: AnyRequest, challenges: NamedDependency[Challenges]) -> list[ChallengeInfo]:
    """Return the challenges that you made or received, newest first."""
    return await challenges.of(request.user)


@get("/api/challenges/{challenge:str}", scope="challenge", summary="Get a challenge")
async def one_challenge(
    request: AnyRequest, challenge: FromPath[str], challenges: NamedDependency[Challenges]
) -> ChallengeInfo:
    """Return a challenge that you made or received, with the answer if there is one."""
    return await challenges.one(request.user, challenge)


@post("/api/bots/{user:str}/challenge", scope="challenge", summary="Challenge a program")
async def challenge_bot(
    user: FromPath[str],
    data: JSONBody[MakeChallenge],
    caller: NamedDependency[Caller],
    challenges: NamedDependency[Challenges],
) -> ChallengeInfo:
    """Create a table with a seat for the program, and challenge it."""
    return await challenges.make(caller, user, data)


@post(
    "/api/challenges/{challenge:str}/accept", scope="challenge", summary="Accept a challenge", status_code=200
)
async def accept_challenge(
    challenge: FromPath[str], caller: NamedDependency[Caller], challenges: NamedDependency[Challenges]
) -> ChallengeInfo:
    """Sit down. The game starts if the challenger requested that and nobody is missing."""
    return await challenges.accept(caller, challenge)


@post(
    "/api/challenges/{challenge:str}/decline",
    scope="challenge",
    summary="Decline a challenge",
    status_code=200,
)
async def decline_challenge(
    request: AnyRequest, challenge: FromPath[str], challenges: NamedDependency[Challenges]
) -> ChallengeInfo:
    """Decline. The challenger keeps the table."""
    return await challenges.decline(request.user, challenge)
