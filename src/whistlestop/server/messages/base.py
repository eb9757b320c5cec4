"""Messages that all areas share: a table, what its socket carries, errors and the site (docs/protocol.md).

Each area has the rest in a `messages.py` of its own. The records check only the form of what comes in; the code that
acts on a message checks what it means. Views, events and rulesets are records of each kind (`whistlestop.kinds`).
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from whistlestop.endings import Away, SeatEnd
from whistlestop.fairness import Hex32, Nonce
from whistlestop.kinds import AnyEvent, AnyView
from whistlestop.server.domain.clock_settings import ClockInfo, ClockTimes
from whistlestop.server.domain.formats import made_of

Name = Annotated[str, Meta(min_length=1, max_length=24)]
SeatNumber = Annotated[int, Meta(ge=0, le=31)]
Version = Annotated[int, Meta(ge=0, le=1_000_000)]
CommandId = Annotated[str, made_of("[A-Za-z0-9_.:-]+", 64)]
ActionText = Annotated[
    str, Meta(min_length=1, max_length=2000)
]  # room for a declaration of all tickets of any game that comes with the package

Color = Annotated[int, Meta(ge=0, le=4)]
SaidText = Annotated[str, Meta(min_length=1, max_length=300)]
Phrase = Literal[
    "hello",
    "good_luck",
    "your_turn",
    "one_moment",
    "well_played",
    "nice_route",
    "oops",
    "thanks",
    "sorry",
    "good_game",
    "again",
    "bye",
]


# --------------------------------------------------------------------------------------------------- requests


class Command(Struct, forbid_unknown_fields=True, tag_field="type", tag="command"):
    """Plays an action, chosen at a version, under an id of your choice."""

    id: CommandId
    version: Version
    action: ActionText
    seat: SeatNumber | None = None


class CommandBody(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/commands: a command without its type."""

    id: CommandId
    version: Version
    action: ActionText
    seat: SeatNumber | None = None


class Resync(Struct, tag_field="type", tag="resync"):
    """Asks for everything again; `version` is the last that you have, or 0."""

    version: Version = 0


class Turn(Struct, forbid_unknown_fields=True, tag_field="type", tag="seat"):
    """The device goes to whoever sits at another of the own seats; the answer is a hello for that seat."""

    seat: SeatNumber


class Ping(Struct, tag_field="type", tag="ping"):
    """Asks for a pong."""


class Looking(Struct, tag_field="type", tag="looking"):
    """Says whether the person sees the table now; who does is not told elsewhere of their turn."""

    looking: bool


class Say(Struct, forbid_unknown_fields=True, tag_field="type", tag="say"):
    """Says something: a text, or a phrase that each reader has in their language."""

    id: CommandId
    text: SaidText | None = None
    phrase: Phrase | None = None


class Show(Struct, forbid_unknown_fields=True, tag_field="type", tag="show"):
    """Whether those at the table are told my name while I watch."""

    name: bool


ClientMessage = Command | Resync | Turn | Ping | Looking | Say | Show


# ---------------------------------------------------------------------------------------------------- answers


class RulesetSummary(Struct):
    """One line of the list of boards."""

    id: str
    name: str
    machine: str
    min_players: int
    max_players: int


class BotSummary(Struct):
    """One line of the list of bots."""

    id: str
    name: str
    level: int


class SeatInfo(Struct):
    """A seat as everybody at the table sees it.

    A `bot` on the seat of a person plays for them, and `away` says why: they left, their time ran out, or others had
    the bot take their place. `held_for` is the name of the player for whom an open seat is kept.
    `online`: a socket of the player is open, or was a few seconds ago; `lost`: the last one broke off, and they are
    not back yet. `absent`: the player has been away so long that others may let a bot play. `agreed`: they want to end
    the game unfinished, `hints`: they want hints for everybody. `host`: they made the table, or it was handed to them.
    `program`: a program plays this seat. `player` leads to the page of the player, if there is one to see.
    `color`: the number of its color, which no other seat has.
    """

    seat: int
    kind: Literal["person", "bot", "open"]
    name: str | None
    bot: str | None
    online: bool
    held_for: str | None = None
    absent: bool = False
    agreed: bool = False
    host: bool = False
    program: bool = False
    invited: bool = False
    player: str | None = None
    hints: bool = False
    lost: bool = False
    away: Away | None = None
    color: int = 0


class Rematch(Struct):
    """The table at which the players meet once more: its key for the receiver, who is there and who is missing."""

    table: str
    ready: list[str]
    waiting: list[str]


class Removed(Struct):
    """A user whom the host has removed, and who cannot sit down for a while."""

    user: str
    name: str


class ShuffleInfo(Struct):
    """What a table promises of its shuffle: the hash of its seed, and what each seat has added."""

    commitment: Hex32
    nonces: list[Nonce | None]


class TableInfo(Struct):
    """A table as one user sees it. `id` is the key that the user may know: the one to sit, or the one to watch.

    `you` is the seat that is looked from, `yours` are all the user's: several where several people play on one
    device. `kept` is an open seat that waits for the user. `abandoned`: over by agreement, and not finished.
    `removed` is told to the host; `barred` to the user who was removed: until when they cannot sit down.
    `closes`: when the game is closed unfinished if nobody plays on; null for nearly all. A game that was closed so is
    over by its `state` while its view is not.
    `watchers` are the names of those among the spectators who show them. `hints`: players may ask for them.
    `delay`: seconds by which spectators see a game between people later. `begins`: seconds until a rematch starts
    without waiting any longer for a seated player who is not there.
    `result`: how each seat ended and who has won, once the game is over; lists of tables leave it out.
    """

    id: str
    watch: str
    ruleset: str
    state: Literal["open", "playing", "over"]
    owner: str
    you: int | None
    version: int
    seats: list[SeatInfo]
    spectators: int
    created: str
    look: bool
    clock: ClockInfo | None
    shuffle: ShuffleInfo | None
    watchers: list[str]
    listed: bool
    quick: bool
    chat: bool
    closes: str | None = None
    yours: list[int] = []
    kept: int | None = None
    abandoned: bool = False
    comes_back: bool = True
    rematch: Rematch | None = None
    removed: list[Removed] = []
    imported: bool = False
    hints: bool = False
    barred: str | None = None
    delay: int = 0
    result: list[SeatEnd] | None = None
    begins: int | None = None


class LogEntry(Struct):
    """What one action showed to one viewer."""

    version: int
    events: list[AnyEvent]


class ViewAnswer(Struct):
    """GET /api/tables/{table}/view: what the caller may see now, and how it came to be."""

    view: AnyView | None
    log: list[LogEntry]


class Hello(Struct, tag_field="type", tag="hello"):
    """All that the receiver may know: first, when the game begins, and as the answer to `resync`."""

    table: TableInfo
    view: AnyView | None
    log: list[LogEntry]
    version: int


class Update(Struct, tag_field="type", tag="update"):
    """After every action: what happened, and what the receiver knows now.

    `result` comes with the last action, as in a `TableInfo`.
    """

    version: int
    events: list[AnyEvent]
    view: AnyView
    clock: ClockTimes | None
    result: list[SeatEnd] | None = None


class TableChanged(Struct, tag_field="type", tag="table"):
    """Seats, presence or state have changed; once for a burst of comings and goings."""

    table: TableInfo


class Ack(Struct, tag_field="type", tag="ack"):
    """Your command is on disk and made this version."""

    id: str
    version: int


class ErrorInfo(Struct):
    """A code for programs and a sentence for people."""

    code: str
    message: str


class Refused(Struct, tag_field="type", tag="refused"):
    """Your command changed nothing; `version` is the present one, `id` is null if none could be read."""

    id: str | None
    error: ErrorInfo
    version: int


class Failure(Struct, tag_field="type", tag="error"):
    """The socket cannot be served, or not any more; it is closed next."""

    error: ErrorInfo


class Pong(Struct, tag_field="type", tag="pong"):
    """The answer to a ping."""


class ErrorAnswer(Struct):
    """The body of every refused request."""

    error: ErrorInfo


class ChatMessage(Struct):
    """Something that was said. `seat` is null for those who watched, `user` names a person for muting."""

    id: int
    user: str
    name: str
    seat: int | None
    watching: bool
    text: str | None
    phrase: Phrase | None
    at: str


class Said(Struct, tag_field="type", tag="said"):
    """Somebody said something; `id` is that of your own message, null for others'."""

    message: ChatMessage
    id: str | None


class Unsaid(Struct, tag_field="type", tag="unsaid"):
    """A moderator has deleted a message: show it no longer."""

    message: int


class Warned(Struct, tag_field="type", tag="warned"):
    """A moderator has warned you: `GET /api/me` tells what about."""


ServerMessage = Hello | Update | TableChanged | Ack | Refused | Failure | Pong | Said | Unsaid | Warned


class Health(Struct):
    """GET /api/health."""

    status: Literal["ok"]
    version: str


class Ready(Struct):
    """GET /api/ready: `compiled` is false while the rules are played interpreted."""

    compiled: bool


encode = msgspec.json.Encoder().encode
decode_client_message = msgspec.json.Decoder(ClientMessage).decode
