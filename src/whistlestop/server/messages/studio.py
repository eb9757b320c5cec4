"""The messages of the board editor. A board is plain data (docs/board-format.md#as-data); it may be incomplete."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from whistlestop.languages import LANGUAGES
from whistlestop.printing import DEFAULT_SPACE, PAPERS, SPACES
from whistlestop.server.domain.formats import Slug, made_of
from whistlestop.server.messages.meeting import Reason

TicketId = Annotated[str, made_of(r"[a-z0-9_]+-[a-z0-9_]+(/[2-9])?", 90)]
FileName = Annotated[str, Meta(min_length=1, max_length=200)]


class BoardDraft(Struct, forbid_unknown_fields=True):
    """POST /api/studio/check, /drawing, /places and /files/{form}: a board."""

    board: dict[str, Any]


class PrintWish(Struct, forbid_unknown_fields=True):
    """POST /api/studio/print: a board without faults, and the settings for printing it.

    `space`: length of a train space in millimeters. `language`: the language of the texts.
    """

    board: dict[str, Any]
    paper: Literal[*PAPERS] = "a4"  # type: ignore[valid-type]
    space: Annotated[float, Meta(ge=SPACES[0], le=SPACES[1])] = DEFAULT_SPACE
    language: Literal[*LANGUAGES] = "en"  # type: ignore[valid-type]


class DeckWish(Struct, forbid_unknown_fields=True):
    """POST /api/studio/tickets: the board, and the properties of the deck to suggest.

    `count`: tickets that are not long; null: 0.9 for each city. `keep`: the ids of tickets that stay, which name their
    ends. A different `seed` gives a different deck that is equally good.
    """

    board: dict[str, Any]
    count: Annotated[int, Meta(ge=0, le=128)] | None = None
    long: Annotated[int, Meta(ge=0, le=30)] = 0
    keep: Annotated[list[TicketId], Meta(max_length=128)] = []
    seed: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


class SuggestedTicket(Struct):
    """A ticket of a suggested deck, as in the data of a board."""

    id: str
    origin: str
    targets: list[str]
    points: list[int]
    long: bool


class SuggestedDeck(Struct):
    """A suggested deck of tickets."""

    tickets: list[SuggestedTicket]


class BoardFiles(Struct, forbid_unknown_fields=True):
    """POST /api/studio/import: files in Base64 by name, and the deck to import if there are several."""

    files: Annotated[dict[FileName, str], Meta(min_length=1, max_length=3)]
    deck: Annotated[str, Meta(max_length=200)] | None = None


class BroughtBoard(Struct):
    """An imported board, and notes in English about changes, additions and omissions."""

    board: dict[str, Any]
    notes: list[str]


class LandOutlines(Struct):
    """GET /api/studio/land: outlines in a box of degrees, each a flat list of longitudes and latitudes in turn.

    Those of land and lakes are rings.
    """

    land: list[list[float]]
    lakes: list[list[float]]
    rivers: list[list[float]]
    borders: list[list[float]]


class UnplacedItem(Struct):
    """Something that does not fit into a drawing: the title, a route, or the name or the dot of a city, by its id."""

    what: Literal["title", "route", "name", "city"]
    id: str


class BoardPlaces(Struct):
    """POST /api/studio/places: the items that do not fit. `drawn`: there is a drawing without these items."""

    unplaced: list[UnplacedItem]
    drawn: bool


class BoardFault(Struct):
    """A fault: its place in the board, such as `["routes", 3, "length"]`, and the reason, in English."""

    place: list[str | int]
    text: str


class BoardFigures(Struct):
    """The figures of a board.

    `spaces`: train spaces by color. `ends`: tickets by city. `parts`: the number of networks without a connection
    between them. `points`: the number of tickets by their points.
    """

    spaces: dict[str, int]
    ends: dict[str, int]
    parts: int
    points: dict[str, int]


class BoardReport(Struct):
    """The result of a check: the board can be played if it has no faults.

    `figures` is null if rows of the board's tables have the wrong shape.
    """

    faults: list[BoardFault]
    figures: BoardFigures | None


class BalanceWish(Struct, forbid_unknown_fields=True):
    """POST /api/studio/balance: a board without faults, and the number of players in the games."""

    board: dict[str, Any]
    seats: Annotated[int, Meta(ge=2, le=5)]


class BalanceFinding(Struct):
    """A figure beyond its limit.

    Its subject is a route, a ticket, a color, a place in the turn order (`turn 1`), or `board`.

    `low`, `high`: the ends of the 95% interval.
    """

    subject: str
    figure: float
    low: float | None
    high: float | None


class BalanceCheck(Struct):
    """A check of the balance, such as `dead routes`, with its faults."""

    name: str
    faults: list[BalanceFinding]


class BoardEdit(Struct):
    """A change of a board as data: a row of a table, with the id `key` (null: removed), or the value of a setting."""

    section: str
    key: str
    value: Any


class BalanceDifference(Struct):
    """The figure of a fault on the board and on the changed one, and the ends of the 95% interval of the difference."""

    before: float
    after: float
    low: float
    high: float


class BoardRemedy(Struct):
    """A change that corrects a fault, confirmed by games.

    `amount`: spaces or points that are added, or the value of the setting. `other`: the route that gets the color of
    `subject`. `difference` is null if the subject of the fault is removed.
    """

    kind: Literal["lengthen", "shorten", "gray", "swap", "double", "points", "remove", "setting"]
    subject: str
    amount: int
    other: str
    edits: list[BoardEdit]
    difference: BalanceDifference | None


class BalanceTrial(Struct):
    """A fault for which changes were tried, and the confirmed remedy; null if there is none."""

    check: str
    subject: str
    tried: int
    remedy: BoardRemedy | None


class BalanceReport(Struct):
    """The findings of games between bots about a board so far.

    Request it again while the state is `waiting` or `playing`.

    `played`: how many of the `games` for finding faults are finished. Further games try remedies. `stopped`: the games
    ended early.
    """

    state: Literal["waiting", "playing", "done", "stopped"]
    played: int
    games: int
    checks: list[BalanceCheck]
    trials: list[BalanceTrial]


class SharedBoard(Struct):
    """A board that the site keeps for a user. The id identifies exactly this version of the board."""

    id: str
    name: str
    made: str


class BoardToKeep(Struct, forbid_unknown_fields=True):
    """POST /api/boards: a board without faults. `origin`: the id of the board that it was made from."""

    board: dict[str, Any]
    origin: Slug | None = None


class BoardOrigin(Struct):
    """The board that another board was made from: one of the site, or of the gallery."""

    id: str
    name: str


class BoardStanding(Struct):
    """The gallery's data about a user's board.

    `players`: users who have finished a game on it. `rating`: the mean of `ratings` ratings, from 1 to 5. `stars`: your
    own rating. `balance`: the number of faults that games between bots found, by number of players.
    """

    listed: bool
    players: int
    rating: float | None
    ratings: int
    stars: int | None
    can_rate: bool
    balance: dict[str, int]
    origin: BoardOrigin | None


class FoundBoard(Struct):
    """GET /api/boards/{board}: a board as data. `own`: it is one of yours. `standing` is null for boards of the site.

    `club`: the board belongs to this club, of which you are a member, and so do its tables.
    """

    board: dict[str, Any]
    own: bool
    standing: BoardStanding | None = None
    club: str | None = None


class ListBoard(Struct, forbid_unknown_fields=True):
    """PUT /api/boards/{board}/listing."""

    listed: bool


class RateBoard(Struct, forbid_unknown_fields=True):
    """PUT /api/boards/{board}/rating; null withdraws your rating."""

    stars: Annotated[int, Meta(ge=1, le=5)] | None


class GalleryBoard(Struct):
    """A board in the gallery. See `BoardStanding`. `maker`: the name of the user who made it."""

    id: str
    name: str
    maker: str
    listed: str
    min_players: int
    max_players: int
    cities: int
    routes: int
    tickets: int
    players: int
    rating: float | None
    ratings: int
    balance: dict[str, int]
    origin: BoardOrigin | None


class GalleryPage(Struct):
    """GET /api/gallery: a page of boards. `more`: there is another page."""

    boards: list[GalleryBoard]
    more: bool


class ReportBoard(Struct, forbid_unknown_fields=True):
    """POST /api/boards/{board}/report."""

    reason: Reason
