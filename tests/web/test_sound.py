"""Sounds in the browser: on after the first click, off by a button, and then without any work."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.input_devices import Keys
from tests.web.player import keep_two, start_game

# Counts audio contexts and started sources.
COUNT = """
window.contexts = [];
window.sources = 0;
const Context = window.AudioContext;
window.AudioContext = class extends Context {
  constructor(...given) { super(...given); window.contexts.push(this); }
};
for (const one of [OscillatorNode, AudioBufferSourceNode]) {
  const start = one.prototype.start;
  one.prototype.start = function (...given) { window.sources++; return start.apply(this, given); };
}
"""


def listen(new_page: NewPage, **options: Any) -> tuple[Page, list[str]]:
    """Return a page that counts, and the list of requested scripts for sounds."""
    page = new_page(**options)
    page.add_init_script(COUNT)
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url) if "/recipes-" in request.url else None)
    return page, loaded


def draw_a_card(page: Page) -> None:
    """Take the top card of the deck, and wait until it is in the hand."""
    page.locator("[data-deck].legal").wait_for()
    before = page.locator(".log .lines li").count()
    page.locator("[data-deck]").click()
    page.wait_for_function(
        "before => document.querySelectorAll('.log .lines li').length > before", arg=before
    )


def test_a_muted_page_does_no_work_for_sounds(new_page: NewPage) -> None:
    page, loaded = listen(new_page)
    start_game(page)
    button = page.locator("[data-sound]")
    expect(button).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("window.contexts.length") == 0  # nothing has been pressed yet
    assert loaded == []
    keep_two(page)
    draw_a_card(page)
    page.wait_for_function("() => window.contexts.length === 1 && window.sources > 0")
    assert len(loaded) == 1

    Keys(page).press(button)
    expect(button).to_have_attribute("aria-pressed", "false")
    page.wait_for_function("() => window.contexts[0].state === 'suspended'")
    page.evaluate("window.sources = 0")
    for _ in range(2):  # with the second card, the sound of the first one would have begun
        draw_a_card(page)
    assert page.evaluate("[window.sources, window.contexts.length]") == [0, 1]

    # The setting is stored. With it, not even the code for sounds is loaded.
    page.reload()
    loaded.clear()
    expect(button).to_have_attribute("aria-pressed", "false")
    for _ in range(2):
        draw_a_card(page)
    assert page.evaluate("[window.sources, window.contexts.length]") == [0, 0]
    assert loaded == []
    Keys(page).press(button)
    expect(button).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => window.sources > 0")


def test_the_background_sound_is_off_until_it_is_wanted(new_page: NewPage) -> None:
    page, _loaded = listen(new_page)
    start_game(page)
    keep_two(page)
    page.locator("[data-deck].legal").wait_for()  # nothing else is heard now
    page.get_by_role("button", name="Settings").click()
    ride = page.get_by_label("Sounds of a train ride in the background")
    expect(ride).not_to_be_checked()
    page.wait_for_timeout(300)
    page.evaluate("window.sources = 0")
    ride.check()
    page.wait_for_function("() => window.sources === 1")  # one source, which repeats by itself
    page.get_by_role("checkbox", name="Sounds", exact=True).uncheck()
    page.wait_for_function("() => window.contexts[0].state === 'suspended'")
    expect(ride).to_be_disabled()
    assert page.evaluate("window.sources") == 1
