"""The bot that asks a language model, against a fake endpoint on this machine."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import whistlestop as ws
from whistlestop import bots
from whistlestop.agents.chat import ChatModel
from whistlestop.cli.app import app
from whistlestop.cli.arena import print_standings
from whistlestop.errors import BotError


class Endpoint(ThreadingHTTPServer):
    """Answers with `replies` in turn, None and after them with the first action that it reads."""

    replies: list[str | int | None]
    asked: list[Any]


class Handler(BaseHTTPRequestHandler):
    server: Endpoint

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.asked.append((self.path, self.headers.get("authorization"), body))
        reply = self.server.replies.pop(0) if self.server.replies else None
        if reply is None:
            reply = first(body["messages"][-1]["content"])
        if isinstance(reply, int):
            self.send_error(reply)
            return
        answer = {
            "choices": [{"message": {"content": reply}}],
            "usage": {"prompt_tokens": 100, "completion_tokens": 5},
        }
        content = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Log nothing."""


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def first(text: str) -> str:
    """Answer with the first action of a decision, after some reasoning."""
    lines = text.rpartition("Your actions:\n")[2].splitlines()
    line = next(line for line in lines if not line.startswith("Keep at least"))
    return f"I have 3 cards.\n\n**`{line.partition(' | ')[0]}`**"


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Endpoint]:
    server = Endpoint(("127.0.0.1", 0), Handler)
    server.replies, server.asked = [], []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("WHISTLESTOP_MODEL_URL", f"http://127.0.0.1:{server.server_port}/v1")
    monkeypatch.setenv("WHISTLESTOP_MODEL", "small")
    monkeypatch.setenv("WHISTLESTOP_MODEL_KEY", "secret")
    monkeypatch.setenv("WHISTLESTOP_MODEL_LOG", str(tmp_path / "log.jsonl"))
    yield server
    server.shutdown()
    server.server_close()


def logged(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "log.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("ruleset", ["usa", "card_game"])
def test_a_game_against_a_bot(endpoint: Endpoint, tmp_path: Path, ruleset: str) -> None:
    match = ws.play_match(ruleset, ["whistlestop.agents.chat:ChatModel", "greedy"], 1, records=True)
    record = match[0].record
    assert record is not None
    lines = logged(tmp_path)
    assert len(lines) == len(endpoint.asked) > 10
    assert not any(line["random"] or line["illegal"] for line in lines)
    assert all(line["read"] == 100 and line["written"] == 5 for line in lines)
    path, key, body = endpoint.asked[0]
    assert (path, key, body["model"]) == ("/v1/chat/completions", "Bearer secret", "small")
    assert "Your hand:" in body["messages"][1]["content"]


def test_answers_without_a_legal_action(endpoint: Endpoint, tmp_path: Path) -> None:
    """The bot asks again, giving the reason, and finally plays a random action."""
    game = ws.Game.new("usa", players=2, seed=1)
    endpoint.replies = ["I pass.", "claim:nowhere", "keep"]
    action = ChatModel(1).choose(game.observe(0))
    assert action in game.observe(0).legal()
    assert logged(tmp_path)[-1] | {"action": ""} == {
        "action": "",
        "model": "small",
        "read": 300,
        "written": 15,
        "illegal": 3,
        "random": True,
    }
    assert "no legal action" in endpoint.asked[1][2]["messages"][-1]["content"]
    legal = game.observe(0).legal()
    endpoint.replies = ["What now?", f"Not {legal[0]}, but\n{legal[1]}."]
    assert ChatModel(1).choose(game.observe(0)) == legal[1]


def test_models_in_an_arena(endpoint: Endpoint, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each model is a bot with ratings, and the costs of its games are shown."""
    endpoint.replies = ["I pass."] * 3
    names = ("--bots", "random", "--agents", "Big:7b, small")
    before = {"model": "small", "read": 10**9, "written": 10**9, "illegal": 1, "random": True}
    (tmp_path / "log.jsonl").write_text(json.dumps(before) + "\n", encoding="utf-8")
    document = json.loads(run("arena", "usa", *names, "--games", 2, "--jobs", 1, "--json").stdout)
    assert set(document["bots"]) == {"random", "big-7b", "small"}
    assert not {"big-7b", "small"} & set(bots.names())
    first_line, *lines = logged(tmp_path)
    assert first_line == before
    assert {body["model"] for _, _, body in endpoint.asked} == {"Big:7b", "small"}
    for model, figures in document["agents"].items():
        own = [line for line in lines if line["model"] == model]
        assert figures["decisions"] == len(own) > 50
        assert figures["read"] == sum(line["read"] for line in own) / 4
    # The first decision got no legal answer.
    first, other = sorted(document["agents"].values(), key=lambda one: -float(one["illegal"]["mean"]))
    answers = first["decisions"] - 1 + 3
    assert first["illegal"]["mean"] == pytest.approx(3 / answers)
    assert first["random"]["mean"] == pytest.approx(1 / first["decisions"])
    assert other["illegal"]["mean"] == other["random"]["mean"] == 0
    assert len(endpoint.asked) == answers + other["decisions"]
    print_standings(document)
    told = capsys.readouterr().out
    assert "tokens read" in told
    assert "Big:7b" in told


def test_a_stopped_arena_keeps_its_decisions(endpoint: Endpoint, tmp_path: Path) -> None:
    endpoint.replies = [None, None, 500]
    result = run("arena", "usa", "--bots", "random", "--agents", "small", "--games", 2, "--jobs", 1)
    assert result.exit_code != 0
    assert len(logged(tmp_path)) == 2
    assert "small" not in bots.names()


def test_a_log_that_cannot_be_written(
    endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("WHISTLESTOP_MODEL_LOG", str(tmp_path / "missing" / "log.jsonl"))
    result = run("arena", "usa", "--bots", "random", "--agents", "small", "--games", 2, "--jobs", 1)
    assert result.exit_code == 3
    assert "WHISTLESTOP_MODEL_LOG" in result.output
    assert endpoint.asked == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--agents", " , "), "names no model"),
        (("--agents", "greedy"), "taken"),
        (("--agents", "small", "--ray", "local"), "cannot be combined"),
    ],
)
def test_agents_that_cannot_play(endpoint: Endpoint, arguments: tuple[str, ...], message: str) -> None:
    assert endpoint.asked == []
    result = run("arena", "usa", *arguments)
    assert result.exit_code == 2
    assert message in result.output


def test_an_endpoint_that_cannot_be_used(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = ws.Game.new("usa", players=2, seed=1).observe(0)
    endpoint.replies = [500]
    with pytest.raises(BotError, match="500"):
        ChatModel().choose(seen)
    monkeypatch.setenv("WHISTLESTOP_MODEL_URL", "http://127.0.0.1:9/v1")
    with pytest.raises(BotError, match="does not answer"):
        ChatModel().choose(seen)
    monkeypatch.delenv("WHISTLESTOP_MODEL")
    with pytest.raises(BotError, match="WHISTLESTOP_MODEL"):
        ChatModel()
