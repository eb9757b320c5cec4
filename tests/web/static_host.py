"""A plain file server with a static site in one of its folders, and its visitors."""

from __future__ import annotations

import contextlib
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Route

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

from wasm import build
from whistlestop.server import static_site

FOLDER = "/some/where/"
SIZES = {1440: 900, 360: 740}

# Talks to the page's worker, or to a separate one; all store the same games.
DEVICE = """
class Device {
  constructor(worker) {
    this.own = worker !== null;
    this.worker = this.own ? new Worker(worker, { type: "module" }) : workers.at(-1);
    if (this.own) workers.pop();
    this.base = new URL(document.documentElement.dataset.static ?? "/", document.baseURI).href;
    this.count = Math.floor(1e6 + Math.random() * 1e9); // not a number of the page
    this.waiting = new Map();
    this.onMessage = ({ data }) => {
      if (data.type === "answer") this.waiting.get(data.id)?.(data);
      else if (data.type === "message" && data.connection === this.connection) this.receive(data.message);
    };
    this.worker.addEventListener("message", this.onMessage);
  }
  close() {
    if (this.own) this.worker.terminate();
    else {
      this.worker.removeEventListener("message", this.onMessage);
      if (this.connection) this.worker.postMessage({ type: "close", connection: this.connection });
    }
  }
  async ask(method, path, body) {
    const id = ++this.count;
    const me = { id: "local", name: "Ada", account: false, program: false };
    this.worker.postMessage({ type: "request", id, method, path, body, me, base: this.base });
    const answer = await new Promise((resolve) => this.waiting.set(id, resolve));
    this.close();
    if (answer.status >= 300) throw new Error(answer.body);
    return answer.body && JSON.parse(answer.body);
  }
  open(table) {
    this.connection = ++this.count;
    const { connection, base } = this;
    this.worker.postMessage({ type: "open", connection, base, table, seat: null, visible: true });
  }
  send(version, action) {
    const message = { type: "command", id: `c${++this.count}`, version, action, seat: null };
    this.worker.postMessage({ type: "message", connection: this.connection, message });
  }
  decide(table, version, action) {
    return new Promise((resolve) => {
      this.receive = ({ type }) => {
        if (type === "hello") this.send(version, action);
        else if (type === "ack" || type === "refused") {
          this.close();
          resolve(type);
        }
      };
      this.open(table);
    });
  }
  play(table, until) {
    const order = ["keep", "claim", "set", "trio", "declare", "draw", "take", "pass", "stop", "withdraw"];
    const rank = (action) => (order.indexOf(action.split(":")[0]) + 1 || 99) * 1000 + action.length;
    let waits = false; // for the answer: while all choose, a bot's choice may come first
    return new Promise((resolve, reject) => {
      this.receive = (message) => {
        if (message.type === "refused") reject(new Error(JSON.stringify(message)));
        if (message.type === "ack") {
          waits = false;
          console.log(`acknowledged ${message.version}`);
        }
        const view = message.view;
        if (!view) return;
        const own = view.legal.length > 0;
        if (view.phase === "over" || (own && until === "last" && view.final_round?.turns_left <= view.players.length) ||
            (view.version >= until && view.phase === "turn" && view.legal.includes("draw"))) {
          this.close();
          return resolve(view);
        }
        if (!own || waits) return;
        waits = true;
        this.send(view.version, [...view.legal].sort((a, b) => rank(a) - rank(b))[0]);
      };
      this.open(table);
    });
  }
}
"""
# Lets a test talk to the page's worker.
WORKERS = """
globalThis.workers = [];
globalThis.Worker = class extends Worker {
  constructor(...options) {
    super(...options);
    workers.push(this);
  }
};
"""


class StaticHost:
    """Serves a folder; `below` is the address of the site in it, `asked` has the paths of all requests."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.site = folder / FOLDER.strip("/")
        self.asked: list[str] = []
        self.answers = threading.Event()
        """While cleared, requests wait."""
        self.answers.set()
        host = self

        class Handler(SimpleHTTPRequestHandler):
            def do_GET(self) -> None:
                host.asked.append(self.path)
                host.answers.wait()
                with contextlib.suppress(ConnectionError):  # a page that was closed
                    super().do_GET()

            def log_message(self, *_: object) -> None:
                """Log nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.origin = f"http://127.0.0.1:{self._server.server_port}"
        self.below = self.origin + FOLDER

    @property
    def worker(self) -> str:
        """The address of the worker that keeps tables."""
        name = next((self.site / "assets").glob("worker-*.js")).name
        return f"{self.below}assets/{name}"

    def stop(self) -> None:
        """Stop serving."""
        self.answers.set()
        self._server.shutdown()
        self._server.server_close()


class Visitor:
    """A browser at the site. Requests outside of the folder are refused and recorded."""

    def __init__(self, host: StaticHost, context: BrowserContext) -> None:
        self.host = host
        self.context = context
        self.outside: list[str] = []
        context.route(lambda address: not address.startswith(host.below), self._refuse)
        self.page = self.opened()

    def _refuse(self, route: Route) -> None:
        self.outside.append(route.request.url)
        route.abort()

    def opened(self) -> Page:
        """Return a new page."""
        page = self.context.new_page()
        page.add_init_script(WORKERS)
        page.on("pageerror", lambda error: self.outside.append(f"error: {error}"))
        return page

    def go(self, path: str) -> None:
        """Open a path of the site, loading the page."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.host.below}#{path}")

    def ask(self, method: str, path: str, body: object = None, *, here: bool = False) -> Any:
        """Send a request to a worker: a new one, or the page's (`here`)."""
        return self._with_device("ask", method, path, body, here=here)

    def play(self, table: str, until: int | str, *, here: bool = False) -> Any:
        """Play by messages to a worker; return the view.

        `until`: a version (or the next one that begins a turn with cards to draw), the `last` turn, or the `end`.
        """
        return self._with_device("play", table, until, here=here)

    def begin(self, method: str, *wish: object) -> None:
        """Start a task in the page's worker without waiting for its result (`result`)."""
        run = f"([...wish]) => {{ window.begun = new Device(null).{method}(...wish); }}"
        self.page.evaluate(f"{DEVICE}; ({run})", [*wish])

    def result(self) -> Any:
        """Wait for the started task."""
        return self.page.evaluate("window.begun")

    def _with_device(self, method: str, *wish: object, here: bool) -> Any:
        if here:
            self.page.wait_for_function("() => workers.length")
        run = f"([worker, ...wish]) => new Device(worker).{method}(...wish)"
        return self.page.evaluate(f"{DEVICE}; ({run})", [None if here else self.host.worker, *wish])

    def wait_for_everything(self) -> None:
        """Wait until everything is stored for use without a network."""
        self.page.evaluate(
            """async () => {
              const listed = (await (await fetch("site.json")).json()).files.length;
              const here = (name) => new RegExp(`^shell-${location.pathname}[^/]*$`).test(name);
              for (;;) {
                const name = (await caches.keys()).find(here);
                const kept = name ? (await (await caches.open(name)).keys()).length : 0;
                if (kept >= listed - 1) return;
                await new Promise((resolve) => setTimeout(resolve, 200));
              }
            }"""
        )

    def start(self, ruleset: str, bot: str = "easy", players: int = 2) -> str:
        """Create a table with a game against bots; return its id."""
        seats = [{"kind": "me"}, *({"kind": "bot", "bot": bot} for _ in range(players - 1))]
        made = self.ask("POST", "/api/tables", {"ruleset": ruleset, "seats": seats})
        table: str = self.ask("POST", f"/api/tables/{made['id']}/start", {"nonce": None})["id"]
        return table


@contextmanager
def visit(
    host: StaticHost, browser: Browser, width: int = 1440, *, script: str = "", **options: Any
) -> Iterator[Visitor]:
    """Open a separate browser at the site; at the end, no request may have left the folder.

    script: runs in every page before its own scripts.
    """
    context = browser.new_context(
        viewport={"width": width, "height": SIZES[width]}, reduced_motion="reduce", **options
    )
    context.add_init_script(script)
    visitor = Visitor(host, context)
    visitor.go("/")
    yield visitor
    context.close()
    assert visitor.outside == []
    assert [path for path in host.asked if not path.startswith(FOLDER)] == []


@contextmanager
def hosted(folder: Path) -> Iterator[StaticHost]:
    """Serve a new static site in a folder of a host, with another site beside it."""
    build.build()
    static_site.write(folder / FOLDER.strip("/"))
    (folder / "index.html").write_text("another site", encoding="utf-8")
    with serving(folder) as host:
        yield host


@contextmanager
def copied(host: StaticHost, folder: Path) -> Iterator[StaticHost]:
    """Serve a copy of all files of a host, for a test to change."""
    shutil.copytree(host.folder, folder)
    with serving(folder) as copy:
        yield copy


@contextmanager
def serving(folder: Path) -> Iterator[StaticHost]:
    """Serve a folder with a static site."""
    host = StaticHost(folder)
    yield host
    host.stop()
