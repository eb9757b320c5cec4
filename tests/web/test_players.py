"""Player pages and rankings, from a game of two people to their pages."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.player import invite, table_of
from tests.web.test_access import checker
from tests.web.test_people import sign_up


def call(page: Page, method: str, path: str, body: Any = None) -> Any:
    """Send a request as the user of a page."""
    token = next(one["value"] for one in page.context.cookies() if one["name"] == "csrftoken")
    answer = page.request.fetch(path, method=method, data=body, headers={"x-csrftoken": token})
    assert answer.ok, answer.text()
    return answer.json()


def play(pages: list[Page], table: str) -> None:
    """Play at random to the end, without the page."""
    rng, path = random.Random(3), f"/api/tables/{table}"
    for number in range(2000):
        view = call(pages[0], "GET", f"{path}/view")["view"]
        if view["phase"] == "over":
            return
        seat = view["to_act"][0]
        if seat:
            view = call(pages[seat], "GET", f"{path}/view")["view"]
        # Claiming whenever possible soon uses up the trains.
        legal = [one for one in view["legal"] if one.startswith("claim:")] or view["legal"]
        command = {"id": f"n{number}", "version": view["version"], "action": rng.choice(legal)}
        call(pages[seat], "POST", f"{path}/commands", command)
    raise AssertionError("the game does not end")


def test_who_has_played_how_well(new_page: NewPage, axe: str) -> None:
    ada, ben = new_page(), new_page(missing=True)

    def check(state: str) -> None:
        """On a wide screen and on a phone, in light and dark."""
        checker(ada, axe, "light")(state)
        ada.set_viewport_size({"width": 360, "height": 740})
        ada.emulate_media(color_scheme="dark")
        checker(ada, axe, "phone-dark")(state)
        ada.set_viewport_size({"width": 1440, "height": 900})
        ada.emulate_media(color_scheme="light")

    for page, name in ((ada, "Ada Lovelace"), (ben, "Ben Nevis")):
        sign_up(page, name)
    check("account")
    ben.goto(invite(ada, "switzerland"))
    ben.get_by_role("button", name="Sit here").click()
    expect(ada.locator(".lobby").get_by_role("link", name="Ben Nevis")).to_be_visible()
    ada.get_by_role("button", name="Start the game").click()
    ada.locator(".offer").wait_for()
    table = table_of(ada)
    for page in (ada, ben):  # nothing needs to be drawn meanwhile
        page.goto("/about")
    play([ada, ben], table)
    ada.goto(f"/t/{table}")

    ada.locator(".end").get_by_role("link", name="Ben Nevis").click()
    expect(ada.get_by_role("heading", level=1)).to_have_text("Ben Nevis")
    expect(ada.get_by_role("table", name="Ratings")).to_contain_text("Switzerland")
    expect(ada.get_by_role("table", name="With other people")).to_contain_text("2 players")
    expect(ada.get_by_role("region", name="Favorites").locator("li")).not_to_have_count(0)
    check("page of a player")
    ada.get_by_role("link", name="Rankings").click()
    ada.get_by_label("Game").select_option("switzerland")
    expect(ada.get_by_role("row", name="Ben Nevis")).to_be_visible()
    expect(ada.locator("tr.own")).to_contain_text("Ada Lovelace")
    check("ranking")
    ada.get_by_label("Pace").select_option("slow")
    expect(ada.get_by_text("Nobody is ranked yet.")).to_be_visible()
    ada.reload()
    expect(ada.get_by_label("Pace")).to_have_value("slow")

    ben.goto("/account")
    ben.get_by_label("Show others my page").uncheck()
    expect(ben.get_by_text("Saved.")).to_be_visible()
    ben.get_by_role("link", name="View your page").click()
    expect(ben.get_by_text("Only you can see it.")).to_be_visible()
    ada.goto("/history")
    expect(ada.get_by_role("link", name="Ada Lovelace", exact=True)).to_be_visible()
    expect(ada.get_by_role("link", name="Ben Nevis", exact=True)).to_have_count(0)
    check("history")
    hidden = new_page(missing=True)
    hidden.goto(ben.url)
    expect(hidden.get_by_role("alert")).to_have_text(
        "This player\N{RIGHT SINGLE QUOTATION MARK}s page is private."
    )
