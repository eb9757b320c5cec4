"""`whistlestop board import` and `suggest-tickets`."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import Run

import whistlestop as ws

ROUTES = "a,b,length\n" + "\n".join(
    f"{one},{other},{length}"
    for one, other, length in [
        ("Alder", "Birch", 3), ("Birch", "Cedar", 2), ("Cedar", "Dogwood", 3), ("Dogwood", "Elm", 2), ("Elm", "Fir", 4),
        ("Fir", "Alder", 3), ("Alder", "Dogwood", 5), ("Birch", "Elm", 4), ("Cedar", "Fir", 4), ("Fir", "Gorse", 2),
        ("Gorse", "Hazel", 3), ("Hazel", "Elm", 3),
    ]
)  # fmt: skip
"""A network of eight towns."""


def test_an_imported_board_can_be_played(run: Run, tmp_path: Path) -> None:
    (tmp_path / "towns.csv").write_text(ROUTES, encoding="utf-8")
    result = run("board", "import", tmp_path / "towns.csv", "--out", tmp_path / "towns")
    assert result.exit_code == 0
    assert "12 routes had no color and were given one" in result.stderr
    assert "tickets were suggested" in result.stderr
    assert run("board", "check", tmp_path / "towns").exit_code == 0
    assert ws.Game.new(ws.load_ruleset(tmp_path / "towns"), players=2, seed=1).legal(0)


def test_a_board_with_errors_is_written_and_they_are_listed(run: Run, tmp_path: Path) -> None:
    (tmp_path / "two.csv").write_text("a,b,length\nAlder,Birch,3\n", encoding="utf-8")
    result = run("board", "import", tmp_path / "two.csv", "--out", tmp_path / "two")
    assert result.exit_code == 1
    assert "error: tickets.csv: tickets: 0 regular tickets are too few" in result.stderr


def test_an_unreadable_file_leaves_no_folder(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_text("a,b,length\nAlder,Birch,long\n", encoding="utf-8")
    result = run("board", "import", tmp_path / "bad.csv", "--out", tmp_path / "bad")
    assert result.exit_code == 3
    assert "bad.csv, line 2: 'long' is not a length up to 9" in result.stderr
    assert not (tmp_path / "bad").exists()


def test_suggested_tickets_replace_missing_ones(run: Run, board: Path) -> None:
    (board / "tickets.csv").unlink()
    printed = run("board", "suggest-tickets", board, "--count", "12").stdout
    assert printed.startswith("id,from,to,points,deck\n")
    assert run("board", "suggest-tickets", board, "--count", "12", "--write").exit_code == 0
    assert (board / "tickets.csv").read_text(encoding="utf-8") == printed
    assert run("board", "check", board).exit_code == 0


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("card_game",), "is played without a board"),
        (("usa", "--keep", "denver"), "--keep names pairs of cities"),
        (("usa", "--keep", "denver-atlantis"), "unknown city 'atlantis'"),
        (("usa", "--write"), "usa is not a folder"),
        (("usa", "--count", "500"), "500 tickets: a board has between 1 and 128"),
    ],
)
def test_refused(run: Run, words: tuple[str, ...], error: str) -> None:
    result = run("board", "suggest-tickets", *words)
    assert result.exit_code in {2, 3}
    assert error in result.stderr
