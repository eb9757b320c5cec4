"""The guided first game."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.input_devices import Keys
from tests.web.player import (
    RECORD_SPEECH,
    keep_two,
    mark,
    settled,
    wait_for_decision,
)
from tests.web.test_access import DEVICES, SCREENS, on_all_screens

GUIDES = "JSON.parse(localStorage.getItem('whistlestop.guides'))"


def lesson(page: Page) -> str:
    """Return the shown lesson."""
    return page.locator("[data-coach]").get_attribute("data-coach") or ""


def test_a_guided_first_game_by_keyboard(new_page: NewPage) -> None:
    page = new_page()
    page.add_init_script(RECORD_SPEECH)
    page.goto("/")
    hands = Keys(page)
    expect(page.locator("[data-guided]")).to_be_enabled()
    hands.press(page.locator("[data-guided]"))
    page.locator("[data-coach=opening]").wait_for()
    expect(page.locator(".offer[data-pointed]")).to_have_count(1)
    assert page.url.endswith("?guide")

    # It is announced once and takes no focus.
    expect(page.locator("[data-coach] :focus")).to_have_count(0)
    spoken = page.evaluate("window.spoken")
    assert spoken.count("Choose your tickets") == 1

    # Its subject can be focused.
    page.keyboard.press("g")
    expect(page.locator("[data-coach-done]")).to_be_focused()
    hands.press(page.locator("[data-coach-show]"))
    expect(page.locator(".offer input").first).to_be_focused()
    before = mark(page)
    for box in page.locator(".offer input").all()[:2]:
        hands.tick(box)
    hands.press(page.locator(".offer .button"))
    settled(page, before)

    # What the player has done counts as learned; the rest is acknowledged.
    page.locator("[data-coach=hand]").wait_for()
    table = page.url.split("/t/")[1].split("?")[0]
    assert page.evaluate(f"{GUIDES}['{table}'].done") == ["opening"]
    wait_for_decision(page)
    page.keyboard.press("g")
    page.keyboard.press("Enter")
    page.locator("[data-coach=draw]").wait_for()
    expect(page.locator("[data-coach-done]")).to_be_focused()
    expect(page.locator("[data-pointed]")).to_have_count(1)

    # Drawing completes the lesson about drawing.
    before = mark(page)
    page.keyboard.press("d")
    settled(page, before)
    page.locator("[data-coach=second]").wait_for()
    assert "draw" in page.evaluate(f"{GUIDES}['{table}'].done")

    # Collapsed it is one line, also after a reload.
    hands.press(page.get_by_role("button", name="Collapse the guide"))
    expect(page.get_by_role("button", name="Expand the guide")).to_be_focused()
    expect(page.locator("[data-pointed]")).to_have_count(0)
    page.reload()
    unfold = page.get_by_role("button", name="Expand the guide")
    hands.press(unfold)
    expect(page.locator("[data-coach] h2")).to_have_text("Your second card")

    # Closed, and resumed from the help.
    hands.press(page.locator("[data-coach-leave]"))
    expect(page.locator("[data-coach]")).to_have_count(0)
    expect(page.get_by_role("button", name="Keyboard shortcuts")).to_be_focused()
    page.reload()
    page.locator(".market").wait_for()
    expect(page.locator("[data-coach]")).to_have_count(0)
    page.keyboard.press("?")
    hands.press(page.locator("[data-guide-on]"))
    page.locator("[data-coach=second]").wait_for()
    assert page.evaluate(f"{GUIDES}['{table}'].done")[:2] == ["opening", "hand"]


@pytest.mark.parametrize("device", DEVICES)
def test_a_guided_game_fits(new_page: NewPage, axe: str, device: str) -> None:
    page = new_page(**SCREENS[DEVICES[device][0]])
    check = on_all_screens(page, axe, device)
    page.goto("/rules")
    page.locator("[data-guide=switzerland]").click()
    page.locator("[data-coach=opening]").wait_for()
    check("guide at the opening")
    keep_two(page)
    wait_for_decision(page)
    page.locator("[data-coach=hand]").wait_for()
    check("guide in a turn")
    page.get_by_role("button", name="Collapse the guide").click()
    check("guide folded up")


def test_what_one_game_has_taught_another_does_not_repeat(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/rules")
    done = ["opening", "hand", "draw", "ticket"]
    learned = {"game": "usa", "done": done, "small": False, "left": False}
    page.evaluate(
        "(guides) => localStorage.setItem('whistlestop.guides', guides)", json.dumps({"other": learned})
    )
    page.locator("[data-guide=europe]").click()
    page.locator("[data-coach=long-ticket]").wait_for()
    keep_two(page)
    wait_for_decision(page)
    assert lesson(page) not in done


def test_a_card_game_with_a_guide(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/rules")
    page.locator("[data-guide=card_game]").click()
    page.locator("[data-coach=y-opening]").wait_for()
    keep_two(page)
    page.locator("[data-coach=y-hand]").wait_for()
    page.locator("[data-coach-done]").click()
    wait_for_decision(page)
    expect(page.locator("[data-coach=y-row], [data-coach=y-draw]")).to_have_count(1)
