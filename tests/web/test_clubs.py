"""A club in the browser: three people create, join, play, talk, change roles, leave and close it."""

from __future__ import annotations

import re
from secrets import token_hex

from playwright.sync_api import expect
from tests.web.conftest import NewPage, Picture
from tests.web.player import asked
from tests.web.test_friends import on_both_screens
from tests.web.test_people import PASSWORD, sign_up


def test_three_people_meet_in_a_club(new_page: NewPage, axe: str, picture: Picture) -> None:
    ada, ben, eve = new_page(missing=True), new_page(missing=True), new_page(missing=True)
    club = f"Night Trains {token_hex(3)}"
    ada.goto("/clubs")
    expect(ada.get_by_text("You need an account to join or found a club.")).to_be_visible()
    names = {page: f"{name} {token_hex(3)}" for page, name in ((ada, "Ada"), (ben, "Ben"), (eve, "Eve"))}
    for page, name in names.items():
        sign_up(page, name)

    # Create a club by keyboard; it is private.
    ada.goto("/play")
    ada.get_by_role("link", name="Clubs").click()
    expect(ada.get_by_role("heading", name="Clubs", level=1)).to_be_visible()
    ada.get_by_text("Found a club").press("Enter")
    form = ada.locator("form")
    form.get_by_label("What is the club about?").fill("For late hours")
    on_both_screens(ada, axe, "form of a club")
    picture(ada, "club-form")
    form.get_by_label("Name of the club").fill(club)
    form.get_by_label("Name of the club").press("Enter")
    expect(ada.get_by_role("heading", name=club, level=1)).to_be_visible()
    expect(ada.get_by_text("1 member · private · English")).to_be_visible()
    on_both_screens(ada, axe, "a new club")
    address = ada.url

    # Nobody else knows it, not by its address either.
    eve.goto(address)
    expect(eve.get_by_role("alert")).to_contain_text("This club does not exist")
    expect(eve).not_to_have_title(re.compile(club))
    on_both_screens(eve, axe, "a club that is not hers")

    # Invite by link.
    ada.get_by_role("button", name="Create a link").click()
    link = ada.get_by_role("textbox", name="Link")
    expect(link).to_have_value(re.compile(r"/c/[\w-]+$"))
    ben.goto(link.input_value())
    expect(ben.get_by_role("heading", name=club)).to_be_visible()
    on_both_screens(ben, axe, "an invitation")
    picture(ben, "club-invitation")
    ben.get_by_role("button", name="Join the club").press("Enter")
    expect(ben).to_have_url(address)
    expect(ada.get_by_text("2 members · private · English")).to_be_visible()  # without a reload

    # Request and accept, once the club is open.
    ada.get_by_text("Name and description").click()
    ada.get_by_label("Everyone can find the club and ask to join").check()
    ada.get_by_role("button", name="Save").click()
    expect(ada.get_by_role("status").filter(has_text="Saved.")).to_be_visible()
    eve.goto("/clubs")
    eve.get_by_role("link", name=club).click()
    eve.get_by_role("button", name="Ask to join").click()
    expect(eve.get_by_text("Your request is waiting for an answer.")).to_be_visible()
    on_both_screens(eve, axe, "a club that she has asked")
    ada.get_by_role("button", name=f"Accept: {names[eve]}").press("Enter")
    expect(ada.get_by_text("3 members · open · English")).to_be_visible()
    eve.reload()
    expect(eve.get_by_role("heading", name="Room")).to_be_visible()

    # Talk in the room.
    for page, text in ((ben, "Tonight at eight?"), (eve, "I am in.")):
        box = page.locator("[data-chat] input").last
        box.fill(text)
        box.press("Enter")
        expect(ada.locator("[data-message]").filter(has_text=text)).to_be_visible()
    on_both_screens(ada, axe, "a club")
    picture(ada, "club-club")

    # A table for the club only.
    tables = ada.get_by_role("region", name="Tables", exact=True)
    tables.get_by_role("combobox").first.select_option("switzerland")
    tables.get_by_role("button", name="Open a table").click()
    ada.wait_for_url("**/t/*")
    table = ada.url
    outsider = new_page(missing=True)
    outsider.goto(table)
    expect(outsider.get_by_text("This table does not exist")).to_be_visible()
    ben.get_by_role("button", name=re.compile("^Join")).click()
    ben.wait_for_url(table)
    expect(ada.get_by_text(names[ben]).first).to_be_visible()
    ada.get_by_role("button", name="Start the game").click()
    for page in (ada, ben):
        page.locator(".offer").wait_for()
    # The third one watches.
    game = eve.get_by_role("link", name=re.compile("^Open the game: "))
    expect(game).to_be_visible()
    game.click()
    expect(eve.locator("[data-board], svg").first).to_be_visible()

    # Results and the ranking.
    ada.goto(address)
    expect(ada.get_by_text("No game has been finished at a club table yet.")).to_be_visible()
    ada.get_by_role("link", name="Ranking of the club").click()
    expect(ada.get_by_role("heading", name="Ranking of the club", level=1)).to_be_visible()
    on_both_screens(ada, axe, "ranking of a club")
    ada.get_by_role("link", name="Back to the club").click()

    # Change a role, hand over, leave, close.
    ada.get_by_role("button", name=f"Make organizer: {names[ben]}").click()
    line = ada.get_by_role("listitem").filter(has_text=names[ben])
    expect(line.get_by_text("organizer", exact=True)).to_be_visible()
    ada.get_by_role("button", name=f"Hand over the club: {names[eve]}").click()
    on_both_screens(ada, axe, "handing over")
    ada.get_by_role("dialog").get_by_role("button", name="Hand over the club").click()
    expect(ada.get_by_role("button", name="Leave the club")).to_be_visible()
    ada.get_by_role("button", name="Leave the club").click()
    ada.get_by_role("dialog").get_by_role("button", name="Leave the club").click()
    expect(ada).to_have_url(re.compile(r"/clubs$"))
    eve.goto(address)
    eve.get_by_role("button", name=f"Remove: {names[ben]}").click()
    eve.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(eve.get_by_role("button", name=f"Lift the removal: {names[ben]}")).to_be_visible()
    on_both_screens(eve, axe, "a removed member")
    eve.get_by_role("button", name="Close the club").click()
    eve.get_by_role("dialog").get_by_role("button", name="Close the club").click()
    expect(eve).to_have_url(re.compile(r"/clubs$"))
    expect(eve.get_by_role("link", name=club)).to_have_count(0)


def test_a_member_who_is_removed_loses_the_page_at_once(new_page: NewPage) -> None:
    ada, ben = new_page(), new_page(missing=True)
    sign_up(ada, f"Ada {token_hex(3)}")
    sign_up(ben, f"Ben {token_hex(3)}")
    club = asked(ada, "POST", "/api/clubs", {"name": "Small"})["club"]["id"]
    key = asked(ada, "POST", f"/api/clubs/{club}/link", {})["link"]["key"]
    ben.goto(f"/c/{key}")
    ben.get_by_role("button", name="Join the club").click()
    expect(ben.get_by_role("heading", name="Room")).to_be_visible()
    ada.goto(f"/clubs/{club}")
    ada.get_by_role("button", name=re.compile("^Remove: ")).click()
    ada.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(ben.get_by_role("alert")).to_contain_text("This club does not exist")


def test_a_club_holds_a_tournament(new_page: NewPage, axe: str) -> None:
    ada, guest = new_page(), new_page(missing=True)
    sign_up(ada, f"Ada {token_hex(3)}")
    club = asked(ada, "POST", "/api/clubs", {"name": "Small"})["club"]["id"]
    ada.goto(f"/clubs/{club}")
    ada.get_by_text("New tournament").click()
    form = ada.locator("form").filter(has=ada.get_by_label("Name of the tournament"))
    form.get_by_label("Name of the tournament").fill("House cup")
    on_both_screens(ada, axe, "form of a club's tournament")
    form.get_by_role("button").last.click()
    expect(ada.get_by_role("heading", name="House cup", level=1)).to_be_visible()
    guest.goto(ada.url)
    expect(guest.get_by_role("alert")).to_be_visible()
    expect(guest.get_by_text("House cup")).to_have_count(0)
    ada.get_by_role("link", name="For members of a club").click()
    expect(ada.get_by_role("link", name="House cup")).to_be_visible()
    ada.goto("/")
    ada.locator("[data-own-clubs]").get_by_role("link", name="Small").click()
    expect(ada.get_by_role("heading", name="Small", level=1)).to_be_visible()


def test_an_invitation_that_is_gone(new_page: NewPage, axe: str) -> None:
    page = new_page(missing=True)
    page.goto("/c/gone")
    expect(page.get_by_role("alert")).to_have_text("This invitation is no longer valid. Ask for a new one.")
    on_both_screens(page, axe, "invitation that is gone")


def test_a_guest_returns_to_the_invitation(new_page: NewPage) -> None:
    """A guest returns after signing up or signing in, and never to another site."""
    ada, ben = new_page(missing=True), new_page(missing=True)
    club, name = f"Night Trains {token_hex(3)}", f"Ben {token_hex(3)}"
    sign_up(ada, f"Ada {token_hex(3)}")
    form = {"name": club, "text": "", "language": "en", "open": False}
    found = asked(ada, "POST", "/api/clubs", form)["club"]["id"]
    link = asked(ada, "POST", f"/api/clubs/{found}/link", {"days": 7})["link"]["key"]

    ben.goto(f"/c/{link}")
    ben.get_by_role("link", name="Create an account or sign in").click()
    ben.get_by_label("Name").fill(name)
    ben.get_by_label("Password", exact=True).fill(PASSWORD)
    ben.get_by_role("button", name="Create account").click()
    expect(ben).to_have_url(re.compile(f"/c/{link}$"))
    expect(ben.get_by_role("heading", name=club)).to_be_visible()
    expect(ben.get_by_role("button", name="Join the club")).to_be_visible()

    for start, end in ((f"/c/{link}", f"/c/{link}"), ("/account?next=//evil.example/", "/")):
        page = new_page(missing=True)
        page.goto(start)
        if start.startswith("/c/"):
            page.get_by_role("link", name="Create an account or sign in").click()
        page.get_by_role("link", name="Sign in", exact=True).click()
        page.get_by_label("Name or e-mail address").fill(name)
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Sign in", exact=True).click()
        expect(page.get_by_role("button", name=re.compile(f"^{name}"))).to_be_visible()
        expect(page).to_have_url(re.compile(f"127.0.0.1:[0-9]+{end}$"))
