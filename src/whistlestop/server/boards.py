"""The boards as the browser gets them: the list, the data of one, and its drawing. Made once, then kept."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from functools import cache, cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import msgspec
import structlog

import whistlestop as ws
from whistlestop import draw
from whistlestop.rulesets import NetworkRuleset, YardRuleset
from whistlestop.server.protocol import RulesetSummary
from whistlestop.server.refusals import Refusal

if TYPE_CHECKING:
    from whistlestop.rulesets import Ruleset, Ticket

log = structlog.get_logger("whistlestop.boards")

STYLE = re.compile(r"<style[^>]*>(.*?)</style>", re.DOTALL)


class Asset(msgspec.Struct, frozen=True):
    """Bytes to serve: plain, compressed, and the tag by which a browser asks whether they changed."""

    body: bytes
    packed: bytes | None
    tag: str
    media_type: str


def asset(body: bytes, media_type: str, *, compress: bool = True) -> Asset:
    """Make an asset; compressed only where that helps."""
    packed = gzip.compress(body, 9, mtime=0) if compress else None
    if packed is not None and len(packed) > len(body) * 0.95:
        packed = None
    return Asset(body, packed, f'"{hashlib.sha256(body).hexdigest()[:32]}"', media_type)


class Board:
    """One ruleset as served."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset

    @property
    def summary(self) -> RulesetSummary:
        """Its line in the list."""
        ruleset = self.ruleset
        return RulesetSummary(
            ruleset.id, ruleset.name, ruleset.kind, ruleset.min_players, ruleset.max_players
        )

    @cached_property
    def data(self) -> Asset:
        """What a client has to know of the board, as JSON."""
        return asset(msgspec.json.encode(ruleset_data(self.ruleset)), "application/json")

    @cached_property
    def drawing(self) -> Asset | None:
        """The board as SVG; None if it is played without one.

        None without a layout too: finding one takes longer than a server may think.
        """
        if not isinstance(self.ruleset, NetworkRuleset):
            return None
        if not (files("whistlestop.rulesets") / self.ruleset.id / "layout.json").is_file():
            log.warning("board has no layout", ruleset=self.ruleset.id)
            return None
        return asset(draw.board_svg(self.ruleset).encode(), "image/svg+xml")

    @cached_property
    def styles(self) -> frozenset[str]:
        """Hashes of the drawing's style sheets, by which the page may use them and no other inline style."""
        if self.drawing is None:
            return frozenset()
        found = STYLE.findall(self.drawing.body.decode())
        return frozenset(
            "'sha256-" + base64.b64encode(hashlib.sha256(style.encode()).digest()).decode() + "'"
            for style in set(found)
        )


class Boards:
    """All rulesets that tables can be made of."""

    def __init__(self) -> None:
        self._boards = {name: Board(ws.load_ruleset(name)) for name in ws.ruleset_ids()}

    def __getitem__(self, ruleset: str) -> Board:
        board = self._boards.get(ruleset)
        if board is None:
            raise Refusal("not_found", "There is no such board.")
        return board

    def summaries(self) -> list[RulesetSummary]:
        """The list for the start page."""
        return [board.summary for board in self._boards.values()]

    def style_hashes(self) -> list[str]:
        """The inline style sheets that the site's policy has to allow."""
        return sorted(frozenset().union(*(board.styles for board in self._boards.values())))


@cache
def all_boards() -> Boards:
    """The boards of this process."""
    return Boards()


def ruleset_data(ruleset: Ruleset) -> dict[str, Any]:
    """The public data of a ruleset. What only a board has is empty or zero where there is none."""
    data = {
        "id": ruleset.id,
        "name": ruleset.name,
        "version": ruleset.version,
        "machine": ruleset.kind,
        "min_players": ruleset.min_players,
        "max_players": ruleset.max_players,
        "countries": ruleset.countries,
        "routes": [
            {
                "id": route.id,
                "a": route.a,
                "b": route.b,
                "length": route.length,
                "color": route.color,
                "kind": route.kind,
                "wilds": route.wilds,
                "twins": list(route.twins),
            }
            for route in ruleset.routes
        ],
        "trains": ruleset.trains,
        "stations": ruleset.stations,
        "route_points": {str(length): points for length, points in ruleset.route_points.items()},
    }
    if isinstance(ruleset, NetworkRuleset):
        data |= _of_board(ruleset)
    elif isinstance(ruleset, YardRuleset):
        data |= _of_cards(ruleset)
    return data


def _of_board(ruleset: NetworkRuleset) -> dict[str, Any]:
    return {
        "cities": [
            {"id": city.id, "name": city.name or city.id, "country": city.country} for city in ruleset.cities
        ],
        "tickets": [{**_ticket(ticket), "long": ticket.long} for ticket in ruleset.tickets],
    }


def _of_cards(ruleset: YardRuleset) -> dict[str, Any]:
    bonuses, cards = ruleset.bonuses, ruleset.data.cards
    return {
        "cities": [
            {
                "id": city.id,
                "name": city.name or city.id,
                "bonus": city.bonus,
                "lat": city.lat,
                "lon": city.lon,
            }
            for city in ruleset.cities
        ],
        "tickets": [
            {
                **_ticket(ticket),
                "cards": ticket.cards,
                "cities": [city for city in (ticket.origin, *ticket.targets) if city in bonuses],
            }
            for ticket in ruleset.tickets
        ],
        "bonuses": bonuses,
        "cards": {"per_color": cards.per_color, "wilds": cards.wilds},
    }


def _ticket(ticket: Ticket) -> dict[str, Any]:
    return {
        "id": ticket.id,
        "from": ticket.origin,
        "to": list(ticket.targets),
        "points": list(ticket.points),
    }
