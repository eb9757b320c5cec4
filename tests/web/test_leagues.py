"""A league in the browser: one person organizes it, two sign up, play a season, and one stays for the next."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from secrets import token_hex

from playwright.sync_api import expect
from tests.web.conftest import NewPage, Picture
from tests.web.harness import Service
from tests.web.player import asked
from tests.web.test_friends import on_both_screens
from tests.web.test_people import sign_up

SOON = 60_000
"""Milliseconds in which the server, which checks every few seconds, must advance a season."""


def let_begin(service: Service, league: str) -> None:
    """Make the next season due."""
    with closing(sqlite3.connect(service.database)) as database, database:
        database.execute("update leagues set next = 1 where id = ?", (league,))


def test_a_season_is_announced_played_and_followed_by_another(
    new_page: NewPage, service: Service, axe: str, picture: Picture
) -> None:
    host, ada, ben = new_page(missing=True), new_page(missing=True), new_page(missing=True)
    name = f"League {token_hex(3)}"
    ada.goto("/leagues")
    expect(ada.get_by_text("You need an account to play in a league or organize one.")).to_be_visible()
    names = {page: f"{who} {token_hex(3)}" for page, who in ((host, "Olga"), (ada, "Ada"), (ben, "Ben"))}
    for page, who in names.items():
        sign_up(page, who)

    # The form, by keyboard.
    host.goto("/play")
    host.get_by_role("link", name="Leagues").click()
    expect(host.get_by_role("heading", name="Leagues", level=1)).to_be_visible()
    host.get_by_text("New league").press("Enter")
    form = host.locator("form")
    form.get_by_label("Players at a table").select_option("3")
    expect(form.get_by_label("Rounds (empty: until all have met)")).to_be_visible()
    form.get_by_label("Players at a table").select_option("2")
    on_both_screens(host, axe, "form of a league")
    picture(host, "league-form")
    form.get_by_label("Name of the league").fill(name)
    form.get_by_label("Name of the league").press("Enter")
    expect(host.get_by_role("heading", name=name, level=1)).to_be_visible()
    expect(host.get_by_text("The first season has not begun yet.")).to_be_visible()
    league = host.url.rpartition("/")[2]

    # Two players sign up from the list; one withdraws and signs up again.
    for page in (ada, ben):
        page.goto("/leagues")
        page.get_by_role("link", name=name).click()
        page.get_by_role("button", name="Sign up for season 1").press("Enter")
        expect(page.get_by_text("You have signed up for season 1.")).to_be_visible()
    ben.get_by_role("button", name="Withdraw").click()
    ben.get_by_role("dialog").get_by_role("button", name="Withdraw").click()
    ben.get_by_role("button", name="Sign up for season 1").click()
    expect(ben.get_by_text("You have signed up for season 1.")).to_be_visible()
    on_both_screens(ben, axe, "signed up")
    picture(ben, "league-signed")

    # The season begins automatically, and leads to the game.
    let_begin(service, league)
    expect(ada.get_by_text("Season 1 in progress")).to_be_visible(timeout=SOON)
    expect(ada.get_by_role("heading", name="Your games in progress")).to_be_visible(timeout=SOON)
    expect(ada.get_by_text("You play in division 1.")).to_be_visible()
    expect(ada.get_by_text("To stay in the league, sign up for the next season.")).to_be_visible()
    on_both_screens(ada, axe, "a season")
    picture(ada, "league-season")
    ada.get_by_role("link", name=f"Round 1: {names[ben]}").click()
    expect(ada.locator("[data-board], svg").first).to_be_visible()

    # The organizer decides the game on the page of the division, which ends the season.
    host.goto(f"/leagues/{league}")
    host.get_by_role("link", name="Rounds and tables").click()
    expect(host.get_by_role("link", name="To the league")).to_be_visible()
    host.get_by_role("button", name="Correct the result: table 1").click()
    dialog = host.get_by_role("dialog")
    dialog.get_by_label("Reason").fill("Decided by agreement.")
    dialog.get_by_role("button", name="Save").click()
    expect(host.get_by_text("Finished")).to_be_visible(timeout=SOON)
    host.get_by_role("link", name="To the league").click()
    expect(host.get_by_role("heading", name="Past seasons")).to_be_visible(timeout=SOON)
    expect(host.get_by_text("Winner: ")).to_be_visible()
    on_both_screens(host, axe, "after a season")
    picture(host, "league-after")

    # Players are notified, and the notification leads to the league.
    told = asked(ben, "GET", "/api/notices/recent")["events"]
    assert ("season", name, league) in [(one["kind"], one["name"], one["league"]) for one in told]
    ben.goto("/play")
    ben.locator("[data-bell]").first.click()
    ben.get_by_role("link", name="Season over").click()
    expect(ben.get_by_role("heading", name=name, level=1)).to_be_visible()
    ben.get_by_role("button", name="Sign up for season 2").click()
    expect(ben.get_by_text("You have signed up for season 2.")).to_be_visible()

    # The organizer closes the league.
    host.get_by_role("button", name="Close the league").click()
    host.get_by_role("dialog").get_by_role("button", name="Close the league").click()
    expect(host.get_by_text("Closed")).to_be_visible()
    on_both_screens(host, axe, "a closed league")
    host.goto("/leagues")
    expect(host.get_by_role("heading", name="Your leagues")).to_be_visible()
    on_both_screens(host, axe, "list of leagues")
    picture(host, "league-list")


def test_the_organizer_renames_and_exports_a_league(new_page: NewPage, axe: str) -> None:
    page = new_page(missing=True)
    sign_up(page, f"Olga {token_hex(3)}")
    clock = {"kind": "turn", "seconds": 86400, "increment": 0, "bot": "random"}
    wish = {"name": "Winter League", "ruleset": "usa", "clock": clock, "starts": "2030-01-01T10:00:00Z"}
    league = asked(page, "POST", "/api/leagues", wish)["league"]["id"]
    page.goto(f"/leagues/{league}")
    page.locator("summary", has_text="Rename the league").press("Enter")
    page.get_by_label("Name of the league").fill("Summer League")
    on_both_screens(page, axe, "renaming a league")
    page.get_by_label("Name of the league").press("Enter")
    expect(page.get_by_role("heading", name="Summer League", level=1)).to_be_visible()
