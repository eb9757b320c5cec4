"""Measure the client in a real browser: `python -m tests.web.speed`. Use an otherwise idle machine.

Printed as JSON: the current speed of the machine itself, by a fixed piece of work (shared hosts vary, and figures from
different times can be compared by it); bytes that a first visit to a table loads (gzip, by kind); seconds until its
view is playable on a slow connection and processor; and frames per second on that processor while the board of Europe
is panned, while cards fly, and during the final scoring. For the last two, only frames shown on the screen during
animations count. Without a graphics processor, the browser draws on the CPU.
"""

from __future__ import annotations

import json
import statistics
import tempfile
from collections import Counter
from itertools import pairwise
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright
from tests.web.finished_games import again, play_out
from tests.web.harness import Service, launch
from tests.web.player import autoplay, choose_board, wait_for_decision

SLOW_PROCESSOR = 4
"""CPU throttling factor."""
BYTES_A_SECOND = 1_600_000 // 8
DELAY = 150
"""Round-trip milliseconds, like Lighthouse's slow 4G."""
RUNS = 5
PANS = 3
WIDTHS = (360, 1440)


# Reports when the first frame with a selectable element on the board was painted. Nothing else is sent to the
# page: on such a slow processor, a test's queries would be a large part of the measurement.
PLAYABLE = """
const look = () => {
  if (!document.querySelector(".drawing .legal")) requestAnimationFrame(look);
  else setTimeout(() => { window.playable = performance.now(); });
};
requestAnimationFrame(look);
"""
# A fixed piece of work, in milliseconds.
WORK = """() => {
  const began = performance.now();
  const words = new Map();
  for (let i = 0; i < 300_000; i++) words.set(`${i % 5000}`, Math.sqrt(i) + (words.get(`${i % 5000}`) ?? 0));
  return performance.now() - began;
}"""
FIRST_VIEW = 6
"""Seconds within which everything must load."""


def throttle(page: Page, *, network: bool) -> CDPSession:
    """Throttle the page."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_PROCESSOR})
    if network:
        session.send("Network.enable")
        conditions = {
            "offline": False,
            "latency": DELAY,
            "downloadThroughput": BYTES_A_SECOND,
            "uploadThroughput": BYTES_A_SECOND,
        }
        session.send("Network.emulateNetworkConditions", conditions)
    return session


def begin(browser: Browser, url: str, ruleset: str) -> tuple[str, Any]:
    """Return a game in progress: its address and its player's cookies."""
    context = browser.new_context(base_url=url, reduced_motion="reduce")
    page = context.new_page()
    choose_board(page, ruleset)
    page.get_by_role("button", name="Play now").click()
    page.locator(".offer").wait_for()
    autoplay(page, until=20)
    wait_for_decision(page)
    found = page.url, context.storage_state()
    context.close()
    return found


def first_visit(browser: Browser, address: str, state: Any) -> tuple[float, Counter[str]]:
    """Return the seconds until an element on the board can be selected, with an empty cache, and the bytes by kind."""
    context = browser.new_context(
        storage_state=state, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    )
    context.add_init_script(PLAYABLE)
    page = context.new_page()
    session = throttle(page, network=True)
    sizes: Counter[str] = Counter()
    kinds: dict[str, str] = {}
    session.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: kind_of(event)}))
    session.on(
        "Network.loadingFinished",
        lambda event: sizes.update({kinds.get(event["requestId"], "?"): int(event["encodedDataLength"])}),
    )
    page.goto(address, wait_until="commit")
    page.wait_for_timeout(FIRST_VIEW * 1000)
    seconds = page.evaluate("window.playable") / 1000
    context.close()
    return seconds, sizes


def kind_of(event: dict[str, Any]) -> str:
    """Return a readable name for a kind of resource."""
    path = event["response"]["url"].split("?")[0]
    if path.endswith(".svg"):
        return "map"
    if "/ui-" in path:
        return "language"
    return str(event["type"]).lower()


# Pans like a finger, one step per frame, and records the time of every frame.
PAN = """(seconds) => new Promise((done) => {
  const board = document.querySelector(".drawing");
  const box = board.getBoundingClientRect();
  const start = performance.now();
  const frames = [];
  const at = (type, t) => {
    const x = box.x + box.width * (0.5 + 0.3 * Math.sin(t / 300));
    const y = box.y + box.height * (0.5 + 0.2 * Math.cos(t / 300));
    const target = document.elementFromPoint(x, y) ?? board;
    target.dispatchEvent(new PointerEvent(type, {
      bubbles: true, cancelable: true, pointerId: 1, pointerType: "touch", isPrimary: true,
      clientX: x, clientY: y, button: 0, buttons: type === "pointerup" ? 0 : 1,
    }));
  };
  at("pointerdown", 0);
  const step = (now) => {
    frames.push(now);
    if (now - start > seconds * 1000) {
      at("pointerup", now - start);
      done(frames.slice(1).map((time, i) => time - frames[i]));
    } else {
      at("pointermove", now - start);
      requestAnimationFrame(step);
    }
  };
  requestAnimationFrame(step);
})"""


def panning(browser: Browser, address: str, state: Any) -> list[float]:
    """Return the milliseconds of each frame while a zoomed board is panned."""
    context = browser.new_context(storage_state=state, viewport={"width": 360, "height": 740}, has_touch=True)
    page = context.new_page()
    page.goto(address)
    page.locator(".drawing svg").wait_for()
    page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("button", name="Zoom in").click()
    throttle(page, network=False)
    frames: list[float] = page.evaluate(PAN, 4)
    context.close()
    return frames


TRACED = ["blink.user_timing", "blink.animations", "viz"]
SHOWN = "Display::FrameDisplayed"
"""The trace event of a frame shown on the screen. Compositor events occur twice for some frames."""
DECK = "[data-deck]"
BEGIN, END = "measure-begin", "measure-end"
MOVING = 4
"""Seconds for which frames are recorded after a click."""


def moving(browser: Browser, address: str, state: Any, width: int) -> tuple[Motion, float]:
    """Draw two cards; return how cards fly, and the main thread's share of working time."""
    context = browser.new_context(storage_state=state, viewport={"width": width, "height": 740})
    page = context.new_page()
    page.goto(address)
    wait_for_decision(page)
    session = throttle(page, network=False)
    session.send("Performance.enable")
    before = _busy(session)
    browser.start_tracing(page=page, categories=TRACED)
    page.evaluate(f"performance.mark('{BEGIN}')")
    for _ in range(2):
        page.locator(DECK).first.click()
        page.wait_for_timeout(MOVING * 500)
    page.evaluate(f"performance.mark('{END}')")
    busy = (_busy(session) - before) / MOVING
    events = json.loads(browser.stop_tracing())["traceEvents"]
    context.close()
    return motion(events), busy


def motion(events: list[dict[str, Any]]) -> Motion:
    """Measure the frames between the marks of a trace, from when an animation is ready until it ends."""
    begin, end = (next(one["ts"] for one in events if one["name"] == mark) for mark in (BEGIN, END))
    ready: dict[str, float | None] = {}
    running: list[tuple[float, float]] = []
    for one in sorted((one for one in events if one["name"] == "Animation"), key=itemgetter("ts")):
        animation = str(one["id2"])
        if one["ph"] == "b":
            ready[animation] = None
        elif animation not in ready:
            continue
        elif one["ph"] == "e":
            if (start := ready.pop(animation)) is not None:
                running.append((start, one["ts"]))
        elif one["args"]["data"].get("state") == "running":
            ready[animation] = one["ts"]
    running += [(start, end) for start in ready.values() if start is not None]
    parts: list[tuple[float, float]] = []
    for start, stop in sorted((max(a, begin), min(b, end)) for a, b in running if b > begin and a < end):
        if parts and start <= parts[-1][1]:
            parts[-1] = parts[-1][0], max(parts[-1][1], stop)
        else:
            parts.append((start, stop))
    shown = [one["ts"] for one in events if one["name"] == SHOWN]
    within = [[a, *sorted(at for at in shown if a < at < b), b] for a, b in parts]
    seconds = sum(b - a for a, b in parts) / 1e6
    longest = max(b - a for frames in within for a, b in pairwise(frames))
    return Motion(seconds, sum(len(frames) - 2 for frames in within) / seconds, longest / 1000)


def scoring(browser: Browser, address: str, state: Any, width: int) -> Motion:
    """Replay the final scoring, and measure its frames."""
    context = browser.new_context(storage_state=state, viewport={"width": width, "height": 740})
    page = context.new_page()
    page.goto(address)
    again(page).wait_for()
    throttle(page, network=False)
    browser.start_tracing(page=page, categories=TRACED)
    page.evaluate(f"performance.mark('{BEGIN}')")
    again(page).click()
    page.locator("[data-podium]").wait_for()
    page.evaluate(f"performance.mark('{END}')")
    events = json.loads(browser.stop_tracing())["traceEvents"]
    context.close()
    return motion(events)


def finish(browser: Browser, url: str, ruleset: str) -> tuple[str, Any]:
    """Return a finished game: its address and its player's cookies."""
    context = browser.new_context(base_url=url, reduced_motion="reduce")
    page = context.new_page()
    play_out(page, ruleset)
    found = page.url, context.storage_state()
    context.close()
    return found


def _busy(session: CDPSession) -> float:
    """Return the seconds for which the main thread has been busy."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))


class Motion(NamedTuple):
    """The smoothness of an animation."""

    seconds: float
    """Time during which anything moved."""
    frames: float
    """Frames shown on the screen per second."""
    longest: float
    """The longest time without a new frame, in milliseconds."""

    def rounded(self) -> dict[str, float]:
        """Return the rounded figures for the output."""
        return {
            "frames_a_second": round(self.frames, 1),
            "longest_without_one_milliseconds": round(self.longest),
            "seconds": round(self.seconds, 1),
        }


def fixed_work(browser: Browser) -> float:
    """Return the milliseconds of a fixed piece of work without throttling: the best of several."""
    page = browser.new_page()
    taken = min(page.evaluate(WORK) for _ in range(RUNS))
    page.close()
    return float(taken)


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        service = Service(Path(folder))
        service.start()
        browser = launch(playwright)
        try:
            work = fixed_work(browser)
            address, state = begin(browser, service.url, "europe")
            visits = [first_visit(browser, address, state) for _ in range(RUNS)]
            pans = [one for _ in range(PANS) for one in panning(browser, address, state)]
            # A separate game for each width, because the measurement continues the game.
            motions = {width: moving(browser, *begin(browser, service.url, "usa"), width) for width in WIDTHS}
            end = finish(browser, service.url, "usa")
            scorings = {width: scoring(browser, *end, width) for width in WIDTHS}
        finally:
            browser.close()
            service.stop()
    print(  # noqa: T201
        json.dumps(
            {
                "fixed_work_milliseconds": round(work, 1),
                "first_playable_view_seconds": round(statistics.median(seconds for seconds, _ in visits), 2),
                "bytes_of_a_first_visit": dict(visits[0][1]),
                "frames_a_second_while_panning": round(1000 * len(pans) / sum(pans), 1),
                "slowest_frame_milliseconds": round(max(pans), 1),
                "while_cards_fly": {
                    f"{width} px": {**found.rounded(), "main_thread_busy_percent": round(100 * busy)}
                    for width, (found, busy) in motions.items()
                },
                "during_the_final_scoring": {
                    f"{width} px": found.rounded() for width, found in scorings.items()
                },
            },
            indent=2,
        )
    )


if __name__ == "__main__":
    main()
