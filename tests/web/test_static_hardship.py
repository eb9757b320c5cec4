"""A static site under difficult conditions: full disks, killed tabs, several tabs, new versions, a silent host."""

from __future__ import annotations

import os
import re
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, expect
from tests.web.player import wait_until
from tests.web.static_host import StaticHost, Visitor, copied, hosted, visit

import whistlestop as ws
from whistlestop.server import static_site
from whistlestop.server.adapters import engine

TEXTS = {".js", ".css", ".html", ".json"}


@pytest.fixture(scope="module")
def host(static_answers: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticHost]:
    with hosted(tmp_path_factory.mktemp("host")) as host:
        yield host


# Stores junk until the storage is full.
FILL = """async () => {
  const database = await new Promise((resolve) => {
    const request = indexedDB.open("junk");
    request.onupgradeneeded = () => request.result.createObjectStore("junk", { autoIncrement: true });
    request.onsuccess = () => resolve(request.result);
  });
  while (await new Promise((resolve) => {
    const transaction = database.transaction("junk", "readwrite");
    transaction.oncomplete = () => resolve(true);
    transaction.onabort = () => resolve(false);
    transaction.objectStore("junk").add("x".repeat(3000));
  }));
  database.close();
}"""


def limit(visitor: Visitor, room: int | None) -> None:
    """Limit approximately how many bytes the site can store, counting everything that it has stored; None: no limit."""
    session = visitor.context.new_cdp_session(visitor.page)
    wish = {} if room is None else {"quotaSize": room}
    session.send("Storage.overrideQuotaForOrigin", {"origin": visitor.host.origin, **wish})


def view_of(visitor: Visitor, table: str, *, here: bool = True) -> dict[str, Any]:
    """Return the view and the log of a table from the page's worker (`here`), or from a new one."""
    found: dict[str, Any] = visitor.ask("GET", f"/api/tables/{table}/view", here=here)
    return found


def record_of(visitor: Visitor, table: str) -> ws.GameRecord:
    """Return the record of a finished game as a new worker reads it from the browser; Python has replayed it."""
    record = ws.GameRecord.from_dict(visitor.ask("GET", f"/api/tables/{table}/record"))
    assert ws.replay(record).over
    return record


def shown(page: Page) -> Any:
    """Return what a page shows of a game."""
    page.wait_for_function("() => !document.querySelector('[data-underway]')")
    return page.evaluate(
        """() => ["[data-hand-color]", "[data-score]", ".log .lines li"].map((part) =>
          [...document.querySelectorAll(part)].map((one) => one.textContent.trim()))"""
    )


def test_a_disk_that_becomes_full(host: StaticHost, browser: Browser) -> None:
    # Otherwise the files of the site would use the space that the test provides.
    with visit(host, browser, service_workers="block") as visitor:
        page = visitor.page
        limit(visitor, 200_000)
        table = visitor.start("usa")
        visitor.go(f"/t/{table}")
        page.locator(".offer").wait_for()
        visitor.play(table, 8, here=True)
        page.evaluate(FILL)
        played = visitor.play(table, 30, here=True)
        expect(page.locator("[data-status]")).to_contain_text("cannot store games")
        assert 8 <= view_of(visitor, table, here=False)["view"]["version"] < played["version"]
        # Opening other pages of the site does not lose it.
        page.get_by_role("link", name="Whistlestop").first.click()
        expect(page.locator("[data-unkept]")).to_be_visible()
        page.locator(f"a[href='#/t/{table}']").first.click()
        page.locator("[data-deck]").first.wait_for()
        seen = view_of(visitor, table)
        assert seen["view"] == played
        assert [one["version"] for one in seen["log"]] == list(range(1, played["version"] + 1))
        # With free space again, everything is stored.
        limit(visitor, None)
        visitor.play(table, played["version"] + 1, here=True)
        expect(page.locator("[data-unkept]")).to_have_count(0)
        visitor.go("/about")
        visitor.play(table, "end")
        assert len(record_of(visitor, table).actions) > played["version"]


def test_a_disk_that_is_full_from_the_beginning(host: StaticHost, browser: Browser) -> None:
    with visit(host, browser) as visitor:
        visitor.page.goto("about:blank")
        limit(visitor, 1)
        for _ in range(2):  # the second time, a service worker could have answered from an empty cache
            visitor.go("/")
            visitor.page.get_by_role("button", name="Play now").click()
            visitor.page.locator(".offer").wait_for()
            table = visitor.page.url.rsplit("/", 1)[1]
            assert visitor.play(table, "end", here=True)["phase"] == "over"
            expect(visitor.page.locator(".end .scores tbody tr")).to_have_count(2)


def test_data_that_is_deleted_in_the_middle_of_a_game(host: StaticHost, browser: Browser) -> None:
    """The open games are stored again, and the page still starts others."""
    with visit(host, browser, service_workers="block") as visitor:
        page = visitor.page
        table = visitor.start("usa")
        visitor.go(f"/t/{table}")
        page.locator(".offer").wait_for()
        visitor.play(table, 8, here=True)
        kinds = {"origin": host.origin, "storageTypes": "indexeddb,local_storage"}
        visitor.context.new_cdp_session(page).send("Storage.clearDataForOrigin", kinds)
        played = visitor.play(table, 20, here=True)
        page.get_by_role("link", name="Whistlestop").first.click()
        page.locator(f"a[href='#/t/{table}']").first.wait_for()
        expect(page.get_by_role("alert")).to_have_count(0)
        expect(page.locator("[data-unkept]")).to_have_count(0)
        page.get_by_role("button", name="Play now").click()
        page.locator(".offer").wait_for()
        other = page.url.rsplit("/", 1)[1]
        # Other pages also show both.
        visitor.go("/about")
        found = view_of(visitor, table, here=False)
        assert found["view"] == played
        assert [one["version"] for one in found["log"]] == list(range(1, played["version"] + 1))
        assert view_of(visitor, other, here=False)["view"]["phase"] != "over"
        visitor.play(table, "end")
        record_of(visitor, table)


def test_a_tab_that_is_killed_in_the_middle_of_a_move(host: StaticHost, browser: Browser) -> None:
    with visit(host, browser) as visitor:
        table = visitor.start("switzerland", "first_ride")
        acknowledged = [0]
        log: list[Any] = []
        for delay in (1, 3, 10, 30, 100, 300):
            page = visitor.page
            page.on("console", lambda message: acknowledged.append(int(message.text.rpartition(" ")[2])))
            visitor.go(f"/t/{table}")
            page.locator("[data-status]").wait_for()
            visitor.begin("play", table, "end")
            page.wait_for_timeout(delay)
            kill(browser)
            visitor.page = visitor.opened()
            visitor.go("/about")
            found = view_of(visitor, table, here=False)
            assert found["view"]["version"] >= max(acknowledged)
            assert found["log"][: len(log)] == log
            log = found["log"]
        assert max(acknowledged) > 0
        visitor.play(table, "end")
        record_of(visitor, table)


def kill(browser: Browser) -> None:
    """Kill the processes of all pages, with their workers."""
    session = browser.new_browser_cdp_session()
    for one in session.send("SystemInfo.getProcessInfo")["processInfo"]:
        if one["type"] == "renderer":
            os.kill(int(one["id"]), signal.SIGKILL)
    session.detach()


def test_two_tabs_at_one_table(host: StaticHost, browser: Browser) -> None:
    with visit(host, browser) as visitor:
        table = visitor.start("usa")
        first = visitor.page
        visitor.go(f"/t/{table}")
        first.locator(".offer").wait_for()
        second = visitor.page = visitor.opened()
        visitor.go(f"/t/{table}")
        second.locator(".offer").wait_for()
        for at, (here, there) in enumerate([(first, second), (second, first)]):
            visitor.page = here
            played = visitor.play(table, 10 + 20 * at, here=True)
            visitor.page = there
            there.wait_for_function(
                "(count) => document.querySelectorAll('.log .lines li').length >= count",
                arg=len(shown(here)[2]),
            )
            assert shown(there) == shown(here)
            assert view_of(visitor, table)["view"] == played
        # Both decide at the same time: one plays, the other one is refused, and both show the same.
        for visitor.page in (first, second):
            visitor.begin("decide", table, played["version"], "draw")
        answers = []
        for visitor.page in (first, second):
            answers.append(visitor.result())
        assert sorted(answers) == ["ack", "refused"]
        assert shown(second) == shown(first)
        visitor.page = first
        one = view_of(visitor, table)
        assert one["view"]["version"] == played["version"] + 1
        visitor.page = second
        assert view_of(visitor, table) == one
        # A player who leaves in one tab has left in the other.
        visitor.ask("POST", f"/api/tables/{table}/resign", {"seat": 0}, here=True)
        for page in (first, second):
            expect(page.locator("[data-strip=replaced]")).to_be_visible()
        visitor.ask("POST", f"/api/tables/{table}/return", {"seat": 0}, here=True)
        visitor.play(table, "end", here=True)
        for page in (first, second):
            expect(page.locator(".end .scores tbody tr")).to_have_count(2, timeout=60_000)
        record_of(visitor, table)


def renamed(client: Path, folder: Path) -> Path:
    """Return the client as another build of the same sources would be: all files have other names."""
    shutil.copytree(client, folder)
    names = {
        path.name: re.sub(r"-[\w-]{8}(\.\w+)$", rf"-{number:08}\1", path.name)
        for number, path in enumerate(sorted((folder / "assets").iterdir()))
    }
    hashed = re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))))
    for path in [one for one in folder.rglob("*") if one.suffix in TEXTS]:
        text = hashed.sub(lambda found: names[found[0]], path.read_text(encoding="utf-8"))
        path.write_text(
            text.replace("</head>", '<meta name="build" content="next" /></head>'), encoding="utf-8"
        )
    for name, new in names.items():
        (folder / "assets" / name).rename(folder / "assets" / new)
    return folder


def changed(engine: Path, folder: Path) -> Path:
    """Return the engine with other rules of Switzerland."""
    shutil.copytree(engine, folder)
    file = folder / "switzerland.json"
    text = file.read_text(encoding="utf-8")
    (hashed,) = re.findall(r'"hash":"(\w+)"', text)
    file.write_text(text.replace(hashed, hashed[::-1]), encoding="utf-8")
    return folder


@pytest.mark.usefixtures("static_answers")
@pytest.mark.parametrize("worker", ["allow", "block"])
def test_a_new_version_while_games_are_open(
    worker: str, browser: Browser, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with (
        hosted(tmp_path / "host") as host,
        visit(host, browser, service_workers=worker) as visitor,
    ):
        if worker == "allow":
            visitor.wait_for_everything()
        page = visitor.page
        tables = {name: visitor.start(name, "first_ride") for name in ("usa", "switzerland")}
        visitor.go(f"/t/{tables['usa']}")
        page.locator(".offer").wait_for()
        monkeypatch.setattr(static_site, "CLIENT", renamed(static_site.CLIENT, tmp_path / "client"))
        monkeypatch.setattr(engine, "ENGINES", (changed(engine.ENGINES[1], tmp_path / "engine"),))
        static_site.write(host.site)
        # The open page keeps its version, even for parts that it has not loaded before.
        visitor.play(tables["usa"], "last", here=True)
        for _ in range(2):
            page.locator("[data-deck]:visible").first.click()
            page.wait_for_timeout(300)
        expect(page.locator(".end .scores tbody tr")).to_have_count(2)
        page.evaluate("location.hash = '#/puzzles'")
        page.locator("[data-daily]").click()
        page.locator("[data-leave]").wait_for()
        page.evaluate(f"location.hash = '#/t/{tables['switzerland']}'")
        page.locator(".offer").wait_for()
        # The next load uses the new version, and says which games it cannot continue.
        visitor.go("/")
        expect(page.locator("meta[name=build]")).to_have_attribute("content", "next")
        page.get_by_role("button", name="Play now").click()
        page.locator(".offer").wait_for()
        visitor.go(f"/t/{tables['switzerland']}")
        expect(page.get_by_text("earlier version of its rules")).to_be_visible()
        visitor.go(f"/t/{tables['usa']}")
        expect(page.locator(".end .scores tbody tr")).to_have_count(2)


def test_a_host_that_does_not_answer(host: StaticHost, browser: Browser) -> None:
    with visit(host, browser) as visitor:
        visitor.wait_for_everything()
        visitor.page.reload()  # from now on the service worker answers
        host.answers.clear()
        try:
            visitor.go("/learn")
            expect(visitor.page.locator("main h1")).to_be_visible()
        finally:
            host.answers.set()


def test_a_site_in_a_folder_of_another_site(host: StaticHost, browser: Browser, tmp_path: Path) -> None:
    """A new version of the outer site leaves the inner one unchanged, and the outer site answers only for itself."""
    with copied(host, tmp_path / "host") as own:
        shutil.copytree(own.site, own.site / "beta")
        with visit(own, browser) as visitor:
            page = visitor.page
            visitor.wait_for_everything()
            page.goto(f"{own.below}beta/")
            visitor.wait_for_everything()
            renew(own)
            visitor.go("/")
            take_over(page)
            visitor.context.set_offline(True)
            page.goto(f"{own.below}beta/")
            wait_until(page, "caches.keys().then((names) => names.length === 2)", seconds=60)
            page.reload()
            expect(page.get_by_role("button", name="Play now")).to_be_visible()
            with pytest.raises(Error, match="net::"):
                page.goto(f"{own.below}gamma/")


def renew(host: StaticHost) -> None:
    """Imitate another version of a site: another page, a service worker with another name, and another data folder."""
    page, worker = host.site / "index.html", host.site / "worker.js"
    (data,) = host.site.glob("data-*")
    data.rename(data.with_name(f"data-{0:012}"))
    for path in (page, worker, host.site / "site.json"):
        text = path.read_text(encoding="utf-8").replace(data.name, f"data-{0:012}")
        text = text.replace("</head>", '<meta name="build" content="next" /></head>')
        text = re.sub('(?<=const SITE={"version":")\\w+', "next", text)
        path.write_text(text, encoding="utf-8")


def take_over(page: Page) -> None:
    """Load the next version of the service worker, and leave the site so that it takes over."""
    page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update()).then(() => 0)")
    wait_until(
        page, "navigator.serviceWorker.getRegistration().then((one) => one.waiting !== null)", seconds=90
    )
    page.goto("about:blank")


def test_an_online_visitor_gets_the_newest_page(host: StaticHost, browser: Browser, tmp_path: Path) -> None:
    """Hosts that say nothing about caching let browsers keep a page for a tenth of its age."""
    with copied(host, tmp_path / "host") as own:
        old = time.time() - 60 * 86_400
        os.utime(own.site / "index.html", (old, old))
        context = browser.new_context()  # without a route, which would disable the browser's cache
        page = context.new_page()
        page.goto(own.below)
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        page.reload()
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        renew(own)
        page.goto("about:blank")
        page.goto(own.below)
        expect(page.locator("meta[name=build]")).to_have_attribute("content", "next")
        context.close()


KEPT = """async () => {
  const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().map(({ url }) => new URL(url).pathname);
}"""


def test_a_visitor_who_saves_data(host: StaticHost, browser: Browser, tmp_path: Path) -> None:
    """Everything that was used works without a network, even after an update; nothing else is loaded."""
    with copied(host, tmp_path / "host") as own:
        worker = own.site / "worker.js"
        saving = 'Object.defineProperty(navigator, "connection", { value: { saveData: true } });'
        worker.write_text(saving + worker.read_text(encoding="utf-8"), encoding="utf-8")
        with visit(own, browser, script=saving) as visitor:
            page = visitor.page
            page.wait_for_function("() => navigator.serviceWorker.controller !== null")
            assert [path for path in own.asked if "/engine/" in path] == []
            page.get_by_role("button", name="Play now").click()
            page.locator(".offer").wait_for()
            wait_until(page, f"({KEPT})().then((paths) => paths.join().includes('/network.wasm'))")
            visitor.go("/")  # which now offers this game
            wait_until(page, f"({KEPT})().then((paths) => paths.join().includes('/puzzles.json'))")
            assert [path for path in own.asked if "/puzzles/" in path] == []
            expect(page.locator("[data-complete]")).to_have_count(0)
            renew(own)
            visitor.go("/")
            take_over(page)
            visitor.context.set_offline(True)
            visitor.go("/")
            expect(page.locator("meta[name=build]")).to_have_attribute("content", "next")
            page.get_by_role("button", name="Play now").click()
            page.locator(".offer").wait_for()
        assert [path for path in own.asked if "/puzzles/" in path] == []
