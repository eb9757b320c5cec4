"""Friends of accounts."""

from typing import Annotated

from litestar import delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from whistlestop.server.domain.identity import Caller
from whistlestop.server.http.routes.common import AnyRequest
from whistlestop.server.messages.friends import AskFriend, FriendLink, FriendsInfo, MetPlayer, ShowOnline
from whistlestop.server.usecases.friends.friends import Friends


@get("/api/friends", summary="List your friends")
async def my_friends(request: AnyRequest, friends: NamedDependency[Friends]) -> FriendsInfo:
    """Return your friends, whether they are online, and the requests to and from you."""
    return await friends.info(request.user)


@get("/api/friends/met", summary="List players whom you have met")
async def met(
    request: AnyRequest,
    friends: NamedDependency[Friends],
    table: Annotated[str | None, QueryParameter(max_length=32)] = None,
) -> list[MetPlayer]:
    """Return accounts that sat with you at a table or, without one, in recent games and are not your friends."""
    return await friends.met(request.user, table)


@post("/api/friends", summary="Ask a player to be your friend", status_code=200)
async def ask_friend(
    data: JSONBody[AskFriend], caller: NamedDependency[Caller], friends: NamedDependency[Friends]
) -> FriendsInfo:
    """Ask, or accept the request that the player has already made."""
    return await friends.ask(caller, data)


@post("/api/friends/{player:str}/accept", summary="Accept a friend request", status_code=200)
async def accept_friend(
    player: FromPath[str], caller: NamedDependency[Caller], friends: NamedDependency[Friends]
) -> FriendsInfo:
    """Become friends."""
    return await friends.accept(caller, player)


@delete("/api/friends/{player:str}", summary="Remove a friend or a friend request", status_code=200)
async def end_friend(
    player: FromPath[str], caller: NamedDependency[Caller], friends: NamedDependency[Friends]
) -> FriendsInfo:
    """Remove a friend, decline a request, or withdraw your own. The other player is not notified."""
    return await friends.end(caller, player)


@put("/api/friends/online", summary="Show or hide when you are online")
async def show_online(
    data: JSONBody[ShowOnline], caller: NamedDependency[Caller], friends: NamedDependency[Friends]
) -> FriendsInfo:
    """Let your friends see when you are online. Off by default."""
    return await friends.show_online(caller, data.shown)


@post("/api/friends/link", summary="Make a link that adds friends", status_code=200)
async def make_friend_link(caller: NamedDependency[Caller], friends: NamedDependency[Friends]) -> FriendsInfo:
    """Make a link for people you know. The previous link stops working."""
    return await friends.set_link(caller, made=True)


@delete("/api/friends/link", summary="Delete your link", status_code=200)
async def delete_friend_link(
    caller: NamedDependency[Caller], friends: NamedDependency[Friends]
) -> FriendsInfo:
    """Delete the link."""
    return await friends.set_link(caller, made=False)


@get("/api/friends/link/{key:str}", summary="Look at a friend's link")
async def friend_link(
    key: FromPath[str], caller: NamedDependency[Caller], friends: NamedDependency[Friends]
) -> FriendLink:
    """Return the account to which the link belongs."""
    return await friends.link(caller, key)


@post("/api/friends/link/{key:str}", summary="Use a friend's link", status_code=200)
async def use_friend_link(
    key: FromPath[str], caller: NamedDependency[Caller], friends: NamedDependency[Friends]
) -> FriendsInfo:
    """Become a friend of the player whose link it is."""
    return await friends.use_link(caller, key)
