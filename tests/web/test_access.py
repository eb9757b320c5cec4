"""Every page and table state: no violation found by axe, no horizontal scrolling, nothing hidden."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.layout import faults, painted
from tests.web.player import (
    autoplay,
    choose_board,
    keep_two,
    mark,
    settled,
    start_game,
    view_of,
    wait_for_decision,
)

SCREENS: dict[str, dict[str, Any]] = {
    "light": {"viewport": {"width": 1440, "height": 900}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1100, "height": 760}, "color_scheme": "dark"},
    "phone-light": {"viewport": {"width": 360, "height": 740}, "color_scheme": "light", "has_touch": True},
    "phone-dark": {"viewport": {"width": 360, "height": 640}, "color_scheme": "dark", "has_touch": True},
    "phone-landscape": {
        "viewport": {"width": 740, "height": 360},
        "color_scheme": "light",
        "has_touch": True,
    },
}

DEVICES = {
    "wide": ["light", "dark"],
    "phone": ["phone-light", "phone-dark"],
    "phone-landscape": ["phone-landscape"],
}
"""The screens of one page, which it can switch between."""

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OF_TEXTS = [
    *("aria-command-name", "aria-dialog-name", "aria-input-field-name", "aria-meter-name"),
    *("aria-progressbar-name", "aria-tab-name", "aria-toggle-field-name", "aria-tooltip-name"),
    *("aria-treeitem-name", "button-name"),
    *("definition-list", "dlitem", "document-title", "empty-heading", "empty-table-header", "heading-order"),
    *("html-has-lang", "html-lang-valid", "image-alt", "image-redundant-alt", "input-button-name", "label"),
    *("label-title-only", "landmark-unique", "link-name", "list", "listitem", "role-img-alt"),
    *("scrollable-region-focusable", "select-name", "summary-name", "svg-img-alt", "table-duplicate-name"),
    *("target-size", "valid-lang"),
]
"""The rules of axe whose result depends on the language."""

RUN = """async (rules) => {
  await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})));
  const found = await axe.run(document, { resultTypes: ["violations"], runOnly: rules });
  return found.violations.map((rule) => `${rule.id}: ${rule.nodes.map((node) => node.target + " " +
    node.failureSummary).slice(0, 3).join("; ")}`);
}"""

BELOW = """() => [...document.querySelectorAll("body *")]
  .filter((element) => element.getBoundingClientRect().bottom > innerHeight)
  .map((element) => `${element.tagName} ${element.getAttribute("class")}`)"""


@pytest.fixture(params=DEVICES)
def device(request: pytest.FixtureRequest) -> str:
    """A wide screen or a phone, in portrait or landscape; it starts with the first of its screens."""
    name: str = request.param
    return name


def show_on(page: Page, screen: str) -> None:
    """Switch a page to another of its device's screens."""
    page.set_viewport_size(SCREENS[screen]["viewport"])
    page.emulate_media(color_scheme=SCREENS[screen]["color_scheme"])
    painted(page)


def on_all_screens(page: Page, axe: str, device: str) -> Callable[[str], None]:
    """Return a check of the page on each screen of its device; the page keeps the last one."""
    screens = [(screen, checker(page, axe, screen)) for screen in DEVICES[device]]

    def check(state: str) -> None:
        for screen, check_one in screens:
            show_on(page, screen)
            check_one(state)
        screens.reverse()  # so half of the actions between checks happen on each

    return check


def load_axe(page: Page, axe: str) -> None:
    """Load axe, once in each document."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)


def checker(page: Page, axe: str, screen: str, rules: list[str] = TAGS) -> Callable[[str], None]:
    """Return a check of the page by rules of axe, named or by tags."""
    wide = screen in ("light", "dark")

    def check(state: str) -> None:
        load_axe(page, axe)
        problems = page.evaluate(RUN, rules)
        assert problems == [], f"{state}, {screen}"
        width, visible, height, tall = page.evaluate(
            "[document.documentElement.scrollWidth, innerWidth, document.documentElement.scrollHeight, innerHeight]"
        )
        assert width <= visible, f"{state} scrolls sideways ({width} > {visible})"
        if wide and "/t/" in page.url and page.locator(".grid").count():
            assert height <= tall, f"{state}: not all is visible at once: {page.evaluate(BELOW)}"

    return check


def test_pages(new_page: NewPage, axe: str, device: str) -> None:
    page = new_page(**SCREENS[DEVICES[device][0]])
    check = on_all_screens(page, axe, device)
    choose_board(page)
    check("start page")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").wait_for()
    check("settings")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Change your name").click()
    page.get_by_role("dialog").wait_for()
    check("name")
    page.keyboard.press("Escape")
    page.get_by_label("Player 2").select_option("open")
    page.get_by_role("button", name="Create the table").click()
    page.locator(".lobby").wait_for()
    check("lobby")
    page.goto("/about")
    page.get_by_role("heading", name="About Whistlestop").wait_for()
    check("about")
    page.locator("summary", has_text="OFL-1.1").click()
    expect(page.get_by_text("SIL OPEN FONT LICENSE Version 1.1")).to_be_visible()
    check("licence of the typeface")


def test_a_table(new_page: NewPage, axe: str, device: str) -> None:
    page = new_page(**SCREENS[DEVICES[device][0]])
    check = on_all_screens(page, axe, device)
    touch = "phone" in device
    start_game(page)
    check("opening choice")
    page.get_by_role("button", name=re.compile("keyboard shortcuts|help", re.IGNORECASE)).click()
    page.get_by_role("dialog").wait_for()
    check("help")
    page.keyboard.press("Escape")
    keep_two(page)
    wait_for_decision(page)
    check("own turn")

    autoplay(page, until=24)
    wait_for_decision(page)
    page.get_by_role("button", name="Routes").click()
    check("list of routes")
    ways = Counter(action.split(":")[1] for action in view_of(page)["legal"] if action.startswith("claim:"))
    # The list has one entry for a double route. Long lists of payments scroll under the buttons.
    listed = page.locator("[data-choice]").evaluate_all("all => all.map((one) => one.dataset.choice)")
    route = min(ways.keys() & set(listed), key=lambda route: (abs(ways[route] - 2), route))
    page.locator(f'[data-choice="{route}"]').click()
    page.get_by_role("dialog").wait_for()
    check("payment")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)

    before = mark(page)
    tickets = page.locator("[data-ticket-deck]")
    tickets.tap() if touch else tickets.click()
    page.get_by_role("dialog").wait_for()
    check("question before an action")
    yes = page.get_by_role("button", name="Yes")
    yes.tap() if touch else yes.click()
    settled(page, before)
    page.locator(".offer").wait_for()
    check("later ticket choice")

    autoplay(page)
    page.locator(".end").wait_for()
    check("end")


def test_planning(new_page: NewPage, axe: str, device: str) -> None:
    page = new_page(**SCREENS[DEVICES[device][0]])
    check = on_all_screens(page, axe, device)
    start_game(page, "europe")
    keep_two(page)
    autoplay(page, until=16)
    wait_for_decision(page)
    page.locator("[data-stations]").click()
    check("choice of a city")
    page.keyboard.press("Escape")
    if (drawer := page.get_by_role("button", name=re.compile("^My tickets"))).count():
        drawer.click()
    page.locator(".tickets .ticket").first.focus()
    expect(page.locator(".board .route.way").first).to_be_attached()
    check("way of a ticket")
    if drawer.count():  # on a phone the settings are in the table menu
        page.get_by_role("button", name="Table: leave").click()
        check("menu of the table")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("2 seconds").check()
    page.keyboard.press("Escape")
    if drawer.count():
        drawer.click()
    page.locator("[data-deck].legal, button.slot.legal").first.click()
    page.locator("[data-pending]").wait_for()
    check("action that can be taken back")


@pytest.mark.parametrize("ruleset", ["europe", "card_game"])
def test_text_of_twice_the_size(new_page: NewPage, ruleset: str) -> None:
    """Nothing is cut off or overlaps, and everything is playable (WCAG 1.4.4)."""
    page = new_page(viewport={"width": 1440, "height": 900})
    page.add_init_script(
        "addEventListener('DOMContentLoaded', () => document.documentElement.style.fontSize = '200%')"
    )
    choose_board(page, ruleset)
    assert faults(page) == []
    page.locator(".play").click()
    page.locator(".offer").wait_for()
    assert faults(page) == []
    autoplay(page, until=12)
    wait_for_decision(page)
    assert faults(page) == []


@pytest.mark.parametrize("ruleset", ["europe", "card_game"])
def test_forced_colors(new_page: NewPage, axe: str, ruleset: str) -> None:
    """With forced colors, chosen and legal elements are still visible."""
    page = new_page(forced_colors="active", color_scheme="dark")
    choose_board(page, ruleset)
    look = """element => {
      const { borderTopWidth, borderTopColor, outlineStyle } = getComputedStyle(element);
      return [borderTopWidth, borderTopColor, outlineStyle];
    }"""
    chosen, other = (
        page.locator(".board:has(:checked)").first,
        page.locator(".board:not(:has(:checked))").first,
    )
    assert chosen.evaluate(look) != other.evaluate(look)
    page.locator(".play").click()
    page.locator(".offer").wait_for()
    autoplay(page, until=12)
    wait_for_decision(page)
    for slot in page.locator("button.slot.legal").all():
        # Forced colors draw no shadows.
        assert slot.evaluate("element => getComputedStyle(element).outlineStyle") != "none"
    load_axe(page, axe)
    assert page.evaluate(RUN, TAGS) == []
