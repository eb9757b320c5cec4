"""Positions of the card game: sidings, stacks, completed tickets, passes."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from msgspec import Meta, field

from whistlestop.core import fields
from whistlestop.errors import PositionError
from whistlestop.format import CARDS, COLORS, WILD, Ruleset
from whistlestop.games.yard import machine
from whistlestop.games.yard.format.compile import YardRuleset
from whistlestop.text.names import cards_of, tickets_of
from whistlestop.text.position import write
from whistlestop.text.position.read import Reader
from whistlestop.text.position.shape import FORMAT, Cards, PlayerPosition, Position


class YardPlayer(PlayerPosition, forbid_unknown_fields=True):
    """One player; the score has a default.

    `siding` holds the cards of each row by its color. `returned` are the tickets refused in the opening, wherever
    they are now, and `opening_kept` is the number of those kept then.
    """

    siding: dict[str, Cards] = field(default_factory=dict)
    stack: Cards = field(default_factory=dict)
    completed: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()
    opening_kept: Annotated[int, Meta(ge=0, le=6)] | None = None


class YardPosition(Position, forbid_unknown_fields=True, kw_only=True):
    """A whole state of a card game by name; passes are counted from 1."""

    players: tuple[YardPlayer, ...]
    phase: Literal["opening", "turn", "second_draw", "ticket_choice", "declaration", "over"] = "turn"
    pass_number: Annotated[int, Meta(ge=1, le=9)] = field(name="pass", default=1)


# Writing.


def write_yard(ruleset: Ruleset, s: np.void, board: dict[str, Any] | None) -> dict[str, Any]:
    """The position of a STATE record, in full; `board` is the ruleset as data if it does not come with the package."""
    return {
        "format": FORMAT,
        "players": [_write_player(ruleset, s, player) for player in range(s["players"])],
        **write.heading(ruleset, s, board),
        "pass": int(s["pass_index"]) + 1,
        **write.train_cards(s),
        "ticket_deck": write.ticket_deck(ruleset, s),
        "ticket_seen": write.ticket_seen(ruleset, s),
        "generator": write.generator(s),
    }


def _write_player(ruleset: Ruleset, s: np.void, player: int) -> dict[str, Any]:
    offer, sealed = write.offer(ruleset, s, player), int(s["sealed"][player])
    choice = write.kept(offer, sealed)
    if s["phase"] == fields.DECLARATION and sealed != fields.NONE:
        choice = tickets_of(ruleset, [sealed])
    rows = zip(COLORS, s["row_colored"][player], s["row_wild"][player], strict=True)
    return {
        "hand": cards_of(s["hand"][player]),
        "known": cards_of(s["known"][player]),
        "score": int(s["score"][player]),
        "tickets": tickets_of(ruleset, s["tickets"][player]),
        "offer": offer,
        "choice": choice,
        "siding": {
            color: {color: int(colored)} | ({WILD: int(wilds)} if wilds else {})
            for color, colored, wilds in rows
            if colored
        },
        "stack": cards_of(s["stack"][player]),
        "completed": tickets_of(ruleset, s["declared"][player]),
        "returned": tickets_of(ruleset, s["returned"][player]),
        "opening_kept": int(s["opening_kept"][player]),
    }


# Reading.


class YardReader(Reader[YardPosition]):
    """Turns a position of a card game into a state."""

    shape: ClassVar[type[Position]] = YardPosition
    simultaneous: ClassVar[frozenset[str]] = frozenset({"opening", "declaration"})
    ruleset: YardRuleset

    def _read_table(self) -> None:
        passes = int(self.ruleset.rules["passes"][0, len(self.position.players)])
        if self.position.pass_number > passes:
            raise PositionError(f"pass: there are only {passes} with so many players (CARD-3)")
        self.states[0]["pass_index"] = self.position.pass_number - 1

    def _read_player(self, player: int, part: YardPlayer) -> None:
        s, where = self.states[0], f"player {player}"
        for color, row in part.siding.items():
            self._read_row(player, color, row)
        self.spend(part.stack, f"{where}, stack")
        for card, count in part.stack.items():
            s["stack"][player, CARDS.index(card)] = count
        s["stack_size"][player] = sum(part.stack.values())
        completed = self.place(part.completed, f"{where}, completed")
        self.mark(s["declared"][player], completed)
        s["score"][player] = sum(self.ruleset.tickets[ticket].points[0] for ticket in completed)

    def _read_row(self, player: int, color: str, row: Cards) -> None:
        s, where = self.states[0], f"player {player}, siding"
        if color not in COLORS:
            raise PositionError(f"{where}: unknown color {color!r}")
        if not set(row) <= {color, WILD} or not row.get(color):
            raise PositionError(f"{where}: the {color} row is of {color} cards and wilds on top (CARD-23)")
        number = COLORS.index(color)
        if s["row_colored"][:, number].any():
            raise PositionError(f"{where}: {color} is already in another siding (CARD-30)")
        self.spend(row, where)
        s["row_colored"][player, number], s["row_wild"][player, number] = row[color], row.get(WILD, 0)

    def _seal(self, player: int, part: YardPlayer) -> int:
        if self.position.phase == "opening":
            return self._kept(player, part)
        choice = self._choice(player, part)
        if self.position.phase != "declaration" or not choice <= set(part.tickets):
            raise PositionError(f"player {player}: a choice is made in the opening or of one's own tickets")
        tickets = sum(1 << self.ruleset.ticket_index[name] for name in choice)
        if not machine.feasible(self.states, self.ruleset.rules, 0, player, tickets):
            raise PositionError(f"player {player}: the stack does not pay for the tickets declared (CARD-40)")
        return tickets

    def _check_phase(self) -> None:
        s, position, data = self.states[0], self.position, self.ruleset.data
        if position.final_round is not None and s["deck_size"]:
            raise PositionError("final_round: it does not begin before the deck is empty (CARD-35)")
        opening = position.phase == "opening"
        # The first tickets were dealt before any of them came back (RUL-79), so one player refused it, once.
        returned = Counter(name for part in position.players for name in part.returned)
        for name, times in returned.items():
            if times > 1:
                raise PositionError(f"returned: {name} is named {times} times (INV-2, RUL-79)")
        most = data.opening.tickets if opening else data.draw.tickets
        for player, part in enumerate(position.players):
            if len(part.offer) > most:
                raise PositionError(f"player {player}: an offer has at most {most} tickets")
            if opening and (part.tickets or part.completed or part.returned or part.opening_kept):
                raise PositionError(f"player {player}: in the opening nobody has tickets yet (CARD-6)")
            self._read_opening(player, part, set(returned))
        s["drawn"] = fields.NONE

    def _read_opening(self, player: int, part: YardPlayer, everybodys: set[str]) -> None:
        """What became of the first tickets. Whoever guesses at hidden tickets relies on these numbers."""
        s, dealt = self.states[0], self.ruleset.data.opening.tickets
        returned = [
            self.index(name, self.ruleset.ticket_index, "ticket", f"player {player}, returned")
            for name in part.returned
        ]
        self.mark(s["returned"][player], returned)
        held = {*part.tickets, *part.completed} - everybodys  # what somebody returned was drawn later
        most = min(len(held), dealt - len(part.returned))
        kept = most if part.opening_kept is None else part.opening_kept
        if not 0 <= kept <= most:
            raise PositionError(f"player {player}: too many tickets kept or returned in the opening (CARD-6)")
        s["opening_kept"][player] = kept
