"""For programs: tokens, streams, challenges, and saying to be a program."""

from collections.abc import AsyncIterator
from typing import Any

from litestar import delete, get, post
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
from whistlestop.server.messages.accounts import Me
from whistlestop.server.messages.base import ErrorInfo, Failure, ServerMessage, encode
from whistlestop.server.messages.programs import (
    BecomeProgram,
    ChallengeInfo,
    MadeToken,
    MakeChallenge,
    MakeToken,
    StreamMessage,
    TokenInfo,
)
from whistlestop.server.usecases.programs.accounts import Programs
from whistlestop.server.usecases.programs.challenges import Challenges
from whistlestop.server.usecases.programs.streams import Streams
from whistlestop.server.usecases.programs.tokens import Tokens
from whistlestop.server.usecases.tables.registry import Tables

LINES = "application/x-ndjson"
UNBUFFERED = {"X-Accel-Buffering": "no"}
"""Asks a proxy to pass each line on at once."""


def lines_of(shape: Any) -> dict[int, ResponseSpec]:
    """What the interface's description says of a stream: what each of its lines is."""
    spec = ResponseSpec(
        shape,
        generate_examples=False,
        media_type=LINES,
        description="Lines of JSON, each one of these; an empty line now and then when nothing happens.",
    )
    return {200: spec}


@get("/api/tokens", summary="My tokens, newest first")
async def my_tokens(request: AnyRequest, tokens: NamedDependency[Tokens]) -> list[TokenInfo]:
    """List them, without their texts, which are not kept."""
    return await tokens.of(request.user)


@post("/api/tokens", summary="Make a token")
async def make_token(
    request: AnyRequest, data: JSONBody[MakeToken], programs: NamedDependency[Programs]
) -> MadeToken:
    """Make a secret by which a program acts for me. It is told this once. Accounts need a fresh proof."""
    return await programs.make_token(identity_of(request.scope), data)


@delete("/api/tokens/{token:str}", summary="Revoke a token", status_code=200)
async def revoke_token(
    request: AnyRequest, token: FromPath[str], programs: NamedDependency[Programs]
) -> list[TokenInfo]:
    """Take a token back at once; the answer has those that are left."""
    return await programs.revoke_token(request.user, token)


@post("/api/me/program", summary="Say that I am a program", status_code=200)
async def declare_program(
    request: AnyRequest, data: JSONBody[BecomeProgram], programs: NamedDependency[Programs]
) -> Me:
    """Be shown as a program at every table, and be open to challenges. Accounts need a fresh proof."""
    return await programs.become_program(identity_of(request.scope), address_of(request.scope), data)


@delete("/api/me/program", summary="Say that I am no program after all", status_code=200)
async def declare_person(request: AnyRequest, programs: NamedDependency[Programs]) -> Me:
    """Take the mark back while no program has played under the name. Accounts need a fresh proof."""
    return await programs.become_person(identity_of(request.scope))


@get(
    "/api/stream",
    scope="read",
    summary="What happens in all my games, as a stream",
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
    """Tell what is under way and due, then what begins, falls due, ends, and who challenges."""
    limits.request(address_of(request.scope), WHOLE_VIEW)
    with admission.admitted(request):
        pass  # refused while it still can be

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
    summary="What happens at a table, as a stream",
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
    """Tell what the socket tells, the hello first."""
    limits.request(address_of(request.scope), WHOLE_VIEW)
    with admission.admitted(request):
        async with tables.visit(table, request.user):
            pass  # refused while it still can be

    async def lines() -> AsyncIterator[bytes]:
        try:
            with admission.admitted(request) as opened:
                async with tables.visit(table, request.user) as (found, user):
                    viewer = admission.viewer(request, user)
                    opened.send = viewer.send
                    found.attach(viewer)
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


@get("/api/challenges", scope="challenge", summary="Challenges that wait for an answer")
async def my_challenges(request: AnyRequest, challenges: NamedDependency[Challenges]) -> list[ChallengeInfo]:
    """List those that I made and those that I got, newest first."""
    return await challenges.of(request.user)


@post("/api/bots/{user:str}/challenge", scope="challenge", summary="Challenge a program")
async def challenge_bot(
    user: FromPath[str],
    data: JSONBody[MakeChallenge],
    caller: NamedDependency[Caller],
    challenges: NamedDependency[Challenges],
) -> ChallengeInfo:
    """Make a table with a seat for a program, and ask it."""
    return await challenges.make(caller, user, data)


@post(
    "/api/challenges/{challenge:str}/accept", scope="challenge", summary="Accept a challenge", status_code=200
)
async def accept_challenge(
    challenge: FromPath[str], caller: NamedDependency[Caller], challenges: NamedDependency[Challenges]
) -> ChallengeInfo:
    """Sit down; the game begins if that was wished and nobody is missing."""
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
    """Say no. The table stays with who made it."""
    return await challenges.decline(request.user, challenge)
