"""Whole games in the browser, from the start page to the scores: by mouse, touch and keyboard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.web.board_paths import BoardPaths
from tests.web.conftest import NewPage
from tests.web.input_devices import InputDevice, Keys, Mouse, Touch
from tests.web.player import (
    RECORD_SPEECH,
    Clock,
    autoplay_to_the_final_round,
    invite_by_hand,
    mark,
    rename,
    settled,
    snapshot,
    start_by_hand,
    table_of,
    view_of,
    wait_for_decision,
)
from tests.web.strategies import Smuggler, Stationmaster, Usual

FRIEND = "Ben"
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def play(
    page: Page,
    choose: Callable[[str, int], None],
    by_hand_until: Callable[[], bool],
    skip: Callable[[], None],
    meanwhile: Callable[[], None] | None = None,
) -> None:
    """Play to the end; `choose` acts for the user of the page, `meanwhile` for others.

    After enough manual play, `skip` plays to the final round, which is manual again.
    """
    clock, step = Clock(180), 0
    while (decision := wait_for_decision(page)) != "end":
        clock.check()
        before = mark(page)
        choose(decision, step)
        settled(page, before)
        if meanwhile:
            meanwhile()
        step += 1
        if by_hand_until():
            skip()
            by_hand_until = bool  # never again


def test_a_whole_game_by_mouse(new_page: NewPage) -> None:
    page = new_page()
    page.add_init_script(RECORD_SPEECH)
    start_by_hand(page)
    speech = Speech(page)
    usual = Usual(page, Mouse(page), "usa")

    def skip() -> None:
        speech.check()
        autoplay_to_the_final_round(page)
        wait_for_decision(page)
        speech.begin()

    play(page, usual, lambda: usual.practiced() and speech.turns() > 10, skip)
    assert usual.tickets_drawn
    check_the_end(page, Mouse(page))
    speech.check()
    assert speech.told.total() > 40
    assert speech.spoken["Your turn."] > 10


def test_a_whole_game_by_keyboard(new_page: NewPage) -> None:
    page = new_page()
    usual = Usual(page, Keys(page), "usa")
    start_by_keys(page, "usa")
    page.locator(".offer").wait_for()
    play(page, usual, usual.practiced, lambda: autoplay_to_the_final_round(page))
    assert usual.tickets_drawn
    check_the_end(page, Keys(page))


def start_by_keys(page: Page, ruleset: str, other: str = "") -> None:
    """Fill in the form of the start page with the keyboard; a mouse click would be a mistake."""
    keys = Keys(page)
    page.goto("/")
    chosen = page.locator("input[name=board]:checked")
    keys.tab_to(chosen)
    for _ in range(6):
        if chosen.input_value() == ruleset:
            break
        page.keyboard.press("ArrowRight")
    if other:
        keys.tab_to(page.get_by_label("Player 2"))
        page.keyboard.type(other)
    keys.press(page.locator("button.play"))


def sit_down(friend: Page, table: str) -> None:
    """Take the open seat, and then play without the page."""
    rename(friend, FRIEND)
    friend.goto(f"/t/{table}")
    friend.get_by_role("button", name="Sit here").click()
    expect(friend.get_by_role("button", name="Leave")).to_be_visible()
    friend.goto("/about")


@pytest.mark.parametrize("how", ["touch", "keyboard"])
def test_a_whole_game_of_europe(new_page: NewPage, how: str) -> None:
    page, friend = new_page(**PHONE if how == "touch" else {}), new_page()
    if how == "touch":
        invite_by_hand(page, "europe")
    else:
        start_by_keys(page, "europe", "A friend")
        page.locator(".lobby").wait_for()
    table = table_of(page)
    sit_down(friend, table)
    hands: InputDevice = Touch(page) if how == "touch" else Keys(page)
    hands.press(page.get_by_role("button", name="Start the game"))
    master = Stationmaster(page, hands, "europe")
    play(
        page,
        master,
        master.practiced,
        lambda: master.skip(friend, table),
        lambda: master.friend_plays(friend, table),
    )
    master.tunnels.check_log()
    check_the_end(page, hands)

    # One station has used the friend's route (EUR-27), so the ticket is complete, which it is not by the
    # player's own routes alone; without another player's route a station is useless (EUR-29). The third one
    # was not built: 4 points (EUR-32).
    view = view_of(page)
    mine = view["outcome"]["players"][0]
    assert view["players"][0]["stations_built"] == [master.city, master.quiet_city]
    assert list(mine["station_routes"]) == [master.city]
    used = mine["station_routes"][master.city]
    assert used in view["players"][1]["routes"]
    assert master.city in master.board.ends(used)
    ticket = next(ticket for ticket in mine["tickets_list"] if ticket["id"] == master.ticket["id"])
    assert (ticket["state"], ticket["scored"]) == ("done", ticket["points"][0])
    assert master.board.worth(ticket, view["players"][0]["routes"]) == -ticket["points"][0]
    assert mine["stations"] == 4

    # A station's route is shown on the board even without the longest path.
    page.locator(".end .station:not(.idle)").focus()
    expect(page.locator(f'.board .route.chosen[data-route="{used}"]')).to_have_count(1)
    expect(page.locator(f'.board .city.lit[data-city="{master.city}"]')).to_have_count(1)


def test_a_whole_game_of_switzerland_by_keyboard(new_page: NewPage) -> None:
    page, friend = new_page(), new_page()
    start_by_keys(page, "switzerland", "A friend")
    page.locator(".lobby").wait_for()
    table = table_of(page)
    sit_down(friend, table)
    keys = Keys(page)
    keys.press(page.get_by_role("button", name="Start the game"))
    smuggler = Smuggler(page, keys, "switzerland")
    play(
        page,
        smuggler,
        smuggler.practiced,
        lambda: smuggler.skip(friend, table),
        lambda: smuggler.friend_plays(friend, table),
    )
    assert smuggler.tunnels.met  # one withdrawn (EUR-17), one paid (EUR-16)
    smuggler.tunnels.check_log()
    check_the_end(page, keys)

    # The ticket with several targets scores the best reached one (SWI-13, SWI-14).
    mine = view_of(page)["outcome"]["players"][0]
    ticket = next(ticket for ticket in mine["tickets_list"] if ticket["id"] == smuggler.ticket["id"])
    assert ticket["state"] == "done"
    assert ticket["scored"] in ticket["points"]
    assert len(ticket["points"]) > 1


def check_the_end(page: Page, hands: InputDevice) -> None:
    """Compare the result with the server's, everybody's tickets, and the longest path on the board."""
    view = view_of(page)
    atlas = BoardPaths(page, view["ruleset"])
    players = sorted(view["outcome"]["players"], key=lambda player: int(player["rank"]))
    parts = ["routes", "tickets", *(["stations"] if view["ruleset"] == "europe" else []), "longest", "score"]
    rows = page.locator(".end .scores tbody tr")
    expect(rows).to_have_count(2)
    for row, player in zip(rows.all(), players, strict=True):
        *points, total = (int(cell) for cell in row.locator("td").all_inner_texts())
        assert [*points, total] == [player[part] for part in parts]
        assert sum(points) == total
        assert player["longest"] in (0, 10)
        assert ("winner" in (row.get_attribute("class") or "")) == (
            player["seat"] in view["outcome"]["winners"]
        )
    log = page.locator(".log .lines")
    assert log.evaluate("list => list.scrollHeight - list.scrollTop - list.clientHeight") < 2
    assert page.locator(".board.tracing .route.trail").count() > 0
    traced = page.locator(".trails .button[aria-pressed=true]")
    length = int("".join(filter(str.isdigit, traced.inner_text().split()[-2])))
    spaces = page.locator(".board .route.trail .slot").count()
    assert spaces == length == max(player["longest_path"] for player in players)
    hands.press(traced)
    expect(page.locator(".board.tracing")).to_have_count(0)

    lists = page.locator(".end .revealed")
    expect(lists).to_have_count(2)
    for shown, player in zip(lists.all(), players, strict=True):
        if shown.get_attribute("open") is None:
            hands.press(shown.locator("summary"))
        public = view["players"][player["seat"]]
        network = {*public["routes"], *player["station_routes"].values()}
        for ticket in player["tickets_list"]:
            assert ticket["scored"] == atlas.worth(ticket, network)
        scored = [f"{ticket['scored']:+}" for ticket in player["tickets_list"]]
        expect(shown.locator(".ticket .points")).to_have_text(scored)
        for ticket, face in zip(player["tickets_list"], shown.locator(".ticket").all(), strict=True):
            several = [str(points) for points in ticket["points"] if len(ticket["to"]) > 1]
            expect(face.locator(".several b")).to_have_text(several)  # SWI-6
        assert player["tickets"] == sum(ticket["scored"] for ticket in player["tickets_list"])
        assert player["stations"] == 4 * public["stations"]  # EUR-32
        used = [(city, player["station_routes"].get(city)) for city in public["stations_built"]]
        expect(shown.locator(".station")).to_have_text([station_line(atlas, *pair) for pair in used])


def station_line(atlas: BoardPaths, city: str, route: str | None) -> str:
    """Return the text about a station: the route that it has used, and the owner (EUR-27)."""
    used = (
        f"used {FRIEND}\N{RIGHT SINGLE QUOTATION MARK}s route {atlas.name(route)}"
        if route
        else "did not use a route"
    )
    return f"The station in {atlas.names[city]} {used}."


class Speech:
    """Announcements of a page since it was opened; earlier events are not announced."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.told: Counter[str] = Counter()
        self.spoken: Counter[str] = Counter()
        self.begin()

    def begin(self) -> None:
        """Note that the page has just been opened."""
        self._already = Counter(snapshot(self._page)["log"])

    def turns(self) -> int:
        """Return how often the page has announced whose turn it is."""
        count: int = self._page.evaluate("window.spoken.filter((line) => line === 'Your turn.').length")
        return count

    def check(self) -> None:
        """Check that every line of the log was announced, as often as it occurs."""
        spoken = Counter(self._page.evaluate("window.spoken"))
        told = Counter(snapshot(self._page)["log"]) - self._already
        assert told
        assert {line: spoken[line] for line in told} == dict(told)
        assert self._page.locator("[aria-live]").count() == 1
        self.told += told
        self.spoken += spoken
