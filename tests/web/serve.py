"""`whistlestop serve` with deals and bots for the test named in the file WHISTLESTOP_TEST_FILE.

The time of games is TEST_LATER milliseconds ahead. It also plays for a user, for tests that need a late
state of a game.
"""

import asyncio
import os
import re
import sys
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar import Response, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from tests.dice import load_dice

from whistlestop.cli import main
from whistlestop.server.adapters.database import opened
from whistlestop.server.domain.identity import Caller
from whistlestop.server.domain.times import Timeline, now, steady_time
from whistlestop.server.http import handlers
from whistlestop.server.messages.base import CommandBody
from whistlestop.server.usecases.tables.answers import Answers
from whistlestop.server.usecases.tables.playing import Playing
from whistlestop.server.usecases.tables.registry import Tables

LONG = re.compile("[*][3-6]")


class Autoplay(msgspec.Struct, kw_only=True):
    """How to play for a user: to the end, unless there is a reason to stop earlier."""

    table: str
    until: int = 10_000
    """Stop when a route can be claimed in this turn or a later one."""
    final: bool = False
    """Stop in the last round."""
    idle: bool = False
    """Stop when it is not their turn, instead of waiting for it."""
    wanted: list[str] = []
    """Routes to claim first."""
    barred: list[str] = []
    """Routes to avoid."""
    patient: bool = False
    """Claim no other routes."""

    def stops(self, view: Any) -> bool:
        """Return whether this is the state to reach."""
        ready = view.turn >= self.until and any(action.startswith("claim:") for action in view.legal)
        last = self.final and view.final_round is not None and view.legal
        return bool(view.outcome is not None or ready or last or (self.idle and not view.legal))

    def choose(self, view: Any) -> str:
        """Return the action to play."""
        parts = {action: action.split(":") for action in view.legal}
        free = [action for action in view.legal if not set(self.barred).intersection(parts[action][1:2])]
        verbs = [[action for action in free if parts[action][0] == verb] for verb in ("keep", "surcharge")]
        claims = [action for action in free if parts[action][0] == "claim"]
        wanted = [action for action in claims if parts[action][1] in self.wanted]
        long = [] if self.patient else [action for action in claims if LONG.search(action)]
        cards = [[action for action in free if parts[action][0] == verb] for verb in ("draw", "take")]
        some = next((found for found in (*verbs, wanted, long, *cards) if found), free)
        action: str = some[view.version % len(some)]
        return action


@post("/api/autoplay", status_code=200)
async def autoplay(
    data: JSONBody[Autoplay],
    caller: NamedDependency[Caller],
    tables: NamedDependency[Tables],
    playing: NamedDependency[Playing],
    answers: NamedDependency[Answers],
) -> Response[bytes]:
    """Play for the user of the request; return their view afterwards."""
    async with tables.use(data.table) as table:
        seat = table.own_seat(caller.user)
        while True:
            game = table.game
            assert game is not None
            view = game.observe(seat).view()
            if data.stops(view):
                break
            if view.legal:
                command = CommandBody(f"auto-{view.version}", view.version, data.choose(view))
                await playing.play(data.table, caller, command)
            else:
                await asyncio.sleep(0.005)  # a bot thinks
    return Response(await answers.view(data.table, caller, None), media_type="application/json")


if __name__ == "__main__":
    named = Path(os.environ["WHISTLESTOP_TEST_FILE"])
    patch = pytest.MonkeyPatch()
    load_dice(patch, lambda: named.read_text(encoding="utf-8"))
    later = int(os.environ.get("TEST_LATER", "0"))
    patch.setattr(opened, "Timeline", partial(Timeline, lambda: now() + later, lambda: steady_time() + later))
    handlers.HANDLERS.append(autoplay)
    sys.argv[1:] = ["serve"]
    main()
