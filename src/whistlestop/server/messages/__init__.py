"""What crosses the wire, a module for each subject (docs/protocol.md). Views and events belong to the kinds of game."""
