"""Tables in memory: seats, games, what each viewer is shown, and the bots that play there."""
