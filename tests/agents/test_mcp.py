"""The MCP server, used by the client of the SDK: whole games over stdio, errors, and the size of the tools."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

mcp = pytest.importorskip("mcp")

from mcp import Client, StdioServerParameters  # noqa: E402
from tests.agents.reading import called, first_action  # noqa: E402

from whistlestop.agents.mcp import server  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("game", ["usa", "europe", "switzerland", "card_game"])
async def test_a_whole_game_over_stdio(game: str) -> None:
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "whistlestop", "mcp"],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    async with Client(command) as client:
        assert "`draw`" in await called(client, "rules", game=game)
        text = await called(client, "new_game", game=game, opponents=["greedy"], seed=2)
        for _ in range(400):
            if "The game is over." in text:
                break
            text = await called(client, "play", action=first_action(text))
        assert re.search(r"^1\. .*score \d+", text, re.MULTILINE)


async def test_errors_reach_the_model() -> None:
    async with Client(server()) as client:
        for tool, arguments, said in (
            ("position", {}, "new_game"),
            ("rules", {"game": "atlantis"}, "unknown ruleset"),
            ("new_game", {"game": "usa", "opponents": ["nobody"]}, "nobody"),
            ("new_game", {"game": "usa", "opponents": []}, "opponents"),
        ):
            answer = await client.call_tool(tool, arguments)
            assert answer.is_error
            assert said in answer.content[0].text  # type: ignore[union-attr]
        assert "usa (USA)" in await called(client, "games")
        text = await called(client, "new_game", game="usa", seed=5)
        assert "keep:" in await called(client, "actions", start="keep")
        assert (await called(client, "hint")).startswith("keep:")
        answer = await client.call_tool("play", {"action": "draw"})
        assert answer.is_error
        assert (await called(client, "position")).split("\n", 2)[-1] in text


async def test_the_tools_are_small() -> None:
    async with Client(server()) as client:
        tools = (await client.list_tools()).tools
    assert len(tools) <= 8
    # A token is about 4 characters; the goal is at most 1,000 tokens.
    assert sum(len(tool.model_dump_json(exclude_none=True)) for tool in tools) < 3000
