from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run

import whistlestop as ws


@pytest.mark.parametrize("name", ws.ruleset_ids())
def test_check_of_the_built_in_boards(run: Run, name: str) -> None:
    result = run("board", "check", name, "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert found["ok"]
    assert found["routes"] == len(ws.load_ruleset(name).routes)


def test_check_names_file_and_line(run: Run, board: Path) -> None:
    routes = board / "routes.csv"
    lines = routes.read_text(encoding="utf-8").splitlines()
    lines[3] = lines[3].replace("green", "mauve")
    routes.write_text("\n".join(lines), encoding="utf-8")
    result = run("board", "check", board)
    assert result.exit_code == 1
    assert "routes.csv, line 4" in result.stderr


def test_check_tells_all_faults(run: Run, board: Path) -> None:
    tickets = board / "tickets.csv"
    lines = tickets.read_text(encoding="utf-8").splitlines()
    lines[2] = lines[2].replace(",3,", ",many,")
    lines[7] += ",more"
    tickets.write_text("\n".join(lines), encoding="utf-8")
    problems = json.loads(run("board", "check", board, "--json").stdout)["problems"]
    assert len(problems) == 2


@pytest.mark.slow
def test_layout_and_preview_of_a_board_of_ones_own(run: Run, board: Path, tmp_path: Path) -> None:
    assert run("board", "check", board).exit_code == 0
    assert run("board", "layout", board).exit_code == 0
    assert run("board", "layout", board, "--check").exit_code == 0
    picture = tmp_path / "board.svg"
    assert run("board", "preview", board, "--out", picture).exit_code == 0
    assert 'data-route="ax-ay"' in picture.read_text(encoding="utf-8")


def test_check_of_a_card_game(run: Run, cards: Path) -> None:
    result = run("board", "check", cards)
    assert result.exit_code == 0, result.stderr
    assert "5 cities, 2 of them with a bonus, 20 tickets" in result.stdout
    found = json.loads(run("board", "check", cards, "--json").stdout)
    assert (found["machine"], found["routes"], found["bonuses"]) == ("yard", 0, 2)
    tickets = cards / "tickets.csv"
    tickets.write_text(tickets.read_text(encoding="utf-8").replace("red", "pink", 1), encoding="utf-8")
    result = run("board", "check", cards)
    assert result.exit_code == 1
    assert "tickets.csv, line 2" in result.stderr


def test_a_card_game_cannot_be_drawn(run: Run, cards: Path, tmp_path: Path) -> None:
    for arguments in (["layout", cards], ["preview", cards, "--out", tmp_path / "x.svg"]):
        result = run("board", *arguments)
        assert result.exit_code == 3
        assert "Small is played without a board" in result.stderr.splitlines()[-1]


def test_layout_of_a_broken_board_is_bad_input(run: Run, board: Path) -> None:
    (board / "ruleset.toml").unlink()
    result = run("board", "layout", board)
    assert result.exit_code == 3
    assert "ruleset.toml" in result.stderr
