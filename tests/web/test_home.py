"""The start page of a returning user, their own page and their history."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.web.player import autoplay, rename, start_game, table_of
from tests.web.test_access import SCREENS, checker
from tests.web.test_players import call

if TYPE_CHECKING:
    from tests.web.conftest import NewPage


def test_a_first_visitor_sees_what_the_game_is(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Whistlestop")
    page.locator("[data-guided]:enabled").wait_for()
    expect(page.locator(".hello, .desk, .mine")).to_have_count(0)
    page.goto("/history")
    expect(page.locator("main")).to_contain_text("You have not finished a game yet.")


def test_puzzles_make_a_returning_user(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/puzzles")
    page.locator("[data-daily]").click()
    puzzle = page.url.rsplit("/", 1)[1]
    page.evaluate(
        "([puzzle]) => localStorage.setItem('whistlestop.puzzles', JSON.stringify({"
        "answers: {[puzzle]: true}, streak: 3, best: 5, day: Math.floor(Date.now() / 864e5)}))",
        [puzzle],
    )
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Welcome back")
    daily = page.locator("[data-daily-state=right]")
    expect(daily).to_contain_text("3 days in a row (best: 5)")
    daily.get_by_role("link", name="Look at it again").click()
    assert page.url.endswith(puzzle)


@pytest.mark.parametrize("screen", ["light", "phone-dark"])
def test_home_knows_its_user(new_page: NewPage, axe: str, screen: str) -> None:
    page = new_page(**SCREENS[screen])
    check = checker(page, axe, screen)
    rename(page, "Ada")
    for _ in range(2):
        table = start_game(page, "switzerland")
        autoplay(page)
    new = page.locator("[data-new-achievements]")
    lines = call(page, "GET", "/api/achievements")
    if any(one["game"] == table for one in lines):
        new.wait_for()
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Welcome back, Ada")
    expect(page.locator("[data-daily-state=open]")).to_be_visible()
    expect(page.locator(".game.panel")).to_have_count(1)
    check("start page of a returning user")
    page.locator("[data-own-page]").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada")
    expect(page.get_by_role("table", name="Against bots")).to_contain_text("Switzerland")
    earned = sum(one["game"] is not None for one in lines)
    expect(page.locator("[data-achievements]")).to_contain_text(f"{earned} of {len(lines)}")
    expect(page.locator("[data-achievement] a")).to_have_count(earned)
    expect(page.locator(".own .game.panel")).to_have_count(2)
    check("page of a guest")
    page.get_by_role("link", name="All finished games").click()
    game = page.locator("main .game.panel").first
    expect(game.get_by_role("link", name="Review")).to_have_attribute("href", f"/games/{table}?review")
    expect(game.locator("path.way").first).to_be_attached()
    check("history with maps")
    page.goto("/")
    page.locator(f"[data-again='{table}']").click()
    page.locator(".offer").wait_for()
    after = call(page, "GET", f"/api/tables/{table_of(page)}")
    before = call(page, "GET", f"/api/tables/{table}")
    assert after["id"] != table
    assert after["ruleset"] == "switzerland"
    bots = [sorted(seat["bot"] or "" for seat in one["seats"]) for one in (before, after)]
    assert bots[0] == bots[1]
    # The same game leads to the one that has just begun.
    page.goto("/history")
    page.locator("[data-again]").first.click()
    page.locator(".offer").wait_for()
    assert table_of(page) == after["id"]
