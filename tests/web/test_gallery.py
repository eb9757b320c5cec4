"""The gallery of boards: an author lists a board, others find, rate and remix it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect
from tests.web.conftest import NewPage
from tests.web.test_people import sign_up
from tests.web.test_studio import imported, pictures


def shared(page: Page, folder: Path) -> str:
    """Make a board and return its link."""
    imported(page, folder)
    page.locator("[data-play]").click()
    page.locator("[data-share]").click()
    return page.locator("dialog input[readonly]").input_value()


def test_a_board_is_listed_found_and_remixed(
    new_page: NewPage, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    maker = new_page()
    sign_up(maker, "Gallery Maker")
    link = shared(maker, tmp_path)
    maker.goto(link)
    maker.locator("[data-list]").click()
    expect(maker.locator("[data-list]")).to_have_attribute("data-list", "true")
    pictures(request, maker, "listed")
    for width, scheme in ((1440, "light"), (360, "dark")):
        page = new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
        page.goto("/studio")
        page.locator("[data-gallery]").click()
        card = page.locator("[data-board]")
        expect(card).to_have_count(1)
        expect(card).to_contain_text("Gallery Maker")
        expect(card.locator("svg image")).to_be_attached(timeout=60_000)
        page.locator('[data-order="rated"]').focus()
        page.keyboard.press("ArrowLeft")
        expect(page.locator('[data-order="played"]')).to_be_checked()
        expect(card).to_have_count(1)
        pictures(request, page, f"gallery-{width}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        card.locator("h2 a").click()
        expect(page.locator("[data-list]")).to_have_count(0)
    page.locator("[data-edit]").click()
    expect(page.locator("[data-play]")).to_have_attribute("aria-disabled", "false")
    with page.expect_request("**/api/boards") as sent:
        page.locator("[data-play]").click()
        page.locator("[data-share]").click()
    assert json.loads(sent.value.post_data or "")["origin"] == link.rsplit("/", 1)[1]
    maker.locator("[data-list]").click()
    expect(maker.locator("[data-list]")).to_have_attribute("data-list", "false")
    page.goto("/studio/gallery")
    expect(page.locator("main .none")).to_be_visible()


def test_a_player_rates_with_the_keyboard(
    new_page: NewPage, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    link = shared(new_page(), tmp_path)
    page = new_page(viewport={"width": 360, "height": 740})
    rated: list[int | None] = []

    def played(route: Route) -> None:
        """Answer as if the user had finished a game on the board."""
        found = route.fetch().json()
        found["standing"] |= {"can_rate": True, "players": 3, "balance": {"2": 0, "3": 2}}
        route.fulfill(json=found)

    def rate(route: Route) -> None:
        stars = json.loads(route.request.post_data or "")["stars"]
        rated.append(stars)
        mean = None if stars is None else float(stars)
        standing = {"listed": True, "players": 3, "can_rate": True, "balance": {}, "origin": None}
        route.fulfill(json=standing | {"rating": mean, "ratings": int(bool(stars)), "stars": stars})

    page.route("**/api/boards/own_*", played)
    page.route("**/api/boards/*/rating", rate)
    page.goto(link)
    page.locator('[data-stars="1"]').focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".standing")).to_contain_text("4 of 5 (1 rating)")
    pictures(request, page, "rating")
    page.locator("[data-unrate]").click()
    expect(page.locator("[data-unrate]")).to_have_count(0)
    assert rated == [2, 3, 4, None]
