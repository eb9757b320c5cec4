"""Games against bots that a browser continues while the server is away, and sends to it when it is back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.server.test_replays import played
from tests.web.harness import Service
from tests.web.player import asked, keep_two, let_happen, start_game, table_of, wait_until
from tests.web.static_host import DEVICE, WORKERS

import whistlestop as ws

LOCAL = re.compile(r"/t/\w+-[0-9a-f]{16}$")
ABLE = """async () => {
  const kept = await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys())));
  const paths = kept.flat().map(({ url }) => new URL(url).pathname);
  const files = ["/engine/levels.json", "/engine/network.wasm", "/api/rulesets/usa/board.svg"];
  return files.every((one) => paths.includes(one))
    && ["NetworkEnd", "assets/worker-"].every((name) => paths.some((one) => one.includes(name)));
}"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Service]:
    service = Service(tmp_path)
    service.start()
    yield service
    service.stop()


@pytest.fixture
def page(browser: Browser, server: Service) -> Iterator[Page]:
    """A page whose files the service worker stores, as on a phone."""
    context = browser.new_context(base_url=server.url, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    page = context.new_page()
    page.add_init_script(WORKERS)
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(f"{error.message}\n{error.stack}"))
    yield page
    context.close()
    assert problems == []


def prepared(page: Page, ruleset: str = "usa") -> str:
    """Start a game against a bot, and wait until the browser could continue it; return the table."""
    table = start_game(page, ruleset)
    wait_until(page, ABLE)
    wait_for_position(page, table)
    return table


def wait_for_position(page: Page, table: str) -> None:
    """Wait until the page has stored the position of its game."""
    page.wait_for_function(
        "(table) => localStorage.getItem(`whistlestop.position.${table}`) !== null", arg=table
    )


def play_on(page: Page) -> str:
    """Accept the offer to continue; return the table on the device."""
    page.locator("[data-strip=cut]").get_by_role("button", name="Play on offline").click()
    page.wait_for_url(LOCAL)
    page.locator("[data-offline]").wait_for()
    page.locator(".offer input").first.wait_for()
    return table_of(page)


def play(page: Page, table: str, until: int | str) -> dict[str, Any]:
    """Play at a table of this device by messages, and return the view."""
    view: dict[str, Any] = page.evaluate(
        f"{DEVICE}; (([...wish]) => new Device(null).play(...wish))", [table, until]
    )
    return view


def history(page: Page) -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = asked(page, "GET", "/api/games")["games"]
    return games


def test_a_game_goes_on_without_the_server(page: Page, server: Service) -> None:
    there = prepared(page)
    hand = page.locator(".offer input").evaluate_all("all => all.map((one) => one.value)")
    server.kill()
    table = play_on(page)
    # It is the same decision with the same cards, and the page says where the game is.
    assert page.locator(".offer input").evaluate_all("all => all.map((one) => one.value)") == hand
    expect(page.locator("[data-offline]")).to_have_text("On this device")
    play(page, table, 21)
    # A new page also has the game.
    page.reload()
    page.locator("[data-deck]").first.wait_for()
    page.goto("/")
    page.locator("[data-here] a").click()
    page.locator("[data-deck]").first.wait_for()
    view = play(page, table, "end")
    expect(page.locator(".end .scores tbody tr")).to_have_count(2)

    # Back online, the server gets the game once, and ends its own.
    server.start()
    page.locator("[data-strip=handed]").get_by_role("button", name="Show it").click(timeout=60_000)
    expect(page.locator(".end .scores tbody tr")).to_have_count(2)
    assert not LOCAL.search(page.url)
    page.goto("/")
    page.goto("/history")
    expect(page.locator("main")).to_contain_text("Played offline")
    (game, closed) = sorted(history(page), key=lambda one: bool(one["abandoned"]))
    assert closed["table"] == there
    assert (game["offline"], closed["abandoned"]) == (True, True)
    assert [seat["score"] for seat in game["seats"]] == [one["score"] for one in view["outcome"]["players"]]
    assert asked(page, "GET", "/api/waiting") == []


def test_a_closed_page_continues_from_the_last_decision(page: Page, server: Service) -> None:
    there = prepared(page)
    server.kill()
    page.goto("about:blank")
    page.goto(f"{server.url}/t/{there}")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    page.get_by_role("button", name="Continue USA offline").click()
    page.wait_for_url(LOCAL)
    page.locator("[data-offline]").wait_for()
    page.locator(".offer input").first.wait_for()
    keep_two(page)
    table = table_of(page)
    # The server is back before the game is over, and lists it together with its own games.
    server.start()
    page.goto("/")
    waiting = page.locator(".mine a")
    expect(waiting).to_have_count(2, timeout=60_000)
    expect(waiting.filter(has_text="On this device")).to_have_count(1)
    waiting.filter(has_text="On this device").click()
    play(page, table, "end")
    page.locator("[data-strip=handed]").wait_for(timeout=60_000)
    assert len(history(page)) == 2


def changing(change: str) -> str:
    """Return JavaScript that changes all tables on the device with a function, and returns the previous ones."""
    return f"""async () => {{
      const opened = indexedDB.open("whistlestop");
      const database = await new Promise((resolve) => (opened.onsuccess = () => resolve(opened.result)));
      const tables = database.transaction("tables", "readwrite").objectStore("tables");
      const all = tables.getAll();
      await new Promise((resolve) => (all.onsuccess = resolve));
      for (const table of all.result) tables.put(({change})(table));
      await new Promise((resolve) => (tables.transaction.oncomplete = resolve));
      database.close();
      return all.result;
    }}"""


def test_games_in_several_pages(page: Page, server: Service) -> None:
    """Each of them can be continued, from its own page or the Offline page."""
    prepared(page)
    other = page.context.new_page()
    there = start_game(other)
    wait_for_position(other, there)
    server.kill()
    for one in (page, other):
        expect(one.locator("[data-strip=cut]")).to_contain_text("continue on this device")
    other.close()
    table = play_on(page)
    page.goto("/")
    expect(page.locator("[data-here] a")).to_have_count(1)
    page.get_by_role("button", name="Continue USA offline").click()
    page.wait_for_url(lambda url: LOCAL.search(url) is not None and not url.endswith(table))
    page.locator(".offer input").first.wait_for()


OLDER_RULES = "(table) => ({ ...table, hash: 'of older rules' })"
A_DAY_AGO = """({ offline, ...table }) => {
  const at = new Date(Date.now() - 25 * 60 * 60 * 1000).toISOString();
  return { ...table, offline: { ...offline, answer: { ...offline.answer, at } } };
}"""


def test_a_game_of_older_rules_is_handed_over(page: Page, server: Service) -> None:
    """The record was made when the game ended, so a later version need not be able to play it."""
    prepared(page)
    server.kill()
    play(page, play_on(page), "end")
    expect(page.locator(".end .scores tbody tr")).to_have_count(2)
    wait_until(page, f"({changing(OLDER_RULES)})().then((all) => all.every(({{ offline }}) => offline.body))")
    page.goto("about:blank")
    server.start()
    page.goto(server.url)
    wait_until(page, "fetch('/api/games').then((one) => one.json()).then(({ games }) => games.length === 2)")
    wait_until(page, "localStorage.getItem('whistlestop.local') !== null")


def test_a_game_that_the_server_refuses(page: Page, server: Service) -> None:
    """The game stays in the history, its record can be saved, and the server gets it when it has space."""
    prepared(page)
    asked(page, "POST", "/api/records", {"record": played().record().to_dict()})
    server.kill()
    table = play_on(page)
    play(page, table, "end")
    server.environment["WHISTLESTOP_IMPORTS_PER_USER"] = "1"
    server.start()
    strip = page.locator("[data-strip=refused]")
    expect(strip).to_contain_text("limit", timeout=60_000)
    save = page.get_by_role("button", name="Save the record")
    assert replayed(page, save).over
    page.goto("/history")
    expect(page.locator("main")).to_contain_text("On this device")
    # The next version of the page cannot play it, but the record still exists.
    page.evaluate(changing(OLDER_RULES))
    page.goto(f"/t/{table}")
    expect(page.locator("[data-gone=old_rules]")).to_be_visible()
    assert replayed(page, save).over
    page.evaluate(changing(A_DAY_AGO))
    server.kill()
    del server.environment["WHISTLESTOP_IMPORTS_PER_USER"]
    server.start()
    page.goto("/history")
    wait_until(page, "fetch('/api/games').then((one) => one.json()).then(({ games }) => games.length === 2)")

    def handed_over() -> bool:
        page.goto("/history")
        main = page.locator("main")
        expect(main).to_contain_text("Played offline")
        return "On this device" not in main.inner_text()

    let_happen(page, handed_over, 60)  # the page deletes its own copy once it has the server's answer


def test_a_position_continues_once(page: Page, server: Service) -> None:
    there = prepared(page)
    server.kill()
    table = play_on(page)
    play(page, table, 11)
    server.start()
    # The server's table says where the game is, as long as nobody continues it there.
    page.goto(f"/t/{there}")
    page.locator("[data-strip=here]").get_by_role("button", name="Show it").click()
    page.wait_for_url(f"**/t/{table}")
    page.goto(f"/t/{there}")
    page.locator(".offer input").first.wait_for()
    wait_for_position(page, there)
    # The Offline page leads there as well.
    server.kill()
    page.goto("about:blank")
    page.goto(f"{server.url}/t/{there}")
    page.get_by_role("button", name="Continue USA offline").click()
    page.wait_for_url(f"**/t/{table}")
    play(page, table, "end")
    server.start()
    page.locator("[data-strip=handed]").wait_for(timeout=60_000)
    assert sorted(game["abandoned"] for game in history(page)) == [False, True]


def replayed(page: Page, save: Locator) -> ws.Game:
    """Save a record, and return its game, replayed by Python."""
    with page.expect_download() as saved:
        save.click()
    return ws.replay(ws.GameRecord.from_json(saved.value.path().read_text(encoding="utf-8")))


def test_a_guest_who_signs_in(page: Page, server: Service) -> None:
    """The account gets the games that the guest has played here."""
    page.goto("/")
    wait_until(page, "document.cookie.includes('csrftoken')")
    ada = {"name": "Ada", "password": "seven brown bears"}
    asked(page, "POST", "/api/account", ada)
    page.context.clear_cookies()
    prepared(page)
    server.kill()
    table = play_on(page)
    server.start()
    page.goto("/")
    page.locator(".mine a").first.wait_for()
    asked(page, "POST", "/api/session", ada)
    page.goto(f"/t/{table}")
    page.locator("[data-deck]").first.wait_for()
    play(page, table, "end")
    page.locator("[data-strip=handed]").wait_for(timeout=60_000)
    assert asked(page, "GET", "/api/me")["name"] == "Ada"
    assert len(history(page)) == 2


def test_a_server_does_not_get_what_another_user_played(page: Page, server: Service) -> None:
    prepared(page)
    server.kill()
    play(page, play_on(page), "end")
    page.context.clear_cookies()
    server.start()
    page.goto("/")
    page.locator("input[name=board]").first.wait_for(state="attached")
    page.wait_for_timeout(2000)
    assert history(page) == []


def test_another_user_does_not_see_what_can_be_continued(page: Page, server: Service) -> None:
    prepared(page)
    server.kill()
    play_on(page)
    page.context.clear_cookies()
    server.start()
    page.goto("/")
    page.locator("input[name=board]").first.wait_for(state="attached")
    page.wait_for_timeout(2000)
    assert page.locator(".mine a").count() == 0
    server.kill()
    page.goto("/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert page.locator("[data-last], [data-here]").count() == 0
