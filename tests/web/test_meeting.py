"""People who find each other: open tables, quick play, invitations, chat, and hosts of the site."""

from __future__ import annotations

import re
import secrets
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, Route, expect
from tests.web.player import invite, keep_two, rename, table_of
from tests.web.test_access import SCREENS, checker

from whistlestop.server.domain.onetime import STEP, code_at
from whistlestop.server.domain.times import now

if TYPE_CHECKING:
    from tests.web.conftest import NewPage
    from tests.web.harness import Service


def talk(page: Page, text: str) -> None:
    """Say something in the panel that is open."""
    page.get_by_label("Say something").fill(text)
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_label("Say something")).to_have_value("")


def asked(page: Page, method: str, path: str, body: object = None) -> Any:
    """Ask the server for something as the person at a page."""
    token = page.evaluate("decodeURIComponent(/csrftoken=([^;]+)/.exec(document.cookie)[1])")
    answer = page.request.fetch(path, method=method, data=body, headers={"x-csrftoken": token})
    assert answer.ok, answer.text()
    return answer.json()


def open_chat(page: Page) -> None:
    """Choose the chat beside the log."""
    page.locator("[data-chat-tab]").click()
    page.locator("[data-chat]").wait_for()


def test_an_open_table_is_found_and_joined(new_page: NewPage) -> None:
    ada, ben = new_page(), new_page(viewport={"width": 360, "height": 740}, has_touch=True)
    rename(ada, "Ada Open")
    ben.goto("/")
    ben.get_by_role("link", name="Open tables").click()
    ada.goto("/play")
    ada.get_by_label("Game", exact=True).select_option(label="Europe")
    ada.locator(".own summary").click()
    ada.get_by_label("Time to think").select_option(label="1 day for each turn")
    ada.get_by_label("When somebody leaves").select_option("easy")
    ada.get_by_label("Whoever has left may come back").uncheck()
    ada.get_by_label("Chat at the table").uncheck()
    ada.get_by_role("button", name="Open a table").click()
    expect(ada.get_by_label("Everybody may find this table")).to_be_checked()
    line = ben.locator("[data-table]").filter(has_text="Ada Open")
    expect(line).to_contain_text("waiting now")
    expect(line).to_contain_text("1 day for each turn")
    line.get_by_role("button", name="Join").click()
    ben.locator(".lobby").wait_for()
    expect(ada.locator(".lobby li")).to_have_count(2)
    expect(ada.locator(".lobby li .open")).to_have_count(0)
    assert table_of(ben) == table_of(ada)
    # What was agreed on holds for both, and the start page tells how much time is left.
    agreed = ben.request.get(f"/api/tables/{table_of(ben)}").json()
    assert (agreed["comes_back"], agreed["chat"]) == (False, False)
    ada.get_by_role("button", name="Start the game").click()
    ben.locator(".offer").wait_for()
    ben.goto("/")
    expect(ben.locator(".mine [data-left]")).to_contain_text("23:59")
    ada.locator("[data-menu]").click()
    expect(ada.get_by_text("At this table nobody comes back after that.")).to_be_visible()


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
    """An open table with a clock is told before the words for clocks have come."""
    ada, ben = new_page(), new_page()
    rename(ada, "Ada Late")
    clock = {"kind": "live", "seconds": 300, "increment": 10}
    body = {"ruleset": "usa", "seats": [{"kind": "me"}, {"kind": "open"}], "listed": True, "clock": clock}
    asked(ada, "POST", "/api/tables", body)
    ben.goto("/")
    held: list[Route] = []
    ben.route("**/assets/*clocks*", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks it
    ben.goto("/play", wait_until="commit")
    for _ in range(50):
        if held:
            break
        ben.wait_for_timeout(100)
    ben.wait_for_timeout(500)  # the list has come by now
    assert held
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
    ada.get_by_role("button", name="Invite somebody to seat 2").click()
    dialog = ada.get_by_role("dialog")
    link = dialog.get_by_label("Link", exact=True).input_value()
    code = dialog.get_by_role("img")
    expect(code).to_be_visible()
    assert code.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    ada.keyboard.press("Escape")
    expect(ada.locator(".lobby")).to_contain_text("kept for a guest")
    ben.goto(link)
    expect(ben.locator(".lobby li").nth(1)).to_contain_text("Ben")
    expect(ada.locator(".lobby li").nth(1)).to_contain_text("Ben")
    eve.goto(link)
    expect(eve.get_by_role("heading", name="This invitation has been used or taken back.")).to_be_visible()


def test_players_and_spectators_talk_apart(new_page: NewPage) -> None:
    ada, ben, eve = new_page(), new_page(locale="cs-CZ"), new_page()
    rename(ada, "Ada")
    rename(eve, "Eve")
    link = invite(ada)
    ben.goto(link)
    ben.get_by_role("button", name="Sednout si").click()
    talk(ada, "shall we begin?")
    expect(ben.locator("[data-message]")).to_contain_text("shall we begin?")
    eve.goto(link)
    eve.get_by_label("Show the table that I am watching").check()
    expect(ada.locator(".watchers")).to_contain_text("Watching: Eve")
    ada.get_by_role("button", name="Start the game").click()
    for page in (ada, ben):
        page.locator(".offer").wait_for()
    for page in (ada, eve):
        open_chat(page)
    talk(eve, "she has <b>everything</b>")
    ada.get_by_role("button", name="Quick phrases").click()
    ada.get_by_role("button", name="Good luck!").click()
    # Each reads a phrase in their own language, and what is new is counted while nobody looks.
    expect(ben.locator("[data-chat-tab]")).to_contain_text("1 nová zpráva")
    expect(ben.locator("[data-live]")).to_contain_text("Ada: Hodně štěstí!")
    open_chat(ben)
    expect(ben.locator("[data-message]").last).to_contain_text("Hodně štěstí!")
    expect(eve.locator("[data-message]").last).to_contain_text("Good luck!")
    # Markup is text.
    expect(eve.locator("[data-message]").nth(1)).to_contain_text("she has <b>everything</b>")
    for page in (ada, ben):
        expect(page.locator("[data-message]")).to_have_count(2)
        assert "everything" not in page.content()
    # A player mutes and reports.
    ben.get_by_role("button", name="Ztlumit hráče Ada nebo nahlásit zprávu").first.click()
    ben.get_by_role("button", name="Nahlásit zprávu", exact=True).click()
    ben.get_by_role("dialog").get_by_role("button", name="Nahlásit").click()
    expect(ben.locator("[data-message]")).to_have_count(0)
    expect(ben.locator(".silenced")).to_contain_text("Ada")
    ben.reload()
    open_chat(ben)
    expect(ben.locator(".silenced")).to_contain_text("Ada")
    ben.get_by_role("button", name="Zase slyšet").click()
    expect(ben.locator("[data-message]")).to_have_count(2)


def test_the_chat_on_a_phone(new_page: NewPage) -> None:
    ada = new_page()
    ben = new_page(viewport={"width": 360, "height": 740}, has_touch=True)
    ben.goto(invite(ada))
    ben.get_by_role("button", name="Sit here").click()
    ada.get_by_role("button", name="Start the game").click()
    for page in (ada, ben):
        page.locator(".offer").wait_for()
        keep_two(page)
    open_chat(ada)
    talk(ada, "hello phone")
    bar = ben.locator("[data-log]")
    expect(bar).to_contain_text("1 new message")
    expect(bar).to_contain_text("Chat")  # it leads to what was said, not to the log
    bar.tap()
    expect(ben.locator("[data-message]")).to_contain_text("hello phone")
    expect(bar).to_contain_text("Log")
    talk(ben, "hello desk")
    expect(ada.locator("[data-message]").last).to_contain_text("hello desk")
    # The board stays in sight, and nothing lies on it.
    board = ben.locator(".board-cell").bounding_box()
    panel = ben.locator("[data-chat]").bounding_box()
    assert board is not None
    assert panel is not None
    assert board["height"] > 100
    assert panel["y"] >= board["y"] + board["height"] - 1
    bar.tap()
    talk(ada, "still there?")
    expect(bar).to_contain_text("1 new message")


def test_a_host_reads_a_report_and_bans(new_page: NewPage, service: Service) -> None:
    ada, ben = new_page(), new_page(missing=True)
    boss = new_page(missing=True)
    rename(ben, "Rude Ben")
    for page in (ada, ben):
        page.goto("/play")
        page.locator("[data-chat]").wait_for()
    talk(ben, "you fools")
    ada.get_by_role("button", name="Mute Rude Ben or report the message").last.click()
    ada.get_by_role("button", name="Report the message", exact=True).click()
    ada.get_by_role("dialog").get_by_role("button", name="Report", exact=True).click()

    boss.goto("/about")
    grant(service, boss)
    boss.goto("/host")
    expect(boss.get_by_text("Moderators need a second factor.")).to_be_visible()
    boss.get_by_role("link", name="To your account").click()
    expect(boss.get_by_role("region", name="Second factor")).to_contain_text(
        "Moderation takes a second factor"
    )
    protect(boss)
    boss.goto("/host")
    report = boss.locator("[data-report]").filter(has_text="you fools")
    expect(report).to_contain_text("Rude Ben")
    boss.get_by_label("For", exact=True).select_option(label="1 day")
    report.get_by_role("button", name="Ban Rude Ben").click()
    expect(boss.locator(".ban")).to_contain_text("Rude Ben")
    banned = ben.get_by_role("heading", name="A moderator has banned you from this site.")
    expect(banned).to_be_visible()
    expect(ben.locator("[data-chat]")).to_have_count(0)
    ben.goto("/")
    expect(banned).to_be_visible()
    report.get_by_role("button", name="Done").click()
    expect(report).to_have_count(0)
    boss.get_by_role("button", name="Lift the ban of Rude Ben").click()
    expect(boss.locator(".ban")).to_have_count(0)


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
    page.get_by_role("button", name="Mute Barbora z Jablonce or report the message").last.click()
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
    page.get_by_role("button", name="Invite somebody to seat 2").click()
    page.get_by_role("dialog").get_by_role("img").wait_for()
    check("invitation")
    page.get_by_role("button", name="Take the invitation back").click()
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


def admin(service: Service, verb: str, subject: str) -> None:
    """Moderate by command. An id may begin with a hyphen."""
    command = [sys.executable, "-m", "whistlestop", "admin", verb, "--database", service.database]
    subprocess.run([*command, "--", subject], check=True, timeout=60)


def grant(service: Service, page: Page) -> None:
    """Make the person at a page a moderator, who has an account but no second factor yet."""
    # Until the page has asked who it is, whoever asks is made a guest.
    page.wait_for_load_state("networkidle")
    name = f"Moderator {secrets.token_hex(3)}"
    asked(page, "POST", "/api/account", {"name": name, "password": "seven brown bears"})
    user = page.request.get("/api/me").json()["id"]
    admin(service, "grant", user)
    # A server that runs knows within a second or two. Asked beside the page, whose console would tell of refusals.
    deadline = time.monotonic() + 30
    while "no_second_factor" not in page.request.get("/api/host").text():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def protect(page: Page) -> None:
    """Give the account at a page a second factor."""
    begun = asked(page, "POST", "/api/account/second-factor/app", {})
    code = code_at(begun["secret"], now() // STEP)
    asked(page, "PUT", "/api/account/second-factor", {"code": code})
    assert page.request.get("/api/host").ok


@pytest.mark.parametrize("screen", ["light", "phone-dark"])
def test_a_closed_table_says_so_to_everybody(
    new_page: NewPage, service: Service, axe: str, screen: str, request: pytest.FixtureRequest
) -> None:
    ada, ben, eve = new_page(), new_page(**SCREENS[screen]), new_page(locale="hu-HU")
    ben.goto(invite(ada))
    eve.goto(ben.url)
    eve.locator(".lobby").wait_for()
    ben.get_by_role("button", name="Sit here").click()
    ada.get_by_role("button", name="Start the game").click()
    ben.locator(".offer").wait_for()
    admin(service, "close", table_of(ada))
    for page in (ada, ben):
        expect(page.get_by_role("heading", name="A moderator has closed this table.")).to_be_visible()
        expect(page.locator(".grid, .offer, [data-menu]")).to_have_count(0)
    expect(eve.get_by_role("heading", name="Egy moderátor bezárta ezt az asztalt.")).to_be_visible()
    if pictures := request.config.getoption("--pictures"):
        ben.screenshot(path=f"{pictures}/closed-{screen}.png")
    checker(ben, axe, screen)("closed")
    ben.get_by_role("link", name="To the start page").click()
    expect(ben.get_by_role("heading", level=1)).not_to_contain_text("closed")


def test_a_moderator_deletes_warns_and_looks_up(new_page: NewPage, service: Service, axe: str) -> None:
    ada, ben, boss = new_page(), new_page(), new_page(missing=True)
    rename(ada, "Ada")
    rename(ben, "Loud Ben")
    boss.goto("/about")
    grant(service, boss)
    protect(boss)
    for page in (ada, ben, boss):
        page.goto("/play")
        page.locator("[data-chat]").wait_for()
    talk(ben, "buy my trains")
    talk(ben, "or else")
    for page in (ada, boss):
        expect(page.locator("[data-message]").filter(has_text="or else")).to_be_visible()
    # A moderator deletes one in the chat; it vanishes everywhere at once.
    boss.get_by_role("button", name="Mute Loud Ben or report the message").last.click()
    boss.get_by_role("button", name="Delete for everybody").click()
    for page in (ada, ben, boss):
        expect(page.locator("[data-message]").filter(has_text="or else")).to_have_count(0)
        expect(page.locator("[data-message]").filter(has_text="buy my trains")).to_be_visible()
    ada.get_by_role("button", name="Mute Loud Ben or report the message").last.click()
    expect(ada.get_by_role("button", name="Delete for everybody")).to_have_count(0)
    ada.get_by_role("button", name="Report the message", exact=True).click()
    dialog = ada.get_by_role("dialog")
    dialog.get_by_label("The name").check()
    dialog.get_by_role("button", name="Report", exact=True).click()
    expect(dialog).to_have_count(0)

    boss.goto("/host")
    report = boss.locator("[data-report]").filter(has_text="Loud Ben")
    expect(report).to_contain_text("The name")
    expect(report).to_contain_text("reported by Ada")
    report.get_by_role("button", name="Warn Loud Ben").click()
    report.get_by_label("What Loud Ben will read").fill("Please choose another name.")
    report.get_by_role("button", name="Send the warning").click()
    # Ben sees it at once, and again on another page, until he has acknowledged it.
    warning = ben.get_by_role("dialog", name="A moderator has warned you")
    expect(warning).to_contain_text("Please choose another name.")
    checker(ben, axe, "light")("warning")
    ben.keyboard.press("Escape")
    ben.goto("/")
    expect(warning).to_be_visible()
    ben.get_by_role("button", name="I have read this").click()
    expect(warning).to_have_count(0)
    ben.goto("/play")
    ben.locator("[data-chat]").wait_for()
    report.get_by_role("button", name="Mute Loud Ben").click()
    expect(boss.locator(".ban")).to_contain_text("muted")
    ben.get_by_label("Say something").fill("and again")
    ben.get_by_role("button", name="Send", exact=True).click()
    expect(ben.get_by_role("alert")).to_contain_text("A moderator has muted you for a time.")
    report.get_by_role("button", name="Show earlier cases").click()
    cases = report.locator("[data-cases]")
    expect(cases).to_contain_text("Please choose another name.")
    expect(cases).to_contain_text("acknowledged")
    expect(cases).to_contain_text("muted")
    log = boss.locator(".log")
    for deed in ("message deleted", "warned", "muted"):
        expect(log).to_contain_text(deed)
    expect(log).to_contain_text("or else")
    boss.get_by_role("button", name="Lift the ban of Loud Ben").click()
    expect(boss.locator(".ban")).to_have_count(0)
    report.get_by_role("button", name="Done").click()


@pytest.mark.parametrize("screen", ["light", "phone-dark"])
def test_a_player_is_reported_from_the_menu(
    new_page: NewPage, service: Service, axe: str, screen: str, request: pytest.FixtureRequest
) -> None:
    ada, ben, boss = new_page(), new_page(**SCREENS[screen]), new_page()
    rename(ada, "Slow Ada")
    ben.goto(invite(ada))
    ben.get_by_role("button", name="Sit here").click()
    ada.get_by_role("button", name="Start the game").click()
    ben.locator(".offer").wait_for()
    ben.locator("[data-menu]").click()
    ben.get_by_role("button", name="Report Slow Ada").click()
    dialog = ben.get_by_role("dialog", name="Report", exact=True)
    dialog.get_by_label("Stalling").check()
    expect(dialog.get_by_text("They never see your cards.")).to_be_visible()
    if pictures := request.config.getoption("--pictures"):
        ben.screenshot(path=f"{pictures}/report-player-{screen}.png")
    checker(ben, axe, screen)("report-player")
    dialog.get_by_role("button", name="Report", exact=True).click()
    expect(dialog).to_have_count(0)
    boss.goto("/about")
    grant(service, boss)
    protect(boss)
    boss.goto("/host")
    report = boss.locator("[data-report]").filter(has_text="Slow Ada").first
    expect(report).to_contain_text("Stalling")
    if pictures:
        boss.screenshot(path=f"{pictures}/host-{screen}.png", full_page=True)
    report.get_by_role("button", name="Done").click()


def two_at(ada: Page, ben: Page, **more: object) -> str:
    """A table of Ada's at which Ben sits, and where both are."""
    ada.goto("/about")
    ada.get_by_role("heading", name="About Whistlestop").wait_for()
    body = {"ruleset": "usa", "seats": [{"kind": "me"}, {"kind": "open"}], **more}
    table = str(asked(ada, "POST", "/api/tables", body)["id"])
    ada.goto(f"/t/{table}")
    ben.goto(f"/t/{table}")
    ben.get_by_role("button", name="Sit here").click()
    expect(ada.locator(".lobby li .open")).to_have_count(0)
    return table


def test_a_host_changes_the_table_and_cancels_it(new_page: NewPage) -> None:
    ada = new_page(missing=True)  # one change is refused
    ben = new_page(viewport={"width": 360, "height": 740}, has_touch=True)
    two_at(ada, ben)
    ada.get_by_text("Change game, seats or time").click()
    form = ada.locator("[data-setup]")
    form.get_by_role("combobox", name="Game", exact=True).select_option(label="Switzerland")
    form.get_by_label("Number of players").select_option(label="3 players")
    form.get_by_label("Time to think").select_option(label="1 day for each turn")
    form.get_by_role("button", name="Change the table").click()
    for page in (ada, ben):
        expect(page.locator("[data-changed]")).to_contain_text("Switzerland, 3 players")
        expect(page.locator(".lobby .eyebrow").first).to_have_text("Switzerland")
        expect(page.locator(".lobby li")).to_have_count(3)
        # With seconds to leave, it stands where everybody sees it.
        told, seats = page.locator("[data-changed]").bounding_box(), page.locator(".lobby ul").bounding_box()
        assert told
        assert seats
        assert told["y"] < seats["y"]
        expect(page.get_by_role("heading", level=1)).to_have_text("Waiting for players")
    expect(ben.locator("[data-live]")).to_contain_text("The host has changed the table")
    # What is shown is where the next change begins.
    expect(form.get_by_label("Time to think")).to_have_value("3")
    form.get_by_label("Number of players").select_option(label="2 players")
    form.get_by_role("button", name="Change the table").click()
    expect(ben.locator(".lobby li")).to_have_count(2)
    expect(ben.get_by_role("heading", level=1)).to_have_text("Ready to start")
    ada.get_by_role("button", name="Start the game").click()
    expect(ada.locator(".problem")).to_contain_text("The others have just been told")
    ada.get_by_role("button", name="Cancel the table").click()
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
    for page in (ada, ben):  # both want the same one, saved in their browsers
        page.goto("/about")
        page.evaluate("localStorage.setItem('whistlestop.settings', JSON.stringify({ color: 3 }))")
    ada.goto("/")
    ada.reload()
    table = two_at(ada, ben, color=3)
    expect(ada.get_by_label("Your color")).to_have_value("3")
    expect(ben.get_by_label("Your color")).to_have_value("1")  # what was free
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
    assert painted(ben, 1) == usual[1]  # the page itself is nobody's
    assert ben.evaluate("JSON.parse(localStorage.getItem('whistlestop.settings')).color") == 4


def test_a_message_has_a_time_and_is_seen_where_the_chat_is_closed(new_page: NewPage) -> None:
    ada, ben = new_page(), new_page()
    rename(ada, "Ada")
    link = invite(ada)
    ben.goto(link)
    ben.get_by_role("button", name="Sit here").click()
    ada.get_by_role("button", name="Start the game").click()
    for page in (ada, ben):
        page.locator(".offer").wait_for()
    open_chat(ada)
    talk(ada, "hello ben")
    talk(ada, "are you there?")
    expect(ben).to_have_title(re.compile(r"^\[2\] "))
    preview = ben.locator("[data-preview]")
    expect(preview).to_contain_text("are you there?")
    preview.click()
    expect(ben.locator("[data-message]")).to_have_count(2)
    expect(preview).to_have_count(0)
    expect(ben).not_to_have_title(re.compile(r"^\["))
    told = ben.locator("[data-message] time").first
    expect(told).to_have_text(re.compile(r"^\d{1,2}:\d\d"))
    assert told.get_attribute("datetime")
    assert re.search(r"\d{4}", told.get_attribute("title") or "")  # the date as well


def test_a_spectator_is_told_of_the_delay_without_opening_the_chat(new_page: NewPage) -> None:
    ada, ben, eve = new_page(), new_page(), new_page()
    table = two_at(ada, ben)
    ada.get_by_label("Spectators see a game between people").select_option(label="5 minutes later")
    ada.get_by_role("button", name="Start the game").click()
    ben.locator(".offer").wait_for()
    watch = ben.request.get(f"/api/tables/{table}").json()["watch"]
    eve.goto(f"/t/{watch}")
    expect(eve.locator("[data-status]")).to_contain_text("You are watching, 5 minutes late")
    expect(ben.locator("[data-status]")).not_to_contain_text("late")


def test_a_live_rematch_says_for_whom_it_waits(new_page: NewPage) -> None:
    ada, ben = (
        new_page(missing=True),
        new_page(missing=True),
    )  # a game that ends may refuse what was just asked
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
