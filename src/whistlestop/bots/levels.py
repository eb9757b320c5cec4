"""The bot levels at tables: the planner with human mistakes, the planner without them, and a search.

The bot decides from a copy of the observation without the parts that it overlooks. Sometimes it chooses another
attractive action. `Habits` defines the probabilities.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from whistlestop.core.fields import CARDS, DECLARATION, TURN, WILD
from whistlestop.games.kind import Kind
from whistlestop.kinds import kind_of
from whistlestop.observation import Observation

from .bot import Bot

__all__ = [
    "CHARACTERS",
    "EAGER",
    "EXPERT",
    "HABITS",
    "LEVELS",
    "Habits",
    "Level",
    "LevelBot",
    "habits_of",
    "in_character",
]

SPELL = 6
"""The number of rounds for which the bot follows a single ticket, overlooks something, or is eager."""

EAGER = {"claim_bias": -400}
"""The planner's numbers while it is eager. On maps, it then claims a route of its plan soon after it can pay."""


@dataclass(frozen=True, slots=True)
class Habits:
    """Probabilities of mistakes, in percent."""

    focus: int = 0
    """It follows one ticket at a time, the one with the fewest points first, for `SPELL` rounds."""
    overlooks: int = 0
    """It misses something that another player placed, for `SPELL` rounds."""
    eager: int = 0
    """It does not collect cards for several claims before it makes the first, for `SPELL` rounds (map games only)."""
    glitter: int = 0
    """When drawing, it takes a face-up wild, or else the color of which it holds most."""
    haste: int = 0
    """It plays the cheapest claim or set that it can pay for instead of drawing."""
    whims: int = 0
    """It picks a random action among those that a search would try, except drawing tickets."""

    def in_games_of(self, kind: Kind) -> Habits:
        """Return the habits with the distractions of a kind of game."""
        times = kind.bots.distraction
        haste, whims = (
            round(100 * (1 - (1 - percent / 100) ** times)) for percent in (self.haste, self.whims)
        )
        return dataclasses.replace(self, haste=haste, whims=whims)


HABITS = tuple(field.name for field in dataclasses.fields(Habits))
"""Options of all levels but the highest."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level that plays like the planner, with mistakes or without."""

    label: str
    strength: int
    """Its strength, from 1 upwards."""
    habits: Habits


LEVELS = {
    "first_ride": Level(
        "First ride", 1, Habits(focus=100, overlooks=80, eager=100, glitter=52, haste=21, whims=22)
    ),
    "easy": Level("Easy", 2, Habits(focus=95, overlooks=60, eager=95, glitter=38, haste=12, whims=13)),
    "medium": Level("Medium", 3, Habits(focus=60, overlooks=45, eager=85, glitter=18, haste=6, whims=7)),
    "hard": Level("Hard", 4, Habits(focus=25, overlooks=10, eager=35, glitter=5, haste=3, whims=3)),
    "very_hard": Level("Very hard", 5, Habits()),
}
"""All levels but the highest by name, weakest first."""

EXPERT = "expert"
"""Name of the highest level."""

CHARACTERS: dict[str, tuple[str, dict[str, int]]] = {
    "pip": ("first_ride", {"glitter": 100, "haste": 15, "whims": 23}),
    "nona": ("first_ride", {"glitter": 40, "haste": 30, "whims": 16}),
    "bruno": ("easy", {"eager": 100, "glitter": 20, "haste": 18, "whims": 9}),
    "lotte": ("easy", {"focus": 100, "haste": 9, "whims": 15}),
    "edda": ("medium", {"focus": 40, "haste": 5, "whims": 9}),
    "mirela": ("medium", {"eager": 50, "glitter": 60, "haste": 4, "whims": 5}),
    "rafik": ("hard", {"focus": 40, "overlooks": 0, "eager": 50, "haste": 2}),
    "viktor": ("hard", {"focus": 5, "eager": 50}),
}
"""The level of each character that a bot can appear as, and the habits that differ from those of its level. Characters
of higher levels have no habits of their own."""

_RELATIVES = {
    "milo": "pip",
    "tilda": "nona",
    "boris": "bruno",
    "greta": "lotte",
    "thea": "edda",
    "dana": "mirela",
    "samir": "rafik",
    "anton": "viktor",
}
"""Further characters, for tables with several bots of a level, with the habits of another character."""

CHARACTERS |= {who: CHARACTERS[other] for who, other in _RELATIVES.items()}


def in_character(bot: str, character: str | None) -> str:
    """Return the spec of a bot that plays its level like a character; characters of other levels change nothing."""
    level, habits = CHARACTERS.get(character or "", (None, {}))
    if level != bot:
        return bot
    return f"{bot}:{','.join(f'{habit}={percent}' for habit, percent in habits.items())}"


def habits_of(kind: Kind) -> dict[str, Habits]:
    """Return the habits of all levels and characters in games of a kind, by name."""
    styled = {
        who: dataclasses.replace(LEVELS[level].habits, **habits)
        for who, (level, habits) in CHARACTERS.items()
    }
    every = {name: level.habits for name, level in LEVELS.items()} | styled
    return {name: habits.in_games_of(kind) for name, habits in every.items()}


class LevelBot:
    """Plays like another bot, but with the mistakes of its habits.

    What it overlooks depends on the bot's seed; other mistakes depend on the last seed given to `roll`.
    """

    __slots__ = ("dice", "eager", "habits", "planner", "temper")

    def __init__(
        self, habits: Habits, options: Mapping[str, int], seed: int, planner: Bot, eager: Bot
    ) -> None:
        self.habits = dataclasses.replace(habits, **options)
        self.planner, self.eager = planner, eager
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
        planner = self.eager if self._misses("claims", 0, observation, self.habits.eager) else self.planner
        action = int(planner.choose(self.believed(observation)))
        # It now notices the obstacle, or its other tickets.
        if action == rules[0]["id_tickets"] or not machine.is_legal(
            observation.array, rules, 0, seat, action
        ):
            action = int(planner.choose(observation))
        return self._distracted(observation, action, chance)

    def believed(self, observation: Observation) -> Observation:
        """Return the observation without the tickets that it does not follow and the moves that it overlooks."""
        believed = Observation(observation.ruleset, observation.seat, observation.array.copy())
        record, seat = believed.record, int(observation.record["seat"])
        oversights = kind_of(observation.ruleset).bots.oversights
        follows_one = self._misses("tickets", 0, observation, self.habits.focus)
        if follows_one and record["phase"] != DECLARATION:  # in that phase it sees all its tickets
            for ticket in oversights.pending(observation)[1:]:
                record["tickets"][seat, ticket // 64] ^= np.uint64(1 << ticket % 64)
                record["ticket_count"][seat] -= 1
        for player, number in oversights.laid(observation) if self.habits.overlooks else ():
            if self._misses("laid", number, observation, self.habits.overlooks):
                oversights.overlook(believed, player, number)
        return believed

    def _misses(self, what: str, number: int, observation: Observation, percent: int) -> bool:
        """Return whether it makes a mistake of this probability in this spell."""
        if not percent:
            return False
        record = observation.record
        turn = int(record["turn"]) // int(record["players"])
        spell = (turn + int(SPELL * rolled(self.temper, what, number))) // SPELL
        return 100 * rolled(self.temper, what, number, spell) < percent

    def _distracted(self, observation: Observation, action: int, chance: random.Random) -> int:
        """Return the action, or another one if it gets distracted."""
        rules, phase, kind = (
            observation.ruleset.rules[0],
            observation.record["phase"],
            kind_of(observation.ruleset),
        )
        habits = self.habits.in_games_of(kind)
        drawing = rules["id_draw"] <= action < rules["id_tickets"]
        whim, haste, glitter = (chance.random() * 100 for _ in range(3))
        if whim < habits.whims:
            proposed = kind.bots.search.proposals(observation, action)
            return chance.choice([one for one in proposed if one != rules["id_tickets"]] or [action])
        if drawing and phase == TURN and haste < habits.haste:
            return smallest(observation, action)
        if drawing and glitter < habits.glitter:
            return shiniest(observation, action)
        return action


def dice(*parts: int | str) -> random.Random:
    """Return a generator seeded by these parts."""
    return random.Random(" ".join(map(str, parts)))  # noqa: S311 - not used for secrets


@lru_cache(maxsize=4096)
def rolled(*parts: int | str) -> float:
    """Return the first number of a generator, from 0 to less than 1; a spell needs it in every decision."""
    return dice(*parts).random()


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
