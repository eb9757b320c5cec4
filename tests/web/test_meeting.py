"""Meeting others: open tables, quick play, invitations, and the host's tasks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, Route, expect
from tests.web.meeting import grant, open_chat, protect, talk, two_at
from tests.web.player import asked, invite, keep_two, let_happen, rename, table_of
from tests.web.test_access import SCREENS, checker

if TYPE_CHECKING:
    from tests.web.conftest import NewPage
    from tests.web.harness import Service


def test_an_open_table_is_found_and_joined(new_page: NewPage) -> None:
    ada, ben = new_page(), new_page(viewport={"width": 360, "height": 740}, has_touch=True)
    rename(ada, "Ada Open")
    ben.goto("/")
    ben.get_by_role("link", name="Open tables").click()
    ada.goto("/play")
    ada.get_by_label("Game", exact=True).select_option(label="Europe")
    ada.locator(".own summary").click()
    ada.get_by_label("Clock").select_option(label="1 day per turn")
    ada.get_by_label("When a player leaves").select_option("easy")
    ada.get_by_label("Players who left can come back").uncheck()
    ada.get_by_label("Chat at the table").uncheck()
    ada.get_by_role("button", name="Open a table").click()
    expect(ada.get_by_label("List this table publicly")).to_be_checked()
    line = ben.locator("[data-table]").filter(has_text="Ada Open")
    expect(line).to_contain_text("waiting now")
    expect(line).to_contain_text("1 day per turn")
    line.get_by_role("button", name="Join").click()
    ben.locator(".lobby").wait_for()
    expect(ada.locator(".lobby li")).to_have_count(2)
    expect(ada.locator(".lobby li .open")).to_have_count(0)
    assert table_of(ben) == table_of(ada)
    # The agreed options apply to both, and the start page shows the remaining time.
    agreed = ben.request.get(f"/api/tables/{table_of(ben)}").json()
    assert (agreed["comes_back"], agreed["chat"]) == (False, False)
    ada.get_by_role("button", name="Start the game").click()
    ben.locator(".offer").wait_for()
    ben.goto("/")
    expect(ben.locator(".mine [data-left]")).to_contain_text("23:59")
    ada.locator("[data-menu]").click()
    expect(
        ada.get_by_text("At this table, players who leave cannot come back, and they come last.")
    ).to_be_visible()


def test_quick_play_of_two(new_page: NewPage) -> None:
    ada, ben = new_page(), new_page()
    for page in (ada, ben):
        page.goto("/play")
        page.get_by_text("Switzerland", exact=True).first.click()
        page.get_by_role("button", name="Find a game").click()
        if page is ada:
            expect(ada.locator(".lobby")).to_contain_text("Looking for 1 more player")
    for page in (ada, ben):
        page.locator(".offer").wait_for()
    assert table_of(ben) == table_of(ada)


def test_words_that_come_late_appear_when_they_are_there(new_page: NewPage) -> None:
    """Open tables with a clock are listed once the messages about clocks have loaded."""
    ada, ben = new_page(), new_page()
    rename(ada, "Ada Late")
    clock = {"kind": "live", "seconds": 300, "increment": 10}
    body = {"ruleset": "usa", "seats": [{"kind": "me"}, {"kind": "open"}], "listed": True, "clock": clock}
    asked(ada, "POST", "/api/tables", body)
    ben.goto("/")
    held: list[Route] = []
    ben.route("**/assets/*clocks*", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks it
    ben.goto("/play", wait_until="commit")
    let_happen(ben, lambda: held)
    for route in held:
        route.continue_()
    line = ben.locator("[data-table]").filter(has_text="Ada Late")
    expect(line).to_contain_text("5 minutes")


def test_quick_play_at_one_pace(new_page: NewPage) -> None:
    ada, ben, eve = (new_page() for _ in range(3))
    for page, pace in ((ada, "1 day"), (ben, "10 minutes"), (eve, "1 day")):
        page.goto("/play")
        page.get_by_role("group", name="Pace").get_by_text(pace).click()
        page.get_by_text("Switzerland", exact=True).first.click()
        page.locator(".choices").get_by_text("3 players").click()
        page.get_by_role("button", name="Find a game").click()
        page.locator(".lobby").wait_for()
    assert table_of(eve) == table_of(ada) != table_of(ben)
    expect(ada.locator(".lobby")).to_contain_text("Looking for 1 more player")
    expect(ben.locator(".lobby")).to_contain_text("Looking for 2 more players")
    expect(ben.locator(".lobby")).to_contain_text("10 minutes")


def test_quick_play_with_bots_when_nobody_comes(new_page: NewPage) -> None:
    page = new_page()
    page.clock.install()
    page.goto("/play")
    page.locator(".choices").get_by_text("5 players").click()
    page.get_by_role("button", name="Find a game").click()
    expect(page.locator(".lobby")).to_contain_text("Looking for 4 more players")
    expect(page.get_by_role("button", name="Play with bots now")).to_have_count(0)
    page.clock.fast_forward(21_000)
    page.get_by_role("button", name="Play with bots now").click()
    page.locator(".offer").wait_for()


def test_an_invitation_seats_whoever_opens_it(new_page: NewPage) -> None:
    ada, ben, eve = new_page(), new_page(), new_page(missing=True)
    rename(ben, "Ben")
    invite(ada)
    ada.get_by_role("button", name="Invite someone to seat 2").click()
    dialog = ada.get_by_role("dialog")
    link = dialog.get_by_label("Link", exact=True).input_value()
    code = dialog.get_by_role("img")
    expect(code).to_be_visible()
    assert code.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    ada.keyboard.press("Escape")
    expect(ada.locator(".lobby")).to_contain_text("reserved for an invited player")
    ben.goto(link)
    expect(ben.locator(".lobby li").nth(1)).to_contain_text("Ben")
    expect(ada.locator(".lobby li").nth(1)).to_contain_text("Ben")
    eve.goto(link)
    expect(eve.get_by_role("heading", name="This invitation has been used or revoked.")).to_be_visible()


@pytest.mark.parametrize("screen", ["light", "phone-dark"])
def test_its_pages_can_be_used_by_everybody(
    new_page: NewPage, service: Service, axe: str, screen: str, request: pytest.FixtureRequest
) -> None:
    page, other = new_page(**SCREENS[screen]), new_page()
    pictures = request.config.getoption("--pictures")
    inspect = checker(page, axe, screen)

    def check(state: str) -> None:
        if pictures:
            page.screenshot(path=f"{pictures}/{state}-{screen}.png", full_page=True)
        inspect(state)

    rename(other, "Barbora z Jablonce")
    other.goto("/play")
    other.get_by_role("button", name="Open a table").click()
    other.locator("[data-chat]").wait_for()
    page.goto("/play")
    page.locator("[data-table]").first.wait_for()
    page.locator("[data-chat]").wait_for()
    talk(page, "Anybody for a long game over the mountains this evening?")
    page.get_by_role("button", name="Quick phrases").click()
    check("play")
    page.get_by_role("button", name="Quick phrases").click()
    grant(service, page)
    protect(page)
    other.goto("/play")
    talk(other, "x" * 300)
    page.get_by_role("button", name="Block Barbora z Jablonce or report the message").last.click()
    page.get_by_role("button", name="Report the message", exact=True).click()
    check("report")
    page.get_by_role("dialog").get_by_role("button", name="Report", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.goto("/host")
    page.locator("[data-report]").first.wait_for()
    check("host")
    link = invite(page)
    page.locator("[data-chat]").wait_for()
    talk(page, "Welcome!")
    check("lobby")
    page.get_by_role("button", name="Invite someone to seat 2").click()
    page.get_by_role("dialog").get_by_role("img").wait_for()
    check("invitation")
    page.get_by_role("button", name="Revoke the invitation").click()
    other.goto(link)
    other.get_by_role("button", name="Sit here").click()
    other.locator("[data-chat]").wait_for()
    talk(other, "Good evening, everybody")
    page.get_by_role("button", name="Start the game").click()
    for one in (page, other):
        one.locator(".offer").wait_for()
        keep_two(one)
    if screen != "light":
        page.locator("[data-log]").tap()
    open_chat(page)
    check("table")
    page.get_by_role("button", name="Quick phrases").click()
    check("phrases")


def test_a_host_changes_the_table_and_cancels_it(new_page: NewPage) -> None:
    ada = new_page(missing=True)  # one change is refused
    ben = new_page(viewport={"width": 360, "height": 740}, has_touch=True)
    two_at(ada, ben)
    ada.get_by_text("Change game, seats or clock").click()
    form = ada.locator("[data-setup]")
    form.get_by_role("combobox", name="Game", exact=True).select_option(label="Switzerland")
    form.get_by_label("Number of players").select_option(label="3 players")
    form.get_by_label("Clock").select_option(label="1 day per turn")
    form.get_by_role("button", name="Change the table").click()
    for page in (ada, ben):
        expect(page.locator("[data-changed]")).to_contain_text("Switzerland, 3 players")
        expect(page.locator(".lobby .eyebrow").first).to_have_text("Switzerland")
        expect(page.locator(".lobby li")).to_have_count(3)
        # Players have only seconds to leave, so the change is shown where everybody sees it.
        told, seats = page.locator("[data-changed]").bounding_box(), page.locator(".lobby ul").bounding_box()
        assert told
        assert seats
        assert told["y"] < seats["y"]
        expect(page.get_by_role("heading", level=1)).to_have_text("Waiting for players")
    expect(ben.locator("[data-live]")).to_contain_text("The host has changed the table")
    # The next change starts from the current values.
    expect(form.get_by_label("Clock")).to_have_value("3")
    form.get_by_label("Number of players").select_option(label="2 players")
    form.get_by_role("button", name="Change the table").click()
    expect(ben.locator(".lobby li")).to_have_count(2)
    expect(ben.get_by_role("heading", level=1)).to_have_text("Ready to start")
    ada.get_by_role("button", name="Start the game").click()
    expect(ada.locator(".problem")).to_contain_text("The other players have just been notified")
    ada.get_by_role("button", name="Cancel the table").click()
    asked = ada.get_by_role("dialog", name="Cancel the table")
    expect(asked).to_contain_text("The other players will see that there is no game")
    asked.get_by_role("button", name="Cancel", exact=True).click()
    ada.get_by_role("button", name="Cancel the table").click()
    asked.get_by_role("button", name="Cancel the table").click()
    ada.wait_for_url("**/play")
    expect(ben.get_by_role("heading", name="The host has canceled this table.")).to_be_visible()


def test_each_has_the_color_that_was_chosen_on_every_page(new_page: NewPage) -> None:
    ada, ben, eve = new_page(), new_page(missing=True), new_page()  # Ben is refused a color

    def painted(page: Page, seat: int) -> str:
        probe = """(seat) => {
          const probe = document.body.appendChild(document.createElement("span"));
          probe.className = `seat-${seat}`;
          probe.style.color = "var(--seat)";
          const found = getComputedStyle(probe).color;
          probe.remove();
          return found;
        }"""
        return str(page.evaluate(probe, seat))

    usual = {seat: painted(ada, seat) for seat in range(5)} if ada.goto("/about") else {}
    assert len(set(usual.values())) == 5
    for page in (ada, ben):  # both prefer the same one, stored in their browsers
        page.goto("/about")
        page.evaluate("localStorage.setItem('whistlestop.settings', JSON.stringify({ color: 3 }))")
    ada.goto("/")
    ada.reload()
    table = two_at(ada, ben, color=3)
    expect(ada.get_by_label("Your color")).to_have_value("3")
    expect(ben.get_by_label("Your color")).to_have_value("1")  # the free one
    ben.get_by_label("Your color").select_option(label="Lime")
    expect(ben.locator(".problem")).to_contain_text("Another player has chosen this color.")
    expect(ben.get_by_label("Your color")).to_have_value("1")
    ben.get_by_label("Your color").select_option(label="Brown")
    expect(ben.get_by_label("Your color")).to_have_value("4")
    ada.get_by_role("button", name="Start the game").click()
    watch = ada.request.get(f"/api/tables/{table}").json()["watch"]
    eve.goto(f"/t/{watch}")
    for page in (ada, ben, eve):
        page.locator(".log").first.wait_for(state="attached")
        assert [painted(page, seat) for seat in (0, 1)] == [usual[3], usual[4]]
    ben.goto(f"/t/{table}/replay")
    ben.locator("[data-version]").first.wait_for(state="attached")
    assert [painted(ben, seat) for seat in (0, 1)] == [usual[3], usual[4]]
    ben.goto("/")
    style = ben.locator(f"a[href='/t/{table}']").first.evaluate(
        "a => a.parentElement.style.getPropertyValue('--seat-1')"
    )
    assert style.strip() == "var(--paint-4)"
    assert painted(ben, 1) == usual[1]  # outside of the table, the page belongs to no seat
    assert ben.evaluate("JSON.parse(localStorage.getItem('whistlestop.settings')).color") == 4


def test_a_live_rematch_says_for_whom_it_waits(new_page: NewPage) -> None:
    ada, ben = (
        new_page(missing=True),
        new_page(missing=True),
    )  # a request at the end of a game may be refused
    rename(ben, "Ben")
    table = two_at(ada, ben, clock={"kind": "live", "seconds": 300, "increment": 10})
    ada.get_by_role("button", name="Start the game").click()
    for page in (ada, ben):
        page.locator(".offer").wait_for()
        asked(page, "POST", f"/api/tables/{table}/agree", {"agrees": True})
    ben.goto("/about")
    ben.get_by_role("heading", name="About Whistlestop").wait_for()
    again = str(asked(ada, "POST", f"/api/tables/{table}/rematch")["id"])
    ada.goto(f"/t/{again}")
    asked(ben, "POST", f"/api/tables/{table}/rematch")
    waiting = ada.locator("[data-countdown]")
    expect(waiting).to_contain_text("Waiting for Ben.")
    expect(waiting).to_contain_text(re.compile(r"1\d seconds"))
    ben.goto(f"/t/{again}")
    for page in (ada, ben):
        page.locator(".offer").wait_for()
