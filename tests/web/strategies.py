"""Strategies for whole games in the browser tests, independent of the input device."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Page, expect
from tests.web.board_paths import BoardPaths
from tests.web.input_devices import InputDevice
from tests.web.player import elsewhere, lit_routes, longest_route, play_turn, view_of

PATIENCE = 36
"""Number of cards that a friend collects before continuing without waiting."""


class Tunnels:
    """Handles the player's own tunnels with a surcharge: withdraws from the first, pays for the others."""

    def __init__(self, page: Page, hands: InputDevice) -> None:
        self.page = page
        self.hands = hands
        self.paid = 0
        self.withdrawn = 0

    @property
    def met(self) -> bool:
        return self.paid > 0 and self.withdrawn > 0

    def decide(self, view: dict[str, Any]) -> None:
        """Compare the panel with the surcharge due, and answer."""
        panel = self.page.locator("section.tunnel")
        tunnel = view["tunnel"]
        assert panel.locator("ol li").count() == len(tunnel["revealed"])  # EUR-13: three, if there are enough
        assert panel.locator("ol li.counts").count() == tunnel["surcharge"] > 0  # EUR-14
        expect(self.page.locator(f'.board .route.chosen[data-route="{tunnel["route"]}"]')).to_have_count(1)
        ways = [action for action in view["legal"] if action.startswith("surcharge:")]
        assert panel.get_by_role("radio").count() == (len(ways) if len(ways) > 1 else 0)
        if ways and self.withdrawn:  # EUR-16
            self.hands.pay()
            expect(
                self.page.locator(f'.board .route.owned.seat-0[data-route="{tunnel["route"]}"]')
            ).to_have_count(1)
            self.paid += 1
        else:  # EUR-17
            self.hands.withdraw()
            expect(panel).to_have_count(0)
            assert tunnel["route"] not in view_of(self.page)["players"][0]["routes"]
            self.withdrawn += 1

    def check_log(self) -> None:
        """Check that the panel showed every own tunnel with a surcharge."""
        asked = (
            self.page.locator(".log li").filter(has_text="You start the tunnel").filter(has_text="to pay.")
        )
        free = asked.filter(has_text="nothing more to pay")
        assert asked.count() - free.count() == self.paid + self.withdrawn
        expect(self.page.locator(".log li").filter(has_text="You give up the tunnel")).to_have_count(
            self.withdrawn
        )


class Strategy(ABC):
    """A user of a page, with an input device and the server's view."""

    def __init__(self, page: Page, hands: InputDevice, ruleset: str) -> None:
        self.page = page
        self.hands = hands
        self.board = BoardPaths(page, ruleset)
        self.tunnels = Tunnels(page, hands)
        self.view: dict[str, Any] = {}

    def __call__(self, decision: str, step: int) -> None:
        """Make the decision that is due."""
        self.view = view_of(self.page)
        if decision == "tunnel":
            self.tunnels.decide(self.view)
        elif decision == "offer":
            self.hands.keep(self.choose_tickets())
        else:
            self.turn(step)

    @abstractmethod
    def choose_tickets(self) -> list[str]:
        """Return the offered tickets to keep."""

    @abstractmethod
    def turn(self, step: int) -> None:
        """Play one action of a turn."""

    @property
    def owned(self) -> list[str]:
        """Return the player's routes."""
        routes: list[str] = self.view["players"][0]["routes"]
        return routes

    def lit(self, what: str) -> bool:
        """Return whether an element beside the board can be pressed."""
        return self.page.locator(f"[data-{what}].legal").count() > 0

    def safe_routes(self) -> list[str]:
        """Return the routes that can be claimed including any surcharge, longest first."""
        return [route for route in lit_routes(self.page) if self.board.is_safe(route, self.view["hand"])]

    def cost(self, ticket: dict[str, Any]) -> int:
        """Return the cost of completing an offered ticket."""
        return self.board.effort(self.board.way(ticket, (), ()))

    def collect(self, step: int, for_routes: Iterable[str] = ()) -> None:
        """Draw a card or do anything else that is legal; prefer a face-up card in the color of one of the routes."""
        colors = {self.board.routes[route]["color"] for route in for_routes}
        slots = self.page.locator("button.slot.legal[data-color]")
        cards = slots.evaluate_all(
            "all => all.map((slot) => [slot.dataset.color, Number(slot.dataset.slot)])"
        )
        liked = [slot for color, slot in cards if color in colors]
        if liked:
            self.hands.take(liked[0])
        elif self.lit("deck") and (step % 3 or not cards):
            self.hands.draw()
        elif cards:
            self.hands.take(cards[0][1])
        elif self.lit("ticket-deck"):
            self.hands.tickets()
        else:
            self.hands.press(self.page.locator(".market .actions .legal").first)


class Usual(Strategy):
    """Claims long routes, and draws tickets once."""

    tickets_drawn = False
    claims = 0

    def practiced(self) -> bool:
        """Return whether this strategy has done everything it should, claiming more than once."""
        return self.tickets_drawn and self.claims >= 3

    def choose_tickets(self) -> list[str]:
        """Return the first two."""
        return [ticket["id"] for ticket in self.view["offer"][:2]]

    def turn(self, step: int) -> None:
        """Draw tickets early, then claim long routes, late any route."""
        if step > 3 and not self.tickets_drawn and self.lit("ticket-deck"):
            self.hands.tickets()
            self.tickets_drawn = True
        elif route := longest_route(self.page, 4 if step < 60 else 1):
            self.hands.claim(route)
            self.claims += 1
        else:
            self.collect(step)


class Planner(Strategy):
    """Builds a path for one ticket; a friend at the table avoids it, and does not end the game too early."""

    def __init__(self, page: Page, hands: InputDevice, ruleset: str) -> None:
        super().__init__(page, hands, ruleset)
        self.ticket: dict[str, Any] = {}
        self.way: list[str] = []

    @property
    @abstractmethod
    def wanted(self) -> set[str]:
        """Return routes that the friend should own."""

    @property
    def barred(self) -> set[str]:
        """Return the routes that the friend avoids: the path, and routes parallel to it."""
        return self.board.pairs(self.way)

    @property
    @abstractmethod
    def done(self) -> bool:
        """Return whether everything that the game is played for has happened."""

    def practiced(self) -> bool:
        """Return whether the rest of the game can be played at random without changing that."""
        return self.done

    def skip(self, friend: Page, table: str) -> None:
        """Play to the final round without the page: collect cards while the friend claims routes."""
        every = self.board.routes
        with elsewhere(self.page):
            while not play_turn(self.page, table, (), every, patient=True, final=True)["final_round"]:
                self.friend_plays(friend, table)

    @property
    def missing(self) -> list[str]:
        """Return the missing routes of the path."""
        return [route for route in self.way if route not in self.owned]

    def friend_plays(self, friend: Page, table: str) -> None:
        """Play the friend's turn; until everything is done, the friend collects cards."""
        patient = not self.done and self.view["players"][1]["cards"] < PATIENCE
        play_turn(friend, table, self.wanted, self.barred, patient=patient)


class Stationmaster(Planner):
    """Plays Europe: claims the path except one route, which is left to the friend, and has a station at an
    end of that route (EUR-27). Later claims keep the ticket dependent on the station. A second station is in
    a city that the friend never reaches.
    """

    link: str
    quiet_city: str

    @property
    def barred(self) -> set[str]:
        """Return the path, and the routes to the quiet city."""
        return super().barred | self.board.routes_at(self.quiet_city)

    @property
    def wanted(self) -> set[str]:
        """Return the one route, or the one parallel to it."""
        return self.board.pairs([self.link])

    @property
    def done(self) -> bool:
        """Return whether the path is complete."""
        return not self.missing and not self.wanted.isdisjoint(self.view["players"][1]["routes"])

    @property
    def city(self) -> str:
        """Return the city of the station."""
        city: str = self.board.routes[self.link]["a"]
        return city

    def choose_tickets(self) -> list[str]:
        """Return the two cheapest tickets; the first is the one to plan for."""
        cheap = sorted(self.view["offer"], key=self.cost)[:2]
        self.ticket = cheap[0]
        self.way = self.board.way(self.ticket, (), ())
        self.link = min(self.way, key=lambda route: (self.board.effort([route]), route))
        busy = {city for route in self.way for city in self.board.ends(route)}
        quiet = [city for city in self.board.names if city not in busy]
        self.quiet_city = min(quiet, key=lambda city: (len(self.board.routes_at(city)), city))
        self.way.remove(self.link)
        return [ticket["id"] for ticket in cheap]

    def practiced(self) -> bool:
        """Return whether both stations are built as well."""
        return self.done and len(self.view["players"][0]["stations_built"]) == 2

    def turn(self, step: int) -> None:
        """Build the station, then the path, then anything that keeps the station useful."""
        if self.missing:
            ready = [route for route in lit_routes(self.page) if route in self.missing]
        else:
            ready = [route for route in self.safe_routes() if self.needs_station(route)]
        built = len(self.view["players"][0]["stations_built"])
        if built < 1 + self.done and self.lit("stations"):
            self.hands.station((self.city, self.quiet_city)[built])
        elif ready:
            self.hands.claim(ready[0])
        else:
            self.collect(step, self.missing)

    def needs_station(self, route: str) -> bool:
        """Return whether the ticket stays incomplete without a station, even with this route."""
        if route in self.wanted:
            return False
        return not self.board.joined([*self.owned, route], self.ticket["from"], self.ticket["to"][0])


class Smuggler(Planner):
    """Plays Switzerland: a path into a country for a ticket, and tunnels, until it has paid for one and withdrawn from
    another.
    """

    @property
    def wanted(self) -> set[str]:
        """Return nothing."""
        return set()

    @property
    def done(self) -> bool:
        """Return whether both kinds of tunnels have occurred and the ticket is complete."""
        return self.tunnels.met and bool(self.way) and not self.missing

    def choose_tickets(self) -> list[str]:
        """Return a ticket with several targets if there is one (SWI-6), otherwise the cheapest ones."""
        order = sorted(self.view["offer"], key=lambda ticket: (not has_targets(ticket), self.cost(ticket)))
        if has_targets(order[0]) and not self.way:
            others = self.view["players"][1]["routes"]
            self.ticket = order[0]
            self.way = self.board.way(self.ticket, self.owned, self.board.pairs(others))  # SWI-2
        return [ticket["id"] for ticket in order[: self.view["keep_min"]]]

    def turn(self, step: int) -> None:
        """Draw a ticket with several targets, then build the path, tunnels, long routes."""
        ready = self.safe_routes()
        if self.missing:
            ready = [route for route in ready if route in self.missing]
        elif not self.tunnels.met:
            ready = [route for route in reversed(ready) if self.board.is_tunnel(route)]
        if not self.way and self.lit("ticket-deck"):
            self.hands.tickets()
        elif ready:
            self.hands.claim(ready[0])
        else:
            self.collect(step, self.missing)


def has_targets(ticket: dict[str, Any]) -> bool:
    """Return whether the ticket has a choice of countries."""
    return len(ticket["to"]) > 1
