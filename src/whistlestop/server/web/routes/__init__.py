"""The HTTP interface: one short handler for each request of docs/protocol.md; the work is done elsewhere."""

from litestar.handlers import BaseRouteHandler

from whistlestop.server.web.routes import (
    accounts,
    company,
    history,
    meeting,
    moderation,
    notices,
    pages,
    play,
    players,
    programs,
    replays,
    reviews,
    security,
    site,
    tables,
)

HANDLERS: list[BaseRouteHandler] = [
    *site.HANDLERS,
    *tables.HANDLERS,
    *play.HANDLERS,
    *programs.HANDLERS,
    *accounts.HANDLERS,
    *company.HANDLERS,
    *history.HANDLERS,
    *notices.HANDLERS,
    *security.HANDLERS,
    *meeting.HANDLERS,
    *moderation.HANDLERS,
    *replays.HANDLERS,
    *reviews.HANDLERS,
    *players.HANDLERS,
    *pages.HANDLERS,
]
