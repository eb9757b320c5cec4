"""The messages of the protocol, a module for each subject (docs/protocol/). The kinds of game have views and events."""
