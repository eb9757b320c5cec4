"""The service: tables, seats, sockets and the log of every game.

What belongs here: everything that knows users, clocks, connections and files. No rule of any game lives here:
whether an action is legal is asked of `whistlestop.Game`, and what a seat may see comes from its observation.

The order of things is always: check, append to the log, commit, acknowledge, fan out. A game that is held in
memory is a cache of its log and can be dropped at any moment.
"""
