"""The languages: chosen by the browser's or by hand, all at once, and nothing is cut or overlaps in any of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.layout import faults, painted, wait_for_letters
from tests.web.player import autoplay, autoplay_at, choose_board, wait_for_decision
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


class Looker:
    """Looks at a page state by state, in each of the languages: it is loaded once, and changes its language.

    Both screens are measured. With --pictures, the long form, axe looks at both as well; otherwise at the phone, where
    a language shows: what axe finds on a wide screen it finds in English (test_access).
    """

    def __init__(self, page: Page, axe: str | None, folder: str | None) -> None:
        self._page = page
        self._axe = axe
        self._folder = folder
        self._width = page.evaluate("innerWidth")
        self.faults: dict[str, list[str]] = {}

    def look(self, where: str, path: str, shown: str, *, press: str | None = None) -> None:
        """Go to a path, wait for what is shown, and in each language press what opens a dialog, if any, and measure."""
        page = self._page
        page.goto(path)
        page.locator(shown).first.wait_for()
        for language in LANGUAGES:
            speak(page, language)
            page.locator(shown).first.wait_for()
            if press is not None:
                page.locator(press).first.click()
                page.get_by_role("dialog").wait_for()
            wait_for_letters(page)
            painted(page)
            state = f"{where}, {language}, {self._width}"
            if self._folder:
                page.screenshot(path=Path(self._folder) / f"{language}-{self._width}-{where}.png")
            if wrong := faults(page):
                self.faults[state] = wrong
            if self._axe:
                checker(page, self._axe, f"{language}, {self._width}")(where)
            if press is not None:
                page.keyboard.press("Escape")
                expect(page.get_by_role("dialog")).to_have_count(0)


def speak(page: Page, language: str) -> None:
    """Choose a language: of the page as it is, or, where a phone has no room for the choice, before it is loaded."""
    page.locator("header").wait_for()
    choice = page.locator("header select")
    if choice.count():
        choice.select_option(language)
    else:
        page.context.add_cookies([{"name": "language", "value": language, "url": page.url}])
        page.reload()
    expect(page.locator("html")).to_have_attribute("lang", language)


@pytest.mark.parametrize("screen", ["wide", "phone"])
def test_nothing_is_cut_in_any_language(
    new_page: NewPage, screen: str, axe: str, request: pytest.FixtureRequest
) -> None:
    """Every page and the states of a table, on both screens; axe looks as well."""
    folder = request.config.getoption("pictures")
    phone: dict[str, Any] = {"viewport": NARROW, "color_scheme": "dark", "has_touch": True}
    page = new_page(**phone) if screen == "phone" else new_page(viewport=WIDE)
    looker = Looker(page, axe if folder or screen == "phone" else None, folder)
    look = looker.look
    look("about", "/about", "h1")
    look("rules", "/rules", "[data-guide]")
    look("rules-europe", "/rules/europe", "h1")
    look("aid-europe", "/rules/europe", "[data-aid-open]", press="[data-aid-open]")
    look("aid-card-game", "/rules/card_game", "[data-aid-open]", press="[data-aid-open]")
    look("rules-card-game", "/rules/card_game", "h1")
    look("start", "/", ".play")
    look("settings", "/", ".play", press=".tool:last-child")
    look("play", "/play", ".choices label")
    look("account", "/account", "main .button")
    look("records", "/games", "h1")
    look("programs", "/programs", "h1")

    choose_board(page, "usa")
    page.locator(".new select").first.select_option("open")
    page.locator(".play").click()
    page.locator(".lobby").wait_for()
    look("lobby", page.url, ".lobby")
    page.goto("/")
    page.locator("[data-guided]").click()
    page.locator("[data-coach]").wait_for()
    look("guide", page.url, "[data-coach]")

    begin(page, "card_game")
    look("cards-opening", page.url, ".offer")
    begin(page, "europe")
    table = page.url
    look("opening", table, ".offer")
    page.goto("/about")  # nothing has to be drawn meanwhile
    autoplay_at(page, table, until=16)
    look("turn", table, "[data-help]")
    look("help", table, "[data-help]", press="[data-help]")
    look("rule", table, "[data-rule]:visible", press="[data-rule]:visible")
    page.goto("/about")
    autoplay_at(page, table)
    look("end", table, ".end")
    look("replay", f"{table}/replay", "input[type=range]")
    look("history", "/history", "h1")
    assert looker.faults == {}


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


def test_an_unknown_address_says_so_in_the_readers_language(new_page: NewPage) -> None:
    """With the status 404, so that nobody keeps such a page, and a way back."""
    page = new_page(missing=True, locale="cs-CZ")
    answer = page.goto("/nothing/here")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", name="Taková stránka tu není")).to_be_visible()
    page.locator("main.missing a.button").click()
    expect(page.locator("form.new")).to_be_visible()
