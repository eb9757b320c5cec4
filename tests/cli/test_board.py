from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Run

import whistlestop as ws
from whistlestop import rulesets


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


def test_a_new_board_can_be_played_at_once(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "Long Way-Home"
    assert run("board", "new", folder).exit_code == 0
    result = run("board", "check", folder)
    assert result.exit_code == 0, result.stderr
    assert "Long Way Home (long_way_home, version 1): no errors" in result.stdout
    text = (folder / "ruleset.toml").read_text(encoding="utf-8")
    assert text.startswith("# A small board to begin with")
    monkeypatch.setenv("WHISTLESTOP_BOARDS", str(tmp_path))
    monkeypatch.setattr(rulesets, "_added", {})
    games = run(
        "simulate", "long_way_home", "--bots", "greedy,random", "--games", "4", "--jobs", "2", "--json"
    )
    assert games.exit_code == 0, games.stderr
    document = json.loads(games.stdout)
    assert (document["ruleset"], document["unfinished"]) == ("long_way_home", 0)


def test_a_new_card_game(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "tea"
    assert run("board", "new", folder, "--kind", "yard").exit_code == 0
    assert run("board", "check", folder).exit_code == 0
    game = ws.Game.new(str(folder), 3, seed=1)
    while not game.over:
        seat = game.to_act[0]
        game.play(game.legal(seat)[0], seat)


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("usa", (), "'usa' comes with Whistlestop; choose another name"),
        ("?", (), "'?' gives no id"),
        ("there", (), "it already exists"),
        ("mine", ("--kind", "steam"), "kind: 'steam' is not one of network, yard"),
    ],
)
def test_what_gives_no_new_board(
    run: Run, tmp_path: Path, name: str, options: tuple[str, ...], message: str
) -> None:
    (tmp_path / "there").mkdir()
    result = run("board", "new", tmp_path / name, *options)
    assert result.exit_code == 3
    assert message in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


def test_boards_by_id(run: Run, board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulesets, "_added", {})
    result = run("board", "check", "grid", "--boards", board.parent)
    assert result.exit_code == 0, result.stderr
    game = ws.Game.new("grid", 2, seed=1)
    record = tmp_path / "game.json"
    plain = {key: value for key, value in game.record().to_dict().items() if key != "board"}
    record.write_text(json.dumps(plain), encoding="utf-8")
    for command in ("replay", "verify"):
        monkeypatch.setattr(rulesets, "_added", {})
        assert run(command, record).exit_code != 0
        assert run(command, record, "--boards", board).exit_code == 0


def test_every_fault_of_the_boards_is_told(run: Run, board: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulesets, "_added", {})
    (board / "routes.csv").unlink()
    settings = board / "ruleset.toml"
    settings.write_text(settings.read_text(encoding="utf-8").replace('"grid"', '"usa"'), encoding="utf-8")
    for arguments in (["simulate", "usa"], ["verify", settings], ["serve"]):
        result = run(*arguments, "--boards", board)
        assert result.exit_code == 3, result.output
        assert [line.split(": ")[2].partition(",")[0] for line in result.stderr.splitlines()] == [
            "ruleset.toml",
            "routes.csv",
        ]


def test_adding_and_removing(run: Run, board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("whistlestop.rulesets.installed.installed_folder", lambda: tmp_path / "added")
    monkeypatch.setattr("whistlestop.rulesets._added", {})
    assert run("board", "add", board).exit_code == 0
    assert run("board", "check", "grid").output.startswith("Grid (grid, version 1): no errors")
    monkeypatch.setattr("whistlestop.rulesets._added", {})
    assert run("board", "remove", "grid").exit_code == 0
    assert run("board", "check", "grid").exit_code == 1
    assert run("board", "remove", "grid").exit_code != 0
    assert run("board", "add", tmp_path / "nothing").exit_code != 0


@pytest.mark.slow
def test_print_writes_a_pdf(run: Run, board: Path, tmp_path: Path) -> None:
    assert run("board", "print", board, tmp_path, "--space", "10").exit_code == 0
    assert (tmp_path / f"{board.name}.pdf").read_bytes().startswith(b"%PDF-")
    named = tmp_path / "sheets.pdf"
    result = run("board", "print", board, named, "--paper", "a3", "--language", "pl")
    assert (result.exit_code, named.exists()) == (0, True)


def test_print_says_what_is_wrong(
    run: Run, cards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for arguments, exit_code, message in (
        (["usa", tmp_path, "--paper", "letter"], 2, "choose a4 or a3"),
        (["usa", tmp_path, "--space", "500"], 2, "8 to 40 mm"),
        (["usa", tmp_path, "--language", "xx"], 2, "choose one of en, cs"),
        (["usa", tmp_path / "no" / "where.pdf"], 3, "where.pdf"),
        ([cards, tmp_path], 3, "without a board"),
    ):
        result = run("board", "print", *arguments)
        assert result.exit_code == exit_code, result.stderr
        assert message in result.stderr.splitlines()[-1]
    monkeypatch.setitem(sys.modules, "typst", None)
    result = run("board", "print", "usa", tmp_path)
    assert (result.exit_code, "pip install" in result.stderr) == (4, True)
    assert not list(tmp_path.glob("*.pdf"))
