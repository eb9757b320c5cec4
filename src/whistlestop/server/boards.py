"""The boards as the browser gets them: the list, the data of one, and its drawing. Made once, then kept."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from functools import cache, cached_property
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec
import structlog

import whistlestop as ws
from whistlestop.drawing.svg import board_svg
from whistlestop.server.protocol import RulesetSummary, encode
from whistlestop.server.refusals import Refusal

if TYPE_CHECKING:
    from whistlestop.format import Ruleset

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
            ruleset.id, ruleset.name, ruleset.kind.name, ruleset.min_players, ruleset.max_players
        )

    @cached_property
    def data(self) -> Asset:
        """What a client has to know of the board, as JSON."""
        return asset(encode(self.ruleset.kind.public_data(self.ruleset)), "application/json")

    @cached_property
    def drawing(self) -> Asset | None:
        """The board as SVG; None if it is played without one.

        None without a layout too: finding one takes longer than a server may think.
        """
        if not self.ruleset.routes:
            return None
        if not (files("whistlestop.rulesets") / self.ruleset.id / "layout.json").is_file():
            log.warning("board has no layout", ruleset=self.ruleset.id)
            return None
        return asset(board_svg(self.ruleset).encode(), "image/svg+xml")

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
