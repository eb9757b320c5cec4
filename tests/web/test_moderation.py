"""Moderation, from both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.web.meeting import admin, grant, protect, talk
from tests.web.player import invite, rename, table_of
from tests.web.test_access import SCREENS, checker

if TYPE_CHECKING:
    from tests.web.conftest import NewPage
    from tests.web.harness import Service


def test_a_host_reads_a_report_and_bans(new_page: NewPage, service: Service) -> None:
    ada, ben = new_page(), new_page(missing=True)
    boss = new_page(missing=True)
    rename(ben, "Rude Ben")
    for page in (ada, ben):
        page.goto("/play")
        page.locator("[data-chat]").wait_for()
    talk(ben, "you fools")
    ada.get_by_role("button", name="Block Rude Ben or report the message").last.click()
    ada.get_by_role("button", name="Report the message", exact=True).click()
    ada.get_by_role("dialog").get_by_role("button", name="Report", exact=True).click()

    boss.goto("/about")
    grant(service, boss)
    boss.goto("/host")
    expect(boss.get_by_text("Moderators need a second factor.")).to_be_visible()
    boss.get_by_role("link", name="To your account").click()
    expect(boss.get_by_role("region", name="Second factor")).to_contain_text(
        "Moderating requires a second factor"
    )
    protect(boss)
    boss.goto("/host")
    report = boss.locator("[data-report]").filter(has_text="you fools")
    expect(report).to_contain_text("Rude Ben")
    boss.get_by_label("Duration", exact=True).select_option(label="1 day")
    report.get_by_role("button", name="Ban Rude Ben").click()
    expect(boss.locator(".ban")).to_contain_text("Rude Ben")
    banned = ben.get_by_role("heading", name="A moderator has banned you from this site.")
    expect(banned).to_be_visible()
    expect(ben.locator("[data-chat]")).to_have_count(0)
    ben.goto("/")
    expect(banned).to_be_visible()
    report.get_by_role("button", name="Close report").click()
    expect(report).to_have_count(0)
    boss.get_by_role("button", name="Lift the ban on Rude Ben").click()
    expect(boss.locator(".ban")).to_have_count(0)


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
    ben.get_by_role("link", name="To the home page").click()
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
    # A moderator deletes a message in the chat; it disappears everywhere at once.
    boss.get_by_role("button", name="Block Loud Ben or report the message").last.click()
    boss.get_by_role("button", name="Delete for everyone").click()
    for page in (ada, ben, boss):
        expect(page.locator("[data-message]").filter(has_text="or else")).to_have_count(0)
        expect(page.locator("[data-message]").filter(has_text="buy my trains")).to_be_visible()
    ada.get_by_role("button", name="Block Loud Ben or report the message").last.click()
    expect(ada.get_by_role("button", name="Delete for everyone")).to_have_count(0)
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
    # Ben sees it at once, and on every page until he has acknowledged it.
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
    # The report shows it, with the way back.
    muted = report.locator("[data-in-force=chat]")
    expect(muted).to_contain_text("muted until")
    expect(report.get_by_role("button", name="Mute Loud Ben")).to_have_count(0)
    checker(boss, axe, "light")("muted")
    ben.get_by_label("Say something").fill("and again")
    ben.get_by_role("button", name="Send", exact=True).click()
    expect(ben.get_by_role("alert")).to_contain_text("A moderator has muted you for a while.")
    report.get_by_role("button", name="Show earlier cases").click()
    cases = report.locator("[data-cases]")
    expect(cases).to_contain_text("Please choose another name.")
    expect(cases).to_contain_text("acknowledged")
    expect(cases).to_contain_text("muted")
    log = boss.locator(".log")
    for deed in ("message deleted", "warned", "muted"):
        expect(log).to_contain_text(deed)
    expect(log).to_contain_text("or else")
    muted.get_by_role("button", name="Lift the mute on Loud Ben").click()
    expect(boss.locator(".ban")).to_have_count(0)
    expect(report.get_by_role("button", name="Mute Loud Ben")).to_be_visible()
    report.get_by_role("button", name="Close report").click()


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
    report.get_by_role("button", name="Close report").click()
