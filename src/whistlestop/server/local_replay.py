"""Show one finished game in a local browser, with a temporary database."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from whistlestop.server.adapters.database.imports import keep_import
from whistlestop.server.adapters.database.store import Store
from whistlestop.server.run import serve
from whistlestop.server.usecases.replays.imports import table_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whistlestop import Game
    from whistlestop.endings import SeatEnd
    from whistlestop.server.settings import Settings

OWNER = "local"


def show(
    game: Game, result: Sequence[SeatEnd], settings: Settings, *, version: int, open_browser: bool
) -> None:
    """Serve a finished game, with its record's result, until stopped. `version`: the step that its page shows first."""
    with tempfile.TemporaryDirectory(prefix="whistlestop-") as folder:
        temporary = replace(settings, database=str(Path(folder) / "game.sqlite"))
        watch = asyncio.run(_keep(game, result, temporary))
        serve(temporary, open_browser=open_browser, path=f"games/{watch}/{version}")


async def _keep(game: Game, result: Sequence[SeatEnd], settings: Settings) -> str:
    store = Store(settings.database_url)
    await store.open()
    try:
        row = table_of(game, OWNER, (), store.timeline.now(), result)
        await keep_import(store, row, OWNER, game, limit=1)
    finally:
        await store.close()
    return row.watch
