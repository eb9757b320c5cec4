"""Tables in memory: seats, games, the frames for each viewer, and the bots that play there."""
