"""What tables show on small screens: whole columns on tablets; on phones, maps and the hand beside a question."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from tests.web.conftest import NewPage
from tests.web.layout import painted
from tests.web.player import on_turn, start_game, view_of
from tests.web.test_games import PHONE

FINGER = 44
# Dots of cities whose middle is under the letters of another name; a line is higher than its letters.
COVERED = """() => {
  const names = [...document.querySelectorAll("svg.board .label:not(.away)")]
    .map((name) => [name.dataset.city, name.getBoundingClientRect()]);
  return [...document.querySelectorAll("svg.board .city .dot")].flatMap((dot) => {
    const box = dot.getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const own = dot.closest("[data-city]").dataset.city;
    return names
      .filter(([city, name]) => city !== own && x > name.left && x < name.right
        && y > name.top + name.height / 4 && y < name.bottom - name.height / 4)
      .map(([city]) => [city, own]);
  });
}"""


@pytest.mark.parametrize("width", [920, 1024, 1099])
def test_a_tablet_shows_whole_columns(new_page: NewPage, width: int) -> None:
    page = new_page(viewport={"width": width, "height": 720})
    on_turn(page, "europe", until=10)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    slots = page.locator("[data-slot]").evaluate_all("slots => slots.map((slot) => slot.offsetWidth)")
    assert min(slots) >= FINGER
    column: Any = page.locator(".side").bounding_box()
    for part in (".market-cell", ".players-cell", ".tickets-cell", ".log-cell"):
        box: Any = page.locator(f".side > {part}").bounding_box()
        assert (box["x"], box["width"]) == (column["x"], column["width"]), part


@pytest.mark.parametrize("ruleset", ["usa", "europe", "switzerland"])
def test_no_name_covers_a_dot_on_a_phone(new_page: NewPage, ruleset: str) -> None:
    """Only the names of cities on your tickets may, since they are always shown."""
    page = new_page(**PHONE)
    on_turn(page, ruleset, until=10)
    whole = page.get_by_role("button", name="Show the whole board")
    if whole.is_enabled():
        whole.tap()
    painted(page)
    tickets = view_of(page)["tickets"]
    own = {place for ticket in tickets for place in (ticket["from"], *ticket["to"])}
    assert [pair for pair in page.evaluate(COVERED) if pair[0] not in own] == []


@pytest.mark.parametrize("ruleset", ["usa", "card_game"])
def test_the_hand_is_visible_beside_the_choice_of_tickets(new_page: NewPage, ruleset: str) -> None:
    page = new_page(**PHONE)
    page.goto("/")
    start_game(page, ruleset)
    # A low screen has room for the hand only where it is beside the handle.
    room = ruleset == "card_game" or (page.viewport_size and page.viewport_size["height"] > 760)
    expect(page.locator(".question .held .tile").first).to_be_visible(visible=bool(room))
    page.get_by_role("button", name="Hide the question").tap()
    expect(page.locator("[data-hand] [data-hand-color]").first).to_be_in_viewport()
    expect(page.locator("[data-slot]").first).to_be_in_viewport()
