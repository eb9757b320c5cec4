"""What people who meet do: they talk, sit down together and look after the site."""

from __future__ import annotations

import secrets
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from playwright.sync_api import Page, expect
from tests.web.player import asked

from whistlestop.server.domain.onetime import STEP, code_at
from whistlestop.server.domain.times import now

if TYPE_CHECKING:
    from tests.web.harness import Service


def talk(page: Page, text: str) -> None:
    """Say something in the panel that is open."""
    page.get_by_label("Say something").fill(text)
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_label("Say something")).to_have_value("")


def open_chat(page: Page) -> None:
    """Choose the chat beside the log."""
    page.locator("[data-chat-tab]").click()
    page.locator("[data-chat]").wait_for()


def two_at(ada: Page, ben: Page, **more: object) -> str:
    """A table of Ada's at which Ben sits, and where both are."""
    body = {"ruleset": "usa", "seats": [{"kind": "me"}, {"kind": "open"}], **more}
    table = str(asked(ada, "POST", "/api/tables", body)["id"])
    ada.goto(f"/t/{table}")
    ben.goto(f"/t/{table}")
    ben.get_by_role("button", name="Sit here").click()
    expect(ada.locator(".lobby li .open")).to_have_count(0)
    return table


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
