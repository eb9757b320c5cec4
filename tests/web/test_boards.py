"""Features of other boards: tunnels, stations, tickets with several targets."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.web.conftest import NewPage
from tests.web.layout import overlap
from tests.web.player import (
    Clock,
    keep_two,
    let_happen,
    mark,
    middle_of,
    settled,
    start_game,
    wait_for_decision,
)
from tests.web.test_games import PHONE


def test_a_station(new_page: NewPage) -> None:
    page = new_page()
    start_game(page, "europe")
    keep_two(page)
    wait_for_decision(page)
    page.locator("[data-stations]").click()
    assert page.locator(".board .route.legal").count() == 0
    city = page.locator(".board .city.legal").first
    name = city.get_attribute("aria-label") or ""
    city.focus()
    page.keyboard.press("Enter")
    panel = page.get_by_role("dialog", name=f"Build a station in {name}")
    panel.get_by_role("button", name="Build", exact=True).click()
    expect(page.locator(".log li").filter(has_text=f"You build a station in {name}")).to_have_count(1)
    expect(page.locator(f".board .city.built.seat-0[aria-label^='{name}']")).to_have_count(1)


def test_a_tunnel(new_page: NewPage) -> None:
    page = new_page()
    start_game(page, "switzerland")
    keep_two(page)
    clock = Clock(60)
    while wait_for_decision(page) != "tunnel":
        clock.check()
        before = mark(page)
        tunnel = page.locator(".board .route.legal[data-kind=tunnel]").first
        if tunnel.count():
            page.mouse.click(*middle_of(page, tunnel.get_attribute("data-route") or ""))
            page.get_by_role("dialog").get_by_role("button", name="Claim", exact=True).click()
        else:
            page.locator("[data-deck].legal, button.slot.legal").first.click()
        settled(page, before)
    panel = page.locator("section.tunnel")
    assert panel.locator("ol li").count() == 3
    # The panel is beside its route, with large cards.
    place = page.locator(".board .route.chosen .track").evaluate(
        "track => track.getBoundingClientRect().toJSON()"
    )
    box = page.locator(".popover").bounding_box()
    assert box
    assert not overlap(box, place)
    assert panel.locator("ol li").first.evaluate("card => card.offsetWidth") >= 100
    before = mark(page)
    panel.locator(".buttons .button").first.click()
    settled(page, before)
    expect(panel).to_have_count(0)


def test_a_tunnel_is_told_when_its_cards_have_turned(new_page: NewPage) -> None:
    page = new_page(reduced_motion="no-preference")
    page.clock.install()
    start_game(page, "switzerland")
    keep_two(page)
    clock = Clock(60)
    told = page.locator(".log li").filter(has_text="You start the tunnel")
    while True:
        clock.check()
        wait_for_decision(page)
        before = mark(page)
        tunnel = page.locator(".board .route.legal[data-kind=tunnel]").first
        if tunnel.count():
            break
        page.locator("[data-deck].legal, button.slot.legal").first.click()
        settled(page, before)
    page.mouse.click(*middle_of(page, tunnel.get_attribute("data-route") or ""))
    # From now on the test controls the time, so a busy machine makes no difference.
    page.clock.pause_at(page.evaluate("Date.now()") + 5000)
    page.get_by_role("dialog").get_by_role("button", name="Claim", exact=True).click()
    panel = page.locator("section.tunnel")
    while not panel.count():
        clock.check()
        page.clock.run_for(20)
    panel.evaluate("panel => panel.dataset.first = 'yes'")
    page.clock.run_for(600)
    expect(told).to_have_count(0)
    page.clock.resume()
    expect(told).to_have_count(1)
    # The panel that revealed the cards also asks for the surcharge, so they are not revealed twice. Without a
    # surcharge it closes, and the next panel may be for the bot's tunnel.
    anew = page.locator("section.tunnel:not([data-first])").filter(has_text="Your tunnel")
    expect(anew).to_have_count(0)


def test_tickets_with_several_targets(new_page: NewPage) -> None:
    page = new_page()
    for _ in range(12):
        start_game(page, "switzerland")
        several = page.locator(".offer .several").first
        if several.count():
            break
    targets = several.locator("b").all_inner_texts()
    assert len(targets) > 1
    several.hover()
    let_happen(page, lambda: page.locator(".board .city.lit").count() > len(targets))


def test_a_high_board_on_a_phone(new_page: NewPage) -> None:
    """The whole board is above the buttons that lie on its frame."""
    page = new_page(**PHONE)
    start_game(page, "carpathia")
    keep_two(page)
    wait_for_decision(page)
    page.get_by_role("button", name="Zoom in").tap()
    page.get_by_role("button", name="Show the whole board").tap()
    expect(page.get_by_role("button", name="Zoom out")).to_be_disabled()
    board, button, frame = (
        page.locator(one).bounding_box()
        for one in ("svg.board", '.frame .bar button[aria-label="Zoom in"]', ".frame .drawing")
    )
    assert board
    assert button
    assert frame
    assert frame["y"] <= board["y"] + 1
    assert board["y"] + board["height"] <= button["y"] + 1
    # At any zoom, the lower edge can be moved above the buttons.
    for _ in range(2):
        page.get_by_role("button", name="Zoom in").tap()
    for _ in range(4):
        page.mouse.move(180, frame["y"] + 200)
        page.mouse.down()
        page.mouse.move(180, frame["y"] + 20, steps=5)
        page.mouse.up()
    page.wait_for_function(
        """() => document.querySelector("svg.board").getBoundingClientRect().bottom
          < document.querySelector(".frame .bar button").getBoundingClientRect().top + 2"""
    )
