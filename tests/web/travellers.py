"""People who play in the browser tests: what each does with a turn, whatever the hands that do it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Page, expect
from tests.web.atlas import Atlas
from tests.web.hands import Hands
from tests.web.player import elsewhere, lit_routes, longest_route, play_turn, view_of

PATIENCE = 36
"""So many cards a friend collects before they go on without waiting."""


class Tunnels:
    """What becomes of the own tunnels that ask for more: the first is given up, the others are paid for."""

    def __init__(self, page: Page, hands: Hands) -> None:
        self.page = page
        self.hands = hands
        self.paid = 0
        self.withdrawn = 0

    @property
    def met(self) -> bool:
        return self.paid > 0 and self.withdrawn > 0

    def decide(self, view: dict[str, Any]) -> None:
        """Compare what the panel shows with what is owed, and answer."""
        panel = self.page.locator("section.tunnel")
        tunnel = view["tunnel"]
        assert panel.locator("ol li").count() == len(
            tunnel["revealed"]
        )  # EUR-13: three, if there are so many
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
        """Every own tunnel that asked for more has come to the panel."""
        asked = (
            self.page.locator(".log li").filter(has_text="You start the tunnel").filter(has_text="to pay.")
        )
        free = asked.filter(has_text="nothing more to pay")
        assert asked.count() - free.count() == self.paid + self.withdrawn
        expect(self.page.locator(".log li").filter(has_text="You give up the tunnel")).to_have_count(
            self.withdrawn
        )


class Traveller(ABC):
    """A person at a page, with hands, and with eyes for what the server tells them."""

    def __init__(self, page: Page, hands: Hands, ruleset: str) -> None:
        self.page = page
        self.hands = hands
        self.atlas = Atlas(page, ruleset)
        self.tunnels = Tunnels(page, hands)
        self.view: dict[str, Any] = {}

    def __call__(self, decision: str, step: int) -> None:
        """Do what has to be decided."""
        self.view = view_of(self.page)
        if decision == "tunnel":
            self.tunnels.decide(self.view)
        elif decision == "offer":
            self.hands.keep(self.choose_tickets())
        else:
            self.turn(step)

    @abstractmethod
    def choose_tickets(self) -> list[str]:
        """Which of the offered tickets to keep."""

    @abstractmethod
    def turn(self, step: int) -> None:
        """One action of a turn."""

    @property
    def owned(self) -> list[str]:
        """The own routes."""
        routes: list[str] = self.view["players"][0]["routes"]
        return routes

    def lit(self, what: str) -> bool:
        """Whether something beside the board can be pressed."""
        return self.page.locator(f"[data-{what}].legal").count() > 0

    def safe_routes(self) -> list[str]:
        """The routes that can be claimed whatever a tunnel may ask, the longest first."""
        return [route for route in lit_routes(self.page) if self.atlas.is_safe(route, self.view["hand"])]

    def cost(self, ticket: dict[str, Any]) -> int:
        """How much it takes to complete an offered ticket."""
        return self.atlas.effort(self.atlas.way(ticket, (), ()))

    def collect(self, step: int, for_routes: Iterable[str] = ()) -> None:
        """Draw a card, or whatever else there is to do; an open card in the colour of one of the routes is taken."""
        colors = {self.atlas.routes[route]["color"] for route in for_routes}
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


class Usual(Traveller):
    """Claims long routes, and draws tickets once."""

    tickets_drawn = False
    claims = 0

    def practiced(self) -> bool:
        """Whether everything was done that this person does, and claiming more than once."""
        return self.tickets_drawn and self.claims >= 3

    def choose_tickets(self) -> list[str]:
        """The first two."""
        return [ticket["id"] for ticket in self.view["offer"][:2]]

    def turn(self, step: int) -> None:
        """Tickets early, then long routes, late any route."""
        if step > 3 and not self.tickets_drawn and self.lit("ticket-deck"):
            self.hands.tickets()
            self.tickets_drawn = True
        elif route := longest_route(self.page, 4 if step < 60 else 1):
            self.hands.claim(route)
            self.claims += 1
        else:
            self.collect(step)


class Planner(Traveller):
    """Makes a way for one ticket; a friend at the table keeps off it, and does not end the game too early."""

    def __init__(self, page: Page, hands: Hands, ruleset: str) -> None:
        super().__init__(page, hands, ruleset)
        self.ticket: dict[str, Any] = {}
        self.way: list[str] = []

    @property
    @abstractmethod
    def wanted(self) -> set[str]:
        """Routes that the friend should have."""

    @property
    def barred(self) -> set[str]:
        """Routes that the friend leaves alone: the way, and what lies beside it."""
        return self.atlas.pairs(self.way)

    @property
    @abstractmethod
    def done(self) -> bool:
        """Whether everything has come about that the game is played for."""

    def practiced(self) -> bool:
        """Whether the rest of the game can be played in any way that leaves what has come about as it is."""
        return self.done

    def skip(self, friend: Page, table: str) -> None:
        """Play on to the final round, elsewhere: collect cards while the friend claims routes."""
        every = self.atlas.routes
        with elsewhere(self.page):
            while not play_turn(self.page, table, (), every, patient=True, final=True)["final_round"]:
                self.friend_plays(friend, table)

    @property
    def missing(self) -> list[str]:
        """What is missing of the way."""
        return [route for route in self.way if route not in self.owned]

    def friend_plays(self, friend: Page, table: str) -> None:
        """The friend's turn; until all is done they collect cards."""
        patient = not self.done and self.view["players"][1]["cards"] < PATIENCE
        play_turn(friend, table, self.wanted, self.barred, patient=patient)


class Stationmaster(Planner):
    """Plays Europe: claims the way but for one route, which is left to the friend, and has a station at an end of that
    one (EUR-27). Later routes are claimed so that the ticket needs the station. A second one stands where the friend
    never comes.
    """

    link: str
    quiet_city: str

    @property
    def barred(self) -> set[str]:
        """The way, and what leads to the quiet city."""
        return super().barred | self.atlas.routes_at(self.quiet_city)

    @property
    def wanted(self) -> set[str]:
        """The one route, or the one beside it."""
        return self.atlas.pairs([self.link])

    @property
    def done(self) -> bool:
        """Whether the way is complete."""
        return not self.missing and not self.wanted.isdisjoint(self.view["players"][1]["routes"])

    @property
    def city(self) -> str:
        """Where the station stands."""
        city: str = self.atlas.routes[self.link]["a"]
        return city

    def choose_tickets(self) -> list[str]:
        """The two that cost least; the first is the one to plan for."""
        cheap = sorted(self.view["offer"], key=self.cost)[:2]
        self.ticket = cheap[0]
        self.way = self.atlas.way(self.ticket, (), ())
        self.link = min(self.way, key=lambda route: (self.atlas.effort([route]), route))
        busy = {city for route in self.way for city in self.atlas.ends(route)}
        quiet = [city for city in self.atlas.names if city not in busy]
        self.quiet_city = min(quiet, key=lambda city: (len(self.atlas.routes_at(city)), city))
        self.way.remove(self.link)
        return [ticket["id"] for ticket in cheap]

    def practiced(self) -> bool:
        """Also, that both stations stand."""
        return self.done and len(self.view["players"][0]["stations_built"]) == 2

    def turn(self, step: int) -> None:
        """The station, the way, then whatever does not make the station useless."""
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
        """Whether the ticket is not completed by own routes alone, with one more."""
        if route in self.wanted:
            return False
        return not self.atlas.joined([*self.owned, route], self.ticket["from"], self.ticket["to"][0])


class Smuggler(Planner):
    """Plays Switzerland: a way into a country for a ticket, and tunnels until one was paid for and one given up."""

    @property
    def wanted(self) -> set[str]:
        """Nothing."""
        return set()

    @property
    def done(self) -> bool:
        """Whether the tunnels have been met and the ticket is completed."""
        return self.tunnels.met and bool(self.way) and not self.missing

    def choose_tickets(self) -> list[str]:
        """One with several targets if there is one (SWI-6), and else those that cost least."""
        order = sorted(self.view["offer"], key=lambda ticket: (not has_targets(ticket), self.cost(ticket)))
        if has_targets(order[0]) and not self.way:
            others = self.view["players"][1]["routes"]
            self.ticket = order[0]
            self.way = self.atlas.way(self.ticket, self.owned, self.atlas.pairs(others))  # SWI-2
        return [ticket["id"] for ticket in order[: self.view["keep_min"]]]

    def turn(self, step: int) -> None:
        """A ticket with several targets, the way, tunnels, long routes."""
        ready = self.safe_routes()
        if self.missing:
            ready = [route for route in ready if route in self.missing]
        elif not self.tunnels.met:
            ready = [route for route in reversed(ready) if self.atlas.is_tunnel(route)]
        if not self.way and self.lit("ticket-deck"):
            self.hands.tickets()
        elif ready:
            self.hands.claim(ready[0])
        else:
            self.collect(step, self.missing)


def has_targets(ticket: dict[str, Any]) -> bool:
    """Whether it is a ticket with a choice of countries."""
    return len(ticket["to"]) > 1
