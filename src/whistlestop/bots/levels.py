"""The bot levels at tables. All but the highest are the planner with human mistakes.

The bot decides on a copy of the observation without what it forgets or overlooks. Sometimes it chooses another
attractive action. `Habits` defines the probabilities. The highest level searches and makes no mistakes.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from whistlestop.core.fields import CARDS, DECLARATION, TURN, WILD
from whistlestop.kinds import kind_of
from whistlestop.observation import Observation

from .bot import Bot

__all__ = ["EXPERT", "HABITS", "LEVELS", "Habits", "Level", "LevelBot"]

SPELL = 6
"""The number of rounds for which the bot forgets or overlooks something."""


@dataclass(frozen=True, slots=True)
class Habits:
    """Probabilities of mistakes, in percent."""

    forgets: int = 0
    """It forgets a ticket for `SPELL` rounds."""
    overlooks: int = 0
    """It misses something that another player placed, for `SPELL` rounds."""
    glitter: int = 0
    """When drawing, it takes a face-up wild, or else the color that it holds most of."""
    haste: int = 0
    """It plays the cheapest claim or set that it can pay for instead of drawing."""
    whims: int = 0
    """It picks at random among the actions that a search would try."""


HABITS = tuple(field.name for field in dataclasses.fields(Habits))
"""Options of all levels but the highest."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level that makes mistakes."""

    label: str
    strength: int
    """Strength, from 1 upwards."""
    habits: Habits


LEVELS = {
    "first_ride": Level("First ride", 1, Habits(forgets=85, overlooks=70, glitter=75, haste=70, whims=60)),
    "easy": Level("Easy", 2, Habits(forgets=52, overlooks=53, glitter=55, haste=41, whims=35)),
    "medium": Level("Medium", 3, Habits(forgets=26, overlooks=37, glitter=41, haste=23, whims=21)),
    "hard": Level("Hard", 4, Habits(forgets=9, overlooks=22, glitter=24, haste=9, whims=10)),
}
"""All levels but the highest by name, weakest first."""

EXPERT = "expert"
"""Name of the highest level."""


class LevelBot:
    """Plays like another bot, but with the mistakes of its habits.

    Forgotten tickets and overlooked moves depend on the bot's seed, other mistakes on the last seed given to `roll`.
    """

    __slots__ = ("dice", "habits", "planner", "temper")

    def __init__(self, habits: Habits, options: Mapping[str, int], seed: int, planner: Bot) -> None:
        self.habits = dataclasses.replace(habits, **options)
        self.planner = planner
        self.temper = self.dice = seed

    def roll(self, seed: int) -> None:
        """Set the seed for mistakes in single decisions."""
        self.dice = seed

    def choose(self, observation: Observation) -> int:
        """Return the action to play."""
        machine, rules, seat = (
            observation.ruleset.machine,
            observation.ruleset.rules,
            int(observation.record["seat"]),
        )
        chance = dice(self.dice, int(observation.record["ply"]))
        action = int(self.planner.choose(self.believed(observation)))
        if not machine.is_legal(observation.array, rules, 0, seat, action):  # it now notices the obstacle
            action = int(self.planner.choose(observation))
        return self._distracted(observation, action, chance)

    def believed(self, observation: Observation) -> Observation:
        """Return the observation without what it forgets and overlooks."""
        believed = Observation(observation.ruleset, observation.seat, observation.array.copy())
        record, seat = believed.record, int(observation.record["seat"])
        if record["phase"] != DECLARATION:  # in that phase its tickets are in view
            for ticket in members(observation.record["tickets"][seat]):
                if self._absent("ticket", ticket, observation, self.habits.forgets):
                    record["tickets"][seat, ticket // 64] ^= np.uint64(1 << ticket % 64)
                    record["ticket_count"][seat] -= 1
        oversights = kind_of(observation.ruleset).bots.oversights
        for player, number in oversights.laid(observation) if self.habits.overlooks else ():
            if self._absent("laid", number, observation, self.habits.overlooks):
                oversights.overlook(believed, player, number)
        return believed

    def _absent(self, what: str, number: int, observation: Observation, percent: int) -> bool:
        """Return whether it misses something in this spell, with this probability."""
        if not percent:
            return False
        record = observation.record
        turn = int(record["turn"]) // int(record["players"])
        spell = dice(self.temper, what, number)
        began = (turn + spell.randrange(SPELL)) // SPELL
        return dice(self.temper, what, number, began).random() * 100 < percent

    def _distracted(self, observation: Observation, action: int, chance: random.Random) -> int:
        """Return the action, or another one if it gets distracted."""
        rules, phase = observation.ruleset.rules[0], observation.record["phase"]
        drawing = rules["id_draw"] <= action < rules["id_tickets"]
        whim, haste, glitter = (chance.random() * 100 for _ in range(3))
        if whim < self.habits.whims:
            return chance.choice(kind_of(observation.ruleset).bots.search.proposals(observation, action))
        if drawing and phase == TURN and haste < self.habits.haste:
            return smallest(observation, action)
        if drawing and glitter < self.habits.glitter:
            return shiniest(observation, action)
        return action


def dice(*parts: int | str) -> random.Random:
    """Return a generator seeded by these parts."""
    return random.Random(" ".join(map(str, parts)))  # noqa: S311 - not used for secrets


def smallest(observation: Observation, default: int) -> int:
    """Return the claim or set with the fewest cards that the seat could lay now, or the default if there is none."""
    rules, kind = observation.ruleset.rules[0], kind_of(observation.ruleset)
    cards = {
        action: kind.bots.oversights.cards_laid(rules, action)
        for action in kind.bots.search.proposals(observation, default)
    }
    return min(
        (action for action in cards if cards[action]),
        key=lambda action: (cards[action], action),
        default=default,
    )


def shiniest(observation: Observation, default: int) -> int:
    """Return the action that takes a wild, or the color most frequent in the hand; `default` if there is none."""
    ruleset, seat = observation.ruleset, int(observation.record["seat"])
    first = int(ruleset.rules[0]["id_take"])
    legal = [
        card
        for card in range(CARDS)
        if ruleset.machine.is_legal(observation.array, ruleset.rules, 0, seat, first + card)
    ]
    if not legal:
        return default
    hand = observation.record["hand"][seat]
    return first + max(legal, key=lambda card: (card == WILD, int(hand[card]), -card))


def members(words: npt.NDArray[np.uint64]) -> Iterator[int]:
    """Yield the numbers in a bit set."""
    for place, word in enumerate(words.tolist()):
        yield from (place * 64 + bit for bit in range(64) if word >> bit & 1)
