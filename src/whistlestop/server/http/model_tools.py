"""The tools of language models on this site, made from its services."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from whistlestop.server.usecases.programs.texts import Texts

if TYPE_CHECKING:
    from mcp.server import MCPServer

    from whistlestop.server.http.admission import Admission
    from whistlestop.server.security import SecurityLog
    from whistlestop.server.settings import Settings
    from whistlestop.server.usecases.boards import Boards
    from whistlestop.server.usecases.callers import Callers
    from whistlestop.server.usecases.programs.streams import Streams
    from whistlestop.server.usecases.tables.advice import Advice
    from whistlestop.server.usecases.tables.creating import TableCreation
    from whistlestop.server.usecases.tables.hosting import Hosting
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.seating import Seating


class Parts(Protocol):
    """The services that the tools use."""

    admission: Admission
    security: SecurityLog
    settings: Settings
    tables: Tables
    streams: Streams
    boards: Boards
    creation: TableCreation
    seating: Seating
    hosting: Hosting
    advice: Advice


def site_tools(parts: Parts, callers: Callers) -> MCPServer[None]:
    """Return a server with the tools, which need an optional package."""
    from whistlestop.server.http.mcp_tools import SiteTools  # noqa: PLC0415 - optional, and slow to import

    tools = SiteTools(
        parts.admission,
        parts.security,
        Texts(parts.tables, callers, parts.streams, parts.advice, parts.settings.socket_queue),
        parts.boards,
        parts.creation,
        parts.seating,
        parts.hosting,
    )
    return tools.server()
