"""Actions of several users: chatting, sitting down together, moderating."""

from __future__ import annotations

import secrets
import subprocess
import sys
from typing import TYPE_CHECKING

from playwright.sync_api import Page, expect
from tests.waiting import wait_for
from tests.web.player import asked

from whistlestop.server.domain.onetime import STEP, code_at
from whistlestop.server.domain.times import now

if TYPE_CHECKING:
    from tests.web.harness import Service


def talk(page: Page, text: str) -> None:
    """Send a message in the open panel."""
    page.get_by_label("Say something").fill(text)
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_label("Say something")).to_have_value("")


def open_chat(page: Page) -> None:
    """Switch to the chat beside the log."""
    page.locator("[data-chat-tab]").click()
    page.locator("[data-chat]").wait_for()


def two_at(ada: Page, ben: Page, **more: object) -> str:
    """Return Ada's table with Ben seated, and both pages."""
    body = {"ruleset": "usa", "seats": [{"kind": "me"}, {"kind": "open"}], **more}
    table = str(asked(ada, "POST", "/api/tables", body)["id"])
    ada.goto(f"/t/{table}")
    ben.goto(f"/t/{table}")
    ben.get_by_role("button", name="Sit here").click()
    expect(ada.locator(".lobby li .open")).to_have_count(0)
    return table


def admin(service: Service, verb: str, subject: str) -> None:
    """Moderate by command. An id may start with a hyphen."""
    command = [sys.executable, "-m", "whistlestop", "admin", verb, "--database", service.database]
    subprocess.run([*command, "--", subject], check=True, timeout=60)


def grant(service: Service, page: Page) -> None:
    """Make the user of a page a moderator; they have an account but no second factor yet."""
    # Before the page's first request, any other request would create a guest.
    page.wait_for_load_state("networkidle")
    name = f"Moderator {secrets.token_hex(3)}"
    asked(page, "POST", "/api/account", {"name": name, "password": "seven brown bears"})
    user = page.request.get("/api/me").json()["id"]
    admin(service, "grant", user)
    # A running server notices within two seconds. Poll outside the page, whose console would show refusals.
    wait_for(lambda: "no_second_factor" in page.request.get("/api/host").text(), 30)


def protect(page: Page) -> None:
    """Set up a second factor for a page's account."""
    begun = asked(page, "POST", "/api/account/second-factor/app", {})
    code = code_at(begun["secret"], now() // STEP)
    asked(page, "PUT", "/api/account/second-factor", {"code": code})
    assert page.request.get("/api/host").ok
