"""Meeting others: open tables, quick play, and what was said."""

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from whistlestop.server.domain.identity import Caller
from whistlestop.server.messages.base import TableInfo
from whistlestop.server.messages.meeting import (
    ChatAnswer,
    Mute,
    Muted,
    OpenTables,
    QuickPlay,
    ReportMessage,
    ReportPlayer,
)
from whistlestop.server.usecases.meeting.chat import Chat
from whistlestop.server.usecases.meeting.open_tables import OpenTableList


@get("/api/open", summary="The open tables")
async def open_tables(open_tables: NamedDependency[OpenTableList]) -> OpenTables:
    """List the tables that everybody may join; `/api/open/socket` tells every change."""
    return await open_tables.listed()


@get("/api/open/chat", summary="What was said where the open tables are")
async def open_chat(caller: NamedDependency[Caller], chats: NamedDependency[Chat]) -> ChatAnswer:
    """Tell the newest messages."""
    return await chats.of_room(caller)


@post("/api/quickplay", summary="Play with whoever waits", status_code=200)
async def quick_play(
    data: JSONBody[QuickPlay], caller: NamedDependency[Caller], open_tables: NamedDependency[OpenTableList]
) -> TableInfo:
    """Sit down at the open table that has waited longest, or wait at a new one. It begins when it is full."""
    return await open_tables.quick_play(caller, data)


@get("/api/tables/{table:str}/chat", summary="What was said at a table")
async def table_chat(
    table: FromPath[str], caller: NamedDependency[Caller], chats: NamedDependency[Chat]
) -> ChatAnswer:
    """Tell the newest messages that the caller may read. Players of a game under way do not read those who watch."""
    return await chats.of_table(table, caller)


@post("/api/messages/{message:int}/report", summary="Report a message", status_code=200)
async def report(
    message: FromPath[int],
    data: JSONBody[ReportMessage],
    caller: NamedDependency[Caller],
    chats: NamedDependency[Chat],
) -> Muted:
    """Show moderators a message, with what was said before it. The answer is whom I have muted."""
    return await chats.report(message, caller, data)


@post("/api/tables/{table:str}/report", summary="Report a player", status_code=200)
async def report_player(
    table: FromPath[str],
    data: JSONBody[ReportPlayer],
    caller: NamedDependency[Caller],
    chats: NamedDependency[Chat],
) -> Muted:
    """Tell moderators of a player's name, or of how they play. The answer is whom I have muted."""
    return await chats.report_player(table, caller, data)


@get("/api/mutes", summary="Whom I have muted")
async def mutes(caller: NamedDependency[Caller], chats: NamedDependency[Chat]) -> Muted:
    """List users."""
    return await chats.muted(caller.user)


@post("/api/mutes", summary="Mute somebody, or hear them again", status_code=200)
async def mute(data: JSONBody[Mute], caller: NamedDependency[Caller], chats: NamedDependency[Chat]) -> Muted:
    """Their messages are not shown to me."""
    return await chats.mute(caller, data)
