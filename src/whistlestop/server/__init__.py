"""The server: tables, seats, sockets and the log of every game.

It contains everything about users, clocks and connections, and no rules of games: `whistlestop.Game` decides whether an
action is legal, and its observations determine what a seat may see.
"""
