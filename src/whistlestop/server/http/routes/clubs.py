"""Clubs."""

from litestar import delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from whistlestop.server.domain.clubs import room_of
from whistlestop.server.domain.identity import Caller
from whistlestop.server.http.routes.common import AnyRequest
from whistlestop.server.messages.clubs import (
    ClubForm,
    ClubGame,
    ClubInfo,
    ClubInvitation,
    ClubList,
    GiveRole,
    MakeClubLink,
    OfferBoard,
    ReportClub,
)
from whistlestop.server.messages.meeting import ChatAnswer
from whistlestop.server.usecases.clubs.boards import ClubBoards
from whistlestop.server.usecases.clubs.clubs import Clubs
from whistlestop.server.usecases.meeting.chat import Chat

ONE = "/api/clubs/{club:str}"


@get("/api/clubs", summary="List clubs")
async def list_clubs(request: AnyRequest, clubs: NamedDependency[Clubs]) -> ClubList:
    """Return your clubs, and open ones that you can ask to join."""
    return await clubs.listed(request.user)


@post("/api/clubs", summary="Found a club", status_code=200)
async def create_club(
    data: JSONBody[ClubForm], caller: NamedDependency[Caller], clubs: NamedDependency[Clubs]
) -> ClubInfo:
    """Found a club, of which you are the owner."""
    return await clubs.create(caller, data)


@get("/api/clubs/link/{key:str}", summary="Look at a club's invitation")
async def club_invitation(
    key: FromPath[str], caller: NamedDependency[Caller], clubs: NamedDependency[Clubs]
) -> ClubInvitation:
    """Return the club of an invitation link."""
    return await clubs.invitation(caller, key)


@post("/api/clubs/link/{key:str}", summary="Join a club by its link", status_code=200)
async def join_club(
    key: FromPath[str], caller: NamedDependency[Caller], clubs: NamedDependency[Clubs]
) -> ClubInfo:
    """Become a member."""
    return await clubs.join(caller, key)


@get(ONE, summary="Show a club")
async def show_club(request: AnyRequest, club: FromPath[str], clubs: NamedDependency[Clubs]) -> ClubInfo:
    """Return a club with its members and tables. Users who are not members get only the description of an open club."""
    return await clubs.info(request.user, club)


@put(ONE, summary="Change a club")
async def change_club(
    club: FromPath[str],
    data: JSONBody[ClubForm],
    caller: NamedDependency[Caller],
    clubs: NamedDependency[Clubs],
) -> ClubInfo:
    """Change the name, text, language and openness. For the owner and moderators."""
    return await clubs.change(caller, club, data)


@delete(ONE, summary="Close a club", status_code=200)
async def close_club(
    club: FromPath[str], caller: NamedDependency[Caller], clubs: NamedDependency[Clubs]
) -> ClubList:
    """Close a club for good, with its room. Its players keep their games. For the owner and moderators."""
    return await clubs.close(caller, club)


@get(f"{ONE}/games", summary="List the finished games of a club")
async def club_games(
    club: FromPath[str], caller: NamedDependency[Caller], clubs: NamedDependency[Clubs]
) -> list[ClubGame]:
    """Return the newest games at tables of the club. For members."""
    return await clubs.games(caller, club)


@get(f"{ONE}/chat", summary="Get the chat of a club")
async def club_chat(
    club: FromPath[str], caller: NamedDependency[Caller], chats: NamedDependency[Chat]
) -> ChatAnswer:
    """Return the newest 100 messages of the club's room, oldest first. For members."""
    return await chats.of_room(caller, room_of(club))


@post(f"{ONE}/join", summary="Ask to join a club", status_code=200)
async def ask_club(
    club: FromPath[str], caller: NamedDependency[Caller], clubs: NamedDependency[Clubs]
) -> ClubInfo:
    """Ask the owner and the organizers of an open club to accept you."""
    return await clubs.ask(caller, club)


@delete(f"{ONE}/join", summary="Leave a club", status_code=200)
async def leave_club(
    club: FromPath[str], caller: NamedDependency[Caller], clubs: NamedDependency[Clubs]
) -> ClubList:
    """Leave, or withdraw your request. The owner must transfer or close the club first."""
    return await clubs.leave(caller, club)


@put(f"{ONE}/members/{{player:str}}", summary="Accept a member or change a role")
async def give_role(
    club: FromPath[str],
    player: FromPath[str],
    data: JSONBody[GiveRole],
    caller: NamedDependency[Caller],
    clubs: NamedDependency[Clubs],
) -> ClubInfo:
    """Accept a request (owner and organizers), change a role, or transfer the club (owner)."""
    return await clubs.give_role(caller, club, player, data.role)


@delete(f"{ONE}/members/{{player:str}}", summary="Remove a member", status_code=200)
async def remove_member(
    club: FromPath[str],
    player: FromPath[str],
    caller: NamedDependency[Caller],
    clubs: NamedDependency[Clubs],
) -> ClubInfo:
    """Remove a member, who cannot join again; decline a request; or lift a removal. For the owner and organizers."""
    return await clubs.remove(caller, club, player)


@post(f"{ONE}/boards", summary="Offer a board to a club", status_code=200)
async def offer_board(
    club: FromPath[str],
    data: JSONBody[OfferBoard],
    caller: NamedDependency[Caller],
    club_boards: NamedDependency[ClubBoards],
) -> ClubInfo:
    """Let the members use a board of yours at tables of the club. For members."""
    return await club_boards.offer(caller, club, data.board)


@delete(f"{ONE}/boards/{{board:str}}", summary="Take a board back from a club", status_code=200)
async def take_board(
    club: FromPath[str],
    board: FromPath[str],
    caller: NamedDependency[Caller],
    club_boards: NamedDependency[ClubBoards],
) -> ClubInfo:
    """Withdraw a board of yours; the owner and organizers can remove any board. Games on it continue."""
    return await club_boards.take(caller, club, board)


@post(f"{ONE}/link", summary="Make a club's invitation link", status_code=200)
async def make_club_link(
    club: FromPath[str],
    data: JSONBody[MakeClubLink],
    caller: NamedDependency[Caller],
    clubs: NamedDependency[Clubs],
) -> ClubInfo:
    """Make a link whose users become members. The previous link stops working. For the owner and organizers."""
    return await clubs.set_link(caller, club, data.days)


@delete(f"{ONE}/link", summary="Revoke a club's invitation link", status_code=200)
async def revoke_club_link(
    club: FromPath[str], caller: NamedDependency[Caller], clubs: NamedDependency[Clubs]
) -> ClubInfo:
    """Revoke the link. For the owner and organizers."""
    return await clubs.set_link(caller, club, None)


@post(f"{ONE}/report", summary="Report a club", status_code=204)
async def report_club(
    club: FromPath[str],
    data: JSONBody[ReportClub],
    caller: NamedDependency[Caller],
    clubs: NamedDependency[Clubs],
) -> None:
    """Report the name or the text of a club to the moderators."""
    await clubs.report(caller, club, data)
