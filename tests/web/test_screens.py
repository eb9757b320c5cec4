"""What tables show on every screen: whole tickets beside a board, whole columns on tablets; on phones, maps and the
hand beside a question.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from tests.web.conftest import NewPage
from tests.web.layout import overlap, painted
from tests.web.player import asked, offered, on_turn, start_game, view_of
from tests.web.test_games import PHONE

from whistlestop.practice.puzzles import puzzles

FINGER = 44
# Dots of cities whose center is under the letters of another name; a line is higher than its letters.
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

# Tickets of a panel that are seen whole or in part, and those whose texts leave the card.
TICKETS = """([panel, card]) => {
  const list = document.querySelector(`${panel} ul`).getBoundingClientRect();
  const cards = [...document.querySelectorAll(`${panel} ${card}`)].map((card) => [card, card.getBoundingClientRect()]);
  const names = (some) => some.map(([card]) => card.textContent.trim());
  return {
    whole: cards.filter(([, box]) => box.bottom <= list.bottom + 1).length,
    cut: names(cards.filter(([, box]) => box.top < list.bottom - 1 && box.bottom > list.bottom + 1)),
    full: names(cards.filter(([card, box]) => {
      const text = card.querySelector(".places").getBoundingClientRect();
      return text.top < box.top || text.bottom > box.bottom || card.scrollWidth > card.clientWidth;
    })),
    foot: document.querySelector(".log-cell").getBoundingClientRect().bottom,
  };
}"""

OWN = [".tickets", ".ticket"]


@pytest.mark.parametrize(("ruleset", "players"), [("usa", 5), ("switzerland", 3), ("card_game", 4)])
def test_many_tickets_are_seen_whole(new_page: NewPage, ruleset: str, players: int) -> None:
    page = new_page()
    bots = [{"kind": "bot", "bot": "first_ride"}] * (players - 1)
    body = {"ruleset": ruleset, "seats": [{"kind": "me"}, *bots], "start": True}
    table = asked(page, "POST", "/api/tables", body)["id"]
    while len((view := asked(page, "GET", f"/api/tables/{table}/view")["view"])["tickets"]) < 8:
        wanted = [action for action in view["legal"] if action.startswith(("keep", "tickets"))]
        if wanted:  # the longest action keeps the most tickets
            command = {"id": str(view["version"]), "version": view["version"], "action": max(wanted, key=len)}
            asked(page, "POST", f"/api/tables/{table}/commands", command)
    page.goto(f"/t/{table}")
    expect(page.locator(".tickets .ticket")).to_have_count(len(view["tickets"]))
    page.locator("svg.board, .table").first.wait_for()
    for width, height, least in ((1440, 900, 8), (1920, 1080, 8), (1366, 680, 6), (1280, 620, 1)):
        page.set_viewport_size({"width": width, "height": height})
        painted(page)
        seen = page.evaluate(TICKETS, OWN)
        assert (seen["cut"], seen["full"]) == ([], []), (width, height)
        assert seen["whole"] >= least, (width, height)
        assert seen["foot"] <= height


@pytest.mark.parametrize(("ruleset", "players"), [("usa", 5), ("europe", 5), ("europe_mega", 2)])
def test_offered_tickets_are_seen_whole(new_page: NewPage, ruleset: str, players: int) -> None:
    """A choice shows all its tickets at once (USA-4, EUR-3, EUR-39)."""
    page = new_page()
    bots = [{"kind": "bot", "bot": "first_ride"}] * (players - 1)
    body = {"ruleset": ruleset, "seats": [{"kind": "me"}, *bots], "start": True}
    page.goto(f"/t/{asked(page, 'POST', '/api/tables', body)['id']}")
    offer = page.locator(".side .offer")
    offer.wait_for()
    page.locator("svg.board").wait_for()
    for width, height in ((1440, 900), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        painted(page)
        seen = page.evaluate(TICKETS, [".offer", "label"])
        assert (seen["cut"], seen["full"]) == ([], []), (width, height)
        assert seen["whole"] == len(offered(page)) >= 3
        around: Any = page.locator(".decision").bounding_box()
        button: Any = offer.locator("> .button").bounding_box()
        assert button["y"] + button["height"] <= around["y"] + around["height"] <= seen["foot"] <= height


WIDE = [(1440, 900), (1366, 768), (1280, 800), (1280, 720)]


@pytest.mark.parametrize(("ruleset", "players"), [("usa", 5), ("europe", 2)])
def test_drawn_tickets_leave_the_board_visible(new_page: NewPage, ruleset: str, players: int) -> None:
    """They are chosen beside or below it, seen whole; then the deck has the focus again (USA-26, USA-27)."""
    page = new_page()
    bots = [{"kind": "bot", "bot": "first_ride"}] * (players - 1)
    body = {"ruleset": ruleset, "seats": [{"kind": "me"}, *bots], "start": True}
    table = asked(page, "POST", "/api/tables", body)["id"]
    while True:
        view = asked(page, "GET", f"/api/tables/{table}/view")["view"]
        wanted = [action for action in view["legal"] if action.startswith(("keep", "tickets"))]
        if view["phase"] != "opening" and view["offer"] and len(view["tickets"]) >= 5:
            break
        if wanted:
            command = {"id": str(view["version"]), "version": view["version"], "action": max(wanted, key=len)}
            asked(page, "POST", f"/api/tables/{table}/commands", command)
    page.goto(f"/t/{table}")
    offer = page.locator(".offer")
    offer.wait_for()
    page.locator("svg.board").wait_for()
    for width, height in (*WIDE, (820, 1180), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        painted(page)
        expect(offer.locator("input").first).to_be_visible()
        choice: Any = offer.bounding_box()
        board: Any = page.locator(".board-cell .drawing").bounding_box()
        assert not overlap(choice, board), (width, height)
        seen = page.evaluate(TICKETS, [".offer", "label"]) if (width, height) in WIDE else None
        if seen:
            assert (seen["whole"], seen["cut"], seen["full"]) == (len(view["offer"]), [], []), (width, height)
            assert seen["foot"] <= height
    page.set_viewport_size({"width": 1280, "height": 720})
    offer.locator("input").first.check()
    offer.locator("> .button").press("Enter")
    expect(offer).to_have_count(0)
    expect(page.locator("[data-deck]")).to_be_focused()


def test_another_layout_keeps_the_ticks(new_page: NewPage) -> None:
    """Each layout of a table has the choice in another place (USA-4)."""
    page = new_page(viewport={"width": 1280, "height": 800})
    start_game(page, "usa")
    boxes = page.locator(".offer input")
    boxes.nth(1).check()
    boxes.nth(2).check()
    for width in (900, 700, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        page.locator(".phone-table .offer" if width == 700 else "main.grid .offer").wait_for()
        assert [box.is_checked() for box in boxes.all()] == [False, True, True], width
    page.get_by_role("button", name="Keep 2 tickets").click()
    expect(page.locator(".offer")).to_have_count(0)
    assert len(view_of(page)["tickets"]) == 2


def test_a_tunnel_to_decide_covers_neither_its_route_nor_tickets(new_page: NewPage) -> None:
    """A puzzle starts with the question, which appears before the board does (EUR-14)."""
    page = new_page()
    puzzle = next(one for one in puzzles()["switzerland"].values() if "withdraw" in one.moves)
    page.goto(f"/puzzles/switzerland/{puzzle.id}")
    panel = page.locator(".popover .tunnel")
    panel.locator(".buttons").wait_for()
    page.locator("svg.board .route.chosen").wait_for()
    for width, height in ((1440, 900), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        painted(page)
        question: Any = panel.bounding_box()
        route: Any = page.locator("svg.board .route.chosen .hit").bounding_box()
        board: Any = page.locator(".drawing").bounding_box()
        assert not overlap(question, route)
        assert question["x"] >= board["x"]
        assert question["x"] + question["width"] <= board["x"] + board["width"]
        seen = page.evaluate(TICKETS, OWN)
        assert (seen["cut"], seen["full"]) == ([], [])
        assert seen["whole"] == page.locator(".tickets .ticket").count() > 0


@pytest.mark.parametrize("width", [920, 1024, 1099])
def test_a_tablet_shows_whole_columns(new_page: NewPage, width: int) -> None:
    page = new_page(viewport={"width": width, "height": 720})
    on_turn(page, "europe", until=10)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    slots = page.locator("[data-slot]").evaluate_all("slots => slots.map((slot) => slot.offsetWidth)")
    assert min(slots) >= FINGER
    column: Any = page.locator(".side").bounding_box()
    for part in (".market-cell", ".players-cell", ".tickets-cell", ".log-cell"):
        box: Any = page.locator(f".side {part}").bounding_box()
        assert (box["x"], box["width"]) == (column["x"], column["width"]), part


@pytest.mark.parametrize("ruleset", ["usa", "europe", "switzerland"])
def test_no_name_covers_a_dot_on_a_phone(new_page: NewPage, ruleset: str) -> None:
    """Only the names of cities on your tickets may, because they are always shown."""
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
    # A low screen has space for the hand only beside the handle.
    room = ruleset == "card_game" or (page.viewport_size and page.viewport_size["height"] > 760)
    expect(page.locator(".question .held .tile").first).to_be_visible(visible=bool(room))
    page.get_by_role("button", name="Hide the question").tap()
    expect(page.locator("[data-hand] [data-hand-color]").first).to_be_in_viewport()
    expect(page.locator("[data-slot]").first).to_be_in_viewport()
