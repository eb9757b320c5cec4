from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Run

import whistlestop as ws


def test_replay_shows_the_end(run: Run, record: Path, game: ws.Game) -> None:
    result = run("replay", record)
    assert result.exit_code == 0
    outcome = game.outcome()
    assert outcome is not None
    for player in outcome["players"]:
        assert str(player["score"]) in result.stdout
    for player in game.view(None)["players"]:
        assert all(route in result.stdout.replace("\n", " ") for route in player["routes"])


def test_replay_to_a_moment_as_json_is_the_view(run: Run, record: Path, game: ws.Game) -> None:
    result = run("replay", record, "--to", 40, "--seat", 1, "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout) == ws.replay(game.record(), to=40).view(1)


def test_replay_shows_everybody_only_what_everybody_may_know(run: Run, record: Path) -> None:
    # COM-15
    view = json.loads(run("replay", record, "--to", 40, "--json").stdout)
    assert view["seat"] is None
    assert not view["hand"]
    assert not view["tickets"]


def test_replay_lists_actions(run: Run, record: Path, game: ws.Game) -> None:
    result = run("replay", record, "--to", 12, "--actions")
    actions = [text for _, text in game.record().actions[:12]]
    listed = [line.split("  ")[-1] for line in result.stdout.splitlines()[:12]]
    assert listed == actions


def test_replay_draws(run: Run, record: Path, tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    assert run("replay", record, "--to", 60, "--svg", picture).exit_code == 0
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_replay_of_a_card_game(run: Run, card_record: Path, card_game: ws.Game) -> None:
    result = run("replay", card_record, "--to", 40, "--seat", 1)
    assert result.exit_code == 0
    shown = " ".join(result.stdout.split())
    view = ws.replay(card_game.record(), to=40).view(1)
    for player in view["players"]:
        rows = (f"{row['color']}*{row['cards']}" for row in player["siding"] if row["cards"] > 1)
        assert all(row in shown for row in rows)
    assert all(f"ticket {ticket['id']} for " in shown for ticket in view["tickets"])
    end = " ".join(run("replay", card_record).stdout.split())
    outcome = card_game.outcome()
    assert outcome is not None
    assert all(str(player["score"]) in end for player in outcome["players"])


def test_a_card_game_cannot_be_drawn(run: Run, card_record: Path, tmp_path: Path) -> None:
    result = run("replay", card_record, "--svg", tmp_path / "x.svg")
    assert result.exit_code == 3
    assert "without a board" in result.stderr


def test_replay_refuses_a_seat_that_is_not_there(run: Run, record: Path) -> None:
    result = run("replay", record, "--seat", 2)
    assert result.exit_code == 2
    assert "no seat 2" in result.stderr


def test_replay_of_something_else_is_one_line(run: Run, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text("[1, 2", encoding="utf-8")
    result = run("replay", other)
    assert result.exit_code == 3
    assert result.stderr.startswith(f"error: {other}: ")
    assert result.stderr.count("\n") == 1
    assert run("replay", tmp_path / "nothing.json").exit_code == 2


def test_verify_accepts_a_sound_record(run: Run, record: Path, game: ws.Game) -> None:
    result = run("verify", record, "--json")
    assert result.exit_code == 0
    document = json.loads(result.stdout)
    assert document["ok"]
    assert document["records"][0]["actions"] == game.version


def test_verify_finds_a_changed_action(run: Run, damaged: Callable[..., Path], game: ws.Game) -> None:
    actions = list(game.record().actions)
    changed = next(n for n, (_, text) in enumerate(actions) if n > 2 and text.startswith("claim:"))
    actions[changed] = (actions[changed][0], "claim:nowhere-somewhere:red")
    result = run("verify", damaged(actions=actions), "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)["records"][0]
    assert not found["ok"]
    assert f"action {changed + 1}," in found["error"]


def test_a_packed_record_is_as_good(run: Run, record: Path, game: ws.Game, tmp_path: Path) -> None:
    packed = tmp_path / "game.wsr"
    packed.write_bytes(ws.pack(game.record()))
    shown = run("replay", packed, "--json")
    assert shown.exit_code == 0
    assert shown.stdout == run("replay", record, "--json").stdout
    result = run("verify", packed, "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["records"][0]["actions"] == game.version
    packed.write_bytes(packed.read_bytes()[:-10] + bytes(10))
    assert run("verify", packed).exit_code == 1
    refused = run("replay", packed)
    assert refused.exit_code == 3
    assert "packed record: it is damaged" in refused.stderr


def test_verify_says_in_one_line_what_is_no_record(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "deep.json"
    file.write_text("[" * 100_000)
    result = run("verify", file)
    assert result.exit_code == 1
    assert "FAILED" in result.stdout
    assert "nested too deep" in result.stdout
    assert run("replay", file).exit_code == 3


def test_verify_finds_a_wrong_checksum(run: Run, damaged: Callable[..., Path], game: ws.Game) -> None:
    checksums = list(game.record().checksums)
    checksums[1] = "0" * 16
    result = run("verify", damaged(checksums=checksums))
    assert result.exit_code == 1
    assert "FAILED" in result.stdout


def test_verify_finds_a_wrong_outcome(run: Run, damaged: Callable[..., Path], game: ws.Game) -> None:
    outcome = json.loads(game.record().to_json())["outcome"]
    outcome["players"][0]["score"] += 1
    assert run("verify", damaged(outcome=outcome)).exit_code == 1


def test_replay_as_a_page(record: Path, tmp_path: Path) -> None:
    """A temporary server contains only this game and disappears afterwards."""
    command = [
        sys.executable,
        "-m",
        "whistlestop",
        "replay",
        str(record),
        "--page",
        "--no-browser",
        "--to",
        "40",
    ]
    (tmp_path / "index.html").write_text("the client", encoding="utf-8")
    environment = {**os.environ, "TMPDIR": str(tmp_path), "WHISTLESTOP_STATIC": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().split()[-1]
            base, key, version = address.replace("/games/", " ").replace("/40", " 40").split()
            assert version == "40"
            with urllib.request.urlopen(f"{base}/api/games/{key}/log?seat=all") as answer:
                told = json.load(answer)
            assert told["table"]["imported"]
            assert told["last"] == len(json.loads(record.read_text())["actions"])
            assert list(tmp_path.glob("whistlestop-*"))
        finally:
            process.send_signal(signal.SIGINT)
    assert not list(tmp_path.glob("whistlestop-*"))
