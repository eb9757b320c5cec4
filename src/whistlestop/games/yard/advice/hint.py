"""The suggested action and its reasons: the choice of the planner or a search, explained by the planner's plan."""

from __future__ import annotations

from whistlestop.core import fields
from whistlestop.format import CARDS, COLORS
from whistlestop.games.hints import told
from whistlestop.games.plain import plain
from whistlestop.games.yard.mechanisms.rows import rules as rows
from whistlestop.games.yard.mechanisms.singles import rules as singles
from whistlestop.text.advice import Searched
from whistlestop.text.knowledge import Knowledge
from whistlestop.text.names import numbers_of

from .seen import as_shown, stack_known
from .shapes import (
    AnyYardReason,
    Declares,
    Denies,
    LeftOut,
    Needed,
    NoChoice,
    OtherTickets,
    PlannedTicket,
    Robs,
    Spare,
    StackUnknown,
    TurnsLeft,
    WantedCards,
    YardHint,
)
from .thoughts import Thoughts, think


def hint(observation: Knowledge, seat: int, look: bool, searched: Searched | None) -> YardHint:
    """Return the suggested action for the observation's seat, which must have a decision to make."""
    shown = as_shown(observation, seat, look)
    thoughts = think(shown, seat, None if searched is None else searched.action)
    reasons: list[AnyYardReason] = [NoChoice()]
    if len(observation.legal_ids()) > 1:
        reasons = _reasons(thoughts)
        if not stack_known(observation, seat, look):
            reasons.append(StackUnknown(cards=int(observation.record["stack_size"][seat])))
    return YardHint(
        **told(observation, searched, thoughts.planned_action),
        reasons=reasons,
    )


def _reasons(thoughts: Thoughts) -> list[AnyYardReason]:
    r, action = thoughts.rules, thoughts.action
    if action >= r["id_declare"]:
        declared = numbers_of([action - int(r["id_declare"])])
        return [Declares(points=sum(int(r["ticket_points"][ticket]) for ticket in declared))]
    arg, color = int(r["action_arg"][action]), int(r["action_color"][action])
    match int(r["action_type"][action]):
        case fields.KEEP:
            return [*_tickets(thoughts, thoughts.kept(arg)), *_time(thoughts)]
        case rows.SET:
            row = (color, int(r["action_colored"][action]), int(r["action_wild"][action]))
            needed = _needed(thoughts, [color], thoughts.with_rows([row]), placed=True)
            return [*_robs(thoughts, color), *needed, *_time(thoughts)]
        case singles.TRIO:
            colors = numbers_of([arg])
            after = thoughts.with_rows([(each, 1, 0) for each in colors])
            return [*_needed(thoughts, colors, after, placed=True), *_time(thoughts)]
        case fields.TAKE:
            needed = _needed(thoughts, [color], thoughts.with_cards([color]), placed=False)
            denied = _denies(thoughts, color) if needed == [Spare()] else []
            return [*denied, *needed, *_time(thoughts)]
        case fields.DRAW:
            return [*_wanted(thoughts), *_time(thoughts)]
        case fields.TAKE_TICKETS:
            return [OtherTickets(), *_time(thoughts)]
    return []


def _needed(thoughts: Thoughts, cards: list[int], after: object, *, placed: bool) -> list[AnyYardReason]:
    """Return what the drawn or placed cards are for: the tickets that there is time for after the action."""
    r, tickets = thoughts.rules, thoughts.observation.ruleset.tickets
    planned = thoughts.planned(after)
    lacking = thoughts.lacking(placed=placed)
    reasons: list[AnyYardReason] = []
    for card in cards:
        colors = lacking if card == fields.WILD else lacking & {card}  # a wild replaces any of them
        of = [ticket for ticket in planned if any(r["ticket_need"][ticket, color] for color in colors)]
        if of:
            reasons.append(Needed(card=CARDS[card], tickets=[tickets[ticket].id for ticket in of]))
    return reasons or [Spare()]


def _wanted(thoughts: Thoughts) -> list[AnyYardReason]:
    """Return the cards that a blind draw may bring."""
    thoughts.planned(thoughts.work["now"])
    lacking = sorted(thoughts.lacking(placed=False))
    return [WantedCards(cards=[CARDS[color] for color in lacking])] if lacking else []


def _robs(thoughts: Thoughts, color: int) -> list[AnyYardReason]:
    o = thoughts.observation.record
    owner = int(plain(rows.row_owner)(o, color))
    if owner in (fields.NONE, thoughts.seat):
        return []
    return [Robs(victim=owner, color=COLORS[color], cards=int(plain(rows.row_size)(o, owner, color)))]


def _denies(thoughts: Thoughts, color: int) -> list[AnyYardReason]:
    """Return the opponent known to hold the most cards of the card's color."""
    known = [int(counts[color]) for counts in thoughts.observation.record["known"]]
    known[thoughts.seat] = 0
    cards = max(known)
    if color == fields.WILD or cards == 0:
        return []
    return [Denies(victim=known.index(cards), color=COLORS[color], cards=cards)]


def _tickets(thoughts: Thoughts, situation: object) -> list[AnyYardReason]:
    """Return the kept tickets that there is time for."""
    tickets, offer = thoughts.observation.ruleset.tickets, thoughts.observation.offer()
    subset = int(thoughts.rules["action_arg"][thoughts.action])
    planned = thoughts.planned(situation)
    return [
        PlannedTicket(ticket=tickets[number].id, points=tickets[number].points[0])
        if number in planned
        else LeftOut(ticket=tickets[number].id)
        for place, number in enumerate(offer)
        if subset >> place & 1
    ]


def _time(thoughts: Thoughts) -> list[AnyYardReason]:
    """Return how long the pass will last; `time` counts the turns after this one."""
    return [TurnsLeft(turns=round(int(thoughts.work["time"]) / 1000) + 1)]
