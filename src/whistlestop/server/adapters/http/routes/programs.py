"""For programs: tokens, streams, challenges, and saying to be a program."""

from collections.abc import AsyncIterator
from typing import Any

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from whistlestop.server.adapters.database.store import Store
from whistlestop.server.adapters.http.admission import Admission
from whistlestop.server.adapters.http.guard import address_of, identity_of
from whistlestop.server.adapters.http.routes.common import KEPT, WHOLE_VIEW, AnyRequest
from whistlestop.server.domain.limits import Limits
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
from whistlestop.server.settings import Settings
from whistlestop.server.usecases.accounts import email_texts
from whistlestop.server.usecases.accounts.accounts import Accounts
from whistlestop.server.usecases.accounts.names import Names
from whistlestop.server.usecases.boards import Boards
from whistlestop.server.usecases.notices.notices import Notices
from whistlestop.server.usecases.programs.accounts import become_person, become_program
from whistlestop.server.usecases.programs.challenges import Challenges
from whistlestop.server.usecases.programs.streams import Streams
from whistlestop.server.usecases.programs.tokens import Tokens
from whistlestop.server.usecases.tables.boards import TableBoards
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
    request: AnyRequest,
    data: JSONBody[MakeToken],
    accounts: NamedDependency[Accounts],
    limits: NamedDependency[Limits],
    names: NamedDependency[Names],
    tokens: NamedDependency[Tokens],
) -> MadeToken:
    """Make a secret by which a program acts for me. It is told this once. Accounts need a fresh proof."""
    accounts.check_proved_account(identity_of(request.scope))
    limits.command(request.user)
    name = printable_name(data.name)
    made = await tokens.make(request.user, name, data, await names.of(request.user))
    who = identity_of(request.scope)
    if who.session is not None:
        accounts.emails.tell(email_texts.TOKEN, await accounts.account(who))
    return made


@delete("/api/tokens/{token:str}", summary="Revoke a token", status_code=200)
async def revoke_token(
    request: AnyRequest,
    token: FromPath[str],
    accounts: NamedDependency[Accounts],
    tokens: NamedDependency[Tokens],
) -> list[TokenInfo]:
    """Take a token back at once; the answer has those that are left."""
    await tokens.revoke(request.user, token)
    accounts.open_connections.close([token])
    return await tokens.of(request.user)


@post("/api/me/program", summary="Say that I am a program", status_code=200)
async def declare_program(
    request: AnyRequest,
    data: JSONBody[BecomeProgram],
    accounts: NamedDependency[Accounts],
    names: NamedDependency[Names],
    store: NamedDependency[Store],
    tables: NamedDependency[Tables],
) -> Me:
    """Be shown as a program at every table, and be open to challenges. Accounts need a fresh proof."""
    who = identity_of(request.scope)
    accounts.check_proved_account(who)
    if not data.confirmed:
        raise Refusal("bad_request", "This has to be confirmed.")
    name = await names.to_keep(who.user, address_of(request.scope))
    await become_program(store, tables, who.user, name)
    return Me(who.user, name, who.session is not None, program=True)


@delete("/api/me/program", summary="Say that I am no program after all", status_code=200)
async def declare_person(
    request: AnyRequest,
    accounts: NamedDependency[Accounts],
    names: NamedDependency[Names],
    store: NamedDependency[Store],
    tables: NamedDependency[Tables],
) -> Me:
    """Take the mark back while no program has played under the name. Accounts need a fresh proof."""
    who = identity_of(request.scope)
    accounts.check_proved_account(who)
    await become_person(store, tables, who.user)
    return Me(who.user, await names.of(who.user), who.session is not None, program=False)


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
    request: AnyRequest,
    user: FromPath[str],
    data: JSONBody[MakeChallenge],
    challenges: NamedDependency[Challenges],
    limits: NamedDependency[Limits],
    names: NamedDependency[Names],
    notices: NamedDependency[Notices],
    settings: NamedDependency[Settings],
    tables: NamedDependency[Tables],
    table_boards: NamedDependency[TableBoards],
) -> ChallengeInfo:
    """Make a table with a seat for a program, and ask it."""
    limits.table(request.user, address_of(request.scope))
    ruleset = table_boards.ruleset_for(data.ruleset, data.seats, look=data.look)
    name = await names.to_keep(request.user, address_of(request.scope))
    limit = settings.tables_per_user
    made = await challenges.make(request.user, name, user, data, ruleset, limit)
    async with tables.use(made.table) as table:
        notices.tell(table, again=True)
    return made


@post(
    "/api/challenges/{challenge:str}/accept", scope="challenge", summary="Accept a challenge", status_code=200
)
async def accept_challenge(
    request: AnyRequest,
    challenge: FromPath[str],
    boards: NamedDependency[Boards],
    challenges: NamedDependency[Challenges],
    names: NamedDependency[Names],
) -> ChallengeInfo:
    """Sit down; the game begins if that was wished and nobody is missing."""
    asked = await challenges.asked(request.user, challenge)
    ruleset = boards[asked.ruleset].ruleset
    name = await names.of(request.user)
    return await challenges.accept(request.user, name, challenge, ruleset)


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
