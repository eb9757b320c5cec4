"""How bots play the map games."""
