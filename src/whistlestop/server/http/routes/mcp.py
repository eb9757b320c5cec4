"""The address of the Model Context Protocol."""

from litestar import Litestar, asgi
from litestar.types import Receive, Scope, Send

from whistlestop.server.http.guard import PROGRAMS


@asgi(PROGRAMS, opt={"scope": "read play"}, copy_scope=True)
async def mcp(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request of a language model."""
    await Litestar.from_scope(scope).state.services.models.serve(scope, receive, send)
