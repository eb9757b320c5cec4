"""Settings and views: zoom, themes, confirmations, animations."""

from __future__ import annotations

from io import BytesIO

import pytest
from coloraide import Color
from PIL import Image, ImageFilter, ImageStat
from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.player import autoplay, keep_two, mark, middle_of, settled, start_game, wait_for_decision

COUNT_GHOSTS = """
window.ghosts = 0;
new MutationObserver((changes) => {
  for (const change of changes)
    for (const node of change.addedNodes) if (node.classList?.contains("ghost")) window.ghosts++;
}).observe(document, { childList: true, subtree: true });
"""


# Turns off the board's separate layers in the browser.
DRAW_AGAIN = """async () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".layer, .layer * { will-change: auto !important }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const layer = document.querySelector(".layer");
  const frame = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  layer.style.display = "none";
  await frame();
  layer.style.display = "";
  await frame();
}"""

SEEN = """() => {
  const frame = document.querySelector(".drawing").getBoundingClientRect();
  const toBoard = document.querySelector("svg.board").getScreenCTM().inverse();
  const corner = new DOMPoint(frame.x, frame.y).matrixTransform(toBoard);
  return [corner.x, corner.y, frame.width * toBoard.a, frame.height * toBoard.d];
}"""


def view_box(page: Page) -> list[float]:
    """Return the visible part of the board: top left corner, width and height in board units."""
    box: list[float] = page.evaluate(SEEN)
    return box


def wait_for_width(page: Page, wanted: str) -> None:
    """Wait until the visible width in board units meets a condition: "> 600"."""
    page.wait_for_function(f"() => ({SEEN})()[2] {wanted}")


def wait_for_rest(page: Page) -> None:
    """Wait until the board has stopped moving and is drawn at the present scale."""
    page.wait_for_function(
        f"""() => {{
          const seen = ({SEEN})().join();
          const rests = seen === window.seen;
          window.seen = seen;
          return rests && !document.querySelector("svg.board").parentElement.style.transform.includes("scale");
        }}""",
        polling=100,
    )


def sharpness(page: Page) -> float:
    """Return the width of the board's outlines on the screen."""
    board = Image.open(BytesIO(page.locator(".drawing").screenshot())).convert("L")
    edges: list[float] = ImageStat.Stat(board.filter(ImageFilter.FIND_EDGES)).rms
    return edges[0]


def test_zoom_by_keys_wheel_and_drag(new_page: NewPage) -> None:
    page = new_page(ground=True)
    start_game(page)
    whole = view_box(page)
    page.keyboard.press("+")
    page.keyboard.press("+")
    wait_for_width(page, f"< {whole[2] * 0.6}")
    near = view_box(page)
    box = page.locator(".drawing").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 80, y - 40, steps=4)
    page.mouse.up()
    dragged = view_box(page)
    assert dragged[0] > near[0]
    assert dragged[1] > near[1]
    page.mouse.wheel(0, 200)
    wait_for_width(page, f"> {dragged[2]}")
    for _ in range(6):
        page.mouse.wheel(0, -150)
    wait_for_width(page, f"< {whole[2] / 3}")
    page.mouse.move(1, 1)
    page.evaluate("document.activeElement.blur()")
    wait_for_rest(page)
    # At rest the board is as sharp as possible.
    shown = sharpness(page)
    page.evaluate(DRAW_AGAIN)
    assert shown > 0.99 * sharpness(page)
    page.keyboard.press("0")
    assert view_box(page) == pytest.approx(whole)
    page.get_by_role("button", name="Zoom in").click()
    assert view_box(page)[2] < whole[2]


def test_two_rows_of_tickets_are_seen_whole(new_page: NewPage) -> None:
    page = new_page()
    start_game(page, "switzerland")
    before = mark(page)
    for box in page.locator(".offer input").all():
        box.check()
    page.locator(".offer .button").click()
    settled(page, before)
    tickets = page.locator(".tickets ul")
    expect(tickets.locator("li")).to_have_count(5)
    assert tickets.evaluate("(list) => list.scrollHeight - list.clientHeight") <= 0


def test_nothing_stays_marked_that_is_not_about_to_be_done(new_page: NewPage) -> None:
    page = new_page()
    start_game(page, "europe")
    keep_two(page)
    wait_for_decision(page)
    caption = page.locator(".frame .caption")
    station = page.locator("[data-stations]")
    station.click()
    expect(caption).to_have_text("")
    expect(page.locator("[data-pick-mode='station']")).to_contain_text("Choose the city for your station")
    page.keyboard.press("Escape")
    expect(station).to_have_attribute("aria-pressed", "false")
    expect(caption).to_have_text("You can claim the routes with a thin outline")

    # While drawing cards no city can be chosen, and afterwards the mode is off.
    station.click()
    before = mark(page)
    page.locator("[data-deck]").click()
    settled(page, before)
    expect(station).to_have_attribute("aria-pressed", "false")

    autoplay(page, until=12)
    wait_for_decision(page)
    page.get_by_role("button", name="Routes").click()
    choice = page.locator("[data-choice]").first
    choice.hover()
    expect(page.locator(".board .route.chosen")).to_have_count(1)
    choice.click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(page.locator(".board .route.chosen")).to_have_count(0)


def test_settings_are_kept(new_page: NewPage) -> None:
    page = new_page(color_scheme="light")
    start_game(page)
    keep_two(page)
    light = page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Dark").check()
    page.get_by_label("claiming a route").uncheck()
    page.get_by_label("Single-key shortcuts").uncheck()
    page.keyboard.press("Escape")
    page.reload()
    page.locator(".market").wait_for()
    assert page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor") != light

    autoplay(page, until=12)
    wait_for_decision(page)
    page.keyboard.press("+")
    expect(page.get_by_role("button", name="Zoom out")).to_be_disabled()

    # A route with one payment is claimed at once; with several, the choice remains.
    before = mark(page)
    route = page.locator(".board .route.legal").first.get_attribute("data-route")
    assert route is not None
    page.mouse.click(*middle_of(page, route))
    panel = page.get_by_role("dialog")
    if panel.count():
        assert panel.get_by_role("radio").count() > 1 or panel.get_by_role("spinbutton").count()
        panel.get_by_role("button", name="Claim", exact=True).click()
    settled(page, before)


def test_what_is_asked_before_it_is_done(new_page: NewPage) -> None:
    page = new_page()
    start_game(page)
    keep_two(page)
    wait_for_decision(page)
    question = page.get_by_role("dialog")

    # Tickets commit for the whole game: they need confirmation, with this game's numbers, by key and by
    # press.
    for by_key in (True, False):
        if by_key:
            page.keyboard.press("t")
        else:
            page.locator("[data-ticket-deck]").click()
        expect(question).to_contain_text("3 tickets are drawn. You must keep at least one.")
        expect(question.get_by_role("button", name="Yes")).to_be_focused()
        page.keyboard.press("Escape")
        expect(question).to_have_count(0)

    # Taking a card needs no confirmation unless the setting requires it.
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("taking or drawing a card").check()
    page.keyboard.press("Escape")
    page.keyboard.press("d")
    expect(question).to_contain_text("Draw from the deck?")
    expect(question.get_by_role("button", name="Yes")).to_be_focused()
    before = mark(page)
    page.keyboard.press("Enter")
    settled(page, before)


def test_a_press_by_mistake_is_taken_back(new_page: NewPage) -> None:
    page = new_page()
    page.clock.install()
    start_game(page)
    keep_two(page)
    wait_for_decision(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("2 seconds").check()
    page.keyboard.press("Escape")
    before = mark(page)
    pending = page.locator("[data-pending]")
    page.locator("[data-deck]").click()
    expect(pending).to_contain_text("Drawing from the deck")
    pending.get_by_role("button", name="Undo").click()
    expect(pending).to_have_count(0)
    page.locator("[data-deck]").click()
    expect(pending).to_have_count(1)
    page.keyboard.press("Escape")
    expect(pending).to_have_count(0)
    page.clock.run_for(2300)
    expect(page.locator("[data-underway]")).to_have_count(0)
    assert mark(page) == before
    page.locator("[data-deck]").click()
    page.clock.run_for(2300)
    settled(page, before)
    expect(pending).to_have_count(0)
    expect(page.locator(".log li").filter(has_text="You draw")).to_have_count(1)


def test_moves_are_animated_unless_somebody_minds(new_page: NewPage) -> None:
    page = new_page(reduced_motion="no-preference")
    page.add_init_script(COUNT_GHOSTS)
    start_game(page)
    keep_two(page)
    for _ in range(2):
        wait_for_decision(page)
        before = mark(page)
        page.locator("[data-deck]").click()
        settled(page, before)
    wait_for_decision(page)
    flights = page.evaluate("window.ghosts")
    assert flights >= 2
    expect(page.locator(".ghost")).to_have_count(0)

    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Animate moves").uncheck()
    page.keyboard.press("Escape")
    before = mark(page)
    page.locator("[data-deck]").click()
    settled(page, before)
    wait_for_decision(page)
    assert page.evaluate("window.ghosts") == flights


def test_cards_have_the_colours_and_signs_of_the_board(new_page: NewPage) -> None:
    """Spaces are paler than cards; the most similar space is the one of the card's color, in light and dark."""
    page = new_page(color_scheme="light")
    start_game(page)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        cards, spaces, strange = page.evaluate(
            """() => {
              const board = getComputedStyle(document.querySelector("svg.board"));
              const probe = document.body.appendChild(document.createElement("span"));
              const colors = ["purple", "blue", "orange", "white", "green", "yellow", "black", "red", "gray"];
              const cards = colors.map((color) => {
                probe.className = `card-${color}`;
                probe.style.color = "var(--tint)";
                return [color, getComputedStyle(probe).color];
              });
              const signs = [...document.querySelectorAll("svg.card use")].map((use) => use.getAttribute("href"));
              return [
                Object.fromEntries(cards),
                Object.fromEntries(colors.map((color) => [color, board.getPropertyValue(`--route-${color}`)])),
                signs.filter((href) => !document.querySelector(`svg.board symbol${href}`)),
              ];
            }"""
        )
        nearest = {
            color: min(spaces, key=lambda other: Color(tint).delta_e(spaces[other], method="2000"))
            for color, tint in cards.items()
        }
        assert nearest == {color: color for color in cards}
        assert strange == []
