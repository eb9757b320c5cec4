"""Messages that all subjects share: a table, the messages of its socket, errors and the site (docs/protocol/).

The records check only the form of a message; the code that acts on it checks its meaning. Views, events and rulesets
are records of each kind of game (`whistlestop.kinds`).
"""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from whistlestop.endings import Away, SeatEnd
from whistlestop.fairness import Hex32, Nonce
from whistlestop.kinds import AnyEvent, AnyView
from whistlestop.server.domain.clock import ClockInfo, ClockTimes
from whistlestop.server.domain.formats import made_of
from whistlestop.server.messages.corrections import CorrectionInfo

Name = Annotated[str, Meta(min_length=1, max_length=24)]
UserId = Annotated[str, Meta(min_length=1, max_length=32)]
SeatNumber = Annotated[int, Meta(ge=0, le=31)]
Version = Annotated[int, Meta(ge=0, le=1_000_000)]
CommandId = Annotated[str, made_of("[A-Za-z0-9_.:-]+", 64)]
ActionText = Annotated[
    str, Meta(min_length=1, max_length=2000)
]  # room for a declaration of all tickets, for any game in the package

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
    """Plays an action that was legal at `version`, under an id of your choice."""

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
    """Asks for a new `hello`; `version` is the last one that you have, or 0."""

    version: Version = 0


class Turn(Struct, forbid_unknown_fields=True, tag_field="type", tag="seat"):
    """Switches to another of your seats on this device; the answer is a `hello` for that seat."""

    seat: SeatNumber


class Ping(Struct, tag_field="type", tag="ping"):
    """Asks for a `pong`."""


class Looking(Struct, tag_field="type", tag="looking"):
    """Reports whether the player is looking at the table; if so, they get no notifications about it."""

    looking: bool


class Say(Struct, forbid_unknown_fields=True, tag_field="type", tag="say"):
    """Sends a chat message: a text, or a phrase that each reader sees in their language."""

    id: CommandId
    text: SaidText | None = None
    phrase: Phrase | None = None


class Show(Struct, forbid_unknown_fields=True, tag_field="type", tag="show"):
    """Shows your name to the table while you are watching, or hides it."""

    name: bool


ClientMessage = Command | Resync | Turn | Ping | Looking | Say | Show


# ---------------------------------------------------------------------------------------------------- answers


class RulesetSummary(Struct):
    """A board in the list of boards, or a variant of one.

    `titles`: the names of a custom board in other languages. `variant_of`: the id of the board that it is a variant of.
    """

    id: str
    name: str
    titles: dict[str, str]
    machine: str
    min_players: int
    max_players: int
    variant_of: str | None


class BotSummary(Struct):
    """A bot in the list of bots."""

    id: str
    name: str
    level: int


class SeatInfo(Struct):
    """A seat as all users at the table see it.

    `bot`, on the seat of a person: the bot that took over. `away`: the reason, which is that the player left, their
    time ran out, or others let the bot take over. `held_for`: the name of the player for whom an open seat is reserved.
    `online`: the player has an open socket, or had one a few seconds ago; always true during a game by days. `lost`:
    the player's last connection was lost, and they are not back yet. `absent`: the player has been away so long that
    others may let a bot take over. `agreed`: they voted to end the game unfinished; `hints`: they voted for hints.
    `host`: they created the table, or became its host later. `program`: a program plays this seat. `player`: the id of
    the player's page, if it is shown.
    `color`: the number of its color, which no other seat has. `character`: the character as which clients show the bot,
    if the host chose one. `pause`: they voted to pause the game. `vacation`: the end of the player's vacation, during
    which their clock is stopped.
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
    character: str | None = None
    pause: bool = False
    vacation: str | None = None


class Rematch(Struct):
    """The rematch table: its key for the receiver, and the players who are present or missing."""

    table: str
    ready: list[str]
    waiting: list[str]


class Player(Struct):
    """A user, given by name."""

    id: str
    name: str


class Removed(Struct):
    """A user whom the host has removed, and who cannot sit down again for some time."""

    user: str
    name: str


class ShuffleInfo(Struct):
    """The commitment to the shuffle: the hash of the table's seed, and the nonce of each seat."""

    commitment: Hex32
    nonces: list[Nonce | None]


class TableInfo(Struct):
    """A table as one user sees it. `id` is the key to sit down, or the key to watch for users who know only that key.

    `you`: the seat whose view the user gets; `yours`: all seats of the user, several if several people play on one
    device. `kept`: an open seat reserved for the user. `abandoned`: ended by agreement, unfinished.
    `removed`: for the host only. `barred`: for a removed user only, the time until which they cannot sit down.
    `closes`: when the idle game will be closed unfinished, usually null. A game closed this way is over by its `state`
    but not by its view.
    `watchers`: the names of the spectators who show their names. `hints`: players can ask for hints.
    `delay`: seconds by which the spectators' view of a game between people is delayed. `begins`: seconds until a
    rematch starts without a seated player who is not present.
    `result`: how each seat ended and who won, once the game is over; lists of tables omit it. `offline`: the game was
    played in a browser without the server, against bots. `starts`: the game starts automatically once no seat is open.
    `ahead`: players can move ahead, because the game is played over days. `tournament`: the game belongs to it.
    `club`: only its members can open the table. `paused`: when the pause of the game ends at the latest.
    `decided`: an arbiter has decided the result of the game, which is over; a game in progress ended unfinished.
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
    tournament: str | None = None
    club: str | None = None
    offline: bool = False
    starts: bool = False
    ahead: bool = False
    paused: str | None = None
    decided: CorrectionInfo | None = None


class LogEntry(Struct):
    """The events of one action, as one viewer saw them."""

    version: int
    events: list[AnyEvent]


class ViewAnswer(Struct):
    """GET /api/tables/{table}/view: the caller's view and the log."""

    view: AnyView | None
    log: list[LogEntry]


class Hello(Struct, tag_field="type", tag="hello"):
    """Everything that the receiver may know. Sent first, at the start of the game, and in answer to `resync`."""

    table: TableInfo
    view: AnyView | None
    log: list[LogEntry]
    version: int


class Update(Struct, tag_field="type", tag="update"):
    """Sent after every action: the events of the action, and the new view.

    `result` comes with the last action, as in `TableInfo`.
    """

    version: int
    events: list[AnyEvent]
    view: AnyView
    clock: ClockTimes | None
    result: list[SeatEnd] | None = None


class TableChanged(Struct, tag_field="type", tag="table"):
    """Sent when seats, presence or state have changed; frequent changes are combined."""

    table: TableInfo


class Ack(Struct, tag_field="type", tag="ack"):
    """Your command is on disk and led to this version."""

    id: str
    version: int


class ErrorInfo(Struct):
    """A code for programs and a sentence for people; `users`: with `several_users`, the ids to choose from."""

    code: str
    message: str
    users: list[str] | UnsetType = UNSET


class Refused(Struct, tag_field="type", tag="refused"):
    """Your command changed nothing. `version` is the current one; `id` is null if none could be read."""

    id: str | None
    error: ErrorInfo
    version: int


class Failure(Struct, tag_field="type", tag="error"):
    """The server closes the socket after this message."""

    error: ErrorInfo


class Pong(Struct, tag_field="type", tag="pong"):
    """The answer to a `ping`."""


class ErrorAnswer(Struct):
    """The body of every refused request."""

    error: ErrorInfo


class ChatMessage(Struct):
    """A chat message. `seat` is null for spectators; `user` identifies the author for blocking."""

    id: int
    user: str
    name: str
    seat: int | None
    watching: bool
    text: str | None
    phrase: Phrase | None
    at: str


class Said(Struct, tag_field="type", tag="said"):
    """A new chat message. `id` is that of your `say`, null for other users' messages."""

    message: ChatMessage
    id: str | None


class Unsaid(Struct, tag_field="type", tag="unsaid"):
    """A moderator has deleted a message; stop showing it."""

    message: int


class Warned(Struct, tag_field="type", tag="warned"):
    """A moderator has warned you; `GET /api/me` has the text."""


ServerMessage = Hello | Update | TableChanged | Ack | Refused | Failure | Pong | Said | Unsaid | Warned


class Health(Struct):
    """GET /api/health."""

    status: Literal["ok"]
    version: str


class Ready(Struct):
    """GET /api/ready: `compiled` is false while the rules run interpreted."""

    compiled: bool


encode = msgspec.json.Encoder().encode
decode_client_message = msgspec.json.Decoder(ClientMessage).decode


class _Identified(msgspec.Struct):
    id: str


def id_of(text: str | None) -> str | None:
    """Return the id of a message that was refused unread, if it has an id that can be sent back."""
    try:
        found = msgspec.json.decode(text or "", type=_Identified).id
        encode(found)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return found[:64]
