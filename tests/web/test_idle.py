"""A game that nobody has played on for long: the page says when it is closed, and that it was."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.web.harness import Service
from tests.web.player import keep_two, start_game
from tests.web.test_access import checker


def change(folder: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(folder / "games.sqlite")) as opened:
        opened.execute(statement, values)
        opened.commit()


@pytest.mark.slow
def test_an_idle_game_says_when_it_is_closed_and_that_it_was(
    browser: Browser, tmp_path: Path, axe: str
) -> None:
    service = Service(tmp_path, WHISTLESTOP_KEEPING_INTERVAL="0")
    service.start()
    context = browser.new_context(base_url=service.url, service_workers="block", reduced_motion="reduce")
    try:
        page = context.new_page()
        check = checker(page, axe, "wide")
        page.goto("/")
        start_game(page)
        keep_two(page)
        table = page.url.rpartition("/")[2]
        service.stop()
        now = int(time.time() * 1000) + 1000
        change(tmp_path, "insert into idle values (?, ?, ?)", table, now, 1_900_000_000_000)
        service.start()
        page.reload()
        told = page.locator("[data-closes]")
        expect(told).to_contain_text("Closes on Mar 17, 2030")
        expect(page.locator("[data-status].mine")).to_have_count(1)
        check("warned")
        for width, scheme in ((360, "dark"), (1440, "light")):
            page.set_viewport_size({"width": width, "height": 780 if width == 360 else 900})
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            expect(told).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

        service.stop()
        change(tmp_path, "update tables set state = 'over', ended = ? where id = ?", now, table)
        service.start()
        page.reload()
        status = page.locator("[data-status]")
        expect(status).to_contain_text("The game was closed unfinished")
        expect(page.locator("[data-status].mine")).to_have_count(0)
        expect(told).to_have_count(0)
        expect(page.locator("button.slot.legal")).to_have_count(0)
        check("closed")
    finally:
        context.close()
        service.stop()
