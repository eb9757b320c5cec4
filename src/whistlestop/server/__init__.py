"""The server: tables, seats, sockets and the log of every game.

Everything that knows users, clocks and connections is here. No rule of any game is: `whistlestop.Game` decides whether
an action is legal, and its observations what a seat may see.
"""
