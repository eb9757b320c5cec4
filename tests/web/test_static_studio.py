"""The board editor on a static site: drawing, checking, sharing and files without a server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.web.static_host import StaticHost, hosted, visit

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
        page.locator('[data-tab="check"]').click()
        expect(page.locator("[data-fault]")).to_contain_text(["city milan: no route leads to it"])
        page.locator("[data-undo]").click()
        expect(page.locator("[data-fault]")).to_have_count(0)
        page.locator('[data-tab="tickets"]').click()
        page.locator("[data-suggest]").click()
        expect(page.locator("[data-undo]")).to_be_enabled()
        expect(page.locator("[data-play]")).to_have_attribute("aria-disabled", "false")
        # What comes out can be read by the tools, and comes in again.
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
