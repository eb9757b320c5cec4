"""Assemble the application from services, handlers, guard and lifetime."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.openapi import OpenAPIConfig
from litestar.plugins.core import MsgspecDIPlugin

import whistlestop
from whistlestop.server.http import errors
from whistlestop.server.http.description import Description
from whistlestop.server.http.handlers import HANDLERS, SOCKETS
from whistlestop.server.http.requests import JsonRequest
from whistlestop.server.http.routes.common import KEPT_COMPRESSED
from whistlestop.server.services import Services

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from litestar.plugins import PluginProtocol

    from whistlestop.server.settings import Settings


class Application(Litestar):
    """Litestar without its support for pydantic and attrs, which takes 7 MB and a tenth of the startup time."""

    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        return [*plugins, MsgspecDIPlugin()]


def create_app(settings: Settings) -> Litestar:
    """Return the server as an ASGI application. Its services are at `app.state.services`."""
    services = Services(settings)

    @asynccontextmanager
    async def lifetime(_app: Litestar) -> AsyncIterator[None]:
        await services.open()
        try:
            async with services.models.running():
                yield
        finally:
            await services.close()

    app = Application(
        route_handlers=[*HANDLERS, *SOCKETS],
        dependencies=services.provided(),
        middleware=[services.guard],
        before_send=[services.decorate],
        exception_handlers=errors.HANDLERS,
        lifespan=[lifetime],
        compression_config=CompressionConfig(
            backend="gzip",
            minimum_size=1000,
            gzip_compress_level=5,
            exclude_opt_key=KEPT_COMPRESSED,
        ),
        request_class=JsonRequest,
        request_max_body_size=settings.body_size,
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Whistlestop",
            version=whistlestop.__version__,
            openapi_router=Router(
                "/api/schema", route_handlers=[], include_in_schema=False, opt={"open": True}
            ),
            # Serve the description only as data: the framework's HTML pages would load scripts from other
            # sites.
            render_plugins=[Description()],
        ),
    )
    app.state.services, app.state.security, app.state.client = services, services.security, services.client
    return app
