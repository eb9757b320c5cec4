"""Warehouses and depots at the table: the first depot, a draw that stores a card, and taking a warehouse."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect
from tests.web.layout import painted
from tests.web.player import keep_two, start_game, view_of

if TYPE_CHECKING:
    from tests.web.conftest import NewPage


VISIBLE = """() => {
  for (const hit of document.querySelectorAll(".board .city.legal .hit")) {
    const { x, y, width, height } = hit.getBoundingClientRect();
    const at = [x + width / 2, y + height / 2];
    if (document.elementFromPoint(...at)?.closest(".city.legal")) return at;
  }
}"""
"""The middle of a city that can be chosen and that nothing covers."""


def place_first(page: Page) -> None:
    """Place the first depot in a city on the board, and confirm if the settings require it."""
    expect(page.locator("[data-status]")).to_contain_text("Choose the city for your depot")
    page.locator(".board .city.legal").first.wait_for(state="attached")
    painted(page)  # the board has just got the place of the tickets
    page.mouse.click(*page.evaluate(VISIBLE))
    page.get_by_role("dialog", name=re.compile("^Place a depot in")).get_by_text("Place", exact=True).click()


@pytest.mark.parametrize("size", [(1440, 900), (360, 780)])
def test_a_depot_a_draw_and_another_depot(new_page: NewPage, size: tuple[int, int]) -> None:
    width, height = size
    page = new_page(viewport={"width": width, "height": height}, has_touch=width < 700)
    start_game(page, "europe_depots")
    keep_two(page)
    place_first(page)
    page.locator("[data-deck].legal").wait_for()
    me = view_of(page)["players"][0]
    assert (me["depots"], len(me["depots_placed"])) == (4, 1)
    expect(page.locator(".board .city.built .depot")).to_have_count(2)  # one of each player
    # A draw stores the top card first.
    page.locator("[data-deck]").click()
    panel = page.get_by_role("region", name="Which warehouse gets the top card?")
    expect(panel.locator("[data-warehouse]")).to_have_count(2)
    before = view_of(page)
    panel.locator("[data-warehouse='1']").click()
    expect(panel).to_have_count(0)
    expect(page.locator("[data-status]")).to_contain_text("Take your second card")
    after = view_of(page)
    stored = [player["warehouse"] for player in after["players"]]
    assert stored[1] == before["players"][1]["warehouse"] + 1
    assert sum(after["hand"].values()) == sum(before["hand"].values()) + 1
