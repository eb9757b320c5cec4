"""Custom boards of a host: listed, drawn without blocking anything, and stored with the games played on them."""

from __future__ import annotations

import asyncio
import os
import shutil
from pathlib import Path
from typing import Any

import platformdirs
import pytest
from tests.rulesets.conftest import MakeBoard, make_board
from tests.server.harness import BOT, TWO_PEOPLE, code, running

from whistlestop.drawing import LAYOUT_FILE, find, layout_of
from whistlestop.errors import RulesetError
from whistlestop.rulesets import load_ruleset, ruleset_ids
from whistlestop.server.settings import Settings
from whistlestop.server.usecases import boards

__all__ = ["make_board"]

SVG = "/api/rulesets/mine/board.svg"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use a separate cache of layouts, also in child processes; the cache of compiled code stays the same."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir())
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(find, "cache_folder", lambda: tmp_path / "cache" / "whistlestop" / "layouts")
    return tmp_path / "cache" / "whistlestop" / "layouts"


async def test_an_own_board_is_listed_played_and_drawn(
    make_board: MakeBoard, tmp_path: Path, cache: Path
) -> None:
    folder = make_board("mine")
    async with running(tmp_path, boards=str(folder)) as server:
        ada = await server.guest()
        listed = (await ada.get("/api/rulesets")).json()
        assert [one["id"] for one in listed] == [*ruleset_ids(variants=True), "mine"]
        data = (await ada.get("/api/rulesets/mine")).json()
        assert [city["id"] for city in data["cities"]] == ["ax", "ay", "bx", "by"]
        async with asyncio.timeout(120):
            while (answer := await ada.get(SVG)).status_code == 202:
                assert code(answer) == (202, "drawing")
        assert answer.status_code == 200
        assert 'data-route="ax-ay"' in answer.text
        assert len(list(cache.iterdir())) == 1, "the layout is kept"
        table = await ada.table([{"kind": "me"}, BOT], "mine", start=True)
        view = (await ada.get(f"/api/tables/{table}/view")).json()["view"]
        assert view["ruleset"] == "mine"
        assert view["legal"]
        for part in ("ruleset", "board.svg", "thumbnail.svg"):
            moved = await ada.get(f"/api/tables/{table}/{part}")
            assert moved.status_code == 307, "one drawing in the browser's cache for all games"
            assert moved.headers["location"].startswith("/api/rulesets/mine")


def titles_of(ruleset: str) -> dict[str, str]:
    """Return the titles in the folder of a built-in game; other titles are in the catalogues."""
    translations = load_ruleset(ruleset).data.translations
    return {language: told.name for language, told in translations.items() if told.name}


async def test_translations_are_listed_and_told(make_board: MakeBoard, tmp_path: Path) -> None:
    german = '\n[translations.de]\nname = "Meiner"\ncities = {ax = "Achs"}\n'
    folder = make_board("mine", ruleset=("keep = 1\n\n[draw]", f"keep = 1\n{german}\n[draw]"))
    async with running(tmp_path, boards=str(folder)) as server:
        ada = await server.guest()
        titles = {one["id"]: one["titles"] for one in (await ada.get("/api/rulesets")).json()}
        assert titles.pop("mine") == {"de": "Meiner"}
        assert titles == {name: titles_of(name) for name in ruleset_ids(variants=True)}
        table = await ada.table([{"kind": "me"}, BOT], "mine", start=True)
        data = (await ada.get(f"/api/tables/{table}/ruleset", follow_redirects=True)).json()
        assert data["translations"] == {
            "de": {"name": "Meiner", "cities": {"ax": "Achs"}, "countries": {}, "card_names": {}}
        }
        title = server.services.boards.title
        assert (title("mine", "de", "mine"), title("mine", "cs", "mine")) == ("Meiner", "mine")
        assert title("europe", "hu", "Europe") == "Európa"
        assert title("gone", "de", "Old name") == "Old name"


async def test_nothing_waits_for_the_solver(
    make_board: MakeBoard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer says that the layout is in progress; the solver's process ends with the server."""
    begun: list[asyncio.subprocess.Process] = []
    start = asyncio.create_subprocess_exec

    async def sleeper(program: str, *_command: str, **pipes: Any) -> asyncio.subprocess.Process:
        begun.append(await start(program, "-c", "import time; time.sleep(600)", **pipes))
        return begun[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", sleeper)
    monkeypatch.setattr(boards, "WAIT", 0.05)
    async with running(tmp_path, boards=str(make_board("mine"))) as server:
        ada = await server.guest()
        answers = await asyncio.gather(*(ada.get(SVG) for _ in range(3)))
        assert [code(answer) for answer in answers] == [(202, "drawing")] * 3
        assert (await ada.get("/api/health")).status_code == 200
        assert len(begun) == 1, "one solver for all who ask"
    assert begun[0].returncode is not None


async def test_a_board_that_cannot_be_drawn_can_be_played(
    make_board: MakeBoard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = asyncio.create_subprocess_exec

    async def hopeless(program: str, *_command: str, **pipes: Any) -> asyncio.subprocess.Process:
        return await start(program, "-c", "import sys; sys.exit('too tangled')", **pipes)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", hopeless)
    async with running(tmp_path, boards=str(make_board("mine"))) as server:
        ada = await server.guest()
        async with asyncio.timeout(30):
            while (answer := await ada.get(SVG)).status_code == 202:
                pass
        assert code(answer) == (404, "not_found")
        table = await ada.table([{"kind": "me"}, BOT], "mine", start=True)
        assert (await ada.get(f"/api/tables/{table}/view")).status_code == 200


async def test_a_game_keeps_its_board(make_board: MakeBoard, tmp_path: Path) -> None:
    """The folder is changed, then removed: the game continues as it started, with its own data and drawing."""
    folder = make_board("mine")
    layout_of(load_ruleset(folder)).save(folder / LAYOUT_FILE)
    async with running(tmp_path, boards=str(folder)) as server:
        ada = await server.guest()
        cookies = ada.http.cookies
        playing = await ada.table([{"kind": "me"}, BOT], "mine", start=True)
        waiting = await ada.table(TWO_PEOPLE, "mine")
        before = (await ada.get(f"/api/tables/{playing}/view")).json()["view"]
    cities = folder / "cities.csv"
    cities.write_text(cities.read_text("utf-8").replace(",Ax,", ",Axminster,"), "utf-8")
    (folder / LAYOUT_FILE).unlink()
    for gone in (False, True):
        if gone:
            shutil.rmtree(folder)
        async with running(tmp_path, boards="" if gone else str(folder)) as server:
            ada = await server.guest()
            ada.http.cookies = cookies
            ada.http.headers["x-csrftoken"] = cookies["csrftoken"]
            view = (await ada.get(f"/api/tables/{playing}/view")).json()["view"]
            assert view["version"] >= before["version"]
            assert (view["hand"], view["seat"]) == (before["hand"], before["seat"])
            data = await ada.get(f"/api/tables/{playing}/ruleset")
            assert data.json()["cities"][0]["name"] == "Ax"
            async with asyncio.timeout(120):
                while (drawn := await ada.get(f"/api/tables/{playing}/board.svg")).status_code == 202:
                    pass
            assert ">Ax<" in drawn.text
            if gone:
                assert code(await ada.post("/api/tables", {"ruleset": "mine", "seats": TWO_PEOPLE}))[0] == 404
                assert code(await ada.get(f"/api/tables/{waiting}/ruleset")) == (404, "not_found")
                assert code(await ada.post(f"/api/tables/{waiting}/start"))[0] == 404
            else:
                new = (await ada.get("/api/rulesets/mine")).json()
                assert new["cities"][0]["name"] == "Axminster"


def test_broken_boards_stop_the_start(make_board: MakeBoard, tmp_path: Path) -> None:
    make_board("boards/one", routes=("red", "pink"))
    with pytest.raises(RulesetError, match=r"routes\.csv, line 2: color: 'pink'"):
        boards.Boards([str(tmp_path / "boards")])


def test_several_folders(tmp_path: Path) -> None:
    settings = Settings.from_environment({"WHISTLESTOP_BOARDS": os.pathsep.join(["/one", "", "/two"])})
    assert settings.board_folders == ["/one", "/two"]
