"""Vacations, pauses by agreement, and how reliable players are: two people in the browser, keyboard and phone."""

from __future__ import annotations

import re
import sqlite3
import time
from contextlib import closing
from secrets import token_hex
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect
from tests.web.meeting import two_at
from tests.web.player import asked, keep_two
from tests.web.test_friends import on_both_screens
from tests.web.test_people import sign_up

if TYPE_CHECKING:
    from tests.web.conftest import NewPage, Picture
    from tests.web.harness import Service

DAYS = {"kind": "turn", "seconds": 24 * 3600}
SEATS = [{"kind": "me"}, {"kind": "open"}]
LIVE = {"kind": "live", "seconds": 600}


def open_menu(page: Page) -> None:
    page.locator("[data-menu]").press("Enter")
    page.get_by_role("dialog").wait_for()


def store_games(service: Service, ada: str, ben: str, games: int, left: int) -> None:
    """Store finished games of two users; Ada left some of them."""
    ended = int(time.time() * 1000) - 24 * 3600 * 1000
    with closing(sqlite3.connect(service.database, timeout=30)) as database, database:
        for number in range(games):
            key = token_hex(8)
            bot, away = ("planner", "left") if number < left else (None, None)
            database.execute(
                "insert into tables (id, ruleset, owner, state, created, started, ended, header, watch)"
                " values (?, 'usa', ?, 'over', ?, ?, ?, '{}', ?)",
                (key, ada, ended, ended, ended, f"w{key}"),
            )
            for seat, user in enumerate((ada, ben)):
                mine = (bot, away) if user == ada else (None, None)
                database.execute(
                    'insert into seats (game, seat, kind, "user", bot, away) values (?, ?, ?, ?, ?, ?)',
                    (key, seat, "person", user, *mine),
                )
                database.execute(
                    'insert into results (game, seat, "user", bot, score, rank, won, detail)'
                    " values (?, ?, ?, ?, 50, ?, ?, '{}')",
                    (key, seat, user, mine[0], 1 + (user == ada), user == ben),
                )


def test_a_vacation_begins_is_seen_and_ends_early(new_page: NewPage, axe: str, picture: Picture) -> None:
    ada, ben = new_page(), new_page()
    sign_up(ada, f"Ada {token_hex(3)}")
    two_at(ada, ben, clock=DAYS)
    table = ada.url
    ada.get_by_role("button", name="Start the game").click()
    for page in (ada, ben):
        page.locator(".offer").wait_for()
    ada.goto("/account")
    panel = ada.locator("[data-vacation]")
    expect(panel).to_contain_text("You have 1 such game now.")
    panel.get_by_label("Days").fill("10")
    panel.get_by_label("Days").press("Enter")
    expect(panel.get_by_role("status")).to_have_text("Enjoy your vacation. Your clocks are stopped.")
    expect(panel).to_contain_text("You have 18 days left.")
    panel.scroll_into_view_if_needed()
    on_both_screens(ada, axe, "on vacation")
    picture(ada, "vacation-account")

    # The other player sees it immediately, beside the name.
    expect(ben.get_by_text(re.compile("away until")).first).to_be_visible()
    on_both_screens(ben, axe, "a table with a player on vacation")
    picture(ben, "vacation-table-vacation")
    with pytest.raises(AssertionError, match="on_vacation"):
        asked(ada, "POST", "/api/tables", {"ruleset": "usa", "seats": SEATS, "clock": DAYS})

    panel.get_by_role("button", name="Come back now").press("Enter")
    expect(panel.get_by_role("status")).to_have_text("Welcome back. Your clocks are running again.")
    expect(panel).to_contain_text("You have 27 days left.")
    expect(ben.get_by_text(re.compile("away until"))).to_have_count(0)
    ada.goto(table)
    ada.locator(".offer").wait_for()
    keep_two(ada)


def test_two_people_pause_and_one_resumes(new_page: NewPage, axe: str, picture: Picture) -> None:
    ada, ben = new_page(), new_page()
    two_at(ada, ben, clock=LIVE)
    ada.get_by_role("button", name="Start the game").click()
    for page in (ada, ben):
        page.locator(".offer").wait_for()
        keep_two(page)
    open_menu(ada)
    on_both_screens(ada, axe, "menu with a pause")
    picture(ada, "vacation-menu")
    ada.get_by_role("dialog").get_by_role("button", name="Pause the game").press("Enter")
    expect(ada.locator("[data-strip=pause_asking]")).to_contain_text("Still to agree")
    # A refusal cancels it.
    asking = ben.locator("[data-strip=pause_asked]")
    expect(asking).to_contain_text("wants to pause the game")
    on_both_screens(ben, axe, "asked for a pause")
    picture(ben, "vacation-asked")
    asking.get_by_role("button", name="No pause").press("Enter")
    expect(ada.locator("[data-strip]")).to_have_count(0)
    open_menu(ada)
    ada.get_by_role("dialog").get_by_role("button", name="Pause the game").press("Enter")
    asking.get_by_role("button", name="Pause", exact=True).press("Enter")
    for page in (ada, ben):
        expect(page.locator("[data-strip=paused]")).to_contain_text("No clock runs.")
        expect(page.locator("[data-clock].runs")).to_have_count(0)
    on_both_screens(ben, axe, "a paused game")
    picture(ben, "vacation-paused")
    ben.reload()
    ben.locator("[data-strip=paused]").get_by_role("button", name="Resume").press("Enter")
    for page in (ada, ben):
        expect(page.locator("[data-strip]")).to_have_count(0)
        expect(page.locator("[data-clock].runs")).not_to_have_count(0)


def test_players_see_how_reliable_others_are(
    new_page: NewPage, service: Service, axe: str, picture: Picture
) -> None:
    ada, ben = new_page(), new_page()
    sign_up(ada, ada_name := f"Ada {token_hex(3)}")
    sign_up(ben, f"Ben {token_hex(3)}")
    ids = [str(asked(page, "GET", "/api/me")["id"]) for page in (ada, ben)]
    store_games(service, ids[0], ids[1], games=30, left=2)
    body = {"ruleset": "usa", "seats": SEATS, "clock": DAYS, "listed": True}
    table = str(asked(ada, "POST", "/api/tables", body)["id"])
    ben.goto("/play")
    line = ben.locator("[data-table]").filter(has_text=ada_name)
    expect(line.locator("[data-reliability]")).to_have_text(f"{ada_name} left 2 of 30 games")
    on_both_screens(ben, axe, "open tables with reliability")
    picture(ben, "vacation-open")
    line.get_by_role("button").press("Enter")
    ben.wait_for_url(f"**/t/{table}")
    ada.goto(f"/t/{table}")
    expect(ada.locator(".lobby [data-reliability]")).to_have_text(
        ["left 2 of 30 games", "finished all 30 games"]
    )
    on_both_screens(ada, axe, "a table with reliability")
    picture(ada, "vacation-lobby")
    ada.goto(f"/p/{ids[0]}")
    expect(ada.locator("dl div").filter(has_text="Games left")).to_contain_text("of 30 with people in a year")
    on_both_screens(ada, axe, "a page with reliability")
    picture(ada, "vacation-page")
    asked(ada, "POST", f"/api/tables/{table}/cancel", {})
