"""Accounts in the browser: created in place, used on another device, with password, passkey or a link by e-mail."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.harness import Service
from tests.web.mailbox import Mailbox
from tests.web.player import start_game
from tests.web.test_access import DEVICES, SCREENS, on_all_screens

from whistlestop.languages import LANGUAGES
from whistlestop.server.domain.onetime import STEP, code_at
from whistlestop.server.domain.times import now

PASSWORD = "seven brown bears"


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    made = Mailbox()
    yield made
    made.close()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, mailbox: Mailbox) -> Iterator[Service]:
    """Return a server with e-mail and a host name, which passkeys require."""
    settings = {f"WHISTLESTOP_{name.upper()}": str(value) for name, value in mailbox.settings.items()}
    service = Service(tmp_path_factory.mktemp("people"), **settings)
    service.url = service.url.replace("127.0.0.1", "localhost")
    service.environment["WHISTLESTOP_PUBLIC_URL"] = service.url
    service.start()
    yield service
    service.stop()


@pytest.fixture(scope="module")
def site(service: Service) -> str:
    return service.url


def sign_up(page: Page, name: str) -> None:
    page.goto("/account")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()


def sign_in(page: Page, name: str, password: str = PASSWORD) -> None:
    page.goto("/signin")
    page.get_by_label("Name or e-mail address").fill(name)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("button", name=re.compile(f"^{name}"))).to_be_visible()


def section(page: Page, title: str) -> Any:
    return page.get_by_role("region", name=title)


def test_a_guest_becomes_an_account_and_comes_back_elsewhere(new_page: NewPage, site: str) -> None:
    ada = new_page(base_url=site)
    start_game(ada, "usa")
    table = ada.url
    ada.goto("/")
    ada.locator(".named").click()
    ada.get_by_role("link", name="create an account or sign in").click()
    ada.get_by_label("Name").fill("Ada")
    ada.get_by_label("Password", exact=True).fill("password1")
    ada.get_by_role("button", name="Create account").click()
    expect(ada.get_by_role("alert")).to_have_text("This password is too easy to guess.")
    ada.get_by_label("Show password").check()
    shown = ada.get_by_label("Password", exact=True)
    expect(shown).to_have_attribute("type", "text")
    shown.fill(PASSWORD)
    shown.press("Enter")
    expect(section(ada, "Where you are signed in").get_by_role("listitem")).to_have_count(1)

    phone = new_page(base_url=site)
    phone.goto("/signin")
    phone.get_by_label("Name or e-mail address").fill("ada")
    phone.get_by_label("Password", exact=True).fill("not this one")
    phone.get_by_role("button", name="Sign in", exact=True).click()
    expect(phone.get_by_role("alert")).to_have_text("Wrong name or password.")
    sign_in(phone, "Ada")
    expect(phone.locator(f'a[href="{table.removeprefix(site)}"]')).to_be_visible()
    phone.goto(table)
    expect(phone.locator(".grid")).to_be_visible()
    expect(phone.locator('[data-connection="open"], .grid').first).to_be_visible()

    # The phone's session ends: its page says so immediately, and hides the cards.
    other = new_page(base_url=site)
    sign_in(other, "Ada")
    other.goto("about:blank")  # no open socket could report the end
    ada.reload()
    section(ada, "Where you are signed in").get_by_role("button", name="Sign out everywhere else").click()
    ada.get_by_role("dialog").get_by_role("button", name="Sign out everywhere else").click()
    expect(section(ada, "Where you are signed in").get_by_role("listitem")).to_have_count(1)
    expect(phone.get_by_role("heading", name="You have been signed out.")).to_be_visible()
    expect(phone.locator(".grid")).to_have_count(0)
    phone.get_by_role("button", name="Continue as a guest").click()
    expect(phone.locator(".named")).to_contain_text("Guest")
    # A page opened later says so as well, instead of creating a new guest.
    other.goto("/history")
    expect(other.get_by_role("heading", name="You have been signed out.")).to_be_visible()
    other.get_by_role("link", name="Sign in").click()
    sign_in(other, "Ada")
    other.goto("/account")
    with other.expect_navigation(url="**/"):
        other.get_by_role("button", name="Sign out here").click()
    expect(other.locator(".named")).to_contain_text("Guest")  # no explanation: they signed out themselves
    with ada.expect_download() as download:
        ada.get_by_role("button", name="Download everything").click()
    told = json.loads(Path(download.value.path()).read_text())
    assert told["name"] == "Ada"
    assert [one["id"] for one in told["tables"]] == [table.rpartition("/")[2]]
    ada.get_by_role("button", name="Delete everything").click()
    ada.get_by_role("button", name="Delete permanently").click()
    ada.wait_for_url("**/")
    expect(ada.locator(".named")).to_contain_text("Guest")


def test_shutting_everybody_else_out(new_page: NewPage, site: str, service: Service) -> None:
    """Tokens end, and notifications pause until confirmed; anything that a thief could have created needs a proof."""
    page = new_page(base_url=site, missing=True)
    sign_up(page, "Greta")
    service.expire_proofs()
    page.goto("/programs")
    page.get_by_label("Name, so that").fill("Robot")
    page.get_by_role("button", name="Create token").click()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(page.get_by_role("alert")).to_have_text("Confirm that it is you.")
    page.get_by_role("button", name="Create token").click()
    proof = page.get_by_role("dialog", name="Confirm that it is you")
    proof.get_by_label("Password", exact=True).fill("not this one")
    proof.get_by_role("button", name="Continue").click()
    expect(proof.get_by_role("alert")).to_be_visible()
    proof.get_by_label("Password", exact=True).fill(PASSWORD)
    proof.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("Not used yet")).to_be_visible()
    service.expire_proofs()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Service").select_option("webhook")
    page.get_by_label("Address starting with https://").fill("https://example.org/hook")
    page.get_by_label("Address starting with https://").press("Enter")
    proof.get_by_label("Password", exact=True).fill(PASSWORD)
    proof.get_by_label("Password", exact=True).press("Enter")
    expect(page.get_by_text("Messages to it are signed")).to_be_visible()

    page.goto("/account")
    tokens, ways = section(page, "Programs that act for you"), section(page, "Notifications")
    expect(tokens.get_by_role("listitem")).to_contain_text("Not used yet")
    expect(ways.get_by_role("listitem")).to_contain_text("https://example.org/hook")
    expect(section(page, "Password")).to_contain_text("revokes all tokens")
    page.get_by_role("button", name="Sign out everywhere else").click()
    expect(page.get_by_role("dialog")).to_contain_text("also revokes all tokens")
    page.get_by_role("dialog").get_by_role("button", name="Sign out everywhere else").click()
    expect(tokens).to_contain_text("No program has a token.")
    expect(section(page, "Where you are signed in").get_by_role("status")).to_have_text(
        "You are signed out everywhere else."
    )
    expect(ways.get_by_role("listitem")).to_contain_text("paused until you confirm it")
    ways.get_by_role("button", name="Confirm: https://example.org/hook").click()
    expect(ways.get_by_role("status")).to_have_text("Confirmed.")
    expect(ways.get_by_role("listitem")).not_to_contain_text("paused")
    service.expire_proofs()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download everything").click()
        proof.get_by_label("Password", exact=True).fill(PASSWORD)
        proof.get_by_role("button", name="Continue").click()
    assert json.loads(Path(download.value.path()).read_text())["name"] == "Greta"


def test_a_second_factor(new_page: NewPage, site: str, service: Service, mailbox: Mailbox) -> None:
    """Set up with a QR code's key, required at every sign-in, and replaced by a recovery code."""
    page = new_page(base_url=site, missing=True)
    sign_up(page, "Hugo")
    panel = section(page, "Second factor")
    service.expire_proofs()
    panel.get_by_role("button", name="Set up an authenticator app").click()
    proof = page.get_by_role("dialog", name="Confirm that it is you")
    proof.get_by_label("Password", exact=True).fill(PASSWORD)
    proof.get_by_role("button", name="Continue").click()
    setting = page.get_by_role("dialog", name="Set up an authenticator app")
    drawn = setting.get_by_role("img", name="QR code")
    assert drawn.evaluate("(image) => image.complete && image.naturalWidth > 0")
    secret = setting.get_by_label("Key").input_value()
    # The phone that has the app cannot scan its own screen.
    opened = setting.get_by_role("link", name="Open in an authenticator app").get_attribute("href")
    assert opened is not None
    assert parse_qs(urlsplit(opened).query)["secret"] == [secret]
    assert opened.startswith("otpauth://totp/")
    expect(setting.get_by_role("button", name="Copy")).to_be_visible()
    setting.get_by_label("Code from the app").fill("000000")
    setting.get_by_role("button", name="Turn on").click()
    expect(setting.get_by_role("alert")).to_have_text("This code is wrong or has already been used.")
    setting.get_by_label("Code from the app").fill(code_at(secret, now() // STEP - 1))
    setting.get_by_role("button", name="Turn on").click()
    shown = page.get_by_role("dialog", name="Your recovery codes")
    expect(shown.locator("code")).to_have_count(10)
    codes = shown.locator("code").all_inner_texts()
    with page.expect_download() as download:
        shown.get_by_role("button", name="Save as file").click()
    assert Path(download.value.path()).read_text().split() == codes
    shown.get_by_role("button", name="Done").click()
    expect(panel).to_contain_text("10 recovery codes are left")
    page.get_by_role("textbox", name="E-mail address").fill("hugo@example.org")
    page.get_by_role("button", name="Save address").click()
    page.goto(link_in(mailbox.mail()))
    page.get_by_role("button", name="Confirm address").click()
    expect(page.get_by_role("status")).to_have_text("Your e-mail address is confirmed.")

    other = new_page(base_url=site, missing=True)
    other.goto("/signin")
    other.get_by_label("Name or e-mail address").fill("Hugo")
    other.get_by_label("Password", exact=True).fill(PASSWORD)
    other.get_by_role("button", name="Sign in", exact=True).click()
    expect(other.get_by_role("alert")).to_contain_text("This account has a second factor")
    code = other.get_by_label("Code from your authenticator app")
    code.fill("000000")
    code.press("Enter")
    expect(other.get_by_role("alert")).to_have_text("This code is wrong or has already been used.")
    code.fill(codes[0])
    code.press("Enter")
    expect(other.get_by_role("button", name=re.compile("^Hugo"))).to_be_visible()
    other.goto("/account")
    expect(panel_of(other)).to_contain_text("9 recovery codes are left")

    # A forgotten password
    third = new_page(base_url=site, missing=True)
    third.goto("/signin")
    third.get_by_label("E-mail address", exact=True).fill("hugo@example.org")
    third.get_by_role("button", name="Send a link").click()
    third.goto(link_in(mailbox.mail()))
    third.get_by_role("textbox", name="New password").fill("nine grey wolves")
    third.get_by_role("button", name="Save password").click()
    expect(third.get_by_role("alert")).to_contain_text("This account has a second factor")
    third.get_by_label("Code from your authenticator app").fill(codes[1])
    third.get_by_role("button", name="Save password").click()
    expect(panel_of(third)).to_contain_text("8 recovery codes are left")
    assert "changed" in str(mailbox.mail()["Subject"])

    # A proof of identity requires it as well.
    service.expire_proofs()
    panel_of(third).get_by_role("button", name="Turn off").click()
    proof = third.get_by_role("dialog", name="Confirm that it is you")
    proof.get_by_label("Password", exact=True).fill("nine grey wolves")
    proof.get_by_label("Code from your authenticator app").fill(codes[2])
    proof.get_by_role("button", name="Continue").click()
    expect(panel_of(third).get_by_role("status")).to_have_text("The second factor is off.")
    assert "turned off" in str(mailbox.mail()["Subject"])


def panel_of(page: Page) -> Any:
    return section(page, "Second factor")


def test_passkeys(new_page: NewPage, site: str) -> None:
    page = new_page(base_url=site)
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    device = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]
    page.goto("/account")
    page.get_by_label("Name").fill("Berta")
    page.get_by_role("button", name="Use a passkey instead").click()
    keys = section(page, "Passkeys")
    expect(keys.get_by_role("listitem")).to_have_count(1)
    keys.get_by_role("button", name=re.compile("^Rename")).click()
    page.get_by_role("dialog").get_by_label("Name").fill("Laptop")
    page.get_by_role("dialog").get_by_role("button", name="Continue").click()
    expect(keys).to_contain_text("Laptop")
    keys.get_by_role("button", name="Remove Laptop").click()
    expect(keys.get_by_role("alert")).to_contain_text("This is your only way to sign in")
    page.get_by_role("button", name="Sign out here").click()
    expect(page.locator(".named")).to_contain_text("Guest")
    page.goto("/signin")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.locator(".named")).to_contain_text("Berta")
    page.goto("/account")
    expect(keys).to_contain_text("last used")
    # another passkey of the same account, on another device
    session.send("WebAuthn.addVirtualAuthenticator", {"options": {**options, "transport": "usb"}})
    session.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": device})
    keys.get_by_role("button", name="Add a passkey").click()
    page.get_by_role("dialog").get_by_label("Name").fill("Key ring")
    page.get_by_role("dialog").get_by_role("button", name="Continue").click()
    expect(keys.get_by_role("listitem")).to_have_count(2)
    keys.get_by_role("button", name="Remove Laptop").click()
    expect(keys.get_by_role("listitem")).to_have_count(1)


def test_a_forgotten_password(new_page: NewPage, site: str, mailbox: Mailbox) -> None:
    page = new_page(base_url=site)
    sign_up(page, "Cleo")
    mail = section(page, "E-mail address")
    mail.get_by_label("E-mail address").fill("cleo@example.org")
    mail.get_by_role("button", name="Save address").click()
    expect(mail).to_contain_text("A link is on its way to cleo@example.org")
    page.goto(link_in(mailbox.mail()))
    expect(page).to_have_url(f"{site}/verify")  # the token has been read and removed from the address
    page.get_by_role("button", name="Confirm address").click()
    expect(page.get_by_role("status")).to_have_text("Your e-mail address is confirmed.")

    elsewhere = new_page(base_url=site)
    elsewhere.goto("/signin")
    elsewhere.get_by_label("E-mail address", exact=True).fill("cleo@example.org")
    elsewhere.get_by_role("button", name="Send a link").click()
    expect(elsewhere.get_by_role("status")).to_contain_text("If an account has this address")
    link = link_in(mailbox.mail())
    elsewhere.goto(link)
    elsewhere.get_by_role("textbox", name="New password").fill("nine grey wolves")
    elsewhere.get_by_role("button", name="Save password").click()
    expect(section(elsewhere, "E-mail address")).to_contain_text("cleo@example.org")
    assert "changed" in str(mailbox.mail()["Subject"])
    third = new_page(base_url=site, missing=True)
    third.goto(link)
    third.get_by_role("textbox", name="New password").fill("nine grey wolves")
    third.get_by_role("button", name="Save password").click()
    expect(third.get_by_role("alert")).to_contain_text("This link has been used")
    sign_in(third, "Cleo", "nine grey wolves")


def link_in(mail: EmailMessage) -> str:
    found = re.search(r"http://localhost\S+", mail.get_content())
    assert found is not None
    return found[0]


@pytest.mark.parametrize("device", ["wide", "phone"])
def test_everybody_can_use_the_pages(new_page: NewPage, axe: str, site: str, device: str) -> None:
    page = new_page(base_url=site, **SCREENS[DEVICES[device][0]])
    check = on_all_screens(page, axe, device)
    for address, title in (
        ("/account", "Keep your games"),
        ("/signin", "Sign in"),
        ("/recover#x", "New password"),
        ("/verify#x", "Confirm your e-mail address"),
    ):
        page.goto(address)
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        check(address)
    sign_up(page, f"Dora {device}")
    expect(section(page, "Your data")).to_be_visible()
    check("the account")
    page.get_by_role("button", name="Delete everything").click()
    check("the question")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Set up an authenticator app").click()
    setting = page.get_by_role("dialog", name="Set up an authenticator app")
    secret = setting.get_by_label("Key").input_value()
    check("the app")
    setting.get_by_label("Code from the app").fill(code_at(secret, now() // STEP))
    setting.get_by_role("button", name="Turn on").click()
    expect(page.get_by_role("dialog", name="Your recovery codes")).to_be_visible()
    check("the recovery codes")
    page.keyboard.press("Escape")
    for language in LANGUAGES if device == "phone" else ():
        page.evaluate("(code) => { document.cookie = `language=${code}; path=/` }", language)
        page.reload()
        expect(page.locator("#data-title")).to_be_visible()
        check(f"the account, {language}")


def test_by_keyboard_alone(new_page: NewPage, site: str) -> None:
    """Every field and button is reached in page order, and Enter has the expected effect."""
    page = new_page(base_url=site)
    page.goto("/account")
    page.get_by_label("Name").focus()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("Emil")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Tab")
    expect(page.get_by_label("Show password")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    page.get_by_role("textbox", name="New password").focus()
    page.keyboard.type("nine grey wolves")
    page.keyboard.press("Enter")
    expect(section(page, "Password")).to_contain_text("Password saved")
