"""Summaries of the map games: trains, routes, stations, and what tunnels have cost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy.typing as npt

from whistlestop.core import fields
from whistlestop.format import Ruleset
from whistlestop.games.network.mechanisms.claims.rules import CLAIM
from whistlestop.games.network.mechanisms.stations.rules import STATION
from whistlestop.games.network.mechanisms.tunnels.rules import SURCHARGE, TUNNEL, WITHDRAW
from whistlestop.text import summary as common
from whistlestop.text.summary import Chance, Count, Turn, expected

from .format.schema import NetworkData


class NetworkTurn(common.TurnSummary, kw_only=True):
    """A turn: the route that was claimed, the city of a station, the tunnel that was given up."""

    claimed: str | None
    station: str | None
    withdrew: str | None
    surcharge: int


class NetworkPlayerSummary(common.PlayerSummary, kw_only=True):
    """A player's way; `tunnels` counts the cards turned up for tunnels, and of them those to be paid for."""

    trains: list[int]
    tunnels: Chance


class NetworkSummary(common.Summary, kw_only=True, tag=NetworkData.machine):
    """A map game that is over."""

    players: list[NetworkPlayerSummary]
    turns: list[NetworkTurn]


class NetworkSummarizer(common.Summarizer):
    """Follows a map game."""

    def __init__(self, ruleset: Ruleset, states: Iterable[npt.NDArray[Any]], *, dealt: bool) -> None:
        self.tunnels = [Count() for _ in range(fields.PLAYERS)]
        super().__init__(ruleset, states, dealt=dealt)

    def begun(self, turn: Turn) -> None:
        """Nothing has been built yet."""
        turn.more = {"claimed": None, "station": None, "withdrew": None, "surcharge": 0}

    def acted(self, turn: Turn, before: Any, after: Any) -> None:
        """Routes, stations and tunnels."""
        did, arg = after["did"], int(after["did_arg"])
        routes = self.ruleset.routes
        if did == STATION:
            turn.more["station"] = self.ruleset.cities[arg].id
        elif did == WITHDRAW:
            turn.more["withdrew"] = routes[before["laid_route"]].id
        elif did == SURCHARGE:
            turn.more["claimed"] = routes[before["laid_route"]].id
        elif did == CLAIM:
            if self.rules["route_tunnel"][arg] and self.rules["surcharge_cards"]:
                self._dig(turn, before, after)
            if after["phase"] != TUNNEL:
                turn.more["claimed"] = routes[arg].id

    def _dig(self, turn: Turn, before: Any, after: Any) -> None:
        """The cards that were turned up for a tunnel (EUR-12 to EUR-15)."""
        shown = [int(card) for card in after["did_revealed"] if card != fields.NONE]
        matching = {fields.WILD, int(after["did_color"])}
        found = sum(card in matching for card in shown)
        turn.more["surcharge"] = found
        self.tunnels[turn.seat].add(
            len(shown), found, expected(before, matching, int(self.rules["surcharge_cards"]))
        )

    def told(self) -> NetworkSummary:
        """The whole of it."""
        return NetworkSummary(
            after=self.after,
            players=[
                NetworkPlayerSummary(
                    **self.player_fields(seat),
                    completed=[int(state["completed"][seat]) for state in self.scored],
                    trains=self.series("trains", seat),
                    tunnels=self.tunnels[seat].told(),
                )
                for seat in self.players
            ],
            turns=[NetworkTurn(**turn.told()) for turn in self.turns],
        )


def summary(ruleset: Ruleset, states: Iterable[npt.NDArray[Any]], dealt: bool) -> NetworkSummary:
    """What happened in a map game that is over."""
    return NetworkSummarizer(ruleset, states, dealt=dealt).told()
