"""Where cards fly from and to, and what stays still."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect
from tests.waiting import wait_for
from tests.web.conftest import NewPage
from tests.web.player import (
    keep_two,
    lit_routes,
    mark,
    on_turn,
    settled,
    start_game,
    view_of,
    wait_for_decision,
)
from tests.web.test_games import PHONE

# Records the first and the last center of every flying card, and flies it at once.
RECORD = """
window.flights = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  if (this.className !== "ghost") return animate.call(this, frames, options);
  const width = parseFloat(this.style.width);
  const center = ({ transform }) => {
    const [x, y] = /translate\\((\\S+)px, (\\S+)px\\)/.exec(transform).slice(1).map(Number);
    return [x + width / 2, y + width * 0.32];
  };
  window.flights.push([center(frames[0]), center(frames.at(-1))]);
  return animate.call(this, frames, { ...options, duration: 1, delay: 0 });
};
"""
CENTER = """element => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}

Point = list[float]


def centers(page: Page, selector: str) -> list[Point]:
    """Return the centers of all elements of a selector."""
    found: list[Point] = page.locator(selector).evaluate_all(f"all => all.map({CENTER})")
    return found


def close(one: Point, other: Point, pixels: float = 3) -> bool:
    """Return whether two points are the same but for rounding."""
    return abs(one[0] - other[0]) <= pixels and abs(one[1] - other[1]) <= pixels


def flights(page: Page) -> list[tuple[Point, Point]]:
    """Return the flights since the last call."""
    found: list[tuple[Point, Point]] = page.evaluate("window.flights.splice(0)")
    return found


def test_tickets_fly_from_the_deck_to_the_choice_and_from_there_to_the_others_or_back(
    new_page: NewPage,
) -> None:
    page = new_page(**MOVING)
    page.add_init_script(RECORD)
    on_turn(page)
    deck = centers(page, "[data-ticket-deck]")[0]
    flights(page)
    page.locator("[data-ticket-deck]").click()
    page.get_by_role("button", name="Yes").click()
    offered = page.locator("[data-offered]")
    offered.first.wait_for()
    wait_for(lambda: page.evaluate("window.flights.length") == offered.count())
    places = centers(page, "[data-offered]")
    for (start, end), place in zip(flights(page), places, strict=True):
        assert close(start, deck)
        assert close(end, place)
    expect(offered.first).to_have_css("opacity", "1")
    offered.first.locator("input").check()
    own = centers(page, "[data-tickets]")[0]
    before = mark(page)
    page.locator(".offer .button").click()
    settled(page, before)
    flown = flights(page)[: len(places)]
    assert all(close(start, place) for (start, _), place in zip(flown, places, strict=True))
    assert close(flown[0][1], own)
    assert all(close(end, deck) for _, end in flown[1:])


def test_a_first_card_of_a_color_flies_to_its_place_in_the_hand(new_page: NewPage) -> None:
    page = new_page(**MOVING)
    page.add_init_script(RECORD)
    on_turn(page)
    for _ in range(12):
        held = set(view_of(page)["hand"])
        new = [slot for slot, color in enumerate(view_of(page)["market"]) if color and color not in held]
        wait_for_decision(page)
        flights(page)
        if new and page.locator(f"[data-slot='{new[0]}'].legal").count():
            color = page.locator(f"[data-slot='{new[0]}']").get_attribute("data-color")
            before = mark(page)
            page.locator(f"[data-slot='{new[0]}']").click()
            settled(page, before)
            _, end = flights(page)[0]
            place = centers(page, f"[data-hand-color='{color}'] .top")[0]
            # The other cards make room, and the fan turns a little.
            assert close(end, place, 30)
            return
        before = mark(page)
        page.locator("[data-deck]").click()
        settled(page, before)
    raise AssertionError("no new color has been face up")


def test_the_market_of_a_phone_is_still_when_it_comes_back(new_page: NewPage) -> None:
    page = new_page(**PHONE | MOVING)
    on_turn(page, until=10)
    route = next(iter(lit_routes(page)))
    page.locator(f'.board .route[data-route="{route}"]').focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name=re.compile("^Claim")).wait_for()
    expect(page.locator(".market [data-slot]").first).to_be_hidden()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".market [data-slot]").first).to_be_visible()
    running = page.locator(".market .turned").evaluate_all(
        "cards => cards.flatMap((card) => card.getAnimations()).length"
    )
    assert running == 0


def test_focus_moves_the_board_by_its_camera_only(new_page: NewPage) -> None:
    # A browser scrolls what hides the focused element. The board would then stay shifted.
    page = new_page(**PHONE)
    start_game(page, "europe")
    keep_two(page)
    wait_for_decision(page)
    page.get_by_role("button", name="Zoom in").click(click_count=3)
    page.keyboard.press("b")
    for route in page.locator(".board .route").all()[::9]:
        route.focus()
        page.wait_for_function("() => document.activeElement.matches('.route')")
        left, right, top, bottom, *moved = route.locator(".track").evaluate(
            """track => {
              const frame = document.querySelector(".drawing");
              const [seen, box] = [frame, track].map((one) => one.getBoundingClientRect());
              const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
              return [middle[0] - seen.left, seen.right - middle[0], middle[1] - seen.top,
                seen.bottom - middle[1], frame.scrollLeft, frame.scrollTop];
            }"""
        )
        assert moved == [0, 0]
        assert min(left, right, top, bottom) >= 0
