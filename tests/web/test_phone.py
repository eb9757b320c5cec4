"""A phone: whole games by touch, sizes and visibility, gestures on the board, taking two cards at once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.web.conftest import NewPage
from tests.web.input_devices import Touch
from tests.web.layout import painted
from tests.web.player import (
    autoplay,
    autoplay_to_the_final_round,
    keep_two,
    make_log,
    mark,
    place_on_board,
    settled,
    start_by_hand,
    start_game,
    view_of,
    wait_for_decision,
)
from tests.web.strategies import Usual
from tests.web.test_games import PHONE, check_the_end, play
from tests.web.test_view import view_box, wait_for_rest, wait_for_width
from tests.web.test_yard import EVERYTHING
from tests.web.test_yard import check_the_end as check_the_end_of_cards
from tests.web.yard_player import CAN_ROB, CAN_SET, Collector, YardTouch, color_of, pile, reach, start_yard

LANDSCAPE: dict[str, Any] = {**PHONE, "viewport": {"width": 740, "height": 360}}
LEAST_NAME, LEAST_TARGET, FINGER = 11, 24, 44

# The visible names on the board: their sizes on the screen.
NAMES = """() => [...document.querySelectorAll("svg.board .label")]
  .filter((label) => getComputedStyle(label).display !== "none")
  .map((label) => {
    const matrix = label.getScreenCTM();
    return Number(label.getAttribute("font-size")) * Math.hypot(matrix.a, matrix.b);
  })"""
# The width of the touch targets of routes and cities.
TARGETS = """() => {
  const scale = document.querySelector("svg.board").getScreenCTM().a;
  const of = (selector, property, factor) => [...document.querySelectorAll(`svg.board ${selector}`)]
    .map((element) => parseFloat(getComputedStyle(element)[property]) * scale * factor);
  return [...of(".route:not(.chosen, :hover) .hit", "strokeWidth", 1), ...of(".city circle.hit", "r", 2)];
}"""
IN_SIGHT = """(part) => {
  const board = document.querySelector(".drawing").getBoundingClientRect();
  const box = document.querySelector(part)?.getBoundingClientRect();
  const [x, y] = [(box?.left + box?.right) / 2, (box?.top + box?.bottom) / 2];
  return board.left <= x && x <= board.right && board.top <= y && y <= board.bottom;
}"""
BUTTONS = """() => [...document.querySelectorAll("header a, header button, main button, main label")]
  .filter((element) => element.checkVisibility() && element.getClientRects().length)
  .filter((element) => !element.matches(".link")) // a place within a sentence is as high as its line
  .map((element) => {
    // A question mark is pressed around it as well.
    const around = element.matches("[data-rule]") ? -2 * parseFloat(getComputedStyle(element, "::before").top) : 0;
    const { width, height } = element.getBoundingClientRect();
    return [element.textContent.trim() || element.getAttribute("aria-label"), width + around, height + around];
  })"""


def check_sizes(page: Page) -> None:
    """Check that everything is readable and pressable, and nothing leaves the screen."""
    painted(page)
    names = page.evaluate(NAMES)
    assert names
    assert min(names) >= LEAST_NAME
    assert min(page.evaluate(TARGETS)) >= LEAST_TARGET - 0.1
    check_buttons(page)


def check_buttons(page: Page) -> None:
    """Check that touch targets have the size of a finger; cards of a hand overlap."""
    buttons = page.evaluate(BUTTONS)
    small = [
        (name, width, height)
        for name, width, height in buttons
        if width < LEAST_TARGET or height < FINGER - 0.5
    ]
    assert not small
    scrolled = page.evaluate(
        "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
    )
    assert max(scrolled) <= 0


def box_of(part: Locator) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom on the screen."""
    box = part.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def check_in_sight(page: Page, *parts: str) -> None:
    """Check that the centers of these elements are on the visible board."""
    for part in parts:
        page.wait_for_function(IN_SIGHT, arg=part, timeout=3000)


def check_beside(page: Page, *, landscape: bool) -> None:
    """Check that the dock does not cover the board."""
    board, dock = box_of(page.locator(".drawing")), box_of(page.locator(".dock"))
    assert (board[2] <= dock[0] + 1) if landscape else (board[3] <= dock[1] + 1)


@pytest.mark.parametrize("ruleset", ["usa", "switzerland"])
def test_a_whole_game_by_touch(new_page: NewPage, ruleset: str) -> None:
    page = new_page(**PHONE)
    start_by_hand(page, ruleset)
    hands = Touch(page)
    usual = Usual(page, hands, ruleset)
    play(page, usual, usual.practiced, lambda: autoplay_to_the_final_round(page))
    assert usual.tickets_drawn
    check_buttons(page)
    check_the_end(page, hands)


def test_a_whole_card_game_by_touch(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    start_yard(page)
    hands = Touch(page)
    player = Collector(page, hands, YardTouch(page, hands))
    player.play(100, lambda: set(player.done) >= EVERYTHING)
    assert set(player.done) >= EVERYTHING, player.done
    check_the_end_of_cards(page)


@pytest.mark.parametrize("landscape", [False, True], ids=["portrait", "landscape"])
def test_what_is_seen(new_page: NewPage, landscape: bool) -> None:
    page = new_page(**(LANDSCAPE if landscape else PHONE))
    start_game(page, "europe")
    # Tickets are chosen beside their cities; the question can be minimized and restored.
    ends = {city for ticket in view_of(page)["offer"] for city in (ticket["from"], *ticket["to"])}
    for city in ends:
        check_in_sight(page, f'.city[data-city="{city}"]')
        expect(page.locator(f'.label[data-city="{city}"]')).not_to_have_class(re.compile("away"))
    check_sizes(page)
    check_beside(page, landscape=landscape)
    first = page.locator(".offer input").first
    first.tap()
    expect(page.locator(".board .city.lit")).to_have_count(2)
    page.get_by_role("button", name="Hide the question").tap()
    expect(first).to_be_hidden()
    page.get_by_role("button", name="Show the question").tap()
    expect(first).to_be_checked()
    first.uncheck()
    keep_two(page)
    wait_for_decision(page)
    check_sizes(page)

    # The board starts at the player's tickets, also after a reload.
    page.reload()
    wait_for_decision(page)
    tickets = view_of(page)["tickets"]
    for city in {city for ticket in tickets for city in (ticket["from"], *ticket["to"])}:
        check_in_sight(page, f'.city[data-city="{city}"]')
    whole = page.get_by_role("button", name="Show the whole board")
    if whole.is_enabled():
        whole.tap()
    check_sizes(page)

    # The route is visible beside the payment question, whatever was visible before.
    autoplay(page, until=14)
    wait_for_decision(page)
    route = page.locator(".board .route.legal").last.get_attribute("data-route")
    page.get_by_role("button", name="Routes").tap()
    page.locator(f'[data-choice="{route}"]').tap()
    expect(page.locator(".board .route.chosen")).to_have_attribute("data-route", route or "")
    check_beside(page, landscape=landscape)
    check_in_sight(page, f'.board [data-route="{route}"]')
    check_sizes(page)
    expect(page.get_by_role("dialog").get_by_role("button", name="Claim", exact=True)).to_be_in_viewport(
        ratio=1
    )
    page.get_by_role("dialog").get_by_role("button", name="Cancel").tap()

    for drawer, shown in (("My tickets", ".tickets li"), ("Log", ".log li")):
        button = page.locator(".bar button", has_text=drawer)
        button.tap()
        expect(page.locator(shown).last).to_be_in_viewport()
        check_buttons(page)
        button.tap()
        expect(page.locator("[data-deck]")).to_be_in_viewport(ratio=1)
    page.locator(".chips button").last.tap()
    expect(page.locator(".players")).to_contain_text("Bot: First ride")


def test_the_yards_stay_in_sight(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    view = reach(page, CAN_ROB)
    check_buttons(page)
    rows = [(player["seat"], row["color"]) for player in view["players"] for row in player["siding"]]
    seat, color = next(
        (seat, color)
        for seat, color in rows
        if any(color_of(a) == color for a in view["legal"] if "set:" in a)
    )
    pile(page, color).tap()
    panel = page.get_by_role("dialog")
    expect(panel).to_contain_text("This robs")
    robbed = page.locator(f'.zone[data-seat="{seat}"] [data-row="{color}"].robbed')
    expect(robbed).to_be_in_viewport(ratio=0.9)
    assert box_of(robbed)[3] <= box_of(page.locator(".dock"))[1] + 1
    expect(panel.locator("[data-place]")).to_be_in_viewport(ratio=1)
    check_buttons(page)


def test_the_card_game_in_landscape(new_page: NewPage) -> None:
    page = new_page(**LANDSCAPE)
    view = reach(page, CAN_SET, players=3)
    yards, dock = box_of(page.locator(".yards")), box_of(page.locator(".dock"))
    assert yards[2] <= dock[0] + 1
    color = next(color_of(action) for action in view["legal"] if action.startswith("set:"))
    pile(page, color).tap()
    before = mark(page)
    page.get_by_role("dialog").locator("[data-place]").tap()
    settled(page, before)


def test_fingers_on_the_board(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    page.clock.install()
    start_game(page)
    keep_two(page)
    wait_for_decision(page)
    wait_for_rest(page)
    whole = page.get_by_role("button", name="Show the whole board")
    if whole.is_enabled():
        whole.tap()
    expect(page.get_by_role("button", name="Zoom out")).to_be_disabled()
    all_of_it = view_box(page)
    left, top, right, bottom = box_of(page.locator(".drawing"))
    x, y = (left + right) / 2, (top + bottom) / 2
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        places = [{"x": x + dx, "y": y + dy, "id": i} for i, (dx, dy) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    fingers("touchStart", (-20, 0), (20, 0))
    for spread in (30, 45, 60):
        fingers("touchMove", (-spread, 0), (spread, 0))
    fingers("touchEnd")
    near = view_box(page)
    assert near[2] < all_of_it[2] * 0.6
    fingers("touchStart", (0, 0))
    for way in (20, 40, 60):
        fingers("touchMove", (-way, 0))
    fingers("touchEnd")
    assert view_box(page)[0] > near[0]
    assert view_box(page)[2] == pytest.approx(near[2], rel=1e-3)
    check_sizes(page)
    whole.tap()
    assert view_box(page) == pytest.approx(all_of_it)

    # A double tap zooms in and keeps the point fixed; another one shows everything. Neither chooses a route.
    def board_at() -> tuple[float, float]:
        seen_x, seen_y, width, _ = view_box(page)
        return seen_x + (x - 30 - left) * width / (right - left), seen_y + (y - top) * width / (right - left)

    point = board_at()
    for _ in range(2):
        page.touchscreen.tap(x - 30, y)
    wait_for_width(page, "< 600")
    assert board_at() == pytest.approx(point, abs=4)  # in pixels
    page.clock.run_for(400)
    expect(page.get_by_role("dialog")).to_have_count(0)
    for _ in range(2):
        page.touchscreen.tap(x - 30, y)
    expect(page.get_by_role("button", name="Zoom out")).to_be_disabled()
    page.get_by_role("button", name="Show my tickets on the board").tap()

    # A tap beside a highlighted route chooses it if it is the nearest.
    autoplay(page, until=12)
    wait_for_decision(page)
    page.get_by_role("button", name="Zoom in").tap()
    lit = page.locator(".board .route.legal").evaluate_all("all => all.map((one) => one.dataset.route)")
    route, at = next((route, at) for route in lit if (at := place_on_board(page, route)))
    page.touchscreen.tap(at[0] + 4, at[1] + 4)
    panel = page.get_by_role("dialog", name=re.compile("^Claim"))
    panel.wait_for()
    chosen = page.locator(".board .route.chosen").get_attribute("data-route")
    others = panel.locator("[data-other]").evaluate_all("all => all.map((one) => one.dataset.other)")
    assert route in (chosen, *others)


def test_two_cards_at_once(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    start_game(page)
    keep_two(page)
    wait_for_decision(page)
    make_log(page)
    drawn = len(own_draws(page))
    deck = page.locator("[data-deck]")
    page.locator("[data-pair]").tap()
    plain = page.locator('button.slot.legal:not([data-color="wild"])').first
    plain.tap()
    expect(plain).to_have_attribute("aria-pressed", "true")
    plain.tap()
    expect(plain).to_have_attribute("aria-pressed", "false")
    assert len(own_draws(page)) == drawn
    plain.tap()
    deck.tap()
    page.wait_for_function("drawn => !document.querySelector('[data-pair][aria-pressed=true]')", arg=drawn)
    wait_for_decision(page)
    assert len(own_draws(page)) == drawn + 2

    # A long press marks as well. A locomotive cannot be the second card.
    while not (page.locator('button.slot.legal[data-color="wild"]').count() and plain.count()):
        before = mark(page)
        deck.tap()
        settled(page, before)
        wait_for_decision(page)
        if "second card" in page.locator("[data-status]").inner_text():
            before = mark(page)
            deck.tap()
            settled(page, before)
            wait_for_decision(page)
    drawn = len(own_draws(page))
    left, top, right, bottom = box_of(plain)
    touch = page.context.new_cdp_session(page)
    points = [{"x": (left + right) / 2, "y": (top + bottom) / 2}]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    expect(plain).to_have_attribute("aria-pressed", "true")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.locator('button.slot.legal[data-color="wild"]').first.tap()
    expect(page.locator(".lost")).to_have_text("The second card is gone. Choose another one.")
    expect(page.locator("[data-status]")).to_contain_text("Take your second card")
    assert len(own_draws(page)) == drawn + 1


def own_draws(page: Page) -> list[str]:
    """Return the log's lines about the player's own cards."""
    lines: list[str] = page.locator(".log li").all_text_contents()
    return [line for line in lines if re.match(r"\s*You (take|draw) (?!\d)", line)]


def test_a_guide_leaves_room_for_the_tickets(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    page.goto("/rules")
    page.locator("[data-guide=usa]").tap()
    expect(page.locator("[data-coach=opening]")).to_contain_text("Tap one to highlight them")
    for ticket in page.locator(".offer li").all():
        expect(ticket).to_be_in_viewport(ratio=0.9)
    # A ticket's missing cards have a separate box, because a second line would overlap the first.
    keep_two(page)
    wait_for_decision(page)
    page.locator("[data-coach-leave]").tap()
    page.locator(".dock .bar button").first.tap()
    page.locator(".drawer .ticket").first.tap()
    lacking = page.locator("[data-caption] b")
    lacking.wait_for()
    assert lacking.evaluate("(box) => box.getClientRects().length") == 1


def test_the_status_of_a_last_turn(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    reach(page, 'view.final_round && view.phase === "turn"', players=4)
    status = page.locator("[data-status]")
    expect(status).to_contain_text("Your last turn of this round")
    expect(status.locator("[data-final] .short")).to_be_visible()
    _, top, right, bottom = box_of(status)
    assert bottom - top < 90
    hint = box_of(status.locator("[data-hint-open]"))
    assert hint[3] <= bottom + 1
    assert hint[2] <= right


def test_the_help_for_fingers(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    start_game(page)
    page.get_by_role("button", name="Help").tap()
    shown = page.get_by_role("dialog", name="Touch gestures")
    expect(shown).to_contain_text("Double tap")
    expect(shown).not_to_contain_text("Page Up")


def test_the_menu_of_the_table(new_page: NewPage) -> None:
    """Leaving is in the table menu, with the settings, and not in the help."""
    page = new_page(**PHONE)
    start_game(page)
    check_buttons(page)
    page.get_by_role("button", name="Help").tap()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.get_by_role("dialog").locator("[data-menu]")).to_have_count(0)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Table: leave").tap()
    shown = page.get_by_role("dialog", name="Table")
    shown.get_by_role("button", name="Settings").tap()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    page.keyboard.press("Escape")
    for name in ("Table: leave", "Leave: let a bot play for me", "Yes, leave"):
        page.get_by_role("button", name=name).tap()
    expect(page.locator("[data-strip=replaced]")).to_be_visible()
