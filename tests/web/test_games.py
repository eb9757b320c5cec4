"""Whole games in the browser, by mouse and by keys."""

from __future__ import annotations

import re
from collections import Counter

from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.player import (
    RECORD_SPEECH,
    Clock,
    longest_route,
    mark,
    middle_of,
    settled,
    snapshot,
    start_game,
    wait_for_decision,
)


def test_a_whole_game_by_mouse(new_page: NewPage) -> None:
    page = new_page()
    page.add_init_script(RECORD_SPEECH)
    start_game(page)
    already = Counter(snapshot(page)["log"])  # what had happened when the page came is not spoken
    clock, turns, tickets_drawn = Clock(100), 0, False
    while (decision := wait_for_decision(page)) != "end":
        clock.check()
        before = mark(page)
        if decision == "offer":
            for box in page.locator(".offer input").all()[:2]:
                box.click()
            page.locator(".offer .button").click()
        elif turns > 3 and not tickets_drawn and page.locator("[data-ticket-deck].legal").count():
            page.locator("[data-ticket-deck]").click()
            tickets_drawn = True
        elif route := longest_route(page, 4 if turns < 60 else 1):
            claim_by_mouse(page, route)
        elif page.locator("[data-deck].legal").count() and turns % 3:
            page.locator("[data-deck]").click()
        elif page.locator("button.slot.legal").count():
            page.locator("button.slot.legal").first.click()
        else:
            page.locator(".actions .legal").first.click()
        turns += 1
        settled(page, before)
    assert tickets_drawn
    check_the_end(page)
    check_that_all_was_spoken_once(page, already)


def claim_by_mouse(page: Page, route: str) -> None:
    page.mouse.click(*middle_of(page, route))
    panel = page.get_by_role("dialog")
    panel.wait_for()
    ways = panel.get_by_role("radio")
    if ways.count():
        ways.last.click()
    panel.get_by_role("button", name="Claim").click()


def check_the_end(page: Page) -> None:
    """The result, the tickets of all, and the longest trail on the board."""
    rows = page.locator(".end tbody tr")
    expect(rows).to_have_count(2)
    for row in rows.all():
        routes, tickets, longest, total = (int(cell) for cell in row.locator("td").all_inner_texts())
        assert routes + tickets + longest == total
        assert longest in (0, 10)
    assert page.locator(".board.tracing .route.trail").count() > 0
    traced = page.locator(".trails .button[aria-pressed=true]")
    length = int("".join(filter(str.isdigit, traced.inner_text().split()[-2])))
    spaces = page.locator(".board .route.trail .slot").count()
    assert spaces == length
    traced.click()
    expect(page.locator(".board.tracing")).to_have_count(0)
    assert page.locator(".end details").count() == 2


def check_that_all_was_spoken_once(page: Page, already: Counter[str]) -> None:
    """Every line of the log was spoken, as often as it is there; and who is next was spoken too."""
    spoken = Counter(page.evaluate("window.spoken"))
    told = Counter(snapshot(page)["log"]) - already
    assert sum(told.values()) > 40
    assert {line: spoken[line] for line in told} == dict(told)
    assert spoken["Your turn."] > 10
    assert page.locator("[aria-live]").count() == 1


def test_a_whole_game_by_keyboard(new_page: NewPage) -> None:
    page = new_page()
    # No pointer: a press of a mouse button anywhere would be a mistake in this test.
    page.goto("/")
    page.locator("input[name=board]").first.wait_for(state="attached")
    tab_to(page, "input[name=board]")
    for _ in range(6):
        if page.evaluate("document.activeElement.value") == "usa":
            break
        page.keyboard.press("ArrowRight")
    tab_to(page, "button.play")
    page.keyboard.press("Enter")
    page.locator(".offer").wait_for()
    clock, turns, tickets_drawn = Clock(110), 0, False
    while (decision := wait_for_decision(page)) != "end":
        clock.check()
        before = mark(page)
        if decision == "offer":
            expect(page.locator(".offer input").first).to_be_focused()
            for _ in range(2):
                page.keyboard.press("Space")
                page.keyboard.press("Tab")
            tab_to(page, ".offer .button")
            page.keyboard.press("Enter")
        elif turns > 3 and not tickets_drawn and page.locator("[data-ticket-deck].legal").count():
            page.keyboard.press("t")
            tickets_drawn = True
        elif turns == 6:
            tab_to(page, "[data-deck].legal, button.slot.legal")
            page.keyboard.press("Enter")
        elif route := longest_route(page, 4 if turns < 60 else 1):
            claim_by_keys(page, route, through_list=turns % 2 == 0)
        elif page.locator("[data-deck].legal").count() and turns % 3:
            page.keyboard.press("d")
        elif page.locator("button.slot.legal").count():
            slot = page.locator("button.slot.legal").first.get_attribute("data-slot")
            page.keyboard.press(str(int(slot or "0") + 1))
        else:
            page.keyboard.press("t")
        turns += 1
        settled(page, before)
    assert tickets_drawn
    check_the_end(page)


def tab_to(page: Page, selector: str, limit: int = 60) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(limit):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached by Tab")


def claim_by_keys(page: Page, route: str, *, through_list: bool) -> None:
    if through_list:
        page.keyboard.press("r")
        page.get_by_role("dialog", name=re.compile("Routes")).wait_for()
        name = page.locator(f'[data-choice="{route}"] .name').inner_text()
        page.keyboard.press("Tab")  # from the close button to the filter
        page.keyboard.type(name[:6])
        tab_to(page, f'[data-choice="{route}"]')
    else:
        page.keyboard.press("b")
        for key in ("ArrowRight", "ArrowDown", "Home"):
            page.keyboard.press(key)
        for _ in range(150):
            if page.evaluate("document.activeElement.dataset.route") == route:
                break
            page.keyboard.press("PageDown")
    page.keyboard.press("Enter")
    panel = page.get_by_role("dialog", name=re.compile("^Claim"))
    panel.wait_for()
    page.wait_for_function("() => document.activeElement.closest('[role=dialog]') !== null")
    page.keyboard.press("Enter")  # on the first way to pay, or on the button
    panel.wait_for(state="detached")
