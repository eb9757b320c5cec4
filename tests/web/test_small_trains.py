"""A board with small trains: made in the editor, exported, and played (MECH-7)."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect
from tests.web.conftest import NewPage, Picture
from tests.web.player import keep_two, wait_for_decision
from tests.web.test_studio import begin

from whistlestop.studio import imported


def test_small_trains(new_page: NewPage, tmp_path: Path, picture: Picture) -> None:
    page = new_page()
    begin(page, "Narrow gauge", "usa")
    page.locator('[data-tab="routes"]').click()
    on_map = page.locator('[data-route="denver-omaha"]')
    for route in ("denver-omaha", "kansas_city-omaha"):
        page.locator(f'[data-route="{route}"]').focus()
        page.keyboard.press("Enter")
        page.get_by_role("checkbox", name="Takes small trains").check()
    corners = on_map.locator("polygon").first.get_attribute("points")
    assert corners is not None
    assert len(corners.split()) == 6
    expect(on_map).to_have_attribute("aria-label", re.compile("purple, small trains$"))
    expect(page.locator(".faults")).to_have_count(0)
    picture(page, "small-trains-editor")
    # Too few for the route are a fault of the route.
    page.locator('[data-tab="rules"]').click()
    count = page.get_by_role("spinbutton", name="Small trains of each player")
    expect(count).to_have_text("5")
    for _ in range(2):
        count.press("ArrowDown")
    expect(count).to_have_text("3")
    count.press("Enter")
    page.locator('[data-tab="check"]').click()
    mistakes = page.get_by_role("tabpanel")
    expect(mistakes).to_contain_text("denver-omaha: longer than a player's 3 small trains")
    page.locator('[data-tab="rules"]').click()
    for _ in range(2):
        count.press("ArrowUp")
    count.press("Enter")
    expect(page.locator("[data-play]")).to_have_attribute("aria-disabled", "false")
    page.locator("[data-files]").click()
    with page.expect_download() as download:
        page.locator('[data-form="zip"]').click()
    packed = tmp_path / "board.zip"
    download.value.save_as(packed)
    assert imported({"board.zip": packed.read_bytes()})[0]["small_trains"] == {
        "count": 5,
        "routes": ["denver-omaha", "kansas_city-omaha"],
    }
    page.keyboard.press("Escape")
    page.locator("[data-play]").click()
    page.locator("[data-go]").click()
    page.locator(".offer").wait_for()
    expect(page.locator(".board .route").first).to_be_attached(timeout=120_000)
    keep_two(page)
    wait_for_decision(page)
    # The panel has both kinds, with names; the spaces have another form, and the name of the route says so.
    own = page.locator(".players [data-seat]").first
    expect(own.get_by_title("Trains left", exact=True).locator("dd")).to_have_text("45")
    expect(own.get_by_title("Small trains left").locator("dd")).to_have_text("5")
    expect(page.locator('.board [data-route="denver-omaha"] path.slot.small')).to_have_count(4)
    expect(page.locator('.board [data-route="denver-omaha"]')).to_have_attribute(
        "aria-label", re.compile("it takes small trains")
    )
    picture(page, "small-trains-table")
    # The rules explain them, with a picture of such a route.
    board = page.url.rpartition("/t/")[2]
    page.locator(".market [data-rule]").first.click()
    whole = page.locator("[data-rule-sheet] a.button").last
    page.goto(whole.get_attribute("href") or board)
    rule = page.locator(".paragraph").filter(has=page.locator("#small-trains"))
    expect(rule).to_contain_text("The routes with six-sided spaces take small trains")
    rule.scroll_into_view_if_needed()  # pictures are drawn when they are near
    expect(rule.locator("path.slot.small").first).to_be_attached()
    expect(page.locator(".paragraph").filter(has=page.locator("#pieces"))).to_contain_text(
        "Each player also has 5 small trains."
    )
    picture(page, "small-trains-rules")
