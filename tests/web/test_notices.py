"""Notifications in the browser: the bell, the settings, the service worker, links in mails."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.server.receiver import Device, text
from tests.web.conftest import NewPage
from tests.web.harness import Service
from tests.web.mailbox import Inbox
from tests.web.player import (
    asked,
    invite,
    keep_two,
    let_happen,
    mark,
    rename,
    settled,
    start_game,
    table_of,
    wait_for_decision,
    wait_until,
)
from tests.web.test_access import SCREENS, checker

from whistlestop.languages import LANGUAGES, catalogue, title_of

# The test's browser reaches no push service; the test provides its data. It also lets a visible page pretend
# to be hidden.
STUB = """({ endpoint, key, auth }) => {
  let made = null;
  const subscription = { endpoint, toJSON: () => ({ endpoint, keys: { p256dh: key, auth } }),
    unsubscribe: async () => { made = null; return true; } };
  PushManager.prototype.subscribe = async () => (made = subscription);
  PushManager.prototype.getSubscription = async () => made;
  Notification.requestPermission = async () => window.refused ? "denied" : "granted";
  navigator.setAppBadge = async (count) => { window.badged = count; };
  navigator.clearAppBadge = async () => { window.badged = 0; };
  window.heard = 0;  // all sources of a sound start at the same time
  for (const { prototype } of [OscillatorNode, AudioBufferSourceNode]) {
    const start = prototype.start;
    prototype.start = function (...given) { window.heard++; return start.apply(this, given); };
  }
  window.hide = (hidden) => {
    const get = () => (hidden ? "hidden" : "visible");
    Object.defineProperty(document, "visibilityState", { configurable: true, get });
    document.dispatchEvent(new Event("visibilitychange"));
  };
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Return a server that notifies quickly, and only this machine."""
    mail = {"SMTP_HOST": "127.0.0.1", "SMTP_PORT": "9", "SMTP_TLS": "none", "MAIL_FROM": "play@example.org"}
    more = {"NOTICE_DELAY": "0.3", "PRIVATE_NOTICES": "1", "PUBLIC_URL": "http://play.test"}
    named = {f"WHISTLESTOP_{name}": value for name, value in (mail | more).items()}
    server = Service(tmp_path_factory.mktemp("notices"), **named)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def inbox() -> Iterator[Inbox]:
    found = Inbox()
    yield found
    found.close()


def visit(new_page: NewPage, site: Service, inbox: Inbox, device: Device, **options: Any) -> Page:
    """Return a browser that supports push."""
    page = new_page(base_url=site.url, service_workers="allow", permissions=["notifications"], **options)
    keys = {"endpoint": f"{inbox.url}/push", "key": text(device.point), "auth": text(device.auth)}
    page.add_init_script(f"({STUB})({json.dumps(keys)})")
    return page


def open_settings(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    expect(page.locator("[data-notices]")).to_be_visible()
    expect(page.get_by_label("Show notifications")).to_be_enabled()


def test_a_turn_while_the_page_is_hidden(new_page: NewPage, site: Service, inbox: Inbox) -> None:
    device = Device()
    page = visit(new_page, site, inbox, device)
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    open_settings(page)
    for label in ("A sound when it is your turn", "A number in the page title", "Show notifications"):
        expect(page.get_by_label(label)).not_to_be_checked()
    page.get_by_role("checkbox", name="Sounds", exact=True).uncheck()
    page.get_by_label("A number in the page title").check()
    page.get_by_label("A sound when it is your turn").check()
    page.wait_for_function("() => window.heard > 0")  # what it sounds like
    page.evaluate("window.heard = 0")
    page.evaluate("window.refused = true")
    page.get_by_label("Show notifications").click()
    expect(page.get_by_role("alert")).to_contain_text("blocks notifications")
    page.evaluate("window.refused = false")
    page.get_by_label("Show notifications").click()
    expect(page.get_by_label("Show notifications")).to_be_checked()
    page.get_by_role("button", name="Send a test notification: This device").click()
    expect(page.locator("[data-notices]").get_by_text("Sent.")).to_be_visible()
    path, body = inbox.all.get(timeout=10)
    assert (path, json.loads(device.read(body))["tag"]) == ("/push", "test")
    page.keyboard.press("Escape")

    # Present players are never notified, except of the choice of tickets, because the page was slow to open.
    table = start_game(page)
    keep_two(page)
    wait_for_decision(page)
    while not inbox.all.empty():
        inbox.all.get()
    for _ in range(2):
        before = mark(page)
        page.locator("[data-deck]").click()
        settled(page, before)
        wait_for_decision(page)
    other = new_page(base_url=site.url)  # notified of a turn that begins later
    way = {"kind": "webhook", "url": f"{inbox.url}/later", "language": "en"}
    asked(other, "POST", "/api/notices/ways", way)
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "first_ride"}]
    asked(other, "POST", "/api/tables", {"ruleset": "usa", "seats": seats, "start": True})
    assert inbox.all.get(timeout=10)[0] == "/later"
    assert page.title() == "Your turn · USA · Whistlestop"
    page.evaluate("hide(true)")
    expect(page).to_have_title("(1) Your turn · USA · Whistlestop")
    assert page.evaluate("window.badged") == 1

    # The next turn starts while the page is hidden.
    assert page.evaluate("window.heard") == 0
    page.evaluate(
        """async (table) => {
      const token = decodeURIComponent(/csrftoken=([^;]+)/.exec(document.cookie)[1]);
      for (const id of ["a", "b"]) {
        const { view } = await (await fetch(`/api/tables/${table}/view`)).json();
        await fetch(`/api/tables/${table}/commands`, { method: "POST",
          headers: { "content-type": "application/json", "x-csrftoken": token },
          body: JSON.stringify({ id, version: view.version, action: "draw" }) });
      }
    }""",
        table,
    )
    _, body = inbox.all.get(timeout=10)
    message = json.loads(device.read(body))
    assert (message["title"], message["url"]) == ("Your turn: USA", f"/t/{table}")
    page.wait_for_function("() => window.heard > 0")
    page.evaluate("hide(false)")
    expect(page).to_have_title("Your turn · USA · Whistlestop")
    assert page.evaluate("window.badged") == 0


def shown_notification(page: Page) -> dict[str, str] | None:
    """Return the notification that the site shows, if there is one."""
    shown: dict[str, str] | None = page.evaluate("""async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const [one] = await registration.getNotifications();
      return one && { title: one.title, body: one.body, tag: one.tag, url: one.data, lang: one.lang };
    }""")
    return shown


def test_the_worker_shows_what_is_pushed(new_page: NewPage, site: Service, inbox: Inbox) -> None:
    page = visit(new_page, site, inbox, Device())
    page.goto("/about")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(
            one["registrationId"] for one in event["registrations"] if one["scopeURL"] == f"{site.url}/"
        ),
    )
    session.send("ServiceWorker.enable")
    let_happen(page, lambda: found)
    message = {"title": "Jsi na tahu: USA", "body": "Poslední tah: Ada", "tag": "t", "url": "/about"}
    pushed = {**message, "language": "cs"}

    def push() -> None:
        """Deliver the message, and wait until it is shown."""
        delivery = {"origin": site.url, "registrationId": found[-1], "data": json.dumps(pushed)}
        session.send("ServiceWorker.deliverPushMessage", delivery)
        let_happen(page, lambda: shown_notification(page))

    push()
    assert shown_notification(page) == {**message, "lang": "cs"}

    # Clicking it focuses the open page, or opens one.
    worker = page.context.service_workers[0]
    press = """async (path) => {
      const gone = [];
      WindowClient.prototype.focus = async function () { gone.push(`focus ${new URL(this.url).pathname}`); };
      self.clients.openWindow = async (path) => { gone.push(`open ${path}`); };
      const [notification] = await self.registration.getNotifications();
      const event = new NotificationEvent("notificationclick", { notification });
      let done; event.waitUntil = (work) => (done = work);
      self.dispatchEvent(event);
      await done;
      return [...gone, (await self.registration.getNotifications()).length];
    }"""
    assert worker.evaluate(press) == ["focus /about", 0]
    pushed["url"] = "/t/elsewhere"
    push()
    assert worker.evaluate(press) == ["open /t/elsewhere", 0]


@pytest.mark.parametrize("screen", ["light", "phone-dark"])
def test_settings_and_links(
    new_page: NewPage, site: Service, inbox: Inbox, axe: str, screen: str, request: pytest.FixtureRequest
) -> None:
    page = visit(new_page, site, inbox, Device(), **SCREENS[screen])
    check = checker(page, axe, screen)
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    open_settings(page)
    page.get_by_label("Show notifications").click()
    expect(page.get_by_label("Show notifications")).to_be_checked()
    service, form = page.get_by_label("Service"), page.locator("[data-service]")
    service.select_option("matrix")
    for label, typed in (("Address", inbox.url), ("Room ID", "!Wq3f:example.org"), ("Access", "syt_1")):
        form.get_by_label(label).fill(typed)
    check("settings of a service")
    form.get_by_role("button").click()
    page.get_by_role("button", name="Send a test notification: Matrix: !Wq3f:example.org").click()
    assert inbox.all.get(timeout=10)[0].startswith("/_matrix/client/v3/rooms/%21Wq3f%3Aexample.org/send/")
    page.get_by_role("button", name="Remove: Matrix").click()
    expect(page.locator("[data-notices] li")).to_have_count(1)
    service.select_option("webhook")
    hook = page.get_by_label("Address starting")
    hook.fill(f"{inbox.url}/hook")
    hook.press("Enter")
    expect(page.locator("[data-notices] code")).to_contain_text("whsec_")
    check("settings")
    if pictures := request.config.getoption("--pictures"):
        page.locator("[data-notices]").scroll_into_view_if_needed()
        page.screenshot(path=f"{pictures}/notices-{screen}.png")
        page.locator("dialog ul").last.scroll_into_view_if_needed()
        page.screenshot(path=f"{pictures}/notices-{screen}-2.png")
    page.get_by_label("Language").last.select_option("hu")
    expect(page.locator("[data-notices] h3")).to_have_text("Értesítések")
    check("settings in Hungarian")
    if pictures:
        page.locator("[data-notices] h4").last.scroll_into_view_if_needed()
        page.screenshot(path=f"{pictures}/notices-{screen}-hu.png")
    async_ways = "async () => (await (await fetch('/api/notices')).json()).ways.map((way) => way.language)"
    wait_until(page, f"async () => (await ({async_ways})()).every((code) => code === 'hu')")
    page.locator("[data-notices] li", has_text="/hook").get_by_role("button").last.click()
    expect(page.locator("[data-notices] li")).to_have_count(1)
    page.locator("[data-notices] li").get_by_role("button").last.click()  # this device
    expect(page.locator("[data-notices] li")).to_have_count(0)


def table_where_ben_left(ada: Page, ben: Page) -> str:
    """Leave the game as Ben while Ada is on another page; return the table."""
    for page, name in ((ada, "Ada"), (ben, "Ben")):
        rename(page, name)
    ben.goto(invite(ada, "switzerland"))
    ben.get_by_role("button", name="Sit here").click()
    ada.get_by_role("button", name="Start the game").click()
    for page in (ada, ben):
        page.locator(".offer").wait_for()
    table = table_of(ada)
    ada.goto("/rules")
    ben.locator("[data-menu]").click()
    for name in ("Leave: let a bot play for me", "Yes, leave"):
        ben.get_by_role("dialog").get_by_role("button", name=name).click()
    ben.locator("[data-strip=replaced]").wait_for()
    return table


@pytest.mark.parametrize("screen", ["light", "phone-dark"])
def test_the_bell(
    new_page: NewPage, site: Service, axe: str, screen: str, request: pytest.FixtureRequest
) -> None:
    """For guests, too: events while they were away, by keyboard, in all languages, until the list is opened."""
    ada = new_page(base_url=site.url, **SCREENS[screen])
    check = checker(ada, axe, screen)
    ada.goto("/")
    button = ada.locator("[data-bell]")
    expect(button).to_have_accessible_name("Notifications")
    button.press("Enter")
    expect(ada.get_by_role("dialog", name="Notifications")).to_contain_text("Nothing yet.")
    ada.keyboard.press("Escape")
    expect(button).to_be_focused()

    ben = new_page(base_url=site.url)
    table = table_where_ben_left(ada, ben)
    wait_until(
        ada,
        "async () => (await (await fetch('/api/notices/recent')).json()).events.length === 2",
    )
    ada.reload()
    expect(button).to_have_accessible_name("Notifications: 2 unread")
    check("bell")
    assert ada.evaluate("document.querySelector('header').offsetHeight") < 80  # one line
    button.press("Enter")
    lines = ada.locator("[data-bell-list] li")
    expect(lines).to_have_count(2)  # one says that Ben left, one that it is her turn
    expect(lines.filter(has_text="A bot is now playing for Ben.")).to_contain_text(
        "A player has left: Switzerland"
    )
    expect(lines.filter(has_text="Your turn")).to_contain_text("(unread)")
    expect(lines.locator("time")).to_have_count(2)
    check("list at the bell")
    if pictures := request.config.getoption("--pictures"):
        ada.screenshot(path=f"{pictures}/bell-{screen}.png")
    ada.keyboard.press("Escape")
    for code in LANGUAGES:
        title, board = catalogue(code, "notices")["notices.title"], title_of(code, "switzerland", "")
        ada.locator("header select").select_option(code)
        button.press("Enter")
        expect(ada.get_by_role("dialog", name=title)).to_contain_text("Ben")
        expect(lines).to_contain_text([f": {board}"] * 2)
        check(f"list at the bell, {code}")
        ada.keyboard.press("Escape")
    ada.locator("header select").select_option("en")
    button.press("Enter")
    lines.filter(has_text="Your turn").get_by_role("link").press("Enter")
    ada.wait_for_url(f"**/t/{table}")
    ada.locator(".offer").wait_for()
    wait_until(ada, "async () => (await (await fetch('/api/notices/recent')).json()).unread === 0")
    if screen == "phone-dark":
        ada.locator("[data-menu]").tap()
        ada.get_by_role("dialog").get_by_role("button", name="Notifications").tap()
    else:
        expect(button).to_have_accessible_name("Notifications")
        button.click()
    expect(lines).to_have_count(2)
    expect(ada.locator("[data-bell-list] .unread")).to_have_count(0)


def test_what_is_told_of_the_table_in_sight_is_read(new_page: NewPage, site: Service) -> None:
    ada, ben = new_page(base_url=site.url), new_page(base_url=site.url)
    table = table_where_ben_left(ada, ben)
    wait_until(
        ada,
        "async () => (await (await fetch('/api/notices/recent')).json()).events.length === 2",
    )
    ada.goto(f"/t/{table}")
    ada.locator(".offer").wait_for()
    wait_until(ada, "async () => (await (await fetch('/api/notices/recent')).json()).unread === 0")


def test_kinds_are_switched(new_page: NewPage, site: Service) -> None:
    ada, ben = new_page(base_url=site.url), new_page(base_url=site.url)
    ada.goto("/")
    open_settings(ada)
    kinds = {box.get_attribute("data-kind"): box.is_checked() for box in ada.locator("[data-kind]").all()}
    every = ("turn", "invited", "rematch", "started", "round", "season", "over", "left")
    assert kinds == {kind: kind != "started" for kind in every}
    ada.get_by_label("It is your turn", exact=True).uncheck()
    ada.get_by_label("Your game has started").check()
    wanted = "invited,rematch,started,round,over,left,season"
    kinds_kept = "async (wanted) => (await (await fetch('/api/notices')).json()).kinds.join() === wanted"
    wait_until(ada, kinds_kept, wanted)
    ada.reload()
    open_settings(ada)
    expect(ada.get_by_label("It is your turn", exact=True)).not_to_be_checked()
    ada.keyboard.press("Escape")
    table_where_ben_left(ada, ben)
    wait_until(
        ada,
        "async () => (await (await fetch('/api/notices/recent')).json()).events.length === 1",
    )
    ada.reload()
    ada.locator("[data-bell]").click()
    expect(ada.locator("[data-bell-list] li")).to_have_count(1)
    expect(ada.locator("[data-bell-list] li")).to_contain_text("A player has left")


@pytest.mark.parametrize("screen", ["dark", "phone-light"])
def test_a_link_in_a_mail(
    new_page: NewPage, site: Service, axe: str, screen: str, request: pytest.FixtureRequest
) -> None:
    page = new_page(base_url=site.url, missing=True, **SCREENS[screen])
    check = checker(page, axe, screen)
    for purpose, title in (
        ("stop", "Stop notifications by e-mail?"),
        ("confirm", "Get notifications by e-mail?"),
    ):
        page.goto(f"/notices/{purpose}/{'w' * 16}.{'0' * 32}")
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        check(purpose)
        if pictures := request.config.getoption("--pictures"):
            page.screenshot(path=f"{pictures}/{purpose}-{screen}.png")
        page.locator("main .primary").press("Enter")
        expect(page.get_by_role("alert")).to_have_text("This link is no longer valid.")
