"""A tournament in the browser: one person organizes it, two enter, play a round, and the organizer decides it."""

from __future__ import annotations

import re
from secrets import token_hex

from playwright.sync_api import expect
from tests.web.conftest import NewPage, Picture
from tests.web.test_coming import menu, strip
from tests.web.test_friends import on_both_screens
from tests.web.test_people import sign_up


def test_a_tournament_is_organized_entered_and_decided(new_page: NewPage, axe: str, picture: Picture) -> None:
    host, ada, ben = new_page(missing=True), new_page(missing=True), new_page(missing=True)
    cup = f"Cup {token_hex(3)}"
    ada.goto("/tournaments")
    expect(ada.get_by_text("You need an account to enter or organize a tournament.")).to_be_visible()
    for page, name in ((host, "Olga"), (ada, "Ada"), (ben, "Ben")):
        sign_up(page, f"{name} {token_hex(3)}")

    # The form shows what a format needs; the keyboard sends it.
    host.goto("/play")
    host.get_by_role("link", name="Tournaments").click()
    expect(host.get_by_role("heading", name="Tournaments", level=1)).to_be_visible()
    host.get_by_text("New tournament").click()
    form = host.locator("form")
    form.get_by_label("Format").select_option("groups")
    expect(form.get_by_label("Players of a group who advance")).to_be_visible()
    form.get_by_label("Format").select_option("swiss")
    form.get_by_label("Rounds", exact=True).fill("2")
    form.get_by_label("Last round for late entry").fill("1")
    on_both_screens(host, axe, "form of a tournament")
    picture(host, "tournament-form")
    form.get_by_label("Name of the tournament").fill(cup)
    form.get_by_label("Name of the tournament").press("Enter")
    expect(host.get_by_role("heading", name=cup, level=1)).to_be_visible()
    expect(host.get_by_text("Nobody has entered yet.")).to_be_visible()

    # Two people enter from the list; one withdraws and enters again.
    for page in (ada, ben):
        page.goto("/tournaments")
        page.get_by_role("link", name=cup).click()
        page.get_by_role("button", name="Enter").click()
        expect(page.get_by_text("You are playing in this tournament.")).to_be_visible()
    ben.get_by_role("button", name="Withdraw").click()
    ben.get_by_role("dialog").get_by_role("button", name="Withdraw").click()
    ben.get_by_role("button", name="Enter again").click()
    expect(ben.get_by_text("You are playing in this tournament.")).to_be_visible()
    on_both_screens(ben, axe, "entered")

    # The round begins: players waiting on the page are taken to the table, others follow a link, and
    # spectators can watch.
    address = ada.url
    ada.goto("/tournaments")
    host.get_by_role("button", name="Start the tournament").click()
    expect(host.get_by_role("heading", name="Round 1")).to_be_visible()
    expect(host.get_by_role("link", name="Watch")).to_be_visible()
    on_both_screens(host, axe, "a round")
    picture(host, "tournament-round")
    ben.wait_for_url("**/t/*")
    ada.goto(address)
    ada.get_by_role("link", name="Go to your table").click()
    expect(ada.locator("[data-menu]")).to_be_visible()

    # The players end their first game early: the table says how it counts, and links to the tournament.
    menu(ada, "End the game early")
    ben.locator("[data-menu]").click()
    expect(ben.get_by_role("dialog")).to_contain_text("it counts as a tie between them.")
    picture(ben, "tournament-menu")
    ben.get_by_role("dialog").get_by_role("button", name="End the game early").click()
    for page in (ada, ben):
        expect(strip(page, "abandoned")).to_contain_text(re.compile("it counts as a tie: .* and .*"))
        expect(strip(page, "abandoned").get_by_role("button", name="Play again")).to_be_visible()
    picture(ben, "tournament-tie")
    on_both_screens(ben, axe, "a game of a tournament ended early")
    strip(ada, "abandoned").get_by_role("button", name="To the tournament").click()
    expect(ada.get_by_text("Points: 0.5")).to_have_count(2)

    # The organizer decides the second round, and the tournament is over.
    host.reload()
    host.get_by_role("button", name="Start the next round").click()
    expect(host.get_by_role("heading", name="Round 2")).to_be_visible()
    host.get_by_role("button", name="Correct the result: table 1").click()
    dialog = host.get_by_role("dialog")
    dialog.get_by_label("Reason").fill("Decided by agreement.")
    on_both_screens(host, axe, "correcting a result")
    picture(host, "tournament-correct")
    dialog.get_by_role("button", name="Save").click()
    expect(host.get_by_text("Decided by agreement.")).to_be_visible()
    expect(host.get_by_text("Finished")).to_be_visible()
    row = host.get_by_role("row").nth(1)
    expect(row.get_by_role("cell").nth(1)).to_have_text("1.5")
    expect(host.get_by_role("link", name="Download all results")).to_be_visible()
    on_both_screens(host, axe, "standings")
    picture(host, "tournament-standings")
    host.goto("/tournaments")
    expect(host.get_by_role("heading", name="Your tournaments")).to_be_visible()
    picture(host, "tournament-list")
    on_both_screens(host, axe, "list of tournaments")
