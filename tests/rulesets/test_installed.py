"""Boards that a user adds to a computer."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import whistlestop as ws
from whistlestop.errors import RulesetError
from whistlestop.rulesets import (
    add_boards,
    add_installed,
    install_board,
    read_boards,
    uninstall_board,
)
from whistlestop.rulesets.installed import installed_boards, installed_folder, published_boards

from .conftest import MakeBoard


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, _nothing_added: None) -> Path:
    """Give the test an empty folder of added boards."""
    folder = tmp_path / "data" / "boards"
    monkeypatch.setattr("whistlestop.rulesets.installed.installed_folder", lambda: folder)
    return folder


def test_an_added_board_is_known_by_its_id(make_board: MakeBoard, home: Path) -> None:
    folder = make_board("one")
    (folder / "notes.txt").write_text("not part of the board", encoding="utf-8")
    assert install_board(str(folder)).id == "one"
    assert sorted(file.name for file in (home / "one").iterdir()) == [
        "cities.csv",
        "routes.csv",
        "ruleset.toml",
        "tickets.csv",
    ]
    shutil.rmtree(folder)
    assert ws.load_ruleset("one").name == "one"
    game = ws.Game.new("one", 2, seed=3)
    assert ws.replay(game.record()).position() == game.position()
    assert "one" in ws.ruleset_ids()


def test_published_boards_are_found_by_name(home: Path) -> None:
    for name in sorted(folder.name for folder in published_boards().iterdir() if folder.is_dir()):
        assert install_board(name).id == name
        assert (home / name / "layout.json").is_file()
        assert ws.Game.new(name, players=2, seed=1).ruleset.id == name


def trains_of(ruleset: ws.Ruleset) -> int:
    """Return the number of trains of each player."""
    return int(ruleset.rules[0]["trains"])


def test_adding_again_replaces_the_copy(make_board: MakeBoard) -> None:
    folder = make_board("one")
    install_board(str(folder))
    assert trains_of(ws.load_ruleset("one")) == 12
    file = folder / "ruleset.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("count = 12", "count = 13"), encoding="utf-8")
    install_board(str(folder))
    assert trains_of(ws.load_ruleset("one")) == 13
    assert [one.name for one in installed_boards()] == ["one"]


def test_a_faulty_board_replaces_nothing(make_board: MakeBoard, home: Path) -> None:
    folder = make_board("one")
    install_board(str(folder))
    (folder / "routes.csv").write_text("nonsense\n", encoding="utf-8")
    with pytest.raises(RulesetError, match=r"routes\.csv"):
        install_board(str(folder))
    assert "ax-ay" in (home / "one" / "routes.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["nowhere", "", "\0", "x" * 5000, "../boards"])
def test_what_is_no_board(name: str) -> None:
    with pytest.raises(RulesetError, match="is no board"):
        install_board(name)


def test_boards_of_an_option_come_first(make_board: MakeBoard, tmp_path: Path) -> None:
    install_board(str(make_board("one")))
    other = make_board("elsewhere/one", ruleset=("count = 12", "count = 20"))
    found = read_boards([other], installed=True)
    assert trains_of(found["one"]) == 20
    assert trains_of(read_boards([], installed=True)["one"]) == 12
    assert read_boards([]) == {}
    add_boards(other)
    add_installed()
    assert trains_of(ws.load_ruleset("one")) == 20


def test_removing(make_board: MakeBoard) -> None:
    install_board(str(make_board("one")))
    uninstall_board("one")
    assert installed_boards() == []
    with pytest.raises(RulesetError, match="not an added board: there are none"):
        uninstall_board("one")
    install_board(str(make_board("two")))
    for name in ("one", "..", "../two", ""):
        with pytest.raises(RulesetError, match="not an added board: one of two"):
            uninstall_board(name)


def test_the_folder_of_a_user() -> None:
    assert installed_folder().name == "boards"
