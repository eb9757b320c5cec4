"""A user at a table of the card game, with any input device. Knows the pressable elements, and no rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from playwright.sync_api import Locator, Page, expect
from tests.web.input_devices import InputDevice
from tests.web.player import Clock, choose_board, elsewhere, mark, settled, table_of, view_of

# Plays over HTTP until a condition holds for the view, by collecting cards and placing long rows.
AUTOPLAY = """async ([table, until]) => {
  const reached = new Function("view", `return ${until}`);
  const token = decodeURIComponent(/csrftoken=([^;]+)/.exec(document.cookie)[1]);
  const size = (action) => [...action.matchAll(/[a-z]+(?:[*](\\d+))?/g)].slice(1)
    .reduce((sum, [, times]) => sum + Number(times ?? 1), 0);
  for (;;) {
    const { view } = await (await fetch(`/api/tables/${table}/view`)).json();
    if (view.outcome || (view.legal.length && reached(view))) return view;
    if (!view.legal.length) { await new Promise((done) => setTimeout(done, 15)); continue; }
    const sets = view.legal.filter((action) => action.startsWith("set:")).sort((a, b) => size(b) - size(a));
    const draws = view.legal.filter((action) => action === "draw" || action.startsWith("take:"));
    const keeps = view.legal.filter((action) => action.startsWith("keep:"));
    const action = keeps.at(-1) ?? (sets.length && (size(sets[0]) > 2 || !draws.length) ? sets[0]
      : draws.length ? draws[view.version % draws.length] : view.legal[0]);
    const answer = await fetch(`/api/tables/${table}/commands`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-csrftoken": token },
      body: JSON.stringify({ id: `auto-${view.version}`, version: view.version, action }),
    });
    if (!answer.ok && answer.status !== 409) throw new Error(await answer.text());
  }
}"""

CAN_TRIO = 'view.phase === "turn" && view.legal.some((action) => action.startsWith("trio:"))'
CAN_SET = 'view.phase === "turn" && view.legal.some((action) => action.startsWith("set:"))'
CAN_DECLARE = 'view.phase === "declaration" && view.declaration.default.length > 0'
# One or two cards of a color, with a wild or without.
CAN_CHOOSE = """view.phase === "turn" && view.legal.some((action) => /^set:[a-z]+[*]2[+]wild$/.test(action)
  && view.legal.includes(action.replace("+wild", "")) && view.legal.includes(action.replace("*2", "")))"""
# A legal set of a color in another player's siding robs that row (CARD-26, CARD-27).
CAN_ROB = """view.phase === "turn" && view.legal.some((action) => action.startsWith("set:") && view.players.some(
  (player) => player.siding.some((row) => action.startsWith(`set:${row.color}`))))"""

DECIDING = ".end, .offer input, .declare [data-declare], .market .legal, .hand .legal"
PANELS = {"end": ".end", "declare": ".declare", "offer": ".offer input"}


def start_yard(page: Page, players: int = 2, *, look: bool = False) -> str:
    """Start a card game against the fastest bots; return the table."""
    choose_board(page, "card_game")
    for _ in range(players - 2):
        page.get_by_role("button", name="Add a player").click()
    for seat in range(2, players + 1):
        page.get_by_label(f"Player {seat}", exact=True).select_option(index=0)
    if look:
        page.get_by_label("For beginners").check()
    page.get_by_role("button", name="Play now").click()
    page.locator(".offer").wait_for()
    return table_of(page)


def autoplay_until(page: Page, condition: str = "false", *, watching: bool = False) -> dict[str, Any]:
    """Play over HTTP until a condition on the user's `view`, or to the end; the page shows it when this
    returns.

    Unless the user is `watching`, the page shows something else meanwhile.
    """
    table = table_of(page)
    with nullcontext() if watching else elsewhere(page):
        view: dict[str, Any] = page.evaluate(AUTOPLAY, [table, condition])
    wait_to_decide(page)
    return view


def reach(page: Page, condition: str, players: int = 2, *, look: bool = False) -> dict[str, Any]:
    """Return a game in which a condition on the user's `view` holds; not every game reaches it."""
    for _ in range(6):
        start_yard(page, players, look=look)
        view = autoplay_until(page, condition)
        if view["outcome"] is None:
            return view
    raise AssertionError(f"six games without {condition}")


def wait_to_decide(page: Page) -> str:
    """Wait until this user may act or the game is over; return the panel."""
    page.locator(DECIDING).first.wait_for()
    return next((name for name, panel in PANELS.items() if page.locator(panel).count()), "turn")


def keep(page: Page, count: int) -> None:
    """Keep the first offered tickets."""
    before = mark(page)
    for box in page.locator(".offer input").all()[:count]:
        box.check()
    page.locator(".offer .button").click()
    settled(page, before)


def pile(page: Page, color: str) -> Locator:
    """Return the button of a color in the user's hand."""
    return page.locator(f'[data-hand-color="{color}"] button.legal')


def zone(page: Page, seat: int) -> Locator:
    """Return a player's area at the table."""
    return page.locator(f'.zone[data-seat="{seat}"]')


def color_of(action: str) -> str:
    """Return the color of a set."""
    return action.removeprefix("set:").split("*")[0].split("+")[0]


class Yard:
    """Actions of this kind of game, by pressing the visible elements."""

    def __init__(self, page: Page, hands: InputDevice) -> None:
        self.page = page
        self.hands = hands

    @property
    def panel(self) -> Locator:
        """Return the dialog for placing cards."""
        return self.page.get_by_role("dialog")

    def place(self, color: str) -> None:
        """Place a row with one more wild than proposed, if allowed."""
        self.hands.press(pile(self.page, color))
        more = self.panel.get_by_role("button", name="More: locomotives")
        if more.count() and more.is_enabled():
            self.hands.press(more)
        self.confirm()

    def trio(self) -> None:
        """Place three single cards, of the first colors that are legal together."""
        self.hands.press(self.page.locator("[data-trio]"))
        self.tick_three()

    def tick_three(self) -> None:
        """Choose colors until there are three."""
        while self.panel.locator("input:checked").count() < 3:
            self.hands.tick(self.panel.locator("input:enabled:not(:checked)").first)
        self.confirm()

    def confirm(self) -> None:
        """Place the chosen cards."""
        self.hands.press(self.panel.locator("[data-place]"))

    def stop(self) -> None:
        """Stop after one card, and confirm."""
        self.hands.press(self.page.locator("[data-stop]"))
        self.hands.say_yes()

    def declare(self) -> None:
        """Declare the proposed set."""
        self.hands.press(self.page.locator("[data-declare]:not([aria-disabled=true])"))


class YardTouch(Yard):
    """By taps."""


class YardKeys(Yard):
    """By shortcuts, by arrow keys in the hand, and by a stepper."""

    def place(self, color: str) -> None:
        """Move to the color in the hand, and place the proposed row."""
        self.page.keyboard.press("c")
        for _ in range(9):
            if pile(self.page, color).evaluate("element => element === document.activeElement"):
                break
            self.page.keyboard.press("ArrowRight")
        self.page.keyboard.press("Enter")
        self._wait_for_focus()
        number = self.panel.get_by_role("spinbutton").first
        if number.count():
            self.page.keyboard.press("ArrowDown")
            self.page.keyboard.press("ArrowUp")
            expect(number).to_be_focused()
        self.page.keyboard.press("Enter")

    def trio(self) -> None:
        """Open the panel by its shortcut."""
        self.page.keyboard.press("s")
        self._wait_for_focus()
        self.tick_three()

    def _wait_for_focus(self) -> None:
        self.page.wait_for_function("() => document.activeElement.closest('[role=dialog]') !== null")

    def stop(self) -> None:
        """Stop by the shortcut."""
        self.page.keyboard.press("x")
        self.hands.say_yes()

    def declare(self) -> None:
        """Confirm in the panel, which takes the focus when it appears."""
        expect(self.page.locator(".declare input, .declare [data-declare]").first).to_be_focused()
        super().declare()


class Collector:
    """Does everything at least once; otherwise places whatever is possible."""

    def __init__(self, page: Page, hands: InputDevice, yard: Yard) -> None:
        self.page = page
        self.hands = hands
        self.yard = yard
        self.done: Counter[str] = Counter()

    def play(self, seconds: float, by_hand_until: Callable[[], bool], *, watching: bool = False) -> None:
        """Play to the end: after enough manual play, over HTTP until tickets are declared."""
        clock = Clock(seconds)
        while (decision := wait_to_decide(self.page)) != "end":
            clock.check()
            before = mark(self.page)
            self.act(decision)
            settled(self.page, before)
            if by_hand_until():
                autoplay_until(self.page, 'view.phase === "declaration"', watching=watching)
                by_hand_until = bool  # never again

    def act(self, decision: str) -> None:
        """Make the decision that is due."""
        view = view_of(self.page)
        if decision == "declare":
            self.yard.declare()
        elif decision == "offer":
            # CARD-6: at least one in the opening; CARD-32: none of those drawn later need be kept
            least = view["keep_min"]
            self.hands.keep([ticket["id"] for ticket in view["offer"][: 2 * least]])
        else:
            self.turn(view)

    def turn(self, view: dict[str, Any]) -> None:
        """Make one decision of a turn."""
        legal, done = view["legal"], self.done
        rows = sorted({color_of(action) for action in legal if action.startswith("set:")})
        trios = [action for action in legal if action.startswith("trio:")]
        takes = [slot for slot, card in enumerate(view["market"]) if f"take:{card}" in legal]
        if "stop" in legal and not done["stop"]:
            what = "stop"
        elif trios and not done["trio"]:
            what = "trio"
        elif "tickets" in legal and view["turn"] > 6 and not done["tickets"]:
            what = "tickets"
        elif rows and (done.total() % 3 or "draw" not in legal):
            what = "place"
        elif "draw" in legal and (done["draw"] <= done["take"] or not takes):
            what = "draw"
        else:
            what = "take" if takes else "tickets" if "tickets" in legal else "trio" if trios else "pass"
        done[what] += 1
        self._carry_out(what, rows, takes)

    def _carry_out(self, what: str, rows: list[str], takes: list[int]) -> None:
        if what == "place":
            self.yard.place(rows[-1])
        elif what == "take":
            self.hands.take(takes[0])
        elif what == "draw":
            self.hands.draw()
        elif what == "tickets":
            self.hands.tickets()
        elif what == "pass":
            self.hands.press(self.page.get_by_role("button", name="Pass"))
            self.hands.say_yes()
        elif what == "trio":
            self.yard.trio()
        else:
            self.yard.stop()
