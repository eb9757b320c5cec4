"""The HTTP interface: one short handler for each request of docs/protocol.md; the work is done elsewhere."""

from litestar.handlers import BaseRouteHandler

from whistlestop.server.web.routes import accounts, pages, play, security, site, tables

HANDLERS: list[BaseRouteHandler] = [
    *site.HANDLERS,
    *tables.HANDLERS,
    *play.HANDLERS,
    *security.HANDLERS,
    *accounts.HANDLERS,
    *pages.HANDLERS,
]
