"""Friends in the browser: two people befriend, one challenges the other, and their game starts."""

from __future__ import annotations

import re
from secrets import token_hex

from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.player import asked
from tests.web.test_access import SCREENS, checker
from tests.web.test_people import sign_up


def on_both_screens(page: Page, axe: str, state: str) -> None:
    """Check the page on a wide screen in light colors and on a phone in dark ones."""
    for screen in ("light", "phone-dark"):
        page.set_viewport_size(SCREENS[screen]["viewport"])
        page.emulate_media(color_scheme=SCREENS[screen]["color_scheme"])
        checker(page, axe, screen)(state)
    page.set_viewport_size(SCREENS["light"]["viewport"])
    page.emulate_media(color_scheme="light")


def test_two_people_befriend_challenge_and_play(new_page: NewPage, axe: str) -> None:
    ada, ben = new_page(missing=True), new_page()
    sign_up(ada, ada_name := f"Ada {token_hex(3)}")
    sign_up(ben, ben_name := f"Ben {token_hex(3)}")
    ada.goto("/friends")
    expect(ada.get_by_text("You have no friends here yet.")).to_be_visible()
    on_both_screens(ada, axe, "no friends")
    ada.get_by_label("Name of the account").fill(ben_name.lower())
    ada.keyboard.press("Enter")
    expect(ada.get_by_role("status").filter(has_text=f"Request sent: {ben_name.lower()}")).to_be_visible()
    expect(ada.get_by_role("button", name=f"Withdraw the request: {ben_name}")).to_be_visible()
    ada.get_by_label("Name of the account").fill("nobody of this name")
    ada.keyboard.press("Enter")
    expect(ada.get_by_role("alert")).to_have_text("There is no account with this name.")

    # The bell leads to the request.
    ben.goto("/")
    bell = ben.locator("[data-bell]")
    expect(bell.locator(".count")).to_have_text("1")
    bell.click()
    dialog = ben.get_by_role("dialog")
    on_both_screens(ben, axe, "bell with a request")
    dialog.get_by_role("link", name="1 friend request").click()
    expect(ben.get_by_role("heading", name="Friends", level=1)).to_be_visible()
    on_both_screens(ben, axe, "a request")
    ben.get_by_role("button", name=f"Accept the request: {ada_name}").click()
    expect(ben.get_by_text(f"New friend: {ada_name}")).to_be_visible()
    with ben.expect_response("**/api/friends/online"):
        ben.get_by_label("Show my friends when I am online").check()

    ada.reload()
    friend = ada.get_by_role("listitem").filter(has_text=ben_name)
    expect(friend.locator(".state")).to_have_text("online")
    ada.get_by_role("button", name="Create a link").click()
    expect(ada.get_by_role("textbox", name="Link")).to_have_value(re.compile(r"/f/[\w-]+$"))
    on_both_screens(ada, axe, "a friend and a link")

    friend.get_by_role("button", name=f"Challenge: {ben_name}").press("Enter")
    dialog = ada.get_by_role("dialog", name=f"Challenge: {ben_name}")
    expect(dialog.get_by_label("Player 2")).to_have_value(re.compile("^friend:"))
    expect(dialog.get_by_label("Player 2").locator("option:checked")).to_contain_text(ben_name)
    on_both_screens(ada, axe, "challenge")
    dialog.get_by_role("button", name="Send the challenge").press("Enter")
    expect(ada.get_by_text(f"Reserved for {ben_name}")).to_be_visible()
    expect(ada.get_by_text("The game starts as soon as everyone is here.")).to_be_visible()
    table = ada.url
    on_both_screens(ada, axe, "table of a challenge")

    ben.goto("/")
    ben.get_by_role("link", name="Your seat is reserved").click()
    ben.wait_for_url(table)
    expect(ben.get_by_role("button", name="Decline")).to_be_visible()
    on_both_screens(ben, axe, "challenged")
    ben.get_by_role("button", name="Sit here").click()
    for page in (ada, ben):
        page.locator(".offer").wait_for()


def test_a_challenge_is_declined_and_a_friend_removed_and_blocked(new_page: NewPage, axe: str) -> None:
    ada, ben = new_page(), new_page()
    sign_up(ada, "Ada Hill")
    sign_up(ben, "Ben Hill")
    key = asked(ada, "POST", "/api/friends/link", {})["link"]
    ben.goto(f"/f/{key}")
    expect(ben.get_by_role("heading", name="Ada Hill would like to be your friend")).to_be_visible()
    on_both_screens(ben, axe, "a friend's link")
    ben.get_by_role("button", name="Become friends").click()
    expect(ben.get_by_text("You are now friends.")).to_be_visible()
    ada.goto("/")
    player = ada.get_by_label("Player 2")
    player.select_option(label="Ben Hill")
    ada.get_by_role("button", name="Send the challenge").click()
    expect(ada.get_by_text("Reserved for Ben Hill")).to_be_visible()
    ben.goto(ada.url)
    ben.get_by_role("button", name="Decline").click()
    expect(ada.get_by_text("Reserved for Ben Hill")).to_have_count(0)

    ada.goto("/friends")
    ada.get_by_role("button", name="Block: Ben Hill").click()
    ada.get_by_role("dialog").get_by_role("button", name="Block", exact=True).click()
    expect(ada.get_by_role("button", name="Unblock: Ben Hill")).to_be_visible()
    expect(ada.get_by_role("button", name="Challenge: Ben Hill")).to_have_count(0)
    on_both_screens(ada, axe, "a blocked player")
    ben.goto("/friends")
    expect(ben.get_by_text("You have no friends here yet.")).to_be_visible()
    ada.get_by_role("button", name="Unblock: Ben Hill").click()
    expect(ada.get_by_role("heading", name="Blocked players")).to_have_count(0)


def test_guests_are_told_why_they_have_no_friends(new_page: NewPage, axe: str) -> None:
    page = new_page()
    page.goto("/friends")
    expect(page.get_by_role("link", name="Create an account or sign in")).to_be_visible()
    on_both_screens(page, axe, "friends of a guest")


def test_a_link_that_is_gone(new_page: NewPage, axe: str) -> None:
    page = new_page(missing=True)
    page.goto("/f/gone")
    expect(page.get_by_role("alert")).to_have_text("This link is no longer valid. Ask for a new one.")
    on_both_screens(page, axe, "link that is gone")
