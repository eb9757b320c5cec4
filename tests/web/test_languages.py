"""The languages: chosen by the browser or manually, switched completely, without cut off or overlapping texts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tests.server.test_replays import played
from tests.web.conftest import NewPage
from tests.web.layout import faults, painted, wait_for_letters
from tests.web.player import asked, autoplay, autoplay_at, choose_board, draw_rules, wait_for_decision
from tests.web.test_access import OF_TEXTS, TAGS, checker

from whistlestop.drawing import find_layout
from whistlestop.drawing.check import find_faults
from whistlestop.drawing.labels import CAP, DROP, Align
from whistlestop.drawing.layout import Label
from whistlestop.drawing.measure import LABEL_LEADING
from whistlestop.languages import HERE, LANGUAGES
from whistlestop.rulesets import load_ruleset, ruleset_ids

NARROW: ViewportSize = {"width": 360, "height": 740}
SCREENS: dict[str, tuple[ViewportSize, Literal["light", "dark"]]] = {
    "wide": ({"width": 1440, "height": 900}, "light"),
    "phone": (NARROW, "dark"),
}


def begin(page: Page, ruleset: str) -> None:
    """Start a game against a bot in any language of the page."""
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
    """Measures states of a page in every language on a wide screen and on a phone.

    A page is loaded once, on the phone, and then changes its language and its size. axe checks the phone: all rules in
    one language, and in the others those that depend on texts, since structure and colors stay the same. Wide screens
    are checked in English (test_access). With --pictures, axe checks everything with all rules.
    """

    def __init__(self, page: Page, axe: str, folder: str | None) -> None:
        self.page = page
        self._axe = axe
        self._folder = folder
        self._touch = page.context.new_cdp_session(page)
        self._states = 0
        self.faults: dict[str, list[str]] = {}

    def look(self, where: str, path: str, shown: str, *, press: str | None = None) -> None:
        """Open a path and measure the page, or the dialog that a press opens."""
        page = self.page
        self._show_on("phone")
        page.goto(path)
        self._states += 1
        for language in LANGUAGES:
            for screen in SCREENS:
                self._show_on(screen)
                if screen == "wide":
                    speak(page, language)
                page.locator(shown).first.wait_for()
                page.locator("h1").first.wait_for(state="attached")  # the header of a table comes first
                if path.startswith("/rules/"):
                    draw_rules(page)
                if press is not None:
                    page.locator(press).first.click()
                    page.get_by_role("dialog").wait_for()
                self._measure(where, language, screen)
                if press is not None:
                    page.keyboard.press("Escape")
                    expect(page.get_by_role("dialog")).to_have_count(0)

    def _show_on(self, screen: str) -> None:
        viewport, scheme = SCREENS[screen]
        self.page.set_viewport_size(viewport)
        self.page.emulate_media(color_scheme=scheme)
        self._touch.send("Emulation.setTouchEmulationEnabled", {"enabled": screen == "phone"})

    def _measure(self, where: str, language: str, screen: str) -> None:
        page = self.page
        wait_for_letters(page)
        painted(page)
        if self._folder:
            page.screenshot(path=Path(self._folder) / f"{language}-{screen}-{where}.png")
        if wrong := faults(page):
            self.faults[f"{where}, {language}, {screen}"] = wrong
        if self._folder or screen == "phone":
            # A different language for each state, so that every language is used.
            all_rules = self._folder or language == list(LANGUAGES)[self._states % len(LANGUAGES)]
            checker(page, self._axe, f"{language}, {screen}", TAGS if all_rules else OF_TEXTS)(where)


def speak(page: Page, language: str) -> None:
    """Choose a language in the header, which offers it on wide screens."""
    page.locator("header select").select_option(language)
    page.locator(f"html[lang={language}]").wait_for()


@pytest.fixture
def looker(new_page: NewPage, axe: str, request: pytest.FixtureRequest) -> Iterator[Looker]:
    """Check that nothing is cut off or overlaps in any of the measured states."""
    looker = Looker(new_page(), axe, request.config.getoption("pictures"))
    yield looker
    assert looker.faults == {}


def test_pages(looker: Looker) -> None:
    look = looker.look
    look("about", "/about", "h1")
    look("start", "/", ".play")
    look("settings", "/", ".play", press=".tool:last-child")
    look("play", "/play", ".choices label")
    look("account", "/account", "main .button")
    look("records", "/games", "h1")
    look("programs", "/programs", "h1")


def test_friends(looker: Looker, new_page: NewPage) -> None:
    page, other, third = looker.page, new_page(), new_page()
    for one, name in ((page, "Jadwiga z Krakowa"), (other, "Ondřej z Litomyšle"), (third, "Grete")):
        one.goto("/about")
        asked(one, "POST", "/api/account", {"name": name, "password": "seven brown bears"})
    key = asked(page, "POST", "/api/friends/link", {})["link"]
    asked(other, "POST", f"/api/friends/link/{key}", {})
    asked(other, "PUT", "/api/friends/online", {"shown": True})
    asked(third, "POST", "/api/friends", {"name": "Jadwiga z Krakowa"})
    look = looker.look
    challenge = "[aria-labelledby=friends-title] .primary"
    look("friends", "/friends", challenge)
    look("tournaments", "/tournaments", "main h1")
    look("watch", "/watch", "main h1")
    look("leagues", "/leagues", "main h1")
    club = {"name": "Nachtzug-Verein Oberösterreich", "text": "x" * 40, "language": "de", "open": True}
    made = asked(page, "POST", "/api/clubs", club)["club"]["id"]
    asked(page, "POST", f"/api/clubs/{made}/link", {})
    asked(other, "POST", f"/api/clubs/{made}/join", {})
    look("clubs", "/clubs", "main li")
    look("club", f"/clubs/{made}", "#club-link")
    study = asked(page, "POST", "/api/studies", {"name": "Der lange Weg nach Westen"})["study"]["id"]
    asked(page, "POST", f"/api/studies/{study}/link", {})
    brought = {"record": played("usa").record().to_dict(), "names": []}
    added = {"game": asked(page, "POST", "/api/records", brought)["watch"], "name": "Eröffnung"}
    chapter = asked(page, "POST", f"/api/studies/{study}/chapters", added)["chapters"][0]["id"]
    look("studies", "/studies", "main li")
    look("study", f"/studies/{study}", "#study-link")
    look("chapter", f"/studies/{study}/{chapter}/30", "[data-tools]")
    look("challenge", "/friends", challenge, press=challenge)
    page.context.clear_cookies()
    look("friend-link", f"/f/{key}", "main .button")


def test_rules(looker: Looker) -> None:
    look = looker.look
    look("rules", "/rules", "[data-guide]")
    look("rules-europe", "/rules/europe", "article svg.piece")
    look("aid-europe", "/rules/europe", "[data-aid-open]", press="[data-aid-open]")
    look("aid-card-game", "/rules/card_game", "[data-aid-open]", press="[data-aid-open]")
    look("rules-card-game", "/rules/card_game", "h1")


def test_beginnings(looker: Looker) -> None:
    page, look = looker.page, looker.look
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


def test_a_table(looker: Looker) -> None:
    page, look = looker.page, looker.look
    begin(page, "europe")
    table = page.url
    look("opening", table, ".offer")
    page.goto("/about")  # nothing needs to be drawn meanwhile
    autoplay_at(page, table, until=16)
    look("turn", table, "[data-help]")
    look("help", table, "[data-help]", press="[data-help]")
    look("rule", table, "[data-rule]:visible", press="[data-rule]:visible")
    page.goto("/about")
    autoplay_at(page, table)
    look("end", table, ".end")
    look("replay", f"{table}/replay", "input[type=range]")
    look("history", "/history", "h1")


NAMES = """() => [...document.querySelectorAll(".label[data-city]")].map((label) => ({
  city: label.dataset.city, size: +label.getAttribute("font-size"), align: label.getAttribute("text-anchor") ?? "start",
  lines: [...label.querySelectorAll("tspan")].map((line) => ({
    text: line.textContent,
    ...Object.fromEntries(["x", "y", "textLength"].map((name) => [name, +line.getAttribute(name)])),
  })),
}))"""


def label_of(size: float, align: Align, lines: list[dict[str, Any]]) -> Label:
    """Return the box of a name that the page shows."""
    width = max(line["textLength"] for line in lines)
    height = size * (CAP + DROP) + (len(lines) - 1) * LABEL_LEADING
    left = lines[0]["x"] - {"start": 0.0, "middle": width / 2, "end": width}[align]
    text = tuple(line["text"] for line in lines)
    return Label(left, lines[0]["y"] - CAP * size, width, height, size, text, align)


@pytest.mark.parametrize("ruleset", [name for name in ruleset_ids() if load_ruleset(name).routes])
def test_names_of_cities_lie_on_nothing_in_any_language(new_page: NewPage, ruleset: str) -> None:
    board = load_ruleset(ruleset)
    layout = find_layout(board)
    assert layout is not None
    page = new_page(viewport={"width": 1440, "height": 900})
    page.goto("/")
    begin(page, ruleset)
    expect(page.locator(".label[data-city]")).to_have_count(len(board.cities))
    for language in LANGUAGES:
        speak(page, language)
        painted(page)
        labels = {one.pop("city"): label_of(**one) for one in page.evaluate(NAMES)}
        assert find_faults(replace(layout, labels=labels), board) == [], language
        names = json.loads((HERE / language / "names.json").read_text(encoding="utf-8"))
        own = board.data.translations.get(language)
        for city in board.cities:
            key = f"names.{ruleset}." + (f"country.{city.country}" if city.country else f"city.{city.id}")
            named = own.cities.get(city.id) if own else None
            assert bare("".join(labels[city.id].lines)) == bare(named or names.get(key, city.name))
        title = page.locator(".cartouche .title")
        size, length = (float(title.get_attribute(name) or 0) for name in ("font-size", "textLength"))
        # Overlapping letters would be condensed to less than this.
        assert length > 0.6 * size * len(title.text_content() or ""), language


def bare(name: str) -> str:
    """Return a name without the characters at which it may be broken."""
    return name.replace(" ", "").replace("-", "")


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
    """The page has status 404, so that caches do not store it, and a link back."""
    page = new_page(missing=True, locale="cs-CZ")
    answer = page.goto("/nothing/here")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", name="Taková stránka tu není")).to_be_visible()
    page.locator("main.missing a.button").click()
    expect(page.locator("form.new")).to_be_visible()
