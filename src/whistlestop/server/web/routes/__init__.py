"""The HTTP interface: one short handler for each request of docs/protocol.md; the work is done elsewhere."""

from litestar.handlers import BaseRouteHandler

from whistlestop.server.web.routes import pages, play, replays, site, tables

HANDLERS: list[BaseRouteHandler] = [
    *site.HANDLERS,
    *tables.HANDLERS,
    *play.HANDLERS,
    *replays.HANDLERS,
    *pages.HANDLERS,
]
