"""For programs: tokens, streams, challenges, and saying to be a program."""

from collections.abc import AsyncIterator
from typing import Any

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from whistlestop.server.adapters.http.guard import address_of, identity_of
from whistlestop.server.adapters.http.routes.common import KEPT, AnyRequest
from whistlestop.server.adapters.http.routes.tables import ruleset_for
from whistlestop.server.adapters.http.socket import WHOLE_VIEW, admitted, viewer_of
from whistlestop.server.domain.names import printable_name
from whistlestop.server.domain.refusals import Refusal
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
from whistlestop.server.services import Services
from whistlestop.server.usecases.accounts import email_texts as letters
from whistlestop.server.usecases.programs.accounts import become_person, become_program

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
async def my_tokens(request: AnyRequest, services: NamedDependency[Services]) -> list[TokenInfo]:
    """List them, without their texts, which are not kept."""
    return await services.tokens.of(request.user)


@post("/api/tokens", summary="Make a token")
async def make_token(
    request: AnyRequest, data: JSONBody[MakeToken], services: NamedDependency[Services]
) -> MadeToken:
    """Make a secret by which a program acts for me. It is told this once. Accounts need a fresh proof."""
    services.accounts.check_proved_account(identity_of(request.scope))
    services.limits.command(request.user)
    name = printable_name(data.name)
    made = await services.tokens.make(request.user, name, data, await services.name_of(request.user))
    who = identity_of(request.scope)
    if who.session is not None:
        services.accounts.post.tell(letters.TOKEN, await services.accounts.account(who))
    return made


@delete("/api/tokens/{token:str}", summary="Revoke a token", status_code=200)
async def revoke_token(
    request: AnyRequest, token: FromPath[str], services: NamedDependency[Services]
) -> list[TokenInfo]:
    """Take a token back at once; the answer has those that are left."""
    await services.tokens.revoke(request.user, token)
    services.accounts.doors.close([token])
    return await services.tokens.of(request.user)


@post("/api/me/program", summary="Say that I am a program", status_code=200)
async def declare_program(
    request: AnyRequest, data: JSONBody[BecomeProgram], services: NamedDependency[Services]
) -> Me:
    """Be shown as a program at every table, and be open to challenges. Accounts need a fresh proof."""
    who = identity_of(request.scope)
    services.accounts.check_proved_account(who)
    if not data.confirmed:
        raise Refusal("bad_request", "This has to be confirmed.")
    name = await services.name_to_keep(who.user, address_of(request.scope))
    await become_program(services.store, services.tables, who.user, name)
    return Me(who.user, name, who.session is not None, program=True)


@delete("/api/me/program", summary="Say that I am no program after all", status_code=200)
async def declare_person(request: AnyRequest, services: NamedDependency[Services]) -> Me:
    """Take the mark back while no program has played under the name. Accounts need a fresh proof."""
    who = identity_of(request.scope)
    services.accounts.check_proved_account(who)
    await become_person(services.store, services.tables, who.user)
    return Me(who.user, await services.name_of(who.user), who.session is not None, program=False)


@get(
    "/api/stream",
    summary="What happens in all my games, as a stream",
    media_type=LINES,
    opt=KEPT,
    responses=lines_of(StreamMessage),
)
async def stream(request: AnyRequest, services: NamedDependency[Services]) -> Stream:
    """Tell what is under way and due, then what begins, falls due, ends, and who challenges."""
    services.limits.request(address_of(request.scope), WHOLE_VIEW)
    with admitted(request, services):
        pass  # refused while it still can be

    async def lines() -> AsyncIterator[bytes]:
        try:
            with admitted(request, services) as door:
                async for line in services.streams.of(request.user, door.ended):
                    yield line
                if door.refusal is not None:
                    raise door.refusal
        except Refusal as refusal:
            yield encode(Failure(ErrorInfo(refusal.code, refusal.message))) + b"\n"

    return Stream(lines(), media_type=LINES, headers=UNBUFFERED)


@get(
    "/api/tables/{table:str}/stream",
    summary="What happens at a table, as a stream",
    media_type=LINES,
    opt=KEPT,
    responses=lines_of(ServerMessage),
)
async def table_stream(
    request: AnyRequest, table: FromPath[str], services: NamedDependency[Services]
) -> Stream:
    """Tell what the socket tells, the hello first."""
    services.limits.request(address_of(request.scope), WHOLE_VIEW)
    with admitted(request, services):
        async with services.tables.visit(table, request.user):
            pass  # refused while it still can be

    async def lines() -> AsyncIterator[bytes]:
        try:
            with admitted(request, services) as door:
                async with services.tables.visit(table, request.user) as (found, user):
                    viewer = viewer_of(request, user, services)
                    door.send = viewer.send
                    found.attach(viewer)
                    try:
                        ends = (viewer.overrun, door.ended)
                        async for line in services.streams.lines(viewer.frames, *ends):
                            yield line
                    finally:
                        found.detach(viewer)
                refusal = door.refusal or viewer.refusal
                if refusal is not None:
                    raise refusal
        except Refusal as refusal:
            yield encode(Failure(ErrorInfo(refusal.code, refusal.message))) + b"\n"

    return Stream(lines(), media_type=LINES, headers=UNBUFFERED)


@get("/api/challenges", summary="Challenges that wait for an answer")
async def my_challenges(request: AnyRequest, services: NamedDependency[Services]) -> list[ChallengeInfo]:
    """List those that I made and those that I got, newest first."""
    return await services.challenges.of(request.user)


@post("/api/bots/{user:str}/challenge", summary="Challenge a program")
async def challenge_bot(
    request: AnyRequest,
    user: FromPath[str],
    data: JSONBody[MakeChallenge],
    services: NamedDependency[Services],
) -> ChallengeInfo:
    """Make a table with a seat for a program, and ask it."""
    services.limits.table(request.user, address_of(request.scope))
    ruleset = ruleset_for(data.ruleset, data.seats, services, look=data.look)
    name = await services.name_to_keep(request.user, address_of(request.scope))
    limit = services.settings.tables_per_user
    made = await services.challenges.make(request.user, name, user, data, ruleset, limit)
    async with services.tables.use(made.table) as table:
        services.notices.tell(table, again=True)
    return made


@post("/api/challenges/{challenge:str}/accept", summary="Accept a challenge", status_code=200)
async def accept_challenge(
    request: AnyRequest, challenge: FromPath[str], services: NamedDependency[Services]
) -> ChallengeInfo:
    """Sit down; the game begins if that was wished and nobody is missing."""
    asked = await services.challenges.asked(request.user, challenge)
    ruleset = services.boards[asked.ruleset].ruleset
    name = await services.name_of(request.user)
    return await services.challenges.accept(request.user, name, challenge, ruleset)


@post("/api/challenges/{challenge:str}/decline", summary="Decline a challenge", status_code=200)
async def decline_challenge(
    request: AnyRequest, challenge: FromPath[str], services: NamedDependency[Services]
) -> ChallengeInfo:
    """Say no. The table stays with who made it."""
    return await services.challenges.decline(request.user, challenge)


HANDLERS: list[BaseRouteHandler] = [
    my_tokens,
    make_token,
    revoke_token,
    declare_program,
    declare_person,
    stream,
    table_stream,
    my_challenges,
    challenge_bot,
    accept_challenge,
    decline_challenge,
]
