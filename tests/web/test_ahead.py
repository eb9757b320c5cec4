"""Moves ahead in the browser: planned with the keyboard and on a phone, withdrawn, and played."""

from __future__ import annotations

import os

from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.meeting import two_at
from tests.web.player import keep_two, let_happen, view_of, wait_until
from tests.web.test_friends import on_both_screens

WATCH = """() => {
    globalThis.seen = false;
    const look = () => (globalThis.seen ||= document.querySelector("[data-ahead-due]") !== null);
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
}"""
DAYS = {"kind": "turn", "seconds": 24 * 3600}


def by_days(new_page: NewPage) -> tuple[Page, Page]:
    """Return the player whose turn it is in a correspondence game, and the one who waits."""
    ada, ben = new_page(), new_page()
    two_at(ada, ben, clock=DAYS)
    ada.get_by_role("button", name="Start the game").click()
    for page in (ada, ben):
        page.locator(".offer").wait_for()
        keep_two(page)
    wait_until(ada, "() => document.querySelector('[data-status]')?.textContent.length")
    ada.wait_for_timeout(500)
    seat = view_of(ada)["to_act"][0]
    return (ada, ben) if view_of(ada)["seat"] == seat else (ben, ada)


def reached(page: Page, version: int) -> None:
    """Wait until the game has this version."""
    let_happen(page, lambda: view_of(page)["version"] == version, seconds=60)


def draw_two(page: Page) -> None:
    """Draw two cards from the deck with the keyboard."""
    for _ in range(2):
        version = view_of(page)["version"]
        page.keyboard.press("d")
        reached(page, version + 1)


def test_a_move_is_planned_taken_back_and_played(new_page: NewPage, axe: str) -> None:
    now, later = by_days(new_page)
    expect(now.locator("[data-ahead-open]")).to_have_count(0)  # it is their turn
    later.locator("[data-ahead-open]").wait_for()
    later.keyboard.press("m")
    dialog = later.get_by_role("dialog", name="Move ahead")
    dialog.wait_for()
    expect(dialog.get_by_text("Nothing yet.")).to_be_visible()
    dialog.get_by_label("Action").select_option("Draw tickets")
    dialog.get_by_label("Only if").select_option("The last round has begun")
    dialog.get_by_role("button", name="Add this line").press("Enter")
    expect(dialog.get_by_role("listitem")).to_have_count(1)
    expect(dialog.get_by_role("listitem")).to_contain_text("Only if: The last round has begun")
    # Long lists are split into steps, and contain nothing twice.
    add = dialog.get_by_role("button", name="Add this line")
    dialog.get_by_label("Only if").select_option("a route is free")
    routes = dialog.get_by_label("a route is free").locator("option").all_inner_texts()
    assert len(routes) == len(set(routes)) > 20
    dialog.get_by_label("Action").select_option("Draw from the deck")
    expect(add).to_be_disabled()  # which route?
    dialog.get_by_label("Only if").select_option("a card is not face up")
    dialog.get_by_label("a card is not face up").select_option("Not face up: a red card")
    expect(add).to_be_enabled()
    dialog.get_by_label("Only if").select_option("it is possible")
    dialog.get_by_role("button", name="Add this line").press("Enter")
    expect(dialog.get_by_role("listitem")).to_have_count(2)
    on_both_screens(later, axe, "moves ahead")
    if folder := os.environ.get("AHEAD_SHOTS"):
        for width, height in ((1440, 900), (360, 740)):
            later.set_viewport_size({"width": width, "height": height})
            for scheme in ("light", "dark"):
                later.emulate_media(color_scheme=scheme)
                later.screenshot(path=f"{folder}/ahead-{width}-{scheme}.png")
        later.set_viewport_size({"width": 1440, "height": 900})
    dialog.get_by_role("button", name="Move up:").press("Enter")
    expect(dialog.get_by_role("listitem").first).not_to_contain_text("Only if")
    dialog.get_by_role("button", name="Take everything back").press("Enter")
    expect(dialog.get_by_text("Nothing yet.")).to_be_visible()
    dialog.get_by_label("Action").select_option("Draw from the deck")
    dialog.get_by_role("button", name="Add this line").press("Enter")
    later.keyboard.press("Escape")
    expect(later.locator("[data-ahead-open]")).to_have_text("Move ahead: 1")
    later.reload()  # it is stored
    expect(later.locator("[data-ahead-open]")).to_have_text("Move ahead: 1")
    # The move is played even after the player has closed the page.
    table = later.url
    context = later.context
    later.close()
    version = view_of(now)["version"]
    draw_two(now)
    reached(now, version + 4)
    again = context.new_page()
    again.goto(table)
    expect(again.locator("[data-ahead-open]")).to_have_text("Move ahead")


def test_a_plan_on_a_phone_shows_when_it_is_due(new_page: NewPage) -> None:
    now, later = by_days(new_page)
    later.set_viewport_size({"width": 360, "height": 740})
    later.locator("[data-ahead-open]").click()
    dialog = later.get_by_role("dialog", name="Move ahead")
    dialog.get_by_label("Action").select_option("Draw from the deck")
    dialog.get_by_role("button", name="Add this line").click()
    expect(dialog.get_by_role("listitem")).to_have_count(1)
    dialog.get_by_role("button", name="Close").click()
    later.evaluate(WATCH)
    version = view_of(now)["version"]
    draw_two(now)
    reached(later, version + 4)
    assert later.evaluate("seen")  # the page said that the move would be played soon
    expect(later.locator("[data-ahead-due]")).to_have_count(0)
