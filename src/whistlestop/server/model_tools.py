"""The tools of language models on this site, made from its services."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.server.usecases.programs.texts import Texts

if TYPE_CHECKING:
    from mcp.server import MCPServer

    from whistlestop.server.services import Services
    from whistlestop.server.usecases.callers import Callers


def site_tools(services: Services, callers: Callers) -> MCPServer[None]:
    """Return a server with the tools, which need an optional package."""
    from whistlestop.server.http.mcp_tools import SiteTools  # noqa: PLC0415 - optional, and slow to import

    tools = SiteTools(
        services.admission,
        services.security,
        Texts(services.tables, callers, services.streams, services.settings.socket_queue),
        services.boards,
        services.creation,
        services.seating,
        services.hosting,
        services.answers,
    )
    return tools.server()
