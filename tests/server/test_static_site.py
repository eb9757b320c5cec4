"""Static sites: their files equal a server's answers, and they work in any folder."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

import whistlestop as ws
from whistlestop.cli.app import app
from whistlestop.cli.output import Code
from whistlestop.errors import DeploymentError
from whistlestop.practice.puzzles import puzzles
from whistlestop.server import static_site
from whistlestop.server.adapters import engine
from whistlestop.server.usecases import practice
from whistlestop.server.usecases.boards import Boards
from whistlestop.server.usecases.tables.bots import bot_list
from whistlestop.studio.description import description

CLIENT = {
    "index.html": '<!doctype html>\n<html lang="en"><title>x</title><link rel="icon" href="/favicon.svg">'
    '<script type="module" src="/assets/index-1.js"></script></html>',
    "manifest.webmanifest": '{"id": "/", "start_url": "/", "scope": "/", "icons": [{"src": "/icon.png"}]}',
    "worker.js": "work()",
    "worker.js.br": "packed",
    "assets/index-1.js": "run()",
    "preloads.json": "{}",
    ".sources": "0123",
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a client and an engine with only the files that a site changes."""
    folder = tmp_path_factory.mktemp("made")
    for name, text in CLIENT.items():
        path = folder / "client" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "engine").mkdir()
    for name in ("network.wasm", "usa.json", "package.json", "network.stamp"):
        (folder / "engine" / name).write_text(name, encoding="utf-8")
    return folder / "client", folder / "engine"


@pytest.fixture
def parts(made: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    monkeypatch.setattr(static_site, "CLIENT", made[0])
    monkeypatch.setattr(engine, "ENGINES", (made[0] / "none", made[1]))
    return made


@pytest.fixture(scope="module")
def site(made: tuple[Path, Path], static_answers: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "new" / "site"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(static_site, "CLIENT", made[0])
        patch.setattr(engine, "ENGINES", (made[0] / "none", made[1]))
        static_site.write(folder)
    return folder


def data(site: Path) -> Path:
    """Return the folder of the engine and the answers, which the page names."""
    page = (site / "index.html").read_text(encoding="utf-8")
    return site / page.partition('data-static="')[2].partition('"')[0]


def read(site: Path, name: str) -> Any:
    return json.loads((data(site) / "api" / name).read_bytes())


def plain(message: object) -> Any:
    return msgspec.to_builtins(message)


def test_the_page_and_its_manifest_name_nothing_from_the_root(site: Path) -> None:
    page = (site / "index.html").read_text(encoding="utf-8")
    assert re.findall(r'(?:src|href)="([^"]*)"', page) == ["./favicon.svg", "./assets/index-1.js"]
    assert re.fullmatch(r"data-[0-9a-f]{12}", data(site).name)
    assert "<title>Whistlestop: railway games in the browser</title>" in page
    assert '<meta name="description" content="Collect cards, ' in page
    assert "script-src 'self' 'wasm-unsafe-eval'" in page
    manifest = json.loads((site / "manifest.webmanifest").read_bytes())
    assert manifest == {"start_url": "./", "scope": "./", "icons": [{"src": "./icon.png"}]}


def test_the_service_worker_knows_all_files_but_the_page_and_itself(site: Path) -> None:
    head, rest = (site / "worker.js").read_text(encoding="utf-8").split(";", 1)
    assert rest == "work()"
    listed = set(json.loads(head.removeprefix("const SITE="))["files"])
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert files - listed == {"index.html", "worker.js", "site.json"}
    assert listed <= files
    left_out = {"preloads.json", ".sources", "worker.js.br", "package.json", "network.stamp"}
    assert left_out.isdisjoint(name.rpartition("/")[2] for name in files)
    unhashed = {name for name in files if not name.startswith(("assets/", f"{data(site).name}/"))}
    assert unhashed == {"index.html", "worker.js", "site.json", "manifest.webmanifest"}


def test_boards_and_bots_are_those_of_a_server(site: Path) -> None:
    boards = Boards()
    assert read(site, "rulesets.json") == plain(boards.summaries())
    for board in boards.summaries():
        assert (data(site) / "api" / "rulesets" / f"{board.id}.json").read_bytes() == boards[
            board.id
        ].data.body
        drawn = (data(site) / "api" / "rulesets" / board.id / "board.svg").exists()
        assert drawn == bool(boards[board.id].ruleset.routes)
    assert read(site, "bots.json") == plain(bot_list())


def test_every_answer_to_a_lesson_is_there(site: Path) -> None:
    assert read(site, "lessons.json") == plain(practice.lesson_list())
    for lesson in practice.lesson_list():
        for step in lesson.steps:
            exercise = plain(practice.lesson_step(lesson.ruleset, step.id))
            assert read(site, f"lessons/{lesson.ruleset}/{step.id}.json") == exercise
            answers = read(site, f"lessons/{lesson.ruleset}/{step.id}/answers.json")
            given = [str(number + 1) for number in range(step.choices)] or exercise["view"]["legal"]
            assert list(answers) == given
            assert any(answer["right"] for answer in answers.values())
            some = given[-1]
            assert answers[some] == plain(practice.try_step(lesson.ruleset, step.id, some))


def test_every_answer_to_a_puzzle_is_there(site: Path) -> None:
    for ruleset, found in puzzles().items():
        for puzzle in list(found.values())[:2]:
            exercise = plain(practice.puzzle(ruleset, puzzle.id))
            answers = read(site, f"puzzles/{ruleset}/{puzzle.id[0]}.json")[puzzle.id]
            assert answers["exercise"] == exercise
            assert answers["chances"].keys() <= set(exercise["view"]["legal"])
            for action in (puzzle.best, exercise["view"]["legal"][0]):
                answer = plain(practice.try_puzzle(ruleset, puzzle.id, action))
                played = answers["played"].get(action)
                assert (played is not None) == answer["right"]
                assert answer == {
                    "right": played is not None,
                    "chance": answers["chances"].get(action),
                    **{name: answers[name] for name in ("moves", "error", "hint")},
                    "played": played or answer["played"],
                }


def test_a_site_replaces_the_one_before(
    parts: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(static_site, "answers", lambda: iter(()))
    count = static_site.write(tmp_path)
    (tmp_path / "assets" / "CNAME").write_text("mine", encoding="utf-8")
    first = data(tmp_path)
    # Two new versions of the data; the second one is written twice.
    for number in (1, 2, 2):
        monkeypatch.setattr(
            static_site, "answers", lambda number=number: iter([("new.json", b"%d" % number)])
        )
        assert static_site.write(tmp_path) == count + 1
        assert read(tmp_path, "new.json") == number
        # Open pages still find the files of the previous version, but no older ones.
        assert first.exists() == (number == 1)
    assert len(list(tmp_path.glob("data-*"))) == 2
    assert (tmp_path / "assets" / "CNAME").read_text(encoding="utf-8") == "mine"


def test_a_folder_of_something_else_stays(parts: tuple[Path, Path], tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("mine", encoding="utf-8")
    done = CliRunner().invoke(app, ["site", str(tmp_path)])
    assert done.exit_code == Code.BAD_INPUT
    assert "--force" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]
    (tmp_path / "site.json").write_text("[]", encoding="utf-8")
    with pytest.raises(DeploymentError, match="does not list"):
        static_site.write(tmp_path)


@pytest.mark.parametrize(("part", "said"), [("CLIENT", "no client"), ("ENGINES", "engine is missing")])
def test_what_an_installation_lacks_is_named(
    part: str, said: str, parts: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    nothing = tmp_path / "nothing"
    if part == "CLIENT":
        monkeypatch.setattr(static_site, part, nothing)
    else:
        monkeypatch.setattr(engine, part, (nothing,))
    with pytest.raises(DeploymentError, match=said):
        static_site.write(tmp_path / "site")
    assert not (tmp_path / "site").exists()


def test_the_board_editor_has_boards_their_shape_and_the_earth(site: Path) -> None:
    for name in ws.ruleset_ids():
        found = read(site, f"boards/{name}.json")
        assert found["board"] == json.loads(json.dumps(ws.load_ruleset(name).data.plain()))
        assert found["own"] is False
    assert read(site, "studio/format.json") == json.loads(json.dumps(description()))
    world = read(site, "studio/world.json")
    assert len(world["land"]) > 100
