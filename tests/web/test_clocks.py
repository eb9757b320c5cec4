"""Clocks on the page: choosing, counting down, low time, time-out; and a server killed while they run."""

from __future__ import annotations

import time

from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage, Picture
from tests.web.harness import Service
from tests.web.player import choose_board, rename, table_of, view_of, wait_until
from tests.web.test_access import SCREENS, checker
from tests.web.test_friends import on_both_screens


def choose_clock(page: Page, minutes: str, increment: str = "0", zero: str | None = None) -> None:
    """Choose a live clock for the new game on the start page."""
    page.locator("summary", has_text="Clock").click()
    page.get_by_label("Clock").select_option("live")
    page.get_by_role("spinbutton", name="Minutes").fill(minutes)
    page.get_by_role("spinbutton", name="Seconds").fill(increment)
    if zero is not None:
        page.get_by_label("runs out of time").select_option(zero)


def two_people(new_page: NewPage, minutes: str, zero: str) -> tuple[Page, Page]:
    """Return Ada and Ben in a game with a clock."""
    ada, ben = new_page(), new_page()
    rename(ada, "Ada")
    rename(ben, "Ben")
    choose_board(ada)
    ada.get_by_label("Player 2").select_option("open")
    choose_clock(ada, minutes, "0", zero)
    ada.get_by_role("button", name="Create the table").click()
    link = ada.get_by_label("To play: send this link").input_value()
    ben.goto(link)
    expect(ben.locator("[data-clock-words]")).to_contain_text("runs out of time")
    ben.get_by_role("button", name="Sit here").click()
    ada.get_by_role("button", name="Start the game").click()
    for page in (ada, ben):
        page.locator(".offer").wait_for()
    return ada, ben


def left(page: Page, seat: int) -> int:
    """Return a player's remaining seconds on the page."""
    minutes, seconds = page.locator(f"[data-seat='{seat}'] [data-clock]").inner_text().split()[-1].split(":")
    return 60 * int(minutes) + int(seconds)


def told(page: Page, seat: int) -> int:
    """Return a player's remaining milliseconds on the server."""
    table = page.request.get(f"/api/tables/{table_of(page)}").json()
    time_left: int = table["clock"]["times"]["left"][seat]
    return time_left


def keep_all(page: Page) -> None:
    """Choose the first tickets."""
    for box in page.locator(".offer input").all():
        box.check()
    page.locator(".offer .button").click()


def test_time_runs_out(new_page: NewPage) -> None:
    """The player to act sees the time run; low time is announced once; then a bot takes over."""
    ada, ben = two_people(new_page, "0.15", "easy")
    keep_all(ada)
    expect(ada.locator("[data-seat='1'] [data-clock].runs")).to_be_visible()
    expect(ada.locator("[data-seat='0'] [data-clock].runs")).to_have_count(0)
    had = left(ada, 0)
    assert 1 <= had <= 9
    assert left(ada, 1) <= 9
    expect(ben.locator("[data-live]")).to_contain_text("Your time left:")
    expect(ada.locator("[data-seat='1'] .note")).to_have_text("bot plays")
    expect(ada.locator(".log")).to_contain_text("Everyone has chosen")


def test_a_killed_server_costs_no_time(new_page: NewPage, service: Service) -> None:
    """The clock of the choosing player continues where it was; at zero the seat makes the minimum choice of tickets."""
    ada, ben = two_people(new_page, "0.15", "")
    keep_all(ada)
    expect(ben.locator("[data-seat='1'] [data-clock].runs")).to_be_visible()
    began = time.monotonic()
    before = told(ben, 1)
    service.kill()
    served = time.monotonic() - began
    service.start(later=10_000)
    began = time.monotonic()
    after = told(ben, 1)
    served += time.monotonic() - began
    # The clock starts running again a moment before the test knows that the server answers.
    assert after >= before - 1000 * served - 2000, "the time of the outage was counted"
    for page in (ada, ben):
        page.evaluate("dispatchEvent(new Event('online'))")  # do not wait for the page's own retry
        expect(page.locator("[data-status]")).not_to_contain_text("Connection lost")
    expect(ada.locator("[data-seat='1'] .note")).to_have_text("bot plays")
    expect(ada.locator(".log")).to_contain_text("Everyone has chosen")
    assert len(view_of(ben)["tickets"]) == 2


def test_the_choice_of_a_clock(new_page: NewPage, axe: str) -> None:
    for screen in ("light", "phone-dark"):
        page = new_page(**SCREENS[screen])
        page.clock.install()
        check = checker(page, axe, screen)
        choose_board(page, "card_game")
        choose_clock(page, "90", "15")
        expect(page.locator("summary", has_text="Clock")).to_contain_text(
            "90 minutes each, plus 15 seconds per turn"
        )
        check("clock")
        page.get_by_label("Clock").select_option("turn")
        page.get_by_role("spinbutton", name="Hours per turn").fill("12")
        page.get_by_role("spinbutton", name="Extra hours").fill("30")
        expect(page.locator("summary", has_text="Clock")).to_contain_text(
            "12 hours per turn, plus 30 hours per game"
        )
        check("clock per turn")
        page.get_by_label("Clock").select_option("live")
        page.get_by_role("button", name="Play now").click()
        page.locator(".offer").wait_for()
        expect(page.locator("[data-clock].runs").first).to_contain_text("1:29:5")
        check("a table with a clock")
        page.clock.fast_forward("01:29:40")
        expect(page.locator("[data-clock].low").first).to_be_visible()
        expect(page.locator("[data-live]")).to_contain_text("Your time left:")
        check("little time")


def test_the_time_of_a_turn_begins_when_the_player_looks(
    new_page: NewPage, axe: str, picture: Picture
) -> None:
    ada, ben = new_page(), new_page()
    rename(ada, "Ada")
    rename(ben, "Ben")
    choose_board(ada)
    ada.get_by_label("Player 2").select_option("open")
    ada.locator("summary", has_text="Clock").click()
    waits = ada.get_by_label("when its player first looks")
    ada.get_by_label("Clock").select_option(label="5 minutes each, plus 10 seconds per turn")
    expect(waits).to_have_count(0)
    ada.get_by_label("Clock").select_option(label="3 days per turn")
    waits.press("Space")
    expect(ada.get_by_text("Longest wait: 3 days.")).to_be_visible()
    expect(ada.locator("summary", has_text="Clock")).to_contain_text("3 days per turn from the first look")
    on_both_screens(ada, axe, "a clock that waits")
    picture(ada, "waits-choice")
    ada.get_by_role("button", name="Create the table").click()
    ben.goto(ada.get_by_label("To play: send this link").input_value())
    expect(ben.locator("[data-clock-words]")).to_contain_text("from the first look")
    ben.get_by_role("button", name="Sit here").click()
    table = ben.url
    ben.goto("/")
    # The server may notice a moment later that Ben has left the page.
    gone = "async (path) => !(await (await fetch(path)).json()).seats[1].online"
    wait_until(ada, gone, f"/api/tables/{table_of(ada)}")
    ada.get_by_role("button", name="Start the game").click()
    expect(ada.locator("[data-seat='0'] [data-clock].runs")).to_be_visible()
    seat = ada.locator("[data-seat='1']").first
    expect(seat.locator(".note")).to_have_text("time not begun")
    expect(seat.locator("[data-clock]")).to_contain_text(
        "It begins when the player looks at the table, in 2 days"
    )
    on_both_screens(ada, axe, "a player who has not looked")
    picture(ada, "waits-table")
    ben.reload()
    expect(ben.locator("[data-left]")).to_contain_text("time not begun")
    picture(ben, "waits-list")
    ben.goto(table)
    expect(ada.locator("[data-seat='1'] [data-clock].runs")).to_be_visible()
    expect(seat.locator(".note")).to_have_count(0)
