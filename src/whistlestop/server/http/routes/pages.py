"""The pages and files of the browser client."""

import re
from typing import Any
from urllib.parse import quote

from litestar import Response
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from whistlestop.languages import LANGUAGES
from whistlestop.server.adapters.database.database import DatabaseError
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.http.client import Client, serve
from whistlestop.server.http.guests import CSRF_COOKIE
from whistlestop.server.http.heads import VARY
from whistlestop.server.http.preloads import LANGUAGE, language_of
from whistlestop.server.http.routes.common import KEPT, READ, REVALIDATE, AnyRequest, site_of
from whistlestop.server.settings import Settings
from whistlestop.server.usecases.boards import Board, Boards
from whistlestop.server.usecases.pages import Head, Pages
from whistlestop.server.usecases.tables.boards import TableBoards

FOREVER = "public, max-age=31536000, immutable"


PAGES = {
    "/about": "about",
    "/history": "history",
    "/rules": "rules",
    "/account": "account",
    "/signin": "account",
    "/signin/{provider:str}": "account",
    "/recover": "account",
    "/verify": "account",
    "/play": "play",
    "/watch": "watch_games",
    "/host": "host",
    "/notices/stop/{token:str}": "account",
    "/notices/confirm/{token:str}": "account",
    "/programs": "programs",
    "/bots": "bots",
    "/games": "games",
    "/rankings": "rankings",
    "/friends": "friends",
    "/clubs": "clubs",
    "/clubs/{club:str}": "clubs",
    "/c/{key:str}": "clubs",
    "/studies": "studies",
    "/studies/{study:str}": "studies",
    "/studies/{study:str}/{chapter:str}": "studies",
    "/studies/{study:str}/{chapter:str}/{version:int}": "studies",
    "/s/{key:str}": "studies",
    "/status": "status",
    "/tournaments": "tournaments",
    "/tournaments/{tournament:str}": "tournaments",
    "/leagues": "leagues",
    "/leagues/{league:str}": "leagues",
    "/f/{key:str}": "friends",
    "/learn": "learn",
    "/learn/{ruleset:str}": "learn",
    "/learn/{ruleset:str}/{step:str}": "learn",
    "/studio": "studio",
    "/studio/{board:str}": "studio",
    "/puzzles": "puzzles",
    "/puzzles/{ruleset:str}": "puzzles",
    "/puzzles/{ruleset:str}/{puzzle:str}": "puzzles",
}
"""Pages that are the same for all users, with the names of their texts."""
NAMES = {re.sub(r":\w+}", "}", path): name for path, name in PAGES.items()}
"""The same texts by path template, as requests contain it."""
GAMES = [
    "/verify/{game:str}",
    "/t/{game:str}/replay",
    "/games/{game:str}",
    "/games/{game:str}/{version:int}",
    "/games/{game:str}/together/{key:str}",
    "/games/{game:str}/{version:int}/together/{key:str}",
    "/embed/games/{game:str}",
    "/embed/games/{game:str}/{version:int}",
]


class View:
    """The data that handlers of pages need from their request."""

    def __init__(
        self, request: AnyRequest, client: NamedDependency[Client], settings: NamedDependency[Settings]
    ) -> None:
        self._request = request
        self._client = client
        self._site = site_of(request, settings)
        self._chosen = request.cookies.get(LANGUAGE)
        self._wanted = request.headers.get("accept-language", "")
        self.language = language_of(self._chosen, self._wanted, LANGUAGES)
        self.known = CSRF_COOKIE in request.cookies
        """Whether the browser has a user. Without one, two requests at the same time would create two guests."""

    def answer(self, head: Head) -> Response[bytes]:
        """Return the page with its head."""
        path = quote(self._request.scope["path"])
        page = self._client.heads.page(self._client.page(), self.language, head, self._site, path)
        return serve(self._request, page, cache=REVALIDATE, vary=VARY)

    def links(self, *pages: str, **wanted: Any) -> str:
        """Return the header Link with the files that the page will request; the arguments are those of `Preloads`."""
        return self._client.preloads().links(*pages, chosen=self._chosen, wanted=self._wanted, **wanted)


STARTED = ("/api/me", "/api/rulesets", "/api/bots", "/api/waiting", "/api/games", "/api/puzzles")
"""The requests that the start page makes as soon as it runs."""
SHARED: dict[str, Any] = {"http_method": READ, "include_in_schema": False, "opt": KEPT}


@HTTPRouteHandler("/t/{table:str}", **SHARED)
async def table_page(
    table: FromPath[str],
    boards: NamedDependency[Boards],
    table_boards: NamedDependency[TableBoards],
    view: NamedDependency[View],
    pages: NamedDependency[Pages],
) -> Response[bytes]:
    """Return the page of a table, with its first requests in the header Link."""
    board, begun = await _look_at(table, table_boards)
    answers: list[str] = []
    drawing = None
    if view.known:
        path = f"/api/tables/{quote(table, safe='')}"
        answers = ["/api/me", path, f"{path}/view", f"{path}/ruleset"]
        if board is not None and board.ruleset.routes:
            at = f"/api/rulesets/{board.ruleset.id}" if boards.lists(board) else path
            drawing = f"{at}/board.svg"
    kind = None if board is None else board.ruleset.data.machine
    answer = view.answer(await pages.game(view.language, table))
    answer.headers["Link"] = view.links(
        "TablePage", *([] if begun else ["Lobby"]), kind=kind, answers=answers, drawing=drawing
    )
    return answer


@HTTPRouteHandler("/", **SHARED)
async def start_page(
    view: NamedDependency[View],
    pages: NamedDependency[Pages],
) -> Response[bytes]:
    """Return the start page, with its files in the header Link."""
    answer = view.answer(pages.start(view.language))
    answer.headers["Link"] = (
        view.links("Start", "home", texts=["games", "home"], answers=STARTED)
        if view.known
        else view.links("Start")
    )
    return answer


@HTTPRouteHandler("/rules/{ruleset:str}", **SHARED)
async def rules_page(
    ruleset: FromPath[str],
    boards: NamedDependency[Boards],
    view: NamedDependency[View],
    pages: NamedDependency[Pages],
) -> Response[bytes]:
    """Return the page with the rules of a board, with its first requests in the header Link."""
    answer = view.answer(pages.rules(view.language, ruleset))
    found = boards.find(ruleset)
    paths: list[str] = []
    drawing = None
    if found is not None and view.known:
        paths = ["/api/me", "/api/rulesets", f"/api/rulesets/{found.id}"]
        drawing = f"{paths[-1]}/board.svg" if found.routes else None
    answer.headers["Link"] = view.links(
        "RulesPage",
        texts=["rules"],
        kind=None if found is None else found.data.machine,
        module="book",
        answers=paths,
        drawing=drawing,
    )
    return answer


@HTTPRouteHandler("/p/{player:str}", **SHARED)
async def player_page(
    player: FromPath[str],
    view: NamedDependency[View],
    pages: NamedDependency[Pages],
) -> Response[bytes]:
    """Return the page of a player."""
    return view.answer(await pages.player(view.language, player))


@HTTPRouteHandler("/i/{key:str}", **SHARED)
async def invitation_page(
    key: FromPath[str],
    view: NamedDependency[View],
    pages: NamedDependency[Pages],
) -> Response[bytes]:
    """Return the page of an invitation."""
    return view.answer(await pages.invitation(view.language, key))


@HTTPRouteHandler(GAMES, **SHARED)
async def game_page(
    request: AnyRequest,
    view: NamedDependency[View],
    pages: NamedDependency[Pages],
) -> Response[bytes]:
    """Return the replay of a game, optionally at a version."""
    told = request.path_params
    return view.answer(await pages.game(view.language, told["game"], told.get("version")))


@HTTPRouteHandler(list(PAGES), **SHARED)
async def page(
    request: AnyRequest,
    view: NamedDependency[View],
    pages: NamedDependency[Pages],
) -> Response[bytes]:
    """Return one of the other pages, which are the same for all users."""
    return view.answer(pages.plain(view.language, NAMES[request.scope["path_template"]]))


async def _look_at(table: str, table_boards: TableBoards) -> tuple[Board | None, bool]:
    """Return the board of a table, and whether its game has begun; no board if the table or the database is missing.

    In that case the page itself reports it.
    """
    try:
        return await table_boards.look_at(table)
    except (Refusal, DatabaseError):
        return None, True


@HTTPRouteHandler("/{path:path}", http_method=READ, include_in_schema=False, opt=KEPT)
async def client_file(
    request: AnyRequest, path: FromPath[str], client: NamedDependency[Client]
) -> Response[bytes]:
    """Return a file of the browser client."""
    found = client.file(path)
    if found is None:
        raise NotFoundException
    # Names under assets/ include a hash of the content.
    return serve(request, found, cache=FOREVER if path.startswith("/assets/") else REVALIDATE)
