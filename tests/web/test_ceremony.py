"""The final scoring in the browser: tickets that turn, the podium, and the ways to skip it."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.web.conftest import NewPage
from tests.web.finished_games import GAMES, MAPS, MOVING, Finished, after, again, ceremony, play_out
from tests.web.player import RECORD_SPEECH, view_of
from tests.web.test_access import DEVICES, SCREENS, checker, show_on

# Clears all timers of the page, so that the ceremony stays at a step while it is checked.
STAY = "() => { for (let timer = setTimeout(() => {}); timer; timer--) clearTimeout(timer); }"
# Whether no animations run but endless ones.
SETTLED = """() => document.getAnimations().every(
  (one) => one.playState !== "running" || !isFinite(one.effect.getComputedTiming().endTime)
)"""
# The trains and the length of each owned route in a picture.
PICTURED = """(image) => {
  const text = decodeURIComponent(image.src.slice(image.src.indexOf(",") + 1));
  const plain = text.replace(/<style>.*?<\\/style>/s, "");  // which the page's policy would report
  const board = new DOMParser().parseFromString(plain, "image/svg+xml");
  const routes = [...board.querySelectorAll(".route.owned")];
  return routes.map((route) => [route.querySelectorAll(".train").length, +route.dataset.length]);
}"""


def totals(page: Page) -> list[int]:
    """Return the totals in the ceremony, by seat."""
    return [int(text) for text in page.locator("[data-ceremony] .totals b .unseen").all_inner_texts()]


def podium(page: Page) -> Locator:
    return page.locator("[data-podium]")


def standings(page: Page) -> dict[int, int]:
    """Return the scores on and below the podium, by seat."""
    found = page.locator("[data-standing]").evaluate_all(
        "lines => lines.map((line) => [line.dataset.standing, line.querySelector('.points').textContent])"
    )
    return {int(seat): int(re.findall(r"-?\d+", text)[0]) for seat, text in found}


def pass_half_a_second(page: Page) -> float:
    """Advance the page's stopped clock by this time, running its timers."""
    page.clock.run_for(500)
    return 0.5


@pytest.mark.parametrize("ruleset", GAMES)
def test_the_ceremony_goes_by_itself(new_page: NewPage, ruleset: str) -> None:
    page = new_page(**MOVING)
    # All timers must use this clock: one that started earlier would run in real time.
    page.clock.install()
    page.add_init_script(RECORD_SPEECH)
    view = play_out(page, ruleset)
    ceremony(page).wait_for(timeout=60_000)
    # From now on the test controls the time, so a busy machine makes no difference.
    page.clock.pause_at(page.evaluate("Date.now()") + 100)
    expect(page.get_by_role("button", name="Skip to the result")).to_be_focused()
    players = view["outcome"]["players"]
    before = len(page.evaluate("window.spoken"))
    if ruleset in MAPS:
        # the picture of the board has every player's trains
        routes = page.locator("[data-ceremony] .drawing img").evaluate(PICTURED)
        assert len(routes) == sum(len(player["routes"]) for player in view["players"])
        assert all(trains == length for trains, length in routes)
    seconds = 0.0
    shown = totals(page)
    assert len(shown) == len(players)
    while not podium(page).count():
        shown = totals(page)
        page.clock.run_for(100)
        seconds += 0.1
        assert seconds < 25
    assert shown == [player["score"] for player in players]
    assert standings(page) == {player["seat"]: player["score"] for player in players}
    winners = page.locator("[data-podium] .winner")
    expect(winners).to_have_count(len(view["outcome"]["winners"]))
    while ceremony(page).count():
        seconds += pass_half_a_second(page)
        assert seconds < 21
    expect(again(page)).to_be_focused()
    expect(page.locator(".end .scores tbody tr")).to_have_count(len(players))
    said = page.evaluate("window.spoken")[before:]
    assert len(said) <= len(players) + 12  # one line for each player and each award, not for each ticket
    assert any("completed" in line for line in said)
    assert sum(line.startswith("Place 1: ") for line in said) == 1

    # A finished game that is opened again shows the result at once.
    page.clock.resume()
    page.reload()
    page.locator("[data-charts]").wait_for()
    assert ceremony(page).count() == 0


@pytest.mark.parametrize("ruleset", ["usa", "card_game"])
def test_the_ceremony_is_skipped_at_once(new_page: NewPage, ruleset: str) -> None:
    page = new_page(**MOVING)
    play_out(page, ruleset)
    ceremony(page).wait_for(timeout=60_000)
    page.keyboard.press("Escape")
    expect(ceremony(page)).to_have_count(0)
    expect(again(page)).to_be_focused()
    page.keyboard.press("Enter")
    ceremony(page).wait_for()
    page.keyboard.press("Enter")  # the Skip button has the focus
    expect(ceremony(page)).to_have_count(0)
    expect(again(page)).to_be_focused()
    again(page).click()
    page.get_by_role("button", name="Skip to the result").click()
    expect(ceremony(page)).to_have_count(0)


def test_a_tap_or_a_key_goes_to_the_podium_and_then_to_the_result(
    new_page: NewPage, finished: Finished
) -> None:
    page, address = after(new_page, finished, "usa", **MOVING)
    page.goto(address)
    again(page).click()
    for step in ["key", "space", "tap"]:
        ceremony(page).wait_for()
        assert podium(page).count() == 0
        for shown in (True, False):
            if step == "tap":
                page.mouse.click(300, 700)
            elif step == "space":
                # Not with the focus on a button, which the key would press.
                page.evaluate("document.activeElement.blur()")
                page.keyboard.press("Space")
            else:
                page.keyboard.press("ArrowRight")
            expect(podium(page)).to_have_count(int(shown))
        expect(ceremony(page)).to_have_count(0)
        expect(again(page)).to_be_focused()
        page.keyboard.press("Enter")
    # Tab skips nothing.
    ceremony(page).wait_for()
    page.keyboard.press("Tab")
    assert podium(page).count() == 0
    page.keyboard.press("Escape")
    expect(ceremony(page)).to_have_count(0)


def test_tickets_are_turned_while_their_ways_light_up(new_page: NewPage, finished: Finished) -> None:
    page, address = after(new_page, finished, "europe", **MOVING)
    page.clock.install()
    page.goto(address)
    view = view_of(page)
    # While it opens, a page needs timers, which a paused clock does not run.
    page.locator("[data-charts]").wait_for()
    page.clock.pause_at(page.evaluate("Date.now()") + 5000)  # a busy machine needs some time to pause
    again(page).click()
    while not ceremony(page).count():
        page.clock.run_for(100)
    way = page.locator("[data-ceremony] .way .leg")
    engine = page.locator("[data-ceremony] .engine")
    turned: list[tuple[str, bool]] = []
    ran = 0
    while not podium(page).count():
        card = page.locator("[data-ceremony] .newest .card")
        if card.count():
            missed = "missed" in str(card.get_attribute("class"))
            one = (card.locator(".places").inner_text(), missed)
            if one not in turned:
                turned.append(one)
            # The path of a completed ticket has no gaps, that of a failed one has some.
            lacking = way.and_(page.locator(".lacking")).count()
            assert way.count() > 0
            assert (lacking > 0) == missed
        elif engine.count():
            ran += 1
            assert way.count() > 1
        page.clock.run_for(100)
    tickets = [ticket for player in view["outcome"]["players"] for ticket in player["tickets_list"]]
    assert len(turned) == len({(ticket["from"], *ticket["to"]) for ticket in tickets})
    assert sum(missed for _, missed in turned) == sum(ticket["scored"] <= 0 for ticket in tickets)
    assert ran > 0


@pytest.mark.parametrize("ruleset", ["usa", "card_game"])
def test_another_layout_continues_the_ceremony(new_page: NewPage, finished: Finished, ruleset: str) -> None:
    page, address = after(new_page, finished, ruleset, **MOVING, viewport={"width": 1280, "height": 800})
    page.clock.install()
    page.goto(address)
    page.locator("[data-charts]").wait_for()
    page.clock.pause_at(page.evaluate("Date.now()") + 5000)
    again(page).click()
    while not ceremony(page).count():
        page.clock.run_for(100)
    began = totals(page)
    while totals(page) == began:
        page.clock.run_for(100)
    reached = totals(page)
    for width, height in ((700, 900), (1000, 700)):
        page.set_viewport_size({"width": width, "height": height})
        page.locator(".phone-table" if width == 700 else "main.grid").wait_for()
        expect(ceremony(page)).to_have_count(1)
        assert totals(page) == reached
    while not podium(page).count():
        page.clock.run_for(100)


@pytest.mark.parametrize("still", ["system", "setting"])
def test_without_motion_there_is_no_ceremony(new_page: NewPage, still: str) -> None:
    page = new_page(**({} if still == "system" else MOVING))
    page.clock.install()
    if still == "setting":
        stored = json.dumps(json.dumps({"motion": False}))
        page.add_init_script(f"localStorage.setItem('whistlestop.settings', {stored})")
    play_out(page, "usa")
    page.locator("[data-charts]").wait_for()
    assert ceremony(page).count() == 0
    # On request the podium appears, and stays.
    again(page).click()
    expect(podium(page)).to_be_visible()
    expect(podium(page).locator(".won")).not_to_have_css("opacity", "0")
    page.clock.run_for(6500)
    expect(podium(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(ceremony(page)).to_have_count(0)


@pytest.mark.parametrize("device", ["wide", "phone"])
@pytest.mark.parametrize("ruleset", ["europe", "card_game"])
def test_the_ceremony_fits_every_screen(
    new_page: NewPage, finished: Finished, axe: str, ruleset: str, device: str
) -> None:
    page, address = after(new_page, finished, ruleset, **SCREENS[DEVICES[device][0]])
    page.goto(address)
    page.locator("[data-charts]").wait_for()
    for screen in DEVICES[device]:
        show_on(page, screen)
        page.emulate_media(reduced_motion="no-preference")
        again(page).click()
        ceremony(page).wait_for()
        page.wait_for_timeout(1500)
        page.evaluate(STAY)
        checker(page, axe, screen)("ceremony")
        within(page)
        page.keyboard.press("Escape")
        page.emulate_media(reduced_motion="reduce")
        again(page).click()
        podium(page).wait_for()
        checker(page, axe, screen)("podium")
        within(page)
        page.keyboard.press("Escape")
        expect(ceremony(page)).to_have_count(0)


def within(page: Page) -> None:
    """Assert that the whole ceremony is inside the screen."""
    # A card is wider than the screen while it turns.
    page.wait_for_function(SETTLED)
    beyond = page.locator("[data-ceremony] :not(svg *)").evaluate_all(
        """all => all.filter((one) => {
          const box = one.getBoundingClientRect();
          return box.width > 0 && (box.left < -1 || box.right > innerWidth + 1);
        }).map((one) => one.outerHTML.slice(0, 80))"""
    )
    assert beyond == []
