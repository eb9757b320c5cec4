"""Meeting other players: open tables, quick play and chat."""

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from whistlestop.server.domain.identity import Caller
from whistlestop.server.http.queries import OneLanguage
from whistlestop.server.http.routes.common import AnyRequest
from whistlestop.server.messages.base import TableInfo
from whistlestop.server.messages.meeting import (
    Block,
    Blocked,
    ChatAnswer,
    LiveGames,
    OpenTables,
    QuickPlay,
    ReportMessage,
    ReportPlayer,
)
from whistlestop.server.usecases.meeting.chat import Chat
from whistlestop.server.usecases.meeting.live_games import LiveGameList
from whistlestop.server.usecases.meeting.open_tables import OpenTableList


@get("/api/open", summary="List the open tables")
async def open_tables(open_tables: NamedDependency[OpenTableList]) -> OpenTables:
    """Return the tables that anybody can join. `/api/open/socket` sends every change."""
    return await open_tables.listed()


@get("/api/live", summary="List the games to watch")
async def list_live_games(request: AnyRequest, live_games: NamedDependency[LiveGameList]) -> LiveGames:
    """Return games in progress at listed tables and in listed tournaments."""
    return await live_games.listed(request.user)


@get("/api/open/chat", summary="Get the chat of the open tables")
async def open_chat(
    caller: NamedDependency[Caller],
    chats: NamedDependency[Chat],
    open_tables: NamedDependency[OpenTableList],
    language: OneLanguage = None,
) -> ChatAnswer:
    """Return the newest 100 messages in the room for all languages or in that of one language, oldest first."""
    return await chats.of_room(caller, open_tables.place(language))


@post("/api/quickplay", summary="Start quick play", status_code=200)
async def quick_play(
    data: JSONBody[QuickPlay], caller: NamedDependency[Caller], open_tables: NamedDependency[OpenTableList]
) -> TableInfo:
    """Sit down at the oldest suitable table, or wait at a new one. The game starts when the table is full."""
    return await open_tables.quick_play(caller, data)


@get("/api/tables/{table:str}/chat", summary="Get the chat of a table")
async def table_chat(
    table: FromPath[str], caller: NamedDependency[Caller], chats: NamedDependency[Chat]
) -> ChatAnswer:
    """Return the newest 100 messages that you may read. During a game, players cannot read spectators' messages."""
    return await chats.of_table(table, caller)


@post("/api/messages/{message:int}/report", summary="Report a message", status_code=200)
async def report(
    message: FromPath[int],
    data: JSONBody[ReportMessage],
    caller: NamedDependency[Caller],
    chats: NamedDependency[Chat],
) -> Blocked:
    """Show moderators a message and the ones before it. Return the users whom you have blocked."""
    return await chats.report(message, caller, data)


@post("/api/tables/{table:str}/report", summary="Report a player", status_code=200)
async def report_player(
    table: FromPath[str],
    data: JSONBody[ReportPlayer],
    caller: NamedDependency[Caller],
    chats: NamedDependency[Chat],
) -> Blocked:
    """Report a player's name or conduct to the moderators. Return the users whom you have blocked."""
    return await chats.report_player(table, caller, data)


@get("/api/blocks", summary="List the users whom you have blocked")
async def blocks(caller: NamedDependency[Caller], chats: NamedDependency[Chat]) -> Blocked:
    """Return the users whose messages your client hides, with their names."""
    return await chats.blocked(caller.user)


@post("/api/blocks", summary="Block or unblock a user", status_code=200)
async def block(
    data: JSONBody[Block], caller: NamedDependency[Caller], chats: NamedDependency[Chat]
) -> Blocked:
    """Hide a user's messages from you, and end your friendship and friend requests; or lift the block."""
    return await chats.block(caller, data)
