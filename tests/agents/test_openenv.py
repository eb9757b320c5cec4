"""The OpenEnv environment: whole games, answers that cannot be played, and OpenEnv's own client over a socket."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest

pytest.importorskip("openenv.core", reason="OpenEnv is not installed")

import uvicorn
from openenv.core import GenericEnvClient
from tests.agents.reading import first_action

from whistlestop.agents.openenv import Play, Seen, TextGame, app
from whistlestop.errors import OptionError, WhistlestopError
from whistlestop.rulesets import ruleset_ids


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_a_whole_game(ruleset: str) -> None:
    env = TextGame()
    seen: Seen = env.reset(seed=2, ruleset=ruleset)
    assert "`draw`" in seen.text
    rewards: list[float | None] = []
    while not seen.done:
        action = first_action(seen.text)
        assert action in seen.legal
        seen = env.step(Play(action=f"I play {action}."))
        rewards.append(seen.reward)
    assert "The game is over." in seen.text
    assert not seen.legal
    assert rewards[-1] in {1.0, 0.0, -1.0}
    assert set(rewards[:-1]) == {0.0}
    assert (env.state.ruleset, env.state.step_count, env.state.illegal) == (ruleset, len(rewards), 0)
    with pytest.raises(OptionError, match="call reset"):
        env.step(Play(action="draw"))


def test_an_answer_without_a_legal_action_changes_nothing() -> None:
    env = TextGame()
    before = env.reset(seed=5)
    again = env.step(Play(action="draw"))
    assert again.reward == -1.0
    assert again.legal == before.legal
    assert "keep:" in again.text
    assert env.state.illegal == 1
    listed = env.step(Play(action="actions"))
    assert (listed.reward, listed.legal, env.state.illegal) == (0.0, before.legal, 1)
    assert listed.text.startswith("keep:")


@pytest.mark.parametrize(
    "options",
    [{"ruleset": "atlantis"}, {"opponents": ["nobody"]}, {"opponents": []}, {"opponents": "greedy"}],
)
def test_a_game_that_cannot_start_leaves_the_other(options: dict[str, Any]) -> None:
    env = TextGame()
    with pytest.raises(OptionError, match="call reset"):
        env.step(Play(action="draw"))
    seen = env.reset(seed=5)
    with pytest.raises(WhistlestopError, match=r"atlantis|nobody|players|expected"):
        env.reset(**options)
    assert env.step(Play(action=seen.legal[0])).reward == 0.0


async def test_their_own_client_plays() -> None:
    listening = socket.create_server(("127.0.0.1", 0))
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    running = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:
        assert not running.done()
        await asyncio.sleep(0.05)
    try:
        async with GenericEnvClient(base_url=address) as one:
            seen = await one.reset(seed=3, ruleset="switzerland", opponents=["random"])
            async with GenericEnvClient(base_url=address) as other:
                assert "Europe" in (await other.reset(seed=3, ruleset="europe")).observation["text"]
            for _ in range(5):
                assert "Switzerland" in seen.observation["text"]
                seen = await one.step({"action": seen.observation["legal"][0]})
    finally:
        server.should_exit = True
        await running
