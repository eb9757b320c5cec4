"""`whistlestop serve`, with deals and bots for the test that the file in WHISTLESTOP_TEST_FILE names.

It also plays for a person, for tests that need a late state of a game and not the way to it.
"""

import asyncio
import os
import re
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar import Response, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from tests.dice import load_dice

from whistlestop.cli import main
from whistlestop.server.domain.identity import Caller
from whistlestop.server.http import handlers
from whistlestop.server.messages.base import CommandBody
from whistlestop.server.usecases.tables.answers import Answers
from whistlestop.server.usecases.tables.playing import Playing
from whistlestop.server.usecases.tables.registry import Tables

LONG = re.compile("[*][3-6]")


class Autoplay(msgspec.Struct, kw_only=True):
    """How a person is played for: to the end, unless there is a reason to stop."""

    table: str
    until: int = 10_000
    """Stop where a route can be claimed in this turn or a later one."""
    final: bool = False
    """Stop in the last round."""
    idle: bool = False
    """Stop when it is not their turn, instead of waiting for it."""
    wanted: list[str] = []
    """Routes to claim before all else."""
    barred: list[str] = []
    """Routes to leave alone."""
    patient: bool = False
    """Claim nothing that is not wanted."""

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
    """Play for the person who asks; their view afterwards."""
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
    load_dice(pytest.MonkeyPatch(), lambda: named.read_text(encoding="utf-8"))
    handlers.HANDLERS.append(autoplay)
    sys.argv[1:] = ["serve"]
    main()
