"""Measure a static site in Chromium: `python -m tests.web.static_speed`. Use an otherwise idle machine.

Printed as JSON, with the budgets. On a slow connection and processor, with an empty cache: seconds until the first
decision of a game that is started as soon as possible, the compressed kilobytes loaded until then, and seconds until a
bot has answered. On this processor: random games and playouts per second, compared with native code on the same core.
"""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from tests.web.harness import launch
from tests.web.speed import BYTES_A_SECOND, DELAY, SLOW_PROCESSOR, fixed_work
from tests.web.static_host import DEVICE, WORKERS

import whistlestop as ws
from wasm import build
from whistlestop import bots
from whistlestop.bots.playouts import playouts
from whistlestop.core import rng
from whistlestop.rulesets import load_ruleset
from whistlestop.server import static_site

RUNS = 5
BUDGETS = {"first_decision": 4.0, "easy": 0.3, "expert": 1.5, "share_of_native": 0.45}
PERIOD = 0.01
"""Seconds from one pause of a slowed process to the next."""
ROOM = 20_000
"""Bytes that the connection sends at once."""
PACKED = (".js", ".css", ".html", ".json", ".svg", ".wasm", ".webmanifest")
TURNS = 12
"""Turns of a bot that are measured."""

# Starts a game as soon as the page allows it, and records when the first decision is on the screen.
HASTE = """
const step = () => {
  if (document.querySelector(".offer input")) return setTimeout(() => { globalThis.decided = performance.now(); });
  if (!location.hash.startsWith("#/t/")) document.querySelector("button.play:enabled")?.click();
  requestAnimationFrame(step);
};
requestAnimationFrame(step);
"""
# Draws cards at a table, and records the time of each bot action that follows another player's action.
ANSWERS = """
Device.prototype.answers = function (table, turns) {
  const taken = [];
  let waits = null;
  let sent = -1;
  return new Promise((resolve) => {
    this.receive = ({ view }) => {
      if (!view) return;
      const own = view.legal.length > 0;
      if (waits !== null) taken.push((performance.now() - waits) / 1000);
      waits = own || view.phase === "over" ? null : performance.now();
      if (view.phase === "over" || taken.length >= turns) {
        this.close();
        return resolve(taken);
      }
      if (!own || view.version === sent) return;
      sent = view.version;
      this.send(sent, view.legal.find((action) => action === "draw") ?? view.legal[0]);
    };
    this.open(table);
  });
};
"""
# Runs the engine in a page.
ENGINE = """async ({ games, players, actions, worlds }) => {
  const { Engine, EngineModule, PlayoutRunner, network } = await import("/index.js");
  const read = async (name) => (await fetch(name)).arrayBuffer();
  const module = await EngineModule.load(await read("/network.wasm"), network);
  const engine = new Engine(module, await (await fetch("/usa.json")).json());
  const work = module.allocate(module.layout.playoutBytes);
  const game = engine.newGame(players, 0);
  globalThis.random = () => {
    new BigUint64Array(module.memory.buffer, work, 1)[0] = BigInt(players);
    module.calls.random_games(game.state.address, 1, engine.rules, 1, 0, players, games, work, 1);
  };
  const middle = engine.newGame(players, 8);
  for (let ply = 0; ply < 30; ply++) middle.play(middle.toAct[0], middle.choose("planner", middle.toAct[0], ply));
  const seen = middle.observe(middle.toAct[0]);
  const tried = middle.legal(middle.toAct[0]).slice(0, actions);
  const runner = new PlayoutRunner(engine);
  globalThis.playouts = () => runner.run(seen, tried, worlds, { seed: 1 });
  globalThis.seconds = (what) => {
    const begun = performance.now();
    globalThis[what]();
    return (performance.now() - begun) / 1000;
  };
}"""
WORK = {"games": 20_000, "players": 2, "actions": 4, "worlds": 100}


class SlowHost:
    """Serves a site over a slow connection, compressed; `sent` has the bytes by kind of file."""

    def __init__(self, folder: Path) -> None:
        self.sent: Counter[str] = Counter()
        line, sent = threading.Lock(), self.sent

        class Handler(SimpleHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self) -> None:
                super().setup()
                time.sleep(DELAY / 1000)  # the handshake

            def do_GET(self) -> None:
                path = Path(self.translate_path(self.path))
                path = path / "index.html" if path.is_dir() else path
                time.sleep(DELAY / 1000)
                if not path.is_file():
                    self.send_error(404)
                    return
                packed = path.suffix in PACKED
                content = gzip.compress(path.read_bytes(), 9) if packed else path.read_bytes()
                self.send_response(200)
                self.send_header("Content-Type", self.guess_type(str(path)))
                self.send_header("Content-Length", str(len(content)))
                if packed:
                    self.send_header("Content-Encoding", "gzip")
                self.end_headers()
                sent[path.suffix] += len(content)
                for start in range(0, len(content), ROOM):
                    part = content[start : start + ROOM]
                    with line:
                        time.sleep(len(part) / BYTES_A_SECOND)
                    with contextlib.suppress(ConnectionError):  # a page that was closed
                        self.wfile.write(part)

            def log_message(self, *_: object) -> None:
                """Log nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self._server.server_port}/"

    def stop(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()


@contextlib.contextmanager
def slowed(browser: Browser) -> Iterator[None]:
    """Slow down the pages of a browser and all their workers, to which Chromium's own throttling does not apply."""
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    pages = [int(one["id"]) for one in told if one["type"] == "renderer"]
    over = threading.Event()

    def pause() -> None:
        while not over.is_set():
            for sign, share in (
                (signal.SIGSTOP, 1 - 1 / SLOW_PROCESSOR),
                (signal.SIGCONT, 1 / SLOW_PROCESSOR),
            ):
                for page in pages:
                    os.kill(page, sign)
                time.sleep(PERIOD * share)

    thread = threading.Thread(target=pause)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def first_decision(playwright: Any, site: Path) -> tuple[float, dict[str, float]]:
    """Return the seconds from the start page to the first decision, with an empty cache, and the kilobytes by kind."""
    host, browser = SlowHost(site), launch(playwright)
    try:
        page = browser.new_page(viewport={"width": 360, "height": 740}, reduced_motion="reduce")
        page.add_init_script(HASTE)
        with slowed(browser):
            page.goto(host.address, wait_until="commit", timeout=60_000)
            while not (decided := page.evaluate("globalThis.decided ?? 0")):
                page.wait_for_timeout(500)  # on such a slow processor, more queries would distort the result
            sent = dict(host.sent)
    finally:
        browser.close()
        host.stop()
    return decided / 1000, {kind: round(size / 1000, 1) for kind, size in sorted(sent.items())}


def answers(playwright: Any, site: Path, bot: str) -> list[float]:
    """Return the seconds of each action of a bot on a slow processor."""
    host, browser = SlowHost(site), launch(playwright)
    try:
        page = browser.new_page()
        page.add_init_script(WORKERS)
        page.goto(host.address)
        page.get_by_role("button", name="Play now").wait_for(timeout=60_000)
        ask = f"{DEVICE}; (([path, body]) => new Device(null).ask('POST', path, body))"
        seats = [{"kind": "me"}, {"kind": "bot", "bot": bot}]
        table = page.evaluate(ask, ["/api/tables", {"ruleset": "usa", "seats": seats}])
        page.evaluate(ask, [f"/api/tables/{table['id']}/start", {"nonce": None}])
        with slowed(browser):
            run = f"{DEVICE}; {ANSWERS}; ((wish) => new Device(null).answers(...wish))"
            found: list[float] = page.evaluate(run, [table["id"], TURNS])
    finally:
        browser.close()
        host.stop()
    return found


def speeds(playwright: Any) -> dict[str, dict[str, float]]:
    """Return random games and playouts per second, in Chromium and natively: the best of several alternating runs."""
    ruleset, players = load_ruleset("usa"), WORK["players"]
    states = ws.Game.new(ruleset, players=players, seed=0).states
    game = ws.Game.new(ruleset, players=players, seed=8)
    for ply in range(30):
        seat = game.to_act[0]
        game.play_id(int(bots.make("planner", ply).choose(game.observe(seat))), seat)
    seen = game.observe(game.to_act[0])
    tried = [int(action) for action in game.legal_ids(game.to_act[0])][: WORK["actions"]]

    def random() -> None:
        generator = rng.fast_seed(players)
        ruleset.machine.random_games(states.copy(), ruleset.rules, 0, players, WORK["games"], generator)

    native: dict[str, Callable[[], object]] = {
        "random": random,
        "playouts": lambda: playouts(seen, tried, WORK["worlds"], seed=1),
    }
    counts = {"random": WORK["games"], "playouts": WORK["actions"] * WORK["worlds"]}
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(build.OUT)))
    threading.Thread(target=host.serve_forever, daemon=True).start()
    browser = launch(playwright)
    found = {}
    try:
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{host.server_port}/package.json")
        page.evaluate(ENGINE, WORK)
        for what, count in counts.items():
            times: dict[str, list[float]] = {"chromium": [], "native": []}
            for _ in range(2 * RUNS):  # the first ones let both compile
                times["chromium"].append(page.evaluate("(what) => seconds(what)", what))
                begun = time.perf_counter()
                native[what]()
                times["native"].append(time.perf_counter() - begun)
            each = {name: count / min(taken) for name, taken in times.items()}
            share = each["chromium"] / each["native"]
            found[what] = {**{name: round(speed) for name, speed in each.items()}, "share": round(share, 2)}
    finally:
        browser.close()
        host.shutdown()
        host.server_close()
    return found


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Log nothing."""


def main() -> int:
    """Measure and print; return the number of budgets that are exceeded."""
    build.build()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Path(folder, "site")
        static_site.write(site)
        browser = launch(playwright)
        work = fixed_work(browser)
        browser.close()
        visits = [first_decision(playwright, site) for _ in range(RUNS)]
        taken = {bot: answers(playwright, site, bot) for bot in ("easy", "expert")}
        played = speeds(playwright)
    seconds = {
        "first_decision": statistics.median(second for second, _ in visits),
        **{bot: statistics.median(each) for bot, each in taken.items()},
    }
    told = {
        "fixed_work_milliseconds": round(work, 1),
        "seconds": {name: round(one, 2) for name, one in seconds.items()},
        "slowest_answers": {bot: round(max(each), 2) for bot, each in taken.items()},
        "kilobytes_until_the_first_decision": visits[0][1],
        "per_second": played,
        "budgets": BUDGETS,
    }
    print(json.dumps(told, indent=2))  # noqa: T201
    over = [name for name, one in seconds.items() if one > BUDGETS[name]]
    over += [name for name, one in played.items() if one["share"] < BUDGETS["share_of_native"]]
    return len(over)


if __name__ == "__main__":
    sys.exit(min(1, main()))
