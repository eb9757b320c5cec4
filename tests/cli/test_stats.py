from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that `simulate` has written."""
    from typer.testing import CliRunner

    from whistlestop.cli.app import app

    path = tmp_path_factory.mktemp("simulated") / "games"
    bots = ["--bots", "greedy,random", "--games", "4", "--jobs", "1", "--moves"]
    assert CliRunner().invoke(app, ["simulate", "card_game", *bots, "--out", str(path)]).exit_code == 0
    return path


def test_tables_and_json_tell_the_same(run: Run, folder: Path) -> None:
    shown = run("stats", folder)
    assert shown.exit_code == 0
    assert "4 games with 2 players (greedy, random)" in shown.stdout
    assert "Cost of robbery" in shown.stdout
    told = json.loads(run("stats", folder, "--json").stdout)
    assert (told["ruleset"], told["players"], told["games"]) == ("card_game", 2, 4)
    assert told["bots"] == ["greedy", "random"]
    assert [row["n"] for row in told["tables"]["order"]] == [4, 4]
    assert {row["bot"] for row in told["tables"]["bots"]} == {"greedy", "random"}


def test_report_and_pictures(run: Run, folder: Path, tmp_path: Path) -> None:
    page, pictures = tmp_path / "report.html", tmp_path / "pictures"
    asked = ["stats", folder, "--report", page, "--out", pictures]
    assert run(*asked, "--format", "png").exit_code == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    names = {"order.png", "scores.png", "parts.png", "lengths.png", "tickets.png", "cities.png"}
    assert {file.name for file in pictures.iterdir()} == names
    assert all(file.read_bytes().startswith(b"\x89PNG\r\n") for file in pictures.iterdir())
    assert run(*asked, "--format", "gif").exit_code == 2


def test_a_folder_without_games_is_said(run: Run, folder: Path, tmp_path: Path) -> None:
    result = run("stats", tmp_path)
    assert result.exit_code == 3
    assert "no manifest.json" in result.stderr
    result = run("stats", folder, "--players", 3)
    assert result.exit_code == 3
    assert "none with 3" in result.stderr
    assert run("stats", tmp_path / "nothing").exit_code == 2


def test_balance_of_a_board_of_ones_own(run: Run, tmp_path: Path) -> None:
    board = tmp_path / "hills"
    run("board", "new", board)
    asked = ["board", "balance", board, "--games", 6, "--players", 2, "--bots", "greedy", "--jobs", 1]
    told = json.loads(run(*asked, "--json").stdout)
    assert (told["ruleset"], told["players"], told["games"]) == ("hills", 2, 6)
    names = {row["check"] for row in told["tables"]["checks"]}
    assert {"seat advantage", "dead routes", "hopeless tickets", "blocked games"} <= names
    pictures = tmp_path / "pictures"
    shown = run(*asked, "--out", pictures)
    assert shown.exit_code == 0
    assert "seat advantage" in shown.stdout
    assert {"order.svg", "map-claimed.svg", "map-wins.svg"} <= {file.name for file in pictures.iterdir()}
    assert all(file.read_text(encoding="utf-8").startswith("<svg") for file in pictures.iterdir())
    assert run("board", "balance", board, "--players", 5, "--games", 1).exit_code == 2
    remedies = json.loads(run(*asked, "--remedies", 300, "--json").stdout)["tables"]["remedies"]
    assert all(row["tried"] > 0 for row in remedies)
