"""A custom board of the host: played in the browser with its drawing."""

from __future__ import annotations

import os
from collections.abc import Iterator

import platformdirs
import pytest
from playwright.sync_api import expect
from tests.web.conftest import NewPage
from tests.web.harness import Service
from tests.web.player import keep_two, mark, middle_of, settled, start_game, wait_for_decision

from whistlestop.rulesets import new_board


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Return a server with a board that has not been drawn yet."""
    folder = tmp_path_factory.mktemp("own")
    new_board(folder / "hills", "network")
    compiled = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir()
    server = Service(
        folder,
        WHISTLESTOP_BOARDS=str(folder / "hills"),
        XDG_CACHE_HOME=str(folder / "cache"),
        NUMBA_CACHE_DIR=compiled,
    )
    server.start()
    yield server
    server.stop()


def test_a_board_of_ones_own(new_page: NewPage) -> None:
    page = new_page()
    start_game(page, "hills")
    expect(page.locator(".board .route")).to_have_count(
        18, timeout=120_000
    )  # appears when it is drawn, without a reload
    keep_two(page)
    wait_for_decision(page)
    assert page.locator(".board .label", has_text="Ísafjörður").count() == 1
    lit = page.locator(".board .route.legal[data-kind=normal]")
    while not lit.count():
        before = mark(page)
        page.locator("[data-deck].legal").first.click()
        settled(page, before)
        wait_for_decision(page)
    route = lit.first.get_attribute("data-route") or ""
    before = mark(page)
    page.mouse.click(*middle_of(page, route))
    page.get_by_role("dialog").get_by_role("button", name="Claim", exact=True).click()
    settled(page, before)
    expect(page.locator(f".board .route.owned.seat-0[data-route='{route}']")).to_have_count(1)
