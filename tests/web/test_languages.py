"""The languages: chosen by the browser's or by hand, all at once, and nothing is cut or overlaps in any of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.layout import faults
from tests.web.player import autoplay, choose_board, wait_for_decision
from tests.web.test_access import checker

LANGUAGES = ("en", "cs", "pl", "ro", "hu")
NARROW, WIDE = {"width": 360, "height": 740}, {"width": 1440, "height": 900}


def begin(page: Page, ruleset: str) -> None:
    """Begin a game against a bot, whatever language the page speaks."""
    choose_board(page, ruleset)
    page.locator(".play").click()
    page.locator(".offer").wait_for()


def test_the_measure_finds_what_it_should(new_page: NewPage) -> None:
    page = new_page(viewport=NARROW)
    page.set_content(
        "<style>p { position: absolute; margin: 0; top: 9px } div { width: 40px; overflow: hidden }</style>"
        "<p>one over</p><p>another</p><div style='white-space: nowrap'>cut after a few letters</div>"
        "<b style='position: absolute; left: 340px; top: 80px; white-space: nowrap'>leaves the page</b>"
    )
    found = " | ".join(faults(page))
    assert "lies on" in found
    assert "is cut" in found
    assert "leaves the page" in found


@pytest.mark.parametrize("viewport", [NARROW, WIDE], ids=["360", "1440"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_in_any_language(
    new_page: NewPage, language: str, viewport: Any, axe: str, request: pytest.FixtureRequest
) -> None:
    """In light on a wide screen and in dark on a phone; axe looks as well."""
    narrow = viewport is NARROW
    page = new_page(
        viewport=viewport, locale=language, has_touch=narrow, color_scheme="dark" if narrow else "light"
    )
    check = checker(page, axe, f"{language}, {viewport['width']}")
    found: dict[str, list[str]] = {}

    def look(where: str) -> None:
        page.wait_for_timeout(150)
        if folder := request.config.getoption("pictures"):
            page.screenshot(path=Path(folder) / f"{language}-{viewport['width']}-{where}.png")
        if wrong := faults(page):
            found[where] = wrong
        if narrow and where in {"start", "rules-europe", "turn", "end"}:
            check(where)

    for path in ("about", "rules/europe", "rules/card_game"):
        page.goto(f"/{path}")
        page.locator("h1").wait_for()
        look(path.replace("/", "-"))
    page.goto("/")
    page.locator(".play").wait_for()
    look("start")
    page.locator(".tool").last.click()
    page.get_by_role("dialog").wait_for()
    look("settings")
    page.keyboard.press("Escape")
    begin(page, "europe")
    look("opening")
    autoplay(page, until=16)
    wait_for_decision(page)
    look("turn")
    page.locator("[data-help]").click()
    page.get_by_role("dialog").wait_for()
    look("help")
    page.keyboard.press("Escape")
    page.locator("[data-rule]:visible").first.click()
    page.get_by_role("dialog").wait_for()
    look("rule")
    page.keyboard.press("Escape")
    autoplay(page)
    page.locator(".end").wait_for()
    look("end")
    assert found == {}


def test_the_browser_decides_and_then_the_person(new_page: NewPage) -> None:
    page = new_page(locale="hu-HU")
    page.goto("/")
    play = page.locator(".play")
    expect(page.locator("html")).to_have_attribute("lang", "hu")
    hungarian = play.inner_text()
    choice = page.locator("header select")
    choice.select_option("pl")
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    expect(play).not_to_have_text(hungarian)
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "pl")


def test_an_unknown_language_is_english(new_page: NewPage) -> None:
    page = new_page(locale="ja-JP")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_all_of_a_table_changes_at_once(new_page: NewPage) -> None:
    page = new_page()
    begin(page, "usa")
    autoplay(page, until=10)
    wait_for_decision(page)
    before = page.locator(".log li").all_inner_texts()
    page.locator("header select").select_option("cs")
    expect(page.locator(".log li").first).not_to_have_text(before[0])
    after = page.locator(".log li").all_inner_texts()
    assert len(before) == len(after)
    assert not set(before) & set(after)
