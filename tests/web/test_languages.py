"""The languages: chosen by the browser's or by hand, all at once, and nothing is cut or overlaps in any of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.player import autoplay, choose_board, wait_for_decision

LANGUAGES = ("en", "cs", "pl", "ro", "hu")
NARROW, WIDE = {"width": 360, "height": 740}, {"width": 1440, "height": 900}

# Texts that are cut, that leave the page, or that lie on one another; names that people gave themselves may be cut.
FAULTS = """() => {
  const faults = [], texts = [];
  const top = [...document.querySelectorAll("dialog[open], [role=dialog]")].at(-1) ?? document.body;
  const cuts = (style) => /hidden|clip|auto|scroll/.test(style);
  for (const element of top.querySelectorAll("*")) {
    const own = [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own.length || element.closest("svg, .unseen, select, [data-name]")) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.setStartBefore(own[0]);
    range.setEndAfter(own.at(-1));
    for (const box of range.getClientRects()) {
      if (box.width < 2 || box.height < 2) continue;
      const said = `"${element.textContent.trim().slice(0, 60)}"`;
      let scrolls = false, seen = box;
      for (let at = element; at && at !== document.documentElement; at = at.parentElement) {
        const style = getComputedStyle(at), frame = at.getBoundingClientRect();
        if (/auto|scroll/.test(style.overflowX)) scrolls = true;
        if (!scrolls && cuts(style.overflowX) && (box.right > frame.right + 1 || box.left < frame.left - 1))
          faults.push(`${said} is cut`);
        if (cuts(style.overflowY))
          seen = new DOMRect(seen.x, Math.max(seen.y, frame.y), seen.width,
            Math.min(seen.bottom, frame.bottom) - Math.max(seen.y, frame.y));
      }
      if (!scrolls && (box.right > innerWidth + 1 || box.left < -1)) faults.push(`${said} leaves the page`);
      // The box of a line is taller than its letters.
      const letters = new DOMRect(seen.x, seen.y + seen.height * 0.2, seen.width, seen.height * 0.6);
      if (seen.height > 3) texts.push({ element, box: letters, said });
    }
  }
  for (const [i, one] of texts.entries())
    for (const other of texts.slice(i + 1)) {
      if (one.element === other.element || one.element.contains(other.element) || other.element.contains(one.element))
        continue;
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (wide > 3 && high > 2) faults.push(`${one.said} lies on ${other.said}`);
    }
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page scrolls sideways");
  return [...new Set(faults)];
}"""


def begin(page: Page, ruleset: str) -> None:
    """Begin a game against a bot, whatever language the page speaks."""
    choose_board(page, ruleset)
    page.locator(".play").click()
    page.locator(".offer").wait_for()


def faults(page: Page) -> list[str]:
    """What of the page cannot be read."""
    found: list[str] = page.evaluate(FAULTS)
    return found


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
    new_page: NewPage, language: str, viewport: Any, request: pytest.FixtureRequest
) -> None:
    page = new_page(viewport=viewport, locale=language)
    found: dict[str, list[str]] = {}

    def look(where: str) -> None:
        page.wait_for_timeout(150)
        if folder := request.config.getoption("pictures"):
            page.screenshot(path=Path(folder) / f"{language}-{viewport['width']}-{where}.png")
        if wrong := faults(page):
            found[where] = wrong

    page.goto("/about")
    page.locator("h1").wait_for()
    look("about")
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
