"""The messages of the protocol, a module for each subject (docs/protocol/).

Views and events belong to the kinds of game.
"""
