"""Views and outcomes: the parts common to all games, and those of the mechanisms."""

from __future__ import annotations

from itertools import chain
from types import GenericAlias
from typing import Any

from whistlestop.core import fields
from whistlestop.games.composing import used
from whistlestop.text import view as common
from whistlestop.text.knowledge import Knowledge, Public

from .parts import Telling
from .records import extended, fields_of, merged, score_shape, shapes_of


class Views:
    """The views of a kind of game: their record types and how to fill them."""

    def __init__(
        self, name: str, every: tuple[Telling, ...], *, machine: str, player: str, result: str, view: str
    ) -> None:
        """Create the record types. Their names begin with `name`; the last three arguments are docstrings."""
        self._every = every
        self.player_type = merged(f"{name}PlayerView", player, common.PlayerView, shapes_of(every, "player"))
        own = zip(map(score_shape, every), shapes_of(every, "result"), strict=True)
        self.result_type = merged(f"{name}Result", result, common.Result, chain.from_iterable(own))
        self.outcome_type = extended(
            f"{name}Outcome",
            "Final scores and ranking.",
            common.Outcome,
            [("players", GenericAlias(list, (self.result_type,)))],
        )
        board = extended(
            f"{name}Board",
            "The fields that belong to no single mechanism.",
            common.View,
            [
                ("players", GenericAlias(list, (self.player_type,))),
                ("outcome", self.outcome_type | None),
            ],
        )
        self.view_type = merged(f"{name}View", view, board, shapes_of(every, "view"), tag=machine)

    def view(self, observation: Knowledge, look: bool) -> common.View:
        """Return the view of a seat: its knowledge and its legal actions."""
        every = used(self._every, observation.ruleset.unused)
        told: dict[str, Any] = {
            **common.view_fields(observation),
            "players": observation.public.once(self._players),
            "outcome": self.outcome(observation),
            **fields_of((each.view for each in every), observation, look),
        }
        view: common.View = self.view_type(**told)
        return view

    def _players(self, public: Public) -> list[common.PlayerView]:
        parts = [each.player for each in used(self._every, public.ruleset.unused)]
        return [
            self.player_type(**common.player_fields(public, player), **fields_of(parts, public, player))
            for player in range(public.values["players"])
        ]

    def outcome(self, observation: Knowledge) -> common.Outcome | None:
        """Return the final scores by part and the ranking; None during the game (USA-32, CARD-50, COM-22)."""
        o = observation.values
        if o["phase"] != fields.OVER:
            return None
        every = used(self._every, observation.ruleset.unused)
        scored = {part.name: o[part.field] for each in every for part in each.parts}
        parts = [each.result for each in every]
        results = [
            self.result_type(
                **common.result_fields(observation, player),
                **{name: points[player] for name, points in scored.items()},
                **fields_of(parts, observation, player),
            )
            for player in range(o["players"])
        ]
        outcome: common.Outcome = self.outcome_type(players=results, winners=common.winners(results))
        return outcome
