"""Ways to operate a page: by mouse, by touch, by keyboard only. Each can do everything that a game requires."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod

from playwright.sync_api import Locator, Page, expect
from tests.web.player import middle_of, offered, place_on_board


class InputDevice(ABC):
    """A way to operate the page. By default, actions press the visible elements."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @abstractmethod
    def press(self, target: Locator) -> None:
        """Press a button, or an element that acts as one."""

    @abstractmethod
    def claim(self, route: str) -> None:
        """Claim a highlighted route with any payment."""

    def keep(self, tickets: list[str]) -> None:
        """Keep these of the offered tickets."""
        for ticket in tickets:
            self.tick(self.page.locator(f'.offer input[value="{ticket}"]'))
        self.press(self.page.locator(".offer .button"))

    def tick(self, box: Locator) -> None:
        """Check a checkbox."""
        self.press(box)

    def draw(self) -> None:
        """Draw a card from the deck."""
        self.press(self.page.locator("[data-deck]"))

    def take(self, slot: int) -> None:
        """Take a card of the market."""
        self.press(self.page.locator(f'[data-slot="{slot}"]'))

    def tickets(self) -> None:
        """Draw tickets and confirm."""
        self.press(self.page.locator("[data-ticket-deck]"))
        self.say_yes()

    def say_yes(self) -> None:
        """Confirm an action."""
        self.press(self.page.get_by_role("dialog").get_by_role("button", name="Yes"))

    def station(self, city: str) -> None:
        """Build a station with any payment."""
        self.press(self.page.locator("[data-stations]"))
        self.press_city(city)
        panel = self.page.get_by_role("dialog", name=re.compile("^Build a station in"))
        self.press(panel.get_by_role("button", name="Build", exact=True))

    def press_city(self, city: str) -> None:
        """Press a city on the board."""
        self.press(self.page.locator(f'.board .city[data-city="{city}"]'))

    def pay(self) -> None:
        """Pay the surcharge of a tunnel with the last option."""
        panel = self.page.locator(".tunnel")
        self.choose_last(panel)
        self.press(panel.locator(".buttons .primary"))

    def choose_last(self, panel: Locator) -> None:
        """Choose the last payment, if there are several."""
        if panel.get_by_role("radio").count():
            self.press(panel.locator("label").last)

    def withdraw(self) -> None:
        """Withdraw from a tunnel."""
        self.press(self.page.locator(".tunnel").get_by_role("button", name="Give up"))


class Mouse(InputDevice):
    """Clicks with the mouse; routes are clicked on the board."""

    def press(self, target: Locator) -> None:
        """Click."""
        target.click()

    def claim(self, route: str) -> None:
        """Click the route, the last payment, and the button."""
        self.page.mouse.click(*middle_of(self.page, route))
        panel = self.page.get_by_role("dialog", name=re.compile("^Claim"))
        panel.wait_for()
        self.choose_last(panel)
        panel.get_by_role("button", name="Claim", exact=True).click()


class Touch(InputDevice):
    """Taps. Confirmations are the same as for clicks. Routes are chosen alternately from the list and on the board."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._claims = 0

    def press(self, target: Locator) -> None:
        """Tap without waiting for two equal frames, which saves half the time where drawing is slow. A missed tap is
        noticed by its missing effect.
        """
        target.tap(force=True)

    def claim(self, route: str) -> None:
        """Tap the route in the list or on the board, the last payment, and the button."""
        self._claims += 1
        at = place_on_board(self.page, route) if self._claims % 2 == 0 else None
        panel = self.page.get_by_role("dialog", name=re.compile("^Claim"))
        if at is None:
            self.press(self.page.get_by_role("button", name="Routes"))
            self.press(self.page.locator(f'[data-choice="{route}"]'))
            panel.wait_for()
        else:
            self.page.touchscreen.tap(*at)
            panel.wait_for()
            # A finger may touch any of several parallel routes.
            other = panel.locator(f'[data-other="{route}"]')
            if other.count():
                self.press(other)
        expect(self.page.locator(".board .route.chosen")).to_have_attribute("data-route", route)
        self.choose_last(panel)
        self.press(panel.get_by_role("button", name="Claim", exact=True))

    def press_city(self, city: str) -> None:
        """Zoom out and tap the city."""
        whole = self.page.get_by_role("button", name="Show the whole board")
        if whole.is_enabled():
            self.press(whole)
        super().press_city(city)


class Keys(InputDevice):
    """Keyboard only: shortcuts, Tab, and arrow keys on the board."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._claims = 0
        self._draws = 0

    def press(self, target: Locator) -> None:
        """Press Enter on an element reached by Tab."""
        self.tab_to(target)
        self.page.keyboard.press("Enter")

    def tab_to(self, target: Locator, limit: int = 90) -> None:
        """Press Tab until an element has the focus."""
        for _ in range(limit):
            if target.evaluate("element => element === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{target} cannot be reached by Tab")

    def tick(self, box: Locator) -> None:
        """Press Space on a checkbox."""
        self.tab_to(box)
        self.page.keyboard.press("Space")

    def keep(self, tickets: list[str]) -> None:
        """Keep these of the tickets; the first offered one has the focus."""
        expect(self.page.locator(".offer input").first).to_be_focused()
        super().keep(sorted(tickets, key=offered(self.page).index))

    def draw(self) -> None:
        """Draw by the shortcut; once by the button."""
        self._draws += 1
        if self._draws == 3:
            super().draw()
        else:
            self.page.keyboard.press("d")

    def take(self, slot: int) -> None:
        """Take a card by its number."""
        self.page.keyboard.press(str(slot + 1))

    def tickets(self) -> None:
        """Draw tickets by the shortcut, and confirm."""
        self.page.keyboard.press("t")
        self.say_yes()

    def say_yes(self) -> None:
        """Press Enter on the confirmation, which has the focus."""
        expect(self.page.get_by_role("dialog").get_by_role("button", name="Yes")).to_be_focused()
        self.page.keyboard.press("Enter")

    def claim(self, route: str) -> None:
        """Choose the route alternately in the list and on the board, with the first payment."""
        self._claims += 1
        if self._claims % 2:
            self._find_in_list(route)
        else:
            self._find_on_board(route)
        self.page.keyboard.press("Enter")
        panel = self.page.get_by_role("dialog", name=re.compile("^Claim"))
        panel.wait_for()
        self.page.wait_for_function("() => document.activeElement.closest('[role=dialog]') !== null")
        self.page.keyboard.press("Enter")  # on the first payment, or on the button
        panel.wait_for(state="detached")

    def _find_in_list(self, route: str) -> None:
        self.page.keyboard.press("r")
        self.page.get_by_role("dialog", name=re.compile("Routes")).wait_for()
        choice = self.page.locator(f'[data-choice="{route}"]')
        name = choice.locator(".name").inner_text()
        self.page.keyboard.press("Tab")  # from the close button to the filter
        self.page.keyboard.type(name[:6])
        self.tab_to(choice)

    def _find_on_board(self, route: str) -> None:
        self.page.keyboard.press("b")
        for key in ("ArrowRight", "ArrowDown", "Home"):
            self.page.keyboard.press(key)
        for _ in range(150):
            if self.page.evaluate("document.activeElement.dataset.route") == route:
                return
            self.page.keyboard.press("PageDown")
        raise AssertionError(f"{route} cannot be reached on the board")

    def press_city(self, city: str) -> None:
        """Move over the cities on the board."""
        self.page.keyboard.press("b")
        for _ in range(60):
            if self.page.evaluate("document.activeElement.dataset.city") == city:
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("PageDown")
        raise AssertionError(f"{city} cannot be reached on the board")

    def pay(self) -> None:
        """Pay the surcharge; the panel takes the focus when it appears."""
        self._expect_focus_in_tunnel()
        super().pay()

    def withdraw(self) -> None:
        """Withdraw; the panel takes the focus when it appears."""
        self._expect_focus_in_tunnel()
        super().withdraw()

    def _expect_focus_in_tunnel(self) -> None:
        expect(self.page.locator(".tunnel :focus")).to_have_count(1)

    def choose_last(self, panel: Locator) -> None:
        """Move up from the first payment, which wraps to the last."""
        ways = panel.get_by_role("radio")
        if ways.count():
            self.tab_to(ways.first)
            self.page.keyboard.press("ArrowUp")
            expect(ways.last).to_be_checked()
