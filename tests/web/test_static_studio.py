"""The board editor on a static site: drawing, checking, playing, sharing and files without a server."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, expect
from tests.web.player import let_happen
from tests.web.static_host import StaticHost, hosted, visit

from whistlestop import load_ruleset, replay
from whistlestop.format import COLORS
from whistlestop.studio import imported, playable


@pytest.fixture(scope="module")
def host(static_answers: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticHost]:
    with hosted(tmp_path_factory.mktemp("host")) as host:
        yield host


def test_a_board_is_made_without_a_server(host: StaticHost, browser: Browser, tmp_path: Path) -> None:
    with visit(host, browser) as visitor:
        page = visitor.page
        page.locator("[data-studio]").click()
        page.locator("[data-start]").select_option("switzerland")
        page.locator("[data-new-name]").fill("Helvetia")
        page.locator("[data-new]").click()
        # Coasts and borders, cities by name, faults at their places.
        expect(page.locator(".map path.borders")).to_have_attribute("d", re.compile("^M"))
        page.locator("[data-place]").fill("milan")
        page.keyboard.press("Enter")
        expect(page.locator("[data-city]", has_text="Milan")).to_be_visible()
        page.locator('[data-tab="check"]').click()
        expect(page.locator("[data-fault]")).to_contain_text(["city milan: no route leads to it"])
        page.locator("[data-undo]").click()
        expect(page.locator("[data-fault]")).to_have_count(0)
        page.locator('[data-tab="tickets"]').click()
        page.locator("[data-suggest]").click()
        expect(page.locator("[data-undo]")).to_be_enabled()
        expect(page.locator("[data-play]")).to_have_attribute("aria-disabled", "false")
        # The tools can read exported files, and the editor can import them.
        page.locator("[data-files]").click()
        assert page.locator("dialog [data-form]").count() == 3
        with page.expect_download() as download:
            page.locator('[data-form="zip"]').click()
        archive = tmp_path / "helvetia.zip"
        download.value.save_as(archive)
        board, _ = imported({archive.name: archive.read_bytes()})
        assert playable(board).name == "Helvetia"
        page.keyboard.press("Escape")
        page.locator("[data-play]").click()
        assert page.locator("dialog [data-share]").count() == 0
        page.locator("[data-pack]").click()
        link = page.locator("dialog input[readonly]").input_value()
        assert link.startswith(host.below)
        other = visitor.context.new_page()
        other.goto(link)
        expect(other.locator("main.studio h1")).to_have_text("Helvetia")
        expect(other.locator("[data-city]")).to_have_count(len(board["cities"]))
        other.close()
        page.reload()
        page.locator("[data-import]").set_input_files(archive)
        expect(page.locator("main.studio h1")).to_have_text("Helvetia")
        assert page.locator("[data-preview], [data-tab=balance]").count() == 0


def test_a_board_is_played_without_a_server(host: StaticHost, browser: Browser) -> None:
    """Goes from a changed board to a finished game, which lasts, is replayed, and is deleted with the board."""
    with visit(host, browser) as visitor:
        page = visitor.page
        page.locator("[data-studio]").click()
        page.locator("[data-start]").select_option("istanbul")
        page.locator("[data-new-name]").fill("Constantinople")
        page.locator("[data-new]").click()
        cities = page.locator("[data-city]").count()
        # The map has the outlines of the board, and none of the world.
        rings = load_ruleset("istanbul").drawing.land
        drawn = page.locator(".map path.land").get_attribute("d") or ""
        assert (drawn.count("M"), drawn.count("z"), drawn.count("L")) == (
            len(rings),
            len(rings),
            sum(len(ring) // 2 - 1 for ring in rings),
        )
        assert page.locator(".map path.borders").get_attribute("d") == ""
        # A board with a mistake cannot be played.
        page.locator("[data-place]").fill("bursa")
        page.keyboard.press("Enter")
        expect(page.locator("[data-play]")).to_have_attribute("aria-disabled", "true")
        page.locator("[data-play]").click(force=True)  # it says why
        expect(page.locator("[data-refused]")).to_have_text(
            "Mistakes on the board: 1. Correct them before you play."
        )
        expect(page.locator("dialog")).to_have_count(0)
        page.locator("[data-undo]").click()
        expect(page.locator("[data-refused]")).to_have_count(0)
        page.locator('[data-tab="rules"]').click()
        page.locator("[data-card-names] summary").click()
        for card in (*COLORS, "wild"):
            page.locator(f'[data-card-name="{card}"]').fill(f"<b>{card}")  # MECH-6
            page.keyboard.press("Tab")
        page.locator('[data-tab="tickets"]').click()
        page.locator("[data-suggest]").click()
        expect(page.locator("[data-play]")).to_have_attribute("aria-disabled", "false")
        page.locator("[data-play]").click()
        page.locator("[data-go]").click()
        page.wait_for_url(re.compile(r"#/t/own_constantinople_[0-9a-f]{12}-[0-9a-f]{16}$"))
        table = page.url.rpartition("/")[2]
        expect(page.locator(".board g.city[data-city]")).to_have_count(cities)
        expect(page.locator(".board #land")).to_have_attribute("d", re.compile("^M"))
        slot = page.locator(".market button[data-slot]").first
        expect(slot.locator("svg .name")).to_have_text(f"<b>{slot.get_attribute('data-color')}")
        # The first turn is stored, and bots have played when the page is loaded again.
        view = visitor.play(table, 8, here=True)
        assert view["version"] >= 8
        page.reload()
        expect(page.locator(".board g.city[data-city]")).to_have_count(cities)
        known = visitor.ask("GET", f"/api/tables/{table}/view", here=True)["view"]
        assert known["version"] >= 8
        assert known["players"][0]["tickets"] == view["players"][0]["tickets"]
        visitor.go("/")
        waiting = page.locator(f"a[href='#/t/{table}']")
        expect(waiting).to_contain_text("Constantinople")
        expect(waiting.locator("image")).to_have_attribute("href", re.compile("^data:image/svg"))
        # The game ends, and can be replayed, and reviewed by workers that receive the board.
        visitor.play(table, "end")
        frames = visitor.ask("GET", f"/api/games/{table}/frames?at=8", here=True)["frames"]
        assert frames[0]["view"]["version"] == 0
        visitor.ask("POST", f"/api/games/{table}/review", here=True)
        let_happen(
            page,
            lambda: visitor.ask("GET", f"/api/games/{table}/review", here=True).get("done", 0) > 0,
            seconds=60,
        )
        saved = visitor.ask("GET", "/api/saved", here=True)
        record = visitor.ask("GET", f"/api/tables/{table}/record", here=True)
        game = replay(record)
        assert (game.ruleset.name, game.over) == ("Constantinople", True)
        # The game is deleted with its board, which the file and the record still contain.
        visitor.go("/studio")
        page.get_by_role("button", name="Delete “Constantinople”").click()
        expect(page.locator("dialog")).to_contain_text("all games on it are deleted")
        page.locator("dialog").get_by_role("button", name="Delete", exact=True).click()
        expect(page.locator("[data-open]")).to_have_count(0)
        let_happen(page, lambda: visitor.ask("GET", "/api/games", here=True)["games"] == [])
        loaded = visitor.ask("POST", "/api/saved", saved, here=True)
        assert (loaded["added"], loaded["refused"]) == (1, [])
        brought = visitor.ask("POST", "/api/records", {"record": record, "names": []}, here=True)
        assert brought["id"] == table


def test_a_saved_board_cannot_pass_for_a_built_in_one(host: StaticHost, browser: Browser) -> None:
    with visit(host, browser) as visitor:
        board = load_ruleset("switzerland").data.plain()
        made = visitor.ask(
            "POST", "/api/boards", {"board": board | {"id": "helvetia"}, "editor": "e"}, here=True
        )
        assert re.fullmatch("own_helvetia_[0-9a-f]{12}", made["id"])
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "easy"}]
        wish = {"ruleset": made["id"], "seats": seats}
        table = visitor.ask("POST", "/api/tables", wish, here=True)["id"]
        visitor.ask("POST", f"/api/tables/{table}/start", {"nonce": None}, here=True)
        saved = visitor.ask("GET", "/api/saved", here=True)
        assert visitor.ask("DELETE", "/api/boards/e", here=True) is None
        (game,) = saved["games"]
        plain = json.loads(game["board"])
        for change in (
            {"board": "{"},
            {"board": json.dumps(plain | {"routes": []})},
            {"board": json.dumps(plain | {"id": "own_other_000000000000"})},
            {"ruleset": "usa", "id": game["id"].replace(made["id"], "usa")},
            {"board": None},
        ):
            file = saved | {"games": [game | change]}
            loaded = visitor.ask("POST", "/api/saved", file)  # a worker that has not loaded an engine yet
            assert (loaded["added"], len(loaded["refused"])) == (0, 1), change
        assert visitor.ask("POST", "/api/saved", saved)["added"] == 1
        with pytest.raises(Error, match="bad_board"):
            visitor.ask("POST", "/api/boards", {"board": {}, "editor": "e"}, here=True)
